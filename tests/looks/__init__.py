"""The looks of Cairn: a list of states, and a program that draws them in two commits beside each other."""
