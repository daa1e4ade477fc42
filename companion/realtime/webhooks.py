"""Webhooks: each fine is posted to the address that the finesmaster typed, signed as Standard Webhooks says.

Nobody waits for that. It is tried twice; then it is forgotten with all that waits behind it, so that a lamp that comes
back does not flash for the last half hour.
"""

import base64
import hmac
import time
from collections import deque
from collections.abc import Iterable
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from threading import Lock, Thread
from typing import NamedTuple
from urllib.parse import urlsplit

import msgspec

from ..domain.event_log import Line
from ..domain.night import Night
from ..domain.settlement import earned

CHARGED = "fine.charged"
PAUSE = 2.0  # seconds before the second try
TIMEOUT = 3.0  # seconds to connect, and again to answer
MOST_WAITING = 50  # messages of one night; the oldest is dropped for a new one
MOST_NIGHTS = 20  # that send at the same time


class Message(NamedTuple):
    """One message: its address, the secret that signs it, its id, which is the same in each try, and its JSON."""

    address: str
    secret: str
    id: str
    body: bytes


def signed(message: Message, at: int) -> dict[str, str]:
    """The headers of a message that is sent `at` this time, in seconds since 1970."""
    key = base64.b64decode(message.secret.removeprefix("whsec_"))
    content = b".".join((message.id.encode(), str(at).encode(), message.body))
    signature = base64.b64encode(hmac.digest(key, content, "sha256")).decode()
    return {"webhook-id": message.id, "webhook-timestamp": str(at), "webhook-signature": f"v1,{signature}"}


class Webhooks:
    """Sends the messages of each night in order, in a thread (with gevent a greenlet) that ends with the last one."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[Message]] = {}
        self._lock = Lock()

    def tell(self, address: str, secret: str, night_id: str, night: Night, lines: Iterable[Line]) -> None:
        """Sends the fines that these entries of a night charged; returns at once."""
        messages = []
        for line in lines:
            for number, charge in enumerate(earned(night, line), start=1):
                player = {"id": charge.player, "name": night.names.get(charge.player, "")}
                data = {"night": {"id": night_id, "name": night.name}, "player": player, **charge.told(night.unit)}
                body = msgspec.json.encode({"type": CHARGED, "timestamp": line.entry.at, "data": data})
                messages.append(Message(address, secret, f"{night_id}-{charge.seq}-{number}", body))
        if messages:
            self._send(night_id, messages)

    def _send(self, night_id: str, messages: list[Message]) -> None:
        with self._lock:
            waiting = self._waiting.get(night_id)
            if waiting is not None:
                waiting.extend(messages)
                return
            if len(self._waiting) >= MOST_NIGHTS:
                return
            waiting = self._waiting[night_id] = deque(messages, MOST_WAITING)
        try:
            Thread(target=self._deliver, args=[night_id, waiting], name="webhook", daemon=True).start()
        except RuntimeError:  # this machine allows no further thread; a tap does not fail for that
            del self._waiting[night_id]

    def _deliver(self, night_id: str, waiting: deque[Message]) -> None:
        while True:
            with self._lock:
                if not waiting:
                    del self._waiting[night_id]
                    return
                message = waiting.popleft()
            if not posted(message):
                time.sleep(PAUSE)
                if not posted(message):
                    waiting.clear()


def posted(message: Message) -> bool:
    """Whether the address took the message: it answered 2xx. A redirect is not followed, and no answer is read."""
    parts = urlsplit(message.address)
    connect = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    connection = connect(parts.hostname or "", parts.port, timeout=TIMEOUT)
    path = f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}"
    headers = {"Content-Type": "application/json", "User-Agent": "party-companion"}
    try:
        connection.request("POST", path, message.body, {**headers, **signed(message, int(time.time()))})
        return 200 <= connection.getresponse().status < 300
    except (OSError, HTTPException, ValueError):  # ValueError: a host that cannot be encoded
        return False
    finally:
        connection.close()
