"""Answers as reasoning models write them, right and wrong, for each environment. `BOOK` has them all."""

from . import algebra as algebra
from . import arithmetic as arithmetic
from . import geometry as geometry
from . import number_theory as number_theory
from .book import BOOK, Form, Whole, responses

__all__ = ["BOOK", "Form", "Whole", "responses"]
