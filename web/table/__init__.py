"""The parts that the pages of a table share."""
