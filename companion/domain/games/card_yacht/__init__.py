"""Card Yacht: yacht with a deck of cards, twelve rounds and twelve boxes (docs/games/card-yacht.md)."""

from ...events import by_type
from ..game import Corrections, Counter, Entering, Game, Offer, Pages, Scoring
from ..yacht_game import AVERAGE, swapped
from . import events as of
from . import round as rounds
from .events import BOXES
from .round import check, check_harbor, doubts, evolve, left
from .screen import describe, own, score, screen, sentence, sheet, turns
from .simulation import SIMULATION

STARTERS = {
    "Consolation": "Whoever scores zero hands out one.",
    "Ahoy": "When a player gets a Card Yacht, everyone else drinks two.",
    "Captain’s hat": "Whoever scores at least 50 becomes the captain.",
    "Run up the flag": "Whoever gets a flush hands out three.",
    "Show-off": "When a player scores at least 50, everyone else drinks.",
    "Limbo": "When somebody fills the Low box, the player across drinks.",
    "Walk the plank": "Whoever loses the game drinks three.",
    "Between two chairs": "Whoever scores zero in the Middle box drinks two.",
    "Well dug": "Whoever scores at least 30 in spades hands out two.",
    "Heart-warming": "If somebody scores at least 30 in hearts, both neighbours drink.",
    "Loose lips": "Anyone who says ‘ship’ drinks.",
    "Aye aye": "If somebody says ‘captain’, the player to their right drinks.",
}

ALIKE = {
    "full house": "three-and-two", "full boat": "three-and-two", "run": "sequence", "straight flush": "five-flush",
    "royal flush": "five-flush", "four of a kind": "card-yacht", "quads": "card-yacht", "straight": "sequence",
    "street": "sequence",
}  # fmt: skip
"""What the boxes are called in games like this one."""

CARD_YACHT = Game(
    id="card-yacht",
    name="Card Yacht",
    offer=Offer(
        pitch="Twelve hands, twelve boxes. What you throw away, the others can grab.",
        best=range(2, 5),
        lasts="40 minutes to an hour",
        costs="Costs nothing, unless you agree on a fine for the last one.",
        signs=("TH", "TC"),
    ),
    seats=rounds.SEATS,
    options=rounds.Options,
    events=by_type(of.KnockMade, of.TurnTaken, of.HandScored),
    start=rounds.start,
    check=check,
    evolve=evolve,
    left=left,
    roles=rounds.roles,
    part="round",
    number=lambda state: state.on.number if state.on else 0,
    scores=rounds.scores,
    scoring=Scoring(boxes=BOXES.spoken, spoken=BOXES.also_called, alike=ALIKE, extra="Suited bonus"),
    entering=Entering(limits=check_harbor, doubts=doubts),
    corrections=Corrections(
        together=lambda old, new, others: (
            swapped(old, new, others, BOXES.most) if isinstance(old, of.HandScored) else ()
        )
    ),
    describe=describe,
    sentence=sentence,
    screen=screen,
    pages=Pages(own=own, own_sees_screen=False, sheet=sheet, further={"score": score, "turns": turns}),
    simulation=SIMULATION,
    counter=Counter(counts="points", by="boxes", yardstick=AVERAGE, better="more"),
    starters=STARTERS,
)
