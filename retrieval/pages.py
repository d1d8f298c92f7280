"""The documents beside an index: by their place in the corpus, and by their ids.

`Names` maps strings to their places, in memory or in mapped arrays; the words of an index and the ids of its documents
are both kept in it. `Pages` holds the documents.
"""

from __future__ import annotations

import zlib
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from .base import Page
from .folder import Array

_MOST = (1 << 31) - 1


class Names:
    """Different strings and their places, as arrays that can be mapped: found without reading them all."""

    __slots__ = ("_at", "_hashes", "_known", "_slots", "_text")

    def __init__(self, arrays: dict[str, Array], prefix: str) -> None:
        self._text = arrays[f"{prefix}_text"].data
        self._at = arrays[f"{prefix}_at"].data
        self._hashes = arrays[f"{prefix}_hashes"].data
        self._slots = arrays[f"{prefix}_slots"].data
        self._known: dict[str, int] = {}

    def get(self, name: str) -> int | None:
        """The place of a string, or None. Found ones are remembered, so there are never more than there are strings."""
        known = self._known.get(name)
        if known is not None:
            return known
        data = _encoded(name)
        wanted = zlib.crc32(data)
        slot = bisect_left(self._hashes, wanted)
        while slot < len(self._hashes) and self._hashes[slot] == wanted:
            place: int = self._slots[slot]
            if self._text[self._at[place] : self._at[place + 1]] == data:
                self._known[name] = place
                return place
            slot += 1
        return None

    def places(self, names: Iterable[str]) -> list[int]:
        """The places of some strings, without those that have none."""
        known, find = self._known.get, self.get
        return [
            place for name in names if (place := known(name)) is not None or (place := find(name)) is not None
        ]

    def __getitem__(self, place: int) -> str:
        return _decoded(self._text[self._at[place] : self._at[place + 1]])

    def __len__(self) -> int:
        return len(self._at) - 1


def names_arrays(names: Iterable[str], prefix: str) -> dict[str, Array]:
    """The arrays that `Names` reads."""
    data = [_encoded(name) for name in names]
    hashes = np.fromiter(map(zlib.crc32, data), np.uint32, len(data))
    order = np.argsort(hashes, kind="stable").astype(np.int32)
    return _texts(data, prefix) | {f"{prefix}_hashes": hashes[order], f"{prefix}_slots": order}


class Pages:
    """The documents of a corpus, in memory or in mapped arrays."""

    __slots__ = ("_at", "_ids", "_pages", "_places", "_text")

    def __init__(self, pages: Sequence[Page] | None = None, arrays: dict[str, Array] | None = None) -> None:
        self._pages = pages
        if pages is not None:
            self._places: dict[str, int] | Names = {page.id: place for place, page in enumerate(pages)}
        elif arrays is not None:
            self._ids = self._places = Names(arrays, "ids")
            self._text = arrays["pages_text"].data
            self._at = arrays["pages_at"].data

    def __len__(self) -> int:
        return len(self._places)

    def id(self, place: int) -> str:
        """The id of the document at a place."""
        return self._pages[place].id if self._pages is not None else self._ids[place]

    def page(self, id: str) -> Page:
        """The document of an id; KeyError if there is none."""
        place = self._places.get(id)
        if place is None:
            raise KeyError(id)
        return self[place]

    def __getitem__(self, place: int) -> Page:
        if self._pages is not None:
            return self._pages[place]
        first, second, third = self._at[2 * place : 2 * place + 3]
        return Page(self._ids[place], _decoded(self._text[first:second]), _decoded(self._text[second:third]))

    def arrays(self) -> dict[str, Array]:
        """The arrays to open it from."""
        pages = [self[place] for place in range(len(self))]
        texts = [_encoded(part) for page in pages for part in (page.title, page.text)]
        return names_arrays((page.id for page in pages), "ids") | _texts(texts, "pages")


def checked(pages: Iterable[Page]) -> list[Page]:
    """The pages as a list.

    Raises:
        ValueError: an id is none (1 to 64 printable characters), or there twice; or there are too many pages.
    """
    found = list(pages)
    if len(found) > _MOST:
        raise ValueError(f"an index holds at most {_MOST} documents, not {len(found)}")
    seen: set[str] = set()
    for page in found:
        if not 1 <= len(page.id) <= 64 or not page.id.isprintable():
            raise ValueError(f"the id of a document has 1 to 64 printable characters: {page.id[:80]!r}")
        if page.id in seen:
            raise ValueError(f"two documents have the id {page.id!r}")
        seen.add(page.id)
    return found


def _texts(data: list[bytes], prefix: str) -> dict[str, Array]:
    at = np.zeros(len(data) + 1, np.int64)
    np.cumsum(np.fromiter(map(len, data), np.int64, len(data)), out=at[1:])
    return {f"{prefix}_text": np.frombuffer(b"".join(data), np.uint8), f"{prefix}_at": at}


def _encoded(text: str) -> bytes:
    # A text may hold half of a surrogate pair (JSON can); it must come back as it was.
    return text.encode("utf-8", "surrogatepass")


def _decoded(data: Any) -> str:
    return str(data, "utf-8", "surrogatepass")
