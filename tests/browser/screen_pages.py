"""The big screen in every game, with a full table, and after a game and a night have ended."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from .pages import GUESTS, QUEENS

if TYPE_CHECKING:
    from .phone import Phone

FIVE = ("Ann", "Bob", "Cal", "Maximiliane Hohenzollern", "Eve")
RULES = (
    "Whoever says “drink” drinks.",
    "When a player plays a queen, the player to her left drinks, and whoever laughs about it drinks as well.",
    "Whoever points at somebody with a finger, a card or a glass drinks two, and apologises to them by name.",
    "If nobody takes the trick, everyone drinks, and the dealer fetches whatever is missing on the table.",
    "Whoever takes the last trick of a deal may not speak before the next one has begun, or drinks three.",
)
PLAYS = ("p1 4H", "p2 KD", "p3 TC", "p4 TS", "p5 2S", "p6 3S", "p7 7D", "p8 8C", "p9 9C", "p10 QH")
Shown = Iterator[tuple[str, "Phone"]]
Scenario = tuple[Callable[["Table"], Shown], tuple[str, ...]]  # how it is played, and by whom


class Table:
    """A night with one phone that enters everything, and a big screen."""

    def __init__(self, make: Callable[..., Phone], home: str, names: tuple[str, ...]) -> None:
        self.ann, self.screen = make(home), make(home)
        self.ann.open_night("Friday at the Harbor", names[0])
        self.ann.add(*names[1:])
        self.screen.page.goto(self.ann.screen_link())
        self.screen.night = self.ann.night
        self.players = [f"p{number}" for number in range(1, len(names) + 1)]
        self.seq = 0

    def begin(self, game: str, **options: str) -> None:
        more = {f"options.{name}": value for name, value in options.items()}
        self.seq = self.ann.start(len(self.players), game, **more)

    def trick(self, number: int, winner: str, *plays: str, deal: int = 1) -> None:
        who = {"plays": plays} if plays else {"winner": winner}
        self.enter("trick.taken", deal=deal, trick=number, **who)

    def enter(self, kind: str, **fields: object) -> None:
        self.seq = self.ann.enter(kind, **fields)

    def shown(self, name: str, at_rest: bool = True) -> tuple[str, Phone]:
        """The screen once it shows the last entry; `at_rest`: after the animation of that entry."""
        self.screen.shows(self.seq)
        if at_rest:
            self.screen.page.reload()
        self.screen.page.wait_for_selector("#live-badge[data-state=live]")
        return name, self.screen


def five_card_yak(table: Table) -> Shown:
    yield table.shown("tv-before")
    table.enter("rule.made", text=RULES[0])
    table.enter("rule.made", text=RULES[1], **QUEENS)
    table.begin("five-card-yak")
    yield table.shown("tv-begun")
    table.trick(1, "p2", "p1 4H", "p2 KD", "p3 TC", "p4 TS", "p5 2S")
    table.trick(2, "p3", "p2 9H", "p3 QC", "p4 9S", "p5 3D", "p1 JS")
    yield table.shown("tv-five-card-yak-toast", at_rest=False)
    yield table.shown("tv-five-card-yak")
    table.seq = table.ann.tricks("p3", "p3", "p3", first=3)
    yield table.shown("tv-five-card-yak-between")
    table.enter("game.ended")
    yield table.shown("tv-after-toast", at_rest=False)
    yield table.shown("tv-after")
    table.enter("night.closed")
    yield table.shown("tv-closed")


def full_house(table: Table) -> Shown:
    for rank, text in zip("Q4K78", RULES, strict=True):
        table.enter("rule.made", text=text, **QUEENS | {"when.rank": rank})
    table.begin("five-card-yak")
    table.trick(1, "p2", *PLAYS)
    yield table.shown("tv-ten-fines", at_rest=False)
    yield table.shown("tv-ten")
    table.seq = table.ann.tricks("p2", "p2", first=2)
    yield table.shown("tv-ten-toast", at_rest=False)
    yield table.shown("tv-ten-between")


def yogis_whist(table: Table) -> Shown:
    table.begin("yogis-whist")
    table.enter("card.turned", deal=1, card="QH")
    for player, word in (("p2", "no"), ("p3", "declare")):
        table.enter("call.made", deal=1, player=player, call=word)
    yield table.shown("tv-yogis-whist-calls")
    for player in ("p4", "p5", "p1"):
        table.enter("call.made", deal=1, player=player, call="no")
    table.trick(1, "p2", "p2 4D", "p3 TS", "p4 8H", "p5 7C", "p1 3D")
    yield table.shown("tv-yogis-whist")
    table.seq = table.ann.tricks("p3", "p3", first=2)
    for number, player in enumerate(table.players):
        table.enter("bid.placed", deal=1, player=player, acting=player, tricks=number % 3)
    yield table.shown("tv-yogis-whist-result")


def gifts(table: Table) -> Shown:
    table.begin("yogis-whist", variant="bft")
    table.enter("deal.started", deal=1, players=(*table.players,), cards=3)
    for player in (*table.players[1:], "p1"):
        table.enter("fine.given", player=player, amount=12)
        table.enter("bid.placed", deal=1, player=player, tricks=1, count=1)
    yield table.shown("tv-gifts")


def frak_you(table: Table) -> Shown:
    table.begin("frak-you", initiated="p1")
    table.seq = table.ann.tricks("p3", "p5")
    yield table.shown("tv-frak-you")


def card_yacht(table: Table) -> Shown:
    table.begin("card-yacht")
    table.enter("turn.taken", round=1, player="p2", turn="draw", count=2)
    table.enter("knock.made", round=1, player="p3")
    yield table.shown("tv-card-yacht")


def yak(table: Table) -> Shown:
    table.begin("yak")
    table.enter("throw.scored", player="p1", round=1, box="all", dice=(6,) * 5)
    yield table.shown("tv-yak")


def thirteen(table: Table) -> Shown:
    for player in table.players:
        table.enter("fine.given", player=player, amount=12)
    table.begin("yogis-whist")
    yield table.shown("tv-thirteen")


def crowd(table: Table) -> Shown:
    table.enter("fine.given", player="p3", amount=12)
    yield table.shown("tv-crowd")


SCENARIOS: tuple[Scenario, ...] = (
    (five_card_yak, FIVE),
    (full_house, GUESTS),
    (thirteen, (*GUESTS, "Dot", "Fay", "Gus")),
    (crowd, tuple(f"Guest {number}" for number in range(1, 21))),
    (yogis_whist, FIVE),
    (gifts, GUESTS[:5]),
    (frak_you, FIVE),
    (card_yacht, FIVE[:4]),
    (yak, FIVE[1:]),
)


def big_screens(make: Callable[..., Phone], home: str, scenarios: tuple[Scenario, ...] = SCENARIOS) -> Shown:
    """Plays one night after the other, and brings its big screen to each state in turn."""
    for play, names in scenarios:
        table = Table(make, home, names)
        yield from play(table)
        table.ann.close()
        table.screen.close()
