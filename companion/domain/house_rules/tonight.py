"""What a house rule would have done tonight, had it been made when the night began."""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import replace

from ..event_log import Line, Log
from ..night import Night
from ..playing import owner
from ..transitions import evolve
from ..visibility import is_known
from .model import Called, DealStarted, HouseRule, is_about_cards
from .ruling import with_rule

LONGEST = 3000  # entries: more than an evening has, and half a second's work
TRIED = ""  # the id of the rule that is tried: no rule of a log has it


class Tonight(NamedTuple):
    """How often the rule would have fired, and what it would have cost whom."""

    times: int
    cost: Mapping[str, int]


def tonight(log: Log, rule: HouseRule, insider: bool) -> Tonight | None:
    """What the rule would have done at the entries so far, without those that are hidden from this audience.

    None for a rule that only people set off, and for one about which nothing is entered yet. Also None for a night
    that is too long to be replayed while somebody types.
    """
    if isinstance(rule.when, Called) or rule.asks or log.seq > LONGEST:
        return None
    tried = replace(rule, id=TRIED, active=True, title=None)
    cards, is_entered, times = is_about_cards(rule.when), False, 0
    cost = Counter[str]()
    night = replace(Night(), rules={TRIED: tried})
    for line in log.lines:
        if line.counts is None:
            continue
        entry = replace(line.entry, event=line.counts)
        is_entered = is_entered or (owner(night, line.counts) is not None and _is_entered(log, line, cards, insider))
        after, charges = evolve(night, entry)
        if rows := [charge for charge in charges if charge.rule == TRIED]:
            after, _ = evolve(with_rule(night, replace(tried, active=False)), entry)  # the night goes on as it did
            after = with_rule(after, tried)
        night = after
        if rows and (isinstance(rule.when, DealStarted) or is_known(log, line, cards, insider)):
            times += len(rows[0].set_off_by) or 1
            cost.update({row.player: row.amount for row in rows})
    return Tonight(times, cost if rule.charges else {}) if is_entered else None


def _is_entered(log: Log, line: Line, cards: bool, insider: bool) -> bool:
    """Whether a rule can be about this entry of a game: if it is about `cards`, they can be seen."""
    return not cards or (bool(line.event.shows) and is_known(log, line, cards, insider))
