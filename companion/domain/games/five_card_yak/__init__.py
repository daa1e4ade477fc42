"""Five-Card Yak: taking a trick is bad, taking nearly all of them is very good (docs/games/five-card-yak.md)."""

from ...events import by_type
from ..game import Counter, Ending, Entering, Game, Offer, Scoring, Tokens
from ..trick_game import HAPPENS, DealStarted, DealVoided, TrickTaken, deals_in, dealt_in, last_dealt, number
from . import deal
from .screen import closing, describe, ending, screen
from .simulation import SIMULATION

STARTERS = {
    "The elbow": "When a player plays a jack, the player to their left drinks.",
    "Copycat": "Whoever plays a card of the same rank as the card before drinks two.",
    "Group photo": "If nobody takes the trick, everyone drinks.",
    "All thumbs": "Whoever plays an ace becomes thumb master.",
    "David and Goliath": "Whoever takes a trick with a two, three or four hands out three.",
    "Hat trick": "Whoever takes three tricks in a row hands out three.",
    "Wallflower": "Whoever takes no trick in a deal drinks two.",
    "The host apologises": "If a trick is won with an ace, the dealer drinks.",
    "Loud exit": "Whoever takes the last trick hands out two.",
    "Mind the widow": "Whoever plays the queen of spades drinks two, and the player to their right drinks one.",
    "Seagulls": "Anyone who says ‘mine’ drinks two.",
    "No need for that": "If somebody says ‘sorry’, the player to their left drinks.",
}

FIVE_CARD_YAK = Game(
    id="five-card-yak",
    name="Five-Card Yak",
    offer=Offer(
        pitch="Taking tricks is bad. Taking nearly all of them is glorious.",
        best=range(3, 6),
        lasts="5 minutes a deal",
        costs="Trick 1 costs 1, trick 5 costs 5.",
        signs=("QS", "QH"),
    ),
    seats=deal.SEATS,
    options=deal.Options,
    events=by_type(DealStarted, DealVoided, TrickTaken),
    start=deal.start,
    check=deal.check,
    evolve=deal.evolve,
    circle=last_dealt,
    judged=deal.judged,
    roles=deal.roles,
    number=number,
    scores=deal.scores,
    scoring=Scoring(counts=deal.counts, most_wins=deal.most_wins),
    ending=Ending(
        wins=lambda state: state.purse is not None,  # a game for drinks has no winner
        complete=lambda state: state.played > 0,  # after a whole deal
        won_by=ending,
        closing=closing,
    ),
    entering=Entering(deals_in=deals_in),
    tokens=Tokens(deal.pays, deal.repays),
    describe=describe,
    screen=screen,
    simulation=SIMULATION,
    counter=Counter(
        counts="tricks taken",
        by="tricks",
        yardstick="Expected is an equal share of all tricks in the deals you were in.",
        dealt=dealt_in,
    ),
    happens=HAPPENS,
    starters=STARTERS,
    grants_rights="Whoever takes four tricks of a deal (with two players five, with six or more three)",
)
