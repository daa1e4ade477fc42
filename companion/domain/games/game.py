"""What a game is to the house: one record of plain functions over a frozen state."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from ..events import Event, GameStarted
from ..fines import Charge, Fine
from ..house_rules.model import Happening, Roles
from ..seating import Circle, Table
from .simulation import Simulation


class Step(msgspec.Struct, frozen=True, gc=False):
    """What follows from one event: the new state, whom it costs what, what happened, and whether the game is over.

    `rights` names who earned a right to make a rule; `roles` are those of the event where they differ from the state's.
    """

    state: Any
    fines: tuple[Fine, ...] = ()
    happened: tuple[Happening, ...] = ()
    rights: tuple[str, ...] = ()
    roles: Roles | None = None
    over: bool = False


class Paid(msgspec.Struct, frozen=True, gc=False):
    """What charges really cost in a game in which they are paid at once: the new state, the charges that were paid,
    each in the amount that was, and whether paying ended the game.
    """

    state: Any
    charges: tuple[Charge, ...] = ()
    over: bool = False


def screen_only(state: Any, table: Table, seat: str, words: Mapping[str, list[str]]) -> None:
    """A page of a game that shows nothing but what the table's screen shows."""


class FineTable(NamedTuple):
    """What a game says on paper about its fines: its `chart` for so many players, and the deal just fined (or None)."""

    chart: Callable[[int], Any]
    fined: Callable[[Any], Any]


class Counter(msgspec.Struct, frozen=True, kw_only=True):
    """What the recap counts in a game to measure luck by it: `counts` in words, `by` what happens in it.

    `score` counts deals in which somebody's score rose. `yardstick` says in a sentence what is expected, `better`
    whether more or fewer is what one wants (None: that depends). `dealt` are those dealt in by the state that an
    event left, `most` the most that each box can have.
    """

    counts: str
    by: Literal["tricks", "bids", "boxes", "score"]
    yardstick: str
    better: Literal["more", "fewer"] | None = None
    dealt: Callable[[Any], Circle] = lambda state: ()
    most: Mapping[str, int] = {}


Throw = Callable[[int], tuple[int, ...]]
Plays = tuple[tuple[str, str], ...]


class Judged(NamedTuple):
    """What a game says of a trick that lies on the table: who takes it (None: nobody), and which cards cancel out."""

    taker: str | None
    cancelled: frozenset[str] = frozenset()


class NoOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game that is played one way only."""


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """One game on the shelf; it knows nothing of fines already owed, of phones, or of other games.

    `check` raises Refused; `evolve` never does for what was checked. `limits` raises it too, for what a log may say but
    nobody at this table can have done. `scores` takes what each player was charged since the game began.
    `circle` are those among whom house rules count, by default also who is out or away; None until somebody was dealt
    in. `left` is asked when somebody left or returned.
    `screen` gets those who joined since the game began and are not in it yet.
    `own` is what one seat's phone shows beside it (`own_alone`: without anything of the screen), `pages` are screens
    of their own: state, table, seat, typed words.
    `sheet` is its score sheet as a seat may see it, as everybody may once it is over (None), or empty (no state).
    `hidden` names the owner of an event that nobody else may see yet; `insiders` are those who may know the reasons
    (of the state and of those initiated this night). `tell` gives nothing of either away, `tell_open` says it all.
    `senders` says who may send an event where not anybody may: seat (the player's own), finesmaster or server;
    `by_finesmaster` when the finesmaster may send a seat's own; `secret` are the fields only insiders may fill.
    `fill` puts in what only the server may throw: given the state (None at `game.started`), the event as a
    form says it, and how to throw so many dice. `judged` says who takes the cards of a trick (None: it cannot tell).
    `pays` is asked what an entry costs by the game and by house rules, by seat, even if nothing: a game played for
    tokens says what is paid of it, charged and taken at once; None where it is owed as ever. `repays` is the state when
    charges it paid do not stand. `most_wins` may depend on the state, and `ending` says who won in a sentence, or "".
    `counts` is what its scores are, `wins` whether whoever comes first has won (some games only have losers), `extra`
    what is scored beside the boxes. `fine_table` is what it says on paper about its own fines.
    `boxes` are the spoken names of its boxes by their id, `spoken` what else people call them.
    `simulation` plays it without people, for what it costs; `starters` are house rules that go well with it,
    each a sentence under its title.
    `counter` is what the recap of a night counts in it.
    """

    id: str
    name: str
    seats: range
    events: dict[str, type[Event]]
    senders: dict[str, str] = {}
    start: Callable[[GameStarted, Any, Table], Any]
    check: Callable[[Any, Any, Table], None]
    evolve: Callable[[Any, Any, Table], Step]
    limits: Callable[[Any, Any, Table], None] | None = None
    roles: Callable[[Any, Table], Roles]
    scores: Callable[[Any, Mapping[str, int]], dict[str, int]]
    tell: Callable[[Any, Table], str]
    players: Callable[[Any], Circle] = lambda state: state.players
    circle: Callable[[Any, Table], Circle | None] = lambda state, table: state.players
    options: type[msgspec.Struct] = NoOptions
    most_wins: bool | Callable[[Any], bool] = True
    counts: str | Callable[[Any], str] = "points"
    wins: bool | Callable[[Any], bool] = True
    extra: str = ""
    fine_table: FineTable | None = None
    left: Callable[[Any, Table], Step] | None = None
    boxes: dict[str, str] = {}
    spoken: dict[str, tuple[str, ...]] = {}
    screen: Callable[[Any, Table, Circle], Any] | None = None
    own: Callable[[Any, Table, str], Any] | None = None
    own_alone: bool = False
    pages: dict[str, Callable[[Any, Table, str, Mapping[str, list[str]]], Any]] = {}
    sheet: Callable[[Any, Table, str | None], Any] | None = None
    has_dealer: bool = True
    hidden: Callable[[Any, Event], str | None] | None = None
    insiders: Callable[[Any, frozenset[str]], frozenset[str]] | None = None
    tell_open: Callable[[Any, Table], str] | None = None
    secret: frozenset[str] = frozenset()
    by_finesmaster: Callable[[Any, Event], bool] | None = None
    fill: Callable[[Any, dict[str, Any], Throw], None] | None = None
    judged: Callable[[Any, Plays], Judged | None] | None = None
    pays: Callable[[Any, Sequence[Charge], Table], Paid | None] | None = None
    repays: Callable[[Any, Sequence[Charge]], Any] | None = None
    ending: Callable[[Any, Table], str] | None = None
    simulation: Simulation | None = None
    counter: Counter | None = None
    starters: Mapping[str, str] = {}


def placed(scores: Mapping[str, int], most_wins: bool) -> list[tuple[str, int, int]]:
    """Player, score and place, best first; ties share a place and keep the order given, and places go 1, 1, 3."""
    best_first = sorted(scores.items(), key=lambda item: -item[1] if most_wins else item[1])
    first_at: dict[int, int] = {}
    for place, (_, score) in enumerate(best_first, start=1):
        first_at.setdefault(score, place)
    return [(player, score, first_at[score]) for player, score in best_first]
