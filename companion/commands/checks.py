"""Checks of new entries: limits, late entries, and what another player must agree to. Replay does not run them."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from ..domain import events as of
from ..domain.agreement import game_of, why_two
from ..domain.event_log import Proposal
from ..domain.events import Event, RuleAmended, RuleMade, written
from ..domain.games import GAMES
from ..domain.limits import check_limits, check_possible
from ..domain.night import Night, Played, differences
from ..domain.playing import owner, points_changed
from ..domain.refused import Refused, Unconfirmed
from ..domain.visibility import turned_up
from ..storage.clock import seconds_since
from . import votes
from .authorization import State, acts_for, is_free, judged_by, others_to_agree, settlers

CONTESTABLE = 60.0  # seconds, by the server's clock
WATER_PAUSE = 60.0


class NeedsAnother(Refused):
    """Undos and changes of one tap that one of these other players, whose phones ask them, has to agree to.

    `by` entered what is corrected first.
    """

    def __init__(self, events: Sequence[Event], why: str, names: Sequence[str], by: str | None) -> None:
        super().__init__(f"{why[0].upper()}{why[1:]}, so another player has to agree: {' or '.join(names)}.")
        self.events, self.names, self.by = events, names, by


class Consequences(Unconfirmed):
    """An undo or change of an older entry: the night as it is and as it would be, and the game that it is about.

    `reveals`: it would turn up what is hidden now. `together` are the entries that one tap changes, each
    as it would then be; none if it is only one.
    """

    def __init__(
        self, before: Night, after: Night, played: Played | None, reveals: bool, together: Mapping[int, Event]
    ) -> None:
        changes = differences(before, after), points_changed(before, after), after.game is None, together, reveals
        super().__init__("This changes earlier drinks or points. Do it?", "Do it", "Leave it", about=changes)
        self.before, self.after, self.played, self.reveals, self.together = before, after, played, reveals, together


class NeedsVote(Refused):
    """Only who holds a right makes, amends or repeals rules in this game, so the table votes about this one."""

    def __init__(self, event: of.RuleChange) -> None:
        super().__init__("In this game rules are earned, so the table votes on yours.")
        self.event = event


class Tapped(State, Protocol):
    """A night now, with the phone that sent each entry."""

    @property
    def senders(self) -> Sequence[int | None]: ...


def check_new(event: Event, state: Tapped, by: str | None, in_game: str, asked: str) -> None:
    """Refuses an event that exceeds a limit, comes too late, or is already voted about; `by` enters it.

    `in_game` is the number of the entry that started the game of the form's page; `asked` is the question it answers.
    """
    check_rule(state.night, event)
    check_possible(state.night, event)
    starts = [played.started for played in state.night.played]
    if isinstance(event, of.GameStarted) and state.night.game:
        starts.pop()  # the game that is on fills the slot of this one
    if in_game.isdecimal() and int(in_game[:9]) < max(starts, default=0):
        raise Refused("A game has started meanwhile.")
    if asked and not event.is_slotted and not any(each.id == asked for each in state.night.asking):
        raise Refused("That was picked already.")
    if isinstance(event, of.CallContested):
        _check_contestable(event, state)
    elif isinstance(event, of.RuleObjected):
        _check_no_vote(state, event.rule)
    elif isinstance(event, of.OfficeClaimed):
        if event.player == state.night.finesmaster:
            raise Refused("You’re finesmaster already.")
        _check_no_vote(state, None)
    elif isinstance(event, of.WaterCalled):
        _check_water(state)
    elif isinstance(event, of.RuleChange):
        if votes.must_propose(state, by):
            raise NeedsVote(event)
    elif isinstance(event, of.Correcting):
        _check_own_rule(event, state, by)


def check_still_possible(proposals: Sequence[Proposal], state: State) -> None:
    """Refuses a change to what exceeded a limit of the game when the entry was made."""
    for proposal in proposals:
        change = proposal.correction
        if change is not None and change.event is not None:
            check_possible(state.log.night_after(change.target - 1), change.event)


def check_differs(events: Sequence[Event], state: State) -> None:
    """Refuses a change to what the entry says already."""
    if len(events) == 1 and isinstance(change := events[0], of.EntryChanged):
        counts = state.log.line(change.entry).counts
        if counts is not None and change.event == written(counts):
            raise Refused("It says that already.")


def check_rule(night: Night, event: Event) -> None:
    """Refuses a new or amended rule that exceeds a limit."""
    if isinstance(event, RuleMade | RuleAmended):
        check_limits(night, event)


def doubt(proposal: Proposal, state: State) -> Unconfirmed | None:
    """The question about leaving that ends the game, or of the game about an unusual event; None for a usual one."""
    event, playing = proposal.entry.event, state.night.game
    if playing and isinstance(event, of.PlayerLeft) and proposal.night.game is None:
        return Unconfirmed(_ends(event, playing, state.night), "Leave, and end the game")
    if asked := owner(state.night, event):
        question = GAMES[asked.kind].entering.doubts(asked.state, event, state.night.table())
        if question:
            return Unconfirmed(question, "Yes, enter it")
    return None


def _ends(event: of.PlayerLeft, playing: Played, night: Night) -> str:
    """The question whether a player leaves although the game would then be over, and how that is put right."""
    game, name = GAMES[playing.kind], night.name_of(event.player)
    sheet = game.pages.sheet(playing.state, night.table(), None) if game.pages.sheet else None
    column = sheet.columns.index(event.player) if sheet and event.player in sheet.columns else None
    left = sum(not line.cells[column] for line in sheet.boxes) if sheet and column is not None else 0
    why = f": {name} has {'one box' if left == 1 else f'{left} boxes'} open" if left else ""
    return f"That ends {game.name}{why}. If {name} comes back, undo this in the log and play on."


def consequences(proposals: Sequence[Proposal], state: State) -> Consequences | None:
    """The question about an undo or a change of anything but the newest entry; None for others and for a new name."""
    log = state.log
    corrections = [proposal.correction for proposal in proposals if proposal.correction]
    if not corrections or [one.target for one in corrections] == [log.seq]:
        return None
    line = log.corrected(corrections[0].target)
    if isinstance(line.entry.event, of.PlayerJoined) and not corrections[0].undoes:
        return None
    after = log.after(*proposals)
    together = {one.target: one.event for one in corrections if one.event} if len(corrections) > 1 else {}
    return Consequences(state.night, after.night, game_of(log, line), turned_up(log, after), together)


def is_fresh(at: str | None) -> bool:
    """Whether a call is recent enough to be contested."""
    return at is not None and seconds_since(at) <= CONTESTABLE


def needs_another(proposals: Sequence[Proposal], own: str, state: State) -> NeedsAnother | None:
    """The question to another player who has to agree to an undo or a change; None if nobody has to.

    It names nobody if no other player has a phone. In a game that is over the finesmaster's own tap is enough, and for
    a minute anybody's about the newest entry.
    """
    found = None
    for proposal in proposals:
        event, reason = proposal.entry.event, why_two(state.log, proposal)
        if reason is None or not isinstance(event, of.Correcting):
            continue
        if reason.over and (acts_for(state, own, state.night.finesmaster) or _is_newest(state, event.entry)):
            continue
        together = [each.entry.event for each in proposals]
        names = [state.night.name_of(player) for player in others_to_agree(state, event, own)]
        found = NeedsAnother(together, reason.why, names, state.log.corrected(event.entry).entry.by)
        if names:
            return found
    return found


def _is_newest(state: State, entry: int) -> bool:
    return entry == state.log.seq and is_fresh(state.log.line(entry).entry.at)


def _check_contestable(event: of.CallContested, state: State) -> None:
    call = state.night.calls.get(event.entry)
    if call is None:
        return
    if call.stands is not None:
        raise Refused(f"Decided already: it {'counts' if call.stands else 'was let go'}.")
    if not is_fresh(state.log.line(event.entry).entry.at):
        name = state.night.name_of(settlers(state, event.entry)[-1].player)
        raise Refused(f"Too late, that was over a minute ago. {name} can still let it go.")


def _check_no_vote(state: State, rule: str | None) -> None:
    found = votes.about(state, rule)
    if found is not None and found.is_open:
        raise Refused("The table is voting about that already: vote with the others.")


def _check_own_rule(event: of.Correcting, state: Tapped, by: str | None) -> None:
    """Refuses to undo or change a rule where that takes a right, but for a slip that its maker has only just entered.

    The finesmaster can undo any. What the table voted through, no phone has entered.
    """
    if not isinstance(judged_by(event, state.log), of.RuleChange) or not votes.must_propose(state, by):
        return
    if isinstance(event, of.EntryUndone) and by and by == state.night.finesmaster and not is_free(state, by):
        return
    entry = state.log.corrected(event.entry).entry
    name, propose = state.night.name_of(entry.by), "You can propose to change or drop it."
    if entry.by != by and state.phones.has_phone(entry.by or ""):
        raise Refused(f"{name} made that rule. {propose}")
    if state.senders[entry.seq - 1] is None or not is_fresh(entry.at):
        raise Refused(f"It’s too late to undo that. {propose}")


def _check_water(state: State) -> None:
    """Refuses a water round within a minute of the last one, even if the last one was undone."""
    for line in reversed(state.log.lines):
        if line.entry.at is None or seconds_since(line.entry.at) > WATER_PAUSE:
            return
        if isinstance(line.entry.event, of.WaterCalled):
            caller = state.night.name_of(line.entry.event.player)
            raise Refused(f"{caller}’s water round is still on.")
