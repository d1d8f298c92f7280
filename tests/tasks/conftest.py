"""A PostgreSQL server for the tests that need one: started when the first of them runs, stopped at the end.

The helpers of this folder are made importable as well: pytest's import mode does not.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
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

    def run(*command: str) -> None:
        # Its log goes to a file: a pipe would stay open as long as the server runs.
        done = subprocess.run([*as_user, *command], cwd=folder, stdout=subprocess.DEVNULL, check=False)
        assert done.returncode == 0, f"{command[0]} failed: {log.read_text() if log.exists() else ''}"

    log, data = folder / "log", folder / "data"
    locale = ("--encoding=UTF8", "--locale=C", "--username=postgres", "--auth=trust")
    run(f"{binaries}/initdb", "--pgdata", str(data), "--no-sync", *locale)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings = {
        "listen_addresses": "127.0.0.1",
        "fsync": "off",
        "full_page_writes": "off",
        "max_connections": "30",
    }
    options = f"-p {port} -k {folder} " + " ".join(f"-c {name}={value}" for name, value in settings.items())
    run(f"{binaries}/pg_ctl", "--pgdata", str(data), "--log", str(log), "--wait", "--options", options, "start")
    try:
        yield f"postgresql://postgres@127.0.0.1:{port}/postgres"
    finally:
        run(f"{binaries}/pg_ctl", "--pgdata", str(data), "--mode", "immediate", "stop")
        shutil.rmtree(folder)
