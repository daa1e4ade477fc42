"""Frak You: tricks come back to haunt you, so lose all your cards; newcomers are not told how (rules, 3)."""

from ...deals import DealStarted, DealVoided
from ...events import by_type
from ..game import Game
from . import deal
from .course import evolve
from .events import CardsCounted, TrickTaken
from .refusals import check
from .tell import tell

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
    tell=tell,
)
