"""Calls of house rules: catching somebody, contesting a call, and choosing who drinks."""

from collections.abc import Iterator
from itertools import islice
from types import NoneType

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from ..commands.authorization import acts_for, may_agree_for
from ..commands.checks import is_fresh
from ..domain import events as of
from ..domain.event_log import AppliedEntry, Line
from ..domain.house_rules.firing import fires
from ..domain.house_rules.model import Called, CardPlayed, Happening, HouseRule, is_about_cards
from ..domain.night import Asking
from .context import ViewContext, Who
from .entries import is_trick, newest_trick
from .fragments import Fragment

LATEST = 20  # the most calls shown for settling
LATELY = 30  # entries in which the newest trick is looked for
PASSING = (of.RuleCalled, of.CallContested, of.CallSettled, of.DrinkTaken, of.FineGiven, of.FineForgiven, NoneType)


class Catch(msgspec.Struct, frozen=True):
    """The rules in force: one tap opens a rule, a second tap on a player catches them.

    `by_people` are rules that people must watch for; they come first. `calls` is the key of the next call.
    """

    night_id: str
    calls: int
    by_people: tuple[HouseRule, ...]
    by_app: tuple[HouseRule, ...]
    people: tuple[Who, ...]


class TrickCalls(msgspec.Struct, frozen=True):
    """The calls offered after a trick recorded without its cards: the app cannot apply rules about cards to it.

    Each rule comes with the players who could have broken it, and whether each was already caught.
    """

    deal: int
    trick: int
    rules: tuple[tuple[HouseRule, tuple[tuple[Who, bool], ...]], ...]


class ShownCall(msgspec.Struct, frozen=True):
    """A call, shown to the player who decides about it; `acting` is their seat if it is not the phone's own."""

    entry: int
    who: Who
    by: Who | None
    text: str
    acting: str
    contested: bool


class OwnCalls(msgspec.Struct, frozen=True):
    """The calls that this player can contest (`mine`), and those they have to settle as finesmaster (`contested`).

    `player` can own up and object, with buttons in the shared fragments; None while no rule is in force.
    """

    night_id: str
    corrections: int
    calls: int
    player: str | None
    mine: tuple[ShownCall, ...]
    contested: tuple[ShownCall, ...]


class Choice(msgspec.Struct, frozen=True):
    """An open choice: `chooser` has to choose who drinks `amount`, because a rule fired at entry `seq`."""

    seq: int
    rule: str
    text: str
    chooser: Who
    amount: int


class OwnChoices(msgspec.Struct, frozen=True):
    """The open choices that this phone can make: for its own `seat`, seats `lent` to it, and seats without a phone."""

    night_id: str
    corrections: int
    seat: str
    lent: frozenset[str]
    choices: tuple[Choice, ...]
    people: tuple[Who, ...]


def catch(context: ViewContext) -> Catch:
    """The rules that players can be caught breaking, without those offered with the trick just recorded."""
    without_cards, trick = tricks_without_cards(context), on_trick(context)
    offered = [rule for rule, _ in trick.rules] if trick else []
    rules = [rule for rule in in_force(context) if rule not in offered]
    return Catch(
        night_id=context.night_id,
        calls=calls(context),
        by_people=tuple(rule for rule in rules if needs_people(rule, without_cards)),
        by_app=tuple(rule for rule in rules if not needs_people(rule, without_cards)),
        people=context.seated if rules else (),
    )


def in_force(context: ViewContext) -> list[HouseRule]:
    """The rules that can be called; none once the night is over."""
    return [] if context.night.closed else [rule for rule in context.night.rules.values() if rule.active]


def calls(context: ViewContext) -> int:
    """The number of calls and corrections so far; it is the key of the next call."""
    return len(context.night.calls) + context.corrections


def needs_people(rule: HouseRule, without_cards: bool) -> bool:
    """Whether people must watch for the rule: it can only be called, or it is about cards that are not entered."""
    return isinstance(rule.when, Called) or (without_cards and is_about_cards(rule.when))


def tricks_without_cards(context: ViewContext) -> bool:
    """Whether the newest trick of the running game was recorded without its cards."""
    newest = newest_trick(context)
    return newest is not None and _is_without_cards(newest)


def _is_without_cards(line: Line) -> bool:
    """Whether this entry is a trick that was recorded without its cards."""
    return is_trick(line) and getattr(line.counts, "plays", UNSET) is UNSET


def on_trick(context: ViewContext) -> TrickCalls | None:
    """The rules about cards that the newest trick could have broken; None without such rules or if it has its cards."""
    rules = [rule for rule in in_force(context) if is_about_cards(rule.when)]
    # Calls, fines and drinks entered after the trick do not hide it.
    line = next((line for line in reversed(context.log.lines[-LATELY:]) if not isinstance(line.counts, PASSING)), None)
    if not rules or context.game is None or line is None or not _is_without_cards(line):
        return None
    since = (call for seq, call in context.night.calls.items() if seq > line.entry.seq and call.stands is not False)
    caught = {(call.rule, call.player) for call in since}
    suspects = ((rule, _suspects(context, line, rule)) for rule in rules)
    found = tuple(
        (rule, tuple((who, (rule.id, who.id) in caught) for who in context.seated if who.id in players))
        for rule, players in suspects
        if players
    )
    return TrickCalls(*_place(line), found) if found else None


def _place(line: Line) -> tuple[int, int]:
    return getattr(line.counts, "deal", 0), getattr(line.counts, "trick", 0)


def _suspects(context: ViewContext, line: Line, rule: HouseRule) -> frozenset[str]:
    """Who could have broken the rule: everybody dealt in, even if they left since, or the taker of such a trick."""
    if isinstance(rule.when, CardPlayed):
        deal = context.night.game.state.deal if context.night.game else None
        return frozenset(deal.dealt if deal else ())
    before = context.log.night_after(line.entry.seq - 1)
    whatever_card = replace(rule.when, with_rank=UNSET, with_suit=UNSET)
    happened = AppliedEntry(line, before, context.night).happened
    return frozenset(one.player for one in happened if fires(whatever_card, one))


def own_sneak(context: ViewContext, seat: str | None) -> tuple[str, ...]:
    """The rules that people must watch for, shown only to the sneak."""
    if seat is None or context.night.sneak != seat:
        return ()
    without_cards = tricks_without_cards(context)
    return tuple(rule.text for rule in in_force(context) if needs_people(rule, without_cards))


def own_calls(context: ViewContext, seat: str | None) -> OwnCalls:
    """The calls that this phone can contest or settle: contesting only while a call is fresh, settling at any time."""
    night = context.night
    seats = [seat, *(player for player in context.phones.loans if player != seat and acts_for(context, seat, player))]
    master = night.finesmaster if night.finesmaster in seats else None
    on_me = [entry for entry in latest_calls(context) if night.calls[entry].player in seats]
    mine = [entry for entry in on_me if _is_contestable(context, entry)]
    contested = [entry for entry in _unsettled(context) if night.calls[entry].contested] if master else []
    return OwnCalls(
        night_id=context.night_id,
        corrections=context.corrections,
        calls=calls(context),
        player=seat if in_force(context) else None,
        mine=tuple(shown(context, entry, night.calls[entry].player, seat) for entry in mine),
        contested=tuple(shown(context, entry, master, seat) for entry in reversed(contested)),
    )


def latest_calls(context: ViewContext) -> list[int]:
    """The last calls that can still be settled, the oldest first; none once the night is over."""
    return list(islice(_unsettled(context), LATEST))[::-1]


def _unsettled(context: ViewContext) -> Iterator[int]:
    calls = {} if context.night.closed else context.night.calls
    return (entry for entry, call in reversed(calls.items()) if call.stands is None)


def _is_contestable(context: ViewContext, entry: int) -> bool:
    """Whether the accused can contest the call: somebody else made it, and it is fresh and not yet contested."""
    call, line = context.night.calls[entry], context.log.line(entry).entry
    return call.contested is None and line.by != call.player and is_fresh(line.at)


def shown(context: ViewContext, entry: int, decider: str | None, seat: str | None) -> ShownCall:
    """A call for the player who decides about it (`decider`)."""
    call = context.night.calls[entry]
    by = context.who(context.log.line(entry).entry.by)
    acting = "" if decider == seat else decider or ""
    return ShownCall(
        entry, context.people[call.player], by, context.night.rules[call.rule].text, acting, bool(call.contested)
    )


def choosing(context: ViewContext) -> tuple[Choice, ...]:
    """The open choices, the oldest first; none once the night is over."""
    return () if context.night.closed else tuple(choice(context, asked) for asked in context.night.asking)


def choice(context: ViewContext, asked: Asking) -> Choice:
    """An open choice, with the words of its rule."""
    rule = context.night.rules[asked.rule]
    called = Happening("called", asked.player)
    amount = sum(called.worth(part.amount) for part in rule.charges if part.who == "chosen")
    return Choice(asked.seq, rule.id, rule.text, context.people[asked.player], amount)


def own_choices(context: ViewContext, seat: str | None) -> OwnChoices | None:
    """The open choices of the seats that this phone can act for."""
    mine = tuple(asked for asked in choosing(context) if may_agree_for(context, seat, asked.chooser.id))
    if seat is None or not mine:
        return None
    lent = frozenset(player for player in context.phones.loans if context.phones.lent_to(player) == seat)
    people = tuple(context.people[player] for player in context.night.present())
    return OwnChoices(context.night_id, context.corrections, seat, lent, mine, people)


CATCH = Fragment("catch", "rules/_catch.html", catch)
OWN_CALLS = Fragment("own-call", "table/_own_call.html", own_calls, own=True)
OWN_SNEAK = Fragment("own-sneak", "table/_own_sneak.html", own_sneak, own=True)
CHOOSING = Fragment("choosing", "table/_choosing.html", choosing)
OWN_CHOICES = Fragment("own-choice", "table/_own_choice.html", own_choices, own=True)
