"""The files of the front end, read once: a path that is not one of them is nothing."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}


@cache
def front_end() -> dict[str, bytes]:
    """The files by their paths, such as ``pages/gallery.js``."""
    found: dict[str, bytes] = {}

    def walk(folder: Traversable, path: str) -> None:
        for entry in folder.iterdir():
            if entry.is_dir():
                walk(entry, f"{path}{entry.name}/")
            elif type_of(entry.name):
                found[path + entry.name] = entry.read_bytes()

    walk(files(__package__) / "static", "")
    return found


def type_of(name: str) -> str:
    """The media type of a file's name; "" for files that are none of the front end's."""
    return next((kind for ending, kind in TYPES.items() if name.endswith(ending)), "")
