"""Kings: the table draws cards round a cup, and the fourth king drinks it (docs/games/kings.md)."""

from ...events import by_type
from ..game import DRINKS, Ending, Game, Offer, Pages, Scoring, screen_only
from . import draws
from .screen import closing, describe, screen, sentence
from .simulation import SIMULATION

STARTERS = {
    "Twins": "Whoever draws a card of the same rank as the card before hands out two.",
    "Pass it back": "If somebody draws the same suit as the card before, the previous player drinks.",
    "Thumbs on the table": "Whoever draws a five becomes thumb master.",
    "The red queen": "Whoever draws the queen of hearts hands out three.",
    "Black jack": "Whoever draws the jack of spades drinks two.",
    "Long live the king": "When somebody draws a king, everyone else drinks.",
    "Elbows in": "When a ten is drawn, both neighbours drink.",
    "Light-fingered": "Whoever draws a two drinks.",
    "Lucky for some": "When a red seven is drawn, everyone else drinks.",
    "A long face": "Whoever comes last in the game drinks two.",
    "First names": "Anyone who says a name drinks.",
    "Softly spoken": "If somebody says ‘king’, the player to their left drinks.",
}

KINGS = Game(
    id="kings",
    name="Kings",
    offer=Offer(
        pitch="Draw a card, do as it says, and do not draw the fourth king.",
        best=range(4, 9),
        lasts="30 to 60 minutes",
        costs="Most cards cost somebody 1, a three costs 3, the fourth king 5.",
        signs=("KS", "KH"),
    ),
    seats=draws.SEATS,
    options=draws.Options,
    keeps=("ranks",),
    events=by_type(draws.CardDrawn, draws.DrawAnswered, draws.MasterAnswered),
    start=draws.start,
    check=draws.check,
    evolve=draws.evolve,
    follows=draws.follows,
    circle=lambda state, table: table.present(state.players),
    joins=True,
    scores=lambda state, charged: {player: charged.get(player, 0) for player in state.players},
    scoring=Scoring(counts=DRINKS, most_wins=False),
    ending=Ending(wins=False, complete=lambda state: bool(state.draws), closing=closing),
    part="card",
    number=lambda state: len(state.draws),
    describe=describe,
    sentence=sentence,
    screen=screen,
    pages=Pages(own=screen_only, further={"suit": screen_only, "ranks": screen_only}),
    first="",
    grants_rights="Whoever draws a rule (a jack, unless your list says otherwise)",
    simulation=SIMULATION,
    happens=("card.played",),
    starters=STARTERS,
)
