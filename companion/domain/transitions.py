"""How an entry changes the night: `check` can refuse the entry, `evolve` never does.

People, seats and offices, fines and drinks are here (docs/night-format.md#events-of-a-night), games are in `playing`,
house rules in `ruling`.
"""

import datetime
from collections.abc import Iterable
from functools import reduce
from typing import Any

from msgspec.structs import replace

from . import events as of
from . import old_votes, playing
from .fines import Charge, Player
from .house_rules import ruling
from .night import Night, Outcome, Transitions
from .refused import Filled, Refused

DebtReduced = of.DrinkTaken | of.FineForgiven | of.DrinkMoved


# People, seats and offices


def check_opened(night: Night, event: of.NightOpened, entry: of.Entry) -> None:
    if night.opened:
        raise Refused("the night is already open")
    if event.date:
        try:
            datetime.date.fromisoformat(event.date)
        except ValueError:
            raise Refused(f"{event.date} is not a date") from None
    for law in event.laws:
        ruling.check_law(law)


def opened(night: Night, event: of.NightOpened, entry: of.Entry) -> Outcome:
    date, master = event.date or None, entry.by
    return replace(night, name=event.name, unit=event.unit, date=date, opened=True, finesmaster=master), ()


def check_joined(night: Night, event: of.PlayerJoined, entry: of.Entry) -> None:
    if event.player in night.players:
        raise Refused(f"{event.player} has already joined")
    if event.name in night.names.values():
        raise Refused(f"somebody at this table is called {event.name} already; take another name")


def joined(night: Night, event: of.PlayerJoined, entry: of.Entry) -> Outcome:
    after = replace(
        night,
        order=(*night.order, event.player),
        players={**night.players, event.player: Player(event.player, event.name)},
        names={**night.names, event.player: event.name},
        finesmaster=night.finesmaster or event.player,
    )
    return after, ()


def check_left(night: Night, event: of.PlayerLeft, entry: of.Entry) -> None:
    if event.player in night.away:
        raise Refused(f"{night.names[event.player]} has left already")


def left(night: Night, event: of.PlayerLeft, entry: of.Entry) -> Outcome:
    return playing.after_leaving(replace(night, away=night.away | {event.player}), entry.seq)


def check_returned(night: Night, event: of.PlayerReturned, entry: of.Entry) -> None:
    if event.player not in night.away:
        raise Refused(f"{night.names[event.player]} is here already")


def returned(night: Night, event: of.PlayerReturned, entry: of.Entry) -> Outcome:
    return playing.after_leaving(replace(night, away=night.away - {event.player}), entry.seq)


def check_seats(night: Night, event: of.SeatsMoved, entry: of.Entry) -> None:
    if len(event.order) < len(night.players):
        raise Refused("the order of seats leaves somebody out")


# Fines by hand, and what is drunk, forgiven and moved


def given(night: Night, event: of.FineGiven, entry: of.Entry) -> Outcome:
    reason = event.reason or "fine"
    charges = (Charge(entry.seq, event.player, event.amount, reason, because=reason),)
    return night.charged(charges), charges


def taken(night: Night, event: of.DrinkTaken, entry: of.Entry) -> Outcome:
    return night.with_player(night.players[event.player].take(event.amount)), ()


def forgiven(night: Night, event: of.FineForgiven, entry: of.Entry) -> Outcome:
    return night.with_player(night.players[event.player].forgive(event.amount)), ()


def check_moved(night: Night, event: of.DrinkMoved, entry: of.Entry) -> None:
    if event.to == event.player:
        raise Refused("a drink goes to somebody else")


def moved(night: Night, event: of.DrinkMoved, entry: of.Entry) -> Outcome:
    reason = f"for {night.names[event.player]}"
    charge = Charge(entry.seq, event.to, event.amount, reason, because=reason)
    night = night.with_player(night.players[event.player].hand_on(event.amount))
    return night.with_player(night.players[event.to].take_over(charge)), (charge,)


def check_unit(night: Night, event: of.UnitChanged, entry: of.Entry) -> None:
    if night.game is not None:
        raise Refused("the unit can only change between games")


TRANSITIONS: Transitions = {
    of.NightOpened: (check_opened, opened),
    of.PlayerJoined: (check_joined, joined),
    of.PlayerLeft: (check_left, left),
    of.PlayerReturned: (check_returned, returned),
    of.SeatsMoved: (check_seats, lambda night, event, entry: (replace(night, order=event.order), ())),
    of.FinesmasterNamed: (None, lambda night, event, entry: (replace(night, finesmaster=event.player), ())),
    of.SneakNamed: (None, lambda night, event, entry: (replace(night, sneak=event.player), ())),
    of.PlayerInitiated: (
        None,
        lambda night, event, entry: (replace(night, initiated=night.initiated | {event.player}), ()),
    ),
    of.WaterCalled: (None, lambda night, event, entry: (night, ())),
    of.FineGiven: (None, given),
    of.DrinkTaken: (None, taken),
    of.FineForgiven: (None, forgiven),
    of.DrinkMoved: (check_moved, moved),
    of.UnitChanged: (check_unit, lambda night, event, entry: (replace(night, unit=event.unit), ())),
    **ruling.TRANSITIONS,
    **old_votes.TRANSITIONS,
    **playing.TRANSITIONS,
}


_NAMES = ("player", "to", "order", "players", "votes", "chosen", "rule")
_NEW = (of.PlayerJoined, of.RuleMade)  # these name somebody, or a rule, for the first time
NAMED = {
    kind: [field for field in _NAMES if field in kind.__struct_fields__ and kind not in _NEW] for kind in TRANSITIONS
}


def check(night: Night, entry: of.Entry, again: bool = False) -> None:
    """Refuses an entry that is not valid after this night, in words.

    `again` is for checking a log once more after a correction: then nobody is refused for drinking more than they owe.
    """
    event = entry.event
    _check_open(night, entry)
    own = TRANSITIONS.get(type(event))
    if own is None:
        playing.check_event(night, entry)
    else:
        _check_named(night, event)
        if own[0] is not None:
            own[0](night, event, entry)
    if isinstance(event, DebtReduced) and not again:
        _check_owed(night, event)


def _check_open(night: Night, entry: of.Entry) -> None:
    event = entry.event
    if not night.opened and not isinstance(event, of.NightOpened):
        raise Refused("a night begins with night.opened")
    if night.closed:
        raise (Filled if isinstance(event, of.NightClosed) else Refused)("the night is over")
    own = isinstance(event, of.PlayerJoined) and event.player == entry.by
    if not (entry.by is None or entry.by in night.players or own or isinstance(event, of.NightOpened)):
        raise Refused(f"{entry.by} has not joined this night")


def _check_named(night: Night, event: of.Event) -> None:
    """Refuses players who have not joined, a list that names somebody twice, and a house rule that is not in force."""
    for field in NAMED[type(event)]:
        named: Any = getattr(event, field) or ()
        if field == "rule":
            night.rule(named)
        else:
            night.check_players((named,) if isinstance(named, str) else named)


def _check_owed(night: Night, event: DebtReduced) -> None:
    """Refuses to drink, forgive or pass on more than the player owes."""
    player = night.players[event.player]
    if event.amount > player.owed:
        owed = max(player.owed, 0)
        raise Refused(f"{player.name} owes {owed or 'nothing'}{' only' if owed else ''}, not {event.amount}")


def evolve(night: Night, entry: of.Entry) -> Outcome:
    """The night after the entry, and what the entry charged."""
    own = TRANSITIONS.get(type(entry.event))
    return own[1](night, entry.event, entry) if own else playing.event(night, entry)


def fold(entries: Iterable[of.Entry], night: Night | None = None) -> Night:
    """The night after all these entries, each of which was checked before."""
    return reduce(lambda before, entry: evolve(before, entry)[0], entries, night or Night())
