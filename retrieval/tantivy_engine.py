"""`tantivy <https://github.com/quickwit-oss/tantivy-py>`_ behind the interface of all retrievers (extra ``search``).

The words are ours, so the same text is the same words in every engine; a query is put together from single words and
is never parsed. Tantivy rounds the lengths of documents (to one byte), so its order is near to the embedded engine's
and not the same; its k1 and b are fixed at 1.2 and 0.75.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Self

from . import folder as folders
from .base import Hit, Page
from .common import bm25_options, needed, page_words
from .pages import Pages, checked
from .tokens import query_words

_ENGINE = "tantivy"
_FOLDER = "tantivy"


class Tantivy:
    """A corpus indexed by tantivy, in a temporary folder that goes with the object, or in the one it was saved to.

    Args:
        pages: the documents, in the order that decides ties.
        title_weight: how many times a word of a title counts, from 1 to 100.

    Raises:
        ImportError: tantivy is not installed.
    """

    def __init__(self, pages: Iterable[Page], *, title_weight: int = 2) -> None:
        self._options = bm25_options(1.2, 0.75, title_weight)
        module = needed("tantivy", "search", _ENGINE)
        self._pages = Pages(checked(pages))
        self._temporary = tempfile.TemporaryDirectory(prefix="rlvr-tantivy-")
        self._folder = Path(self._temporary.name)
        self._index = module.Index(_schema(module), path=str(self._folder))
        # One thread, so that the documents keep their order.
        writer = self._index.writer(num_threads=1)
        for place in range(len(self._pages)):
            text = " ".join(page_words(self._pages[place], title_weight))
            writer.add_document(module.Document(words=[text], place=place))
        writer.commit()
        writer.wait_merging_threads()
        self._open(module)

    def _open(self, module: Any) -> None:
        self._index.reload()
        self._schema = self._index.schema
        self._searcher = self._index.searcher()
        self._module = module

    def __len__(self) -> int:
        return len(self._pages)

    def page(self, id: str) -> Page:
        """The document of an id; KeyError if there is none."""
        return self._pages.page(id)

    def search(self, query: str, k: int = 5) -> list[Hit]:
        """The best `k` documents with a score above zero, best first; equal ones in the order of the corpus."""
        asked = query_words(query)
        limit = min(k, len(self))
        if not asked or limit < 1:
            return []
        wanted = self._query(asked)
        while True:
            # One more than wanted, to see whether the last has equals that come earlier in the corpus.
            hits = self._searcher.search(wanted, limit=limit + 1, count=False).hits
            if len(hits) <= limit or hits[-1][0] < hits[min(k, len(hits)) - 1][0]:
                break
            limit *= 4
        places = self._searcher.fast_field_values("place", [address for _, address in hits])
        found = sorted((-score, place) for (score, _), place in zip(hits, places, strict=True) if score > 0)
        return [Hit(self._pages.id(place), -score) for score, place in found[:k]]

    def _query(self, asked: list[str]) -> Any:
        query, occur = self._module.Query, self._module.Occur.Should
        parts = [(occur, query.term_query(self._schema, "words", word, index_option="freq")) for word in asked]
        return query.boolean_query(parts)

    def search_many(self, queries: Sequence[str], k: int = 5) -> list[list[Hit]]:
        """`search` for several queries, in their order."""
        return [self.search(query, k) for query in queries]

    def save(self, folder: Path) -> None:
        """Write the index into an empty or new folder, whole or not at all.

        Raises:
            ValueError: the folder is not empty, or cannot be written.
        """

        def copy(made: Path) -> None:
            shutil.copytree(self._folder, made / _FOLDER, ignore=shutil.ignore_patterns("*.lock"))

        folders.write(folder, _ENGINE, self._options, self._pages.arrays(), copy)

    @classmethod
    def load(cls, folder: Path, *, verify: bool = False) -> Self:
        """Open a saved index.

        Args:
            folder: where it was saved; tantivy puts a lock file into it.
            verify: compare the checksums of all files first.

        Raises:
            ValueError: there is no index of this engine and version, or it is damaged.
            ImportError: tantivy is not installed.
        """
        about, arrays = folders.read(folder, _ENGINE, verify=verify)
        module = needed("tantivy", "search", _ENGINE)
        made = cls.__new__(cls)
        made._options = about
        made._folder = Path(folder) / _FOLDER
        try:
            made._pages = Pages(arrays=arrays)
            made._index = module.Index.open(str(made._folder))
        except KeyError as error:
            raise ValueError(f"{folder} is damaged: it has no {error.args[0]}") from None
        made._open(module)
        return made


def _schema(module: Any) -> Any:
    builder = module.SchemaBuilder()
    builder.add_text_field("words", tokenizer_name="whitespace", index_option="freq")
    builder.add_integer_field("place", fast=True)
    return builder.build()
