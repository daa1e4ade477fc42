"""The address of the database and the settings of its connections: a SQLite file, or PostgreSQL through psycopg 3."""

from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from flask import Flask
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import NullPool

from companion.config import Unusable

POSTGRES = ("postgres", "postgresql", "postgresql+psycopg")
SQLITE = ("sqlite", "sqlite+pysqlite")
FORMS = "COMPANION_DATABASE_URL must look like postgresql://name:password@host/database or sqlite:////folder/file.db."

# secure_delete overwrites deleted rows in the file.
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "foreign_keys=ON", "secure_delete=ON")
READ_ONLY = "query_only=ON"

# With these a lost PostgreSQL server is noticed soon. In seconds, but tcp_user_timeout in milliseconds.
TIMEOUTS = {
    "connect_timeout": 3,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 8000,
    "application_name": "companion",
}
# With these a process that hangs in a transaction does not lock its rows for long.
SESSION = ("statement_timeout = '10s'", "lock_timeout = '5s'", "idle_in_transaction_session_timeout = '10s'")
READ_ONLY_SESSION = ("default_transaction_isolation = 'repeatable read'", "default_transaction_read_only = on")


def address(place: Flask | URL | str) -> URL:
    """The full address of a database, or of the database of an app. The path of SQLite is absolute in it.

    Raises Unusable for what is neither PostgreSQL nor SQLite. SQLite needs a file, since two threads must see the
    same rows.
    """
    try:  # the message does not repeat the address, which can hold a password
        url = make_url(place.config["DATABASE_URL"] if isinstance(place, Flask) else place)
    except (ArgumentError, ValueError):
        raise Unusable(FORMS) from None
    if url.drivername in POSTGRES:
        if find_spec("psycopg") is None:
            raise Unusable("PostgreSQL needs one package more: pip install 'party-companion[postgres]'.")
        return url.set(drivername="postgresql+psycopg")
    if url.drivername not in SQLITE or url.query or url.database in (None, "", ":memory:"):
        raise Unusable(FORMS)
    return url.set(database=str(Path(str(url.database)).absolute()))


def is_sqlite(url: URL) -> bool:
    """Whether the database is a SQLite file."""
    return url.get_backend_name() == "sqlite"


def place_of(url: URL) -> str:
    """Where the nights are, for people: the folder, or the database and its host, without the password."""
    if is_sqlite(url):
        return str(Path(url.database or "").parent)
    return f"the PostgreSQL database {url.database} at {url.host or 'this computer'}"


def file_of(url: URL) -> Path:
    """The SQLite file at an address; makes its folder if there is none."""
    path = Path(url.database or "")
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def existing(place: URL | str) -> Path:
    """The SQLite file at an address; raises Unusable if there is none."""
    path = Path(address(place).database or "")
    if not path.is_file():
        raise Unusable(f"There are no nights in {path.parent}: no file {path.name} is there.")
    return path


def engine_for(url: URL, begin: str = "BEGIN", pragmas: tuple[str, ...] = PRAGMAS) -> Engine:
    """An engine without a pool, for a thread that keeps one connection. On SQLite, `begin` is the SQL of each begin."""
    arguments: dict[str, Any]
    if is_sqlite(url):
        file_of(url)
        arguments, settings = {"isolation_level": None}, [f"PRAGMA {each}" for each in pragmas]
    else:
        more = READ_ONLY_SESSION if READ_ONLY in pragmas else ()
        arguments, settings = timeouts(url), [f"SET SESSION {each}" for each in (*SESSION, *more)]
    # Error messages must not contain the private texts of players, so the parameters are hidden.
    engine = create_engine(url, connect_args=arguments, poolclass=NullPool, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def connected(dbapi: Any, _: object) -> None:
        with closing(dbapi.cursor()) as cursor:
            for setting in settings:
                cursor.execute(setting)
        dbapi.commit()

    if is_sqlite(url):

        @event.listens_for(engine, "begin")
        def begun(connection: Connection) -> None:
            driver: Any = connection.connection.dbapi_connection
            driver.execute(begin)

    return engine


def timeouts(url: URL) -> dict[str, Any]:
    """Options of a connection to PostgreSQL, without those that the address sets."""
    return {name: value for name, value in TIMEOUTS.items() if name not in url.query}


def single_connection(url: URL) -> Any:
    """A plain psycopg connection without transactions, for LISTEN and NOTIFY."""
    import psycopg

    arguments, more = url.get_dialect()().create_connect_args(url)
    return psycopg.connect(*arguments, autocommit=True, **{**more, **timeouts(url)})
