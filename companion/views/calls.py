"""Calls: who may be caught at which rule, what may be said against it, and who is to choose who drinks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import msgspec
from msgspec import UNSET

from ..commands.checks import is_fresh
from ..domain import events as of
from ..domain.event_log import Line
from ..domain.house_rules.model import Called, CardPlayed, HouseRule, TrickWon, When
from ..domain.night import Asking
from ..domain.seating import controller
from .context import ViewContext, Who
from .entries import is_trick
from .fragments import Fragment

LATEST = 20
LATELY = 30  # entries
BESIDE = (of.RuleCalled, of.CallContested, of.CallSettled, of.DrinkTaken, of.FineGiven, of.FineForgiven)


class Catch(msgspec.Struct, frozen=True):
    """The rules in force: one tap opens a rule, one on a player catches them.

    Those that need `eyes` stand first; `calls` counts how often one was called, so that each call is told once.
    """

    night_id: str
    calls: int
    eyes: tuple[HouseRule, ...]
    watched: tuple[HouseRule, ...]
    people: tuple[Who, ...]


class TrickCall(msgspec.Struct, frozen=True):
    """One rule about cards, and whom the trick may have set it off for: each with whether they were caught at it."""

    rule: str
    text: str
    asks: bool
    people: tuple[tuple[Who, bool], ...]


class TrickCalls(msgspec.Struct, frozen=True):
    """What may be called on a trick recorded without its cards: it sets off no rule about them."""

    deal: int
    trick: int
    rules: tuple[TrickCall, ...]


class OwnVoice(msgspec.Struct, frozen=True):
    """The forms by which a phone speaks for its own seat; their buttons stand beside what everybody sees."""

    night_id: str
    calls: int
    player: str | None


class Heard(msgspec.Struct, frozen=True):
    """A call as who decides about it hears of it: `acting` is the seat that does, if it is not the phone's own."""

    entry: int
    who: Who
    by: Who | None
    text: str
    acting: str
    contested: bool


class OwnCalls(msgspec.Struct, frozen=True):
    """The calls that this phone may say no to, and those it has to settle."""

    night_id: str
    corrections: int
    mine: tuple[Heard, ...]
    contested: tuple[Heard, ...]


class Choice(msgspec.Struct, frozen=True):
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


class OwnChoices(msgspec.Struct, frozen=True):
    """What this phone is to choose: for its own seat, for those lent to it, and folded for those without a phone."""

    night_id: str
    corrections: int
    unit: str
    choices: tuple[Choice, ...]
    people: tuple[Who, ...]


def catch(context: ViewContext) -> Catch:
    """What anybody may be caught at; what is offered on the trick just recorded is not offered twice."""
    blind, trick = is_blind(context), on_trick(context)
    offered = {call.rule for call in trick.rules} if trick else set()
    rules = [rule for rule in in_force(context) if rule.id not in offered]
    return Catch(
        night_id=context.night_id,
        calls=calls(context),
        eyes=tuple(rule for rule in rules if needs_eyes(rule, blind)),
        watched=tuple(rule for rule in rules if not needs_eyes(rule, blind)),
        people=context.seated if rules else (),
    )


def in_force(context: ViewContext) -> list[HouseRule]:
    """The rules that may be called; none of a night that is over."""
    return [] if context.night.closed else [rule for rule in context.night.rules.values() if rule.active]


def calls(context: ViewContext) -> int:
    """How many calls and corrections there were: the same call after another one is a new one."""
    return len(context.night.calls) + context.corrections


def needs_eyes(rule: HouseRule, blind: bool) -> bool:
    """Whether people must watch for the rule: it is only called, or about cards that nobody enters."""
    return isinstance(rule.when, Called) or (blind and is_about_cards(rule.when))


def is_about_cards(when: When) -> bool:
    """Whether only the cards of a trick tell that it happened."""
    return isinstance(when, CardPlayed) or (
        isinstance(when, TrickWon) and not (when.with_rank is UNSET and when.with_suit is UNSET)
    )


def is_blind(context: ViewContext) -> bool:
    """Whether the tricks of the game that is on are recorded without their cards, as the newest was."""
    playing = context.night.game
    newest = next((line for line in reversed(context.log.lines[-LATELY:]) if is_trick(line)), None)
    return playing is not None and newest is not None and newest.entry.seq > playing.started and _is_bare(newest)


def _is_bare(line: Line) -> bool:
    """Whether it says who took a trick, and not with which cards."""
    return is_trick(line) and getattr(line.counts, "plays", UNSET) is UNSET


def on_trick(context: ViewContext) -> TrickCalls | None:
    """The rules about cards that the newest trick may have set off; None if there are none, or its cards are known."""
    rules = [rule for rule in in_force(context) if is_about_cards(rule.when)]
    line = trick_line(context) if rules and context.game else None
    if line is None:
        return None
    since = (call for seq, call in context.night.calls.items() if seq > line.entry.seq and call.stands is not False)
    caught = {(call.rule, call.player) for call in since}
    found = tuple(call for rule in rules if (call := _on_trick(context, line, rule, caught)).people)
    return TrickCalls(*_place(line), found) if found else None


def trick_line(context: ViewContext) -> Line | None:
    """The trick just recorded, if without its cards; what was called and drunk since does not hide it."""
    for line in reversed(context.log.lines[-LATELY:]):
        if line.counts is not None and not isinstance(line.counts, BESIDE):
            return line if _is_bare(line) else None
    return None


def _place(line: Line) -> tuple[int, int]:
    return getattr(line.counts, "deal", 0), getattr(line.counts, "trick", 0)


def _on_trick(context: ViewContext, line: Line, rule: HouseRule, caught: set[tuple[str, str]]) -> TrickCall:
    suspects = _suspects(context, line, rule)
    people = tuple((who, (rule.id, who.id) in caught) for who in context.seated if who.id in suspects)
    return TrickCall(rule.id, rule.text, rule.asks, people)


def _suspects(context: ViewContext, line: Line, rule: HouseRule) -> frozenset[str]:
    """Who may have played such a card; only the taker can have taken the trick with one.

    Those dealt into the deal of that trick, whoever has left since among them: they keep what they owe.
    """
    if isinstance(rule.when, CardPlayed):
        deal = context.night.game.state.deal if context.night.game else None
        return frozenset(deal.dealt if deal else ())
    assert isinstance(rule.when, TrickWon)
    if rule.when.trick not in (UNSET, _place(line)[1]):
        return frozenset()
    taker = getattr(line.counts, "taker", None) or getattr(line.counts, "winner", None)
    return frozenset({controller(taker)}) if isinstance(taker, str) else frozenset()


def own_voice(context: ViewContext, seat: str | None) -> OwnVoice | None:
    """Owning up, and objecting; without a rule in force there is neither."""
    return OwnVoice(context.night_id, calls(context), seat) if in_force(context) else None


def own_sneak(context: ViewContext, seat: str | None) -> tuple[str, ...]:
    """The rules that need eyes, for the sneak's; nothing for anybody else."""
    if seat is None or context.night.sneak != seat:
        return ()
    blind = is_blind(context)
    return tuple(rule.text for rule in in_force(context) if needs_eyes(rule, blind))


def own_calls(context: ViewContext, seat: str | None) -> OwnCalls | None:
    """The accused may contest a call while it is fresh; the finesmaster settles it whenever it was contested."""
    if not context.night.calls:
        return None
    lent = (player for player in context.phones.loans if seat and context.phones.lent_to(player) == seat)
    seats = [seat, *(player for player in lent if player in context.night.order)]
    master = next((own for own in seats if own == context.night.finesmaster), None)
    on_me = (entry for entry in latest_calls(context) if context.night.calls[entry].player in seats)
    mine = (entry for entry in on_me if _is_contestable(context, entry))
    contested = [entry for entry in _unsettled(context) if context.night.calls[entry].contested] if master else []
    return OwnCalls(
        night_id=context.night_id,
        corrections=context.corrections,
        mine=tuple(heard(context, entry, context.night.calls[entry].player, seat) for entry in mine),
        contested=tuple(heard(context, entry, master, seat) for entry in reversed(contested)),
    )


def latest_calls(context: ViewContext) -> list[int]:
    """The last calls that may still be settled, the oldest first; none of a night that is over.

    A night with many more is not gone through for them.
    """
    return list(islice(_unsettled(context), LATEST))[::-1]


def _unsettled(context: ViewContext) -> Iterator[int]:
    calls = {} if context.night.closed else context.night.calls
    return (entry for entry, call in reversed(calls.items()) if call.stands is None)


def _is_contestable(context: ViewContext, entry: int) -> bool:
    """Whether the accused is offered to say no: to what somebody else called, once, and while it is fresh."""
    call, line = context.night.calls[entry], context.log.line(entry).entry
    return call.contested is None and line.by != call.player and is_fresh(line.at)


def heard(context: ViewContext, entry: int, speaker: str | None, seat: str | None) -> Heard:
    """A call for whoever decides about it: `speaker` is the seat that does."""
    call = context.night.calls[entry]
    by = context.who(context.log.line(entry).entry.by)
    acting = "" if speaker == seat else speaker or ""
    return Heard(
        entry, context.people[call.player], by, context.night.rules[call.rule].text, acting, bool(call.contested)
    )


def choosing(context: ViewContext) -> tuple[Choice, ...]:
    """Who has not chosen yet, the oldest question first."""
    return tuple(choice(context, asked) for asked in _open(context))


def _open(context: ViewContext) -> tuple[Asking, ...]:
    return () if context.night.closed else context.night.asking


def choice(context: ViewContext, asked: Asking) -> Choice:
    """A question in the words of its rule."""
    rule = context.night.rules[asked.rule]
    amount = sum(part.amount for part in rule.parts if part.who == "chosen")
    return Choice(asked.seq, rule.id, rule.text, context.people[asked.player], amount)


def own_choices(context: ViewContext, seat: str | None) -> OwnChoices | None:
    """The questions to the seats this phone may speak for."""
    mine = tuple(
        _put(context, asked, seat) for asked in _open(context) if seat and _may_choose(context, asked.player, seat)
    )
    if not mine:
        return None
    people = tuple(context.people[player] for player in context.night.present())
    return OwnChoices(context.night_id, context.corrections, context.night.unit, mine, people)


def _may_choose(context: ViewContext, player: str, seat: str) -> bool:
    lent = context.phones.lent_to(player)
    return seat in (player, lent) or not (lent or context.phones.has_phone(player))


def _put(context: ViewContext, asked: Asking, seat: str) -> Choice:
    acting = "" if asked.player == seat else asked.player
    lent = context.phones.lent_to(asked.player) == seat
    return msgspec.structs.replace(choice(context, asked), acting=acting, lent=lent)


CATCH = Fragment("catch", "rules/_catch.html", catch)
OWN_VOICE = Fragment("own-voice", "table/_own_voice.html", own_voice, own=True)
OWN_CALLS = Fragment("own-call", "table/_own_call.html", own_calls, own=True)
OWN_SNEAK = Fragment("own-sneak", "table/_own_sneak.html", own_sneak, own=True)
CHOOSING = Fragment("choosing", "table/_choosing.html", choosing)
OWN_CHOICES = Fragment("own-choice", "table/_own_choice.html", own_choices, own=True)
