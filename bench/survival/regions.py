"""What a phone shows: the regions of a page, and versions "<seq>.<members>.<build>"."""

import re

SECTION = re.compile(r'<section id="(r-[\w-]+)".*?</section>', re.S)
ANSWER = "r-answer"  # about one phone's own tap, and no part of the table
SEAT = re.compile(r'id="seat-([^"]+)"(.*?)</li>', re.S)


def regions(html: str) -> dict[str, str]:
    """The regions of a page or painting by their id, each with one kind of blank between its words and tags."""
    return {found[1]: " ".join(found[0].split()) for found in SECTION.finditer(html) if found[1] != ANSWER}


def part(version: str, index: int) -> str:
    """The seq (0), the version of the members (1) or the build (2) of a version."""
    return (version.split(".") + ["", "", ""])[index]


def older(one: str, other: str) -> bool:
    """Whether the one shows less than the other in any respect."""
    return any(_count(one, index) < _count(other, index) for index in (0, 1))


def seq_of(version: str) -> int:
    return _count(version, 0)


def _count(version: str, index: int) -> int:
    return int(part(version, index) or 0)


def owed(players: str) -> dict[str, int | None]:
    """What the region of the players says that everybody owes; less than nothing for whoever drank ahead."""
    found: dict[str, int | None] = {}
    for seat, row in SEAT.findall(players):
        badge = re.search(r'class="badge.*?</span>', row, re.S)
        said = badge and re.search(r">\s*(\d+) (\w+)", re.sub(r"</?b>", "", badge[0]))
        found[seat] = (-1 if said[2] == "ahead" else 1) * int(said[1]) if said else None
    return found
