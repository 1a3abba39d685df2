"""The phones at the tables of this one. A browser holds no stream open for the application: the shell tells its page,
and over their lines the pages of guests, what a stream would say (static/live.js).
"""

from collections.abc import Callable
from dataclasses import dataclass

from web.server.streams import BESIDE, GONE, Presence

HOST = ""  # this phone; a guest has an id (lines.js)
NAMES = {GONE: "gone", BESIDE: "next"}
Told = tuple[str, str, int]  # a phone, the event and its data


@dataclass(slots=True)
class Place:
    """Where a phone is: the table that it looks at, the last seq that it knows of, and its device."""

    table_id: int
    seen: int
    device: str


class Phones:
    """Takes the place of the hub. A phone looks at one table at most: the one that it asked for news of last."""

    def __init__(self, presence: Presence, last_seq: Callable[[int], int]) -> None:
        """`last_seq` asks the ledger where a table is."""
        self._presence = presence
        self._last_seq = last_seq
        self._places: dict[str, Place] = {}
        self._told: list[Told] = []
        self._guests: list[str] = []

    def devices(self) -> dict[str, str]:
        """Each guest who is there, and its device, empty while it looks at no table."""
        return {phone: self._places[phone].device if phone in self._places else "" for phone in self._guests}

    def keep(self, guests: list[str]) -> None:
        """These are the guests whose lines are open: no others are at a table."""
        self._guests = guests
        for phone in self._places.keys() - {HOST, *guests}:
            self._leave(phone)

    def has_room(self) -> bool:
        return True

    def join(self, table_id: int, seen: int, device: str, phone: str) -> None:
        """As the hub takes a stream over; a phone stands for its connection."""
        self._leave(phone)
        self._places[phone] = Place(table_id, seen, device)
        self._presence.here([(table_id, device)])
        self.notify(table_id, self._last_seq(table_id))

    def notify(self, table_id: int, seq: int) -> None:
        """The table is at `seq`, or one of the signs of the hub: the phones there are to be told."""
        for phone, place in self._places.items():
            if place.table_id == table_id and not 0 <= seq <= place.seen:
                place.seen = max(seq, place.seen)
                self._told.append((phone, NAMES.get(seq, "at"), seq))

    def told(self) -> list[Told]:
        """What phones are to be told since this was asked last."""
        told, self._told = self._told, []
        return told

    def _leave(self, phone: str) -> None:
        left = self._places.pop(phone, None)
        if left and all((left.table_id, left.device) != (one.table_id, one.device) for one in self._places.values()):
            self._presence.gone((left.table_id, left.device))
