"""House rules that are called: catching, owning up, contesting, settling, choosing who drinks, and the sneak."""

import pytest

from tests.web.forms import fields, region

JACKS = {"text": "A jack costs the left", "who": "left", "when.on": "card.played", "when.rank": "J"}
# Caught, and owning up


def test_players_are_caught_at_any_rule_by_one_form_or_own_up_with_one_tap(ruled, ann, bob, cal):
    ann.tap("rule.made", text="No knees")
    html = region(cal, "catch")
    assert html.count('name="rule" value="r1"') == 2  # to open it, and to own up
    assert html.count('name="player" value="p2"') == 1
    assert cal.post("entries", {**fields(html, "catch"), "rule": "r2", "player": "p1"}).status == 303
    assert ruled.owed == {"p1": 1}

    html = bob.get().html
    assert 'form="own-up" name="rule" value="r1"' in html
    for _ in range(2):
        assert bob.post("entries", {**fields(html, "own-up"), "rule": "r1"}).status == 303
    assert ruled.owed == {"p1": 1, "p2": 2}
    assert "That is not so" not in bob.get().words


def test_rules_that_the_companion_watches_are_folded_away_while_tricks_come_with_their_cards(game, ann, bob):
    ann.tap("rule.made", **JACKS)
    assert "Watched by the companion" in region(bob, "catch")
    assert "own-up" not in region(bob, "catch")
    assert bob.tap("rule.called", rule="r1", player="p1").status == 200

    game.play("p2")
    assert "Watched by the companion" not in region(bob, "catch")

    ann.tap("trick.taken", deal=1, trick=2, plays=["p2 QS", "p3 JC", "p1 7H"])
    assert "Watched by the companion" in region(bob, "catch")
    last = region(bob, "last")
    assert "On this trick" not in last
    assert "House rule: A jack costs the left" in last
    assert "Cal set it off" in last


def test_nobody_can_be_caught_at_a_repealed_rule_or_once_the_night_is_over(ruled, ann, bob):
    assert "Who was it?" in ann.get("rules/r1/caught").words
    ann.tap("rule.made", text="No knees")
    ann.tap("rule.repealed", rule="r1")
    assert ann.get("rules/r1/caught").status == ann.get("rules/r9/caught").status == 404
    assert "r2" in region(bob, "catch")
    ann.tap("night.closed")

    assert "r2" not in region(bob, "catch") + region(bob, "own-call")


def test_every_phone_shows_a_rule_that_fired_who_drinks_and_how_often_it_fired(ruled, cal, bob):
    for _ in range(2):
        cal.tap("rule.called", rule="r1", player="p2")

    words = bob.get().words
    assert "Bob was caught. House rule: No elbows Bob 2 2 times so far, 4 in all" in words
    assert "Bob drinks 2 sips." in region(bob, "say")


# Contesting and settling


@pytest.fixture
def caught(ruled, cal):
    """Cal caught Bob at entry 6, for two."""
    cal.tap("rule.called", rule="r1", player="p2")
    return ruled


def test_only_the_accused_contests_a_call_and_only_the_finesmaster_decides(caught, ann, bob, cal):
    for phone in (ann, cal):
        assert "That is not so" not in phone.get().words
    assert "Only Bob, who was caught" in cal.tap("call.contested", entry=6, player="p3").says
    assert "own phone" in cal.tap("call.contested", entry=6, player="p2").says
    assert caught.night.calls[6].contested is None

    assert bob.post("entries", fields(region(bob, "own-call"), "contest-6")).status == 303

    assert "Bob says it is not so: “No elbows”" in cal.get().words
    assert "That is not so" not in bob.get().words
    assert "Falls" in region(ann, "own-call", "drinks")
    assert "Falls" not in bob.get().words
    assert "for the finesmaster, Ann" in bob.tap("call.settled", entry=6, stands="false").says


@pytest.mark.parametrize(
    ("stands", "owed", "words"), [("true", {"p2": 2}, "and that stands"), ("false", {}, "but that falls")]
)
def test_the_finesmaster_decides_once_and_everybody_sees_it(caught, ann, bob, stands, owed, words):
    bob.tap("call.contested", entry=6, player="p2")
    form = fields(region(ann, "own-call"), "settle-6")

    assert ann.post("entries", {**form, "stands": stands}).status == 303

    assert caught.owed == owed
    assert ("6 · Cal Bob +2" in bob.get("log").words) == bool(owed)
    assert f"Bob was caught, {words}" in bob.get().words
    assert "Falls" not in ann.get().words
    assert ("No elbows" in region(bob, "mine")) == bool(owed)
    assert "already settled" in ann.tap("call.settled", entry=6, stands="false").says
    assert "The finesmaster has decided" in bob.tap("call.contested", entry=6, player="p2").says
    assert caught.owed == owed


def test_a_call_can_be_contested_for_a_minute_only_or_by_a_tap_that_was_in_time(caught, bob, seconds_pass):
    bob.tap("call.contested", key="one", entry=6, player="p2")
    seq = caught.seq
    seconds_pass(60)
    assert bob.tap("call.contested", key="one", entry=6, player="p2").status == 200
    assert caught.seq == seq
    bob.tap("entry.undone", entry=seq)

    assert bob.tap("call.contested", entry=6, player="p2").refuses("more than a minute ago. Ask Ann")
    assert "That is not so" not in bob.get().words


def test_a_call_that_was_missed_is_settled_on_the_page_of_the_seats(caught, ann, seconds_pass):
    seconds_pass(600)
    form = fields(ann.get("seats").html, "desk-call-6")

    assert ann.post("entries", {**form, "stands": "false"}).status == 303

    assert caught.owed == {}
    assert "desk-call-6" not in ann.get("seats").html


def test_a_contest_can_be_undone_and_made_again_but_not_changed_to_another_call(caught, bob, cal):
    assert bob.tap("call.contested", entry=5, player="p2").refuses("ntry 5 is nobody")
    cal.tap("rule.called", rule="r1", player="p1")
    bob.tap("call.contested", entry=6, player="p2")
    contest = caught.seq

    assert bob.tap("entry.changed", entry=contest, **{"event.entry": 7}).refuses("can be undone, but not changed")
    assert bob.tap("entry.undone", entry=contest).status == 200
    assert "That is not so" in region(bob, "own-call")
    assert bob.tap("call.contested", entry=6, player="p2").status == 200


# The sneak


def test_the_finesmaster_names_the_sneak_and_everybody_sees_who_it_is(ruled, ann, bob, cal):
    assert 'value="sneak.named"' in region(ann, "office", "seats")
    assert ann.tap("sneak.named", player="p2").status == 200

    assert "sneak" in region(cal, "players")
    assert "You are the sneak: watch for 1 rule" in bob.get().words
    assert "You are the sneak" not in cal.get().words + ann.get().words
    assert "for the finesmaster, Ann" in cal.tap("sneak.named", player="p3").says


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


def test_the_phone_of_the_chooser_asks_on_every_page_and_the_others_see_that_they_wait(asked, bob, cal):
    assert "You choose: who drinks 3?" in region(bob, "own-choice")
    assert 'name="chosen"' not in region(cal, "own-choice")
    for phone in (bob, cal):
        assert "chooses who drinks 3" in region(phone, "choosing")
        assert "Bob" in region(phone, "choosing")
    for page in ["drinks", "rules", "log", "seats", "share", "deal"]:
        assert "You choose" in bob.get(page).words, page


@pytest.mark.parametrize(
    ("form", "chosen", "owed"), [("one", "p3", {"p3": 3}), ("all", ["p1", "p3"], {"p1": 3, "p3": 3})]
)
def test_one_tap_chooses_one_and_several_are_ticked(asked, bob, form, chosen, owed):
    answer = bob.post("entries", {**fields(bob.get().html, f"{form}-7-r1-p2"), "chosen": chosen})

    assert answer.status == 303
    assert asked.owed == {"p2": 1, **owed}
    assert "You choose" not in bob.get().words
    assert "Bob chose" in bob.get().words


def test_only_the_player_who_was_asked_answers_and_only_once(asked, bob, cal):
    assert bob.post("entries", fields(bob.get().html, "all-7-r1-p2")).refuses("ay who was chosen")
    assert "Bob has a phone" in cal.tap("rule.called", rule="r1", player="p2", acting="p2", chosen="p1").says
    for _ in range(2):
        assert bob.tap("rule.called", key="one", rule="r1", player="p2", asked=7, chosen="p3").status == 200

    assert bob.tap("rule.called", rule="r1", player="p2", asked=7, chosen="p1").refuses("chosen already")
    assert asked.owed == {"p2": 1, "p3": 3}


def test_anybody_chooses_for_a_player_without_a_phone(evening, ann, cal):
    ann.tap("player.joined", name="Dot")
    ann.tap("rule.made", **QUEENS)
    evening.start("five-card-yak", "p1", "p2", "p4")
    ann.tap("trick.taken", deal=1, trick=1, plays=["p1 2C", "p2 JC", "p4 QS"])

    html = region(cal, "own-choice")

    assert "Dot chooses: who drinks 3?" in html
    assert cal.post("entries", {**fields(html, f"one-{evening.seq}-r1-p4"), "chosen": "p2"}).status == 303
    assert evening.owed == {"p2": 3, "p4": 1}
    assert evening.log.lines[-1].entry.by == "p4"


def test_a_rule_by_which_somebody_is_chosen_is_called_on_a_page_of_its_own(evening, ann, cal):
    ann.tap("rule.made", text="The catcher chooses", who="chosen", amount=2)
    assert "/rules/r1/caught" in region(cal, "catch")

    page = cal.get("rules/r1/caught")

    assert "Who was chosen to drink?" in page.words
    assert cal.tap("rule.called", rule="r1", player="p2", chosen=["p1"]).status == 200
    assert evening.owed == {"p1": 2}


# A trick recorded without its cards offers every rule about cards in one tap


def test_a_trick_by_one_tap_offers_the_rules_about_cards_once_for_each_player(game, ann, cal):
    ann.tap("rule.made", **JACKS)
    game.play("p2")
    html = region(cal, "last")
    assert "On this trick" in html
    assert "A jack costs the left" not in region(cal, "catch")  # not twice
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

    assert ("On this trick" in html) == bool(offered)
    assert [player for player in ("p1", "p2", "p3") if f'name="player" value="{player}"' in html] == offered.split()


@pytest.mark.parametrize(("which", "offered"), [({"when.trick": "last"}, {5}), ({"when.row": 2}, {2}),
                                                ({"when.trick": 3}, {3})])  # fmt: skip
def test_a_rule_about_the_last_trick_or_tricks_in_a_row_is_offered_on_such_a_trick(game, ann, bob, which, offered):
    ann.tap("rule.made", **QUEENS, **which)
    on = set()
    for trick, taker in enumerate(("p2", "p2", "p3", "p1", "p3"), start=1):
        game.play(taker, first=trick)
        if "On this trick" in region(bob, "last"):
            on.add(trick)

    assert on == offered


def test_nobody_sets_off_the_beginning_of_a_deal_and_the_log_adds_up_what_each_drinks(game, ann, bob):
    ann.tap("rule.made", text="A new deal: drink!", who="everyone", amount=2, **{"when.on": "deal.started"})
    ann.tap("rule.made", text="Whoever takes a trick drinks", **{"when.on": "trick.taken"})
    game.play("p2")

    assert "A new deal: drink! Ann 2 Bob 2 Cal 2 Its first time" in bob.get().words
    assert "Whoever takes a trick drinks Bob 1 Bob set it off." in bob.get().words
    assert "House rule: Whoever takes a trick drinks. Bob drinks 1" in bob.get().words
    assert "House rule: A new deal: drink! Ann drinks 2" in bob.get().words
    assert "Ann +2 , Bob +4 , Cal +2" in bob.get("log").words


def test_only_players_of_the_trick_can_be_caught_on_it_even_if_they_have_left_since(evening, ann):
    for name in ("Dot", "Eve"):
        ann.tap("player.joined", name=name)
    ann.tap("rule.made", **JACKS)
    evening.start("five-card-yak")
    ann.tap("deal.started", deal=1, players=["p1", "p2", "p4"])
    evening.play("p1")
    ann.tap("player.left", player="p2")
    evening.play("p4", first=2)

    html = region(ann, "last")

    assert "On this trick" in html
    assert {player for player in ("p1", "p2", "p3", "p4", "p5") if f'value="{player}"' in html} == {"p1", "p2", "p4"}


@pytest.mark.parametrize(("tricks", "explained"), [(5, True), (2, False)])
def test_places_with_a_call_that_fell_are_explained_unless_the_game_was_stopped_early(evening, ann, tricks, explained):
    ann.tap("rule.made", text="No pointing", amount=5)
    evening.start("five-card-yak")
    ann.tap("rule.called", rule="r1", player="p2")
    ann.tap("call.settled", entry=evening.seq, stands="false")
    evening.play(*["p1", "p2", "p3", "p1", "p2"][:tricks])
    ann.tap("game.ended")

    assert ("The places count all that was charged" in ann.get().words) is explained
    assert ("The places count all that was charged" in ann.get("recap/1").words) is explained
