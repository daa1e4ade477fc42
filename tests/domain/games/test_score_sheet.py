"""The score sheet: rounds, totals, who did worst, when it is over; and every refusal."""

from random import Random

from tests.table import cases

from ..conftest import (
    ANN,
    BOB,
    CAL,
    DAN,
    ENDED,
    FIVE,
    MISFIT,
    OPENED,
    changed,
    event,
    game,
    joined,
    left,
    night,
    replayed,
    returned,
    why_refused,
    written,
)
from .score_sheet_nights import second_count

THREE = (ANN, BOB, CAL)


def sheet(*players, **options):
    return game(*(players or THREE), game="score-sheet", options={"title": "Darts", **options})


def scored(number, *points, players=THREE):
    """A round: `scored(1, 20, 45, 20)` by Ann, Bob and Cal."""
    return event("round.scored", round=number, points=[list(pair) for pair in zip(players, points, strict=True)])


def sat_in(player):
    return event("game.joined", player=player)


def costs(*events):
    return [(row["seq"], row["player"], row["amount"], row["reason"]) for row in night(*events)["charges"]]


def standings(*events):
    found = night(*events)["games"][0]
    return found["finished"], [(row["player"], row["score"], row["place"]) for row in found["standings"]]


@cases(
    ("the most points", {}, False, [(BOB, 45, 1), (ANN, 20, 2), (CAL, 20, 2)]),
    ("the fewest points", {"best": "least"}, False, [(ANN, 20, 1), (CAL, 20, 1), (BOB, 45, 3)]),
    ("the most after the last round", {"rounds": 1}, True, [(BOB, 45, 1), (ANN, 20, 2), (CAL, 20, 2)]),
    ("the most when the target is reached", {"target": 45}, True, [(BOB, 45, 1), (ANN, 20, 2), (CAL, 20, 2)]),
    ("the most below the target", {"target": 46}, False, [(BOB, 45, 1), (ANN, 20, 2), (CAL, 20, 2)]),
)
def test_who_is_ahead(case, options, finished, rows):
    assert standings(sheet(**options), scored(1, 20, 45, 20)) == (finished, rows)


@cases(
    ("wins", {"count": "wins"}, [(BOB, 1, 1), (ANN, 0, 2), (CAL, 0, 2)]),
    ("losses", {"count": "losses", "best": "least"}, [(ANN, 0, 1), (CAL, 0, 1), (BOB, 1, 3)]),
)
def test_wins_and_losses(case, options, rows):
    assert standings(sheet(**options), scored(1, 0, 1, 0))[1] == rows


@cases(
    ("those with the fewest", {}, (20, 45, 20), [ANN, CAL]),
    ("those with the most, if the fewest are best", {"best": "least"}, (20, 45, 20), [BOB]),
    ("nobody if all tie", {}, (7, 7, 7), []),
    ("all but the winner", {"count": "wins"}, (0, 1, 0), [ANN, CAL]),
    ("the loser", {"count": "losses"}, (0, 1, 0), [BOB]),
    ("a minus is worst", {}, (-1, 0, 1), [ANN]),
)
def test_the_worst_of_a_round_drinks(case, options, points, drinkers):
    assert costs(sheet(fine=2, **options), scored(1, *points)) == [(8, one, 2, "lost round 1") for one in drinkers]


def test_the_last_drink_at_the_end_too_if_the_game_ends_by_itself():
    start = sheet(fine=1, stake=4, rounds=2)
    rounds = [scored(1, 5, 1, 9), scored(2, 5, 1, 1)]

    assert costs(start, *rounds) == [
        (8, BOB, 1, "lost round 1"),
        (9, BOB, 1, "lost round 2"),
        (9, BOB, 4, "lost game"),
        (9, CAL, 1, "lost round 2"),
    ]
    assert costs(start, rounds[0], ENDED) == [(8, BOB, 1, "lost round 1")]
    assert costs(sheet(stake=4, rounds=1), scored(1, 3, 3, 3)) == []
    assert costs(sheet(stake=4, rounds=1, best="least"), scored(1, 3, 4, 5)) == [(8, CAL, 4, "lost game")]


def test_who_is_away_is_left_out_and_who_sits_in_plays_from_the_next_round_at_their_place():
    events = [sheet(ANN, CAL), scored(1, 1, 2, players=(ANN, CAL)), sat_in(BOB), left(ANN)]
    after = [scored(2, 30, 4, players=(CAL, BOB)), returned(ANN), scored(3, 1, 1, 1)]

    assert standings(*events, *after) == (False, [(CAL, 33, 1), (BOB, 5, 2), (ANN, 2, 3)])


def test_a_round_can_be_changed():
    start = [sheet(fine=1), scored(1, 1, 2, 3), scored(2, 1, 2, 3)]

    assert costs(*start, changed(8, scored(1, 3, 2, 1))) == [(8, CAL, 1, "lost round 1"), (9, ANN, 1, "lost round 2")]


@cases(
    ("no title", {"title": ""}, f"title {MISFIT}"),
    ("a title of 41 letters", {"title": "x" * 41}, f"title {MISFIT}"),
    ("something else to count", {"count": "goals"}, "count is not one of the choices: 'goals'"),
    ("no rounds", {"rounds": 0}, "rounds must be `int` >= 1"),
    ("100 rounds", {"rounds": 100}, "rounds must be `int` <= 99"),
    ("a target of nothing", {"target": 0}, "target must be `int` >= 1"),
    ("a fine of six", {"fine": 6}, "fine must be `int` <= 5"),
    ("a stake of 21", {"stake": 21}, "stake must be `int` <= 20"),
    ("another option", {"teams": 2}, "the event has no field teams"),
    ("wins of which the fewest are best", {"count": "wins", "best": "least"}, "with wins counted, the most are best"),
    ("losses of which the most are best", {"count": "losses", "best": "most"},
     "with losses counted, the least are best"),
    ("rounds and a target", {"rounds": 3, "target": 100}, "a number of rounds or a target, not both"),
)  # fmt: skip
def test_refused_options(case, options, why):
    assert why_refused(sheet(**options)).removeprefix("options of Score sheet: ") == why, case


def test_options_without_a_title_are_refused():
    assert why_refused(game(*THREE, game="score-sheet")) == "say what you play: it needs a title"


@cases(
    ("another round", [scored(2, 1, 2, 3)], "Round 1 comes first"),
    ("the same round again", [scored(1, 1, 2, 3), scored(1, 4, 5, 6)], "Round 1 is already written"),
    ("without somebody", [scored(1, 1, 2, players=(ANN, BOB))], "Cal has no points yet"),
    ("with somebody twice", [scored(1, 1, 2, 3, 4, players=(ANN, BOB, CAL, ANN))], "Ann is named twice"),
    ("with somebody who does not play", [scored(1, 1, 2, 3, 4, players=(ANN, BOB, CAL, DAN))], "Dan does not play"),
    ("with a stranger", [scored(1, 1, 2, 3, 4, players=(ANN, BOB, CAL, "zoe"))], "zoe does not play"),
    ("with somebody who is away", [left(CAL), scored(1, 1, 2, 3)], "Cal is away"),
    ("with everybody away", [left(ANN), left(BOB), left(CAL), scored(1, players=())], "nobody who plays is here"),
    ("too many points", [scored(1, 10_000, 2, 3)], "points[0][1] must be `int` <= 9999"),
    ("too few points", [scored(1, -10_000, 2, 3)], "points[0][1] must be `int` >= -9999"),
    ("half a point", [scored(1, 1.5, 2, 3)], "points[0][1] must be `int`, got `float`"),
    ("somebody who plays already sits in", [sat_in(ANN)], "Ann plays already"),
    ("somebody away sits in", [left(DAN), sat_in(DAN)], "Dan is away: they have to come back first"),
    ("a stranger sits in", [sat_in("zoe")], "zoe has not joined this night"),
)
def test_refused_events(case, events, why):
    assert why_refused(sheet(), *events) == why, case


@cases(
    ("two winners", "wins", (1, 1, 0), "won"),
    ("no winner", "wins", (0, 0, 0), "won"),
    ("a winner who counts two", "wins", (2, 0, 0), "won"),
    ("two losers", "losses", (1, 1, 0), "lost"),
)
def test_one_wins_or_loses_a_round(case, count, points, did):
    why = f"one player {did} the round: 1, and the others 0"
    assert why_refused(sheet(count=count), scored(1, *points)) == why, case


def random_night(chance):
    """A night at random, with players who leave, come back, sit in and change seats."""
    options = {"count": chance.choice(["points", "wins", "losses"]), "fine": chance.randint(0, 5)}
    options["stake"] = chance.randint(0, 20)
    if options["count"] == "points":
        options["best"] = chance.choice(["most", "least"])
    options |= chance.choice([{}, {"rounds": chance.randint(1, 9)}, {"target": chance.randint(1, 30)}])
    playing, away = set(chance.sample(FIVE, chance.randint(2, 5))), set()
    events = [OPENED, *map(joined, FIVE), sheet(*(player for player in FIVE if player in playing), **options)]
    number = 1
    while number < 12:
        who = chance.choice(FIVE)
        what = chance.random()
        if what < 0.1 and who not in away and len(playing - away - {who}):
            away.add(who)
            events.append(left(who))
        elif what < 0.2 and who in away:
            away.discard(who)
            events.append(returned(who))
        elif what < 0.3 and who not in playing and who not in away:
            playing.add(who)
            events.append(sat_in(who))
        elif what < 0.35:
            events.append(event("seats.moved", order=chance.sample(FIVE, 5)))
        else:
            here = sorted(playing - away)
            chance.shuffle(here)
            one = chance.choice(here)
            points = [[p, chance.randint(-3, 9) if options["count"] == "points" else int(p == one)] for p in here]
            events.append(event("round.scored", round=number, points=points))
            number += 1
            if second_count(events)[2]:
                break
    return events


def test_random_nights_are_charged_as_the_second_count_says():
    ends = 0
    for seed in range(300):
        events = random_night(Random(seed))
        result, (charged, totals, over) = replayed(written(*events)), second_count(events)
        assert [(row["seq"], row["player"], row["amount"], row["reason"]) for row in result["charges"]] == charged, seed
        assert {row["player"]: row["score"] for row in result["games"][0]["standings"]} == totals, seed
        assert result["games"][0]["finished"] is over, seed
        ends += over
    assert 50 < ends < 250
