"""Which address phones are told, out of all that this machine has."""

from companion import create_app
from companion.server import lan
from companion.web.auth import is_loopback


def found(*interfaces: tuple[str, str], route: str | None = None) -> list[str]:
    return lan.addresses(route=lambda: route, listing=lambda: interfaces)


def test_the_address_that_the_way_out_uses_is_told():
    assert found(("eth0", "192.168.1.5"), ("wlan0", "192.168.2.7"), route="192.168.2.7")[0] == "192.168.2.7"


def test_without_a_way_out_the_interfaces_still_tell_one():
    assert found(("lo", "127.0.0.1"), ("wlan0", "10.0.0.4")) == ["10.0.0.4"]


def test_the_way_out_is_enough_when_no_interface_can_be_listed():
    assert found(route="192.168.1.5") == ["192.168.1.5"]


def test_loopback_is_never_told():
    assert found(("lo", "127.0.0.1"), ("", "127.0.1.1"), route="127.0.0.1") == []


def test_an_unset_address_is_never_told():
    assert found(("eth0", "0.0.0.0")) == []


def test_an_address_is_listed_once():
    assert found(("eth0", "10.0.0.4"), ("", "10.0.0.4"), route="10.0.0.4") == ["10.0.0.4"]


def test_a_network_that_no_phone_is_on_comes_last():
    for apart in (("docker0", "172.17.0.1"), ("tun0", "10.8.0.2"), ("utun3", "10.1.1.1")):
        assert found(apart, ("wlan0", "192.168.1.5"), route=apart[1]) == ["192.168.1.5", apart[1]]


def test_a_private_address_comes_before_a_public_one():
    assert found(("eth0", "93.184.216.34"), ("wlan0", "192.168.1.5"), route="93.184.216.34")[0] == "192.168.1.5"


def test_a_self_given_address_is_the_last_resort():
    assert found(("eth0", "169.254.7.7"), ("eth1", "93.184.216.34"))[0] == "93.184.216.34"


def test_without_a_network_there_is_no_address():
    assert lan.address(route=lambda: None, listing=list) is None


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


def test_loopback_is_told_from_the_network():
    alone = ["127.0.0.1", "127.8.8.8", "::1", "[::1]", "localhost"]

    assert [host for host in (*alone, "0.0.0.0", "192.168.1.5", "localhost.example") if is_loopback(host)] == alone
