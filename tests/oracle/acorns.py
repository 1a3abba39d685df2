"""A second referee of Acorns, slow and plain, written from the rules alone: numbers in lists, a question a rule."""

from typing import Any

from tests.oracle.plain_log import Second


class Plain(Second):
    """`says` answers whether an event is legal, and then it has happened."""

    secret: tuple[str, ...] = ()

    def __init__(self, log: dict[str, Any]) -> None:
        self.many = len(log["players"])
        self.whole: int = log.get("heap", 12)
        self.acorns = [0] * self.many
        self.last: int | None = None
        self.turn, self.just = 0, 0
        self.counted: dict[int, tuple[int, bool]] = {}

    @property
    def left(self) -> int:
        return self.whole - sum(self.acorns)

    @property
    def over(self) -> bool:
        return len(self.counted) == self.many if self.counted else not any(map(self.allowed, (1, 2, 3)))

    def allowed(self, acorns: int) -> bool:
        return acorns in (1, 2, 3) and acorns <= self.left and acorns != self.just

    def totals(self) -> list[int]:
        if self.counted:
            known = [self.counted.get(seat, (0, False)) for seat in range(self.many)]
            return [acorns + 2 * last for acorns, last in known]
        return [acorns + 2 * (seat == self.last) for seat, acorns in enumerate(self.acorns)]

    def says(self, event: dict[str, Any]) -> bool:
        happens = getattr(self, event["type"])
        return bool(happens(**{key: value for key, value in event.items() if key != "type"}))

    def take(self, seat: int, acorns: int) -> bool:
        if self.counted or seat != self.turn or not self.allowed(acorns):
            return False
        if acorns == self.left:
            self.last = seat
        self.acorns[seat] += acorns
        self.turn, self.just = (self.turn + 1) % self.many, acorns
        return True

    def count(self, seat: int, acorns: int, last: bool = False) -> bool:
        others = self.counted.values()
        if self.over or seat in self.counted or (last and not acorns):
            return False
        if acorns + sum(known for known, _last in others) > self.whole or (last and any(had for _known, had in others)):
            return False
        self.counted[seat] = acorns, last
        return True
