"""The weights of a logistic that tells ink, made by `python -m bench.photos --train`; the first alone."""

WEIGHTS = {
    "box": (-5.102, -3.454, 24.208, 22.660, 5.041, -5.797, -10.971, 5.242, 19.548),
    "tick": (-6.904, -0.958, 4.504, 6.632, 5.867, 5.668, 6.900, 6.015, -6.063),
    "top": (-6.395, 0.000, 0.000, -0.000, -0.000, -0.000, 0.000, 0.000, 0.000),
}
