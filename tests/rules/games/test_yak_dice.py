"""Yak: real dice, and the phone's, each random or all from one sequence."""

import pytest

from companion.rules.events import GameStarted, read
from companion.rules.games.yak import YAK
from companion.rules.games.yak.card import NUMBERS, Card, Options, State, due
from companion.rules.games.yak.phone_dice import NOBODY, hidden
from companion.rules.games.yak.refusals import check
from companion.rules.games.yak.tell import tell, tell_open
from companion.rules.refused import Refused
from companion.rules.seating import Table
from tests.table import cases

from .yachting_nights import is_finished, scores
from .yak_nights import SEQUENCE, played, refused, scored, thrown

IDENTICAL = {"dice": "identical", "sequence": SEQUENCE}
TABLE = Table(("ann", "bob"), (), {"ann": "Ann", "bob": "Bob"})
FIRST = thrown("ann", 1, "12345")


def secret(**cards: Card) -> State:
    options = Options(dice="identical", sequence=tuple(SEQUENCE))
    return State(options, ("ann", "bob"), {player: cards.get(player, Card()) for player in ("ann", "bob")})


def test_dice_are_real_independent_or_identical() -> None:
    for dice in ("real", "independent"):
        played(thrown("ann", 1, "31415"), dice=dice)
    played(FIRST, **IDENTICAL)
    assert "options of Yak: dice" in refused(dice="loaded")


def test_identical_dice_and_only_these_come_with_a_sequence() -> None:
    why = "identical dice, and only these, come with a sequence"

    assert refused(dice="identical") == why
    assert refused(dice="independent", sequence=SEQUENCE) == why
    assert refused(dice="real", sequence=SEQUENCE) == why
    assert refused(sequence=SEQUENCE) == why


@cases([], SEQUENCE[1:], [*SEQUENCE, 1], [0, *SEQUENCE[1:]], [7, *SEQUENCE[1:]], [True, *SEQUENCE[1:]], None)
def test_a_sequence_is_exactly_210_numbers_of_dice(sequence: object) -> None:
    assert NUMBERS == 210
    assert "options of Yak: sequence" in refused(dice="identical", sequence=sequence)


@cases({"confirm": 1}, {"stake": 21}, {"stake": True}, {"hide": True})
def test_other_options_are_confirm_and_stake(options: dict[str, object]) -> None:
    played(confirm=True, stake=20)
    assert "options of Yak" in refused(**options)


def test_each_die_a_player_throws_takes_that_players_next_number_from_left_to_right_whatever_the_others_do() -> None:
    night = [FIRST, thrown("ann", 2, "16365", "x.x.x"), thrown("ann", 3, "12345"), scored("ann", "1s")]

    played(*night, thrown("ann", 1, "66123", round=2), **IDENTICAL)
    played(FIRST, thrown("bob", 1, "12345"), thrown("ann", 2, "12366", "xxx.."), scored("bob", "all"), **IDENTICAL)


@cases(("12366", "..x.."), ("12361", "xxx.."), ("66345", "x.xxx"))
def test_dice_that_are_not_the_next_numbers_are_refused(dice: str, held: str) -> None:
    wrong = refused(FIRST, thrown("ann", 2, dice, held), **IDENTICAL)

    assert wrong.startswith(("identical dice show the next numbers", "a held die stays"))


def test_the_next_numbers_skip_those_the_player_has_thrown() -> None:
    assert due(secret(), "ann") == (1, 2, 3, 4, 5)
    assert due(secret(ann=Card(used=5)), "ann", (True, False, False, True, True)) == (6, 6)
    assert due(State(Options(), ("ann",), {"ann": Card()}), "ann") == ()


def test_the_sequence_reaches_to_the_last_throw_of_the_last_round() -> None:
    boxes = ["1s", "2s", "3s", "4s", "5s", "6s", "all", "run-1-5", "run-2-6", "3-same", "2-pairs", "2+3-same", "4-same"]
    boxes.append("5-same")
    shown = ["".join(map(str, SEQUENCE[at : at + 5])) for at in range(0, 210, 5)]
    night = []
    for at, box in enumerate(boxes):
        night += [thrown("ann", throw, shown[3 * at + throw - 1], round=at + 1) for throw in (1, 2, 3)]
        night.append(scored("ann", box, round=at + 1))

    assert is_finished(played(*night, players="ann", **IDENTICAL))


def test_an_identical_card_is_its_owners_alone_and_the_sequence_nobodys_until_the_game_is_over() -> None:
    event = read(FIRST, YAK.events)
    started = GameStarted(game="yak", players=("ann", "bob"), options=IDENTICAL)

    assert hidden(secret(), event) == "ann"
    assert hidden(secret(), started) == NOBODY
    for dice in ("real", "independent"):
        for public in (event, started):
            assert hidden(State(Options(dice=dice), ("ann",), {"ann": Card()}), public) is None


WRONG = [
    thrown("ann", 1, "66666", round=2),
    thrown("ann", 2, "54321", "x....", 2),
    thrown("ann", 2, "12311", "xxx..", 2),
    thrown("ann", 3, "12345", round=2),
    scored("ann", "all", "54321", 2),
    scored("ann", "6s", round=2),
    scored("ann", "all", round=1),
    thrown("ann", 1, "12345", round=5),
]


@cases(*WRONG)
def test_no_refusal_about_an_identical_card_tells_others_what_is_on_it(event: dict[str, object]) -> None:
    state = secret(ann=Card(filled={"6s": 12}, throws=((1, 2, 3, 4, 5),), used=10))

    with pytest.raises(Refused) as caught:
        check(state, read(event, YAK.events), TABLE)

    assert caught.value.public == "This does not fit the card of Ann"


def test_a_refusal_about_open_dice_tells_everybody_why() -> None:
    state = State(Options(), ("ann", "bob"), {"ann": Card(throws=((1, 2, 3, 4, 5),)), "bob": Card()})

    with pytest.raises(Refused) as caught:
        check(state, read(scored("ann", "all", "54321"), YAK.events), TABLE)

    assert not caught.value.is_secret


def test_the_log_names_dice_and_box_only_to_who_may_know() -> None:
    events = [FIRST, thrown("ann", 2, "12366", "xxx.."), scored("ann", "2-pairs", "12266", 2), scored("ann", "6s")]

    assert [tell(read(event, YAK.events), TABLE) for event in (FIRST, scored("ann", "6s", "12345", 2))] == [
        "Ann made throw 1 of round 1.",
        "Ann filled a box in round 2.",
    ]
    assert [tell_open(read(event, YAK.events), TABLE) for event in events] == [
        "Ann threw 1 2 3 4 5: throw 1 of round 1.",
        "Ann threw 1 2 3 6 6, 3 of them held: throw 2 of round 1.",
        "Ann filled 2 pairs with 1 2 2 6 6 in round 2.",
        "Ann filled 6s in round 1.",
    ]


def test_totals_are_added_up_from_identical_throws_too() -> None:
    assert scores(played(FIRST, scored("ann", "run-1-5"), **IDENTICAL)) == {"ann": 15, "bob": 0}
