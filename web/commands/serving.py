"""`flask serve`: Cairn's own server; `flask announce`: check that it can be served, and print where phones find it."""

import asyncio
import ctypes
import errno
import logging
import os
import resource
import signal
import socket
import ssl
import sys
from contextlib import suppress
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import wait
from multiprocessing.context import ForkProcess
from threading import Timer

import click
from flask import Flask, current_app
from flask.cli import with_appcontext

from ledger import InUse
from web import VERSION
from web.http.address import EVERYWHERE, network
from web.http.limits import CannotServe
from web.table.access import ledger

log = logging.getLogger("cairn")
USUAL = 8000
TIME_SLICE = 0.001  # seconds that a thread calculates before the loop, which all answers go through, has its turn
TOO_LONG = 1.0  # seconds after which a server that stops waits no longer for its threads
LARGE = 1024 * 1024  # bytes
M_MMAP_THRESHOLD = -3  # as malloc.h calls it
STOPS = (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT)


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
        click.echo(f"\n  Cairn {VERSION}  {scheme}://127.0.0.1:{port}\n")
        click.echo("  No network was found: phones cannot reach this machine. Ctrl-C stops.\n")


def _invite(places: list[tuple[str, str]]) -> None:
    import segno

    several = len(places) > 1
    for address, name in places:
        click.echo(f"\n  Cairn {VERSION}  {address}" + (f"  ({name})" if several else "") + "\n")
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


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="0.0.0.0 for every network.")
@click.option("--port", type=click.IntRange(0, 65535), default=USUAL, show_default=True)
@click.option("--processes", type=click.IntRange(1), default=1, show_default=True, help="Several on PostgreSQL only.")
@click.option("--certfile", help="The certificate to serve https with.")
@click.option("--keyfile", help="Its key, unless it is in the same file.")
@with_appcontext
def serve(host: str, port: int, processes: int, certfile: str | None, keyfile: str | None) -> None:
    """Serve Cairn until Ctrl-C."""
    tls = certificate(certfile, keyfile) if certfile else None
    if processes > 1 and current_app.config["DATABASE_URL"].startswith("sqlite"):
        click.echo("SQLite serves one process, so one is started. Several need PostgreSQL.", err=True)
        processes = 1
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
    one = partial(_serve, app, _listener(host, port), tls)
    sys.exit(_several(processes, one) if processes > 1 else one())


def _listener(host: str, port: int) -> socket.socket:
    try:
        listener = socket.create_server(
            (host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET, backlog=2_048
        )
    except OSError as wrong:
        raise click.ClickException(f"Port {port} of {host}: {str(wrong.strerror).partition(' (')[0]}.") from None
    listener.setblocking(False)
    return listener


def _several(processes: int, one: partial[None]) -> int:
    """Have so many processes serve, until one of them ends or a signal comes: then all end. Gives the worst status."""
    serving = [get_context("fork").Process(target=_alone, args=(one,)) for _ in range(processes)]
    for each in serving:
        each.start()
    for stop in STOPS:
        signal.signal(stop, lambda *_: _terminate(serving))
    wait([each.sentinel for each in serving])
    _terminate(serving)
    for each in serving:
        each.join()
    return max(abs(each.exitcode or 0) for each in serving)


def _terminate(serving: list[ForkProcess]) -> None:
    for each in serving:
        each.terminate()


def _alone(one: partial[None]) -> None:
    try:
        one()
    except click.ClickException as wrong:
        wrong.show()
        sys.exit(wrong.exit_code)


def _serve(app: Flask, listener: socket.socket, tls: ssl.SSLContext | None) -> None:
    from web.server import door  # Tornado, which only a server loads

    try:
        ledger().serve()
    except InUse as wrong:
        raise CannotServe(f"DATABASE_URL: {wrong}.") from None
    log.info("started", extra={"facts": {"version": VERSION}})
    ledger().importing.sweep()
    # What Tornado warns of is what strangers send, with their addresses.
    logging.getLogger("tornado.general").setLevel(logging.ERROR)
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # a stream is a file, and 1,024 are usual
    give_large_blocks_back()
    sys.setswitchinterval(TIME_SLICE)
    asyncio.run(door.serve(app, listener, tls))
    ledger().close()  # SQLite then leaves all of it in one file
    for each in STOPS:
        signal.signal(each, signal.SIG_IGN)  # it stops already
    in_time = Timer(TOO_LONG, os._exit, [0])
    in_time.daemon = True
    in_time.start()


def give_large_blocks_back() -> None:
    """Return the memory of a large file to the system as soon as it is freed. By default glibc keeps room for the
    largest so far in the arena of each thread that ever held one; other C libraries have no such setting.
    """
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, LARGE)
