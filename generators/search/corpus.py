"""Corpora from recipes: a task stores how its world is made, never the documents themselves.

A recipe is the seed of the world, its size and the options of `make_world`, `write` and `add_traps`. What was made is
kept while others need it: where several tasks share a world, as at the highest levels, it is made and indexed once.
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from ...retrieval import Page, Retriever, make_retriever
from ..base import Json
from .documents import write
from .make import make_world
from .question_drawing import QuestionDrawer, documents_by_fact
from .traps import add_traps
from .world import Document, World

_KEPT_DOCUMENTS = 130_000
"""Documents that are kept in all; about 5 KiB each with their index."""

_MAKING = ("twins", "density", "aliases")
_WRITING = ("paraphrase", "noise", "bynames", "chatter")
_TRAPS = ("stale", "contradictions", "rumours", "injections")
OPTIONS = (*_MAKING, *_WRITING, *_TRAPS)
"""What a recipe may have beside its seed and its size: options of `make_world`, `write` and `add_traps`."""


@dataclass(frozen=True)
class Corpus:
    """A world and the documents about it."""

    world: World
    documents: tuple[Document, ...]

    @cached_property
    def seal(self) -> str:
        """A hash of all that a reader sees, by which a corpus is known that was made otherwise."""
        hashed = hashlib.blake2b(digest_size=8)
        for page in self.documents:
            hashed.update(f"{page.id}\x1f{page.title}\x1f{page.text}\x1e".encode())
        return hashed.hexdigest()

    @cached_property
    def index(self) -> Retriever:
        """The documents, to be searched by words."""
        return make_retriever([Page(page.id, page.title, page.text) for page in self.documents])

    @cached_property
    def stated(self) -> dict[str, list[str]]:
        """The documents that state each fact."""
        return documents_by_fact(self.documents)

    @cached_property
    def asker(self) -> QuestionDrawer:
        """Draws questions that this corpus answers."""
        return QuestionDrawer(self.world, self.documents)

    @cached_property
    def hard_asker(self) -> QuestionDrawer:
        """Draws questions that a search for their own words does not answer."""
        return QuestionDrawer(self.world, self.documents, self.found)

    def found(self, query: str, k: int) -> list[str]:
        """The ids of the best documents for a query."""
        return [hit.id for hit in self.index.search(query, k)]


_CORPORA: OrderedDict[str, Corpus] = OrderedDict()
_LOCK = threading.Lock()


def key_of(recipe: Mapping[str, Json]) -> str:
    """A text that is equal for recipes of the same corpus."""
    return repr(sorted((name, recipe[name]) for name in recipe if name != "seal"))


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
    made = _made(recipe)
    with _LOCK:
        _CORPORA[key] = made
        while (
            len(_CORPORA) > 1 and sum(len(corpus.documents) for corpus in _CORPORA.values()) > _KEPT_DOCUMENTS
        ):
            _CORPORA.popitem(last=False)
    return made


def _made(recipe: Mapping[str, Json]) -> Corpus:
    unknown = sorted(set(recipe) - {"seed", "size", "seal", *OPTIONS})
    if unknown:
        raise ValueError(f"a recipe of a corpus has no {', '.join(unknown)}")
    rng = Random(f"world {recipe['seed']}")
    world = make_world(rng, recipe["size"], **_chosen(recipe, _MAKING))
    documents = write(rng, world, **_chosen(recipe, _WRITING))
    if any(recipe.get(trap) for trap in _TRAPS):
        traps = _chosen(recipe, (*_TRAPS, "paraphrase"))
        documents = add_traps(rng, world, documents, **traps)
    return Corpus(world, tuple(documents))


def _chosen(recipe: Mapping[str, Json], names: tuple[str, ...]) -> dict[str, Any]:
    return {name: recipe[name] for name in names if name in recipe}
