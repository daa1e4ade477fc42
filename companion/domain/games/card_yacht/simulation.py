"""A round of Card Yacht as a table might play it: suits and sets are kept, and the box that gains most is filled."""

from collections.abc import Collection, Iterator, Sequence

from ...cards import DECK, RANKS, SUITS
from ...seating import Circle, Table, clockwise_from, left_of
from ..simulation import Hands, Pick, Raw, Simulation, dealt_out, shuffled
from .events import BOXES, SUIT_BOXES, total
from .round import HAND, State, opened

CONTENT = 25
LAPS = 2
SETS = {"card-yacht", "three-and-two"}


def next_round(state: State, table: Table, pick: Pick) -> Iterator[Raw]:
    """The next round: turns until somebody knocks, a last one for all others, and the hands."""
    playing = opened(state, table)
    assert playing is not None
    deck = shuffled(DECK, pick)
    held = dealt_out(deck, dict.fromkeys(playing.dealt, HAND))
    order = clockwise_from(left_of(playing.dealer, playing.dealt), playing.dealt)
    free = {player: BOXES.open(state.sheets[player]) for player in order}
    for raw in _turns(held, deck, order, free):
        yield {**raw, "round": playing.number}
    for player in order:
        box = BOXES.wisest(held[player], free[player]).box
        yield {"type": "hand.scored", "round": playing.number, "player": player, "box": box, "cards": held[player]}


def _turns(held: Hands, deck: list[str], order: Circle, free: dict[str, list[str]]) -> Iterator[Raw]:
    """A player knocks with a good hand, after some laps, or without a stock; all others draw."""
    knocked: str | None = None
    for turn in range(len(order) * (LAPS + 2)):
        player = order[turn % len(order)]
        if player == knocked:
            return
        kept = _kept(held[player], free[player])
        stays = len(kept) == HAND or not deck
        if knocked is None and (stays or turn >= len(order) * LAPS):
            knocked = player
            yield {"type": "knock.made", "player": player}
        elif stays:
            yield {"type": "turn.taken", "player": player, "turn": "pass"}
        else:
            count = min(HAND - len(kept), len(deck))
            others = [card for card in held[player] if card not in kept]
            held[player] = [*kept, *others[count:], *(deck.pop() for _ in range(count))]
            yield {"type": "turn.taken", "player": player, "turn": "draw", "count": count}


def _kept(hand: Sequence[str], free: Collection[str]) -> list[str]:
    """The cards to keep: a whole hand that scores well, else the most of one suit or rank that an open box can use."""
    if BOXES.wisest(hand, free).points >= CONTENT:
        return list(hand)
    suits = [suit for suit in SUITS if "flush" in free or any(SUIT_BOXES.get(box) == suit for box in free)]
    groups = [[card for card in hand if card[1] == suit] for suit in suits]
    groups += [[card for card in hand if card[0] == rank] for rank in RANKS if SETS.intersection(free)]
    return max(groups, key=lambda group: (len(group), total(group)), default=[])


SIMULATION = Simulation(
    next_round,
    minutes=lambda players: 1 + players,  # one to deal and to score
    dearest=lambda options, players: options.stake,
)
