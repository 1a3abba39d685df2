"""`flask announce`: check that Cairn can be served, and print where phones find it."""

from __future__ import annotations

import errno
import socket
import ssl

import click
from flask import current_app
from flask.cli import with_appcontext

from ledger import InUse
from web.http.address import EVERYWHERE, network
from web.table.access import ledger

USUAL = 8000


@click.command()
@click.option("--port", type=click.IntRange(1, 65535), default=USUAL, show_default=True)
@click.option("--certfile", help="The certificate to serve https with.")
@click.option("--keyfile", help="Its key, unless it is in the same file.")
@with_appcontext
def announce(port: int, certfile: str | None, keyfile: str | None) -> None:
    """Print the address on each local network, with its QR code for the phones; fail where Cairn cannot serve."""
    _check_port(port)
    if certfile:
        certificate(certfile, keyfile)
    _check_ledger()
    public = current_app.config["PUBLIC_URL"]
    scheme = "https" if certfile else "http"
    found = [(f"{scheme}://{one.address}:{port}", one.name) for one in network()]
    if public or found:
        _invite([(public, "")] if public else found)
    else:
        click.echo(f"\n  Cairn  {scheme}://127.0.0.1:{port}\n")
        click.echo("  No network was found: phones cannot reach this machine. Ctrl-C stops.\n")


def _invite(places: list[tuple[str, str]]) -> None:
    import segno

    several = len(places) > 1
    for address, name in places:
        click.echo(f"\n  Cairn  {address}" + (f"  ({name})" if several else "") + "\n")
        segno.make(address, micro=False).terminal(compact=True)
    which = "Scan that of the network that the phones are in." if several else "Scan it with the phones at the table."
    click.echo(f"  {which} Ctrl-C stops.\n")


def _check_ledger() -> None:
    try:
        ledger().serve()
    except InUse as wrong:
        raise click.ClickException(f"DATABASE_URL: {wrong}.") from None


def _check_port(port: int) -> None:
    wrong = _refusal(port)
    if wrong:
        free = next((other for other in range(max(port + 1, USUAL), 65536) if not _refusal(other)), USUAL)
        why = "is taken by another program" if wrong.errno == errno.EADDRINUSE else "is not for this account to open"
        raise click.ClickException(f"Port {port} {why}. This one is free: make PORT={free}")


def _refusal(port: int) -> OSError | None:
    """Why nothing can be served at this port; None when it is free."""
    with socket.socket() as door:
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            door.bind((EVERYWHERE[0], port))
        except OSError as wrong:
            return wrong
    return None


def certificate(certfile: str, keyfile: str | None) -> ssl.SSLContext:
    """The certificate that https is served with; a ClickException says what is wrong with the files."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        for file in filter(None, (certfile, keyfile)):
            with open(file, "rb"):
                pass
        context.load_cert_chain(certfile, keyfile, password="")
    except ssl.SSLError:
        said = f"{certfile}: this is not a PEM certificate without a password that goes with its key."
        raise click.ClickException(said) from None
    except OSError as wrong:
        raise click.ClickException(f"{wrong.filename}: {wrong.strerror}") from None
    return context
