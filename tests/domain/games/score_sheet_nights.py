"""A second count of a score sheet, written from docs/night-format.md alone."""

from typing import Any

from ..entries import Event

Row = tuple[int, str, int, str]


class Count:
    """What the game in a file charges, the totals, whether it is over, and the teams that have not picked yet."""

    def __init__(self) -> None:
        self.order: list[str] = []
        self.away: set[str] = set()
        self.totals: dict[str, int] = {}
        self.options: dict[str, Any] = {}
        self.rows: list[Row] = []
        self.waiting: list[str] = []
        self.teams: list[list[str]] = []
        self.asked: list[tuple[int, int]] = []
        self.over = self.least = False

    def reads(self, number: int, one: Event) -> None:
        match one["type"]:
            case "player.joined":
                self.order.append(one["player"])
            case "seats.moved":
                self.order = list(one["order"])
            case "player.left":
                self.away.add(one["player"])
            case "player.returned":
                self.away.discard(one["player"])
            case "game.started":
                self._starts(one)
            case "game.joined":
                self.waiting.append(one["player"])
                if self.teams:
                    min(self.teams, key=len).append(one["player"])
            case "drinker.picked":
                self.asked.remove((one["round"], one["team"]))
                self.rows.append((number, one["player"], self.options["fine"], f"lost round {one['round']}"))
            case "round.scored":
                self._scores(number, one)

    def _starts(self, one: Event) -> None:
        self.options = options = one["options"]
        self.teams = [list(team) for team in options.get("teams", ())]
        self.totals = dict.fromkeys(one["players"], options.get("down", 0))
        least = "least" if options.get("count") == "losses" or "down" in options else "most"
        self.least = options.get("best", least) == "least"

    def _scores(self, number: int, one: Event) -> None:
        options, got = self.options, {}
        for named, points in one["points"]:
            got |= dict.fromkeys(next((team for team in self.teams if named in team), [named]), points)
        self.totals |= {player: self.start(player) for player in self.waiting if player in got}
        self.waiting = [player for player in self.waiting if player not in self.totals]
        if "down" in options:
            got = {player: points if points <= self.totals[player] else 0 for player, points in got.items()}
        for player, points in got.items():
            self.totals[player] += -points if "down" in options else points
        self.over = one["round"] == options.get("rounds", 0) or ("down" in options and 0 in self.totals.values())
        self.over = self.over or ("target" in options and max(self.totals.values()) >= options["target"])
        worst = [player for player in _last(got, self.least and "down" not in options) if player not in self.away]
        if options.get("fine") and options.get("pays") == "one" and not self.over:
            for team, players in enumerate(self.teams, start=1):
                if len({*players} & {*worst}) > 1:
                    self.asked.append((one["round"], team))
                    worst = [player for player in worst if player not in players]
        for player in self.order:
            if (drinks := options.get("fine", 0)) and player in worst:
                self.rows.append((number, player, drinks, f"lost round {one['round']}"))
            if self.over and (drinks := options.get("stake", 0)) and player in _last(self._all(), self.least):
                self.rows.append((number, player, drinks, "lost game"))

    def _all(self) -> dict[str, int]:
        return self.totals | {player: self.start(player) for player in self.waiting}

    def start(self, player: str) -> int:
        """What a newcomer starts with: the totals are those of everybody who has begun or has played a round."""
        mates = [mate for team in self.teams if player in team for mate in team if mate in self.totals]
        if mates:
            return self.totals[mates[0]]
        kind, points = self.options.get("newcomers"), sorted(self.totals.values(), reverse=self.least)
        if kind == "average":
            return sum(points) // len(points)
        return points[0] if kind == "worst" else self.options.get("down", 0)


def second_count(events: list[Event]) -> tuple[list[Row], dict[str, int], bool]:
    """What the game in this file charges, the totals, and whether it is over by itself."""
    count = Count()
    for number, one in enumerate(events, start=1):
        count.reads(number, one)
    return count.rows, count._all(), count.over


def _last(points: dict[str, int], least: bool) -> list[str]:
    bad = max(points.values()) if least else min(points.values())
    found = [player for player in points if points[player] == bad]
    return [] if len(found) == len(points) else found
