"""The embedded engine: BM25 in memory or mapped from a saved index, with numpy and nothing else.

**The score** of a document is the sum over the different words of the query of ``idf * tf * (k1 + 1) / (tf + K)`` with
``idf = ln(1 + (N - df + 0.5) / (df + 0.5))`` and ``K = k1 * (1 - b + b * length / mean length)``; a word of the title
counts `title_weight` times, in ``tf`` and in the length. A word found in every document still weighs a little, and
nothing weighs less than nothing.

**Exactness.** Each summand is known when the corpus is indexed and is rounded to a whole number of 1/65536. So a
score is a sum of integers, equal in any order of adding, and the ranking is the same on every platform: logarithms are
taken in decimal arithmetic, and the rest is single IEEE operations. Equal scores are ordered by the place in the
corpus.

**Speed.** The rarest words are looked up first. As soon as `k` documents have more than all other words together could
add, no other document can come among the best, and the frequent words are looked up for those found only (the idea of
MaxScore). Where that never happens (a query of nothing but frequent words), all documents are scored; a word that is in
a quarter of them is kept as a row of numbers for all instead of a list, and added at once.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from . import folder as folders
from .base import Hit, Page
from .common import bm25_options, page_words
from .folder import Array
from .pages import Names, Pages, checked, names_arrays
from .tokens import query_words

SCALE = 1 << 16
_ENGINE = "bm25"
_COLUMNS = 64
# Lists up to this length, and sums of so few documents, are faster with Python than with numpy.
_SHORT = 64
_FEW = 512
# Below this length adding a list costs less than looking for a way around it.
_LONG = 2048

# Up to so many documents, to look for a way around some takes longer than to add all lists.
_SIMPLE = 30_000

Ints = npt.NDArray[np.int32]


class BM25:
    """A corpus indexed for BM25; see the module for the score and the order. Searching is safe from several threads.

    Args:
        pages: the documents, in the order that decides ties.
        k1: how slowly a repeated word stops to count; above 0, up to 10.
        b: how much long documents are held back, from 0 to 1.
        title_weight: how many times a word of a title counts, from 1 to 100.
    """

    def __init__(
        self, pages: Iterable[Page], *, k1: float = 1.2, b: float = 0.75, title_weight: int = 2
    ) -> None:
        self._options = bm25_options(k1, b, title_weight)
        found = checked(pages)
        vocabulary, terms, lengths = _read(found, int(title_weight))
        arrays = _impacts(terms, lengths, len(vocabulary), float(k1), float(b))
        self._set(Pages(found), lambda words: [vocabulary[w] for w in words if w in vocabulary], arrays)
        self._words: Callable[[], Iterable[str]] = lambda: vocabulary

    def _set(self, pages: Pages, terms: Callable[[Iterable[str]], list[int]], arrays: dict[str, Array]) -> None:
        self._pages, self._terms, self._arrays = pages, terms, arrays
        self._docs: Ints = arrays["docs"]
        self._impacts: Ints = arrays["impacts"]
        self._rows: Ints = arrays["rows"]
        # Single numbers are read three times faster from these than from arrays.
        self._starts = arrays["starts"].data
        self._peaks = arrays["peaks"].data
        self._row = arrays["row"].data
        self._doc, self._impact = self._docs.data, self._impacts.data
        self._cells = self._rows.reshape(-1).data
        self._spare: list[Ints] = []

    def __reduce__(self) -> tuple[Any, ...]:
        # Views of memory cannot be sent to another process; the documents can, and are indexed again.
        return partial(type(self), **self._options), ([self._pages[place] for place in range(len(self))],)

    def __len__(self) -> int:
        return len(self._pages)

    def page(self, id: str) -> Page:
        """The document of an id; KeyError if there is none."""
        return self._pages.page(id)

    def id_at(self, place: int) -> str:
        """The id of the document at a place in the corpus."""
        return self._pages.id(place)

    def search(self, query: str, k: int = 5) -> list[Hit]:
        """The best `k` documents with a score above zero, best first; equal ones in the order of the corpus."""
        name = self._pages.id
        return [Hit(name(doc), score / SCALE) for doc, score in self._best(query_words(query), k)]

    def finds(self, query: str, groups: Sequence[Collection[int]], k: int) -> bool:
        """Whether the best `k` documents for a query have one of each group; what `search` finds, in less time.

        Args:
            query: what is searched for.
            groups: of places in the corpus.
            k: how many documents are found.
        """
        terms = self._terms(query_words(query))
        if not groups or k < 1 or not all(groups):
            return not groups
        sums = self._listed(terms)
        rows = [self._rows[row] for term in terms if (row := self._row[term]) >= 0]
        # Of each group the document that comes first, and of these the one that comes last.
        score, place = min(
            [
                max([(int(sums[doc]) + sum([int(row[doc]) for row in rows]), -doc) for doc in group])
                for group in groups
            ]
        )
        if not score:
            return False
        # Without the words that are kept as rows, sums are too small; mostly there are enough better ones even so.
        if np.count_nonzero(sums > score) >= k:
            return False
        for row in rows:
            sums += row
        better = np.count_nonzero(sums > score) + np.count_nonzero(sums[:-place] == score)
        return bool(better < k)

    def search_many(self, queries: Sequence[str], k: int = 5) -> list[list[Hit]]:
        """`search` for several queries, in their order."""
        return [self.search(query, k) for query in queries]

    def save(self, folder: Path) -> None:
        """Write the index into an empty or new folder, whole or not at all.

        Raises:
            ValueError: the folder is not empty, or cannot be written.
        """
        folders.write(folder, _ENGINE, self._options, self.arrays())

    @classmethod
    def load(cls, folder: Path, *, verify: bool = False) -> Self:
        """Open a saved index in milliseconds; its files are mapped and read as they are needed.

        Args:
            folder: where it was saved.
            verify: compare the checksums of all files first, which reads them.

        Raises:
            ValueError: there is no index of this engine and version, or it is damaged.
        """
        about, arrays = folders.read(folder, _ENGINE, verify=verify)
        try:
            return cls.of_arrays(about, arrays)
        except KeyError as error:
            raise ValueError(f"{folder} is damaged: it has no {error.args[0]}") from None

    def arrays(self) -> dict[str, Array]:
        """The arrays that `of_arrays` opens it from; its options are needed as well."""
        return self._arrays | names_arrays(self._words(), "words") | self._pages.arrays()

    @property
    def options(self) -> dict[str, Any]:
        """The options that it was made with."""
        return dict(self._options)

    @classmethod
    def of_arrays(cls, options: dict[str, Any], arrays: dict[str, Array]) -> Self:
        """The index of which `arrays` gave the arrays; they may be mapped, and there may be others among them.

        Raises:
            KeyError: an array is missing.
        """
        index = cls.__new__(cls)
        index._options = options
        known = Names(arrays, "words")
        index._set(Pages(arrays=arrays), known.places, {name: arrays[name] for name in _OWN})
        index._words = lambda: (known[place] for place in range(len(known)))
        return index

    def _best(self, asked: list[str], k: int) -> list[tuple[int, int]]:
        """The places and scores of the best documents."""
        size, starts = len(self), self._starts
        terms = self._terms(asked)
        if not terms or k < 1:
            return []
        if size <= _SIMPLE:
            return self._simply(terms, k)
        # A word that is kept as a row has no list; it counts as one of all documents.
        found = sorted([(starts[term + 1] - starts[term] or size, term) for term in terms])
        peaks = [self._peaks[term] for _, term in found]
        reached, rest, bar = 0, sum(peaks), 0
        few: dict[int, int] = {}
        for place, (length, term) in enumerate(found):
            short = length <= _SHORT and len(few) <= _FEW and self._row[term] < 0
            if k <= len(few) and (reached > rest or not short):
                ranked = _ranked(few, 2 * k + 8)
                bar = ranked[k - 1][1]
                if bar <= rest and not short:
                    # What the other words add to the best may lift them above all that others can reach.
                    bar = self._finish_few(dict(ranked), bar, rest, found[place:], k)[-1][1]
                if bar > rest:
                    return self._finish_few(few, bar, rest, found[place:], k)
            if not short:
                return self._many(few, bar, rest, found[place:], k)
            start = starts[term]
            end = start + length
            for doc, impact in zip(
                self._doc[start:end].tolist(), self._impact[start:end].tolist(), strict=True
            ):
                few[doc] = few.get(doc, 0) + impact
            reached += peaks[place]
            rest -= peaks[place]
        return _ranked(few, k)

    def _finish_few(
        self, few: dict[int, int], bar: int, rest: int, left: list[tuple[int, int]], k: int
    ) -> list[tuple[int, int]]:
        """Add the words `left` for the few documents that can still come among the best."""
        for _, term in left:
            low = bar - rest
            few = {doc: score for doc, score in few.items() if score >= low}
            row = self._row[term]
            if row >= 0:
                base, cells = row * len(self), self._cells
                few = {doc: score + cells[base + doc] for doc, score in few.items()}
            else:
                start, end, among = self._starts[term], self._starts[term + 1], self._doc
                for doc in few:
                    at = bisect_left(among, doc, start, end)
                    if at < end and among[at] == doc:
                        few[doc] += self._impact[at]
            rest -= self._peaks[term]
        return _ranked(few, k)

    def _many(
        self, few: dict[int, int], bar: int, rest: int, left: list[tuple[int, int]], k: int
    ) -> list[tuple[int, int]]:
        """The same as `_best` from the first long list on, with arrays; `bar` is a score that `k` documents reach."""
        # A clean array for the sums; it is given back clean, and one that an error left dirty is not given back.
        scores = self._spare.pop() if self._spare else np.zeros(len(self), np.int32)
        groups: list[Ints] = [np.fromiter(few, np.int32, len(few))]
        scores[groups[0]] = np.fromiter(few.values(), np.int32, len(few))
        gathered, tried = len(few), _LONG
        for place, (length, term) in enumerate(left):
            if bar <= rest and k <= gathered and length >= tried:
                # Trying costs about as much as a long list, so it is done again only when the lists are much longer.
                tried = 4 * length
                docs = np.concatenate(groups)
                bar = max(bar, self._reached(docs, scores[docs], rest, left[place:], k))
            if bar > rest:
                docs = np.concatenate(groups)
                return self._finish(docs, self._taken(scores, docs), bar, rest, left[place:], k)
            if self._row[term] >= 0:
                return self._all(scores, left[place:], k)
            start = self._starts[term]
            docs = self._docs[start : start + length]
            before = scores[docs]
            groups.append(docs[before == 0])
            gathered += len(groups[-1])
            scores[docs] = before + self._impacts[start : start + length]
            rest -= self._peaks[term]
        docs = np.concatenate(groups)
        return _ordered(docs, self._taken(scores, docs), k)

    def _taken(self, scores: Ints, docs: Ints) -> Ints:
        """The sums of some documents; the array is clean again and given back."""
        sums = scores[docs]
        scores[docs] = 0
        self._spare.append(scores)
        return sums

    def _reached(self, docs: Ints, sums: Ints, rest: int, left: list[tuple[int, int]], k: int) -> int:
        """A score that `k` documents reach: the whole scores of the best ones so far."""
        most = 2 * k + 16
        if len(docs) > most:
            best = np.argpartition(sums, len(sums) - most)[len(sums) - most :]
            docs, sums = docs[best], sums[best]
        return self._finish(docs, sums, 0, rest, left, k)[-1][1]

    def _finish(
        self, docs: Ints, sums: Ints, bar: int, rest: int, left: list[tuple[int, int]], k: int
    ) -> list[tuple[int, int]]:
        """The same as `_finish_few`, with arrays."""
        for _, term in left:
            keep = sums >= bar - rest
            docs, sums = docs[keep], sums[keep]
            row = self._row[term]
            if row >= 0:
                sums += self._rows[row][docs]
            else:
                start, end = self._starts[term], self._starts[term + 1]
                among = self._docs[start:end]
                at = among.searchsorted(docs)
                at[at == end - start] = 0
                sums += np.where(among[at] == docs, self._impacts[start:end][at], 0)
            rest -= self._peaks[term]
        return _ordered(docs, sums, k)

    def _all(self, scores: Ints, left: list[tuple[int, int]], k: int) -> list[tuple[int, int]]:
        """Add the words `left`, which are kept as rows, for all documents, and take the best."""
        for _, term in left:
            scores += self._rows[self._row[term]]
        return self._best_of(scores, k)

    def _simply(self, terms: list[int], k: int) -> list[tuple[int, int]]:
        """The same as `_best` with all words added for all documents."""
        scores = self._listed(terms).astype(np.int32)
        for term in terms:
            row = self._row[term]
            if row >= 0:
                scores += self._rows[row]
        return _among_all(scores, k)

    def _listed(self, terms: list[int]) -> npt.NDArray[np.float64]:
        """The sums of all documents, of the words that are kept as lists."""
        lists = [slice(self._starts[term], self._starts[term + 1]) for term in terms if self._row[term] < 0]
        # All lists at once; the sums are whole numbers far below those that a float cannot tell apart.
        docs = np.concatenate([self._docs[:0], *[self._docs[span] for span in lists]])
        impacts = np.concatenate([self._impacts[:0], *[self._impacts[span] for span in lists]])
        return np.asarray(np.bincount(docs, impacts, len(self)), np.float64)

    def _best_of(self, scores: Ints, k: int) -> list[tuple[int, int]]:
        """The best of the sums of all documents, which are clean again and given back."""
        best = _among_all(scores, k)
        scores.fill(0)
        self._spare.append(scores)
        return best


_OWN = ("docs", "impacts", "rows", "starts", "peaks", "row")


def _ranked(few: dict[int, int], k: int) -> list[tuple[int, int]]:
    """The best `k` of some documents: by score, then by place."""
    # As one number each, which sorts several times as fast as two.
    keys = [(score << 32) - doc for doc, score in few.items()]
    keys.sort(reverse=True)
    return [(doc, (key + doc) >> 32) for key in keys[:k] for doc in (-key & 0xFFFFFFFF,)]


def _among_all(scores: Ints, k: int) -> list[tuple[int, int]]:
    """The best `k` of all documents with a score above zero."""
    docs = np.flatnonzero(scores >= max(1, _bound(scores, k)))
    return _ordered(docs, scores[docs], k)


def _bound(scores: Ints, k: int) -> int:
    """A score that at least `k` documents have, as high as can be told quickly.

    The scores are cut into rows of equal length; each column has its best score, and these are different documents.
    """
    width = len(scores) // _COLUMNS
    if k > width:
        return 0
    best = scores[: width * _COLUMNS].reshape(_COLUMNS, width).max(axis=0)
    return int(np.partition(best, width - k)[width - k])


def _ordered(docs: npt.NDArray[Any], sums: Ints, k: int) -> list[tuple[int, int]]:
    """The best `k` of some documents: by score, then by place."""
    # All keys differ, so nothing is left to the way of sorting.
    keys = (sums.astype(np.int64) << 32) - docs
    if len(keys) > 4 * k + 64:
        keys = np.partition(keys, len(keys) - k)[len(keys) - k :]
    keys.sort()
    best = []
    for key in keys[: -k - 1 : -1].tolist():
        doc = -key & 0xFFFFFFFF
        best.append((doc, (key + doc) >> 32))
    return best


def _read(pages: Sequence[Page], title_weight: int) -> tuple[dict[str, int], Ints, Ints]:
    """The vocabulary, the words of all pages one after the other as numbers, and their number for each page."""
    numbers = count()
    vocabulary: defaultdict[str, int] = defaultdict(numbers.__next__)
    number = vocabulary.__getitem__
    terms, lengths = array("i"), array("i")
    for page in pages:
        before = len(terms)
        terms.extend(map(number, page_words(page, title_weight)))
        lengths.append(len(terms) - before)
    return dict(vocabulary), np.frombuffer(terms, np.int32), np.frombuffer(lengths, np.int32)


def _impacts(terms: Ints, lengths: Ints, vocabulary: int, k1: float, b: float) -> dict[str, Array]:
    """For each word the documents that have it, with what it adds to their scores."""
    size = len(lengths)
    # Sorted by word, then by document; equal ones are counted.
    keys = terms.astype(np.int64) * size + np.repeat(np.arange(size, dtype=np.int64), lengths)
    keys.sort()
    first = np.flatnonzero(np.diff(keys, prepend=-1))
    times = np.diff(first, append=len(keys)).astype(np.float64)
    term, doc = np.divmod(keys[first], max(size, 1))
    del keys, first
    found_in = np.bincount(term, minlength=vocabulary)
    mean = len(terms) / size if len(terms) else 1.0
    held_back = k1 * ((1.0 - b) + b * (lengths / mean))
    share = times * (k1 + 1.0) / (times + held_back[doc])
    impacts = np.maximum(np.rint(share * _idf(found_in, size)[term]), 1.0).astype(np.int32)
    starts = np.zeros(vocabulary + 1, np.int64)
    np.cumsum(found_in, out=starts[1:])
    peaks = np.maximum.reduceat(impacts, starts[:-1]) if vocabulary else np.zeros(0, np.int32)
    return _split(doc.astype(np.int32), impacts, starts, size) | {"peaks": peaks}


def _split(docs: Ints, impacts: Ints, starts: npt.NDArray[np.int64], size: int) -> dict[str, Array]:
    """Rows for the words of at least a quarter of the documents, and lists for all others."""
    lengths = np.diff(starts)
    frequent = np.flatnonzero(4 * lengths >= size)
    rows = np.zeros((len(frequent), size), np.int32)
    row = np.full(len(lengths), -1, np.int32)
    listed = np.ones(len(docs), np.bool_)
    for place, term in enumerate(frequent.tolist()):
        span = slice(int(starts[term]), int(starts[term + 1]))
        rows[place, docs[span]] = impacts[span]
        row[term] = place
        listed[span] = False
    lengths[frequent] = 0
    left = np.zeros_like(starts)
    np.cumsum(lengths, out=left[1:])
    return {"docs": docs[listed], "impacts": impacts[listed], "starts": left, "rows": rows, "row": row}


def _idf(found_in: npt.NDArray[np.int64], size: int) -> npt.NDArray[np.float64]:
    """The inverse document frequency of each word, as a whole number of 1/SCALE; the same on every platform."""
    different, which = np.unique(found_in, return_inverse=True)
    with localcontext() as context:
        context.prec = 28
        made = [
            ((1 + (size - Decimal(n) + Decimal("0.5")) / (n + Decimal("0.5"))).ln() * SCALE).to_integral_value(
                ROUND_HALF_EVEN
            )
            for n in different.tolist()
        ]
    return np.array([float(value) for value in made])[which] if made else np.zeros(0)
