"""Yak on the phones: how far everybody is, one's own card with every box at its place, and what stays hidden."""

from operator import attrgetter

from companion.domain.games.yak.screen import own, screen, sheet, turn
from tests.table import cases

from ..entries import left
from ..nights import standing, table_of
from .yak_nights import SEQUENCE, scored, thrown

ALIKE = scored("ann", "5-same", "33333")
ALL = scored("ann", "all", "66662")
HIDDEN = {"dice": "identical", "sequence": SEQUENCE}
PHONES = {"dice": "independent"}
IN_SECRET = [thrown("ann", 1, "12345"), scored("ann", "run-1-5")]
TWO_THROWS = [thrown("ann", 1, "12366"), thrown("ann", 2, "62466", "...xx")]


def at(*events, players="ann bob", **options):
    """The game and its table."""
    return standing(table_of("yak", *events, players=players, joined="ann bob", **options))


def mine(*events, lying="", **options):
    """Ann's own card, with these dice on the table."""
    return own(*at(*events, **options), "ann", tuple(map(int, lying)))


def boxes(card):
    """The boxes of a card by their names, in the order of the columns."""
    return {box.name: box for column in card.columns for box in column}


@cases(
    ([], ""), ([], "6666"), ([], "66662"), ([scored("ann", "4-same", "66662")], "66662"),
    ([scored("ann", "1s", "12345")], ""), ([scored("ann", "all", "66662")], "11111"),
)  # fmt: skip
def test_every_box_keeps_its_place_whatever_is_filled_or_lies_there(filled, lying):
    left, right = mine(*filled, lying=lying).columns

    assert [box.name for box in left] == ["1s", "2s", "3s", "4s", "5s", "6s", "All"]
    assert [box.name for box in right] == ["Run 1-5", "Run 2-6", "3 same", "2 pairs", "2+3 same", "4 same", "5 same"]


def test_five_dice_show_what_each_open_box_would_score_and_mark_the_one_that_scores_most():
    found = boxes(mine(scored("ann", "4-same", "66662"), lying="66662"))

    assert {name: box.points for name, box in found.items() if box.points} == {
        "2s": 2, "6s": 24, "All": 26, "3 same": 15, "2 pairs": 20,
    }  # fmt: skip
    assert [box.points for box in found.values()].count(0) == 8
    assert [name for name, box in found.items() if box.best] == ["All"]
    assert (found["4 same"].filled, found["4 same"].points, found["4 same"].best) == (30, None, False)
    assert {box.points for box in boxes(mine(lying="6666")).values()} == {None}, "before five dice are known"


@cases(
    ("the most points", [], "66666", "5 same"),
    ("2 pairs before 5s", [scored("ann", "4-same", "66662"), scored("ann", "all", "66662", 2)], "55551", "2 pairs"),
    ("nothing scores", [scored("ann", box, "66666", at) for at, box in enumerate(
        ("1s", "2s", "3s", "4s", "5s", "6s", "all", "3-same", "2-pairs", "2+3-same", "4-same"), 1)], "66662", None),
    ("before five dice", [], "6666", None),
)  # fmt: skip
def test_the_best_box_is(why, events, lying, best):
    assert [name for name, box in boxes(mine(*events, lying=lying)).items() if box.best] == [best] * bool(best), why


def test_what_was_held_stays_held_until_the_box_is_filled():
    card, done = (mine(*events, **PHONES) for events in (TWO_THROWS, [*TWO_THROWS, scored("ann", "6s")]))

    assert (card.dice, card.card.held) == ((6, 2, 4, 6, 6), (False, False, False, True, True))
    assert (done.dice, done.card.held) == ((), (False,) * 5)


@cases((0, True), (1, True), (2, True), (3, False))
def test_there_are_three_throws_a_round_and_the_first_of_real_dice_is_entered_with_the_card(throws, may):
    made = [thrown("ann", throw, "12345") for throw in range(1, throws + 1)]

    assert mine(*made, **PHONES).can_throw is may
    assert mine(*made).can_throw is (may and throws > 0)


@cases(
    ([], {"round": 1, "turn.players": ("ann", "bob")}),
    ([ALL], {"turn.players": ("bob",), "totals": {"ann": "26", "bob": "0"},
             "notes": {"ann": "round 2", "bob": "round 1"}}),
    ([ALL, left("bob")], {"turn.players": ("ann",)}),
    ([ALIKE], {"five_alike": "ann"}),
    ([ALIKE, scored("bob", "all", "66662")], {"five_alike": None}),
    (IN_SECRET, {"five_alike": None, "totals": {"ann": "?", "bob": "?"}}, HIDDEN),
    ([thrown("ann", 1, "33333"), scored("ann", "5-same")], {"five_alike": None}, HIDDEN | {"sequence": [3] * 210}),
)  # fmt: skip
def test_the_screen_shows_which_round_is_next_who_still_has_to_play_it_and_five_alike(events, expected, *options):
    found = screen(*at(*events, **dict(*options)))

    assert {name: attrgetter(name)(found) for name in expected} == expected


def test_with_identical_dice_the_screen_shows_neither_dice_nor_points():
    said = str(screen(*at(*IN_SECRET, **HIDDEN))).replace(", ", "")

    assert "12345" not in said
    assert "15" not in said


def test_who_is_not_in_the_game_has_no_card():
    assert own(*at(players="ann"), "bob") is None
    assert turn(*at(players="ann"), "bob", {}).mine is None


@cases(({}, {}, "ann"), ({}, {"for": ["bob"]}, "bob"), ({}, {"for": ["eve"]}, "ann"), (HIDDEN, {"for": ["bob"]}, "ann"))
def test_a_turn_is_ones_own_or_with_public_dice_that_of_whoever_is_named(options, words, player):
    assert turn(*at(**options), "ann", words).mine.player == player


@cases(("ann", "?", "?"), ("bob", "?", "?"), (None, "15", ""))
def test_the_score_sheet_shows_no_points_of_identical_dice_until_the_game_is_over(seat, ann, bob):
    shown = sheet(*at(*IN_SECRET, **HIDDEN), seat)

    assert shown.sums[0].cells == (ann, bob or "0")
    assert [line.cells for line in shown.boxes if line.name == "Run 1-5"] == [(ann, bob)]


@cases(
    ("nobody has thrown yet", [], ("ann", "bob", "cal")),
    ("whoever is throwing has the dice", [thrown("bob", 1, "12345")], ("bob", "cal", "ann")),
    ("then the next one clockwise", [scored("bob", "all", "66662")], ("cal", "ann")),
    ("who left is passed over", [scored("bob", "all", "66662"), left("cal")], ("ann",)),
    ("in every round from the same player", [scored(player, "all", "66662") for player in ("bob", "cal", "ann")],
     ("bob", "cal", "ann")),
)  # fmt: skip
def test_one_set_of_real_dice_goes_round(why, events, waiting):
    found = screen(*standing(table_of("yak", *events, players="ann bob cal", joined="ann bob cal")))

    assert found.turn.players == waiting, why
    assert found.turn.does


def test_an_empty_score_sheet_has_fourteen_boxes_and_four_columns_to_write_on():
    empty = sheet(None, at()[1], None)

    assert (len(empty.boxes), empty.columns) == (14, ("",) * 4)
    assert {cell for line in (*empty.boxes, *empty.sums) for cell in line.cells} == {""}
