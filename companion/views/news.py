"""The last result, for the screen and for screen readers: what just happened, and who was fined how much and why."""

from collections.abc import Iterator
from types import NoneType

import msgspec

from ..domain import events as of
from ..domain import final, measure
from ..domain.event_log import Line
from ..domain.fines import Charge
from ..domain.games.game import Moment
from ..domain.house_rules.model import HouseRule
from ..domain.night import differences, passed_on
from .calls import Case, Choice, TrickCalls, calls, case, choice, decides, on_trick
from .context import ViewContext, Who
from .entries import caught, describe_line, ended_by, told_titles, won
from .fragments import Fragment

ENDS = (".", "!", "?", "”")
QUIET = (of.DrinkTaken, of.SeatsMoved, of.PlayerJoined, of.NightOpened, NoneType)


class Share(msgspec.Struct, frozen=True):
    """People charged the same for the same reason, with no verb; `told` is what they do instead, if all may read it."""

    names: tuple[str, ...]
    amount: int
    unit: str
    reason: str
    by_rule: bool
    told: str

    @property
    def each(self) -> str:
        return " each" if self.names[1:] else ""

    @property
    def units(self) -> str:
        """The unit as it is said after the amount: "sips", "sips each"."""
        return (self.told or measure.counted(self.amount, self.unit)) + self.each

    def __str__(self) -> str:
        return f"{measure.listed(self.names)}, {self.amount} {self.units}."


class Last(msgspec.Struct, frozen=True):
    """The newest entry: its `text` and its costs, and after a correction the changes in debts.

    `costs` are the fines by the game and by hand, `fired` those of each house rule, whom `set_off_by` made it fire;
    `choices` are still open. `note` is the result of a game, why a correction was final, or who decides about a call.
    `titles` tell who has a title now, each with the words of its rule. `case` is the dispute it opens or decides.
    """

    seq: int
    calls: int
    text: str
    costs: tuple[Share, ...]
    fired: tuple[tuple[HouseRule, tuple[str, ...], tuple[Share, ...]], ...]
    choices: tuple[Choice, ...]
    changes: tuple[tuple[Who, int], ...]
    trick: TrickCalls | None
    note: str
    titles: tuple[tuple[str, str], ...]
    unit: str
    case: Case | None

    @property
    def spoken(self) -> str:
        """The whole news for a screen reader, as in “Bob took trick 3. Bob, 3 sips.”"""
        asked = (f"{each.chooser.name} {each.asked.verb} {each.asked.question}." for each in self.choices)
        chosen = (measure.worded(question, self.unit) for question in asked)
        fired = ((shares[0].reason, " ".join(map(str, shares))) for _, _, shares in self.fired)
        rules = (f"House rule: {text}{'' if text.endswith(ENDS) else '.'} {costs}" for text, costs in fired)
        titles = (f"{told}." for told, _ in self.titles)
        opened = f"{self.case}." if self.case else ""
        said = (opened, self.text, *map(str, self.costs), *rules, *titles, *chosen, self.note)
        return " ".join(filter(None, said))


def last(context: ViewContext) -> Last | None:
    """The newest entry that is news; None if there is none."""
    line = newest(context)
    if line is None:
        return None
    is_last = line is context.log.lines[-1]
    before = context.log.before if is_last and isinstance(line.entry.event, of.Correcting) else context.night
    return Last(
        seq=line.entry.seq,
        calls=calls(context),
        text=_headline(context, line),
        costs=_shares(context, [charge for charge in line.charges if charge.rule is None]),
        fired=tuple(_fired(context, line)),
        choices=tuple(choice(context, asked) for asked in context.night.asking if asked.seq == line.entry.seq),
        changes=tuple((context.people[player], by) for player, by in differences(before, context.night).items()),
        trick=on_trick(context),
        note=_outcome(context, line),
        titles=told_titles(context, won(line) or passed_on(before, context.night)),
        unit=context.night.unit,
        case=case(context, line.counts.entry) if isinstance(line.counts, of.CallContested | of.CallSettled) else None,
    )


def _headline(context: ViewContext, line: Line) -> str:
    """The entry in one sentence, without its deal; a call with costs or titles leaves out its rule, shown below it."""
    event = line.counts
    if isinstance(event, of.RuleCalled) and (line.charges or line.titles):
        return f"{caught(context, event)}."
    if isinstance(event, of.PlayerLeft) and line.entry.by is None:  # at the opening, of everybody who has a phone
        coming = [context.name(who) for who in context.night.order if who in context.night.away]
        return f"Still to come: {measure.listed(coming)}."
    text = describe_line(context, line)
    return text.replace(f" of deal {event.part}", "") if event else text


def _shares(context: ViewContext, charges: list[Charge]) -> tuple[Share, ...]:
    """The charges, with one share for all players who have the same fine for the same reason."""
    alike: dict[tuple[int, str, str, bool, str], list[str]] = {}
    for charge in charges:
        unit = measure.TOKEN if charge.paid else context.night.unit
        reason = charge.because if charge.rule is None else charge.reason
        told = "" if charge.paid else context.told(charge.player, charge.amount)
        key = charge.amount, unit, reason, charge.rule is not None, told
        alike.setdefault(key, []).append(context.people[charge.player].name)
    return tuple(Share(tuple(names), *key) for key, names in alike.items())


def _fired(context: ViewContext, line: Line) -> Iterator[tuple[HouseRule, tuple[str, ...], tuple[Share, ...]]]:
    """The house rules that fired on this entry, in the order in which they were made."""
    for rule in context.night.rules.values():
        if charges := [charge for charge in line.charges if charge.rule == rule.id]:
            yield rule, charges[0].set_off_by, _shares(context, charges)


def _outcome(context: ViewContext, line: Line) -> str:
    """The result of the game that it ended, why a correction was final, or who decides about a contested call."""
    if not isinstance(line.counts, of.GameEnded) and (over := ended_by(context, line.entry.seq)):
        return over
    if isinstance(line.entry.event, of.Correcting):
        return final.told(context.log, line.entry)
    if isinstance(event := line.counts, of.CallContested):
        undecided = context.night.calls[event.entry].stands is None and not context.night.closed
        return decides(context, event.entry) if undecided else ""
    return ""


def newest(context: ViewContext) -> Line | None:
    """The newest of 30 entries that is news: an undo (of the night’s end first), a change, or what is not QUIET."""
    undone, line_of = context.log.marks.undone.items(), context.log.line
    for line in reversed(context.log.lines[-30:]):
        if isinstance(line.entry.event, of.Correcting) or not isinstance(line.counts, QUIET):
            ends = (line_of(undo) for seq, undo in undone if isinstance(line_of(seq).event, of.NightClosed))
            return next((end for end in ends if line.entry.at and end.entry.at == line.entry.at), line)
    return None


def moment(context: ViewContext) -> tuple[Moment, Case | None] | None:
    """What the newest entry makes all talk about, a verdict with its case; a correction is an entry, and ends it."""
    settled, seq = context.log.lines[-1].counts, context.log.seq
    if isinstance(settled, of.RuleMade) and context.night.game and (maker := context.night.rules[settled.rule].maker):
        return Moment(f"{context.name(maker)}’s rule: “{settled.text}”", (maker,), seq=seq), None
    if isinstance(settled, of.WaterCalled):
        return Moment(describe_line(context, context.log.lines[-1]), (settled.player,), seq=seq), None
    if isinstance(settled, of.NightClosed):
        return Moment("Good night", (), seq=seq), None  # it brings every phone to the awards
    if isinstance(settled, of.CallSettled) and (judged := case(context, settled.entry)):
        return Moment(str(judged), (judged.who.id,), seq=seq), judged
    found = context.night.moment
    return (found, None) if found and found.seq == seq else None


SAY = Fragment("say", "table/_say.html", last)
MOMENT = Fragment("moment", "table/_moment.html", moment)
