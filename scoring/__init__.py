"""The rules of every game Cairn knows: pure, standard library only."""
