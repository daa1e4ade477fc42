"""One phone is enough: Ann has the only phone, and taps for Bob and Cal, whose names she typed."""

import pytest

from companion.domain.games import GAMES
from tests.sample_games import sample
from tests.web.forms import region

CARDS = {
    "p1": ["2S", "4D", "6H", "8C", "TS"],
    "p2": ["3S", "5D", "7H", "9C", "JS"],
    "p3": ["4S", "6D", "8H", "TC", "QS"],
}
ALL = ("p2", "p3", "p1")  # Ann deals, so Bob begins
DICE = ["1", "1", "3", "4", "6"]


def tricks(*winners):
    return [("trick.taken", {"deal": 1, "trick": trick, "winner": winner}) for trick, winner in enumerate(winners, 1)]


def each(kind, **fields):
    """The same of everybody; a function gives what differs."""
    return [
        (kind, {"player": player} | {name: of(player) if callable(of) else of for name, of in fields.items()})
        for player in ALL
    ]


DEALS = {
    "five-card-yak": tricks("p2", "p2", "p2", "p2", ""),
    "yogis-whist": [
        *each("bid.placed", deal=1, tricks={"p2": 1, "p3": 2, "p1": 1}.get),
        *each("call.made", deal=1, call="no"),
        *tricks("p2", "p2", "p2"),
    ],
    "frak-you": tricks(*("p2", "p3") * 8, "p2"),
    "card-yacht": [
        ("knock.made", {"round": 1, "player": "p2"}),
        *each("turn.taken", round=1, turn="pass")[1:],
        *each("hand.scored", round=1, box="flush", cards=CARDS.get),
    ],
    "kings": [
        ("card.drawn", {"draw": 1, "player": "p2", "card": "2"}),
        ("draw.answered", {"draw": 1, "player": "p3"}),
        *(("card.drawn", {"draw": draw, "player": ALL[(draw - 1) % 3], "card": "K"}) for draw in range(2, 6)),
    ],
    "score-sheet": [("round.scored", {"round": 1, "points.p1": "5", "points.p2": "7", "points.p3": "-1"})],
    "yak": each("throw.scored", round=1, box="1s", dice=DICE),
}


@pytest.fixture
def alone(start_evening):
    evening = start_evening(name="One phone")
    evening.ann.tap("player.joined", names="Bob, Cal")
    return evening


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_or_round_of_every_game_is_played_and_paid_from_one_phone(alone, game):
    ann = alone.ann
    alone.start(game, **{"initiated": "p1"} if game == "frak-you" else {})
    for kind, fields in DEALS.get(game) or [(raw.pop("type"), raw) for raw in sample(game, sorted(ALL))]:
        answer = ann.tap(kind, **fields)
        assert answer.status == 200, (kind, fields, answer.says)

    if game in DEALS:
        then = dict.fromkeys(("yak", "card-yacht", "score-sheet"), "Round 2") | {"kings": "Cal gets the cup!"}
        assert then.get(game, "Deal 2") in ann.get().words
    paid = {"five-card-yak": {"p1", "p3"}, "yogis-whist": {"p2"}, "kings": {"p3"}}
    assert set(alone.owed) >= paid.get(game, set())
    for player, owed in alone.owed.items():
        assert ann.tap("drink.taken", player=player, amount=owed).status == 200
    assert alone.owed == {}
    assert [phone.player for phone in alone.members.devices] == ["p1"]


def test_the_page_with_the_code_says_so(alone):
    assert "one phone is enough for the whole evening" in alone.ann.get("share").words
    assert "Start" in region(alone.ann, "starting", "share")
