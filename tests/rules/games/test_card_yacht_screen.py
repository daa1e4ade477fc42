"""Card Yacht on the phones: whose turn it is, who knocked, whose hand is next, and what it would score."""

from typing import Any

from companion.rules.events import GameStarted
from companion.rules.games.card_yacht.events import HandScored, KnockMade, TurnTaken
from companion.rules.games.card_yacht.pages import score, sheet, turns
from companion.rules.games.card_yacht.play import evolve, left
from companion.rules.games.card_yacht.round import Options, State, start
from companion.rules.games.card_yacht.screen import screen
from companion.rules.seating import Table

NAMES = {"ann": "Ann", "bob": "Bob", "cal": "Cal"}
FLUSH = "5H 6H 7H 8H 9H"


def table(*away: str) -> Table:
    return Table(order=tuple(NAMES), names=NAMES, away=frozenset(away))


def game(*events: Any) -> State:
    """Ann deals, so Bob begins."""
    state = start(GameStarted(game="card-yacht", players=tuple(NAMES)), Options(), table())
    for event in events:
        state = evolve(state, event, table()).state
    return state


def knock(player: str) -> KnockMade:
    return KnockMade(round=1, player=player)


def draw(player: str, count: int = 1) -> TurnTaken:
    return TurnTaken(round=1, player=player, turn="draw", count=count)


def shown(player: str, box: Any, cards: str, round: int = 1) -> HandScored:
    return HandScored(round=round, player=player, box=box, cards=tuple(cards.split()))  # type: ignore[arg-type]


def told(player: str, box: Any, points: int, round: int = 1) -> HandScored:
    return HandScored(round=round, player=player, box=box, points=points)


def words(**said: str) -> dict[str, list[str]]:
    return {name.rstrip("_"): value.split() for name, value in said.items()}


def test_the_dealers_left_begins_and_after_a_turn_entered_it_is_the_next_ones() -> None:
    first, second = screen(game(), table()), screen(game(draw("bob", 3)), table())

    assert (first.dealer, first.turn, first.begins, first.between) == ("ann", "Bob", True, True)
    assert (second.turn, second.begins, second.stock, second.drawn) == ("Cal", False, 34, 3)
    assert [seat.player for seat in second.turns] == ["ann", "bob", "cal"]


def test_after_a_knock_the_screen_names_those_who_have_a_last_turn() -> None:
    knocked = screen(game(knock("bob")), table())
    last = screen(game(knock("bob"), draw("cal")), table())

    assert (knocked.phase, knocked.knocked) == ("last", ("Bob",))
    assert [seat.name for seat in knocked.turns] == ["Ann", "Cal"]
    assert [seat.name for seat in last.turns] == ["Ann"]
    assert last.notes == {"ann": "0 points, last turn", "bob": "0 points, knocked", "cal": "0 points, ready"}


def test_with_the_last_turn_or_the_first_hand_it_is_time_to_score() -> None:
    done = screen(game(knock("bob"), draw("cal"), draw("ann")), table())
    hand = screen(game(shown("bob", "five-flush", FLUSH)), table())

    assert (done.phase, hand.phase) == ("hands", "hands")
    assert [seat.player for seat in done.to_score] == ["ann", "bob", "cal"]
    assert [seat.player for seat in hand.to_score] == ["ann", "cal"]
    assert hand.notes["bob"] == "100 points, has scored"
    assert hand.notes["ann"] == "0 points, still to score"


def test_nobody_waits_for_who_is_away() -> None:
    state = game(shown("bob", "five-flush", FLUSH))
    after = left(state, table("cal")).state

    assert [seat.player for seat in screen(state, table("cal")).to_score] == ["ann"]
    assert screen(after, table("cal")).notes["cal"] == "0 points, still to score"
    assert screen(game(), table("ann", "bob", "cal")).few


def test_five_cards_show_what_every_open_box_would_score_best_first() -> None:
    page = score(game(), table(), "bob", words(cards="5H 6H 7H 8H 9H"))

    assert [(box.name, box.points, box.most) for box in page.boxes][:4] == [
        ("Five flush", 100, 100), ("Sequence", 50, 50), ("Hearts", 35, 49), ("Flush", 25, 25),
    ]  # fmt: skip
    assert len(page.boxes) == 12


def test_before_the_fifth_card_the_boxes_have_no_points() -> None:
    page = score(game(), table(), "bob", words(cards="5H 6H"))

    assert {box.points for box in page.boxes} == {None}


def test_cards_of_hands_shown_before_cannot_be_entered() -> None:
    page = score(game(shown("bob", "five-flush", FLUSH)), table(), "cal", words(cards="5H 5S 5S JOKER XX"))

    assert page.cards == ("5S",)
    assert page.seen == set(FLUSH.split())


def test_ones_own_hand_comes_first_then_it_is_asked_whose() -> None:
    state = game(shown("bob", "five-flush", FLUSH))

    assert score(game(), table(), "bob", {}).player == "bob"
    assert score(game(), table(), "bob", words(for_="cal")).player == "cal"
    assert score(state, table(), "bob", {}).player is None
    assert score(state, table(), "bob", words(for_="bob")).player is None
    assert score(state, table(), "bob", {}).others == ("ann", "cal")


def test_the_page_of_turns_asks_for_whose_turn_it_is_and_passes_only_after_a_knock() -> None:
    page = turns(game(draw("bob")), table(), "ann", {})
    after = turns(game(knock("bob")), table(), "ann", words(for_="ann"))

    assert (page.player, page.others, page.givers) == ("cal", ("ann", "bob"), (("bob", 1),))
    assert (page.stock, page.may_pass) == (36, False)
    assert (after.player, after.others, after.may_pass) == ("ann", ("cal",), True)
    assert turns(game(shown("bob", "five-flush", FLUSH)), table(), "ann", {}).player is None


def column(*points: int) -> State:
    """Bob's suits, filled one a round while the others fill nothing."""
    state, boxes = game(), ("spades", "hearts", "diamonds", "clubs")
    for round, worth in enumerate(points, start=1):
        for player, amount in (("ann", 0), ("bob", worth), ("cal", 0)):
            state = evolve(state, told(player, boxes[round - 1], amount, round), table()).state
    return state


def test_the_sheet_says_how_far_it_is_to_148() -> None:
    def bonus(*points: int) -> str:
        return sheet(column(*points), table(), None).sums[0].cells[1]

    assert bonus() == "0/148"
    assert bonus(49, 37) == "86/148"
    assert bonus(49, 0, 49) == "–"
    assert bonus(37, 37, 37, 37) == "100"
    assert sheet(column(37, 37, 37, 37), table(), None).sums[1].cells == ("0", "248", "0")


def test_the_sheet_has_twelve_boxes_and_empty_it_has_four_columns_to_write_on() -> None:
    empty = sheet(None, table(), None)

    assert len(sheet(game(), table(), None).boxes) == len(empty.boxes) == 12
    assert sheet(game(), table(), None).columns == tuple(NAMES)
    assert {cell for line in (*empty.boxes, *empty.sums) for cell in line.cells} == {""}
    assert empty.columns == ("",) * 4
