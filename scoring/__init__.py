"""The rules of every game Cairn knows: pure, standard library only. GAMES is the one registration."""

from typing import Any

from scoring import lost_cities, lutece, roll_and_write
from scoring.core.game import Game

GAMES: dict[str, Game[Any, Any, Any]] = {
    game.key: game for game in (lost_cities.GAME, roll_and_write.GAME, lutece.GAME)
}
