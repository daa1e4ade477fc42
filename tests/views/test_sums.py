"""Open fines and the initiated players of random evenings equal what is counted from the whole night."""

from companion.domain.fines import MOST_OPEN
from companion.domain.games import GAMES
from companion.domain.visibility import initiated, is_insider
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


def insiders_are_right(night):
    games = [game for game in (*night.games, night.game) if game and GAMES[game.kind].insiders]
    known = night.initiated.union(*(GAMES[game.kind].insiders(game.state, night.initiated) for game in games))

    assert initiated(night) == known
    assert [is_insider(night, seat) for seat in night.players] == [not games or seat in known for seat in night.players]


def open_fines_are_right(night):
    for sums in night.players.values():
        assert sum(fine.amount for fine in sums.open) == max(sums.owed, 0)
        assert all(fine.amount > 0 and fine.player == sums.id for fine in sums.open)
        assert len(sums.open) <= MOST_OPEN + 1
