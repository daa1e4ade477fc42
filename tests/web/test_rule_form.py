"""One form, two ways: a rule is typed in English or tapped together, and the last way touched wins."""

from html import unescape

import pytest

from companion.rules.house_rules import Called, CardPlayed, Part
from companion.rules.sentences import Meaning, read

from .paper import Paper

JACKS = "When a player plays a jack, the player to his left drinks twice."
PHONES = "Whoever touches a phone drinks."
POINTS = "When somebody points at the dealer, the player to his left drinks two and the dealer drinks one."


@pytest.fixture
def paper(ann):
    """Ann's empty form for a new rule."""
    return Paper(ann.get("rules").html)


def made(evening, rule="r1"):
    found = evening.night.rules[rule]
    return Meaning(found.when, found.parts)


def sends(phone, fields):
    return phone.post("entries", fields)


def test_a_sentence_alone_is_enough(evening, ann, paper):
    assert sends(ann, paper.filled(text=JACKS)).status == 303

    assert made(evening) == Meaning(CardPlayed(rank="J"), (Part("left", 2),))
    assert evening.night.rules["r1"].text == JACKS


def test_so_it_is_when_the_form_says_no_more_than_that_its_words_count(evening, ann):
    assert ann.tap("rule.made", text=JACKS, read="yes").status == 200

    assert made(evening) == Meaning(CardPlayed(rank="J"), (Part("left", 2),))


def test_without_the_word_that_its_words_count_a_rule_is_what_its_fields_say(evening, ann):
    ann.tap("rule.made", text=JACKS, who="dealer", amount=3)

    assert made(evening) == Meaning(Called(), (Part("dealer", 3),))


def test_words_that_are_not_understood_are_for_people_to_call(evening, ann, paper):
    sends(ann, paper.filled(text=PHONES, who="everyone", amount=3))

    assert made(evening) == Meaning(Called(), (Part("everyone", 3),))
    assert evening.night.rules["r1"].text == PHONES


def test_what_they_say_of_who_drinks_and_how_much_is_tapped_already(evening, ann, bob, paper):
    read_back = Paper(ann.get("rules?" + query(paper.filled(text=POINTS))).html).filled()

    assert [read_back[field] for field in ("when.on", "who", "amount")] == [["called"], ["left"], ["2"]]
    assert read_back["also.who"][0] == "dealer"
    assert "amount=2" in reads(bob, POINTS).html
    assert sends(ann, read_back).status == 303
    assert made(evening) == Meaning(Called(), (Part("left", 2), Part("dealer", 1)))


def test_while_one_types_on_it_follows_the_words_until_a_chip_is_tapped(evening, ann, paper):
    one = Paper(ann.get("rules?" + query(paper.filled(text="Whoever touches a phone drinks"))).html)
    two = Paper(ann.get("rules?" + query(one.filled(text="Whoever touches a phone drinks two"))).html)
    three = Paper(ann.get("rules?" + query(two.filled(amount=3))).html)
    more = Paper(ann.get("rules?" + query(three.filled(text="Whoever touches a phone drinks two at once"))).html)

    assert [form.filled()["amount"] for form in (one, two, three, more)] == [["1"], ["2"], ["3"], ["3"]]


def test_where_that_is_in_doubt_nothing_is_tapped(evening, ann, paper):
    page = ann.get("rules?" + query(paper.filled(text="Whoever points at somebody drinks two unless they laugh")))

    assert Paper(page.html).filled()["amount"] == ["1"]


def test_chips_alone_write_the_sentence(evening, ann, paper):
    sends(ann, paper.filled(when__on="card.played", when__rank=["J", "Q"], when__led="true", who="others", amount=2))

    rule = evening.night.rules["r1"]
    assert made(evening) == Meaning(CardPlayed(rank=("J", "Q"), led=True), (Part("others", 2),))
    assert read(rule.text).meaning == made(evening)


def test_where_both_are_touched_at_once_the_words_count_that_everybody_will_read(evening, ann, paper):
    sends(ann, paper.filled(text=JACKS, when__on="bid.made", who="everyone", amount=5))

    assert made(evening) == Meaning(CardPlayed(rank="J"), (Part("left", 2),))


def test_chips_that_belong_to_another_trigger_do_not_count(evening, ann, paper):
    sends(ann, paper.filled(when__on="bid.missed", when__rank=["Q"], when__box="5-same", when__trick="3"))

    assert evening.night.rules["r1"].when.on == "bid.missed"


def test_every_chip_can_be_said(evening, ann, paper):
    cases = [
        {"when__on": "trick.taken", "when__trick": "4", "when__with_rank": ["A"], "when__with_suit": ["S", "C"]},
        {"when__on": "trick.nobody"},
        {"when__on": "declared"},
        {"when__on": "revealed"},
        {"when__on": "dropped.out"},
        {"when__on": "box.scored", "when__box": "5-same", "when__zero": "true"},
        {"when__on": "box.scored", "when__at_least": "20"},
        {"when__on": "card.played", "when__suit": ["H", "D"]},
    ]
    for number, chips in enumerate(cases, 1):
        assert sends(ann, paper.filled(**chips, who="chosen", amount=2)).status == 303, chips
        rule = evening.night.rules[f"r{number}"]
        assert read(rule.text).meaning is not None, chips
        assert rule.when.on == chips["when__on"], chips
        assert Paper(ann.get(f"rules/r{number}").html).filled()["when.on"] == [chips["when__on"]], chips


def test_a_rule_may_charge_two_more(evening, ann, paper):
    also = {"also__who": ["left", "dealer"], "also__amount": ["1", "2"]}
    sends(ann, paper.filled(when__on="bid.missed", who="player", amount=2, **also))

    assert evening.night.rules["r1"].parts == (Part("player", 2), Part("left", 1), Part("dealer", 2))


def test_an_empty_form_makes_no_rule(evening, ann, paper):
    answer = sends(ann, paper.filled())

    assert answer.status == 422
    assert "Say the rule in words, or tap it together." in answer.says
    assert evening.night.rules == {}


def test_lines_are_one_sentence(evening, ann, paper):
    sends(ann, paper.filled(text="When a player plays a jack,\r\n the player to his left drinks twice."))

    assert evening.night.rules["r1"].text == JACKS


def test_chips_that_there_are_not_are_refused_in_words(evening, ann, paper):
    cases = [
        {"when__on": "midnight"},
        {"when__on": "card.played", "when__rank": ["Z"]},
        {"when__on": "trick.taken", "when__trick": "many"},
        {"when__on": "box.scored", "when__box": "nowhere"},
        {"when__on": "bid.made", "who": "<b>"},
        {"when__on": "bid.made", "amount": "many"},
        {"when__on": "bid.made", "also__who": ["bob"], "also__amount": ["9"]},
    ]
    for chips in cases:
        answer = sends(ann, paper.filled(**chips))
        assert answer.status == 422, chips
        assert answer.says, chips
        assert evening.night.rules == {}, chips
        assert ann.get("rules/write?" + query(paper.filled(**chips))).status == 200, chips


def query(fields):
    from urllib.parse import urlencode

    return urlencode([(name, value) for name, values in fields.items() for value in values])


def test_a_refusal_without_script_loses_nothing(evening, ann, paper):
    also = {"also__who": ["left", ""], "also__amount": ["5", "1"]}
    answer = sends(ann, paper.filled(when__on="card.played", when__rank=["J", "Q"], who="everyone", amount=4, **also))

    assert answer.status == 422
    assert "9 at a time" in answer.says
    again = Paper(answer.html).filled()
    assert again["when.on"] == ["card.played"]
    assert sorted(again["when.rank"]) == ["J", "Q"]
    assert (again["who"], again["amount"]) == (["everyone"], ["4"])
    assert (again["also.who"], again["also.amount"]) == (["left", ""], ["5", "1"])
    assert sends(ann, {**again, "amount": ["1"], "also.amount": ["2", "1"]}).status == 303
    assert evening.night.rules["r1"].parts == (Part("everyone", 1), Part("left", 2))


def test_a_phone_without_script_has_its_words_read_before_it_sends_them(evening, ann, paper):
    page = ann.get("rules?" + query(paper.filled(text=JACKS)))
    read_back = Paper(page.html)

    assert "Understood: the companion watches for it." in page.words
    assert read_back.filled()["when.rank"] == ["J"]
    assert sends(ann, read_back.filled(amount=3)).status == 303  # one tap more, and the sentence follows
    assert made(evening) == Meaning(CardPlayed(rank="J"), (Part("left", 3),))
    assert read(evening.night.rules["r1"].text).meaning == made(evening)


def reads(phone, text, **more):
    return phone.get("rules/read?" + query({"text": [text], "read": [""], **more}))


def test_what_is_typed_is_read_back_with_its_parts_marked(evening, bob):
    answer = reads(bob, JACKS)

    for part in ("when", "who", "amount"):
        assert f'<mark class="{part}">' in answer.html
    assert "".join(JACKS.split()) in "".join(answer.words.split())
    assert "Understood: the companion watches for it." in answer.words
    assert "At most 2 at a time" in answer.words


def test_words_it_does_not_know_are_named(evening, bob):
    answer = reads(bob, "Whoever fumbles the wibble drinks.")

    assert "Stays a rule for people to watch for" in answer.words
    assert "wibble" in answer.words


def test_why_the_table_may_not_have_it_is_said_before_anybody_proposes_it(evening, bob):
    cases = [
        ("Bob drinks whenever he yodels.", "may not name Bob"),
        ("No new rules.", "how rules are made"),
        ("x" * 281, "too long"),
    ]
    for text, words in cases:
        assert words in reads(bob, text).words, text


def test_that_there_is_such_a_rule_is_said_while_one_types(evening, ann, bob):
    ann.tap("rule.made", text=JACKS, read="")

    assert "There is such a rule already" in reads(bob, JACKS).words
    assert "There is such a rule already" not in reads(bob, JACKS, rule=["r1"]).words


def test_nothing_typed_is_nothing_said_back(evening, bob):
    assert reads(bob, "").words == ""


def test_reading_changes_nothing(evening, bob):
    before = evening.file
    reads(bob, JACKS)
    bob.get("rules/write?when.on=bid.made")

    assert evening.file == before


def writes(phone, **chips):
    """The sentence that the tapped chips say."""
    html = phone.get("rules/write?" + query(chips)).html
    return unescape(html.split('name="read" value="', 1)[1].split('"', 1)[0])


def test_a_tap_rewrites_the_sentence(evening, bob):
    said = writes(bob, **{"text": [JACKS], "when.on": ["card.played"], "when.rank": ["Q"], "amount": ["3"]})

    assert read(said).meaning == Meaning(CardPlayed(rank="Q"), (Part("player", 3),))


def test_what_people_call_stays_in_their_own_words(evening, bob):
    assert writes(bob, **{"text": [PHONES], "when.on": ["called"], "who": ["everyone"]}) == PHONES


def test_what_one_is_caught_at_stays_in_the_sentence_when_a_tap_changes_the_charge(evening, bob):
    for who in ["player", "everyone", "chosen"]:
        said = writes(bob, **{"text": ["Anyone who says 'drink' drinks."], "who": [who], "amount": ["3"]})
        assert "says 'drink'" in said, who
        assert read(said).meaning == Meaning(Called(), (Part(who, 3),)), who


@pytest.fixture
def ruled(evening, ann):
    """A rule of Ann's about jacks, and one in her own words about queens."""
    ann.tap("rule.made", text=JACKS, read="")
    queens = {"when.on": "card.played", "when.rank": "Q", "also.who": "dealer", "also.amount": 1}
    ann.tap("rule.made", text="Ladies' night!", who="left", amount=1, **queens)
    return evening


def amends(phone, rule, **fields):
    return sends(phone, Paper(phone.get(f"rules/{rule}").html).filled(**fields))


def test_an_amendment_says_only_what_it_changes(ruled, ann):
    amends(ann, "r2", text="Ladies first!")

    assert ruled.last.text == "Ladies first!"
    assert ruled.last.when is ruled.last.who is ruled.last.amount is ruled.last.also
    assert made(ruled, "r2") == Meaning(CardPlayed(rank="Q"), (Part("left", 1), Part("dealer", 1)))


def test_a_chip_amends_the_sentence_too(ruled, ann):
    amends(ann, "r1", amount=4)

    assert made(ruled) == Meaning(CardPlayed(rank="J"), (Part("left", 4),))
    assert read(ruled.night.rules["r1"].text).meaning == made(ruled)
    assert ruled.last.who is ruled.last.when


def test_other_words_amend_what_it_does(ruled, ann):
    amends(ann, "r1", text="When a player plays a queen, the player to his left drinks twice.")

    assert made(ruled) == Meaning(CardPlayed(rank="Q"), (Part("left", 2),))


def test_others_who_drink_are_taken_away_again(ruled, ann):
    amends(ann, "r2", also__who=["", ""])

    assert ruled.last.also == ()
    assert ruled.night.rules["r2"].parts == (Part("left", 1),)


def test_an_amendment_that_changes_nothing_is_refused(ruled, ann):
    for rule in ["r1", "r2"]:
        answer = amends(ann, rule)
        assert answer.status == 422, rule
        assert "Nothing of the rule is changed yet." in answer.says, rule


def test_an_amendment_without_words_is_refused(ruled, ann):
    assert "Say the rule in words" in amends(ann, "r1", text="  ").says


def test_a_refused_amendment_keeps_what_was_typed(ruled, ann):
    answer = amends(ann, "r1", text="Bob drinks whenever he yodels.")

    assert "may not name Bob" in answer.says
    assert Paper(answer.html).filled()["text"] == ["Bob drinks whenever he yodels."]


def test_other_words_for_an_entry_of_the_log_are_read_anew(ruled, ann):
    seq = ruled.night.rules["r1"].entries[0]
    ann.tap("entry.changed", entry=seq, **{"event.text": JACKS.replace("jack", "queen"), "event.amount": 2})

    assert made(ruled) == Meaning(CardPlayed(rank="Q"), (Part("left", 2),))


def test_words_of_the_log_that_are_not_understood_leave_it_to_people(ruled, ann):
    ann.tap("entry.changed", entry=ruled.night.rules["r1"].entries[0], **{"event.text": PHONES})

    assert made(ruled) == Meaning(Called(), (Part("player", 1),))


def test_boxes_are_those_of_the_game_that_is_on(evening, ann):
    assert 'label="Card Yacht"' in ann.get("rules").html
    ann.tap("game.started", game="yak", players=["p1", "p2"])

    page = ann.get("rules").html
    assert 'label="Yak"' in page
    assert 'label="Card Yacht"' not in page


def test_a_box_of_another_game_stays_on_offer_where_it_was_chosen(evening, ann, paper):
    sends(ann, paper.filled(when__on="box.scored", when__box="five-flush"))
    ann.tap("game.started", game="yak", players=["p1", "p2"])

    assert Paper(ann.get("rules/r1").html).filled()["when.box"] == ["five-flush"]


def test_whose_right_it_is_stands_above_the_form(game, ann, bob, cal):
    assert "anybody may make, amend and repeal" in cal.get("rules").words
    ann.tap("rule.made", text="No elbows")
    game.play("p2", "p2", "p2", "p2")

    for page in ("rules", "rules/r1", "rules/bring"):
        assert "Bob holds the right" in cal.get(page).words


def test_the_right_of_somebody_without_a_phone_is_chosen_beforehand(evening, ann, cal):
    ann.tap("player.joined", name="Dan")
    ann.tap("game.started", game="five-card-yak", players=["p1", "p2", "p4"], dealer="p1")
    evening.play("p4", "p4", "p4", "p4")

    assert sends(cal, Paper(cal.get("rules").html).filled(text="No elbows")).status == 303
    assert evening.night.rules["r1"].maker == "p4"


NINE = "Everybody drinks nine when a jack is played."
TOO_MANY = "“nine” is too many: one rule costs nobody more than 5 at a time."


def test_a_rule_for_nine_is_not_made_and_stays_typed(evening, ann, paper):
    before = evening.file

    answer = sends(ann, paper.filled(text=NINE))

    assert answer.status == 422
    assert answer.says == TOO_MANY
    assert NINE in answer.html
    assert evening.file == before


def test_while_it_is_typed_the_form_says_so_once_and_no_word_of_a_rule_for_people(ann, paper):
    read_back = ann.get("rules/read?" + query(paper.filled(text=NINE))).words

    assert read_back.count(TOO_MANY) == 1
    assert "Stays a rule for people" not in read_back
    assert "drinks 1" not in read_back
