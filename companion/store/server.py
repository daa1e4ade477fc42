"""PostgreSQL as the database: how a connection to it behaves, and what only one process may do at a time."""

from __future__ import annotations

from typing import Any

from sqlalchemy import URL, Connection, Engine, event, func, select

# Seconds, and milliseconds for what is called timeout: a server that is away is noticed in the time that a thumb waits.
PATIENCE = {
    "connect_timeout": 3,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 8000,
    "application_name": "companion",
}
# A process that hangs in the middle of a transaction must not hold its rows for long.
SESSION = ("statement_timeout = '10s'", "lock_timeout = '5s'", "idle_in_transaction_session_timeout = '10s'")
READING = ("default_transaction_isolation = 'repeatable read'", "default_transaction_read_only = on")
UPGRADE = 0x59414B01  # a number of our own among the advisory locks of a database


def patience(url: URL) -> dict[str, Any]:
    """How a connection is made, unless the address itself says otherwise."""
    return {name: value for name, value in PATIENCE.items() if name not in url.query}


def prepare(engine: Engine, reads: bool) -> None:
    """Sets every new connection; one that `reads` sees one moment of the database in each transaction."""

    @event.listens_for(engine, "connect")
    def connected(dbapi: Any, _: object) -> None:
        with dbapi.cursor() as cursor:
            for setting in (*SESSION, *(READING if reads else ())):
                cursor.execute(f"SET SESSION {setting}")
        dbapi.commit()


def wait_for_turn(connection: Connection) -> None:
    """Of several processes that start together one upgrades; the others wait until its connection ends."""
    if connection.dialect.name != "sqlite":
        connection.exec_driver_sql("SET statement_timeout = 0")
        connection.exec_driver_sql("SET lock_timeout = 0")
        connection.scalar(select(func.pg_advisory_lock(UPGRADE)))
        connection.commit()
