"""Answers as reasoning models write them, right and wrong, for each environment. `BOOK` has them all."""

from . import algebra as algebra
from . import arithmetic as arithmetic
from . import calculus as calculus
from . import choices as choices
from . import composed as composed
from . import data as data
from . import databases as databases
from . import documents as documents
from . import geometry as geometry
from . import linear_algebra as linear_algebra
from . import number_theory as number_theory
from . import objects as objects
from . import plans as plans
from . import probability as probability
from . import programs as programs
from . import puzzles as puzzles
from . import tracing as tracing
from .book import BOOK, Form, Whole, responses
from .boxes import boxed

__all__ = ["BOOK", "Form", "Whole", "boxed", "responses"]
