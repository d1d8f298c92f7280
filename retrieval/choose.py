"""A retriever by the name of its engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import Any, cast

from .base import Page, Retriever

PASSAGES = "passages"
"""What a saved index of passages calls itself; see `passages`."""

ENGINES = {
    "bm25": ("bm25", "BM25"),
    "tantivy": ("tantivy_engine", "Tantivy"),
    "bm25s": ("bm25s_engine", "BM25S"),
    "dense": ("dense", "Dense"),
}
"""The module and the class of each engine; all but the first need an extra."""


def make_retriever(pages: Iterable[Page], engine: str = "bm25", **options: Any) -> Retriever:
    """Index a corpus.

    Args:
        pages: the documents; their order decides ties.
        engine: ``bm25`` (embedded), or ``tantivy``, ``bm25s``, ``dense``, which need an extra.
        **options: of the engine: see its class.

    Raises:
        ValueError: there is no such engine or option, or the documents have wrong or equal ids.
        ImportError: the engine's packages are not installed; the message says how to.
    """
    return cast(Retriever, _called(_engine(engine), engine, pages, **options))


def open_retriever(folder: Path, *, verify: bool = False, **options: Any) -> Retriever:
    """Open a saved index of any engine.

    Args:
        folder: where it was saved.
        verify: read all of it and compare the checksums.
        **options: of the engine's `load`.

    Raises:
        ValueError: there is no index, it is damaged, or the engine has no such option.
        ImportError: the engine's packages are not installed.
    """
    from .folder import describe

    name = describe(folder)["engine"]
    if name == PASSAGES:
        from .passages import Passages  # brings NumPy

        return Passages.load(folder, verify=verify, **options)
    return cast(Retriever, _called(_engine(name).load, name, folder, verify=verify, **options))


def _called(make: Callable[..., Any], engine: str, *given: Any, **options: Any) -> Any:
    try:
        signature(make).bind(*given, **options)
    except TypeError as error:
        raise ValueError(f"the engine {engine}: {error}") from None
    return make(*given, **options)


def _engine(name: str) -> Any:
    if name not in ENGINES:
        raise ValueError(f"the engines are {', '.join(ENGINES)}, not {name!r}")
    module, cls = ENGINES[name]
    return getattr(import_module(f".{module}", __package__), cls)
