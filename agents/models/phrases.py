"""The phrases that many texts share: runs of common words and signs, each of which is worth a token of its own."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby

_PIECES = re.compile(r"[A-Za-z]+|.", re.DOTALL)
_FACT = re.compile(r"[a-z0-9]")  # one such character on its own belongs to a problem, not to a sentence


def phrases_of(texts: Iterable[str], share: float) -> tuple[str, ...]:
    """The phrases that stand in at least this `share` of the `texts`, sorted.

    A phrase is a run of common words and signs within a line. The threshold keeps the words of single problems
    out, and numbers are never part of a phrase.
    """
    split = [_PIECES.findall(text) for text in texts]
    least = share * len(split)
    pieces = Counter(piece for found in split for piece in set(found))
    common = {piece for piece, count in pieces.items() if count >= least and not _FACT.fullmatch(piece)}
    runs = Counter(run for found in split for run in set(_runs(found, common)))
    return tuple(sorted(run for run, count in runs.items() if count >= least and len(run) > 1))


def _runs(pieces: Sequence[str], common: set[str]) -> list[str]:
    """The longest runs of common pieces, each within one line (its line break ends it)."""
    runs: list[str] = []
    for is_common, run in groupby(pieces, key=common.__contains__):
        if is_common:
            runs.extend(line for line in re.split(r"(?<=\n)(?!\n)", "".join(run)) if line)
    return runs
