"""The registry: every game that the companion knows, one line each."""

from ..house_rules.model import Named, ThingHappened, When
from .card_yacht import CARD_YACHT
from .five_card_yak import FIVE_CARD_YAK
from .frak_you import FRAK_YOU
from .game import Game, Said
from .kings import KINGS
from .mexico import MEXICO
from .score_sheet import SCORE_SHEET
from .yak import YAK
from .yogis_whist import YOGIS_WHIST

LISTED = (
    FIVE_CARD_YAK,
    YOGIS_WHIST,
    FRAK_YOU,
    CARD_YACHT,
    YAK,
    KINGS,
    MEXICO,
    SCORE_SHEET,
)
GAMES: dict[str, Game] = {game.id: game for game in LISTED}
BOXES: dict[str, str] = {name: spoken for game in GAMES.values() for name, spoken in game.scoring.boxes.items()}
THINGS: dict[When, Said] = {when: said for game in GAMES.values() for when, said in game.things.items()}
NAMED: Named = {"box": BOXES, "thing": [when.thing for when in THINGS if isinstance(when, ThingHappened)]}
