"""Search by meaning: any sentence-transformers model, exact search with numpy (extra ``dense``).

Documents and queries become vectors of length 1, and the score is ``(1 + cosine) / 2`` rounded to 5 decimals: always
from 0 to 1, and the same however many queries are asked at once. The search compares with every document, so it
is exact; 100,000 documents with 384 numbers take 150 MB. Nothing is downloaded but the model, if you name one of a hub.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Protocol, Self

import numpy as np
import numpy.typing as npt

from . import folder as folders
from .base import Hit, Page
from .common import best_places, needed
from .pages import Pages, checked
from .tokens import QUERY_CHARACTERS, words

_ENGINE = "dense"
_DECIMALS = 5
# More than single precision can be off.
_MARGIN = 1e-4
_BLOCK = 4096
# So many numbers are compared at once: 64 MiB of them.
_AT_ONCE = 1 << 24


class Encoder(Protocol):
    """Anything that makes vectors of texts: a SentenceTransformer, or an object of your own."""

    def encode(self, sentences: list[str], /, **options: Any) -> Any:
        """One row for each text."""
        ...


class Dense:
    """A corpus as vectors.

    Args:
        pages: the documents, in the order that decides ties.
        model: the name or folder of a sentence-transformers model, or an object with its `encode`.
        query_prompt: put before each query ("query: " for E5 models).
        page_prompt: put before each document ("passage: " for E5 models).
        batch_size: texts encoded at once.

    Raises:
        ImportError: sentence-transformers is not installed.
    """

    def __init__(
        self,
        pages: Iterable[Page],
        *,
        model: str | Path | Encoder,
        query_prompt: str = "",
        page_prompt: str = "",
        batch_size: int = 64,
    ) -> None:
        found = checked(pages)
        name = str(model) if isinstance(model, str | Path) else ""
        self._about: dict[str, Any] = {
            "model": name,
            "query_prompt": query_prompt,
            "page_prompt": page_prompt,
            "batch_size": batch_size,
        }
        self._model: str | Encoder = name or model  # type: ignore[assignment]
        self._pages = Pages(found)
        texts = [
            f"{page_prompt}{page.title}\n{page.text}".encode("utf-8", "replace").decode() for page in found
        ]
        self._vectors = self._encode(texts) if texts else np.zeros((0, 0), np.float32)

    def _encode(self, texts: list[str]) -> npt.NDArray[np.float32]:
        model = self._model
        if isinstance(model, str):
            made: Encoder = needed("sentence_transformers", "dense", _ENGINE).SentenceTransformer(model)
            self._model = model = made
        options = {
            "batch_size": self._about["batch_size"],
            "show_progress_bar": False,
            "convert_to_numpy": True,
        }
        vectors: npt.NDArray[np.float32] = np.asarray(model.encode(texts, **options), np.float32)
        if vectors.ndim != 2 or len(vectors) != len(texts) or not np.isfinite(vectors).all():
            raise ValueError(f"the model made {vectors.shape} of {len(texts)} texts, or no finite numbers")
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        return (vectors / np.where(lengths > 0, lengths, 1)).astype(np.float32)

    def __len__(self) -> int:
        return len(self._pages)

    def page(self, id: str) -> Page:
        """The document of an id; KeyError if there is none."""
        return self._pages.page(id)

    def search(self, query: str, k: int = 5) -> list[Hit]:
        """The best `k` documents, best first; none if the query has no word."""
        return self.search_many([query], k)[0]

    def search_many(self, queries: Sequence[str], k: int = 5) -> list[list[Hit]]:
        """`search` for several queries, in their order; they are encoded together."""
        found: list[list[Hit]] = [[] for _ in queries]
        cut = [query[:QUERY_CHARACTERS].encode("utf-8", "replace").decode() for query in queries]
        asked = [place for place, query in enumerate(cut) if words(query)]
        if not asked or not len(self) or k < 1:
            return found
        vectors = self._encode([f"{self._about['query_prompt']}{cut[place]}" for place in asked])
        if vectors.shape[1] != self._vectors.shape[1]:
            raise ValueError(
                f"the index has vectors of {self._vectors.shape[1]} numbers and the model makes {vectors.shape[1]}: "
                "it is another model"
            )
        step = max(1, _AT_ONCE // len(self))
        for start in range(0, len(asked), step):
            cosines = vectors[start : start + step] @ self._vectors.T
            for at, place in enumerate(asked[start : start + step]):
                best = self._exact(vectors[start + at], cosines[at], k)
                found[place] = [Hit(self._pages.id(doc), score) for doc, score in best]
        return found
        vectors = self._encode([f"{self._about['query_prompt']}{cut[place]}" for place in asked])
        if vectors.shape[1] != self._vectors.shape[1]:
            raise ValueError(
                f"the index has vectors of {self._vectors.shape[1]} numbers and the model makes {vectors.shape[1]}: "
                "it is another model"
            )
        step = max(1, _AT_ONCE // len(self))
        for start in range(0, len(asked), step):
            cosines = vectors[start : start + step] @ self._vectors.T
            for place, row in zip(asked[start : start + step], cosines, strict=True):
                scores = np.round((1 + row.astype(np.float64)) / 2, _DECIMALS)
                found[place] = [Hit(self._pages.id(at), score) for at, score in best_places(scores, k)]
        return found

    def _exact(
        self, query: npt.NDArray[np.float32], cosines: npt.NDArray[np.float32], k: int
    ) -> list[tuple[int, float]]:
        """The best `k`: those near the best by single precision are computed again in double precision."""
        size = len(cosines)
        bar = np.partition(cosines, size - k)[size - k] - _MARGIN if k < size else -np.inf
        near = np.flatnonzero(cosines >= bar)
        wide = query.astype(np.float64)
        parts = [
            self._vectors[near[i : i + _BLOCK]].astype(np.float64) @ wide for i in range(0, len(near), _BLOCK)
        ]
        scores = np.round((1 + np.concatenate(parts)) / 2, _DECIMALS)
        return [(int(near[at]), score) for at, score in best_places(scores, k)]

    def save(self, folder: Path) -> None:
        """Write the index, without the model, into an empty or new folder, whole or not at all.

        Raises:
            ValueError: the folder is not empty, or cannot be written.
        """
        folders.write(folder, _ENGINE, self._about, {"vectors": self._vectors, **self._pages.arrays()})

    @classmethod
    def load(cls, folder: Path, *, verify: bool = False, model: str | Path | Encoder | None = None) -> Self:
        """Open a saved index; the model is loaded at the first query.

        Args:
            folder: where it was saved.
            verify: compare the checksums of all files first.
            model: instead of the model that the index names.

        Raises:
            ValueError: there is no index of this engine and version, it is damaged, or names no model.
        """
        about, arrays = folders.read(folder, _ENGINE, verify=verify)
        made = cls.__new__(cls)
        try:
            made._about, made._pages, made._vectors = about, Pages(arrays=arrays), arrays["vectors"]
        except KeyError as error:
            raise ValueError(f"{folder} is damaged: it has no {error.args[0]}") from None
        made._model = str(model) if isinstance(model, Path) else model or about["model"]
        if not made._model:
            raise ValueError(f"{folder} was made with a model of your own: give it as `model`")
        return made
