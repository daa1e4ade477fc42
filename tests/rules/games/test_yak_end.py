"""Yak: when the game is over, what last place costs, and what house rules hear."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as some

from companion.rules.games.yak.boxes import MOST, points
from companion.rules.replay import BadNight
from tests.table import cases

from .yachting_nights import called, charged, is_finished, left, places, returned, rule, scores
from .yak_nights import Event, played, refused, rounds, scored, thrown

BOTH = [*rounds("ann"), *rounds("bob", dice="66666")]
SCORED = {"on": "box.scored"}


def test_one_to_four_can_play() -> None:
    played(players="ann")
    played(players="ann bob cal dan")
    assert "is for 1 to 4 players" in refused(players="ann bob cal dan eve")


def test_the_game_is_over_when_everyone_has_filled_all_fourteen_boxes() -> None:
    assert is_finished(played(*BOTH))
    assert not is_finished(played(*BOTH[:-1]))
    assert "is not an event" in refused(*BOTH, thrown("ann", 1, "12345", round=14))


def test_practice_alone_ends_too_and_costs_nothing() -> None:
    night = played(*rounds("ann"), players="ann", stake=3)

    assert is_finished(night)
    assert charged(night) == []


@cases(
    (True, left("bob"), *rounds("ann")),
    (False, *rounds("ann"), *rounds("bob", 1, 13)),
    (True, *rounds("ann"), *rounds("bob", 1, 13), left("bob")),
    (False, left("bob"), left("ann")),
    (False, *rounds("ann"), left("ann"), left("bob")),
    (True, *rounds("ann"), left("ann"), left("bob"), returned("ann")),
    (False, *rounds("ann"), left("ann"), left("bob"), returned("bob")),
    (False, left("bob"), *rounds("ann", 1, 13), returned("bob"), *rounds("ann", 14, 14)),
)
def test_the_game_waits_for_those_who_are_here_and_is_not_over_when_everybody_has_left(is_over, *events) -> None:
    assert is_finished(played(*events)) == is_over


def test_the_highest_total_wins_and_equal_totals_tie() -> None:
    night = played(scored("ann", "all", "11111"), scored("bob", "5s", "51234"), players="ann bob cal")

    assert places(night) == {"ann": 1, "bob": 1, "cal": 3}


def test_each_in_last_place_away_or_not_is_charged_the_stake_at_the_entry_that_finishes_the_game() -> None:
    night = played(*BOTH, stake=3)

    assert charged(night) == [("ann", 3, "lost game")]
    assert night["charges"][0]["seq"] == 4 + 28
    assert charged(played(left("bob"), *rounds("ann"), stake=4)) == [("bob", 4, "lost game")]
    assert charged(played(*rounds("ann"), left("bob"), stake=4)) == [("bob", 4, "lost game")]


def test_nobody_pays_when_all_tie_nor_without_a_stake_nor_when_the_game_is_ended_early() -> None:
    ended = {"type": "game.ended"}

    assert charged(played(*rounds("ann"), *rounds("bob"), stake=3)) == []
    assert charged(played(*BOTH)) == []
    assert charged(played(*BOTH[:-1], ended, stake=3)) == []


def test_house_rules_hear_of_every_box_and_its_points() -> None:
    yak, nothing = {**SCORED, "box": "5-same", "at_least": 1}, {**SCORED, "zero": True}

    assert charged(played(rule(yak), scored("ann", "5-same", "33333"), scored("bob", "5-same", "33334"))) == [
        ("ann", 1, "a rule")
    ]
    assert charged(played(rule(nothing), scored("ann", "5-same", "33333"), scored("bob", "5-same", "33334"))) == [
        ("bob", 1, "a rule")
    ]


def test_house_rules_count_among_the_games_players_with_the_away() -> None:
    gone = [left("cal"), scored("ann", "all", "12345")]

    assert charged(played(rule(SCORED, "left"), *gone, players="ann cal bob", joined="ann bob cal dan")) == [
        ("cal", 1, "a rule")
    ]
    assert len(charged(played(rule(SCORED, "everyone"), *gone, players="ann cal bob", joined="ann bob cal dan"))) == 3


def test_nobody_deals_leads_or_takes_dice() -> None:
    for who in ("dealer", "leader", "taker"):
        assert charged(played(rule(SCORED, who), scored("ann", "all", "12345"))) == []
        assert charged(played(rule({"on": "called"}, who), called("ann"))) == []


def test_the_stake_stands_before_the_house_rules_of_the_last_box() -> None:
    last = {**SCORED, "box": "5-same", "at_least": 50}
    night = played(rule(last, "left"), *BOTH, stake=3)

    assert charged(night) == [("ann", 3, "lost game"), ("ann", 1, "a rule")]


def test_a_box_undone_is_open_again_and_a_later_round_stands_in_the_way() -> None:
    undo = {"type": "entry.undone", "entry": 5}

    assert scores(played(scored("ann", "all", "12345"), undo, scored("ann", "all", "66666")))["ann"] == 30
    with pytest.raises(BadNight) as bad:
        played(*rounds("ann", 1, 2), undo)

    assert str(bad.value) == "event 6: round 1 of Ann comes first (after the undo in event 7)"


def test_a_throw_changed_under_a_score_without_dice_scores_anew() -> None:
    change = {"type": "entry.changed", "entry": 5, "event": thrown("ann", 1, "66666")}

    assert scores(played(thrown("ann", 1, "12345"), scored("ann", "all"), change))["ann"] == 30


def test_a_change_keeps_the_round_the_throw_and_the_player() -> None:
    first = thrown("ann", 1, "12345")
    for event in (thrown("bob", 1, "12345"), thrown("ann", 2, "12345"), thrown("ann", 1, "12345", round=2)):
        change = {"type": "entry.changed", "entry": 5, "event": event}
        assert refused(first, change).startswith("a change keeps what the entry is about")


def turn(chance: Random, player: str, box: str, round: int) -> tuple[list[Event], int]:
    """A turn with real dice by chance: some with throws, some with the box alone."""
    dice = [chance.randint(1, 6) for _ in range(5)]
    if chance.random() < 0.3:
        return [scored(player, box, "".join(map(str, dice)), round)], points(box, dice)
    events = [thrown(player, 1, "".join(map(str, dice)), round=round)]
    for throw in range(2, chance.randint(1, 3) + 1):
        held = [chance.random() < 0.5 for _ in range(4)] + [False]
        dice = [die if keep else chance.randint(1, 6) for die, keep in zip(dice, held, strict=True)]
        shown = "".join("x" if keep else "." for keep in held)
        events.append(thrown(player, throw, "".join(map(str, dice)), shown, round))
    return [*events, scored(player, box, round=round)], points(box, dice)


@given(some.randoms(use_true_random=False), some.integers(1, 4))
def test_a_whole_game_in_any_order_ends_by_itself_with_the_sums_of_its_boxes(chance: Random, count: int) -> None:
    players = ["ann", "bob", "cal", "dan"][:count]
    boxes = {player: chance.sample(list(MOST), 14) for player in players}
    totals = dict.fromkeys(players, 0)
    night: list[Event] = []
    while due := [player for player in players if boxes[player]]:
        player = chance.choice(due)
        events, worth = turn(chance, player, boxes[player].pop(), 14 - len(boxes[player]))
        night += events
        totals[player] += worth

    result = played(*night, players=" ".join(players))

    assert is_finished(result)
    assert scores(result) == totals
