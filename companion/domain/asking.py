"""Open questions: what a game or a house rule asks a player, until an event of the log answers it."""

from typing import Any

import msgspec

from .events import Event, written


class Ask(msgspec.Struct, frozen=True):
    """A question to `player`, asked by the entry `seq`; the game goes on while it is open.

    `question` is what they pick, as in “who drinks 2”, and `because` why they are asked; others read both. The `answer`
    is the event that answers it, without its field `fills`, which takes whom they pick; several players if that is a
    list. They pick `among` these players (None: everybody here), or `nobody`. If it is asked of them `alone`, no other
    phone can answer while theirs can. `each` is what everybody picked drinks, if the question can be asked about more
    than one.
    """

    player: str
    question: str
    because: str
    answer: dict[str, Any]
    fills: str = "player"
    among: tuple[str, ...] | None = None
    nobody: bool = False
    alone: bool = False
    each: int = 0
    seq: int = 0

    @property
    def rule(self) -> str | None:
        """The house rule that asks; None if the game does."""
        return self.answer.get("rule")

    @property
    def verb(self) -> str:
        """What they do: they pick by themselves, and say what the whole table has seen."""
        return "picks" if self.alone else "says"

    @property
    def id(self) -> str:
        """What no other open question of a night is called."""
        return "-".join(map(str, (self.seq, *list(self.answer.values())[1:])))


def without_answered(asking: tuple[Ask, ...], event: Event) -> tuple[Ask, ...]:
    """The questions still open after an event: it answers the oldest one that it fits."""
    said = written(event).items()
    answered = next((asked for asked in asking if asked.answer.items() <= said), None)
    return tuple(asked for asked in asking if asked is not answered)
