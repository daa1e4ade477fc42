"""A night as one looks at it now: its log, its phones, and how its people are named and marked."""

from __future__ import annotations

from functools import cached_property
from hashlib import blake2b
from typing import Any

import msgspec

from ..rules.games import GAMES
from ..rules.games.game import Game
from ..rules.log import Log
from ..rules.night import Night
from ..rules.seating import controller
from ..rules.view import is_insider
from ..store.door import Phones
from ..store.phones import Wish
from . import measure

MARKS = 10


class Who(msgspec.Struct, frozen=True):
    """A player as phones name them: the mark (1 to 10) gives colour and shape."""

    id: str
    name: str
    mark: int


class Version(msgspec.Struct, frozen=True, order=True):
    """How new a painting is: the last entry of the log and the last change of the phones."""

    seq: int
    door: int


class Scene:
    """One look at a night, as the group of a seat sees it; a new one is taken for every painting."""

    def __init__(self, night_id: str, log: Log, phones: Phones, seat: str | None = None) -> None:
        self.night_id = night_id
        self.log = log
        self.night: Night = log.night
        self.phones = phones
        self.version = Version(log.seq, phones.door)
        self.insider = is_insider(log.night, seat)
        self.whisper = whisper(phones, seat) if seat else ""

    @cached_property
    def people(self) -> dict[str, Who]:
        """Everybody who joined, in order of joining."""
        players = self.night.players.values()
        return {who.id: Who(who.id, who.name, place % MARKS + 1) for place, who in enumerate(players)}

    @cached_property
    def seated(self) -> tuple[Who, ...]:
        """Everybody in seat order."""
        return tuple(self.people[player] for player in self.night.order)

    @property
    def corrections(self) -> int:
        """How many undos and changes there are: a fact told again after an undo is told anew."""
        return len(self.log.corrections)

    @property
    def game(self) -> Game | None:
        """The game that is on."""
        return GAMES[self.night.game.kind] if self.night.game else None

    @cached_property
    def screen(self) -> Any:
        """What the game that is on shows; None between games and for games without a screen."""
        if self.game is None or self.game.screen is None or self.night.game is None:
            return None
        return self.game.screen(self.night.game.state, self.night.table(), self.newcomers)

    @property
    def newcomers(self) -> tuple[str, ...]:
        """Those present who joined since the game began and are not in it; who sat out at its start is not asked."""
        if self.game is None or self.night.game is None:
            return ()
        known = {*self.night.game.before, *self.game.players(self.night.game.state)}
        return tuple(player for player in self.night.present() if player not in known)

    def who(self, hand: str | None) -> Who | None:
        """The player of a hand."""
        return self.people.get(controller(hand)) if hand else None

    def name(self, hand: str | None) -> str:
        """The name of a hand, a dummy's being its controller's."""
        return self.night.table().name(hand)

    def amount(self, amount: int) -> str:
        """So many of the night's unit, in words."""
        return measure.amount(amount, self.night.unit)


def whisper(phones: Phones, seat: str) -> str:
    """Six letters that change with what a seat keeps to itself; none while it keeps nothing.

    Nobody can tell from them what it is, for they hang on a secret of its phone too; all processes say the same ones.
    """
    wish, phone = phones.wish_of(seat), phones.of_player(seat)
    key = phone.token_hash.encode() if phone else b""
    return "" if wish == Wish() else blake2b(repr(wish).encode(), key=key, digest_size=3).hexdigest()
