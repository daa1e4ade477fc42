"""The last result: what just happened, what it cost whom and why, on the screen and for screen readers."""

from types import NoneType

import msgspec

from ..commands.votes import motion
from ..domain import events as of
from ..domain.event_log import Line
from ..domain.fines import Charge, Player
from ..domain.house_rules.model import HouseRule
from ..domain.night import differences
from .calls import Choice, TrickCalls, calls, choice, on_trick
from .context import ViewContext, Who
from .entries import caught, describe_line
from .fines import at_once, sentence_at_once
from .fragments import Fragment
from .votes import tally, vote_state

RAISING = (of.RuleObjected, of.OfficeClaimed)
QUIET = (of.DrinkTaken, of.SeatsMoved, of.PlayerJoined, of.NightOpened, NoneType)


class Last(msgspec.Struct, frozen=True):
    """The newest entry: its `text`, what it cost whom, who still has to drink for it, what an undo or change changed.

    `costs` are the game's own fines and those by hand, `fired` what each house rule cost. `choices` are still open.
    `rule` is one just made or amended, which can be objected to; `note` is the result of an objection or claim. `paid`
    costs were paid at once, in tokens.
    """

    night_id: str
    seq: int
    calls: int
    text: str
    people: dict[str, Who]
    costs: tuple[Charge, ...]
    fired: tuple[tuple[HouseRule, tuple[Charge, ...]], ...]
    choices: tuple[Choice, ...]
    still: tuple[Player, ...]
    changes: tuple[tuple[Who, int], ...]
    trick: TrickCalls | None
    rule: str | None
    note: str
    paid: bool

    @property
    def settles(self) -> str:
        """What a fine makes people do, as in “Bob drinks 3.”"""
        return "pays" if self.paid else "drinks"

    @property
    def spoken(self) -> str:
        """All of it for a screen reader, as in “Bob took trick 3. Bob drinks 3.”"""
        chosen = (f"{asked.chooser.name} chooses who drinks {asked.amount}." for asked in self.choices)
        rules = (f"House rule: {charges[0].reason} {' '.join(map(self._cost, charges))}" for _, charges in self.fired)
        return " ".join((self.text, *map(self._cost, self.costs), *rules, *chosen, *([self.note] if self.note else [])))

    def _cost(self, charge: Charge) -> str:
        return f"{self.people[charge.player].name} {self.settles} {charge.amount}."

    @property
    def reasons(self) -> tuple[tuple[str, tuple[Charge, ...]], ...]:
        """The costs by their reasons, in alphabetical order."""
        alike: dict[str, tuple[Charge, ...]] = {}
        for cost in self.costs:
            alike[cost.because] = (*alike.get(cost.because, ()), cost)
        return tuple(sorted(alike.items(), key=lambda pair: pair[0].lower()))


def last(context: ViewContext) -> Last | None:
    """The newest entry that is news."""
    line = newest(context)
    if line is None:
        return None
    is_last = line is context.log.lines[-1]
    changes = differences(context.log.before, context.night) if is_last and _corrects(line) else {}
    charges = [charge for each in at_once(context, line) for charge in each.charges]
    owing = dict.fromkeys(
        charge.player for charge in charges if context.night.players[charge.player].owed > 0 and not charge.paid
    )
    people = context.people
    return Last(
        night_id=context.night_id,
        seq=line.entry.seq,
        calls=calls(context),
        text=sentence_at_once(context, line) or _headline(context, line),
        people=people,
        costs=tuple(charge for charge in charges if charge.rule is None),
        fired=_fired(context, line),
        choices=tuple(choice(context, asked) for asked in context.night.asking if asked.seq == line.entry.seq),
        still=tuple(context.night.players[player] for player in owing),
        changes=tuple((people[player], by) for player, by in changes.items()),
        trick=on_trick(context),
        rule=_objectionable(context, line),
        note=_outcome(context, line),
        paid=any(charge.paid for charge in line.charges),
    )


def _headline(context: ViewContext, line: Line) -> str:
    """The entry in one sentence; without the rule of a call that cost something, which is shown below it."""
    event = line.counts
    if isinstance(event, of.RuleCalled) and line.charges:
        return f"{caught(context, event)}."
    return describe_line(context, line)


def _fired(context: ViewContext, line: Line) -> tuple[tuple[HouseRule, tuple[Charge, ...]], ...]:
    """The house rules that an entry set off, in the order made, and what each costs."""
    by_rule: dict[str, list[Charge]] = {}
    for charge in line.charges:
        if charge.rule is not None:
            by_rule.setdefault(charge.rule, []).append(charge)
    return tuple((rule, tuple(by_rule[rule.id])) for rule in context.night.rules.values() if rule.id in by_rule)


def _objectionable(context: ViewContext, line: Line) -> str | None:
    """The rule just made or amended, while nobody votes about it."""
    event = line.counts
    if context.night.closed or not isinstance(event, of.RuleMade | of.RuleAmended):
        return None
    return event.rule if context.night.rules[event.rule].active and not vote_state(context, event.rule) else None


def _outcome(context: ViewContext, line: Line) -> str:
    """The result of the objection or claim just raised, once the table has voted."""
    found = motion(context, line.entry.seq) if isinstance(line.counts, RAISING) else None
    if found is None or found.is_open:
        return ""
    master = context.name(context.night.finesmaster)
    kept = f"{master} stays finesmaster" if found.rule is None else "The rule stays"
    return f"{kept}: only {tally(context, found)}"


def newest(context: ViewContext) -> Line | None:
    """The newest of the last entries that is news: an undo or change, or what still counts and is not quiet."""
    lines = reversed(context.log.lines[-30:])
    return next((line for line in lines if _corrects(line) or not isinstance(line.counts, QUIET)), None)


def _corrects(line: Line) -> bool:
    return isinstance(line.entry.event, of.EntryUndone | of.EntryChanged)


LAST = Fragment("last", "table/_last.html", last)
SAY = Fragment("say", "table/_say.html", last)
