"""Nights of Kings: their events, and a second count of what they charge, written from docs/night-format.md alone."""

from typing import Any

from ..entries import Event, event
from ..people import FIVE
from ..play import game

USUAL = {
    "A": "everyone 1", "2": "choose 2", "3": "drawer 3", "4": "last 1", "5": "left 1", "6": "right 1", "7": "last 1",
    "8": "mate", "9": "last 1", "T": "last 1", "J": "rule", "Q": "title question master", "K": "cup",
}  # fmt: skip
WORDS = {
    "A": "waterfall", "2": "you", "3": "me", "4": "floor", "5": "left", "6": "right", "7": "heaven", "9": "rhyme",
    "T": "categories", "K": "cup",
}  # fmt: skip


def kings(*players: str, **fields: Any) -> Event:
    """A game of Kings; `ranks` are its options."""
    ranks = fields.pop("ranks", None)
    options = {} if ranks is None else {"options": {"ranks": ranks}}
    return game(*players, game="kings", **options, **fields)


def drawn(draw: int, player: str, card: str) -> Event:
    return event("card.drawn", draw=draw, player=player, card=card)


def answered(draw: int, player: str) -> Event:
    return event("draw.answered", draw=draw, player=player)


def asked(player: str) -> Event:
    return event("master.answered", player=player)


def sat_in(player: str) -> Event:
    return event("game.joined", player=player)


def draws(cards: str, *players: str, first: int = 1) -> list[Event]:
    """Draws one after another: `draws("A 2 KH")` by Bob, Cal and Dan, who sit left of the dealer, Ann."""
    turn = players or (*FIVE[1:], FIVE[0])
    return [
        drawn(first + place, turn[(first - 1 + place) % len(turn)], card) for place, card in enumerate(cards.split())
    ]


def second_count(events: list[Event], names: dict[str, str]) -> list[tuple[int, str, int, str]]:
    """What the game in this file charges: entry, player, amount and reason, in the order that replay prints them.

    It holds no state but lists, and knows nothing of the companion's own code.
    """
    order: list[str] = []
    away: set[str] = set()
    ring: list[str] = []
    ranks: dict[str, str] = {}
    cards: list[tuple[str, str]] = []
    mates: list[tuple[str, str]] = []
    rows: list[tuple[int, str, int, str]] = []
    on = False
    for number, one in enumerate(events, start=1):
        kind, who = one["type"], one.get("player")
        own: dict[str, tuple[int, str]] = {}
        if kind == "player.joined":
            order.append(one["player"])
        elif kind == "player.left":
            away.add(one["player"])
        elif kind == "player.returned":
            away.discard(one["player"])
        elif kind == "seats.moved":
            order = list(one["order"])
        elif kind == "game.started":
            on, ring, ranks = True, list(one["players"]), {**one.get("options", {}).get("ranks", {})}
            cards, mates = [], []
        elif not on:
            continue
        elif kind == "game.joined":
            right = order[order.index(one["player"]) - 1]
            while right not in ring:
                right = order[order.index(right) - 1]
            ring.insert(ring.index(right) + 1, one["player"])
        elif kind == "master.answered":
            own[one["player"]] = 1, "question master"
        elif kind == "draw.answered":
            drawer, card = cards[one["draw"] - 1]
            effect, word = _meaning(card[0], ranks)
            if effect[0] == "mate":
                if (drawer, who) not in mates:
                    mates.append((drawer, one["player"]))
            else:
                own[one["player"]] = int(effect[1]), word
        elif kind == "card.drawn":
            cards.append((one["player"], one["card"]))
            effect, word = _meaning(one["card"][0], ranks)
            here = [player for player in ring if player not in away]
            place = here.index(one["player"])
            if effect[0] == "everyone":
                own = {player: (int(effect[1]), word) for player in here}
            elif effect[0] == "drawer":
                own[one["player"]] = int(effect[1]), word
            elif effect[0] in ("left", "right") and len(here) > 1:
                beside = here[(place + (1 if effect[0] == "left" else -1)) % len(here)]
                own[beside] = int(effect[1]), word
            elif effect[0] == "cup" and sum(card[0] == "K" for _, card in cards) == 4:
                own[one["player"]], on = (5, "cup"), False
        elif kind == "game.ended":
            on = False
        for player in order:
            if player in own and own[player][0]:
                rows.append((number, player, *own[player]))
            for other in order:
                if other in own and own[other][0] and (other, player) in mates and player not in away:
                    rows.append((number, player, own[other][0], f"mate of {names[other]}"))
    return rows


def _meaning(rank: str, ranks: dict[str, str]) -> tuple[list[str], str]:
    effect = ranks.get(rank, USUAL[rank])
    return effect.split(), WORDS.get(rank, effect) if effect == USUAL[rank] else effect
