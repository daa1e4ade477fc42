"""What the phones of Frak You show: the pad card after card, counts, notes, and reasons for the initiated only."""

from typing import Any

from companion.rules.games.frak_you.pad import Pad, pad
from companion.rules.games.frak_you.pages import count, how, initiate
from companion.rules.games.frak_you.screen import screen
from companion.rules.games.frak_you.tell import tell_open
from companion.rules.games.frak_you.trick_in_front import look, own
from tests.rules.games.frak_you_table import ANN, BOB, CAL, CAST, DAN, EVE, FrakYou, four, three
from tests.table import cases


def asked(night: FrakYou, **words: Any) -> Pad:
    """The pad as it stands after these words; a single one stands for a list of one."""
    lists = {name: [said] if isinstance(said, str) else list(said) for name, said in words.items()}
    return pad(night.state, night.log.night.table(), ANN, lists)


def led(night: FrakYou) -> FrakYou:
    """The same night after a first trick that Ann took."""
    night.trick(winner=ANN)
    return night


def test_the_first_trick_asks_who_leads_and_lays_the_two_of_clubs_for_them() -> None:
    night = three()
    assert (asked(night).leader, asked(night).turn, asked(night).laid) == (None, None, ())

    led_by_bob = asked(night, leader=BOB)

    assert led_by_bob.laid == ((BOB, ("2C",)),)
    assert led_by_bob.turn == CAL


def test_the_two_of_clubs_may_be_led_with_the_ace_of_spades_beside_it() -> None:
    assert asked(three(), leader=CAL, beside="AS").laid == ((CAL, ("AS", "2C")),)


def test_cards_are_asked_for_clockwise_from_the_leader() -> None:
    night = led(four())

    assert asked(night).turn == ANN
    after = asked(night, laid="4H", card="9H")
    assert after.laid == ((ANN, ("4H",)), (BOB, ("9H",)))
    assert after.turn == CAL


def test_a_pair_is_the_ace_of_spades_and_then_the_other_card() -> None:
    night = led(three())

    half = asked(night, card="AS")
    assert (half.half, half.turn, half.laid) == (True, ANN, ())
    pair = asked(night, half="AS", card="KD")
    assert (pair.half, pair.turn, pair.laid) == (False, BOB, ((ANN, ("AS", "KD")),))


def test_the_ace_of_spades_may_stay_alone() -> None:
    assert asked(led(three()), half="AS", alone="1").laid == ((ANN, ("AS",)),)


def test_the_ace_of_spades_as_last_card_is_alone_without_being_asked() -> None:
    night = led(three())
    night.count(BOB, 1)

    assert asked(night, laid="4S", card="AS").laid == ((ANN, ("4S",)), (BOB, ("AS",)))


def test_the_last_card_is_taken_back() -> None:
    night = led(three())

    assert asked(night, laid=["4S", "5S"], back="1").laid == ((ANN, ("4S",)),)
    assert asked(night, laid=["4S"], half="AS", back="1").laid == ((ANN, ("4S",)),)
    assert not asked(night, laid=["4S"], half="AS", back="1").half
    assert asked(three(), leader=BOB, laid="2C", back="1").leader is None


@cases("4S", "XX", "")
def test_a_card_of_this_trick_and_what_is_no_card_are_not_laid(card: str) -> None:
    assert asked(led(three()), laid="4S", card=card).laid == ((ANN, ("4S",)),)


def test_keys_of_this_trick_are_spent_but_not_those_of_tricks_face_down() -> None:
    night = three()
    night.trick("bob 2C, cal KC, ann 4C")

    keys = {card: gone for _, row in asked(night, laid="5C", half="AS").suits for card, gone in row}

    assert [card for card, gone in keys.items() if gone] == ["AS", "5C"]
    assert len(keys) == 52


def test_a_full_trick_is_judged_with_its_because() -> None:
    done = asked(led(three()), laid=["4H", "9D", "AS KD"])

    assert done.done
    assert done.taken is not None
    assert done.taken.player == BOB
    assert done.taken.because == "A♠ in a pair makes diamonds trump, and 9♦ is the highest other card of it"


def test_a_trick_about_which_the_rules_are_silent_has_no_taker() -> None:
    done = asked(led(three()), laid=["AS", "9D", "KD"])

    assert done.done
    assert done.taken is None


def test_a_trick_recorded_meanwhile_is_said_to_be_late() -> None:
    night = led(three())

    late = asked(night, deal="1", trick="1", leader=BOB, laid=["2C", "3C"])

    assert late.late
    assert (late.trick, late.laid) == (2, ())
    assert not asked(night, deal="1", trick="2").late


def test_newcomers_named_are_asked_for_their_card_too() -> None:
    night = three()

    assert asked(night, dealt=[ANN, BOB, CAL, DAN]).in_deal == (ANN, BOB, CAL, DAN)
    assert asked(night, dealt=["zoe"]).in_deal == ()
    assert asked(led(night), dealt=[ANN, BOB, CAL, DAN]).in_deal == (ANN, BOB, CAL)


def test_without_enough_people_there_is_nothing_to_enter() -> None:
    night = three()
    night.say("player.left", player=CAL)

    assert asked(night).in_deal == ()


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
    assert shown.turns == (CAL, DAN, ANN)


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
