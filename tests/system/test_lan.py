"""Which address phones are told, out of all that this machine has."""

import sys
from socket import AF_INET
from types import SimpleNamespace

import pytest

from companion import create_app
from companion.system import lan
from companion.web.auth import is_loopback
from tests.conftest import needed

ETH, WLAN = ("eth0", "192.168.1.5"), ("wlan0", "192.168.2.7")
PUBLIC, ALONE = ("eth1", "93.184.216.34"), ("eth0", "169.254.7.7")
UP, TUNNEL, UNPLUGGED = (True, "up,broadcast,running"), (True, "up,pointopoint,running"), (False, "up,broadcast")
LAPTOPS = {
    "with a VPN whose name nobody knows": (
        {"acme0": ("10.9.0.2", TUNNEL), "wlan0": ("192.168.2.7", UP)}, "10.9.0.2", ["192.168.2.7", "10.9.0.2"],
    ),
    "with a VPN that is not connected": (
        {"acme0": ("10.9.0.2", (False, "up,pointopoint,noarp")), "wlan0": ("192.168.2.7", UP)}, "10.9.0.2",
        ["192.168.2.7", "10.9.0.2"],
    ),
    "with containers": (
        {"lo": ("127.0.0.1", UP), "br-4f1c": ("172.18.0.1", UP), "podman1": ("10.89.0.1", UP), "en7": ("10.0.0.4", UP)},
        "10.0.0.4", ["10.0.0.4", "172.18.0.1", "10.89.0.1"],
    ),
    "whose cable was pulled": (
        {"eth0": ("192.168.1.5", UNPLUGGED), "wlan0": ("192.168.2.7", UP)}, "192.168.2.7", ["192.168.2.7"],
    ),
    "of Windows, with virtual machines": (
        {"vEthernet (WSL)": ("172.20.0.1", UP), "VMware Network Adapter VMnet8": ("192.168.9.1", UP),
         "ProtonVPN": ("10.2.0.2", UP), "WLAN": ("192.168.2.7", UP)},
        "10.2.0.2", ["192.168.2.7", "10.2.0.2", "172.20.0.1", "192.168.9.1"],
    ),
    "of macOS that shares its internet": (
        {"utun4": ("10.8.0.2", TUNNEL), "bridge100": ("192.168.3.1", UP), "en0": ("192.168.2.7", UP)},
        "192.168.2.7", ["192.168.2.7", "192.168.3.1", "10.8.0.2"],
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("interfaces", "route", "addresses"),
    [
        ((ETH, WLAN), WLAN[1], [WLAN[1], ETH[1]]),  # the default route comes first
        ((("lo", "127.0.0.1"), WLAN), None, [WLAN[1]]),
        ((), ETH[1], [ETH[1]]),
        ((), None, []),
        ((("lo", "127.0.0.1"), ("", "127.0.1.1")), "127.0.0.1", []),
        ((("eth0", "0.0.0.0"),), None, []),
        ((ETH, ("", ETH[1])), ETH[1], [ETH[1]]),
        ((("docker0", "172.17.0.1"), ETH), "172.17.0.1", [ETH[1], "172.17.0.1"]),  # no phone is on these
        ((("tun0", "10.8.0.2"), ETH), "10.8.0.2", [ETH[1], "10.8.0.2"]),
        ((("utun3", "10.1.1.1"), ETH), "10.1.1.1", [ETH[1], "10.1.1.1"]),
        ((PUBLIC, WLAN), PUBLIC[1], [WLAN[1], PUBLIC[1]]),
        ((ALONE, PUBLIC), None, [PUBLIC[1], ALONE[1]]),
    ],
)
def test_the_addresses_of_this_machine_come_with_the_likeliest_first(monkeypatch, interfaces, route, addresses):
    monkeypatch.setattr(
        lan, "interfaces", lambda: [lan.Interface(*each, lan.is_virtual(each[0])) for each in interfaces]
    )
    monkeypatch.setattr(lan, "outward", lambda: route)

    assert lan.addresses() == addresses


@pytest.mark.parametrize("laptop", LAPTOPS)
def test_the_table_finds_a_laptop(monkeypatch, laptop):
    psutil = needed("psutil")
    own, route, addresses = LAPTOPS[laptop]
    named = {name: [SimpleNamespace(family=AF_INET, address=address)] for name, (address, _) in own.items()}
    stats = {name: SimpleNamespace(isup=up, flags=flags) for name, (_, (up, flags)) in own.items()}
    monkeypatch.setattr(psutil, "net_if_addrs", lambda: named)
    monkeypatch.setattr(psutil, "net_if_stats", lambda: stats)
    monkeypatch.setattr(lan, "outward", lambda: route)

    assert lan.addresses() == addresses


@pytest.mark.parametrize("trouble", [ImportError, NotImplementedError, PermissionError])
def test_without_the_list_of_networks_the_default_route_is_told(monkeypatch, trouble):
    class Refuses:
        def __getattr__(self, name):
            raise trouble

    monkeypatch.setitem(sys.modules, "psutil", Refuses())
    monkeypatch.setattr("socket.getaddrinfo", lambda *_: [(2, 1, 6, "", ("127.0.1.1", 0))])
    monkeypatch.setattr(lan, "outward", lambda: "192.168.2.7")

    assert lan.addresses() == ["192.168.2.7"]


def test_what_this_machine_reports_of_itself_is_never_loopback():
    assert not [address for address in lan.addresses() if is_loopback(address)]


def test_own_hosts_have_the_name_with_local(monkeypatch):
    monkeypatch.setattr("socket.gethostname", lambda: "Kitchen.fritz.box")

    assert lan.own_hosts()[-2:] == ["kitchen", "kitchen.local"]


def test_the_app_answers_to_the_names_of_this_machine_and_to_those_set_by_hand(tmp_path, monkeypatch):
    monkeypatch.setattr(lan, "own_hosts", lambda: ["192.168.1.5", "kitchen.local"])
    app = create_app({"DATA": tmp_path, "TRUSTED_HOSTS": ("party.lan", "127.0.0.1")})
    app.extensions["companion"].database.close()

    assert app.config["TRUSTED_HOSTS"] == ["localhost", "127.0.0.1", "party.lan", "192.168.1.5", "kitchen.local"]


def test_loopback_is_distinguished_from_the_network():
    alone = ["127.0.0.1", "127.8.8.8", "::1", "[::1]", "localhost"]

    assert [host for host in (*alone, "0.0.0.0", "192.168.1.5", "localhost.example") if is_loopback(host)] == alone
