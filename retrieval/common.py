"""What engines share: how documents and options are read, the best of an array, what to install for an extra."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt

from .base import Page
from .tokens import words


def needed(module: str, extra: str, engine: str) -> Any:
    """Import a module of an extra.

    Raises:
        ImportError: it is not installed; the message says how to install it.
    """
    try:
        return import_module(module)
    except ImportError as error:
        raise ImportError(
            f"the engine {engine!r} needs {module}: pip install 'rlvr-gym[{extra}]' ({error})", name=module
        ) from error


def page_words(page: Page, title_weight: int) -> list[str]:
    """The words of a document as all engines count them: those of the title `title_weight` times."""
    return words(page.title) * title_weight + words(page.text)


def bm25_options(k1: float, b: float, title_weight: int) -> dict[str, Any]:
    """The options of a BM25 engine.

    Raises:
        ValueError: one is out of its range.
    """
    # With these bounds the sum over all words of a query stays far below 2**31, in units of 1/65536.
    if not (0 < k1 <= 10 and 0 <= b <= 1 and 1 <= title_weight <= 100 and title_weight == int(title_weight)):
        given = f"{k1}, {b}, {title_weight}"
        raise ValueError(f"0 < k1 <= 10, 0 <= b <= 1, title_weight a whole number from 1 to 100, not {given}")
    return {"k1": float(k1), "b": float(b), "title_weight": int(title_weight)}


def best_places(scores: npt.NDArray[Any], k: int) -> list[tuple[int, float]]:
    """The places of the best `k` scores above zero, equal ones in their order, with the scores."""
    if k < 1 or not len(scores):
        return []
    bar = np.partition(scores, -k)[-k] if k < len(scores) else scores.min()
    places = np.flatnonzero((scores >= bar) & (scores > 0))
    order = np.argsort(-scores[places], kind="stable")[:k]
    return [(place, float(scores[place])) for place in places[order].tolist()]
