"""What is kept up from entry to entry is what the whole log says when it is read anew."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from companion.domain import events as of
from companion.domain.event_log import Log
from companion.domain.events import Entry
from companion.domain.games import GAMES
from companion.domain.measure import amount
from companion.domain.settlement import settled_up
from companion.domain.visibility import initiated, is_insider
from companion.views.context import ViewContext
from companion.views.drinks import ago, pace, taken
from companion.views.fines import LATELY, MOST, STARTERS, WRITTEN_HERE, Handful, at_once, given, reasons
from companion.views.owing import MOST as MOST_OWED
from companion.views.owing import OLDER, Owing, owing
from companion.views.running_sums import Running
from companion.views.settling import RECKONINGS
from tests.table import row

from .random_evening import Evening, seeds

STEPS = 150
SETTLING = (of.DrinkTaken, of.FineForgiven, of.DrinkMoved)


@seeds(50, few=1, many=16)
def test_what_is_kept_up_from_entry_to_entry_is_what_the_whole_log_says(seeds):
    for seed in seeds:
        evening = Evening(seed)
        for step in range(STEPS):
            evening.step()
            if step % 3:  # somebody looks now and then
                continue
            for is_kept_up in (settling_up, the_pace, fines_by_hand, who_may_know, what_is_owed):
                with row("seed", seed, "step", step, is_kept_up.__name__):
                    is_kept_up(evening, evening.context("p1"))


def settling_up(evening, context):
    assert RECKONINGS.read(context, lambda reckoning: reckoning.settled_up(context.night)) == settled_up(evening.log)


def the_pace(evening, context):
    for player in evening.seats:
        drunk = list(drinks(evening.log, player))
        lately = [each for each in drunk if evening.clock - each[2] < timedelta(hours=1)]
        told = pace(context, player, evening.clock)

        assert (told.night, told.hour) == (in_words(drunk), in_words(lately))
        assert told.first == (ago(evening.clock - drunk[0][2]) if drunk else "")
        assert told.last == (ago(evening.clock - drunk[-1][2]) if drunk else "")
        assert taken(context, player) == by_unit(drunk)


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
    assert given(context) == handfuls(context)
    assert reasons(context) == newest_reasons(evening.log)


def handfuls(context):
    found = []
    lines = list(context.log.lines)
    while lines and len(found) < LATELY:
        together = at_once(context, lines[-1])
        del lines[-len(together) :]
        if isinstance(together[0].counts, of.FineGiven):
            people = tuple(context.people[line.counts.player] for line in together)
            first = together[0].charges[0]
            found.append(Handful(2 < len(people) == len(context.seated), people, first.amount, first.reason))
    return tuple(found)


def newest_reasons(log):
    given = [line.counts.reason for line in reversed(log.lines) if isinstance(line.counts, of.FineGiven)]
    found = {}
    for reason in [*(each for each in given if each is not UNSET and not WRITTEN_HERE.fullmatch(each)), *STARTERS]:
        found.setdefault(reason.casefold(), reason)
    return tuple(found.values())[:MOST]


def who_may_know(evening, context):
    night = evening.log.night
    games = [game for game in (*night.games, night.game) if game and GAMES[game.kind].insiders]
    known = night.initiated.union(*(GAMES[game.kind].insiders(game.state, night.initiated) for game in games))

    assert initiated(night) == known
    assert [is_insider(night, seat) for seat in evening.seats] == [not games or seat in known for seat in evening.seats]


def what_is_owed(evening, context):
    for player, sums in evening.log.night.players.items():
        told = owing(context, player)
        assert told == (reckoned(evening.log, player) if sums.owed > 0 else ())
        assert sum(fine.amount for fine in told) == max(sums.owed, 0)


def reckoned(log: Log, player: str) -> tuple[Owing, ...]:
    """Another reading: every entry from the first on, by what stands today."""
    fines: list[Owing] = []
    ahead = 0
    for line in log.lines:
        call = log.night.calls.get(line.entry.seq)
        for charge in line.charges:
            if charge.player == player and not charge.paid and not (call and call.stands is False):
                fines.append(Owing(charge.seq, charge.amount, charge.because))
        event = line.counts
        if isinstance(event, SETTLING) and event.player == player:
            ahead += event.amount
        fines, ahead = settled(fines, ahead)
    older = sum(fine.amount for fine in fines[:-MOST_OWED])
    newest = fines[::-1][:MOST_OWED]
    return (*newest, Owing(newest[-1].seq, older, OLDER)) if older else tuple(newest)


def settled(fines: list[Owing], amount: int) -> tuple[list[Owing], int]:
    """The oldest fine of just that amount is settled, else the oldest ones as far as it goes."""
    same = [fine for fine in fines if amount and fine.amount == amount]
    if same:
        return [fine for fine in fines if fine is not same[0]], 0
    left = []
    for fine in fines:
        part = min(fine.amount, amount)
        amount -= part
        left += [replace(fine, amount=fine.amount - part)] if part < fine.amount else []
    return left, amount


def test_a_log_that_is_read_anew_owes_the_same():
    evening = Evening(7)
    for _ in range(150):
        evening.step()
    again = Log()
    for line in evening.log.lines:
        again.adopt(again.propose(line.entry, checked=True))

    for player in evening.seats:
        assert owing(ViewContext("n", again, evening.phones), player) == owing(evening.context(None), player)


class Count:
    """Sums that remember how many lines they were ever given."""

    given = 0

    def __init__(self):
        self.lines = []

    def add(self, lines, night):
        Count.given += len(lines)
        self.lines += lines


def fine(evening, amount=1):
    assert evening.enter({"type": "fine.given", "player": "p2", "amount": amount, "reason": "late"})


def lines(sums, evening, seat="p1"):
    return sums.read(evening.context(seat), lambda counted: list(counted.lines))


def test_no_line_is_read_twice_while_the_night_goes_on(monkeypatch):
    monkeypatch.setattr(Count, "given", 0)
    evening, sums = Evening(1), Running(Count)
    for number in range(40):
        fine(evening)
        if number % 4:
            assert lines(sums, evening) == lines(sums, evening, "p2") == evening.log.lines

    assert Count.given == evening.log.seq


def test_after_a_correction_all_of_it_is_read_again():
    evening, sums = Evening(1), Running(Count)
    fine(evening)
    before = lines(sums, evening)
    assert evening.enter({"type": "entry.undone", "entry": evening.log.seq})

    assert before[-1].counts is not None
    assert lines(sums, evening) == evening.log.lines
    assert evening.log.lines[-2].counts is None


def test_a_line_that_unsettles_what_was_before_it_has_all_read_again(monkeypatch):
    monkeypatch.setattr(Count, "given", 0)
    evening, sums = Evening(1), Running(Count, unsettles=lambda line: getattr(line.counts, "amount", 1) == 3)
    fine(evening, 2)
    lines(sums, evening)
    fine(evening, 3)

    assert lines(sums, evening) == evening.log.lines
    assert Count.given == 2 * evening.log.seq - 1


def test_sums_that_failed_half_way_are_begun_anew():
    class Fails(Count):
        def add(self, lines, night):
            super().add(lines, night)
            if any(getattr(line.counts, "amount", 1) == 3 for line in lines[-1:]):
                raise ZeroDivisionError

    evening, sums = Evening(1), Running(Fails)
    lines(sums, evening)
    fine(evening, 3)
    with pytest.raises(ZeroDivisionError):
        lines(sums, evening)
    fine(evening, 1)

    assert lines(sums, evening) == evening.log.lines


def test_a_log_that_lost_entries_still_tells_its_fines():
    for lost in ((2,), (3, 4), (2, 3, 4, 5)):
        with row(lost):
            tells_its_fines_without(lost)


def tells_its_fines_without(lost):
    """A database that lost some: what is left is numbered as it was, and not by its place."""
    log, at = Log(), datetime(2026, 5, 23, 20, tzinfo=UTC).isoformat()
    events = [of.NightOpened(name="Friday", unit="sip"), *(of.RuleMade(rule=f"r{n}", text=f"No {n}") for n in range(4))]
    events += [of.PlayerJoined(player=f"p{number}", name=f"P{number}") for number in (1, 2, 3)]
    events += [of.FineGiven(player=f"p{number}", amount=2, reason="late") for number in (1, 2, 3)]
    for seq, event in enumerate(events, start=1):
        if seq not in lost:
            log.adopt(log.propose(Entry(seq, event, at), checked=True))
    context = ViewContext("n", log, Evening(1).phones)

    assert log.lines[-1].entry.seq > log.seq
    assert at_once(context, log.lines[-1]) == [line for line in log.lines if isinstance(line.counts, of.FineGiven)]
    assert [len(each.people) for each in given(context)] == [3]
