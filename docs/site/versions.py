"""Put built pages beside those of other versions: ``python docs/site/versions.py build/site/html HOST``.

HOST is the folder that a web host serves: ``HOST/0.1.0/``, ``HOST/0.2.0/``, …, ``versions.json`` with their names, the
newest first, and an ``index.html`` that leads to the newest. Pages of the same version are replaced. Each page then
offers the other versions (`static/versions.js`).
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
from pathlib import Path

import rlvr

_LEADS = (
    '<!doctype html><meta charset="utf-8"><title>rlvr</title>'
    '<meta http-equiv="refresh" content="0; url={}/index.html">\n'
)
_NUMBERED = re.compile(r"\d+(\.\d+)*([.-]?\w+)?")


def _order(name: str) -> tuple[tuple[int, ...], bool, str]:
    """Versions in their order; one with letters behind its numbers comes before the one without."""
    numbers = re.match(r"[\d.]*", name)
    found = tuple(int(part) for part in numbers[0].split(".") if part) if numbers else ()
    return found, name.replace(".", "").isdigit(), name


def put(pages: Path, host: Path, version: str = rlvr.__version__) -> list[str]:
    """Put `pages` into the host's folder as a version; returns all versions, the newest first.

    Raises:
        ValueError: if there are no pages, or the version is no name such as 0.1.0.
    """
    if not (pages / "index.html").is_file():
        raise ValueError(f"{pages} has no index.html: build the pages first, with `make site`")
    if not _NUMBERED.fullmatch(version):
        raise ValueError(f"a version is written as 0.1.0 or 0.2.0rc1, not {version!r}")
    host.mkdir(parents=True, exist_ok=True)
    made = host / f".{version}"  # copied first and renamed then, so that a broken copy is never served
    shutil.rmtree(made, ignore_errors=True)
    shutil.copytree(pages, made)
    shutil.rmtree(host / version, ignore_errors=True)
    made.rename(host / version)
    there = [
        path.name
        for path in host.iterdir()
        if _NUMBERED.fullmatch(path.name) and (path / "index.html").is_file()
    ]
    there.sort(key=_order, reverse=True)
    (host / "versions.json").write_text(json.dumps(there) + "\n")
    (host / "index.html").write_text(_LEADS.format(there[0]))
    return there


def main() -> None:
    """Read the command line, and do it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", type=Path, help="what `make site` built")
    parser.add_argument("host", type=Path, help="folder that is served")
    parser.add_argument("--version", default=rlvr.__version__)
    given = parser.parse_args()
    try:
        print("\n".join(put(given.pages, given.host, given.version)))
    except ValueError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
