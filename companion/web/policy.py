"""Who may send which event: one table for the night's own, and each game's own table beside it."""

from __future__ import annotations

from ..rules import events as of
from ..rules.events import Event
from ..rules.games import GAMES
from ..rules.log import Log
from ..rules.refused import Refused
from ..showing.hidden import sees
from ..showing.scene import Scene

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
}


def sender_of(kind: str) -> str:
    """Who may send events of this type; raises KeyError for a type that nobody declared."""
    for game in GAMES.values():
        if kind in game.senders:
            return game.senders[kind]
    return SENDERS[kind]


def undeclared() -> list[str]:
    """The event types of the night and of all games that say nothing about who may send them."""
    night = [kind for kind in of.EVENTS if kind not in SENDERS]
    games = [kind for game in GAMES.values() for kind in game.events if kind not in game.senders]
    return night + games


def check_sender(event: Event, own: str, acting: str, scene: Scene) -> None:
    """Refuses an event that this seat may not send; an undo or a change is judged like the entry it is about.

    Only public facts are told for somebody without a phone: an office is not held, nor a secret kept, by whoever taps.
    """
    judged = judged_by(event, scene.log)
    speaks = acting if scene.phones.lent_to(acting) == own else own
    secret = _is_secret(judged, scene)
    sender = SEAT if secret else sender_of(judged.type)
    if secret:
        _check_sees(event, own, speaks, scene)
    if sender == SERVER and judged is event:
        raise Refused("The companion writes that itself.")
    if sender in (FINESMASTER, SERVER) or _is_somebodys_seat(event, judged, speaks, scene):
        _check_finesmaster(speaks, scene)
    theirs = getattr(judged, "player", speaks) == speaks
    if sender == SEAT and not theirs and not _for_finesmaster(judged, speaks, scene):
        raise Refused("That is for the player's own phone.")
    _check_accused(event, judged, scene)


def _check_sees(event: Event, own: str, speaks: str, scene: Scene) -> None:
    """A secret is entered on the player's own phone, or one lent a seat without any; not blindly beside another.

    What was entered on another phone may be taken back all the same, and entered anew.
    """
    if scene.phones.since(own, speaks) is None:
        raise Refused("That is for the player's own phone.")
    anew = isinstance(event, of.EntryUndone) or getattr(event, "player", speaks) != speaks
    if not anew and not sees(scene, own, speaks):
        raise Refused(
            "That was entered on another phone and is hidden from this one. Undo it in the log, and enter it anew."
        )


def _check_accused(event: Event, judged: Event, scene: Scene) -> None:
    """A call is contested by whoever was caught, and a contest is of that call only."""
    if isinstance(event, of.EntryChanged) and isinstance(judged, of.CallContested):
        raise Refused("That can be undone, but not changed.")
    call = scene.night.calls.get(event.entry) if isinstance(event, of.CallContested) else None
    if call is not None and call.player != getattr(event, "player", None):
        raise Refused(f"Only {scene.name(call.player)}, who was caught, may say that it is not so.")


def _is_secret(event: Event, scene: Scene) -> bool:
    """Whether the game that is on hides such an event from the others: then it is for the player's own phone."""
    game, playing = scene.game, scene.night.game
    if game is None or playing is None or game.hidden is None or event.type not in game.events:
        return False
    return game.hidden(playing.state, event) is not None


def _check_finesmaster(seat: str, scene: Scene) -> None:
    if scene.night.finesmaster != seat:
        raise Refused(f"That is for the finesmaster, {scene.name(scene.night.finesmaster)}.")


def _for_finesmaster(event: Event, seat: str, scene: Scene) -> bool:
    """Whether the game lets the finesmaster enter this for somebody else now."""
    game, playing = scene.game, scene.night.game
    if game is None or playing is None or game.by_finesmaster is None or scene.night.finesmaster != seat:
        return False
    return game.by_finesmaster(playing.state, event)


def _is_somebodys_seat(event: Event, judged: Event, seat: str, scene: Scene) -> bool:
    """Whether it renames, or takes from the table, a player who has a phone of their own."""
    if event is judged or not isinstance(judged, of.PlayerJoined) or judged.player == seat:
        return False
    return scene.phones.has_phone(judged.player)


def judged_by(event: Event, log: Log) -> Event:
    """The event whose policy counts: for an undo or change, the one it reaches in the end."""
    while isinstance(event, of.EntryUndone | of.EntryChanged) and 0 < event.entry <= log.seq:
        event = log.line(event.entry).entry.event
    return event


def check_acting(acting: str, own: str, scene: Scene) -> str:
    """The seat that a phone acts for: its own, one lent to it, or in public facts one without a phone."""
    if acting == own or scene.phones.lent_to(acting) == own:
        return acting
    if acting not in scene.night.players:
        raise Refused("There is nobody of that name at this table.")
    if scene.phones.has_phone(acting):
        raise Refused(f"{scene.name(acting)} has a phone: that is for them to tap.")
    return acting
