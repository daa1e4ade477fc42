"""The fine table on paper says what a deal costs, for any number of players and of those who made their bid."""

from itertools import combinations

from companion.rules.games.yogis_whist.chart import chart
from companion.rules.games.yogis_whist.penalty import Loud, fines
from companion.rules.seating import Table
from tests.table import cases

PARTS = {
    "No call": None,
    "A declarer who made it": ("declare", True),
    "A declarer who missed": ("declare", False),
    "A revealer who made it": ("reveal", True),
    "A revealer who missed": ("reveal", False),
}


def test_five_play_and_two_make_it_as_in_the_rules():
    owes = {(part.said, line.who): line.owes[2] for part in chart(5).parts for line in part.lines}

    assert owes["No call", "Missers"] == 3
    assert (owes["A declarer who made it", "Other makers"], owes["A declarer who made it", "Other missers"]) == (2, 5)
    assert owes["A revealer who missed", "The revealer"] == 11


@cases(2, 3, 5)
def test_every_deal_costs_what_the_table_says(players):
    everybody = tuple(f"p{number}" for number in range(players))
    found = {part.said: {line.who: line.owes for line in part.lines} for part in chart(players).parts}
    for count in range(players + 1):
        for made in combinations(everybody, count):
            for said, call in PARTS.items():
                if call is None or call[1] == ("p0" in made):
                    check_deal(everybody, made, said, call, found[said])


def check_deal(everybody, made, said, call, lines):
    """Whoever owes something finds it in their line; whose line is not there owes nothing."""
    loud = Loud("p0", call[0]) if call else None
    due = {fine.player: fine.amount for fine in fines(1, everybody, made, loud, Table((), (), {}))}
    for player in everybody:
        who = "Missers" if loud is None and player not in made else None
        if loud is not None:
            who = f"The {said.split()[1]}" if player == "p0" else f"Other {'makers' if player in made else 'missers'}"
        assert due.get(player, 0) == (lines[who][len(made)] if who in lines else 0)
