"""`companion --https`: certificates for the host's own devices, worth nothing elsewhere, and the server."""

import http.client
import socket
import ssl
import sys
import types
from contextlib import closing

import pytest

from companion.config import Unusable
from companion.server import cli, serve
from companion.system import lan
from tests.conftest import needed

needed("cryptography")
https = needed("companion.server.https")
WORDS = ("--host", "127.0.0.1", "--port", "0", "--https", "0")
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
    return https.authority_file(folder).read_text()


def test_a_device_that_trusts_this_authority_and_no_other_accepts_every_name_of_this_computer(tmp_path):
    server, _ = https.context(tmp_path / "here", [*HOME, "party.example"])
    https.context(tmp_path / "there", HOME)

    assert [name for name in HOME if not greeted(server, trusted(tmp_path / "here"), name)] == []
    assert not greeted(server, trusted(tmp_path / "there"), "localhost")
    assert not greeted(server, trusted(tmp_path / "here"), "party.example")


def test_even_with_its_key_it_can_vouch_for_nothing_on_the_internet(tmp_path):
    signer = https.kept_authority(tmp_path)
    for name in ("party.example", "8.8.8.8", "local.example", "2001:db8::1"):
        forged = https.certify([name], signer)
        (tmp_path / "forged.pem").write_bytes(forged.key_pem + forged.certificate_pem)
        server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        server.load_cert_chain(tmp_path / "forged.pem")

        assert not https.may_certify(name)
        assert not greeted(server, trusted(tmp_path), name), name


def test_the_authority_stays_the_same_and_the_certificate_too_while_nothing_changes(tmp_path):
    https.context(tmp_path, HOME)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    https.context(tmp_path, HOME)

    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    assert set(before) == {"authority.crt", "authority.key", "server.pem"}
    assert {path.stat().st_mode & 0o077 for path in tmp_path.iterdir()} == {0}


def test_in_another_network_the_certificate_is_new_and_the_authority_is_not(tmp_path):
    https.context(tmp_path, HOME)
    before = trusted(tmp_path)
    server, _ = https.context(tmp_path, ["192.168.7.7"])

    assert trusted(tmp_path) == before
    assert greeted(server, before, "192.168.7.7")
    assert not greeted(server, before, "192.168.1.5")


def test_certificates_near_their_end_damaged_or_of_another_authority_are_made_anew(tmp_path, monkeypatch):
    https.context(tmp_path, HOME)
    before = (tmp_path / "server.pem").read_bytes()
    with monkeypatch.context() as years_later:
        years_later.setattr(https, "RENEWED", https.CERTIFICATE_LASTS)
        https.context(tmp_path, HOME)
    assert (tmp_path / "server.pem").read_bytes() != before

    for damaged in ("authority.key", "server.pem"):
        (tmp_path / damaged).write_text("not one")
        server, _ = https.context(tmp_path, HOME)
        assert greeted(server, trusted(tmp_path), "localhost"), damaged


def test_without_the_package_it_says_which_one_is_missing(tmp_path, monkeypatch):
    monkeypatch.delattr("companion.server.https")
    monkeypatch.setitem(sys.modules, "companion.server.https", None)

    with pytest.raises(Unusable, match="pip install cryptography"):
        serve.secured(types.SimpleNamespace(https="0", threads=False), tmp_path, HOME)


def test_without_a_port_https_takes_the_usual_one_or_the_next(tmp_path, monkeypatch):
    tried = []
    monkeypatch.setattr(serve, "bind", lambda *words: tried.append(words) or socket.create_server(("127.0.0.1", 0)))
    for words in (["--https"], ["serve", "--https"], ["--https", "9443"]):
        options = cli.parser().parse_args([*words, "--host", "127.0.0.1"])
        serve.secured(options, tmp_path, HOME).listener.close()

    assert [(port, usual) for _, port, usual, _ in tried] == [(None, 8443), (None, 8443), (9443, 8443)]


@pytest.mark.parametrize("others", [["192.168.1.5"], []])
def test_an_address_that_the_certificate_does_not_cover_is_not_shown(tmp_path, monkeypatch, others):
    addresses = ["203.0.113.9", *others]
    monkeypatch.setattr("companion.system.lan.networks", lambda: [lan.Interface("", each) for each in addresses])
    options = types.SimpleNamespace(host="0.0.0.0", port=None, https="0", threads=False)
    secure = serve.secured(options, tmp_path, ["127.0.0.1", *addresses])
    with closing(secure.listener):
        said = serve.welcome(options, 8000, None, {"DATABASE_URL": f"sqlite:///{tmp_path / 'companion.db'}"}, secure)

    assert f"https://{(*others, '127.0.0.1')[0]}:" in said
    assert "203.0.113.9" not in said
    covers = ", ".join(["127.0.0.1", *others])
    assert f"Its certificate covers {covers}; in another network start again." in said


def test_a_computer_that_was_renamed_is_covered_as_far_as_its_authority_vouches(tmp_path, monkeypatch):
    monkeypatch.setattr(https, "own_names", lambda: ("localhost", "local", "kitchen"))
    https.context(tmp_path, ["localhost", "kitchen"])
    monkeypatch.setattr(https, "own_names", lambda: ("localhost", "local", "cellar"))
    _, covered = https.context(tmp_path, ["localhost", "cellar", "cellar.local", "192.168.1.5"])

    assert covered == {"localhost", "cellar.local", "192.168.1.5"}


@pytest.fixture
def running(serving):
    """The real companion with http and https."""
    return serving("--https", "0", "--verbose")


def asked(server, path, data):
    """What a device that trusts the authority is answered."""
    trust = ssl.create_default_context(cafile=data / "https" / "authority.crt")
    device = http.client.HTTPSConnection("127.0.0.1", server.port_of("https"), context=trust, timeout=60)
    with closing(device):
        device.request("GET", path)
        answer = device.getresponse()
        return answer.status, answer.headers, answer.read()


@pytest.mark.thorough
def test_a_device_that_trusts_the_authority_comes_by_https_and_guests_still_by_http(running, ask, tmp_path):
    data = tmp_path / "data"
    assert f"On devices of yours that trust {data}/https/authority.crt:  https://127.0.0.1:" in running.text

    status, headers, _ = asked(running, "/", data)
    assert (status, headers["Cross-Origin-Opener-Policy"]) == (200, "same-origin")

    status, headers, body = asked(running, "/authority.crt", data)
    assert (status, headers["Content-Type"]) == (200, "application/x-x509-ca-cert")
    assert body == (data / "https" / "authority.crt").read_bytes()
    assert b"PRIVATE" not in body

    assert ask(running.port, "/").status == 200


@pytest.mark.thorough
def test_a_failed_handshake_leaves_no_trace_on_the_terminal(running, tmp_path):
    port, started = running.port_of("https"), len(running.text)
    for words in (b"GET / HTTP/1.1\r\n\r\n", b"", b"\x16\x03\x01\x00\xff"):
        with socket.create_connection(("127.0.0.1", port), timeout=60) as stranger:
            stranger.sendall(words)
    with pytest.raises(ssl.SSLCertVerificationError):
        http.client.HTTPSConnection("127.0.0.1", port, context=ssl.create_default_context(), timeout=60).connect()
    assert asked(running, "/offline", tmp_path / "data")[0] == 200

    assert running.stop() == 0
    assert running.text[started:].split("\n\n")[0].strip() == "GET /offline 200"


def test_without_https_there_is_no_authority(evening, ann):
    assert ann.get("/authority.crt").status == 404
