"""A deal of Five-Card Yak as a table might play it: any card that may be played (rules, 1)."""

from collections.abc import Iterator, Sequence

from ...cards import DECK
from ...rehearsing import Hands, Pick, Raw, Rehearsal, dealt_out, following, shuffled
from ...seating import Table, clockwise_from, controller
from ...tricks import highest_untied
from .deal import TRICKS, Options, State, opened

DEAREST = 6


def next_deal(state: State, table: Table, pick: Pick) -> Iterator[Raw]:
    """The next deal, trick by trick with its cards; hands dealt by lot need no passing on."""
    deal = opened(state, table).deal
    assert deal is not None
    held = dealt_out(shuffled(DECK, pick), dict.fromkeys(deal.hands, TRICKS))
    leader = deal.leader
    for trick in range(1, TRICKS + 1):
        plays = _trick(held, clockwise_from(leader, deal.hands), pick)
        yield {"type": "trick.taken", "deal": deal.number, "trick": trick, "plays": plays}
        taken = highest_untied(tuple(plays))
        leader = taken[0] if taken else leader


def _trick(held: Hands, hands: Sequence[str], pick: Pick) -> list[tuple[str, str]]:
    plays: list[tuple[str, str]] = []
    for hand in hands:
        legal = following(held[hand], plays[0][1][1] if plays else None)
        if hand != controller(hand):
            legal = _met(legal, plays)
        card = pick(legal)
        held[hand].remove(card)
        plays.append((hand, card))
    return plays


def _met(legal: list[str], plays: list[tuple[str, str]]) -> list[str]:
    """What a dummy may play of these: a card whose rank has already been played, if it has one."""
    ranks = {card[0] for _, card in plays}
    return [card for card in legal if card[0] in ranks] or legal


def minutes(players: int) -> float:
    """How long a deal takes: three minutes to deal, to pass and to drink, and half a minute for each player."""
    return 3 + players / 2


def dearest(options: Options, players: int) -> int:
    """The most that the game charges anybody at once: trick 5 turned round costs 6, whatever the number of players."""
    return DEAREST


REHEARSAL = Rehearsal(next_deal, minutes, dearest)
