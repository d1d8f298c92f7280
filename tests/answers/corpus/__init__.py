"""Answers as reasoning models write them, right and wrong, for each environment. `BOOK` has them all."""

from . import arithmetic as arithmetic
from .book import BOOK, Form, Whole, responses

__all__ = ["BOOK", "Form", "Whole", "responses"]
