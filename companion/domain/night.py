"""The state of a night: everything that is computed from its log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from .asking import Ask
from .events import Entry, Event
from .fines import Cause, Charge, Player, total
from .games.game import Game, Moment
from .house_rules.model import HouseRule
from .refused import Refused
from .seating import Circle, Table

MARKS = 10


class Right(msgspec.Struct, frozen=True, gc=False):
    """A right to make, amend or repeal a rule; it was earned in the game that entry `game` started."""

    player: str
    game: int


class Call(msgspec.Struct, frozen=True, gc=False):
    """A house rule called on somebody: what it charged, who contests it, how it was settled (None: not yet)."""

    rule: str
    player: str
    charges: tuple[Charge, ...]
    answers: bool = False  # the rule had asked whom the player picks
    stands: bool | None = None
    contested: str | None = None


class Played(msgspec.Struct, frozen=True):
    """A `game` of the night, started by entry `started`.

    `before` is each player's total charge when it began. `since` is what each player was charged in it and `ended` the
    entry that ended it; None while it is on. `stopped`: it was ended before it was complete. `parting` is what house
    rules charged for its end, not part of `since`. Who was `missing` when it began can still come in.
    """

    game: Game
    started: int
    state: Any
    before: dict[str, int]
    since: dict[str, int] | None = None
    ended: int | None = None
    stopped: bool = False
    parting: dict[str, int] = {}
    missing: frozenset[str] = frozenset()

    def knows(self, player: str) -> bool:
        """Whether the player was here when the game began, or plays it."""
        return player in self.before.keys() - self.missing or player in self.game.players(self.state)


class Night(msgspec.Struct, frozen=True):
    """The state after an entry: `order` is clockwise, `players` in order of joining, `game` the one that is on.

    `insiders` know the secrets of the `games` that are over; None if these had no secrets. `moment` is the newest one.
    """

    name: str = ""
    unit: str = "drink"
    date: str | None = None
    opened: bool = False
    closed: bool = False
    order: Circle = ()
    players: dict[str, Player] = {}
    names: dict[str, str] = {}
    away: frozenset[str] = frozenset()
    finesmaster: str | None = None
    sneak: str | None = None
    initiated: frozenset[str] = frozenset()
    rules: dict[str, HouseRule] = {}
    rights: tuple[Right, ...] = ()
    calls: dict[int, Call] = {}
    asking: tuple[Ask, ...] = ()
    game: Played | None = None
    games: tuple[Played, ...] = ()
    insiders: frozenset[str] | None = None
    moment: Moment | None = None

    @property
    def played(self) -> tuple[Played, ...]:
        """Every game of the night, in order: the one that is on last."""
        return (*self.games, self.game) if self.game else self.games

    @property
    def game_id(self) -> str | None:
        """The id of the game that is on."""
        return self.game.game.id if self.game else None

    def table(self) -> Table:
        """The part of the night that a game knows."""
        return Table(self.order, self.away, self.names)

    def name_of(self, hand: str | None) -> str:
        """The name of a player, or of a player's dummy."""
        return self.table().name(hand)

    def present(self) -> Circle:
        """Everyone not away, clockwise."""
        return tuple(player for player in self.order if player not in self.away)

    def check_players(self, players: Iterable[str]) -> None:
        """Refuses a list with somebody who has not joined, or with anybody twice."""
        named = tuple(players)
        for player in named:
            if player not in self.players:
                raise Refused(f"{player} has not joined this night")
        if len(set(named)) < len(named):
            raise Refused("the list names somebody twice")

    def rule(self, rule: str) -> HouseRule:
        """An active house rule; refuses any other."""
        found = self.rules.get(rule)
        if found is None:
            raise Refused(f"there is no rule {rule}")
        if not found.active:
            raise Refused(f"“{found.text}” was dropped")
        return found

    def charged(self, charges: Iterable[Charge]) -> Night:
        """The night with the charges of one entry added to its sums."""
        rows = tuple(charges)
        if not rows:
            return self
        by_player: dict[str, list[Charge]] = {}
        for charge in rows:
            by_player.setdefault(charge.player, []).append(charge)
        changed = {player: self.players[player].charge(charges) for player, charges in by_player.items()}
        cost = total((charge.rule, charge.amount) for charge in rows if charge.rule)
        fired = {rule: self.rules[rule].fires(amount) for rule, amount in cost.items()}
        rules = {**self.rules, **fired} if fired else self.rules
        return replace(self, players={**self.players, **changed}, rules=rules)

    def with_player(self, player: Player) -> Night:
        """The night with somebody's sums replaced."""
        return replace(self, players={**self.players, player.id: player})


def differences(before: Night, after: Night) -> dict[str, int]:
    """How much more or less the players owe in the second night.

    For those who owe the same it is what they drank or paid. Players for whom neither differs are left out.
    """
    nobody = Player("", "")
    found: dict[str, int] = {}
    for player in {**before.players, **after.players}:
        was, now = before.players.get(player, nobody), after.players.get(player, nobody)
        found[player] = now.owed - was.owed or now.taken - was.taken
    return {player: difference for player, difference in found.items() if difference}


class Effects(NamedTuple):
    """What an undo or change of an older entry would do: the night as it is and as it would be, and the game concerned.

    `reveals`: it would turn up what is hidden now. `changed` are the entries that one tap changes, each as it would
    then be. `causes` are why others are charged more or less.
    """

    before: Night
    after: Night
    played: Played | None
    reveals: bool
    changed: Mapping[int, Event]
    causes: tuple[Cause, ...]


def passed_on(before: Night, after: Night) -> tuple[tuple[str, str | None], ...]:
    """The rules whose titles somebody else holds in the second night, each with who does (None: nobody any more)."""
    if before.rules is after.rules:
        return ()
    held = {rule.id: rule.holder for rule in before.rules.values()}
    return tuple((rule.id, rule.holder) for rule in after.rules.values() if rule.holder != held.get(rule.id))


class Who(msgspec.Struct, frozen=True):
    """A player as screens show them; `mark` (1 to 10) selects the colour and shape."""

    id: str
    name: str
    mark: int


def people_of(night: Night) -> dict[str, Who]:
    """Everybody who joined, in order of joining."""
    return {player: Who(player, name, place % MARKS + 1) for place, (player, name) in enumerate(night.names.items())}


Outcome = tuple[Night, tuple[Charge, ...]]
"""A night after an entry, and what the entry charged."""
Check = Callable[[Night, Any, Entry], None]
Evolve = Callable[[Night, Any, Entry], Outcome]
Transitions = dict[type[Event], tuple[Check | None, Evolve]]
"""For each kind of event the function that can refuse it, if any, and the one that makes the night after it."""
