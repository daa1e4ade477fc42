"""A deal of Frak You: tricks come back, people drop out, and the last two lose."""

from collections.abc import Collection, Mapping
from typing import Annotated

import msgspec
from msgspec import Meta, UnsetType
from msgspec.structs import replace

from ...cards import DECK
from ...events import Event, GameStarted, Id
from ...fines import Fine
from ...house_rules import Happening, Roles
from ...refused import Refused
from ...seating import Circle, Table, clockwise_from, first_of, left_of
from ..game import Step
from ..trick_game import DealStarted, Dealt, DealVoided, TrickGame, dealt_in, first_dealer, voided
from .events import CardsCounted, TrickTaken, card_of

LEFT, RIGHT, ACROSS, NONE = "left", "right", "across", "none"
Known = frozenset[str] | None


class Holding(msgspec.Struct, frozen=True):
    """So many cards in hand and in the trick in front, and which the latter are (None: not known)."""

    hand: int
    front: int = 0
    cards: Known = frozenset()


Holdings = dict[str, Holding]


def passing(deal: int, players: int) -> str:
    """Which way three cards go: left, right, across, none and round again; across needs four players."""
    way = (LEFT, RIGHT, ACROSS, NONE) if players == 4 else (LEFT, RIGHT, NONE)
    return way[(deal - 1) % len(way)]


def dealt_out(dealt: Circle, dealer: str) -> Holdings:
    """The whole deck as evenly as it goes, the extra cards to those first dealt: the dealer's left on."""
    each, extra = divmod(len(DECK), len(dealt))
    first = clockwise_from(left_of(dealer, dealt), dealt)[:extra]
    return {player: Holding(each + (player in first)) for player in dealt}


def after_trick(holdings: Holdings, winner: str, spent: Mapping[str, int], cards: Known) -> Holdings:
    """All laid what they `spent`; the winner's old trick goes to hand, the new one in front; all refill."""
    left = {player: replace(held, hand=held.hand - spent[player]) for player, held in holdings.items()}
    mine = left[winner]
    left[winner] = Holding(mine.hand + mine.front, sum(spent.values()), cards)
    return refilled(left)


def refilled(holdings: Holdings) -> Holdings:
    """Who has no card in hand picks up the trick in front, and who has none there either drops out."""
    picked = {player: held if held.hand else Holding(held.front) for player, held in holdings.items()}
    return {player: held for player, held in picked.items() if held.hand}


SEATS = range(3, 6)
LAST = 2


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`stake`: drinks for each loser of a deal; `initiated`: who may read the rules from the start."""

    stake: Annotated[int, Meta(ge=0, le=20)] = 3
    initiated: tuple[Id, ...] = ()


class Deal(msgspec.Struct, frozen=True):
    """One deal: who was dealt in, what those still in hold, who leads next (None before trick 1)."""

    number: int
    dealt: Circle
    dealer: str
    holdings: Holdings
    leader: str | None = None
    taken: tuple[str, ...] = ()

    @property
    def still_in(self) -> Circle:
        """Those who have not dropped out, clockwise."""
        return tuple(player for player in self.dealt if player in self.holdings)


class State(TrickGame[Deal], frozen=True, kw_only=True):
    """The game, and how many deals everybody lost."""

    options: Options
    lost: dict[str, int] = {}


def start(event: GameStarted, options: Options, table: Table) -> State:
    """The first dealer is the one named, else the first player; the initiated are people of this night."""
    for player in options.initiated:
        if player not in table.names:
            raise Refused(f"{player} has not joined this night")
    if len(set(options.initiated)) < len(options.initiated):
        raise Refused("the list of the initiated names somebody twice")
    return State(options=options, players=event.players, dealer=first_dealer(event))


def next_dealt(state: State, table: Table, started: DealStarted | None = None) -> Dealt:
    """Who would be in the next deal, were it dealt now."""
    return dealt_in(state.players, state.dealer, table, started)


def opened(state: State, table: Table, started: DealStarted | None = None) -> State:
    """The state with a deal open: the one that is on, or the next one dealt now."""
    if state.on is not None:
        return state
    players, dealt, dealer = next_dealt(state, table, started)
    assert dealer is not None
    deal = Deal(state.over + 1, dealt, dealer, dealt_out(dealt, dealer))
    return replace(state, players=players, deal=deal)


def circle(state: State, table: Table) -> Circle:
    """House rules count among the game's players, also those who are out or away."""
    return state.players


def roles(state: State, table: Table) -> Roles:
    """The dealer and who leads next; before the first trick of a deal nobody is known to lead."""
    if state.on is not None:
        return Roles(state.on.dealer, state.on.leader)
    return Roles(next_dealt(state, table).dealer)


def scores(state: State, charged: Mapping[str, int]) -> dict[str, int]:
    """Deals lost."""
    return {player: state.lost.get(player, 0) for player in state.players}


def initiated(state: State, since: Collection[str]) -> frozenset[str]:
    """Who may know the rules: those named when the game started, and whom the night initiated `since`."""
    return frozenset(since).union(state.options.initiated)


def evolve(state: State, event: Event, table: Table) -> Step:
    """What follows from an event that was checked."""
    if isinstance(event, DealVoided):
        return voided(state, event)
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
