"""Yak with identical dice on the phones: two nights that differ in Ann's secret alone, and all that Bob is sent."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice
from typing import Any

from tests.conftest import Answer, Evening, Phone

NUMBERS = 210
FIRST = (1, 2, 3, 4, 5)  # Bob throws once in both nights, and sees them too
PAGES = ("", "drinks", "rules", "log", "seats", "deal", "pad", "start", "start/yak", "sheet", "sheet/yak",
         "play/turn", "play/turn?for=p1", "play/turn?seat=p1", "play/turn?dice=6&dice=6&dice=6", "recap", "recap/1",
         "recap/picture.svg")  # fmt: skip
REGIONS = ("table", "drinks", "rules", "log", "seats", "share")
NONE_HELD = ["false"] * 5


class Heard:
    """A phone together with everything it was ever sent, free of what differs from night to night anyway."""

    def __init__(self, phone: Phone) -> None:
        self.phone, self.words = phone, list[str]()
        opened = phone.client.open

        def overheard(*asked: Any, **more: Any) -> Any:
            response = opened(*asked, **more)
            if response.mimetype != "text/event-stream":
                self._keep(f"{response.status} {response.headers} {response.get_data(as_text=True)}")
            return response

        phone.client.open = overheard  # type: ignore[method-assign]

    def _keep(self, words: str) -> None:
        words = words.replace(self.phone.nid, "NIGHT")
        self.words.append(re.sub(r"\d\d\d\d-\d\d-\d\dT[\d:.]+Z|\b\d\d:\d\d\b|Content-Length: \d+", "", words))

    def sees_all(self, night: Evening) -> None:
        """Opens every page there is, every entry, and the stream of every page."""
        for page in (*PAGES, *(f"log/{seq}" for seq in range(1, night.seq + 1)), "log?before=9"):
            self.phone.get(page)
        for page in REGIONS:
            self.phone.get(f"poll?page={page}&since=")
            self._keep("".join(stream(self.phone, page)))


def stream(phone: Phone, page: str) -> Iterable[str]:
    """The first message of a page's stream."""
    response = phone.client.get(f"/n/{phone.nid}/live?page={page}", buffered=False)
    try:
        return [part.decode() for part in islice(response.iter_encoded(), 2)]
    finally:
        response.close()


def begun(evening: Any, monkeypatch: Any, rest: int = 6, **options: Any) -> Any:
    """Identical dice that show 1 2 3 4 5 to everybody first, and then only `rest`; Ann and Bob play."""
    monkeypatch.setattr("companion.commands.forms.dice", lambda number: (*FIRST, *[rest] * NUMBERS)[:number])
    fields = {f"options.{name}": value for name, value in {"dice": "identical", **options}.items()}
    started = evening.ann.tap("game.started", game="yak", players=["p1", "p2"], **fields)
    assert started.status == 200, started.words
    return evening


def throws(phone: Phone, player: str, throw: int = 1, round: int = 1, held: Any = None, **more: Any) -> Answer:
    ticked = {} if held is None else {"held": held}
    return phone.tap("dice.thrown", player=player, round=round, throw=throw, **ticked, **more)


def fills(phone: Phone, player: str, box: str, round: int = 1, **more: Any) -> Answer:
    return phone.tap("throw.scored", player=player, round=round, box=box, **more)


def secret_round(evening: Any, box: str) -> None:
    """Ann throws twice, fills a box, and begins another round: entries 5, 6, 7 and 8 if Bob has thrown nothing."""
    for answer in (
        throws(evening.ann, "p1"),
        throws(evening.ann, "p1", 2, held=NONE_HELD),
        fills(evening.ann, "p1", box),
        throws(evening.ann, "p1", round=2),
    ):
        assert answer.status == 200, answer.words
