"""What house rules can hear of Mexico: a Mexico, a double, each pair, and who is lowest in a round."""

from ...house_rules.model import ThingHappened, When
from ..game import Said


def _thrown(name: str, ways: str, dice: str = "", like: str = "") -> Said:
    """Two numbers alone can be anything, so the `dice` need a verb."""
    said = f"{{doer}} roll|throw|get ({ways}{dice}) ; ({ways}) {{happens}} roll|throw ; ({ways}) [roll|throw]"
    return Said(f"throws {name}", said, like)


# Whoever is lowest in every round is so in all of them, so there is no "each" behind a verb.
LOWEST = (
    "{doer} [the] lowest [of|in [the|a|any] round] <needs=game> ; "
    "[the] lowest of|in [the|a|any|each] round <subject=whoever> <needs=game>"
)
PAIR, DICE = "[a|any|each] {0}{1} <needs=game>", " / [a] {0} [and] [a] {1} <needs=game>"
THINGS: dict[When, Said] = {
    ThingHappened("mexico"): _thrown("a Mexico", "[a|any|each] mexico / [a] 21 <needs=game>", DICE.format(2, 1)),
    ThingHappened("double"): _thrown("a double", "[a|any|each] double <needs=game>"),
    ThingHappened("lowest"): Said("is lowest in the round", LOWEST),
    **{
        ThingHappened(f"{high}{low}"): _thrown(
            f"a {high}{low}", PAIR.format(high, low), DICE.format(high, low), like="throws a pair such as 65"
        )
        for high in range(1, 7)
        for low in range(1, high + 1)
        if (high, low) != (2, 1)
    },
}
