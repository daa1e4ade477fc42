"""*Check my rule*: whatever is typed becomes a rule by one of three cards, or is refused with the way out."""

import re
from html import unescape
from urllib.parse import urlencode

import pytest

from companion.domain.games import GAMES
from companion.domain.house_rules.english.starters import starters
from companion.domain.house_rules.model import Called, CardPlayed, Part, TrickWon
from companion.domain.limits import bare
from tests.table import row
from tests.web.forms import sent, ticked

JACKS = "if someone plays a jack they drink 2"
PHONE = "phone on the table = 2 drinks"


def check(phone, text, rule="new", **more):
    return phone.get(f"rules/{rule}?" + urlencode({"text": text, **more}))


def kind(answer):
    found = re.search(r'class="form verdict (\w+)', answer.html)
    return found and found[1]


def chips(answer, name):
    """The words of the chips in one row of the card, and those of the chosen one."""
    found = re.findall(rf'name="{name}" value="[^"]*"( checked)? required><span>(.*?)</span>', answer.html)
    return [words for _, words in found], [words for chosen, words in found if chosen]


def makes(phone, answer, **tapped):
    made = phone.post("entries", {**sent(answer.html, "card"), **tapped})
    assert made.status == 303, made.says
    return made


def last(evening):
    *_, rule = evening.night.rules.values()
    return rule


def test_each_sentence_leads_to_one_card(evening, bob):
    for text, card, words in (
        ("whoever takes a trick drinks 2", "watched", "The app watches whoever takes a trick drinks 2"),
        ("if someone takes a trick they drink 2", "watched", "The app watches Whoever takes a trick drinks 2."),
        ("if someone takes a trick they drink 2", "watched", "The app sees it: nobody has to tap anything."),
        ("whoever takes a trick hands out 2", "watched", "The app sees it, and asks on their phone who drinks."),
        ("when a trick is won, everyone drinks 1 and the dealer 2", "watched", "Up to 3 at a time for one player."),
        ("everyone drinks 3", "missing", "One thing is missing It does not say what sets it off. When?"),
        ("when a jack is played everyone drinks 9", "missing", "“9” is too many"),
        ("whoever plays a quen drinks 2", "missing", "Did you mean this? This rule Whoever plays a queen drinks 2."),
        (PHONE, "called", f"You call it “{PHONE}” Who drinks?"),
        (PHONE, "called", "The app can’t see that. Tap Caught! when it happens."),
        ("no phones on the table or 10 sips", "called", "One rule costs nobody more than 5."),
        ("red: drink, black: give", "called", "These are two rules: check one of them alone, or call them as one."),
        ("whoever plays a jack drinks unless they laugh", "called", "“whoever plays a jack drinks unless they laugh”"),
        ("🍺 = 🍺", "called", "“🍺 = 🍺”"),
        ("all women drink", "refused", "House rules are for everybody, and not against “women”."),
        ("Bob drinks 2", "refused", "House rules are for everybody: leave out Bob."),
        ("no new rules: drink 2", "refused", "change how rules are made or when games end. Say what somebody does"),
        ("Elbows on the table: drink 9", "refused", "“9” is too many: one rule costs nobody more than 5"),
        ("Elbows on the table: drink 9", "refused", "Type a smaller number, and check it again."),
        ("x" * 281, "refused", "at most 280 letters"),
    ):
        with row(text):
            answer = check(bob, text)
            assert kind(answer) == card
            assert words in answer.words
    assert kind(bob.get("rules/new?text=+")) is None


def test_any_sentence_is_a_rule_with_one_tap_and_what_it_says_is_chosen_beforehand(evening, bob):
    for text, who, amount in (
        ("Aces are low", "player", 0),
        (PHONE, "player", 2),
        ("swearing: everyone else drinks 3", "others", 3),
        ("no phones on the table or drink 2", "player", 2),
    ):
        with row(text):
            assert kind(check(bob, text)) == "called"
            makes(bob, check(bob, text))
            rule = last(evening)
            assert (rule.text, rule.when, rule.parts) == (text, Called(), (Part(who, amount),))


def test_who_drinks_and_how_many_are_two_rows_of_chips(evening, bob, cal):
    answer = check(bob, "No elbows on the table")
    assert chips(answer, "who") == (
        ["whoever is caught", "the others", "everybody", "somebody picks"],
        ["whoever is caught"],
    )
    assert chips(answer, "amount") == (["1", "2", "3", "nobody drinks"], ["1"])
    assert chips(check(bob, "Whoever yawns: the dealer drinks 4"), "amount")[0] == ["1", "2", "3", "4", "nobody drinks"]

    makes(bob, answer, who="chosen", amount="3")
    assert last(evening).parts == (Part("chosen", 3),)
    makes(bob, check(bob, "No knees on the table"), who="chosen", amount="0")  # nobody picks who drinks nothing
    assert last(evening).parts == (Part("player", 0),)
    assert cal.tap("rule.called", rule="r2", player="p2").status == 200
    assert evening.owed == {}
    assert "When someone is caught, nobody drinks. You call it. Fired 1 time." in cal.get("rules").words
    assert "Bob was caught" in cal.get().words

    several = "When somebody points at the dealer, the player to his left drinks two and the dealer drinks one."
    answer = check(bob, several)
    assert "When someone is caught, the player to the left drinks 2 and the dealer drinks 1." in answer.words
    assert chips(answer, "who") == ([], [])
    makes(bob, answer)
    assert (last(evening).when, last(evening).parts) == (Called(), (Part("left", 2), Part("dealer", 1)))


def test_what_the_app_watches_is_made_as_the_card_says(evening, bob):
    makes(bob, check(bob, JACKS))
    rule = last(evening)
    assert (rule.text, rule.when, rule.parts) == (JACKS, CardPlayed(rank="J"), (Part("player", 2),))
    makes(bob, check(bob, "When a jack of hearts is played, everyone drinks 1 and the dealer drinks 2."))
    assert last(evening).parts == (Part("everyone", 1), Part("dealer", 2))


def test_what_is_missing_is_a_chip_and_the_likely_one_is_chosen(evening, bob):
    for text, name, likely, tapped, when, part in (
        ("everyone drinks 3", "when someone plays a card", 0, 1, TrickWon(), Part("everyone", 3)),
        ("when a jack is played everyone drinks nine", "1", 4, 2, CardPlayed(rank="J"), Part("everyone", 3)),
    ):
        with row(text):
            answer = check(bob, text)
            words, chosen = chips(answer, "text")
            assert (words[0], chosen) == (name, [words[likely]])
            makes(bob, answer, text=unescape(list(ticked(answer.html, "text"))[tapped]))
            assert (last(evening).when, last(evening).parts) == (when, (part,))
    makes(bob, check(bob, "whoever plays a quen drinks 2"))
    assert last(evening).text == "Whoever plays a queen drinks 2."


def test_words_are_kept_and_called_by_people_if_the_card_means_something_else(evening, bob):
    for text, amount in ((JACKS, 2), ("everyone drinks 3", 3), ("whoever plays a quen drinks 2", 2)):
        with row(text):
            answer = check(bob, text)
            link = unescape(re.search(r'href="[^"]*rules/(new\?text=[^"]*call=yes)#card"', answer.html)[1])
            kept = bob.get(f"rules/{link}")
            assert kind(kept) == "called"
            makes(bob, kept)
            rule = last(evening)
            assert (rule.text, rule.when, rule.parts) == (text, Called(), (Part("player", amount),))


def test_a_rule_about_cards_says_that_people_call_it_where_no_cards_are_entered(evening, bob):
    said = "You call it, unless you enter cards"
    assert said not in check(bob, JACKS).words
    evening.start("five-card-yak")
    assert said in check(bob, JACKS).words
    assert said not in check(bob, "whoever takes a trick drinks").words
    bob.tap("rule.made", text=JACKS, read="")
    bob.tap("trick.taken", deal=1, trick=1, winner="p2")
    assert said in bob.get("rules").words
    bob.tap("trick.taken", deal=1, trick=2, plays=["p2 JS", "p3 2H", "p1 3H"])
    assert said not in check(bob, "whoever plays a queen drinks").words
    assert "The app watches." in bob.get("rules").words
    bob.tap("game.ended")
    bob.tap("game.started", game="kings", players=["p1", "p2", "p3"], dealer="p1")
    assert said not in check(bob, "whoever draws a red queen drinks").words  # its key asks for the suit


def test_a_rule_that_is_in_force_already_is_refused_on_its_card(evening, bob):
    bob.tap("rule.made", text=JACKS, read="")
    for text in (JACKS, "Whoever plays a jack drinks 2."):
        assert "You have that rule already" in check(bob, text).words
    assert "You have that rule already" not in check(bob, "Whoever plays a jack drinks 2.", rule="r1").words


def test_a_refusal_without_script_shows_the_card_again_as_it_was_tapped(evening, bob):
    answer = check(bob, PHONE)
    chosen = {"who": "others", "amount": "3"}
    refused = bob.post("entries", {**sent(answer.html, "card"), **chosen, "acting": "p3"})

    assert refused.refuses("Cal has a phone, and taps that there.")
    assert f">{PHONE}</textarea>" in refused.html
    again = sent(refused.html, "card")
    assert {name: again[name] for name in chosen} == {"who": ["others"], "amount": ["3"]}


@pytest.mark.each_game
def test_six_ideas_are_those_of_the_game_and_one_tap_makes_one(evening, ann):
    seen = set()
    for game in (None, *GAMES.values()):
        with row(game and game.id):
            if game:
                evening.start(game.id)
            page = ann.get("rules/new").html
            texts = [unescape(text) for text in ticked(page, "text")]
            of_game = [starter.text for starter in starters(game.id)] if game else []
            assert len(texts) == min(6, len(of_game) or 6)
            assert " autofocus" in page
            cards = [unescape(text) for text in re.findall(r'value="([^"]*)">[^<]* <small>Only with cards', page)]
            if of_game:
                assert {bare(text) for text in texts} <= {bare(text) for text in of_game}
                assert not seen & set(texts)
                seen |= set(texts)
                assert bool(cards) == (game.id in ("five-card-yak", "frak-you"))
            if game:
                ann.tap("game.ended")
    answer = ann.post("entries", {**sent(page, "ideas"), "text": texts[0]})
    assert answer.goes_to.endswith("/rules")
    assert last(evening).text == texts[0]
    assert texts[0] not in map(unescape, ticked(ann.get("rules/new").html, "text"))


# ---- changed


@pytest.fixture
def ruled(evening, ann):
    """A rule about jacks, one that people call, and one in words that say nothing of what it watches for."""
    ann.tap("rule.made", text=JACKS, read="")
    ann.tap("rule.made", text="No elbows", who="others", amount=2)
    queens = {"when.on": "card.played", "when.rank": "Q", "also.who": "dealer", "also.amount": 1}
    ann.tap("rule.made", text="Ladies’ night!", who="left", amount=1, **queens)
    return evening


def test_a_rule_to_change_is_shown_as_it_is(ruled, ann):
    for rule, card, words in (
        ("r1", "watched", "Whoever plays a jack drinks 2."),
        ("r2", "called", "“No elbows” Who drinks?"),
        ("r3", "watched", "When someone plays a queen, the player to the left drinks 1 and the dealer drinks 1."),
    ):
        with row(rule):
            answer = ann.get(f"rules/{rule}")
            assert kind(answer) == card
            assert words in answer.words
            assert (">Save<" in answer.html) is (card == "called")  # nothing was changed of what the app watches
    assert chips(ann.get("rules/r2"), "who")[1] == ["the others"]


def test_a_change_is_made_by_the_card_and_has_only_what_it_changes(ruled, ann):
    for rule, text, tapped, when, parts, fields in (
        ("r2", "No elbows", {"amount": "3"}, Called(), (Part("others", 3),), {"amount"}),
        ("r2", "No knees", {}, Called(), (Part("player", 1),), {"text", "who", "amount"}),
        ("r1", "whoever plays a king drinks 2", {}, CardPlayed(rank="K"), (Part("player", 2),), {"text", "when"}),
        ("r3", "whoever plays a queen drinks 2", {}, CardPlayed(rank="Q"), (Part("player", 2),),
         {"text", "who", "amount", "also"}),
    ):  # fmt: skip
        with row(rule, text):
            makes(ann, check(ann, text, rule=rule), **tapped)
            found = ruled.night.rules[rule]
            assert (found.text, found.when, found.parts) == (text, when, parts)
            written = {name: getattr(ruled.last, name) for name in ("text", "when", "who", "amount", "also")}
            assert {name for name, value in written.items() if value or value == ()} == fields
    assert ann.post("entries", sent(ann.get("rules/r2").html, "card")).refuses("Nothing has changed yet.")


def test_a_change_that_cannot_be_is_refused_on_its_card(ruled, ann):
    ann.tap("rule.made", text="Whoever plays a ten becomes thumb master", read="")
    for rule, text, words in (
        ("r1", "Bob drinks whenever he yodels", "leave out Bob"),
        ("r4", "Whoever plays a ten drinks 2", "A change can’t take away a title: drop the rule, and make a new one."),
        ("r1", "Whoever plays a ten becomes the duke", "A change can’t take away what a rule costs"),
        ("r1", "No elbows", "You have that rule already"),
    ):
        with row(rule, text):
            answer = check(ann, text, rule=rule)
            assert kind(answer) == "refused"
            assert words in answer.words
            assert f">{text}</textarea>" in unescape(answer.html)
    chosen = {"text": "When someone takes a trick, everyone drinks 3.", "read": "yes"}  # one of what was missing
    assert ann.tap("rule.amended", rule="r4", **chosen).refuses("A change can’t take away a title")
