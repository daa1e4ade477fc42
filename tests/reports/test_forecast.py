"""What an evening costs and what a rule adds, told before anybody plays."""

import os
import subprocess
import sys
from math import isfinite

import pytest
from msgspec.structs import replace

from companion.domain.games import GAMES
from companion.domain.house_rules.english.starters import starters
from companion.domain.house_rules.model import (
    BidMade,
    BidMissed,
    BoxScored,
    Called,
    CardPlayed,
    DroppedOut,
    HouseRule,
    Part,
    TrickNobody,
    TrickWon,
)
from companion.domain.refused import Refused
from companion.reports import forecast
from companion.reports.forecast import (
    EVENTS,
    RuleForecast,
    Setup,
    Spread,
    evening,
    rule_forecast,
    simulated,
    starter_forecasts,
)
from companion.system.native_threads import aside
from tests.table import row

FIVE = ("five-card-yak", "yogis-whist", "frak-you", "card-yacht", "yak")
SIMULATED = [name for name, game in GAMES.items() if game.simulation]
SIZES = [(game, players) for game in SIMULATED for players in (1, 2, 3, 4, 5, 10, 13) if players in GAMES[game].seats]


@pytest.fixture(params=[15, pytest.param(forecast.DEALS, marks=pytest.mark.thorough)])
def deals(request, monkeypatch):
    """How many deals a forecast simulates: a game or two where that tells it all, unless it is to be thorough."""

    def forget():
        forecast._evening.cache_clear()
        forecast._rule_forecasts.cache_clear()

    forget()
    monkeypatch.setattr(forecast, "DEALS", request.param)
    yield request.param
    forget()


def rule(when, who="player", amount=1, *also):
    return HouseRule("r1", "a rule", when, (Part(who, amount), *also))


def test_all_five_games_can_be_simulated_and_have_starters():
    assert set(FIVE) <= set(SIMULATED)
    assert all(GAMES[game].starters for game in FIVE)


def test_a_lost_deal_of_frak_you_costs_two_of_three_the_stake():
    look = evening("frak-you", 3, {"stake": 5})

    assert look.each.mean == pytest.approx(10 / 3, rel=0.02)
    assert (look.each.low, look.each.high) == (0, 5)
    assert (look.largest, look.dearest) == (5, 5)
    assert not look.ends


def test_a_deal_of_five_card_yak_costs_about_thirteen_in_all_and_a_longer_evening_more_in_proportion():
    for players in (3, 4, 5):
        assert evening("five-card-yak", players).each.mean * players == pytest.approx(13, abs=1.5)
    one, three = evening("five-card-yak", 4, hours=1), evening("five-card-yak", 4, hours=3)

    assert three.whole.mean == pytest.approx(3 * one.whole.mean)
    assert one.whole.mean == pytest.approx(one.an_hour * one.each.mean)
    assert one.whole.low < one.whole.mean < one.whole.high
    assert three.whole.high < 3 * one.whole.high


def test_a_game_that_ends_is_told_by_the_game_and_costs_its_stake_if_it_has_one():
    look, free = evening("card-yacht", 2, {"stake": 4}, hours=1), evening("yak", 3)

    assert look.an_hour == pytest.approx(60 / (12 * 3))
    assert look.each.mean == pytest.approx(2, abs=0.2)
    assert look.whole.mean == pytest.approx(2 * look.each.mean)
    assert (free.each, free.whole) == (Spread(0, 0, 0), Spread(0, 0, 0))
    assert (free.largest, free.dearest, free.ends) == (0, 0, True)


def test_no_fine_met_is_larger_than_the_largest_there_can_be(deals):
    for game, players in SIZES:
        look = evening(game, players)

        with row(game, players):
            assert look.largest <= look.dearest
            assert 0 <= look.each.low <= look.each.mean <= look.each.high
            assert 0 < look.an_hour <= 30


def test_options_may_name_people_whom_a_simulation_does_not_know(deals):
    as_named = evening("yogis-whist", 5, {"septic": True, "members": ["ann", "bob", "cal"]})

    assert as_named == evening("yogis-whist", 5, {"septic": True, "members": ["dot", "eve", "fay"]})
    assert as_named != evening("yogis-whist", 5)
    assert evening("frak-you", 4, {"initiated": ["ann"]}).dearest == 3


def test_what_cannot_be_started_has_no_forecast():
    tables = ("five-card-yak", 11, {}), ("frak-you", 2, {}), ("yak", 0, {}), ("yak", 4, {"stake": 21}), ("poker", 4, {})
    for game, players, options in tables:
        with row(game, players, options), pytest.raises(Refused):
            evening(game, players, options)
        with row(game, players, options), pytest.raises(Refused):
            rule_forecast(game, players, rule(TrickNobody()), options)
        with row(game, players, options), pytest.raises(Refused):
            starter_forecasts(game, players, options)


def test_a_rule_about_every_fifth_trick_adds_what_it_asks(deals):
    won = rule_forecast("yogis-whist", 4, rule(TrickWon(trick=3)))

    assert won == RuleForecast(times=1, total=1, each=0.25, most=1, caught=False)
    assert rule_forecast("yogis-whist", 4, rule(TrickWon(trick=3), "everyone", 5)) == RuleForecast(1, 20, 5, 5, False)
    assert rule_forecast("yogis-whist", 4, rule(TrickWon(trick=3), "others", 1, Part("player", 3))).total == 6


def test_a_rule_fires_as_often_as_what_it_is_about_happens():
    made, missed = (rule_forecast("yogis-whist", 5, rule(when)) for when in (BidMade(), BidMissed()))
    chosen = rule_forecast("yogis-whist", 4, rule(TrickWon(trick=3), "chosen", 3, Part("player", 1)))
    reds = rule_forecast("five-card-yak", 4, rule(CardPlayed(suit=("H", "D"))))

    assert made.total + missed.total == pytest.approx(5)
    assert min(made.total, missed.total) > 1
    assert rule_forecast("frak-you", 5, rule(DroppedOut())).total == pytest.approx(3, abs=0.2)
    assert reds.total == pytest.approx(10, abs=0.5)
    assert reds.is_hard
    assert not rule_forecast("five-card-yak", 4, rule(CardPlayed(rank="J", suit="H"))).is_hard
    assert (chosen.times, chosen.total) == (1, 4)
    assert rule_forecast("yak", 1, rule(BoxScored(), "chosen")).total == pytest.approx(1, abs=0.1)
    assert rule_forecast("five-card-yak", 4, rule(Called(), "others", 2)) == RuleForecast(1, 6, 1.5, 2, True)
    assert rule_forecast("five-card-yak", 4, rule(Called(), "chosen", 2)).total == 2


def test_a_box_is_filled_by_everybody_in_every_round(deals):
    for game in ("yak", "card-yacht"):
        zero, more = (rule_forecast(game, 3, rule(when)) for when in (BoxScored(zero=True), BoxScored(at_least=1)))
        assert rule_forecast(game, 3, rule(BoxScored())) == RuleForecast(3, 3, 1, 1, False)
        assert zero.total + more.total == pytest.approx(3)


def test_house_rules_in_force_add_their_part_to_the_evening():
    sevens = rule(CardPlayed(rank="7"), "neighbours")
    plain, dearer = evening("five-card-yak", 4), evening("five-card-yak", 4, rules=[sevens, rule(Called())])

    assert dearer.each.mean == pytest.approx(plain.each.mean + rule_forecast("five-card-yak", 4, sevens).each)
    assert dearer.largest == plain.largest


def test_every_starter_has_a_forecast(deals):
    for game, players in SIZES:
        told = starter_forecasts(game, players)

        assert [starter for starter, _ in told] == list(starters(game))
        for starter, found in told:
            with row(game, players, starter.title):
                assert all(map(isfinite, (found.times, found.total, found.each)))
                assert 0 <= found.each <= found.total
                assert found.most <= round(found.total * deals)
                assert found.caught == isinstance(starter.when, Called)


def test_starters_side_by_side_add_what_each_does_alone(deals):
    for game in SIMULATED:
        players = GAMES[game].seats[-1]
        for starter, found in starter_forecasts(game, players)[::4]:
            with row(game, starter.title):
                assert found == rule_forecast(game, players, starter)


TOKENS = {"tokens": {"mode": "pass-out", "count": 20}}


def test_a_game_for_tokens_ends_when_they_are_paid():
    look = evening("five-card-yak", 4, TOKENS)

    assert look.ends
    assert 18 < look.each.mean < 20
    assert look.each.high == 20
    assert look.an_hour < evening("five-card-yak", 4).an_hour / 4


def test_starters_in_a_game_for_tokens_leave_one_another_theirs(deals):
    told = starter_forecasts("five-card-yak", 4, TOKENS)

    assert [found for _, found in told[::3]] == [
        rule_forecast("five-card-yak", 4, starter, TOKENS) for starter, _ in told[::3]
    ]


@pytest.mark.thorough
def test_every_starter_fires_at_some_table():
    for game in SIMULATED:
        tables = [dict(starter_forecasts(game, players)) for players in (3, 4) if players in GAMES[game].seats]

        assert [starter.title for starter in tables[0] if not any(told[starter].times for told in tables)] == []


@pytest.mark.thorough
def test_somewhere_a_starter_is_hard_and_most_do_not():
    hard = [found.is_hard for game in FIVE for _, found in starter_forecasts(game, 4)]

    assert 0 < sum(hard) < len(hard) / 5


@pytest.mark.thorough
def test_a_forecast_is_the_same_in_every_process():
    asked = "f.evening('frak-you', 4), f.starter_forecasts('yogis-whist', 5)"
    code = f"from companion.reports import forecast as f; print({asked})"
    first, second = (
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        )
        for seed in ("1", "2")
    )

    assert first.stdout == second.stdout
    assert b"RuleForecast" in first.stdout


def test_a_forecast_simulates_a_bounded_number_of_entries_at_the_largest_table(monkeypatch):
    folded, evolve = [], forecast.evolve
    monkeypatch.setattr(forecast, "evolve", lambda night, entry: folded.append(entry) or evolve(night, entry))
    for game in SIMULATED:
        folded.clear()
        shape = Called(), rule(Called(), "everyone", 4).parts
        told = sum(1 for _ in simulated(Setup(game, GAMES[game].seats[-1]), (shape,)))

        with row(game):
            assert told <= forecast.DEALS
            assert len(folded) <= EVENTS * 1.1 + told  # the last deal is played out, and one is called in each


def test_there_are_no_more_deals_than_there_need_to_be():
    assert 50 < sum(1 for _ in simulated(Setup("frak-you", 3))) < 150
    assert sum(1 for _ in simulated(Setup("five-card-yak", 3))) == 300


def test_a_forecast_in_the_background_answers_or_refuses_like_any_other(monkeypatch):
    monkeypatch.setitem(GAMES, "new", replace(GAMES["yak"], id="new", simulation=None))

    assert aside(evening, "yak", 2) == evening("yak", 2)
    with pytest.raises(Refused):
        aside(evening, "yak", 9)
    with pytest.raises(Refused, match="what Yak costs is not known"):
        evening("new", 2)
