"""Undo and change: the log counts as if the entry were not there, or were another one, and must then still be valid."""

import pytest

from companion.domain import event_log
from tests.table import cases

from .entries import CLOSED, OPENED, caught, changed, event, fine, joined, left, returned, rule, undone
from .nights import charges, fault, log_of, night, owed, refused, why_refused, written
from .people import ANN, BOB, CAL, DAN, EVE, FIVE
from .play import ENDED, deal, game, trick, tricks

THREE, ONE = fine(ANN, 3), fine(ANN, 1)
FINED = 7  # the entry of the first event that a test names
CHANGED_TWICE = [ONE, changed(7, fine(ANN, 2)), changed(7, THREE)]
FOUR_BY_ANN = [game(), *tricks("ann ann ann ann")]
MOVED = event("drink.moved", player=ANN, to=BOB, amount=1)
VOTE = event("office.voted", player=ANN, votes=[])


def newest_undone(count):
    """The fine of entry 7 undone, then each time the entry just before."""
    return [undone(FINED + place) for place in range(count)]


def undone_and_back(count):
    """The fine of entry 7 undone and brought back by turns."""
    return [undone(FINED if place % 2 == 0 else FINED + place) for place in range(count)]


def changed_over_and_over(count):
    return [changed(FINED, fine(ANN, 1 + place % 5)) for place in range(count)]


def changed_and_back(count):
    """A change, and its undo."""
    return [
        changed(FINED, fine(ANN, 1 + place % 5)) if place % 2 == 0 else undone(FINED + place) for place in range(count)
    ]


@cases(
    ("an undone trick", [game(), *tricks("ann bob"), undone(9)], {ANN: 1}),
    ("written anew", [game(), *tricks("ann bob"), undone(9), trick(2, CAL)], {ANN: 1, CAL: 2}),
    ("what follows of no trick before", [game(), *tricks("- ann")], {ANN: 2}),
    ("follows also of one changed", [game(), *tricks("ann ann"), changed(8, trick(1, None))], {ANN: 2}),
    ("the last change counts", CHANGED_TWICE, {ANN: 3}),
    ("undone, the one before", [*CHANGED_TWICE, undone(9)], {ANN: 2}),
    ("the one before undone makes no difference", [*CHANGED_TWICE, undone(8)], {ANN: 3}),
    ("both undone", [*CHANGED_TWICE, undone(9), undone(8)], {ANN: 1}),
    ("and back", [*CHANGED_TWICE, undone(9), undone(10)], {ANN: 3}),
    ("a changed entry undone", [ONE, changed(7, fine(ANN, 2)), undone(7)], {}),
    ("keeps its change when redone", [ONE, changed(7, fine(ANN, 2)), undone(7), undone(9)], {ANN: 2}),
    ("later tricks turn on the others", FOUR_BY_ANN, {ANN: 3, BOB: 5, CAL: 5, DAN: 5, EVE: 5}),
    ("and follow a change", [*FOUR_BY_ANN, changed(8, trick(1, BOB))], {ANN: 4, BOB: 1}),
    ("an undone undo is in nobody’s way", [joined("zoe"), ONE, undone(8, by="zoe"), undone(9), undone(7)], {ANN: 1}),
    ("far back", [THREE, *[fine(BOB, 1)] * 150, undone(7)], {BOB: 150}),
    ("and again", [THREE, *[fine(BOB, 1)] * 150, undone(7), *[fine(BOB, 1)] * 150, undone(158)], {ANN: 3, BOB: 300}),
    ("who takes back their own joining is in no later undo's way",
     [fine(ANN, 2), undone(3, by=BOB), undone(7, by=ANN)], {}),
    *((f"{count} corrections", [THREE, *chain(count)], {} if count % 2 else {ANN: 3})
      for chain, counts in ((newest_undone, (0, 1, 2, 3, 50, 51)), (undone_and_back, (50, 51))) for count in counts),
    ("a chain is taken up again after other entries",
     [THREE, *newest_undone(5), ONE, undone(12), *[undone(14 + place) for place in range(3)]], {ANN: 1}),
)  # fmt: skip
def test_what_is_owed_after(what, events, due):
    assert owed(night(*events)) == due, what


@cases(
    ("a fine undone", [THREE, undone(7)]),
    ("undone, redone and undone", [THREE, undone(7), undone(8), undone(7)]),
    ("what stands in an entry undone is in nobody’s way", [joined("zoe"), fine("zoe", 1), undone(8), undone(7)]),
)
def test_an_undone_entry_counts_as_if_it_were_not_there(what, events):
    assert night(*events) == night(), what


def test_a_changed_entry_counts_as_the_new_one_under_its_old_number():
    result = night(THREE, fine(BOB, 1), changed(7, fine(ANN, 5, reason="more")))

    assert [(row["seq"], row["player"], row["amount"], row["reason"]) for row in result["charges"]] == [
        (7, ANN, 5, "more"),
        (8, BOB, 1, "fine"),
    ]


def test_even_the_opening_and_a_name_can_be_changed():
    result = night(changed(1, {**OPENED, "name": "Saturday", "unit": "sip"}), changed(2, joined(ANN, name="Anna")))

    assert result["players"][ANN]["name"] == "Anna"


def test_a_rule_changed_charges_what_the_new_one_would_have():
    log = [rule("r1"), caught("r1", ANN), changed(7, rule("r1", who="left", amount=3))]

    assert charges(night(*log), "r1") == [(BOB, 3)]


@cases(
    ([joined("zoe")], joined("zoe", name="Zoë")),
    ([game()], game(ANN, BOB, dealer=BOB)),
    ([game(), trick(1, ANN)], trick(1, None)),
    ([game(), deal(1)], deal(1, players=[ANN, BOB], dealer=BOB)),
    ([rule("r1", who="chosen"), caught("r1", ANN, chosen=[ANN])], caught("r1", ANN, chosen=[BOB, CAL])),
    ([fine(ANN, 2), MOVED], event("drink.moved", player=ANN, to=CAL, amount=2)),
    ([VOTE], event("office.voted", player=ANN, votes=[BOB])),
)
def test_a_change_is_allowed(log, new):
    assert night(*log, changed(6 + len(log), new))["players"]


KEEPS = "a change keeps what the entry is about: its place in the game and its player"


@cases(
    ([ONE], fine(BOB, 1), KEEPS),
    *(([ONE], new, "a change keeps the type: entry 7 is fine.given")
      for new in (event("drink.taken", player=ANN, amount=1), {"player": ANN, "amount": 1}, {})),
    ([ONE], None, "event must be `object`, got `null`"),
    ([ONE], fine(ANN, 0), "amount must be `int` >= 1"),
    *(([ONE], fine(ANN, 2, **{field: value}), f"the event has no field {field}")
      for field, value in (("by", BOB), ("at", "2026-11-20T20:00:00Z"), ("seq", 7))),
    ([ONE, undone(7)], undone(7), "an undo or a change can be undone, not changed"),
    ([ONE, changed(7, fine(ANN, 2))], changed(7, fine(ANN, 3)), "an undo or a change can be undone, not changed"),
    ([rule("r1")], rule("r2"), KEEPS),
    ([rule("r1"), caught("r1", ANN)], caught("r1", BOB), KEEPS),
    ([rule("r1"), rule("r2"), caught("r1", ANN)], caught("r2", ANN), KEEPS),
    ([game(), trick(1, ANN)], trick(2, ANN), KEEPS),
    ([game(), trick(1, ANN)], trick(1, ANN, deal=2), KEEPS),
    ([game(), deal(1)], deal(2), KEEPS),
    ([joined("zoe")], joined("zac"), KEEPS),
    ([VOTE], event("office.voted", player=BOB, votes=[]), KEEPS),
    ([game(), trick(1, ANN)], trick(1, "zoe"), "zoe is not in this deal"),
    ([joined("zoe"), joined("zac")], joined("zac", name="Zoe"),
     "somebody at this table is called Zoe already; take another name"),
    ([ONE, MOVED], event("drink.moved", player=ANN, to=ANN, amount=1), "a drink goes to somebody else"),
)  # fmt: skip
def test_a_change_keeps_type_slot_and_player_and_must_be_valid_itself(log, new, why):
    assert why_refused(*log, changed(6 + len(log), new)) == why


@cases(
    *(([THREE, undone(entry)], f"there is no entry {entry} yet") for entry in (8, 9, 99)),
    *(([THREE, undone(entry)], "entry must be `int` >= 1") for entry in (0, -1)),
    *(([THREE, undone(entry)], f"entry must be `int`, got `{kind}`")
      for entry, kind in (("7", "str"), (None, "null"), (True, "bool"))),
    ([THREE, undone(7), undone(7)], "entry 7 is already undone"),
    ([THREE, undone(7), changed(7, ONE)], "entry 7 is already undone"),
    ([THREE, undone(7), undone(8), undone(8)], "entry 8 is already undone"),
)  # fmt: skip
def test_an_undo_names_an_entry_before_it_that_counts(events, why):
    assert why_refused(*events) == why


@cases(
    ([rule("r1"), caught("r1", ANN), undone(7)], 8),
    ([joined("zoe"), ONE, fine("zoe", 1), undone(7)], 9),
    ([joined("zoe"), fine(ANN, 1, by="zoe"), undone(7)], 8),
    ([joined("zoe"), ONE, undone(8, by="zoe"), undone(7)], 9),
    ([left(ANN), returned(ANN), undone(7)], 8),
    ([joined("zoe"), event("seats.moved", order=[*FIVE, "zoe"]), undone(7)], 8),
    ([game(), ENDED, undone(7)], 8),
    ([game(), trick(1, ANN), undone(7)], 8),
    ([game(), *tricks("ann bob cal"), undone(8)], 9),
    ([game(), ENDED, game(), undone(8)], 9),
    ([rule("r1"), undone(7), rule("r1"), undone(8)], 9),
    ([ONE, undone(7), undone(8), undone(7), undone(9)], 10),
    ([ONE, undone(7), undone(8), changed(7, fine(ANN, 2)), undone(9)], 10),
    ([game(ANN, BOB), changed(7, game()), trick(1, CAL), undone(8)], 9),
    ([joined("zoe"), joined("zac"), changed(7, joined("zoe", name="Zac"))], 8, "change"),
)
def test_the_first_later_entry_that_is_no_longer_valid_is_named_with_the_undo_or_change(log, entry, *what):
    night(*log[:-1])
    (by,) = what or ("undo",)

    assert refused(*log).startswith(f"event {entry}: ")
    assert refused(*log).endswith(f"(after the {by} in event {6 + len(log)})")


def test_an_undo_that_counts_again_cannot_undo_what_another_one_has_undone():
    chain = (ONE, fine(ANN, 2), undone(8), undone(9), undone(8), undone(11), undone(10))

    assert refused(*chain, undone(12)) == "event 11: entry 8 is already undone (after the undo in event 14)"
    assert refused(undone(3), fine(ANN, 2, by=BOB)).startswith("event 8: bob has not joined")


@cases((undone(1),), (joined(ANN), undone(1)), (joined(ANN), undone(2), undone(1)))
def test_without_its_opening_the_second_entry_has_no_night(*events):
    assert fault(written(OPENED, *events)).startswith("event 2: ")
    assert len(events) != 2 or fault(written(OPENED, *events)).endswith("(after the undo in event 3)")


@cases(
    ([CLOSED, undone(7), ONE], None),
    ([CLOSED, undone(7), CLOSED, undone(9), ONE], None),
    ([CLOSED, undone(7), undone(8)], None),
    ([CLOSED, undone(7), undone(8), undone(7), undone(10)], None),
    *(([ONE, CLOSED, late], 9) for late in (ONE, CLOSED, ENDED, undone(7), changed(7, fine(ANN, 2)), left(ANN))),
    ([CLOSED, undone(7), CLOSED, undone(7)], 10),
    ([CLOSED, undone(7), CLOSED, undone(8)], 10),
    ([CLOSED, undone(7), undone(8), ONE], 10),
    ([CLOSED, undone(7), ONE, undone(8)], 9),
    ([ONE, CLOSED, undone(8), changed(7, fine(ANN, 2)), undone(9)], 10),
)
def test_nothing_follows_a_closed_night_but_the_undo_that_names_the_closing(events, wrong):
    if wrong:
        assert refused(*events).startswith(f"event {wrong}: ")
    else:
        assert owed(night(*events)) == ({ANN: 1} if ONE in events else {})


@pytest.fixture
def work(monkeypatch):
    """The calls that check or count an entry."""
    done = []
    for name in ("check", "evolve"):
        works = getattr(event_log, name)
        monkeypatch.setattr(
            event_log, name, lambda *asked, works=works, name=name, **more: done.append(name) or works(*asked, **more)
        )
    return done


@pytest.mark.parametrize("chain", [newest_undone, undone_and_back, changed_over_and_over, changed_and_back])
def test_twice_as_many_corrections_check_and_count_twice_as_many_entries(chain, work):
    costs = []
    for count in (200, 400):
        work.clear()
        night(THREE, *chain(count))
        costs.append(len(work))

    assert costs[1] < 2.2 * costs[0]
    assert costs[1] < 400 * 12


def test_every_entry_is_found_by_its_number_whatever_was_corrected():
    fines = [fine(ANN, amount) for amount in (1, 2, 3)]
    log = log_of(*fines, changed(8, fine(ANN, 4)), undone(9))

    assert [log.line(seq).entry.seq for seq in range(1, 12)] == list(range(1, 12))
    assert log.line(7).counts.amount == 1
    assert (log.line(8).entry.event.amount, log.line(8).counts.amount) == (2, 4)
    assert (log.line(9).entry.event.amount, log.line(9).counts) == (3, None)
    for seq in (-1, 0, 12):
        with pytest.raises(LookupError):
            log.line(seq)
