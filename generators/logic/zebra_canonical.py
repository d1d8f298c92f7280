"""A form of a zebra puzzle that is the same for puzzles that are the same up to symmetry.

The symmetries are new names for values and attributes, another order of the clues, and the row of houses seen from
behind. Colour refinement tells the values apart by the clues about them. Values that still look alike are told
apart in every way, and the smallest form of the row and of its mirror image is taken; the few puzzles with too many
ways get the refined colours themselves, which are invariant too.
"""

from __future__ import annotations

from collections.abc import Sequence

from .mixing import mix, tied
from .zebra_clues import Clue

_CODE = {
    kind: mix(0x7A656272, number)
    for number, kind in enumerate(("in", "out", "same", "apart", "next", "gap", "before", "left", "oneof"))
}
_MAX_LEAVES = 64
_MASK = (1 << 64) - 1


def canonical(houses: int, attributes: int, clues: Sequence[Clue]) -> list[str]:
    """Equal for puzzles that differ in the declared symmetries only."""
    return min(_form(houses, attributes, row) for row in (clues, mirrored(houses, clues)))


def mirrored(houses: int, clues: Sequence[Clue]) -> list[Clue]:
    """The clues of the same puzzle with the houses numbered from the other end."""
    result: list[Clue] = []
    for clue in clues:
        kind, x, y = clue[:3]
        if kind in ("in", "out"):
            result.append([kind, x, *sorted(houses - 1 - h for h in clue[2:])])
        else:
            result.append([kind, y, x] if kind in ("before", "left") else clue)
    return result


def _form(houses: int, attributes: int, clues: Sequence[Clue]) -> list[str]:
    colours = [1] * (houses * attributes)
    leaves: list[list[str]] = []
    if _search(houses, clues, colours, leaves):
        return min(leaves)
    return ["refined", *(f"{colour:016x}" for colour in sorted(_refined(houses, clues, colours)))]


def _search(houses: int, clues: Sequence[Clue], colours: list[int], leaves: list[list[str]]) -> bool:
    colours = _refined(houses, clues, colours)
    alike = tied(colours)
    if not alike:
        leaves.append(_written(houses, clues, colours))
        return len(leaves) <= _MAX_LEAVES
    for x in alike:
        marked = list(colours)
        marked[x] = mix(colours[x], 0x6D61726B)
        if not _search(houses, clues, marked, leaves):
            return False
    return True


def _refined(houses: int, clues: Sequence[Clue], colours: list[int]) -> list[int]:
    classes = len(set(colours))
    while classes < len(colours):
        news = [mix(colour, 2) for colour in colours]
        for clue in clues:
            kind, x, y = clue[:3]
            code = _CODE[kind]
            if kind in ("in", "out"):
                mask = 0
                for house in clue[2:]:
                    mask |= 1 << house
                news[x] += mix(code, mask)
                continue
            cx, cy = colours[x], colours[y]
            if kind == "oneof":
                z = clue[3]
                cz = colours[z]
                news[x] += mix(code, mix(1, cy) + mix(1, cz))
                news[y] += mix(mix(code, cx), cz)
                news[z] += mix(mix(code, cx), cy)
                continue
            if kind == "gap":
                code += clue[3]
            news[x] += mix(code, cy)
            news[y] += mix(code + 16 * (kind in ("before", "left")), cx)
        colours = []
        for start in range(0, len(news), houses):
            row = [mix(1, new & _MASK) for new in news[start : start + houses]]
            total = sum(row) & _MASK
            colours += [mix(colour, total) for colour in row]
        refined = len(set(colours))
        if refined == classes:
            break
        classes = refined
    return colours


def _written(houses: int, clues: Sequence[Clue], colours: list[int]) -> list[str]:
    """The puzzle with values numbered by their colours."""
    number = {colour: rank for rank, colour in enumerate(sorted(colours))}
    rank = [number[colour] for colour in colours]
    rows = [sorted(rank[start : start + houses]) for start in range(0, len(rank), houses)]
    texts = []
    for kind, x, *rest in clues:
        if kind in ("in", "out"):
            about = [rank[x], *rest]
        elif kind == "oneof":
            about = [rank[x], *sorted(rank[y] for y in rest)]
        elif kind in ("before", "left"):
            about = [rank[x], rank[rest[0]]]
        else:
            about = [*sorted((rank[x], rank[rest[0]])), *rest[1:]]
        texts.append(f"{kind} {' '.join(map(str, about))}")
    return [*(" ".join(map(str, row)) for row in sorted(rows)), *sorted(texts)]
