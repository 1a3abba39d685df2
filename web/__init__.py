"""The use of Cairn in a browser or on the command line: a file for each thing that people do."""
