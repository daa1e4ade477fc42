"""A score sheet for whatever else the table plays (docs/games/score-sheet.md)."""

from ...events import by_type
from ..game import Ending, Entering, Game, Offer, Pages, Scoring
from . import rounds
from .screen import describe, remark, screen, sheet
from .simulation import SIMULATION

STARTERS = {
    "Lap of honour": "Whoever wins the game hands out three.",
    "Wooden spoon": "Whoever loses the game drinks three.",
    "Champion": "Whoever wins the game becomes the champion.",
    "One for the road": "When the game is over, everyone drinks.",
    "No excuses": "Anyone who says ‘unlucky’ drinks.",
    "Eyes on the board": "Whoever looks at their phone drinks two.",
    "Quiet, please": "Whoever shouts while somebody plays drinks.",
    "Fetch it yourself": "Whoever drops something drinks.",
}

SCORE_SHEET = Game(
    id="score-sheet",
    name="Score sheet",
    offer=Offer(
        pitch="Darts, beer pong, any other card game: you play, it adds up.",
        best=range(2, 7),
        lasts="as long as you like",
        costs="Costs nothing, unless you agree that the worst of a round drinks.",
    ),
    seats=rounds.SEATS,
    options=rounds.Options,
    events=by_type(rounds.RoundScored),
    start=rounds.start,
    check=rounds.check,
    evolve=rounds.evolve,
    circle=lambda state, table: table.present(state.players),
    joins=True,
    scores=lambda state, charged: state.totals,
    scoring=Scoring(counts=lambda state: state.options.count, most_wins=lambda state: state.options.most_wins),
    entering=Entering(doubts=rounds.doubts),
    ending=Ending(complete=lambda state: state.options.is_endless and bool(state.rounds)),
    called=lambda state: state.options.called,
    part="round",
    number=lambda state: len(state.rounds) + 1,
    describe=describe,
    remark=remark,
    screen=screen,
    pages=Pages(sheet=sheet),
    has_dealer=False,
    simulation=SIMULATION,
    example={"title": "Darts"},
    starters=STARTERS,
)
