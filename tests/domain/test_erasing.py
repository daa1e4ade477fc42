"""Erasing a player: the names are gone from the log, and nobody's sums change."""

from hypothesis import given
from hypothesis import strategies as st

from companion.domain.erasing import after, erasure, is_named, mentions, names_of, texts_about, without
from companion.domain.replay import night_file, result
from companion.domain.replay import replayed as counted
from tests.table import cases

from .conftest import (
    ANN,
    BOB,
    CAL,
    ENDED,
    FIVE,
    OPENED,
    caught,
    changed,
    event,
    fine,
    game,
    joined,
    plays,
    rule,
    tricks,
    undone,
    written,
)

APP_MADE = {ANN: "p1", BOB: "p2", CAL: "p3", "dan": "p4", "eve": "p5"}


def log_of(*events, opaque=True):
    """The log of a night of the five, whose ids the app made or (not opaque) a hand."""
    file = written(OPENED, *map(joined, FIVE), *events).decode()
    for name, made in APP_MADE.items() if opaque else ():
        file = file.replace(f'"{name}"', f'"{made}"').replace(f'"{name}:dummy"', f'"{made}:dummy"')
    return counted(file.encode())


def erased(log, player, texts=None):
    """The file of the night without the player, who agrees to all texts unless some are named."""
    found = erasure(log, player, texts_about(log, player) if texts is None else texts)
    return night_file(after(log, found)).decode()


def sums(log):
    """All that was counted, by seat instead of by id or name."""
    told = result(log)
    seats = {player: seat for seat, player in enumerate(told["players"])}
    return (
        [{**each, "name": ""} for each in told["players"].values()],
        [(row["seq"], seats[row["player"]], row["amount"], row["rule"]) for row in told["charges"]],
        [(seats[row["player"]], row["score"], row["place"]) for one in told["games"] for row in one["standings"]],
    )


EVENING = [
    rule("r1", text="Bob pours", amount=2),
    caught("r1", BOB),
    game(ANN, BOB, CAL),
    *tricks("bob bob ann - bob"),
    plays(1, "bob KH cal QH ann 2S", deal=2),
    ENDED,
    fine(CAL, 3, reason="laughed at BOB's hat"),
    event("drink.moved", player=CAL, to=BOB, amount=1),
    changed(3, joined(BOB, name="Robert")),
    changed(3, joined(BOB, name="Bob")),
    undone(19),
    event("office.voted", player=BOB, votes=[ANN, BOB]),
]


def test_the_name_is_gone_wherever_it_stood_and_the_sums_are_the_same():
    log = log_of(*EVENING)

    file = erased(log, "p2")

    assert "bob" not in file.lower()
    assert "robert" not in file.lower()
    assert sums(counted(file.encode())) == sums(log)
    assert counted(file.encode()).night.names["p2"] == "somebody 2"


def test_every_name_one_ever_had_is_known_even_one_that_was_undone():
    assert names_of(log_of(*EVENING), "p2") == ("Robert", "Bob")


def test_each_text_with_the_name_is_asked_about_once():
    log = log_of(*EVENING, fine(ANN, 1, reason="laughed at BOB's hat"), fine(ANN, 1, reason="was late"))

    assert texts_about(log, "p2") == ("Bob pours", "laughed at BOB's hat")


def test_a_text_that_is_kept_stays_as_it_was():
    file = erased(log_of(*EVENING), "p2", texts=["Bob pours"])

    assert "somebody 2 pours" in file
    assert "laughed at BOB's hat" in file


def test_nobody_elses_name_changes():
    log = log_of(*EVENING)

    names = counted(erased(log, "p2").encode()).night.names

    assert {player: name for player, name in names.items() if player != "p2"} == {
        player: name for player, name in log.night.names.items() if player != "p2"
    }


def test_the_new_name_is_nobodys_at_any_time_of_the_night():
    log = log_of(changed(4, joined(CAL, name="Somebody 2")), changed(4, joined(CAL, name="Cal")))

    assert counted(erased(log, "p2").encode()).night.names["p2"] == "somebody 3"


def test_an_id_out_of_a_file_written_by_hand_goes_too():
    log = log_of(*EVENING, opaque=False)

    file = erased(log, BOB)

    assert "bob" not in file.lower()
    assert sums(counted(file.encode())) == sums(log)
    assert '"p1"' in file


def test_dummies_members_and_the_initiated_keep_their_player():
    log = log_of(
        game(ANN, BOB, options={"dummies": True}),
        event("trick.taken", deal=1, trick=1, winner="bob:dummy"),
        ENDED,
        game(ANN, BOB, CAL, game="yogis-whist", options={"septic": True, "members": [BOB, ANN]}),
        ENDED,
        game(ANN, BOB, CAL, game="frak-you", options={"initiated": [BOB]}),
        opaque=False,
    )

    file = erased(log, BOB)

    assert "bob" not in file.lower()
    assert '"p1:dummy"' in file
    assert '"members": ["p1", "ann"]' in file
    assert '"initiated": ["p1"]' in file


def test_a_forfeit_written_into_a_file_goes_with_its_player():
    log = counted(written(OPENED, joined(ANN), joined(BOB, forfeit="sings a verse"), joined(CAL, forfeit="hugs Bob")))

    file = erased(log, BOB)

    assert "sings" not in file
    assert "hugs somebody 2" in file


def test_who_sat_down_twice_is_erased_twice():
    log = log_of(undone(3), event("player.joined", player="p6", name="Bob"), opaque=True)

    file = erased(log, "p6")

    assert "Bob" not in file
    assert sums(counted(file.encode())) == sums(log)


def test_erasing_everybody_leaves_no_name():
    log = log_of(*EVENING)
    for player in APP_MADE.values():
        log = after(log, erasure(log, player, texts_about(log, player)))

    assert list(log.night.names.values()) == [f"somebody {number}" for number in range(1, 6)]


@cases(
    ("Bob was late", "Bob", True, True),
    ("BOB’S fault", "Bob", True, True),
    ("Bobby was late", "Bob", True, False),
    ("a kebob", "Bob", False, False),
    ("shall we", "Al", False, False),
    ("Al, again", "Al", True, True),
    ("Zoe\u0308 again", "Zoë", True, True),
    ("so 🦆 quacks", "🦆", True, True),
    ("a+b", "a+b", True, True),
    ("", "Bob", False, False),
)
def test_a_name_is_found_where_a_word_begins(text, name, found, named):
    assert mentions(text, [name]) is found
    assert is_named(text, [name]) is named
    assert (without(text, [name], "somebody 2", 280) != text) is found


def test_a_text_that_grows_too_long_is_cut():
    said = without("B " * 140, ["B"], "somebody 12", 280)

    assert len(said) <= 280
    assert said.endswith("…")


@given(st.text(min_size=1, max_size=24), st.text(max_size=60))
def test_no_name_and_no_text_is_too_strange(name, text):
    assert not mentions(without(text, [name], "\x00", 1000), [name]) or name.strip("\x00") == ""
