"""The papers for `companion --https`: trusted by the host's own devices, and worth nothing anywhere else."""

import ssl
import sys

import pytest

import companion
from companion import certificates
from companion.config import Unusable
from tests.conftest import needed

authority = needed("companion.authority")
HOME = ("127.0.0.1", "localhost", "192.168.1.5")


def greeted(server: ssl.SSLContext, trusts: str, name: str) -> bool:
    """Whether a device with such a trust accepts the server under this name."""
    device = ssl.create_default_context(cadata=trusts)
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    host = server.wrap_bio(there, back, server_side=True)
    phone = device.wrap_bio(back, there, server_hostname=name)
    for _ in range(4):
        for side in (phone, host):
            try:
                side.do_handshake()
            except ssl.SSLWantReadError:
                continue
            except ssl.SSLCertVerificationError:
                return False
    return phone.version() is not None


def trusted(folder) -> str:
    return certificates.authority_file(folder).read_text()


def test_a_device_that_trusts_the_authority_accepts_every_name_of_this_computer(tmp_path):
    server = certificates.context(tmp_path, HOME)

    assert [name for name in HOME if not greeted(server, trusted(tmp_path), name)] == []


def test_a_device_that_trusts_another_authority_does_not(tmp_path):
    server = certificates.context(tmp_path / "here", HOME)
    certificates.context(tmp_path / "there", HOME)

    assert not greeted(server, trusted(tmp_path / "there"), "localhost")


def test_even_with_its_key_it_can_vouch_for_nothing_on_the_internet(tmp_path):
    signer = certificates.kept_authority(tmp_path)
    for name in ("party.example", "8.8.8.8", "local.example", "2001:db8::1"):
        forged = authority.vouched([name], signer)
        (tmp_path / "forged.pem").write_bytes(forged.secret + forged.text)
        server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        server.load_cert_chain(tmp_path / "forged.pem")

        assert not authority.may_vouch(name)
        assert not greeted(server, trusted(tmp_path), name), name


def test_a_home_has_such_names():
    private = ("10.1.2.3", "172.20.0.9", "169.254.3.4", "fe80::1", "fd12::1", "::1")

    assert [name for name in (*private, "kitchen.local", "localhost") if not authority.may_vouch(name)] == []


def test_names_of_the_internet_are_left_out(tmp_path):
    certificates.context(tmp_path, [*HOME, "party.example"])

    assert not greeted(certificates.context(tmp_path, [*HOME, "party.example"]), trusted(tmp_path), "party.example")


def test_the_authority_stays_the_same_and_the_certificate_too_while_nothing_changes(tmp_path):
    certificates.context(tmp_path, HOME)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    certificates.context(tmp_path, HOME)

    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    assert set(before) == {"authority.crt", "authority.key", "server.pem"}


def test_in_another_network_the_certificate_is_new_and_the_authority_is_not(tmp_path):
    certificates.context(tmp_path, HOME)
    before = trusted(tmp_path)
    server = certificates.context(tmp_path, ["192.168.7.7"])

    assert trusted(tmp_path) == before
    assert greeted(server, before, "192.168.7.7")
    assert not greeted(server, before, "192.168.1.5")


def test_a_certificate_near_its_end_is_made_anew(tmp_path, monkeypatch):
    certificates.context(tmp_path, HOME)
    before = (tmp_path / "server.pem").read_bytes()
    monkeypatch.setattr(certificates, "RENEWED", authority.CERTIFICATE_LASTS)
    certificates.context(tmp_path, HOME)

    assert (tmp_path / "server.pem").read_bytes() != before


def test_papers_that_are_damaged_or_of_another_authority_are_made_anew(tmp_path):
    certificates.context(tmp_path, HOME)
    (tmp_path / "authority.key").write_text("no key")
    server = certificates.context(tmp_path, HOME)
    assert greeted(server, trusted(tmp_path), "localhost")

    (tmp_path / "server.pem").write_text("no certificate")
    assert greeted(certificates.context(tmp_path, HOME), trusted(tmp_path), "localhost")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")
def test_nobody_else_on_this_computer_can_read_the_keys(tmp_path):
    certificates.context(tmp_path / "https", HOME)

    assert [path.stat().st_mode & 0o077 for path in (tmp_path / "https").iterdir()] == [0, 0, 0]


def test_without_the_package_it_says_which_one_is_missing(tmp_path, monkeypatch):
    monkeypatch.delattr(companion, "authority")
    monkeypatch.setitem(sys.modules, "companion.authority", None)

    with pytest.raises(Unusable, match="pip install cryptography"):
        certificates.context(tmp_path, HOME)
