"""`bm25s <https://github.com/xhluca/bm25s>`_ behind the interface of all retrievers (extra ``search``).

Its scores are of single precision, so among nearly equal documents the order may differ from the embedded engine's,
and is as reproducible as floating-point sums are. Words and the weight of titles are those of all our engines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Self

import numpy as np

from . import folder as folders
from .base import Hit, Page
from .common import best_places, bm25_options, needed, page_words
from .pages import Names, Pages, checked, names_arrays
from .tokens import query_words

_ENGINE = "bm25s"


class BM25S:
    """A corpus indexed by bm25s (its method "lucene").

    Args:
        pages: the documents, in the order that decides ties.
        k1: how slowly a repeated word stops to count; above 0, up to 10.
        b: how much long documents are held back, from 0 to 1.
        title_weight: how many times a word of a title counts, from 1 to 100.

    Raises:
        ImportError: bm25s is not installed.
    """

    def __init__(
        self, pages: Iterable[Page], *, k1: float = 1.2, b: float = 0.75, title_weight: int = 2
    ) -> None:
        self._options = bm25_options(k1, b, title_weight)
        index = self._index()
        found = checked(pages)
        texts = [page_words(page, title_weight) for page in found]
        if any(texts):
            index.index(texts, create_empty_token=False, show_progress=False)
            vocabulary: dict[str, int] = index.vocab_dict
        else:
            none = np.zeros(0, np.int32)
            index.scores = {"data": none.astype(np.float32), "indices": none, "indptr": np.zeros(1, np.int32)}
            vocabulary = {}
        self._set(index, Pages(found), vocabulary.get)
        self._words: Callable[[], Iterable[str]] = lambda: sorted(vocabulary, key=vocabulary.__getitem__)

    def _index(self) -> Any:
        module = needed("bm25s", "search", _ENGINE)
        return module.BM25(k1=self._options["k1"], b=self._options["b"], method="lucene", backend="numpy")

    def _set(self, index: Any, pages: Pages, find: Callable[[str], int | None]) -> None:
        self._scorer, self._pages, self._find = index, pages, find

    def __len__(self) -> int:
        return len(self._pages)

    def page(self, id: str) -> Page:
        """The document of an id; KeyError if there is none."""
        return self._pages.page(id)

    def search(self, query: str, k: int = 5) -> list[Hit]:
        """The best `k` documents with a score above zero, best first; equal ones in the order of the corpus."""
        terms = [term for word in query_words(query) if (term := self._find(word)) is not None]
        if not terms:
            return []
        scores = self._scorer.get_scores_from_ids(terms)
        return [Hit(self._pages.id(place), score) for place, score in best_places(scores, k)]

    def search_many(self, queries: Sequence[str], k: int = 5) -> list[list[Hit]]:
        """`search` for several queries, in their order."""
        return [self.search(query, k) for query in queries]

    def save(self, folder: Path) -> None:
        """Write the index into an empty or new folder, whole or not at all.

        Raises:
            ValueError: the folder is not empty, or cannot be written.
        """
        own = {name: np.asarray(self._scorer.scores[name]) for name in ("data", "indices", "indptr")}
        arrays = own | names_arrays(self._words(), "words") | self._pages.arrays()
        folders.write(folder, _ENGINE, self._options, arrays)

    @classmethod
    def load(cls, folder: Path, *, verify: bool = False) -> Self:
        """Open a saved index.

        Args:
            folder: where it was saved.
            verify: compare the checksums of all files first.

        Raises:
            ValueError: there is no index of this engine and version, or it is damaged.
            ImportError: bm25s is not installed.
        """
        about, arrays = folders.read(folder, _ENGINE, verify=verify)
        made = cls.__new__(cls)
        made._options = about
        index = made._index()
        try:
            pages, known = Pages(arrays=arrays), Names(arrays, "words")
            index.scores = {name: arrays[name] for name in ("data", "indices", "indptr")}
        except KeyError as error:
            raise ValueError(f"{folder} is damaged: it has no {error.args[0]}") from None
        index.scores["num_docs"] = len(pages)
        index.nonoccurrence_array = None
        made._set(index, pages, known.get)
        made._words = lambda: (known[place] for place in range(len(known)))
        return made
