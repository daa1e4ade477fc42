"""`companion --https`: a second door for the host's own devices, beside the one that guests take."""

import http.client
import os
import re
import socket
import ssl
import subprocess
import sys

import pytest

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
    device = http.client.HTTPSConnection("127.0.0.1", port_of(said, "https"), context=trust, timeout=5)
    device.request("GET", path)
    answer = device.getresponse()
    found = answer.status, answer.headers, answer.read()
    device.close()
    return found


def test_a_device_that_trusts_the_authority_is_answered_over_https(house):
    status, headers, _ = asked(house, "/")

    assert status == 200
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"


def test_the_authority_can_be_fetched_where_it_is_needed_and_its_key_cannot(house):
    status, headers, body = asked(house, "/authority.crt")

    assert (status, headers["Content-Type"]) == (200, "application/x-x509-ca-cert")
    assert body == (house[2] / "https" / "authority.crt").read_bytes()
    assert b"PRIVATE" not in body


def test_guests_still_come_by_http(house):
    guest = http.client.HTTPConnection("127.0.0.1", port_of(house[1], "http"), timeout=5)
    guest.request("GET", "/")

    assert guest.getresponse().status == 200
    guest.close()


def test_the_terminal_says_which_devices_may_come_that_way(house):
    _, said, data = house

    assert f"On devices of yours that trust {data}/https/authority.crt:  https://127.0.0.1:" in said


def test_whoever_greets_badly_or_goes_in_the_middle_leaves_no_trace_in_the_terminal(house):
    server, said, _ = house
    port = port_of(said, "https")
    for words in (b"GET / HTTP/1.1\r\n\r\n", b"", b"\x16\x03\x01\x00\xff"):
        with socket.create_connection(("127.0.0.1", port), timeout=5) as stranger:
            stranger.sendall(words)
    with pytest.raises(ssl.SSLCertVerificationError):
        http.client.HTTPSConnection("127.0.0.1", port, context=ssl.create_default_context(), timeout=5).connect()
    assert asked(house, "/offline")[0] == 200

    server.terminate()
    left, _ = server.communicate(timeout=10)
    assert left.split("\n\n")[0].strip() == "GET /offline 200"
    assert server.returncode == 0


def test_threads_speak_no_https_and_say_so(tmp_path):
    command = [sys.executable, "-m", "companion", *WORDS, "--threads", "--data", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)

    assert (done.returncode, done.stderr) == (1, "--https needs gevent: leave out --threads.\n")


def test_without_https_there_is_no_authority(evening, ann):
    assert ann.get("/authority.crt").status == 404
