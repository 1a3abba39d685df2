"""The rules of every game Cairn knows: pure, standard library only. GAMES is the one registration."""

from scoring import lost_cities, lutece, roll_and_write
from scoring.core.game import AnyGame

_EVERY: tuple[AnyGame, ...] = (lost_cities.GAME, roll_and_write.GAME, lutece.GAME)
GAMES: dict[str, AnyGame] = {game.key: game for game in _EVERY}
