"""A PostgreSQL server for the tests that need one: started when the first of them runs, stopped at the end.

The helpers of this folder are made importable as well: pytest's import mode does not.
"""

from __future__ import annotations

import os
import random
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))


def _binaries() -> Path | None:
    """The folder of the server's programs, which Debian keeps off the path."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return folders[-1].parent if folders else None


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """The URL of a superuser of a server on a free port of 127.0.0.1, with nothing in it."""
    binaries = _binaries()
    if binaries is None:
        pytest.skip("there is no PostgreSQL server here; install it: sudo apt-get install postgresql")
    folder = Path(tempfile.mkdtemp(prefix="rlvr-postgres-"))
    as_user: list[str] = []
    if os.geteuid() == 0:  # the server refuses to run as root
        shutil.chown(folder, "postgres")
        as_user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]

    def works(*command: str) -> bool:
        # Its log goes to a file: a pipe would stay open as long as the server runs.
        done = subprocess.run([*as_user, *command], cwd=folder, stdout=subprocess.DEVNULL, check=False)
        return done.returncode == 0

    def run(*command: str) -> None:
        assert works(*command), f"{command[0]} failed: {log.read_text() if log.exists() else ''}"

    log, data = folder / "log", folder / "data"
    locale = ("--encoding=UTF8", "--locale=C", "--username=postgres", "--auth=trust")
    run(f"{binaries}/initdb", "--pgdata", str(data), "--no-sync", *locale)
    settings = {
        "listen_addresses": "127.0.0.1",
        "fsync": "off",
        "full_page_writes": "off",
        "max_connections": "30",
    }
    options = f"-k {folder} " + " ".join(f"-c {name}={value}" for name, value in settings.items())
    control = (f"{binaries}/pg_ctl", "--pgdata", str(data), "--log", str(log), "--wait", "--timeout", "300")
    port = _free_port()
    if not works(*control, "--options", f"-p {port} {options}", "start"):
        port = _free_port()  # somebody else may have taken the first one meanwhile
        run(*control, "--options", f"-p {port} {options}", "start")
    try:
        yield f"postgresql://postgres@127.0.0.1:{port}/postgres"
    finally:
        run(f"{binaries}/pg_ctl", "--pgdata", str(data), "--mode", "immediate", "stop")
        shutil.rmtree(folder)


SHOP = """
CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT COLLATE NOCASE, joined DATE);
CREATE TABLE "Order Lines" (
  order_id INTEGER NOT NULL REFERENCES orders,
  product TEXT NOT NULL REFERENCES products (code),
  quantity INTEGER NOT NULL CHECK (quantity > 0),
  PRIMARY KEY (order_id, product)
);
CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers (id), placed TEXT, status TEXT);
CREATE TABLE products (code TEXT PRIMARY KEY, title TEXT UNIQUE, price REAL NOT NULL, photo BLOB);
CREATE TABLE computed (a INTEGER, b INTEGER GENERATED ALWAYS AS (a * 2));
CREATE VIEW large AS SELECT * FROM "Order Lines" WHERE quantity > 5;
"""


@pytest.fixture(scope="session")
def fill() -> Callable[..., Path]:
    """A function that makes an SQLite file with some rows of a shop in each table."""
    return _fill


def _fill(path: Path, rows: int = 30) -> Path:
    rng = random.Random(3)
    with closing(sqlite3.connect(path)) as made:
        made.executescript(SHOP)
        for number in range(1, rows + 1):
            city = rng.choice(("Oslo", "oslo", "Bergen", None))
            joined = f"20{rng.randint(15, 22)}-0{rng.randint(1, 9)}-1{rng.randint(0, 9)}"
            made.execute(
                "INSERT INTO customers VALUES (?, ?, ?, ?)", (number, f"Name {number % 20}", city, joined)
            )
            made.execute(
                "INSERT INTO products VALUES (?, ?, ?, ?)", (f"P{number}", f"Thing {number}", number / 3, None)
            )
            placed = f"202{rng.randint(1, 4)}-0{rng.randint(1, 9)}-11"
            customer = rng.choice((None, *range(1, rows)))
            made.execute(
                "INSERT INTO orders VALUES (?, ?, ?, ?)", (number, customer, placed, rng.choice("xyz"))
            )
            made.execute(
                'INSERT INTO "Order Lines" VALUES (?, ?, ?)', (number, f"P{number}", rng.randint(1, 9))
            )
        made.commit()
    return path
