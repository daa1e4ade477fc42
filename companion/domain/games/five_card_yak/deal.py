"""Five tricks a deal, the highest untied card takes, and what a trick costs whom."""

from typing import NamedTuple

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from ...cards import JOKER
from ...events import Event, GameStarted
from ...fines import Fine
from ...house_rules.model import Happening, Roles
from ...refused import Refused
from ...seating import Circle, Table, clockwise_from, controller
from ..game import Judged, Plays, Step
from ..trick_game import (
    DealStarted,
    Dealt,
    DealVoided,
    TrickGame,
    TrickTaken,
    check_dealt,
    check_new,
    check_next,
    check_open,
    check_order,
    dealt_in,
    first_dealer,
    highest_untied,
    played,
    tied,
    voided,
)
from .tokens import Purse, Tokens, filled


class Penalty(NamedTuple):
    """The fines of one trick and, where it earns one, who may make a rule."""

    fines: tuple[Fine, ...] = ()
    right: str | None = None


def turning(dealt_in: int, dummies: bool) -> int:
    """The trick of one hand that turns the penalty: the 4th, with more than five players the 3rd, with two the 5th."""
    if dummies or 3 <= dealt_in <= 5:
        return 4
    return 5 if dealt_in == 2 else 3


def earns_right(count: int, turns_at: int) -> bool:
    """Whether the hand's `count`th trick earns a rule: the one that turns the penalty round, and all five."""
    return count in (turns_at, 5)


def penalty(
    trick: int, hand: str, count: int, dealt: Circle, before: frozenset[str], turns_at: int, settled: str = "drank"
) -> Penalty:
    """The penalty for trick `trick`, the `count`th of this hand; `before` were penalised for the previous trick.

    `settled` is the word for what they did about it.
    """
    player = controller(hand)
    right = player if earns_right(count, turns_at) else None
    if count < turns_at:
        return Penalty((_own(trick, player, before),) if hand == player else (), right)
    others = tuple(other for other in dealt if other != player)
    return Penalty(tuple(_turned(trick, other, count, before, turns_at, settled) for other in others), right)


def _own(trick: int, player: str, before: frozenset[str]) -> Fine:
    if player in before and trick > 1:
        return Fine(player, 1, f"trick {trick}", "penalised for the trick before, so only 1")
    return Fine(player, trick, f"trick {trick}", f"trick {trick} costs {trick}")


def _turned(trick: int, other: str, count: int, before: frozenset[str], turns_at: int, settled: str) -> Fine:
    if count > turns_at:
        return Fine(other, 2, f"trick {trick}", f"a {_nth(count)} trick in one hand: 2 for all others")
    if other in before:
        return Fine(other, 2, f"trick {trick}", f"it turned round, but you {settled} for the trick before, so only 2")
    return Fine(other, trick + 1, f"trick {trick}", f"a {_nth(count)} trick in one hand turns it round: {trick} + 1")


def _nth(count: int) -> str:
    return {3: "3rd"}.get(count, f"{count}th")


SEATS = range(2, 11)
TRICKS = 5


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`dummies`: two play with a dummy hand each, on the right of its controller. `tokens`: paid at once, no drinks."""

    dummies: bool = False
    tokens: Tokens | UnsetType = UNSET


class Deal(msgspec.Struct, frozen=True):
    """One deal: who is in it and deals, the hands that play, who leads next, and who took each trick so far."""

    number: int
    dealt: Circle
    dealer: str
    hands: Circle
    leader: str
    taken: tuple[str | None, ...] = ()
    penalised: frozenset[str] = frozenset()
    seen: frozenset[str] = frozenset()


class State(TrickGame[Deal], frozen=True, kw_only=True):
    """The game; `purse` are the tokens in a game for tokens."""

    options: Options
    purse: Purse | None = None


def start(event: GameStarted, options: Options, table: Table) -> State:
    """The first dealer is the one named, else the first player."""
    if options.dummies and len(event.players) != 2:
        raise Refused("dummies are for two players")
    purse = None if isinstance(options.tokens, UnsetType) else filled(options.tokens, event.players)
    return State(options=options, players=event.players, dealer=first_dealer(event), purse=purse)


def staying(state: State, table: Table) -> Table:
    """The table for the next deal: to whoever has no token left nothing is dealt, as to the away."""
    return table._replace(away={*table.away, *state.purse.out}) if state.purse and state.purse.out else table


def next_dealt(state: State, table: Table, started: DealStarted | None = None) -> Dealt:
    """Who would be in the next deal, were it dealt now."""
    return dealt_in(state.players, state.dealer, staying(state, table), started)


def check(state: State, event: Event, table: Table) -> None:
    """Refuses what does not fit the deal that is open or due, in words."""
    assert isinstance(event, DealStarted | DealVoided | TrickTaken)
    check_open(state, event, event.deal)
    if isinstance(event, DealStarted):
        _check_dealt(state, table, event)
    elif isinstance(event, TrickTaken):
        if state.on is None:
            _check_dealt(state, table)
        _check_trick(opened(state, table)[1], event, table)


def _check_dealt(state: State, table: Table, started: DealStarted | None = None) -> None:
    seats = range(2, 3) if state.options.dummies else SEATS
    dealt = next_dealt(state, table, started)
    for player in dealt.dealt:
        if state.purse and player in state.purse.out:
            raise Refused(f"{table.name(player)} has no token left and cannot be dealt in")
    check_dealt(dealt, seats, table)


def _check_trick(deal: Deal, event: TrickTaken, table: Table) -> None:
    check_next(event.trick, deal.taken, table)
    if isinstance(event.plays, UnsetType):
        if event.winner is UNSET:
            raise Refused(f"who took trick {event.trick}? Name the taker, or nobody, or the cards")
    else:
        check_order([hand for hand, _ in event.plays], clockwise_from(deal.leader, deal.hands), table)
        check_new((card for _, card in event.plays), deal.seen)
        _check_judged(event, table)
    if event.winner not in (UNSET, None, *deal.hands):
        raise Refused(f"{table.name(str(event.winner))} is not in this deal")


def _check_judged(event: TrickTaken, table: Table) -> None:
    assert not isinstance(event.plays, UnsetType)
    if any(card == JOKER for _, card in event.plays):
        raise Refused("there is no joker in this game")
    judged = highest_untied(event.plays)
    if event.winner is not UNSET and event.winner != (judged[0] if judged else None):
        raise Refused(f"by these cards {table.name(judged[0] if judged else None)} takes the trick")


def opened(state: State, table: Table, started: DealStarted | None = None) -> tuple[State, Deal]:
    """The game and its open deal: the one that is on, or the next dealt now."""
    if state.on is not None:
        return state, state.on
    players, dealt, dealer = next_dealt(state, table, started)
    assert dealer is not None
    hands = _with_dummies(dealt) if state.options.dummies else dealt
    deal = Deal(number=state.over + 1, dealt=dealt, dealer=dealer, hands=hands, leader=dealer)
    return replace(state, players=players, deal=deal, purse=state.purse and state.purse.dealt(dealt)), deal


def _with_dummies(two: Circle) -> Circle:
    """Each player's dummy sits on their right: A, B's dummy, B, A's dummy."""
    first, second = two
    return (first, f"{second}:dummy", second, f"{first}:dummy")


def evolve(state: State, event: Event, table: Table) -> Step:
    """What follows from an event that was checked."""
    if isinstance(event, DealVoided):
        return voided(state, event)
    if isinstance(event, DealStarted):
        return Step(opened(state, table, event)[0])
    assert isinstance(event, TrickTaken)
    return _taken(*opened(state, table), event)


def _taken(state: State, deal: Deal, event: TrickTaken) -> Step:
    winner, best = _winner(event)
    due = _penalty(state, deal, winner)
    after = replace(
        deal,
        leader=winner or deal.leader,
        taken=(*deal.taken, winner),
        penalised=frozenset(fine.player for fine in due.fines),
        seen=deal.seen.union(card for _, card in event.laid),
    )
    state = replace(state, deal=after)
    if event.trick == TRICKS:
        state = replace(state, over=deal.number, dealer=controller(after.leader))
    roles = Roles(deal.dealer, controller(deal.leader), winner and controller(winner))
    rights = (due.right,) if due.right else ()
    return Step(state, due.fines, _happened(event, deal, winner, best), rights, roles)


def _winner(event: TrickTaken) -> tuple[str | None, str | None]:
    if isinstance(event.plays, UnsetType):
        return (None if isinstance(event.winner, UnsetType) else event.winner), None
    return highest_untied(event.plays) or (None, None)


def _happened(event: TrickTaken, deal: Deal, winner: str | None, best: str | None) -> tuple[Happening, ...]:
    if winner is None:
        return (*played(event.laid), Happening("trick.nobody", controller(deal.leader)))
    return (*played(event.laid), Happening("trick.taken", controller(winner), best, trick=event.trick))


def _penalty(state: State, deal: Deal, winner: str | None) -> Penalty:
    if winner is None:
        return Penalty()
    trick, count = len(deal.taken) + 1, deal.taken.count(winner) + 1
    turns_at = turning(len(deal.dealt), state.options.dummies)
    return penalty(trick, winner, count, deal.dealt, deal.penalised, turns_at, "paid" if state.purse else "drank")


def judged(state: State, plays: Plays) -> Judged:
    """The highest untied card takes; those of one rank cancel each other."""
    best = highest_untied(plays)
    return Judged(best[0] if best else None, tied(plays))


def roles(state: State, table: Table) -> Roles:
    """The dealer and leader of the deal that is on; between deals the next dealer, who leads it too."""
    if state.on is not None:
        return Roles(state.on.dealer, controller(state.on.leader))
    dealer = next_dealt(state, table).dealer
    return Roles(dealer, dealer)
