"""House rules read outside the server's main thread: a sentence may take a while, and other tables go on meanwhile."""

from __future__ import annotations

from ..native import aside
from ..rules import sentences
from ..rules.events import Event, RuleAmended, RuleMade
from ..rules.limits import check_limits
from ..rules.night import Night
from ..rules.sentences import Reading


def read(text: str) -> Reading:
    """What a sentence means."""
    return aside(sentences.read, text)


def check_rule(night: Night, event: Event) -> None:
    """Refuses a rule, new or amended, that the table may not have; anything else passes."""
    if isinstance(event, RuleMade | RuleAmended):
        aside(check_limits, night, event)
