"""The log page: every entry as a sentence with names, the newest first."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UnsetType

from ..domain import events as of
from ..domain import final, old_votes
from ..domain.event_log import Line
from ..domain.games import GAMES
from ..domain.games.joining import GameJoined
from ..domain.measure import listed, units, worded
from ..domain.night import Played
from ..domain.playing import name_of
from ..domain.seating import controller, right_of
from ..domain.settlement import carried_over, has_fallen, how_it_ended
from ..domain.visibility import game_at, is_open, played_at, started_or_played_at
from ..storage.proposals import DRAWN
from .context import ViewContext, Who
from .fragments import Fragment
from .rendering import CANNOT, failing_alone

Describe = Callable[[ViewContext, Any], str]
PAGE = 30  # the fewest entries on a page of the log; it has less than twice as many
FEW = 5  # entries that are not worth a section of their own
LATELY = 60  # entries in which the newest trick is looked for


class LogLine(msgspec.Struct, frozen=True):
    """One entry in words; `costs` are the amounts by player for each reason, `titles` who won which by what rule.

    `final` says that it put right what was final.
    """

    seq: int
    text: str
    undone: bool
    costs: tuple[tuple[tuple[tuple[Who, int], ...], str], ...]
    titles: tuple[tuple[str, str], ...]
    final: str


class Section(msgspec.Struct, frozen=True):
    """Entries of one part of a game or between two games, the newest first: its title, and when it began."""

    title: str
    at: str | None
    lines: tuple[LogLine, ...]


class LogBook(msgspec.Struct, frozen=True):
    """A page of the log, the newest first; the next page has the entries before `older`; None on the last one."""

    sections: tuple[Section, ...]
    older: int | None = None


def earlier_parts(context: ViewContext) -> LogBook:
    """The other sections of the newest page."""
    whole = book(context)
    return LogBook(whole.sections[1:], whole.older)


def book(context: ViewContext, before: int | None = None) -> LogBook:
    """A page of the log up to entry `before`, or up to the last one.

    It begins at a multiple of PAGE, so that a further entry does not change its older sections. Parts with few entries
    are one section.
    """
    top = context.log.seq if before is None else min(max(0, before - 1), context.log.seq)
    start = max(0, (top // PAGE - 1) * PAGE)
    found: list[tuple[Played | None, str, list[Line], list[int]]] = []
    for line in context.log.lines[start:top]:
        played = _game_on(context, line.entry.seq)
        hour = "" if played else (line.entry.at or "")[:13]
        part = line.event.part if played and played.game.owns(line.event) else 0
        newest = found[-1] if found else None
        is_next = newest and newest[3] and part > newest[3][-1] and len(newest[2]) >= FEW
        if newest is None or (newest[0], newest[1]) != (played, hour) or is_next:
            found.append((played, hour, [], []))
        found[-1][2].append(line)
        if part and part > max(found[-1][3], default=0):
            found[-1][3].append(part)
    sections = (_section(context, played, lines, parts) for played, _, lines, parts in reversed(found))
    return LogBook(tuple(sections), start + 1 if start else None)


def _game_on(context: ViewContext, seq: int) -> Played | None:
    """The game that an entry began, belongs to or ended."""
    played = next((each for each in reversed(context.night.played) if each.started <= seq), None)
    return played if played and (played.ended is None or seq <= played.ended) else None


def _section(context: ViewContext, played: Played | None, lines: list[Line], parts: list[int]) -> Section:
    is_first = not context.night.played or lines[0].entry.seq < context.night.played[0].started
    title = name_of(played) if played else "Before the first game" if is_first else "Between games"
    if played and parts:
        word = played.game.part
        title += f", {word} {parts[0]}" if parts[0] == parts[-1] else f", {word}s {parts[0]} to {parts[-1]}"
    return section(context, title, lines)


def section(context: ViewContext, title: str, lines: Sequence[Line]) -> Section:
    """These entries as a section."""
    return Section(title, lines[0].entry.at, tuple(log_line(context, line) for line in reversed(lines)))


def newest_tricks(context: ViewContext, player: str) -> list[Line]:
    """The tricks of the deal that is on which a player or their dummy took, the oldest first."""
    playing = context.night.game
    tricks = [line for line in context.log.lines_of(playing) if is_trick(line)] if playing else []
    deal = [line for line in tricks if line.event.part == tricks[-1].event.part]
    taken = playing.state.deal.taken if playing and deal else ()
    return [line for line, hand in zip(deal, taken, strict=False) if hand and controller(hand) == player]


def filled_by(context: ViewContext, facts: Mapping[str, str]) -> Line | None:
    """The newest entry with these fields in the game that its `game` names, or else in the newest one."""
    games = [game for game in context.night.played if facts.get("game", str(game.started)) == str(game.started)]
    for line in reversed(context.log.lines_of(games[-1])) if games else ():
        event = line.counts
        own = [name for name in facts if event is not None and name in event.__struct_fields__]
        if {*own} - {"player"} and all(str(getattr(event, name)) == facts[name] for name in own):
            return line
    return None


def log_line(context: ViewContext, line: Line) -> LogLine:
    """One entry as a line of the log."""
    costs: dict[str, Counter[str]] = defaultdict(Counter)
    for charge in () if has_fallen(context.night, line) else line.charges:
        costs[charge.because or charge.reason][charge.player] += charge.amount
    return LogLine(
        seq=line.entry.seq,
        text=describe_line(context, line),
        undone=line.entry.seq in context.log.marks.undone,
        costs=tuple(
            (tuple((context.people[player], amount) for player, amount in amounts.items()), because)
            for because, amounts in costs.items()
        ),
        titles=told_titles(context, won(line)),
        final=final.told(context.log, line.entry) if isinstance(line.entry.event, of.Correcting) else "",
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
    return line.counts is not None and line.counts.shows is not None


def newest_trick(context: ViewContext) -> Line | None:
    """The newest trick of the running game, if it is among the last entries."""
    playing = context.night.game
    tricks = (line for line in reversed(context.log.lines[-LATELY:]) if is_trick(line))
    newest = next(tricks, None)
    return newest if playing and newest and newest.entry.seq > playing.started else None


def describe_line(context: ViewContext, line: Line) -> str:
    """The entry as a sentence, as it counts now; an undone one as it was first written."""
    with failing_alone():
        return _described(context, line)
    return CANNOT


def _described(context: ViewContext, line: Line) -> str:
    event, seq = line.event, line.entry.seq
    text = describe_event(context, seq, event, is_open(context.log, line, context.insider))
    played = played_at(context.log, seq, event) if line.counts else None
    sentence = played.game.sentence if played else None
    before = context.log.night_after(seq - 1).game if sentence else None
    told = sentence(before.state, event, context.night.table()) if sentence and before else ""
    return worded(told, context.night.unit, named=True) or text


def describe_event(context: ViewContext, seq: int, event: of.Event, whole: bool = False) -> str:
    """This event as a sentence in the words of the game at entry `seq`; with its secrets if `whole`."""
    text = SENTENCES.get(type(event))
    if isinstance(event, of.SeatsMoved) and context.phones.is_noted(seq, DRAWN):
        text = "Seats drawn by lot, clockwise: {order}."
    if isinstance(event, of.GameEnded) and (told := ended_by(context, seq)):
        return told
    if isinstance(event, of.FineGiven) and seq in carried_over(context.log):
        amount, reason = (_field(context, event, name) for name in ("amount", "reason"))
        return f"{amount} came along for {context.name(event.player)}{reason[1:]}."
    if isinstance(text, str):
        fields = {name: _field(context, event, name) for name in event.__struct_fields__}
        if isinstance(event, of.GameStarted) and (started := started_or_played_at(context.log, seq, event)):
            fields["game"] = name_of(started)
        return text.format_map(fields)
    if text is not None:
        return text(context, event)
    game = game_at(context.log, seq, event)
    if game is None:
        return event.type
    secrets = game.secrets if whole else None
    return ((secrets and secrets.describe) or game.describe)(event, context.night.table())


def ended_by(context: ViewContext, seq: int) -> str:
    """Which game that entry ended, and how; "" if it ended none."""
    played = next((game for game in context.night.games if game.ended == seq), None)
    how = how_it_ended(context.log, played) if played else ""
    return f"{name_of(played)} is over{f': {how}' if how else ''}." if played else ""


def _field(context: ViewContext, event: of.Event, name: str) -> Any:
    """One field of an event as its sentence shows it: people by name, rules in words, amounts of who settles them."""
    value = getattr(event, name)
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
    if name == "reason":
        return "" if isinstance(value, UnsetType) else f": {value}"
    if name == "amount":
        return context.amount(value, event.to if isinstance(event, of.DrinkMoved) else event.about)
    return value


def rule_text(context: ViewContext, rule: str) -> str:
    """The words of a rule; its id if an undo removed the rule from the night."""
    return context.night.rules[rule].text if rule in context.night.rules else rule


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
    """Who changed what, and what it said before: “Ann changed trick 3: Bob, not Dan.”"""
    if isinstance(joined := context.log.line(event.entry).event, of.PlayerJoined):
        return f"{context.night.names.get(joined.player, joined.name)} has a new name."
    one = next(one for one in context.log.corrections if one.entry.event is event)
    before = [each.event for each in context.log.corrections if each.target == event.entry and each.event]
    earlier = before[: next(at for at, each in enumerate(before) if each is one.event)]
    was = earlier[-1] if earlier else context.log.line(event.entry).entry.event
    assert one.event is not None
    new, old = (said(context, event.entry, each) for each in (one.event, was))
    by = _by(context, event)
    what = which_one(context, was).replace(f" of {by}", " of their own") or f"“{old.rstrip('.')}”"
    adds = type(was) is type(one.event) and one.event.same_as(was)  # such as the suit of a card
    says = ", not ".join(differing(new, old)[: 1 if adds else 2]) or new.rstrip(".")
    return f"{by} changed {what}{f': {says}' if new != old else ''}."


def which_one(context: ViewContext, event: of.Event) -> str:
    """Which of its kind an event is: “trick 3”, “round 2 of Bob”, “Bob’s throw”; "" if its slot does not say."""
    numbers = [name for name in event.slot if isinstance(getattr(event, name), int) and name != "deal"]
    if "player" in event.slot and len(numbers) > 1:
        return f"{context.name(event.about)}’s {numbers[-1]}"
    whose = f" of {context.name(event.about)}" if "player" in event.slot else ""
    return f"{numbers[-1]} {getattr(event, numbers[-1])}{whose}" if numbers else ""


def _undone(context: ViewContext, event: of.EntryUndone) -> str:
    """What was taken back in the end: an entry, or a change of it; if that undo was undone, it counts again."""
    target, undos = event.entry, 1
    while isinstance(found := context.log.line(target).entry.event, of.EntryUndone):
        target, undos = found.entry, undos + 1
    what = _changed(context, found) if isinstance(found, of.EntryChanged) else said(context, target, found)
    what = "the end of the night. It goes on." if isinstance(found, of.NightClosed) and undos % 2 else what
    return f"{_by(context, event)} {'took' if undos % 2 else 'brought'} back: {what}"


def _by(context: ViewContext, event: of.Correcting) -> str:
    by = next(one.entry.by for one in context.log.corrections if one.entry.event is event)
    return context.name(by) if by else "Somebody"


def said(context: ViewContext, seq: int, event: of.Event) -> str:
    """What an entry says as this event, as far as this phone can read it."""
    return describe_event(context, seq, event, is_open(context.log, context.log.line(seq), context.insider))


def differing(one: str, other: str) -> tuple[str, ...]:
    """The words by which two sentences differ, of each sentence; nothing if one of them only says more."""
    heads = one.partition(": ")[0], other.partition(": ")[0]  # such as who took a trick, before its cards
    first, second = map(str.split, heads if heads[0] != heads[1] else (one, other))
    before = ""
    for end in (0, -1):
        while first and second and first[end].strip(".,:") == second[end].strip(".,:"):
            before = before if end else f"{before} {second[0]}".rpartition(", ")[2].rpartition(": ")[2].strip()
            del first[end], second[end]
    if before and first and first[0].strip(".,:−").isdecimal():
        first.insert(0, before)  # whose number it is
        second[:0] = [before] * (len(second) > 1)  # and of several players both sides name each
    return (" ".join(first).strip(".,:"), " ".join(second).strip(".,:")) if first and second else ()


SENTENCES: dict[type[of.Event], str | Describe] = {
    of.NightOpened: "“{name}” began. Fines are counted in {unit}.",
    of.PlayerJoined: lambda context, event: f"{context.night.names.get(event.player, event.name)} joined.",
    GameJoined: lambda context, event: (
        f"{context.name(event.player)} sat in, left of {context.name(right_of(event.player, context.night.order))}."
    ),
    of.PlayerLeft: "{player} is away.",
    of.PlayerReturned: "{player} is here.",
    of.SeatsMoved: "Seats, clockwise: {order}.",
    of.FinesmasterNamed: "{player} is finesmaster now.",
    of.FineGiven: "{player} was fined {amount}{reason}.",
    of.FineForgiven: "{player} was let off {amount}.",
    of.DrinkTaken: "{player} settled {amount}.",
    of.DrinkMoved: "{to} took over {amount} from {player}.",
    of.RuleMade: "New rule: “{text}”",
    of.RuleAmended: "Rule changed: {rule}",
    of.RuleRepealed: "Rule dropped: {rule}",
    of.RuleCalled: lambda context, event: f"{caught(context, event)}: “{rule_text(context, event.rule)}”",
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

LOG = Fragment("log", "log/_log.html", lambda context: LogBook(book(context).sections[:1]))  # which every entry changes
EARLIER = Fragment("earlier", "log/_earlier.html", earlier_parts)
