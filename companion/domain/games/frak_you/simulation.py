"""A simulated deal of Frak You, played until the last two are left."""

from collections.abc import Iterator

from ...cards import DECK
from ...seating import Circle, Table, clockwise_from, first_of
from ..simulation import Hands, Pick, Raw, Simulation, dealt_out, following, shuffled
from .deal import LAST, State
from .events import ACE, OPENER, Play, judged

MOST_TRICKS = 150  # after that the deal is voided without a charge

Fronts = dict[str, tuple[str, ...]]


def next_deal(state: State, table: Table, pick: Pick) -> Iterator[Raw]:
    """The events of the next deal, each trick with its cards; random hands need no passing on."""
    deal = state.opened(table)[1]
    held = dealt_out(shuffled(DECK, pick), {player: has.hand for player, has in deal.holdings.items()})
    front: Fronts = {}
    leader = next(player for player, hand in held.items() if OPENER in hand)
    for trick in range(1, MOST_TRICKS + 1):
        still_in = tuple(filter(held.get, deal.dealt))
        plays = tuple(_plays(held, clockwise_from(leader, still_in), trick == 1, pick))
        verdict = judged(plays)
        winner = verdict.player if verdict else leader
        named = {} if verdict else {"winner": winner}
        laid = [[player, *cards] for player, cards in plays]
        yield {"type": "trick.taken", "deal": deal.number, "trick": trick, "plays": laid, **named}
        _picked_up(held, front, winner, plays)
        left = tuple(filter(held.get, deal.dealt))
        if len(left) <= LAST:
            return
        leader = first_of(left, winner, deal.dealt) or winner
    yield {"type": "deal.voided", "deal": deal.number}


def _plays(held: Hands, turns: Circle, first: bool, pick: Pick) -> Iterator[Play]:
    led: str | None = None
    for player in turns:
        hand = held[player]
        card = OPENER if first and led is None else pick(following(hand, led))
        pairs = ACE in hand and card != ACE and pick((True, False, False))
        cards = (ACE, card) if pairs else (card,)
        led = led or card[1]
        for laid in cards:
            hand.remove(laid)
        yield player, cards


def _picked_up(held: Hands, front: Fronts, winner: str, plays: tuple[Play, ...]) -> None:
    """The winner's old trick goes to hand, the new one in front. Players without a card pick up the trick in front."""
    held[winner] += front.get(winner, ())
    front[winner] = tuple(card for _, cards in plays for card in cards)
    for player, hand in held.items():
        if not hand:
            hand += front.pop(player, ())


SIMULATION = Simulation(
    next_deal,
    minutes=lambda players: 40 * players * 5 / 60,  # about forty tricks, five seconds for each card
    dearest=lambda options, players: options.stake,
)
