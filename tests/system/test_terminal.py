"""Whether somebody sits in front of this computer, so that a page can be opened in its browser."""

import sys

import pytest

from companion.system import terminal
from tests.table import row

SCREEN = {"DISPLAY": ":0"}


def test_a_page_is_opened_where_somebody_sits_and_nowhere_else(tmp_path):
    (tmp_path / ".dockerenv").touch()
    container = (str(tmp_path / ".dockerenv"),)
    for name, system, environ, has_terminal, containers, expected in (
        ("Linux with X11", "linux", SCREEN, True, (), True),
        ("Linux with Wayland", "linux", {"WAYLAND_DISPLAY": "wayland-0"}, True, (), True),
        ("macOS", "darwin", {}, True, (), True),
        ("Windows", "win32", {}, True, (), True),
        ("a server without a screen", "linux", {}, True, (), False),
        (
            "over ssh, with windows",
            "linux",
            {**SCREEN, "SSH_CONNECTION": "10.0.0.2 1 10.0.0.4 22"},
            True,
            (),
            False,
        ),
        ("over ssh on a Mac", "darwin", {"SSH_TTY": "/dev/ttys001"}, True, (), False),
        ("as a service", "linux", SCREEN, False, (), False),
        ("in a container", "linux", SCREEN, True, container, False),
    ):
        with row(name), pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "platform", system)
            patch.setattr(sys.stdout, "isatty", lambda has_terminal=has_terminal: has_terminal, raising=False)
            patch.setattr(terminal, "CONTAINERS", containers)
            assert terminal.is_attended(environ) == expected
