"""Finding documents by words: one small interface, an embedded engine, and others behind the same interface."""

from .base import Hit, Page, Retriever
from .choose import ENGINES, make_retriever, open_retriever
from .passages import Passages

__all__ = ["ENGINES", "Hit", "Page", "Passages", "Retriever", "make_retriever", "open_retriever"]
