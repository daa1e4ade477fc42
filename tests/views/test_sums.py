"""Drinks, fines by hand and open fines of random evenings equal what is counted from the whole log."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from msgspec import UNSET

from companion.domain import events as of
from companion.domain.event_log import Log
from companion.domain.events import Entry
from companion.domain.fines import MOST_OPEN
from companion.domain.games import GAMES
from companion.domain.measure import amount
from companion.domain.visibility import initiated, is_insider
from companion.views.context import ViewContext
from companion.views.drinks import ago, pace
from companion.views.fines import LATELY, MOST, STARTERS, WRITTEN_BY_APP, GivenFine, at_once, given, reasons
from tests.table import row

from .random_evening import Evening, seeds

STEPS = 150


@seeds(50, few=1, many=16)
def test_sums_are_those_that_are_counted_from_the_whole_log(seeds):
    for seed in seeds:
        evening = Evening(seed)
        for step in range(STEPS):
            evening.step()
            if step % 3:
                continue
            for is_right in (the_pace, fines_by_hand, who_may_know, what_is_owed):
                with row("seed", seed, "step", step, is_right.__name__):
                    is_right(evening, evening.context("p1"))


def the_pace(evening, context):
    for player in evening.seats:
        drunk = list(drinks(evening.log, player))
        lately = [each for each in drunk if evening.clock - each[2] < timedelta(hours=1)]
        shown = pace(context, player, evening.clock)

        assert (shown.night, shown.hour) == (in_words(drunk), in_words(lately))
        assert shown.first == (ago(evening.clock - drunk[0][2]) if drunk else "")
        assert shown.last == (ago(evening.clock - drunk[-1][2]) if drunk else "")


def drinks(log, player):
    """What the player settled: how much of what, and when."""
    unit = ""
    for line in log.lines:
        unit = getattr(line.counts, "unit", None) or unit
        if isinstance(line.counts, of.DrinkTaken) and line.counts.player == player:
            yield line.counts.amount, unit, datetime.fromisoformat(line.entry.at)


def by_unit(drunk):
    units = dict.fromkeys(unit for _, unit, _ in drunk)
    return {unit: sum(number for number, of_unit, _ in drunk if of_unit == unit) for unit in units}


def in_words(drunk):
    return " and ".join(amount(number, unit) for unit, number in by_unit(drunk).items())


def fines_by_hand(evening, context):
    assert given(context) == given_fines(context)
    assert reasons(context) == newest_reasons(evening.log)


def given_fines(context):
    found = []
    lines = list(context.log.lines)
    while lines and len(found) < LATELY:
        together = at_once(context, lines[-1])
        del lines[-len(together) :]
        if isinstance(together[0].counts, of.FineGiven):
            people = tuple(context.people[line.counts.player] for line in together)
            first = together[0].charges[0]
            found.append(GivenFine(2 < len(people) == len(context.seated), people, first.amount, first.reason))
    return tuple(found)


def newest_reasons(log):
    given = [line.counts.reason for line in reversed(log.lines) if isinstance(line.counts, of.FineGiven)]
    found = {}
    for reason in [*(each for each in given if each is not UNSET and not WRITTEN_BY_APP.fullmatch(each)), *STARTERS]:
        found.setdefault(reason.casefold(), reason)
    return tuple(found.values())[:MOST]


def who_may_know(evening, context):
    night = evening.log.night
    games = [game for game in (*night.games, night.game) if game and GAMES[game.kind].insiders]
    known = night.initiated.union(*(GAMES[game.kind].insiders(game.state, night.initiated) for game in games))

    assert initiated(night) == known
    assert [is_insider(night, seat) for seat in evening.seats] == [not games or seat in known for seat in evening.seats]


def what_is_owed(evening, context):
    for sums in evening.log.night.players.values():
        assert sum(fine.amount for fine in sums.open) == max(sums.owed, 0)
        assert all(fine.amount > 0 and fine.player == sums.id for fine in sums.open)
        assert len(sums.open) <= MOST_OPEN + 1


def test_a_log_that_is_loaded_again_owes_the_same():
    evening = Evening(7)
    for _ in range(150):
        evening.step()
    again = Log()
    for line in evening.log.lines:
        again.adopt(again.propose(line.entry, checked=True))

    assert again.night.players == evening.log.night.players


def test_a_log_that_lost_entries_still_lists_its_fines():
    """A database that lost some: what is left is numbered as it was, and not by its place."""
    log, at = Log(), datetime(2026, 5, 23, 20, tzinfo=UTC).isoformat()
    events = [of.NightOpened(name="Friday", unit="sip"), *(of.RuleMade(rule=f"r{n}", text=f"No {n}") for n in range(4))]
    events += [of.PlayerJoined(player=f"p{number}", name=f"P{number}") for number in (1, 2, 3)]
    events += [of.FineGiven(player=f"p{number}", amount=2, reason="late") for number in (1, 2, 3)]
    for seq, event in enumerate(events, start=1):
        if seq not in (3, 4):
            log.adopt(log.propose(Entry(seq, event, at), checked=True))

    assert log.lines[-1].entry.seq > log.seq
    assert [len(each.people) for each in given(ViewContext("n", log, Evening(1).phones))] == [3]
