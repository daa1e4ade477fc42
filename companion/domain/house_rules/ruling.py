"""House rules made, amended, repealed, called and contested (docs/night-format.md#rights)."""

from collections.abc import Mapping

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from .. import events as of
from ..asking import without_answered
from ..games import NAMED
from ..measure import listed
from ..night import Call, Night, Outcome, Right, Transitions
from ..playing import charge, uncharge
from ..refused import Refused
from .firing import charged, question
from .model import Called, Happening, HouseRule, Part, check_sense


def check_right(night: Night, event: of.RuleChange, entry: of.Entry) -> None:
    """While anybody holds a right, only those who hold one can make, amend or repeal a rule."""
    if night.rights and entry.by not in {right.player for right in night.rights}:
        holders = list(dict.fromkeys(night.names[right.player] for right in night.rights))
        raise Refused(f"{listed(holders)} {'makes' if len(holders) == 1 else 'make'} the next rule")


def check_law(law: of.RuleMade | of.Law) -> None:
    """Refuses a law that makes no sense."""
    check_sense(as_made(law), NAMED)


def check_made(night: Night, event: of.RuleMade, entry: of.Entry) -> None:
    if event.rule in night.rules:
        raise Refused(f"the rule id {event.rule} was used before")
    check_law(event)
    check_right(night, event, entry)


def check_amended(night: Night, event: of.RuleAmended, entry: of.Entry) -> None:
    fields = (event.text, event.when, event.who, event.amount, event.also, event.title)
    if all(field is UNSET for field in fields):
        raise Refused("nothing of the rule is changed")
    check_sense(as_amended(night.rules[event.rule], event), NAMED)
    check_right(night, event, entry)


def check_called(night: Night, event: of.RuleCalled, entry: of.Entry) -> None:
    asks = night.rule(event.rule).asks
    if asks != bool(event.chosen):
        raise Refused("who drinks is missing" if asks else "in this rule nobody picks who drinks")


def check_contested(night: Night, event: of.CallContested, entry: of.Entry) -> None:
    _call(night, event.entry)


def check_settled(night: Night, event: of.CallSettled, entry: of.Entry) -> None:
    if _call(night, event.entry).stands is not None:
        raise Refused("that is decided already")


def _call(night: Night, seq: int) -> Call:
    if seq not in night.calls:
        raise Refused(f"entry {seq} is nobody caught at a rule")
    return night.calls[seq]


def _spend(night: Night, by: str | None) -> tuple[Night, Right | None]:
    """The night without the oldest right of the player who uses one."""
    spent = next((right for right in night.rights if right.player == by), None)
    return replace(night, rights=tuple(right for right in night.rights if right is not spent)), spent


def with_rule(night: Night, rule: HouseRule) -> Night:
    """The night with this rule made or replaced."""
    return replace(night, rules={**night.rules, rule.id: rule})


def ended(night: Night, rule: str, seq: int) -> Night:
    """The night after a rule was ended, without the open questions about it, and with nobody holding its title."""
    old = night.rules[rule].held()
    night = replace(night, asking=tuple(asked for asked in night.asking if asked.rule != rule))
    return with_rule(night, replace(old, active=False, entries=(*old.entries, seq)))


def made(night: Night, event: of.RuleMade, entry: of.Entry) -> Outcome:
    night, spent = _spend(night, entry.by)
    won = spent.game if spent else None
    return with_rule(night, replace(as_made(event), maker=entry.by, spent=won, entries=(entry.seq,))), ()


def as_made(event: of.RuleMade | of.Law) -> HouseRule:
    """The rule that would be made."""
    amount = 1 if isinstance(event.amount, UnsetType) else event.amount
    parts = (Part(event.who or "player", amount), *event.also)
    costly = _says_cost(event)
    rule = event.rule if isinstance(event, of.RuleMade) else ""
    return HouseRule(rule, event.text, event.when or Called(), parts, title=event.title or None, costly=costly)


def _says_cost(event: of.RuleMade | of.Law | of.RuleAmended) -> bool:
    """Whether it says who drinks by the rule, or how much; the further parts alone do not."""
    return event.who is not UNSET or event.amount is not UNSET


def amended(night: Night, event: of.RuleAmended, entry: of.Entry) -> Outcome:
    """Open questions are then about the rule as it is now."""
    night, _ = _spend(night, entry.by)
    new = as_amended(night.rules[event.rule], event)
    asking = (question(new, each.player, each.seq) if each.rule == new.id else each for each in night.asking)
    night = replace(night, asking=tuple(asked for asked in asking if new.asks or asked.rule != new.id))
    return with_rule(night, replace(new, entries=(*new.entries, entry.seq))), ()


def as_amended(rule: HouseRule, event: of.RuleAmended) -> HouseRule:
    """The rule after the amendment; fields that the amendment does not name stay."""
    first = rule.parts[0]
    part = Part(event.who or first.who, first.amount if isinstance(event.amount, UnsetType) else event.amount)
    also = rule.parts[1:] if isinstance(event.also, UnsetType) else event.also
    return replace(
        rule,
        text=event.text or rule.text,
        when=event.when or rule.when,
        parts=(part, *also),
        title=event.title or rule.title,
        costly=rule.costly or _says_cost(event),
    )


def rule_after(event: of.Event, rules: Mapping[str, HouseRule]) -> HouseRule | None:
    """The rule that this event makes or amends, as it is after it; None for other events."""
    if isinstance(event, of.RuleMade):
        return as_made(event)
    return as_amended(rules[event.rule], event) if isinstance(event, of.RuleAmended) and event.rule in rules else None


def repealed(night: Night, event: of.RuleRepealed, entry: of.Entry) -> Outcome:
    night, _ = _spend(night, entry.by)
    return ended(night, event.rule, entry.seq), ()


def called(night: Night, event: of.RuleCalled, entry: of.Entry) -> Outcome:
    """Whoever is caught sets the rule off, and has its title. One that costs nothing has fired too."""
    rule = night.rules[event.rule]
    rows = charged(night, entry.seq, rule, (Happening("called", event.player),), chosen=event.chosen or ())
    held = rule.held(event.player, night.game.started if night.game else None)
    night = with_rule(night, held.fires(0) if rule.is_free else held)
    night, charges = charge(night, entry.seq, rows)
    asking = without_answered(night.asking, event)
    call = Call(event.rule, event.player, charges, answers=asking != night.asking)
    return replace(night, calls={**night.calls, entry.seq: call}, asking=asking), charges


def contested(night: Night, event: of.CallContested, entry: of.Entry) -> Outcome:
    return _with_call(night, event.entry, replace(night.calls[event.entry], contested=event.player)), ()


def settled(night: Night, event: of.CallSettled, entry: of.Entry) -> Outcome:
    """If the table decided against the call, all its charges count as forgiven, and paid tokens are given back."""
    call = replace(night.calls[event.entry], stands=event.stands)
    night, rule = _with_call(night, event.entry, call), night.rules[call.rule]
    if rule.is_free and not event.stands and not call.charges:
        night = with_rule(night, rule.fires(0, times=-1))
    return (night if event.stands else uncharge(night, event.entry, call.charges)), ()


def _with_call(night: Night, seq: int, call: Call) -> Night:
    return replace(night, calls={**night.calls, seq: call})


TRANSITIONS: Transitions = {
    of.RuleMade: (check_made, made),
    of.RuleAmended: (check_amended, amended),
    of.RuleRepealed: (check_right, repealed),
    of.RuleCalled: (check_called, called),
    of.CallContested: (check_contested, contested),
    of.CallSettled: (check_settled, settled),
}
