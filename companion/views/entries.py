"""The log page: every entry as a sentence with names, the newest first."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from msgspec import UnsetType

from ..domain import events as of
from ..domain import final, old_votes
from ..domain.event_log import Line
from ..domain.fines import total
from ..domain.games import GAMES
from ..domain.games.joining import GameJoined
from ..domain.games.trick_game import TrickEvent
from ..domain.measure import listed, units
from ..domain.night import Night
from ..domain.playing import check_event, name_of, winners
from ..domain.refused import Refused
from ..domain.settlement import has_fallen
from ..domain.visibility import game_at, is_open, played_at, started_or_played_at
from ..storage.proposals import DRAWN
from .change_form import changeable
from .context import ViewContext, Who
from .fragments import Fragment
from .rendering import CANNOT, failing_alone

Describe = Callable[[ViewContext, Any], str]
PAGE = 40  # entries on a page of the log
LATELY = 60  # entries in which the newest trick is looked for


class LogLine(msgspec.Struct, frozen=True):
    """One entry; `was` is its first text if it was changed, `changes` whether it can be, `charges` its costs.

    `titles` tell who won a title by it, each with the words of the rule. `final` says that it put right what was final.
    """

    seq: int
    at: str | None
    by: Who | None
    text: str
    was: str | None
    undone: bool
    changes: bool
    charges: tuple[tuple[Who, int], ...]
    titles: tuple[tuple[str, str], ...]
    final: str


class LogBook(msgspec.Struct, frozen=True):
    """A page of entries; the next page has the entries before number `older`; None on the last page."""

    night_id: str
    seq: int
    lines: tuple[LogLine, ...]
    older: int | None


def book(context: ViewContext, before: int | None = None) -> LogBook:
    """A page of entries before number `before`, or of the last ones, the newest first."""
    top = len(context.log.lines) if before is None else max(0, before - 1)
    lines = context.log.lines[max(0, top - PAGE) : top]
    older = lines[0].entry.seq if lines and lines[0].entry.seq > 1 else None
    return LogBook(context.night_id, context.log.seq, tuple(log_line(context, line) for line in reversed(lines)), older)


def log_line(context: ViewContext, line: Line) -> LogLine:
    """One entry as a line of the log, which can be undone even if it cannot be told."""
    entry, text = line.entry, describe_line(context, line)
    changed = entry.seq in context.log.marks.changed and line.counts is not None
    charges = () if has_fallen(context.night, line) else line.charges
    sums = total((charge.player, charge.amount) for charge in charges)
    was, changes = None, False
    with failing_alone():
        was = describe_event(context, entry.seq, entry.event) if changed else None
        changes = is_trick(line) or (is_open(context.log, line, context.insider) and bool(changeable(context, line)))
    return LogLine(
        seq=entry.seq,
        at=entry.at,
        by=context.who(entry.by),
        text=text,
        was=None if was == text else was,  # a new name is in both
        undone=entry.seq in context.log.marks.undone,
        changes=changes,
        charges=tuple((context.people[player], amount) for player, amount in sums.items()),
        titles=told_titles(context, won(line)),
        final=final.told(context.log, entry) if isinstance(entry.event, of.Correcting) else "",
    )


def won(line: Line) -> tuple[tuple[str, str | None], ...]:
    """The titles that somebody won by this entry."""
    return tuple((rule, holder) for rule, holder in line.titles if holder is not None)


def told_titles(context: ViewContext, passed: Iterable[tuple[str, str | None]]) -> tuple[tuple[str, str], ...]:
    """Who now has each of these titles that passed on, and the words of its rule."""
    rules = ((context.night.rules[rule], holder) for rule, holder in passed)
    return tuple(
        (f"{context.name(holder) if holder else 'Nobody'} is {rule.title} now", rule.text) for rule, holder in rules
    )


def is_trick(line: Line) -> bool:
    """Whether this entry is a trick; its taker can be corrected by a player who does not see how it was taken."""
    return isinstance(line.counts, TrickEvent)


def newest_trick(context: ViewContext) -> Line | None:
    """The newest trick of the running game, if it is among the last entries."""
    playing = context.night.game
    tricks = (line for line in reversed(context.log.lines[-LATELY:]) if is_trick(line))
    newest = next(tricks, None)
    return newest if playing and newest and newest.entry.seq > playing.started else None


def takers_at(context: ViewContext, line: Line) -> tuple[str | None, ...]:
    """The hands that could have taken the trick of this entry; None among them stands for nobody."""
    if line.counts is None or not is_trick(line):
        return ()
    before = context.log.night_after(line.entry.seq - 1)
    if before.game is None:
        return ()
    hands = [hand for player in before.order for hand in (player, f"{player}:dummy")]
    return tuple(hand for hand in (*hands, None) if _can_take(before, line, hand))


def _can_take(before: Night, line: Line, hand: str | None) -> bool:
    kind: Any = type(line.counts)
    event = kind(**{name: getattr(line.counts, name) for name in kind.slot}, winner=hand)
    try:
        check_event(before, of.Entry(line.entry.seq, event, line.entry.at, line.entry.by))
    except Refused:
        return False
    return True


def describe_line(context: ViewContext, line: Line) -> str:
    """The entry as a sentence, as it counts now; an undone one as it was first written."""
    with failing_alone():
        return _described(context, line)
    return CANNOT


def _described(context: ViewContext, line: Line) -> str:
    event, seq = line.event, line.entry.seq
    text = describe_event(context, seq, event, is_open(context.log, line, context.insider))
    played = played_at(context.log, seq, event) if line.counts else None
    remark = GAMES[played.kind].remark if played else None
    before = context.log.night_after(seq - 1).game if remark else None
    if remark is None or before is None:
        return text
    return f"{text} {remark(before.state, event, context.night.table())}".rstrip()


def describe_event(context: ViewContext, seq: int, event: of.Event, whole: bool = False) -> str:
    """This event as a sentence in the words of the game at entry `seq`; with its secrets if `whole`."""
    text = SENTENCES.get(type(event))
    if isinstance(event, of.SeatsMoved) and context.phones.is_noted(seq, DRAWN):
        text = "Seats drawn by lot, clockwise: {order}."
    if isinstance(event, of.GameEnded) and (told := ended_by(context, seq)):
        return told
    if isinstance(text, str):
        fields = {name: _field(context, name, getattr(event, name)) for name in event.__struct_fields__}
        if isinstance(event, of.GameStarted) and (started := started_or_played_at(context.log, seq, event)):
            fields["game"] = name_of(started)
        return text.format_map(fields)
    if text is not None:
        return text(context, event)
    game = game_at(context.log, seq, event)
    if game is None:
        return event.type
    secrets = game.secrets if whole else None
    describe = (secrets and secrets.describe) or game.describe
    return describe(event, context.night.table())


def ended_by(context: ViewContext, seq: int) -> str:
    """Which game that entry ended, and who won it; "" if it ended none."""
    night = context.night
    played = next((game for game in night.games if game.ended == seq), None)
    if played is None:
        return ""
    won = listed([night.names[player] for player in winners(night, played)])
    return f"{name_of(played)} is over{f': {won} won' if won else ''}."


def _field(context: ViewContext, name: str, value: Any) -> Any:
    """One field of an event as its sentence shows it: people by name, rules in their words, amounts with the unit."""
    if name in ("player", "to"):
        return context.name(value)
    if name in ("order", "players"):
        return ", ".join(map(context.name, value))
    if name == "rule":
        return f"“{rule_text(context, value)}”"
    if name == "unit":
        return units(value)
    if name == "game":
        return GAMES[value].name if value in GAMES else value
    return context.amount(value) if name == "amount" else value


def rule_text(context: ViewContext, rule: str) -> str:
    """The words of a rule; its id if an undo removed the rule from the night."""
    return context.night.rules[rule].text if rule in context.night.rules else rule


def _given(context: ViewContext, event: of.FineGiven) -> str:
    why = "" if isinstance(event.reason, UnsetType) else f": {event.reason}"
    return f"{context.name(event.player)} was fined {context.amount(event.amount)}{why}."


def _called(context: ViewContext, event: of.RuleCalled) -> str:
    return f"{caught(context, event)}: “{rule_text(context, event.rule)}”"


def caught(context: ViewContext, event: of.RuleCalled) -> str:
    """The player who was caught, or who chose whom to drink; without the rule."""
    name = context.name(event.player)
    if isinstance(event.chosen, UnsetType):
        return f"{name} was caught"
    return f"{name} chose {listed([context.name(player) for player in event.chosen])}"


def _settled(context: ViewContext, event: of.CallSettled) -> str:
    falls = "and it counts" if event.stands else "but it was let go"
    call = context.night.calls.get(event.entry)
    return f"{context.name(call.player)} was caught, {falls}: {_text(context, event)}" if call else f"Caught, {falls}."


def _text(context: ViewContext, event: of.CallContested | of.CallSettled) -> str:
    """The words of the rule that was called at the event's entry."""
    call = context.night.calls.get(event.entry)
    return f"“{rule_text(context, call.rule)}”" if call else f"entry {event.entry}"


def _changed(context: ViewContext, event: of.EntryChanged) -> str:
    line, counts = context.log.line(event.entry), context.log.change_of(event.entry)
    if isinstance(joined := line.event, of.PlayerJoined):
        return f"{context.night.names.get(joined.player, joined.name)} has a new name."
    if counts and counts.entry.event is event:
        return f"Entry {event.entry} was changed. It now says: {describe_line(context, line)}"
    return f"Entry {event.entry} was changed. It then said: {_said(context, event)}"


def _undone(context: ViewContext, event: of.EntryUndone) -> str:
    """What was undone in the end: an entry, or a change of it; if that undo was undone, it counts again."""
    target, undos = event.entry, 1
    while isinstance(found := context.log.line(target).entry.event, of.EntryUndone):
        target, undos = found.entry, undos + 1
    what = "was undone" if undos % 2 else "counts again"
    if isinstance(found, of.EntryChanged):
        return f"The change of entry {found.entry} {what}: {_said(context, found)}"
    whole = is_open(context.log, context.log.line(target), context.insider)
    return f"Entry {target} {what}: {describe_event(context, target, found, whole)}"


def _said(context: ViewContext, event: of.EntryChanged) -> str:
    """What an entry said after this change of it."""
    then = next(one.event for one in context.log.corrections if one.entry.event is event)
    assert then is not None
    whole = is_open(context.log, context.log.line(event.entry), context.insider)
    return describe_event(context, event.entry, then, whole)


SENTENCES: dict[type[of.Event], str | Describe] = {
    of.NightOpened: "“{name}” began. Fines are counted in {unit}.",
    of.PlayerJoined: lambda context, event: f"{context.night.names.get(event.player, event.name)} joined.",
    GameJoined: "{player} sat in.",
    of.PlayerLeft: "{player} left.",
    of.PlayerReturned: "{player} came back.",
    of.SeatsMoved: "Seats, clockwise: {order}.",
    of.FinesmasterNamed: "{player} is finesmaster now.",
    of.FineGiven: _given,
    of.FineForgiven: "{player} was let off {amount}.",
    of.DrinkTaken: "{player} settled {amount}.",
    of.DrinkMoved: "{to} took over {amount} from {player}.",
    of.RuleMade: "New rule: “{text}”",
    of.RuleAmended: "Rule changed: {rule}",
    of.RuleRepealed: "Rule dropped: {rule}",
    of.RuleCalled: _called,
    of.CallContested: lambda context, event: (
        f"{context.name(event.player)} says it’s not true: {_text(context, event)}"
    ),
    of.CallSettled: _settled,
    of.SneakNamed: "{player} is the sneak.",
    of.PlayerInitiated: "{player} is in the know now.",
    of.UnitChanged: "Fines are in {unit} from now on.",
    of.WaterCalled: "Water round, says {player}!",
    of.GameStarted: "{game} began: {players}.",
    of.GameEnded: "The game ended.",
    of.NightClosed: "The night is over.",
    of.EntryUndone: _undone,
    of.EntryChanged: _changed,
    **old_votes.SENTENCES,
}

LOG = Fragment("log", "log/_log.html", book)
