"""Machines for which gevent, psutil and lightningcss have no wheels, such as a phone with Termux."""

import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from companion.config import resource_folders
from companion.server import cli
from tests.server.conftest import WITHOUT_GEVENT

ROOT = Path(__file__).parents[2]
BARE = WITHOUT_GEVENT + "from companion.server.cli import main\nsys.exit(main(sys.argv[1:]))"
ALL = {"gevent", "psutil", "lightningcss"}
USUAL = {"platform_python_implementation": "CPython"}
MACHINES = {
    "a laptop with Linux": ({"sys_platform": "linux", "platform_machine": "x86_64"}, ALL),
    "a Raspberry Pi": ({"sys_platform": "linux", "platform_machine": "aarch64"}, ALL),
    "a Mac": ({"sys_platform": "darwin", "platform_machine": "arm64"}, ALL),
    "a laptop with Windows": ({"sys_platform": "win32", "platform_machine": "AMD64"}, ALL),
    "Windows on ARM": ({"sys_platform": "win32", "platform_machine": "ARM64"}, {"gevent", "psutil"}),
    "an old Raspberry Pi": ({"sys_platform": "linux", "platform_machine": "armv7l"}, set()),
    "a phone with Termux": ({"sys_platform": "android", "platform_machine": "aarch64"}, set()),
}  # fmt: skip


@pytest.mark.parametrize("machine", MACHINES)
def test_what_has_no_wheel_for_a_machine_is_not_asked_for_there(machine):
    environment, wanted = MACHINES[machine]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = [one for one in map(Requirement, project["dependencies"]) if one.marker]

    assert {one.name for one in asked if one.marker.evaluate(USUAL | environment)} == wanted


def test_without_them_phones_open_a_night_listen_and_tap(serving, ask, listen_at):
    server = serving(script=BARE)
    stream, tap = listen_at(server.port)
    tap()
    style = ask(server.port, "/static/app.css").read()
    assert style.startswith((resource_folders().static / "app.css").read_bytes()[:200])
    assert "Werkzeug’s server" in server.text
    stream.close()
    assert server.stop() == 0
    assert "Traceback" not in server.text


def test_without_gevent_https_is_refused_in_a_sentence(without_gevent, tmp_path, capsys):
    assert cli.main(["--https", "0", "--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path)]) == 1
    assert capsys.readouterr().err == "--https needs gevent, which cannot be imported here.\n"
