"""The weights of a logistic that tells ink in the box or circle of a card; the first stands alone.

Made by `python -m bench.photo_cards --train --seed 1 --number 60`: 54 were read.
"""

WEIGHTS = {
    "circle": (-17.173, 2.196, 3.880, 6.474, -35.082, -4.289, 9.374, 25.445, -39.418),
    "box": (-12.342, 1.669, 7.330, 13.988, -30.828, 77.500, 6.092, 9.150, 0.169),
}
