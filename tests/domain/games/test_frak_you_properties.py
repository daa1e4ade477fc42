"""Random deals of Frak You: judged like an independent reading of the rules, and no card is ever lost."""

import random

from hypothesis import given
from hypothesis import strategies as st

from companion.domain.cards import DECK
from companion.domain.games.frak_you.events import judged

from ..conftest import FIVE as CAST
from ..conftest import deal
from .frak_you_table import FrakYou

Hands = dict[str, list[str]]
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


class Dealt:
    """Hands of real cards at a table, played at random but never against the rules."""

    def __init__(self, players: int, seed: int) -> None:
        self.chance = random.Random(seed)
        self.people = CAST[:players]
        deck = self.chance.sample(DECK, len(DECK))
        left = [*self.people[1:], self.people[0]]
        self.hands: Hands = {player: deck[left.index(player) :: players] for player in self.people}
        self.front: Hands = {player: [] for player in self.people}

    def choice(self, player: str, led: str | None) -> list[str]:
        hand = self.hands[player]
        if led is None and "2C" in hand and not any(self.front.values()) and sum(map(len, self.hands.values())) == 52:
            chosen = ["2C"]
        else:
            chosen = [self.chance.choice([card for card in hand if led in (None, card[1])] or hand)]
        if "AS" in hand and chosen != ["AS"] and self.chance.random() < 0.5:
            chosen = ["AS", *chosen]
        for card in chosen:
            hand.remove(card)
        return chosen

    def trick(self, leader: str) -> list[list[str]]:
        seats = [player for player in self.people if self.hands[player]]
        start = seats.index(leader)
        plays: list[list[str]] = []
        for player in seats[start:] + seats[:start]:
            plays.append([player, *self.choice(player, plays[0][-1][1] if plays else None)])
        return plays

    def taken(self, winner: str, plays: list[list[str]]) -> None:
        self.hands[winner] += self.front[winner]
        self.front[winner] = [card for _, *cards in plays for card in cards]
        for player in self.people:
            if not self.hands[player]:
                self.hands[player], self.front[player] = self.front[player], []

    def held(self):
        still_in = [player for player in self.people if self.hands[player]]
        fronts = {player: f"+{len(self.front[player])}" * bool(self.front[player]) for player in still_in}
        return ", ".join(f"{player} {len(self.hands[player])}{fronts[player]}" for player in still_in)


def enter(night: FrakYou, plays: list[list[str]], winner: str, told: bool) -> None:
    """The trick as the table may say it: by its cards, or by who took it and who paired."""
    paired = next((play[0] for play in plays if len(play) == 3), None)
    if not told:
        night.say(", ".join(map(" ".join, plays)) + (f" -> {winner}" if by_the_book(plays) is None else ""))
    else:
        night.say(f"{winner}+{paired}" if paired else winner)


@given(players=st.integers(3, 5), seed=st.integers(0, 10**9), told=st.floats(0, 1))
def test_a_random_deal_is_judged_and_counted_as_it_was_played(players: int, seed: int, told: float) -> None:
    dealt = Dealt(players, seed)
    night = FrakYou(deal(1), players=" ".join(dealt.people))
    leader = next(player for player in dealt.people if "2C" in dealt.hands[player])
    assert night.held() == dealt.held()

    while sum(map(bool, dealt.hands.values())) > 2 and len(night.deal.taken) < 200:
        plays = dealt.trick(leader)
        leader = by_the_book(plays) or dealt.chance.choice(plays)[0]
        enter(night, plays, leader, told=dealt.chance.random() < told)
        dealt.taken(leader, plays)
        assert night.held() == dealt.held()
        assert night.deal.taken[-1] == leader
        assert sum(held.hand + held.front for held in night.deal.holdings.values()) == 52

    left = [player for player in dealt.people if dealt.hands[player]]
    over = len(left) <= 2
    assert night.state.over == int(over)
    assert night.fined() == (", ".join(f"{player} 3" for player in left) if over else "")
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
