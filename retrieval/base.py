"""The one interface of all retrievers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, Self


@dataclass(frozen=True, slots=True)
class Page:
    """A document as a retriever sees it.

    Attributes:
        id: unique in the corpus, at most 64 printable characters.
        title: the headline; its words count like those of the text.
        text: the body.
    """

    id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Hit:
    """A document found: its id and its score, which is comparable within one query only."""

    id: str
    score: float


class Retriever(Protocol):
    """A corpus that can be searched.

    A query is data and never a language: operators, quotes and wildcards are words or nothing. Equal scores are ordered
    by the place of the documents in the corpus. The ranking of the engine ``bm25`` is the same on every platform and in
    every process; the others work with floating point numbers.
    """

    def search(self, query: str, k: int = 5) -> list[Hit]:
        """The best `k` documents with a score above zero, best first; fewer or none if fewer match."""
        ...

    def search_many(self, queries: Sequence[str], k: int = 5) -> list[list[Hit]]:
        """`search` for several queries, in their order; engines may do it faster than one by one."""
        ...

    def page(self, id: str) -> Page:
        """The document of an id; KeyError if there is none."""
        ...

    def __len__(self) -> int:
        """The number of documents."""
        ...

    def save(self, folder: Path) -> None:
        """Write the index into an empty or new folder, whole or not at all."""
        ...

    @classmethod
    def load(cls, folder: Path) -> Self:
        """Open a saved index, in milliseconds where the engine can; ValueError for a folder without one."""
        ...
