"""A bid lies face down until it is turned up: whose it is, who may tell it, and how it is written."""

from typing import Any

import pytest

from companion.rules.games.yogis_whist.secret import by_finesmaster, fill, hidden
from companion.rules.refused import Refused
from tests.rules.games.yogis_whist_nights import bids, call, dealt, log, state, trick, tricks, turned, voided

THREE = "ann bob cal"


def owner(*events: dict[str, Any], at: int = -1, **how: Any) -> str | None:
    found = log(*events, **how)
    assert found.night.game is not None
    return hidden(found.night.game.state, found.lines[at].entry.event)


def test_a_bid_is_its_owners_until_it_lies_face_up_or_the_deal_is_over():
    laid = bids("bob 2")
    assert owner(*laid) == "bob"
    assert owner(*laid, call("bob", "reveal"), at=-2) is None
    assert owner(*laid, call("bob", "declare"), at=-2) == "bob"
    assert owner(*laid, call("bob", "declare"), trick(1, "cal"), at=-3) is None
    assert owner(*laid, voided(), at=-2) is None
    assert owner(*laid, call("cal", "no")) is None


def test_a_bid_that_was_taken_back_stays_hidden():
    undone = {"type": "entry.undone", "entry": 8}

    assert owner(*bids("bob 2"), undone, at=-2) == "bob"
    assert owner(*bids("bob 2"), undone, *bids("bob 1"), call("bob", "reveal"), at=7) == "bob"


def told_by_finesmaster(*events: dict[str, Any], **how: Any) -> bool:
    """Whether the finesmaster may tell Bob's bid after these."""
    found = log(*bids("bob 1"), players=THREE).lines[-1].entry.event
    return by_finesmaster(state(*events, players=THREE, **how), found)


def test_the_finesmaster_tells_a_bid_that_is_missing_once_the_tricks_are_in():
    assert not told_by_finesmaster()
    assert not told_by_finesmaster(*tricks("bob bob"))
    assert told_by_finesmaster(*tricks("bob bob bob"))
    assert not told_by_finesmaster(*tricks("bob bob bob"), *bids("bob 1"))
    assert told_by_finesmaster(dealt(cards=3), variant="bft")
    assert told_by_finesmaster(voided())


def filled(raw: dict[str, Any], *events: dict[str, Any], **how: Any) -> dict[str, Any]:
    fill(state(*events, **how), raw, lambda dice: ())
    return raw


def said(*cards: str) -> dict[str, Any]:
    return {"type": "bid.placed", "deal": "1", "player": "bob", "cards": list(cards)}


def test_a_card_is_written_as_what_it_is_worth():
    assert filled(said("TC"))["tricks"] == 3
    assert "cards" not in filled(said("TC"))
    assert filled(said("JOKER"), turned("QH"))["tricks"] == 2
    both = filled(said("TC", "4H"), dealt(cards=3), variant="bft")
    assert (both["tricks"], both["count"]) == (5, 2)


def test_what_cannot_be_a_bid_is_left_to_be_refused_in_words():
    assert filled(said("QH"), turned("QH"))["cards"] == ["QH"]
    assert filled(said("XX"))["cards"] == ["XX"]
    assert filled(said("4D", "4D"))["cards"] == ["4D", "4D"]
    with pytest.raises(Refused, match="write that one first"):
        filled(said("JOKER"))


def test_a_change_of_a_bid_keeps_the_card_out_of_the_log_too():
    change = filled({"type": "entry.changed", "entry": "8", "event": {"cards": ["TC"]}})

    assert change["event"] == {"tricks": ["3"]}
