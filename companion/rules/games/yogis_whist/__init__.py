"""Yogi's Whist: bid by the blobs of a card, and make it, with its variants BFT and SEPTIC (rules, 2)."""

from ...deals import DealVoided
from ...events import by_type
from ...tricks import TrickTaken
from ..game import Game
from . import deal
from . import events as of
from .play import evolve
from .refusals import check
from .tell import tell

YOGIS_WHIST = Game(
    id="yogis-whist",
    name="Yogi's Whist",
    seats=deal.SEATS,
    options=of.Options,
    events=by_type(
        of.DealStarted,
        DealVoided,
        of.CardTurned,
        of.BidPlaced,
        of.CallMade,
        of.LeaderChosen,
        TrickTaken,
        of.BidsRotated,
        of.DealScored,
    ),  # fmt: skip
    senders={
        "deal.started": "anybody",
        "deal.voided": "anybody",
        "card.turned": "anybody",
        "bid.placed": "seat",
        "call.made": "anybody",
        "leader.chosen": "anybody",
        "trick.taken": "anybody",
        "bids.rotated": "anybody",
        "deal.scored": "finesmaster",
    },  # fmt: skip
    start=deal.start,
    check=check,
    evolve=evolve,
    players=lambda state: state.players,
    circle=deal.circle,
    roles=deal.roles,
    scores=deal.scores,
    tell=tell,
)
