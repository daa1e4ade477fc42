"""Simulated deals, which the rules take like any other."""

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion.domain.cards import JOKER
from companion.domain.events import Entry, read, written
from companion.domain.games import GAMES
from companion.domain.games.frak_you import simulation as frak_you
from companion.domain.games.yogis_whist.deal import suit_of
from companion.domain.night import Night
from companion.domain.playing import standings
from companion.domain.seating import controller
from companion.domain.transitions import check, evolve
from tests.domain.entries import OPENED, event, joined
from tests.domain.nights import replayed
from tests.domain.nights import written as file_of
from tests.table import row

PEOPLE = [f"p{number}" for number in range(1, 14)]
WAYS: dict[str, list[dict[str, Any]]] = {
    "yogis-whist": [{"variant": "bft"}, {"septic": True, "members": ["p1", "p2"]}],
    "card-yacht": [{"stake": 3}],
    "yak": [{"dice": "independent"}, {"dice": "identical"}],
    "kings": [{"ranks": {"A": "mate", "9": "choose 5", "Q": "everyone 0"}}],
    "score-sheet": [{"count": "wins", "fine": 2, "rounds": 3}],
}
SIMULATED = [name for name, game in GAMES.items() if game.simulation]
TABLES = [
    (game, players, options)
    for game in SIMULATED
    for options in ({}, *WAYS.get(game, []))
    for players in GAMES[game].seats
]


class Simulated:
    """A night in which a game plays itself; every event goes through the checks."""

    def __init__(self, game: str, players: int, options: dict[str, Any], seed: int = 1) -> None:
        self.game, self.chance = GAMES[game], Random(seed)
        self.raw: list[dict[str, Any]] = []
        self.night = Night()
        for raw in (OPENED, *map(joined, PEOPLE[:players])):
            self.say(raw)
        started = event("game.started", game=game, players=PEOPLE[:players], options=options)
        self.game.entering.fill(None, started, lambda number: tuple(self.chance.choices(range(1, 7), k=number)), ())
        self.say(started)

    def say(self, raw: dict[str, Any]) -> None:
        entry = Entry(len(self.raw) + 1, read(raw, self.game.events))
        check(self.night, entry)
        self.night, _ = evolve(self.night, entry)
        self.raw.append(written(entry.event))

    def deal(self) -> list[dict[str, Any]]:
        """The events of the next deal or round."""
        before = len(self.raw)
        assert self.night.game is not None
        for raw in self.game.simulation.deal(self.night.game.state, self.night.table(), self.chance.choice):
            self.say(raw)
        return self.raw[before:]

    def deals(self, number: int) -> Iterator[list[dict[str, Any]]]:
        """So many deals, or as many as there are until the game is over."""
        while number and self.night.game is not None:
            yield self.deal()
            number -= 1


def often(few: int, many: int) -> pytest.MarkDecorator:
    """How many deals, or nights of them: a few always, and the long series with all that is thorough."""
    return pytest.mark.parametrize("times", [few, pytest.param(many, marks=pytest.mark.thorough)])


@pytest.mark.each_game
@often(2, 20)
def test_the_rules_take_whatever_a_simulation_plays_and_replay_takes_it_as_a_file(times):
    for game, players, options in TABLES:
        for seed in range(1 + times // 10):
            with row(game, players, options, "seed", seed):
                evening = Simulated(game, players, options, seed)
                played = sum(1 for _ in evening.deals(times))
                parts = {read(raw, GAMES[game].events).part for raw in evening.raw}
                plays_whole = GAMES[game].simulation.plays == "game"
                assert sorted(parts - {0}) == list(range(1, max(parts) + 1))
                assert max(parts) == played or plays_whole
                if seed == 0 and players in (2, 4, 5):
                    result = replayed(file_of(*json.loads(json.dumps(evening.raw))))
                    charged = {player.id: player.charged for player in evening.night.players.values()}
                    assert {player: sums["charged"] for player, sums in result["players"].items()} == charged


@pytest.mark.each_game
def test_the_same_luck_plays_the_same_deal():
    for game in SIMULATED:
        first, again, other = (Simulated(game, GAMES[game].seats[-1], {}, seed).deal() for seed in (1, 1, 2))

        with row(game):
            assert first == again
            assert first != other


def test_a_yacht_game_ends_by_itself_with_every_box_filled():
    for game, rounds in (("card-yacht", 12), ("yak", 14)):
        evening = Simulated(game, 4, {})

        with row(game):
            assert sum(1 for _ in evening.deals(99)) == rounds
            assert evening.night.game is None
            filled = [(raw["player"], raw["box"]) for raw in evening.raw if "box" in raw]
            assert len(set(filled)) == 4 * rounds
            assert all(score > 40 for _, score, _ in standings(evening.night, evening.night.games[-1]))


def tricks(deal: list[dict[str, Any]]) -> list[list[list[str]]]:
    return [raw["plays"] for raw in deal if raw["type"] == "trick.taken"]


def renounced(deal: list[dict[str, Any]], suit=lambda card: card[1]) -> set[tuple[str, str]]:
    """Who followed a suit although they had shown before that they had none of it, and which."""
    void: set[tuple[str, str]] = set()
    wrong: set[tuple[str, str]] = set()
    for plays in tricks(deal):
        led = suit(plays[0][1])
        wrong |= {(player, suit(card)) for player, card in plays} & void
        void |= {(player, led) for player, card in plays if suit(card) != led}
    return wrong


@often(5, 30)
def test_everybody_follows_suit_in_five_card_yak(times):
    for players, options, cards in ((5, {}, 25), (2, {"dummies": True}, 20)):
        for seed in range(times):
            deal = Simulated("five-card-yak", players, options, seed).deal()
            with row(players, "seed", seed):
                assert len({card for plays in tricks(deal) for _, card in plays}) == cards
                assert renounced(deal) == set()


@often(5, 30)
def test_a_dummy_takes_a_rank_that_lies_there_if_it_may(times):
    for seed in range(times):
        deal = Simulated("five-card-yak", 2, {"dummies": True}, seed).deal()
        left = {hand: [dict(plays)[hand] for plays in tricks(deal)] for hand, _ in tricks(deal)[0]}
        for plays in tricks(deal):
            for place, (hand, card) in enumerate(plays):
                legal = [own for own in left[hand] if place and own[1] == plays[0][1][1]] or left[hand]
                ranks = {met[0] for _, met in plays[:place]}
                if hand != controller(hand) and any(own[0] in ranks for own in legal):
                    assert card[0] in ranks
                left[hand].remove(card)


@often(10, 75)
def test_everybody_follows_suit_in_yogis_whist_whatever_is_turned_up(times):
    met = set()
    for seed in range(75, 75 + times):  # a joker and nines are among the first ten of these
        deal = Simulated("yogis-whist", 5, {}, seed).deal()
        turned = next(raw["card"] for raw in deal if raw["type"] == "card.turned")
        met.add(turned if turned == JOKER else turned[0])
        assert renounced(deal, lambda card, turned=turned: suit_of(card, turned)) == set()
    assert {JOKER, "9"} <= met


@pytest.mark.thorough
def test_people_bid_what_they_hope_to_take_in_yogis_whist():
    evening = Simulated("yogis-whist", 4, {})
    calls = [raw["call"] for deal in evening.deals(200) for raw in deal if raw["type"] == "call.made"]
    made = sum(evening.night.game.state.points.values())

    assert {"declare", "reveal"} == set(calls)
    assert len(calls) < 200
    assert 200 * 4 * 0.25 < made < 200 * 4 * 0.75


@often(5, 20)
def test_a_deal_of_frak_you_goes_on_until_two_are_left(times):
    for seed in range(times):
        evening = Simulated("frak-you", 4, {"stake": 2}, seed)
        plays = tricks(evening.deal())

        assert plays[0][0][-1] == "2C"
        assert sum(player.charged for player in evening.night.players.values()) in (4, 2, 0)
        assert len(plays[-1]) > 2


def test_a_deal_of_frak_you_that_does_not_end_is_given_up(monkeypatch):
    monkeypatch.setattr(frak_you, "MOST_TRICKS", 3)
    evening = Simulated("frak-you", 4, {})

    assert [raw["type"] for raw in evening.deal()] == ["trick.taken"] * 3 + ["deal.voided"]
    assert evening.deal()[0]["deal"] == 2


def test_who_is_away_is_not_dealt_in_by_a_simulation():
    evening = Simulated("five-card-yak", 4, {})
    evening.say(event("player.left", player="p2"))

    assert {hand for plays in tricks(evening.deal()) for hand, _ in plays} == {"p1", "p3", "p4"}


@pytest.mark.each_game
def test_what_is_said_of_a_game_before_it_is_chosen_agrees_with_its_rules():
    rounds = {"card-yacht": 12, "yak": 14}  # of the others a part, or the whole, is simulated
    for name, game in GAMES.items():
        assert set(game.offer.best) <= set(game.seats), f"{name}: `Offer.best` is within its `seats`"
        minutes = [
            game.simulation.minutes(players) * rounds.get(name, 1)
            for players in (min(game.offer.best), max(game.offer.best))
        ]
        said = re.findall(r"\d+|hour", game.offer.lasts)
        is_part = name not in rounds and not game.simulation.plays
        if said:
            why = f"{name}: `Offer.lasts` says “a {game.part}” where its Simulation plays one, and not the whole game"
            assert (f"a {game.part}" in game.offer.lasts) == is_part, why
        for number, computed in zip([60 if one == "hour" else int(one) for one in said], minutes, strict=False):
            why = f"{name}: `Offer.lasts` says {number} minutes, and `Simulation.minutes` {computed}"
            assert number == pytest.approx(computed, rel=0.25), why
        why = f"{name}: `Offer.costs` says “nothing” where `Simulation.dearest` is 0, and only there"
        assert ("nothing" in game.offer.costs) == (game.simulation.dearest(game.options(), 3) == 0), why
