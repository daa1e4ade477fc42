"""Frak You: tricks come back to haunt you, so lose all your cards; newcomers are not told how (rules, 3)."""

from ...deals import DealStarted, DealVoided
from ...events import by_type
from ..game import Counter, Game
from . import deal
from .course import evolve
from .events import SECRET, CardsCounted, TrickTaken, fill
from .pages import count, how, initiate
from .refusals import check
from .screen import screen
from .simulation import SIMULATION
from .starters import STARTERS
from .tell import tell, tell_open
from .trick_in_front import look, own

FRAK_YOU = Game(
    id="frak-you",
    name="Frak You",
    seats=deal.SEATS,
    options=deal.Options,
    events=by_type(DealStarted, DealVoided, TrickTaken, CardsCounted),
    senders=dict.fromkeys(("deal.started", "deal.voided", "trick.taken", "cards.counted"), "anybody"),
    start=deal.start,
    check=check,
    evolve=evolve,
    players=lambda state: state.players,
    circle=deal.circle,
    roles=deal.roles,
    scores=deal.scores,
    most_wins=False,
    counts="deals lost",
    wins=False,
    tell=tell,
    tell_open=tell_open,
    screen=screen,
    own=own,
    pages={"look": look, "count": count, "how": how, "initiate": initiate},
    insiders=deal.initiated,
    secret=SECRET,
    fill=fill,
    simulation=SIMULATION,
    counter=Counter(
        counts="deals lost",
        by="score",
        yardstick="An even share is what those in the same deals lost, on average.",
        better="fewer",
        dealt=lambda state: state.deal.dealt,
    ),
    starters=STARTERS,
)
