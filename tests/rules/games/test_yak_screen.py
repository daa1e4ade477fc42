"""Yak on the phones: how far everybody is, one's own card with its best box first, and what stays hidden."""

from typing import Any

from companion.rules.events import GameStarted
from companion.rules.games.yak import YAK
from companion.rules.games.yak.card import Options, State, start
from companion.rules.games.yak.events import DiceThrown, ThrowScored
from companion.rules.games.yak.pages import sheet, turn
from companion.rules.games.yak.play import evolve
from companion.rules.games.yak.screen import own, screen
from companion.rules.seating import Table

from .yak_nights import SEQUENCE

NAMES = {"ann": "Ann", "bob": "Bob"}


def table(*away: str) -> Table:
    return Table(order=tuple(NAMES), names=NAMES, away=frozenset(away))


def game(dice: str = "real", players: tuple[str, ...] = ("ann", "bob"), **options: Any) -> State:
    if dice == "identical":
        options["sequence"] = tuple(SEQUENCE)
    return start(GameStarted(game="yak", players=players), Options(dice=dice, **options), table())  # type: ignore[arg-type]


def after(state: State, *events: Any) -> State:
    for event in events:
        state = evolve(state, event, table()).state
    return state


def threw(dice: str, throw: int = 1, held: str = ".....", player: str = "ann") -> DiceThrown:
    keeps: Any = tuple(sign == "x" for sign in held)
    return DiceThrown(player=player, round=1, throw=throw, dice=tuple(map(int, dice)), held=keeps)  # type: ignore[arg-type]


def filled(box: Any, dice: str, player: str = "ann", round: int = 1) -> ThrowScored:
    return ThrowScored(player=player, round=round, box=box, dice=tuple(map(int, dice)))  # type: ignore[arg-type]


def offered(state: State, dice: str = "") -> list[tuple[str, int | None, int]]:
    mine = own(state, table(), "ann", tuple(map(int, dice)))
    assert mine is not None
    return [(box.name, box.points, box.most) for box in mine.boxes]


def test_every_open_box_shows_what_it_would_score_beside_its_most_best_first() -> None:
    assert offered(game(), "66662")[:5] == [
        ("4 same", 30, 30), ("All", 26, 30), ("6s", 24, 30), ("2 pairs", 20, 20), ("3 same", 15, 15),
    ]  # fmt: skip


def test_before_five_dice_lie_there_the_boxes_stand_in_the_order_of_the_card_without_points() -> None:
    for dice in ("", "6666"):
        assert [name for name, _, _ in offered(game(), dice)][:7] == ["1s", "2s", "3s", "4s", "5s", "6s", "All"]
        assert {points for _, points, _ in offered(game(), dice)} == {None}


def test_a_filled_box_is_offered_no_more_and_stands_among_the_filled() -> None:
    state = after(game(), filled("4-same", "66662"))
    mine = own(state, table(), "ann")

    assert "4 same" not in [name for name, _, _ in offered(state, "66662")]
    assert mine is not None
    assert (mine.filled, mine.total, mine.round) == ((("4 same", 30),), 30, 2)


def test_what_was_held_stays_held_until_the_box_is_filled() -> None:
    state = after(game("independent"), threw("12366"), threw("62466", 2, "...xx"))
    mine = own(state, table(), "ann")
    done = own(after(state, filled("6s", "62466")), table(), "ann")

    assert mine is not None
    assert done is not None
    assert (mine.dice, mine.held) == ((6, 2, 4, 6, 6), (False, False, False, True, True))
    assert (done.dice, done.held) == ((), (False,) * 5)


def test_the_phone_has_three_throws_a_round_and_real_dice_none() -> None:
    state = game("independent")
    for throw in (1, 2, 3):
        mine = own(state, table(), "ann")
        assert mine is not None
        assert mine.may_throw
        state = after(state, threw("12345", throw))
    spent, real = own(state, table(), "ann"), own(game(), table(), "ann")

    assert spent is not None
    assert real is not None
    assert not spent.may_throw
    assert not real.may_throw


def test_the_screen_says_which_round_is_next_and_who_still_has_to_play_it() -> None:
    state = after(game(), filled("all", "66662"))

    assert (screen(game(), table()).round, screen(game(), table()).waiting) == (1, ("Ann", "Bob"))
    assert screen(state, table()).waiting == ("Bob",)
    assert screen(state, table("bob")).waiting == ("Ann",)
    assert screen(state, table()).notes == {"ann": "26 points, round 2", "bob": "0 points, round 1"}


def test_five_alike_are_celebrated_until_the_next_event() -> None:
    state = after(game(), filled("5-same", "33333"))

    assert screen(state, table()).five_alike == "Ann"
    assert screen(after(state, filled("all", "66662", "bob")), table()).five_alike is None


def test_with_identical_dice_the_screen_shows_question_marks_and_no_celebration() -> None:
    state = after(game("identical"), threw("33333"), filled("5-same", "33333"))
    shown = screen(state, table())

    assert shown.five_alike is None
    assert shown.notes == {"ann": "? points, round 2", "bob": "? points, round 1"}
    assert "33333" not in str(shown).replace(", ", "")
    assert "50" not in str(shown)


def test_who_is_not_in_the_game_has_no_card() -> None:
    assert own(game(players=("ann",)), table(), "bob") is None
    assert turn(game(players=("ann",)), table(), "bob", {}).mine is None


def test_a_turn_is_ones_own_or_with_public_dice_that_of_whoever_is_named() -> None:
    def of(state: State, words: dict[str, list[str]]) -> str:
        mine = turn(state, table(), "ann", words).mine
        assert mine is not None
        return mine.player

    assert of(game(), {}) == "ann"
    assert of(game(), {"for": ["bob"]}) == "bob"
    assert of(game(), {"for": ["eve"]}) == "ann"
    assert of(game("identical"), {"for": ["bob"]}) == "ann"


def test_the_score_sheet_shows_a_hidden_card_to_its_owner_alone_until_the_game_is_over() -> None:
    state = after(game("identical"), threw("33333"), filled("5-same", "33333"))

    for seat, ann, bob in (("ann", "50", "?"), ("bob", "?", "0"), (None, "50", "0")):
        shown = sheet(state, table(), seat)
        assert shown.sums[0].cells == (ann, bob)
        assert shown.boxes[-1].cells == (ann, "?" if bob == "?" else "")


def test_an_empty_score_sheet_has_fourteen_boxes_and_four_columns_to_write_on() -> None:
    empty = sheet(None, table(), None)

    assert len(empty.boxes) == 14
    assert empty.columns == ("",) * 4
    assert {cell for line in (*empty.boxes, *empty.sums) for cell in line.cells} == {""}


def test_yak_has_no_dealer_to_ask_for() -> None:
    assert not YAK.has_dealer
