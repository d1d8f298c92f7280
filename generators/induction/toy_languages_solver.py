"""Toy languages a second time: forms by analogy, where the maker solves equations; orders by what cannot be turned.

If ``kalak`` is to ``kalem`` as ``dorak`` is to a fourth form, it is ``dorem``. Analogies are drawn until no new form
comes out, in every order of words in which none of them contradicts another.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise, permutations, product
from typing import Any

from ..base import Json
from ..in_order import confirming_any

Cell = tuple[str, str]
"""An English word and its circumstances, as text."""


def _cells(sentence: Sequence[Any], order: str, before: bool) -> list[tuple[str, Cell]]:
    """Class, word and circumstances of each word in its place."""
    subject, (verb, tense), thing, adverb = sentence
    parts: dict[str, list[tuple[str, Cell]]] = {
        "verb": [("verb", (verb, f"{tense} {subject[1]}"))],
        "adverb": [("adverb", (adverb, ""))] if adverb else [],
    }
    for role, (noun, several, adjective) in (("subject", subject), ("object", thing)):
        place = f"{role} {several}"
        found = [("adjective", (adjective, place))] if adjective else []
        found.append(("noun", (noun, place)))
        parts[role] = found if before else found[::-1]
    return [cell for name in order.split() for cell in parts[name]]


def fourth(one: str, other: str, changed: str) -> str | None:
    """The form that is to `one` as `changed` is to `other`, by endings; None if there is none."""
    for size in range(min(len(one), len(other)), -1, -1):
        stems = one[: len(one) - size], other[: len(other) - size]
        if one[len(one) - size :] == other[len(other) - size :] and changed.startswith(stems[1]):
            return stems[0] + changed[len(stems[1]) :]
    return None


def completed(known: Mapping[Cell, str]) -> dict[Cell, str] | None:
    """All forms that analogies give; None if two of them contradict each other."""
    table = dict(known)
    while True:
        new: dict[Cell, str] = {}
        for (other, place), (one, same) in product(table, table):
            if place != same or one == other:
                continue
            for word, changed in list(table):
                if word == other and changed != place:
                    form = fourth(table[one, place], table[other, place], table[word, changed])
                    if form is None or table.get((one, changed), new.get((one, changed), form)) != form:
                        return None
                    if (one, changed) not in table:
                        new[one, changed] = form
        if not new:
            return table
        table |= new


def _turned(table: Mapping[Cell, str]) -> dict[Cell, str]:
    return {cell: form[::-1] for cell, form in table.items()}


def _translations(problem: Mapping[str, Json]) -> Iterator[list[str | None]]:
    for parts in permutations(("subject", "verb", "object", "adverb")):
        for before in (True, False):
            order = " ".join(parts)
            tables: dict[str, dict[Cell, str]] = {}
            pairs = [
                (cell, form)
                for sentence, words in problem["examples"]
                for cell, form in zip(_cells(sentence, order, before), words, strict=True)
            ]
            for (group, cell), form in pairs:
                tables.setdefault(group, {})[cell] = form
            if any(tables[group][cell] != form for (group, cell), form in pairs):
                continue
            options: dict[str, list[dict[Cell, str]]] = {}
            for group, table in tables.items():
                at_end, at_start = completed(table), completed(_turned(table))
                both = [at_end, None if at_start is None else _turned(at_start)]
                options[group] = [table] if group == "adverb" else [each for each in both if each is not None]
            for chosen in product(*options.values()):
                by_group = dict(zip(options, chosen, strict=True))
                asked = _cells(problem["query"], order, before)
                yield [by_group.get(group, {}).get(cell) for group, cell in asked]


def _may_follow(pairs: set[tuple[str, str]], kinds: set[str]) -> bool:
    """Whether some order of the kinds has the first of each pair before the second."""
    left = set(kinds)
    while left:
        free = {kind for kind in left if not any(second == kind and first in left for first, second in pairs)}
        if not free:
            return False
        left -= free
    return True


def solve(problem: Mapping[str, Json]) -> list[str] | None:
    """The translation, or the phrase, in small letters; None if it is not the only one."""
    if problem["kind"] == "translate":
        found = {tuple(words) for words in _translations(problem)}
        only = found.pop() if len(found) == 1 else (None,)
        return None if None in only else [str(word) for word in only]
    kind_of = {word: kind for kind, words in problem["kinds"].items() for word in words}
    pairs = {(kind_of[one], kind_of[other]) for line in problem["examples"] for one, other in pairwise(line)}
    before: dict[str, int] = dict.fromkeys(problem["asked"], 0)
    for one, other in combinations(problem["asked"], 2):
        ways = [
            first
            for first, second in ((one, other), (other, one))
            if _may_follow({*pairs, (kind_of[first], kind_of[second])}, set(problem["kinds"]))
        ]
        if len(ways) != 1:
            return None
        before[ways[0]] += 1
    return [*sorted(before, key=lambda word: -before[word]), problem["noun"]]


confirms = confirming_any(solve)
