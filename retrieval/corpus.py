"""Reading a corpus of your own: a folder of ``.txt`` and ``.md`` files, or a JSONL file with one document a line.

* **Folder**: read with its subfolders, in the order of the paths; hidden files and links do not count. The id is the
  path in the folder (a long or unprintable one is cut and gets a checksum), the title is the first heading of a
  ``.md`` file and otherwise the name of the file.
* **JSONL**: ``{"id": ..., "title": ..., "text": ...}`` a line. ``contents`` may stand for ``text``; without a title,
  a first line in quotes is taken as the title, as in the corpora of Search-R1. Other keys are ignored.

Documents come one after the other, so a large file is never in memory as text. Whatever is wrong is told with the file
and the line.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .base import Page

SUFFIXES = (".txt", ".md")
LONGEST = 16 << 20
"""Bytes of the longest document."""


def read_corpus(path: Path) -> Iterator[Page]:
    """The documents of a folder or a JSONL file; an empty corpus is an error, and so is an id that comes twice.

    Raises:
        ValueError: something is wrong; the message begins with the file, and the line where there are lines.
    """
    path = Path(path)
    if not path.exists():
        raise ValueError(f"{path}: there is no such file or folder")
    where: dict[str, str] = {}
    for place, page in _folder(path) if path.is_dir() else _jsonl(path):
        if page.id in where:
            raise ValueError(f"{place}: the id {page.id!r} is there already, in {where[page.id]}")
        where[page.id] = place
        yield page
    if not where:
        wanted = f"no {' or '.join(SUFFIXES)} file" if path.is_dir() else "no document"
        raise ValueError(f"{path}: there is {wanted} in it")


def _folder(root: Path) -> Iterator[tuple[str, Page]]:
    paths = [path for path in root.rglob("*") if path.suffix.lower() in SUFFIXES and not path.is_symlink()]
    for path in sorted(paths, key=lambda path: path.relative_to(root).as_posix()):
        name = path.relative_to(root).as_posix()
        if not path.is_file() or any(part.startswith(".") for part in name.split("/")):
            continue
        if path.stat().st_size > LONGEST:
            raise ValueError(f"{path}: larger than {LONGEST >> 20} MiB")
        text = _decoded(path.read_bytes(), str(path))
        yield str(path), Page(_id(name), _title(text, path), text)


def _id(name: str) -> str:
    if len(name) <= 64 and name.isprintable():
        return name
    checksum = hashlib.blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
    kept = "".join(char if char.isprintable() else "?" for char in name[:47])
    return f"{kept}~{checksum}"


def _title(text: str, path: Path) -> str:
    if path.suffix.lower() == ".md":
        for line in text.splitlines()[:20]:
            if line.startswith("#") and line.lstrip("#").strip():
                return line.lstrip("#").strip()
    return path.stem


def _jsonl(path: Path) -> Iterator[tuple[str, Page]]:
    with path.open("rb") as file:
        number = 0
        while line := file.readline(LONGEST + 1):
            number += 1
            place = f"{path}:{number}"
            if len(line) > LONGEST:
                raise ValueError(f"{place}: longer than {LONGEST >> 20} MiB")
            if line.strip():
                yield place, _page(line, place)


def _page(line: bytes, place: str) -> Page:
    try:
        entry = json.loads(_decoded(line, place))
    except RecursionError:
        raise ValueError(f"{place}: nested too deeply") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"{place}: no JSON: {error.msg} at column {error.colno}") from None
    if not isinstance(entry, dict):
        raise ValueError(f"{place}: an object with id, title and text is expected, not {type(entry).__name__}")
    id = entry.get("id")
    if isinstance(id, int) and not isinstance(id, bool):
        id = str(id)
    if not isinstance(id, str) or not 1 <= len(id) <= 64 or not id.isprintable():
        raise ValueError(f"{place}: 'id' has 1 to 64 printable characters, not {str(id)[:80]!r}")
    key = "text" if "text" in entry else "contents"
    title, text = _string(entry, "title", place, ""), _string(entry, key, place, None)
    if not title and key == "contents":
        first, _, rest = text.partition("\n")
        if len(first) > 2 and first[0] == first[-1] == '"':
            title, text = first[1:-1], rest
    return Page(id, title, text)


def _string(entry: dict[str, Any], key: str, place: str, default: str | None) -> str:
    value = entry.get(key)
    if value is None and default is not None:
        return default
    if not isinstance(value, str):
        said = "missing" if key not in entry else f"text is expected, not {type(value).__name__}"
        raise ValueError(f"{place}: {'text or contents' if key == 'contents' else repr(key)}: {said}")
    return value


def _decoded(data: bytes, place: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(f"{place}: no UTF-8 at byte {error.start}") from None
