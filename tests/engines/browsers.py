"""WebKit and Firefox at phone size, each driven in its own protocol: WebDriver over HTTP, and Marionette over a socket.

Both know the same commands. They are called here by their names in Marionette.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import time
from base64 import b64decode
from collections.abc import Callable
from http.client import HTTPConnection
from pathlib import Path
from socket import create_connection
from typing import Any, ClassVar

from tests.browser.server import free_port
from tests.servers import PATIENCE

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # how WebDriver writes an element in JSON
PHONE = (390, 844)


class Refused(Exception):
    """The browser cannot do what was asked."""


def appears(find: Callable[[], Any], what: str) -> Any:
    """Waits for what a program that has just been started brings."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with contextlib.suppress(OSError, ValueError):
            if found := find():
                return found
        time.sleep(0.05)
    raise AssertionError(f"{what} did not appear.")


class Browser:
    """One browser with one window and an empty profile in `home`, where it also writes its log."""

    needs: ClassVar[tuple[str, ...]]  # programs

    def __init__(self, home: Path) -> None:
        self.home, self._programs = home, list[subprocess.Popen[bytes]]()
        home.mkdir(parents=True)
        try:
            self._start()
            self.resize(*PHONE)
        except BaseException:
            self.stop()
            raise

    def _start(self) -> None:
        raise NotImplementedError

    def ask(self, command: str, **given: Any) -> Any:
        raise NotImplementedError

    @classmethod
    def missing(cls) -> str:
        absent = [program for program in cls.needs if not shutil.which(program)]
        return f"there is no {' and no '.join(absent)}" if absent else ""

    def _run(self, *words: str | Path, **environment: str) -> Path:
        """Starts a program; returns the file to which it writes."""
        path = self.home / f"{words[0]}.log"
        with path.open("wb") as log:
            environ = {**os.environ, "HOME": str(self.home), **environment}
            self._programs.append(subprocess.Popen(words, env=environ, stdout=log, stderr=log, start_new_session=True))
        return path

    def stop(self) -> None:
        """Ends all that was started for it, the last first."""
        for program in reversed(self._programs):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(program.pid, signal.SIGKILL)
            program.wait(PATIENCE)

    def go(self, address: str) -> None:
        self.ask("Navigate", url=address)

    def run(self, script: str, *args: Any) -> Any:
        """Runs the body of a function on the page; an element comes and goes as an `Element`."""
        given = [{ELEMENT: one.id} if isinstance(one, Element) else one for one in args]
        value = self.ask("ExecuteScript", script=script, args=given)
        return Element(self, value[ELEMENT]) if isinstance(value, dict) and ELEMENT in value else value

    def resize(self, width: int, height: int) -> None:
        self.ask("SetWindowRect", x=0, y=0, width=width, height=height)

    def cookies(self) -> dict[str, str]:
        return {one["name"]: one["value"] for one in self.ask("GetCookies")}

    def picture(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b64decode(self.ask("TakeScreenshot", full=False)))

    def console(self) -> list[str]:
        """The errors in its console, if it tells them."""
        return []


class Element:
    def __init__(self, browser: Browser, id: str) -> None:
        self._browser, self.id = browser, id

    def click(self) -> None:
        self._browser.run("arguments[0].scrollIntoView({block: 'nearest'})", self)  # WebKit leaves it below the edge
        self._browser.ask("ElementClick", id=self.id)

    def type(self, text: str) -> None:
        self._browser.ask("ElementSendKeys", id=self.id, text=text)


class WebKit(Browser):
    """WebKitGTK's small browser in full screen, for its window cannot be as narrow as a phone."""

    needs = ("WebKitWebDriver", "Xvfb")
    _ways: ClassVar[dict[str, tuple[str, str]]] = {
        "NewSession": ("POST", "/session"),
        "Navigate": ("POST", "/url"),
        "ExecuteScript": ("POST", "/execute/sync"),
        "ElementClick": ("POST", "/element/{id}/click"),
        "ElementSendKeys": ("POST", "/element/{id}/value"),
        "SetWindowRect": ("POST", "/window/rect"),
        "GetCookies": ("GET", "/cookie"),
        "TakeScreenshot": ("GET", "/screenshot"),
    }

    def _start(self) -> None:
        self._session = ""
        told = self._run("Xvfb", "-screen", "0", "1280x1024x24", "-nolisten", "tcp", "-displayfd", "1")
        display = appears(lambda: re.search(r"^(\d+)\n", told.read_text(), re.M), "A screen")[1]
        folders = {f"XDG_{kind}_HOME": str(self.home / kind.lower()) for kind in ("CACHE", "CONFIG", "DATA")}
        runtime, settings = self.home / "run", self.home / "config" / "gtk-3.0" / "settings.ini"
        runtime.mkdir(mode=0o700)
        settings.parent.mkdir(parents=True)
        settings.write_text("[Settings]\ngtk-enable-animations=0\n")  # the page is told that motion is to be reduced
        self._port = free_port()
        self._run(
            "WebKitWebDriver", "--host=127.0.0.1", f"--port={self._port}",
            DISPLAY=f":{display}", GDK_BACKEND="x11", GTK_THEME="Adwaita:dark", XDG_RUNTIME_DIR=str(runtime), **folders,
            DBUS_SESSION_BUS_ADDRESS="disabled:", NO_AT_BRIDGE="1",  # there is no desktop to talk to
            WEBKIT_SKIA_ENABLE_CPU_RENDERING="1", LIBGL_ALWAYS_SOFTWARE="1",  # and no graphics card to draw with
        )  # fmt: skip
        options = {"webkitgtk:browserOptions": {"args": ["--automation", "--full-screen"]}}
        asked = {"capabilities": {"alwaysMatch": options}}
        self._session = f"/{appears(lambda: self.ask('NewSession', **asked), 'A window')['sessionId']}"

    def ask(self, command: str, **given: Any) -> Any:
        method, path = self._ways[command]
        path = path if command == "NewSession" else f"/session{self._session}{path.format(**given)}"
        body = json.dumps(given) if method == "POST" else None
        with contextlib.closing(HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE)) as line:
            line.request(method, path, body, {"Content-Type": "application/json"} if body else {})
            value = json.loads(line.getresponse().read())["value"]
        if isinstance(value, dict) and "error" in value:
            raise Refused(f"{command}: {value['error']}: {value.get('message')}")
        return value


USER_CHROME = """:root { min-width: 0 !important; min-height: 0 !important }
#navigator-toolbox { display: none !important }
"""


class Firefox(Browser):
    """Firefox without a screen and without its bars, so that its window can be as narrow as a phone."""

    needs = ("firefox-esr",)
    _preferences: ClassVar[dict[str, object]] = {
        "marionette.port": 0,  # a free one, which it writes down
        "toolkit.legacyUserProfileCustomizations.stylesheets": True,
        "ui.prefersReducedMotion": 1,
        "ui.useOverlayScrollbars": 1,
        "ui.systemUsesDarkTheme": 1,
        "app.update.enabled": False,
        "app.normandy.enabled": False,
        "browser.aboutwelcome.enabled": False,
        "browser.shell.checkDefaultBrowser": False,
        "datareporting.policy.dataSubmissionEnabled": False,
        "network.captive-portal-service.enabled": False,
        "network.connectivity-service.enabled": False,
        "services.settings.server": "data:,",
    }

    def _start(self) -> None:
        look = self.home / "chrome" / "userChrome.css"
        look.parent.mkdir()
        look.write_text(USER_CHROME)
        told = (f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in self._preferences.items())
        (self.home / "user.js").write_text("\n".join(told))
        profile = ("--no-remote", "--profile", self.home)
        self._run("firefox-esr", "--headless", "--marionette", "--remote-allow-system-access", *profile)
        port = appears(lambda: int((self.home / "MarionetteActivePort").read_text()), "Firefox")
        self._line, self._number = create_connection(("127.0.0.1", port), timeout=PATIENCE), 0
        self._heard = self._line.makefile("rb")
        self._hear()  # who it is
        self.ask("NewSession")

    def stop(self) -> None:
        for end in ("_heard", "_line"):
            if end in vars(self):
                vars(self)[end].close()
        super().stop()

    def _hear(self) -> Any:
        size = b""
        while (digit := self._heard.read(1)) != b":":
            assert digit, "Firefox has hung up."
            size += digit
        return json.loads(self._heard.read(int(size)))

    def ask(self, command: str, **given: Any) -> Any:
        self._number += 1
        words = json.dumps([0, self._number, command if ":" in command else f"WebDriver:{command}", given]).encode()
        self._line.sendall(b"%d:%s" % (len(words), words))
        _, _, error, answer = self._hear()
        if error:
            raise Refused(f"{command}: {error['error']}: {error['message']}")
        return answer["value"] if isinstance(answer, dict) and "value" in answer else answer

    def console(self) -> list[str]:
        self.ask("Marionette:SetContext", value="chrome")
        found = self.run("return Services.console.getMessageArray().map(String)")
        self.ask("Marionette:SetContext", value="content")
        return [line for line in found if "http://" in line and "JavaScript Warning" not in line]
