"""Calls on a trick: recorded without its cards it sets off no rule about them, so it offers each in one tap."""

from __future__ import annotations

import msgspec
from msgspec import UNSET

from ..rules import events as of
from ..rules.house_rules import CardPlayed, HouseRule, TrickWon, When
from ..rules.log import Line
from ..rules.seating import controller
from .log_page import is_trick
from .scene import Scene, Who

BESIDE = (of.RuleCalled, of.CallContested, of.CallSettled, of.DrinkTaken, of.FineGiven, of.FineForgiven)


class TrickCall(msgspec.Struct, frozen=True):
    """One rule about cards, and whom the trick may have set it off for: each with whether they were caught at it."""

    rule: str
    text: str
    asks: bool
    people: tuple[tuple[Who, bool], ...]


class TrickCalls(msgspec.Struct, frozen=True):
    """What may be called on the trick just recorded."""

    deal: int
    trick: int
    rules: tuple[TrickCall, ...]


def is_about_cards(when: When) -> bool:
    """Whether only the cards of a trick tell that it happened."""
    return isinstance(when, CardPlayed) or (
        isinstance(when, TrickWon) and not (when.with_rank is UNSET and when.with_suit is UNSET)
    )


def is_blind(scene: Scene) -> bool:
    """Whether the tricks of the game that is on are recorded without their cards, as the newest was."""
    playing = scene.night.game
    newest = next((line for line in reversed(scene.log.lines[-30:]) if is_trick(line)), None)
    return playing is not None and newest is not None and newest.entry.seq > playing.started and is_bare(newest)


def is_bare(line: Line) -> bool:
    """Whether it says who took a trick, and not with which cards."""
    return is_trick(line) and getattr(line.counts, "plays", UNSET) is UNSET


def on_trick(scene: Scene) -> TrickCalls | None:
    """The rules about cards that the newest trick may have set off; None if there are none, or its cards are known."""
    line = trick_line(scene)
    active = [rule for rule in scene.night.rules.values() if rule.active and is_about_cards(rule.when)]
    if line is None or scene.game is None or scene.night.closed or not active:
        return None
    since = (call for seq, call in scene.night.calls.items() if seq > line.entry.seq and call.stands is not False)
    caught = {(call.rule, call.player) for call in since}
    found = tuple(call for rule in active if (call := _call(scene, line, rule, caught)).people)
    return TrickCalls(*_place(line), found) if found else None


def trick_line(scene: Scene) -> Line | None:
    """The trick just recorded, if without its cards; what was called and drunk since does not hide it."""
    for line in reversed(scene.log.lines[-30:]):
        if line.counts is not None and not isinstance(line.counts, BESIDE):
            return line if is_bare(line) else None
    return None


def _place(line: Line) -> tuple[int, int]:
    return getattr(line.counts, "deal", 0), getattr(line.counts, "trick", 0)


def _call(scene: Scene, line: Line, rule: HouseRule, caught: set[tuple[str, str]]) -> TrickCall:
    suspects = _suspects(scene, line, rule)
    people = tuple((who, (rule.id, who.id) in caught) for who in scene.seated if who.id in suspects)
    return TrickCall(rule.id, rule.text, rule.asks, people)


def _suspects(scene: Scene, line: Line, rule: HouseRule) -> frozenset[str]:
    """Who may have played such a card; only the taker can have taken the trick with one.

    Those dealt into the deal of that trick, whoever has left since among them: they keep what they owe.
    """
    if isinstance(rule.when, CardPlayed):
        deal = scene.night.game.state.deal if scene.night.game else None
        return frozenset(deal.dealt if deal else ())
    assert isinstance(rule.when, TrickWon)
    if rule.when.trick not in (UNSET, _place(line)[1]):
        return frozenset()
    taker = getattr(line.counts, "taker", None) or getattr(line.counts, "winner", None)
    return frozenset({controller(taker)}) if isinstance(taker, str) else frozenset()
