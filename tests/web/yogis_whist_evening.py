"""Yogi's Whist on the phones of Ann (finesmaster), Bob and Cal; Dan has none. Ann deals, so Bob calls first."""

from __future__ import annotations

import re
from itertools import islice
from typing import Any

from tests.conftest import Answer, Evening, Phone

PAGES = (
    "", "drinks", "rules", "log", "seats", "deal", "pad", "start", "start/yogis-whist", "log?before=9", "recap",
    "recap/1", "recap/picture.svg",
)  # fmt: skip
OWN_PAGES = ("turned", "card", "lay", "lay?for=p2", "score", "forehead", "card?seat=p2", "forehead?seat=p2")
REGIONS = ("table", "drinks", "rules", "log", "seats", "share")
CHANCE = re.compile(r"T[0-9:.]+Z|\b\d\d:\d\d\b")


def begun(evening: Any, *more: str, **options: Any) -> Any:
    """The game is on; `more` are players beside Ann, Bob and Cal."""
    for name in more:
        assert evening.ann.tap("player.joined", name=name).status == 200
    everybody = list(evening.night.order)
    told = {f"options.{name}": value for name, value in options.items()}
    started = evening.ann.tap("game.started", game="yogis-whist", players=everybody, dealer="p1", **told)
    assert started.status == 200, started.words
    return evening


def bid(phone: Phone, player: str, deal: int = 1, **fields: Any) -> Answer:
    """Somebody lays a bid; it must stand."""
    answer = phone.tap("bid.placed", deal=deal, player=player, **fields)
    assert answer.status == 200, answer.says
    return answer


def all_bid(evening: Any, *tricks: int, deal: int = 1) -> None:
    """Ann, Bob and Cal lay their bids."""
    for number, (phone, wanted) in enumerate(zip((evening.ann, evening.bob, evening.cal), tricks, strict=True), 1):
        bid(phone, f"p{number}", deal=deal, tricks=wanted)


def call(evening: Any, player: str, word: str, deal: int = 1) -> Answer:
    answer: Answer = evening.cal.tap("call.made", deal=deal, player=player, call=word)
    assert answer.status == 200, answer.says
    return answer


def played(evening: Any, *takers: str, deal: int = 1, first: int = 1) -> Answer:
    return evening.play(*takers, deal=deal, first=first)  # type: ignore[no-any-return]


class Heard:
    """What a phone of the table is sent, without what differs from one night to the next."""

    def __init__(self, night: Evening, phone: Phone) -> None:
        self.night, self.phone, self.words = night, phone, list[str]()

    def keep(self, answer: Answer) -> None:
        self.say(f"{answer.status} {answer.goes_to} {answer.html}")

    def say(self, words: str) -> None:
        self.words.append(CHANCE.sub("-", words.replace(self.night.nid, "NIGHT")))

    def tries(self, kind: str, **fields: Any) -> None:
        """A tap with and without script, whatever becomes of it."""
        for script in (True, False):
            self.keep(self.phone.tap(kind, key=f"k-{len(self.words)}", script=script, **fields))

    def sees_all(self) -> None:
        """Opens every page there is, every entry, and asks for every region in both ways."""
        entries = (f"log/{seq}" for seq in range(1, self.night.seq + 1))
        for page in (*PAGES, *(f"play/{page}" for page in OWN_PAGES), *entries):
            self.keep(self.phone.get(page))
        for page in REGIONS:
            self.keep(self.phone.get(f"poll?page={page}&since="))
            self.say(stream(self.phone, page))


def stream(phone: Phone, page: str) -> str:
    """The first message of a page's stream."""
    response = phone.client.get(f"/n/{phone.nid}/live?page={page}", buffered=False)
    try:
        return "".join(part.decode() for part in islice(response.iter_encoded(), 2))
    finally:
        response.close()
