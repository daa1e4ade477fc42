"""Yak: the phone's dice, which the server throws whatever a form may say, and an identical card, its owner's alone."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.domain.events import GameStarted, read
from companion.domain.games.yak import YAK
from companion.domain.games.yak.card import NOBODY, NUMBERS, Card, Options, State, check, due, fill, hidden
from companion.domain.games.yak.screen import describe, describe_open
from companion.domain.refused import Refused
from companion.domain.seating import Table
from tests.table import cases

from .yak_nights import SEQUENCE, scored, thrown

TABLE = Table(("ann", "bob"), (), {"ann": "Ann", "bob": "Bob"})
FIRST = thrown("ann", 1, "12345")
ONCE = {"throws": ((1, 2, 3, 4, 5),), "used": 5}


def state(dice, **card):
    """Ann has this card, and Bob has an empty one."""
    options = Options(dice=dice, **({"sequence": tuple(SEQUENCE)} if dice == "identical" else {}))
    return State(options, ("ann", "bob"), {"ann": Card(**card), "bob": Card()})


def made_of(raw, of=None, *written):
    """What the server makes of a form; `written` are the events that the log of this game has."""
    fill(of, raw, lambda number: (6,) * number, [read(event, YAK.events) for event in written])
    return raw


def throw_made_of(dice, card, raw, *written):
    form = {"type": "dice.thrown", "player": "ann", "round": "1", "throw": "1", **raw}
    return made_of(form, state(dice, **card), *written)


def test_the_next_numbers_skip_those_the_player_has_thrown():
    assert NUMBERS == 210
    assert due(state("identical"), "ann") == (1, 2, 3, 4, 5)
    assert due(state("identical", used=5), "ann", (True, False, False, True, True)) == (6, 6)
    assert due(state("real"), "ann") == ()


def test_an_identical_card_is_its_owners_alone_and_the_sequence_nobodys_until_the_game_is_over():
    event = read(FIRST, YAK.events)
    started = GameStarted(game="yak", players=("ann", "bob"), options={"dice": "identical", "sequence": SEQUENCE})

    assert (hidden(state("identical"), event), hidden(state("identical"), started)) == ("ann", NOBODY)
    for dice in ("real", "independent"):
        assert (hidden(state(dice), event), hidden(state(dice), started)) == (None, None)


@cases(
    thrown("ann", 1, "66666", round=2),
    thrown("ann", 2, "54321", "x....", 2),
    thrown("ann", 2, "12311", "xxx..", 2),
    thrown("ann", 3, "12345", round=2),
    scored("ann", "all", "54321", 2),
    scored("ann", "6s", round=2),
    scored("ann", "all", round=1),
    thrown("ann", 1, "12345", round=5),
)
def test_no_refusal_about_an_identical_card_shows_others_what_is_on_it(event):
    card = {"filled": {"6s": 12}, "throws": ((1, 2, 3, 4, 5),), "used": 10}
    with pytest.raises(Refused) as caught:
        check(state("identical", **card), read(event, YAK.events), TABLE)

    assert caught.value.public == "This does not fit Ann’s sheet now"


def test_a_refusal_about_open_dice_is_the_same_for_everybody():
    with pytest.raises(Refused) as caught:
        check(state("real", throws=((1, 2, 3, 4, 5),)), read(scored("ann", "all", "54321"), YAK.events), TABLE)

    assert not caught.value.is_secret


@cases(
    (describe, FIRST, "Ann made throw 1 of round 1."),
    (describe, scored("ann", "6s", "12345", 2), "Ann filled a box in round 2."),
    (describe_open, FIRST, "Ann threw 1 2 3 4 5: throw 1 of round 1."),
    (describe_open, thrown("ann", 2, "12366", "xxx.."), "Ann threw 1 2 3 6 6, 3 of them kept: throw 2 of round 1."),
    (describe_open, scored("ann", "2-pairs", "12266", 2), "Ann: 20 in 2 pairs (round 2): 1 2 2 6 6."),
    (describe_open, scored("ann", "6s"), "Ann: 6s (round 1)."),
)
def test_the_log_shows_dice_and_box_only_to_those_who_can_know(describing, event, sentence):
    assert describing(read(event, YAK.events), TABLE) == sentence


@cases(
    ("identical dice come with a sequence", {"dice": "identical", "sequence": ["1"] * 210},
     {"dice": "identical", "sequence": [6] * 210}),
    ("and no other dice", {"dice": "real", "sequence": ["1"] * 210}, {"dice": "real"}),
)  # fmt: skip
def test_the_sequence_is_thrown_when_the_game_starts_whatever_the_form_says(why, options, made):
    plain = {"type": "game.started", "game": "yak"}

    assert made_of({**plain, "options": options}) == {**plain, "options": made}, why
    assert made_of({**plain}) == plain


@cases(
    ("real dice are what the player says", "real", {}, {"dice": ["1", "2"]}, ["1", "2"]),
    ("independent dice are thrown by the server", "independent", {}, {"dice": ["1"] * 5}, [6, 6, 6, 6, 6]),
    ("what was held stays held", "independent", ONCE,
     {"throw": "2", "held": ["true", "false", "false", "true", "false"]}, [1, 6, 6, 4, 6]),
    ("a ticked die stays and one left alone is thrown", "independent", ONCE,
     {"throw": "2", "held": ["false", "true", "false", "false", "false", "true", "false"]}, [1, 6, 6, 4, 6]),
    ("identical dice show the player's next numbers", "identical", {}, {}, [1, 2, 3, 4, 5]),
    ("and so they do beside those held", "identical", ONCE,
     {"throw": "2", "held": ["1", "0", "0", "1", "1"]}, [1, 6, 6, 4, 5]),
    *(("a throw tapped twice is thrown once", dice, ONCE, {}, [1, 2, 3, 4, 5])
      for dice in ("independent", "identical")),
    ("nobody in the game throws nothing", "independent", {}, {"player": "dan", "dice": ["1"] * 5}, None),
    *(("a strange hold is left to be refused", "independent", {}, {"held": held}, [6] * 5)
      for held in (["perhaps"], ["true"] * 5)),
)  # fmt: skip
def test_what_a_form_about_a_throw_becomes(why, dice, card, raw, thrown):
    written = [FIRST] if card else []
    assert throw_made_of(dice, card, raw, *written).get("dice") == thrown, why


SECOND = thrown("ann", 2, "12235", "xx..x")


@cases(
    ("an undone throw comes back", "independent", {}, {}, [FIRST], [1, 2, 3, 4, 5]),
    ("however its numbers are written", "independent", {}, {"round": "1.0", "throw": "1e0"}, [FIRST], [1, 2, 3, 4, 5]),
    ("another player's, round's or throw's does not", "independent", {}, {},
     [thrown("bob", 1, "11111"), thrown("ann", 1, "11111", round=2), SECOND], [6] * 5),
    ("with other dice held, a die that was thrown before shows the same, and only the others are new", "independent",
     ONCE, {"throw": "2", "held": ["1", "0", "0", "0", "0"]}, [SECOND], [1, 6, 2, 3, 6]),
    ("also after several undos", "independent", ONCE, {"throw": "2"},
     [SECOND, thrown("ann", 2, "16245", ".x.xx")], [1, 6, 2, 3, 6]),
    ("identical dice come back as they lay, whatever is held now", "identical", {**ONCE, "used": 5},
     {"throw": "2", "held": ["0", "0", "0", "0", "1"]}, [thrown("ann", 2, "12366", "xxx..")], [1, 2, 3, 6, 6]),
)  # fmt: skip
def test_chance_is_asked_only_for_dice_that_were_never_thrown(why, dice, card, raw, written, thrown):
    assert throw_made_of(dice, card, raw, *written)["dice"] == thrown, why


def test_a_second_tap_on_a_throw_is_that_throw_whatever_it_holds():
    card = {"throws": ((1, 2, 3, 4, 5), (1, 2, 2, 3, 5)), "used": 7}
    raw = throw_made_of("independent", card, {"throw": "2", "held": ["0"] * 5}, FIRST, SECOND)

    assert (raw["dice"], raw["held"]) == (SECOND["dice"], SECOND["held"])


@given(st.data())
def test_no_throwing_undoing_and_holding_differently_shows_another_face(data):
    """Ann throws, undoes her last throw, and redoes what was undone last, holding whatever she likes."""
    chance = Random(data.draw(st.integers(0, 99)))
    written, stands, undone, shown = [], [], [], {}
    for _ in range(data.draw(st.integers(5, 40))):
        dice = stands[-1].dice if stands else None
        act = data.draw(st.sampled_from(["throw", "throw", "undo", "redo"]))
        if act == "undo" and stands:
            undone.append(stands.pop())
        elif act == "redo" and undone and undone[-1].throw == len(stands) + 1:
            event = undone.pop()
            try:
                check(state("independent", throws=tuple(one.dice for one in stands)), event, TABLE)
            except Refused:
                continue
            stands.append(event)
        elif act == "throw" and len(stands) < 3:
            held = data.draw(st.lists(st.booleans(), min_size=5, max_size=5).filter(lambda held: not all(held)))
            raw = {"type": "dice.thrown", "player": "ann", "round": "1", "throw": str(len(stands) + 1)}
            raw |= {"held": [str(one).lower() for one in held]} if stands else {}
            before = state("independent", throws=tuple(one.dice for one in stands))
            fill(before, raw, lambda number: tuple(chance.randint(1, 6) for _ in range(number)), written)
            event = read(raw, YAK.events, strict=False)
            check(before, event, TABLE)
            written.append(event)
            stands.append(event)
            for place, kept in enumerate(event.keeps):
                if kept:
                    assert event.dice[place] == dice[place]
                else:
                    assert shown.setdefault((event.throw, place), event.dice[place]) == event.dice[place]


STARTED = GameStarted(game="yak", players=("ann", "bob"), options={"dice": "independent", "stake": 3})
PHONES = "the phones threw these dice"


def final_of(event, changed=None, dice="independent", alone=False):
    event, changed = (
        each if each is None or isinstance(each, GameStarted) else read(each, YAK.events) for each in (event, changed)
    )
    before = replace(state(dice), players=("ann",)) if alone else state(dice)
    return YAK.corrections.final(before, event, changed, [])


@cases(
    ("a throw of the phones is undone by two", {"event": FIRST}, PHONES),
    ("and so are identical dice", {"event": FIRST, "dice": "identical"}, PHONES),
    ("but real dice are put right by anybody", {"event": FIRST, "changed": SECOND, "dice": "real"}, ""),
    ("who practises alone needs nobody", {"event": FIRST, "alone": True}, ""),
    ("a box is no throw", {"event": scored("ann", "6s")}, ""),
    ("a game gets another stake", {"event": STARTED, "changed": replace(STARTED, options={"dice": "independent"})}, ""),
)
def test_what_another_player_has_to_agree_to(why, about, reason):
    assert final_of(**about) == reason, why


@cases(
    (FIRST, thrown("ann", 1, "66666")),
    (thrown("ann", 2, "12366", "xxx.."), thrown("ann", 2, "12366", "xx...")),
    (STARTED, replace(STARTED, options={"dice": "real"})),
    (STARTED, replace(STARTED, options={"dice": "identical", "sequence": [6] * 210})),
)
def test_nobody_changes_what_the_phones_threw_nor_which_dice_they_are(event, changed):
    for alone in (True, False):
        with pytest.raises(Refused):
            final_of(event, changed, alone=alone)
