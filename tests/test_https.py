"""`companion --https`: a second door for the host's own devices, beside the one that guests take."""

import http.client
import os
import re
import socket
import ssl
import subprocess
import sys

import pytest

from companion import cli
from tests.conftest import needed

needed("cryptography")
WORDS = ("--host", "127.0.0.1", "--port", "0", "--https", "0")


@pytest.fixture
def house(tmp_path):
    """The real companion with both doors; what it said is read when it has gone."""
    command = [sys.executable, "-m", "companion", *WORDS, "--verbose", "--data", str(tmp_path)]
    environ = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environ)
    said = ""
    for line in server.stdout:
        said += line
        if "Stop with" in line:
            break
    yield server, said, tmp_path
    server.kill()
    server.communicate()


def port_of(said, scheme):
    return int(re.search(rf"{scheme}://127\.0\.0\.1:(\d+)", said)[1])


def asked(house, path):
    """What a device that trusts the authority is answered."""
    _, said, data = house
    trust = ssl.create_default_context(cafile=data / "https" / "authority.crt")
    device = http.client.HTTPSConnection("127.0.0.1", port_of(said, "https"), context=trust, timeout=60)
    device.request("GET", path)
    answer = device.getresponse()
    found = answer.status, answer.headers, answer.read()
    device.close()
    return found


@pytest.mark.thorough
def test_a_device_that_trusts_the_authority_comes_by_https_and_guests_still_by_http(house):
    _, said, data = house
    assert f"On devices of yours that trust {data}/https/authority.crt:  https://127.0.0.1:" in said

    status, headers, _ = asked(house, "/")
    assert (status, headers["Cross-Origin-Opener-Policy"]) == (200, "same-origin")

    status, headers, body = asked(house, "/authority.crt")
    assert (status, headers["Content-Type"]) == (200, "application/x-x509-ca-cert")
    assert body == (data / "https" / "authority.crt").read_bytes()
    assert b"PRIVATE" not in body

    guest = http.client.HTTPConnection("127.0.0.1", port_of(said, "http"), timeout=60)
    guest.request("GET", "/")
    assert guest.getresponse().status == 200
    guest.close()


@pytest.mark.thorough
def test_whoever_greets_badly_or_goes_in_the_middle_leaves_no_trace_in_the_terminal(house):
    server, said, _ = house
    port = port_of(said, "https")
    for words in (b"GET / HTTP/1.1\r\n\r\n", b"", b"\x16\x03\x01\x00\xff"):
        with socket.create_connection(("127.0.0.1", port), timeout=60) as stranger:
            stranger.sendall(words)
    with pytest.raises(ssl.SSLCertVerificationError):
        http.client.HTTPSConnection("127.0.0.1", port, context=ssl.create_default_context(), timeout=60).connect()
    assert asked(house, "/offline")[0] == 200

    server.terminate()
    left, _ = server.communicate(timeout=60)
    assert left.split("\n\n")[0].strip() == "GET /offline 200"
    assert server.returncode == 0


def test_threads_speak_no_https_and_say_so(tmp_path, capsys):
    assert cli.main(["serve", *WORDS, "--threads", "--data", str(tmp_path)]) == 1
    assert capsys.readouterr().err == "--https needs gevent: leave out --threads.\n"


def test_without_https_there_is_no_authority(evening, ann):
    assert ann.get("/authority.crt").status == 404
