"""The use of Cairn in a browser or on the command line: a file for each thing that people do."""

VERSION = "1.0.0"
"""As the changelog has it: shown where somebody looks when something goes wrong."""
