"""What a trigger and its consequences mean: the event with its details, and who drinks how much.

Where somebody else could be meant (he, you, everybody else, or nobody named at all), it is asked.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Literal

import msgspec

from .. import model
from ..model import Part, When
from .meaning import Doubt, Meaning, others_are_clear
from .shapes import Sentence

# Who does what sets the rule off, as it was typed.
Subject = Literal[
    "whoever",
    "someone",
    "you",
    "he",  # a player drinks if he plays a jack
    "nobody",  # playing a jack; a jack: nobody is named
    "it",  # a jack is played
    "table",  # the deal is over: nobody does it
]
# What a consequence does; a bare one has no verb: dealer 2.
Kind = Literal["charge", "bare", "given", "chosen", "others", "same", "title"]


class Trigger(msgspec.Struct, frozen=True):
    """What sets the rule off, who does it, whether it began with "if", and where it ends."""

    end: int
    when: When
    subject: Subject
    is_if: bool
    is_bare: bool  # a number alone, which can be an amount too


class Consequence(msgspec.Struct, frozen=True):
    """One consequence: its kind, whom it names, how much, and whether it is a command ("drink 2")."""

    kind: Kind
    start: int
    end: int
    who: tuple[str, ...] = ()
    refs: tuple[str, ...] = ()
    amount: int | str | None = None
    title: str | None = None
    is_command: bool = False


MOST_POINTS = 100  # that a box can score
OF_WHEN = frozenset().union(*(kind.__struct_fields__ for kind in model.Trigger.__subclasses__()))
"""The details of triggers that a sentence can say."""


def triggers(sentence: Sentence, at: int) -> list[Trigger]:
    """All that can set off a rule from here on, with what opens it: if, for every."""
    found: dict[Trigger, None] = {}
    for start, opening in [(at, ()), *sentence.ways("opening", at)]:
        is_if = ("opening", "if") in opening
        if is_if and sentence.kind(start, "each"):  # when every bid is missed
            continue
        for end, said in sentence.ways("triggers", start):
            values = dict(said)
            fields = [(name, value) for name, value in said if name in OF_WHEN]
            if end == start or len(dict(fields)) < len(fields) or "needs" in values and sentence.game is None:
                continue
            subject = values.get("subject", "nobody")
            for when in _whens(values["shape"], dict(fields)):
                found[Trigger(end, when, subject, is_if, end == start + 1 and sentence.kind(start, "num"))] = None
    return list(found)


def _whens(shape: str, fields: dict[str, Any]) -> list[When]:
    """The event that a shape means with what was said; a name of several boxes means several."""
    names = str(fields.get("box", "")).split("|")
    found = []
    for name in names:
        try:
            found.append(msgspec.convert({"on": shape, **fields, **({"box": name} if name else {})}, When))
        except msgspec.ValidationError:
            continue
    return [when for when in found if (when.detail("at_least") or 0) <= MOST_POINTS]


def consequences(sentence: Sentence, at: int) -> list[tuple[int, tuple[Consequence, ...]]]:
    """All chains of one to three consequences from here on, with where they end."""
    found: list[tuple[int, tuple[Consequence, ...]]] = []
    chains: list[tuple[int, tuple[Consequence, ...]]] = [(at, ())]
    for _ in range(4):  # three that drink, and a title
        longer = []
        for end, chain in chains:
            for start in _next(sentence, end) if chain else [at]:
                longer += [(one.end, (*chain, one)) for one in _one(sentence, start)]
        found += longer
        chains = longer[:60]
    return found


def _next(sentence: Sentence, at: int) -> list[int]:
    """Where the next consequence can begin: behind and, a comma, a full stop, or at once with "so does"."""
    starts = [at] if sentence.kind(at, "sodoes") else []
    if sentence.kind(at, "comma", "and", "sign"):
        starts.append(at + 1)
        if sentence.kind(at + 1, "and", "then"):
            starts.append(at + 2)
    return starts


def _one(sentence: Sentence, at: int) -> list[Consequence]:
    found: dict[Consequence, None] = {}
    is_verb = not sentence.kind(at, "aux", "must", "do", "cost", "it")
    for end, said in sentence.ways("consequences", at) if at < sentence.size else ():
        values = dict(said)
        who, refs = (tuple(value for name, value in said if name == field) for field in ("who", "ref"))
        is_done = re.search("s$|ing?$", sentence.words[at].typed.lower().split()[0])  # drinks, drinking
        is_command = at > 0 and not who and is_verb and not is_done
        said_so = (values.get("amount"), values.get("title"), is_command)
        found[Consequence(values["shape"], at, end, who, refs, *said_so)] = None
    return list(found)


def meaning(trigger: Trigger, chain: Sequence[Consequence]) -> Meaning:
    """The rule that the trigger and its consequences make; raises Doubt where it can be another one."""
    _check_chain(trigger, chain)
    made: list[Part] = []
    title = None
    for one in chain:
        if one.kind == "title":
            _check_refs(one, trigger, ())
            if title is not None or {part.who for part in made} - {"player"}:
                raise Doubt("which")
            title = re.sub(r"^(?:the|a|an|your|our)\s+", "", str(one.title), flags=re.I)[:40]
            continue
        made += [Part(who, _amount(one, made, trigger.when)) for who in _drinkers(one, trigger, made)]
    if len({part.who for part in made}) < len(made) or len(made) > 3 or len(chain) > 1 + len(made):
        raise Doubt("who")
    return Meaning(trigger.when, tuple(made), title)


def _check_chain(trigger: Trigger, chain: Sequence[Consequence]) -> None:
    """Raises Doubt where parts without a verb can be misunderstood: "player 2 and the dealer drink 1"."""
    bare = [one.kind == "bare" for one in chain]
    if any(one and not after for one, after in pairwise(bare)):
        raise Doubt("how many")
    first = chain[0]
    if (trigger.subject == "he") != (first.who == ("any",)):
        raise Doubt("who")
    is_short = trigger.subject == "nobody" and not trigger.is_if and first.who != ("you",)  # kings: everyone
    if any(one.kind == "bare" and one.amount is None for one in chain) and (len(chain) > 1 or not is_short):
        raise Doubt("how many")


def _amount(one: Consequence, made: Sequence[Part], when: When) -> Any:
    """How much this consequence costs: what it says, or what the one before it says for the same verb, else 1."""
    amount = made[-1].amount if one.kind == "same" and made else one.amount
    if amount == "vague":
        raise Doubt("how many")
    if isinstance(amount, int) and not 1 <= amount <= model.MOST:
        raise Doubt("too many" if amount else "how many")
    if amount == "number":
        amount = "rank" if isinstance(when, model.CardPlayed) else "trick"
    if isinstance(amount, str) and not isinstance(when, model.COUNTED[amount]):
        raise Doubt("how many")
    return 1 if amount is None else amount


def _drinkers(one: Consequence, trigger: Trigger, made: Sequence[Part]) -> list[Any]:
    """Who drinks by one consequence."""
    _check_refs(one, trigger, made)
    if one.kind == "others":
        return ["others" if trigger.when != model.GameOver() else "everyone"]
    if one.kind == "chosen" or not one.who:
        return [_implied(one, trigger, made, "chosen" if one.kind == "chosen" else "player")]
    found: list[Any] = []
    for who in one.who:
        before = [*made, *(Part(name, 1) for name in found)]
        found.append(_drinker(who, trigger, before))
    is_shared = set(found) & SEVERAL and one.amount != 1
    if one.kind == "given" and (is_shared or set(found) & {"player", "chosen"}):
        raise Doubt("which")
    return found


SEVERAL = {"neighbours", "others", "everyone"}


def _implied(one: Consequence, trigger: Trigger, made: Sequence[Part], who: str) -> str:
    """Who drinks where nobody is named: whoever sets the rule off, unless it can be all."""
    others = {part.who for part in made} - {"player", "chosen"}
    is_named = bool({"doer", "taker", "leader", "dealt"} & set(one.refs))
    is_to_all = trigger.subject == "someone" and who == "player" and one.is_command and not made
    if is_to_all or (others or trigger.subject in ("it", "table")) and not is_named:
        raise Doubt("who")
    return who


def _check_refs(one: Consequence, trigger: Trigger, made: Sequence[Part]) -> None:
    """His left and your left must be that of the player whom the trigger names."""
    others = {part.who for part in made} - {"player", "left", "right"} | set(one.who) - PLACES
    when, subject = trigger.when, trigger.subject
    is_led = when == model.TrickNobody() or when.detail("led") is True
    doubtful = {
        "you": subject == "someone",
        "he": subject == "you" or bool(others),
        "taker": not isinstance(when, model.TrickWon),
        "leader": not is_led,
        "dealt": not isinstance(when, DEALS),
    }
    is_table = subject == "table" and set(one.refs) - {"dealt"}
    if is_table or any(doubtful.get(ref) for ref in one.refs):
        raise Doubt("who")


PLACES = {"left", "right", "neighbours", "across", "previous", "others", "player", "he", "you", "that", "any"}
DEALS = (model.DealStarted, model.DealVoided, model.DealOver)


def _drinker(who: str, trigger: Trigger, made: Sequence[Part]) -> str:
    """The drinker of the night format that these words name; raises Doubt if that can be somebody else."""
    when, subject, named = trigger.when, trigger.subject, [part.who for part in made]
    others = bool(set(named) - {"player"})
    is_table = subject == "table"
    doubtful = {
        "he": subject in ("you", "it", "table", "nobody") or others,
        "that": others or is_table,
        "you": subject in ("someone", "it", "table"),
        "player": is_table,
        "others": not others_are_clear(named, when) or is_table,
        "all": subject == "whoever",
        "youall": subject != "you",
        "previous": not isinstance(when, model.CardPlayed) or others,
        "ofcardbefore": not isinstance(when, model.CardPlayed),
        "winner": not isinstance(when, model.CardPlayed | model.TrickWon),
        "taker": is_table and not isinstance(when, DEALS),
    }
    doubtful |= dict.fromkeys(("left", "right", "neighbours", "across"), isinstance(when, model.GameOver) and is_table)
    if doubtful.get(who):
        raise Doubt("who")
    same = {"all": "everyone", "youall": "everyone", "winner": "taker", "ofcardbefore": "previous"}
    who = "player" if who in ("he", "you", "that", "any") else same.get(who, who)
    if who == "wholed":
        return "player" if when == model.TrickNobody() or when.detail("led") is True else "leader"
    if who == "whodealt":
        return "player" if isinstance(when, DEALS) else "dealer"
    return "player" if who == "taker" and isinstance(when, model.TrickWon) else who


def ways(sentence: Sentence) -> list[tuple[Trigger, tuple[Consequence, ...]]]:
    """All ways to take the whole sentence as a trigger and its consequences, in either order."""
    size, found = len(sentence.words), []
    for trigger in triggers(sentence, 0):
        for start in _apart(sentence, trigger):
            chains = [chain for end, chain in consequences(sentence, start) if end == size]
            found += [(trigger, chain) for chain in chains if not _is_list(sentence, trigger, chain[0])]
    for end, chain in consequences(sentence, 0):
        for start in {end, end + sentence.kind(end, "comma", "sign", "means")} - {size}:
            found += [
                (one, chain)
                for one in triggers(sentence, start)
                if one.end == size and _follows(sentence, one, start, end)
            ]
    return found


def _apart(sentence: Sentence, trigger: Trigger) -> list[int]:
    """Where the consequences can begin behind a trigger: at once, or behind a sign, then, and, means."""
    at = trigger.end
    starts = [] if trigger.is_bare else [at]
    is_more = sentence.kind(at, "and") or sentence.kind(at, "comma") and sentence.kind(at + 1, "and")
    if is_more and (trigger.is_if or trigger.subject == "whoever"):  # whoever plays a jack and the dealer drink
        return starts
    if sentence.kind(at, "comma", "sign", "means", "then", "and"):
        starts.append(at + 1)
        if sentence.kind(at + 1, "then", "and", "means", "sign"):
            starts.append(at + 2)
    if sentence.kind(at, "cost") and trigger.is_bare:
        starts.append(at)
    return starts


def _is_list(sentence: Sentence, trigger: Trigger, first: Consequence) -> bool:
    """Whether those who drink can be a list with the trigger: jacks and the dealer drink."""
    at, is_open = trigger.end, trigger.is_if or not first.who or bool({"player", "he", "you", "that"} & set(first.who))
    if sentence.kind(at, "comma") and len(first.who) > 1 and not is_open:
        return trigger.subject in ("whoever", "nobody")
    is_plural = sentence.words[at - 1].typed.lower().endswith("s")
    is_cards = is_plural and sentence.kind(at - 1, "rank", "suit", "nums", "card")
    return is_cards and sentence.kind(at, "and") and not is_open


def _follows(sentence: Sentence, trigger: Trigger, start: int, end: int) -> bool:
    """Whether a trigger can stand behind its consequences: it says when, or a sign parts them."""
    opens = sentence.ways("opening", start) or sentence.kind(start, "before", "start", "end")
    return bool(opens) or trigger.subject in ("whoever", "someone") and start > end
