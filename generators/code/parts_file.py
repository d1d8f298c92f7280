"""A file of the package that holds many compressed parts: a line of JSON with how long each is, then all of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import files


def joined(parts: Mapping[str, bytes]) -> bytes:
    """The file of some parts by their keys."""
    index = json.dumps({name: len(part) for name, part in parts.items()}, separators=(",", ":"))
    return index.encode() + b"\n" + b"".join(parts.values())


def parts_of(name: str) -> dict[str, bytes]:
    """The parts of a file beside this module, by their keys."""
    index, _, rest = (files(__package__ or __name__) / name).read_bytes().partition(b"\n")
    found, at = {}, 0
    for key, length in json.loads(index).items():
        found[key] = rest[at : at + length]
        at += length
    return found
