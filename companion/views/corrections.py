"""What an undo or a change would do, before it is entered, and what stands in its way."""

from collections import Counter
from collections.abc import Iterator, Mapping

from ..domain.event_log import InTheWay, Line
from ..domain.events import Correcting, EntryChanged, Event
from ..domain.fines import Cause
from ..domain.measure import listed, titled
from ..domain.night import Effects, Night, differences, passed_on
from ..domain.playing import name_of, points_changed
from ..domain.refused import BoxFilled, Refused
from ..domain.visibility import face_down
from .change_form import changeable
from .context import ViewContext, Who
from .entries import describe_line, differing, said, told_titles

FIRST = "Correct that first"
REASONS = 3  # of a cause that are told
Changes = tuple[tuple[Who, int], ...]


def consequences(context: ViewContext, why: Effects) -> tuple[str, Changes]:
    """The question of a correction: what it says instead, and whose drinks or points that changes, and why."""
    over = " That game is over." if why.played is not None and why.played.since is not None else ""
    ends = f"{over}{_on_or_over(why.before, why.after)} Do it?"
    if why.reveals:
        return f"This shows hidden cards or dice.{ends}", ()
    what, changes = what_changes(context, why.before, why.after)
    if why.causes:
        what, changes = "; ".join(told(context, cause) for cause in why.causes), ()
    elif changes:
        what = f"this changes {what}"
    ends = f"{''.join(_earned(context, why.before, why.after))}{ends}"
    lead = titled(_instead(context, why.changed))
    return f"{lead}{what if lead.endswith(': ') else titled(what)}.{ends}", changes


def told(context: ViewContext, cause: Cause) -> str:
    """A cause in words: “1 more for Ann and Cal, because …”."""
    names: dict[str, list[str]] = {}
    for player, amount in cause.amounts:
        names.setdefault(f"{abs(amount)} {'more' if amount > 0 else 'less'}", []).append(context.name(player))
    amounts = listed([f"{amount} for {listed(players)}" for amount, players in names.items()])
    came, went = ("; ".join(reasons[:REASONS]) for reasons in (cause.came, cause.went))
    because = f", because {came}" if came else ""
    was = f" ({'was: ' if came else ''}{went})" if went else ""
    return f"{amounts}{because}{was}"


def _instead(context: ViewContext, changed: Mapping[int, Event]) -> str:
    """What one entry would say instead of what, “Bob instead of Dan: ”, or what several would say; "" for an undo."""
    new = [said(context, seq, event) for seq, event in sorted(changed.items())]
    old = [said(context, seq, context.log.line(seq).event) for seq in changed]
    words = differing(*new, *old) if len(new) == 1 else ()
    same = [event.about for seq, event in changed.items() if event.about == context.log.line(seq).event.about != ""]
    whose = "".join(f"{name} " for name in map(context.name, same) if words and not words[0].startswith(name))
    return f"{whose}{' instead of '.join(words)}: " if words else "".join(f"{text} " for text in new)


def _earned(context: ViewContext, before: Night, after: Night) -> Iterator[str]:
    """Who would gain or lose a right to make a house rule, or a title, in sentences."""
    held, would = (Counter(right.player for right in night.rights) for night in (before, after))
    yield from (f" {context.name(player)} may make a house rule then." for player in would - held)
    yield from (f" {context.name(player)} loses the right to make a house rule." for player in held - would)
    yield from (f" {told.removesuffix(' now')} then." for told, _ in told_titles(context, passed_on(before, after)))


def _on_or_over(before: Night, after: Night) -> str:
    """That the night or a game would go on again, or a game would be over; "" if neither."""
    if before.closed and not after.closed:
        return " The night goes on."
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
        people = context.people
        named = tuple((people[player], by) for player, by in drinks.items() if player in people)
        return "what is owed or paid" if paid else "what is owed", named
    if face_down(context.log):
        return "what everybody owes stays as it is", ()
    if points := points_changed(before, after):
        return "points, but no fines", tuple((context.people[player], by) for player, by in points.items())
    return "nobody’s total changes", ()


def in_the_way(context: ViewContext, why: InTheWay | BoxFilled) -> tuple[str, str, int]:
    """Why a correction cannot stand, in words; the label of a link to the entry to correct instead, and its number."""
    when = _slot(context, context.log.line(why.entry))
    if isinstance(why, BoxFilled):
        if why.full:
            return str(why), "Show the last one", why.entry
        return f"{_reason(context, why)}. {when} with it: correct that first.", FIRST, why.entry
    cause = why.cause.event
    assert isinstance(cause, Correcting)
    if isinstance(cause, EntryChanged):
        return f"{_reason(context, why.reason)}. {when} later: correct that first.", FIRST, why.entry
    instead = ", or change this one" if changeable(context, context.log.line(cause.entry)) else ""
    return f"{when} after it. Take that back first{instead}.", "Show it", why.entry


def _reason(context: ViewContext, why: Refused) -> str:
    """The reason of a refusal as the beginning of a sentence, as far as this phone can read it."""
    reason = str(why) if context.insider else why.public
    return reason[:1].upper() + reason[1:]


def _slot(context: ViewContext, line: Line) -> str:
    """What a later entry filled or said, without a rule, as the beginning of a sentence: “Round 3 was played”."""
    if place := line.event.place_in_words(context.name):
        return f"{titled(place)} was played"
    return f"“{describe_line(context, line).partition(': “')[0].rstrip('.')}” came"
