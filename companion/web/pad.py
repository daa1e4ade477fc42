"""The card pad: a trick entered card by card, clockwise from the leader, and judged."""

from __future__ import annotations

import msgspec
from flask import Blueprint, Response, redirect, request

from ..rules.cards import JOKER, RANKS, SUITS
from ..rules.seating import Circle, clockwise_from
from ..rules.tricks import Judged, Plays
from ..showing.scene import Scene, Who
from . import gate, painter
from .guard import policy

bp = Blueprint("pad", __name__)


class Key(msgspec.Struct, frozen=True):
    """One card of the pad; `seen` ones were played already this deal or in this trick."""

    card: str
    seen: bool


class Laid(msgspec.Struct, frozen=True):
    """A card that was laid: the hand, its player and name."""

    hand: str
    who: Who
    name: str
    card: str
    cancelled: bool


class Pad(msgspec.Struct, frozen=True):
    """The pad as it stands: whose card is asked for, and once all are in, who takes the trick (None: nobody).

    `asks` says that the game cannot tell, so that the table is asked; `joker` is its key in games that have one.
    """

    deal: int
    trick: int
    laid: tuple[Laid, ...]
    turn: Who | None
    turn_name: str
    suits: tuple[tuple[str, tuple[Key, ...]], ...]
    joker: Key | None
    done: bool
    asks: bool
    winner: str | None
    winner_name: str
    late: bool
    dealing: Circle


@bp.get("/n/<nid>/pad")
@policy("joined")
def pad(nid: str) -> Response:
    """Asks for one card after the other; what was laid so far travels in the address."""
    scene = gate.scene(nid)
    screen = scene.screen
    if screen is None or not getattr(screen, "order", ()):
        return redirect(f"/n/{nid}/", 303)  # type: ignore[return-value]
    order = clockwise_from(screen.leader, screen.order)
    slot = (request.args.get("deal", type=int), request.args.get("trick", type=int))
    late = slot not in ((None, None), (screen.deal, screen.trick))
    joker = getattr(screen, "joker", False)
    cards = () if late else _cards(len(order), (JOKER,) if joker else ())
    return painter.page(nid, "table", more=_pad(scene, order, cards, late), template="table/pad.html")


def _cards(most: int, jokers: Circle) -> Circle:
    """The cards laid so far, the newest last; `back` takes the newest away."""
    known = {rank + suit for rank in RANKS for suit in SUITS}.union(jokers)
    laid = [card for card in request.args.getlist("laid") if card in known]
    if request.args.get("card") in known:
        laid.append(request.args["card"])
    if "back" in request.args:
        laid = laid[:-1]
    return tuple(dict.fromkeys(laid))[:most]


def _pad(scene: Scene, order: Circle, cards: Circle, late: bool) -> Pad:
    screen = scene.screen
    plays = tuple(zip(order, cards, strict=False))
    done = len(cards) == len(order)
    judged = _judged(scene, plays)
    winner = judged.taker if judged else None
    turn = None if done else order[len(cards)]
    seen = screen.seen | set(cards)
    return Pad(
        deal=screen.deal,
        trick=screen.trick,
        laid=_laid(scene, plays, judged.cancelled if judged else frozenset()),
        turn=scene.who(turn),
        turn_name=scene.name(turn) if turn else "",
        suits=tuple((suit, tuple(Key(rank + suit, rank + suit in seen) for rank in reversed(RANKS))) for suit in SUITS),
        joker=Key(JOKER, JOKER in seen) if getattr(screen, "joker", False) else None,
        done=done,
        asks=done and judged is None,
        winner=winner if done else None,
        winner_name=scene.name(winner) if done else "",
        late=late,
        dealing=screen.dealing,
    )


def _laid(scene: Scene, plays: Plays, cancelled: frozenset[str]) -> tuple[Laid, ...]:
    """The cards as they lie."""
    return tuple(
        Laid(hand, scene.who(hand) or scene.seated[0], scene.name(hand), card, card in cancelled)
        for hand, card in plays
    )


def _judged(scene: Scene, plays: Plays) -> Judged | None:
    """What the game says of the cards so far; None where it cannot tell who takes them."""
    game, playing = scene.game, scene.night.game
    if game is None or playing is None or game.judged is None or not plays:
        return None
    return game.judged(playing.state, plays)
