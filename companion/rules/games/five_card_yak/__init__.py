"""Five-Card Yak: taking a trick is bad, taking nearly all of them is very good (rules, 1)."""

from ...deals import DealStarted, DealVoided
from ...events import by_type
from ...tricks import TrickTaken
from ..game import Counter, Game
from . import deal, paying
from .screen import screen
from .simulation import SIMULATION
from .starters import STARTERS
from .tell import tell

FIVE_CARD_YAK = Game(
    id="five-card-yak",
    name="Five-Card Yak",
    seats=deal.SEATS,
    options=deal.Options,
    events=by_type(DealStarted, DealVoided, TrickTaken),
    senders={"deal.started": "anybody", "deal.voided": "anybody", "trick.taken": "anybody"},
    start=deal.start,
    check=deal.check,
    evolve=deal.evolve,
    players=lambda state: state.players,
    circle=deal.circle,
    judged=deal.judged,
    roles=deal.roles,
    scores=paying.scores,
    most_wins=paying.most_wins,
    counts=paying.counts,
    wins=paying.wins,
    tell=tell,
    screen=screen,
    pays=paying.pays,
    repays=paying.repays,
    ending=paying.ending,
    simulation=SIMULATION,
    counter=Counter(
        counts="tricks taken",
        by="tricks",
        yardstick="An even share is one part of every trick that was taken, for each of those dealt in.",
        dealt=lambda state: state.deal.dealt,
    ),
    starters=STARTERS,
)
