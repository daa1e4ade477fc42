"""The form of a house rule, typed or tapped together; who can make, amend and repeal a rule."""

import json
import re
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from threading import current_thread, main_thread
from urllib.parse import urlencode

import pytest
from werkzeug.datastructures import MultiDict

from companion.commands.rule_forms import chips_in
from companion.domain import rule_drafts
from companion.domain.games import GAMES
from companion.domain.house_rules.english import Meaning, read, sentences
from companion.domain.house_rules.model import Called, CardPlayed, Part
from companion.system.native_threads import Aside
from companion.web import rule_books
from tests.conftest import plain
from tests.table import row
from tests.web.forms import fields as fields_of

JACKS = "When a player plays a jack, the player to his left drinks twice."
QUEENS = JACKS.replace("jack", "queen")
ELBOWS = "Elbows on the table: drink 1"
NO_ELBOWS = "No elbows on the table"
PHONES = "Whoever touches a phone drinks."
POINTS = "When somebody points at the dealer, the player to his left drinks two and the dealer drinks one."
NINE = "Everybody drinks nine when a jack is played."
TOO_MANY = "“nine” is too many: one rule costs nobody more than 5 at a time."
TOO_LONG = "u & " * 100
FIELD = re.compile(r"<input ([^>]*)>|<textarea ([^>]*)>(.*?)</textarea>|<select ([^>]*)>(.*?)</select>", re.S)


def form(answer):
    """The fields of the rule's form, as a phone without script would send them."""
    sent: dict[str, list[str]] = {}
    (rule_form,) = re.findall(r'<form [^>]*id="rule-form".*?</form>', answer.html, re.S)
    for box, area, text, select, options in FIELD.findall(rule_form):
        has = dict(re.findall(r'([\w-]+)="([^"]*)"', box or area or select))
        if has.get("type") in ("radio", "checkbox") and " checked" not in box:
            continue
        if select:
            every = re.findall(r'<option( value="[^"]*")?( selected)?>([^<]*)', options)
            value, _, words = next((one for one in every if one[1]), every[0])
            text = value[8:-1] if value else words
        sent.setdefault(has["name"], []).append(unescape(text or has.get("value", "")))
    return sent


def filled(fields, **typed):
    """The same fields with these typed or tapped; a dot in a name is written as two lines, a list is several values."""
    values = {name: value if isinstance(value, list) else [value] for name, value in typed.items()}
    return {**fields, **{name.replace("__", "."): list(map(str, value)) for name, value in values.items()}}


def query(fields):
    return urlencode([(name, value) for name, values in fields.items() for value in values])


def reads(phone, text, **more):
    return phone.get("rules/read?" + query({"text": [text], "read": [""], **more}))


def read_back(phone, fields):
    """The form as it comes back to a phone without script that has its words read."""
    return form(phone.get("rules?" + query(fields)))


def writes(phone, **chips):
    """The sentence that the tapped chips say."""
    html = phone.get("rules/read?" + query({"read": chips["text"], "chips": [""], **chips})).html
    return unescape(html.split('name="read" value="', 1)[1].split('"', 1)[0])


def made(evening, rule="r1"):
    found = evening.night.rules[rule]
    return Meaning(found.when, found.parts)


def parts(evening, rule="r1"):
    return ", ".join(f"{part.who} {part.amount}" for part in evening.night.rules[rule].parts)


def agreed(phone, answer):
    """Answers yes if the companion asks whether that is the rule."""
    return phone.post("entries", answer.offer) if answer.status == 409 else answer


def amends(phone, rule, **typed):
    return agreed(phone, phone.post("entries", filled(form(phone.get(f"rules/{rule}")), **typed)))


def makes(phone, fields):
    return agreed(phone, phone.post("entries", fields))


@pytest.fixture
def empty(ann):
    """The fields of Ann's form for a new rule."""
    return form(ann.get("rules"))


@pytest.fixture
def ruled(evening, ann):
    """A rule of Ann's about jacks, and one in her own words about queens."""
    ann.tap("rule.made", text=JACKS, read="")
    queens = {"when.on": "card.played", "when.rank": "Q", "also.who": "dealer", "also.amount": 1}
    ann.tap("rule.made", text="Ladies' night!", who="left", amount=1, **queens)
    return evening


# ---- made


def test_what_a_form_makes(start_table):
    others = {"when__on": "card.played", "when__rank": ["J", "Q"], "when__led": "true", "who": "others", "amount": 2}
    for typed, when, charged in (
        ({"text": JACKS}, CardPlayed(rank="J"), "left 2"),
        ({"text": JACKS.replace(", ", ",\r\n ")}, CardPlayed(rank="J"), "left 2"),
        ({"text": NO_ELBOWS, "who": "everyone", "amount": 3}, Called(), "everyone 3"),
        (others, CardPlayed(rank=("J", "Q"), led=True), "others 2"),
        # where both are touched at once the words count, which everybody will read
        ({"text": JACKS, "when__on": "bid.made", "who": "everyone", "amount": 5}, CardPlayed(rank="J"), "left 2"),
        ({"text": PHONES, "who": "everyone", "amount": 3}, Called(), "player 1"),
        ({"text": NO_ELBOWS, "also__who": ["left", "dealer"], "also__amount": ["1", "2"], "amount": 2}, Called(),
         "player 2, left 1, dealer 2"),
    ):  # fmt: skip
        evening = start_table()
        with row(typed):
            assert makes(evening.ann, filled(form(evening.ann.get("rules")), **typed)).status == 303
            assert (made(evening).when, parts(evening)) == (when, charged)
            text = evening.night.rules["r1"].text
            assert text == " ".join(typed["text"].split()) if "text" in typed else read(text).meaning == made(evening)


def test_every_chip_has_its_words_and_those_of_another_trigger_do_not_count(evening, ann, empty):
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
            assert makes(ann, filled(empty, **chips, who="chosen", amount=2)).status == 303
            rule = evening.night.rules[f"r{number}"]
            assert read(rule.text).meaning is not None
            assert rule.when.on == chips["when__on"]
            assert form(ann.get(f"rules/r{number}"))["when.on"] == [chips["when__on"]]


def test_an_invalid_rule_is_refused_in_words_and_stays_typed(evening, ann, empty):
    before = evening.file
    for typed, words in (
        ({}, "Type the rule, or build it with taps."),
        ({"text": NINE}, TOO_MANY),
        ({"when__on": "midnight"}, ""),
        ({"when__on": "bid.made", "who": "<b>"}, ""),
        ({"when__on": "bid.made", "also__who": ["bob"], "also__amount": ["9"]}, ""),
    ):
        with row(typed):
            answer = ann.post("entries", filled(empty, **typed))
            assert answer.refuses(words)
            assert answer.says
            assert typed.get("text", "") in answer.html
            assert evening.file == before
            assert ann.get("rules/read?" + query(filled(empty, **typed))).status == 200


def test_a_rule_sent_without_the_form_is_refused_in_words_too(evening, ann):
    for fields, words in (
        ({"amount": 6}, "5 at most"),
        ({"amount": "many"}, "choices"),
        ({"text": ""}, "fill in the text"),
        ({"text": "x" * 281}, "too long"),
        ({"who": "bob"}, "choices"),
        ({"when.on": "midnight"}, "choices"),
        ({"when.on": "called", "when.rank": "Q"}, "no field"),
        ({"when.on": "box.scored", "when.box": "nowhere"}, "No game has a box"),
        ({"also": "everyone"}, "Also is not as it should be"),
    ):
        answer = ann.tap("rule.made", **{"text": "No elbows", "who": "player", "amount": 1, **fields})
        assert answer.refuses(words), fields
    assert evening.night.rules == {}


def test_a_refusal_without_script_loses_nothing(evening, ann, empty):
    chips = {"when__on": "card.played", "when__rank": ["J", "Q"], "who": "everyone", "amount": 4}
    answer = ann.post("entries", filled(empty, **chips, also__who=["left", ""], also__amount=["5", "1"]))

    assert answer.refuses("9 at a time")
    again = form(answer)
    names = ("when.on", "when.rank", "who", "amount", "also.who", "also.amount")
    assert [sorted(again[name]) for name in names] == [
        ["card.played"], ["J", "Q"], ["everyone"], ["4"], ["", "left"], ["1", "5"],
    ]  # fmt: skip
    assert makes(ann, {**again, "amount": ["1"], "also.amount": ["2", "1"]}).status == 303
    assert parts(evening) == "everyone 1, left 2"


def test_the_server_numbers_rules_and_uses_no_number_again_after_an_undo(evening, ann):
    ann.tap("rule.made", text="No elbows", rule="mine")
    assert list(evening.night.rules) == ["r1"]
    ann.tap("entry.undone", entry=evening.seq)
    undo = evening.seq
    ann.tap("rule.made", text="No knees")

    assert ann.tap("entry.undone", entry=undo).status == 200
    assert [rule.text for rule in evening.night.rules.values()] == ["No elbows", "No knees"]


# ---- read and written while one types


def test_the_words_are_read_into_chips_before_they_are_sent_also_without_script(evening, ann, bob, empty):
    back = read_back(ann, filled(empty, text=POINTS))

    assert [back[field] for field in ("when.on", "who", "amount")] == [["called"], ["left"], ["2"]]
    assert back["also.who"][0] == "dealer"
    assert "amount=2" in reads(bob, POINTS).html
    assert ann.post("entries", back).status == 303
    assert made(evening) == Meaning(Called(), (Part("left", 2), Part("dealer", 1)))

    page = ann.get("rules?" + query(filled(empty, text=JACKS)))
    assert "The companion watches" in page.words
    assert form(page)["when.rank"] == ["J"]
    assert makes(ann, filled(form(page), amount=3)).status == 303  # one tap more, and the sentence follows
    assert made(evening, "r2") == Meaning(CardPlayed(rank="J"), (Part("left", 3),))
    assert read(evening.night.rules["r2"].text).meaning == made(evening, "r2")


def test_the_chips_follow_the_words_while_one_types_until_a_chip_is_tapped(ann, empty):
    one = read_back(ann, filled(empty, text="Whoever touches a phone drinks"))
    two = read_back(ann, filled(one, text="Whoever touches a phone drinks two"))
    three = read_back(ann, filled(two, amount=3))
    more = read_back(ann, filled(three, text="Whoever touches a phone drinks two at once"))
    doubtful = read_back(ann, filled(empty, text="Whoever points at somebody drinks two or three"))

    amounts = [fields.get("amount") for fields in (one, two, three, more, doubtful)]
    assert amounts == [["1"], ["2"], ["3"], ["2"], None]
    assert "amount" not in read_back(ann, filled(empty, text=NO_ELBOWS))
    assert "who" not in read_back(ann, filled(empty, text="When somebody burps, someone drinks 2"))


def test_a_sentence_is_explained_while_one_types(evening, ann, bob):
    before = evening.file
    for text, words in (
        (JACKS, "The companion watches"),
        ("When a jack is played, everyone drinks 1 and the dealer drinks 2.", "Up to 3 at a time"),
        ("Whoever fumbles the wibble drinks.", "You call it"),
        ("Whoever fumbles the wibble drinks.", "Nobody can see that but you"),
        ("Jack and whatnot: drink 2", "Not understood"),
        ("Whoever plays a jakc drinks.", "Did you mean Whoever plays a jack drinks 1."),
        ("Bob drinks whenever he yodels.", "leave out Bob"),
        ("No new rules.", "how rules are made"),
        ("x" * 281, "at most 280 letters"),
    ):
        assert words in reads(bob, text).words, text
    nine = reads(bob, NINE).words
    assert nine.count(TOO_MANY) == 1
    assert "Stays a rule for people" not in nine
    assert "drinks 1" not in nine
    assert reads(bob, "").words == ""
    bob.get("rules/read?when.on=bid.made&chips=")
    assert evening.file == before

    ann.tap("rule.made", text=JACKS, read="")
    assert "You have that rule already" in reads(bob, JACKS).words
    assert "You have that rule already" not in reads(bob, JACKS, rule=["r1"]).words


def test_a_tap_rewrites_the_sentence_but_what_people_watch_for_stays_in_their_words(evening, bob):
    said = writes(
        bob, **{"text": [JACKS], "when.on": ["card.played"], "when.rank": ["Q"], "who": ["player"], "amount": ["3"]}
    )

    assert read(said).meaning == Meaning(CardPlayed(rank="Q"), (Part("player", 3),))
    assert writes(bob, **{"text": [PHONES], "when.on": ["called"], "who": ["everyone"]}) == PHONES
    for who in ("player", "everyone", "chosen"):
        said = writes(bob, **{"text": ["Anyone who says 'drink' drinks."], "who": [who], "amount": ["3"]})
        assert "says 'drink'" in said, who
        assert read(said).meaning == Meaning(Called(), (Part(who, 3),)), who


def test_the_form_offers_the_boxes_of_the_game_that_is_on_and_one_chosen_before(evening, ann, empty):
    assert 'label="Card Yacht"' in ann.get("rules").html
    makes(ann, filled(empty, when__on="box.scored", when__box="five-flush", amount=1))
    ann.tap("game.started", game="yak", players=["p1", "p2"])

    page = ann.get("rules").html
    assert 'label="Yak"' in page
    assert 'label="Card Yacht"' not in page
    assert form(ann.get("rules/r1"))["when.box"] == ["five-flush"]


@pytest.fixture
def readings(monkeypatch):
    """Every sentence that is read from now on, and whether that was done in the main thread."""
    found, settled = [], sentences.settled

    def noted(text, game):
        found.append((text, current_thread() is main_thread()))
        return settled(text, game)

    with ThreadPoolExecutor(1) as beside:
        monkeypatch.setattr(Aside, "__call__", lambda _, work, *asked: beside.submit(work, *asked).result())
        monkeypatch.setattr(sentences, "settled", noted)
        sentences.read.cache_clear()
        yield found


def test_a_sentence_is_always_read_outside_the_main_thread_and_not_at_all_if_it_is_too_long(evening, ann, readings):
    ann.tap("rule.made", text="No elbows")
    first, asked = evening.seq, {"read": "", "chips": ""}
    tapped = {"when.on": "card.played", "when.rank": "K", "who": "left", "amount": 2}

    def brought(text):
        book = json.dumps({"format": "companion-rules/1", "rules": [{"text": text}]}).encode()
        return ann.post("rules/bring", {"all": "yes", "book": rule_books.packed(book)})

    ways = [
        lambda text: ann.get("rules/read?" + urlencode({"text": text, **asked})),
        lambda text: ann.get("rules?" + urlencode({"text": text, **asked})),
        lambda text: ann.get("rules/read?" + urlencode({"text": text, **asked, **tapped})),
        lambda text: ann.tap("rule.made", text=text),
        lambda text: ann.says_yes(ann.tap("rule.made", text=text, **asked)),
        lambda text: ann.tap("rule.amended", text=text, rule="r1"),
        lambda text: ann.tap("entry.changed", entry=first, **{"event.text": text}),
        brought,
    ]
    for place, way in enumerate(ways):
        assert way(f"No game {place}").status in (200, 303)
        assert f"No game {place}" in [text for text, _ in readings]
    assert [text for text, in_main_thread in readings if in_main_thread] == []

    before = evening.seq
    for way in ways:
        way(TOO_LONG)
    assert TOO_LONG not in [text for text, _ in readings]
    assert evening.seq == before


# ---- what is stored is what was shown


SEQUENCES = [  # what is typed and tapped, one after the other, and the rule that is shown in the end
    ([{"text": JACKS}, {"text": ""}, {"text": ELBOWS}], "called: player 1"),
    ([{"text": JACKS}, {"text": ELBOWS}], "called: player 1"),
    ([{"text": JACKS}, {"text": JACKS[:9]}, {"text": ""}, {"text": ELBOWS}], "called: player 1"),
    ([{"text": JACKS}, {"amount": "4"}, {"text": ""}, {"text": ELBOWS}], "called: player 1"),
    ([{"text": POINTS}, {"text": ""}, {"text": ELBOWS}], "called: player 1"),
    ([{"text": JACKS}, {"text": ""}], "called: player "),
    ([{"text": JACKS}, {"text": NO_ELBOWS}], "called: player "),
    ([{"text": NO_ELBOWS}, {"who": "left"}, {"amount": "3"}, {"text": f"{NO_ELBOWS}!"}], "called: player "),
    ([{"text": NO_ELBOWS}, {"who": "left"}, {"text": "Whistling indoors costs 1"}], "called: player 1"),
    ([{"who": "left"}, {"amount": "3"}, {"text": NO_ELBOWS}], "called: left 3"),
    ([{"text": ELBOWS}, {"who": "left"}, {"text": JACKS}, {"text": ELBOWS}], "called: player 1"),
    ([{"text": ELBOWS}, {"when.on": "bid.missed"}, {"text": JACKS}], "card.played: left 2"),
    ([{"text": "everyone drinks 3 when"}, {"text": PHONES}], "called: player 1"),
]


@pytest.mark.parametrize(("steps", "shown"), SEQUENCES)
def test_no_chip_of_a_sentence_is_kept_for_another(evening, ann, empty, steps, shown):
    fields = empty
    for step in steps:
        fields = read_back(ann, {**fields, **{name: [value] for name, value in step.items()}})

    assert f"{fields['when.on'][0]}: {fields['who'][0]} {fields.get('amount', [''])[0]}" == shown
    if shown.endswith(" ") and fields["text"][0]:
        assert ann.post("entries", fields).refuses("It does not say how many")
    elif fields["text"][0]:
        assert ann.post("entries", fields).status == 303  # what is stored is what the form showed
        assert f"{made(evening).when.on}: {parts(evening)}" == shown


@pytest.mark.parametrize("typed", [
    {"text": ELBOWS}, {"text": JACKS}, {"text": f"Whoever yodels {ELBOWS}", "amount": "3"},
    {"when__on": "bid.missed", "amount": "2"},
])  # fmt: skip
@pytest.mark.parametrize("script", [True, False])
def test_a_rule_that_was_not_read_back_is_asked_about_before_it_is_made(evening, ann, empty, script, typed):
    before = evening.file
    headers = {"HX-Request": "true"} if script else {}
    asked = ann.post("entries", filled(empty, **typed), headers)

    assert asked.status == 409
    assert evening.file == before
    back = read_back(ann, filled(empty, **typed))
    assert back["text"][0] in asked.words
    shown = rule_drafts.in_words(rule_drafts.rule_of(chips_in(MultiDict(back))))
    assert (shown[1:] in asked.words) or read(back["text"][0]).meaning
    assert ann.post("entries", asked.offer, headers).status in (200, 303)
    assert evening.night.rules["r1"].text == back["text"][0]
    assert rule_drafts.in_words(evening.night.rules["r1"]) == shown


def test_a_rule_that_would_be_refused_is_refused_and_not_asked_about(evening, ann, empty):
    for text, words in ((NINE, TOO_MANY), ("everyone drinks 9", "5 at a time"), ("bob drinks two", "leave out Bob")):
        assert ann.post("entries", filled(empty, text=text)).refuses(words)
    assert evening.night.rules == {}


def test_an_amendment_that_was_not_read_back_is_asked_about_too(ruled, ann):
    fields = filled(form(ann.get("rules/r2")), text=ELBOWS)
    asked = ann.post("entries", fields)

    assert asked.status == 409
    assert "hoever is caught drinks 1" in asked.words
    assert ann.post("entries", asked.offer).status == 303
    assert made(ruled, "r2") == Meaning(Called(), (Part("player", 1),))


def test_a_change_in_the_log_that_changes_what_a_rule_does_is_asked_about(ruled, ann):
    seq = ruled.night.rules["r1"].entries[0]
    asked = ann.tap("entry.changed", entry=seq, again="", **{"event.text": ELBOWS})

    assert asked.status == 409
    assert "hoever is caught drinks 1" in asked.words
    what_changes = ann.says_yes(asked)  # another question, which this yes was not an answer to
    assert what_changes.refuses("o drinks or points are affected. Do it?", 409)
    assert ann.says_yes(what_changes).status == 200
    assert made(ruled) == Meaning(Called(), (Part("player", 1),))
    assert ann.tap("entry.changed", entry=seq, **{"event.text": f"{ELBOWS}!"}).status == 200  # it does the same


# ---- amended and repealed


def test_what_an_amendment_makes_of_a_rule(ruled, ann):
    for rule, typed, when, charged, unsaid in (
        ("r2", {"text": "Ladies first!"}, CardPlayed(rank="Q"), "left 1, dealer 1", "when who amount also"),
        ("r1", {"amount": 4}, CardPlayed(rank="J"), "left 4", "when who"),
        ("r1", {"text": QUEENS}, CardPlayed(rank="Q"), "left 2", ""),
        ("r2", {"also__who": ["", ""]}, CardPlayed(rank="Q"), "left 1", ""),
    ):
        with row(rule, typed):
            assert amends(ann, rule, **typed).status == 303
            assert (made(ruled, rule).when, parts(ruled, rule)) == (when, charged)
            assert len({repr(getattr(ruled.last, name)) for name in unsaid.split()}) <= 1
            assert rule == "r2" or read(ruled.night.rules["r1"].text).meaning == made(ruled)


def test_an_amendment_of_the_words_keeps_what_has_no_chips(evening, ann):
    for number, (when, charge) in enumerate(
        [
            ({"on": "card.played", "matches": "suit", "suit": "H"}, {"who": "previous", "amount": "rank"}),
            ({"on": "trick.taken", "trick": "last", "row": "2"}, {"also.who": "left", "also.amount": "trick"}),
            ({"on": "bid.missed", "call": "declare"}, {"also.who": "previous", "also.amount": "2"}),
            ({"on": "dice.rolled", "face": "6", "count": "2", "sum": "18", "same": "2"}, {"title": "Roller"}),
            ({"on": "deal.started"}, {"who": "everyone"}),
            ({"on": "deal.voided"}, {"who": "player"}),
            ({"on": "deal.over", "tricks": "none"}, {"amount": "3"}),
            ({"on": "game.over", "place": "last"}, {"who": "left"}),
        ],
        start=1,
    ):
        with row(when, charge):
            fields = {f"when.{name}": value for name, value in when.items()} | charge
            assert ann.tap("rule.made", text=f"As old as {'stuvwxyz'[number - 1]}", **fields).status in (200, 303)
            before = evening.night.rules[f"r{number}"]
            assert amends(ann, f"r{number}", text=f"As ever {'stuvwxyz'[number - 1]}").status == 303
            assert evening.night.rules[f"r{number}"].text == f"As ever {'stuvwxyz'[number - 1]}"
            assert (made(evening, f"r{number}"), evening.night.rules[f"r{number}"].charges) == (
                Meaning(before.when, before.parts),
                before.charges,
            )
            assert ann.get("rules").status == 200


def test_an_invalid_amendment_is_refused_and_keeps_what_was_typed(ruled, ann):
    for rule, typed, words in (
        ("r1", {}, "Nothing has changed yet."),
        ("r2", {}, "Nothing has changed yet."),
        ("r1", {"text": "  "}, "Type the rule"),
        ("r1", {"text": "Bob drinks whenever he yodels."}, "leave out Bob"),
    ):
        answer = amends(ann, rule, **typed)
        assert answer.refuses(words), (rule, typed)
        assert "Bob" not in words or form(answer)["text"] == [typed["text"]]


def test_the_words_of_a_rule_that_is_changed_in_the_log_are_read_again(ruled, ann):
    seq = ruled.night.rules["r1"].entries[0]
    ann.says_yes(ann.says_yes(ann.tap("entry.changed", entry=seq, **{"event.text": QUEENS, "event.amount": 2})))
    assert made(ruled) == Meaning(CardPlayed(rank="Q"), (Part("left", 2),))

    ann.says_yes(ann.says_yes(ann.tap("entry.changed", entry=seq, **{"event.text": PHONES})))
    assert made(ruled) == Meaning(Called(), (Part("player", 1),))
    assert "leave out Bob" in ann.tap("entry.changed", entry=seq, **{"event.text": "Bob drinks"}).says


def test_an_amended_rule_charges_by_its_new_words_and_a_repealed_one_is_gone(evening, ann, cal):
    ann.tap("rule.made", text="No elbows", amount=2)
    ann.tap("rule.amended", rule="r1", text="No elbows", who="others", amount=1)
    cal.tap("rule.called", rule="r1", player="p2")
    assert evening.owed == {"p1": 1, "p3": 1}

    ann.tap("rule.repealed", rule="r1")

    assert "was dropped" in cal.tap("rule.called", rule="r1", player="p2").says
    assert cal.get("rules/r1").status == 404
    assert "1 dropped" in cal.get("rules").words


# ---- whose right it is


def test_only_the_holder_of_a_right_makes_amends_or_repeals_and_every_phone_shows_whose_it_is(game, ann, bob, cal):
    assert "Anybody may make a rule." in cal.get("rules").words
    ann.tap("rule.made", text="No elbows")
    game.play("p2", "p2", "p2", "p2")

    assert "You may make a house rule!" in plain(bob.get().regions["r-own-right"])
    assert "rules/idea" not in cal.get().regions["r-own-right"]
    assert "Bob may make a house rule" in cal.get().words
    assert "Your rule: make one, change one, or drop one." in bob.get("rules").words
    assert "may make" not in bob.get("rules").words  # it is said once
    for page in ("rules", "rules/r1", "rules/bring"):
        assert "Bob may make a rule, change one, or drop one." in cal.get(page).words
    for kind, fields in (
        ("rule.made", {"text": "No knees"}),
        ("rule.amended", {"rule": "r1", "text": "No knees"}),
        ("rule.repealed", {"rule": "r1"}),
    ):
        assert cal.tap(kind, **fields).refuses("Bob makes the next rule"), kind
        assert cal.tap(kind, acting="p2", **fields).refuses("Bob has a phone"), kind
    assert [rule.text for rule in game.night.rules.values()] == ["No elbows"]
    assert bob.tap("rule.made", text="No toes").status == 200
    assert game.night.rights == ()
    assert cal.tap("rule.made", text="No nudging").status == 200  # without a right at this table anybody can


def test_anybody_acts_for_a_holder_without_a_phone(evening, ann, cal):
    ann.tap("player.joined", name="Dan")
    evening.start("five-card-yak", "p1", "p2", "p4").play("p4", "p4", "p4", "p4")
    assert "Dan may make a house rule: ask, and tap for them." in plain(cal.get().regions["r-own-right"])

    fields = filled(form(cal.get("rules")), text=ELBOWS)  # Dan is chosen beforehand
    assert makes(cal, fields).status == 303
    assert evening.night.rules["r1"].maker == "p4"


def test_a_right_is_used_by_one_tap_on_one_of_three_ideas_or_by_own_words(evening, ann, bob, cal):
    ann.tap("player.joined", name="Dan")
    evening.start("five-card-yak", "p1", "p2", "p4", earned=True).play("p4", "p4", "p4", "p4")
    texts = re.findall('name="text" value="(.*?)"', bob.get("rules/idea").html)
    assert len(set(texts)) == 3
    assert all(unescape(text) in GAMES["five-card-yak"].starters.values() for text in texts)

    page = bob.get("rules/idea")
    assert "Dan may make one" in page.words
    sent = bob.post("entries", {**fields_of(page.html, "idea"), "text": unescape(texts[0])})
    assert sent.goes_to.endswith(f"/n/{evening.nid}/")
    assert (evening.night.rights, evening.night.rules["r1"].maker) == ((), "p4")
    assert "Nobody may make one now" in bob.get("rules/idea").words
    assert f'value="{texts[0]}"' not in bob.get("rules/idea").html
    assert "elbows" in bob.get("rules?text=No elbows").html  # as the field for own words sends it


def test_catching_a_player_and_choosing_others_are_taps_in_the_rule_book(evening, ann, bob, cal):
    ann.tap("rule.made", text="No elbows", amount=2)
    ann.tap("rule.made", text="The catcher chooses", who="chosen", amount=3)
    assert 'name="player" value="p2"' in cal.get("rules").html
    assert 'name="chosen" value="p1"' in cal.get("rules").html
    assert "twice" in cal.tap("rule.called", rule="r2", player="p2", chosen=["p1", "p1"]).says

    assert cal.tap("rule.called", rule="r1", player="p2").status == 200
    assert cal.tap("rule.called", rule="r2", player="p2", chosen=["p1", "p3"]).status == 200

    assert evening.owed == {"p1": 3, "p2": 2, "p3": 3}
    assert "The catcher chooses" in bob.get().words


def test_own_words_from_the_page_of_ideas_are_read_like_words_typed_into_the_form(game, ann):
    page = ann.get("rules/idea").html
    typed = re.search(r"<form[^>]*/rules#text.*?</form>", page, re.DOTALL)[0]
    fields = "&".join(
        f"{name}={value}" for name, value in re.findall(r'type="hidden" name="(\w+)" value="(.*?)"', typed)
    )

    answer = ann.get(f"rules?{fields}&text=Phone on the table = 2 drinks")

    assert "You call it" in answer.words
    assert "Who drinks, and how many?" not in answer.words


# ---- whose rule it is, and games in which rules are earned


def test_a_rule_is_changed_or_dropped_by_who_made_it_or_the_finesmaster_and_by_nobody_else(start_table):
    for kind, fields in (
        ("rule.amended", {"rule": "r1", "text": "No knees"}),
        ("rule.repealed", {"rule": "r1"}),
        ("entry.changed", {"entry": 5, "event.text": "No knees"}),
        ("entry.undone", {"entry": 5}),
    ):
        for phone, status in (("cal", 422), ("bob", 200), ("ann", 200)):
            evening = start_table()
            evening.bob.tap("rule.made", text="No elbows")
            with row(f"{kind} {phone}"):
                answer = getattr(evening, phone).tap(kind, **fields)
                assert answer.status == status, answer.says
                assert (evening.night.rules.get("r1") is None or evening.seq > 5) == (status == 200)
                if status != 200:
                    assert answer.refuses("Only Bob or Ann can change or drop that rule.")


def test_the_page_of_a_rule_says_who_changes_it_and_has_no_form_for_others(evening, ann, bob, cal):
    bob.tap("rule.made", text="No elbows")
    for phone, has in ((ann, True), (bob, True), (cal, False)):
        page = phone.get("rules/r1")
        assert ('id="repeal"' in page.html) is has
        assert ("Only Bob or Ann can change or drop that rule." in page.words) is not has


def test_anybody_changes_a_rule_of_somebody_without_a_phone_and_of_a_lent_seat_only_its_phone(evening, ann, bob, cal):
    ann.tap("player.joined", name="Dot")
    bob.tap("rule.made", text="No elbows", acting="p4")
    assert evening.night.rules["r1"].maker == "p4"
    assert cal.tap("rule.amended", rule="r1", text="No knees").status == 200
    ann.post("seats/lend", player="p4", to="p2")
    assert cal.tap("rule.repealed", rule="r1").refuses("Only Dot or Ann")
    assert bob.tap("rule.repealed", rule="r1").status == 200


BOOK = b'{"format": "companion-rules/1", "rules": [{"text": "A"}]}'


@pytest.fixture
def earned(evening):
    """A game in which rules are earned; Bob made the rule r1 before it."""
    evening.bob.tap("rule.made", text="No elbows")
    return evening.start("five-card-yak", earned=True)


def test_where_rules_are_earned_nobody_makes_changes_or_drops_one_without_a_right(earned, ann, bob, cal):
    before = earned.file
    for phone in (ann, bob, cal):
        for kind, fields in (
            ("rule.made", {"text": "No toes"}),
            ("rule.amended", {"rule": "r1", "text": "No knees"}),
            ("rule.repealed", {"rule": "r1"}),
        ):
            assert phone.tap(kind, **fields).refuses("rules are earned, and nobody may make one now."), kind
    assert earned.file == before
    for page in ("rules", "rules/bring", "rules/r1"):
        assert "the right to a rule is earned, and nobody has it now." in cal.get(page).words
        assert 'class="muted locked"' in cal.get(page).html
    assert bob.post("rules/bring", {"all": "yes", "book": rule_books.packed(BOOK)}).refuses(
        "In this game rules are earned."
    )
    assert "Add all" not in bob.get("rules/bring").words

    earned.play("p3", "p3", "p3", "p3")
    assert 'class="chip turned locked"' in ann.get("rules").html
    assert "locked" not in cal.get("rules").regions["r-whose"]
    assert bob.tap("rule.repealed", rule="r1").refuses("Cal makes the next rule")  # it is his own
    assert cal.tap("rule.repealed", rule="r1").status == 200
    assert earned.night.rights == ()


def test_a_table_agrees_at_the_start_that_anybody_makes_rules_and_it_holds_for_that_game(evening, ann, bob, cal):
    assert 'name="open_rules"' in ann.get("start/five-card-yak").html
    assert 'name="open_rules"' not in ann.get("start/yogis-whist").html
    started = {"game": "five-card-yak", "players": ["p1", "p2", "p3"], "dealer": "p1", "open_rules": "yes", "key": "a"}
    for _ in range(2):  # sent again
        assert ann.tap("game.started", **started).status == 200
    assert b"anybody" not in evening.file
    assert "Anybody may make a rule." in bob.get("rules").words
    assert bob.tap("rule.made", text="No elbows").status == 200
    assert cal.tap("rule.repealed", rule="r1").refuses("Only Bob or Ann")
    evening.play("p2", "p2", "p2", "p2")
    assert cal.tap("rule.made", text="No knees").refuses("Bob makes the next rule")
    ann.tap("game.ended")
    assert 'name="open_rules" value="yes"' in ann.get().regions["r-record"]  # to play it again
    evening.start("five-card-yak", earned=True)
    assert cal.tap("rule.made", text="No toes").refuses("rules are earned")


def test_the_choice_is_not_made_later_by_starting_it_again(earned, ann):
    again = {"game": "five-card-yak", "players": ["p1", "p2", "p3"], "dealer": "p1", "open_rules": "yes"}
    assert "You started it already" in ann.tap("game.started", **again).says
    assert ann.tap("rule.made", text="No toes").refuses("rules are earned")


def test_where_rules_are_earned_its_maker_puts_a_rule_right_for_a_minute_and_the_finesmaster_undoes_any(
    earned, ann, bob, cal, seconds_pass
):
    earned.play("p2", "p2", "p2", "p2")
    bob.tap("rule.made", text="No toe")
    made = earned.seq
    assert cal.tap("entry.undone", entry=made).refuses("Only Bob or Ann")
    assert bob.tap("entry.changed", entry=made, **{"event.text": "No toes"}).status == 200
    seconds_pass(61)
    for phone, kind in ((bob, "entry.changed"), (bob, "entry.undone"), (ann, "entry.changed")):
        assert phone.tap(kind, entry=made, **({"event.text": "No feet"} if "ch" in kind else {})).refuses("too late")
    assert ann.tap("entry.undone", entry=made).status == 200
    assert [right.player for right in earned.night.rights] == ["p2"]
