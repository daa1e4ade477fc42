"""What Yogi's Whist says on paper about its fines: what each way of calling costs whom, and what a deal came to."""

from collections.abc import Mapping

import msgspec

from .deal import SEATS, Forecast, State, forecast
from .events import Word


class Line(msgspec.Struct, frozen=True):
    """What one kind of player owes by how many made their bid, from nobody on; None where that cannot be."""

    who: str
    owes: tuple[int | None, ...]


class Part(msgspec.Struct, frozen=True):
    """What was said and what became of it, with a line for each kind of player."""

    said: str
    lines: tuple[Line, ...]


class Chart(msgspec.Struct, frozen=True):
    """All fines among so many players; a column for each number of those who may have made their bid."""

    made: tuple[int, ...]
    parts: tuple[Part, ...]


class FinedDeal(msgspec.Struct, frozen=True):
    """A deal as it was fined: who was in it and made the bid, what each owes for it, and who said what."""

    number: int
    dealt: tuple[str, ...]
    made: tuple[str, ...]
    owes: Mapping[str, int]
    loud: str | None
    call: Word | None


PARTS: tuple[tuple[str, Word, bool], ...] = (
    ("A declarer who made it", "declare", True),
    ("A declarer who missed", "declare", False),
    ("A revealer who made it", "reveal", True),
    ("A revealer who missed", "reveal", False),
)


def chart(players: int) -> Chart:
    """The fines among so many players, each worked out as a deal's are."""
    made = tuple(range(max(players, SEATS[0]) + 1))
    quiet = tuple(_at(made, number, "no", False) for number in made)
    plain = Part("No call", (Line("Missers", tuple(due and due.own for due in quiet)),))
    return Chart(made, (plain, *(_part(made, *said) for said in PARTS)))


def _part(made: tuple[int, ...], said: str, call: Word, succeeded: bool) -> Part:
    due = tuple(_at(made, number, call, succeeded) for number in made)
    others = made[-1] - 1
    lines = (
        Line("The declarer" if call == "declare" else "The revealer", tuple(one and one.own for one in due)),
        Line("Other makers", tuple(one.maker if one and number > succeeded else None for number, one in _by(due))),
        Line(
            "Other missers",
            tuple(one.misser if one and number - succeeded < others else None for number, one in _by(due)),
        ),
    )
    return Part(said, tuple(line for line in lines if any(line.owes)))


def _by(due: tuple[Forecast | None, ...]) -> tuple[tuple[int, Forecast | None], ...]:
    return tuple(enumerate(due))


def _at(made: tuple[int, ...], number: int, call: Word, succeeded: bool) -> Forecast | None:
    """What a deal costs if so many in all made it, among them the one who called or not; None where that cannot be."""
    others = number - succeeded
    return forecast(made[-1], others, call, succeeded) if 0 <= others < made[-1] else None


def fined(state: State) -> FinedDeal | None:
    """The last deal that was fined."""
    if state.fined is None:
        return None
    done = state.fined
    owes = {fine.player: fine.amount for fine in done.fines}
    loud, call = (done.loud.player, done.loud.call) if done.loud else (None, None)
    return FinedDeal(done.deal.number, done.deal.dealt, done.made, owes, loud, call)
