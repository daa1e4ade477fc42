"""The course of a deal of Frak You: tricks come back, people drop out, and the last two lose (rules, 3)."""

from msgspec import UnsetType
from msgspec.structs import replace

from ...deals import DealStarted, DealVoided
from ...events import Event
from ...fines import Fine
from ...house_rules import Happening, Roles
from ...seating import Table, first_of, left_of
from ..game import Step
from .deal import LAST, Deal, State, opened
from .events import CardsCounted, TrickTaken
from .holding import Holding, after_trick, refilled
from .judging import card_of


def evolve(state: State, event: Event, table: Table) -> Step:
    """What follows from an event that was checked."""
    if isinstance(event, DealVoided):
        dealer = state.on.dealer if state.on else state.dealer
        return Step(replace(state, over=event.deal, dealer=dealer))
    if isinstance(event, DealStarted):
        return Step(opened(state, table, event))
    state = opened(state, table)
    deal = state.deal
    assert deal is not None
    if isinstance(event, CardsCounted):
        return _counted(state, deal, event)
    assert isinstance(event, TrickTaken)
    return _taken(state, deal, event)


def _counted(state: State, deal: Deal, event: CardsCounted) -> Step:
    counted = Holding(event.hand, event.table, None if event.table else frozenset())
    holdings = refilled({**deal.holdings, event.player: counted})
    leader = deal.leader and first_of(holdings, deal.leader, deal.dealt)
    after = replace(deal, holdings=holdings, leader=leader)
    leads = None if _is_over(after) else leader
    return _settled(state, deal, after, (), Roles(deal.dealer, leads))


def _taken(state: State, deal: Deal, event: TrickTaken) -> Step:
    winner = event.taker
    assert winner is not None
    cards = frozenset(card for _, laid in event.laid for card in laid) if event.laid else None
    holdings = after_trick(deal.holdings, winner, _spent(deal, event), cards)
    after = replace(deal, holdings=holdings, leader=winner, taken=(*deal.taken, winner))
    led = deal.leader or (event.laid[0][0] if event.laid else None)
    return _settled(state, deal, after, _happened(event, winner), Roles(deal.dealer, led, winner))


def _spent(deal: Deal, event: TrickTaken) -> dict[str, int]:
    """Each trick costs one card, a pair two."""
    if event.laid:
        return {player: len(cards) for player, cards in event.laid}
    paired = None if isinstance(event.paired, UnsetType) else event.paired
    return {player: 2 if player == paired else 1 for player in deal.still_in}


def _happened(event: TrickTaken, winner: str) -> tuple[Happening, ...]:
    played = tuple(
        Happening("card.played", player, card, led=place == 0)
        for place, (player, cards) in enumerate(event.laid)
        for card in cards
    )
    taken = Happening("trick.taken", winner, card_of(winner, event.laid), trick=event.trick)
    return (*played, taken)


def _is_over(deal: Deal) -> bool:
    return len(deal.holdings) <= LAST


def _settled(state: State, before: Deal, after: Deal, happened: tuple[Happening, ...], roles: Roles) -> Step:
    """Who dropped out is safe; when two or fewer are left the deal is over, and they lose it."""
    dropped = (player for player in before.still_in if player not in after.holdings)
    happened = (*happened, *(Happening("dropped.out", player) for player in dropped))
    state = replace(state, deal=after)
    if not _is_over(after):
        return Step(state, (), happened, roles=roles)
    lost = {**state.lost, **{player: state.lost.get(player, 0) + 1 for player in after.still_in}}
    dealer = left_of(after.dealer, state.players)
    fines = tuple(_fine(state, player) for player in after.still_in)
    return Step(replace(state, over=after.number, dealer=dealer, lost=lost), fines, happened, roles=roles)


def _fine(state: State, loser: str) -> Fine:
    assert state.deal is not None
    number = state.deal.number
    return Fine(loser, state.options.stake, f"lost deal {number}", f"still in when deal {number} ended")
