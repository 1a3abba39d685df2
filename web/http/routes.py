"""All routes, and the limits of those that are limited."""

from flask import Flask

from web.count.at_table import count
from web.count.now import count_now
from web.count.photo import photo
from web.group.data import data
from web.group.games import games
from web.group.group import group
from web.group.layouts import layouts
from web.group.library import library
from web.group.statistics import statistics
from web.help import install, rules
from web.http.limits import limit_guesses, limit_writes
from web.print.page import printing
from web.print.record import records
from web.server.monitoring import monitoring
from web.server.streams import streams
from web.table.correction import correction
from web.table.host import host
from web.table.lobby import lobby
from web.table.page import table
from web.table.result import rematch, result
from web.table.review import review

# What may be asked for by the code of a table, a group or an item: guesses at it are limited.
BY_CODE = (
    lobby,
    host,
    table,
    count,
    count_now,
    photo,
    streams,
    library,
    layouts,
    printing,
    records,
    games,
    correction,
    result,
    rematch,
    review,
    statistics,
    group,
    data,
)


def register_routes(app: Flask) -> None:
    for blueprint in (*BY_CODE, monitoring, install, rules):
        app.register_blueprint(blueprint)
    limit_guesses(app, *BY_CODE)
    limit_writes(lobby, host, count_now, photo, rematch, library, layouts, group, data)
