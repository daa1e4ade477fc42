"""The screens of every game but Five-Card Yak, which `pages.py` plays, in their main states, listed as there.

A game without a story of its own here is shown by its sample (`tests/sample_games.py`).
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from companion.domain.games import GAMES
from tests.browser.pages import NAMES, OPEN_DRAWERS, Make, Shown
from tests.sample_games import sample

if TYPE_CHECKING:
    from tests.browser.phone import Phone

OTHERS = tuple(game for game in GAMES if game != "five-card-yak")
CARDS = "cards=5H&cards=6H&cards=7H&cards=8H&cards=9H"
DICE = "dice=3&dice=3&dice=3&dice=3&dice=1"
SCORED = {1: ("sequence", "50"), 2: ("flush", "25"), 3: ("high", "25"), 4: ("low", "50")}


def game_pages(game: str, make: Make, home: str, names: tuple[str, ...] = NAMES) -> Shown:
    """A night of this game. A state lasts until the next one is asked for."""
    ann, bob = make(home), make(home)
    ann.open_night("Friday at the Harbor", names[0])
    bob.join(ann.invitation(), names[1])
    story = STORIES.get(game) or partial(any_game, game)
    for name, one in story(ann, bob, names):
        one.page.evaluate(OPEN_DRAWERS)
        yield f"{game} {name}", one


def begin(ann: Phone, bob: Phone, game: str, players: int, **options: str) -> None:
    """Starts a game while no page is open: an open page is loaded again when a game with secrets begins."""
    for one in (ann, bob):
        if one.is_open:
            one.page.goto("about:blank")
    both_see(ann.start(players, game, **options), ann, bob)


def both_see(seq: int, *phones: Phone) -> None:
    for one in phones:
        one.go()
        one.shows(seq)


def pages_of(one: Phone, *pages: str) -> Shown:
    for page in pages:
        one.go(page)
        if page.startswith("start/"):
            one.says("#forecast", re.compile("each|Nobody"))  # the forecast has arrived
        yield page.partition("?")[0].replace("play/", ""), one


def yogis_whist(ann: Phone, bob: Phone, names: tuple[str, ...]) -> Shown:
    """Bids, calls, a reveal, tricks and the fine table."""
    ann.add(*names[2:4])
    yield from pages_of(ann, "start/yogis-whist", "help/yogis-whist")
    begin(ann, bob, "yogis-whist", 4)
    yield "bidding", bob
    yield from pages_of(bob, "play/turned", "play/card")
    both_see(bob.enter("bid.placed", deal=1, player="p2", tricks=1), ann, bob)
    yield "bid laid", bob
    yield "calls", ann
    both_see(ann.enter("call.made", deal=1, player="p2", call="reveal"), ann, bob)
    yield "reveal", ann
    ann.enter("leader.chosen", deal=1, player="p3")
    ann.enter("bid.placed", deal=1, player="p1", tricks=0)
    for trick, winner in enumerate(("p2", "p3"), 1):
        seq = ann.enter("trick.taken", deal=1, trick=trick, winner=winner)
    both_see(seq, ann, bob)
    yield "tricks", bob
    yield from pages_of(ann, "pad", "play/score")
    ann.enter("trick.taken", deal=1, trick=3, winner="p3")
    ann.go()
    yield "bids to tell", ann
    for player, bid in (("p3", 2), ("p4", 3)):
        seq = ann.enter("bid.placed", deal=1, player=player, tricks=bid)
    both_see(seq, ann, bob)
    yield "fine table", ann
    yield "fines for me", bob
    yield from pages_of(bob, "play/forehead")
    yield from _gifts(ann, bob)


def _gifts(ann: Phone, bob: Phone) -> Shown:
    """The variant in which bids are gifts, laid in the open."""
    ann.enter("game.ended")
    begin(ann, bob, "yogis-whist", 4, **{"options.variant": "bft"})
    yield "cards asked", ann
    both_see(ann.enter("deal.started", deal=1, players=("p1", "p2", "p3", "p4"), cards=4), ann, bob)
    yield "gifts", bob
    yield from pages_of(bob, "play/lay")


def frak_you(ann: Phone, bob: Phone, names: tuple[str, ...]) -> Shown:
    """Ann is initiated; Bob's phone never says why."""
    ann.add(*names[2:4])
    yield from pages_of(ann, "start/frak-you", "help/frak-you")
    begin(ann, bob, "frak-you", 4, **{"options.initiated": "p1"})
    yield "first trick, initiated", ann
    yield "first trick", bob
    yield from pages_of(ann, "pad", "play/how", "play/initiate", "play/count")
    both_see(ann.enter("trick.taken", deal=1, trick=1, plays=("p2 2C", "p3 4C", "p4 KC", "p1 9C")), ann, bob)
    yield "taken, initiated", ann
    yield "taken", bob
    yield from pages_of(bob, "play/count")


def card_yacht(ann: Phone, bob: Phone, names: tuple[str, ...]) -> Shown:
    """A knock, the hands, and the sheet."""
    ann.add(*names[2:4])
    yield from pages_of(ann, "start/card-yacht", "help/card-yacht")
    begin(ann, bob, "card-yacht", 4)
    yield "turns", ann
    both_see(ann.enter("knock.made", round=1, player="p2"), ann, bob)
    yield "knocked", bob
    yield from pages_of(ann, "play/turns", f"play/score?for=p1&{CARDS}")
    for number, (box, points) in SCORED.items():
        seq = ann.enter("hand.scored", round=1, player=f"p{number}", box=box, points=points)
    both_see(seq, ann, bob)
    yield "round 2", bob
    yield from pages_of(bob, "sheet")
    ann.enter("game.ended")
    ann.go()
    yield "over", ann


def yak(ann: Phone, bob: Phone, names: tuple[str, ...]) -> Shown:
    """Real dice, and the phone's dice in secret."""
    yield from pages_of(ann, "start/yak", "help/yak")
    begin(ann, bob, "yak", 2)
    yield "real dice", ann
    yield from pages_of(ann, f"play/turn?{DICE}")
    ann.enter("game.ended")
    begin(ann, bob, "yak", 2, **{"options.dice": "identical"})
    yield "before the throw", ann
    both_see(ann.enter("dice.thrown", player="p1", round=1, throw=1), ann, bob)
    yield "thrown", ann
    yield "in secret", bob
    yield from pages_of(ann, "sheet")
    ann.enter("game.ended")
    ann.go()
    yield "over", ann


def kings(ann: Phone, bob: Phone, names: tuple[str, ...]) -> Shown:
    """A mate is asked for, a question master, somebody who can sit in, and the fourth king."""
    ann.add(*names[2:4])
    yield from pages_of(ann, "start/kings", "help/kings")
    begin(ann, bob, "kings", 4)
    yield "first card", ann
    yield "my turn", bob
    both_see(bob.enter("card.drawn", draw=1, player="p2", card="8"), ann, bob)
    yield "who is my mate", bob
    yield "waiting", ann
    bob.enter("draw.answered", draw=1, player="p3")
    ann.enter("card.drawn", draw=2, player="p3", card="QH")
    ann.add("Zoe")
    both_see(ann.enter("card.drawn", draw=3, player="p4", card="7"), ann, bob)
    yield "mates and questions", ann
    yield from pages_of(bob, "play/suit", "play/ranks")
    for draw, player in enumerate(("p1", "p2", "p3", "p4"), start=4):
        seq = ann.enter("card.drawn", draw=draw, player=player, card="K")
    both_see(seq, ann, bob)
    yield "the cup", ann


def score_sheet(ann: Phone, bob: Phone, names: tuple[str, ...]) -> Shown:
    """Points with a minus, somebody who can sit in, a whole sheet, who lost a round, and a team that picks."""
    ann.add(*names[2:4])
    yield from pages_of(ann, "start/score-sheet?preset=Cup+pong", "help/score-sheet")
    title = {"options.title": "Dominoes on the terrace", "options.target": "60", "options.fine": "2"}
    begin(ann, bob, "score-sheet", 4, **title)
    yield "first round", ann
    for number, points in enumerate(((20, -5, 0, 12), (7, 20, -5, 12), (15, 0, 9, -20)), start=1):
        seq = ann.enter(
            "round.scored", round=number, **{f"points.p{n}": each for n, each in enumerate(points, start=1)}
        )
    ann.add("Zoe")
    both_see(seq, ann, bob)
    yield "running totals", ann
    yield from pages_of(bob, "sheet", "log")
    both_see(ann.enter("game.ended"), ann, bob)
    yield "stopped", ann
    begin(ann, bob, "score-sheet", 4, **{"options.title": "Pool", "options.count": "losses"})
    yield "who lost", bob
    ann.enter("game.ended")
    teams = {f"options.teams.p{n}": str(n % 2 + 1) for n in range(1, 5)}
    begin(ann, bob, "score-sheet", 4, **title, **teams, **{"options.pays": "one"})
    both_see(ann.enter("round.scored", round=1, **{"points.p1": 7, "points.p2": 12}), ann, bob)
    yield "a team picks", ann
    yield "points of teams", bob


def any_game(game: str, ann: Phone, bob: Phone, names: tuple[str, ...]) -> Shown:
    """The start, the first deal or round, and what follows."""
    players = min(4, GAMES[game].seats[-1])
    ann.add(*names[2:players])
    yield from pages_of(ann, f"start/{game}", f"help/{game}")
    begin(ann, bob, game, players)
    yield "begun", ann
    yield "begun, another phone", bob
    for raw in sample(game, [f"p{number}" for number in range(1, players + 1)]):
        seq = ann.enter(raw.pop("type"), **raw)
    both_see(seq, ann, bob)
    yield "played", ann
    yield "played, another phone", bob


STORIES = {
    "yogis-whist": yogis_whist,
    "frak-you": frak_you,
    "card-yacht": card_yacht,
    "yak": yak,
    "kings": kings,
    "score-sheet": score_sheet,
}
