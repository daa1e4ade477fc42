"""A night in a spreadsheet: one fact a row, the sums are those of replay, and no cell is taken for a formula."""

import csv
import io

from hypothesis import given
from hypothesis import strategies as st

from companion.domain.event_log import Log
from companion.domain.playing import stopped_early
from companion.domain.replay import result
from companion.reports.exports import BYTE_ORDER_MARK, FINES, SCORES, fines_csv, scores_csv, sheet
from tests.domain.entries import caught, drunk, event, fine, forgiven, rule
from tests.domain.play import game, trick
from tests.table import cases
from tests.views.random_evening import Evening, seeds

from .test_recap import logged, scored, whist

Row = dict[str, str]


def read_back(data: bytes) -> list[Row]:
    """The rows as a spreadsheet program reads them."""
    text = data.decode("utf-8-sig")
    assert text.count("\r\n") == text.count("\n")
    return list(csv.DictReader(io.StringIO(text, newline=""), strict=True))


def total(rows: list[Row], column: str, **where: str) -> int:
    """The sum of a column over the rows in which these others say this."""
    chosen = [row for row in rows if all(row[name] == value for name, value in where.items())]
    return sum(int(row[column]) for row in chosen if row[column])


def check_scores(log: Log) -> None:
    """The points of every game add up to its standings, with the places that replay prints."""
    rows = read_back(scores_csv(log))
    games = result(log)["games"]
    for number, one in enumerate(games, start=1):
        own = [row for row in rows if row["game_number"] == str(number)]
        stopped = stopped_early(log.night, log.night.played[number - 1])
        assert {row["finished"] for row in own} <= {"stopped early" if stopped else "yes" if one["finished"] else "no"}
        standings = [row for row in own if row["total"]]
        assert [(row["player_id"], row["place"]) for row in standings] == [
            (place["player"], "" if stopped else str(place["place"])) for place in one["standings"]
        ]
        for row in standings:
            assert total(own, "points", player_id=row["player_id"]) == int(row["total"])
    assert {row["game_number"] for row in rows} <= {str(number) for number in range(1, len(games) + 1)}


@seeds(0, 4, 40)
def test_the_scores_of_any_evening_add_up(seeds):
    kinds = set()
    for seed in seeds:
        evening = Evening(seed)
        for _ in range(250):
            evening.step()

        check_scores(evening.log)
        kinds.update(game["game"] for game in result(evening.log)["games"])
    assert len(kinds) > 3  # which games a few evenings play is a matter of chance


def test_a_row_of_the_fines_has_when_who_how_much_and_because():
    log = logged(
        event("unit.changed", unit="pencil"),
        rule("r1", text="No pointing.", amount=2),
        game(at="2026-11-20T20:00:00Z"),
        trick(1, "bob", at="2026-11-20T20:05:00Z", by="ann"),
        caught("r1", "cal", by="bob"),
        fine("dan", 3, reason="late, as ever", by="ann"),
        event("drink.moved", player="dan", to="eve", amount=1),
        drunk("bob", 1),
        forgiven("dan", 1),
    )

    assert fines_csv(log).decode().splitlines() == [
        BYTE_ORDER_MARK + ",".join(FINES),
        "2026-11-20T20:05:00Z,10,1,Five-Card Yak,1,bob,Bob,game,trick 1 costs 1,pencil,1,,,Ann,",
        ",11,1,Five-Card Yak,1,cal,Cal,house rule,No pointing.,pencil,2,,,Bob,",
        ',12,1,Five-Card Yak,1,dan,Dan,by hand,"late, as ever",pencil,3,,,Ann,',
        ",13,1,Five-Card Yak,1,dan,Dan,taken over,taken over by Eve,pencil,,,,,-1",
        ",13,1,Five-Card Yak,1,eve,Eve,taken over,for Dan,pencil,,,,,1",
        ",14,1,Five-Card Yak,1,bob,Bob,settled,,pencil,,1,,,",
        ",15,1,Five-Card Yak,1,dan,Dan,forgiven,,pencil,,,1,,",
    ]


def test_a_row_of_the_scores_has_what_was_scored_and_the_standings_follow():
    hand = {"round": 1, "at": "2026-11-20T20:05:00Z"}
    log = logged(
        game("ann", "bob", game="card-yacht"),
        event("hand.scored", player="ann", box="five-flush", points=100, **hand),
        event("hand.scored", player="bob", box="low", points=0, **hand),
        event("game.ended", at="2026-11-20T20:09:00Z"),
    )

    assert scores_csv(log).decode().splitlines() == [
        BYTE_ORDER_MARK + ",".join(SCORES),
        "2026-11-20T20:05:00Z,8,1,Card Yacht,stopped early,1,ann,Ann,Five flush,100,,",
        "2026-11-20T20:05:00Z,9,1,Card Yacht,stopped early,1,bob,Bob,Low,0,,",
        "2026-11-20T20:09:00Z,,1,Card Yacht,stopped early,,ann,Ann,points,,100,",
        "2026-11-20T20:09:00Z,,1,Card Yacht,stopped early,,bob,Bob,points,,0,",
    ]


def test_what_was_paid_in_tokens_is_in_tokens():
    tokens = {"tokens": {"mode": "kegger", "count": 9}}
    log = logged(game("ann", "bob", "cal", options=tokens), trick(1, "bob"), fine("bob", 2, reason="late", by="ann"))

    assert [(row["unit"], row["amount"], row["settled"]) for row in read_back(fines_csv(log))] == [
        ("token", "1", "1"),
        (log.night.unit, "2", ""),
    ]


def test_the_suited_bonus_is_a_fact_of_its_own():
    suits = ("spades", "hearts", "diamonds", "clubs")
    hands = [
        event("hand.scored", player=player, round=number, box=suit, points=points)
        for number, suit in enumerate(suits, start=1)
        for player, points in (("ann", 40), ("bob", 10))
    ]
    rows = read_back(scores_csv(logged(game("ann", "bob", game="card-yacht"), *hands)))

    assert [(row["player"], row["what"]) for row in rows if row["points"] == "100"] == [("Ann", "Suited bonus")]


def test_bids_made_and_missed_are_scores_of_yogis_whist():
    rows = read_back(scores_csv(logged(whist("ann", "bob", "cal"), scored(1, "bob"))))

    assert [row["what"] for row in rows] == ["bid missed", "bid made", "bid missed", *["bids made"] * 3]
    assert [(row["player"], row["deal"], row["points"]) for row in rows[:3]] == [
        ("Ann", "1", "0"), ("Bob", "1", "1"), ("Cal", "1", "0"),
    ]  # fmt: skip


@cases(
    *((formula, f"'{formula}") for formula in ("=1+1", "+44 20", "-2", "@SUM(A1)", " =1+1", "\tx")),
    ("\rx", '"\'\rx"'),
    ('=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'),
    ("Ann = Bob", "Ann = Bob"),
    ('the "red" queen', '"the ""red"" queen"'),
    ("one, two", '"one, two"'),
    ("", ""),
    (None, ""),
    (-3, "-3"),
    (0, "0"),
)
def test_a_cell_is_quoted_where_it_must_be_and_never_a_formula(value, safe):
    assert sheet(("a cell", "end"), [(value, "end")]).decode() == f"{BYTE_ORDER_MARK}a cell,end\r\n{safe},end\r\n"


@given(st.text(max_size=12))
def test_any_words_come_back_as_they_were_but_for_the_apostrophe(words):
    (row,) = read_back(sheet(("words", "end"), [(words, "end")]))

    assert row["words"] in (words, f"'{words}")
    assert not row["words"].startswith(("=", "+", "-", "@", "\t", "\r"))
