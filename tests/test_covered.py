"""`--https` shows an address only if its certificate covers it, and says what that covers."""

import types
from contextlib import closing

import pytest

from companion import certificates, serve
from tests.conftest import needed

authority = needed("companion.authority")


@pytest.mark.parametrize(
    ("host", "addresses", "shown"),
    [
        ("0.0.0.0", ["203.0.113.9", "192.168.1.5"], "https://192.168.1.5:"),
        ("0.0.0.0", ["203.0.113.9"], "https://127.0.0.1:"),
    ],
)
def test_an_address_that_the_certificate_does_not_cover_is_not_shown(tmp_path, monkeypatch, host, addresses, shown):
    monkeypatch.setattr("companion.lan.addresses", lambda: addresses)
    options = types.SimpleNamespace(host=host, port=None, https="0", threads=False)
    secure = serve.https(options, tmp_path, ["127.0.0.1", *addresses])
    with closing(secure.listener):
        said = serve.welcome(options, 8000, None, {"DATA": tmp_path}, secure)

    assert shown in said
    assert "203.0.113.9" not in said
    covers = ", ".join(sorted({"127.0.0.1", *addresses} - {"203.0.113.9"}))
    assert f"Its certificate covers {covers}; in another network start again." in said


def test_a_computer_that_was_renamed_is_covered_as_far_as_its_authority_vouches(tmp_path, monkeypatch):
    monkeypatch.setattr(authority, "own_names", lambda: ("localhost", "local", "kitchen"))
    certificates.context(tmp_path, ["localhost", "kitchen"])
    monkeypatch.setattr(authority, "own_names", lambda: ("localhost", "local", "cellar"))
    certificates.context(tmp_path, ["localhost", "cellar", "cellar.local", "192.168.1.5"])

    assert certificates.covered(tmp_path) == {"localhost", "cellar.local", "192.168.1.5"}
