"""Wrong codes are counted for the house they come from: IPv6 gives one house more addresses than anybody can guess."""

from companion import chance
from tests.conftest import OWN


def guess(app, address):
    environ = {"REMOTE_ADDR": address}
    return app.test_client().post("/join", data={"code": chance.code()}, headers=OWN, environ_overrides=environ)


def test_eleven_addresses_of_one_house_have_ten_tries_together_and_the_neighbours_their_own(evening, web):
    for name, addresses, neighbour in (
        ("IPv6", [f"2001:db8:1:2::{number:x}:5" for number in range(11)], "2001:db8:1:3::5"),
        ("IPv4 as IPv6 writes it", ["192.0.2.7", *["::ffff:192.0.2.7"] * 10], "::ffff:192.0.2.8"),
    ):
        statuses = [guess(web, address).status_code for address in addresses]

        assert statuses == [422] * 10 + [429], name
        assert guess(web, neighbour).status_code == 422, name
