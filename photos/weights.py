"""The weights of a logistic that tells ink, by how a place is marked; the first stands alone.

Made as by `python -m bench.photos --train --seed 1 --number 260`, of the 118 of these photos that a busy machine
had made: 114 were read.
"""

WEIGHTS = {
    "number": (-15.507, -22.294, 38.912, -19.414, -10.544, -22.938, 10.015, 12.025, 8.978),
    "hatch": (-28.917, 50.748, -31.297, 38.787, -36.744, 102.489, 26.046, 6.847, -27.879),
    "ring": (-9.340, 48.166, 30.591, -17.634, -97.955, -8.386, 3.972, 15.232, -7.641),
    "vase": (-25.797, 32.590, -15.626, 40.093, -63.794, 0.000, 21.130, 8.936, 4.523),
    "cell": (-22.363, 37.861, -3.679, 9.653, -56.258, 123.844, 17.386, 12.451, -7.184),
}
