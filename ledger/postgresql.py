"""PostgreSQL: its engine, and how long anything may take there. Only whoever uses it loads the driver."""

from typing import Any, cast

import psycopg
import sqlalchemy as sa
from psycopg.abc import PQGen
from psycopg.pq import TransactionStatus

SERVER_LIMITS = (
    "SET statement_timeout = '15s'; SET lock_timeout = '10s'; SET idle_in_transaction_session_timeout = '2min'"
)
NETWORK_LIMITS: dict[str, Any] = {"connect_timeout": 5, "keepalives_idle": 10, "tcp_user_timeout": 15_000}  # s, s, ms


class Connection(psycopg.Connection[Any]):
    """A connection that ends when the server has been silent for `limit` seconds, longer than a statement may take.

    A server that is stopped, while its machine still accepts what is sent there, keeps no limit of its own, and TCP
    notices nothing.
    """

    limit: float | None = 20.0

    def wait(self, gen: PQGen[Any], interval: float = 0.1, timeout: float | None = None) -> Any:
        try:
            return super().wait(gen, interval, self.limit if timeout is None else timeout)
        except psycopg.OperationalError as wrong:
            if timeout is not None or self.info.transaction_status != TransactionStatus.ACTIVE:
                raise
            self.close()
            raise psycopg.OperationalError("the database does not answer") from wrong


def engine_of(place: sa.URL) -> sa.Engine:
    """An engine on which no request waits without end, and only as many wait as there are connections."""
    engine = sa.create_engine(
        place.set(drivername="postgresql+psycopg"),
        pool_size=12,
        max_overflow=0,
        pool_timeout=5,
        pool_pre_ping=True,
        pool_reset_on_return=None,
        hide_parameters=True,
    )
    sa.event.listen(engine, "do_connect", _connect)
    sa.event.listen(engine, "connect", _set_limits)
    sa.event.listen(engine, "reset", _roll_back)
    return engine


def listener(place: sa.URL) -> Connection:
    """A connection outside the engine's pool; each of its statements is a transaction."""
    url = place.set(drivername="postgresql").render_as_string(hide_password=False)
    return Connection.connect(url, autocommit=True, **NETWORK_LIMITS)


def lift_limits(connection: sa.Connection) -> None:
    """Let the statements of a transaction take as long as they need; the connection returns to no pool."""
    cast("Connection", connection.connection.driver_connection).limit = None
    connection.detach()
    connection.exec_driver_sql("SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0")


def _connect(_dialect: object, _record: object, given: Any, named: Any) -> Connection:
    return Connection.connect(*given, **(NETWORK_LIMITS | named))


def _set_limits(connection: Connection, _: object) -> None:
    connection.execute(SERVER_LIMITS)
    connection.commit()


def _roll_back(connection: Connection, *_: object) -> None:
    """Roll back what returns to the pool. One that broke is closed, and opened again by the next who takes it; the pool
    itself would write a traceback to the log.
    """
    try:
        connection.rollback()
    except psycopg.OperationalError:
        connection.close()
