"""A seat is lent while its phone is away, and the phone that acts for it sees nothing that was hidden before."""

from dataclasses import replace
from typing import Any

import pytest

from tests.conftest import plain
from tests.web import yak_evening, yogis_whist_evening
from tests.web.forms import fields
from tests.web.recorder import Recorder, unequal
from tests.web.test_seats import ticket_of
from tests.web.yogis_whist_evening import all_lie, begun, bid, call, laid


def lends(evening: Any, player: str, to: str) -> Any:
    return evening.ann.post("seats/lend", player=player, to=to)


def takes_over(evening: Any, player: str) -> Any:
    """The finesmaster removes somebody's phone, and another one picks that seat."""
    evening.ann.post("seats/remove", player=player)
    phone = evening.stranger()
    assert phone.post(f"/j/{evening.links.token}", seat=player).status == 303
    return phone


def test_a_seat_is_lent_only_while_its_phone_is_away_and_with_several_servers_none(evening, ann, bob, monkeypatch):
    ann.tap("player.joined", name="Dan")
    bob.get()
    assert "Bob’s phone was heard less than a minute ago" in lends(evening, "p2", "p1").words

    stream = bob.client.get(f"/n/{evening.nid}/live?page=table", buffered=False)
    next(stream.iter_encoded())
    evening.a_minute_passes()
    assert lends(evening, "p2", "p1").status == 422  # it listens
    stream.close()
    assert lends(evening, "p2", "p1").status == 422  # and did until now
    evening.a_minute_passes()
    with monkeypatch.context() as several:
        several.setitem(evening.app.extensions, "companion", replace(evening.services, alone=False))
        assert "remove it first" in lends(evening, "p2", "p1").words
    for player, to in (("p2", "p1"), ("p4", "p1"), ("p1", "p3")):
        assert lends(evening, player, to).status == 303


@pytest.fixture
def lent(evening):
    """Yogi's Whist has begun, and Ann's phone taps for Bob, whose own is away."""
    begun(evening)
    evening.a_minute_passes()
    lends(evening, "p2", "p1")
    return evening


def test_a_phone_that_comes_back_takes_its_seat_back(lent, ann, bob, cal):
    assert "Ann’s phone taps for you" in plain(bob.get().regions["r-proposals"])
    for phone in (ann, cal):
        assert "acts for your seat" not in phone.get().words
    assert "Only their own phone" in ann.tap("bid.placed", deal=1, player="p2", tricks=1, acting="p2").says
    bid(bob, "p2", tricks=2)
    assert ann.tap("player.left", player="p2", acting="p2").status == 200  # what everybody may know
    assert bob.post("seats/back").goes_to == f"/n/{lent.nid}/"
    assert "acts for your seat" not in bob.get().words
    assert ann.tap("player.returned", player="p2", acting="p2").status == 422


def hands(phone: Any, player: str, tricks: int, page: str = "") -> Any:
    """The phone is passed to somebody, who taps a bid there."""
    html = phone.get(page).html
    return phone.post("entries", fields(html, f"bid-1-{player}") | {"tricks": tricks}, {"HX-Request": "true"})


def test_who_has_a_dead_phone_bids_on_the_phone_that_taps_for_them_which_never_shows_it(lent, ann, bob, cal):
    assert "Pass the phone to Bob Nobody looks. It’s hidden again as soon as Bob taps." in ann.get().words
    assert "Only their own phone" in cal.tap("bid.placed", deal=1, player="p2", tricks=2).says
    assert "has a phone" in cal.tap("bid.placed", deal=1, player="p2", tricks=2, acting="p2").says
    assert hands(ann, "p2", 2).status == 200
    entry = lent.seq
    assert (laid(ann), laid(cal)) == ("", "")
    assert "Pass the phone to Bob" not in ann.get().words
    assert "Bob laid a bid." in ann.get(f"log/{entry}").words
    for tried in (1, 2):
        assert "Bob entered that already" in ann.tap("bid.placed", deal=1, player="p2", tricks=tried, acting="p2").says
        changed = ann.tap("entry.changed", entry=entry, acting="p2", **{"event.tricks": tried})
        assert (changed.status, changed.says) == (422, "Only their own phone can do that.")
    assert ann.tap("entry.undone", entry=entry, acting="p2").status == 200  # a slip
    assert hands(ann, "p2", 3).status == 200

    assert "three tricks" in laid(bob)
    assert ann.tap("entry.undone", entry=lent.seq, acting="p2").status == 422  # Bob’s phone is on again


def test_a_bid_that_is_missing_after_the_first_call_is_laid_there_too(lent, ann, cal):
    all_lie(ann)
    call(lent, "p2", "no")

    assert hands(ann, "p2", 1).status == 200
    assert laid(ann) == ""


def test_the_pages_for_a_bid_of_a_seat_that_is_lent_enter_it_for_that_seat(evening, ann, bob, cal):
    begun(evening, "Dan", variant="bft")
    lends(evening, "p4", "p1")
    assert ann.tap("deal.started", deal=1, cards=3, players=["p1", "p2", "p3", "p4"]).status == 200

    for page, form in (("play/lay", "lay"), ("play/card", "pad")):
        assert fields(ann.get(f"{page}?seat=p4").html, form)["acting"] == "p4"
        assert "acting" not in fields(bob.get(page).html, form)
    bid(bob, "p2", tricks=1, count=1)
    bid(cal, "p3", tricks=1, count=1)
    assert ann.post("entries", fields(ann.get("play/lay?seat=p4").html, "lay") | {"suits": "1"}).status == 303


def comes(night: Any, how: str) -> Any:
    """The phone that acts for Bob from now on: Ann's, to which his seat is lent, or a new one that took it over."""
    if how == "takes over":
        return takes_over(night, "p2")
    night.a_minute_passes()
    assert lends(night, "p2", "p1").status == 303
    return night.ann


@pytest.mark.parametrize("how", ["borrows", "takes over"])
def test_no_byte_depends_on_a_bid_of_another_phone(start_table, how):
    records = []
    for tricks in (0, 3):
        night = begun(start_table())
        bid(night.bob, "p2", tricks=tricks)
        entry = night.seq
        recorder = Recorder(comes(night, how), *yogis_whist_evening.OWN_PAGES)
        recorder.sees_all(night)
        for wanted in (0, 1, 2, 3):
            recorder.tries("bid.placed", deal=1, player="p2", tricks=wanted, acting="p2")
            recorder.tries("entry.changed", entry=entry, acting="p2", **{"event.tricks": wanted})
        recorder.tries("entry.undone", entry=entry, acting="p2")
        recorder.sees_all(night)
        records.append(recorder.words)

    assert unequal(records) == []


@pytest.mark.parametrize("how", ["borrows", "takes over"])
def test_no_byte_depends_on_identical_dice_of_another_phone(start_evening, monkeypatch, how):
    records = []
    for rest, box in ((6, "all"), (2, "2s")):
        night = start_evening()
        night.bob = night.join("Bob")
        yak_evening.begun(night, monkeypatch, rest)
        yak_evening.throws(night.bob, "p2")
        yak_evening.throws(night.bob, "p2", 2, held=yak_evening.NONE_HELD)
        assert yak_evening.fills(night.bob, "p2", box).status == 200
        recorder = Recorder(comes(night, how), *yak_evening.OWN_PAGES)
        recorder.sees_all(night)
        for page in ("play/turn?seat=p2", "files/sheet/1"):
            recorder.phone.get(page)
        for each in ("all", "2s", "run-1-5"):
            recorder.phone.tap("throw.scored", player="p2", round=2, box=each, acting="p2")
        recorder.phone.tap("dice.thrown", player="p2", round=1, throw=2, acting="p2")
        records.append([words.replace(night.links.code, "").replace(night.links.token, "") for words in recorder.words])

    assert "stays on the phone it was entered on" in "".join(records[0])
    assert unequal(records) == []


def test_the_new_phone_of_a_seat_bids_again_after_an_undo_or_in_the_next_deal(evening, ann, cal):
    begun(evening)
    bid(evening.bob, "p2", tricks=2)
    entry = evening.seq
    bob = takes_over(evening, "p2")
    assert "hidden from this one" in bob.tap("bid.placed", deal=1, player="p2", tricks=2).says
    assert bob.tap("entry.undone", entry=entry).status == 200

    bid(bob, "p2", tricks=1)
    assert "one trick" in laid(bob)
    ann.tap("deal.voided", deal=1)
    bid(bob, "p2", deal=2, tricks=3)


def test_a_bid_stays_on_the_phone_it_was_laid_on_and_moves_with_it(evening, ann, bob, cal, stranger):
    begun(evening, "Dan")
    bid(cal, "p3", tricks=2)
    stranger.post(f"/m/{ticket_of(cal)}")
    assert "two tricks" in laid(stranger)
    lends(evening, "p4", "p2")
    assert hands(bob, "p4", 3).status == 200
    assert "three tricks" in laid(bob)
    lends(evening, "p4", "p1")

    assert laid(ann) == ""
    assert "Dan: what is hidden of this seat stays on the phone it was entered on" in ann.get().words
    evening.play("p1", "p2", "p3")
    assert "Dan bid" not in ann.get("log").words
