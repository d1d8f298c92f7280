"""All kinds of changes: to import this module is to enter them."""

from __future__ import annotations

from . import (  # noqa: F401
    cascades,
    columns,
    deletes,
    derived,
    inserts,
    names,
    numbering,
    reports,
    tables,
    updates,
    upserts,
)
from .change import KINDS

__all__ = ["KINDS"]
