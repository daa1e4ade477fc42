"""Who may send which event: one table for the night's own events, and each game's own table beside it."""

from collections.abc import Collection, Iterable
from functools import cache
from typing import Any, NamedTuple, Protocol

from ..domain import events as of
from ..domain.event_log import Log
from ..domain.events import Event
from ..domain.games import GAMES
from ..domain.games.game import Game
from ..domain.night import Night
from ..domain.refused import Refused
from ..domain.visibility import can_see, initiated
from ..storage.members import Phones

ANYBODY = "anybody"
SEAT = "seat"
FINESMASTER = "finesmaster"
SERVER = "server"
INSIDER = "insider"

SENDERS = {
    "night.opened": SERVER,
    "player.joined": ANYBODY,
    "player.left": ANYBODY,
    "player.returned": ANYBODY,
    "seats.moved": ANYBODY,
    "finesmaster.named": FINESMASTER,
    "fine.given": FINESMASTER,
    "fine.forgiven": FINESMASTER,
    "drink.taken": ANYBODY,
    "drink.moved": SERVER,
    "rule.made": ANYBODY,
    "rule.amended": ANYBODY,
    "rule.repealed": ANYBODY,
    "rule.called": ANYBODY,
    "rule.objected": SEAT,
    "rule.struck": SERVER,
    "call.contested": SEAT,
    "call.settled": FINESMASTER,
    "office.claimed": SEAT,
    "office.voted": SERVER,
    "sneak.named": FINESMASTER,
    "player.initiated": INSIDER,
    "unit.changed": FINESMASTER,
    "water.called": SEAT,
    "game.started": ANYBODY,
    "game.ended": ANYBODY,
    "night.closed": FINESMASTER,
    "entry.undone": ANYBODY,
    "entry.changed": ANYBODY,
    **{kind: game.senders.get(kind, ANYBODY) for game in GAMES.values() for kind in game.events},
}


class State(Protocol):
    """A night as it stands: its log, what follows from it, and the phones at the table."""

    @property
    def log(self) -> Log: ...
    @property
    def night(self) -> Night: ...
    @property
    def phones(self) -> Phones: ...


class Sender(NamedTuple):
    """Who taps: the player it counts as, the phone, and the player whose phone that is (None: the companion itself)."""

    acting: str | None
    device: int | None = None
    seat: str | None = None


def authorise(event: Event, sender: Sender, state: State, fields: Collection[str] = ()) -> None:
    """Refuses an event that this phone may not send; an undo or a change is judged like the entry it is about.

    For somebody without a phone only public facts can be entered: nobody else holds their office or their secrets.
    `fields` are those that its form has.
    """
    own, acting = sender.seat, sender.acting
    if own is None or acting is None:
        return
    judged = judged_by(event, state.log)
    speaks = acting if state.phones.lent_to(acting) == own else own
    secret = _is_secret(judged, state.night)
    kind = SEAT if secret else SENDERS[judged.type]
    if secret:
        _check_sees(event, own, speaks, state)
    if kind == SERVER and judged is event:
        raise Refused("The companion writes that itself.")
    joins = isinstance(judged, of.PlayerJoined) and judged is not event and judged.player != speaks
    if joins and state.phones.has_phone(getattr(judged, "player", "")):  # it renames them, or takes them away
        kind = FINESMASTER
    if kind in (FINESMASTER, SERVER) and state.night.finesmaster != speaks:
        raise _for_the_finesmaster(state.night)
    theirs = getattr(judged, "player", speaks) == speaks
    if kind == SEAT and not theirs and not _for_finesmaster(judged, speaks, state.night):
        raise Refused("That is for the player's own phone.")
    if isinstance(judged, of.CallContested):
        _check_accused(event, judged, state.night)
    _check_initiated(event, judged, fields, own, state.log)


def check_acting(acting: str, own: str, state: State) -> None:
    """A phone acts for its own seat, for one lent to it, or in public facts for one without a phone."""
    if acting == own or state.phones.lent_to(acting) == own:
        return
    if acting not in state.night.players:
        raise Refused("There is nobody of that name at this table.")
    if state.phones.has_phone(acting):
        raise Refused(f"{state.night.name_of(acting)} has a phone: that is for them to tap.")


def _check_sees(event: Event, own: str, speaks: str, state: State) -> None:
    """A secret is entered on the player's own phone, or on one that the seat of a player without a phone is lent to.

    What was entered on another phone, and is hidden from this one, can be undone and entered anew, but not changed.
    """
    since = state.phones.since(own, speaks)
    if since is None:
        raise Refused("That is for the player's own phone.")
    anew = isinstance(event, of.EntryUndone) or getattr(event, "player", speaks) != speaks
    if not anew and not can_see(state.log, speaks, since):
        raise Refused(
            "That was entered on another phone and is hidden from this one. Undo it in the log, and enter it anew."
        )


def _check_accused(event: Event, contest: of.CallContested, night: Night) -> None:
    """A call is contested by the player who was caught, and a contest is about that call only."""
    if isinstance(event, of.EntryChanged):
        raise Refused("That can be undone, but not changed.")
    call = night.calls.get(contest.entry) if event is contest else None
    if call is not None and call.player != contest.player:
        raise Refused(f"Only {night.name_of(call.player)}, who was caught, may say that it is not so.")


def _is_secret(event: Event, night: Night) -> bool:
    """Whether the game that is on hides such an event from the others: then it is for the player's own phone."""
    if night.game is None:
        return False
    game = GAMES[night.game.kind]
    return bool(game.hidden and event.type in game.events and game.hidden(night.game.state, event) is not None)


def _for_the_finesmaster(night: Night) -> Refused:
    return Refused(f"That is for the finesmaster, {night.name_of(night.finesmaster)}.")


def _for_finesmaster(event: Event, seat: str, night: Night) -> bool:
    """Whether the game lets the finesmaster enter this for somebody else now."""
    allows = GAMES[night.game.kind].by_finesmaster if night.game and night.finesmaster == seat else None
    return bool(allows and night.game and allows(night.game.state, event))


def judged_by(event: Event, log: Log) -> Event:
    """The event whose sender counts: for an undo or change, the one it reaches in the end."""
    while isinstance(event, of.EntryUndone | of.EntryChanged) and 0 < event.entry <= log.seq:
        event = log.line(event.entry).entry.event
    return event


def _check_initiated(event: Event, judged: Event, fields: Iterable[str], own: str, log: Log) -> None:
    """Refuses to initiate somebody, or to enter what only the initiated know, on a phone whose player is not one."""
    known = initiated(log.night)
    if own in known:
        return
    if isinstance(judged, of.PlayerInitiated) or (known and _initiates(event, judged, log, known)):
        raise Refused("Only who was initiated may initiate others.")
    if not _secret(type(judged)).isdisjoint(field.removeprefix("event.") for field in fields):
        raise Refused("Enter only who took the trick.")


def _initiates(event: Event, judged: Event, log: Log, known: frozenset[str]) -> bool:
    """Whether this initiates players by the options of a game, or changes or undoes a start that did."""
    if isinstance(event, of.GameStarted):
        return not _named(event.options) <= known
    if not isinstance(judged, of.GameStarted) or judged.game not in GAMES or GAMES[judged.game].insiders is None:
        return False
    if not isinstance(event, of.EntryChanged):
        return True
    before = log.line(event.entry).counts or judged
    assert isinstance(before, of.GameStarted)
    changed: Any = event.event.get("options", {})
    return _named(changed) != _named(before.options)


def _named(options: dict[str, Any]) -> frozenset[str]:
    """The players that the options of a game name as initiated."""
    named = options.get("initiated")
    return frozenset(map(str, named)) if isinstance(named, list | tuple) else frozenset()


@cache
def _secret(kind: type[Event]) -> frozenset[str]:
    """The fields of such an event that only insiders may fill."""
    games: Iterable[Game] = (game for game in GAMES.values() if kind in game.events.values())
    return frozenset(kind.__struct_fields__).intersection(name for game in games for name in game.secret)


def acts_for(state: State, own: str | None, seat: str | None) -> bool:
    """Whether a phone speaks for a seat, and for an office that it holds: its own, or one lent to it."""
    return own is not None and seat in state.night.players and own in (seat, state.phones.lent_to(seat or ""))


def may_agree_for(state: State, own: str | None, seat: str) -> bool:
    """Whether a phone may agree for a seat: its own, one lent to it, or one that has no phone at all."""
    free = seat in state.night.players and not (state.phones.has_phone(seat) or state.phones.lent_to(seat))
    return acts_for(state, own, seat) or (own is not None and free)


def others_playing(state: State, seat: str) -> tuple[str, ...]:
    """Who else plays the game that is on with a phone of their own; also who is away, since anybody can enter that."""
    playing = state.night.game
    players = GAMES[playing.kind].players(playing.state) if playing else ()
    return tuple(player for player in players if player != seat and state.phones.has_phone(player))


def finesmaster(state: State, own: str) -> str:
    """The seat in whose name this phone fines; refuses every phone that does not speak for the finesmaster."""
    master = state.night.finesmaster
    if master is None or not acts_for(state, own, master):
        raise _for_the_finesmaster(state.night)
    return master
