"""Just for me: what I drink or do instead, my limit, pause and glass; my phone changes its words, no debt changes."""

import re

from tests.conftest import plain
from tests.table import row

FORFEIT = "hop on one leg"


def wish(phone, **said):
    """The form on the page, filled in like this; what is not said stays empty."""
    fields = {"drinks": "alcohol", "forfeit": "", "cap": "", "glass": "", **said}
    return phone.post("wishes", **fields)


def moment_of(phone):
    return plain(phone.get().regions["r-mine"])


HOP = "Do: hop on one leg"
OVER = "You are over what you set yourself for tonight: do your forfeit or carry it over."
REACH = "1 of these reach your limit. For the rest do your forfeit or carry it over."


def test_the_page_is_one_link_from_the_drinks(evening, bob):
    assert f'href="/n/{evening.nid}/wishes"' in bob.get("drinks").html
    assert "Just for me" in bob.get("wishes").words


def test_what_was_kept_stands_in_the_form_again(evening, bob):
    answer = wish(bob, drinks="forfeit", forfeit=f" {FORFEIT}\n", cap="12", glass="568")

    assert (answer.status, answer.goes_to) == (303, f"/n/{evening.nid}/wishes")
    page = bob.get("wishes").html
    assert 'value="forfeit" checked' in page
    assert f'value="{FORFEIT}"' in page
    assert 'name="cap" inputmode="numeric" pattern="[0-9]*" maxlength="4" autocomplete="off" value="12"' in page


def test_what_ones_own_phone_says_of_four_owed(owing, bob):
    for said, begins, within, ends in (
        ({}, "Bob, drink 4 3 – trick 3 costs 3", "", "Done Only one of them Later"),
        ({"drinks": "soft"}, "Bob, drink 4 A soft drink, as you chose.", "", ""),
        ({"drinks": "forfeit", "forfeit": FORFEIT}, f"Bob, settle 4 {HOP} (4 times)", "", ""),
        ({"forfeit": FORFEIT, "cap": "0"}, "", OVER, "Done Carry over"),
        ({"forfeit": FORFEIT, "cap": "0"}, "", f"{HOP} (4 times)", ""),
        ({"cap": "4"}, "Bob, drink 4", "", ""),
        ({"cap": "0"}, "", "do something else for it or carry it over", ""),
    ):
        wish(bob, **said)
        words = moment_of(bob)
        with row(said):
            assert words.startswith(begins)
            assert within in words
            assert words.endswith(ends)
            assert said != {"cap": "4"} or "limit" not in words
    wish(bob, drinks="forfeit", forfeit=FORFEIT)
    bob.tap("drink.taken", player="p2", amount=3)
    assert f"Bob, settle 1 {HOP} 1 –" in moment_of(bob)


def test_what_still_reaches_the_limit_is_told_apart(owing, bob):
    bob.tap("drink.taken", player="p2", amount=1)
    wish(bob, forfeit=FORFEIT, cap="2")

    assert f"{REACH} {HOP} (2 times)" in moment_of(bob)
    assert moment_of(bob).endswith("Done Only one of them Carry over")


def test_a_pause_is_one_tap_and_so_is_its_end_and_outlasts_what_else_is_kept(owing, bob):
    bob.post("wishes", pause="maybe")
    assert "You are pausing" not in bob.get("wishes").words
    bob.post("wishes", pause="yes")
    wish(bob, drinks="forfeit", forfeit=FORFEIT, cap="3")
    assert f"You are pausing: do your forfeit or carry it over. {HOP} (4 times)" in moment_of(bob)
    assert "You are pausing" in bob.get("wishes").words

    bob.post("wishes", pause="no")

    assert "pausing" not in bob.get("wishes").words
    assert "You are over" not in moment_of(bob)
    assert f'value="{FORFEIT}"' in bob.get("wishes").html


def test_no_wish_changes_what_is_owed_and_done_writes_the_same_whatever_one_did(owing, bob):
    before = owing.file
    wish(bob, drinks="forfeit", forfeit=FORFEIT, cap="0")
    bob.post("wishes", pause="yes")
    assert owing.file == before

    bob.tap("drink.taken", player="p2", amount=4)

    assert (owing.last.type, owing.last.player, owing.last.amount) == ("drink.taken", "p2", 4)
    assert FORFEIT.encode() not in owing.file


def test_a_wish_that_cannot_be_is_refused_in_words_and_stays_typed(evening, bob):
    cases = [
        ({"drinks": ""}, "Choose one of the three"),
        ({"drinks": "wine"}, "Choose one of the three"),
        ({"drinks": "forfeit"}, "Say in a few words"),
        ({"drinks": "forfeit", "forfeit": " \u200b\x07"}, "Say in a few words"),
        ({"drinks": "forfeit", "forfeit": "la" * 21}, "40 letters"),
        ({"cap": "-1"}, "a number up to 1000"),
        ({"cap": "1001"}, "a number up to 1000"),
        ({"cap": "many"}, "a number up to 1000"),
        ({"glass": "569"}, "one of the glasses"),
        ({"glass": "x"}, "one of the glasses"),
    ]
    wish(bob, cap="7")
    for said, words in cases:
        answer = wish(bob, **said)
        assert answer.status == 422, said
        assert words in answer.says, said
        assert "la" * 20 not in answer.says, said
        assert 'value="7"' in bob.get("wishes").html, said
        if "cap" in said:
            assert f'value="{said["cap"]}"' in answer.html, said


def test_a_limit_keeps_its_measure_when_the_table_changes_its_unit(start_evening):
    evening = start_evening(unit="pencil")
    bob = evening.join("Bob")
    wish(bob, cap="16")
    evening.ann.tap("fine.given", player="p2", amount=6)
    bob.tap("drink.taken", player="p2", amount=6)
    evening.ann.tap("unit.changed", unit="finger")

    assert 'value="8"' in bob.get("wishes").html
    assert "You set 16 pencils." in bob.get("wishes").words
    evening.ann.tap("fine.given", player="p2", amount=5)
    assert "limit" not in moment_of(bob)
    evening.ann.tap("fine.given", player="p2", amount=1)
    assert "5 of these reach your limit" in moment_of(bob)


def test_a_limit_that_says_nothing_in_the_new_unit_asks_to_be_set_anew(start_evening):
    evening = start_evening(unit="pencil")
    bob = evening.join("Bob")
    wish(bob, cap="16")
    evening.ann.tap("unit.changed", unit="sip")
    evening.ann.tap("fine.given", player="p2", amount=20)

    assert "Bob, drink 20 Your limit was in pencils: set it anew." in moment_of(bob)


def test_my_glass_tells_what_i_owe_in_millilitres(start_evening):
    evening = start_evening(unit="pencil")
    evening.ann.tap("fine.given", player="p1", amount=4)
    assert "ml" not in evening.ann.get("drinks").words.split()

    wish(evening.ann, glass="568")
    assert "You owe 4 pencils, ¼ pint That is about 142 ml, your glass being 568 ml." in evening.ann.get("drinks").words

    wish(evening.ann, glass="330")
    assert "about 82 ml, your glass being 330 ml" in evening.ann.get("drinks").words


def test_no_glass_is_drawn_for_whoever_does_something_else(owing, bob):
    assert "<svg" in bob.get("drinks").regions["r-own-drinks"]

    wish(bob, drinks="forfeit", forfeit=FORFEIT)

    assert "<svg" not in bob.get("drinks").regions["r-own-drinks"]


def test_in_a_night_of_tokens_nobody_is_asked_what_they_drink(start_evening):
    ann = start_evening(unit="token").ann

    words = ann.get("wishes").words

    assert "In tokens, like everybody" in words
    assert "With something else" in words
    assert "soft" not in words
    assert "glass" not in ann.get("wishes").html.replace("A glass of water", "")


def test_a_tap_without_script_comes_back_to_its_page(owing, bob):
    for page in ["wishes", "drinks"]:
        answer = bob.tap("drink.taken", script=False, back=page, player="p2", amount=1)
        refused = bob.tap("drink.taken", script=False, back=page, player="p2", amount=9)
        assert (answer.status, answer.goes_to) == (303, f"/n/{owing.nid}/{page}"), page
        assert refused.status == 422, page
        assert ("Just for me" if page == "wishes" else "Everybody") in refused.words, page


def test_the_page_says_no_word_that_praises_drinking(evening, bob):
    words = bob.get("wishes").words.casefold() + bob.get("drinks").words.casefold()

    assert not re.search(r"cheers|bottoms|down it|champion|legend|winner|\bchug", words)
