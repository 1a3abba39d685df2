"""`flask announce`: where the phones at the table find Cairn."""

from __future__ import annotations

import socket

import click
import segno
from flask import Flask, current_app
from flask.cli import with_appcontext

ELSEWHERE = ("192.0.2.1", 9)  # reserved for documentation: nothing is sent, only the route is looked up


def register(app: Flask) -> None:
    app.cli.add_command(announce)


@click.command()
@click.option("--port", type=int, default=8000, show_default=True)
@with_appcontext
def announce(port: int) -> None:
    """Print the address on the local network, and its QR code for the phones."""
    address = current_app.config["PUBLIC_URL"] or f"http://{_own_address()}:{port}"
    click.echo(f"\n  Cairn  {address}\n")
    segno.make(address, micro=False).terminal(compact=True)
    click.echo("  Scan it with the phones at the table. Ctrl-C stops.\n")


def _own_address() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
