"""Card Yacht: yacht with a deck of cards, twelve rounds and twelve boxes (rules, 4)."""

from ...events import by_type
from ..game import Counter, Game
from . import events as of
from . import pages
from . import round as rounds
from .boxes import ALSO_SPOKEN, MOST, SPOKEN
from .play import evolve, left
from .refusals import check, check_harbor
from .screen import screen
from .simulation import SIMULATION
from .starters import STARTERS
from .tell import tell

CARD_YACHT = Game(
    id="card-yacht",
    name="Card Yacht",
    seats=rounds.SEATS,
    options=rounds.Options,
    events=by_type(of.KnockMade, of.TurnTaken, of.HandScored),
    senders=dict.fromkeys(("knock.made", "turn.taken", "hand.scored"), "anybody"),
    start=rounds.start,
    check=check,
    limits=check_harbor,
    evolve=evolve,
    left=left,
    players=lambda state: state.players,
    circle=rounds.circle,
    roles=rounds.roles,
    scores=rounds.scores,
    extra="Suited bonus",
    boxes=SPOKEN,
    spoken=ALSO_SPOKEN,
    tell=tell,
    screen=screen,
    pages={"score": pages.score, "turns": pages.turns},
    sheet=pages.sheet,
    simulation=SIMULATION,
    counter=Counter(
        counts="points",
        by="boxes",
        yardstick="Expected is what everybody here got in the same boxes, on average, without the suited bonus.",
        better="more",
        most=MOST,
    ),
    starters=STARTERS,
)
