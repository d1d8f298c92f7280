"""Long documents in passages: found by the passage that fits best, shown around the words that fit, and read in pages.

A document is cut into **passages** where a paragraph, a line, a sentence or at least a word ends; put together they are
the document again. The passages are indexed, so a fact in the middle of a long document is found like one at its
beginning. Several passages make a **page**, as much as is read at once. Ids are those of documents everywhere; a
`Passages` is a retriever of documents, which can also say where in a document it found something.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import numpy as np

from .base import Hit, Page, Retriever
from .choose import PASSAGES
from .folder import Array, read, write
from .pages import Names, checked, names_arrays
from .tokens import query_words, words

PASSAGE = 800
"""Characters of a passage at most."""
PAGE = 4000
"""Characters of a page at most."""

_ENDS = (
    re.compile(r"\n\s*\n"),
    re.compile(r"\n"),
    re.compile(r"[.!?][\"')\]]?\s+|[。！？]"),
    re.compile(r"\s+"),
)
"""Where a text may be cut, the best first."""
_WORD = re.compile(r"[\u3041-\u30ff\u3400-\u9fff\uf900-\ufaff]|\w+")


@dataclass(frozen=True, slots=True)
class Found:
    """A document with the passage for which it was found.

    Attributes:
        document: its id.
        title: its title.
        page: the page of the document that the passage is in, from 1.
        pages: how many pages the document has.
        text: the passage.
        begins: whether the document begins with it.
        ends: whether the document ends with it.
        score: comparable within one query only.
    """

    document: str
    title: str
    page: int
    pages: int
    text: str
    begins: bool
    ends: bool
    score: float


class Passages:
    """A corpus of documents, indexed by their passages; made by `of_documents`."""

    def __init__(self, inner: Retriever, arrays: dict[str, Array]) -> None:
        self._inner = inner
        self._arrays = arrays
        self._ids = Names(arrays, "ids")
        self._firsts = arrays["firsts"]
        self._pages = arrays["pages"]

    @classmethod
    def of_documents(cls, documents: Iterable[Page], engine: str = "bm25", **options: Any) -> Self:
        """Cut documents and index the passages.

        Args:
            documents: as for `make_retriever`.
            engine: what indexes the passages.
            **options: of the engine.

        Raises:
            ValueError: the documents have wrong or equal ids, or there is no such engine or option.
        """
        from .choose import make_retriever

        found = checked(documents)
        cut = [passages(document.text) for document in found]
        firsts = np.zeros(len(found) + 1, np.int64)
        np.cumsum([len(parts) for parts in cut], out=firsts[1:])
        pages = np.fromiter((number for parts in cut for number in _paged(parts)), np.int32, int(firsts[-1]))
        inner = make_retriever(_numbered(found, cut), engine, **options)
        return cls(
            inner, {**names_arrays((each.id for each in found), "ids"), "firsts": firsts, "pages": pages}
        )

    def found(self, query: str, k: int = 5) -> list[Found]:
        """The best `k` documents, each with its best passage, best first; fewer or none if fewer match."""
        wanted = k
        while True:
            wanted = min(4 * wanted, len(self._firsts) and int(self._firsts[-1]))
            hits = self._inner.search(query, wanted)
            best: dict[int, Hit] = {}
            for hit in hits:
                best.setdefault(self._document(int(hit.id)), hit)
            if len(best) >= k or len(hits) < wanted or wanted == int(self._firsts[-1]):
                break
        return [self._found(place, hit) for place, hit in list(best.items())[:k]]

    def search(self, query: str, k: int = 5) -> list[Hit]:
        """See `Retriever.search`."""
        return [Hit(each.document, each.score) for each in self.found(query, k)]

    def search_many(self, queries: Sequence[str], k: int = 5) -> list[list[Hit]]:
        """See `Retriever.search_many`."""
        return [self.search(query, k) for query in queries]

    def page(self, id: str) -> Page:
        """The whole document of an id; KeyError if there is none."""
        first, end = self._range(id)
        return Page(id, self.title(id), self._text(range(first, end)))

    def pages(self, id: str) -> int:
        """How many pages a document has, at least one; KeyError if there is none."""
        return int(self._pages[self._range(id)[1] - 1])

    def read(self, id: str, page: int) -> str:
        """One page of a document, from 1; KeyError if there is no such document or page."""
        first, end = self._range(id)
        here = [number for number in range(first, end) if self._pages[number] == page]
        if not here:
            raise KeyError(f"{id}, page {page}")
        return self._text(here)

    def title(self, id: str) -> str:
        """The title of a document; KeyError if there is none."""
        return self._inner.page(str(self._range(id)[0])).title

    def __len__(self) -> int:
        return len(self._ids)

    def save(self, folder: Path) -> None:
        """See `Retriever.save`."""
        write(Path(folder), PASSAGES, {}, self._arrays, beside=lambda made: self._inner.save(made / "passages"))

    @classmethod
    def load(cls, folder: Path, *, verify: bool = False, **options: Any) -> Self:
        """See `Retriever.load`; the options are those of the engine that indexed the passages."""
        from .choose import open_retriever

        _, arrays = read(Path(folder), PASSAGES, verify=verify)
        return cls(open_retriever(Path(folder) / "passages", verify=verify, **options), arrays)

    def _range(self, id: str) -> tuple[int, int]:
        """The numbers of a document's passages: the first, and the one behind the last."""
        place = self._ids.get(id)
        if place is None:
            raise KeyError(id)
        return int(self._firsts[place]), int(self._firsts[place + 1])

    def _document(self, passage: int) -> int:
        return int(np.searchsorted(self._firsts, passage, side="right")) - 1

    def _text(self, numbers: Iterable[int]) -> str:
        return "".join(self._inner.page(str(number)).text for number in numbers)

    def _found(self, place: int, hit: Hit) -> Found:
        number, last = int(hit.id), int(self._firsts[place + 1]) - 1
        passage = self._inner.page(hit.id)
        pages = int(self._pages[number]), int(self._pages[last])
        begins, ends = number == int(self._firsts[place]), number == last
        return Found(self._ids[place], passage.title, *pages, passage.text, begins, ends, hit.score)


def passages(text: str) -> list[str]:
    """A text in pieces of at most `PASSAGE` characters, at least one; together they are the text."""
    found: list[str] = []
    start = 0
    while len(text) - start > PASSAGE:
        end = _cut(text, start, start + PASSAGE)
        found.append(text[start:end])
        start = end
    return [*found, text[start:]]


def window(text: str, query: str, width: int) -> str:
    """The `width` characters around the place where the most different words of a query stand, the closest together.

    "..." stands where the text goes on.
    """
    if len(text) <= width:
        return text
    wanted = set(query_words(query))
    places = [
        (at.start(), at.end(), word)
        for at in _WORD.finditer(text)
        for word in wanted.intersection(words(at.group()))
    ]
    best: tuple[int, int, int] = (0, 0, 0)  # how many words, from where, to where
    for number, (start, _, _) in enumerate(places):
        seen: set[str] = set()
        last = start
        for _, end, word in places[number:]:
            if end - start > width:
                break
            if word not in seen:
                seen.add(word)
                last = end
        if (len(seen), start - last) > (best[0], best[1] - best[2]):
            best = (len(seen), start, last)
    _, first, last = best
    start = max(0, min(first - (width - (last - first)) // 2, len(text) - width))
    end = start + width
    if start and (blank := text.find(" ", start, first)) >= 0:
        start = blank + 1
    if end < len(text) and (blank := text.rfind(" ", max(last, start + 1), end + 1)) >= 0:
        end = blank
    return f"{'... ' if start else ''}{text[start:end].strip()}{' ...' if end < len(text) else ''}"


def _numbered(documents: Sequence[Page], cut: Sequence[Sequence[str]]) -> Iterator[Page]:
    number = 0
    for document, parts in zip(documents, cut, strict=True):
        for part in parts:
            yield Page(str(number), document.title, part)
            number += 1


def _paged(parts: Sequence[str]) -> Iterator[int]:
    """The page of each passage of a document, from 1."""
    page, room = 1, PAGE
    for part in parts:
        if len(part) > room:
            page, room = page + 1, PAGE
        room -= len(part)
        yield page


def _cut(text: str, start: int, end: int) -> int:
    """The last good place to cut in the second half of a piece, of the best kind there is."""
    middle = start + PASSAGE // 2
    for kind in _ENDS:
        places = [found.end() for found in kind.finditer(text, middle, end) if found.end() > middle]
        if places:
            return places[-1]
    return end
