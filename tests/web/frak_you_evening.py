"""Frak You on the phones: Ann is initiated; every byte that Bob's and Cal's phones are sent is kept."""

import re
from typing import Any

from tests.conftest import Answer, Evening, Phone
from tests.web import recorder

OWN_PAGES = ("share", "start/frak-you", "play/count", "play/how", "play/initiate", "play/look")
TELLING = re.compile(
    r"[A23]\s*(?:&#xFE0E;)?[♠♣]|[♠♣]\s*[A23]|(?-i:\bAS\b|\b[23]C\b)|ace of spades|(?:two|three|2|3) of clubs"
    r"|paired|a pair|trump|silent|suit led|highest|beside|the rules",
    re.IGNORECASE,
)
# The sign and the pitch of another game, among those to choose from.
OFFERED = re.compile(r'/start/(?!frak-you)[\w-]+">[^<]*</a></h2>.*?</p>\s*<p>.*?</p>', re.DOTALL)


class Recorder(recorder.Recorder):
    """A phone together with everything it was ever sent."""

    def __init__(self, phone: Phone) -> None:
        super().__init__(phone, *OWN_PAGES)

    def given_away(self) -> list[str]:
        """The parts of the recorded text that reveal the secret rules."""
        return [f"{match[0]} in …{match.string[max(match.start() - 60, 0) : match.end() + 40]}…"
                for words in self.words if (match := TELLING.search(OFFERED.sub("", words)))]  # fmt: skip


def begun(evening: Evening, **options: Any) -> Evening:
    """Frak You with Ann, Bob and Cal; Ann deals, starts it, and is initiated."""
    return evening.start("frak-you", **{"initiated": "p1", **options})


def plays(said: str) -> list[str]:
    """A trick as the pad sends it: "p2 2C, p3 AS KC"."""
    return [play.strip() for play in said.split(",")]


def by_cards(phone: Phone, trick: int, said: str, deal: int = 1, **more: Any) -> Answer:
    return phone.tap("trick.taken", deal=deal, trick=trick, plays=plays(said), **more)
