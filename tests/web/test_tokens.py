"""Five-Card Yak for tokens on the phones: how it is chosen, what is paid and shown, and how it ends."""

import re

import pytest

from tests.table import row
from tests.web.forms import fields, ticked


def starts(evening, mode="", count="20", **fields):
    """Ann starts a game for the three with these choices, as the form of the page sends them."""
    chosen = {"options.tokens.mode": mode, "options.tokens.count": count}
    started = {"open_rules": "yes", "game": "five-card-yak", "dealer": "p1", "players": ["p1", "p2", "p3"]}
    return evening.ann.tap("game.started", **{**started, **chosen, **fields})


@pytest.fixture
def pass_out(evening):
    """Three tokens each; Ann deals and leads."""
    return evening.start("five-card-yak", tokens__mode="pass-out", tokens__count="3")


@pytest.fixture
def kegger(evening):
    """Nine in the pot; Ann deals and leads."""
    return evening.start("five-card-yak", tokens__mode="kegger", tokens__count="9")


def costs(phone):
    """What each button of the thumb zone says it costs, or the question says of all others."""
    record = phone.get().regions["r-record"]
    usual = re.search(r"who took it and ([^?]+)\?", record)
    found = re.findall(r'name="winner" value="(p\d)"><b>[^<]*</b>(?:<i>(.*?)</i>)?', record)
    return {hand: said or (usual[1] if usual else "") for hand, said in found}


def test_the_start_offers_tokens_in_a_plain_form(evening, ann):
    page = ann.get("start/five-card-yak").html

    assert ticked(page, "options.tokens.mode") == {"": True, "pass-out": False, "kegger": False}
    assert 'name="options.tokens.count"' in page
    assert 'id="start" method="post" action="' in page


def test_tokens_are_written_as_in_the_night_file_and_a_game_for_drinks_has_none(start_table):
    two = {"players": ["p1", "p2"], "options.dummies": "true", "script": False}
    for mode, count, more, options in (
        ("", "20", {}, {}),
        ("kegger", "9", {}, {"tokens": {"mode": "kegger", "count": 9}}),
        ("pass-out", "5", two, {"dummies": True, "tokens": {"mode": "pass-out", "count": 5}}),
    ):
        evening = start_table()
        assert starts(evening, mode, count, **more).status == (303 if more else 200)
        assert evening.last.options == options
        evening.play("p2")
        assert evening.owed == ({} if mode else {"p2": 1})


def test_strange_tokens_and_unknown_options_are_refused_in_words(evening):
    for mode, count in [("kegger", "0"), ("kegger", "1001"), ("kegger", ""), ("pass-out", "many"), ("keg", "9")]:
        assert starts(evening, mode, count).refuses("Options of Five-Card Yak: tokens"), mode
    for mode, name in (
        ("", "tokens"),
        ("kegger", "tokens.mode.more"),
        ("kegger", "dummies.yes"),
        ("kegger", "keg.count"),
    ):
        assert starts(evening, mode, "9", **{f"options.{name}": "true"}).refuses(), name
    assert evening.night.game is None


def test_the_buttons_show_what_will_really_be_paid(pass_out, bob):
    assert costs(bob) == {"p1": "pays 1", "p2": "pays 1", "p3": "pays 1"}
    pass_out.play("p1", "p2")

    assert costs(bob) == {"p1": "only 2 left", "p2": "only 1", "p3": "3"}
    pass_out.play("p1", first=3)
    assert costs(bob) == {"p1": "costs nobody", "p2": "only 1 left", "p3": "3"}


def test_the_others_pay_what_the_pot_holds_by_seat_also_after_an_undo(kegger, bob):
    kegger.play("p3", "p3", "p3", "p2", "p1")
    assert bob.tap("entry.undone", entry=kegger.seq).status == 200
    assert bob.tap("entry.undone", entry=kegger.seq - 2).status == 200

    assert costs(bob)["p3"] == "others 1–5"
    assert "Kegger: 6 left" in bob.get().words
    assert "Cal’s next trick: others 1–5" in bob.get().words


def test_payments_and_what_is_left_or_taken_are_shown_in_tokens_and_nobody_is_asked_to_drink(start_table):
    for mode, count, takers, notes in (
        ("pass-out", "3", ("p1", "p2", "p1"), ["out of tokens, plays to the end of the deal", "left 1", "left 3"]),
        ("kegger", "9", ("p1", "p2"), ["taken 1", "taken 2", "taken 0"]),
    ):
        evening = start_table()
        starts(evening, mode, count)
        evening.play(*takers)
        words = evening.bob.get().words
        shown = re.findall(r'note">([^<]+)<|owes (left|taken)">(\d+)<', evening.cal.get().regions["r-players"])
        assert [" ".join(filter(None, one)) for one in shown] == notes
        assert re.search("Bob took trick 2. Bob, 2 ·|Ann took trick 3. Ann, 2 ·", words)
        assert "Still to" not in words
        assert evening.owed == {}


def test_with_two_left_the_table_ends_it_with_one_tap_or_plays_on(pass_out, cal):
    pass_out.play("p1", "p2", "p1", None, None)
    table = cal.get()
    assert set(costs(cal)) == {"p2", "p3"}
    assert 'note">out of tokens<' in table.regions["r-players"]
    assert re.findall(r'name="players" value="(\w+)"', cal.get("deal").html) == ["p2", "p3"]

    assert "Two left. Stop now and Cal wins, 3 to 1, or play on." in table.words
    assert fields(table.html, "two-left-2")["type"] == "game.ended"
    assert cal.tap("trick.taken", deal=2, trick=1, winner="p3").status == 200
    assert "Two left" not in cal.get().words
    cal.tap("entry.undone", entry=pass_out.seq)
    cal.tap("game.ended")
    assert "Cal wins! The most tokens left wins." in cal.get().words


def test_how_a_game_for_tokens_ends(start_table):
    for mode, count, players, takers, ended, words in (
        ("pass-out", "3", "p1 p2", ("p1",), False, ()),  # two who began as two do not read that two are left
        ("pass-out", "3", "p1 p2 p3", ("p1", "p2", "p1", "p2", None), True,
         ("Cal wins! Nobody else has a token left.", "Cal 3 1 Ann 0 2 Bob 0 2")),
        ("pass-out", "1", "p1 p2 p3", ("p1", "p2", "p3", None, None), True,
         ("Ann, Bob and Cal win! Nobody has a token left. The most before the last deal wins.",)),
        ("kegger", "9", "p1 p2 p3", ("p1", "p2", "p1", "p2"), True,
         ("Cal wins! The pot is empty. The fewest taken wins.", "Cal 0 1 Ann 4 2 Bob 5 3", "Bob, 3 ·")),
    ):  # fmt: skip
        evening = start_table()
        starts(evening, mode, count, players=players.split())
        evening.play(*takers)
        table = evening.bob.get().words
        with row(mode, count, players):
            assert (evening.night.game is None) is ended
            assert [said for said in words if said not in table] == []
            assert "Two left" not in table


def test_a_game_that_ended_early_shows_what_is_left_and_the_next_begins_with_as_many(kegger, ann):
    kegger.play("p1", None, None, None, None)
    ann.tap("game.ended")
    assert "Bob and Cal win! Left in the pot: 8. The fewest taken wins." in ann.get().words

    again = re.findall(r'name="(options[^"]+)" value="([^"]+)"', ann.get().regions["r-record"])
    assert again == [("options.tokens.mode", "kegger"), ("options.tokens.count", "9")]
    ann.tap("game.started", game="five-card-yak", players=["p1", "p2", "p3"], **dict(again))
    assert kegger.last.options == {"tokens": {"mode": "kegger", "count": 9}}


def test_drinks_settling_up_and_the_recap_agree_on_drinks_and_tokens(kegger, ann, bob):
    kegger.play("p1", "p2")
    for amount in (1, 3):
        ann.tap("fine.given", player="p2", amount=amount)
    bob.tap("drink.taken", player="p2", amount=3)

    assert "Ann 1 in tokens Bob 2 in tokens, 3 settled 1 Cal" in bob.get("drinks").words
    for page in ("recap", "recap/1"):
        plots = re.findall(r"Fines over time, in (\w+)|In the end: ([^.]+)\.", bob.get(page).html)
        assert {"sips", "tokens", "Bob 4", "Ann 1, Bob 2"} <= {each for pair in plots for each in pair}


def test_the_cost_of_a_rule_is_shown_in_tokens_which_go_back_to_a_player_wrongly_caught(kegger, ann, bob):
    ann.tap("rule.made", text="No elbows", amount=2)
    ann.tap("rule.called", rule="r1", player="p2")
    assert "Fired once, 2 tokens in all" in bob.get("recap").words

    kegger.cal.tap("call.settled", entry=kegger.seq, stands="false")
    assert "Ann Bob Cal" in bob.get("drinks").words
    ann.tap("rule.called", rule="r1", player="p2")
    ann.tap("game.ended")
    ann.tap("rule.called", rule="r1", player="p3")
    assert "2 sips and 2 tokens in all" in bob.get("recap").words


def test_in_a_night_of_tokens_there_is_one_number_of_what_was_paid(start_evening):
    night = start_evening(unit="token")
    for name in ("Bob", "Cal"):
        night.join(name)
    starts(night, "kegger", "9")
    night.play("p1", "p2")

    settling = night.ann.get("drinks").words
    assert "Ann 1 paid Bob 2 paid Cal" in settling
    assert "2 in tokens" not in settling
    assert night.ann.get("recap").html.count("over time, in tokens</h2>") == 1
