"""The one verdict on a tap: it is entered, it is in already, it contradicts what is in, or its sender is asked.

A tap that cannot be entered raises Refused. Only phones are asked what is asked here: replay takes what the log takes,
so that every old file still opens.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple, Protocol

from ..domain import events as of
from ..domain import rights
from ..domain.event_log import LONG, Candidate, Line, Log
from ..domain.events import Entry, Event, RuleAmended, RuleMade, written
from ..domain.final import OVER, game_of, why_final
from ..domain.fines import causes
from ..domain.limits import check_capacity, check_limits, check_picks, check_possible
from ..domain.measure import listed
from ..domain.night import Effects, Night, Played, differences
from ..domain.office import NEW_IN_OFFICE, check_established, took_over_after
from ..domain.playing import name_of, owner, points_changed, same_start
from ..domain.refused import Confirmation, Filled, Refused, Unconfirmed
from ..domain.visibility import turned_up
from ..storage.clock import ago, instant, seconds_since, within
from ..storage.members import Phones
from ..system.native_threads import aside_replay
from .together import why_refused

WATER_PAUSE = 60.0
SAME_ONE = 10.0  # seconds within which equal entries of two phones can mean the same event
RECENT = 200  # newest lines that are searched for an equal entry


class Tapped(rights.State, Protocol):
    """A night now, with all that is known of its phones, and the phone that sent each entry."""

    @property
    def phones(self) -> Phones: ...
    @property
    def senders(self) -> Sequence[int | None]: ...


class Command(NamedTuple):
    """What a tap proposes: its events, made from the current night, and the `key` that identifies the tap.

    `digest` is a hash of the fields that the phone sent; a tap sent again has the same. `answers` are those to
    questions about it; if it is `confirmed`, none is asked. `waited` is the seconds that the tap was in
    the phone's outbox, `in_game` the entry that started the game of its page, `asked` the house rule's question that it
    answers, `fields` the names of its form's fields. `empty` are the players whose number was left empty, which is 0.
    `read_ahead` reads its texts, before the night is locked.
    """

    events: Callable[[Tapped], Sequence[Event]]
    key: str | None = None
    digest: str = ""
    answers: Collection[str] = ()
    confirmed: bool = False
    waited: float = 0.0
    in_game: str = ""
    asked: str = ""
    fields: Collection[str] = ()
    empty: Sequence[str] = ()
    read_ahead: Callable[[Tapped], None] = lambda night: None


class Enter(NamedTuple):
    """The tap is entered, as these entries."""

    candidates: Sequence[Candidate]


class AlreadyIn(NamedTuple):
    """Another tap has said the same: entry `seq`."""

    seq: int


class Conflict(NamedTuple):
    """The slot is filled with something else: `line` is the entry, `event` what was proposed, `why` a text."""

    line: Line
    event: Event
    why: str


class ToConfirm(NamedTuple):
    """The sender is asked first: about the `effects` of a correction, or about the entry `twice` that says the same."""

    confirmation: Confirmation
    effects: Effects | None = None
    twice: Line | None = None


Verdict = Enter | AlreadyIn | Conflict | ToConfirm


class GameOver(Filled):
    """The event is for a `game` of the night that is over."""

    def __init__(self, event: Event, game: Played) -> None:
        super().__init__("Too late: that game is over")
        self.event = event
        self.game = game


def verdict(command: Command, sender: rights.Sender, night: Tapped) -> Verdict:
    """The verdict on a command now; raises Refused with a sentence for the player."""
    if sender.seat is not None and sender.acting is not None:
        rights.check_acting(sender.acting, sender.seat, night)
    try:
        events = command.events(night)
    except Unconfirmed as unconfirmed:
        return ToConfirm(unconfirmed.confirmation)
    except GameOver as late:
        rights.authorise(late.event, sender, night, command.fields)
        return _in_already(night.log, late.event, late, late.game)
    for event in events:
        rights.authorise(event, sender, night, command.fields)
        if sender.seat is not None:
            for check in _checks(type(event)):
                check(event, command, sender, night)
    _check_differs(events, night)
    found = proposed(night.log, events, sender.acting)
    if not isinstance(found, Enter):
        return found
    if sender.seat is not None:
        check_corrections(found.candidates, sender, night)
    to_confirm = () if command.confirmed else _asked(night, found.candidates, command, sender)
    return next((ask for ask in to_confirm if not ask.confirmation.is_answered(command.answers)), found)


def proposed(log: Log, events: Sequence[Event], by: str | None) -> Enter | AlreadyIn | Conflict:
    """The entries that these events make, one after another; what is in already is left out.

    Each of several undos and changes is made on the log that the one before it leaves.
    """
    candidates: list[Candidate] = []
    in_already, at = AlreadyIn(log.seq), instant()
    for event in events:
        try:
            candidates.append(_candidate(log, Entry(log.seq + len(candidates) + 1, event, at, by), candidates))
        except Filled as filled:
            found = _in_already(log, event, filled)
            if isinstance(found, Conflict):
                return found
            in_already = found
    return Enter(candidates) if candidates else in_already


def _candidate(log: Log, entry: Entry, before: Sequence[Candidate]) -> Candidate:
    try:
        if not isinstance(entry.event, of.Correcting):
            candidate = log.candidate(entry, after=before[-1] if before else None)
        else:
            ahead = log.after(*before)
            # A long log is replayed outside the main thread.
            candidate = aside_replay(ahead.candidate, entry) if log.seq >= LONG else ahead.candidate(entry)
    except Filled:
        raise
    except Refused as why:
        raise why_refused(entry.event, log, why) if isinstance(entry.event, of.EntryChanged) else why from None
    check_capacity(log, candidate)
    return candidate


def _in_already(log: Log, event: Event, filled: Filled, game: Played | None = None) -> AlreadyIn | Conflict:
    """The entry that fills this slot of the game that is on, or of the one given: with the same, or something else."""
    line = log.filled_by(event, game)
    if line is None or line.counts is None:
        raise filled
    if isinstance(line.counts, of.GameStarted):
        is_same = isinstance(event, of.GameStarted) and same_start(line.counts, event)
    else:
        after = log.night_after(line.entry.seq).game
        is_same = line.counts.same_as(event, after and after.state)
    if is_same:
        return AlreadyIn(line.entry.seq)
    return Conflict(line, event, str(filled))


# ---- what only a new entry must respect


def _check_game(event: Event, command: Command, sender: rights.Sender, night: Tapped) -> None:
    """Refuses an event of a page that shows an earlier game."""
    starts = [played.started for played in night.night.played]
    if isinstance(event, of.GameStarted) and night.night.game:
        starts.pop()  # the game that is on fills the slot of this one
    if command.in_game.isdecimal() and int(command.in_game[:9]) < max(starts, default=0):
        raise Refused("A game has started meanwhile.")


def _check_asked(event: Event, command: Command, sender: rights.Sender, night: Tapped) -> None:
    """Refuses an answer to a question that is not open any more."""
    if command.asked and not event.is_slotted and all(each.id != command.asked for each in night.night.asking):
        raise Refused("That was picked already.")


def _check_rule(event: of.RuleChange, command: Command, sender: rights.Sender, night: Tapped) -> None:
    """Refuses a rule that exceeds a limit, or that is not for this phone to make, change or drop."""
    check_limits(night.night, event)
    rights.check_maker(event, night, sender.seat or "")


def _check_own(event: of.Correcting, command: Command, sender: rights.Sender, night: Tapped) -> None:
    """Refuses to undo or change a rule of another player, or one's own too late."""
    if isinstance(rights.judged_by(event, night.log), of.RuleChange):
        at = night.log.corrected(event.entry).entry.at
        rights.check_own_rule(event, night, sender.seat or "", is_fresh=within(at, rights.CONTESTABLE))


def _check_office(event: Event, command: Command, sender: rights.Sender, night: Tapped) -> None:
    """Refuses what the finesmaster cannot do in the first hour after taking the office over."""
    check_established(event, night, sender.seat or "", ago(NEW_IN_OFFICE))


def _check_contestable(event: of.CallContested, command: Command, sender: rights.Sender, night: Tapped) -> None:
    if (call := night.night.calls.get(event.entry)) is None:
        return
    if call.stands is not None:
        raise Refused(f"Decided already: it {'counts' if call.stands else 'was let go'}.")
    if not within(night.log.line(event.entry).entry.at, rights.CONTESTABLE):
        name = night.night.name_of(rights.settlers(night, event.entry)[-1].player)
        raise Refused(f"Too late, that was over a minute ago. {name} can still let it go.")


def _check_water(event: of.WaterCalled, command: Command, sender: rights.Sender, night: Tapped) -> None:
    """Refuses a water round within a minute of the last one, even if the last one was undone."""
    for line in reversed(night.log.lines):
        if isinstance(called := line.entry.event, of.WaterCalled) and within(line.entry.at, WATER_PAUSE):
            raise Refused(f"{night.night.name_of(called.player)}’s water round is still on.")


Check = Callable[[Any, Command, rights.Sender, Tapped], None]
CHECKS: tuple[tuple[Check, tuple[type[Event], ...]], ...] = (
    (_check_rule, (RuleMade, RuleAmended, of.RuleRepealed)),
    (lambda event, command, sender, night: check_possible(night.night, event), (Event,)),
    (_check_game, (Event,)),
    (_check_asked, (Event,)),
    (_check_own, (of.EntryUndone, of.EntryChanged)),
    (_check_office, (of.FinesmasterNamed, of.NightClosed, of.EntryUndone, of.EntryChanged)),
    (_check_contestable, (of.CallContested,)),
    (_check_water, (of.WaterCalled,)),
)
"""What a phone's new entry must respect, each with the kinds of event that it concerns, in the order of asking."""


@cache
def _checks(kind: type[Event]) -> tuple[Check, ...]:
    return tuple(check for check, kinds in CHECKS if issubclass(kind, kinds))


def _check_differs(events: Sequence[Event], night: Tapped) -> None:
    """Refuses a change to what the entry says already, or to the unit of the night."""
    if of.UnitChanged(unit=night.night.unit) in events:
        raise Refused("Fines count in that already.")
    if len(events) == 1 and isinstance(change := events[0], of.EntryChanged):
        counts = night.log.line(change.entry).counts
        if counts is not None and change.event == written(counts):
            raise Refused("It says that already.")


def check_corrections(candidates: Sequence[Candidate], sender: rights.Sender, night: Tapped) -> None:
    """Refuses a change to what exceeds a limit, if the entry did not before, and a correction that comes too late.

    The finesmaster can put right what is final. For a minute anybody can put right the newest entry of the log,
    also if its game is over.
    """
    for candidate in candidates:
        event, correction = candidate.entry.event, candidate.correction
        if correction is None or not isinstance(event, of.Correcting):
            continue
        if correction.event is not None:
            counts = night.log.line(correction.target).counts
            check_possible(night.log.night_after(correction.target - 1), correction.event, counts)
        why = why_final(night.log, candidate)
        is_newest = event.entry == night.log.seq and within(night.log.line(event.entry).entry.at, rights.CONTESTABLE)
        if why and not (why == OVER and is_newest):
            _check_finesmaster(why, correction.target, sender, night)
    check_picks(night.night, candidates[-1])


def _check_finesmaster(why: str, target: int, sender: rights.Sender, night: Tapped) -> None:
    """Lets only the finesmaster put the final entry `target` right, and in a new office nothing that is older."""
    name = night.night.name_of(night.night.finesmaster)
    final = f"{why[0].upper()}{why[1:]}, so only the finesmaster ({name}) can put it right"
    if not rights.acts_for(night, sender.seat, night.night.finesmaster):
        raise Refused(f"{final}.")
    if took_over_after(night.log, ago(NEW_IN_OFFICE), target):
        raise Refused(f"{final}: not what is older than her office, in its first hour.")


# ---- what the sender is asked


def _asked(
    night: Tapped, candidates: Sequence[Candidate], command: Command, sender: rights.Sender
) -> Iterator[ToConfirm]:
    """What is asked before these are entered."""
    if command.empty:
        names = listed([night.night.name_of(player) for player in command.empty])
        yield ToConfirm(Confirmation(f"{names}: 0{' each' if len(command.empty) > 1 else ''}?", "Yes, 0", "Not yet"))
    for candidate in candidates:
        yield from _twice(night, candidate.entry.event, command, sender)
        yield from _doubt(candidate, night)
    if sender.seat is not None:
        yield from _effects(candidates, night)


def _twice(night: Tapped, event: Event, command: Command, sender: rights.Sender) -> Iterator[ToConfirm]:
    """The question whether it is the same, if another phone has just entered the same about the same player."""
    if event.is_slotted or not event.about:
        return
    since, lines = ago(SAME_ONE + command.waited), night.log.lines
    for place in range(len(lines) - 1, max(-1, len(lines) - RECENT - 1), -1):
        line = lines[place]
        if line.entry.at is None or line.entry.at < since:  # as texts: parsing each time is ten times slower
            return
        if night.senders[place] != sender.device and line.counts == event:
            if seconds_since(line.entry.at) <= SAME_ONE + command.waited:
                asks = "Another phone just entered the same. Did it happen once or twice?"
                yield ToConfirm(Confirmation(asks, "Twice", "Just once", about=line.entry.seq), twice=line)
            return


def _doubt(candidate: Candidate, night: Tapped) -> Iterator[ToConfirm]:
    """The question about leaving that ends the game, or of the game about an unusual event."""
    event, playing = candidate.entry.event, night.night.game
    if playing and isinstance(event, of.PlayerLeft) and candidate.night.game is None:
        yield ToConfirm(Confirmation(_ends(event, playing, night.night), "Leave, and end the game"))
    if asked := owner(night.night, event):
        question = asked.game.entering.doubts(asked.state, event, night.night.table())
        if question:
            yield ToConfirm(Confirmation(question, "Yes, enter it"))


def _ends(event: of.PlayerLeft, playing: Played, night: Night) -> str:
    """The question whether a player leaves although the game would then be over, and how that is put right."""
    game, name = playing.game, night.name_of(event.player)
    sheet = game.pages.sheet(playing.state, night.table(), None) if game.pages.sheet else None
    column = sheet.columns.index(event.player) if sheet and event.player in sheet.columns else None
    left = sum(not line.cells[column] for line in sheet.boxes) if sheet and column is not None else 0
    why = f": {name} has {'one box' if left == 1 else f'{left} boxes'} open" if left else ""
    return f"That ends {name_of(playing)}{why}. If {name} comes back, undo this in the log and play on."


def _effects(candidates: Sequence[Candidate], night: Tapped) -> Iterator[ToConfirm]:
    """The question about an undo or a change, but not of the newest entry or of a name."""
    log = night.log
    corrections = [candidate.correction for candidate in candidates if candidate.correction]
    if not corrections or [one.target for one in corrections] == [log.seq]:
        return
    line = log.corrected(corrections[0].target)
    if isinstance(line.entry.event, of.PlayerJoined) and not corrections[0].undoes:
        return
    after = log.after(*candidates)
    to = {one.target: one.event for one in corrections if one.event}
    why = causes(*([charge for line in one.lines for charge in line.charges] for one in (log, after)))
    found = Effects(night.night, after.night, game_of(log, line), turned_up(log, after), to, why)
    changed = differences(found.before, found.after), points_changed(found.before, found.after)
    about = *changed, after.night.game is None, to, found.reveals
    yield ToConfirm(Confirmation("This changes earlier fines or points. Do it?", "Do it", about=about), effects=found)
