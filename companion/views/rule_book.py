"""The rule book: the house rules in force with their history, and those no longer in force."""

from collections.abc import Callable, Iterator

import msgspec

from ..domain.house_rules.model import Called, HouseRule
from ..domain.house_rules.ruling import rule_after
from ..domain.house_rules.tonight import tonight as tried
from ..domain.limits import are_rules_earned, bare
from ..domain.measure import amount, listed, times
from ..domain.old_votes import RuleStruck
from ..domain.rights import may_change
from ..domain.rule_drafts import in_other_words, last_time, undecided
from ..system.native_threads import aside_text
from .calls import calls, unless_cards
from .context import ViewContext, Who
from .fragments import Fragment
from .report_cache import ReportCache
from .table import holders, phoneless_holders

PARTS: dict[str, Callable[[HouseRule], object]] = {
    "its words": lambda rule: rule.text,
    "when it fires": lambda rule: rule.when,
    "who drinks": lambda rule: [part.who for part in rule.parts],
    "its title": lambda rule: rule.title,
    "how many": lambda rule: [part.amount for part in rule.parts],
}


class Version(msgspec.Struct, frozen=True):
    """A rule after one entry; `plain` is what it did then, `changed` names the changed parts (none at first)."""

    rule: HouseRule
    plain: str
    by: Who | None
    at: str | None
    changed: tuple[str, ...]


class Ending(msgspec.Struct, frozen=True):
    """How a rule ended (dropped, or in an old night scrapped by vote), by whom and when."""

    how: str
    by: Who | None
    at: str | None


class RuleCard(msgspec.Struct, frozen=True):
    """One house rule and its versions, the oldest first.

    `plain` is what the app does about the rule. It applies a `watched` rule without a call; with `unless_cards` only
    where cards are entered, and not at all while it `sleeps`, as the game that is on has no such thing. `holder` has
    the title that the rule gives. `carried`: it was a law of the last time.
    """

    rule: HouseRule
    plain: str
    watched: bool
    unless_cards: bool
    sleeps: bool
    maker: Who | None
    carried: bool
    holder: Who | None
    history: tuple[Version, ...]
    ended: Ending | None


class RuleBook(msgspec.Struct, frozen=True):
    """All rules in the order in which they were made, in force or `gone`; `calls` is the key of the next call.

    `laws` is how many laws of the last time are undecided. `mine` are those that the phone can change or drop.
    """

    calls: int
    laws: int
    rules: tuple[RuleCard, ...]
    gone: tuple[RuleCard, ...]
    mine: frozenset[str] = frozenset()


class Whose(msgspec.Struct, frozen=True):
    """Who can change the rules: the `holders` of a right, or anybody.

    `mine`: this phone can use a right, perhaps its `own`. `earned` says who earns a right that is needed now.
    """

    holders: tuple[Who, ...]
    mine: bool
    own: bool
    earned: str


def book(context: ViewContext) -> RuleBook:
    """The rule book of this night."""
    cards = [_card(context, rule) for rule in context.night.rules.values()]
    return RuleBook(
        calls=calls(context),
        laws=len(undecided(context.log)),
        rules=tuple(card for card in cards if card.ended is None),
        gone=tuple(card for card in cards if card.ended is not None),
    )


def _card(context: ViewContext, rule: HouseRule) -> RuleCard:
    history = tuple(_history(context, rule))
    return RuleCard(
        rule=rule,
        plain=in_other_words(rule.text, rule),
        watched=not isinstance(rule.when, Called),
        unless_cards=unless_cards(context, rule.when),
        sleeps=context.game is not None and not context.game.hears(rule.when),
        maker=context.who(rule.maker),
        carried=bare(history[0].rule.text) in {bare(law.text) for law in last_time(context.log)},
        holder=context.who(rule.holder),
        history=history,
        ended=None if rule.active else _ending(context, rule),
    )


def _history(context: ViewContext, rule: HouseRule) -> Iterator[Version]:
    was: HouseRule | None = None
    for line in map(context.log.line, rule.entries):
        event = line.counts
        now = rule_after(event, {rule.id: was} if was else {}) if event else None
        if now is None:
            continue
        changed = tuple(what for what, part in PARTS.items() if was and part(was) != part(now))
        yield Version(now, in_other_words(now.text, now), context.who(line.entry.by), line.entry.at, changed)
        was = now


def _ending(context: ViewContext, rule: HouseRule) -> Ending:
    line = context.log.line(rule.entries[-1])
    if isinstance(line.counts, RuleStruck):
        return Ending("scrapped by vote", None, line.entry.at)
    return Ending("dropped", context.who(line.entry.by), line.entry.at)


def whose(context: ViewContext, seat: str | None) -> Whose:
    """Who can change the rules now, and whether this phone can."""
    players, game = {who.id for who in holders(context)}, context.game
    mine = bool(players & {seat, *(who.id for who in phoneless_holders(context))})
    earned = f"In {game.name} {game.grants_rights.lower()}" if game and are_rules_earned(context.log) else ""
    return Whose(holders(context), mine, seat in players, earned)


def own_book(context: ViewContext, seat: str | None) -> RuleBook:
    """The rule book of this night, as a phone can change it: by a right where one is needed, else its own rules."""
    found, is_earned, uses = book(context), are_rules_earned(context.log), whose(context, seat).mine
    rules = (card.rule for card in found.rules)
    mine = frozenset(rule.id for rule in rules if (uses if is_earned else may_change(rule.maker, context, seat)))
    return msgspec.structs.replace(found, mine=mine)


def in_force(context: ViewContext) -> tuple[str, ...]:
    """The bare words of the rules in force, so that a page that offers rules can mark those already in force."""
    return tuple(bare(rule.text) for rule in context.night.rules.values() if rule.active)


TONIGHT = ReportCache(lambda context, rule: tried(context.log, rule, context.insider), 100, aside_text)


def tonight(context: ViewContext, rule: HouseRule) -> str:
    """What this rule would have done so far tonight, in words; empty if that cannot be said."""
    found = TONIGHT.of(context, msgspec.structs.replace(rule, text=""))
    if found is None:
        return ""
    if not found.times:
        return "Tonight it would not have fired."
    alike, names = set(found.cost.values()), context.night.order
    if 2 < len(found.cost) == len(names) and len(alike) == 1:
        costs = f"everybody {amount(alike.pop(), context.night.unit)}"
    else:
        ordered = sorted(found.cost, key=lambda player: (-found.cost[player], names.index(player)))
        costs = listed([f"{context.name(player)} {context.amount(found.cost[player], player)}" for player in ordered])
    return f"Tonight it would have fired {times(found.times)}{f', and cost {costs}' if costs else ''}."


BOOK = Fragment("book", "rules/_book.html", own_book, own=True)
WHOSE = Fragment("whose", "rules/_whose.html", whose, own=True)
IN_FORCE = Fragment("in-force", "rules/_in_force.html", in_force)
