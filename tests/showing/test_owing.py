"""What somebody still owes for, kept up from entry to entry, is what the whole log says when it is read anew."""

from __future__ import annotations

from msgspec.structs import replace

from companion.rules import events as of
from companion.rules.log import Log
from companion.showing.owing import MOST, OLDER, Owing, owing
from companion.showing.scene import Scene
from tests.table import row

from .random_evening import Evening, seeds

SETTLING = (of.DrinkTaken, of.FineForgiven, of.DrinkMoved)


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
    older = sum(fine.amount for fine in fines[:-MOST])
    newest = fines[::-1][:MOST]
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


@seeds(30, few=1, many=12)
def test_what_is_kept_up_is_what_the_whole_log_says(seeds):
    for seed in seeds:
        with row("seed", seed):
            plays_on_and_owes(Evening(seed))


def plays_on_and_owes(evening: Evening) -> None:
    for step in range(150):
        evening.step()
        if step % 3:  # now and then nobody looks for a while
            continue
        scene = evening.scene("p1")
        for player, sums in evening.log.night.players.items():
            told = owing(scene, player)
            assert told == (reckoned(evening.log, player) if sums.owed > 0 else ())
            assert sum(fine.amount for fine in told) == max(sums.owed, 0)


def test_a_log_that_is_read_anew_owes_the_same():
    evening = Evening(7)
    for _ in range(150):
        evening.step()
    again = Log()
    for line in evening.log.lines:
        again.adopt(again.propose(line.entry, checked=True))

    for player in evening.seats:
        assert owing(Scene("n", again, evening.phones), player) == owing(evening.scene(None), player)
