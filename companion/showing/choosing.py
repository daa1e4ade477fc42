"""Choosing: a rule that lets somebody choose who drinks asks their phone, and tells the others whom it waits for."""

from __future__ import annotations

import msgspec

from ..rules.night import Asking
from .fragments import Fragment
from .scene import Scene, Who


class Question(msgspec.Struct, frozen=True):
    """Somebody is to choose who drinks so much, since rule `rule` struck at entry `seq`.

    `acting` is the seat meant, if it is not the phone's own; `lent` that the phone speaks for it all evening.
    """

    seq: int
    rule: str
    text: str
    chooser: Who
    amount: int
    acting: str = ""
    lent: bool = False


class Choosing(msgspec.Struct, frozen=True):
    """Whom the table waits for."""

    questions: tuple[Question, ...]


class OwnChoice(msgspec.Struct, frozen=True):
    """What this phone is to choose: for its own seat, for those lent to it, and folded for those without a phone."""

    night_id: str
    corrections: int
    unit: str
    questions: tuple[Question, ...]
    people: tuple[Who, ...]


def choosing(scene: Scene) -> Choosing:
    """Who has not chosen yet, the oldest question first."""
    return Choosing(tuple(question(scene, asked) for asked in _open(scene)))


def _open(scene: Scene) -> tuple[Asking, ...]:
    return () if scene.night.closed else scene.night.asking


def question(scene: Scene, asked: Asking) -> Question:
    """A question in the words of its rule."""
    rule = scene.night.rules[asked.rule]
    amount = sum(part.amount for part in rule.parts if part.who == "chosen")
    return Question(asked.seq, rule.id, rule.text, scene.people[asked.player], amount)


def own_choice(scene: Scene, seat: str | None) -> OwnChoice:
    """The questions to the seats this phone may speak for."""
    mine = tuple(_put(scene, asked, seat) for asked in _open(scene) if seat and _may_answer(scene, asked.player, seat))
    people = tuple(scene.people[player] for player in scene.night.present()) if mine else ()
    return OwnChoice(scene.night_id, scene.corrections, scene.night.unit, mine, people)


def _may_answer(scene: Scene, player: str, seat: str) -> bool:
    lent = scene.phones.lent_to(player)
    return seat in (player, lent) or not (lent or scene.phones.has_phone(player))


def _put(scene: Scene, asked: Asking, seat: str) -> Question:
    acting = "" if asked.player == seat else asked.player
    lent = scene.phones.lent_to(asked.player) == seat
    return msgspec.structs.replace(question(scene, asked), acting=acting, lent=lent)


CHOOSING = Fragment("choosing", "table/_choosing.html", choosing)
OWN_CHOICE = Fragment("own-choice", "table/_own_choice.html", own_choice, own=True)
