"""A game of Yogi's Whist on the phones: bids, calls, tricks, fines and the short form; BFT and SEPTIC."""

import datetime
import re

import pytest

from companion.commands.night_files import export_night
from companion.storage.database import database_of
from companion.web import home
from tests.web.forms import fields
from tests.web.yogis_whist_evening import all_bid, all_lie, begun, bid, call


@pytest.fixture
def yogi(evening):
    return begun(evening)


def test_the_game_is_in_the_list_and_its_start_page_offers_the_variants(evening, ann):
    assert "Yogi’s Whist" in ann.get("start").words
    page = ann.get("start/yogis-whist").words

    for words in ("BFT", "SEPTIC", "Who may vote?", "nines"):
        assert words in page
    start = {"game": "yogis-whist", "players": ["p1", "p2"], "dealer": "p1", "options.septic": "true"}
    for members in ({}, {"options.members": ["p3"]}):
        assert ann.tap("game.started", **start, **members).refuses(
            "In SEPTIC some may vote: tick at least one who plays"
        )
    begun(evening, variant="bft", septic="true", members=["p3"], remind_nines="true")
    options = evening.night.game.state.options
    assert (options.bft, options.septic, options.members, options.remind_nines) == (True, True, ("p3",), True)


def test_bids_come_first_and_calls_open_once_all_are_in(evening, ann, bob, cal):
    begun(evening, "Dan")
    for phone in (ann, bob, cal):
        page = phone.get()
        assert "Ann deals Everybody lays a bid." in page.words
        assert 'name="tricks" value="3"' in page.regions["r-own-turn"]
        assert 'name="call"' not in page.html
    all_bid(evening, 0, 1, 2)
    page = ann.get()
    assert "3 of 4 bids are in: Dan is missing" in page.words
    assert 'name="call"' not in page.html
    assert "Pass the phone to Dan" in page.words
    bid(cal, "p4", tricks=0)
    assert "Bob calls Sure of your bid? Declare it, or reveal it. If you aren’t: no." in ann.get().words
    assert "Deal 1: 4 cards each, 3 tricks" in ann.get().words
    assert "Your turn to call" in bob.get().words
    assert "Bob said no" not in ann.get().words
    call(evening, "p2", "no")
    assert "said no · bid is in" in ann.get().words


def test_all_bids_lie_on_the_table_is_one_tap_on_any_phone_no_entry_and_opens_the_calls(yogi, ann, bob, cal):
    bid(bob, "p2", tricks=2)
    before = yogi.file
    assert "1 of 3 bids is in: Cal and Ann are missing" in cal.get().words
    assert all_lie(cal).status == 200

    assert yogi.file == before
    for phone in (ann, bob, cal):
        assert "Bob calls" in phone.get().words
    assert "Your bid Nobody else sees it." in cal.get().words  # still to be laid, or told after the tricks
    bid(cal, "p3", tricks=1)
    assert "Bob calls" in ann.get().words
    ann.tap("deal.voided", deal=1)
    assert "Everybody lays a bid" in ann.get().words


def test_who_called_without_a_bid_reads_who_will_see_it(yogi, ann, bob, cal):
    for deal, (word, said) in enumerate(
        (
            ("reveal", "You revealed: everybody sees it."),
            ("declare", "You declared: everybody sees it once the first card is down."),
        ),
        start=1,
    ):
        call(yogi, "p2", word, deal=deal)
        for page in ("", "play/card"):
            assert said in bob.get(page).words
            assert "Nobody else sees it." in cal.get(page).words
        ann.tap("deal.voided", deal=deal)


def test_while_the_phone_is_with_somebody_else_ones_own_bid_is_shut(evening, bob):
    """Of the parts with one name a browser opens one at a time."""
    begun(evening, "Dan")
    bid(bob, "p2", tricks=2)
    page = bob.get().html

    assert re.search(r'<details [^>]*id="peek-1-p2" name="handed">', page)
    assert re.search(r'<details [^>]*id="handed-1-p4" name="handed">', page)


def test_a_call_is_one_tap_on_any_phone_and_passes_on_in_deal_order(yogi, ann, bob, cal):
    assert all_lie(ann).status == 200
    assert "Bob calls Sure of your bid? Declare it, or reveal it. If you aren’t: no. Deal 1" in cal.get().words
    assert "Waiting for Bob Tap for Bob" in cal.get().words
    assert "We all say no" in bob.get().words
    call(yogi, "p2", "declare")

    page = cal.get()
    assert "Cal calls Sure of your bid? Reveal it, and Bob’s call is off. If you aren’t: no." in page.words
    assert 'value="declare"' not in page.html
    assert cal.tap("call.made", deal=1, player="p1", call="no").status == 200
    assert "Too late: " in ann.tap("call.made", deal=1, player="p3", call="no").says
    assert "Trick 1: who took it?" in bob.get().words


def test_the_call_is_in_front_on_the_callers_phone_and_the_others_tap_for_them_under_a_fold(evening, ann, bob):
    yogi = begun(evening, "Dan")
    all_lie(ann)
    for _ in range(2):
        mine, others = bob.get().regions, ann.get().regions
        assert "my-turn" in mine["r-own-turn"]
        assert mine["r-own-turn"].count('name="call"') == 4
        assert "<form" not in others["r-own-turn"]
        assert '<details class="tap" data-keep id="tap-1-1-p2"><summary>Tap for Bob' in others["r-record"]
        assert 'data-buzz="1.1"' in mine["r-own-turn"]
        bid(bob, "p2", tricks=1)
    assert ann.tap("call.made", deal=1, player="p2", call="no").status == 200
    assert "<form" not in bob.get().regions["r-own-turn"]
    call(yogi, "p3", "no")
    assert '<details class="tap" data-keep id="tap-1-3-p4" open><summary>Tap for Dan' in ann.get().regions["r-record"]
    call(yogi, "p4", "no")
    assert 'data-buzz="1.4"' in ann.get().regions["r-own-turn"]
    call(yogi, "p1", "no")
    for phone in (ann, bob):
        assert "<form" not in phone.get().regions["r-own-turn"]


def test_no_from_everyone_left_is_a_call_of_each_in_deal_order_with_one_tap(yogi, ann, bob):
    call(yogi, "p2", "no")
    page, before = bob.get().html, yogi.seq
    form = page.partition('id="record-1-rest"')[2].partition("</form>")[0]
    sent = {**fields(page, "record-1-rest"), "player": re.findall(r'name="player" value="(\w+)"', form)}
    assert sent["player"] == ["p3", "p1"]

    assert bob.post("entries", {**sent, "call": "no"}).status == 303
    assert [(line.counts.player, line.counts.call) for line in yogi.log.lines[before:]] == [("p3", "no"), ("p1", "no")]
    assert "Trick 1: who took it?" in ann.get().words
    assert bob.post("entries", {**sent, "call": "no"}).status == 303  # the same tap again
    assert yogi.seq == before + 2


def led(phone, game, deal=1):
    """A phone taps "First card is down"."""
    return phone.post("note", {"note": f"led {deal}", "in_game": str(game)}, {"HX-Request": "true"})


def cut(phone):
    """Before which entry the night file of this phone ends."""
    return int(re.search(r'"cut_before":\s*(\d+)', phone.get("night.json").html)[1])


def test_the_first_card_turns_a_declarers_bid_up_on_every_phone_and_is_no_entry(yogi, ann, bob, cal):
    game = yogi.night.game.started
    bid(bob, "p2", tricks=2)
    bid(ann, "p1", tricks=1)
    bobs, anns = yogi.seq - 1, yogi.seq
    call(yogi, "p2", "declare")
    assert led(cal, game).says == "Too late: the deal went on."  # others can still call
    call(yogi, "p1", "no")
    for phone in (ann, cal):
        assert "First card is down Shows Bob’s bid" in phone.get().words
        assert 'aria-label="bid 2"' not in phone.get().html
        assert "Bob laid a bid." in phone.get("log").words
        assert cut(phone) == bobs
    before, newest = yogi.file, cal.get().version
    assert led(cal, game).status == 200

    assert yogi.file == before
    assert 'aria-label="bid 2"' in ann.get(f"poll?page=table&since={newest}").html
    for phone in (ann, bob, cal):
        page = phone.get()
        assert "First card is down" not in page.words
        assert 'aria-label="bid 2"' in page.html
        assert "Bob bid 2 tricks." in phone.get("log").words
        assert "Ann bid" not in phone.get("log").words
        assert cut(phone) == anns
    assert 'aria-label="bid 2"' in bob.get("tv").html
    assert b'"Friday"' in (exported := export_night(database_of(yogi.app), yogi.nid))
    assert exported.count(b"bid.placed") == 1
    assert "Your bid lies face up" in bob.get().words
    assert led(ann, game).status == 200  # another phone says the same
    yogi.play("p2")
    assert led(ann, game).status == 200


def test_the_first_card_is_led_only_where_that_turns_a_bid_up(yogi, bob, cal):
    game = yogi.night.game.started
    call(yogi, "p2", "declare")
    call(yogi, "p1", "no")
    assert "First card is down" not in cal.get().words  # nobody told the bid yet
    bid(bob, "p2", tricks=2)
    for note, number in (("led 2", game), ("led 1", game + 1), ("", game), ("anything", game)):
        assert cal.post("note", {"note": note, "in_game": str(number)}, {"HX-Request": "true"}).status == 422, note
    late = {"note": "led 1", "in_game": str(game), "appeared": "First card is down for trick 1"}
    assert cal.post("note", late, {"HX-Request": "true"}).refuses("Did you mean First card is down for trick 1?", 409)
    assert not yogi.services.nights.phones(yogi.nid).is_noted(game, "led 1")
    assert cal.post("note", {"note": "led 1", "in_game": str(game)}).goes_to == f"/n/{cal.nid}/"  # without script
    assert 'aria-label="bid 2"' in cal.get().html
    cal.tap("deal.voided", deal=1)
    bid(bob, "p2", deal=2, tricks=3)
    assert "Bob laid a bid." in cal.get("log").words


def test_what_the_first_card_showed_is_hidden_again_only_by_the_finesmaster(yogi, bob, cal):
    bid(bob, "p2", tricks=2)
    call(yogi, "p2", "declare")
    call(yogi, "p1", "no")
    led(cal, yogi.night.game.started)
    for entry in (yogi.seq, yogi.seq - 1, yogi.seq - 2):
        assert bob.tap("entry.undone", entry=entry).refuses("after the first card, so only the finesmaster (Ann)")
    changed = bob.tap("entry.changed", entry=yogi.seq - 2, **{"event.tricks": 3})
    assert changed.refuses("Bid changed after the first card, so only the finesmaster (Ann)")
    yogi.play("p1")
    assert bob.tap("entry.undone", entry=yogi.seq).status == 200  # the bid stays face up without the trick
    assert 'aria-label="bid 2"' in cal.get().html


def test_pencils_are_offered_before_a_game_that_would_count_in_something_else(evening, ann, bob):
    offer = f'href="/n/{ann.nid}/unit?to=pencil&amp;next=start/yogis-whist"'
    one_tap = 'form="counting" name="unit" value="pencil"'
    assert one_tap in ann.get("start/yogis-whist").html
    assert "Tonight counts in sips; Ann, the finesmaster, can change that." in bob.get("start/yogis-whist").words
    assert one_tap not in bob.get("start/yogis-whist").html
    assert "pencils" not in ann.get("start/yak").words
    begun(evening).ann.tap("game.ended")
    assert offer in ann.get().html  # beside "Yogi's Whist again"
    ann.tap("fine.given", player="p2", amount=1)
    assert offer in ann.get("start/yogis-whist").html  # what is owed is looked at first
    page = ann.get("unit?to=pencil&next=start/yogis-whist").html
    assert f'href="/n/{ann.nid}/start/yogis-whist"' in page
    assert 'name="next" value="start/yogis-whist"' in page
    assert 'name="next" value="drinks"' in ann.get("unit?next=//x").html
    answer = ann.post("entries", type="unit.changed", unit="pencil", next="start/yogis-whist")
    assert answer.goes_to == f"/n/{ann.nid}/start/yogis-whist"
    assert "usually counted" not in ann.get("start/yogis-whist").words
    assert "Count in pencils" not in ann.get().words


def test_who_revealed_chooses_who_leads_and_the_screen_says_that_the_other_cards_go_face_up(yogi, bob, cal):
    bid(bob, "p2", tricks=1)
    call(yogi, "p2", "reveal")
    assert "Your reveal: who leads? Ann" in bob.get().words
    assert "Waiting for Bob Tap for Bob: who leads" in cal.get().words
    for page in ("", "tv"):
        assert "After the first card Bob’s other cards go face up" in cal.get(page).words
    assert cal.tap("leader.chosen", deal=1, player="p3").status == 200
    assert "Cal leads" in bob.get().words
    assert "After the first card Bob’s other cards go face up" in cal.get().words
    yogi.play("p3")
    assert "Bob’s cards lie face up" in cal.get().words


def test_the_turned_up_card_is_one_tap_on_its_page_and_tricks_by_cards_are_judged_once_it_is_known(yogi, bob):
    call(yogi, "p1", "no")
    assert "Who took it?" in bob.get("pad").words
    assert 'name="winner" value="p1"' in bob.get("pad").html
    page = bob.get("play/turned").html
    assert "data-send" in page
    assert bob.post("entries", {**fields(page, "pad"), "card": "QH"}).status == 303

    assert "Turned up Q" in bob.get().words
    for page in ("play/turned", "play/card"):
        assert 'value="QH" disabled' in bob.get(page).html
    assert 'name="winner"' not in bob.get("pad").html
    assert 'value="JOKER">Joker' in bob.get("pad").html
    assert bob.tap("trick.taken", deal=1, trick=1, plays=["p2 AC", "p3 JOKER", "p1 JH"]).status == 200
    assert 'value="JOKER" disabled' in bob.get("pad").html


def test_the_fines_are_shown_with_their_reason_until_the_next_deal_begins(yogi, ann, bob, cal):
    all_bid(yogi, 0, 1, 3)
    call(yogi, "p2", "declare")
    yogi.play("p2", "p3", "p3")

    page = cal.get().words
    assert "Ann and Bob made it" in page
    assert "A wrong bid costs 3: 1, plus 2 who were right. Bob declared and made it: 2 more" in page
    assert yogi.owed == {"p1": 2, "p3": 5}
    told = "Bob said no instead of declared: 2 less for Ann and Cal (Bob declared and was right: 2 more)."
    assert ann.tap("entry.changed", entry=yogi.seq - 3, again="", **{"event.call": "no"}).refuses(told, 409)
    assert "Bob deals" in page
    assert "Show it on your forehead" in bob.get().words  # who made it may wear the suit
    assert "♠\ufe0e Tap to go back" in bob.get("play/forehead").words
    assert "forehead" not in page.replace("for those who", "")
    assert "Not this time" in cal.get("play/forehead").words
    bid(cal, "p3", deal=2, tricks=0)
    assert 'class="told" data-keep id="fines-1"' in bob.get().html  # shown to those who have it open
    call(yogi, "p3", "reveal", deal=2)
    assert not [said for said in ("What the bids of deal 1 cost", "your forehead") if said in bob.get().words]


def test_the_finesmaster_enters_missing_bids_in_rows_of_four(yogi, ann, bob):
    bid(ann, "p1", tricks=0)
    yogi.play("p2", "p2", "p3")

    assert "Still to enter: Bob, Cal" in bob.get().words
    rows = ann.get().html
    assert 'id="bid-1-p2"' in rows
    assert 'id="bid-1-p3"' in rows
    assert "Tell Cal’s bid It lies face up on the table: what was it?" in bob.get().words
    bid(ann, "p2", tricks=2)
    bid(ann, "p3", tricks=1)
    assert "3 of 3 made it" in ann.get().words


def test_the_forecast_is_in_the_unit_and_in_pints_where_the_unit_has_pints(start_evening):
    for unit, names, risk in (
        ("pencil", "Bob Cal Dan Eve", "everybody else is right: 13 pencils, 0.8 pint"),
        ("sip", "Bob Cal", "everybody else is right: 11 sips if you reveal"),
    ):
        night = start_evening(unit=unit)
        for name in names.split():
            phone = night.join(name)
        begun(night)
        phone.tap("card.turned", deal=1, card="QH")
        assert f"You are wrong, {risk}" in phone.get().words


def test_the_short_form_is_one_screen(yogi, ann, bob):
    assert "Short form" in ann.get().words
    assert "Short form" not in bob.get().words
    assert "Only the finesmaster" in bob.tap("deal.scored", deal=1, made=["", "p1"]).says

    assert ann.tap("deal.scored", deal=1, made=["", "p1"], declared="", revealed="p2").status == 200
    assert yogi.owed == {"p2": 10, "p3": 2}
    assert ann.tap("deal.scored", deal=2, made="", declared="", revealed="").status == 200
    assert "Nobody made it" in ann.get().words
    call(yogi, "p1", "no", deal=3)
    assert "already" in ann.get("play/score").words


def test_the_nines_are_mentioned_after_the_deal_unless_the_table_asked_for_a_reminder(yogi, start_table, bob, cal):
    bob.tap("card.turned", deal=1, card="9H")
    all_bid(yogi, 0, 1, 2)
    yogi.play("p2", "p3")
    for page in ("", "log", "pad", "play/turned"):
        assert "nines" not in cal.get(page).words
    yogi.play("p3", first=3)
    assert "Under the 9♥ the four nines were trump" in cal.get().words

    asked = begun(start_table(), remind_nines="true")
    asked.bob.tap("card.turned", deal=1, card="9H")
    assert "The nines are trump" in asked.cal.get().words


def test_a_late_joiner_is_dealt_in_with_the_first_entry_of_the_next_deal(start_table):
    for kind, said in (
        ("bid.placed", {"player": "p2", "tricks": 1}),
        ("call.made", {"player": "p2", "call": "no"}),
        ("card.turned", {"card": "QH"}),
        ("trick.taken", {"trick": 1, "winner": "p2"}),
    ):
        yogi = begun(start_table())
        yogi.ann.tap("deal.voided", deal=1)
        dan = yogi.join("Dan")
        assert 'name="dealt" value="p4"' in yogi.bob.get().regions["r-own-turn"]
        assert 'id="bid-2-p4"' in dan.get().html

        assert yogi.bob.tap(kind, deal=2, dealt=["p1", "p2", "p3", "p4"], **said).status == 200, kind
        assert yogi.night.game.state.on.dealt == ("p1", "p2", "p3", "p4"), kind


def test_in_bft_the_dealer_chooses_how_many_cards_and_everybody_sees_the_gift(evening, ann, bob, cal):
    begun(evening, variant="bft")
    keys = re.findall(r'name="cards" value="(\d+)"', ann.get().regions["r-own-turn"])
    assert keys == [str(cards) for cards in range(2, 18)]
    assert "Your deal: how many cards?" in ann.get().words
    assert "Waiting for Ann Tap for Ann: how many cards" in bob.get().words
    assert "How many cards each" in bob.get("deal").words
    assert "how many cards does everyone get?" in bob.tap("deal.started", deal=1).says.lower()
    too_many = bob.tap("deal.started", deal=1, cards=18).says
    assert "3 players can get 17 cards each at most, and one is turned up." in too_many
    assert ann.tap("deal.started", deal=1, cards=17).status == 200

    assert "Bob bids" in cal.get().words
    page = bob.get("play/lay").html
    assert "Each suit stands for a number. You bid what your cards add up to. As you lay them, say the" in page
    filled = re.findall(r'data-filled="([^"]*)"', page)
    assert filled[1] == "2 turtle doves (2\u00a0cards). Say that aloud."
    assert filled[11:13] == ["12 drummers drumming (12\u00a0cards). Say that aloud.", "13\u00a0cards. Say that aloud."]
    assert len(filled) == 17
    assert bob.post("entries", {**fields(page, "lay"), "suits": ["1", "2", *[""] * 15]}).status == 303
    assert "Your bid is laid: 2\u00a0turtle doves (2\u00a0cards)" in bob.get().html
    assert "2 turtle doves" in cal.get().words
    asked = "It’s Cal’s turn to bid. Lay Ann’s bid anyway?"
    assert ann.tap("bid.placed", deal=1, player="p1", tricks=1, count=1).refuses(asked, 409)
    bid(cal, "p3", tricks=0, count=13)
    assert "Cal laid a bid: 13 cards." in bob.get("log").words
    assert "13\u00a0cards" in bob.get().regions["r-players"]
    assert "Your call!" not in bob.get().words
    bid(ann, "p1", tricks=1, count=1)
    assert ["Your call!" in phone.get().words for phone in (bob, cal)] == [True, False]
    call(evening, "p1", "no")
    evening.play("p2", "p2", "p1", "p1")
    last = cal.get()
    assert "trick 5 of 16" in last.words
    assert "who took it? Cal has no card left." in last.words
    assert 'name="winner" value="p3"' not in last.html


def test_in_bft_a_late_joiner_is_dealt_in_and_any_phone_lays_the_bid_of_a_player_without_one(evening, ann, cal):
    begun(evening, "Dan", variant="bft")
    evening.join("Eve")
    assert 'name="players" value="p5"' in ann.get().html
    assert ann.tap("deal.started", deal=1, cards=3, players=["p1", "p2", "p3", "p4", "p5"]).status == 200

    assert "Pass the phone to Dan" not in ann.get().words  # Bob and Cal bid before
    bid(evening.bob, "p2", tricks=1, count=1)
    bid(cal, "p3", tricks=1, count=1)
    for phone in (ann, cal):
        assert "Pass the phone to Dan" in phone.get().words
        assert "Lay Dan’s bid" in phone.get().words
        assert "Dan’s bid" in phone.get("play/lay?for=p4").words
    assert "Lay Eve’s bid" in ann.get().words
    assert "Lay Eve’s bid" not in cal.get().words
    bid(cal, "p4", tricks=2, count=1)
    assert "Pass the phone to Dan" not in cal.get().words


def test_the_members_vote_on_one_form_whether_the_bids_move(evening, bob, cal):
    begun(evening, septic="true", members=["p1", "p2"])
    all_bid(evening, 0, 1, 2)
    evening.play("p2", "p3", "p3")
    page = bob.get()
    assert (
        "Do all bids move one to the left? Ann and Bob vote as members. If more than half want it, "
        "everybody’s bid card counts for the player on their left."
    ) in page.words
    assert 'type="checkbox" name="votes" value="p3"' not in page.html

    assert bob.tap("bids.rotated", deal=1, votes="").status == 200  # nobody wants it
    assert evening.owed == {}
    conflict = cal.tap("bids.rotated", deal=1, votes=["", "p1", "p2"])
    assert conflict.status == 409
    assert cal.says_yes(conflict).status == 200
    assert "The bids had moved one place to the left" in bob.get().words
    assert evening.owed == {"p1": 1, "p2": 1, "p3": 1}


def test_on_the_19th_of_may_and_no_other_day_the_game_is_celebrated_and_the_score_kept(
    evening, start_table, monkeypatch
):
    """The day on which the night was opened."""

    monkeypatch.setattr(home, "evening_of", lambda now: datetime.date(2026, 5, 19))
    for night, celebrated in ((evening, False), (start_table(), True)):
        begun(night).ann.tap("deal.scored", deal=1, made=["p2"])
        night.ann.tap("game.ended")
        begun(night).ann.tap("deal.scored", deal=1, made=["p2", "p3"])
        said = "19 May: Yogi’s Whist is 40 today. Bids made tonight: Ann 0, Bob 2, Cal 1"
        assert (said in night.ann.get().words) is celebrated
