"""What the phones of Frak You show: whom the pad asks, counts, notes, and reasons for the initiated only."""

from companion.rules.games.frak_you.pages import count, how, initiate
from companion.rules.games.frak_you.screen import screen
from companion.rules.games.frak_you.tell import tell_open
from companion.rules.games.frak_you.trick_in_front import look, own
from tests.rules.games.frak_you_table import ANN, BOB, CAL, CAST, DAN, EVE, FrakYou, four, three
from tests.table import cases


def led(night: FrakYou) -> FrakYou:
    """The same night after a first trick that Ann took."""
    night.trick(winner=ANN)
    return night


def test_the_pad_asks_clockwise_from_the_leader_and_before_the_first_trick_who_that_is() -> None:
    night = four()
    shown = screen(night.state, night.log.night.table())
    assert (shown.opener, shown.order) == ("2C", (ANN, BOB, CAL, DAN))
    night.trick(winner=CAL)
    shown = screen(night.state, night.log.night.table())

    assert (shown.opener, shown.order) == ("", (CAL, DAN, ANN, BOB))


def test_who_has_one_card_left_cannot_pair() -> None:
    night = led(three())
    night.count(BOB, 1)

    assert screen(night.state, night.log.night.table()).pairing == (ANN, CAL)


def test_without_enough_people_there_is_nothing_to_enter() -> None:
    night = three()
    night.say("player.left", player=CAL)

    assert screen(night.state, night.log.night.table()).order == ()


def test_notes_say_what_everybody_holds_and_between_deals_what_they_lost() -> None:
    night = four()
    table = night.log.night.table()
    assert screen(night.state, table).notes == {ANN: "", BOB: "", CAL: "", DAN: ""}
    night.trick(winner=BOB)
    night.count(CAL, 0)

    assert screen(night.state, table).notes == {
        ANN: "12 in hand",
        BOB: "12 in hand, 4 in front",
        CAL: "out",
        DAN: "12 in hand",
    }

    night.count(DAN, 0)
    after = screen(night.state, table)
    assert after.losers == ("Ann", "Bob")
    assert after.notes == {ANN: "lost 1 deal", BOB: "lost 1 deal", CAL: "", DAN: ""}


def test_only_those_still_in_may_have_taken_the_trick_and_they_keep_their_places() -> None:
    night = four()
    night.trick(winner=CAL)
    night.count(BOB, 0)

    shown = screen(night.state, night.log.night.table())

    assert [seat.player for seat in shown.choices_for] == [ANN, CAL, DAN]
    assert shown.order == (CAL, DAN, ANN)


def test_ones_own_trick_is_a_number_of_cards_until_one_looks() -> None:
    night = three()
    night.trick("bob 2C, cal KC, ann 4C")
    table = night.log.night.table()

    assert own(night.state, table, CAL) == 3
    assert own(night.state, table, ANN) == 0
    assert own(night.state, table, EVE) == 0
    assert look(night.state, table, CAL, {}).cards == ("2C", "4C", "KC")
    assert look(night.state, table, ANN, {}).cards == ()


def test_the_page_to_count_knows_of_whom() -> None:
    night = three()
    night.trick(winner=CAL)
    table = night.log.night.table()

    found = count(night.state, table, ANN, {"of": [CAL]}).of

    assert found is not None
    assert (found.hand, found.front) == (16, 3)
    assert count(night.state, table, ANN, {"of": ["zoe"]}).of is None
    assert count(night.state, table, ANN, {}).of is None


def test_how_it_goes_knows_the_stake_and_initiating_everybody_here() -> None:
    night = three(options={"stake": 7})

    assert how(night.state, night.log.night.table(), ANN, {}) == 7
    assert initiate(night.state, night.log.night.table(), ANN, {}) == CAST


@cases(
    ({"plays": "bob 2C, cal KC, ann 4C"}, "theirs is the highest card of the suit led"),
    (
        {"plays": "bob 2C, cal AS KC, ann 4C"},
        "A♠ in a pair makes clubs trump, and theirs is the highest other card of it",
    ),
    ({"plays": "bob 2C, cal KD, ann 3C"}, "3♣ takes every trick it is in"),
    ({"plays": "bob AS 2C, cal KD, ann 4D", "winner": ANN}, "the rules are silent, so the table said who"),
)
def test_the_initiated_are_told_why_and_no_ordinary_card(said: dict[str, str], told: str) -> None:
    line = three().trick(**said)
    table = three().log.night.table()

    assert tell_open(line.entry.event, table).endswith(f"took trick 1 of deal 1: {told}.")


def test_the_initiated_are_told_who_paired_and_otherwise_what_everybody_is() -> None:
    night = three()
    table = night.log.night.table()

    assert tell_open(night.trick(winner=ANN, paired=BOB).entry.event, table) == (
        "Ann took trick 1 of deal 1. Bob laid A♠ with another card."
    )
    assert tell_open(night.trick(winner=ANN).entry.event, table) == "Ann took trick 2 of deal 1."
    assert tell_open(night.count(BOB, 3).entry.event, table) == "Bob was counted: 3 in hand, 0 in front."
