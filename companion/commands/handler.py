"""The command handler: the events of one tap are authorised, validated, appended to the log, and published."""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

from ..domain.event_log import LONG, Line, Log, Proposal
from ..domain.events import Correcting, Entry, EntryChanged, Event, GameStarted
from ..domain.games.trick_game import is_taker
from ..domain.limits import check_capacity
from ..domain.measure import listed
from ..domain.night import Played
from ..domain.playing import same_start
from ..domain.refused import Filled, Refused, Unconfirmed
from ..domain.rights import Sender, authorise, check_acting
from ..realtime.pubsub import PubSub
from ..storage import event_store
from ..storage import proposals as beside
from ..storage.clock import ago, instant, seconds_since
from ..storage.database import Database
from ..storage.errors import DatabaseUnavailable
from ..system.native_threads import aside_replay
from .checks import check_differs, check_final, check_new, check_still_possible, consequences, doubt
from .night_cache import DIGEST, LoadedNight, NightCache, row
from .together import why_refused

SAME_ONE = 10.0  # seconds within which equal entries of two phones can mean the same event
RECENT = 200  # newest lines that are searched for a duplicate
TRIES = 20


class Command(NamedTuple):
    """What a tap proposes: its events, made from the current night, and the `key` that identifies the tap.

    `digest` is a hash of the fields that the phone sent; a tap sent again has the same. `answers` are those to
    questions about it (`Unconfirmed`); if it is `confirmed`, none is asked. `waited` is the seconds that the tap was in
    the phone's outbox, `in_game` the entry that started the game of its page, `asked` the house rule's question that it
    answers, `fields` the names of its form's fields, and `empty` the players whose number was left empty: 0, if it is.
    `read_ahead` reads its texts, before the night is locked.
    """

    events: Callable[[LoadedNight], Sequence[Event]]
    key: str | None = None
    digest: str = ""
    answers: Collection[str] = ()
    confirmed: bool = False
    waited: float = 0.0
    in_game: str = ""
    asked: str = ""
    fields: Collection[str] = ()
    empty: Sequence[str] = ()
    read_ahead: Callable[[LoadedNight], None] = lambda night: None


class Recorded(NamedTuple):
    """The entry that records a tap; `before`: it was recorded already, `twice`: by another tap that says the same."""

    seq: int
    before: bool = False
    twice: bool = False


class Conflict(Refused):
    """The slot is filled with something else: `line` is the recorded entry, `event` the proposed event."""

    def __init__(self, line: Line, event: Event, why: str) -> None:
        super().__init__(why)
        self.line = line
        self.event = event


class GameOver(Filled):
    """The event is for a `game` of the night that is over."""

    def __init__(self, event: Event, game: Played) -> None:
        super().__init__("Too late: that game is over")
        self.event = event
        self.game = game


class PossibleDuplicate(Unconfirmed):
    """Another phone entered the same about the same player a moment ago; `line` is that entry."""

    def __init__(self, line: Line) -> None:
        super().__init__(
            "Another phone just entered the same. Did it happen once or twice?",
            "Twice",
            "Just once",
            about=line.entry.seq,
        )
        self.line = line

    def is_answered(self, answers: Collection[str]) -> bool:
        """Whether one of these answers is to this question, as a plain yes of an older page is."""
        return "yes" in answers or super().is_answered(answers)


class CommandHandler:
    """All new entries go through here; the taps of one night are handled one after another."""

    def __init__(self, nights: NightCache, database: Database, pubsub: PubSub) -> None:
        self.nights = nights
        self.database = database
        self.pubsub = pubsub

    def handle(self, night_id: str, command: Command, sender: Sender) -> Recorded:
        """Authorises, validates and appends all events of a command or none, then publishes; one key is recorded once.

        Raises Refused, Conflict if a slot is filled with something else, PossibleDuplicate if another phone has just
        entered the same. If a slot is filled with the same already, nothing is appended.
        """
        command.read_ahead(self.nights.loaded(night_id))
        with self.nights.locked(night_id) as night:
            recorded = self._record(night, command, sender)
        if not recorded.before:
            self.pubsub.publish(night_id)
        return recorded

    def _record(self, night: LoadedNight, command: Command, sender: Sender) -> Recorded:
        for _ in range(TRIES):
            if (seq := night.recorded(sender.device, command.key, command.digest)) is not None:
                return Recorded(seq, before=True)
            if sender.seat is not None and sender.acting is not None:
                check_acting(sender.acting, sender.seat, night)
            try:
                events = command.events(night)
            except GameOver as over:
                authorise(over.event, sender, night, command.fields)
                return Recorded(_existing_entry(night.log, over.event, over, over.game), before=True, twice=True)
            for event in events:
                authorise(event, sender, night, command.fields)
                if sender.seat is not None:
                    check_new(event, night, sender.seat, command.in_game, command.asked)
            check_differs(events, night)
            proposals, existing = validated(night.log, events, sender)
            if not proposals:
                return Recorded(existing, before=True, twice=True)
            if sender.seat is not None:
                check_still_possible(proposals, night)
                check_final(proposals, sender, night)
            for question in _questions(night, proposals, command, sender) if not command.confirmed else ():
                if question is not None and not question.is_answered(command.answers):
                    raise question
            key = command.key and f"{command.key}{DIGEST}{command.digest}".removesuffix(DIGEST)
            rows = [row(night.night_id, each.entry, sender.device) for each in proposals[:-1]]
            rows.append(row(night.night_id, proposals[-1].entry, sender.device, key))  # the last has the tap's key
            try:
                event_store.append(self.database, *rows)
            except event_store.Raced:  # another process wrote first: start again from its entries
                night.refresh(self.database, event_store.version(self.database, night.night_id))
                continue
            night.adopt(proposals, rows)
            return Recorded(night.log.seq)
        raise DatabaseUnavailable("Too many taps at once. Nothing is lost: try again.")

    def take_note(self, night_id: str, entry: int, note: str) -> None:
        """Keeps a note about the game or the order of seats that began with this entry, beside the log."""
        beside.take_note(self.database, night_id, entry, note)
        self.nights.members_changed(night_id)


def validated(log: Log, events: Sequence[Event], sender: Sender) -> tuple[list[Proposal], int]:
    """The proposals for these events, and the entry that already records one of them, else the newest one.

    Each of several undos and changes is made on the log that the one before it leaves.
    """
    proposals: list[Proposal] = []
    existing, at, ahead = log.seq, instant(), log
    for event in events:
        entry = Entry(log.seq + len(proposals) + 1, event, at, sender.acting)
        try:
            if isinstance(event, Correcting):
                ahead = ahead.after(proposals[-1]) if proposals else log
                # A long log is replayed outside the main thread.
                proposal = aside_replay(ahead.propose, entry) if log.seq >= LONG else ahead.propose(entry)
            else:
                proposal = log.propose(entry, after=proposals[-1] if proposals else None)
        except Filled as filled:
            existing = _existing_entry(log, event, filled)
            continue
        except Refused as why:
            raise why_refused(event, log, why) if isinstance(event, EntryChanged) else why from None
        check_capacity(log, proposal)
        proposals.append(proposal)
    return proposals, existing


def _existing_entry(log: Log, event: Event, filled: Filled, game: Played | None = None) -> int:
    """The number of the entry that fills this slot of the game with the same; raises Conflict if it is something else.

    The game is the one that is on, unless another is given.
    """
    line = log.filled_by(event, game)
    if line is None or line.counts is None:
        raise filled
    after = log.night_after(line.entry.seq).game
    if isinstance(line.counts, GameStarted):
        is_same = isinstance(event, GameStarted) and same_start(line.counts, event)
    else:
        is_same = line.counts.same_as(event)
    if is_same or (after and is_taker(after.state, event)):
        return line.entry.seq
    raise Conflict(line, event, str(filled)) from None


def _questions(
    night: LoadedNight, proposals: Sequence[Proposal], command: Command, sender: Sender
) -> Iterator[Unconfirmed | None]:
    """What is asked before these are entered."""
    if command.empty:
        names = listed([night.night.name_of(player) for player in command.empty])
        yield Unconfirmed(f"{names}: 0{' each' if len(command.empty) > 1 else ''}?", "Yes, 0", "Not yet")
    for proposal in proposals:
        yield _twice(night, proposal.entry.event, command, sender)
        yield doubt(proposal, night)
    if sender.seat is not None:
        yield consequences(proposals, night)


def _twice(night: LoadedNight, event: Event, command: Command, sender: Sender) -> PossibleDuplicate | None:
    """The question whether it is the same, if another phone has just entered the same about the same player."""
    if event.is_slotted or not event.about:
        return None
    since, lines = ago(SAME_ONE + command.waited), night.log.lines
    for place in range(len(lines) - 1, max(-1, len(lines) - RECENT - 1), -1):
        line = lines[place]
        if line.entry.at is None or line.entry.at < since:  # as texts: parsing each time is ten times slower
            return None
        if night.senders[place] != sender.device and line.counts == event:
            if seconds_since(line.entry.at) <= SAME_ONE + command.waited:
                return PossibleDuplicate(line)
            return None
    return None
