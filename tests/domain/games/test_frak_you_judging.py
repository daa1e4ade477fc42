"""Who takes a trick of Frak You by its cards, also in random deals, in which no card is ever lost."""

import random

from hypothesis import given
from hypothesis import strategies as st

from companion.domain.cards import DECK
from companion.domain.games.frak_you.events import Taken, card_of, judged
from companion.domain.games.frak_you.simulation import SIMULATION
from tests.table import cases

from ..people import FIVE as CAST
from ..play import deal
from .frak_you_table import FrakYou, spoken


def verdict(plays: str) -> Taken | None:
    return judged([(play[0], tuple(play[1:])) for play in spoken(plays)])


@cases(
    ("the highest card of the suit led takes the trick", "ann 4H, bob QH, cal 9H", "bob"),
    ("a higher card of another suit takes nothing", "ann 4H, bob KD, cal 5H", "cal"),
    ("aces are high", "ann KH, bob AH, cal QH", "bob"),
    ("check 1: the highest other card of the pair's suit takes", "ann 4H, bob 9D, cal AS KD, dan QH", "bob"),
    ("check 2: a 3♣ in the pair has lost its power", "ann 4H, bob 9H, cal AS 3C, dan QH", "dan"),
    ("check 3: a 3♣ alone beats the trump of a pair", "ann 4H, bob 9D, cal AS KD, dan 3C", "dan"),
    ("A♠ alone loses to any other spade", "ann 2S, bob AS, cal KD", "ann"),
    ("A♠ led alone loses to any other spade", "ann AS, bob KD, cal 2S", "cal"),
    ("A♠ alone loses also when hearts were led", "ann 4H, bob AS, cal KD", "ann"),
    ("A♠ led alone without another spade: silent", "ann AS, bob KD, cal AH", None),
    ("a pair that nobody follows leaves the trick to the suit led", "ann 4H, bob AS KD, cal 5H", "cal"),
    ("the paired card never wins, however high", "ann 4D, bob AS KD, cal 5D", "cal"),
    ("the paired ace never wins", "ann AS AD, bob 2D, cal KH", "bob"),
    ("a pair of the suit led can leave the trick to the leader", "ann 4D, bob AS KD, cal AH", "ann"),
    ("a pair led makes its suit trump", "ann AS KD, bob 9D, cal TD", "cal"),
    ("a pair led that nobody follows: silent", "ann AS KD, bob AH, cal AC", None),
    ("a 3♣ takes even that trick", "ann AS KD, bob AH, cal 3C", "cal"),
    ("a pair of spades makes spades trump", "ann 4H, bob AS KS, cal 2S", "cal"),
    ("a 3♣ paired and led is a club and no more", "ann AS 3C, bob 2C, cal AH", "bob"),
)
def test_a_trick_goes_to_a_player_or_the_rules_do_not_decide(why: str, plays: str, player: str | None) -> None:
    found = verdict(plays)

    assert (found and found.player) == player, why


@cases(
    ("ann 4H, bob QH, cal 9H", "bob", "theirs is the highest card of the suit led"),
    ("ann 4H, bob 9D, cal AS KD", "bob",
     "A♠ in a pair makes diamonds trump, and theirs is the highest other card of it"),
    *((plays, player, "3♣ takes every trick it is in") for plays, player in (
        ("ann 4H, bob 3C, cal 9H", "bob"), ("ann 4C, bob AC, cal 3C", "cal"), ("ann 3C, bob 2C, cal KC", "ann"),
        ("ann AS, bob 3C, cal KS", "bob"))),
)  # fmt: skip
def test_the_initiated_read_who_took_it_and_why(plays: str, player: str, reason: str) -> None:
    assert verdict(plays) == (player, reason)


def test_a_pair_takes_a_trick_with_the_card_beside_the_ace() -> None:
    assert card_of("ann", [("ann", ("AS", "KD")), ("bob", ("AH",))]) == "KD"
    assert card_of("ann", []) is None


ORDER = "23456789TJQKA"


def by_the_book(plays: list[list[str]]) -> str | None:
    """Another reading of the rules: score every single card and take the best."""
    beside = [play[2][1] for play in plays if len(play) == 3]
    led = plays[0][-1][1]
    ranked = []
    for player, *cards in plays:
        if len(cards) == 2 or cards == ["AS"]:
            continue
        rank, suit = cards[0][0], cards[0][1]
        power = 300 if cards[0] == "3C" else 200 if suit in beside else 100 if suit == led else 0
        ranked.append((power and power + ORDER.index(rank), player))
    power, player = max(ranked, default=(0, ""))
    return player if power else None


def held(hand: dict[str, int], front: dict[str, int]) -> str:
    return ", ".join(f"{player} {cards}" + f"+{front[player]}" * (front[player] > 0) for player, cards in hand.items())


@given(players=st.integers(3, 5), seed=st.integers(0, 10**9), told=st.floats(0, 1))
def test_a_random_deal_is_judged_and_counted_as_it_was_played(players: int, seed: int, told: float) -> None:
    """Some tricks are entered by their cards, some by who took them and who paired."""
    chance, people = random.Random(seed), CAST[:players]
    night = FrakYou(deal(1), players=" ".join(people))
    first_dealt = people[1 : 1 + 52 % players]
    hand = {player: 52 // players + (player in first_dealt) for player in people}
    front = dict.fromkeys(people, 0)
    assert night.held() == held(hand, front)

    for raw in SIMULATION.deal(night.state, night.table, chance.choice):
        if raw["type"] == "deal.voided":
            return
        plays = raw["plays"]
        by_cards = by_the_book(plays)
        winner = by_cards or raw["winner"]
        paired = "".join(f"+{play[0]}" for play in plays if len(play) == 3)
        said = ", ".join(map(" ".join, plays)) + (f" -> {winner}" if by_cards is None else "")
        night.say(winner + paired if chance.random() < told else said)
        for player, *cards in plays:
            hand[player] -= len(cards)
        hand[winner] += front[winner]
        front[winner] = sum(len(play) - 1 for play in plays)
        for player in [player for player, cards in hand.items() if not cards]:
            hand[player], front[player] = front[player], 0
            if not hand[player]:
                del hand[player]
        assert night.held() == held(hand, front)
        assert night.deal.taken[-1] == winner

    assert night.state.over == 1
    assert night.fined() == ", ".join(f"{player} 3" for player in hand)
    assert night.replayed() == night.result()


@given(data=st.data(), players=st.integers(3, 5))
def test_any_trick_is_judged_as_the_book_says(data: st.DataObject, players: int) -> None:
    special = ["AS", "3C", "2C", "KC", "2S", "KD", "AD", "4D", "2H"]
    size = players + 1
    cards = data.draw(
        st.lists(st.sampled_from(special) | st.sampled_from(DECK), min_size=size, max_size=size, unique=True)
    )
    plays = [[player, card] for player, card in zip(CAST[:players], cards, strict=False)]
    for play in plays:
        if play[1] == "AS" and data.draw(st.booleans()):
            play.append(cards[-1])

    found = judged([(play[0], tuple(play[1:])) for play in plays])

    assert (found.player if found else None) == by_the_book(plays)
