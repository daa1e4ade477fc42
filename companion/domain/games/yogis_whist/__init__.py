"""Yogi's Whist: bid by the suit of a card, and make it; with BFT and SEPTIC (docs/games/yogis-whist.md)."""

from ...events import by_type
from ...house_rules.model import Declared, Revealed
from ..game import (
    Corrections,
    Counter,
    Ending,
    Entering,
    Game,
    Notes,
    Offer,
    Pages,
    Said,
    Scoring,
    Secrets,
    screen_only,
)
from ..trick_game import HAPPENS, DealVoided, TrickTaken, deals_in, dealt_in, last_dealt, number, scores
from . import deal
from . import events as of
from .deal import evolve, judged
from .events import describe, describe_open
from .fines import chart
from .refusals import check, doubts, excess
from .screen import by_finesmaster, closing, fill, final, hidden, lay, lies_open, own, screen
from .simulation import SIMULATION

STARTERS = {
    "Blame the dealer": "When a bid is missed, the dealer drinks.",
    "Applause": "Whoever makes their bid hands out one.",
    "Big mouth": "Whoever declares and misses their bid drinks two.",
    "The oracle": "Whoever reveals and makes their bid becomes the oracle.",
    "The last biscuit": "Whoever takes the last trick hands out one.",
    "Clean plate": "When somebody takes all the tricks, everyone else drinks two.",
    "Not so loud": "If somebody declares, both neighbours drink.",
    "Nothing to hide": "When a player reveals, everyone else drinks.",
    "Small change": "Whoever takes a trick with a two hands out three.",
    "A royal visit": "When a king is led, everyone drinks.",
    "The T word": "Anyone who says ‘trump’ drinks.",
    "I knew it": "If somebody says ‘knew’, everyone else drinks.",
}

CALLED = "a|the|any|each {0} ; [there] is a {0} <subject=it>"

YOGIS_WHIST = Game(
    id="yogis-whist",
    name="Yogi’s Whist",
    offer=Offer(
        pitch="Say how many tricks you will take. Be right, or pay for it.",
        best=range(4, 8),
        lasts="5 minutes a deal",
        costs="A wrong bid costs 1, plus 1 for everybody who was right.",
        signs=("QC", "7H"),
        unit="pencil",
    ),
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
    start=deal.start,
    check=check,
    evolve=evolve,
    circle=last_dealt,
    roles=deal.roles,
    number=number,
    scores=scores,
    scoring=Scoring(counts="bids made"),
    ending=Ending(wins=False, complete=lambda state: state.played > 0, closing=closing),  # after a whole deal
    describe=describe,
    screen=screen,
    pages=Pages(
        own=own,
        further={
            "turned": screen_only,
            "card": screen_only,
            "lay": lay,
            "score": screen_only,
            "forehead": lambda state, table, seat, words: own(state, table, seat),
        },
        fine_chart=chart,
        fined=lambda state: state.fined,
    ),
    secrets=Secrets(hidden=hidden, describe=describe_open),
    entering=Entering(
        senders={"bid.placed": "seat", "deal.scored": "finesmaster"},
        handed=("bid.placed",),
        by_finesmaster=by_finesmaster,
        by_anybody=lies_open,
        fill=fill,
        doubts=doubts,
        excess=excess,
        deals_in=deals_in,
    ),
    corrections=Corrections(final=final),
    notes=Notes(deal.note, deal.noted),
    judged=judged,
    simulation=SIMULATION,
    counter=Counter(
        counts="bids made",
        by="bids",
        yardstick="Expected is what the table made in the same deals, on average.",
        better="more",
        dealt=dealt_in,
    ),
    happens=(*HAPPENS, "bid.made", "bid.missed"),
    things={
        Declared(): Said("declares", f"{{doer}} [say] declare [{{bid}}] ; {CALLED.format('declare')}"),
        Revealed(): Said("reveals", f"{{doer}} reveal [{{bid}}] ; {CALLED.format('reveal')}"),
    },
    starters=STARTERS,
)
