"""Nights that are played for the pictures of the big screen: every game, a full table, and the ends."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Browser

from .phone import Phone
from .scenes import NAMES, Look

FIVE = ("Ann", "Bob", "Cal", "Maximiliane Hohenzollern", "Eve")
RULES = (
    "Whoever says “drink” drinks.",
    "When a player plays a queen, the player to her left drinks, and whoever laughs about it drinks as well.",
    "Whoever points at somebody with a finger, a card or a glass drinks two, and apologises to them by name.",
    "If nobody takes the trick, everyone drinks, and the dealer fetches whatever is missing on the table.",
    "Whoever takes the last trick of a deal may not speak before the next one has begun, or drinks three.",
)
Scene = Callable[["Table"], None]


class Table:
    """A night with one phone that tells all, and a screen that watches."""

    def __init__(self, chromium: Browser, url: str, names: tuple[str, ...], look: Look, unit: str = "drink") -> None:
        self.ann, self.screen, self.look = Phone(chromium, url), Phone(chromium, url), look
        self.ann.open_night("Friday at the Harbor", names[0], unit=unit)
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
        self.tell("trick.taken", deal=deal, trick=number, **who)

    def tell(self, kind: str, **fields: object) -> None:
        self.seq = self.ann.tell(kind, **fields)

    def show(self, name: str, rest: bool = True) -> None:
        """The picture; once the news of it have landed, unless they are what it is about."""
        self.screen.shows(self.seq)
        if rest:
            self.screen.page.reload()
        self.screen.page.wait_for_selector("#live-badge[data-state=live]")
        self.look(self.screen, name)

    def over(self) -> None:
        for phone in (self.ann, self.screen):
            phone.close()


def five_card_yak(table: Table) -> None:
    table.show("tv-before")
    for text in RULES[:2]:
        table.tell("rule.made", text=text)
    table.begin("five-card-yak")
    table.show("tv-begun")
    table.trick(1, "p2", "p1 4H", "p2 KD", "p3 TC", "p4 TS", "p5 2S")
    table.trick(2, "p3", "p2 9H", "p3 QC", "p4 9S", "p5 3D", "p1 JS")
    table.show("tv-five-card-yak-toast", rest=False)
    table.show("tv-five-card-yak")
    for number in (3, 4, 5):
        table.trick(number, "p3")
    table.show("tv-five-card-yak-between")
    table.tell("game.ended")
    table.show("tv-after")
    table.tell("night.closed")
    table.show("tv-closed")


def full_house(table: Table) -> None:
    for text in RULES:
        table.tell("rule.made", text=text)
    table.begin("five-card-yak")
    plays = ("p1 4H", "p2 KD", "p3 TC", "p4 TS", "p5 2S", "p6 3S", "p7 7D", "p8 8C", "p9 9C", "p10 QH")
    table.trick(1, "p2", *plays)
    table.show("tv-ten")
    table.trick(2, "p2")
    table.trick(3, "p2")
    table.show("tv-ten-toast", rest=False)
    table.show("tv-ten-between")


def yogis_whist(table: Table) -> None:
    table.begin("yogis-whist")
    table.tell("card.turned", deal=1, card="QH")
    for player, word in (("p2", "no"), ("p3", "declare")):
        table.tell("call.made", deal=1, player=player, call=word)
    table.show("tv-yogis-whist-calls")
    for player in ("p4", "p5", "p1"):
        table.tell("call.made", deal=1, player=player, call="no")
    table.trick(1, "p2", "p2 4D", "p3 TS", "p4 8H", "p5 7C", "p1 3D")
    table.show("tv-yogis-whist")
    table.trick(2, "p3")
    table.trick(3, "p3")
    for number, player in enumerate(table.players):
        table.tell("bid.placed", deal=1, player=player, acting=player, tricks=number % 3)
    table.show("tv-yogis-whist-result")


def frak_you(table: Table) -> None:
    table.begin("frak-you", initiated="p1")
    table.trick(1, "p3")
    table.trick(2, "p5")
    table.show("tv-frak-you")


def card_yacht(table: Table) -> None:
    table.begin("card-yacht")
    table.tell("turn.taken", round=1, player="p2", turn="draw", count=2)
    table.tell("knock.made", round=1, player="p3")
    table.show("tv-card-yacht")


def yak(table: Table) -> None:
    table.begin("yak")
    table.tell("throw.scored", player="p1", round=1, box="all", dice=(6,) * 5)
    table.show("tv-yak")


def thirteen(table: Table) -> None:
    table.begin("yogis-whist")
    table.tell("card.turned", deal=1, card="QH")
    table.show("tv-thirteen")


def crowd(table: Table) -> None:
    table.show("tv-crowd")


SCREENS: tuple[tuple[Scene, tuple[str, ...]], ...] = (
    (five_card_yak, FIVE),
    (full_house, NAMES),
    (thirteen, (*NAMES, "Dot", "Fay", "Gus")),
    (crowd, tuple(f"Guest {number}" for number in range(1, 21))),
    (yogis_whist, FIVE),
    (frak_you, FIVE),
    (card_yacht, FIVE[:4]),
    (yak, FIVE[1:]),
)


def big_screen(chromium: Browser, url: str, look: Look) -> None:
    for scene, names in SCREENS:
        table = Table(chromium, url, names, look)
        scene(table)
        table.over()
