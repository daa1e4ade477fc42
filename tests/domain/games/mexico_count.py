"""Random games of Mexico and what they cost, counted a second time: from docs/games/mexico.md, not from the code."""

from random import Random

from ..entries import Event, event, joined, left, returned
from ..people import FIVE
from ..play import game

TWELVE = (*FIVE, "fay", "gus", "hal", "ivy", "jon", "kim", "lou")
DOUBLES, REST = "66 55 44 33 22 11", "65 64 63 62 61 54 53 52 51 43 42 41 32 31"
BEST_FIRST = f"21 {DOUBLES} {REST}".split()


class Counted:
    """A random game: its events, and by its help page who drinks how much, and how many rounds each has lost."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        at_table = TWELVE[: self.chance.randint(2, 12)]
        self.playing = sorted(self.chance.sample(at_table, self.chance.randint(2, len(at_table))), key=TWELVE.index)
        self.away: set[str] = set()
        self.waiting = [player for player in at_table if player not in self.playing]
        self.phone, self.rounds = self.chance.random() < 0.5, self.chance.randint(1, 4)
        self.begins, self.number = self.chance.choice(self.playing), 0
        self.drinks: list[tuple[str, int]] = []
        self.lost = dict.fromkeys(self.playing, 0)
        options = {"rounds": self.rounds, "dice": "phone" if self.phone else "real"}
        self.events: list[Event] = [joined(player) for player in at_table[5:]]
        self.events.append(game(*self.playing, game="mexico", dealer=self.begins, options=options))
        while self.number < self.rounds:
            self.number += 1
            self.a_round()

    def a_round(self) -> None:
        """Everybody who is here throws, clockwise from whoever begins; then the lowest drink."""
        lie: dict[str, str] = {}
        most = 3
        while thrower := next((player for player in self.clockwise() if player not in lie), None):
            if self.chance.random() < 0.15 and self.somebody_comes_or_goes(lie):
                continue
            lie[thrower], throws = self.throw(thrower, most)
            most = most if len(lie) > 1 else throws
        self.settle(lie)

    def clockwise(self) -> list[str]:
        """Those who are here, from whoever begins."""
        at = self.playing.index(self.begins)
        return [player for player in self.playing[at:] + self.playing[:at] if player not in self.away]

    def somebody_comes_or_goes(self, lie: dict[str, str]) -> bool:
        """Somebody sits in, comes back, or leaves; whoever leaves is not the last who has yet to throw."""
        do = self.chance.choice(("sit in", "return", "leave"))
        here = [player for player in self.playing if player not in self.away]
        if do == "sit in" and self.waiting:
            self.playing.append(newcomer := self.waiting.pop())
            self.playing.sort(key=TWELVE.index)
            self.lost[newcomer] = 0
            self.events.append(event("game.joined", player=newcomer))
        elif do == "return" and self.away:
            self.away.remove(back := self.chance.choice(sorted(self.away)))
            self.events.append(returned(back))
        elif do == "leave" and sum(player not in lie for player in here) > 2:
            self.away.add(gone := self.chance.choice(here))
            self.events.append(left(gone))
        else:
            return False
        return True

    def throw(self, player: str, most: int) -> tuple[str, int]:
        """What lies there in the end, and after how many throws."""
        stops, pair = self.chance.randint(1, most), ""
        for number in range(1, stops + 1):
            pair = "".join(sorted(str(self.chance.randint(1, 6)) + str(self.chance.randint(1, 6)), reverse=True))
            pair = self.chance.choice([pair, pair, pair, pair, "21"])  # often enough for 16, which is the most
            if self.phone:
                self.threw(player, number, pair)
                if pair == "21":
                    return pair, number
        if not self.phone:
            self.threw(player, stops, pair)
        elif stops < most:
            self.events.append(event("pair.kept", round=self.number, player=player))
        return pair, stops

    def threw(self, player: str, number: int, pair: str) -> None:
        dice = [int(die) for die in self.chance.sample(pair, 2)]
        self.events.append(event("pair.thrown", round=self.number, player=player, throw=number, dice=dice))

    def settle(self, lie: dict[str, str]) -> None:
        """The lowest drink 1, twice as much for each Mexico and 16 at most; the first of them begins the next round."""
        worst = max(map(BEST_FIRST.index, lie.values()))
        lowest = [player for player, pair in lie.items() if BEST_FIRST.index(pair) == worst]
        amount = min(16, 2 ** list(lie.values()).count("21"))
        self.begins = lowest[0]
        if len(lie) > 1:
            self.drinks += [(player, amount) for player in sorted(lowest, key=TWELVE.index)]
            for player in lowest:
                self.lost[player] += 1
