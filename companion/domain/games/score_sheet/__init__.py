"""A score sheet for whatever else the table plays (docs/games/score-sheet.md)."""

from ...events import by_type
from ...house_rules.model import ThingHappened, When
from ..game import Ending, Entering, Game, Offer, Pages, Said, Scoring
from . import rounds
from .presets import PRESETS
from .screen import describe, screen, sentence, sheet
from .simulation import SIMULATION

STARTERS = {
    "Lap of honour": "Whoever wins the game hands out three.",
    "Wooden spoon": "Whoever loses the game drinks three.",
    "Champion": "Whoever wins the game becomes the champion.",
    "All together": "When the game is over, everyone drinks.",
    "Spoils": "Whoever wins a round hands out one.",
    "Cold comfort": "When somebody is worst in the round, the player to their left drinks.",
    "No excuses": "Anyone who says ‘unlucky’ drinks.",
    "Quiet, please": "Whoever shouts while somebody plays drinks.",
}

# Whoever wins every round wins all of them, so there is no "each" behind a verb.
WAYS = (
    "{{doer}} [the] {0} in|of [the|a] round <needs=game> ; {{doer}} {1} [the|a] round <needs=game> ; "
    "[the] {2} of [the|a|each] round <subject=whoever> <needs=game>"
)
THINGS: dict[When, Said] = {
    ThingHappened("best"): Said("is best in the round", WAYS.format("best", "take", "winner")),
    ThingHappened("worst"): Said("is worst in the round", WAYS.format("worst", "lose", "loser")),
}

SCORE_SHEET = Game(
    id="score-sheet",
    name="Score sheet",
    offer=Offer(
        pitch="Darts, dominoes, any other card game: you play, it adds up.",
        best=range(2, 7),
        lasts="as long as you like",
        costs="Costs nothing, unless you agree on a fine for the worst of a round.",
        signs=("5", "3"),
    ),
    seats=rounds.SEATS,
    options=rounds.Options,
    presets=PRESETS,
    keeps=("title", "count", "best", "rounds", "target", "fine", "stake", "newcomers", "pays", "down"),
    events=by_type(rounds.RoundScored, rounds.DrinkerPicked),
    start=rounds.start,
    check=rounds.check,
    evolve=rounds.evolve,
    circle=lambda state, table: table.present(state.players),
    joins=True,
    sat_in=rounds.sat_in,
    scores=lambda state, charged: state.totals,
    scoring=Scoring(
        counts=lambda state: state.options.count,
        most_wins=lambda state: state.options.most_wins,
        of_teams=lambda state: bool(state.teams),
    ),
    entering=Entering(fill=rounds.fill, doubts=rounds.doubts),
    ending=Ending(complete=lambda state: state.options.is_endless and bool(state.rounds)),
    called=lambda state: state.options.called,
    part="round",
    number=lambda state: len(state.rounds) + 1,
    describe=describe,
    sentence=sentence,
    screen=screen,
    pages=Pages(sheet=sheet),
    first="",
    simulation=SIMULATION,
    things=THINGS,
    starters=STARTERS,
)
