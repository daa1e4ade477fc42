"""The news: what just happened, whom it cost and why, for the eye and for the ear."""

from __future__ import annotations

import msgspec

from ..commands.votes import motion
from ..domain import events as of
from ..domain.event_log import Line
from ..domain.fines import Charge
from ..domain.night import differences
from .calls import Choice, TrickCalls, calls, choice, on_trick
from .context import ViewContext, Who
from .entries import caught, told
from .fines import at_once, sentence_at_once
from .fragments import Fragment
from .votes import tally, vote_state

CORRECTING = (of.EntryUndone, of.EntryChanged)
RAISING = (of.RuleObjected, of.OfficeClaimed)
QUIET = (of.DrinkTaken, of.SeatsMoved, of.PlayerJoined, of.NightOpened)


class Cost(msgspec.Struct, frozen=True):
    """What somebody was charged by the last entry, and why."""

    who: Who
    amount: int
    because: str


class Strike(msgspec.Struct, frozen=True):
    """A house rule that struck: whom it costs what, and how often it has struck by now and what that cost in all.

    `by` are those who set it off, if it struck by itself.
    """

    text: str
    costs: tuple[tuple[Who, int], ...]
    times: int
    cost: int
    by: tuple[Who, ...] = ()


class Last(msgspec.Struct, frozen=True):
    """What just happened, whom it cost, who still has to drink for it; `changes` are those of an undo or change.

    `costs` are the game's own or given by hand, `strikes` those of house rules; `choices` are still to be made.
    `rule` is the one just made or amended, to object to; `note` what became of an objection or claim. `paid` costs
    were paid at once, in tokens.
    """

    night_id: str
    seq: int
    calls: int
    told: str
    costs: tuple[Cost, ...]
    strikes: tuple[Strike, ...]
    choices: tuple[Choice, ...]
    still: tuple[tuple[Who, int], ...]
    changes: tuple[tuple[Who, int], ...]
    trick: TrickCalls | None
    rule: str | None
    note: str
    paid: bool

    @property
    def aloud(self) -> str:
        """All of it for who does not look at the screen, as in “Bob took trick 3. Bob drinks 3.”"""
        settles = "pays" if self.paid else "drinks"
        costs = (f"{cost.who.name} {settles} {cost.amount}." for cost in self.costs)
        chosen = (f"{asked.chooser.name} chooses who drinks {asked.amount}." for asked in self.choices)
        struck = []
        for strike in self.strikes:
            drinkers = " ".join(f"{who.name} {settles} {amount}." for who, amount in strike.costs)
            struck.append(f"House rule: {strike.text} {drinkers}")
        return " ".join((self.told, *costs, *struck, *chosen, *([self.note] if self.note else [])))

    @property
    def becauses(self) -> tuple[tuple[str, tuple[Cost, ...]], ...]:
        """The costs by their reasons, in the order of the words."""
        alike: dict[str, tuple[Cost, ...]] = {}
        for cost in self.costs:
            alike[cost.because] = (*alike.get(cost.because, ()), cost)
        return tuple(sorted(alike.items(), key=lambda pair: pair[0].lower()))


def last(context: ViewContext) -> Last | None:
    """The newest entry worth telling."""
    line = newest(context)
    if line is None:
        return None
    corrects = isinstance(line.entry.event, CORRECTING)
    changes = differences(context.log.before, context.night) if corrects and line is context.log.lines[-1] else {}
    charges = [charge for each in at_once(context, line) for charge in each.charges]
    owing = dict.fromkeys(
        charge.player for charge in charges if context.night.players[charge.player].owed > 0 and not charge.paid
    )
    people = context.people
    return Last(
        night_id=context.night_id,
        seq=line.entry.seq,
        calls=calls(context),
        told=sentence_at_once(context, line) or _headline(context, line),
        costs=tuple(Cost(people[each.player], each.amount, each.because) for each in charges if each.rule is None),
        strikes=strikes(context, line),
        choices=tuple(choice(context, asked) for asked in context.night.asking if asked.seq == line.entry.seq),
        still=tuple((people[player], context.night.players[player].owed) for player in owing),
        changes=tuple((people[player], by) for player, by in changes.items()),
        trick=on_trick(context),
        rule=_objectionable(context, line),
        note=_outcome(context, line),
        paid=any(charge.paid for charge in line.charges),
    )


def _headline(context: ViewContext, line: Line) -> str:
    """The entry in one sentence; the rule of a call that cost something stands right below it."""
    event = line.counts
    return f"{caught(context, event)}." if isinstance(event, of.RuleCalled) and line.charges else told(context, line)


def strikes(context: ViewContext, line: Line) -> tuple[Strike, ...]:
    """The house rules that an entry set off, in the order made."""
    rows: dict[str, list[Charge]] = {}
    for charge in line.charges:
        if charge.rule is not None:
            rows.setdefault(charge.rule, []).append(charge)
    return tuple(_strike(context, rule, rows[rule]) for rule in context.night.rules if rule in rows)


def _strike(context: ViewContext, rule: str, charges: list[Charge]) -> Strike:
    costs = tuple((context.people[charge.player], charge.amount) for charge in charges)
    by = tuple(context.people[player] for player in charges[0].set_off_by if player in context.people)
    fired = context.night.rules[rule]
    return Strike(charges[0].reason, costs, fired.fired, fired.cost, by)


def _objectionable(context: ViewContext, line: Line) -> str | None:
    """The rule just made or amended, while nobody votes about it."""
    event = line.counts
    if context.night.closed or not isinstance(event, of.RuleMade | of.RuleAmended):
        return None
    return event.rule if context.night.rules[event.rule].active and not vote_state(context, event.rule) else None


def _outcome(context: ViewContext, line: Line) -> str:
    """What became of the objection or claim just raised, once the table has voted."""
    found = motion(context, line.entry.seq) if isinstance(line.counts, RAISING) else None
    if found is None or found.is_open:
        return ""
    kept = (
        "The rule stays" if found.rule is not None else f"{context.name(context.night.finesmaster)} stays finesmaster"
    )
    return f"{kept}: only {tally(context, found)}"


def newest(context: ViewContext) -> Line | None:
    """The newest of the last entries that is worth telling."""
    return next((line for line in reversed(context.log.lines[-30:]) if _is_news(line)), None)


def _is_news(line: Line) -> bool:
    if isinstance(line.entry.event, CORRECTING):
        return True
    return line.counts is not None and not isinstance(line.counts, QUIET)


LAST = Fragment("last", "table/_last.html", last)
SAY = Fragment("say", "table/_say.html", last)
