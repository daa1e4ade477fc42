"""What the phones show of a game of Five-Card Yak: what is next, and what each answer would cost."""

import msgspec
from msgspec import UnsetType

from ...deals import DealStarted
from ...fines import Fine
from ...seating import Circle, Table, controller
from .deal import SEATS, Deal, State, next_dealt, opened
from .penalty import earns_right, penalty, turning


class Choice(msgspec.Struct, frozen=True):
    """One answer to "who took it?": the hand, its player and name, what that costs, whether it turns the penalty."""

    hand: str
    player: str
    name: str
    cost: str
    turns: bool
    earns: bool


class Screen(msgspec.Struct, frozen=True):
    """The deal and trick to record next. `between` deals nothing is dealt yet; `few` when too few are there to deal.

    `dealing` names the players of the next deal when newcomers join it, so that its first entry can say so.
    """

    deal: int
    trick: int
    between: bool
    few: bool
    dealer: str | None
    leader: str | None
    turning: int
    dealt: Circle
    order: Circle
    choices: tuple[Choice, ...]
    taken: tuple[str, ...]
    tricks: dict[str, int]
    seen: frozenset[str]
    dealing: Circle = ()


def screen(state: State, table: Table, newcomers: Circle = ()) -> Screen:
    """What stands on the table of this game now; between deals, as if the next were dealt now, newcomers included."""
    started = with_newcomers(state, table, newcomers)
    few = state.on is None and len(next_dealt(state, table, started).dealt) < 2
    deal = None if few else opened(state, table, started).deal
    last = state.deal if state.on is None else None
    return Screen(
        deal=state.over + 1,
        trick=len(deal.taken) + 1 if deal else 1,
        between=state.on is None,
        few=few,
        dealer=deal.dealer if deal else None,
        leader=deal.leader if deal else None,
        turning=turning(len(deal.dealt), state.options.dummies) if deal else 0,
        dealt=deal.dealt if deal else (),
        order=deal.hands if deal else (),
        choices=_choices(state, deal, table) if deal else (),
        taken=tuple(table.name(hand) for hand in (last or deal).taken) if last or deal else (),  # type: ignore[union-attr]
        tricks=_tricks(deal.taken) if deal else {},
        seen=deal.seen if deal else frozenset(),
        dealing=started.players if started and not isinstance(started.players, UnsetType) else (),
    )


def _tricks(taken: tuple[str | None, ...]) -> dict[str, int]:
    return {hand: taken.count(hand) for hand in dict.fromkeys(taken) if hand is not None}


def with_newcomers(state: State, table: Table, newcomers: Circle) -> DealStarted | None:
    """The next deal with those who joined since; None when there are none, or no room for them."""
    together = table.present(state.players) + newcomers
    if state.on is not None or not newcomers or state.options.dummies or len(together) not in SEATS:
        return None
    return DealStarted(deal=state.over + 1, players=together)


def _choices(state: State, deal: Deal, table: Table) -> tuple[Choice, ...]:
    turns_at = turning(len(deal.dealt), state.options.dummies)
    trick = len(deal.taken) + 1
    choices = []
    for hand in deal.hands:
        count = deal.taken.count(hand) + 1
        due = penalty(trick, hand, count, deal.dealt, deal.penalised, turns_at)
        cost = _cost(due.fines, hand)
        earns = earns_right(count, turns_at)
        choices.append(Choice(hand, controller(hand), table.name(hand), cost, count >= turns_at, earns))
    return tuple(choices)


def _cost(fines: tuple[Fine, ...], hand: str) -> str:
    if not fines:
        return "costs nobody"
    amounts = sorted({fine.amount for fine in fines})
    if fines[0].player == hand:
        return f"drinks {amounts[0]}"
    return f"others drink {' or '.join(map(str, amounts))}"
