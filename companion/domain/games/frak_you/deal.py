"""A deal of Frak You: tricks come back, people drop out, the last two lose; and what is refused."""

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
from .. import trick_game
from ..game import Step
from .events import ACE, OPENER, CardsCounted, TrickTaken, card_of, judged

SEATS = range(3, 6)
LAST = 2


class Holding(msgspec.Struct, frozen=True):
    """The number of cards in a player's hand, and in the trick in front, whose `cards` may not be known (None)."""

    hand: int
    front: int = 0
    cards: frozenset[str] | None = frozenset()


Holdings = dict[str, Holding]


def passing(played: int, players: int) -> str:
    """Which way three cards are passed after so many played deals: left, right, across (of four players), none."""
    way = ("left", "right", "across", "none") if players == 4 else ("left", "right", "none")
    return way[played % len(way)]


def dealt_out(dealt: Circle, dealer: str) -> Holdings:
    """The whole deck dealt as evenly as possible; extra cards go to the first players from the dealer's left."""
    each, extra = divmod(len(DECK), len(dealt))
    first = clockwise_from(left_of(dealer, dealt), dealt)[:extra]
    return {player: Holding(each + (player in first)) for player in dealt}


def refilled(holdings: Holdings) -> Holdings:
    """Players without cards in hand pick up the trick in front of them; those without such a trick drop out."""
    picked = {player: held if held.hand else Holding(held.front) for player, held in holdings.items()}
    return {player: held for player, held in picked.items() if held.hand}


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`stake`: drinks for each loser of a deal; `initiated`: who can read the rules from the start."""

    stake: Annotated[int, Meta(ge=0, le=20)] = 3
    initiated: tuple[Id, ...] = ()


class Deal(trick_game.Deal, frozen=True, kw_only=True):
    """One deal, with what those still in hold; who leads is not known before trick 1.

    `dropped` are those who dropped out, those of one trick together.
    """

    holdings: Holdings
    dropped: tuple[Circle, ...] = ()

    @property
    def still_in(self) -> Circle:
        """Those who have not dropped out, clockwise."""
        return tuple(player for player in self.dealt if player in self.holdings)


class State(trick_game.TrickGame[Deal], frozen=True, kw_only=True):
    """The game; the points are the deals that everybody lost, `last` is the newest deal that is over."""

    options: Options
    last: Deal | None = None
    seats: range = SEATS

    def new_deal(self, dealt: Circle, dealer: str, started: trick_game.DealStarted | None) -> Deal:
        """The next deal."""
        return Deal(number=self.over + 1, dealt=dealt, dealer=dealer, holdings=dealt_out(dealt, dealer))


def start(event: GameStarted, options: Options, table: Table) -> State:
    """The first dealer is the one named, or else the first player; the initiated must have joined this night."""
    trick_game.check_joined(options.initiated, table, "the list of the initiated")
    return State(options=options, players=event.players, dealer=event.first_dealer)


def roles(state: State, table: Table) -> Roles:
    """The dealer and who leads next; before the first trick of a deal nobody is known to lead."""
    if state.on is not None:
        return Roles(state.on.dealer, state.on.leader)
    return Roles(state.next_dealt(table).dealer)


def evolve(state: State, event: Event, table: Table) -> Step:
    """The step after a checked event."""
    return trick_game.evolved(state, event, table, _entered, roles)


def _entered(state: State, deal: Deal, event: TrickTaken | CardsCounted, table: Table) -> Step:
    return _counted(state, deal, event) if isinstance(event, CardsCounted) else _taken(state, deal, event)


def _counted(state: State, deal: Deal, event: CardsCounted) -> Step:
    counted = Holding(event.hand, event.table, None if event.table else frozenset())
    holdings = refilled({**deal.holdings, event.player: counted})
    leader = deal.leader and first_of(holdings, deal.leader, deal.dealt)
    after = replace(deal, holdings=holdings, leader=leader)
    return _settled(state, deal, after, (), Roles(deal.dealer, leader if len(holdings) > LAST else None))


def _taken(state: State, deal: Deal, event: TrickTaken) -> Step:
    """A trick costs everybody one card, a pair two. The taker's old trick goes to hand, the new one lies in front."""
    winner = event.taker
    assert winner is not None
    spent = {player: 2 if player == event.paired else 1 for player in deal.still_in}
    if event.laid:
        spent = {player: len(laid) for player, laid in event.laid}
    known = frozenset(card for _, laid in event.laid for card in laid) or None
    left = {player: replace(held, hand=held.hand - spent[player]) for player, held in deal.holdings.items()}
    left[winner] = Holding(left[winner].hand + left[winner].front, sum(spent.values()), known)
    after = replace(deal, holdings=refilled(left), leader=winner, taken=(*deal.taken, winner))
    led = deal.leader or (event.laid[0][0] if event.laid else None)
    taken = trick_game.trick_taken(after, card_of(winner, event.laid), is_last=len(after.holdings) <= LAST)
    return _settled(state, deal, after, (*trick_game.played(event.laid), taken), Roles(deal.dealer, led, winner))


def _settled(state: State, before: Deal, after: Deal, happened: tuple[Happening, ...], roles: Roles) -> Step:
    """Players who dropped out are safe; when two or fewer are left, the deal is over and they lose it."""
    dropped = tuple(player for player in before.still_in if player not in after.holdings)
    happened = (*happened, *(Happening("dropped.out", player) for player in dropped))
    after = replace(after, dropped=(*after.dropped, dropped) if dropped else after.dropped)
    state = replace(state, deal=after)
    if len(after.holdings) > LAST:
        return Step(state, (), happened, roles=roles)
    happened = (*happened, *trick_game.deal_over(after))
    lost = {player: state.points.get(player, 0) + 1 for player in after.still_in}
    dealer, stake, number = left_of(after.dealer, state.players), state.options.stake, after.number
    state = replace(state, last=after, over=number, dealer=dealer, points={**state.points, **lost})
    fines = (Fine(player, stake, f"lost deal {number}", f"still in when deal {number} ended") for player in lost)
    return Step(state, tuple(fines), happened, roles=roles)


HARMLESS = "These cards cannot be entered like this; look again, or enter only who took the trick"


def check(state: State, event: Event, table: Table) -> None:
    """Refuses an event that does not fit the deal that is open or due."""
    deal = trick_game.checked_deal(state, event, table)
    if deal is None:
        return
    if isinstance(event, CardsCounted):
        _check_still_in([event.player], deal, table)
        if event.hand + event.table > len(DECK):
            raise Refused(f"nobody can hold {event.hand + event.table} cards: there are {len(DECK)}")
        return
    assert isinstance(event, TrickTaken)
    trick_game.check_next(event.trick, deal.taken, table)
    if not isinstance(event.plays, UnsetType):
        _check_plays(deal, event, table)
    elif isinstance(event.winner, UnsetType):
        raise Refused(f"who took trick {event.trick}? Tap a name, or enter the cards")
    else:
        _check_still_in([event.winner], deal, table)
        if not isinstance(event.paired, UnsetType):
            _check_still_in([event.paired], deal, table)
            _check_can_pair(event.paired, deal, table)


def excess(before: State | None, after: State) -> str:
    """Why a new entry is refused: after it all players together would hold more cards than there are."""
    was, together = (accounted(state.on.holdings) if state and state.on else 0 for state in (before, after))
    if together <= max(was, len(DECK)):
        return ""
    return (
        f"that makes {together} cards, and there are {len(DECK)}; "
        "first count a player who holds fewer than is shown here"
    )


def accounted(holdings: Holdings) -> int:
    """How many cards these players hold together, in hand and in front of them."""
    return sum(held.hand + held.front for held in holdings.values())


def _check_still_in(players: list[str], deal: Deal, table: Table) -> None:
    for player in players:
        trick_game.check_in([player], deal, table)
        if player not in deal.holdings:
            raise Refused(f"{table.name(player)} is out of this deal")


def _check_can_pair(player: str, deal: Deal, table: Table) -> None:
    if deal.holdings[player].hand < 2:
        why = f"{table.name(player)} has one card only and cannot pair; if that is wrong, count their cards"
        raise Refused(why, public=HARMLESS)


def _check_plays(deal: Deal, event: TrickTaken, table: Table) -> None:
    """Refuses cards that cannot have been played; in the first trick the player named first leads."""
    if event.paired is not UNSET:
        raise Refused("who paired is seen from the cards; leave it out", public=HARMLESS)
    players = [player for player, _ in event.laid]
    cards = [card for _, laid in event.laid for card in laid]
    pairs = {player: laid for player, laid in event.laid if len(laid) == 2}
    _check_still_in(players, deal, table)
    leader = deal.leader or (players[0] if players else deal.still_in[0])
    trick_game.check_order(players, clockwise_from(leader, deal.still_in), table)
    trick_game.check_new(cards, (), "is in this trick twice")
    if any(first != ACE for first, _ in pairs.values()):
        raise Refused(f"only {short(ACE)} is laid with another card, and it is named first", public=HARMLESS)
    lying = frozenset[str]().union(*(held.cards or () for held in deal.holdings.values()))
    for card in cards:
        if card in lying:
            raise Refused(f"{short(card)} lies in a trick on the table", public=HARMLESS)
    for player in pairs:
        _check_can_pair(player, deal, table)
    if event.trick == 1 and event.laid[0][1][-1] != OPENER:
        why = f"the first trick begins with {short(OPENER)}; whoever holds it leads it"
        raise Refused(why, public=HARMLESS)
    verdict = judged(event.laid)
    if isinstance(event.winner, UnsetType):
        if verdict is None:
            why = f"the rules are silent about these cards: who took trick {event.trick}?"
            raise Refused(why, public=f"Who took trick {event.trick}?")
        return
    _check_still_in([event.winner], deal, table)
    if verdict is not None:
        trick_game.check_taker(event, verdict.player, table)
