"""Card Yacht: knocking, drawing, exchanging and passing, and which turns cannot be."""

from typing import Any

from companion.rules.games.card_yacht.events import KnockMade, TurnTaken
from companion.rules.games.card_yacht.play import evolve
from companion.rules.games.card_yacht.round import Options, Round, State
from companion.rules.seating import Table
from tests.table import cases

from .card_yacht_nights import THREE, Event, draw, exchange, hand, knock, passed, played, refused, told

HERE = Table(("ann", "bob", "cal"), (), {"ann": "Ann", "bob": "Bob", "cal": "Cal"})


def test_a_player_draws_exchanges_or_knocks_and_may_skip_entering_turns_even_all() -> None:
    played(draw("bob", 5), exchange("cal", "bob", 2), draw("bob"), draw("bob"), knock("ann"))
    played(told("cal", "low"), told("ann", "low"), told("bob", "low"))


@cases(0, 6, -1, 2.5, True, "2", None)
def test_one_to_five_cards_are_drawn(count: object) -> None:
    assert "count" in refused({**draw("bob"), "count": count})


def without(event: Event, field: str) -> Event:
    return {name: said for name, said in event.items() if name != field}


@cases(
    (without(draw("bob"), "count"), "how many cards were taken? 1 to 5"),
    (without(exchange("bob", "cal"), "count"), "how many cards were taken? 1 to 5"),
    (without(exchange("bob", "cal"), "from"), "from whose harbor did they come?"),
    ({**draw("bob"), "from": "cal"}, "a draw is from nobody's harbor"),
    ({**passed("bob"), "from": "cal"}, "a pass is from nobody's harbor"),
    ({**passed("bob"), "count": 1}, "a pass has no count"),
    *((without(draw("bob"), field), f"the event needs field {field}") for field in ("turn", "round", "player")),
    (exchange("bob", "bob"), "cards are exchanged with somebody else's harbor"),
    (exchange("bob", "dan"), "Dan is not in round 1"),
)
def test_a_turn_says_how_many_cards_and_from_whom_and_a_pass_neither(event: Event, why: str) -> None:
    before = [knock("ann")] if event.get("turn") == "pass" else []

    assert refused(*before, event, joined=f"{THREE} dan") == why


@cases("knock", "Draw", "", None)
def test_a_turn_is_a_draw_an_exchange_or_a_pass(turn: object) -> None:
    assert "turn" in refused({**draw("bob"), "turn": turn})


def test_nobody_passes_before_a_knock_and_after_it_the_others_may() -> None:
    assert refused(passed("bob")) == "nobody passes before a knock while there is a stock"
    played(knock("bob"), passed("cal"), passed("ann"))


def test_once_the_stock_has_run_out_anybody_may_pass() -> None:
    out = [*[draw("bob", 5), draw("ann", 5)] * 4, draw("bob", 2)]

    played(*out, passed("ann"), exchange("bob", "ann"), players="ann bob")


@cases(("ann bob", 42), ("ann bob cal", 37), ("ann bob cal dan", 32))
def test_the_stock_is_what_the_hands_leave_and_no_more_is_drawn(players: str, stock: int) -> None:
    fives = [draw("bob", 5)] * (stock // 5)
    rest = stock % 5

    played(*fives, draw("ann", rest), players=players)
    assert refused(*fives, draw("ann", rest + 1), players=players).startswith("the stock has")
    assert refused(*fives, draw("ann", rest), draw("bob"), players=players) == "the stock has no cards left"


def test_while_one_card_is_left_nobody_passes_before_a_knock() -> None:
    nearly = [*[draw("bob", 5)] * 8, draw("ann", 1)]

    assert refused(*nearly, passed("bob"), players="ann bob") == "nobody passes before a knock while there is a stock"
    assert refused(*nearly, draw("bob", 2), players="ann bob") == "the stock has 1 card left"


def test_exchanges_take_nothing_from_the_stock_which_is_fresh_in_the_next_round() -> None:
    out = [*[draw("bob", 5)] * 8, draw("ann", 2)]

    played(*[exchange("bob", "ann", 5)] * 12, draw("bob", 5), players="ann bob")
    played(*out, told("ann", "low"), told("bob", "low"), draw("ann", 5, round=2), players="ann bob")


@cases(
    (knock("bob"), draw("bob"), "Bob has knocked"),
    (knock("bob"), passed("bob"), "Bob has knocked"),
    (knock("bob"), draw("cal"), knock("bob"), "Bob has already knocked"),
    (knock("bob"), knock("cal"), draw("cal"), "Cal has knocked"),
    (knock("bob"), draw("cal"), draw("cal"), "Cal has had the last turn after the knock"),
    (knock("bob"), passed("cal"), exchange("cal", "ann"), "Cal has had the last turn after the knock"),
    (draw("cal"), knock("bob"), draw("cal"), knock("cal"), "Cal has had the last turn after the knock"),
)
def test_after_the_first_knock_everybody_else_has_one_last_turn_and_whoever_knocked_none(*turns_and_why: Any) -> None:
    *turns, why = turns_and_why

    assert refused(*turns) == why


def test_the_last_turn_may_be_a_knock_too() -> None:
    played(knock("bob"), knock("cal"), draw("ann"))


def test_a_knock_counts_for_its_round_only() -> None:
    played(knock("bob"), *(told(player, "low") for player in THREE.split()), knock("bob", 2), draw("cal", round=2))


def test_once_a_hand_is_shown_nobody_has_a_turn() -> None:
    shown = hand("ann", "low", "AS AH 2D 2C 4S")

    for late in (draw("bob"), exchange("bob", "cal"), knock("bob"), passed("bob")):
        assert refused(knock("cal"), shown, late) == "hands are shown already: Ann has scored"


def test_whose_turn_it_is_goes_from_the_dealers_left_and_leaves_out_whose_last_turn_is_over() -> None:
    state = State(Options(), ("ann", "bob", "cal"), "ann", {}, 0, Round(1, ("ann", "bob", "cal"), "ann"))

    def turns(*events: KnockMade | TurnTaken) -> tuple[str, ...]:
        after = state
        for event in events:
            after = evolve(after, event, HERE).state
        assert after.round is not None
        return after.round.turns

    bob_draws = TurnTaken(round=1, player="bob", turn="draw", count=1)
    assert turns() == ("bob", "cal", "ann")
    assert turns(bob_draws) == ("cal", "ann", "bob")
    assert turns(bob_draws, KnockMade(round=1, player="cal")) == ("ann", "bob")
    assert turns(KnockMade(round=1, player="cal"), bob_draws) == ("ann",)


def test_a_night_file_may_exchange_with_a_harbor_of_which_it_says_nothing() -> None:
    played(exchange("bob", "ann", 5), exchange("cal", "ann", 5))
