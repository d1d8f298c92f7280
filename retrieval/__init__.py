"""Finding documents by words: one small interface, an embedded engine, and others behind the same interface."""

from .base import Hit, Page, Retriever
from .choose import ENGINES, make_retriever, open_retriever

__all__ = ["ENGINES", "Hit", "Page", "Retriever", "make_retriever", "open_retriever"]
