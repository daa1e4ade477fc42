"""Settling up: which fines count, what everybody owes and why, what was forgiven, and how the next night begins.

Everything that counts fines counts them with `earned`: a call that fell counts nowhere, and drinks taken over count for
whoever was fined.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

from . import events as of
from .event_log import Line, Log
from .fines import PINT, TOKEN, Charge, Player, total
from .games import GAMES
from .night import Night, Played
from .playing import standings

MOST_AT_ONCE = 1000  # the largest amount of one fine.given
Cause = Literal["game", "rule", "hand", "between"]
How = Literal["forgiven", "moved", "fell"]
Sums = Counter[str]


class Subtotal(msgspec.Struct, frozen=True):
    """What one cause charged to each player, in seat order, without players who were charged nothing.

    `name` is the id of the game or house rule; empty for fines by hand. `number` is the game's number in the night
    (only in `games`). A `paid` subtotal was paid in tokens at once.
    """

    cause: Cause
    name: str
    sums: tuple[tuple[str, int], ...]
    number: int = 0
    paid: bool = False

    @property
    def total(self) -> int:
        """What it cost the table."""
        return sum(amount for _, amount in self.sums)


class Waiver(msgspec.Struct, frozen=True):
    """An amount that `player` no longer owes: forgiven or taken over `by` somebody, or from a call that fell.

    If it was `paid`, the tokens are given back.
    """

    how: How
    by: str | None
    player: str
    amount: int
    paid: bool = False


class Settling(msgspec.Struct, frozen=True):
    """A night's sums: per player in seat order, per game, per cause, and the waived amounts.

    `games` and `causes` each add up to what everybody earned, `waived` to what they were forgiven.
    """

    players: tuple[Player, ...]
    games: tuple[Subtotal, ...]
    causes: tuple[Subtotal, ...]
    waived: tuple[Waiver, ...]


def earned(night: Night, line: Line) -> tuple[Charge, ...]:
    """The fines of an entry that count: not those of a call that fell, nor those only taken over from somebody else."""
    return () if isinstance(line.counts, of.DrinkMoved) or has_fallen(night, line) else line.charges


def has_fallen(night: Night, line: Line) -> bool:
    """Whether the entry is a call that the finesmaster let fall."""
    call = night.calls.get(line.entry.seq)
    return call is not None and call.stands is False


def earned_in(log: Log, played: Played) -> Sums:
    """What everybody earned during that game, for any reason."""
    lines = log.lines_of(played)
    return Counter(total((row.player, row.amount) for line in lines for row in earned(log.night, line)))


def earned_standings(log: Log, played: Played) -> list[tuple[str, int, int]]:
    """Player, score and place in that game, best first: places as in replay, scores with only the fines that count."""
    sums = earned_in(log, played)
    sums.subtract(played.parting)
    scores = GAMES[played.kind].scores(played.state, sums)
    return [(player, scores[player], place) for player, _, place in standings(log.night, played)]


def settled_up(log: Log) -> Settling:
    """The sums of a night."""
    night, apart = log.night, log.night.unit != TOKEN  # whether tokens are counted apart from the night's unit
    charged: defaultdict[tuple[Cause, str, bool], Sums] = defaultdict(Counter)
    tokens: defaultdict[int, Sums] = defaultdict(Counter)
    waived: Counter[tuple[How, str | None, str, bool]] = Counter()
    for line in log.lines:
        for charge in earned(night, line):
            paid = charge.paid and apart
            charged[*_cause(night, line, charge), paid][charge.player] += charge.amount
            if paid:
                tokens[_game_of(night, charge).started][charge.player] += charge.amount
        for each in _waivers_of(night, line):
            waived[each.how, each.by, each.player, each.paid and apart] += each.amount
    return Settling(
        players=tuple(night.players[player] for player in night.order),
        games=tuple(_by_game(log, tokens)),
        causes=tuple(_by_cause(night, charged)),
        waived=tuple(Waiver(how, by, player, amount, paid) for (how, by, player, paid), amount in waived.items()),
    )


def _by_game(log: Log, tokens: Mapping[int, Sums]) -> Iterator[Subtotal]:
    """What was earned during each game, in drinks and in tokens, and between the games."""
    night = log.night
    rest = Counter({player.id: player.earned for player in night.players.values()})
    for number, played in enumerate(night.played, start=1):
        cost, paid = earned_in(log, played), tokens.get(played.started, Counter())
        rest.subtract(cost)
        cost.subtract(paid)
        drinks = _subtotal(night, "game", played.kind, cost, number)
        if drinks.sums or not paid:
            yield drinks
        if paid:
            yield _subtotal(night, "game", played.kind, paid, number, paid=True)
    if any(rest.values()):
        yield _subtotal(night, "between", "", rest)


def _by_cause(night: Night, charged: Mapping[tuple[Cause, str, bool], Sums]) -> Iterator[Subtotal]:
    """What was earned by the games themselves, by each house rule, and by hand."""
    causes: list[tuple[Cause, str]] = [("game", kind) for kind in dict.fromkeys(played.kind for played in night.played)]
    causes += [("rule", rule) for rule in night.rules]
    for cause, name in (*causes, ("hand", "")):
        for paid in (False, True):
            if sums := charged.get((cause, name, paid)):
                yield _subtotal(night, cause, name, sums, paid=paid)


def _subtotal(
    night: Night, cause: Cause, name: str, sums: Mapping[str, int], number: int = 0, paid: bool = False
) -> Subtotal:
    charged = tuple((player, sums[player]) for player in night.order if sums.get(player))
    return Subtotal(cause, name, charged, number, paid)


def _cause(night: Night, line: Line, charge: Charge) -> tuple[Cause, str]:
    if charge.rule is not None:
        return "rule", charge.rule
    if isinstance(line.counts, of.FineGiven):
        return "hand", ""
    return "game", _game_of(night, charge).kind


def _game_of(night: Night, charge: Charge) -> Played:
    """The game that was on when this was charged."""
    return next(played for played in reversed(night.played) if played.started < charge.seq)


def _waivers_of(night: Night, line: Line) -> Iterator[Waiver]:
    event = line.counts
    if isinstance(event, of.FineForgiven):
        yield Waiver("forgiven", line.entry.by, event.player, event.amount)
    elif isinstance(event, of.DrinkMoved):
        yield Waiver("moved", event.to, event.player, event.amount)
    elif isinstance(event, of.CallSettled) and not event.stands:
        for charge in night.calls[event.entry].charges:
            yield Waiver("fell", line.entry.by, charge.player, charge.amount, charge.paid)


def converted(amount: int, old: str, new: str) -> int | None:
    """An amount in another unit of the pint, rounded to the nearest whole, a half down; None for any other unit.

    An amount below zero (drunk ahead) is rounded in the same way.
    """
    if old not in PINT or new not in PINT:
        return None
    whole, rest = divmod(abs(amount) * PINT[new], PINT[old])
    nearest = whole + (2 * rest > PINT[old])
    return nearest if amount >= 0 else -nearest


def next_night(night: Night, name: str, date: str) -> tuple[of.Entry, ...]:
    """The first entries of the next night: the same people, unit and seats, and what each still owes.

    The name is not checked here.
    """
    master = night.finesmaster
    events: list[tuple[of.Event, str | None]] = [(of.NightOpened(name=name, unit=night.unit, date=date), master)]
    events += [(of.PlayerJoined(player=each.id, name=each.name), None) for each in night.players.values()]
    if night.order != tuple(night.players):
        events.append((of.SeatsMoved(order=night.order), master))
    for player in night.order:
        events += [(fine, master) for fine in _carried(player, night.players[player].owed, night.name)]
    return tuple(of.Entry(seq, event, by=by) for seq, (event, by) in enumerate(events, start=1))


def _carried(player: str, owed: int, name: str) -> Iterator[of.FineGiven]:
    while owed > 0:
        amount = min(owed, MOST_AT_ONCE)
        yield of.FineGiven(player=player, amount=amount, reason=f"from {name}")
        owed -= amount
