"""Corpora from recipes: a task stores how its world is made, never the documents themselves.

A recipe is the seed of the world, its size and the options of `write`. Worlds that took long are kept while others need
them: where several tasks share a world, as at the highest levels, it is made once.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from ..base import Json
from .documents import write
from .make import make_world
from .world import Document, World

_KEPT_DOCUMENTS = 150_000
"""Documents that are kept in all; about 1 KiB each."""


@dataclass(frozen=True, slots=True)
class Corpus:
    """A world and the documents about it."""

    world: World
    documents: tuple[Document, ...]


_CORPORA: OrderedDict[str, Corpus] = OrderedDict()
_LOCK = threading.Lock()


def key_of(recipe: Mapping[str, Json]) -> str:
    """A text that is equal for equal recipes."""
    return repr(sorted((name, recipe[name]) for name in recipe))


def remade(recipe: Mapping[str, Json]) -> Corpus:
    """The corpus of a recipe: ``{"seed", "size", "twins", ...}``, the options of `make_world` and `write`.

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
    rng = Random(f"world {recipe['seed']}")
    options = {name: recipe[name] for name in ("twins", "density", "aliases") if name in recipe}
    world = make_world(rng, recipe["size"], **options)
    told = {name: recipe[name] for name in _WRITING if name in recipe}
    return Corpus(world, tuple(write(rng, world, **told)))


_WRITING = ("paraphrase", "noise", "stale", "contradictions", "injections")
