"""What the phones show of a game of Five-Card Yak, and what its events say in the log."""

import msgspec
from msgspec import UnsetType

from ...events import Event
from ...fines import Fine
from ...seating import Circle, Table, clockwise_from
from ..told import told
from ..trick_game import DEAL_LINES, DealStarted, TrickScreen, TrickTaken, highest_untied, with_newcomers
from .deal import SEATS, Deal, State, earns_right, next_dealt, opened, penalty, staying, turning
from .paying import cost, notes, two_left
from .tokens import Kegger

FIVE_EACH = "Five each. Pass one left and one right."
WITH_DUMMIES = "Seven each, and three face up to each dummy. Pass one across, then lay one to each dummy."


class Choice(msgspec.Struct, frozen=True):
    """One answer to "who took it?": the hand, what that costs, whether it turns the penalty or earns a rule."""

    hand: str
    cost: str
    turns: bool
    earns: bool


class Screen(TrickScreen, frozen=True, kw_only=True):
    """The same with what each answer costs: `passing` says how the cards are dealt and passed.

    In a game for tokens `tokens` says which and what the pot holds, `notes` what each player has left or took, `out`
    who is not dealt in any more, and `two_left` who would win if the two who are left played no more.
    """

    turning: int
    passing: str
    choices: tuple[Choice, ...]
    tokens: str = ""
    out: frozenset[str] = frozenset()
    two_left: str = ""


def screen(state: State, table: Table, newcomers: Circle = ()) -> Screen:
    """What stands on the table of this game now; between deals, as if the next were dealt now, newcomers included."""
    seats = range(0) if state.options.dummies else SEATS
    dealing = with_newcomers(state, staying(state, table), newcomers, seats)
    started = DealStarted(deal=state.over + 1, players=dealing) if dealing else None
    unfit = state.on is None and len(next_dealt(state, table, started).dealt) < 2
    deal = None if unfit else opened(state, table, started)[1]
    return Screen(
        deal=state.over + 1,
        trick=len(deal.taken) + 1 if deal else 1,
        between=state.on is None,
        unfit=unfit,
        dealer=deal.dealer if deal else None,
        leader=deal.leader if deal else None,
        turning=turning(len(deal.dealt), state.options.dummies) if deal else 0,
        passing=WITH_DUMMIES if state.options.dummies else FIVE_EACH,
        dealt=deal.dealt if deal else (),
        order=clockwise_from(deal.leader, deal.hands) if deal else (),
        choices=_choices(state, deal, table) if deal else (),
        tricks=_tricks(deal.taken) if deal else {},
        seen=deal.seen if deal else frozenset(),
        dealing=dealing,
        tokens=_tokens(state),
        notes=dict(notes(state)),
        out=state.purse.out if state.purse else frozenset(),
        two_left=two_left(state, table),
    )


def _tokens(state: State) -> str:
    if isinstance(state.purse, Kegger):
        return f"Kegger: {state.purse.pot} left"
    return "Pass out" if state.purse else ""


def _tricks(taken: tuple[str | None, ...]) -> dict[str, int]:
    return {hand: taken.count(hand) for hand in dict.fromkeys(taken) if hand is not None}


def _choices(state: State, deal: Deal, table: Table) -> tuple[Choice, ...]:
    turns_at = turning(len(deal.dealt), state.options.dummies)
    trick = len(deal.taken) + 1
    choices = []
    for hand in deal.hands:
        count = deal.taken.count(hand) + 1
        due = penalty(trick, hand, count, deal.dealt, deal.penalised, turns_at)
        costs = _cost(state, due.fines, hand, len(deal.dealt), table)
        earns = earns_right(count, turns_at)
        choices.append(Choice(hand, costs, count >= turns_at, earns))
    return tuple(choices)


def _cost(state: State, fines: tuple[Fine, ...], hand: str, dealt: int, table: Table) -> str:
    amounts = sorted(set(cost(state, fines, table)))
    if not amounts:
        return "costs nobody"
    word = "pay" if state.purse else "drink"
    if fines[0].player == hand:
        return f"{word}s {amounts[0]}"
    said = " or ".join(map(str, amounts)) if len(amounts) < 3 else f"{amounts[0]} to {amounts[-1]}"
    return f"the other {word}s {said}" if dealt == 2 else f"others {word} {said}"


LINES = {**DEAL_LINES, "trick.taken": "{taker} took trick {trick} of deal {deal}[: {plays}]."}


def tell(event: Event, table: Table) -> str:
    """The event in one sentence."""
    if not isinstance(event, TrickTaken):
        return told(LINES[event.type], event, table)
    best = highest_untied(event.laid)
    taker = best[0] if best else None if event.laid or isinstance(event.winner, UnsetType) else event.winner
    return told(LINES[event.type], event, table, taker=table.name(taker) if taker else "Nobody")
