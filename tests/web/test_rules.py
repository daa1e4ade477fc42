"""One form, two ways: a rule is typed or tapped together; who may make, amend and repeal it, and what it does."""

from html import unescape
from urllib.parse import urlencode

import pytest

from companion.domain.house_rules.english import Meaning, read
from companion.domain.house_rules.model import Called, CardPlayed, Part
from tests.table import row

from .paper import Paper

JACKS = "When a player plays a jack, the player to his left drinks twice."
QUEENS = JACKS.replace("jack", "queen")
PHONES = "Whoever touches a phone drinks."
POINTS = "When somebody points at the dealer, the player to his left drinks two and the dealer drinks one."
NINE = "Everybody drinks nine when a jack is played."
TOO_MANY = "“nine” is too many: one rule costs nobody more than 5 at a time."
LEFT_OF_JACKS = Meaning(CardPlayed(rank="J"), (Part("left", 2),))


@pytest.fixture
def paper(ann):
    """Ann's empty form for a new rule."""
    return Paper(ann.get("rules").html)


@pytest.fixture
def ruled(evening, ann):
    """A rule of Ann's about jacks, and one in her own words about queens."""
    ann.tap("rule.made", text=JACKS, read="")
    queens = {"when.on": "card.played", "when.rank": "Q", "also.who": "dealer", "also.amount": 1}
    ann.tap("rule.made", text="Ladies' night!", who="left", amount=1, **queens)
    return evening


def made(evening, rule="r1"):
    found = evening.night.rules[rule]
    return Meaning(found.when, found.parts)


def sends(phone, fields):
    return phone.post("entries", fields)


def query(fields):
    return urlencode([(name, value) for name, values in fields.items() for value in values])


def reads(phone, text, **more):
    return phone.get("rules/read?" + query({"text": [text], "read": [""], **more}))


def read_back(phone, fields):
    """The form as it comes back to a phone without script that has its words read."""
    return Paper(phone.get("rules?" + query(fields)).html)


def writes(phone, **chips):
    """The sentence that the tapped chips say."""
    html = phone.get("rules/read?" + query({"read": chips["text"], "chips": [""], **chips})).html
    return unescape(html.split('name="read" value="', 1)[1].split('"', 1)[0])


def amends(phone, rule, **fields):
    return sends(phone, Paper(phone.get(f"rules/{rule}").html).filled(**fields))


# ---- made


def test_what_a_form_makes(start_table):
    others = {"when__on": "card.played", "when__rank": ["J", "Q"], "when__led": "true", "who": "others", "amount": 2}
    for said, when, parts in (
        ({"text": JACKS}, CardPlayed(rank="J"), "left 2"),
        ({"text": JACKS.replace(", ", ",\r\n ")}, CardPlayed(rank="J"), "left 2"),
        ({"text": PHONES, "who": "everyone", "amount": 3}, Called(), "everyone 3"),
        (others, CardPlayed(rank=("J", "Q"), led=True), "others 2"),
        # where both are touched at once the words count, which everybody will read
        ({"text": JACKS, "when__on": "bid.made", "who": "everyone", "amount": 5}, CardPlayed(rank="J"), "left 2"),
        ({"text": PHONES, "also__who": ["left", "dealer"], "also__amount": ["1", "2"], "amount": 2}, Called(),
         "player 2, left 1, dealer 2"),
    ):  # fmt: skip
        evening = start_table()
        with row(said):
            assert sends(evening.ann, Paper(evening.ann.get("rules").html).filled(**said)).status == 303
            assert made(evening).when == when
            assert ", ".join(f"{part.who} {part.amount}" for part in made(evening).parts) == parts
            text = evening.night.rules["r1"].text
            assert text == " ".join(said["text"].split()) if "text" in said else read(text).meaning == made(evening)


def test_words_count_if_the_form_says_so_and_else_its_fields(evening, ann):
    assert ann.tap("rule.made", text=JACKS, read="yes").status == 200
    ann.tap("rule.made", text=QUEENS, who="dealer", amount=3)

    assert made(evening) == LEFT_OF_JACKS
    assert made(evening, "r2") == Meaning(Called(), (Part("dealer", 3),))


def test_every_chip_can_be_said_and_those_of_another_trigger_do_not_count(evening, ann, paper):
    for number, chips in enumerate(
        [
            {"when__on": "trick.taken", "when__trick": "4", "when__with_rank": ["A"], "when__with_suit": ["S", "C"]},
            {"when__on": "trick.nobody"},
            {"when__on": "declared"},
            {"when__on": "revealed"},
            {"when__on": "dropped.out"},
            {"when__on": "box.scored", "when__box": "5-same", "when__zero": "true"},
            {"when__on": "box.scored", "when__at_least": "20"},
            {"when__on": "card.played", "when__suit": ["H", "D"]},
            {"when__on": "bid.missed", "when__rank": ["Q"], "when__box": "5-same", "when__trick": "3"},
        ],
        start=1,
    ):
        with row(chips):
            assert sends(ann, paper.filled(**chips, who="chosen", amount=2)).status == 303
            rule = evening.night.rules[f"r{number}"]
            assert read(rule.text).meaning is not None
            assert rule.when.on == chips["when__on"]
            assert Paper(ann.get(f"rules/r{number}").html).filled()["when.on"] == [chips["when__on"]]


def test_a_rule_that_cannot_be_is_refused_in_words_and_stays_typed(evening, ann, paper):
    before = evening.file
    for said, words in (
        ({}, "Say the rule in words, or tap it together."),
        ({"text": NINE}, TOO_MANY),
        ({"when__on": "midnight"}, ""),
        ({"when__on": "card.played", "when__rank": ["Z"]}, ""),
        ({"when__on": "trick.taken", "when__trick": "many"}, ""),
        ({"when__on": "box.scored", "when__box": "nowhere"}, ""),
        ({"when__on": "bid.made", "who": "<b>"}, ""),
        ({"when__on": "bid.made", "amount": "many"}, ""),
        ({"when__on": "bid.made", "also__who": ["bob"], "also__amount": ["9"]}, ""),
    ):
        with row(said):
            answer = sends(ann, paper.filled(**said))
            assert answer.refuses(words)
            assert answer.says
            assert said.get("text", "") in answer.html
            assert evening.file == before
            assert ann.get("rules/read?" + query(paper.filled(**said))).status == 200


def test_a_rule_sent_without_the_form_is_refused_in_words_too(evening, ann):
    for fields, words in (
        ({"amount": 6}, "5 at most"),
        ({"amount": 0}, "1 at least"),
        ({"amount": "many"}, "number"),
        ({"text": ""}, "fill in the text"),
        ({"text": "x" * 281}, "too long"),
        ({"text": "one\ntwo"}, "signs that cannot"),
        ({"who": "bob"}, "choices"),
        ({"when.on": "midnight"}, "choices"),
        ({"when.on": "card.played", "when.rank": "Z"}, "choices"),
        ({"when.on": "card.played", "when.rank": ["Q", "Q"]}, "twice"),
        ({"when.on": "called", "when.rank": "Q"}, "no field"),
        ({"when.on": "box.scored", "when.box": "nowhere"}, "No game has a box"),
        ({"text": "Bob drinks"}, "may not name Bob"),
        ({"also": "everyone"}, "Also is not as it should be"),
    ):
        answer = ann.tap("rule.made", **{"text": "No elbows", "who": "player", "amount": 1, **fields})
        assert (answer.refuses(), words in answer.says) == (True, True), fields
    assert evening.night.rules == {}


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


def test_the_number_of_a_rule_is_made_here_and_not_used_again_after_an_undo(evening, ann):
    ann.tap("rule.made", text="No elbows", rule="mine")
    assert list(evening.night.rules) == ["r1"]
    ann.tap("entry.undone", entry=evening.seq)
    undo = evening.seq
    ann.tap("rule.made", text="No knees")

    assert ann.tap("entry.undone", entry=undo).status == 200
    assert [rule.text for rule in evening.night.rules.values()] == ["No elbows", "No knees"]


# ---- read and written while one types


def test_what_the_words_say_of_who_drinks_and_how_much_is_tapped_already(evening, ann, bob, paper):
    back = read_back(ann, paper.filled(text=POINTS)).filled()

    assert [back[field] for field in ("when.on", "who", "amount")] == [["called"], ["left"], ["2"]]
    assert back["also.who"][0] == "dealer"
    assert "amount=2" in reads(bob, POINTS).html
    assert sends(ann, back).status == 303
    assert made(evening) == Meaning(Called(), (Part("left", 2), Part("dealer", 1)))


def test_while_one_types_on_it_follows_the_words_until_a_chip_is_tapped(ann, paper):
    one = read_back(ann, paper.filled(text="Whoever touches a phone drinks"))
    two = read_back(ann, one.filled(text="Whoever touches a phone drinks two"))
    three = read_back(ann, two.filled(amount=3))
    more = read_back(ann, three.filled(text="Whoever touches a phone drinks two at once"))
    doubtful = read_back(ann, paper.filled(text="Whoever points at somebody drinks two unless they laugh"))

    amounts = [form.filled()["amount"] for form in (one, two, three, more, doubtful)]
    assert amounts == [["1"], ["2"], ["3"], ["3"], ["1"]]


def test_a_phone_without_script_has_its_words_read_before_it_sends_them(evening, ann, paper):
    page = ann.get("rules?" + query(paper.filled(text=JACKS)))
    back = Paper(page.html)

    assert "Understood: the companion watches for it." in page.words
    assert back.filled()["when.rank"] == ["J"]
    assert sends(ann, back.filled(amount=3)).status == 303  # one tap more, and the sentence follows
    assert made(evening) == Meaning(CardPlayed(rank="J"), (Part("left", 3),))
    assert read(evening.night.rules["r1"].text).meaning == made(evening)


def test_what_is_said_of_a_sentence_while_one_types(evening, ann, bob):
    before = evening.file
    for text, words in (
        (JACKS, "Understood: the companion watches for it."),
        (JACKS, "At most 2 at a time"),
        ("Whoever fumbles the wibble drinks.", "Stays a rule for people to watch for"),
        ("Whoever fumbles the wibble drinks.", "wibble"),
        ("Bob drinks whenever he yodels.", "may not name Bob"),
        ("No new rules.", "how rules are made"),
        ("x" * 281, "too long"),
    ):
        assert words in reads(bob, text).words, text
    marked = reads(bob, JACKS)
    assert all(f'<mark class="{part}">' in marked.html for part in ("when", "who", "amount"))
    assert "".join(JACKS.split()) in "".join(marked.words.split())
    nine = reads(bob, NINE).words
    assert nine.count(TOO_MANY) == 1
    assert "Stays a rule for people" not in nine
    assert "drinks 1" not in nine
    assert reads(bob, "").words == ""
    bob.get("rules/read?when.on=bid.made&chips=")
    assert evening.file == before

    ann.tap("rule.made", text=JACKS, read="")
    assert "There is such a rule already" in reads(bob, JACKS).words
    assert "There is such a rule already" not in reads(bob, JACKS, rule=["r1"]).words


def test_a_tap_rewrites_the_sentence_but_what_people_watch_for_stays_in_their_words(evening, bob):
    said = writes(bob, **{"text": [JACKS], "when.on": ["card.played"], "when.rank": ["Q"], "amount": ["3"]})

    assert read(said).meaning == Meaning(CardPlayed(rank="Q"), (Part("player", 3),))
    assert writes(bob, **{"text": [PHONES], "when.on": ["called"], "who": ["everyone"]}) == PHONES
    for who in ("player", "everyone", "chosen"):
        said = writes(bob, **{"text": ["Anyone who says 'drink' drinks."], "who": [who], "amount": ["3"]})
        assert "says 'drink'" in said, who
        assert read(said).meaning == Meaning(Called(), (Part(who, 3),)), who


def test_boxes_are_those_of_the_game_that_is_on_and_one_chosen_before_stays_on_offer(evening, ann, paper):
    assert 'label="Card Yacht"' in ann.get("rules").html
    sends(ann, paper.filled(when__on="box.scored", when__box="five-flush"))
    ann.tap("game.started", game="yak", players=["p1", "p2"])

    page = ann.get("rules").html
    assert 'label="Yak"' in page
    assert 'label="Card Yacht"' not in page
    assert Paper(ann.get("rules/r1").html).filled()["when.box"] == ["five-flush"]


# ---- amended and repealed


def test_what_an_amendment_makes_of_a_rule(ruled, ann):
    for rule, said, when, parts, unsaid in (
        ("r2", {"text": "Ladies first!"}, CardPlayed(rank="Q"), "left 1, dealer 1", "when who amount also"),
        ("r1", {"amount": 4}, CardPlayed(rank="J"), "left 4", "when who"),
        ("r1", {"text": QUEENS}, CardPlayed(rank="Q"), "left 2", ""),
        ("r2", {"also__who": ["", ""]}, CardPlayed(rank="Q"), "left 1", ""),
    ):
        with row(rule, said):
            assert amends(ann, rule, **said).status == 303
            assert made(ruled, rule).when == when
            assert ", ".join(f"{part.who} {part.amount}" for part in made(ruled, rule).parts) == parts
            assert len({repr(getattr(ruled.last, name)) for name in unsaid.split()}) <= 1
            assert rule == "r2" or read(ruled.night.rules["r1"].text).meaning == made(ruled)


def test_an_amendment_that_cannot_be_is_refused_and_keeps_what_was_typed(ruled, ann):
    for rule, said, words in (
        ("r1", {}, "Nothing of the rule is changed yet."),
        ("r2", {}, "Nothing of the rule is changed yet."),
        ("r1", {"text": "  "}, "Say the rule in words"),
        ("r1", {"text": "Bob drinks whenever he yodels."}, "may not name Bob"),
    ):
        answer = amends(ann, rule, **said)
        assert answer.refuses(words), (rule, said)
        assert "Bob" not in words or Paper(answer.html).filled()["text"] == [said["text"]]
    assert "may not name Bob" in ann.tap("rule.amended", rule="r1", text="Bob drinks").says


def test_other_words_for_an_entry_of_the_log_are_read_anew(ruled, ann):
    seq = ruled.night.rules["r1"].entries[0]
    ann.tap("entry.changed", entry=seq, **{"event.text": QUEENS, "event.amount": 2})
    assert made(ruled) == Meaning(CardPlayed(rank="Q"), (Part("left", 2),))

    ann.tap("entry.changed", entry=seq, **{"event.text": PHONES})
    assert made(ruled) == Meaning(Called(), (Part("player", 1),))
    assert "may not name Bob" in ann.tap("entry.changed", entry=seq, **{"event.text": "Bob drinks"}).says


def test_an_amended_rule_charges_anew_and_a_repealed_one_is_gone_for_good(evening, ann, cal):
    ann.tap("rule.made", text="No elbows", amount=2)
    assert 'name="amount" value="2" checked' in cal.get("rules/r1").html
    ann.tap("rule.amended", rule="r1", text="No elbows", who="others", amount=1)
    cal.tap("rule.called", rule="r1", player="p2")
    assert evening.owed == {"p1": 1, "p3": 1}

    ann.tap("rule.repealed", rule="r1")

    assert "no longer in force" in cal.tap("rule.called", rule="r1", player="p2").says
    assert cal.get("rules/r1").status == 404
    assert "no longer in force" in cal.get("rules").words


# ---- whose right it is


def test_the_holders_phone_offers_it_and_the_others_see_who_is_thinking(game, ann, bob, cal):
    assert "anybody may make, amend and repeal" in cal.get("rules").words
    ann.tap("rule.made", text="No elbows")
    game.play("p2", "p2", "p2", "p2")

    assert [right.player for right in game.night.rights] == ["p2"]
    assert "rules#make" in bob.get().regions["r-own-right"]
    assert "rules#make" not in cal.get().regions["r-own-right"]
    assert "thinking" in cal.get().words
    for page in ("rules", "rules/r1", "rules/bring"):
        assert "Bob holds the right" in cal.get(page).words


def test_only_the_holder_makes_amends_or_repeals_a_rule_and_spends_the_right_by_it(start_table):
    for kind, said in (
        ("rule.made", {"text": "No knees"}),
        ("rule.amended", {"rule": "r1", "text": "No knees"}),
        ("rule.repealed", {"rule": "r1"}),
    ):
        evening = start_table()
        evening.ann.tap("rule.made", text="No elbows")
        evening.start("five-card-yak").play("p2", "p2", "p2", "p2")
        assert evening.cal.tap(kind, **said).refuses("Bob holds the right"), kind
        assert evening.cal.tap(kind, acting="p2", **said).refuses("Bob has a phone"), kind

        assert evening.bob.tap(kind, **said).status == 200, kind
        assert evening.log.lines[-1].entry.by == "p2"
        assert evening.night.rights == ()
    assert evening.cal.tap("rule.made", text="No nudging").status == 200  # without a right at the table anybody may


def test_anybody_acts_for_a_holder_without_a_phone(evening, ann, cal):
    ann.tap("player.joined", name="Dan")
    evening.start("five-card-yak", "p1", "p2", "p4").play("p4", "p4", "p4", "p4")
    assert "Dan" in cal.get().regions["r-own-right"]

    assert sends(cal, Paper(cal.get("rules").html).filled(text="No elbows")).status == 303  # Dan is chosen beforehand

    assert evening.night.rules["r1"].maker == "p4"


# ---- what rules do


def test_the_companion_watches_for_a_rule_about_cards(game, ann, bob):
    queens = {"when.on": "card.played", "when.rank": "Q"}
    ann.tap("rule.made", text="Queens cost the left", who="left", amount=1, **queens)

    bob.tap("trick.taken", deal=1, trick=1, winner="p3", plays=["p1 QH", "p2 QS", "p3 2C"])

    assert game.owed == {"p2": 1, "p3": 2}


def test_somebody_is_caught_in_two_taps(evening, ann, bob, cal):
    ann.tap("rule.made", text="No elbows", amount=2)
    for fields, words in (
        ({"rule": "r9", "player": "p2"}, "no rule r9"),
        ({"rule": "r1", "player": "p9"}, "not joined"),
        ({"rule": "r1"}, "fill in the player"),
        ({"rule": "r1", "player": "p2", "chosen": ["p1"]}, "lets nobody choose"),
    ):
        assert cal.tap("rule.called", **fields).refuses(words), fields
    assert evening.owed == {}
    assert 'name="player" value="p2"' in cal.get("rules").html

    assert cal.tap("rule.called", rule="r1", player="p2").status == 200

    assert evening.owed == {"p2": 2}
    assert "No elbows" in bob.get().words


def test_a_rule_that_lets_choose_asks_who(evening, ann, cal):
    ann.tap("rule.made", text="The catcher chooses", who="chosen", amount=3)
    assert 'name="chosen" value="p1"' in cal.get("rules").html
    assert "who was chosen" in cal.tap("rule.called", rule="r1", player="p2").says
    assert "twice" in cal.tap("rule.called", rule="r1", player="p2", chosen=["p1", "p1"]).says

    assert cal.tap("rule.called", rule="r1", player="p2", chosen=["p1", "p3"]).status == 200

    assert evening.owed == {"p1": 3, "p3": 3}
