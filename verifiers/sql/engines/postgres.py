"""PostgreSQL as a connector: each database of a task is a schema on a server that the user names.

The server's URL, of an administrator, is in the environment variable ``RLVR_POSTGRES``; it is never in a payload. On
the first query a database and a role are made there, both named ``rlvr_…``, and dropped when the process ends (or by
the next process, if this one was killed). The role may log in, use the schemas and read their tables, and nothing else:
that is the fence, since a query can call ``set_config``. In addition each query has a read-only transaction, is
declared as a cursor (so that it can be nothing but one query), and has a time limit on the server, a limit of temporary
files, and a limit on the memory of the client, which is a child process. Where the administrator is a superuser,
functions that wait, guess, lock, look at the server or fill its memory in one step are withdrawn in that database.

What is not limited is the server's own memory: give it a server that may be restarted.
"""

from __future__ import annotations

import atexit
import json
import os
import secrets
import threading
from collections import Counter, OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from importlib.util import find_spec
from typing import Any

from ..runner import Limits, Result, check_read
from . import child, ddl
from .child import EngineError

Json = Any

VARIABLE = "RLVR_POSTGRES"
_KEPT = 256
"""Schemas that are kept for the next answers to the same tasks."""
_LOCK_NUMBER = 0x726C7672  # "rlvr"
_WITHDRAWN = (
    "repeat|lpad|rpad|random|random_normal|setseed|gen_random_uuid|clock_timestamp|statement_timestamp|timeofday|"
    "now|transaction_timestamp|pg_postmaster_start_time|"
    "set_config|pg_sleep.*|lo_.*|loread|lowrite|pg_advisory_.*|pg_try_advisory_.*|pg_notify|pg_export_snapshot|"
    "pg_terminate_backend|pg_cancel_backend|pg_ls_.*|pg_read_.*|pg_stat_file|pg_logical_.*|pg_create_.*|"
    "query_to_xml.*|table_to_xml.*|schema_to_xml.*|database_to_xml.*|cursor_to_xml.*|currtid2?|nextval|setval|"
    "pg_stat_get_activity|pg_log_backend_memory_contexts|pg_current_.*|txid_.*"
)

_servers: dict[tuple[int, str], Server] = {}
_lock = threading.Lock()


class Server:
    """A database and a role of our own on a user's server.

    Args:
        url: of an administrator who may make databases and roles.

    Raises:
        ImportError: the client is not installed; the message says how to install it.
        EngineError: the server cannot be reached, or does not let us make what is needed.
    """

    def __init__(self, url: str) -> None:
        if find_spec("psycopg") is None:
            raise ImportError('psycopg is not installed; install it: pip install "rlvr-gym[sql]"')
        import psycopg

        self._api: Any = psycopg
        self._lock = threading.RLock()
        self._schemas: OrderedDict[bytes, str] = OrderedDict()
        self._used: Counter[str] = Counter()
        self._url = url
        self.name = f"rlvr_{secrets.token_hex(6)}"
        try:
            self._admin = self._make()
        except psycopg.Error as error:
            raise EngineError(f"the PostgreSQL server cannot be used: {_first_line(error)}") from error

    def _make(self) -> Any:
        """Make database and role; gives the administrator's connection to the new database."""
        connect, conninfo = self._api.connect, self._api.conninfo.make_conninfo
        password = secrets.token_urlsafe(24)
        with connect(self._url, autocommit=True, connect_timeout=10) as first:
            # One process at a time: what has no connection is a leftover, not somebody's new one.
            first.execute(f"SELECT pg_advisory_lock({_LOCK_NUMBER})")
            _remove_leftovers(first)
            first.execute(
                f"CREATE ROLE {self.name} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOINHERIT PASSWORD '{password}'"
            )
            # Who may end a session must be a member of its role; a database that is in use is not dropped.
            first.execute(f"GRANT {self.name} TO CURRENT_USER")
            # One order and one case of letters on all servers, and those of SQLite.
            libc = "LOCALE_PROVIDER libc" if first.info.server_version >= 150000 else ""
            plain = f"TEMPLATE template0 ENCODING 'UTF8' {libc} LC_COLLATE 'C' LC_CTYPE 'C'"
            first.execute(f"CREATE DATABASE {self.name} {plain}")
            admin = connect(conninfo(self._url, dbname=self.name), autocommit=True, prepare_threshold=None)
        for statement in (
            f"REVOKE ALL ON DATABASE {self.name} FROM PUBLIC",
            f"GRANT CONNECT ON DATABASE {self.name} TO {self.name}",
            "REVOKE ALL ON SCHEMA public FROM PUBLIC",
            f"ALTER ROLE {self.name} SET default_transaction_read_only = on",
            f"ALTER ROLE {self.name} SET max_parallel_workers_per_gather = 0",
            f"ALTER ROLE {self.name} SET jit = off",
        ):
            admin.execute(statement)
        (superuser,) = admin.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user").fetchone()
        if superuser:
            admin.execute(f"ALTER ROLE {self.name} SET temp_file_limit = '64MB'")
            self._withdraw(admin)
        self._reader = conninfo(self._url, dbname=self.name, user=self.name, password=password)
        return admin

    @staticmethod
    def _withdraw(admin: Any) -> None:
        found = admin.execute(
            "SELECT CASE prokind WHEN 'p' THEN 'PROCEDURE' ELSE 'FUNCTION' END, oid::regprocedure::text FROM pg_proc "
            f"WHERE pronamespace = 'pg_catalog'::regnamespace AND proname ~ '^({_WITHDRAWN})$'"
        ).fetchall()
        admin.execute(
            "; ".join(f"REVOKE EXECUTE ON {kind} {signature} FROM PUBLIC" for kind, signature in found)
        )
        admin.execute("REVOKE SELECT ON pg_stat_activity, pg_settings FROM PUBLIC")

    @contextmanager
    def schema(self, statements: Sequence[str]) -> Iterator[str]:
        """The name of a schema that has been made by some statements, now or before; it stays while it is used.

        Raises:
            ValueError: the statements are not valid.
        """
        name = self._schema(statements)
        try:
            yield name
        finally:
            with self._lock:
                self._used[name] -= 1

    def _schema(self, statements: Sequence[str]) -> str:
        key = blake2b(json.dumps(statements).encode(), digest_size=16).digest()
        with self._lock:
            if key in self._schemas:
                self._schemas.move_to_end(key)
                self._used[self._schemas[key]] += 1
                return self._schemas[key]
            name = f"s{secrets.token_hex(8)}"
            self.build(name, statements)
            self._schemas[key] = name
            self._used[name] += 1
            spare = len(self._schemas) - _KEPT
            for old, unused in [(k, n) for k, n in self._schemas.items() if not self._used[n]][: max(spare, 0)]:
                del self._schemas[old], self._used[unused]
                self._admin.execute(f"DROP SCHEMA IF EXISTS {unused} CASCADE")
            return name

    def build(self, name: str, statements: Sequence[str]) -> None:
        """Make a schema by statements that run with it as their search path, for the role to read.

        Raises:
            ValueError: the statements are not valid; nothing is made.
        """
        try:
            with self._lock, self._admin.transaction():
                self._admin.execute(f"CREATE SCHEMA {name}")
                self._admin.execute(f"SET LOCAL search_path = {name}")
                for statement in statements:
                    self._admin.execute(statement)
                self._admin.execute(f"GRANT USAGE ON SCHEMA {name} TO {self.name}")
                self._admin.execute(f"GRANT SELECT ON ALL TABLES IN SCHEMA {name} TO {self.name}")
        except self._api.OperationalError as error:
            raise EngineError(f"the PostgreSQL server failed: {_first_line(error)}") from error
        except self._api.Error as error:
            raise ValueError(f"the databases of a task cannot be built: {_first_line(error)}") from error

    def run(self, schema: str, text: str, limits: Limits) -> Result:
        """The result of a query on a schema.

        Raises:
            QueryError: it gives none.
            EngineError: the server failed.
        """
        check_read(text, limits)
        return child.ask("postgres", {"url": self._reader, "path": schema, "sql": text}, limits)

    @property
    def lost(self) -> bool:
        """Whether the connection is no more: what was made there is removed by whoever comes next."""
        return bool(self._admin.closed)

    def admin(self) -> Any:
        """The administrator's connection to our own database, for those who make databases of tasks."""
        return self._admin

    def close(self) -> None:
        """Drop what was made. Errors are ignored: the next process removes leftovers."""
        child.close_all("postgres")
        try:
            self._admin.close()
            with self._api.connect(self._url, autocommit=True, connect_timeout=10) as last:
                _drop(last, self.name)
        except self._api.Error:
            return


def runner(sql: Mapping[str, Json]) -> child.Run:
    """What runs queries on the databases of ``payload["sql"]``; see `rlvr.verifiers.sql.engines.runner`."""
    there = server()
    schema, tables, databases = sql["schema"], sql["tables"], sql["databases"]

    def run(number: int, text: str, limits: Limits) -> Result:
        try:
            with there.schema(ddl.statements(schema, tables, databases[number])) as name:
                return there.run(name, text, limits)
        except ValueError as error:
            raise EngineError(str(error)) from error

    return run


def server(url: str | None = None) -> Server:
    """The server of a URL, or of the environment variable; one for all threads of this process.

    Raises:
        EngineError: there is no URL, or the server cannot be used.
        ImportError: the client is not installed.
    """
    url = url or os.environ.get(VARIABLE)
    if not url:
        raise EngineError(
            f"set {VARIABLE} to the URL of a PostgreSQL server on which databases and roles may be made, such as "
            "postgresql://postgres:secret@127.0.0.1/postgres"
        )
    key = (os.getpid(), url)
    with _lock:
        if key in _servers and _servers[key].lost:
            _servers.pop(key).close()
        if key not in _servers:
            _servers[key] = Server(url)
        return _servers[key]


@atexit.register
def close_all() -> None:
    """Drop what this process made on all servers."""
    with _lock:
        for owner, url in list(_servers):
            if owner == os.getpid():
                _servers.pop((owner, url)).close()


def _remove_leftovers(admin: Any) -> None:
    found = admin.execute(
        "SELECT datname FROM pg_database WHERE datname ~ '^rlvr_[0-9a-f]{12}$' AND NOT EXISTS "
        "(SELECT 1 FROM pg_stat_activity AS a WHERE a.datname = pg_database.datname) "
        "AND pg_has_role(datdba, 'MEMBER')"
    ).fetchall()
    for (name,) in found:
        _drop(admin, name)


def _drop(admin: Any, name: str) -> None:
    admin.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
    admin.execute(f"DROP ROLE IF EXISTS {name}")


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:200]


__all__ = ["VARIABLE", "Server", "close_all", "runner", "server"]
