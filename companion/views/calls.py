"""Calls of house rules: catching somebody and contesting a call; and the open questions of rules and games."""

from collections.abc import Iterator
from itertools import islice
from types import NoneType
from typing import NamedTuple

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from ..domain import events as of
from ..domain.asking import Ask
from ..domain.event_log import AppliedEntry, Line
from ..domain.house_rules.firing import fires
from ..domain.house_rules.model import Called, CardPlayed, HouseRule, When, is_about_cards
from ..domain.rights import CONTESTABLE, acts_for, is_free, may_agree_for, settlers
from ..storage.clock import within
from .context import ViewContext, Who
from .entries import newest_trick, which_one
from .fragments import Fragment
from .proposals import WaitingProposal, waiting

LATEST = 20  # the most calls shown for settling
LATELY = 30  # entries in which the newest trick is looked for
PASSING = (of.RuleCalled, of.CallContested, of.CallSettled, of.DrinkTaken, of.FineGiven, of.FineForgiven, NoneType)


class TrickCalls(msgspec.Struct, frozen=True):
    """The calls offered after a trick recorded without its cards: the app cannot apply rules about cards to it.

    Each rule comes with the players who could have broken it, and whether each was already caught.
    """

    slot: str
    rules: tuple[tuple[HouseRule, tuple[tuple[Who, bool], ...]], ...]


class Case(msgspec.Struct, frozen=True):
    """A contested call: which one of the night it is, since when, and the verdict, None until somebody decides."""

    number: int
    who: Who
    text: str
    since: str | None
    verdict: bool | None

    def __str__(self) -> str:
        return f"The Table v. {self.who.name}, case\N{NO-BREAK SPACE}{self.number}"


class ShownCall(msgspec.Struct, frozen=True):
    """A call, shown to a player who can contest or settle it; `acting` is their seat if it is not the phone's own.

    `case` is None until the call is contested.
    `verdicts` are those that they can give: only one if nobody else is at the table. `decides` says who decides about
    a contested call. It `asks` a seat of this phone, or else the phone can only tap for somebody without one.
    """

    entry: int
    who: Who
    by: Who | None
    text: str
    acting: Who | None
    case: Case | None
    verdicts: tuple[bool, ...] = ()
    decides: str = ""
    asks: bool = False


class OwnCalls(msgspec.Struct, frozen=True):
    """What this phone is asked besides what a game or a rule asks: the calls that it has to settle, and proposals."""

    contested: tuple[ShownCall, ...]
    waiting: tuple[WaitingProposal, ...]


class Choice(NamedTuple):
    """An open question, the player who is asked, and whom they can pick."""

    asked: Ask
    chooser: Who
    among: tuple[Who, ...]


class OwnChoices(msgspec.Struct, frozen=True):
    """The open questions that this phone can answer: those to its `own` seats, the newest first, and to other players.

    The `others` are asked by the newest entry that asks others, those from `before` by earlier ones. No phone acts for
    those who are `free`.
    """

    own: tuple[Choice, ...]
    others: tuple[Choice, ...]
    before: tuple[Choice, ...]
    free: frozenset[str]


def in_force(context: ViewContext) -> list[HouseRule]:
    """The rules that can be called; none once the night is over."""
    return [] if context.night.closed else [rule for rule in context.night.rules.values() if rule.active]


def calls(context: ViewContext) -> int:
    """The number of calls and corrections so far; it is the key of the next call."""
    return len(context.night.calls) + context.corrections


def tricks_without_cards(context: ViewContext) -> bool:
    """Whether the newest trick of the running game was recorded without its cards, or none was recorded yet."""
    newest = newest_trick(context)
    if newest is None or newest.counts is None:
        return context.game is not None and context.game.lays_cards
    return newest.counts.shows == ()


def unless_cards(context: ViewContext, when: When) -> bool:
    """Whether people call a rule with this trigger unless cards are entered."""
    return is_about_cards(when) and tricks_without_cards(context)


def by_people(context: ViewContext) -> list[HouseRule]:
    """The rules in force for which people must watch: they can only be called, or are about what is not entered."""
    return [rule for rule in in_force(context) if isinstance(rule.when, Called) or unless_cards(context, rule.when)]


def on_trick(context: ViewContext) -> TrickCalls | None:
    """The rules about cards that the newest trick could have broken. If its cards are entered, the app judges it."""
    rules = [rule for rule in in_force(context) if is_about_cards(rule.when)]
    # Calls, fines and drinks entered after the trick do not hide it.
    line = next((line for line in reversed(context.log.lines[-LATELY:]) if not isinstance(line.counts, PASSING)), None)
    trick = line.counts if line else None
    if not rules or context.game is None or line is None or trick is None or trick.shows != ():
        return None
    since = (call for seq, call in context.night.calls.items() if seq > line.entry.seq and call.stands is not False)
    caught = {(call.rule, call.player) for call in since}
    suspects = ((rule, _suspects(context, line, rule)) for rule in rules)
    found = tuple(
        (rule, tuple((who, (rule.id, who.id) in caught) for who in context.seated if who.id in players))
        for rule, players in suspects
        if players
    )
    slot = f"{context.game.part} {trick.part} the cards of {which_one(context, trick)}"
    return TrickCalls(slot, found) if found else None


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
    return tuple(rule.text for rule in by_people(context))


def own_calls(context: ViewContext, seat: str | None) -> OwnCalls:
    """What this phone can settle or answer, at any time."""
    return OwnCalls(to_settle(context, seat, contested=True), waiting(context, seat))


def own_caught(context: ViewContext, seat: str | None) -> tuple[ShownCall, ...]:
    """What this phone can contest, only while the call is fresh and what it cost is owed, but for its own fine."""
    lent = [player for player in context.phones.loans if player != seat and acts_for(context, seat, player)]
    on_the_fine = {call.entry for call in calls_on_fine(context, seat)}
    owed = {fine.seq for player in context.night.players.values() for fine in player.open}
    done = {entry for entry, call in context.night.calls.items() if call.charges and not call.contested} - owed
    mine = [call for player in (seat, *lent) for call in contestable(context, seat, player)]
    return tuple(call for call in mine if call.entry not in on_the_fine | done)


def calls_on_fine(context: ViewContext, seat: str | None) -> tuple[ShownCall, ...]:
    """The calls that cost this seat what it owes now, and that it can contest; they are shown on the fine itself."""
    player = context.night.players.get(seat or "")
    if player is None or player.owed <= 0:
        return ()
    owed_for = {fine.seq for fine in player.open}
    return tuple(call for call in contestable(context, seat, player.id) if call.entry in owed_for)


def contestable(context: ViewContext, seat: str | None, player: str | None) -> tuple[ShownCall, ...]:
    """The calls of a player that are contested, and those that the phone of `seat` can contest: fresh, by others."""
    found = []
    for entry in _latest(context):
        call, line = context.night.calls[entry], context.log.line(entry).entry
        if call.player == player and (call.contested or (line.by != player and within(line.at, CONTESTABLE))):
            found.append(_shown(context, entry, seat, call.player))
    return tuple(reversed(found))


def to_settle(context: ViewContext, seat: str | None, contested: bool = False) -> tuple[ShownCall, ...]:
    """The latest calls about which this phone decides, the newest first; with `contested` only those that are.

    What somebody picked or owned up to by themselves is only decided once it is contested.
    """
    found = []
    for entry in _latest(context):
        call = context.night.calls[entry]
        if call.contested or not (contested or context.log.line(entry).entry.by == call.player):
            deciding = (one for one in settlers(context, entry) if seat in one.phones)
            found += [_shown(context, entry, seat, one.player, one.verdicts) for one in deciding]
    return tuple(found)


def _latest(context: ViewContext) -> Iterator[int]:
    """The latest calls that are not settled, the newest first; none once the night is over."""
    found = {} if context.night.closed else context.night.calls
    return islice((entry for entry, call in reversed(found.items()) if call.stands is None), LATEST)


def _shown(
    context: ViewContext, entry: int, seat: str | None, player: str, verdicts: tuple[bool, ...] = ()
) -> ShownCall:
    """A call for `player`, who contests or settles it on the phone of `seat`."""
    call = context.night.calls[entry]
    return ShownCall(
        entry=entry,
        who=context.people[call.player],
        by=context.who(context.log.line(entry).entry.by),
        text=context.night.rules[call.rule].text,
        acting=None if player == seat else context.people[player],
        case=case(context, entry),
        verdicts=verdicts,
        decides=decides(context, entry) if call.contested else "",
        asks=seat in (player, context.phones.lent_to(player)) or len(verdicts) == 1,
    )


def case(context: ViewContext, entry: int) -> Case | None:
    """The case about the call at this entry; None if nobody contests it."""
    call = context.night.calls.get(entry)
    if call is None or not call.contested:
        return None
    lines = context.log.lines
    contests = {line.counts.entry: line.entry.at for line in lines if isinstance(line.counts, of.CallContested)}
    number = list(contests).index(entry) + 1
    return Case(number, context.people[call.player], context.night.rules[call.rule].text, contests[entry], call.stands)


def decides(context: ViewContext, entry: int) -> str:
    """Who decides about a call, in a sentence."""
    one, *others = settlers(context, entry)
    return "Settle it between you." if others else f"{context.name(one.player)} decides."


def choosing(context: ViewContext) -> tuple[Choice, ...]:
    """The open questions, the oldest first; none once the night is over."""
    return () if context.night.closed else tuple(choice(context, asked) for asked in context.night.asking)


def choice(context: ViewContext, asked: Ask) -> Choice:
    """An open question, with the people whom it is about."""
    among = context.night.present() if asked.among is None else asked.among
    return Choice(asked, context.people[asked.player], tuple(context.people[player] for player in among))


def own_choices(context: ViewContext, seat: str | None) -> OwnChoices | None:
    """The open questions that this phone can answer."""
    found = [
        each for each in choosing(context) if not each.asked.alone or may_agree_for(context, seat, each.chooser.id)
    ]
    if seat is None or not found:
        return None
    own = [each for each in found if seat in (each.chooser.id, context.phones.lent_to(each.chooser.id))]
    others = [each for each in found if each not in own]
    newest = tuple(each for each in others if each.asked.seq == others[-1].asked.seq)
    free = frozenset(each.asked.player for each in others if is_free(context, each.asked.player))
    return OwnChoices(tuple(reversed(own)), newest, tuple(others[: len(others) - len(newest)]), free)


OWN_CAUGHT = Fragment("own-caught", "table/_own_caught.html", own_caught, own=True)
OWN_CALLS = Fragment("own-call", "table/_own_call.html", own_calls, own=True)
OWN_SNEAK = Fragment("own-sneak", "table/_own_sneak.html", own_sneak, own=True)
CHOOSING = Fragment("choosing", "table/_choosing.html", choosing)
OWN_CHOICES = Fragment("own-choice", "table/_own_choice.html", own_choices, own=True)
