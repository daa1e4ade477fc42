"""Entries of the log: what each says in one sentence with names, and the page that lists them, newest first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import UnsetType

from ..domain import events as of
from ..domain.event_log import Line
from ..domain.games import GAMES
from ..domain.measure import units
from ..domain.night import Night
from ..domain.playing import check_event
from ..domain.refused import Refused
from ..domain.visibility import game_at, is_open
from .context import ViewContext, Who
from .fragments import Fragment

Teller = Callable[[ViewContext, Any], str]
PAGE = 40
TRICK = "trick.taken"
CHANGEABLE = (
    of.NightOpened,
    of.PlayerJoined,
    of.FineGiven,
    of.FineForgiven,
    of.DrinkTaken,
    of.RuleMade,
    of.RuleAmended,
)


class LogLine(msgspec.Struct, frozen=True):
    """One entry; `was` is what a changed one said at first, `charges` what it cost in all."""

    seq: int
    at: str | None
    by: Who | None
    says: str
    was: str | None
    undone: bool
    changes: bool
    charges: tuple[tuple[Who, int], ...]


class LogBook(msgspec.Struct, frozen=True):
    night_id: str
    seq: int
    lines: tuple[LogLine, ...]
    older: int | None


def book(context: ViewContext, before: int | None = None) -> LogBook:
    """A page of entries, the newest first; `older` is where the next page goes on."""
    top = len(context.log.lines) if before is None else max(0, before - 1)
    lines = context.log.lines[max(0, top - PAGE) : top]
    older = lines[0].entry.seq if lines and lines[0].entry.seq > 1 else None
    return LogBook(context.night_id, context.log.seq, tuple(log_line(context, line) for line in reversed(lines)), older)


def log_line(context: ViewContext, line: Line) -> LogLine:
    """One entry as people read it."""
    entry = line.entry
    changed = entry.seq in context.log.marks.changed and line.counts is not None
    return LogLine(
        seq=entry.seq,
        at=entry.at,
        by=context.who(entry.by),
        says=told(context, line),
        was=sentence(context, entry.seq, entry.event) if changed else None,
        undone=entry.seq in context.log.marks.undone,
        changes=can_change(line) and (is_trick(line) or is_open(context.log, line, context.insider)),
        charges=tuple((context.people[charge.player], charge.amount) for charge in line.charges),
    )


def can_change(line: Line) -> bool:
    """Whether the app offers other words for this entry."""
    return isinstance(line.counts, CHANGEABLE) or is_trick(line)


def is_trick(line: Line) -> bool:
    """Whether it says who took a trick: that may be said anew without knowing why."""
    return line.counts is not None and line.counts.type == TRICK


def takers_at(context: ViewContext, line: Line) -> tuple[str | None, ...]:
    """The hands that may have taken the trick of this entry as its game then stood; None among them is nobody."""
    if line.counts is None or not is_trick(line):
        return ()
    before = context.log.night_after(line.entry.seq - 1)
    if before.game is None:
        return ()
    hands = [hand for player in before.order for hand in (player, f"{player}:dummy")]
    return tuple(hand for hand in (*hands, None) if _may_take(before, line, hand))


def _may_take(before: Night, line: Line, hand: str | None) -> bool:
    kind: Any = type(line.counts)
    event = kind(**{name: getattr(line.counts, name) for name in kind.slot}, winner=hand)
    try:
        check_event(before, of.Entry(line.entry.seq, event, line.entry.at, line.entry.by))
    except Refused:
        return False
    return True


def told(context: ViewContext, line: Line) -> str:
    """The entry as it counts now; an undone one as it was written."""
    event = line.counts or line.entry.event
    return sentence(context, line.entry.seq, event, is_open(context.log, line, context.insider))


def sentence(context: ViewContext, seq: int, event: of.Event, whole: bool = False) -> str:
    """What entry `seq` says, or would say, by the game it is of; `whole` ones tell all they say."""
    teller = TELLERS.get(type(event))
    if teller is not None:
        return teller(context, event)
    game = game_at(context.log, seq, event)
    if game is None:
        return event.type
    describe = game.describe_open if whole and game.describe_open else game.describe
    return describe(event, context.night.table())


def _named(words: str) -> Teller:
    return lambda context, event: words.format(name=context.name(event.player))


def _given(context: ViewContext, event: of.FineGiven) -> str:
    why = "" if isinstance(event.reason, UnsetType) else f": {event.reason}"
    return f"{context.name(event.player)} was fined {context.amount(event.amount)}{why}."


def _started(context: ViewContext, event: of.GameStarted) -> str:
    game = GAMES.get(event.game)
    return f"{game.name if game else event.game} began with {', '.join(map(context.name, event.players))}."


def _rule(words: str) -> Teller:
    def tell(context: ViewContext, event: Any) -> str:
        rule = context.night.rules.get(event.rule)
        return words.format(text=rule.text if rule else event.rule)

    return tell


def _called(context: ViewContext, event: of.RuleCalled) -> str:
    rule = context.night.rules.get(event.rule)
    return f"{caught(context, event)}: “{rule.text if rule else event.rule}”"


def caught(context: ViewContext, event: of.RuleCalled) -> str:
    """Who was caught, or chose whom; without the rule."""
    name = context.name(event.player)
    if isinstance(event.chosen, UnsetType):
        return f"{name} was caught"
    return f"{name} chose {' and '.join(map(context.name, event.chosen))}"


def _settled(context: ViewContext, event: of.CallSettled) -> str:
    falls = "and that stands" if event.stands else "but that falls, and nobody drinks for it"
    call = context.night.calls.get(event.entry)
    return f"{context.name(call.player)} was caught, {falls}: {_text(context, event)}" if call else f"Caught, {falls}."


def _text(context: ViewContext, event: of.CallContested | of.CallSettled) -> str:
    """The rule at which somebody was caught at that entry."""
    call = context.night.calls.get(event.entry)
    return f"“{context.night.rules[call.rule].text}”" if call else f"entry {event.entry}"


def _changed(context: ViewContext, event: of.EntryChanged) -> str:
    line = context.log.line(event.entry)
    return f"Entry {event.entry} was changed. It now says: {told(context, line)}"


def _undone(context: ViewContext, event: of.EntryUndone) -> str:
    line = context.log.line(event.entry)
    return f"Entry {event.entry} was undone: {sentence(context, event.entry, line.entry.event)}"


TELLERS: dict[type[of.Event], Teller] = {
    of.NightOpened: lambda context, event: f"The night “{event.name}” began; fines are in {units(event.unit)}.",
    of.PlayerJoined: lambda context, event: f"{event.name} joined.",
    of.PlayerLeft: _named("{name} left."),
    of.PlayerReturned: _named("{name} came back."),
    of.SeatsMoved: lambda context, event: f"Seats, clockwise: {', '.join(map(context.name, event.order))}.",
    of.FinesmasterNamed: _named("{name} is finesmaster now."),
    of.FineGiven: _given,
    of.FineForgiven: lambda context, event: (
        f"{context.name(event.player)} was forgiven {context.amount(event.amount)}."
    ),
    of.DrinkTaken: lambda context, event: f"{context.name(event.player)} drank {context.amount(event.amount)}.",
    of.DrinkMoved: lambda context, event: (
        f"{context.name(event.to)} took over {context.amount(event.amount)} from {context.name(event.player)}."
    ),
    of.RuleMade: lambda context, event: f"A house rule was made: “{event.text}”",
    of.RuleAmended: _rule("A house rule was amended: “{text}”"),
    of.RuleRepealed: _rule("A house rule was repealed: “{text}”"),
    of.RuleCalled: _called,
    of.RuleObjected: lambda context, event: (
        f"{context.name(event.player)} objects: {_rule('“{text}”')(context, event)}"
    ),
    of.RuleStruck: _rule("A house rule was voted down: “{text}”"),
    of.CallContested: lambda context, event: f"{context.name(event.player)} says it is not so: {_text(context, event)}",
    of.CallSettled: _settled,
    of.OfficeClaimed: _named("{name} claims the office of finesmaster."),
    of.OfficeVoted: _named("{name} was voted finesmaster."),
    of.SneakNamed: _named("{name} is the sneak."),
    of.PlayerInitiated: _named("{name} was initiated."),
    of.UnitChanged: lambda context, event: f"Fines are in {units(event.unit)} from now on.",
    of.WaterCalled: _named("Water round! Called by {name}."),
    of.GameStarted: _started,
    of.GameEnded: lambda context, event: "The game ended.",
    of.NightClosed: lambda context, event: "The night was closed.",
    of.EntryUndone: _undone,
    of.EntryChanged: _changed,
}

LOG = Fragment("log", "log/_log.html", book)
