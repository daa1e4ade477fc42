"""Card Yacht on the phones: whose turn it is, who knocked, whose hand is next, and what it would score."""

from operator import attrgetter

from companion.domain.games.card_yacht.screen import own, score, screen, sheet, turns
from tests.table import cases

from ..entries import left
from ..nights import standing, table_of
from .card_yacht_nights import THREE, draw, hand, knock, told

FLUSH = hand("bob", "five-flush", "5H 6H 7H 8H 9H")
SUITED = ("spades", "hearts", "diamonds", "clubs")


def at(*events):
    """The game and its table, after Ann has dealt to Bob, Cal and herself."""
    return standing(table_of("card-yacht", *events, players=THREE))


def of(page, *events, seat="bob", **words):
    """A page as one's phone asks for it."""
    return page(*at(*events), seat, {name.rstrip("_"): said.split() for name, said in words.items()})


@cases(
    ("the dealer's left begins", [], {"dealer": "ann", "on.turns": "bob cal ann", "on.latest": None, "between": True}),
    ("after a turn it is the next one's", [draw("bob", 3)],
     {"on.turns": "cal ann bob", "on.latest": "bob", "on.stock": 34, "on.drawn": 3, "turns": "cal ann bob",
      "turn.players": "cal"}),
    ("after a knock the others have a last turn", [knock("bob")],
     {"on.phase": "last", "on.knocked": "bob", "turns": "cal ann"}),
    ("one after the other", [knock("bob"), draw("cal")],
     {"turns": "ann", "notes": {"ann": "last turn", "bob": "knocked", "cal": "ready"}}),
    ("last turns begin left of the first knock", [knock("bob"), knock("ann")], {"turns": "cal"}),
    ("round the table", [draw("bob"), knock("cal")], {"turns": "ann bob"}),
    ("who is away has no turn", [draw("bob"), left("cal")], {"turns": "ann bob"}),
    ("with the last turn it is time to score", [knock("bob"), draw("cal"), draw("ann")],
     {"on.phase": "hands", "to_score": "ann bob cal"}),
    ("or with the first hand", [FLUSH],
     {"on.phase": "hands", "to_score": "ann cal", "totals": {"ann": "0", "bob": "100", "cal": "0"},
      "notes": {"ann": "still to score", "bob": "has scored", "cal": "still to score"}}),
    ("nobody waits for who is away", [FLUSH, left("cal")], {"to_score": "ann"}),
    ("and nobody plays alone", [left("ann"), left("bob"), left("cal")], {"on.dealt": "", "turn.players": ""}),
)  # fmt: skip
def test_the_screen_shows(what, events, expected):
    found = screen(*at(*events))
    seen = {name: attrgetter(name)(found) for name in expected}

    assert {name: " ".join(one) if isinstance(one, tuple) else one for name, one in seen.items()} == expected, what


def test_five_cards_show_what_every_box_would_score_at_its_place_and_fewer_do_not():
    left, right = of(score, cards="5H 6H 7H 8H 9H").hand.columns

    assert [(box.name, box.points) for box in left] == [("Spades", 0), ("Hearts", 35), ("Diamonds", 0), ("Clubs", 0)]
    assert [(box.name, box.points) for box in right] == [
        ("Five flush", 100), ("Card Yacht", 0), ("Sequence", 50), ("Middle", 0), ("Low", 0), ("Three and two", 0),
        ("High", 0), ("Flush", 25),
    ]  # fmt: skip
    assert [box.name for box in (*left, *right) if box.best] == ["Five flush"]
    assert {box.points for column in of(score, cards="5H 6H").hand.columns for box in column} == {None}


def test_cards_of_hands_shown_before_cannot_be_entered():
    page = of(score, FLUSH, seat="cal", cards="5H 5S 5S JOKER XX")

    assert page.hand.cards == ("5S",)
    assert page.hand.seen == {"5H", "6H", "7H", "8H", "9H"}


@cases(([], "", "bob"), ([], "cal", "cal"), ([FLUSH], "", None), ([FLUSH], "bob", None))
def test_ones_own_hand_comes_first_then_it_is_asked_whose(events, asked, player):
    page = of(score, *events, **({"for_": asked} if asked else {}))

    assert (page.hand and page.hand.player) == player
    assert not events or page.others == ("ann", "cal")


@cases(
    ([], False),
    ([knock("bob"), draw("cal"), draw("ann")], True),
    ([hand("cal", "low", "AS AH 2D 2C 4S")], True),
    ([FLUSH], False),
)
def test_ones_own_card_asks_for_the_hand_once_hands_are_shown_and_until_it_is_scored(events, due):
    card = own(*at(*events), "bob")

    assert card.due is due
    assert [box.filled for box in card.columns[1] if box.name == "Five flush"] == [100 if events == [FLUSH] else None]
    assert own(*at(*events), "eve") is None


def test_the_page_of_turns_asks_for_whose_turn_it_is():
    page, after = of(turns, draw("bob"), seat="ann"), of(turns, knock("bob"), seat="ann", for_="ann")

    assert (page.player, page.others) == ("cal", ("ann", "bob"))
    assert screen(*at(draw("bob"))).givers["cal"] == (("bob", 1),)
    assert (after.player, after.others) == ("ann", ("cal",))
    assert of(turns, FLUSH, seat="ann").player is None


@cases(((), "0/148", "0"), ((49, 37), "86/148", "86"), ((49, 0, 49), "–", "98"), ((37,) * 4, "100", "248"))
def test_the_sheet_shows_how_far_it_is_to_148(suits, bonus, total):
    hands = [
        told(player, SUITED[number - 1], worth if player == "bob" else 0, number)
        for number, worth in enumerate(suits, start=1)
        for player in THREE.split()
    ]
    shown = sheet(*at(*hands), None)

    assert (shown.sums[0].cells[1], shown.sums[1].cells) == (bonus, ("0", total, "0"))


def test_the_sheet_has_twelve_boxes_and_empty_it_has_four_columns_to_write_on():
    state, table = at()
    empty, full = sheet(None, table, None), sheet(state, table, None)

    assert len(full.boxes) == len(empty.boxes) == 12
    assert (full.columns, empty.columns) == (tuple(THREE.split()), ("",) * 4)
    assert {cell for line in (*empty.boxes, *empty.sums) for cell in line.cells} == {""}
