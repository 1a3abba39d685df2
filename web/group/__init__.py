"""The parts that the pages of a group share: library items, names, editions and reviews."""
