"""Card Yacht: whole games, and what is undone or changed in them."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as some

from companion.rules.cards import DECK
from companion.rules.games.card_yacht.boxes import MOST, points
from companion.rules.replay import BadNight

from .card_yacht_nights import THREE, Event, draw, hand, knock, played, refused, rounds, told
from .yachting_nights import is_finished, places, scores

SUITED = ("spades", "hearts", "diamonds", "clubs")


def evening(chance: Random, players: list[str]) -> tuple[list[Event], dict[str, int]]:
    """A whole game with hands dealt by chance, and the totals added up beside it."""
    boxes = {player: chance.sample(list(MOST), 12) for player in players}
    sheets: dict[str, dict[str, int]] = {player: {} for player in players}
    events: list[Event] = []
    for number in range(1, 13):
        deck = chance.sample(DECK, 52)
        events += [draw(player, chance.randint(1, 5), number) for player in players if chance.random() < 0.5]
        events += [knock(players[0], number)] if chance.random() < 0.5 else []
        for player in players:
            box, cards = boxes[player].pop(), [deck.pop() for _ in range(5)]
            sheets[player][box] = points(box, cards)
            seen = chance.random() < 0.5
            named = hand(player, box, " ".join(cards), number)
            events.append(named if seen else told(player, box, points(box, cards), number))
    bonus = {player: 100 * (sum(sheets[player][box] for box in SUITED) >= 148) for player in players}
    return events, {player: sum(sheets[player].values()) + bonus[player] for player in players}


@given(some.randoms(use_true_random=False), some.integers(2, 4))
def test_a_whole_game_ends_by_itself_with_the_sums_of_its_boxes(chance: Random, count: int) -> None:
    players = ["ann", "bob", "cal", "dan"][:count]
    events, totals = evening(chance, players)

    night = played(*events, players=" ".join(players))

    assert is_finished(night)
    assert scores(night) == totals
    assert places(night) == {who: 1 + sum(more > totals[who] for more in totals.values()) for who in players}


def test_a_hand_undone_opens_its_box_and_its_cards_again() -> None:
    cards = "AS AH 2D 2C 4S"
    undo = {"type": "entry.undone", "entry": 6}

    assert scores(played(hand("ann", "low", cards), undo, hand("bob", "low", cards), told("ann", "low", 50))) == {
        "ann": 50, "bob": 50, "cal": 0,
    }  # fmt: skip


def test_a_hand_undone_in_a_round_that_is_over_stands_in_the_way_of_the_next() -> None:
    with pytest.raises(BadNight) as bad:
        played(*rounds(THREE, 1, 2), {"type": "entry.undone", "entry": 6})

    assert str(bad.value) == "event 9: Round 2 has to wait: round 1 is still on (after the undo in event 12)"


def test_a_hand_changed_to_another_box_counts_there() -> None:
    change = {"type": "entry.changed", "entry": 6, "event": told("ann", "flush", 25)}

    assert scores(played(told("ann", "low", 50), change))["ann"] == 25


def test_a_change_keeps_the_round_and_the_player() -> None:
    for event in (told("bob", "low", 50), told("ann", "low", 50, 2)):
        change = {"type": "entry.changed", "entry": 6, "event": event}
        assert refused(told("ann", "low", 50), change).startswith("a change keeps what the entry is about")


def test_a_draw_changed_to_a_pass_before_a_knock_is_its_own_fault() -> None:
    change = {
        "type": "entry.changed", "entry": 6,
        "event": {"type": "turn.taken", "round": 1, "player": "bob", "turn": "pass"},
    }  # fmt: skip

    assert refused(draw("bob"), change) == "nobody passes before a knock while there is a stock"
