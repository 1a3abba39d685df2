"""The weights of a logistic that tells ink in the box or circle of a card; the first stands alone.

Made as by `python -m bench.photo_cards --train --seed 1 --number 60`, in two halves: 58 were read.
"""

WEIGHTS = {
    "circle": (-32.560, 12.552, 12.961, 14.886, -70.433, -0.002, 12.095, 17.325, 8.874, -155.033, 5.604, -2.468),
    "box": (-22.211, 36.253, 14.902, -1.161, -47.991, -23.248, 16.216, 2.484, -2.391, -107.651, 3.112, -5.471),
}
