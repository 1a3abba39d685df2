"""The room that one sheet has on its page, and how large its letters are there."""

from __future__ import annotations

from dataclasses import dataclass

MARGIN = 8.0  # millimetres: what home printers manage
GRIDS = {1: (1, 1), 2: (2, 1), 4: (2, 2)}  # sheets on a page: side by side, one over the other


@dataclass(frozen=True, slots=True)
class Area:
    """The place of one sheet, in millimetres; `unit` is the millimetres of one `rem` of its style."""

    page: tuple[float, float]
    width: float
    height: float
    up: int
    unit: float

    @property
    def rems(self) -> tuple[float, float]:
        """Width and height in the unit of the style."""
        return self.width / self.unit, self.height / self.unit

    @property
    def corners(self) -> list[tuple[float, float]]:
        """Left and top of each sheet on the page."""
        across, down = GRIDS[self.up]
        width, height = self.page[0] / across, self.page[1] / down
        return [(x * width + MARGIN, y * height + MARGIN) for y in range(down) for x in range(across)]
