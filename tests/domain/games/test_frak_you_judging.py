"""Who takes a trick of Frak You by its cards."""

from companion.domain.games.frak_you.events import Taken, card_of, judged
from tests.table import cases

from .frak_you_table import spoken


def verdict(plays: str) -> Taken | None:
    return judged([(play[0], tuple(play[1:])) for play in spoken(plays)])


@cases(
    ("the highest card of the suit led takes the trick", "ann 4H, bob QH, cal 9H", "bob"),
    ("a higher card of another suit takes nothing", "ann 4H, bob KD, cal 5H", "cal"),
    ("aces are high", "ann KH, bob AH, cal QH", "bob"),
    ("check 1: the highest other card of the pair's suit takes", "ann 4H, bob 9D, cal AS KD, dan QH", "bob"),
    ("check 2: a 3♣ in the pair has lost its power", "ann 4H, bob 9H, cal AS 3C, dan QH", "dan"),
    ("check 3: a 3♣ alone beats the trump of a pair", "ann 4H, bob 9D, cal AS KD, dan 3C", "dan"),
    ("A♠ alone loses to any other spade", "ann 2S, bob AS, cal KD", "ann"),
    ("A♠ led alone loses to any other spade", "ann AS, bob KD, cal 2S", "cal"),
    ("A♠ alone loses also when hearts were led", "ann 4H, bob AS, cal KD", "ann"),
    ("A♠ led alone without another spade: silent", "ann AS, bob KD, cal AH", None),
    ("a pair that nobody follows leaves the trick to the suit led", "ann 4H, bob AS KD, cal 5H", "cal"),
    ("the paired card never wins, however high", "ann 4D, bob AS KD, cal 5D", "cal"),
    ("the paired ace never wins", "ann AS AD, bob 2D, cal KH", "bob"),
    ("a pair of the suit led can leave the trick to the leader", "ann 4D, bob AS KD, cal AH", "ann"),
    ("a pair led makes its suit trump", "ann AS KD, bob 9D, cal TD", "cal"),
    ("a pair led that nobody follows: silent", "ann AS KD, bob AH, cal AC", None),
    ("a 3♣ takes even that trick", "ann AS KD, bob AH, cal 3C", "cal"),
    ("a pair of spades makes spades trump", "ann 4H, bob AS KS, cal 2S", "cal"),
    ("a 3♣ paired and led is a club and no more", "ann AS 3C, bob 2C, cal AH", "bob"),
)
def test_a_trick_goes_to_whom_the_rules_say_or_they_are_silent(why: str, plays: str, player: str | None) -> None:
    found = verdict(plays)

    assert (found and found.player) == player, why


@cases(
    ("ann 4H, bob QH, cal 9H", "bob", "theirs is the highest card of the suit led"),
    ("ann 4H, bob 9D, cal AS KD", "bob",
     "A♠ in a pair makes diamonds trump, and theirs is the highest other card of it"),
    *((plays, player, "3♣ takes every trick it is in") for plays, player in (
        ("ann 4H, bob 3C, cal 9H", "bob"), ("ann 4C, bob AC, cal 3C", "cal"), ("ann 3C, bob 2C, cal KC", "ann"),
        ("ann AS, bob 3C, cal KS", "bob"))),
)  # fmt: skip
def test_the_initiated_read_who_took_it_and_why(plays: str, player: str, reason: str) -> None:
    assert verdict(plays) == (player, reason)


def test_a_pair_to_which_the_table_gives_a_silent_trick_took_it_with_the_card_beside_the_ace() -> None:
    assert card_of("ann", [("ann", ("AS", "KD")), ("bob", ("AH",))]) == "KD"
    assert card_of("ann", []) is None
