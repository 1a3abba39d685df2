"""What an operator or a script does on the command line."""
