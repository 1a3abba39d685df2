"""Simulated photos of filled sheets, to train the reader of photos on. None of them is a photograph."""
