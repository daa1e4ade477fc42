"""A simulated deal of Five-Card Yak, in which everybody plays any card that the rules allow."""

from collections.abc import Iterator

from ...cards import DECK
from ...seating import Table, controller
from ..simulation import Hands, Pick, Plays, Raw, Simulation, dealt_out, following, shuffled, tricks
from .deal import TRICKS, State, highest_untied

DEAREST = 6  # trick 5 turned round, whatever the number of players


def next_deal(state: State, table: Table, pick: Pick) -> Iterator[Raw]:
    """The events of the next deal, each trick with its cards; random hands need no passing on."""
    deal = state.opened(table)[1]
    held = dealt_out(shuffled(DECK, pick), dict.fromkeys(deal.hands, TRICKS))
    return tricks(
        deal.number,
        held,
        deal.leader,
        choose=lambda hand, plays: pick(_legal(held, hand, plays)),
        taker=lambda plays: highest_untied(tuple(plays))[0],
    )


def _legal(held: Hands, hand: str, plays: Plays) -> list[str]:
    """The cards that follow suit; for a dummy only those of a rank already played, if it has any."""
    legal = following(held[hand], plays[0][1][1] if plays else None)
    ranks = {card[0] for _, card in plays} if hand != controller(hand) else ()
    return [card for card in legal if card[0] in ranks] or legal


SIMULATION = Simulation(
    next_deal,
    minutes=lambda players: 3 + players / 2,  # three to deal, to pass and to drink
    dearest=lambda options, players: DEAREST,
)
