"""Card Yacht on the phones: turns, knocks, hands entered by cards or points, sheets, and the end."""

import re

import pytest

from tests.web.forms import fields

FLUSH = ["5H", "6H", "7H", "8H", "9H"]


@pytest.fixture
def yacht(evening):
    """Ann deals, so Bob begins."""
    return evening.start("card-yacht")


def scores(phone, player, box, round=1, **said):
    return phone.tap("hand.scored", player=player, round=round, box=box, **said)


def knocks(phone, player, round=1):
    return phone.tap("knock.made", round=round, player=player)


def draws(phone, player, round=1):
    return phone.tap("turn.taken", round=round, player=player, turn="draw", count="1")


def passes(phone, player, round=1):
    return phone.tap("turn.taken", round=round, player=player, turn="pass")


def test_a_round_begins_left_of_the_dealer_and_ends_with_a_knock_and_last_turns(yacht, ann, bob, cal):
    table = cal.get().words
    for said in (
        "Round 1 · Bob ’s turn Five cards each",
        "Ann 0 Bob 0 Cal 0",
        "Dealer Ann",
        "Waiting for Bob Tap for Bob",
    ):
        assert said in table
    for phone in (ann, bob):
        assert knocks(phone, "p2").status == 200
    assert yacht.seq == 6  # from both phones it is one
    assert "Bob knocked Last turn: Cal , then Ann" in " ".join(cal.get().words.split())
    for phone, turn in ((ann, 0), (bob, 0), (cal, 1)):
        assert phone.get().regions["r-own-turn"].count("Your last turn") == turn

    assert passes(ann, "p3").status == 200
    assert "Your last turn" in ann.get().words
    assert passes(ann, "p1").status == 200

    assert "Show your hands" in bob.get().words
    for phone in (ann, bob, cal):
        assert phone.get().regions["r-own-game"].count('data-pad="hand"') == 1
    assert re.findall(r'name="for" value="(\w+)"', ann.get("play/score").html) == ["p2", "p3"]


def test_five_cards_show_what_each_open_box_scores_and_are_taken_for_everybody_else(yacht, ann, bob):
    assert fields(bob.get("play/score").html)["player"] == "p2"
    assert fields(bob.get("play/score?for=p1").html)["player"] == "p1"
    picked = "&".join(f"cards={card}" for card in FLUSH)
    page = bob.get(f"play/score?{picked}")
    for said in (
        "Fill Spades with 0 points? (sum of spades, up to 49) Fill it with 0 Hearts 35 of 49",
        "Five flush 100 of 100 Card Yacht 0 points",
    ):
        assert said in page.words
    assert page.html.count(" selected") == 5

    assert scores(bob, "p2", "hearts", cards=FLUSH).status == 200
    about = re.search(r'data-about="(.+?)"', ann.get().html)
    assert about
    assert ann.tap("entry.changed", entry=yacht.seq, **{"event.box": "five-flush"}).status == 200
    assert about[0] not in ann.get().html  # what two phones said differently is settled

    assert yacht.night.game.state.sheets["p2"] == {"five-flush": 100}
    assert "Whose hand?" in bob.get("play/score").words
    assert len(re.findall(r'value="[5-9]H" disabled', bob.get("play/score?for=p3").html)) == 5
    assert scores(bob, "p3", "hearts", cards=[*FLUSH[:4], "TH"]).refuses("is in another hand of this round")
    assert '<details id="points">' in bob.get("play/score?for=p3").html  # they may be typed instead
    assert '<details id="points" open>' in bob.get("play/score?for=p3&points=").html
    assert scores(bob, "p3", "spades", points="50").status == 422
    assert scores(bob, "p3", "spades", points="31").status == 200
    assert "100 0/148 0/148 31/148 Grand total 0 100 31" in ann.get("sheet").words


def test_whose_turn_it_is_has_it_in_front_and_the_others_tap_for_them_under_a_fold(yacht, ann, bob, cal):
    turn, others = bob.get().regions["r-own-turn"], cal.get().regions
    assert "my-turn" in turn
    assert "<form" not in others["r-own-turn"]
    assert '<details class="tap" data-keep id="tap-1-0-p2"><summary>Tap for Bob' in others["r-record"]
    assert bob.post("entries", {**fields(turn, "own-draw-p2-"), "count": "2"}).status == 303
    assert (yacht.last.player, yacht.last.turn, yacht.last.count) == ("p2", "draw", 2)

    assert "<form" not in bob.get().regions["r-own-turn"]
    turn = cal.get().regions["r-own-turn"]
    assert re.findall(r'name="from" value="(\w+)"', turn) == ["p2"]
    assert turn.count(" disabled") == 3
    assert "Swap with Bob’s harbor" in turn
    assert bob.post("entries", fields(bob.get().html, "record-knock-p3")).status == 303
    assert yacht.last.type == "knock.made"


def test_a_turn_out_of_turn_is_asked_about_and_entered_with_a_yes(yacht, ann, bob, cal):
    asked = knocks(cal, "p3")
    assert asked.status == 409
    assert asked.says == "It’s Bob’s turn. Enter it for Cal anyway? Leave it Yes, enter it"
    assert yacht.seq == 5
    assert draws(bob, "p2").status == 200
    assert "Bob has played this turn. Knock anyway?" in knocks(bob, "p2").says
    assert cal.says_yes(asked).status == 200
    assert yacht.night.game.state.round.knocked == ("p3",)
    drawn = {"round": 1, "player": "p2", "turn": "draw", "count": "2"}
    assert ann.tap("turn.taken", **drawn).says == "It’s Ann’s turn. Enter it for Bob anyway? Leave it Yes, enter it"

    assert passes(ann, "p2").status == passes(ann, "p1").status == 200  # who only ends a turn is not asked


def test_a_last_turn_that_two_phones_enter_counts_once_and_another_one_is_asked_about(yacht, ann, bob, cal):
    knocks(bob, "p2")
    assert passes(ann, "p3").status == 200
    seq = yacht.seq

    assert passes(bob, "p3").says == "Ann had tapped first ✓"
    assert draws(cal, "p3").refuses(
        "Ann says: Cal ended their turn in round 1. You said: Cal drew 1 card in round 1. Keep it",
        409,
    )
    assert yacht.seq == seq
    assert ann.post("entries", fields(ann.get().html, "all-done")).status == 303
    assert (yacht.seq, yacht.last.player) == (seq + 1, "p1")  # what Cal did is left in
    assert scores(ann, "p1", "high", points=25).status == 200
    assert passes(bob, "p3").says == "Ann had tapped first ✓"


def test_one_tap_says_that_everybody_is_done_and_hands_are_scored(yacht, ann, bob, cal):
    assert "Everybody is done" not in cal.get().words
    knocks(bob, "p2")
    done = {**fields(ann.get().html, "all-done"), "player": ["p3", "p1"]}
    assert re.findall(r'name="player" value="(\w+)"', ann.get().html.split('id="all-done"')[1])[:2] == done["player"]
    assert ann.post("entries", done).status == 303

    assert "Show your hands" in cal.get().words
    assert "Cal ended their turn in round 1." in cal.get("log").words
    done = {"round": 1, "turn": "pass", "player": ["p3", "p1"]}
    assert cal.tap("turn.taken", **done).says == "Ann had tapped first ✓"
    assert yacht.night.game.state.round.phase == "hands"


def test_a_table_that_enters_no_draws_is_not_asked_at_its_next_knock(yacht, ann):
    ann.says_yes(knocks(ann, "p1"))
    for player in ("p1", "p2", "p3"):
        scores(ann, player, "low", points="0")

    assert knocks(ann, "p2", round=2).status == 200
    assert draws(ann, "p1", round=2).says == "It’s Cal’s turn. Enter it for Ann anyway? Leave it Yes, enter it"


def test_a_knock_with_a_hand_that_scores_nothing_is_said_at_the_table_and_in_the_log(yacht, ann, bob):
    nothing = "Bob’s hand scores nothing, so it was no knock."
    for number, suit in enumerate(("hearts", "spades"), start=1):
        for player in ("p1", "p2", "p3"):
            scores(ann, player, suit, round=number, points="0")
    for number, hand in ((3, "2S 4S 6S 8S KH"), (4, "2S 4S 6S 8S TS")):
        ann.says_yes(knocks(ann, "p2", round=number))
        scores(bob, "p2", "five-flush" if number == 3 else "sequence", round=number, cards=hand.split())
        assert (nothing in ann.get().words) == (number == 3)
        assert nothing in ann.get("log").words
        for player in ("p1", "p3"):
            scores(ann, player, "low" if number == 3 else "high", round=number, points="0")


def exchanges(phone, player, giver, count):
    return phone.tap("turn.taken", round=1, player=player, turn="exchange", count=str(count), **{"from": giver})


def test_turns_are_entered_on_a_page_that_offers_only_harbors_that_may_have_cards(yacht, ann):
    assert "Deal" not in ann.get("deal").words
    page = ann.get("play/turns")
    assert "Bob Round 1" in page.words
    assert "37 left" in page.words
    assert 'name="from"' not in page.html
    later = ann.get("play/turns?for=p1").html  # before it Bob and Cal had turns that were not entered
    assert re.findall(r'name="from" value="(\w+)"', later) == ["p2", "p3"]
    assert "It’s Bob’s turn." in exchanges(ann, "p1", "p3", 4).says
    assert exchanges(ann, "p2", "p1", 3).says == ("Ann’s harbor has no cards so far. Enter the missing turns first.")
    ann.tap("turn.taken", round=1, player="p2", turn="draw", count="2")

    page = ann.get("play/turns")
    assert "Cal Round 1" in page.words
    assert re.findall(r'name="from" value="(\w+)"', page.html) == ["p2"]
    assert exchanges(ann, "p3", "p2", 3).status == 422
    assert exchanges(ann, "p3", "p2", 2).status == 200
    assert "Stock 35" in ann.get().words
    assert "Cal swapped 2 cards with Bob’s harbor in round 1." in ann.get().words


def test_a_turn_is_changed_to_no_more_than_the_harbor_had_unless_a_correction_put_it_beyond_that(yacht, ann):
    ann.tap("turn.taken", round=1, player="p2", turn="draw", count="4")
    bob = yacht.seq
    exchanges(ann, "p3", "p2", 4)
    cal = {"entry": yacht.seq, "event.turn": "exchange", "event.from": "p2"}
    refused = "Bob’s harbor has 4 cards so far. Enter the missing turns first."
    assert ann.tap("entry.changed", **cal, **{"event.count": "5"}).says == refused
    assert ann.tap("entry.changed", entry=bob, **{"event.turn": "draw", "event.count": "1"}).status == 200

    assert ann.tap("entry.changed", **cal, **{"event.count": "3"}).status == 200
    assert ann.tap("entry.changed", **cal, **{"event.count": "1"}).status == 200
    assert ann.tap("entry.changed", **cal, **{"event.count": "2"}).refuses("Bob’s harbor has 1 card so far")


def test_a_stock_that_has_run_out_is_said_and_offers_no_draw(yacht, ann):
    for player, count in zip(("p2", "p3", "p1") * 3, (5, 5, 5, 5, 5, 5, 5, 2), strict=False):
        assert ann.tap("turn.taken", round=1, player=player, turn="draw", count=count).status == 200

    table = ann.get().words
    assert "No stock left" in table
    turn = ann.get().regions["r-own-turn"]
    assert re.findall(r'value="(\w+)"[^>]*><input name="in_game"', turn) == ["p2", "p3", "p1", "pass"]
