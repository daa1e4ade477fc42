"""Who may do what, and for whom: one table has the events of the night and those of every game."""

from collections.abc import Collection, Iterable
from functools import cache
from typing import Any, NamedTuple, Protocol

from . import events as of
from .event_log import Log
from .events import Entry, Event
from .final import is_final
from .games import GAMES
from .games.game import NOBODY, Game
from .limits import are_rules_earned
from .night import Night
from .old_votes import OLD
from .playing import owner
from .refused import Refused
from .visibility import can_see, face_down, initiated

ANYBODY = "anybody"
SEAT = "seat"
FINESMASTER = "finesmaster"
SERVER = "server"
INSIDER = "insider"
SETTLER = "settler"
CONTESTABLE = 60.0  # seconds in which a call can be contested, and a slip be taken back by anybody
NO_MORE = "no more"
HIDDEN = "Another phone entered that, and it is hidden from this one. Undo it in the log, and enter it again."

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
    "call.contested": SEAT,
    "call.settled": SETTLER,
    "sneak.named": FINESMASTER,
    "player.initiated": INSIDER,
    "unit.changed": FINESMASTER,
    "water.called": SEAT,
    "game.started": ANYBODY,
    "game.joined": ANYBODY,
    "game.ended": ANYBODY,
    "night.closed": FINESMASTER,
    "entry.undone": ANYBODY,
    "entry.changed": ANYBODY,
    **dict.fromkeys(OLD, NO_MORE),
    **{kind: game.entering.senders.get(kind, ANYBODY) for game in GAMES.values() for kind in game.events},
}


class Seats(Protocol):
    """The phones at a table, as far as rights depend on them."""

    def has_phone(self, player: str, /) -> bool:
        """Whether the player has a phone of their own."""

    def lent_to(self, player: str, /) -> str | None:
        """The player whose phone a seat is lent to."""

    def since(self, own: str, seat: str, /) -> int | None:
        """The entry after which the phone of `own` can see the hidden facts about this seat; None if it sees none."""


class State(Protocol):
    """A night now: its log, the state computed from it, and the phones at the table."""

    @property
    def log(self) -> Log: ...
    @property
    def night(self) -> Night: ...
    @property
    def phones(self) -> Seats: ...


class Sender(NamedTuple):
    """Who sends an event: the player it is entered for, the phone, and the phone's own player (None: the companion).

    `is_handed`: the player it is entered for has a phone of their own, which is away.
    """

    acting: str | None
    device: int | None = None
    seat: str | None = None
    is_handed: bool = False


def authorise(event: Event, sender: Sender, state: State, fields: Collection[str] = ()) -> None:
    """Refuses an event that this phone cannot send; an undo or a change is judged like the entry it is about.

    What is final is put right by the finesmaster, whoever entered it. For a player without a phone, other phones can
    enter public facts, but not use that player's office or secrets. `fields` are the names of the fields in the form.
    """
    own, acting = sender.seat, sender.acting
    if own is None or acting is None:
        return
    judged = judged_by(event, state.log)
    speaker = acting if state.phones.lent_to(acting) == own else own
    if isinstance(event, of.EntryChanged) and face_down(state.log).get(event.entry) == NOBODY:
        raise Refused("Parts of that are hidden, so it can only change after the game.")
    is_secret = _is_secret(judged, state.night)
    if speaker == state.night.finesmaster and is_final(state.log, Entry(state.log.seq + 1, event)):
        if is_secret and isinstance(event, of.EntryChanged) and judged.about != speaker:
            raise Refused(HIDDEN)
    else:
        if is_secret:
            speaker = own if sender.is_handed else speaker  # their own phone shows it, and this one never does
            _check_can_see(event, own, speaker, state)
        _check_kind(event, judged, SEAT if is_secret else SENDERS[judged.type], speaker, sender, state)
    _check_initiated(event, judged, fields, own, state.log)


def _check_kind(event: Event, judged: Event, kind: str, speaker: str, sender: Sender, state: State) -> None:
    """Refuses the event to all but this `kind` of sender."""
    own, acting = sender.seat or "", sender.acting or ""
    if kind == SERVER and judged is event:
        raise Refused("The companion does that by itself.")
    if kind == NO_MORE and not isinstance(event, of.EntryUndone):
        raise Refused("There are no votes any more.")
    joins = isinstance(judged, of.PlayerJoined) and judged is not event and judged.player != speaker
    if joins and state.phones.has_phone(judged.about):  # it renames or removes this player
        kind = FINESMASTER
    if kind in (FINESMASTER, SERVER, NO_MORE) and state.night.finesmaster != speaker:
        raise only_finesmaster(state.night)
    is_own = judged.about in ("", speaker)
    if isinstance(judged, of.CallSettled):
        _check_settler(event, judged, own, acting, state)
    elif isinstance(judged, of.CallContested):
        _check_accused(event, judged, state.night)
        is_own = is_own or is_free(state, judged.player)  # who has no phone says it aloud, and anybody enters it
    if kind == SEAT and not (
        is_own or _may_enter(event, judged, speaker, state.night) or _is_handed(event, judged, sender, state)
    ):
        raise Refused("Only their own phone can do that.")


def check_acting(acting: str, own: str, state: State) -> None:
    """Refuses to act for a seat, unless it is the phone's own, is lent to it, or has no phone."""
    if acting == own or state.phones.lent_to(acting) == own:
        return
    if acting not in state.night.players:
        raise Refused("There is nobody of that name at this table.")
    if state.phones.has_phone(acting):
        raise Refused(f"{state.night.name_of(acting)} has a phone, and taps that there.")


def _check_can_see(event: Event, own: str, speaker: str, state: State) -> None:
    """Refuses to enter a secret, except on the player's own phone or on the phone that their seat is lent to.

    While one entered on another phone is hidden from this one, none can be entered or changed, only undone.
    """
    since = state.phones.since(own, speaker)
    if since is None:
        raise Refused("Only their own phone can do that.")
    exempt = isinstance(event, of.EntryUndone) or event.about not in ("", speaker)
    if not exempt and not can_see(state.log, speaker, since):
        raise Refused(HIDDEN)


def _check_accused(event: Event, contest: of.CallContested, night: Night) -> None:
    """Only the player who was caught can contest the call; a contest cannot be changed."""
    if isinstance(event, of.EntryChanged):
        raise Refused("That can be undone, but not changed.")
    call = night.calls.get(contest.entry) if event is contest else None
    if call is not None and call.player != contest.player:
        raise Refused(f"Only {night.name_of(call.player)} can say that it’s not true.")


class Settler(NamedTuple):
    """Who decides about a call that is contested, on which phones (of these players), and what they can decide."""

    player: str
    phones: frozenset[str]
    verdicts: tuple[bool, ...] = (True, False)


def settlers(state: State, entry: int) -> tuple[Settler, ...]:
    """Who decides about the call at this entry: the finesmaster, if they have a phone and are not part of it.

    Else it is the next player clockwise who is here, on a phone of neither; or if only those two have phones, on any.
    With nobody else at the table, whoever was caught can own up, and whoever caught them can let it go.
    """
    night, call, accuser = state.night, state.night.calls[entry], state.log.line(entry).entry.by
    parties = {accuser, call.player}
    place = night.order.index(night.finesmaster) if night.finesmaster in night.order else 0
    circle = (player for player in (*night.order[place:], *night.order[:place]) if player not in parties)
    others = [player for player in circle if player == night.finesmaster or player not in night.away]
    for player in others:
        if phones := phones_for(state, player) - parties:
            return (Settler(player, phones),)
    if others:
        return (Settler(others[0], phones_for(state, others[0]) or frozenset(night.order)),)
    pair = ((call.player, (True,)), (accuser or call.player, (False,)))
    return tuple(Settler(one, phones_for(state, one) or frozenset(night.order), can) for one, can in pair)


def phones_for(state: State, seat: str) -> frozenset[str]:
    """The players whose phones act for this seat: its own, and the one that it is lent to."""
    own = seat if state.phones.has_phone(seat) else None
    return frozenset(filter(None, (own, state.phones.lent_to(seat))))


def _check_settler(event: Event, settled: of.CallSettled, own: str, acting: str, state: State) -> None:
    """Refuses a decision about a call by anybody else than who decides about it; an undo or a change of it too."""
    if settled.entry not in state.night.calls:
        return
    stands = event.event.get("stands", settled.stands) if isinstance(event, of.EntryChanged) else settled.stands
    can = [each for each in settlers(state, settled.entry) if stands in each.verdicts]
    if not any(each.player == acting and own in each.phones for each in can):
        names = " or ".join(dict.fromkeys(state.night.name_of(each.player) for each in can))
        raise Refused(f"That is for {names} to decide.")


def _is_secret(event: Event, night: Night) -> bool:
    """Whether the current game hides this event from the other players, so that only their own phone sends it."""
    playing = owner(night, event)
    secrets = playing.game.secrets if playing else None
    return playing is not None and secrets is not None and secrets.hidden(playing.state, event) is not None


def only_finesmaster(night: Night) -> Refused:
    """The refusal of what is the finesmaster's alone."""
    return Refused(f"Only the finesmaster ({night.name_of(night.finesmaster)}) can do that.")


def _may_enter(event: Event, judged: Event, seat: str, night: Night) -> bool:
    """Whether the game lets this seat enter the event for another player now; only the finesmaster also corrects it."""
    playing = owner(night, judged)
    if playing is None:
        return False
    entering = playing.game.entering
    if night.finesmaster == seat:
        return entering.by_finesmaster(playing.state, judged)
    return entering.by_anybody(playing.state, event)


def _is_handed(event: Event, judged: Event, sender: Sender, state: State) -> bool:
    """Whether this phone can be handed to the player to enter this; they can take it back.

    If no phone acts for them, that is any phone; if theirs is away, the one that their seat is lent to.

    If they have entered it already, this refuses without comparing, so that no second try reveals it.
    """
    player, night = judged.about, state.night
    handed = night.game.game.entering.handed if night.game else ()
    if judged.type not in handed or isinstance(event, of.EntryChanged):
        return False
    if not is_free(state, player) and not (sender.is_handed and sender.acting == player):
        return False
    if event is judged and state.log.filled_by(event) is not None:
        raise Refused(f"{night.name_of(player)} entered that already. To change it, undo it in the log first.")
    return True


def judged_by(event: Event, log: Log) -> Event:
    """The event whose sender is checked: for an undo or change, the original event that it is about."""
    if isinstance(event, of.Correcting) and 0 < event.entry <= log.seq:
        return log.corrected(event.entry).entry.event
    return event


def _check_initiated(event: Event, judged: Event, fields: Iterable[str], own: str, log: Log) -> None:
    """Refuses initiations, and fields that only initiated players know, from a player who is not initiated."""
    known = initiated(log.night)
    if own in known:
        return
    if isinstance(judged, of.PlayerInitiated) or (known and _initiates(event, judged, log, known)):
        raise Refused("Only those in the know can do this.")
    if not _secret_fields(type(judged)).isdisjoint(field.removeprefix("event.") for field in fields):
        raise Refused("Enter only who took the trick.")


def _initiates(event: Event, judged: Event, log: Log, known: frozenset[str]) -> bool:
    """Whether this event initiates players by the options of a game, or changes or undoes such a start."""
    if isinstance(event, of.GameStarted):
        return not _initiated_by(event.options) <= known
    if not isinstance(judged, of.GameStarted) or judged.game not in GAMES or not GAMES[judged.game].has_insiders:
        return False
    if not isinstance(event, of.EntryChanged):
        return True
    before = log.line(event.entry).counts or judged
    assert isinstance(before, of.GameStarted)
    changed: Any = event.event.get("options", {})
    return _initiated_by(changed) != _initiated_by(before.options)


def _initiated_by(options: dict[str, Any]) -> frozenset[str]:
    """The players that these options of a game initiate."""
    named = options.get("initiated")
    return frozenset(map(str, named)) if isinstance(named, list | tuple) else frozenset()


@cache
def _secret_fields(kind: type[Event]) -> frozenset[str]:
    """The fields of this kind of event that only initiated players can fill in."""
    games: Iterable[Game] = (game for game in GAMES.values() if kind in game.events.values())
    secret = (name for game in games if game.secrets for name in game.secrets.fields)
    return frozenset(kind.__struct_fields__).intersection(secret)


def acts_for(state: State, own: str | None, seat: str | None) -> bool:
    """Whether a phone can act for a seat and its office: the seat is the phone's own or is lent to it."""
    return own is not None and seat in state.night.players and own in (seat, state.phones.lent_to(seat or ""))


def may_agree_for(state: State, own: str | None, seat: str) -> bool:
    """Whether a phone can agree for a seat: the phone's own, one lent to it, or one that no phone acts for."""
    return acts_for(state, own, seat) or (own is not None and is_free(state, seat))


def is_free(state: State, seat: str) -> bool:
    """Whether no phone acts for this seat: the player has none, and it is lent to none."""
    return seat in state.night.players and not (state.phones.has_phone(seat) or state.phones.lent_to(seat))


def check_maker(event: of.RuleChange, state: State, own: str) -> None:
    """Refuses a rule where rules are earned and nobody has the right. Elsewhere, refuses one of another player.

    While somebody has the right, the log itself refuses all others.
    """
    rule = None if isinstance(event, of.RuleMade) else state.night.rules.get(event.rule)
    if are_rules_earned(state.log):
        if not state.night.rights:
            raise Refused("In this game rules are earned, and nobody may make one now.")
    elif rule is not None:
        check_owner(rule.maker, state, own)


def check_owner(maker: str | None, state: State, own: str) -> None:
    """Refuses to change or drop a rule on a phone that acts neither for its maker nor for the finesmaster."""
    if not may_change(maker, state, own):
        owners = dict.fromkeys(filter(None, (maker, state.night.finesmaster)))
        raise Refused(f"Only {' or '.join(map(state.night.name_of, owners))} can change or drop that rule.")


def may_change(maker: str | None, state: State, own: str | None) -> bool:
    """Whether a phone acts for the maker of a rule or for the finesmaster."""
    is_theirs = maker is not None and may_agree_for(state, own, maker)
    return is_theirs or acts_for(state, own, state.night.finesmaster)


def check_own_rule(event: of.Correcting, state: State, own: str, is_fresh: bool) -> None:
    """Refuses to correct a rule of another player, and where rules are earned one that is not fresh any more.

    The finesmaster can undo any at any time.
    """
    check_owner(state.log.corrected(event.entry).entry.by, state, own)
    undoes = isinstance(event, of.EntryUndone) and acts_for(state, own, state.night.finesmaster)
    if are_rules_earned(state.log) and not undoes and not is_fresh:
        raise Refused("It’s too late for that: rules are earned now.")


def finesmaster(state: State, own: str) -> str:
    """The finesmaster's seat; refuses a phone that cannot act for it."""
    master = state.night.finesmaster
    if master is None or not acts_for(state, own, master):
        raise only_finesmaster(state.night)
    return master
