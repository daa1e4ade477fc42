"""A bid lies face down: whatever it is for, every other phone is sent the same bytes until it is turned up."""

import json
import re
from typing import Any

import pytest

from companion.commands.night_files import export_night
from companion.store.database import database_of
from tests.web.yogis_whist_evening import Heard, begun, bid, call, played

BIDS: tuple[dict[str, Any], ...] = (
    {"tricks": 0}, {"tricks": 1}, {"tricks": 2}, {"tricks": 3}, {"cards": "4D"}, {"cards": "TS"}, {"cards": "8H"},
    {"cards": "JOKER"}, {"cards": "AC"},
)  # fmt: skip
FACTS = ({"tricks": 0}, {"tricks": 2}, {"cards": "4D"}, {"cards": "TS"}, {"cards": "AC"}, {"cards": "JOKER"})


def laid(phone: Any) -> str:
    """What a phone shows of the bids that lie face down on it."""
    return "".join(re.findall(r'<details data-keep id="peek-.*?</p>', phone.get().html, re.S))


def heard_by_all(start_table: Any, scenario: Any, fields: dict[str, Any]) -> list[str]:
    """Everything that Ann's and Cal's phones are sent on a night on which Bob bids this."""
    night = start_table()
    begun(night, "Dan")
    assert night.ann.tap("card.turned", deal=1, card="QH").status == 200
    ears = Heard(night, night.ann), Heard(night, night.cal)
    scenario(night, ears, fields)
    return [words for ear in ears for words in ear.words]


def wrong_events(ear: Heard, seq: int) -> None:
    """Every event that could touch a bid, at Bob's, from another phone."""
    for said in FACTS:
        ear.tries("bid.placed", deal=1, player="p2", **said)
        ear.tries("bid.placed", deal=1, player="p2", acting="p2", **said)
        ear.tries("entry.changed", entry=seq, **{f"event.{name}": value for name, value in said.items()})
    ear.tries("entry.undone", entry=seq)
    ear.tries("entry.changed", entry=seq, **{"event.player": "p3"})
    ear.tries("entry.changed", entry=seq)
    for card in ("4D", "TS", "8H", "AC", "JOKER"):
        ear.tries("card.turned", deal=1, card=card)
        ear.tries("bid.placed", deal=1, player="p3", cards=[card, "3S"])
        ear.tries("trick.taken", deal=1, trick=1, winner="p9", plays=[f"p2 {card}", "p3 3C", "p4 4C", "p1 5C"])
        ear.tries("trick.taken", deal=1, trick=2, plays=[f"p2 {card}", "p3 3C", "p4 4C", "p1 5C"])
    ear.tries("deal.scored", deal=1, made="p2")
    ear.tries("deal.started", deal=1, players=["p1", "p2"])
    ear.tries("deal.voided", deal=2)
    ear.tries("leader.chosen", deal=1, player="p2")
    ear.tries("bids.rotated", deal=1, votes="")
    ear.tries("game.started", game="yogis-whist", players=["p1", "p2"])


def laid_and_probed(night: Any, ears: Any, fields: dict[str, Any]) -> None:
    bid(night.bob, "p2", **fields)
    seq = night.seq
    for ear in ears:
        ear.sees_all()
        wrong_events(ear, seq)
    assert night.seq == seq


def cards_played_that_were_bid(night: Any, ears: Any, fields: dict[str, Any]) -> None:
    """A trick with the very cards Bob may have bid is written, or not, whatever he bid; and so is its undo."""
    bid(night.bob, "p2", **fields)
    for ear in ears:
        ear.tries("trick.taken", deal=1, trick=1, plays=["p2 4D", "p3 TS", "p4 8H", "p1 AC"])
        ear.sees_all()
        ear.tries("entry.undone", entry=night.seq)
        ear.tries("card.turned", deal=1, card="AC")


def taken_back_and_laid_again(night: Any, ears: Any, fields: dict[str, Any]) -> None:
    bid(night.bob, "p2", **fields)
    assert night.bob.tap("entry.undone", entry=night.seq).status == 200
    for ear in ears:
        ear.sees_all()
    assert night.bob.tap("entry.undone", entry=night.seq).status == 200
    night.bob.says_yes(night.bob.tap("bid.placed", deal=1, player="p2", tricks=1))
    seq = next(line.entry.seq for line in night.log.lines if line.entry.event.type == "bid.placed")
    for ear in ears:
        ear.sees_all()
        wrong_events(ear, seq)


def declared_and_not_yet_turned_up(night: Any, ears: Any, fields: dict[str, Any]) -> None:
    bid(night.bob, "p2", **fields)
    call(night, "p2", "declare")
    call(night, "p1", "no")
    for ear in ears:
        ear.sees_all()


def until_the_last_bid_is_missing(night: Any, ears: Any, fields: dict[str, Any]) -> None:
    bid(night.bob, "p2", **fields)
    bid(night.ann, "p1", tricks=0)
    played(night, "p2", "p2", "p3")
    for ear in ears:
        ear.sees_all()
        ear.tries("bid.placed", deal=1, player="p2", tricks=1)
        ear.tries("entry.undone", entry=night.seq)
        ear.tries("entry.undone", entry=night.seq)
    bid(night.cal, "p3", tricks=0)
    for ear in ears:
        ear.sees_all()


def depends(start_table: Any, scenario: Any, bids: Any) -> list[tuple[str, str]]:
    """Where other phones are sent something else for another bid."""
    first, *others = [heard_by_all(start_table, scenario, fields) for fields in bids]
    assert len(first) > 20
    return [(here, there) for other in others for here, there in zip(first, other, strict=True) if here != there]


SCENARIOS = {
    laid_and_probed: BIDS,
    cards_played_that_were_bid: BIDS,
    taken_back_and_laid_again: (BIDS[0], BIDS[2], BIDS[3], BIDS[8]),
    declared_and_not_yet_turned_up: BIDS[:4],
    until_the_last_bid_is_missing: BIDS[:4],
}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_byte_on_another_phone_depends_on_the_bid(start_table, scenario):
    """The lowest bid and the one that tells most; all of them with the thorough tests."""
    assert depends(start_table, scenario, (SCENARIOS[scenario][0], SCENARIOS[scenario][-1])) == []


@pytest.mark.thorough
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_nor_does_any_for_all_kinds_of_bids(start_table, scenario):
    assert depends(start_table, scenario, SCENARIOS[scenario]) == []


def test_what_is_compared_does_differ_once_the_bid_is_revealed(start_table):
    def revealed(night, ears, fields):
        bid(night.bob, "p2", **fields)
        call(night, "p2", "reveal")
        ears[1].sees_all()

    assert heard_by_all(start_table, revealed, BIDS[1]) != heard_by_all(start_table, revealed, BIDS[2])


def test_ones_own_phone_shows_ones_own_bid(evening, bob, cal):
    begun(evening)
    bid(bob, "p2", tricks=2)

    assert "two tricks" in laid(bob)
    assert laid(cal) == ""
    assert "Bob laid a bid." in cal.get("log").words


def test_a_revealed_bid_is_shown_to_everybody_at_once_and_a_declared_one_after_the_first_trick(evening, bob, cal):
    begun(evening)
    bid(bob, "p2", tricks=2)
    bid(cal, "p3", tricks=3)
    call(evening, "p2", "declare")
    assert "bid 2" not in cal.get().words
    played(evening, "p2")
    assert "bid 2" in cal.get().words
    assert "Bob bid 2 tricks." in cal.get("log").words

    evening.ann.tap("deal.voided", deal=1)
    bid(cal, "p3", deal=2, tricks=3)
    call(evening, "p3", "reveal", deal=2)
    assert "bid 3" in bob.get().words


def test_once_the_deal_is_over_the_log_tells_all_bids(evening, ann, bob, cal):
    begun(evening)
    for phone, player in ((ann, "p1"), (bob, "p2"), (cal, "p3")):
        bid(phone, player, tricks=1)
    assert "bid 1" not in bob.get("log").words
    played(evening, "p1", "p2", "p3")

    assert "Cal bid 1 trick." in bob.get("log").words


def test_a_bid_is_for_the_players_own_phone(evening, ann, bob, cal):
    begun(evening, "Dan")
    for phone in (ann, cal):
        assert "for the player's own phone" in phone.tap("bid.placed", deal=1, player="p2", tricks=0).says
        assert "for the player's own phone" in phone.tap("bid.placed", deal=1, player="p4", acting="p4", tricks=0).says
    played(evening, "p1", "p1", "p1")

    assert "for the player's own phone" in cal.tap("bid.placed", deal=1, player="p4", tricks=0).says
    assert "Finesmaster: what did they bid?" in ann.get().words
    assert "Finesmaster" not in cal.get().words
    bid(ann, "p4", tricks=0)


def test_a_bid_laid_by_mistake_is_changed_on_ones_own_phone(evening, bob):
    begun(evening)
    bid(bob, "p2", tricks=2)

    answer = bob.tap("bid.placed", deal=1, player="p2", cards="4D")
    assert (answer.status, "Change it to: Bob bid 0 tricks." in answer.says) == (409, True)
    assert bob.says_yes(answer).status == 200
    assert evening.night.game.state.on.bids["p2"].tricks == 0


def test_a_lent_seat_lies_behind_its_name_on_the_phone_that_holds_it(evening, ann, bob, cal):
    begun(evening, "Dan")
    assert ann.post("seats/lend", player="p4", to="p2").status == 303

    bid(bob, "p4", acting="p4", tricks=3)
    assert "Hand to Dan" in bob.get().words
    assert "three tricks" in laid(bob)
    assert laid(cal) == ""
    assert bob.get("play/card?seat=p4").status == 200
    assert cal.get("play/card?seat=p4").status == 403


def test_a_file_made_meanwhile_ends_before_the_bid_and_says_so(evening, web, bob, capsys):
    begun(evening)
    bid(bob, "p2", tricks=2)
    seq = evening.seq
    bob.tap("entry.undone", entry=seq)
    evening.ann.tap("fine.given", player="p3", amount=1)

    file = export_night(database_of(web), evening.nid)

    assert json.loads(file)["events"][-1]["seq"] == seq - 1
    assert f"ends before entry {seq}" in capsys.readouterr().err
    evening.ann.tap("deal.voided", deal=1)
    assert json.loads(export_night(database_of(web), evening.nid))["events"][-1]["seq"] == evening.seq
