"""What *Check my rule* shows of a typed sentence: one card, by which one tap makes it a rule."""

from typing import Literal

import msgspec
from msgspec.structs import replace

from ..domain import events as of
from ..domain.event_log import next_id
from ..domain.house_rules.english import LONGEST
from ..domain.house_rules.english.answers import DRINKERS
from ..domain.house_rules.model import Called, HouseRule, Who
from ..domain.limits import check_limits, check_people, most
from ..domain.refused import Refused
from ..domain.rule_drafts import check_keeps, drafted, in_other_words, pairs, stated
from .calls import unless_cards
from .context import ViewContext

CALLED: dict[Who, str] = DRINKERS | {"player": "whoever is caught"}
USUAL: tuple[Who, ...] = ("player", "others", "everyone", "chosen")


class Card(msgspec.Struct, frozen=True):
    """A sentence that was checked: the app watches for it, one thing is `missing`, people call it, or it is `refused`.

    `rule` is the rule, if it is one, with the `fields` of its form; of one that people call, `drinkers` and `amounts`
    are chosen. `plain` is what it does, if its words say it otherwise, and `most` what it can cost one player, if that
    is more than it says. `unless_cards`: people call it unless cards are entered.

    `choices` are rules that the sentence may have meant, each with its words and the `likely` one chosen; `head` asks.
    """

    kind: Literal["watched", "missing", "called", "refused"]
    head: str = ""
    why: str = ""
    rule: HouseRule | None = None
    fields: tuple[tuple[str, str], ...] = ()
    plain: str = ""
    most: int = 0
    unless_cards: bool = False
    choices: tuple[tuple[str, str], ...] = ()
    likely: int = 0
    drinkers: tuple[tuple[str, str], ...] = ()
    amounts: tuple[int, ...] = ()


def checked(context: ViewContext, text: str, old: HouseRule | None = None, by_people: bool = False) -> Card:
    """The card of a sentence, for a new rule or as an amendment of the `old` one; it reads texts, so it runs aside."""
    if old and text == old.text and not by_people:
        return _card(context, old)
    try:
        check_people(context.night, text[: LONGEST + 1])  # no more is searched of what is too long anyway
        draft = drafted(text, context.night.game_id, by_people, context.night.unit)
        if draft.kind == "missing":
            choices = tuple(zip(draft.words, (rule.text for rule in draft.rules), strict=True))
            return Card("missing", draft.head, draft.why, choices=choices, likely=draft.likely)
        _check_makes(context, draft.rules[0], old)
    except Refused as why:
        return Card("refused", why=str(why))
    return replace(_card(context, draft.rules[0]), why=draft.why)


def _check_makes(context: ViewContext, rule: HouseRule, old: HouseRule | None) -> None:
    """Refuses a rule that would be refused when it is made, or as an amendment of the `old` one."""
    raw = {"type": "rule.made", "rule": next_id("rule", context.log)}
    if old is not None:
        raw = {"type": "rule.amended", "rule": old.id}
        check_keeps(old, rule)
    check_limits(context.night, of.read({**raw, **stated(rule)}, {}, strict=False))


def _card(context: ViewContext, rule: HouseRule) -> Card:
    """The card of one rule; people choose who drinks and how much by one that they call."""
    fields = tuple(pairs(rule))
    if isinstance(rule.when, Called) and len(rule.parts) == 1:
        first = rule.parts[0]
        drinkers = [(who, words) for who, words in CALLED.items() if who in (*USUAL, first.who)]
        amounts = sorted({1, 2, 3, *[part.amount for part in rule.charges if isinstance(part.amount, int)]})
        fields = tuple((name, value) for name, value in fields if name not in ("who", "amount"))
        return Card("called", rule=rule, fields=fields, drinkers=tuple(drinkers), amounts=tuple(amounts))
    high = most(rule, max(len(context.night.present()), 2))
    return Card(
        kind="called" if isinstance(rule.when, Called) else "watched",
        rule=rule,
        fields=fields,
        plain=in_other_words(rule.text, rule),
        most=0 if high in {part.amount for part in rule.charges} else high,
        unless_cards=unless_cards(context, rule.when),
    )
