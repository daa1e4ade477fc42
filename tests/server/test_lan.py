"""Which address phones are told, out of all that this machine has."""

import pytest

from companion import create_app
from companion.server import lan
from companion.web.auth import is_loopback

ETH, WLAN = ("eth0", "192.168.1.5"), ("wlan0", "192.168.2.7")
PUBLIC, ALONE = ("eth1", "93.184.216.34"), ("eth0", "169.254.7.7")


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
    monkeypatch.setattr(lan, "interfaces", lambda: list(interfaces))
    monkeypatch.setattr(lan, "outward", lambda: route)

    assert lan.addresses() == addresses


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
