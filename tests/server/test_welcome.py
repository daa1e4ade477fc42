"""What the host reads at the start, and the address that phones are told."""

import io
import sys
import types

from companion.server import serve


def welcome(public, host="0.0.0.0", port=None):
    options = types.SimpleNamespace(host=host, port=port)
    return serve.welcome(options, 8003, public, {"DATA": "instance"})


def test_the_welcome_says_so_when_no_network_is_found():
    said = welcome(None)

    assert "No network address was found" in said
    assert not set("▀▄█") & set(said)


def test_the_welcome_says_so_when_the_usual_port_was_taken():
    assert "Port 8000 is taken, so this is port 8003." in welcome("http://10.0.0.4:8003")
    assert "is taken" not in welcome("http://10.0.0.4:8003", port=8003)


def test_the_public_address_is_shown_with_its_code():
    said = welcome("https://party.example")

    assert "On the phones:  https://party.example/" in said
    assert set("▀▄█") & set(said)


def test_a_terminal_without_blocks_gets_the_address_alone(monkeypatch):
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))

    assert serve.code("http://10.0.0.4:8000/") == ""


def test_phones_are_told_the_address_on_their_network(monkeypatch):
    monkeypatch.setattr("companion.server.lan.address", lambda: "192.168.1.5")

    assert serve.address("0.0.0.0", 8000) == "http://192.168.1.5:8000"
    assert serve.address("10.0.0.4", 8000) == "http://10.0.0.4:8000"
    assert serve.address("127.0.0.1", 8000) is None


def test_phones_are_told_nothing_without_a_network(monkeypatch):
    monkeypatch.setattr("companion.server.lan.address", lambda: None)

    assert serve.address("0.0.0.0", 8000) is None
