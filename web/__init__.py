"""What people do with Cairn in a browser or on the command line: a file for each."""
