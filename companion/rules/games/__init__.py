"""The shelf: every game the companion knows, one line each."""

from .five_card_yak import FIVE_CARD_YAK
from .game import Game

GAMES: dict[str, Game] = {game.id: game for game in (FIVE_CARD_YAK,)}
BOXES: dict[str, str] = {name: spoken for game in GAMES.values() for name, spoken in game.boxes.items()}
