"""Frak You on the phones: Ann is initiated; what Bob's and Cal's phones are sent is kept, every byte of it."""

from __future__ import annotations

import re
from itertools import islice
from typing import Any

from tests.conftest import Answer, Evening, Phone

PAGES = (
    "", "drinks", "rules", "log", "seats", "share", "deal", "pad", "start", "start/frak-you", "recap", "recap/1",
    "recap/picture.svg",
)  # fmt: skip
OWN_PAGES = ("pad", "play/count", "play/how", "play/initiate", "play/look")
REGIONS = ("table", "drinks", "rules", "log", "seats", "share")
TELLING = re.compile(
    r"[A23]\s*(?:&#xFE0E;)?[♠♣]|[♠♣]\s*[A23]|(?-i:\bAS\b|\b[23]C\b)|ace of spades|(?:two|three|2|3) of clubs"
    r"|paired|a pair|trump|silent|suit led|highest|beside|the rules",
    re.IGNORECASE,
)
CHANCE = re.compile(r"/[jw]/[\w-]{22}|\b[0-9A-Z]{4}-[0-9A-Z]{4}\b")  # link and code of a night may spell a card


class Heard:
    """A phone together with everything it was ever sent."""

    def __init__(self, phone: Phone) -> None:
        self.phone, self.words = phone, list[str]()
        opened = phone.client.open

        def overheard(*asked: Any, **more: Any) -> Any:
            response = opened(*asked, **more)
            if response.mimetype != "text/event-stream":
                said = f"{response.headers} {response.get_data(as_text=True)}"
                self.words.append(CHANCE.sub("LINK", said))
            return response

        phone.client.open = overheard  # type: ignore[method-assign]

    def sees_all(self, night: Evening) -> None:
        """Opens every page there is, every entry, and the stream of every page."""
        for page in (*PAGES, *OWN_PAGES, *(f"log/{seq}" for seq in range(1, night.seq + 1)), "log?before=9"):
            self.phone.get(page)
        for page in REGIONS:
            self.phone.get(f"poll?page={page}&since=")
            self.words.append(stream(self.phone, page))

    def told(self) -> list[str]:
        """What of all that tells of the rules."""
        return [f"{match[0]} in …{match.string[max(match.start() - 60, 0) : match.end() + 40]}…"
                for words in self.words if (match := TELLING.search(words))]  # fmt: skip


def stream(phone: Phone, page: str) -> str:
    """The first message of a page's stream."""
    response = phone.client.get(f"/n/{phone.nid}/live?page={page}", buffered=False)
    try:
        return "".join(part.decode() for part in islice(response.iter_encoded(), 2))
    finally:
        response.close()


def begun(evening: Evening, **options: Any) -> Evening:
    """Frak You with Ann, Bob and Cal; Ann deals, starts it, and is initiated."""
    return evening.start("frak-you", **{"initiated": "p1", **options})


def plays(said: str) -> list[str]:
    """A trick as the pad sends it: "p2 2C, p3 AS KC"."""
    return [play.strip() for play in said.split(",")]


def by_cards(phone: Phone, trick: int, said: str, deal: int = 1, **more: Any) -> Answer:
    return phone.tap("trick.taken", deal=deal, trick=trick, plays=plays(said), **more)
