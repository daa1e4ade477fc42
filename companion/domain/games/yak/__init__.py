"""Yak: yacht with five dice, fourteen boxes, everybody at their own pace (docs/games/yak.md)."""

from ...events import by_type
from ..game import Corrections, Counter, Entering, Game, Offer, Pages, Scoring, Secrets
from ..phone_dice import final_throws, told_again
from ..yacht_game import AVERAGE
from . import card
from . import events as of
from .card import check, evolve, fill, hidden, left
from .corrections import together
from .events import BOXES
from .screen import describe, describe_open, own, screen, sheet, turn
from .simulation import SIMULATION

STARTERS = {
    "Stampede": "Whoever gets a yak hands out five.",
    "The splash zone": "When a player scores zero, the player to their left drinks.",
    "Three is a herd": "When somebody throws at least three sixes, everyone else drinks.",
    "The shepherd": "Whoever throws four alike becomes the shepherd.",
    "Blackjack": "Whoever rolls a total of 21 hands out one.",
    "Housewarming": "When somebody gets a full house, everyone else drinks.",
    "The low road": "If you get a low straight, your neighbours drink.",
    "The high road": "Anyone who gets a high straight hands out two.",
    "The yak has left": "Whoever scores zero in the yak drinks two.",
    "Last one home": "Whoever loses the game drinks three.",
    "Jinx": "Anyone who says ‘lucky’ drinks.",
    "One die, two dice": "If somebody says ‘dices’, everyone else drinks.",
}

ALIKE = {
    "yahtzee": "5-same", "yatzy": "5-same", "small straight": "run-1-5", "large straight": "run-2-6", "chance": "all",
    "full boat": "2+3-same", "quads": "4-same", "poker": "4-same", "1-5 run": "run-1-5", "2-6 run": "run-2-6",
    "straight": "run-1-5|run-2-6", "small street": "run-1-5", "large street": "run-2-6", "big street": "run-2-6",
    "little street": "run-1-5", "street": "run-1-5|run-2-6",
}  # fmt: skip
"""What the boxes are called in games like this one."""

YAK = Game(
    id="yak",
    name="Yak",
    offer=Offer(
        pitch="Three throws, fourteen boxes, and everybody hoping for five of a kind: the yak.",
        best=range(2, 5),
        lasts="20 to 40 minutes",
        costs="Costs nothing, unless you agree on a fine for the last one.",
        signs=("5", "5"),
    ),
    seats=card.SEATS,
    options=card.Options,
    events=by_type(of.DiceThrown, of.ThrowScored),
    start=card.start,
    check=check,
    evolve=evolve,
    left=left,
    part="round",
    scores=card.scores,
    scoring=Scoring(boxes=BOXES.spoken, spoken=BOXES.also_called, alike=ALIKE),
    describe=describe,
    screen=screen,
    pages=Pages(own=own, own_sees_screen=False, sheet=sheet, further={"turn": turn}),
    first="",
    secrets=Secrets(hidden=hidden, describe=describe_open),
    entering=Entering(fill=fill, told=told_again(of.DiceThrown)),
    corrections=Corrections(
        final=final_throws(of.DiceThrown, "dice", "keeps"),
        unchanging=lambda state, event: () if state.options.dice == "real" else ("dice", "held"),
        together=together,
    ),
    simulation=SIMULATION,
    counter=Counter(counts="points", by="boxes", yardstick=AVERAGE, better="more"),
    dice=5,
    starters=STARTERS,
)
