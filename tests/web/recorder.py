"""A phone that records all it is sent, without the parts that differ between any two nights."""

import re
from itertools import islice
from typing import Any

from tests.conftest import Evening, Phone

PAGES = (
    "", "drinks", "rules", "log", "log?before=9", "seats", "deal", "pad", "start", "recap", "recap/1",
    "recap/picture.svg", "scores.csv", "fines.csv", "files/fines/yogis-whist", "tv", "tv/poll", "feed.json",
)  # fmt: skip
REGIONS = ("table", "drinks", "rules", "log", "seats", "share")
CHANCE = re.compile(  # times, links and codes, which differ between nights and can spell a card
    r"\d\d\d\d-\d\d-\d\dT[\d:.]+Z|Date: [^\n]+|\b\d\d:\d\d\b|Content-Length: \d+|(?:/[jw]/|token=)[\w-]{22}"
    r"|\b[A-Z]{3}-[A-Z]{3}\b|proposals?[/-]\d+|question \d+|<div class=\"qr\">.*?</div>",
    re.DOTALL,
)


class Recorder:
    """Records what a phone is sent; `pages` are those of the current game."""

    def __init__(self, phone: Phone, *pages: str) -> None:
        self.phone, self.pages, self.words = phone, pages, list[str]()
        opened = phone.client.open

        def recorded(*asked: Any, **more: Any) -> Any:
            response = opened(*asked, **more)
            if response.mimetype != "text/event-stream":
                self.keep(f"{response.status} {response.headers} {response.get_data(as_text=True)}")
            return response

        phone.client.open = recorded  # type: ignore[method-assign]

    def keep(self, words: str) -> None:
        self.words.append(CHANCE.sub("-", words.replace(self.phone.nid, "NIGHT")))

    def tries(self, kind: str, **fields: Any) -> None:
        """A tap with and without script, with any answer; a correction also up to the question what it would do."""
        for again in ("", "yes") if kind in ("entry.undone", "entry.changed") else ("",):
            for script in (True, False):
                self.phone.tap(kind, key=f"k-{len(self.words)}", script=script, again=again, **fields)

    def sees_all(self, night: Evening) -> None:
        """Opens every page there is, every entry, and the stream of every page."""
        for page in (*PAGES, *self.pages, *(f"log/{seq}" for seq in range(1, night.seq + 1))):
            self.phone.get(page)
        for page in REGIONS:
            self.phone.get(f"poll?page={page}&since=")
            self.keep(stream(self.phone, page))


def stream(phone: Phone, page: str) -> str:
    """The first message of a page's stream."""
    response = phone.client.get(f"/n/{phone.nid}/live?page={page}", buffered=False)
    try:
        return "".join(part.decode() for part in islice(response.iter_encoded(), 2))
    finally:
        response.close()


def unequal(nights: list[list[str]]) -> list[tuple[str, str]]:
    """The differences between the records of nights that differ only in a secret."""
    first, *others = nights
    assert len(first) > 20
    return [(here, there) for other in others for here, there in zip(first, other, strict=True) if here != there]
