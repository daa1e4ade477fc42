"""The regions of a page that a phone shows, and versions such as "<seq>.<members>.<build>"."""

import re

PART = re.compile(r'(?=(<(section|ol|article) id="(r-[\w-]+)".*?</\2>))', re.S)  # one can stand in another
ANSWER = "r-answer"  # the message about one phone's own tap; not part of the table
SEAT = re.compile(r'id="seat-([^"]+)"(.*?)</li>', re.S)


def regions(html: str) -> dict[str, str]:
    """The regions of an HTML text by id, with all white space replaced by single spaces."""
    return {name: " ".join(part.split()) for part, _, name in PART.findall(html) if name != ANSWER}


def seq_of(version: str) -> int:
    return _counts(version)[0]


def older(one: str, other: str) -> bool:
    """Whether the seq or the members of `one` are older than those of `other`."""
    return any(mine < theirs for mine, theirs in zip(_counts(one), _counts(other), strict=True))


def _counts(version: str) -> tuple[int, int]:
    seq, members, *_ = [*version.split("."), "", ""]
    return int(seq or 0), int(members or 0)


def owed(players: str) -> dict[str, int]:
    """What each player owes according to the region of the players; negative for a player who drank ahead."""
    found: dict[str, int] = {}
    for seat, row in SEAT.findall(players):
        owes = re.search(r'class="owes([^"]*)">(\d+)</b>', row)
        found[seat] = (-1 if "ahead" in owes[1] else 1) * int(owes[2]) if owes else 0
    return found
