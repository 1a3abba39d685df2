"""What an operator or a script does on the command line."""

from flask import Flask

from web.commands.announcement import announce
from web.commands.demo_data import demo_data
from web.commands.judge import judges
from web.commands.maintenance import backup, expire, recount_outcomes, restore
from web.commands.print import print_command

COMMANDS = (print_command, announce, backup, restore, expire, recount_outcomes, demo_data)


def register_commands(app: Flask) -> None:
    """Add every command to `flask`."""
    for command in (*judges(), *COMMANDS):
        app.cli.add_command(command)
