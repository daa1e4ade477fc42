"""What follows in Card Yacht from a knock, a turn, a hand, and from somebody's leaving (rules, 4; night format)."""

from msgspec import UnsetType
from msgspec.structs import replace

from ...events import Event
from ...house_rules import Happening, Roles
from ...seating import Table, left_of
from ...yachting import lost
from ..game import Step
from .events import HandScored, KnockMade, Said, TurnTaken
from .round import ROUNDS, Round, State, opened, scores


def evolve(state: State, event: Event, table: Table) -> Step:
    """What follows from an event that was checked."""
    assert isinstance(event, Said)
    playing = opened(state, table)
    assert playing is not None
    match event:
        case KnockMade():
            return Step(replace(state, round=_knocked(playing, event)))
        case TurnTaken():
            return Step(replace(state, round=_taken(playing, event)))
    return _scored(state, playing, event, table)


def left(state: State, table: Table) -> Step:
    """A round waits for nobody who is away, so somebody's leaving may close it."""
    return _closed(state, table)


def _knocked(playing: Round, event: KnockMade) -> Round:
    return replace(
        playing,
        knocked=(*playing.knocked, event.player),
        done=playing.done | {event.player},
        latest=event.player,
        skipped=playing.skipped | playing.passed_over(event.player),
    )


def _taken(playing: Round, event: TurnTaken) -> Round:
    done = playing.done | {event.player} if playing.knocked else playing.done
    return replace(
        playing,
        drawn=playing.drawn + event.drawn,
        done=done,
        latest=event.player,
        harbors=_laid(playing.harbors, event),
        skipped=playing.skipped | playing.passed_over(event.player),
    )


def _laid(harbors: dict[str, int], event: TurnTaken) -> dict[str, int]:
    """Whoever draws or exchanges lays as many cards in front of them, and an exchange takes them from the giver."""
    if isinstance(event.count, UnsetType):
        return harbors
    after = {**harbors, event.player: harbors.get(event.player, 0) + event.count}
    if isinstance(event.giver, str):
        after[event.giver] = max(0, after.get(event.giver, 0) - event.count)
    return after


def _scored(state: State, playing: Round, event: HandScored, table: Table) -> Step:
    sheet = {**state.sheets[event.player], event.box: event.worth}
    playing = replace(playing, shown=(*playing.shown, event.player), seen=playing.seen.union(event.hand))
    state = replace(state, sheets={**state.sheets, event.player: sheet}, round=playing)
    happened = Happening("box.scored", event.player, box=event.box, points=event.worth)
    return replace(_closed(state, table), happened=(happened,), roles=Roles(playing.dealer))


def _closed(state: State, table: Table) -> Step:
    """With its last hand the round is over and the deal moves left; with the last round the game is."""
    if state.on is None or not state.on.is_complete(table):
        return Step(state)
    state = replace(state, over=state.on.number, dealer=left_of(state.on.dealer, state.players))
    if state.over < ROUNDS:
        return Step(state)
    return Step(state, lost(scores(state, {}), state.options.stake, "Card Yacht"), over=True)
