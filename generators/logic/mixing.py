"""Integer mixing for colour refinement: the same numbers on every platform, unlike `hash`.

Colours are 64-bit integers. Equal inputs give equal colours; a collision of different inputs only costs time,
because the canonical forms built on them compare the structures themselves.
"""

from __future__ import annotations

_MASK = (1 << 64) - 1


def mix(a: int, b: int) -> int:
    """A 64-bit integer that depends on both arguments and on their order."""
    x = (a ^ (b * 0x9E3779B97F4A7C15)) * 0xBF58476D1CE4E5B9 & _MASK
    return x ^ (x >> 31)


def tied(colours: list[int]) -> list[int]:
    """Indices of the colour shared by the fewest (but two or more), the smallest such; empty if none is."""
    groups: dict[int, list[int]] = {}
    for index, colour in enumerate(colours):
        groups.setdefault(colour, []).append(index)
    shared = [(len(members), colour) for colour, members in groups.items() if len(members) > 1]
    return groups[min(shared)[1]] if shared else []
