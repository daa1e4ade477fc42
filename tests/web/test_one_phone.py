"""One phone is enough: Ann has the only phone, and taps for Bob and Cal, whose names she typed."""

import pytest

from companion.domain.events import read
from companion.domain.fields import sent
from companion.domain.games import GAMES
from tests.sample_games import sample
from tests.web.forms import region


def taps_a_sample(phone, game):
    """A phone enters a whole deal or round of this game for Ann, Bob and Cal."""
    for raw in sample(game, ("p1", "p2", "p3")):
        answer = phone.tap(raw["type"], **sent(read(raw, GAMES[game].events)))
        assert answer.status == 200, (raw, answer.says)


@pytest.fixture
def alone(start_evening):
    evening = start_evening(name="One phone")
    evening.ann.tap("player.joined", names="Bob, Cal")
    return evening


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_or_round_of_every_game_is_played_and_paid_from_one_phone(alone, game):
    ann = alone.ann
    alone.start(game, **{"initiated": "p1"} if game == "frak-you" else {})
    taps_a_sample(ann, game)

    ann.tap("fine.given", player="p2", amount=1, again="yes")
    for player, owed in alone.owed.items():
        assert ann.tap("drink.taken", player=player, amount=owed).status == 200
    assert alone.owed == {}
    assert [phone.player for phone in alone.members.devices] == ["p1"]


def test_the_page_with_the_code_says_so(alone):
    assert "one phone is enough for the whole evening" in alone.ann.get("share").words
    assert "Start" in region(alone.ann, "starting", "share")
