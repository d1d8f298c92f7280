"""What a corpus is made of: from a recipe to a world, its documents, their index, and the arrays that are kept on disk.

Nothing that asks questions or reads what is kept is imported here: worlds on disk last until the code changes that
this module reaches (`stored_worlds.NOT_MAKING`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from ...retrieval.base import Page
from ...retrieval.bm25 import BM25
from ...retrieval.folder import Array
from ..base import Json
from ..quick_random import QuickRandom
from .documents import write
from .make import make_world
from .traps import add_traps
from .world import Document, World
from .world_arrays import arrays_of

_MAKING = ("twins", "density", "aliases")
_WRITING = ("paraphrase", "noise", "bynames", "chatter")
_TRAPS = ("stale", "contradictions", "rumours", "injections")
OPTIONS = (*_MAKING, *_WRITING, *_TRAPS)
"""What a recipe may have beside its seed and its size: options of `make_world`, `write` and `add_traps`."""


def key_of(recipe: Mapping[str, Json]) -> str:
    """A text that is equal for recipes of the same corpus."""
    return repr(sorted((name, recipe[name]) for name in recipe if name != "seal"))


def check(recipe: Mapping[str, Json]) -> None:
    """Raises ValueError if a recipe has what none has."""
    unknown = sorted(set(recipe) - {"seed", "size", "seal", *OPTIONS})
    if unknown:
        raise ValueError(f"a recipe of a corpus has no {', '.join(unknown)}")


def world_and_documents(recipe: Mapping[str, Json]) -> tuple[World, tuple[Document, ...]]:
    """The world of a recipe, and the documents about it.

    Raises:
        ValueError: an option is not valid.
    """
    check(recipe)
    rng = QuickRandom(f"world {recipe['seed']}")
    world = make_world(rng, recipe["size"], **_chosen(recipe, _MAKING))
    documents = write(rng, world, **_chosen(recipe, _WRITING))
    if any(recipe.get(trap) for trap in _TRAPS):
        traps = _chosen(recipe, (*_TRAPS, "paraphrase"))
        documents = add_traps(rng, world, documents, **traps)
    return world, tuple(documents)


def _chosen(recipe: Mapping[str, Json], names: tuple[str, ...]) -> dict[str, Any]:
    return {name: recipe[name] for name in names if name in recipe}


def index_of(documents: Sequence[Document]) -> BM25:
    """The documents, to be searched by words."""
    return BM25([Page(page.id, page.title, page.text) for page in documents])


def seal_of(documents: Sequence[Document]) -> str:
    """A hash of all that a reader sees, by which a corpus is known that was made otherwise."""
    hashed = hashlib.blake2b(digest_size=8)
    for page in documents:
        hashed.update(f"{page.id}\x1f{page.title}\x1f{page.text}\x1e".encode())
    return hashed.hexdigest()


def to_store(recipe: Mapping[str, Json]) -> tuple[dict[str, Any], dict[str, Array]]:
    """What is kept on disk of a corpus: what is said about it, and arrays."""
    world, documents = world_and_documents(recipe)
    about, arrays = arrays_of(world, documents, index_of(documents))
    return {**about, "seal": seal_of(documents)}, arrays
