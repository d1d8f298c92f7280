"""The child in which other engines than SQLite are used: a file of its own that imports nothing of ours.

It gives up what it does not need (memory, files to write, the environment), then answers requests, one line of JSON
each: ``{"engine": "duckdb", "build": [...], "sql": ..., "rows": ..., "chars": ..., "seconds": ...}``, or, with
``"engine": "postgres"``, ``"url"`` and ``"path"`` (the schema to search) in place of ``build``. It answers ``{"at":
"query"}`` when its own part is done and the query begins: what kills it before that is the machinery's fault, what
kills it afterwards is the query's. Then ``{"columns": [...], "rows": [...]}`` or ``{"error": kind, "text": ...}``.

DuckDB says of itself that only the operating system can hold untrusted SQL: one scalar function may take gigabytes
and cannot be interrupted. So the limits of this process are the fence, and its settings are a second one.
"""

import datetime
import decimal
import json
import math
import os
import re
import resource
import sys
from typing import Any

MEMORY = 1 << 30
"""Bytes of address space above what is taken before the first query."""
SETTINGS = {
    "threads": 1,
    "memory_limit": "256MB",
    "max_temp_directory_size": "0B",
    "enable_external_access": "false",
    "autoload_known_extensions": "false",
    "autoinstall_known_extensions": "false",
    "allow_community_extensions": "false",
    "allow_unsigned_extensions": "false",
    "python_enable_replacements": "false",
    "python_scan_all_frames": "false",
}
CLOCK = frozenset(
    (
        "now today current_date current_time current_timestamp current_localtime current_localtimestamp localtime "
        "localtimestamp get_current_time get_current_timestamp transaction_timestamp txid_current "
        "pg_postmaster_start_time current_setting getvariable"
    ).split()
)
"""What DuckDB calls consistent within a query, and is another thing in the next one."""
_BARE = re.compile(
    r"(?<![\w.$])(?:current_date|current_time|current_timestamp|localtime|localtimestamp)(?![\w$])",
    re.IGNORECASE,
)
"""What PostgreSQL lets everybody ask: it is no function that could be withdrawn."""
_QUOTED = re.compile(r"""'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|/\*.*?\*/""", re.DOTALL)
LINE = 8 << 20
BUILD_S = 60.0
"""Seconds of processor time for what comes before the query."""


class Refused(Exception):
    """A query gives no result; the first argument is the kind of error, the second a text for its author."""


def plain(value: Any) -> Any:
    """A value of a result as JSON: numbers, texts, None; dates and all else as their usual text."""
    if value is None or isinstance(value, (str, int)):
        return int(value) if isinstance(value, bool) else value
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, decimal.Decimal):
        if not value.is_finite():
            return str(value)
        return int(value) if value == value.to_integral_value() else float(value)
    if isinstance(value, datetime.datetime):
        return value.isoformat(sep=" ")
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(value).hex()
    return str(value)


class Duck:
    """DuckDB: a fresh database in memory for each query."""

    def __init__(self) -> None:
        import duckdb

        self.api: Any = duckdb
        self.changing: frozenset[str] | None = None

    def answer(self, request: dict[str, Any], begin: Any) -> tuple[list[str], list[list[Any]]]:
        """Build the database, run the query, read its result."""
        link = self.api.connect(":memory:", config=SETTINGS)
        try:
            for statement in request["build"]:
                link.execute(statement)
            link.execute("SET lock_configuration = true")
            begin()
            try:
                found = link.extract_statements(request["sql"])
                if len(found) != 1:
                    raise Refused("not_a_read", "Only one statement is allowed.")
                if found[0].type != self.api.StatementType.SELECT:
                    raise Refused(
                        "not_a_read", "Only one statement that reads (SELECT, WITH, VALUES) is allowed."
                    )
                if self._changes(link, request["sql"]):
                    raise Refused("not_a_read", "Not allowed: what is random, or reads the clock.")
                cursor = link.execute(found[0])
                return _read(request, [part[0] for part in cursor.description], cursor)
            except (self.api.OutOfMemoryException, MemoryError) as error:
                raise Refused("too_much", "The query needs too much memory.") from error
            except (self.api.Error, RuntimeError, ValueError, OverflowError) as error:
                kind = "not_a_read" if isinstance(error, self.api.PermissionException) else "failed"
                raise Refused(kind, f"DuckDB: {error!s:.200}") from error
        finally:
            link.close()

    def _changes(self, link: Any, sql: str) -> bool:
        """Whether a query can give another result each time, by the tree that DuckDB makes of it."""
        if self.changing is None:
            volatile = link.execute("SELECT function_name FROM duckdb_functions() WHERE stability = 'VOLATILE'")
            self.changing = CLOCK.union(name for (name,) in volatile.fetchall())
        (text,) = link.execute("SELECT json_serialize_sql(?)", [sql]).fetchone()
        tree = json.loads(text)
        if tree["error"]:  # such as PIVOT, which has no tree: then by its words
            words = set(re.findall(r"[a-z_]\w*", sql.lower()))
            return not words.isdisjoint({*self.changing, "sample", "tablesample"})
        return _names(tree, self.changing, CLOCK.difference(self._columns(link)))

    @staticmethod
    def _columns(link: Any) -> list[str]:
        """The names of all columns, in small letters: somebody's column may be called ``localtime``."""
        return [name for (name,) in link.execute("SELECT lower(column_name) FROM duckdb_columns()").fetchall()]


def _names(tree: Any, changing: frozenset[str], bare: frozenset[str]) -> bool:
    """Whether a tree has a function of these names, one that needs no brackets, or a sample of rows."""
    waiting = [tree]
    for node in waiting:  # it grows while it is gone through
        if isinstance(node, list):
            waiting += node
        elif isinstance(node, dict):
            name = str(node.get("function_name", "")).lower()
            parts: list[Any] = node.get("column_names") or []
            if name in changing or node.get("sample") is not None:
                return True
            if name == "age" and len(node["arguments"]) == 1:  # until today
                return True
            if len(parts) == 1 and str(parts[0]).lower() in bare:
                return True
            waiting += node.values()
    return False


class Postgres:
    """PostgreSQL: one connection, in which each query has a read-only transaction of its own."""

    def __init__(self) -> None:
        import psycopg

        self.api: Any = psycopg
        self.url = ""
        self.link: Any = None

    def answer(self, request: dict[str, Any], begin: Any) -> tuple[list[str], list[list[Any]]]:
        """Run the query through a cursor, which takes nothing but a query, and read its result."""
        self._connect(request["url"])
        link = self.link
        milliseconds = max(int(request["seconds"] * 1000), 1)
        link.execute("BEGIN READ ONLY")
        link.execute(f"SET LOCAL search_path = {request['path']}")
        link.execute(f"SET LOCAL statement_timeout = {milliseconds}")
        begin()
        try:
            if _BARE.search(_QUOTED.sub(" ", request["sql"])):
                raise Refused("not_a_read", "Not allowed: what reads the clock.")
            # The extended protocol takes one statement only; it is not kept.
            text = "DECLARE answer NO SCROLL CURSOR FOR\n" + request["sql"]
            done = link.pgconn.exec_params(text.encode(), None)
            if done.status != self.api.pq.ExecStatus.COMMAND_OK:
                raise self.api.errors.error_from_result(done)
            cursor = link.execute(f"FETCH FORWARD {int(request['rows']) + 1} FROM answer")
            columns = [part[0] for part in cursor.description or ()]
            return _read(request, columns, cursor)
        except self.api.errors.QueryCanceled as error:
            raise Refused("too_much", "The query takes too long.") from error
        except MemoryError as error:
            raise Refused("too_much", "The result needs too much memory.") from error
        except (self.api.Error, ValueError, OverflowError) as error:
            if link.closed:
                raise
            raise Refused(_kind(error), f"PostgreSQL: {error!s:.200}") from error
        finally:
            if not link.closed:
                link.execute("ROLLBACK")
                link.execute("DISCARD ALL")

    def _connect(self, url: str) -> None:
        if self.link is None or self.link.closed or self.url != url:
            # DISCARD ALL forgets prepared statements, so none are made.
            self.link = self.api.connect(url, autocommit=True, prepare_threshold=None, connect_timeout=10)
            self.url = url


def _kind(error: Any) -> str:
    """The kind of an error of PostgreSQL, by its code."""
    code = getattr(error, "sqlstate", None) or ""
    if code[:2] in ("53", "54"):  # resources, limits
        return "too_much"
    # No right; a transaction that reads; WITH that writes; several statements, or a result that is stored.
    refused = (
        code in ("42501", "25006", "0A000") or "multiple commands" in str(error) or "... INTO" in str(error)
    )
    return "not_a_read" if refused else "failed"


def _read(request: dict[str, Any], columns: list[str], cursor: Any) -> tuple[list[str], list[list[Any]]]:
    """All rows of a result, up to the limits of the request."""
    rows: list[list[Any]] = []
    chars = 0
    while (row := cursor.fetchone()) is not None:
        if len(rows) >= request["rows"]:
            raise Refused("rows", f"The result has more than {request['rows']} rows.")
        rows.append([plain(value) for value in row])
        chars += sum(len(value) for value in rows[-1] if isinstance(value, str))
        if chars > request["chars"]:
            raise Refused("too_much", f"The result has more than {request['chars']} characters.")
    return columns, rows


def main() -> None:
    """Answer requests until there are no more."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever else prints, prints elsewhere

    def say(message: dict[str, Any]) -> None:
        out.write(json.dumps(message) + "\n")
        out.flush()

    try:
        engine: Any = {"duckdb": Duck, "postgres": Postgres}[sys.argv[1]]()
        confine()
    except (ImportError, OSError, ValueError) as error:
        say({"error": "machine", "text": str(error)})
        return
    say({"at": "ready"})
    while line := sys.stdin.readline(LINE):
        request = json.loads(line)
        allow(BUILD_S)

        def begin(seconds: float = request["seconds"]) -> None:
            allow(seconds)  # from here on: what came before is not the query's
            say({"at": "query"})

        try:
            columns, rows = engine.answer(request, begin)
            reply: dict[str, Any] = {"columns": columns, "rows": rows}
        except Refused as refused:
            reply = {"error": refused.args[0], "text": refused.args[1]}
        except Exception as error:
            reply = {"error": "machine", "text": f"{type(error).__name__}: {error!s:.300}"}
        say(reply)
        if taken() > MEMORY // 2:
            return  # what a query left behind is not the next one's burden


def confine() -> None:
    """Limit memory to what is taken now and some more, and let no file be written."""
    with open("/proc/self/statm", encoding="ascii") as file:
        used = int(file.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, used + MEMORY))
    for kind in (resource.RLIMIT_FSIZE, resource.RLIMIT_CORE):
        resource.setrlimit(kind, (0, 0))
    resource.setrlimit(resource.RLIMIT_NOFILE, (32, 32))


def allow(seconds: float) -> None:
    """Limit processor time to what is used now and some more; the system kills what goes on."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    limit = math.ceil(used.ru_utime + used.ru_stime + seconds + 0.5)
    resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.getrlimit(resource.RLIMIT_CPU)[1]))


def taken() -> int:
    """Bytes of memory in use."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


if __name__ == "__main__":
    main()
