"""Finding documents by words: one small interface, an embedded engine, and others behind the same interface."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .base import Hit, Page, Retriever
from .choose import ENGINES, make_retriever, open_retriever

if TYPE_CHECKING:
    from .passages import Passages

__all__ = ["ENGINES", "Hit", "Page", "Passages", "Retriever", "make_retriever", "open_retriever"]


def __getattr__(name: str) -> Any:
    """`Passages`, when it is first asked for: it brings NumPy."""
    if name != "Passages":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from .passages import Passages

    return Passages
