"""What tasks of games for two share: choosing a position by the work of solving it, and the words around its rules.

A task asks for all best moves of a position, or it is played against an opponent from the same position. The
payload has the position, ``best``, and the opponent's ``seed`` and ``strength``, which only the form that is
played makes use of.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ..limits import Real, Whole

WORK: Final = Whole(
    8, 20_000, "the least number of positions that the search looks at; it is less than three times as many"
)
STRENGTH: Final = Real(
    0.0, 1.0, "how often the opponent looks for a best move where the task is played; else it takes any move"
)


def framed(frames: Sequence[str], rules: Mapping[str, Mapping[str, str]]) -> dict[str, tuple[str, ...]]:
    """Wordings of each kind: what `rules` says of it stands in the slots of each frame."""

    def fill(frame: str, words: Mapping[str, str]) -> str:
        for name, text in words.items():
            frame = frame.replace(f"<{name}>", text)
        return frame

    return {kind: tuple(fill(frame, words) for frame in frames) for kind, words in rules.items()}


def blind(moves: int, best: int) -> float:
    """The chance to name `best` of `moves` by one blind choice of as many."""
    chance = 1.0
    for n in range(best):
        chance *= (best - n) / (moves - n)
    return chance
