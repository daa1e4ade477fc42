"""Card Yacht: the score sheet, and the suited bonus for 148 or more over the four suit boxes."""

from companion.rules.games.card_yacht.boxes import MOST
from companion.rules.games.card_yacht.sheet import grand_total, open_boxes, suited
from tests.table import cases

from .card_yacht_nights import played, told
from .yachting_nights import scores


def suits(*points: int) -> dict[str, int]:
    return dict(zip(("spades", "hearts", "diamonds", "clubs"), points, strict=False))


@cases(
    ("148 over the four suit boxes earn a hundred more", suits(37, 37, 37, 37), 248),
    ("147 earn no bonus", suits(37, 37, 37, 36), 147),
    ("three suit boxes never make it alone", suits(49, 49, 49), 147),
    ("other boxes do not count for it", {**suits(49, 49), "five-flush": 100}, 198),
)
def test_the_grand_total_has_the_suited_bonus_for_148(why: str, sheet: dict[str, int], total: int) -> None:
    assert grand_total(sheet) == total, why


def test_the_sheet_says_how_far_it_is_to_148_and_whether_it_can_still_be_had() -> None:
    way = suited(suits(40, 10))

    assert (way.points, way.short, way.bonus) == (50, 98, 0)
    assert way.most == 148
    assert way.can_come
    assert not suited(suits(40, 9)).can_come


def test_the_boxes_still_open_are_listed_in_the_order_of_the_sheet() -> None:
    assert open_boxes({"middle": 0, "spades": 3}) == [box for box in MOST if box not in ("middle", "spades")]
    assert len(open_boxes({})) == 12


def test_the_standings_show_the_grand_total_with_the_bonus() -> None:
    boxes = ["spades", "hearts", "diamonds", "clubs"]
    night = [
        told(player, box, points, number)
        for number, box in enumerate(boxes, start=1)
        for player, points in (("ann", 37), ("bob", 36))
    ]

    assert scores(played(*night, players="ann bob")) == {"ann": 248, "bob": 144}
