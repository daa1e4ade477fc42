"""The page Just for me: what I drink or do instead, my limit, pause and glass; it changes my phone and no debt."""

import re

from tests.conftest import plain
from tests.table import row
from tests.web.forms import region
from tests.web.recorder import Recorder, unequal

FORFEIT = "hop on one leg"


def prefer(phone, **given):
    """The form on the page, filled in like this; what is not given stays empty."""
    return phone.post("preferences", **{"drinks": "alcohol", "forfeit": "", "cap": "", "glass": "", **given})


def fine_alert_of(phone):
    return plain(phone.get().regions["r-mine"])


HOP = "Hop on one leg"
INSTEAD = "Do something else, or leave it for later."
OVER = f"That’s past your limit. {INSTEAD}"


def open_to_all(phone):
    """The fine as others can read it: without what opens only on tap."""
    return plain(re.sub(r"<details class=\"own\">.*?</details>", "", phone.get().regions["r-mine"], flags=re.S))


def just_for_me(phone):
    """What opens on tap, without its link."""
    found = re.search(r"<details class=\"own\">.*?</summary>(.*?)<a ", phone.get().regions["r-mine"], re.S)
    return plain(found[1])


def test_the_page_is_one_link_from_the_drinks_shows_what_was_saved_and_praises_no_drinking(evening, bob, stranger):
    drinks, page = bob.get("drinks"), bob.get("preferences")
    assert f'href="/n/{evening.nid}/preferences"' in drinks.html
    assert "Just for me" in page.words
    assert not re.search(r"cheers|bottoms|down it|champion|legend|winner|\bchug", page.words + drinks.words, re.I)
    answer = prefer(bob, drinks="forfeit", forfeit=f" {FORFEIT}\n", cap="12", glass="568")

    assert answer.status == 200
    assert "Saved ✓" in answer.words
    assert "Same count, your way." in answer.words
    page = bob.get("preferences").html
    assert 'value="forfeit" checked' in page
    assert f'value="{FORFEIT}"' in page
    assert re.search(r'name="cap" inputmode="numeric" pattern="\[0-9\]\*" maxlength="4"[^>]* value="12"', page)
    assert stranger.get("preferences").status == stranger.post("preferences").status == 403


def test_what_a_player_set_is_told_behind_a_sign_and_the_fine_of_all_who_drink_looks_the_same(owing, bob):
    before = open_to_all(bob)
    assert before.startswith("Bob, drink 4 sips 3 – trick 3 costs 3")
    assert before.endswith("Done 1 of 4 done Later")
    way = "Bob, 4 your way"
    hops, squats = (before.replace("Bob, drink 4 sips", f"{way} {do}") for do in (f"{HOP} (4 times)", "Do 4 squats"))
    crossed = before.replace("4 sips", "4 sips 3 of them are past your limit: your way.")
    for given, told, seen in (
        ({}, "", before),
        ({"drinks": "soft"}, "A soft drink, as you chose.", before),
        ({"drinks": "forfeit", "forfeit": FORFEIT}, "", hops),
        ({"drinks": "forfeit", "forfeit": "squats"}, "", squats),
        ({"forfeit": FORFEIT, "cap": "0"}, OVER, hops),
        ({"cap": "4"}, "", before),
        ({"cap": "0"}, OVER, before.replace("Bob, drink 4 sips", way)),
        ({"cap": "1"}, f"1 of these is all you wanted tonight. {INSTEAD}", crossed),
        ({"forfeit": "squats", "cap": "3"}, f"3 of these are all you wanted tonight. {INSTEAD}",
         before.replace("4 sips", "4 sips 1 of them is past your limit. Do 1 squat")),
        ({"drinks": "forfeit", "forfeit": "squats", "cap": "3"},
         "3 of these are all you wanted tonight. Leave the rest for later.",
         squats.replace("4 squats", "3 squats")),
    ):  # fmt: skip
        prefer(bob, **given)
        with row(given):
            assert just_for_me(bob) == told
            assert open_to_all(bob) == seen
    bob.post("preferences", pause="yes")
    assert open_to_all(bob) == squats
    assert "•••" in plain(bob.get().regions["r-mine"])


def test_who_does_something_else_may_have_it_said_on_their_own_fine(owing, bob, cal):
    prefer(bob, drinks="forfeit", forfeit="squats", openly="yes")
    assert fine_alert_of(bob).startswith("Bob, 4 squats 3 – trick 3 costs 3")
    assert 'name="openly" value="yes" checked' in bob.get("preferences").html
    assert re.findall(r"\w+, \d squats[^·]*", cal.get().words) == ["Bob, 3 squats "]
    for typed, said in (("One squat", "4 squats"), ("push-up", "4 push-ups"), ("star jump", "4 star jumps"),
                        ("sing verses", "4 × sing verses"), ("stand up", "4 × stand up")):  # fmt: skip
        prefer(bob, drinks="forfeit", forfeit=typed, openly="yes")
        assert fine_alert_of(bob).startswith(f"Bob, {said} 3 – trick"), typed
    prefer(bob, drinks="forfeit", forfeit="a squat")
    assert fine_alert_of(bob).startswith("Bob, 4 your way Do 4 squats")


def test_what_a_fine_costs_is_said_alike_of_who_drinks_and_of_who_does_not_unless_they_want_it(evening, ann, bob, cal):
    ann.tap("rule.made", text="No pointing", amount=2)
    for fined, more in (("fine.given", {"amount": 2}), ("rule.called", {"rule": "r1"})):
        ann.tap(fined, player="p2", **more)
        for given in ({"openly": "yes", "drinks": "forfeit"}, {"drinks": "forfeit"}, {"openly": "yes"}):
            prefer(bob, forfeit="a squat", **given)
            said = "2 squats" if given.keys() == {"openly", "drinks"} else "2 sips"
            with row(given, fined):
                assert f"Bob, {said}." in region(cal, "say", "log")
                assert f"Bob, {said}" in cal.get("tv").words
                assert f"Bob, {said.removesuffix(' sips')} " in plain(cal.get().regions["r-last"])
                assert ("squats" in cal.get().words) is ("squats" in said)


def test_every_number_of_who_openly_does_something_else_is_said_in_that(owing, ann, bob, cal):
    prefer(bob, drinks="forfeit", forfeit="a squat", openly="yes")
    assert 'data-spoken="Bob, 3 squats: ' in bob.get().html
    ann.tap("fine.forgiven", player="p2", amount=1)
    cal.post("proposals", type="drink.moved", player="p2", to="p3", amount=1, key="offer")
    assert "Cal offers to take over 1 squat of yours." in bob.get().words
    bob.tap("drink.taken", player="p2", amount=3)
    assert "Bob was let off 1 squat." in cal.get("log").words
    ann.tap("game.ended")
    assert "Bob 3 squats deal 1: 4 · forgiven: -1" in cal.get().words
    ann.tap("entry.changed", entry=6, **{"event.winner": "p3"})
    assert "Bob did 1 extra 2 squats in this game" in cal.get("tv").words
    assert re.search('You did 1 extra.*data-did="did" data-how=" extra">1<', bob.get("drinks").html, re.S)


def test_what_was_done_instead_is_entered_as_by_anybody_and_is_no_drink_in_public(owing, bob, cal):
    before = owing.file
    prefer(bob, drinks="forfeit", forfeit="squats", cap="3")
    assert owing.file == before
    bob.tap("drink.taken", player="p2", amount=3)

    assert (owing.last.type, owing.last.player, owing.last.amount) == ("drink.taken", "p2", 3)
    assert just_for_me(bob) == "That’s past your limit. Leave it for later."
    assert "Bob settled 3 sips." in cal.get("log").words


def test_the_fine_names_its_unit_and_the_amount_in_the_players_own_glass(start_evening):
    for unit, amount, given, words, said in (
        ("pencil", 3, {}, "drink 3 pencils · about 94 ml 3 –", "3 pencils"),
        ("pencil", 1, {"glass": "568"}, "drink 1 pencil · about 36 ml 1 –", "1 pencil"),
        ("pint", 2, {"drinks": "soft", "glass": "330"}, "drink 2 pints · about 660 ml 2 –", "2 pints"),
        ("beers", 3, {}, "drink 3 beers 3 –", "3 beers"),
        ("beers", 1, {}, "drink 1 beer 1 –", "1 beer"),
        ("glasses", 1, {}, "drink 1 glass 1 –", "1 glass"),
        ("glass", 2, {}, "drink 2 glasses 2 –", "2 glasses"),
        ("drink", 2, {}, "take 2 drinks 2 –", "2 drinks"),
        ("token", 1, {}, "pay 1 token 1 –", "1 token"),
        ("pencil", 1, {"drinks": "forfeit", "forfeit": "ups"}, "1 your way Do 1 up 1 –", "1 pencil"),
    ):
        evening = start_evening(unit=unit)
        bob = evening.join("Bob")
        prefer(bob, **given)
        evening.ann.tap("fine.given", player="p2", amount=amount)
        with row(unit, amount, given):
            assert fine_alert_of(bob).startswith(f"Bob, {words}")
            assert re.search('data-spoken="Bob, (.*?): fine"', bob.get().html)[1] == said
            assert f"Bob, {said}." in region(bob, "say", "log")
            assert f"Bob, {said} fine" in bob.get("tv").words


def test_a_pause_begins_and_ends_with_one_tap_and_outlasts_other_changes(owing, bob):
    bob.post("preferences", pause="maybe")
    assert "You’re taking a break" not in bob.get("preferences").words
    bob.post("preferences", pause="yes")
    assert f"4 your way {INSTEAD}" in open_to_all(bob)
    prefer(bob, forfeit=FORFEIT, cap="3")
    assert just_for_me(bob) == "You’re taking a break."
    assert f"4 your way {HOP} (4 times)" in open_to_all(bob)
    assert "You’re taking a break" in bob.get("preferences").words

    bob.post("preferences", pause="no")
    assert "break" not in just_for_me(bob)
    assert f'value="{FORFEIT}"' in bob.get("preferences").html


def test_an_invalid_preference_is_refused_in_words_and_stays_typed(evening, bob):
    prefer(bob, cap="7")
    for given, words in (
        ({"drinks": ""}, "Choose one of the three"),
        ({"drinks": "forfeit"}, "What will you do instead?"),
        ({"drinks": "forfeit", "forfeit": " \u200b\x07"}, "What will you do instead?"),
        ({"drinks": "forfeit", "forfeit": "la" * 21}, "40 letters"),
        ({"cap": "1001"}, "a number up to 1000"),
        ({"cap": "many"}, "a number up to 1000"),
        ({"glass": "569"}, "one of the glasses"),
    ):
        answer = prefer(bob, **given)
        assert answer.refuses(words), given
        assert "la" * 20 not in answer.says, given
        assert 'value="7"' in bob.get("preferences").html, given
        assert f'value="{given.get("cap", "")}"' in answer.html, given


def test_a_limit_keeps_its_measure_when_the_table_changes_its_unit_or_asks_to_be_set_anew(start_table):
    evening = start_table(unit="pencil")
    ann, bob = evening.ann, evening.bob
    prefer(bob, cap="16")
    ann.tap("fine.given", player="p2", amount=6)
    bob.tap("drink.taken", player="p2", amount=6)
    ann.tap("unit.changed", unit="finger")
    assert 'value="8"' in bob.get("preferences").html
    assert "You set 16 pencils." in bob.get("preferences").words
    ann.tap("fine.given", player="p2", amount=5)
    assert just_for_me(bob) == ""
    ann.tap("fine.given", player="p2", amount=1)
    assert "5 of these are all you wanted tonight." in fine_alert_of(bob)

    ann.tap("unit.changed", unit="sip")
    assert "Your limit was in pencils: set it again." in fine_alert_of(bob)


def test_what_i_owe_is_shown_in_millilitres_and_drawn_unless_i_do_something_else(start_evening):
    evening = start_evening(unit="pencil")
    evening.ann.tap("fine.given", player="p1", amount=4)
    for glass, said in (("", "125 ml"), ("568", "142 ml"), ("330", "82 ml")):
        prefer(evening.ann, glass=glass)
        assert f"You owe 4 pencils, ¼ pint · about {said}" in evening.ann.get("drinks").words

    assert "<svg" in evening.ann.get("drinks").regions["r-own-drinks"]
    prefer(evening.ann, drinks="forfeit", forfeit=FORFEIT)
    assert "<svg" not in evening.ann.get("drinks").regions["r-own-drinks"]


# What the others are sent is the same, byte by byte, whether somebody has preferences or not


def preferences_of_bob(bob):
    """Everything that Bob can choose, one after the other."""
    yield prefer(bob, drinks="forfeit", forfeit=FORFEIT, cap="2", glass="473")
    yield prefer(bob, drinks="soft", forfeit=FORFEIT, cap="0")
    yield bob.post("preferences", pause="yes")
    bob.post("preferences", pause="no")
    yield prefer(bob, forfeit=FORFEIT, cap="4")  # the next fine crosses it
    yield prefer(bob, drinks="forfeit", forfeit="")


def sent_to_others(start_table, preferring):
    """What Ann's and Cal's phones are sent while tricks are played, fined and drunk for; Ann's acts for Bob, too."""
    evening = start_table(unit="pencil")
    choices = preferences_of_bob(evening.bob) if preferring else iter(())
    evening.a_minute_passes()
    evening.ann.post("seats/lend", player="p2", to="p1")
    phones = [Recorder(phone, "preferences", "share", "start/yak", "with/p2") for phone in (evening.ann, evening.cal)]
    evening.start("five-card-yak")
    for trick, taker in enumerate(("p2", "p3", "p2", "p2"), start=1):
        next(choices, None)
        evening.play(taker, first=trick)
        assert evening.bob.tap("drink.taken", player="p2", amount=1).status == (422 if trick == 2 else 200)
        for phone in phones if trick in (1, 4) else ():
            phone.sees_all(evening)
    phones[0].tries("drink.taken", acting="p2", player="p2", amount=1)
    phones[1].tries("drink.taken", player="p2", amount=99)
    phones[0].keep(evening.file.decode())
    return [words for phone in phones for words in phone.words]


def test_the_phones_of_the_others_the_log_and_the_export_are_the_same_bytes(start_table, caplog):
    caplog.set_level(0)
    preferring = sent_to_others(start_table, preferring=True)

    assert unequal([sent_to_others(start_table, preferring=False), preferring]) == []
    assert FORFEIT not in "".join(preferring) + caplog.text


def test_a_preference_changes_the_version_of_no_other_phone_and_ones_own_does_not_reveal_it(game, ann, bob):
    game.play("p2")
    theirs, mine = ann.get("poll").version, bob.get("poll").version

    prefer(bob, drinks="forfeit", forfeit=FORFEIT)

    assert ann.get("poll").version == theirs
    kept = bob.get("poll").version
    assert kept != mine
    assert HOP in bob.get(f"poll?since={mine}").regions["r-mine"]
    assert bob.get(f"poll?since={kept}").html == ""
    prefer(bob, drinks="soft")
    assert bob.get("poll").version.split(".")[2][:-6] == kept.split(".")[2][:-6]


def test_a_phone_that_a_seat_was_lent_to_keeps_its_own_preferences_only(game, ann, bob):
    prefer(bob, drinks="forfeit", forfeit=FORFEIT)
    ann.post("seats/lend", player="p2", to="p1")
    ann.post("preferences", drinks="soft", acting="p2", player="p2")
    game.play("p2", "p1")

    assert FORFEIT not in ann.get().html + ann.get("drinks").html + ann.get("preferences").html
    assert "A soft drink, as you chose." in fine_alert_of(ann)
    assert HOP in fine_alert_of(bob)


def test_the_text_that_is_read_out_and_the_big_screen_are_the_same_whatever_one_prefers(game, bob, cal):
    game.play("p2")
    spoken = 'data-spoken="Bob, 1 sip: trick 1 costs 1"'
    assert spoken in bob.get().html

    for answer, status in zip(preferences_of_bob(bob), (200, 200, 200, 200, 422), strict=True):
        assert answer.status == status
        assert spoken in bob.get().html
        assert bob.get("tv").words == cal.get("tv").words


def test_a_preference_moves_with_its_player_to_another_phone_and_outlasts_a_restart(game, bob, stranger, new_app):
    prefer(bob, drinks="forfeit", forfeit=FORFEIT)
    game.play("p2")
    secret = bob.post("seats/move").html.split("/m/")[1].split("<")[0]
    stranger.post(f"/m/{secret}")

    assert HOP in fine_alert_of(stranger)
    assert bob.get("preferences").status == 403
    assert HOP in stranger.at(new_app()).get().html
