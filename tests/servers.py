"""A real `companion` in its own process on loopback."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PATIENCE = 60.0  # seconds to wait for a server to end on a very busy machine
UNLIMITED = {"NIGHTS_PER_HOUR": "0", "TAPS_PER_SECOND": "0"}


class Server:
    """A server with one data folder and these arguments and settings; `script` replaces the command."""

    def __init__(
        self,
        data: Path,
        *words: str,
        port: int = 0,
        script: str = "",
        settings: dict[str, str] | None = None,
        root: Path = ROOT,
    ) -> None:
        self.data, self.root, self.words, self.port = data, root, words, port
        self.text = ""  # what it has printed since its last start
        self.process: subprocess.Popen[str] | None = None
        self._program = ["-c", script] if script else ["-m", "companion"]
        self._settings = {f"COMPANION_{name}": value for name, value in (settings or {}).items()}

    def start(self, **more: Any) -> Server:
        """Starts it and waits until phones can reach it; a second start uses the same port."""
        words = [*self.words, "--host", "127.0.0.1", "--port", str(self.port), "--data", str(self.data)]
        environ = {**os.environ, "PYTHONIOENCODING": "utf-8", **self._settings}
        self.text, self.process = "", subprocess.Popen(
            [sys.executable, *self._program, *words], cwd=self.root, env=environ, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **more,
        )  # fmt: skip
        for line in self.process.stdout or ():
            self.text += line
            if "Stop with" in line:
                break
        self.port = self.port or self.port_of("http")
        return self

    def port_of(self, scheme: str) -> int:
        found = re.search(rf"{scheme}://127\.0\.0\.1:(\d+)", self.text)
        assert found, self.text
        return int(found[1])

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Ends the server and returns its exit status, or 0 if it is not running."""
        process, self.process = self.process, None
        if process is None:
            return 0
        process.send_signal(how)
        try:
            self.text += process.communicate(timeout=PATIENCE)[0]
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise
        return process.returncode
