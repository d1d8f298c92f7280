"""What is compared with what: one pair for each family, or size of it, that reasoning-gym has as well.

Sizes are set so that both sides make a problem of the same size, by overriding parameters of a level of ours
and the configuration of theirs. Where the two differ in kind, `Pair.note` says how.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any


def _own_answer(entry: Mapping[str, Any]) -> str:
    return str(entry["answer"])


def _possible_coloring(entry: Mapping[str, Any]) -> str:
    # The data set has no answer of its own; the colouring it found is in the metadata.
    return json.dumps(entry["metadata"]["possible_answer"])


@dataclass(frozen=True, slots=True)
class Pair:
    """One comparison.

    Attributes:
        task: short name of our registry entry.
        size: what both sides make.
        level: our level; it fixes the parameters that `params` does not name.
        params: our overriding parameters.
        dataset: the peer's name.
        config: the peer's configuration.
        note: what the two sides do for one task, where it is not the same.
        answer: a right answer of one of the peer's entries.
    """

    task: str
    size: str
    level: int
    dataset: str
    note: str
    params: Mapping[str, Any] = field(default_factory=dict)
    config: Mapping[str, Any] = field(default_factory=dict)
    answer: Callable[[Mapping[str, Any]], str] = _own_answer


PAIRS = (
    # As many words of about the same length; theirs are from a book, ours are invented.
    Pair(
        "word-sorting",
        "10 words",
        level=3,
        params={"count": 10, "length": 6, "prefix": 0},
        dataset="word_sorting",
        config={"min_words": 10, "max_words": 10},
        note="Theirs draws words from one book; ours invents them and writes the worked solution.",
    ),
)
