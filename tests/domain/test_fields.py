"""What a form says of an event follows from the types of its fields, also of a game that nobody has written yet."""

from typing import Literal

import pytest
from msgspec import UNSET, UnsetType

from companion.domain.events import Count, Event, Id, Some, read
from companion.domain.fields import facts, sent
from companion.domain.refused import Refused
from tests.table import cases

BOB, CAL = "bob b", "cal"


class NightRaid(Event, frozen=True, tag="night.raided"):
    """Somebody raids the table: all that a field of an event can be."""

    raid: Count
    asleep: tuple[Id, ...]
    leader: Id | None | UnsetType = UNSET
    alarm: Literal["bell", "dog"] | UnsetType = UNSET
    scouts: Some | UnsetType = UNSET
    loot: tuple[tuple[Id, int], ...] = ()
    shown: tuple[tuple[str, str], ...] | UnsetType = UNSET
    dice: tuple[int, int] | UnsetType = UNSET


RAID = {"raid": ["2"], "asleep": [BOB]}


def raided(**form):
    return read(facts({**RAID, **form}, NightRaid) | {"type": "night.raided"}, {"night.raided": NightRaid}, False)


@cases(
    ("a list of one", {"scouts": [CAL]}, {"scouts": (CAL,)}),
    ("a list of two", {"scouts": [CAL, BOB]}, {"scouts": (CAL, BOB)}),
    ("nobody in a list that can be empty", {"asleep": [""]}, {"asleep": ()}),
    ("nobody in a list that needs somebody", {"scouts": [""]}, {"scouts": UNSET}),
    ("nobody as the one who leads", {"leader": [""]}, {"leader": None}),
    ("no choice", {"alarm": [""]}, {"alarm": UNSET}),
    ("a number for each", {f"loot.{BOB}": ["3"], "loot.cal": [" -1 "]}, {"loot": ((BOB, 3), (CAL, -1))}),
    ("an empty number is 0", {f"loot.{BOB}": [""]}, {"loot": ((BOB, 0),)}),
    ("of two numbers the last", {"loot.cal": ["0", "5"]}, {"loot": ((CAL, 5),)}),
    ("cards that were laid", {"shown": [f"{BOB} KH", "cal JOKER"]}, {"shown": ((BOB, "KH"), (CAL, "JOKER"))}),
    ("dice", {"dice": ["6", "1"]}, {"dice": (6, 1)}),
    ("one value of a field that takes one", {"alarm": ["dog", "bell"]}, {"alarm": "dog"}),
)
def test_a_form_says(what, form, says):
    event = raided(**form)

    assert {name: getattr(event, name) for name in says} == says, what


def test_what_an_event_says_is_sent_as_a_form_would_send_it():
    whole = {
        **RAID, "leader": [""], "alarm": ["dog"], "scouts": [CAL, BOB], f"loot.{BOB}": ["3"],
        "shown": [f"{BOB} KH"], "dice": ["6", "1"],
    }  # fmt: skip

    assert sent(raided(**whole)) == whole


@cases("scouts.cal", "when", "made.cal")
def test_a_field_that_no_event_has_inside_another_is_refused(name):
    with pytest.raises(Refused, match="There is no field called"):
        facts({name: ["1"]}, NightRaid)


def test_what_is_not_a_field_of_the_event_goes_to_its_game_as_it_was_sent():
    assert facts({"suits": ["1", "2"], "lantern": ["lit"]}, NightRaid) == {"suits": ["1", "2"], "lantern": "lit"}
