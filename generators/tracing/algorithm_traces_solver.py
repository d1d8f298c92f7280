"""Algorithm traces a second time: what the algorithm comes to, by what is known of its result, not by its steps."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import pairwise
from math import factorial, inf
from typing import Any

from ..base import Json
from ..in_order import confirming_any

Facts = Mapping[str, Any]


def _selection(items: list[int], steps: int) -> list[int]:
    """By places: where each number stands, smallest first."""
    place = {number: at for at, number in enumerate(items)}
    at = dict(enumerate(items))
    for step, number in enumerate(sorted(items)[:steps]):
        other = at[step]
        at[step], at[place[number]] = number, other
        place[other], place[number] = place[number], step
    return [at[n] for n in range(len(items))]


def _bubble(items: list[int], steps: int) -> list[int]:
    """In a pass the largest number so far is carried along."""
    for _ in range(steps):
        out, carried = [], items[0]
        for number in items[1:]:
            out.append(min(number, carried))
            carried = max(number, carried)
        items = [*out, carried]
    return items


def _partition(items: list[int]) -> list[int]:
    """The smaller numbers keep their order; the larger ones go round, a place for each smaller one that follows."""
    pivot, small, large = items[-1], list[int](), list[int]()
    for number in items[:-1]:
        if number > pivot:
            large.append(number)
        else:
            small.append(number)
            large = large[1:] + large[:1]
    return [*small, pivot, *large[1:], *large[:1]]


def _heap(items: list[int]) -> list[int]:
    """The way from the root to the new place is sorted; the new number is sorted into it."""
    heap: list[int] = []
    for number in items:
        heap.append(number)
        way, place = list[int](), len(heap)
        while place:
            way.insert(0, place - 1)
            place //= 2
        sorted_way = [heap[at] for at in way[:-1]]
        insort(sorted_way, number)
        for at, value in zip(way, sorted_way, strict=True):
            heap[at] = value
    return heap


def _smallest(heap: list[int], steps: int) -> list[int]:
    """The last number is sorted into the way of the smaller children."""
    for _ in range(steps):
        *heap, last = heap
        way, place = [1], 1
        while below := [child for child in (2 * place, 2 * place + 1) if child <= len(heap)]:
            place = min(below, key=lambda child: heap[child - 1])
            way.append(place)
        values = [heap[at - 1] for at in way[1:]]
        insort(values, last)
        for at, value in zip(way, values, strict=True):
            heap[at - 1] = value
    return heap


def _search(items: list[int], sought: int) -> list[int]:
    if not items:
        return []
    middle = (len(items) - 1) // 2
    number = items[middle]
    if number == sought:
        return [number]
    return [number, *_search(items[middle + 1 :] if number < sought else items[:middle], sought)]


def _circle(size: int, every: int, first: int) -> list[int]:
    people, at, out = list(range(1, size + 1)), first - 1, []
    while people:
        at = (at + every - 1) % len(people)
        out.append(people.pop(at))
    return out


def _stack(items: list[int]) -> list[int]:
    """A number is removed by the first larger one behind it."""
    counts = [0] * len(items)
    for at, number in enumerate(items):
        for later in range(at + 1, len(items)):
            if items[later] > number:
                counts[later] += 1
                break
    return counts


def _prefix(word: str) -> list[int]:
    beginnings = [word[:end] for end in range(1, len(word) + 1)]
    return [
        max(n for n in range(len(text)) if text.startswith(text[len(text) - n :]) or not n)
        for text in beginnings
    ]


def _distances(size: int, edges: list[list[int]]) -> list[int]:
    """All distances by shortening as long as anything gets shorter; then they are put in order."""
    far: dict[int, float] = dict.fromkeys(range(1, size + 1), inf) | {1: 0}
    for _ in range(size):
        for a, b, length in edges:
            far[a], far[b] = min(far[a], far[b] + length), min(far[b], far[a] + length)
    return sorted(far, key=lambda vertex: (far[vertex], vertex))


def _unions(size: int, pairs: list[list[int]]) -> list[int]:
    """The members of each root."""
    members = {n: {n} for n in range(1, size + 1)}
    parents = {n: n for n in members}
    for a, b in pairs:
        one, other = (next(root for root, those in members.items() if n in those) for n in (a, b))
        if one != other:
            parents[one] = other
            members[other] |= members.pop(one)
    return [parents[n] for n in range(1, size + 1)]


def _cache(room: int, asked: list[int]) -> list[int]:
    return list(reversed(list(dict.fromkeys(reversed(asked)))[:room]))


def _slots(keys: list[int], room: int) -> list[int]:
    free, places = set(range(room)), []
    for key in keys:
        places.append(min(free, key=lambda slot: (slot - key) % room))
        free.remove(places[-1])
    return places


def _tree(keys: list[int]) -> list[int]:
    if not keys:
        return []
    root = keys[0]
    return [root, *_tree([key for key in keys if key < root]), *_tree([key for key in keys if key > root])]


def _permutation(items: list[int], steps: int) -> list[int]:
    """By its rank among all orders of these numbers."""
    rank, left = steps, sorted(items)
    for number in items:
        rank += left.index(number) * factorial(len(left) - 1)
        left.remove(number)
    left, out = sorted(items), []
    while left:
        at, rank = divmod(rank, factorial(len(left) - 1))
        out.append(left.pop(at))
    return out


def _filter(f: Facts) -> list[str]:
    values = {text: Fraction(text) for text in f["list"]}
    kept = [text for text in f["list"] if f["outside"] is not (f["low"] <= values[text] <= f["high"])]
    if f["order"] == "kept":
        return kept
    ranked = sorted(kept, key=values.__getitem__)
    return ranked if f["order"] == "rising" else ranked[::-1]


def _window(f: Facts) -> list[int]:
    best, wide = (max if f["largest"] else min), f["width"]
    layers = list(f["list"])
    for _ in range(wide - 1):  # windows one wider, from neighbours
        layers = [best(a, b) for a, b in pairwise(layers)]
    return layers


_SOLVE: Mapping[str, Callable[[Facts], list[Any]]] = {
    "insertion": lambda f: sorted(f["list"][: f["steps"] + 1]) + f["list"][f["steps"] + 1 :],
    "selection": lambda f: _selection(f["list"], f["steps"]),
    "bubble": lambda f: _bubble(f["list"], f["steps"]),
    "radix": lambda f: sorted(f["list"], key=lambda number: number % 10 ** f["steps"]),
    "partition": lambda f: _partition(f["list"]),
    "heap": lambda f: _heap(f["list"]),
    "smallest": lambda f: _smallest(f["list"], f["steps"]),
    "search": lambda f: _search(f["list"], f["sought"]),
    "circle": lambda f: _circle(f["size"], f["every"], f["first"]),
    "window": _window,
    "stack": lambda f: _stack(f["list"]),
    "prefix": lambda f: _prefix(f["word"]),
    "distances": lambda f: _distances(f["size"], f["edges"]),
    "unions": lambda f: _unions(f["size"], f["pairs"]),
    "cache": lambda f: _cache(f["room"], f["asked"]),
    "slots": lambda f: _slots(f["keys"], f["room"]),
    "tree": lambda f: _tree(f["list"]),
    "permutation": lambda f: _permutation(f["list"], f["steps"]),
    "filter": _filter,
}


def solve(problem: Mapping[str, Json]) -> list[str]:
    """The items of the answer."""
    return [str(item) for item in _SOLVE[problem["kind"]](problem)]


confirms = confirming_any(solve)
