"""Whatever a table plays for tokens, none is lost, none is made, and nobody owes any."""

import itertools

from hypothesis import assume, given
from hypothesis import strategies as st

from companion.rules.fold import fold
from companion.rules.games.five_card_yak.tokens import PassOut
from companion.rules.log import Entry, Log
from companion.rules.replay import result

from ..conftest import FIVE, OPENED, changed, joined, replayed, rule, trick, undone
from ..test_random_nights import BACK, PLAYERS, TRICKS, as_file, tap, tapped
from .token_nights import kegger, pass_out

HOUSE = [
    rule("r1", when={"on": "trick.taken"}, who="neighbours", amount=2),
    rule("r2", when={"on": "trick.nobody"}, who="everyone"),
    rule("r3", who="others", amount=3),
]
STARTED = st.builds(pass_out, st.integers(1, 40), *map(st.just, FIVE)) | st.builds(
    kegger, st.integers(1, 90), *map(st.just, FIVE[:4])
)
SETTLED = tapped("call.settled", entry=BACK, stands=st.booleans())
CAUGHT = tapped("rule.called", rule=st.just("r3"), player=PLAYERS)
RARE = st.one_of(
    CAUGHT,
    SETTLED,
    tapped("player.left", player=PLAYERS),
    tapped("player.returned", player=PLAYERS),
    tapped("seats.moved", order=st.permutations(FIVE).map(list)),
    tapped("game.ended"),
    tapped("entry.undone", entry=BACK),
    st.builds(changed, BACK, TRICKS),
)
DEALS = st.builds(lambda tricks, rare: [*tricks, rare], st.lists(TRICKS, min_size=3, max_size=6), RARE)
NIGHTS = st.builds(
    lambda started, deals: [started, *itertools.chain(*deals)], STARTED, st.lists(DEALS, min_size=2, max_size=8)
)


def played(taps):
    """The log of a night of the five with three house rules and one game for tokens."""
    log = Log()
    for raw in (OPENED, *map(joined, FIVE), *HOUSE, *taps):
        tap(log, raw)
    return log


def state_of(log):
    """The game as it stands or ended; a night in which its start was undone does not count here."""
    games = [*log.night.games, *filter(None, [log.night.game])]
    assume(games)
    return games[-1].state


def purse_of(log):
    return state_of(log).purse


def gone(purse):
    """How many tokens were paid, counted on the table."""
    if isinstance(purse, PassOut):
        return purse.count * len(purse.held) - sum(purse.held.values())
    return sum(purse.taken.values())


@given(NIGHTS)
def test_while_it_is_on_every_token_that_is_gone_was_charged_and_taken_and_nobody_owes(taps):
    log = played(taps)
    assume(log.night.game is not None)
    night = result(log)

    assert gone(purse_of(log)) == sum(player.taken for player in log.night.players.values())
    assert all(sums["owed"] == 0 for sums in night["players"].values())
    assert all(row["amount"] > 0 and row["because"] for row in night["charges"])


@given(NIGHTS)
def test_no_pot_and_nobody_is_ever_below_nothing(taps):
    purse = purse_of(played(taps))

    left = purse.held.values() if isinstance(purse, PassOut) else (purse.pot, *purse.taken.values())
    assert all(amount >= 0 for amount in left)


@given(NIGHTS)
def test_it_is_over_as_soon_as_it_should_be_and_no_sooner(taps):
    log = played([tapped for tapped in taps if tapped["type"] != "game.ended"])
    on, state, purse = log.night.game is not None, state_of(log), purse_of(log)

    if isinstance(purse, PassOut):
        assert on == (state.on is not None or len(purse.holders) > 1)
    else:
        assert on == (purse.pot > 0)


@given(NIGHTS)
def test_the_file_gives_the_same_night_and_so_does_the_log_that_was_never_wrong(taps):
    log = played(taps)
    counting = [Entry(line.entry.seq, line.counts, line.entry.at, line.entry.by) for line in log.lines if line.counts]

    assert replayed(as_file(log)) == result(log)
    assert fold(counting) == log.night


@given(NIGHTS, TRICKS | SETTLED)
def test_doing_and_undoing_leaves_every_token_where_it_was(taps, one_more):
    log = played(taps)
    before = result(log), purse_of(log)
    if tap(log, one_more):
        assert tap(log, undone(1))
        assert (result(log), purse_of(log)) == before


def test_these_nights_are_not_all_refused():
    log = played([pass_out(20, *FIVE), *[trick(1, player) for player in FIVE]])

    assert gone(log.night.game.state.purse) == 15 + 5 * 4
