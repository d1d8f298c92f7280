"""Corpora from recipes: a task stores how its world is made, never the documents themselves.

A recipe is the seed of the world, its size and the options of `make_world`, `write` and `add_traps`. What was made is
kept while others need it. Worlds that several tasks share are made once and kept on disk (`stored_worlds`); then a
corpus is opened in milliseconds, and its documents are mapped.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path

from ...retrieval.bm25 import BM25
from ..base import Json
from . import stored_worlds
from .fact_pages import Pages
from .links import FactLinks, Links
from .mapped_world import MappedWorld
from .question_drawing import QuestionDrawer, documents_by_fact
from .recipes import check, index_of, key_of, seal_of, to_store, world_and_documents
from .ways import Ways, ways_of
from .world import Document

_KEPT = 128
"""Corpora that are kept in all."""
_KEPT_OWN = 16
"""Those among them of worlds that no other task has: for the one who plays a task when it has just been made."""
_KEPT_DOCUMENTS = 130_000
"""Documents of them; about 5 KiB each with their index, or 0.2 KiB if they are on disk."""
MOST_SHARED = 100_000
"""Tasks share at most so many worlds."""
_TOLD = 1000
"""People are told that a world of so many documents is made."""


class Corpus:
    """A world and the documents about it.

    Args:
        recipe: what it is made from.
    """

    def __init__(self, recipe: Mapping[str, Json]) -> None:
        self.recipe = dict(recipe)
        self.world, self.documents = world_and_documents(recipe)

    @cached_property
    def size(self) -> int:
        """How many documents there are."""
        return len(self.documents)

    @cached_property
    def seal(self) -> str:
        """A hash of all that a reader sees, by which a corpus is known that was made otherwise."""
        return seal_of(self.documents)

    @cached_property
    def index(self) -> BM25:
        """The documents, to be searched by words."""
        return index_of(self.documents)

    @cached_property
    def stated(self) -> Mapping[str, Sequence[str]]:
        """The documents that state each fact."""
        return documents_by_fact(self.documents)

    @cached_property
    def asker(self) -> QuestionDrawer:
        """Draws questions that this corpus answers."""
        return QuestionDrawer(self.world, pages=self._pages, ways=self._ways, links=self._links)

    @cached_property
    def hard_asker(self) -> QuestionDrawer:
        """Draws questions that a search for their own words does not answer."""
        return QuestionDrawer(
            self.world, finds=self.index.finds, pages=self._pages, ways=self._ways, links=self._links
        )

    def found(self, query: str, k: int) -> list[str]:
        """The ids of the best documents for a query."""
        return [hit.id for hit in self.index.search(query, k)]

    @cached_property
    def _pages(self) -> Pages:
        return Pages(self.world, self.documents)

    @cached_property
    def _ways(self) -> Ways:
        return ways_of(self.world)

    @cached_property
    def _links(self) -> Links:
        return FactLinks(self.world, self._ways)


class StoredCorpus(Corpus):
    """A corpus whose world is on disk. Its documents are made again if they are asked for, which tasks do not."""

    def __init__(self, recipe: Mapping[str, Json], stored: stored_worlds.Stored) -> None:
        about, arrays = stored
        mapped = MappedWorld(about, arrays)
        self.recipe = dict(recipe)
        self.world = mapped.world
        self.__dict__ |= {
            "size": mapped.size,
            "seal": about["seal"],
            "index": mapped.index,
            "stated": Stated(mapped.pages),
            "_pages": mapped.pages,
            "_ways": mapped.ways,
            "_links": mapped.links,
        }

    @cached_property
    def documents(self) -> tuple[Document, ...]:  # type: ignore[override]
        """The documents, with all that is known of them."""
        return world_and_documents(self.recipe)[1]


class Stated(Mapping[str, Sequence[str]]):
    """The ids of the documents that state a fact, read from pages."""

    def __init__(self, pages: Pages) -> None:
        self._pages = pages

    def __getitem__(self, fact: str) -> Sequence[str]:
        return [self._pages.ids[place] for place in self._pages.facts[fact]]

    def __iter__(self) -> Iterator[str]:
        return iter(self._pages.facts)

    def __len__(self) -> int:
        return len(self._pages.facts)


_CORPORA: OrderedDict[str, Corpus] = OrderedDict()
_LOCK = threading.Lock()


def remade(recipe: Mapping[str, Json]) -> Corpus:
    """The corpus of a recipe: ``{"seed", "size", "twins", ...}``, and `OPTIONS`.

    Raises:
        ValueError: an option is not valid.
    """
    key = key_of(recipe)
    with _LOCK:
        if key in _CORPORA:
            _CORPORA.move_to_end(key)
            return _CORPORA[key]
    made = _opened_or_made(recipe, key)
    with _LOCK:
        _CORPORA[key] = made
        if not is_shared(recipe["seed"]):
            own = [key for key, corpus in _CORPORA.items() if not is_shared(corpus.recipe["seed"])]
            for key in own[:-_KEPT_OWN]:
                del _CORPORA[key]
        while len(_CORPORA) > 1 and (
            len(_CORPORA) > _KEPT or sum(corpus.size for corpus in _CORPORA.values()) > _KEPT_DOCUMENTS
        ):
            _CORPORA.popitem(last=False)
    return made


def build(recipe: Mapping[str, Json]) -> bool:
    """See that the world of a recipe is on disk; False if it cannot be kept there."""
    path = stored_worlds.path_of(key_of(recipe))
    if path is None:
        return False
    with stored_worlds.one_maker(path):
        return _stored(recipe, path) is not None or _write(recipe, path)[1]


def _opened_or_made(recipe: Mapping[str, Json], key: str) -> Corpus:
    """From disk, or made and kept there if others will use it."""
    check(recipe)
    path = stored_worlds.path_of(key) if is_shared(recipe["seed"]) else None
    if path is None:
        return Corpus(recipe)
    found = _stored(recipe, path)
    if found is not None:
        return found
    with stored_worlds.one_maker(path):
        found = _stored(recipe, path)  # another process may have made it meanwhile
        if found is not None:
            return found
        if recipe["size"] >= _TOLD:
            stored_worlds.say(
                f"making a world of about {recipe['size']:,} documents, once; `rlvr worlds build` makes all of them"
            )
        made, written = _write(recipe, path)
    return (_stored(recipe, path) if written else None) or made


def _stored(recipe: Mapping[str, Json], path: Path) -> StoredCorpus | None:
    stored = stored_worlds.read(path)
    try:
        return None if stored is None else StoredCorpus(recipe, stored)
    except (KeyError, ValueError, TypeError):  # it has another form than what is written here
        return None


def _write(recipe: Mapping[str, Json], path: Path) -> tuple[Corpus, bool]:
    """The corpus, with its arrays in memory, and whether it was written."""
    stored = to_store(recipe)
    return StoredCorpus(recipe, stored), stored_worlds.write(path, *stored)


def is_shared(seed: int) -> bool:
    """Whether a seed is that of a world which several tasks share; the seeds of others are large."""
    return 0 <= seed < MOST_SHARED
