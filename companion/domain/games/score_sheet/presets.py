"""Games that a score sheet is often kept for: the options of each, and the points that are usual in it."""

from typing import Any, NamedTuple


class Preset(NamedTuple):
    """The `options` of a sheet, the points from ten on that are `usual`, and how many teams there are, if any."""

    options: dict[str, Any]
    usual: tuple[int, ...] = ()
    teams: int = 0


NAMED = {
    "Hearts": Preset({"best": "least", "target": 100}, (13, 14, 15, 16, 20, 26)),
    "Uno": Preset({"target": 500}, (10, 20, 30, 40, 50, 100)),
    "Rummy": Preset({"best": "least", "target": 100}, (10, 15, 20, 25, 30, 50)),
    "10,000": Preset({"target": 10_000}, (300, 350, 400, 500, 1000, 1500)),
    "Cup pong": Preset({"count": "wins", "target": 3}, teams=2),
    "Darts": Preset({"down": 301}, (26, 41, 45, 60, 81, 100)),
}
ROUND = (10, 15, 20, 25, 50, 100)  # where nothing else is known
USUAL = {title: preset.usual for title, preset in NAMED.items()}
PRESETS = {
    title: {"title": title, **preset.options, **({"teams": preset.teams} if preset.teams else {})}
    for title, preset in NAMED.items()
}
