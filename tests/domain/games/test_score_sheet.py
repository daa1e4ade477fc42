"""The score sheet: rounds, totals, who did worst, when it is over; and every refusal."""

from random import Random

from companion.domain.games.score_sheet.presets import NAMED, PRESETS
from companion.domain.games.score_sheet.screen import MOST_KEYS
from tests.table import cases, row

from ..entries import changed, event, left, returned, rule
from ..nights import MISFIT, charged, charges, night, replayed, stand, why_refused, written
from ..people import ANN, BOB, CAL, DAN, FIVE
from ..play import ENDED, game
from .random_nights import played_at_random
from .score_sheet_nights import second_count

THREE, FOUR = FIVE[:3], FIVE[:4]
PAIRS = [[ANN, CAL], [BOB, DAN]]


def sheet(*players, **options):
    return game(*(players or THREE), game="score-sheet", options={"title": "Darts", **options})


def scored(number, *points, players=THREE):
    """A round: `scored(1, 20, 45, 20)` by Ann, Bob and Cal."""
    return event("round.scored", round=number, points=[list(pair) for pair in zip(players, points, strict=True)])


def sat_in(player):
    return event("game.joined", player=player)


def picked(number, team, player):
    return event("drinker.picked", round=number, team=team, player=player)


def teams(**options):
    return sheet(*FOUR, teams=PAIRS, **options)


def of_teams(number, first, second, players=(ANN, BOB)):
    return scored(number, first, second, players=players)


MOST, ROUND, ENDS = "bob 45 1, ann 20 2, cal 20 2", scored(1, 20, 45, 20), scored(1, 1, 2, 3)
LATE = [sheet(ANN, BOB, newcomers="average"), scored(1, 4, 2, players=(ANN, BOB)), sat_in(CAL)]
DAN_LATE = [sheet(ANN, BOB, CAL, teams=[[ANN, CAL], [BOB]]), scored(1, 8, 5, players=(ANN, BOB)), sat_in(DAN)]
DOWN = [sheet(down=100, rounds=2), scored(1, 60, 50, 20), scored(2, 50, 10, 10)]


@cases(
    ("the most points", [sheet(), ROUND], MOST),
    ("the fewest points", [sheet(best="least"), ROUND], "ann 20 1, cal 20 1, bob 45 3"),
    ("the most after the last round", [sheet(rounds=1), ROUND], f"{MOST} over"),
    ("the most when the target is reached", [sheet(target=45), ROUND], f"{MOST} over"),
    ("the most below the target", [sheet(target=46), ROUND], MOST),
    ("wins", [sheet(count="wins"), scored(1, 0, 1, 0)], "bob 1 1, ann 0 2, cal 0 2"),
    ("losses", [sheet(count="losses", best="least"), scored(1, 0, 1, 0)], "ann 0 1, cal 0 1, bob 1 3"),
    ("who is away is left out, and who sits in plays from the next round at their place",
     [sheet(ANN, CAL), scored(1, 1, 2, players=(ANN, CAL)), sat_in(BOB), left(ANN),
      scored(2, 30, 4, players=(CAL, BOB)), returned(ANN), scored(3, 1, 1, 1)], "cal 33 1, bob 5 2, ann 2 3"),
    ("a newcomer starts with the total before their first round",
     [*LATE, left(CAL), scored(2, 10, 10, players=(ANN, BOB)), returned(CAL)], "ann 14 1, cal 13 2, bob 12 3"),
    ("which a correction works out again", [*LATE, changed(8, scored(1, 40, 20, players=(ANN, BOB)))],
     "ann 40 1, cal 30 2, bob 20 3"),
    *(("all of a team have its points and its place", [teams(), of_teams(1, 20, 45), of_teams(2, 1, 3, whoever)],
       "bob 48 1, dan 48 1, ann 21 2, cal 21 2") for whoever in ((ANN, BOB), (CAL, DAN))),
    ("a newcomer is in the smallest team with its total", DAN_LATE, "ann 8 1, cal 8 1, bob 5 2, dan 5 2"),
    ("and stays in it", [*DAN_LATE, scored(2, 1, 2, players=(ANN, DAN)), sat_in("eve")],
     "ann 9 1, cal 9 1, eve 9 1, bob 7 2, dan 7 2"),
    ("a team of which nobody is here has no points in a round",
     [teams(), left(BOB), left(DAN), scored(1, 7, players=(CAL,)), returned(DAN), of_teams(2, 1, 1, (ANN, DAN))],
     "ann 8 1, cal 8 1, bob 1 2, dan 1 2"),
    ("one team wins a round", [teams(count="wins"), of_teams(1, 0, 1)], "bob 1 1, dan 1 1, ann 0 2, cal 0 2"),
    *(("counting down", [sheet(down=301), scored(1, *points)], standing) for points, standing in (
        ((60, 100, 26), "bob 201 1, ann 241 2, cal 275 3"), ((302, 100, 26), "bob 201 1, cal 275 2, ann 301 3"),
        ((301, 100, 26), "ann 0 1, bob 201 2, cal 275 3 over"), ((301, 301, 26), "ann 0 1, bob 0 1, cal 275 3 over"))),
    ("it can end after a number of rounds", DOWN, "ann 40 1, bob 40 1, cal 70 3 over"),
    ("and a correction counts all again", [*DOWN, changed(8, scored(1, 50, 50, 20))],
     "ann 0 1, bob 40 2, cal 70 3 over"),
)  # fmt: skip
def test_the_standings(case, events, standing):
    assert stand(night(*events)) == standing, case


@cases(
    ("those with the fewest", [sheet(fine=2), ROUND], "ann 2 lost round 1, cal 2 lost round 1"),
    ("those with the most, if the fewest are best", [sheet(fine=2, best="least"), ROUND], "bob 2 lost round 1"),
    ("nobody if all tie", [sheet(fine=2), scored(1, 7, 7, 7)], ""),
    ("all but the winner", [sheet(fine=2, count="wins"), scored(1, 0, 1, 0)],
     "ann 2 lost round 1, cal 2 lost round 1"),
    ("the loser", [sheet(fine=2, count="losses"), scored(1, 0, 1, 0)], "bob 2 lost round 1"),
    ("a minus is worst", [sheet(fine=2), scored(1, -1, 0, 1)], "ann 2 lost round 1"),
    ("the last at the end, too, if the game ends by itself",
     [sheet(fine=1, stake=4, rounds=2), scored(1, 5, 1, 9), scored(2, 5, 1, 1)],
     "bob 1 lost round 1, bob 1 lost round 2, bob 4 lost game, cal 1 lost round 2"),
    ("not if it is ended", [sheet(fine=1, stake=4, rounds=2), scored(1, 5, 1, 9), ENDED], "bob 1 lost round 1"),
    ("nobody if all are last", [sheet(stake=4, rounds=1), scored(1, 3, 3, 3)], ""),
    ("where the fewest win the most", [sheet(stake=4, rounds=1, best="least"), scored(1, 3, 4, 5)],
     "cal 4 lost game"),
    ("a round can be changed", [sheet(fine=1), ENDS, scored(2, 1, 2, 3), changed(8, scored(1, 3, 2, 1))],
     "cal 1 lost round 1, ann 1 lost round 2"),
    ("all of a team", [teams(fine=2), of_teams(1, 20, 45)], "ann 2 lost round 1, cal 2 lost round 1"),
    ("nobody before the team has picked", [teams(fine=2, pays="one"), of_teams(1, 20, 45)], ""),
    ("the one whom it picks", [teams(fine=2, pays="one"), of_teams(1, 20, 45), picked(1, 1, CAL)],
     "cal 2 lost round 1"),
    ("all of it with the round that ends the game", [teams(fine=2, pays="one", rounds=1), of_teams(1, 20, 45)],
     "ann 2 lost round 1, cal 2 lost round 1"),
    ("who is left alone of a team, unasked", [teams(fine=2, pays="one"), left(ANN), of_teams(1, 1, 2, (CAL, BOB))],
     "cal 2 lost round 1"),
    ("several teams pick each for themselves",
     [sheet(*FOUR, "eve", teams=[[ANN, BOB], [CAL, DAN], ["eve"]], fine=1, pays="one"),
      *(scored(number, *points, players=(ANN, CAL, "eve")) for number, points in ((1, (5, 5, 9)), (2, (1, 2, 3)))),
      picked(1, 2, DAN), picked(1, 1, BOB)], "dan 1 lost round 1, bob 1 lost round 1"),
    ("counting down, who took off least", [sheet(down=100, fine=1), scored(1, 60, 101, 26)], "bob 1 lost round 1"),
    ("and at the end who has most left", [sheet(down=100, stake=3), scored(1, 100, 20, 5)], "cal 3 lost game"),
)  # fmt: skip
def test_who_did_worst_drinks(case, events, due):
    assert charged(night(*events)) == due, case


@cases(
    ("no title", {"title": ""}, f"title {MISFIT}"),
    ("a title of 41 letters", {"title": "x" * 41}, f"title {MISFIT}"),
    ("something else to count", {"count": "goals"}, "count is not one of the choices: 'goals'"),
    ("no rounds", {"rounds": 0}, "rounds must be `int` >= 1"),
    ("100 rounds", {"rounds": 100}, "rounds must be `int` <= 99"),
    ("a target of nothing", {"target": 0}, "target must be `int` >= 1"),
    ("a fine of six", {"fine": 6}, "fine must be `int` <= 5"),
    ("a stake of 21", {"stake": 21}, "stake must be `int` <= 20"),
    ("a newcomer's share", {"newcomers": "best"}, "newcomers is not one of the choices: 'best'"),
    ("another option", {"jokers": 2}, "the event has no field jokers"),
    ("one team", {"teams": [[ANN, BOB, CAL]]}, "there are two to four teams, not 1"),
    ("five teams", {"teams": [[ANN], [BOB], [CAL], [DAN], ["eve"]]}, "there are two to four teams, not 5"),
    ("an empty team", {"teams": [[ANN, BOB, CAL], []]}, "team 2 has nobody in it"),
    ("somebody in two teams", {"teams": [[ANN, BOB], [CAL, ANN]]}, "Ann can be in one team only"),
    ("somebody twice in a team", {"teams": [[ANN, ANN, BOB], [CAL]]}, "Ann can be in one team only"),
    ("somebody in no team", {"teams": [[ANN], [CAL]]}, "Bob is in no team"),
    ("somebody in a team who does not play", {"teams": [[ANN, DAN], [BOB, CAL]]},
     "Dan is in a team, but does not play"),
    ("a stranger in a team", {"teams": [[ANN, "zoe"], [BOB, CAL]]}, "zoe is in a team, but does not play"),
    ("a fine for nobody", {"pays": "nobody"}, "pays is not one of the choices: 'nobody'"),
    ("counting down from nothing", {"down": 0}, "down must be `int` >= 1"),
    ("counting down without a start", {"down": True}, "down must be `int`, got `bool`"),
    ("counting wins down", {"down": 301, "count": "wins"}, "only points count down, not wins"),
    ("counting down for the most", {"down": 301, "best": "most"}, "counting down, the fewest points left win"),
    ("counting down to a target", {"down": 301, "target": 50}, "counting down ends at zero: leave the target out"),
    ("wins of which the fewest are best", {"count": "wins", "best": "least"}, "with wins counted, the most are best"),
    ("losses of which the most are best", {"count": "losses", "best": "most"},
     "with losses counted, the least are best"),
    ("rounds and a target", {"rounds": 3, "target": 100}, "a number of rounds or a target, not both"),
)  # fmt: skip
def test_refused_options(case, options, why):
    assert why_refused(sheet(**options)).removeprefix("options of Score sheet: ") == why, case
    assert why_refused(game(*THREE, game="score-sheet")) == "say what you play: it needs a title"


@cases(
    ("zero, as if nothing is said", {}, [0, 7]),
    ("zero", {"newcomers": "zero"}, [0, 7]),
    ("the average, rounded down", {"newcomers": "average"}, [8, 15]),
    ("the worst", {"newcomers": "worst"}, [-4, 3]),
    ("the worst where the fewest win", {"newcomers": "worst", "best": "least"}, [21, 28]),
)
def test_who_comes_later_starts_with(case, options, totals):
    late = [sheet(**options), scored(1, 21, 8, -4), sat_in(DAN)]
    played = scored(2, 1, 1, 1, 7, players=(ANN, BOB, CAL, DAN))

    for events, total in ((late, totals[0]), ([*late, played], totals[1])):
        assert f"dan {total} " in stand(night(*events)), case


@cases(
    ("another round", [scored(2, 1, 2, 3)], "Round 1 comes first"),
    ("the same round again", [scored(1, 1, 2, 3), scored(1, 4, 5, 6)], "Round 1 is already written"),
    ("without somebody", [scored(1, 1, 2, players=(ANN, BOB))], "Cal has no points yet"),
    ("with somebody twice", [scored(1, 1, 2, 3, 4, players=(ANN, BOB, CAL, ANN))], "Ann is named twice"),
    ("with somebody who does not play", [scored(1, 1, 2, 3, 4, players=(ANN, BOB, CAL, DAN))], "Dan does not play"),
    ("with a stranger", [scored(1, 1, 2, 3, 4, players=(ANN, BOB, CAL, "zoe"))], "zoe does not play"),
    ("with somebody who is away", [left(CAL), scored(1, 1, 2, 3)], "Cal is away"),
    ("with everybody away", [left(ANN), left(BOB), left(CAL), scored(1, players=())], "everybody who plays went home"),
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
    *(("one player", did, sheet(count=count), scored(1, *points)) for did, count, points in (
        *(("won", "wins", points) for points in ((1, 1, 0), (0, 0, 0), (2, 0, 0))), ("lost", "losses", (1, 1, 0)))),
    ("one team", "won", teams(count="wins"), of_teams(1, 1, 1)),
)  # fmt: skip
def test_one_wins_or_loses_a_round(who, did, start, played):
    assert why_refused(start, played) == f"{who} {did} the round: 1, and the others 0"


@cases(
    ("two numbers for a team", [scored(1, 1, 2, 3, players=(ANN, BOB, CAL))],
     "Ann and Cal are in one team: one number for both"),
    ("no number for a team", [scored(1, 1, players=(ANN,))], "Bob and Dan have no points yet"),
    ("a pick before the round", [picked(1, 1, ANN)], "round 1 asks nobody in team 1"),
    ("a pick of the best team", [of_teams(1, 1, 2), picked(1, 2, BOB)], "round 1 asks nobody in team 2"),
    ("a pick of somebody else", [of_teams(1, 1, 2), picked(1, 1, BOB)], "Bob is not in that team"),
    ("a second pick", [of_teams(1, 1, 2), picked(1, 1, ANN), picked(1, 1, CAL)], "That is answered already: Ann"),
)  # fmt: skip
def test_refused_of_teams(case, events, why):
    assert why_refused(teams(fine=1, pays="one"), *events) == why, case


def test_a_preset_is_a_sheet_that_can_be_started_with_a_few_usual_numbers():
    for title, preset in NAMED.items():
        with row(title):
            dealt = [list(FOUR[n :: preset.teams]) for n in range(preset.teams)]
            assert stand(night(sheet(*FOUR, **{"title": title, **preset.options, "teams": dealt}))).count("over") == 0
            assert list(preset.usual) == sorted({*preset.usual} - {*range(10)})
            assert len(preset.usual) == MOST_KEYS * (preset.options.get("count", "points") == "points")
            assert PRESETS[title]["title"] == title


def random_night(seed):
    """A night at random, with players who leave, come back, sit in and change seats."""
    chance = Random(seed)
    count = chance.choice(["points", "wins", "losses"])
    options = {"title": "Darts", "count": count, "fine": chance.randint(0, 5), "stake": chance.randint(0, 20)}
    options["newcomers"] = chance.choice(["zero", "average", "worst"])
    if count == "points":
        options |= chance.choice([{"best": "most"}, {"best": "least"}, {"down": chance.randint(20, 200)}])
    ends = [{}, {"rounds": chance.randint(1, 9)}, {"target": chance.choice([3, 100])}]
    options |= chance.choice(ends[:2] if "down" in options else ends)
    named = chance.sample(["p1", "p2", "p3", "p4"], 4)
    teams = {"teams": [named[:2], named[2:]], "pays": chance.choice(["team", "one"])}
    return played_at_random(seed, "score-sheet", [options, *[{**options, **teams}] * 2], most=50)


def test_random_nights_are_charged_as_the_second_count_says():
    ends = 0
    for seed in range(100):
        events = random_night(seed)
        result, (counted, totals, over) = replayed(written(*events)), second_count(events)
        assert [(row["seq"], row["player"], row["amount"], row["reason"]) for row in result["charges"]] == counted, seed
        assert {row["player"]: row["score"] for row in result["games"][0]["standings"]} == totals, seed
        assert result["games"][0]["finished"] is over, seed
        ends += over
    assert 15 < ends < 85


@cases(
    ("most points win", sheet(), [scored(1, 20, 45, 20)], "bob", "ann cal"),
    ("least points win", sheet(best="least"), [scored(1, 20, 45, 20)], "ann cal", "bob"),
    ("all did the same", sheet(), [scored(1, 3, 3, 3)], "", ""),
    ("one wins", sheet(count="wins"), [scored(1, 0, 1, 0)], "bob", "ann cal"),
    ("one loses", sheet(count="losses"), [scored(1, 0, 1, 0)], "ann cal", "bob"),
    ("counting down, who is bust took off nothing", sheet(down=30), [scored(1, 20, 31, 10)], "ann", "bob"),
    ("the round that ends the game", sheet(rounds=1, fine=2), [scored(1, 1, 2, 3)], "cal", "ann"),
    ("all of a team who are here", teams(fine=2, pays="one"), [left(ANN), of_teams(1, 1, 2, (CAL, BOB))], "bob dan",
     "cal"),
)  # fmt: skip
def test_house_rules_hear_who_did_best_and_worst_in_a_round(case, start, rounds, best, worst):
    for thing, players in (("best", best), ("worst", worst)):
        made = rule("r1", when={"on": "thing.happened", "thing": thing})
        assert charges(night(made, start, *rounds), "r1") == [(player, 1) for player in players.split()], (case, thing)
