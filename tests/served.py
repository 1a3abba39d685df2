"""The application as the tests serve it: with the fourth game, and with processes that print at full speed."""

from tests.fourth_game import create_app
from tests.printing import hurry

__all__ = ["create_app"]
hurry()
