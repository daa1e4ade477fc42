"""A simulated deal of Yogi's Whist: bids by what the hand seems worth; only a safe bid is declared or revealed."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from ...cards import DECK, JOKER, RANKS
from ...seating import Table
from ..simulation import Hands, Pick, Plays, Raw, Simulation, dealt_out, following, shuffled, tricks
from .deal import Deal, State, rank_of, suit_of, taker, trump
from .events import EXTRA, Bid, Call, DealStarted, worth

MOST_CARDS = 7
MOST_BID = 2
SURE = 0.35


class Laid(NamedTuple):
    """The cards of a bid, its number of tricks (`goal`), and how far that is from the expected tricks of the hand."""

    cards: tuple[str, ...]
    goal: int
    off: float


def next_deal(state: State, table: Table, pick: Pick) -> Iterator[Raw]:
    """The events of the next deal: the turned-up card, bids, calls, tricks, and a SEPTIC vote."""
    deal = state.opened(table)[1]
    if state.options.bft:
        cards = pick(range(2, min(MOST_CARDS, len(DECK) // len(deal.dealt)) + 1))
        yield {"type": "deal.started", "deal": deal.number, "cards": cards}
        deal = state.opened(table, DealStarted(deal=deal.number, cards=cards))[1]
    deck = shuffled((*DECK, JOKER), pick)
    held, turned = dealt_out(deck, dict.fromkeys(deal.order, deal.cards)), deck.pop()
    yield {"type": "card.turned", "deal": deal.number, "card": turned}
    most = min(MOST_BID, deal.cards - 1) if state.options.bft else 1
    bids = {player: _bid(held[player], turned, len(deal.dealt), most, pick) for player in deal.order}
    for player, bid in bids.items():
        yield {"type": "bid.placed", "deal": deal.number, "player": player, "cards": bid.cards}
    announced = tuple(_announced(bids, pick))
    yield from ({"type": "call.made", "deal": deal.number, "player": who, "call": call} for who, call in announced)
    leader = pick(deal.dealt) if announced and announced[-1][1] == "reveal" else deal.leader
    if leader != deal.leader:
        yield {"type": "leader.chosen", "deal": deal.number, "player": leader}
    unbid = {player: [card for card in hand if card not in bids[player].cards] for player, hand in held.items()}
    yield from _tricks(deal, unbid, bids, turned, leader)
    if state.options.septic:
        votes = [member for member in state.options.members if member in deal.dealt and pick((True, False))]
        yield {"type": "bids.rotated", "deal": deal.number, "votes": votes}


def _bid(hand: Sequence[str], turned: str, players: int, most: int, pick: Pick) -> Laid:
    """The bid nearest to the tricks that the remaining cards are expected to take."""
    ways = [_laid(cards, hand, turned, players) for size in range(most) for cards in combinations(hand, size + 1)]
    least = min(way.off for way in ways)
    return pick([way for way in ways if way.off == least])


def _laid(cards: tuple[str, ...], hand: Sequence[str], turned: str, players: int) -> Laid:
    goal = worth(Bid(len(cards), cards), turned).tricks
    likely = sum(_worth(card, turned, players) for card in hand if card not in cards)
    return Laid(cards, goal, abs(goal - likely))


def _worth(card: str, turned: str, players: int) -> float:
    """How likely the card takes a trick: a trump often, another by its rank and how few play."""
    if suit_of(card, turned) == trump(turned):
        return 0.9 if players < len(RANKS) / 2 else 0.7
    return (rank_of(card, turned) / len(RANKS)) ** players


def _announced(bids: Mapping[str, Laid], pick: Pick) -> Iterator[tuple[str, Call]]:
    """Those with a safe bid sometimes declare, if nobody has yet, or reveal, which ends the calling."""
    words: Sequence[Call] = ("no", "no", "no", "declare", "declare", "reveal")
    declared = False
    for player, bid in bids.items():
        call = pick(words) if bid.off < SURE else "no"
        if call == "reveal" or (call == "declare" and not declared):
            yield player, call
        if call == "reveal":
            return
        declared = declared or call == "declare"


def _tricks(deal: Deal, held: Hands, bids: Mapping[str, Laid], turned: str, leader: str) -> Iterator[Raw]:
    """Players who still need tricks play their best card, others their worst."""
    due = {player: bid.goal for player, bid in bids.items()}

    def choose(player: str, plays: Plays) -> str:
        led = suit_of(plays[0][1], turned) if plays else None
        legal = following(held[player], led, lambda card: suit_of(card, turned))
        by_strength = sorted(legal, key=lambda card: (suit_of(card, turned) == trump(turned), rank_of(card, turned)))
        return by_strength[-1 if due[player] > 0 else 0]

    def take(plays: Plays) -> str:
        winner = taker(tuple(plays), turned)
        due[winner] -= 1
        return winner

    return tricks(deal.number, held, leader, choose, take)


SIMULATION = Simulation(
    next_deal,
    minutes=lambda players: 3 + players / 3,  # three to deal, to bid and to fine
    # The player who reveals and misses while all the others make their bids.
    dearest=lambda options, players: 1 + (players - 1) + EXTRA["reveal"][1],
)
