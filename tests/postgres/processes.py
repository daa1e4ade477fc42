"""Real servers over one PostgreSQL, and a phone that speaks plain HTTP to any of them."""

import re
import threading
import time
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from urllib.parse import urlencode

from tests.servers import PATIENCE, UNLIMITED, Server


class Process(Server):
    """One server process; it can be killed, and started again on its port."""

    def __init__(self, data: Path, url: str) -> None:
        super().__init__(data, "serve", settings={**UNLIMITED, "DATABASE_URL": url})

    def ask(self, path: str, fields: dict[str, str] | None = None, cookie: str = "") -> tuple[int, str, str]:
        """Status, body, and the Set-Cookie, X-Version or Location header; status 0 if there is no answer."""
        origin = f"http://127.0.0.1:{self.port}"
        headers = {"Origin": origin, "Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}
        headers |= {"HX-Request": "true"} if fields and "type" in fields else {}
        line = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            line.request("POST" if fields else "GET", path, urlencode(fields) if fields else None, headers)
            answer = line.getresponse()
            more = answer.getheader("Set-Cookie") or answer.getheader("X-Version") or answer.getheader("Location") or ""
            return answer.status, answer.read().decode(), more
        except (OSError, HTTPException):
            return 0, "", ""
        finally:
            line.close()


class Phone:
    """A phone at a night: it taps at any server, and listens to one after another until it is put away."""

    def __init__(self, server: Server) -> None:
        _, _, cookie = server.ask("/nights", {"night": "Friday", "name": "Ann", "unit": "sip"})
        self.cookie = cookie.partition(";")[0]
        self.night = self.cookie.partition("=")[0].removeprefix("companion_")
        self.seen, self.over = 0, False

    def tap(self, server: Server, key: str, amount: int = 1) -> tuple[int, str]:
        fields = {"type": "fine.given", "player": "p1", "amount": str(amount), "key": key}
        status, said, _ = server.ask(f"/n/{self.night}/entries", fields, self.cookie)
        return status, said

    def listen(self, *servers: Server) -> None:
        """Keeps a stream open at one of the servers, the next one when it ends, and notes the newest entry it shows."""
        threading.Thread(target=self._listen, args=[servers], daemon=True).start()

    def _listen(self, servers: tuple[Server, ...]) -> None:
        turn = 0
        while not self.over:
            self._hear(servers[turn % len(servers)])
            turn += 1
            time.sleep(0.3)

    def _hear(self, server: Server) -> None:
        line = HTTPConnection("127.0.0.1", server.port, timeout=12)
        try:
            line.request("GET", f"/n/{self.night}/live?page=table", headers={"Cookie": self.cookie})
            for words in line.getresponse():
                if found := re.match(rb"id: (\d+)\.", words):
                    self.seen = max(self.seen, int(found[1]))
                if self.over:
                    return
        except (OSError, HTTPException):
            return
        finally:
            line.close()


def until(holds: Callable[[], object]) -> None:
    """Waits until the condition holds; fails if it never does."""
    end = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > end:
            raise AssertionError("It never came to hold.")
        time.sleep(0.05)
