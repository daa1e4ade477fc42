"""The fourteen boxes of Yak: what five dice score in each (rules, 5)."""

from collections.abc import Callable, Collection, Sequence

from ...dice import alike
from ...yachting import Scoring, ranked

MOST = {
    "1s": 5, "2s": 10, "3s": 15, "4s": 20, "5s": 25, "6s": 30, "all": 30, "run-1-5": 15, "run-2-6": 20,
    "3-same": 15, "2-pairs": 20, "2+3-same": 25, "4-same": 30, "5-same": 50,
}  # fmt: skip
SPOKEN = {box: box.replace("-", " ", 1) for box in MOST} | {"2+3-same": "2+3 same"}
ALSO_SPOKEN = {
    "run-1-5": ("run 1 to 5", "low straight", "little straight", "low run"),
    "run-2-6": ("run 2 to 6", "high straight", "big straight", "high run"),
    "3-same": ("three alike", "three of a kind", "three the same"),
    "2-pairs": ("two pair",),
    "2+3-same": ("2 3 same", "2 and 3 same", "full house"),
    "4-same": ("four alike", "four of a kind", "four the same"),
    "5-same": ("five alike", "five of a kind", "five the same", "yak"),
}

NEEDS: dict[str, Callable[[Sequence[int]], bool]] = {
    "run-1-5": lambda dice: set(dice) == {1, 2, 3, 4, 5},
    "run-2-6": lambda dice: set(dice) == {2, 3, 4, 5, 6},
    "3-same": lambda dice: alike(dice)[0] >= 3,
    "2-pairs": lambda dice: sum(count // 2 for count in alike(dice)) >= 2,
    "2+3-same": lambda dice: alike(dice) in ([3, 2], [5]),
    "4-same": lambda dice: alike(dice)[0] >= 4,
    "5-same": lambda dice: alike(dice)[0] == 5,
}


def points(box: str, dice: Sequence[int]) -> int:
    """What five dice score in a box; zero where they do not qualify."""
    if box == "all":
        return sum(dice)
    if box in NEEDS:
        return MOST[box] if NEEDS[box](dice) else 0
    number = int(box[0])
    return number * dice.count(number)


def best(dice: Sequence[int], open_boxes: Collection[str]) -> list[Scoring]:
    """What each open box would score with these dice, beside the most it can, best first."""
    return ranked(MOST, lambda box: points(box, dice), open_boxes)
