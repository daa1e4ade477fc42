"""Open fines, the initiated, and every count of fines in random evenings equal what is counted from the whole night."""

import csv
import io
from collections import Counter

from companion.domain import events as of
from companion.domain.fines import MOST_OPEN
from companion.domain.settlement import earned_in
from companion.domain.visibility import initiated, is_insider
from companion.reports.exports import fines_csv
from companion.reports.recap import added, recap
from tests.table import row

from .random_evening import Evening, seeds

STEPS = 150


@seeds(50, few=1, many=16)
def test_every_open_fine_and_every_insider_is_right_after_every_step(seeds):
    for seed in seeds:
        evening = Evening(seed)
        for step in range(STEPS):
            evening.step()
            with row("seed", seed, "step", step):
                insiders_are_right(evening.log.night)
                open_fines_are_right(evening.log.night)
        with row("seed", seed):
            every_page_counts_the_same(evening.log)


def insiders_are_right(night):
    games = [game for game in (*night.games, night.game) if game and game.game.has_insiders]
    known = night.initiated.union(*(game.game.secrets.insiders(game.state, night.initiated) for game in games))

    assert initiated(night) == known
    assert [is_insider(night, seat) for seat in night.players] == [not games or seat in known for seat in night.players]


def open_fines_are_right(night):
    for sums in night.players.values():
        assert sum(fine.amount for fine in sums.open) == max(sums.owed, 0)
        assert all(fine.amount > 0 and fine.player == sums.id for fine in sums.open)
        assert len(sums.open) <= MOST_OPEN + 1


def every_page_counts_the_same(log):
    """A call that fell counts nowhere, and what was taken over counts for whoever was fined."""
    night = log.night
    fallen = {
        line.counts.entry for line in log.lines if isinstance(line.counts, of.CallSettled) and not line.counts.stands
    }
    lines = [line for line in log.lines if line.entry.seq not in fallen and not isinstance(line.counts, of.DrinkMoved)]
    charges = [charge for line in lines for charge in line.charges]
    fined, cost = Counter(), Counter()
    for charge in charges:
        fined[charge.player] += charge.amount
        cost[charge.rule] += charge.amount
    times = Counter(rule for line in lines for rule in {charge.rule for charge in line.charges if charge.rule})
    page = recap(log)
    sheet = list(csv.DictReader(io.StringIO(fines_csv(log).decode("utf-8-sig"), newline="")))

    assert {player: sums.earned for player, sums in night.players.items() if sums.earned} == fined
    assert {rule.id: rule.fired for rule in night.rules.values() if rule.fired} == times
    assert {each.rule.id: each.times for each in page.costs} == times
    assert all(rule.cost == cost[rule.id] for rule in night.rules.values())
    assert all(each.cost + each.tokens == cost[each.rule.id] for each in page.costs)
    assert Counter(added((*page.fines, *page.paid))) == fined
    charged = sum(charge.amount for line in log.lines for charge in line.charges)
    assert page.has_other_charges is (sum(fined.values()) < charged)
    for number, played in enumerate(night.played, start=1):
        last, game = played.ended or log.seq, recap(log, number)
        own = [charge for charge in charges if played.started < charge.seq <= last]
        assert earned_in(log, played) == Counter(charge.player for charge in own for _ in range(charge.amount))
        assert added((*game.fines, *game.paid)) == earned_in(log, played)
    for player, sums in night.players.items():
        rows = [each for each in sheet if each["player_id"] == player]
        parts = [sum(int(each[part] or 0) for each in rows) for part in ("amount", "settled", "forgiven", "taken_over")]
        assert parts == [sums.earned, sums.taken, sums.let_off, sums.took - sums.moved]
