"""A tap counts once: sent twice, entered on two phones, sent again after a lost answer, or sent late."""

import re
from datetime import UTC, datetime, timedelta

import pytest

from companion.storage import clock as storage_clock
from tests.table import row
from tests.web.forms import fields

TRICK = {"type": "trick.taken", "deal": 1, "trick": 1, "winner": "p2"}
NEW = "A game has started meanwhile"
CAUGHT = {"type": "rule.called", "rule": "r1", "player": "p2"}


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    """However busy the machine is, no time passes unless a test says so."""
    clock = {"now": datetime(2026, 11, 20, 22, tzinfo=UTC)}
    monkeypatch.setattr(storage_clock, "now", lambda: clock["now"])
    return clock


@pytest.fixture
def caught(ruled, ann):
    """Bob has just been caught at rule r1 by Ann's phone."""
    assert ann.tap(**CAUGHT).status == 200
    return ruled


# Keys


def test_the_same_tap_counts_once_even_after_a_restart_and_two_taps_are_two(evening, ann, new_app):
    ann.tap("fine.given", key="one", player="p2", amount=2)
    again = new_app()

    assert ann.at(again).tap("fine.given", key="one", player="p2", amount=2).status == 200
    assert again.extensions["companion"].nights.log(evening.nid).night.players["p2"].owed == 2
    ann.tap("fine.given", key="two", player="p2", amount=2)
    assert evening.owed == {"p2": 4}


def test_the_same_key_with_another_event_or_one_that_no_phone_makes_is_refused(evening, ann):
    for key in ("one", "s3Qx_"):  # that begins like one of a page is still a key
        assert ann.tap("fine.given", key=key, player="p2", amount=2).status == 200
        assert ann.tap("fine.given", key=key, player="p2", amount=3).refuses("That tap was counted already")
    for key in ["x" * 65, "a b", "\x00", "é", "'"]:
        assert ann.tap("fine.given", key=key, player="p2", amount=1).refuses(
            "Something went wrong here. Reload the page."
        ), key
    assert evening.owed == {"p2": 4}


def test_two_phones_can_use_the_same_key_and_forms_with_the_key_of_a_page_differ_by_their_fields(evening, ann):
    for player in ("p2", "p3", "p3"):
        ann.tap("fine.given", key=f"s{evening.seq}", player=player, amount=1, script=False)
    assert evening.owed == {"p2": 1, "p3": 2}

    for phone, player in ((evening.bob, "p2"), (evening.cal, "p3")):
        assert phone.tap("drink.taken", key="one", player=player, amount=1).status == 200
    assert evening.owed == {"p3": 1}


# The same from two phones


def test_the_same_fact_from_another_phone_asks_whether_it_is_the_same_or_happened_again(caught, bob, cal):
    answer = cal.tap(**CAUGHT)
    assert answer.refuses("Did it happen once or twice?", 409)
    assert caught.owed == {"p2": 2}

    assert cal.says_yes(answer).status == 200
    assert caught.owed == {"p2": 4}
    assert bob.says_yes(bob.tap(**CAUGHT, again="yes")).status == 200  # a yes to nothing that was asked
    assert caught.owed == {"p2": 6}
    assert bob.tap("drink.taken", player="p2", amount=1).status == 200
    assert cal.tap("drink.taken", player="p2", amount=1).status == 409


def test_nobody_is_asked_on_the_same_phone_about_another_player_or_about_an_undone_entry(caught, ann, cal):
    assert ann.tap(**CAUGHT).status == 200
    assert cal.tap(**{**CAUGHT, "player": "p1"}).status == 200
    assert caught.owed == {"p1": 2, "p2": 4}

    for seq in (caught.seq - 1, caught.seq - 2):
        ann.tap("entry.undone", entry=seq)
    assert cal.tap(**CAUGHT).status == 200
    assert caught.owed == {"p1": 2, "p2": 2}


def test_more_than_ten_seconds_later_nobody_is_asked(caught, cal, clock):
    clock["now"] += timedelta(seconds=10)
    assert cal.tap(**CAUGHT).status == 409
    clock["now"] += timedelta(milliseconds=1)

    assert cal.tap(**CAUGHT).status == 200
    assert caught.owed == {"p2": 4}


# Sent again, because the answer was lost

TAPS = [
    {"type": "rule.made", "text": "No pointing.", "amount": 2},
    {"type": "rule.amended", "rule": "r1", "text": "No knees."},
    CAUGHT,
    {"type": "rule.repealed", "rule": "r1"},
    {"type": "fine.given", "player": "p2", "amount": 1},
    {"type": "game.started", "game": "five-card-yak", "players": ["p1", "p2", "p3"], "dealer": "random"},
    {"type": "game.ended"},
    {"type": "game.started", "game": "yak", "players": ["p1", "p2"], "options.dice": "independent"},
    {"type": "dice.thrown", "player": "p1", "round": 1, "throw": 1},
    {"type": "player.joined", "name": "Dot"},
    {"type": "player.left", "player": "p3"},
    {"type": "seats.moved", "move": "p4 up"},
    {"type": "night.closed"},
]


@pytest.mark.parametrize(("script", "restart"), [(True, False), (True, True), (False, False)])
def test_the_same_tap_sent_again_is_the_same_entry(ruled, ann, web, script, restart):
    for number, tap in enumerate(TAPS):
        with row(tap):
            key = f"one-{number}" if script else f"s{ruled.seq}"
            done = 200 if script else 303
            assert ann.tap(key=key, script=script, **tap).status == done
            entry = (ruled.seq, ruled.last)
            if restart:
                web.extensions["companion"].nights.evict_idle(-1)
            assert ann.tap(key=key, script=script, **tap).status == done
            assert (ruled.seq, ruled.last) == entry


@pytest.mark.parametrize("script", [True, False])
def test_an_undo_that_is_sent_again_lists_once_more_whose_drinks_it_changed(evening, ann, script):
    ann.tap("fine.given", player="p2", amount=2)
    undo = {"type": "entry.undone", "entry": evening.seq, "key": "one" if script else "s0"}

    for _ in range(2):
        assert "This changed what is owed: Bob" in ann.tap(script=script, **undo).words


# On a phone without script


def test_the_first_trick_of_another_game_and_a_trick_after_an_undo_are_other_ones(game, ann):
    keys = []
    for owed in (1, 1, 2):
        form = fields(ann.get().regions["r-record"], "record")
        keys.append(form["key"])
        assert ann.post("entries", {**form, "winner": "p2"}).status == 303
        assert game.owed == {"p2": owed}
        if len(keys) == 1:
            ann.tap("entry.undone", entry=game.seq)
            assert game.owed == {}
        else:
            ann.tap("game.ended")
            game.start("five-card-yak")
    assert len(set(keys)) == 3


def test_newcomers_of_two_deals_are_dealt_in_by_forms_with_the_same_key(game, ann):
    """Nothing was corrected in between, so that both pages have the same key."""
    dealt = ["p1", "p2", "p3"]
    for deal, name in ((2, "Dot"), (3, "Eve")):
        game.play(*["p1"] * (5 if deal == 2 else 4), deal=deal - 1, first=1 if deal == 2 else 2)
        ann.tap("player.joined", name=name)
        dealt.append(f"p{len(dealt) + 1}")
        answer = ann.tap("trick.taken", key="s0", script=False, deal=deal, trick=1, winner="p1", dealt=dealt)
        assert answer.status == 303, answer
        assert set(game.night.game.state.on.dealt) == set(dealt)


# Late, out of the outbox


def late(phone, type, waited=300_000, **fields):
    """A tap that waited in the outbox for this many milliseconds."""
    data = {"type": type, "key": f"late-{next(phone.keys)}", **fields}
    return phone.post("entries", data, {"HX-Request": "true", "X-Waited": str(waited)})


def test_a_late_trick_counts_for_its_own_trick_however_long_it_waited(start_table):
    for waited in (300_000, "", "soon", "-5", "1e9", "99999999999", "²"):
        night = start_table().start("five-card-yak")
        assert late(night.ann, waited=waited, **TRICK).status == 200
        assert night.last.winner == "p2"


def test_a_late_trick_that_is_recorded_already_is_the_same_one_or_a_conflict_and_never_the_next_one(
    game, ann, bob, seconds_pass
):
    seconds_pass(301)
    bob.tap(**TRICK)
    seq = game.seq

    assert late(ann, **TRICK).status == 200
    assert late(ann, **{**TRICK, "winner": "p3"}).refuses(
        "Bob’s tap reached the table first. Bob says Bob took trick 1, you said Cal", 409
    )
    assert game.seq == seq


def test_a_late_call_asks_about_one_from_the_time_of_its_tap_and_not_about_an_older_one(ruled, ann, bob, seconds_pass):
    bob.tap(**CAUGHT)
    seconds_pass(240)
    assert late(ann, **CAUGHT).refuses("Did it happen once or twice?", 409)

    seconds_pass(80)
    assert late(ann, **CAUGHT).status == 200
    assert ruled.owed == {"p2": 4}


def test_a_late_tap_about_the_game_before_does_not_count_in_the_next_but_a_fine_counts(game, ann, bob):
    in_game = fields(ann.get().regions["r-record"], "record")["in_game"]
    bob.tap("game.ended")
    game.start("five-card-yak", by=bob)
    seq = game.seq
    for tap, words in (
        ({**TRICK, "in_game": in_game}, "Too late: that game is over"),
        ({"type": "dice.thrown", "player": "p1", "round": 1, "throw": 1, "in_game": in_game}, "cannot be entered now"),
        (
            {"type": "game.started", "game": "five-card-yak", "players": ["p1", "p2"], "dealer": "p1", "in_game": 0},
            NEW,
        ),
        ({"type": "game.started", "game": "yak", "players": ["p1", "p2"], "in_game": 0}, NEW),
    ):
        assert late(ann, **tap).refuses(words), tap
        assert game.seq == seq, tap

    assert late(ann, "game.ended", in_game=in_game).says == "Bob had tapped first ✓"
    assert game.night.game is not None
    assert late(ann, "fine.given", player="p2", amount=1).status == 200


# A slot that is filled already is answered as that slot, however much was played since


def test_the_same_again_is_said_to_be_entered_already_and_by_whom(game, ann, bob):
    ann.tap(**TRICK)
    seq = game.seq

    assert bob.tap(**TRICK).says == "Ann had tapped first ✓"
    assert ann.tap(**TRICK).says == "You tapped that already ✓"
    answer = bob.tap(script=False, key="s1-0", **TRICK)
    assert (answer.status, "Ann had tapped first ✓" in answer.words) == (200, True)
    assert 'class="answer" role="status"' in answer.html
    assert game.seq == seq


def test_whoever_changed_an_entry_last_is_named_as_the_one_who_says_so(game, ann, bob, cal):
    ann.tap(**TRICK)
    bob.tap("entry.changed", entry=game.seq, **{"event.winner": "p3"})

    assert cal.tap(**{**TRICK, "winner": "p1"}).says == "Bob says Cal took trick 1, you said Ann. Keep Cal It was Ann"
    assert cal.tap(**{**TRICK, "winner": "p3"}).says == "Bob had tapped first ✓"
    bob.tap("entry.undone", entry=game.seq)
    assert cal.tap(**{**TRICK, "winner": "p1"}).says.startswith("Ann says Bob took trick 1")


def test_cards_are_offered_to_be_added_and_a_tap_that_would_forget_them_says_so(game, ann, bob):
    laid = ["p1 QH", "p2 QS", "p3 2C"]
    ann.tap(**TRICK)
    assert bob.says_yes(bob.tap("trick.taken", deal=1, trick=1, plays=["p1 QH", "p2 KS", "p3 2C"])).status == 200
    assert game.log.line(game.seq - 1).counts.laid
    assert ann.tap(**TRICK).says == "Bob had tapped first ✓"  # its cards name Bob
    assert ann.tap(**{**TRICK, "winner": "p1"}).refuses("You said: Ann took trick 1", 409)
    ann.tap("entry.undone", entry=game.seq - 1)
    for more, keep in (({"winner": "p3"}, "Keep Cal It was Bob: drop the cards"), ({}, "and forget the cards")):
        ann.tap("trick.taken", deal=1, trick=1, plays=laid, **more)
        assert bob.tap(**{**TRICK, "winner": "p2"}).says.endswith(keep)
        ann.tap("entry.undone", entry=game.seq)


def test_another_taker_can_be_kept_or_changed_in_one_tap_also_after_the_deal_and_the_game(game, ann, bob):
    sent = fields(bob.get().regions["r-record"], "record")
    game.play("p2", *["p1"] * 4)
    for after in ("deal", "game", "next game"):
        with row(after):
            seq = game.seq
            answer = bob.post("entries", {**sent, "winner": "p3"}, {"HX-Request": "true"})
            which = f"trick 1 of deal 1{' in the game before' if after == 'next game' else ''}"
            assert answer.refuses(f"Ann says Bob took {which}, you said Cal. Keep Bob It was Cal", 409)
            same = bob.post("entries", {**sent, "winner": "p2"}, {"HX-Request": "true"})
            assert (same.status, same.says, game.seq) == (200, "Ann had tapped first ✓", seq)
            if after == "deal":
                ann.tap("game.ended")
            elif after == "game":
                game.start("five-card-yak")


def test_without_script_what_stands_is_kept_by_a_link_and_changed_by_a_button(game, ann, bob):
    ann.tap(**TRICK)

    answer = bob.tap(script=False, **{**TRICK, "winner": "p1"})

    assert answer.status == 409
    assert re.search(rf'<a [^>]*href="/n/{game.nid}/">Keep Bob</a>', answer.html)
    assert bob.post("entries", answer.offer).status == 200
    assert game.log.line(game.seq - 1).counts.winner == "p1"


def test_two_forms_of_one_stale_page_are_each_answered_for_their_slot(game, bob):
    """Without script the page has one key for all its forms, and is not drawn again between two quick taps."""
    form = fields(bob.get().regions["r-record"], "record")
    for winner, status in (("p2", 303), ("p2", 303), ("p3", 409)):
        assert bob.post("entries", {**form, "winner": winner}).status == status, winner
    assert [line.counts.winner for line in game.log.lines if line.counts.type == "trick.taken"] == ["p2"]


def test_a_conflict_about_a_hidden_bid_says_no_more_than_that_it_was_laid(start_table):
    night = start_table().start("yogis-whist")
    bid = {"type": "bid.placed", "deal": 1, "player": "p1"}
    night.ann.tap(tricks=2, **bid)

    answer = night.ann.tap(tricks=1, **bid)

    assert answer.refuses("You said: Ann laid a bid. Now: Ann bid 1 trick.", 409)
    assert answer.says.endswith("Keep it Change it")


def test_a_tap_on_a_button_that_came_up_under_the_finger_is_asked_about_and_a_yes_enters_it(game, ann):
    asked = ann.tap(appeared="Bob for trick 1", **TRICK)

    assert asked.refuses("That changed just as you tapped. Did you mean Bob for trick 1? No Yes", 409)
    assert game.owed == {}
    assert ann.says_yes(asked).status == 200
    assert game.owed == {"p2": 1}


# The same game, deal, end or closing from two phones


def test_a_game_that_two_phones_start_is_started_once_and_the_second_is_told_by_whom(evening, ann, bob):
    start = {"game": "five-card-yak", "players": ["p1", "p2", "p3"], "dealer": "random"}
    for again in (False, True):
        with row("again" if again else "first"):
            form = {**start, "in_game": evening.night.games[-1].started} if again else start
            assert ann.tap("game.started", **form).status == 200
            seq = evening.seq
            answer = bob.tap("game.started", next="table", **form)
            assert (answer.status, answer.says) == (200, "Ann had tapped first ✓")
            assert answer.response.headers["HX-Redirect"] == f"/n/{evening.nid}/"
            assert "Ann had tapped first ✓" in bob.tap("game.started", script=False, key="s1-0", **form).words
            assert evening.seq == seq
            ann.tap("game.ended", in_game=seq)


def test_another_game_or_other_players_than_of_the_one_just_started_are_asked_about_and_end_nothing(evening, ann, bob):
    ann.tap("game.started", game="five-card-yak", players=["p1", "p2", "p3"], dealer="p1")
    seq = evening.seq

    other = bob.tap("game.started", game="five-card-yak", players=["p1", "p2"], dealer="p1")
    assert other.refuses("Ann started Five-Card Yak with other players or options. Keep Five-Card Yak", 409)
    answer = bob.tap("game.started", game="card-yacht", players=["p1", "p2", "p3"], dealer="p1")
    assert answer.refuses("Ann started Five-Card Yak, you said Card Yacht. Keep Five-Card Yak Card Yacht instead", 409)
    assert evening.seq == seq
    given_up = bob.post("entries", answer.offer, {"HX-Request": "true"})
    assert given_up.response.headers["HX-Redirect"] == f"/n/{evening.nid}/start/card-yacht"
    assert evening.night.game is None
    assert bob.tap("game.started", game="card-yacht", players=["p1", "p2", "p3"], dealer="p1").status == 200

    without = ann.tap("game.started", script=False, game="yak", players=["p1", "p2", "p3"])
    assert without.refuses("Bob started Card Yacht, you said Yak.", 409)
    assert f'href="/n/{evening.nid}/">Keep Card Yacht</a>' in without.html


def test_the_same_deal_end_of_a_deal_or_game_and_closing_from_two_phones_are_one_entry(game, ann, bob):
    for kind, fields_, words in (
        ("deal.started", {"deal": 1, "players": ["p1", "p2"]}, "Ann had tapped first ✓"),
        ("deal.voided", {"deal": 1}, "Ann had tapped first ✓"),
        ("game.ended", {"in_game": game.night.game.started}, "Ann had tapped first ✓"),
        ("night.closed", {}, "You tapped that already ✓"),
    ):
        with row(kind):
            assert ann.tap(kind, **fields_).status == 200
            seq = game.seq
            answer = (ann if kind == "night.closed" else bob).tap(kind, **fields_)  # only the finesmaster closes it
            assert (answer.status, answer.says, game.seq) == (200, words, seq)
