"""The news: what just happened, whom it cost and why, for the eye and for the ear."""

from __future__ import annotations

import msgspec

from ..commands.votes import motion
from ..domain import events as of
from ..domain.event_log import Line
from ..domain.fines import Charge
from ..domain.night import differences
from .calls import Choice, TrickCalls, calls, choice, on_trick
from .context import Scene, Who
from .entries import caught, told
from .fines import at_once, told_at_once
from .fragments import Fragment
from .votes import standing, tally

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


def last(scene: Scene) -> Last | None:
    """The newest entry worth telling."""
    line = newest(scene)
    if line is None:
        return None
    corrects = isinstance(line.entry.event, CORRECTING)
    changes = differences(scene.log.before, scene.night) if corrects and line is scene.log.lines[-1] else {}
    charges = [charge for each in at_once(scene, line) for charge in each.charges]
    owing = dict.fromkeys(
        charge.player for charge in charges if scene.night.players[charge.player].owed > 0 and not charge.paid
    )
    people = scene.people
    return Last(
        night_id=scene.night_id,
        seq=line.entry.seq,
        calls=calls(scene),
        told=told_at_once(scene, line) or _headline(scene, line),
        costs=tuple(Cost(people[each.player], each.amount, each.because) for each in charges if each.rule is None),
        strikes=strikes(scene, line),
        choices=tuple(choice(scene, asked) for asked in scene.night.asking if asked.seq == line.entry.seq),
        still=tuple((people[player], scene.night.players[player].owed) for player in owing),
        changes=tuple((people[player], by) for player, by in changes.items()),
        trick=on_trick(scene),
        rule=_objectionable(scene, line),
        note=_outcome(scene, line),
        paid=any(charge.paid for charge in line.charges),
    )


def _headline(scene: Scene, line: Line) -> str:
    """The entry in one sentence; the rule of a call that cost something stands right below it."""
    event = line.counts
    return f"{caught(scene, event)}." if isinstance(event, of.RuleCalled) and line.charges else told(scene, line)


def strikes(scene: Scene, line: Line) -> tuple[Strike, ...]:
    """The house rules that an entry set off, in the order made."""
    rows: dict[str, list[Charge]] = {}
    for charge in line.charges:
        if charge.rule is not None:
            rows.setdefault(charge.rule, []).append(charge)
    return tuple(_strike(scene, rule, rows[rule]) for rule in scene.night.rules if rule in rows)


def _strike(scene: Scene, rule: str, charges: list[Charge]) -> Strike:
    costs = tuple((scene.people[charge.player], charge.amount) for charge in charges)
    by = tuple(scene.people[player] for player in charges[0].set_off_by if player in scene.people)
    fired = scene.night.rules[rule]
    return Strike(charges[0].reason, costs, fired.fired, fired.cost, by)


def _objectionable(scene: Scene, line: Line) -> str | None:
    """The rule just made or amended, while nobody votes about it."""
    event = line.counts
    if scene.night.closed or not isinstance(event, of.RuleMade | of.RuleAmended):
        return None
    return event.rule if scene.night.rules[event.rule].active and not standing(scene, event.rule) else None


def _outcome(scene: Scene, line: Line) -> str:
    """What became of the objection or claim just raised, once the table has voted."""
    found = motion(scene, line.entry.seq) if isinstance(line.counts, RAISING) else None
    if found is None or found.is_open:
        return ""
    kept = "The rule stays" if found.rule is not None else f"{scene.name(scene.night.finesmaster)} stays finesmaster"
    return f"{kept}: only {tally(scene, found)}"


def newest(scene: Scene) -> Line | None:
    """The newest of the last entries that is worth telling."""
    return next((line for line in reversed(scene.log.lines[-30:]) if _is_news(line)), None)


def _is_news(line: Line) -> bool:
    if isinstance(line.entry.event, CORRECTING):
        return True
    return line.counts is not None and not isinstance(line.counts, QUIET)


LAST = Fragment("last", "table/_last.html", last)
SAY = Fragment("say", "table/_say.html", last)
