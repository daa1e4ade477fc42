"""Fines by hand and what is drunk, forgiven and moved (docs/night-format.md#events-of-a-night)."""

from collections.abc import Callable

from msgspec import UnsetType
from msgspec.structs import replace

from . import events as of
from .fines import Charge
from .night import Night
from .people import Check, Evolve, Outcome
from .refused import Refused


def check_given(night: Night, entry: of.Entry) -> None:
    event = entry.event
    assert isinstance(event, of.FineGiven)
    night.player(event.player)


def check_settled(night: Night, entry: of.Entry, again: bool = False) -> None:
    """Nobody drinks, is forgiven or hands on more than they owe; a log that is checked again never fails for that."""
    event = entry.event
    assert isinstance(event, of.DrinkTaken | of.FineForgiven | of.DrinkMoved)
    player = night.player(event.player)
    if event.amount > player.owed and not again:
        owed = max(player.owed, 0)
        raise Refused(f"{player.name} owes {owed or 'nothing'}{' only' if owed else ''}, not {event.amount}")


def check_moved(night: Night, entry: of.Entry, again: bool = False) -> None:
    event = entry.event
    assert isinstance(event, of.DrinkMoved)
    night.player(event.to)
    if event.to == event.player:
        raise Refused("a drink moves to somebody else")
    check_settled(night, entry, again)


def given(night: Night, entry: of.Entry) -> Outcome:
    event = entry.event
    assert isinstance(event, of.FineGiven)
    reason = "fine" if isinstance(event.reason, UnsetType) else event.reason
    charges = (Charge(entry.seq, event.player, event.amount, reason, because=reason),)
    return night.charged(charges), charges


def taken(night: Night, entry: of.Entry) -> Outcome:
    event = entry.event
    assert isinstance(event, of.DrinkTaken)
    player = night.players[event.player]
    return night.with_player(replace(player, taken=player.taken + event.amount)), ()


def forgiven(night: Night, entry: of.Entry) -> Outcome:
    event = entry.event
    assert isinstance(event, of.FineForgiven)
    player = night.players[event.player]
    return night.with_player(replace(player, forgiven=player.forgiven + event.amount)), ()


def moved(night: Night, entry: of.Entry) -> Outcome:
    event = entry.event
    assert isinstance(event, of.DrinkMoved)
    reason = f"for {night.names[event.player]}"
    charges = (Charge(entry.seq, event.to, event.amount, reason, because=reason),)
    handed_on = night.players[event.player].hand_on(event.amount)
    return night.with_player(handed_on).charged(charges), charges


def check_unit(night: Night, entry: of.Entry) -> None:
    if night.game is not None:
        raise Refused("the unit changes between games only")


def unit(night: Night, entry: of.Entry) -> Outcome:
    event = entry.event
    assert isinstance(event, of.UnitChanged)
    return replace(night, unit=event.unit), ()


CHECKS: dict[type[of.Event], Check] = {of.FineGiven: check_given, of.UnitChanged: check_unit}
CHECKS_OWED: dict[type[of.Event], Callable[[Night, of.Entry, bool], None]] = {
    of.DrinkTaken: check_settled,
    of.FineForgiven: check_settled,
    of.DrinkMoved: check_moved,
}
EVOLVES: dict[type[of.Event], Evolve] = {
    of.FineGiven: given,
    of.DrinkTaken: taken,
    of.FineForgiven: forgiven,
    of.DrinkMoved: moved,
    of.UnitChanged: unit,
}
