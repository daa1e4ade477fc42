"""The page that changes an entry: every entry of every game has its form, and a form sent as it is changes nothing."""

import random
import re
from collections import Counter

import pytest

from companion.commands.verdict import Command
from companion.domain.events import read
from companion.domain.games import GAMES
from companion.domain.games.yak.events import BOXES
from companion.domain.playing import own_events
from companion.domain.replay import result
from companion.domain.rights import Sender
from tests.table import row
from tests.web.forms import untouched

OPTIONS = {"frak-you": {"initiated": "p1"}, "yak": {"dice": "real"}}


def changes(phone, seq):
    """The forms of an entry's page that change it."""
    page = phone.get(f"log/{seq}")
    assert page.status == 200
    forms = map(untouched, re.findall("<form.*?</form>", page.html, re.S))
    return [form for form in forms if form.get("corrects") == [str(seq)]]


def simulated(evening, game, events):
    """The evening with this game, played on as a table might until it has so many entries of it."""
    evening.start(game, **OPTIONS.get(game, {}))
    chance = random.Random(game)
    handler, started = evening.services.commands, evening.seq
    while evening.night.game and evening.seq < started + events:
        deal = GAMES[game].simulation.deal(evening.night.game.state, evening.night.table(), chance.choice)
        for raw in deal:
            event = read({**raw}, own_events(evening.night))
            handler.handle(evening.nid, Command(lambda night, event=event: [event]), Sender(None))
            if not evening.night.game:
                break
    return evening


@pytest.mark.parametrize("game", GAMES)
def test_a_form_sent_as_it_is_changes_nothing(evening, ann, game):
    simulated(evening, game, 30)
    ann.tap("fine.given", player="p2", amount=3, reason="late")
    ann.tap("rule.made", text="No elbows")
    ann.tap("rule.made", text="Thumbs", title="Thumb master")
    ann.tap("rule.made", text="As many as the trick", amount="trick", **{"when.on": "trick.taken"})
    before, offered = result(evening.log), Counter()
    for seq in range(1, evening.seq + 1):
        kind = evening.log.line(seq).entry.event.type
        for form in changes(ann, seq)[:1] if offered[kind] < 5 else ():
            with row(kind, form):
                answer = ann.post("entries", form, {"HX-Request": "true"})
                answer = ann.says_yes(answer) if "Do it?" in answer.says else answer
                assert answer.refuses("says that already") or answer.status == 200, answer
                assert result(evening.log) == before
            offered[kind] += 1
    assert {"fine.given", "rule.made", "night.opened", "game.started"} <= offered.keys()
    assert any(kind in GAMES[game].events for kind in offered)


def test_what_a_rule_costs_can_be_changed_to_a_number_or_to_that_of_the_trick(evening, ann):
    ann.tap("rule.made", text="Tricks", amount=2, **{"when.on": "trick.taken"})
    (form,) = changes(ann, evening.seq)
    assert form["amount"] == ["2"]

    for amount, found in (("trick", "trick"), ("4", 4)):
        asked = ann.post("entries", {**form, "amount": [amount]}, {"HX-Request": "true"})
        assert (ann.says_yes(asked) if asked.status == 409 else asked).status == 200
        assert evening.night.rules["r1"].parts[0].amount == found
    ann.tap("rule.called", rule="r1", player="p2")
    assert changes(ann, evening.seq) == []  # nobody was picked by it


# Several entries in one correction


def yak(evening, *boxes):
    """Yak with real dice, in which Ann has filled these boxes, each with five ones."""
    evening.start("yak", "p1", "p2", dice="real")
    for number, box in enumerate(boxes, start=1):
        assert evening.ann.tap("throw.scored", player="p1", round=number, box=box, dice=[1] * 5).status == 200
    return evening.seq - len(boxes) + 1


def card(evening, player="p1"):
    return dict(evening.night.game.state.cards[player].filled)


def test_two_boxes_of_a_player_swap_in_one_correction(evening, ann):
    first = yak(evening, "1s", "all", "5-same")
    before = evening.seq

    asked = ann.tap("entry.changed", entry=first, again="", **{"event.box": "5-same"})

    said = "Ann: 50 in 5 same (round 1): 1 1 1 1 1. Ann: 5 in 1s (round 3): 1 1 1 1 1."
    assert asked.refuses(f"{said} Nobody’s total changes. Do it?", 409)
    assert evening.seq == before
    assert ann.says_yes(asked).status == 200
    assert [evening.log.line(first + at).counts.box for at in range(3)] == ["5-same", "all", "1s"]
    assert card(evening) == {"5-same": 50, "all": 5, "1s": 5}
    assert ann.tap("entry.changed", entry=first + 2, **{"event.box": "all"}).status == 200  # an earlier one's box
    assert [evening.log.line(first + at).counts.box for at in range(3)] == ["5-same", "1s", "all"]
    asked = ann.tap("entry.changed", entry=first, again="", **{"event.box": "1s"})
    assert ann.says_yes(asked).status == 200
    entries = evening.seq
    assert ann.says_yes(asked).status == 200  # sent again with its key
    assert evening.seq == entries


def test_a_die_that_later_throws_held_is_changed_with_them(evening, ann):
    evening.start("yak", "p1", "p2", dice="real")
    thrown = evening.seq + 1
    hold = ["true", "true", "false", "false", "false"]
    turn = {"player": "p1", "round": 1}
    for throw, dice, held in ((1, [1, 2, 3, 4, 6], None), (2, [1, 2, 5, 5, 5], hold), (3, [1, 2, 5, 6, 6], hold)):
        more = {"held": held} if held else {}
        assert ann.tap("dice.thrown", throw=throw, dice=dice, **turn, **more).status == 200
    assert ann.tap("throw.scored", box="all", dice=[1, 2, 5, 6, 6], **turn).status == 200
    assert card(evening) == {"all": 20}

    asked = ann.tap("entry.changed", entry=thrown, again="", **{"event.dice": [1, 6, 3, 4, 6]})

    assert asked.refuses("Ann threw 1 6 3 4 6: throw 1 of round 1. Ann", 409)
    assert "throw 2 of round 1. Ann threw 1 6 5 6 6, 2 of them kept: throw 3 of round 1. Ann: " in asked.words
    assert "Ann +4" in asked.words
    assert ann.says_yes(asked).status == 200
    dice = [evening.log.line(thrown + at).counts.dice for at in range(4)]
    assert dice == [(1, 6, 3, 4, 6), (1, 6, 5, 5, 5), (1, 6, 5, 6, 6), (1, 6, 5, 6, 6)]
    assert evening.log.line(thrown + 1).counts.held == (True, True, False, False, False)
    assert card(evening) == {"all": 24}


def test_an_old_box_of_card_yacht_is_corrected_with_its_cards_or_only_its_points(evening, ann):
    evening.start("card-yacht", "p1", "p2")
    first = evening.seq + 1
    for number, (box, points) in enumerate((("spades", 20), ("flush", 25)), start=1):
        for player in ("p1", "p2"):
            assert ann.tap("hand.scored", round=number, player=player, box=box, points=points).status == 200
    sheet = evening.night.game.state.sheets["p1"]
    form = changes(ann, first)[0]
    assert (form["box"], form["points"]) == (["spades"], ["20"])

    cards = ["KS", "QS", "2S", "3H", "4H"]
    assert ann.tap("entry.changed", entry=first, **{"event.cards": cards, "event.points": "20"}).status == 200

    assert evening.night.game.state.sheets["p1"] == {**sheet, "spades": 22}
    assert ann.tap("entry.changed", entry=first, **{"event.points": "30", "event.cards": cards}).status == 200
    assert evening.night.game.state.sheets["p1"] == {**sheet, "spades": 30}


def test_where_no_order_is_valid_the_phone_says_what_to_correct_first(evening, ann):
    first = yak(evening, "1s", "all")
    says = "Round 2 of Ann was played after it. Take that back first, or change this one. Show it"
    assert ann.tap("entry.undone", entry=first).refuses(says)


def test_the_stake_of_a_game_with_identical_dice_is_changed_once_the_game_is_over(evening, ann):
    started = evening.start("yak", "p1", "p2", dice="identical", stake=2).seq
    sequence = evening.night.game.state.options.sequence
    ann.tap("game.ended")

    (form,) = changes(ann, started)
    changed = ann.says_yes(ann.post("entries", {**form, "options.stake": "5"}, {"HX-Request": "true"}))

    assert changed.status == 200
    options = evening.log.line(started).counts.options
    assert (options["dice"], tuple(options["sequence"]), options["stake"]) == ("identical", sequence, 5)


def test_a_hidden_bid_is_changed_on_its_own_phone_and_shown_on_no_other(evening, ann, bob, cal):
    evening.start("yogis-whist")
    assert bob.tap("bid.placed", deal=1, player="p2", tricks=2).status == 200
    bid = evening.seq

    assert [form["tricks"] for form in changes(bob, bid) if "tricks" in form] == [["2"]]
    for phone in (ann, cal):
        assert changes(phone, bid) == []
    assert bob.tap("entry.changed", entry=bid, **{"event.tricks": 3}).status == 200
    assert evening.log.line(bid).counts.tricks == 3
    assert "Bob changed “Bob laid a bid”." in ann.get("log").words


def test_a_hidden_bid_that_is_changed_is_stored_as_its_value_too(evening, ann, bob):
    evening.start("yogis-whist")
    bob.tap("bid.placed", deal=1, player="p2", cards="4D")
    seq = evening.seq
    assert bob.tap("entry.changed", entry=seq, **{"event.cards": "5C"}).status == 200
    assert evening.log.line(seq).counts.tricks == 3
    assert ann.tap("card.turned", deal=1, card="5C").status == 200  # a refusal would tell what Bob bid
    assert bob.tap("entry.changed", entry=seq, **{"event.cards": "JOKER"}).status == 422  # it is 5C, and worth the same
    assert bob.tap("entry.changed", entry=seq, **{"event.cards": "2S"}).status == 200
    assert bob.tap("entry.changed", entry=seq, **{"event.cards": "JOKER"}).status == 200
    assert evening.log.line(seq).counts.tricks == 3


def test_the_cards_of_a_trick_that_lies_face_down_are_not_shown(evening, ann, bob):
    evening.start("frak-you", initiated="p1")
    assert ann.tap("trick.taken", deal=1, trick=1, plays=["p1 2C", "p2 4C", "p3 KC"]).status == 200
    trick = evening.seq

    by_taker, by_cards = changes(ann, trick)

    assert (by_taker["winner"], by_cards["plays"]) == (["p3"], ["", "", ""])
    assert not any("plays" in form for form in changes(bob, trick))
    assert "2♣" not in bob.get(f"log/{trick}").words


def link_of(answer):
    """Where the button of a refusal leads, and what is on it."""
    return re.search(r'href="/n/\w+/(log/\d+)">([^<]+)<', answer.regions["r-answer"]).groups()


def test_two_boxes_of_a_full_card_swap_once_the_last_one_is_undone_and_in_a_game_before_no_more(evening, ann):
    boxes = list(BOXES.most)
    first = yak(evening, *boxes)
    for entry, box in ((first, boxes[3]), (first + 3, boxes[0]), (first, boxes[13]), (first + 13, boxes[0])):
        answer = ann.tap("entry.changed", entry=entry, **{"event.box": box})
        assert answer.refuses("Every box of Ann is filled, so to swap two of them, undo the last one")
        assert link_of(answer) == (f"log/{first + 13}", "Show the last one")
        assert "Take it back" in ann.get(link_of(answer)[0]).words

    assert ann.tap("entry.undone", entry=first + 13).status == 200
    assert ann.tap("entry.changed", entry=first, **{"event.box": boxes[3]}).status == 200
    assert ann.tap("entry.changed", entry=first + 1, **{"event.box": boxes[13]}).status == 200
    assert ann.tap("throw.scored", player="p1", round=14, box=boxes[1], dice=[1] * 5).status == 200

    counting = [evening.log.line(first + at).counts.box for at in (0, 1, 3)]
    assert (counting, evening.last.box) == ([boxes[3], boxes[13], boxes[0]], boxes[1])
    assert len(card(evening)) == 14
    ann.tap("game.ended")
    evening.start("yak", "p1", "p2", dice="real")
    answer = ann.tap("entry.changed", entry=first, **{"event.box": boxes[0]})
    assert answer.refuses("another game has begun since, so two of them cannot be swapped any more")
    assert "href" not in answer.regions["r-answer"]


def test_a_box_that_cannot_swap_leads_to_the_entry_that_is_to_be_corrected_first(evening, ann):
    evening.start("card-yacht", "p1", "p2")
    first = evening.seq + 1
    for number, (box, points) in enumerate((("five-flush", 100), ("spades", 20)), start=1):
        for player in ("p1", "p2"):
            assert ann.tap("hand.scored", round=number, player=player, box=box, points=points).status == 200
    for entry, other, box, round in ((first, first + 2, "spades", 2), (first + 2, first, "five-flush", 1)):
        answer = ann.tap("entry.changed", entry=entry, **{"event.box": box, "event.points": "0"})
        assert answer.refuses(f"Round {round} of Ann was played with it: correct that first.")
        assert link_of(answer) == (f"log/{other}", "Correct that first")
        assert 'name="box"' in ann.get(f"log/{other}").html
    corrected = ann.tap("entry.changed", entry=first, **{"event.box": "flush", "event.points": "25"})
    assert corrected.status == 200
    last = ann.tap("entry.changed", entry=first + 2, **{"event.box": "five-flush", "event.points": "100"})
    assert last.status == 200
    assert dict(evening.night.game.state.sheets["p1"]) == {"flush": 25, "five-flush": 100}


def test_a_change_that_a_later_trick_does_not_allow_leads_to_that_trick(game, ann):
    game.play("p2")
    first = game.seq
    assert ann.tap("trick.taken", deal=1, trick=2, plays=["p2 KS", "p3 2S", "p1 3S"]).status == 200
    answer = ann.tap("entry.changed", entry=first, **{"event.winner": "p3"})
    assert answer.refuses("Trick 2 of deal 1 was played later: correct that first.")
    assert link_of(answer) == (f"log/{first + 1}", "Correct that first")
    assert "Forget its cards" in ann.get(f"log/{first + 1}").words
    assert ann.tap("entry.changed", entry=first + 1, **{"event.winner": "p2", "event.plays": ""}).status == 200
    assert ann.tap("entry.changed", entry=first, **{"event.winner": "p3"}).status == 200
