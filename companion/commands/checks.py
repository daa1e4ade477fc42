"""Checks of new entries: limits, late entries, and what is final. Replay does not run them."""

from collections.abc import Mapping, Sequence

from ..domain import events as of
from ..domain.event_log import Proposal
from ..domain.events import Event, RuleAmended, RuleMade, written
from ..domain.final import OVER, game_of, why_final
from ..domain.games import GAMES
from ..domain.limits import are_rules_earned, check_limits, check_possible
from ..domain.night import Night, Played, differences
from ..domain.office import office_since, took_over_after
from ..domain.playing import owner, points_changed
from ..domain.refused import Refused, Unconfirmed
from ..domain.rights import Sender, State, acts_for, judged_by, may_agree_for, settlers
from ..domain.visibility import turned_up
from ..storage.clock import ago, seconds_since

CONTESTABLE = 60.0  # seconds, by the server's clock
WATER_PAUSE = 60.0
NEW_IN_OFFICE = 3600.0  # seconds in which who took the office over cannot do everything


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


def check_new(event: Event, state: State, own: str, in_game: str, asked: str) -> None:
    """Refuses an event that exceeds a limit, comes too late, or is not for the phone of `own` to enter.

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
    elif isinstance(event, of.WaterCalled):
        _check_water(state)
    elif isinstance(event, of.RuleChange):
        _check_maker(event, state, own)
    elif isinstance(event, of.Correcting):
        _check_own_rule(event, state, own)
    _check_new_in_office(event, state, own)


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


def check_final(proposals: Sequence[Proposal], sender: Sender, state: State) -> None:
    """Refuses to undo or change what is final to everybody but the finesmaster, and what nobody can do to everybody.

    For a minute anybody can put right the newest entry of a game that is over.
    """
    for proposal in proposals:
        event, why = proposal.entry.event, why_final(state.log, proposal)
        if not why or not isinstance(event, of.Correcting) or acts_for(state, sender.seat, state.night.finesmaster):
            continue
        if why == OVER and _is_newest(state, event.entry):
            continue
        name = state.night.name_of(state.night.finesmaster)
        raise Refused(f"{why[0].upper()}{why[1:]}, so only the finesmaster ({name}) can put it right.")


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


def _check_maker(event: of.RuleChange, state: State, own: str) -> None:
    """Refuses a rule where rules are earned and nobody has the right, else one of another player.

    While somebody has it, the log refuses all others.
    """
    rule = None if isinstance(event, of.RuleMade) else state.night.rules.get(event.rule)
    if are_rules_earned(state.log):
        if not state.night.rights:
            raise Refused("In this game rules are earned, and nobody may make one now.")
    elif rule is not None:
        check_owner(rule.maker, state, own)


def check_owner(maker: str | None, state: State, own: str) -> None:
    """Refuses to change or drop a rule that `maker` made, unless this phone acts for them or for the finesmaster."""
    night, owners = state.night, [player for player in (maker, state.night.finesmaster) if player]
    if not (maker and may_agree_for(state, own, maker) or acts_for(state, own, night.finesmaster)):
        names = " or ".join(dict.fromkeys(map(night.name_of, owners)))
        raise Refused(f"Only {names} can change or drop that rule.")


def _check_own_rule(event: of.Correcting, state: State, own: str) -> None:
    """Refuses to undo or change a rule of another player, and where rules are earned to do so after a minute.

    The finesmaster can undo any at any time.
    """
    if not isinstance(judged_by(event, state.log), of.RuleChange):
        return
    entry = state.log.corrected(event.entry).entry
    check_owner(entry.by, state, own)
    undoes = isinstance(event, of.EntryUndone) and acts_for(state, own, state.night.finesmaster)
    if are_rules_earned(state.log) and not undoes and not is_fresh(entry.at):
        raise Refused("It’s too late for that: rules are earned now.")


def _check_new_in_office(event: Event, state: State, own: str) -> None:
    """Refuses to end the night, to hand the office on and to remove a phone just after taking the office over."""
    judged, undone = judged_by(event, state.log), event.entry if isinstance(event, of.EntryUndone) else 0
    since = office_since(state.log) if isinstance(judged, of.FinesmasterNamed) else None
    if isinstance(judged, of.PlayerJoined):  # undone, it removes the player's phone
        waits = bool(undone) and judged.player != own and state.phones.has_phone(judged.player)
    else:
        waits = isinstance(judged, of.FinesmasterNamed | of.NightClosed)
    if waits and not (since and undone == since.entry.seq):  # that gives the office back
        check_established(state)


def is_new_in_office(state: State) -> bool:
    """Whether the finesmaster took the office over within the last hour."""
    return took_over_after(state.log, ago(NEW_IN_OFFICE))


def check_established(state: State) -> None:
    """Refuses what the finesmaster cannot do in the first hour after taking the office over."""
    if is_new_in_office(state):
        name = state.night.name_of(state.night.finesmaster)
        raise Refused(f"{name} took the office over less than an hour ago, so that has to wait.")


def _check_water(state: State) -> None:
    """Refuses a water round within a minute of the last one, even if the last one was undone."""
    for line in reversed(state.log.lines):
        if line.entry.at is None or seconds_since(line.entry.at) > WATER_PAUSE:
            return
        if isinstance(line.entry.event, of.WaterCalled):
            caller = state.night.name_of(line.entry.event.player)
            raise Refused(f"{caller}’s water round is still on.")
