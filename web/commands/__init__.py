"""The commands of an operator or a script."""

import os
from collections.abc import Callable
from copy import copy
from functools import wraps
from typing import Any

import click
from flask import Flask, current_app

import ledger
from web.commands.judge import judges
from web.commands.maintenance import backup, compile_templates, demo_data, expire, recount_outcomes, restore, version
from web.commands.serving import announce, serve
from web.commands.sheets import photos_command, print_command

COMMANDS = (
    print_command,
    photos_command,
    serve,
    announce,
    backup,
    restore,
    expire,
    recount_outcomes,
    compile_templates,
    demo_data,
    version,
)


def register_commands(app: Flask) -> None:
    """Add every command to `flask`."""
    for command in (*judges(), *COMMANDS):
        own = copy(command)
        own.callback = _in_one_line(command.callback or click.echo)
        app.cli.add_command(own)


def _in_one_line(command: Callable[..., Any]) -> Callable[..., Any]:
    """The command; what the machine denies it, a disk that is full above all, is said in one line."""

    @wraps(command)
    def said(*given: Any, **named: Any) -> Any:
        try:
            return command(*given, **named)
        except BrokenPipeError:
            raise  # who read it has gone: click ends quietly
        except OSError as wrong:
            if wrong.filename is None:
                os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # Python would try once more at its end
            raise click.ClickException(f"{wrong.filename or 'the output'}: {wrong.strerror}") from None
        except ModuleNotFoundError as missing:
            package, _, _ = str(missing.name).partition(".")
            raise click.ClickException(f"This needs {package}, which is not installed.") from None
        except MemoryError:
            raise click.ClickException("This is too much for the memory of this machine.") from None
        except ledger.DatabaseError as wrong:
            raise click.ClickException(ledger.in_a_line(current_app.config["DATABASE_URL"], wrong)) from None

    return said
