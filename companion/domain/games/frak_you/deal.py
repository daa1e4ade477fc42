"""A deal of Frak You: tricks come back, people drop out, the last two lose; and what is refused."""

from collections.abc import Collection, Iterator, Mapping
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from ...cards import DECK, short
from ...events import Event, GameStarted, Id
from ...fines import Fine
from ...house_rules.model import Happening, Roles
from ...refused import Refused
from ...seating import Circle, Table, clockwise_from, first_of, left_of
from ..game import Step
from ..trick_game import (
    DealStarted,
    Dealt,
    DealVoided,
    TrickGame,
    check_dealt,
    check_new,
    check_next,
    check_open,
    check_order,
    dealt_in,
    first_dealer,
    played,
    voided,
)
from .events import ACE, OPENER, CardsCounted, Play, TrickTaken, card_of, is_pair, judged

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


def opened(state: State, table: Table, started: DealStarted | None = None) -> tuple[State, Deal]:
    """The game and its open deal: the one that is on, or the next dealt now."""
    if state.on is not None:
        return state, state.on
    players, dealt, dealer = next_dealt(state, table, started)
    assert dealer is not None
    deal = Deal(state.over + 1, dealt, dealer, dealt_out(dealt, dealer))
    return replace(state, players=players, deal=deal), deal


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
        return Step(opened(state, table, event)[0])
    state, deal = opened(state, table)
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
    cards = tuple((player, card) for player, laid in event.laid for card in laid)
    taken = Happening("trick.taken", winner, card_of(winner, event.laid), trick=event.trick)
    return (*played(cards), taken)


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


HARMLESS = "These cards cannot be entered like this; look again, or enter only who took the trick"


class Silent(Refused):
    """The rules leave nobody to take the trick, so the table has to say who does."""


def check(state: State, event: Event, table: Table) -> None:
    """Refuses what does not fit the deal that is open or due, in words."""
    assert isinstance(event, DealStarted | DealVoided | TrickTaken | CardsCounted)
    check_open(state, event, event.deal)
    if isinstance(event, DealVoided):
        return
    if state.on is None:
        started = event if isinstance(event, DealStarted) else None
        check_dealt(next_dealt(state, table, started), SEATS, table)
    if isinstance(event, TrickTaken | CardsCounted):
        deal = opened(state, table)[1]
        (_check_trick if isinstance(event, TrickTaken) else _check_counted)(deal, event, table)


def _check_in(player: str, deal: Deal, table: Table) -> None:
    if player in deal.holdings:
        return
    if player in deal.dealt:
        raise Refused(f"{table.name(player)} is out of this deal")
    raise Refused(f"{table.name(player)} is not in this deal")


def _check_counted(deal: Deal, event: Event, table: Table) -> None:
    assert isinstance(event, CardsCounted)
    _check_in(event.player, deal, table)
    if event.hand + event.table > len(DECK):
        raise Refused(f"nobody can hold {event.hand + event.table} cards: there are {len(DECK)}")


def _check_trick(deal: Deal, event: Event, table: Table) -> None:
    assert isinstance(event, TrickTaken)
    check_next(event.trick, deal.taken, table)
    if isinstance(event.plays, UnsetType):
        return _check_told(deal, event, table)
    if event.paired is not UNSET:
        raise Refused("who paired is seen from the cards; leave it out", public=HARMLESS)
    _check_turns(deal, event.laid, table)
    _check_cards(event.laid)
    _check_table(deal, event.laid)
    for player in _pairers(event.laid):
        _check_can_pair(player, deal, table)
    if event.trick == 1 and event.laid[0][1][-1] != OPENER:
        why = f"the first trick begins with {short(OPENER)}; whoever holds it leads it"
        raise Refused(why, public=HARMLESS)
    return _check_judged(deal, event, table)


def _check_told(deal: Deal, event: TrickTaken, table: Table) -> None:
    if isinstance(event.winner, UnsetType):
        raise Refused(f"who took trick {event.trick}? Name the taker, or the cards")
    _check_in(event.winner, deal, table)
    if not isinstance(event.paired, UnsetType):
        _check_in(event.paired, deal, table)
        _check_can_pair(event.paired, deal, table)


def _check_turns(deal: Deal, plays: tuple[Play, ...], table: Table) -> None:
    players = [player for player, _ in plays]
    for player in players:
        _check_in(player, deal, table)
    check_order(players, _turns(deal, players), table)


def _turns(deal: Deal, players: list[str]) -> Circle:
    """Those still in, clockwise from the leader; in the first trick whoever was named first leads."""
    leader = deal.leader or (players[0] if players else deal.still_in[0])
    return clockwise_from(leader, deal.still_in)


def _cards(plays: tuple[Play, ...]) -> Iterator[str]:
    for _, cards in plays:
        yield from cards


def _pairers(plays: tuple[Play, ...]) -> Iterator[str]:
    return (player for player, cards in plays if is_pair(cards))


def _check_cards(plays: tuple[Play, ...]) -> None:
    check_new(_cards(plays), (), "is in this trick twice")
    if any(is_pair(cards) and cards[0] != ACE for _, cards in plays):
        raise Refused(f"only {short(ACE)} is laid with another card, and it is named first", public=HARMLESS)


def _check_table(deal: Deal, plays: tuple[Play, ...]) -> None:
    lying = frozenset[str]().union(*(held.cards or () for held in deal.holdings.values()))
    for card in _cards(plays):
        if card in lying:
            raise Refused(f"{short(card)} lies in a trick on the table", public=HARMLESS)


def _check_can_pair(player: str, deal: Deal, table: Table) -> None:
    if deal.holdings[player].hand < 2:
        why = f"{table.name(player)} has one card only and cannot pair; if that is wrong, count their cards"
        raise Refused(why, public=HARMLESS)


def _check_judged(deal: Deal, event: TrickTaken, table: Table) -> None:
    verdict = judged(event.laid)
    if verdict is None and isinstance(event.winner, UnsetType):
        why = f"the rules are silent about these cards: who took trick {event.trick}?"
        raise Silent(why, public=f"Who took trick {event.trick}?")
    if isinstance(event.winner, UnsetType):
        return
    _check_in(event.winner, deal, table)
    if verdict is not None and event.winner != verdict.player:
        raise Refused(f"by these cards {table.name(verdict.player)} takes the trick")
