"""The page on Five-Card Yak for people at the table: its examples are what replay says."""

import json
from pathlib import Path

from tests.table import cases

from ..conftest import ANN, BOB, CAL, by_trick, game, night, plays, trick, tricks
from .token_nights import kegger, pass_out, stand

PAGE = Path(__file__).parents[3] / "docs" / "games" / "five-card-yak.md"
LINES = PAGE.read_text(encoding="utf-8").splitlines()
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in LINES if line.startswith("|")]
DEALS = [row for row in ROWS if row[0].startswith(("ann", "–")) and len(row) == 6]
LEFT = [row for row in ROWS if len(row) == 4 and row[0][-1].isdecimal() or row[0] == "at the start"]
TRICKS = [row for row in ROWS if row[0][-1] in "♠♥♦♣"]
SIGNS = str.maketrans("♠♥♦♣", "SHDC")
THREE = game(ANN, BOB, CAL)


@cases(*DEALS)
def test_a_worked_deal_costs_what_the_page_says(row):
    said = [dict(_drinks(cell)) for cell in row[1:] if cell != "–"]

    assert by_trick(night(THREE, *tricks(row[0].replace("–", "-")))) == said


def _drinks(cell):
    for drink in cell.split(", "):
        name, amount = drink.split()
        yield name, int(amount)


@cases(*TRICKS)
def test_a_worked_trick_goes_to_whom_the_page_says(row):
    ann, bob, cal = (card.translate(SIGNS) for card in row[:3])
    taker = row[3].partition(":")[0].lower()

    assert by_trick(night(THREE, plays(1, f"ann {ann} bob {bob} cal {cal}"))) == (
        [] if taker == "nobody" else [{taker: 1}]
    )


def test_the_worked_tokens_are_what_is_left_to_each():
    start = [int(cell) for cell in LEFT[0][1:]]
    takers = [row[0].partition(" takes trick ") for row in LEFT[1:]]

    for done, row in enumerate(LEFT[1:], start=1):
        taken = [trick(int(number), taker.lower()) for taker, _, number in takers[:done]]
        stood = stand(pass_out(start[0]), *taken)
        assert all(f"{player} {cell} " in stood for player, cell in zip((ANN, BOB, CAL), row[1:], strict=True))


def test_the_worked_pot_is_shared_as_the_page_says():
    assert "Say that there are 11" in PAGE.read_text(encoding="utf-8")
    assert stand(kegger(11), *tricks("ann ann ann ann")) == "ann 3 1, cal 3 1, bob 5 3 over"


def test_the_events_on_the_page_are_a_night():
    events = [json.loads(line) for line in LINES if line.startswith("    {")]

    assert by_trick(night(THREE, *events)) == [{CAL: 1}, {ANN: 2}]


def test_the_page_has_its_examples():
    assert (len(TRICKS), len(DEALS), len(LEFT)) == (4, 6, 6)
