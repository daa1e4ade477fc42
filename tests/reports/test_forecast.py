"""What an evening costs and what a rule adds, forecast before anybody plays."""

import os
import subprocess
import sys
from itertools import islice

import pytest
from msgspec.structs import replace

from companion.domain.games import GAMES
from companion.domain.house_rules import model as on
from companion.domain.house_rules.english.starters import starters
from companion.domain.house_rules.model import HouseRule, Part
from companion.domain.refused import Refused
from companion.reports import forecast
from companion.reports.forecast import HARD, Setup, SimulatedGame, Spread, evening, starter_forecasts
from companion.system.native_threads import aside
from tests.table import cases, row

FIVE = ("five-card-yak", "yogis-whist", "frak-you", "card-yacht", "yak")
SIMULATED = [name for name, game in GAMES.items() if game.simulation]
SIZES = [(game, players) for game in SIMULATED for players in (1, 2, 3, 4, 5, 10, 13) if players in GAMES[game].seats]


@pytest.fixture(params=[15, pytest.param(50, marks=pytest.mark.thorough)])
def deals(request, monkeypatch):
    """How many deals a forecast simulates: few, unless it is to be thorough."""

    def forget():
        forecast._evening.cache_clear()
        forecast.starter_forecasts.cache_clear()

    forget()
    monkeypatch.setattr(forecast, "DEALS", request.param)
    yield request.param
    forget()


def rule(when, who="player", amount=1, *also):
    return HouseRule("r1", "a rule", when, (Part(who, amount), *also))


def charged(game, players, rule, deals=forecast.DEALS):
    """What a rule charges in a deal on average, all players together."""
    deals = list(islice(SimulatedGame(Setup(game, players), [(rule.when, rule.parts)]).deals(), deals))
    return sum(charge.amount for deal in deals for charge in deal.charges if charge.rule) / len(deals)


def test_a_lost_deal_of_frak_you_costs_two_of_three_the_stake():
    found = evening("frak-you", 3, {"stake": 5})

    assert found.each.mean == pytest.approx(10 / 3, rel=0.02)
    assert (found.each.low, found.each.high) == (0, 5)
    assert found.dearest == 5
    assert not found.ends


def test_a_deal_of_five_card_yak_costs_about_thirteen_in_all_and_an_evening_in_proportion():
    for players in (3, 4, 5):
        assert evening("five-card-yak", players).each.mean * players == pytest.approx(13, abs=1.5)
    found = evening("five-card-yak", 4)

    assert found.whole.mean == pytest.approx(2 * found.an_hour * found.each.mean)
    assert found.whole.low < found.whole.mean < found.whole.high


def test_a_game_that_ends_is_forecast_by_the_game_and_costs_its_stake_if_it_has_one():
    found, free = evening("card-yacht", 2, {"stake": 4}), evening("yak", 3)

    assert found.an_hour == pytest.approx(60 / (12 * 3))
    assert found.each.mean == pytest.approx(2, abs=0.2)
    assert found.whole.mean == pytest.approx(3 * found.each.mean)
    assert (free.each, free.whole) == (Spread(0, 0, 0), Spread(0, 0, 0))
    assert (free.dearest, free.ends) == (0, True)


@pytest.mark.each_game
def test_no_simulated_fine_is_larger_than_the_largest_possible(deals):
    for game, players in SIZES:
        found, simulated = evening(game, players), SimulatedGame(Setup(game, players)).deals()
        charges = [charge for deal in simulated for charge in deal.charges]

        with row(game, players):
            assert all(found.dearest >= charge.amount for charge in charges)
            assert 0 <= found.each.low <= found.each.mean <= found.each.high
            assert 0 < found.an_hour <= 120, "`minutes` of its Simulation: a part of a game takes half of one at least"


def test_options_can_name_people_whom_a_simulation_does_not_know(deals):
    as_named = evening("yogis-whist", 5, {"septic": True, "members": ["ann", "bob", "cal"]})

    assert as_named == evening("yogis-whist", 5, {"septic": True, "members": ["dot", "eve", "fay"]})
    assert as_named != evening("yogis-whist", 5)
    assert evening("frak-you", 4, {"initiated": ["ann"]}).dearest == 3


@cases(
    ("yogis-whist", 4, rule(on.TrickWon(trick=3)), 1, 0),
    ("yogis-whist", 4, rule(on.TrickWon(trick=3), "everyone", 5), 20, 0),
    ("yogis-whist", 4, rule(on.TrickWon(trick=3), "others", 1, Part("player", 3)), 6, 0),
    ("yogis-whist", 4, rule(on.TrickWon(trick=3), "chosen", 3, Part("player", 1)), 4, 0),
    ("frak-you", 5, rule(on.DroppedOut()), 3, 0.2),
    ("five-card-yak", 4, rule(on.CardPlayed(suit=("H", "D"))), 10, 0.5),
    ("yak", 1, rule(on.BoxScored(), "chosen"), 1, 0.1),
    *((game, 3, rule(on.BoxScored()), 3, 0) for game in ("yak", "card-yacht")),
)
def test_a_rule_adds_what_it_charges_as_often_as_it_fires(game, players, rule, adds, about):
    assert charged(game, players, rule, 80) == pytest.approx(adds, abs=about)


def test_the_charges_for_an_event_and_for_its_opposite_add_up():
    made, missed = (charged("yogis-whist", 5, rule(when), 80) for when in (on.BidMade(), on.BidMissed()))
    zero, more = (charged("yak", 3, rule(when), 80) for when in (on.BoxScored(zero=True), on.BoxScored(at_least=1)))

    assert min(made, missed) > 1
    assert (made + missed, zero + more) == (pytest.approx(5), pytest.approx(3))


def test_house_rules_in_force_add_their_part_to_the_evening():
    sevens = rule(on.CardPlayed(rank="7"), "neighbours")
    plain, dearer = evening("five-card-yak", 4), evening("five-card-yak", 4, rules=[sevens, rule(on.Called())])

    assert dearer.each.mean == pytest.approx(plain.each.mean + charged("five-card-yak", 4, sevens) / 4)
    assert dearer.dearest == plain.dearest


@pytest.mark.each_game
def test_every_starter_that_the_companion_watches_and_that_costs_something_has_a_forecast_as_if_it_were_alone(deals):
    for game, players in SIZES:
        found = starter_forecasts(game, players)
        watched = [starter for starter in starters(game) if starter.parts and not isinstance(starter.when, on.Called)]

        with row(game, players):
            assert list(found) == [starter.text for starter in watched]
            most = 5 if not GAMES[game].simulation.plays else 100  # of a deal or round; a whole game has many
            assert all(0 <= adds < most for adds in found.values())
        for starter in watched[::4] if players == GAMES[game].seats[-1] else ():
            with row(game, players, starter.name):
                assert found[starter.text] == pytest.approx(charged(game, players, starter) / players)


def test_a_rule_about_deals_dice_or_the_end_is_forecast_where_they_come_to_pass(monkeypatch):
    monkeypatch.setattr(forecast, "DEALS", 15)
    for game, when, fires in (
        ("five-card-yak", on.DealStarted(), True), ("five-card-yak", on.DealOver("most"), True),
        ("five-card-yak", on.TrickWon(trick="last"), True), ("five-card-yak", on.DiceRolled(), False),
        ("yogis-whist", on.BidMade("no"), True), ("frak-you", on.TrickWon(row=2), True),
        ("yak", on.DiceRolled(face=6), True), ("yak", on.GameOver("last"), True),
        ("card-yacht", on.GameOver(), True), ("card-yacht", on.DealOver(), False),
    ):  # fmt: skip
        with row(game, when):
            table = SimulatedGame(Setup(game, 4), [(when, (Part("everyone", 1),))])
            drinks = sum(charge.amount for deal in table.deals() for charge in deal.charges if charge.rule)
            assert (drinks > 0) is fires


def test_a_game_for_tokens_ends_when_they_are_paid():
    found = evening("five-card-yak", 4, {"tokens": {"mode": "pass-out", "count": 20}})

    assert found.ends
    assert found.paid
    assert 18 < found.each.mean < 20
    assert found.each.high == 20
    assert found.an_hour < evening("five-card-yak", 4).an_hour / 4


@pytest.mark.thorough
@pytest.mark.each_game
def test_every_starter_fires_at_some_table_and_few_are_hard():
    hard = []
    for game in SIMULATED:
        if GAMES[game].called:
            continue  # a score sheet without rounds or target has no end, and its rules are about that
        tables = [starter_forecasts(game, players) for players in (3, 4) if players in GAMES[game].seats]

        assert [text for text in tables[0] if not any(found[text] for found in tables)] == []
        hard += [adds >= HARD for adds in tables[-1].values()]
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
    assert b"Evening" in first.stdout


@pytest.mark.each_game
def test_a_forecast_simulates_a_bounded_number_of_entries_at_the_largest_table(monkeypatch):
    monkeypatch.setattr(forecast, "EVENTS", 1000)
    folded, evolve = [], forecast.evolve
    monkeypatch.setattr(forecast, "evolve", lambda night, entry: folded.append(entry) or evolve(night, entry))
    for game in SIMULATED:
        folded.clear()
        deals = sum(1 for _ in SimulatedGame(Setup(game, GAMES[game].seats[-1])).deals())

        with row(game):
            assert deals <= forecast.DEALS
            assert len(folded) <= 1000 * 1.1 + deals  # the last deal is played out


def test_a_forecast_in_the_background_answers_or_refuses_like_any_other(monkeypatch):
    monkeypatch.setitem(GAMES, "new", replace(GAMES["yak"], id="new", simulation=None))

    assert aside(evening, "yak", 2) == evening("yak", 2)
    with pytest.raises(Refused):
        aside(evening, "yak", 9)
    with pytest.raises(Refused, match="what Yak costs is not known"):
        evening("new", 2)
