"""Random nights: the sums add up, and however a night is loaded, it is the same night."""

import itertools
import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from companion.domain.cards import DECK, RANKS
from companion.domain.event_log import Log, Row, extend, stored
from companion.domain.events import Entry, read, written
from companion.domain.games import GAMES
from companion.domain.night import differences
from companion.domain.playing import own_events
from companion.domain.refused import Refused
from companion.domain.replay import result
from companion.domain.transitions import fold

from .conftest import (
    ANN,
    BOB,
    CLOSED,
    FIVE,
    OPENED,
    add,
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
from .games.kings_nights import kings
from .games.token_nights import kegger, pass_out

PLAYERS = st.sampled_from(FIVE)
RULES = st.sampled_from(["r1", "r2", "r3"])
WHO = st.sampled_from(["player", "left", "neighbours", "across", "everyone", "dealer", "leader", "taker", "previous"])
ON = st.sampled_from(
    [
        {"on": "trick.taken"}, {"on": "trick.nobody"}, {"on": "trick.taken", "trick": 2}, {"on": "called"},
        {"on": "trick.taken", "row": 2}, {"on": "trick.taken", "trick": "last"}, {"on": "deal.started"},
        {"on": "deal.voided"}, {"on": "deal.over"}, {"on": "deal.over", "tricks": "none"}, {"on": "game.over"},
        {"on": "game.over", "place": "last"}, {"on": "game.over", "place": "first"},
    ]
)  # fmt: skip
AMOUNTS = st.integers(1, 5) | st.just("trick")
TITLES = st.sampled_from(["Thumb master", "Fool"])
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
    tapped("rule.made", rule=RULES, text=st.just("a rule"), when=ON, who=WHO, amount=AMOUNTS, by=PLAYERS),
    tapped("rule.made", rule=RULES, text=st.just("a rule"), when=ON, title=TITLES, by=PLAYERS),
    tapped("rule.amended", rule=RULES, who=WHO, by=PLAYERS),
    tapped("rule.amended", rule=RULES, title=TITLES, by=PLAYERS),
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
FREE = {"winner", "amount", "to", "order", "players", "who", "when", "stands", "card"}


NIGHT = [
    rule("r1", when={"on": "trick.taken"}, who="neighbours", amount=2),
    rule("r2", when={"on": "trick.nobody"}, who="everyone"),
    rule("r3", who="others", amount=3),
]
STARTED = st.builds(pass_out, st.integers(1, 40), *map(st.just, FIVE)) | st.builds(
    kegger, st.integers(1, 90), *map(st.just, FIVE[:4])
)
SETTLED = tapped("call.settled", entry=BACK, stands=st.booleans())
RARE = st.one_of(
    tapped("rule.called", rule=st.just("r3"), player=PLAYERS),
    SETTLED,
    tapped("player.left", player=PLAYERS),
    tapped("player.returned", player=PLAYERS),
    tapped("seats.moved", order=st.permutations(FIVE).map(list)),
    tapped("game.ended"),
    UNDOS,
    st.builds(changed, BACK, TRICKS),
)
DEALS = st.builds(lambda tricks, rare: [*tricks, rare], st.lists(TRICKS, min_size=3, max_size=6), RARE)
TOKEN_NIGHTS = st.builds(
    lambda started, deals: [*NIGHT, started, *itertools.chain(*deals)],
    STARTED,
    st.lists(DEALS, min_size=2, max_size=8),
)

CARDS = tapped("card.drawn", card=st.sampled_from(DECK) | st.sampled_from(RANKS))
RARELY = st.one_of(
    tapped("draw.answered", draw=BACK, player=PLAYERS),
    tapped("draw.answered", draw=st.just(1), player=PLAYERS),
    tapped("master.answered", player=PLAYERS),
    tapped("game.joined", player=PLAYERS),
    tapped("rule.called", rule=st.just("r1"), player=PLAYERS),
    tapped("player.left", player=PLAYERS),
    tapped("player.returned", player=PLAYERS),
    tapped("seats.moved", order=st.permutations(FIVE).map(list)),
    UNDOS,
    st.builds(changed, BACK, CARDS),
)
ON_CARDS = [
    rule("r1", when={"on": "card.played", "matches": "rank"}, who="previous", amount=2),
    rule("r2", when={"on": "card.played", "suit": ["H", "D"]}, who="neighbours"),
    rule("r3", when={"on": "game.over", "place": "last"}, amount=3),
]
KINGS_NIGHTS = st.lists(st.one_of(CARDS, CARDS, CARDS, RARELY), min_size=20, max_size=60).map(
    lambda taps: [*ON_CARDS, kings(*FIVE[:4], ranks={"5": "mate"}), *taps]
)


def fitted(raw: Any, log: Log) -> Any:
    """The event made to fit the night: the next trick, an entry counted from the end, the same slot for a change."""
    if raw["type"] in ("card.drawn", "draw.answered") and log.night.game and log.night.game.kind == "kings":
        state = log.night.game.state
        if raw["type"] == "draw.answered":
            return {**raw, "draw": max(1, len(state.draws) + 1 - raw["draw"])}
        return {**raw, "draw": len(state.draws) + 1, "player": state.drawer(log.night.table()) or ANN}
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
    try:
        add(log, fitted(raw, log))
    except Refused:
        return False
    return True


FIRST = (rule("r0", when={"on": "trick.taken"}, who="neighbours"), game())


def played(taps: list[Any], first: tuple[Any, ...] = FIRST) -> Log:
    """The log of a night of the five, who start a game (unless something else comes first) and tap all this."""
    log = Log()
    for raw in (OPENED, *map(joined, FIVE), *first, *taps):
        tap(log, raw)
    return log


def with_tokens(taps: list[Any]) -> Log:
    """The same with three house rules and one game for tokens, or of Kings."""
    return played(taps, ())


LOGS, TOKEN_LOGS, KINGS_LOGS = NIGHTS.map(played), TOKEN_NIGHTS.map(with_tokens), KINGS_NIGHTS.map(with_tokens)
any_log = pytest.mark.parametrize("logs", [LOGS, TOKEN_LOGS, KINGS_LOGS], ids=["drinks", "tokens", "kings"])


def as_file(log: Log) -> bytes:
    entries = [line.entry for line in log.lines]
    return file_of(*({"by": entry.by, **written(entry.event)} for entry in entries))


def rows_of(log: Log) -> list[Row]:
    entries = (line.entry for line in log.lines)
    return [Row(entry.seq, entry.at, entry.by, stored(entry.event)) for entry in entries]


def all_of(log: Log) -> tuple[Any, ...]:
    """Everything that a log can be asked for."""
    return log.lines, log.night, log.before, log.marks, log.corrections


@any_log
@given(data=st.data())
def test_every_way_to_arrive_at_a_night_arrives_at_the_same_one(logs, data):
    """By replaying its file, by loading its rows unchecked, or by counting only what counts."""
    log = data.draw(logs)
    counting = [Entry(line.entry.seq, line.counts, line.entry.at, line.entry.by) for line in log.lines if line.counts]

    assert replayed(as_file(log)) == result(log)
    assert all_of(extend(Log(), rows_of(log))) == all_of(log)
    assert fold(counting) == log.night


@any_log
@given(data=st.data(), one_more=ANY | SETTLED)
def test_doing_and_undoing_leaves_everything_as_it_was(logs, data, one_more):
    log = data.draw(logs)
    before, night = result(log), log.night
    if tap(log, one_more) and not log.night.closed:
        done = result(log)
        assert tap(log, undone(1))
        assert (result(log), log.night.games, log.night.game) == (before, night.games, night.game)
        if not log.night.closed:
            assert tap(log, undone(1))
            assert result(log) == done


@any_log
@given(data=st.data(), one_more=ANY)
def test_a_candidate_changes_nothing_until_it_is_adopted(logs, data, one_more):
    log = data.draw(logs)
    lines, night = list(log.lines), log.night
    with suppress(Refused):
        log.candidate(Entry(log.seq + 1, read(fitted(one_more, log), own_events(log.night))))

    assert (log.lines, log.night) == (lines, night)


@given(NIGHTS)
def test_the_sums_add_up_and_a_house_rule_charges_one_player_once_an_entry_and_at_most_five(taps):
    night = result(played(taps))
    charges = night["charges"]
    rows = [(row["seq"], row["player"], row["rule"]) for row in charges]

    for player, sums in night["players"].items():
        assert sums["charged"] == sum(row["amount"] for row in charges if row["player"] == player)
        assert sums["owed"] == sums["charged"] - sums["taken"] - sums["forgiven"]
    assert len(rows) == len(set(rows))
    assert all(0 < row["amount"] <= (5 if row["rule"] else 10**9) for row in charges)
    assert [row["seq"] for row in charges] == sorted(row["seq"] for row in charges)


@any_log
@given(data=st.data(), correction=UNDOS | CHANGES)
def test_what_a_correction_changes_for_each_player_is_what_replay_says(logs, data, correction):
    log = data.draw(logs)
    night, before = log.night, result(log)["players"]
    assume(tap(log, correction))
    told, after = differences(night, log.night), result(log)["players"]

    none = dict.fromkeys(("charged", "taken", "forgiven", "owed"), 0)
    for player in {*before, *after}:
        was, now = before.get(player, none), after.get(player, none)
        more = {name: now[name] - was[name] for name in none}
        assert told.get(player, 0) == (more["owed"] or more["taken"])
        if player not in told:  # at most a call that fell is gone, or falls now
            assert more == {**none, "charged": more["charged"], "forgiven": more["charged"]}


@pytest.mark.parametrize(
    ("taps", "told"),
    [
        ([fine(ANN, 3)], {ANN: -3}),
        ([fine(ANN, 3), event("drink.taken", player=ANN, amount=2)], {ANN: 2}),
        ([fine(ANN, 3), event("fine.forgiven", player=ANN, amount=1)], {ANN: 1}),
        ([fine(ANN, 3), event("drink.moved", player=ANN, to=BOB, amount=2)], {ANN: 2, BOB: -2}),
        ([rule("r1"), event("rule.called", rule="r1", player=BOB), event("call.settled", entry=1, stands=False)],
         {BOB: 1}),
    ],
)  # fmt: skip
def test_an_undone_drink_is_owed_again_and_what_was_taken_over_goes_back(taps, told):
    log = played(taps, ())
    before = log.night
    assert tap(log, undone(1))
    assert differences(before, log.night) == told


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


def purse_of(log: Log) -> Any:
    """The tokens of the last game; a night in which its start was undone is left out."""
    games = [*log.night.games, *filter(None, [log.night.game])]
    assume(games)
    return games[-1].state.purse


def gone(purse: Any) -> int:
    """How many tokens were paid, counted on the table."""
    players = 1 if purse.is_pot else len(purse.paid)
    return purse.tokens.count * players - (purse.pot if purse.is_pot else sum(purse.held.values()))


@given(TOKEN_LOGS)
def test_every_token_that_is_gone_was_charged_and_taken_none_is_below_nothing_and_nobody_owes(log):
    purse = purse_of(log)

    assert all(amount >= 0 for amount in ((purse.pot, *purse.paid.values()) if purse.is_pot else purse.held.values()))
    assume(log.night.game is not None)
    assert gone(purse) == sum(player.taken for player in log.night.players.values())
    assert all(sums["owed"] == 0 for sums in result(log)["players"].values())
    assert all(row["amount"] > 0 and row["because"] for row in result(log)["charges"])


def test_a_game_gone_back_to_is_read_by_its_own_rules_again():
    started = event("game.started", game="yak", players=[ANN, BOB])
    log = played([event("game.ended"), started, undone(1), undone(3), trick(1, ANN), undone(1)])

    assert log.seq == 14
    assert all_of(extend(Log(), rows_of(log))) == all_of(log)


def test_the_random_nights_are_not_all_refused():
    log = played([trick(1, None), trick(1, None), voided(1), fine("ann", 1), undone(1), undone(1)])

    assert log.seq == 8 + 6
    tokens = with_tokens([*NIGHT, pass_out(20, *FIVE), *[trick(1, player) for player in FIVE]])
    assert gone(tokens.night.game.state.purse) == 15 + 5 * 4
