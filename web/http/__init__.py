"""The parts that every request and answer passes."""
