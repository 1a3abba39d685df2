"""The weights of a logistic that tells ink in the box or circle of a card; the first stands alone.

Made by `python -m bench.photo_cards --train --seed 1 --number 60`: 49 were read.
"""

WEIGHTS = {
    "circle": (-4.084, -0.676, 0.448, 1.765, 5.158, 1.839, 1.487, 10.316, -28.828),
    "box": (-4.453, 3.519, 3.029, 2.375, 7.638, 2.803, 4.654, 5.045, -20.692),
}
