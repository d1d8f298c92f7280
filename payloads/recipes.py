"""Large arguments by recipe: a few numbers in the payload, a large value when a program is judged.

A recipe is ``[name, ...]``; `expand` turns it into a JSON value and `argument` does so for an argument that may be
``{"$recipe": [...]}``. Recipes are pure: the same value on every platform and version of Python, from
`random.Random.random` and integers alone. A recipe that would make more than `MOST` items raises ValueError.
"""

from __future__ import annotations

import gc
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from random import Random
from typing import Any

Json = Any

AT_ONCE = 1000
"""So many draws are made at once."""
MOST = 400_000
"""The most items (numbers, letters) of one expanded value."""


def argument(value: Json) -> Json:
    """The argument itself: a recipe expanded, any other value as it is."""
    if isinstance(value, dict) and set(value) == {"$recipe"}:
        return expand(value["$recipe"])
    return value


def kept(value: Json) -> Json:
    """The same as `argument`; a recipe's value is kept for the next time, so it must not be changed.

    Many programs are judged by the same calls: the samples of a group, a program and its check.
    """
    return _kept(json.dumps(value)) if isinstance(value, dict) and set(value) == {"$recipe"} else value


@lru_cache(maxsize=16)
def _kept(text: str) -> Json:
    return argument(json.loads(text))


def recipe(name: str, *parts: Json) -> dict[str, Json]:
    """The argument that stands for ``expand([name, *parts])``.

    Raises:
        ValueError: if there is no such recipe.
    """
    if name not in RECIPES:
        raise ValueError(f"no recipe {name!r}; there are {', '.join(RECIPES)}")
    return {"$recipe": [name, *parts]}


def expand(recipe: list[Json]) -> Json:
    """The value that a recipe stands for.

    Raises:
        ValueError: if it is no recipe, or its value would be too large.
    """
    name, *parts = recipe
    if name not in RECIPES:
        raise ValueError(f"no recipe {name!r:.40}; there are {', '.join(RECIPES)}")
    with many_objects():
        return RECIPES[name](*parts)


@contextmanager
def many_objects() -> Iterator[None]:
    """Let the collector of cycles rest while many small lists are made: it would look at them again and again."""
    active = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if active:
            gc.enable()


def _room(items: int) -> int:
    if not 0 <= items <= MOST:
        raise ValueError(f"a recipe makes 0 to {MOST} items, not {items!r:.40}")
    return items


def _draws(rng: Random, count: int, low: int, high: int) -> list[int]:
    """Numbers from low to high; multiplication and truncation of doubles are the same everywhere."""
    draw, width = rng.random, high - low + 1
    if _room(count) >= AT_ONCE and width < 1 << 53 and abs(low) < 1 << 53:
        drawn: list[int] = (_places(rng, count, width) + low).tolist()
        return drawn
    return [low + int(draw() * width) for _ in range(count)]


def _places(rng: Random, count: int, width: Any) -> Any:
    """An array of ``int(rng.random() * width)``, so many times, in less time; `width` may be one for each."""
    import numpy  # here, since few who judge answers ever need a large value

    return (_doubles(rng, count) * numpy.asarray(width, "f8")).astype("i8")


def _doubles(rng: Random, count: int) -> Any:
    """An array of ``rng.random()``, so many times.

    Python makes a double of 27 and 26 bits of two outputs of the generator, in this order, and `getrandbits` gives
    the outputs themselves, the first one in the lowest bits.
    """
    import numpy

    outputs = numpy.frombuffer(rng.getrandbits(64 * count).to_bytes(8 * count, "little"), "<u4")
    high, low = (outputs[0::2] >> 5).astype("f8"), (outputs[1::2] >> 6).astype("f8")
    return (high * 67108864.0 + low) * (1.0 / 9007199254740992.0)


def _together(*columns: Any) -> list[list[int]]:
    """The rows of some columns of numbers, lists or arrays."""
    import numpy

    rows: list[list[int]] = numpy.column_stack([numpy.asarray(column, "i8") for column in columns]).tolist()
    return rows


def _shuffled(rng: Random, values: list[int]) -> list[int]:
    draw, count = rng.random, len(values)
    if count >= AT_ONCE:
        others = _places(rng, count - 1, range(count, 1, -1)).tolist()
    else:
        others = [int(draw() * size) for size in range(count, 1, -1)]
    for at, other in zip(range(count - 1, 0, -1), others, strict=True):
        values[at], values[other] = values[other], values[at]
    return values


def ints(count: int, low: int, high: int, seed: int) -> list[int]:
    """Independent numbers from `low` to `high`."""
    return _draws(Random(seed), count, low, high)


def sorted_ints(count: int, low: int, high: int, seed: int) -> list[int]:
    """The same in ascending order, with repetitions."""
    return sorted(_draws(Random(seed), count, low, high))


def distinct_ints(count: int, gap: int, seed: int) -> list[int]:
    """Different positive numbers in mixed order; neighbours in value are 1 to `gap` apart."""
    rng, total = Random(seed), 0
    values = []
    for step in _draws(rng, count, 1, gap):
        total += step
        values.append(total)
    return _shuffled(rng, values)


def permutation(count: int, first: int, seed: int) -> list[int]:
    """The numbers first, first + 1, ... in mixed order."""
    return _shuffled(Random(seed), list(range(first, first + _room(count))))


def nearly_sorted(count: int, step: int, noise: int, seed: int) -> list[int]:
    """Numbers that grow by `step` on average, each off by at most `noise`."""
    return [at * step + off for at, off in enumerate(_draws(Random(seed), count, -noise, noise))]


def sawtooth(count: int, period: int, step: int) -> list[int]:
    """0, step, 2 step, ... and from 0 again after `period` numbers."""
    return [at % period * step for at in range(_room(count))]


def repeated(value: Json, count: int) -> list[Json]:
    """One small value, many times."""
    size = len(value) if isinstance(value, list | str) else 1
    _room(count * max(size, 1))
    return [value] * count


def text(count: int, alphabet: str, seed: int) -> str:
    """Independent letters."""
    rng, width = Random(seed), len(alphabet)
    if _room(count) >= AT_ONCE and width < 256:
        letters: bytes = _places(rng, count, width).astype("u1").tobytes()
        return letters.decode("latin-1").translate(dict(enumerate(alphabet)))
    draw = rng.random
    return "".join([alphabet[int(draw() * width)] for _ in range(count)])


def tiled(part: str, count: int, end: str) -> str:
    """A text that is one part again and again, and then an end: bad for naive matching."""
    _room(len(part) * count + len(end))
    return part * count + end


def words(count: int, shortest: int, longest: int, alphabet: str, seed: int) -> list[str]:
    """Independent words."""
    rng = Random(seed)
    _room(count * longest)
    lengths = _draws(rng, count, shortest, longest)
    letters = text(sum(lengths), alphabet, seed + 1)
    found, at = [], 0
    for length in lengths:
        found.append(letters[at : at + length])
        at += length
    return found


def pairs(count: int, low: int, high: int, seed: int) -> list[list[int]]:
    """Pairs of independent numbers."""
    flat = _draws(Random(seed), 2 * count, low, high)
    if count >= AT_ONCE:
        return _together(flat[::2], flat[1::2])
    return [flat[at : at + 2] for at in range(0, 2 * count, 2)]


def rows(count: int, spans: list[list[int]], seed: int) -> list[list[int]]:
    """Rows of independent numbers; the n-th number of a row is from ``spans[n]``."""
    rng = Random(seed)
    _room(count * len(spans))
    columns = [_draws(rng, count, low, high) for low, high in spans]
    return _together(*columns) if count >= AT_ONCE else [list(row) for row in zip(*columns, strict=True)]


def intervals(count: int, high: int, shortest: int, longest: int, seed: int) -> list[list[int]]:
    """Pairs ``[start, end]`` with 0 <= start, end - start from `shortest` to `longest`, end <= high."""
    rng = Random(seed)
    lengths = _draws(rng, count, shortest, longest)
    if count >= AT_ONCE:
        starts, sizes = _placed(rng, lengths, high)
        return _together(starts, starts + sizes)
    draw = rng.random
    found = []
    for length in lengths:
        start = int(draw() * (high - length + 1))
        found.append([start, start + length])
    return found


def _placed(rng: Random, lengths: list[int], high: int) -> tuple[Any, Any]:
    """Where intervals of these lengths start, and the lengths: two arrays."""
    import numpy

    sizes = numpy.asarray(lengths, "i8")
    return _places(rng, len(lengths), high - sizes + 1), sizes


def jobs(count: int, high: int, longest: int, worth: int, seed: int) -> list[list[int]]:
    """Rows ``[start, end, value]``: intervals of length 1 to `longest` and values from 1 to `worth`."""
    if count >= AT_ONCE:
        rng = Random(seed)
        starts, sizes = _placed(rng, _draws(rng, count, 1, longest), high)
        return _together(starts, starts + sizes, _draws(Random(seed + 1), count, 1, worth))
    spans = intervals(count, high, 1, longest, seed)
    return [
        [*span, value] for span, value in zip(spans, _draws(Random(seed + 1), count, 1, worth), strict=True)
    ]


def parents(count: int, reach: int, seed: int) -> list[int]:
    """A tree on 0 .. count - 1: the parent of each vertex, -1 for the root 0.

    A parent is one of the `reach` vertices before its child: 1 gives a path, a large reach a shallow tree.
    """
    draw, near = Random(seed).random, min(reach, _room(count))
    if reach == 1:
        return [-1, *range(count - 1)]
    if count >= AT_ONCE:
        return [-1, *_parents(Random(seed), count, reach).tolist()]
    first = [at - 1 - int(draw() * at) for at in range(1, near)]
    return [-1, *first, *[at - 1 - int(draw() * reach) for at in range(max(near, 1), count)]]


def _parents(rng: Random, count: int, reach: int) -> Any:
    """An array of the parents of 1 .. count - 1, drawn as in `parents`."""
    import numpy

    at = numpy.arange(1, count)
    if reach == 1:
        return at - 1
    return at - 1 - _places(rng, count - 1, numpy.minimum(at, reach))


def edges(vertices: int, extra: int, spans: list[list[int]], reach: int, seed: int) -> list[list[int]]:
    """Edges ``[a, b, ...numbers]`` of a connected graph on 0 .. vertices - 1, in mixed order.

    A tree as in `parents` and `extra` edges between any two different vertices (parallel ones may occur). The
    numbers behind the two ends are drawn from `spans`.
    """
    rng = Random(seed)
    draw = rng.random
    _room((vertices + extra) * (2 + len(spans)))
    if vertices >= AT_ONCE:
        import numpy

        parent = _parents(Random(seed + 1), vertices, reach)
        pairs = _doubles(rng, 2 * extra).reshape(extra, 2)
        one = (pairs[:, 0] * vertices).astype("i8")
        other = (one + 1 + (pairs[:, 1] * (vertices - 1)).astype("i8")) % vertices
        order = _shuffled(rng, list(range(vertices - 1 + extra)))
        first: Any = numpy.append(numpy.arange(1, vertices), one)
        second: Any = numpy.append(parent, other)
        return _together(first[order], second[order], *[_draws(rng, len(order), *span) for span in spans])
    ends = [[at, parent] for at, parent in enumerate(parents(vertices, reach, seed + 1)) if parent >= 0]
    for _ in range(extra if vertices > 1 else 0):
        a = int(draw() * vertices)
        b = (a + 1 + int(draw() * (vertices - 1))) % vertices
        ends.append([a, b])
    order = _shuffled(rng, list(range(len(ends))))
    numbers = [_draws(rng, len(ends), low, high) for low, high in spans]
    if not numbers:
        return [ends[place] for place in order]
    return [[*ends[place], *row] for place, row in zip(order, zip(*numbers, strict=True), strict=True)]


def arcs(vertices: int, extra: int, spans: list[list[int]], reach: int, seed: int) -> list[list[int]]:
    """Directed edges ``[a, b, ...numbers]``: as in `edges`, and every vertex can be reached from 0."""
    found = edges(vertices, extra, spans, reach, seed)
    for row in found:
        row[0], row[1] = row[1], row[0]
    return found


def dag(vertices: int, count: int, reach: int, seed: int) -> list[list[int]]:
    """Edges ``[a, b]`` without a cycle: a comes before b in a hidden mixed order, at most `reach` places."""
    rng = Random(seed)
    draw = rng.random
    order = _shuffled(rng, list(range(_room(vertices))))
    _room(2 * count)
    if min(count, vertices) >= AT_ONCE:
        import numpy

        pairs = _doubles(rng, 2 * count).reshape(count, 2)
        start = (pairs[:, 0] * (vertices - 1)).astype("i8")
        stop = start + 1 + (pairs[:, 1] * numpy.minimum(reach, vertices - 1 - start)).astype("i8")
        named = numpy.asarray(order, "i8")
        return _together(named[start], named[stop])
    found = []
    for _ in range(count):
        a = int(draw() * (vertices - 1))
        b = a + 1 + int(draw() * min(reach, vertices - 1 - a))
        found.append([order[a], order[b]])
    return found


def grid(height: int, width: int, alphabet: str, seed: int) -> list[str]:
    """Rows of independent letters."""
    letters = text(_room(height * width), alphabet, seed)
    return [letters[at : at + width] for at in range(0, height * width, width)]


def walled(height: int, width: int, alphabet: str, ends: str, seed: int) -> list[str]:
    """The same with the letter `ends` in the upper left and the lower right cell."""
    found = grid(height, width, alphabet, seed)
    found[0] = ends + found[0][1:]
    found[-1] = found[-1][:-1] + ends
    return found


def matrix(height: int, width: int, low: int, high: int, seed: int) -> list[list[int]]:
    """Rows of independent numbers."""
    flat = _draws(Random(seed), height * width, low, high)
    return [flat[at : at + width] for at in range(0, height * width, width)]


def commands(count: int, kinds: list[list[Json]], seed: int) -> list[list[Json]]:
    """Rows ``[name, numbers...]``: each of an independent kind ``[name, [low, high], ...]``."""
    rng = Random(seed)
    draw = rng.random
    _room(count * max(len(kind) for kind in kinds))
    found = []
    for _ in range(count):
        name, *spans = kinds[int(draw() * len(kinds))]
        found.append([name, *(low + int(draw() * (high - low + 1)) for low, high in spans)])
    return found


RECIPES: dict[str, Callable[..., Json]] = {
    made.__name__: made
    for made in (
        *(ints, sorted_ints, distinct_ints, permutation, nearly_sorted, sawtooth, repeated, text, tiled, words),
        *(pairs, rows, intervals, jobs, parents, edges, arcs, dag, grid, walled, matrix, commands),
    )
}
"""By name, for payloads: a name is never given another meaning."""
