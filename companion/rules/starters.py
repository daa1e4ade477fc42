"""House rules to begin with, from which a table takes what it likes."""

import msgspec

from .house_rules import HouseRule, Part, When


class Starter(msgspec.Struct, frozen=True):
    """A rule on a game's shelf: what people might call it, how they say it, and what the companion does about it."""

    title: str
    text: str
    when: When
    parts: tuple[Part, ...]

    def as_rule(self, rule: str) -> HouseRule:
        """The rule under this id, in force."""
        return HouseRule(rule, self.text, self.when, self.parts)
