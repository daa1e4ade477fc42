"""The time for computing a forecast without a cache, for each game with the most players.

    python -m bench.forecasts [--game GAME ...]

Milliseconds of processor time for an `evening` and for all `starters`, and how many `deals` were simulated. One line of
JSON for each game.
"""

import argparse
import json
from time import process_time

from companion.domain.games import GAMES
from companion.reports import forecast
from companion.reports.forecast import Setup, SimulatedGame


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--game", nargs="+", choices=list(GAMES), default=list(GAMES))
    for game in options.parse_args().game:
        players = GAMES[game].seats[-1]
        began = process_time()
        forecast.evening(game, players)
        between = process_time()
        forecast.starter_forecasts(game, players)
        times = {"evening": 1000 * (between - began), "starters": 1000 * (process_time() - between)}
        deals = sum(1 for _ in SimulatedGame(Setup(game, players)).deals())
        rounded = {name: round(value) for name, value in times.items()}
        print(json.dumps({"game": game, "players": players, "deals": deals, **rounded}), flush=True)


if __name__ == "__main__":
    main()
