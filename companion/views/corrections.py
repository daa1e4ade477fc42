"""What an undo or a change would do, before it is entered, and what stands in its way."""

from ..domain.event_log import InTheWay, Line
from ..domain.events import Correcting, EntryChanged, Event
from ..domain.games.trick_game import DealEvent, TrickEvent
from ..domain.games.yacht_game import RoundEvent
from ..domain.night import Night, differences
from ..domain.playing import name_of, points_changed
from ..domain.previews import Effects
from ..domain.refused import BoxFilled, Refused
from ..domain.visibility import face_down, is_open
from .context import ViewContext, Who
from .entries import describe_event, describe_line, log_line

FIRST = "Correct that first"
Changes = tuple[tuple[Who, int], ...]


def consequences(context: ViewContext, why: Effects) -> tuple[str, Changes]:
    """The question of a correction, and what it would change for each player."""
    said = [_as(context, *each) for each in sorted(why.together.items())]
    also = f" These entries then say: {' '.join(said)}" if said else ""
    also += _on_or_over(why.before, why.after)
    over = ", in a game that is over" if why.played is not None and why.played.since is not None else ""
    if why.reveals:
        return f"This shows hidden cards or dice{over}.{also} Do it?", ()
    what, changes = what_changes(context, why.before, why.after)
    return f"{f'This changes {what}' if changes else what}{over}.{also} Do it?", changes


def _on_or_over(before: Night, after: Night) -> str:
    """That a game would go on again, or would be over; "" if neither."""
    if before.game is None and after.game is not None:
        return f" {name_of(after.game)} goes on."
    if before.game is not None and after.game is None:
        return f" {name_of(before.game)} is over then."
    return ""


def what_changes(context: ViewContext, before: Night, after: Night) -> tuple[str, Changes]:
    """What differs between two nights, in words, and by how much for each player: drinks, or else points.

    If nothing differs, the words are a sentence, which says nothing of points that nobody can know yet.
    """
    if drinks := differences(before, after):
        paid = any(player.paid for night in (before, after) for player in night.players.values())
        return "what is owed or paid" if paid else "what is owed", _named(context.people, drinks)
    if face_down(context.log):
        return "No drinks are affected", ()
    if points := points_changed(before, after):
        return "points, but no drinks", _named(context.people, points)
    return "No drinks or points are affected", ()


def _as(context: ViewContext, seq: int, event: Event) -> str:
    """An entry in the words it would have as this event."""
    return describe_event(context, seq, event, is_open(context.log, context.log.line(seq), context.insider))


def _named(people: dict[str, Who], changes: dict[str, int]) -> Changes:
    return tuple((people[player], by) for player, by in changes.items() if player in people)


def in_the_way(context: ViewContext, why: InTheWay | BoxFilled) -> tuple[str, str, int]:
    """Why a correction cannot stand, in words; the label of a link to the entry to correct instead, and its number."""
    first = context.log.line(why.entry)
    when = _slot(context, first)
    if isinstance(why, BoxFilled):
        if why.full:
            return str(why), "Show the last one", why.entry
        return f"{_reason(context, why)}. {when} with it: correct that first.", FIRST, why.entry
    cause = why.cause.event
    assert isinstance(cause, Correcting)
    if isinstance(cause, EntryChanged):
        return f"{_reason(context, why.reason)}. {when} later: correct that first.", FIRST, why.entry
    if log_line(context, context.log.line(cause.entry)).changes:
        return f"{when} after it. Change it instead?", "Change it", cause.entry
    return f"{when} after it. Undo that first.", "Show it", why.entry


def _reason(context: ViewContext, why: Refused) -> str:
    """The reason of a refusal as the beginning of a sentence, as far as this phone can read it."""
    reason = str(why) if context.insider else why.public
    return reason[:1].upper() + reason[1:]


def _slot(context: ViewContext, line: Line) -> str:
    """What a later entry filled, as the beginning of a sentence: “Round 3 was played”."""
    match event := line.event:
        case TrickEvent():
            return f"Trick {event.trick} of deal {event.deal} was played"
        case DealEvent():
            return f"Deal {event.deal} was played"
        case RoundEvent() if event.type.endswith(".scored"):
            return f"Round {event.round} of {context.name(event.player)} was played"
    return f"“{describe_line(context, line).rstrip('.')}” came"
