"""Yak: the phone's dice, which the server throws whatever a form may say, and an identical card, its owner's alone."""

import pytest

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


def sixes(number):
    return (6,) * number


def made_of(raw, of=None):
    """What the server makes of a form."""
    fill(of, raw, sixes)
    return raw


def throw_made_of(dice, card, raw):
    return made_of({"type": "dice.thrown", "player": "ann", "round": "1", "throw": "1", **raw}, state(dice, **card))


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

    assert caught.value.public == "This does not fit the card of Ann"


def test_a_refusal_about_open_dice_is_the_same_for_everybody():
    with pytest.raises(Refused) as caught:
        check(state("real", throws=((1, 2, 3, 4, 5),)), read(scored("ann", "all", "54321"), YAK.events), TABLE)

    assert not caught.value.is_secret


@cases(
    (describe, FIRST, "Ann made throw 1 of round 1."),
    (describe, scored("ann", "6s", "12345", 2), "Ann filled a box in round 2."),
    (describe_open, FIRST, "Ann threw 1 2 3 4 5: throw 1 of round 1."),
    (describe_open, thrown("ann", 2, "12366", "xxx.."), "Ann threw 1 2 3 6 6, 3 of them held: throw 2 of round 1."),
    (describe_open, scored("ann", "2-pairs", "12266", 2), "Ann filled 2 pairs with 1 2 2 6 6 in round 2."),
    (describe_open, scored("ann", "6s"), "Ann filled 6s in round 1."),
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
    assert throw_made_of(dice, card, raw).get("dice") == thrown, why


@cases(
    ("the phone's dice stay as they fell", "independent", {"dice": ["6"] * 5, "held": ["0"] * 5, "box": ["all"]},
     {"box": ["all"]}),
    ("real dice may be corrected", "real", {"dice": ["6"] * 5}, {"dice": ["6"] * 5}),
    ("other options, too", "independent", {"options.stake": ["3"]}, {"options.stake": ["3"]}),
    *(("but none of identical dice", "identical", {name: ["real"]}, None)
      for name in ("options", "options.dice", "options.sequence")),
)  # fmt: skip
def test_what_a_change_becomes(why, dice, fields, made):
    change = {"type": "entry.changed", "entry": "7", "event": fields}
    if made is not None:
        assert made_of(change, state(dice))["event"] == made, why
    else:
        with pytest.raises(Refused):
            made_of(change, state(dice))
