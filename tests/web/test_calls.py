"""House rules that are called: catching, owning up, contesting, settling, choosing who drinks, and the sneak."""

import re

import pytest

from companion.domain.rights import settlers
from tests.conftest import Evening, plain
from tests.web.forms import fields, region

JACKS = {"text": "A jack costs the left", "who": "left", "when.on": "card.played", "when.rank": "J"}
# Caught, and owning up


def test_rules_that_people_watch_for_come_first_and_one_owns_up_by_ones_own_name(game, ann, bob):
    ann.tap("rule.made", **JACKS)
    ann.tap("rule.made", text="No elbows", amount=2)
    html = bob.get("caught").html
    for _ in range(2):
        assert bob.post("entries", {**fields(html, "caught-r2"), "player": "p2"}).status == 303
    assert game.owed == {"p2": 2}
    assert "That’s not true" not in bob.get().words

    assert "The app watches these" not in bob.get("caught").words  # whether cards are entered, nobody knows yet
    game.play("p2")  # without its cards
    assert "The app watches these" not in bob.get("caught").words
    ann.tap("trick.taken", deal=1, trick=2, plays=["p2 QS", "p3 JC", "p1 7H"])
    html = bob.get("caught").html
    assert html.index('id="caught-r2"') < html.index("The app watches these") < html.index('id="caught-r1"')
    last = region(bob, "last")
    assert "Anything to catch" not in last
    assert re.search("House rule: A jack costs the left.*Cal set it off", last)
    ann.tap("rule.repealed", rule="r2")
    assert "Owes nothing. The app watches these" in ann.get("with/p3").words


def test_nobody_can_be_caught_who_went_home_at_a_repealed_rule_or_once_the_night_is_over(ruled, ann, bob):
    assert 'value="p3"' in ann.get("caught").html
    ann.tap("player.left", player="p3")
    assert 'value="p3"' not in ann.get("caught").html
    assert "Who was it?" in ann.get("rules/r1/caught").words
    ann.tap("rule.made", text="No knees")
    ann.tap("rule.repealed", rule="r1")
    assert ann.get("rules/r1/caught").status == ann.get("rules/r9/caught").status == 404
    assert "r2" in bob.get("caught").html
    assert "Caught!" in region(bob, "record")
    ann.tap("night.closed")

    assert "r2" not in bob.get("caught").html + region(bob, "own-call")
    assert "Caught!" not in region(bob, "record")


def test_every_phone_shows_a_rule_that_fired_who_drinks_and_how_often_it_fired(ruled, cal, bob):
    folds = set()
    for _ in range(2):
        folds.update(re.findall('id="(caught-[^"]*)"', cal.get("rules").html))
        assert "Bob was caught: “No elbows” ✓" in cal.tap("rule.called", rule="r1", player="p2").words
    assert len(folds) == 2  # the fold that was open is another one then, and shut

    assert "Bob was caught. House rule: No elbows Bob, 2 2 times tonight, 4 in all" in bob.get().words
    assert "Bob, 2 sips." in region(bob, "say", "log")


# Contesting and settling


@pytest.fixture
def caught(ruled, cal):
    """Cal caught Bob at entry 6, for two."""
    cal.tap("rule.called", rule="r1", player="p2")
    return ruled


def test_only_the_accused_contests_a_call_on_the_fine_itself_and_one_of_the_others_decides(caught, ann, bob, cal):
    for phone in (ann, cal):
        assert "not true" not in phone.get().words
    assert "Only Bob can say that it’s not true." in cal.tap("call.contested", entry=6, player="p3").says
    assert "own phone" in cal.tap("call.contested", entry=6, player="p2").says
    assert caught.night.calls[6].contested is None
    assert "Cal caught you: “No elbows”" in plain(region(bob, "mine"))
    assert "contest-6" not in region(bob, "own-caught")  # not twice

    assert bob.post("entries", fields(region(bob, "mine"), "contest-6")).status == 303

    assert "Bob says it’s not true: “No elbows”" in cal.get().words
    page = bob.get()
    assert "That’s not true" not in page.words
    mine = plain(page.regions["r-mine"])
    assert "2 – You say it’s not true: “No elbows.” Twenty seconds to say why. Ann decides." in mine
    assert "Bob, wait for the verdict" in mine
    assert "Done" not in mine
    assert "Ann decides." in plain(cal.get().regions["r-last"])
    asked = plain(region(ann, "own-call", "drinks"))
    assert "The Table v. Bob, case 1 “No elbows” Cal caught Bob. Bob says it’s not true, and" in asked
    assert "You decide." in asked
    for phone in (bob, cal):
        assert "Let it go" not in phone.get().words
        assert "That is for Ann to decide." in phone.tap("call.settled", entry=6, stands="false").says


def who_decides(evening, entry=6):
    """The player who decides about the call at this entry, and on whose phones."""
    return [(each.player, set(each.phones), each.verdicts) for each in settlers(State(evening), entry)]


class State:
    """What decides who settles: the log, the night and its phones."""

    def __init__(self, evening):
        self.log, self.night, self.phones = evening.log, evening.night, evening.members


BOTH = (True, False)


def test_who_catches_or_is_caught_does_not_decide_but_the_next_one_clockwise(evening, ann, bob, cal):
    ann.tap("rule.made", text="No elbows", amount=2)
    calls = {}
    for by, whom in ((bob, "p3"), (ann, "p2"), (cal, "p1")):
        by.tap("rule.called", rule="r1", player=whom)
        calls[evening.seq] = who_decides(evening, evening.seq)

    assert list(calls.values()) == [
        [("p1", {"p1"}, BOTH)], [("p3", {"p3"}, BOTH)], [("p2", {"p2"}, BOTH)],
    ]  # fmt: skip
    bob.tap("player.left", player="p2")  # decides about Ann, so it is nobody's who is here
    assert who_decides(evening, 8) == [("p1", {"p1"}, (True,)), ("p3", {"p3"}, (False,))]
    assert ann.tap("call.settled", entry=7, stands="false").refuses("That is for Cal to decide.")
    assert cal.tap("call.settled", entry=7, stands="false").status == 200
    assert ann.tap("entry.changed", entry=evening.seq, **{"event.stands": "true"}).refuses("That is for Cal to decide.")
    assert ann.tap("entry.undone", entry=evening.seq).refuses("That is for Cal to decide.")
    assert cal.tap("entry.changed", entry=evening.seq, **{"event.stands": "true"}).status == 200


def test_with_nobody_else_at_the_table_the_accused_owns_up_or_the_accuser_lets_it_go(evening, ann, bob, cal):
    ann.tap("rule.made", text="No elbows", amount=2)
    cal.tap("player.left", player="p3")
    ann.tap("rule.called", rule="r1", player="p2")
    call = evening.seq
    assert who_decides(evening, call) == [("p2", {"p2"}, (True,)), ("p1", {"p1"}, (False,))]
    bob.tap("call.contested", entry=call, player="p2")

    for phone, verdict in ((bob, "It was me"), (ann, "Let it go")):
        assert f"say why. Settle it between you. {verdict}" in plain(region(phone, "own-call"))
    assert bob.tap("call.settled", entry=call, stands="false").refuses("That is for Ann to decide.")
    assert ann.tap("call.settled", entry=call, stands="true").refuses("That is for Bob to decide.")
    assert ann.post("entries", {**fields(region(ann, "own-call"), f"settle-{call}"), "stands": "false"}).status == 303
    assert evening.owed == {}


def test_players_without_a_phone_are_caught_contest_and_decide_on_the_only_phone(web):
    evening = Evening(web)
    ann = evening.ann
    ann.tap("player.joined", names="Bob, Cal")
    ann.tap("rule.made", text="No elbows", amount=2)
    ann.tap("rule.called", rule="r1", player="p2")
    call = evening.seq
    assert who_decides(evening, call) == [("p3", {"p1", "p2", "p3"}, BOTH)]

    html = ann.get("with/p2").html
    assert "Ann caught Bob: “No elbows”" in plain(html)
    assert ann.post("entries", fields(html, f"not-true-{call}")).status == 303
    assert "Tap for Cal: The Table v. Bob, case 1 “No elbows” Ann caught Bob." in plain(region(ann, "own-call"))
    form = fields(region(ann, "own-call"), f"settle-{call}")
    assert ann.post("entries", {**form, "stands": "false"}).status == 303
    assert evening.owed == {}
    assert evening.log.lines[-1].entry.by == "p3"


def test_a_lent_seat_decides_on_a_phone_of_neither_side(evening, ann, bob, cal):
    ann.tap("player.joined", name="Dan")
    ann.post("seats/lend", player="p4", to="p2")
    ann.tap("rule.made", text="No elbows", amount=2)
    ann.tap("rule.called", rule="r1", player="p3")
    assert who_decides(evening, evening.seq) == [("p2", {"p2"}, BOTH)]
    bob.tap("player.left", player="p2")
    assert who_decides(evening, evening.seq - 1) == [("p4", {"p2"}, BOTH)]
    cal.tap("call.contested", entry=evening.seq - 1, player="p3")
    assert "Dan decides." in plain(region(bob, "own-call"))
    ann.tap("rule.called", rule="r1", player="p2")
    assert who_decides(evening, evening.seq)[0][0] == "p3"  # on Bob's phone Dan would be asked by the accused
    ann.tap("rule.called", rule="r1", player="p4")
    contested = evening.seq
    assert bob.post("entries", fields(region(bob, "own-caught"), f"contest-{contested}")).status == 303


@pytest.mark.parametrize(
    ("stands", "owed", "words"), [("true", {"p2": 2}, "and it counts"), ("false", {}, "but it was let go")]
)
def test_it_is_decided_once_and_everybody_sees_it(caught, ann, bob, stands, owed, words):
    bob.tap("call.contested", entry=6, player="p2")
    form = fields(region(ann, "own-call"), "settle-6")

    assert ann.post("entries", {**form, "stands": stands}).status == 303

    assert caught.owed == owed
    assert ("Bob 2 · " in bob.get("log").words) == bool(owed)
    assert f"Bob was caught, {words}" in bob.get().words
    assert "Let it go" not in ann.get().words
    assert ("No elbows" in region(bob, "mine")) == bool(owed)
    assert "decided already" in ann.tap("call.settled", entry=6, stands="false").says
    assert "Decided already" in bob.tap("call.contested", entry=6, player="p2").says
    assert caught.owed == owed


def test_a_call_can_be_contested_for_a_minute_only_or_by_a_tap_that_was_in_time(caught, bob, seconds_pass):
    bob.tap("call.contested", key="one", entry=6, player="p2")
    seq = caught.seq
    seconds_pass(60)
    assert bob.tap("call.contested", key="one", entry=6, player="p2").status == 200
    assert caught.seq == seq
    bob.tap("entry.undone", entry=seq)

    assert bob.tap("call.contested", entry=6, player="p2").refuses("over a minute ago. Ann can still let it go.")
    assert "That’s not true" not in bob.get().words


def test_a_call_that_was_missed_is_settled_on_the_page_of_the_seats_and_is_no_case(caught, ann, cal, seconds_pass):
    seconds_pass(600)
    form = fields(ann.get("seats").html, "desk-call-6")

    assert ann.post("entries", {**form, "stands": "false"}).status == 303

    assert caught.owed == {}
    assert "desk-call-6" not in ann.get("seats").html
    assert "The Table v." not in cal.get().words
    assert "case" not in cal.get("recap").words


def test_a_contest_can_be_undone_and_made_again_but_not_changed_to_another_call(caught, bob, cal):
    assert bob.tap("call.contested", entry=5, player="p2").refuses("ntry 5 is nobody")
    cal.tap("rule.called", rule="r1", player="p1")
    bob.tap("call.contested", entry=6, player="p2")
    contest = caught.seq
    assert bob.tap("entry.changed", entry=contest, **{"event.entry": 7}).refuses("can be undone, but not changed")
    assert bob.tap("entry.undone", entry=contest).status == 200
    assert "That’s not true" in region(bob, "mine")
    bob.tap("drink.taken", player="p2", amount=2)  # drunk already, it is contested all the same, on Bob's page
    assert "contest-6" not in bob.get("settle").html + bob.get("drinks").html + region(bob, "own-caught")
    assert bob.post("entries", fields(bob.get("with/p2").html, "not-true-6")).status == 303


# The sneak


def test_the_finesmaster_names_the_sneak_and_everybody_sees_who_it_is(ruled, ann, bob, cal):
    assert 'value="sneak.named"' in ann.get("with/p2").html
    assert ann.tap("sneak.named", player="p2").status == 200

    assert "sneak" in region(cal, "players")
    assert "You’re the sneak: watch this rule" in bob.get().words
    assert "You’re the sneak" not in cal.get().words + ann.get().words
    assert "Only the finesmaster (Ann)" in cal.tap("sneak.named", player="p3").says


# A rule that lets somebody choose asks their phone


QUEENS = {"text": "A trick with a queen hands out", "who": "chosen", "amount": 3} | {
    "when.on": "trick.taken", "when.with_rank": "Q",
}  # fmt: skip


@pytest.fixture
def asked(game, ann):
    """Bob took a trick with a queen, and chooses who drinks three."""
    ann.tap("rule.made", **QUEENS)
    ann.tap("trick.taken", deal=1, trick=1, plays=["p1 2C", "p2 QS", "p3 JC"])
    return game


def test_the_phone_of_the_chooser_asks_on_every_page_and_the_others_wait_until_one_tap_chooses(asked, bob, cal):
    for said in ("Who drinks 3? You pick.", 'data-slot="“who drinks 3” (A trick with a queen hands out)"'):
        assert said in region(bob, "own-choice")
    assert 'name="chosen"' not in region(cal, "own-choice")
    for phone in (bob, cal):
        assert "<b>Bob</b> picks who drinks 3" in region(phone, "choosing")
    for page in ["drinks", "rules", "log", "seats", "share", "deal"]:
        assert "You pick" in bob.get(page).words, page
    assert bob.post("entries", {**fields(bob.get().html, "one-7-r1-p2"), "chosen": "p3"}).status == 303
    assert asked.owed == {"p2": 1, "p3": 3}
    assert "You pick" not in bob.get().words
    assert "Bob chose" in bob.get().words


def test_only_the_player_who_was_asked_chooses_one_or_several_only_once_and_was_not_caught_by_that(
    asked, ann, bob, cal
):
    form = fields(bob.get().html, "all-7-r1-p2")
    assert bob.post("entries", form).refuses("ho drinks is missing")
    assert "Bob has a phone" in cal.tap("rule.called", rule="r1", player="p2", acting="p2", chosen="p1").says
    for _ in range(2):
        assert bob.post("entries", {**form, "chosen": ["p1", "p3"]}).status == 303

    assert bob.tap("rule.called", rule="r1", player="p2", asked="7-r1-p2", chosen="p1").refuses("picked already")
    assert asked.owed == {"p1": 3, "p2": 1, "p3": 3}
    assert "It counts" not in ann.get("seats").words
    cal.tap("rule.called", rule="r1", player="p2", chosen="p1")
    assert "Cal caught Bob" in ann.get("seats").words


def test_a_trick_is_put_right_only_once_the_pick_that_it_asked_for_is_undone(asked, ann, bob):
    bob.tap("rule.called", rule="r1", player="p2", chosen="p3")
    before, correct = asked.file, {"entry": 7, "event.winner": "p1", "event.plays": ["p1 QC", "p2 JS", "p3 JC"]}
    assert ann.tap("entry.changed", **correct).refuses("asked to pick. “Bob chose Cal” came later: correct that first.")
    assert ann.tap("entry.undone", entry=7).refuses("“Bob chose Cal” came after it. Take that back first, or")
    assert asked.file == before
    assert ann.tap("entry.changed", entry=7, **{"event.plays": ["p1 2C", "p2 QS", "p3 9C"]}).status == 200
    assert ann.tap("entry.undone", entry=8).status == 200
    assert ann.tap("entry.changed", **correct).status == 200
    assert [each.player for each in asked.night.asking] == ["p1"]


def test_anybody_chooses_for_a_player_without_a_phone(evening, ann, cal):
    ann.tap("player.joined", name="Dot")
    ann.tap("rule.made", **QUEENS)
    evening.start("five-card-yak", "p1", "p2", "p4")
    ann.tap("trick.taken", deal=1, trick=1, plays=["p1 2C", "p2 JC", "p4 QS"])

    html = region(cal, "own-choice")

    assert "Tap for Dot: who drinks 3?" in html
    assert cal.post("entries", {**fields(html, f"one-{evening.seq}-r1-p4"), "chosen": "p2"}).status == 303
    assert evening.owed == {"p2": 3, "p4": 1}
    assert evening.log.lines[-1].entry.by == "p4"


def test_a_rule_by_which_somebody_is_chosen_is_called_on_a_page_of_its_own(evening, ann, cal):
    ann.tap("rule.made", text="The catcher chooses", who="chosen", amount=2)
    assert "/rules/r1/caught" in cal.get("caught").html

    page = cal.get("rules/r1/caught")

    assert "Who picked them?" in page.words
    assert cal.tap("rule.called", rule="r1", player="p2", chosen=["p1"]).status == 200
    assert evening.owed == {"p1": 2}


# A trick recorded without its cards offers every rule about cards in one tap


def test_a_trick_by_one_tap_offers_the_rules_about_cards_once_for_each_player(game, ann, cal):
    ann.tap("rule.made", **JACKS)
    game.play("p2")
    html = region(cal, "last")
    assert "Anything to catch" in html
    assert cal.post("entries", {**fields(html, "call-r1"), "player": "p3"}).status == 303
    assert game.owed == {"p1": 1, "p2": 1}

    html = region(cal, "last")
    assert 'value="p3" disabled' in html
    assert 'value="p1" disabled' not in html
    game.play("p2", first=2)
    assert "disabled" not in region(cal, "last")


@pytest.mark.parametrize(
    ("rule", "taker", "offered"),
    [
        ({"text": "No elbows"}, "p2", ""),
        (QUEENS | {"who": "player"}, "p2", "p2"),
        (QUEENS | {"who": "player"}, None, ""),
    ],
)
def test_only_a_rule_about_cards_is_offered_and_only_for_players_who_can_have_done_it(
    game, ann, bob, rule, taker, offered
):
    ann.tap("rule.made", **rule)
    game.play(taker)

    html = region(bob, "last")

    assert ("Anything to catch" in html) == bool(offered)
    assert [player for player in ("p1", "p2", "p3") if f'name="player" value="{player}"' in html] == offered.split()


@pytest.mark.parametrize(("which", "offered"), [({"when.trick": "last"}, {5}), ({"when.row": 2}, {2}),
                                                ({"when.trick": 3}, {3})])  # fmt: skip
def test_a_rule_about_the_last_trick_or_tricks_in_a_row_is_offered_on_such_a_trick(game, ann, bob, which, offered):
    ann.tap("rule.made", **QUEENS, **which)
    for trick, taker in enumerate(("p2", "p2", "p3", "p1", "p3"), start=1):
        game.play(taker, first=trick)
        assert ("Anything to catch" in region(bob, "last")) == (trick in offered), trick


def test_nobody_sets_off_a_trick_without_a_taker_or_the_beginning_of_a_deal_and_the_log_adds_up_what_each_drinks(
    game, ann, bob
):
    ann.tap("rule.made", text="A new deal: drink!", who="everyone", amount=2, **{"when.on": "deal.started"})
    ann.tap("rule.made", text="Whoever takes a trick drinks", **{"when.on": "trick.taken"})
    game.play("p2")

    assert "A new deal: drink! Ann, Bob and Cal, 2 each first time" in bob.get().words
    assert "Whoever takes a trick drinks Bob, 1 Bob set it off" in bob.get().words
    said = bob.get("log").words
    assert "House rule: Whoever takes a trick drinks. Bob, 1 sip." in said
    assert "House rule: A new deal: drink! Ann, Bob and Cal, 2 sips each." in said
    assert "Ann 2, Bob 2, Cal 2 · A new deal: drink!" in said
    ann.tap("rule.made", text="No taker: all drink", who="everyone", amount=1, **{"when.on": "trick.nobody"})
    ann.tap("trick.taken", deal=1, trick=2, winner="")
    assert "No taker: all drink Ann, Bob and Cal, 1 each because nobody took it · first time" in bob.get().words
    assert "because of" not in bob.get().words


def test_only_players_of_the_trick_can_be_caught_on_it_even_if_they_have_left_since(evening, ann):
    ann.tap("player.joined", names="Dot, Eve")
    ann.tap("rule.made", **JACKS)
    evening.start("five-card-yak")
    ann.tap("deal.started", deal=1, players=["p1", "p2", "p4"])
    evening.play("p1")
    ann.tap("player.left", player="p2")
    evening.play("p4", first=2)

    html = region(ann, "last")

    assert "Anything to catch" in html
    assert {player for player in ("p1", "p2", "p3", "p4", "p5") if f'value="{player}"' in html} == {"p1", "p2", "p4"}
