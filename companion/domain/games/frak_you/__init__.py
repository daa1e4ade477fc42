"""Frak You: lose all your cards, while tricks come back; newcomers are not told how (docs/games/frak-you.md)."""

from ...events import by_type
from ...house_rules.model import DroppedOut
from ..game import Counter, Ending, Entering, Game, Offer, Pages, Said, Scoring, Secrets, screen_only
from ..trick_game import HAPPENS, DealStarted, DealVoided, deals_in, dealt_in, number, scores
from . import deal
from .deal import check, evolve, excess
from .events import SECRET, CardsCounted, TrickTaken, fill
from .screen import closing, count, describe, describe_open, look, own, screen
from .simulation import SIMULATION

# Newcomers read these too, so none can mention a special card.
STARTERS = {
    "A parting gift": "Whoever drops out hands out two.",
    "The empty chair": "When somebody drops out, both of their neighbours drink.",
    "Whistle and towel": "Whoever drops out becomes the lifeguard.",
    "On a roll": "Whoever takes two tricks in a row drinks.",
    "Echo": "Whoever plays a card of the same rank as the card before hands out one.",
    "Housekeeping": "When a deal begins, the dealer drinks.",
    "Warming up": "When a player takes the first trick, everyone else drinks.",
    "Unlucky for some": "Whoever takes trick 13 drinks two.",
    "High fives": "When a five is led, both neighbours drink.",
    "Elbows everywhere": "When a player plays a jack, the player to their left drinks.",
    "No need for that": "Anyone who says ‘sorry’ drinks.",
    "Butterfingers": "If somebody says ‘oops’, the player across drinks.",
}

FRAK_YOU = Game(
    id="frak-you",
    name="Frak You",
    offer=Offer(
        pitch="Nobody tells you how it goes. Watch, and work it out.",
        best=range(4, 6),
        lasts="15 minutes a deal",
        costs="Losing a deal costs 3.",
        signs=("3D", "JC"),
    ),
    seats=deal.SEATS,
    options=deal.Options,
    events=by_type(DealStarted, DealVoided, TrickTaken, CardsCounted),
    start=deal.start,
    check=check,
    evolve=evolve,
    roles=deal.roles,
    number=number,
    scores=scores,
    scoring=Scoring(counts="deals lost", most_wins=False),
    ending=Ending(wins=False, complete=lambda state: state.played > 0, closing=closing),  # after a whole deal
    entering=Entering(fill=fill, deals_in=deals_in, excess=excess),
    secrets=Secrets(
        insiders=lambda state, since: frozenset(since).union(state.options.initiated),
        fields=SECRET,
        face_down=lambda state, event: event.part > state.over,
        describe=describe_open,
    ),
    describe=describe,
    screen=screen,
    pages=Pages(
        own=own,
        own_sees_screen=False,
        further={
            "look": look,
            "count": count,
            "how": screen_only,
            "initiate": lambda state, table, seat, words: table.order,
        },
    ),
    simulation=SIMULATION,
    counter=Counter(
        counts="deals lost",
        by="score",
        yardstick="Expected is what those in the same deals lost, on average.",
        better="fewer",
        dealt=dealt_in,
    ),
    happens=HAPPENS,
    things={DroppedOut(): Said("drops out", "{doer} dropout|outofgame ; dropout")},
    starters=STARTERS,
)
