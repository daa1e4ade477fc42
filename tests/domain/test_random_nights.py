"""Random nights: the sums add up, and however a night is loaded, it is the same night."""

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from companion.domain.event_log import Log, Row, extend, stored
from companion.domain.events import Entry, read, written
from companion.domain.night import differences
from companion.domain.playing import own_events
from companion.domain.refused import Refused
from companion.domain.replay import result
from companion.domain.transitions import fold
from tests.table import cases
from tests.table import row as of_row
from tests.views.random_evening import TAPS, Evening, changed, seeds, undone

from .entries import event, fine, rule
from .entries import undone as taken_back
from .nights import add, log_of, replayed
from .nights import written as file_of
from .people import ANN, BOB
from .play import game, trick

FOR_TOKENS = {
    "five-card-yak": [{"tokens": {"mode": mode, "count": n}} for mode in ("pass-out", "kegger") for n in (5, 20, 60)]
}
NO_DRINKS = [tap for tap in TAPS if tap(Evening(0))["type"] not in ("drink.taken", "drink.moved")]
NOTHING = dict.fromkeys(("charged", "taken", "forgiven", "owed"), 0)


def after_hours(seed: int) -> Evening:
    """The evening of this seed after some hours."""
    evening = Evening(seed)
    for _ in range(90):
        evening.step()
    return evening


def of_any_evening(test: Callable[[Evening], None]) -> Callable[[range], None]:
    """Tries a test with one evening after another."""

    @seeds(0, 20, 150)
    def tries(seeds: range) -> None:
        for seed in seeds:
            with of_row("seed", seed):
                test(after_hours(seed))

    return tries


def rows_of(log: Log) -> list[Row]:
    entries = (line.entry for line in log.lines)
    return [Row(entry.seq, entry.at, entry.by, stored(entry.event)) for entry in entries]


def all_of(log: Log) -> tuple[Any, ...]:
    """Everything that a log can be asked for."""
    return log.lines, log.night, log.before, log.marks, log.corrections


@of_any_evening
def test_every_way_to_arrive_at_a_night_arrives_at_the_same_one(evening):
    """By replaying its file, by loading its rows unchecked at once or one by one, or by counting only what counts."""
    log, grown, loaded = evening.log, Log(), extend(Log(), rows_of(evening.log))
    for row in rows_of(log):
        extend(grown, [row])
    counting = [Entry(line.entry.seq, line.counts, line.entry.at, line.entry.by) for line in log.lines if line.counts]

    entries = ({"by": line.entry.by, **written(line.entry.event)} for line in log.lines)
    assert replayed(file_of(*entries)) == result(log)
    assert all_of(loaded) == all_of(grown) == all_of(log)
    assert fold(counting) == log.night


@of_any_evening
def test_doing_and_undoing_leaves_everything_as_it_was(evening):
    log = evening.log
    for tap in evening.chance.sample(TAPS, 20):
        before, night = result(log), log.night
        if not evening.enter(tap(evening), evening.who()) or log.night.closed:
            continue
        done = result(log)
        assert evening.enter(taken_back(log.seq))
        assert (result(log), log.night.games, log.night.game) == (before, night.games, night.game)
        if not log.night.closed:
            assert evening.enter(taken_back(log.seq))
            assert result(log) == done


@of_any_evening
def test_a_candidate_changes_nothing_until_it_is_adopted(evening):
    log = evening.log
    lines, night = list(log.lines), log.night
    for tap in TAPS:
        with suppress(Refused):
            log.candidate(Entry(log.seq + 1, read(tap(evening), own_events(night))))

    assert (log.lines, log.night) == (lines, night)


@of_any_evening
def test_the_sums_add_up_and_a_house_rule_charges_one_player_once_an_entry_and_at_most_five(evening):
    night = result(evening.log)
    charges = night["charges"]
    by_rule = [(row["seq"], row["player"], row["rule"]) for row in charges if row["rule"]]

    for player, sums in night["players"].items():
        assert sums["charged"] == sum(row["amount"] for row in charges if row["player"] == player)
        assert sums["owed"] == sums["charged"] - sums["taken"] - sums["forgiven"]
    assert len(by_rule) == len(set(by_rule))
    assert all(0 < row["amount"] <= (5 if row["rule"] else 10**9) and row["because"] for row in charges)
    assert [row["seq"] for row in charges] == sorted(row["seq"] for row in charges)


@of_any_evening
def test_what_a_correction_changes_for_each_player_is_what_replay_says(evening):
    for correct in [undone(12), changed] * 8:
        night, before = evening.log.night, result(evening.log)["players"]
        if not evening.enter(correct(evening)):
            continue
        told, after = differences(night, evening.log.night), result(evening.log)["players"]
        for player in {*before, *after}:
            was, now = before.get(player, NOTHING), after.get(player, NOTHING)
            more = {name: now[name] - was[name] for name in NOTHING}
            assert told.get(player, 0) == (more["owed"] or more["taken"])
            if player not in told:  # at most a call that fell is gone, or falls now
                assert more == {**NOTHING, "charged": more["charged"], "forgiven": more["charged"]}


def test_the_random_evenings_have_everything_in_them_and_are_not_all_refused():
    nights = [after_hours(seed).log for seed in range(20)]
    met = Counter(line.entry.event.__struct_config__.tag for log in nights for line in log.lines)

    assert all(log.seq > 40 for log in nights)
    assert met["entry.undone"] + met["entry.changed"] > 100
    assert met.keys() >= {"trick.taken", "bid.placed", "card.drawn", "dice.thrown", "hand.scored", "call.settled"}


@cases(
    ([fine(ANN, 3)], {ANN: -3}),
    ([fine(ANN, 3), event("drink.taken", player=ANN, amount=2)], {ANN: 2}),
    ([fine(ANN, 3), event("fine.forgiven", player=ANN, amount=1)], {ANN: 1}),
    ([fine(ANN, 3), event("drink.moved", player=ANN, to=BOB, amount=2)], {ANN: 2, BOB: -2}),
    ([rule("r1"), event("rule.called", rule="r1", player=BOB), event("call.settled", entry=8, stands=False)], {BOB: 1}),
)
def test_an_undone_drink_is_owed_again_and_what_was_taken_over_goes_back(taps, told):
    log = log_of(*taps)
    before = log.night
    add(log, taken_back(log.seq))
    assert differences(before, log.night) == told


@seeds(0, 20, 150)
def test_every_token_that_is_gone_was_taken_and_none_is_below_nothing(seeds):
    paid = 0
    for seed in seeds:
        evening = Evening(seed, FOR_TOKENS, NO_DRINKS)
        for _ in range(90):
            evening.step()
            night = evening.log.night
            if night.games or not night.game:
                continue
            purse = night.game.state.purse
            paid += sum(purse.paid.values())
            assert min(purse.pot if purse.is_pot else 0, *purse.paid.values(), *purse.held.values()) >= 0
            assert sum(purse.paid.values()) == sum(player.taken for player in night.players.values()), seed
    assert paid > 10 * len(seeds)


def test_a_game_gone_back_to_is_read_by_its_own_rules_again():
    yak = event("game.started", game="yak", players=[ANN, BOB])
    log = log_of(rule("r0", when={"on": "trick.taken"}), game(), event("game.ended"), yak)
    for raw in (taken_back(10), taken_back(9), trick(1, ANN), taken_back(13)):
        add(log, raw)

    assert all_of(extend(Log(), rows_of(log))) == all_of(log)
