"""Whatever a table does, the ledger adds up, and every way to arrive at a night arrives at the same one."""

import json
from contextlib import suppress
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.rules.events import Entry, read, written
from companion.rules.fold import fold
from companion.rules.games import GAMES
from companion.rules.loading import Row, extend, stored
from companion.rules.log import Log
from companion.rules.refused import Refused
from companion.rules.replay import own_events, result

from .conftest import (
    ANN,
    BOB,
    CLOSED,
    FIVE,
    OPENED,
    changed,
    event,
    fine,
    game,
    joined,
    replayed,
    rule,
    trick,
    undone,
    voided,
)
from .conftest import written as file_of

PLAYERS = st.sampled_from(FIVE)
RULES = st.sampled_from(["r1", "r2", "r3"])
WHO = st.sampled_from(["player", "left", "neighbours", "across", "everyone", "dealer", "leader", "taker"])
ON = st.sampled_from(
    [{"on": "trick.taken"}, {"on": "trick.nobody"}, {"on": "trick.taken", "trick": 2}, {"on": "called"}]
)
BACK = st.integers(1, 12)


def tapped(kind: str, **fields: Any) -> Any:
    return st.builds(lambda **drawn: event(kind, **drawn), **fields)


TAPS = st.one_of(
    st.builds(fine, PLAYERS, st.integers(1, 9)),
    tapped("drink.taken", player=PLAYERS, amount=st.integers(1, 3)),
    tapped("fine.forgiven", player=PLAYERS, amount=st.integers(1, 3)),
    tapped("drink.moved", player=PLAYERS, to=PLAYERS, amount=st.integers(1, 3)),
    tapped("player.left", player=PLAYERS),
    tapped("player.returned", player=PLAYERS),
    tapped("seats.moved", order=st.permutations(FIVE).map(list)),
    tapped("rule.made", rule=RULES, text=st.just("a rule"), when=ON, who=WHO, amount=st.integers(1, 5), by=PLAYERS),
    tapped("rule.amended", rule=RULES, who=WHO, by=PLAYERS),
    tapped("rule.repealed", rule=RULES, by=PLAYERS),
    tapped("rule.called", rule=RULES, player=PLAYERS),
    tapped("rule.struck", rule=RULES, votes=st.just([])),
    tapped("call.settled", entry=BACK, stands=st.booleans()),
    tapped("game.started", game=st.just("five-card-yak"), players=st.permutations(FIVE).map(lambda p: p[:4])),
    tapped("game.ended"),
)
TRICKS = tapped("trick.taken", winner=st.none() | PLAYERS)
UNDOS = tapped("entry.undone", entry=BACK)
CHANGES = st.builds(changed, BACK, TRICKS | TAPS)
ANY = st.one_of(TAPS, TAPS, TRICKS, TRICKS, TRICKS, UNDOS, CHANGES)
ENDINGS = st.lists(st.just(CLOSED) | UNDOS, max_size=3)
NIGHTS = st.builds(list.__add__, st.lists(ANY, max_size=40), ENDINGS)
FREE = {"winner", "amount", "to", "order", "players", "who", "when", "stands"}


def fitted(raw: Any, log: Log) -> Any:
    """The tap as it fits the night: the trick that is due, the entry so many back, the same place for a change."""
    if raw["type"] == "trick.taken" and log.night.game and hasattr(log.night.game.state, "on"):
        deal = log.night.game.state.on
        number = log.night.game.state.over + 1
        return {**raw, "deal": number, "trick": len(deal.taken) + 1 if deal else 1}
    if raw["type"] in ("entry.undone", "entry.changed", "call.settled"):
        raw = {**raw, "entry": max(1, log.seq + 1 - raw["entry"])}
    if raw["type"] == "entry.changed":
        was = json.loads(stored(log.lines[raw["entry"] - 1].entry.event))
        return {**raw, "event": {**was, **{key: new for key, new in raw["event"].items() if key in FREE & set(was)}}}
    return raw


def tap(log: Log, raw: Any) -> bool:
    """Whether the log took it."""
    fields = {key: value for key, value in fitted(raw, log).items() if key != "by"}
    try:
        new = read(fields, own_events(log.night))
        log.adopt(log.propose(Entry(log.seq + 1, new, None, raw.get("by"))))
    except Refused:
        return False
    return True


def played(taps: list[Any]) -> Log:
    """The log of a night of the five, who start a game and then tap all this, refused or not."""
    log = Log()
    rules = [rule("r0", when={"on": "trick.taken"}, who="neighbours")]
    for raw in (OPENED, *map(joined, FIVE), *rules, game(), *taps):
        tap(log, raw)
    return log


def as_file(log: Log) -> bytes:
    entries = [line.entry for line in log.lines]
    return file_of(*({"by": entry.by, **written(entry.event)} for entry in entries))


@given(NIGHTS)
def test_the_ledger_adds_up_and_a_house_rule_charges_one_player_in_one_entry_once_and_at_most_five(taps):
    night = result(played(taps))
    charges = night["charges"]
    rows = [(row["seq"], row["player"], row["rule"]) for row in charges]

    for player, sums in night["players"].items():
        assert sums["charged"] == sum(row["amount"] for row in charges if row["player"] == player)
        assert sums["owed"] == sums["charged"] - sums["taken"] - sums["forgiven"]
    assert len(rows) == len(set(rows))
    assert all(0 < row["amount"] <= (5 if row["rule"] else 10**9) for row in charges)
    assert [row["seq"] for row in charges] == sorted(row["seq"] for row in charges)


@given(NIGHTS)
def test_replaying_the_file_of_a_night_gives_the_night(taps):
    log = played(taps)

    assert replayed(as_file(log)) == result(log)


def rows_of(log: Log) -> list[Row]:
    entries = (line.entry for line in log.lines)
    return [Row(entry.seq, entry.at, entry.by, stored(entry.event)) for entry in entries]


def all_of(log: Log) -> tuple[Any, ...]:
    """Everything a log knows, and may be asked for."""
    struck = {rule: log.tally.struck(rule) for rule in log.night.rules}
    charging = {player: list(log.tally.charging(player)) for player in log.night.players}
    return log.lines, log.night, log.before, log.marks, log.corrections, struck, charging


@given(NIGHTS)
def test_a_night_loaded_without_checks_is_the_one_that_was_checked(taps):
    log = played(taps)

    assert all_of(extend(Log(), rows_of(log))) == all_of(log)


GAMES_COME_AND_GO = st.lists(
    st.one_of(
        tapped("game.started", game=st.sampled_from(sorted(GAMES)), players=st.permutations(FIVE).map(lambda p: p[:4])),
        tapped("game.ended"), TRICKS, TRICKS, UNDOS, UNDOS, TAPS,
    ),
    max_size=40,
)  # fmt: skip


@given(GAMES_COME_AND_GO, ANY)
def test_a_night_of_undone_games_is_loaded_in_one_go_as_it_grew(taps, one_more):
    log = played([event("game.ended"), *taps])
    grown, loaded = Log(), extend(Log(), rows_of(log))
    for row in rows_of(log):
        extend(grown, [row])

    assert all_of(loaded) == all_of(grown) == all_of(log)
    assert tap(loaded, one_more) == tap(log, one_more)
    assert all_of(loaded) == all_of(log)


@given(NIGHTS)
def test_a_corrected_log_counts_like_one_that_was_never_wrong(taps):
    log = played(taps)
    counting = [Entry(line.entry.seq, line.counts, line.entry.at, line.entry.by) for line in log.lines if line.counts]

    assert fold(counting) == log.night


@given(NIGHTS, ANY)
def test_doing_and_undoing_leaves_everything_as_it_was(taps, one_more):
    log = played(taps)
    before = result(log)
    if tap(log, one_more) and not log.night.closed:
        done = result(log)
        assert tap(log, undone(1))
        assert result(log) == before
        if not log.night.closed:
            assert tap(log, undone(1))
            assert result(log) == done


@given(NIGHTS, ANY)
def test_a_proposal_changes_nothing_until_it_is_adopted(taps, one_more):
    log = played(taps)
    lines, night = list(log.lines), log.night
    with suppress(Refused):
        log.propose(Entry(log.seq + 1, read(fitted(one_more, log), own_events(log.night))))

    assert (log.lines, log.night) == (lines, night)


def test_a_game_gone_back_to_is_read_by_its_own_rules_again():
    started = event("game.started", game="yak", players=[ANN, BOB])
    log = played([event("game.ended"), started, undone(1), undone(3), trick(1, ANN), undone(1)])

    assert log.seq == 14
    assert all_of(extend(Log(), rows_of(log))) == all_of(log)


def test_the_random_nights_are_not_all_refused():
    log = played([trick(1, None), trick(1, None), voided(1), fine("ann", 1), undone(1), undone(1)])

    assert log.seq == 8 + 6
