"""Who is at the table: joining, leaving, seats and offices (docs/night-format.md#events-of-a-night)."""

import datetime
from collections.abc import Callable
from functools import lru_cache

import msgspec
from msgspec import UnsetType
from msgspec.structs import replace

from . import events as of
from .fines import Charge, Player
from .night import Claim, Night
from .refused import Refused

MARKS = 10
Outcome = tuple[Night, tuple[Charge, ...]]
Check = Callable[[Night, of.Entry], None]
Evolve = Callable[[Night, of.Entry], Outcome]


class Who(msgspec.Struct, frozen=True):
    """A player as every screen names them: the mark (1 to 10) gives colour and shape."""

    id: str
    name: str
    mark: int


def people_of(night: Night) -> dict[str, Who]:
    """Everybody who joined, in order of joining; the same record while they are the same people."""
    return _people(tuple(night.names.items()))


@lru_cache(maxsize=1024)
def _people(names: tuple[tuple[str, str], ...]) -> dict[str, Who]:
    return {player: Who(player, name, place % MARKS + 1) for place, (player, name) in enumerate(names)}


def check_opened(night: Night, entry: of.Entry) -> None:
    event = entry.event
    assert isinstance(event, of.NightOpened)
    if night.opened:
        raise Refused("the night is already open")
    if not isinstance(event.date, UnsetType):
        try:
            datetime.date.fromisoformat(event.date)
        except ValueError:
            raise Refused(f"{event.date} is not a date") from None


def check_joined(night: Night, entry: of.Entry) -> None:
    event = entry.event
    assert isinstance(event, of.PlayerJoined)
    if event.player in night.players:
        raise Refused(f"{event.player} has already joined")
    if event.name in night.names.values():
        raise Refused(f"somebody at this table is called {event.name} already; take another name")


def check_left(night: Night, entry: of.Entry) -> None:
    event = entry.event
    assert isinstance(event, of.PlayerLeft)
    if night.player(event.player).id in night.away:
        raise Refused(f"{night.names[event.player]} has already left")


def check_returned(night: Night, entry: of.Entry) -> None:
    event = entry.event
    assert isinstance(event, of.PlayerReturned)
    if night.player(event.player).id not in night.away:
        raise Refused(f"{night.names[event.player]} is here already")


def check_seats(night: Night, entry: of.Entry) -> None:
    event = entry.event
    assert isinstance(event, of.SeatsMoved)
    night.everyone(event.order)
    if len(event.order) < len(night.players):
        raise Refused("the order of seats leaves somebody out")


def check_named(night: Night, entry: of.Entry) -> None:
    event = entry.event
    assert isinstance(
        event, of.FinesmasterNamed | of.SneakNamed | of.PlayerInitiated | of.OfficeClaimed | of.WaterCalled
    )
    night.player(event.player)


def check_voted(night: Night, entry: of.Entry) -> None:
    event = entry.event
    assert isinstance(event, of.OfficeVoted)
    night.player(event.player)
    night.everyone(event.votes)


def opened(night: Night, entry: of.Entry) -> Outcome:
    event = entry.event
    assert isinstance(event, of.NightOpened)
    date = None if isinstance(event.date, UnsetType) else event.date
    return replace(night, name=event.name, unit=event.unit, date=date, opened=True, finesmaster=entry.by), ()


def joined(night: Night, entry: of.Entry) -> Outcome:
    event = entry.event
    assert isinstance(event, of.PlayerJoined)
    after = replace(
        night,
        order=(*night.order, event.player),
        players={**night.players, event.player: Player(event.player, event.name)},
        names={**night.names, event.player: event.name},
        finesmaster=night.finesmaster or event.player,
    )
    return after, ()


def left(night: Night, entry: of.Entry) -> Outcome:
    event = entry.event
    assert isinstance(event, of.PlayerLeft)
    claim = None if night.claim is not None and night.claim.player == event.player else night.claim
    return replace(night, away=night.away | {event.player}, claim=claim), ()


def returned(night: Night, entry: of.Entry) -> Outcome:
    event = entry.event
    assert isinstance(event, of.PlayerReturned)
    return replace(night, away=night.away - {event.player}), ()


def moved(night: Night, entry: of.Entry) -> Outcome:
    event = entry.event
    assert isinstance(event, of.SeatsMoved)
    return replace(night, order=event.order), ()


def finesmaster(night: Night, entry: of.Entry) -> Outcome:
    event = entry.event
    assert isinstance(event, of.FinesmasterNamed | of.OfficeVoted)
    return replace(night, finesmaster=event.player, claim=None), ()


def claimed(night: Night, entry: of.Entry) -> Outcome:
    """The newest claim is the one that the table votes about; whoever holds the office claims nothing."""
    event = entry.event
    assert isinstance(event, of.OfficeClaimed)
    claim = night.claim if event.player == night.finesmaster else Claim(entry.seq, event.player)
    return replace(night, claim=claim), ()


def sneak(night: Night, entry: of.Entry) -> Outcome:
    event = entry.event
    assert isinstance(event, of.SneakNamed)
    return replace(night, sneak=event.player), ()


def initiated(night: Night, entry: of.Entry) -> Outcome:
    event = entry.event
    assert isinstance(event, of.PlayerInitiated)
    return replace(night, initiated=night.initiated | {event.player}), ()


def water(night: Night, entry: of.Entry) -> Outcome:
    """A water round is told and logged; it costs nobody anything."""
    return night, ()


CHECKS: dict[type[of.Event], Check] = {
    of.NightOpened: check_opened,
    of.PlayerJoined: check_joined,
    of.PlayerLeft: check_left,
    of.PlayerReturned: check_returned,
    of.SeatsMoved: check_seats,
    of.FinesmasterNamed: check_named,
    of.SneakNamed: check_named,
    of.PlayerInitiated: check_named,
    of.OfficeClaimed: check_named,
    of.OfficeVoted: check_voted,
    of.WaterCalled: check_named,
}
EVOLVES: dict[type[of.Event], Evolve] = {
    of.NightOpened: opened,
    of.PlayerJoined: joined,
    of.PlayerLeft: left,
    of.PlayerReturned: returned,
    of.SeatsMoved: moved,
    of.FinesmasterNamed: finesmaster,
    of.SneakNamed: sneak,
    of.PlayerInitiated: initiated,
    of.OfficeClaimed: claimed,
    of.OfficeVoted: finesmaster,
    of.WaterCalled: water,
}
