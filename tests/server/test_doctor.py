"""Why phones do not get through: what `companion doctor` tests, and what the terminal says if none has come."""

import os
import sys
import threading
import types

import pytest
from flask import Flask

from companion import config
from companion.server import cli, doctor, serve
from companion.system import lan, terminal
from tests.table import row

HOME, DOCKER, VPN = (
    lan.Interface("wlan0", "192.168.1.5"),
    lan.Interface("docker0", "172.17.0.1", True),
    lan.Interface("tun0", "10.8.0.2", True),
)


@pytest.fixture
def machine(monkeypatch, tmp_path):
    """A laptop in the Wi-Fi without a firewall; the test changes what is wrong with it."""
    monkeypatch.setattr(lan, "networks", lambda: [HOME])
    monkeypatch.setattr(terminal, "CONTAINERS", ())
    monkeypatch.setattr(doctor, "UFW", tmp_path / "ufw.conf")
    monkeypatch.setattr(doctor, "output", lambda *_: "")
    monkeypatch.setattr(sys, "platform", "linux")
    return monkeypatch


def wrong(found):
    return [each.says for each in found if not each.is_fine]


def test_a_laptop_in_order_is_told_so_in_sentences(machine, tmp_path, capsys):
    with serve.bind("127.0.0.1", 0) as listener:
        free = listener.getsockname()[1]

    assert cli.main(["doctor", "--port", str(free), "--data", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    for words in ("http://192.168.1.5:", "is free", "No firewall", "GB are free"):
        assert words in said
    assert {line[:6] for line in said.splitlines()} == {"  fine"}


def test_what_is_no_setting_is_named(machine, tmp_path):
    machine.setenv("COMPANION_PUBLIC_URI", "http://192.168.1.5")
    found = doctor.findings(config.read({"DATA": tmp_path}), 8000)
    assert "COMPANION_PUBLIC_URI is no setting: COMPANION_PUBLIC_URL?" in wrong(found)


def test_an_address_that_no_phone_reaches_is_explained(machine):
    for name, networks, changed, words in (
        ("no network", [], {}, "connect this computer to a network"),
        ("virtual networks only", [DOCKER], {}, "connect this computer to the Wi-Fi"),
        ("no address was given out", [lan.Interface("wlan0", "169.254.3.4")], {}, "connect this computer to the Wi-Fi"),
        ("a container", [HOME], {"is_container": lambda: True}, "Publish port 8000"),
    ):
        with row(name), pytest.MonkeyPatch.context() as patch:
            patch.setattr(lan, "networks", lambda networks=networks: networks)
            for what, value in changed.items():
                patch.setattr(doctor, what, value)
            assert words in " ".join(wrong(doctor.network(8000)))


def test_a_vpn_beside_the_wifi_is_mentioned(machine):
    machine.setattr(lan, "networks", lambda: [HOME, VPN])

    assert [each.is_fine for each in doctor.network(8000)] == [True, True]
    assert "(tun0)" in list(doctor.network(8000))[1].says


def test_a_firewall_that_is_on_comes_with_what_opens_it(machine, tmp_path):
    for system, said, words in (
        ("linux", {"systemctl": "active"}, "sudo firewall-cmd --add-port=8000/tcp"),
        ("darwin", {doctor.MAC_FIREWALL: "Firewall is enabled. (State = 1)\nBlock all DISABLED!"}, "System Settings"),
        ("win32", {"powershell": "Public"}, "Make it a private one"),
    ):
        with row(system):
            machine.setattr(sys, "platform", system)
            machine.setattr(doctor, "output", lambda name, *_, said=said: said.get(name, ""))
            assert words in wrong(doctor.firewall(8000))[0]
            machine.setattr(doctor, "output", lambda *_: "")
            assert wrong(doctor.firewall(8000)) == []
    machine.setattr(sys, "platform", "linux")
    (tmp_path / "ufw.conf").write_text("# on at boot\nENABLED=yes\n")
    assert "sudo ufw allow 8000/tcp" in wrong(doctor.firewall(8000))[0]


def test_a_program_that_is_not_there_says_nothing():
    assert doctor.output("no-such-program-here") == ""


def test_the_port_is_asked_whether_a_companion_is_there(machine, serving):
    with serve.bind("127.0.0.1", 0) as other:
        taken = other.getsockname()[1]
        machine.setattr(doctor, "answer", lambda *_: None)
        assert f"Port {taken} cannot be used" in wrong(doctor.server(taken))[0]
    machine.undo()
    running = serving()
    for address, words in (
        ("127.0.0.1", None),
        ("127.9.9.9", "It does not"),
        ("no.such.host.invalid", "without --host"),
    ):
        with row(address), pytest.MonkeyPatch.context() as patch:
            patch.setattr(lan, "addresses", lambda address=address: [address])
            found = list(doctor.server(running.port))
            assert "A companion answers" in found[0].says
            assert words is None or words in wrong(found)[0]
            assert (words is None) == (wrong(found) == [])


def test_a_full_disk_is_noticed(machine, tmp_path):
    machine.setattr(doctor, "LITTLE", 10**18)
    assert "make room" in wrong(doctor.disk(tmp_path / "new" / "folder"))[0]
    (tmp_path / "file").touch()
    assert "is a file" in wrong(doctor.disk(tmp_path / "file" / "nights"))[0]
    machine.setattr(os, "access", lambda *_: False)
    assert "Nothing can be written" in wrong(doctor.disk(tmp_path))[0]


def test_the_terminal_names_what_is_wrong_here_before_what_often_is(machine, tmp_path):
    (tmp_path / "ufw.conf").write_text("ENABLED=yes")
    lines = doctor.advice(8001, ["http://172.17.0.1:8001/ (docker0)"])

    assert [line[:4] for line in lines[1:]] == [f"  {number}." for number in range(1, len(lines))]
    assert "ufw" in lines[1]
    assert "same Wi-Fi" in lines[2]
    assert "http://172.17.0.1:8001/ (docker0)" in lines[3]
    assert "companion doctor --port 8001" in lines[-1]


def test_where_the_system_asks_about_programs_the_answer_is_recalled(machine):
    for system, asks in (("linux", False), ("win32", True), ("darwin", True)):
        with row(system):
            machine.setattr(sys, "platform", system)
            assert ("Did the system ask about Python?" in " ".join(doctor.advice(8000, []))) == asks


@pytest.mark.parametrize(
    ("visitor", "is_told"), [(None, True), ("127.0.0.1", True), ("192.168.1.5", True), ("192.168.1.77", False)]
)
def test_after_a_minute_without_another_device_the_terminal_says_what_to_check(machine, visitor, is_told, capsys):
    class Minute(threading.Event):
        """A minute in which the visitor comes."""

        def wait(self, timeout=None):
            assert timeout == serve.PATIENCE
            visited.wait()
            return False

    visited = threading.Event()
    app = Flask("app")
    app.extensions["companion"] = types.SimpleNamespace(stopping=Minute())
    serve.wait_for_phone(app, 8000, [])
    if visitor:
        app.test_client().get("/", environ_base={"REMOTE_ADDR": visitor})
    visited.set()
    for thread in threading.enumerate():
        if thread.name == "advice":
            thread.join()

    assert ("No phone has come yet" in capsys.readouterr().out) == is_told
