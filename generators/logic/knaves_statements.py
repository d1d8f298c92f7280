"""Statements of knights and knaves: how they are drawn, which worlds make them true, and their English.

A statement is a nested list, the form that the payload carries (people are numbers from 0):

* ``["is", p, kind]``: person p is a knight (kind 1) or a knave (kind 0);
* ``["same", p, q]``, ``["differ", p, q]``: p and q are of the same kind, of different kinds;
* ``["exactly", k, kind, people]``, ``"least"``, ``"most"``: how many of these people are of that kind;
* ``["says", p, s]``: p would say s; ``["not", s]``; ``["and", s, ...]``, ``["or", s, ...]``,
  ``["xor", s, t]``, ``["if", s, t]``, ``["iff", s, t]``.

A set of worlds is an integer with one bit for each of the 2^n assignments; bit p of a world's number tells
whether person p is a knight in it. So "and" of two statements is ``&`` of their sets.
"""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from ..base import GenerationError

Statement = list[Any]

_MAX_TRIES = 200
_COUNTS = ("exactly", "least", "most")
_JOINS = ("and", "or", "xor", "if", "iff")
_TWIN = {"same": "differ", "differ": "same", "xor": "iff", "iff": "xor"}
_PLAIN = ("is", "is", "is", "same", "differ", "count", "count", "says")
_PARTS = ("is", "is", "is", "is", "same", "differ", "count")
_SAID = ("is", "is", "same", "differ")
_WORDS = {"exactly": "exactly", "least": "at least", "most": "at most"}
_KINDS = ("knave", "knight")


class Worlds:
    """The 2^n worlds of n people: `full` is the set of all, ``knight[p]`` and ``knave[p]`` the halves."""

    def __init__(self, people: int) -> None:
        self.people = people
        self.full = (1 << (1 << people)) - 1
        # full // (2^(2^p) + 1) is 2^p ones, 2^p zeros, and so on: the worlds whose bit p is 0.
        self.knave = [self.full // ((1 << (1 << p)) + 1) for p in range(people)]
        self.knight = [self.full ^ knave for knave in self.knave]
        self._all: list[int] | None = None

    def count(self, people: list[int], kind: int) -> list[int]:
        """For each k, the worlds in which exactly k of the people are of the kind."""
        if len(people) == self.people and self._all is not None:
            exactly = self._all
        else:
            exactly = [self.full]
            for p in people:
                knight, knave = self.knight[p], self.knave[p]
                inner = [a & knave | b & knight for a, b in zip(exactly[1:], exactly, strict=False)]
                exactly = [exactly[0] & knave, *inner, exactly[-1] & knight]
            if len(people) == self.people:
                self._all = exactly
        return exactly if kind else exactly[::-1]


@lru_cache(maxsize=32)
def worlds_of(people: int) -> Worlds:
    """The worlds of a number of people, made once."""
    return Worlds(people)


def draw(rng: random.Random, worlds: Worlds, speaker: int, depth: int) -> tuple[Statement, int]:
    """A statement for `speaker` with `depth` layers (1: no connective), and the set of worlds it is true in.

    Raises:
        GenerationError: if there are too few people to say something so deep about them.
    """
    if depth <= 1:
        return _atom(rng, worlds, speaker, _PLAIN, alone=True)
    random = rng.random  # int(random() * n) is three times as fast as randrange(n)
    full = worlds.full
    for _ in range(_MAX_TRIES):
        join = _JOINS[int(random() * 5)]
        count = 3 if depth == 2 and worlds.people > 3 and join in ("and", "or") and random() < 0.25 else 2
        parts = []
        for place in range(count):
            below = depth - 1 - (place > 0 and random() < 0.4)
            if below <= 1:
                parts.append(_atom(rng, worlds, speaker, _PARTS, alone=False))
            else:
                parts.append(draw(rng, worlds, speaker, below))
                if parts[-1][0][0] == join:  # (A and B) and C would be one longer "and"
                    break
        else:
            if random() < 0.5:
                parts.reverse()
            sets = [true for _, true in parts]
            true = _joined(join, sets, full)
            if true in (0, full) or _idle_part(join, sets, true, full):
                continue
            statement = [join, *(part for part, _ in parts)]
            if random() < 0.12:
                return ["not", statement], full ^ true
            return statement, true
    raise GenerationError(
        f"no statement of depth {depth} about {worlds.people} people; lower depth or add people"
    )


def _idle_part(join: str, sets: list[int], true: int, full: int) -> bool:
    """Whether a part could be left out: then the statement would be shorter than it looks."""
    if len(sets) == 2:
        return true in sets or full ^ true in sets
    return any(_joined(join, sets[:i] + sets[i + 1 :], full) == true for i in range(len(sets)))


def _atom(
    rng: random.Random, worlds: Worlds, speaker: int, kinds: tuple[str, ...], *, alone: bool
) -> tuple[Statement, int]:
    """A statement without connective; one that stands `alone` does not speak of the speaker's own kind only."""
    random = rng.random
    n = worlds.people
    kind = kinds[int(random() * len(kinds))]
    if kind == "is":
        p = (speaker + 1 + int(random() * (n - 1))) % n if alone else int(random() * n)
        wanted = int(random() * 2)
        return ["is", p, wanted], worlds.knight[p] if wanted else worlds.knave[p]
    if kind == "says":
        p = (speaker + 1 + int(random() * (n - 1))) % n
        said, true = _atom(rng, worlds, p, _SAID, alone=True)
        return ["says", p, said], worlds.full ^ worlds.knight[p] ^ true
    if kind == "count":
        size = n if n < 4 or random() < 0.25 else 3 + int(random() * (min(n, 5) - 2))
        people = list(range(n)) if size == n else sorted(rng.sample(range(n), size))
        compare, k, wanted = _COUNTS[int(random() * 3)], 1 + int(random() * (size - 1)), int(random() * 2)
        exactly = worlds.count(people, wanted)
        true = 0
        for part in exactly[k:] if compare == "least" else exactly[k * (compare == "exactly") : k + 1]:
            true |= part
        return [compare, k, wanted, people], true
    p = int(random() * n)
    q = (p + 1 + int(random() * (n - 1))) % n
    differ = worlds.knight[p] ^ worlds.knight[q]
    return [kind, p, q], differ if kind == "differ" else worlds.full ^ differ


def opposite(statement: Statement) -> Statement | None:
    """A statement that is true exactly when this one is false, in words as plain; None if there is none."""
    op, *rest = statement
    if op == "is":
        return ["is", rest[0], 1 - rest[1]]
    if op == "not":
        return list(rest[0])
    if op in _TWIN:
        return [_TWIN[op], *rest]
    if op in ("least", "most"):
        k = rest[0] - 1 if op == "least" else rest[0] + 1
        return ["most" if op == "least" else "least", k, *rest[1:]] if 0 < k < len(rest[2]) else None
    if op == "exactly":
        return None
    kept = rest[:1] if op in ("says", "if") else []
    changed = [opposite(part) for part in rest[len(kept) :]]
    if None in changed:
        return None
    return [{"says": "says", "if": "and", "and": "or", "or": "and"}[op], *kept, *changed]


def _joined(join: str, parts: list[int], full: int) -> int:
    first, second = parts[0], parts[1]
    if join == "if":
        return (full ^ first) | second
    if join in ("xor", "iff"):
        return first ^ second if join == "xor" else full ^ first ^ second
    for part in parts[1:]:
        first = first & part if join == "and" else first | part
    return first


def people_in(statement: Statement) -> list[int]:
    """The people a statement mentions, each once, in order of their numbers."""
    found: dict[int, None] = {}
    stack = [statement]
    while stack:
        op, *rest = stack.pop()
        if op in ("same", "differ"):
            found.update(dict.fromkeys(rest))
        elif op in _COUNTS:
            found.update(dict.fromkeys(rest[2]))
        elif op in ("is", "says"):
            found[rest[0]] = None
            stack.extend(rest[1:] if op == "says" else ())
        else:
            stack.extend(rest)
    return sorted(found)


def operators_in(statement: Statement) -> dict[str, None]:
    """The operators of a statement, in the order in which they are met."""
    found: dict[str, None] = {}
    stack = [statement]
    while stack:
        op, *rest = stack.pop()
        found[op] = None
        stack.extend(part for part in rest if isinstance(part, list) and part and isinstance(part[0], str))
    return found


def english(statement: Statement, names: list[str], speaker: int) -> str:
    """What the speaker says, without capital and full stop; every part with an inner "and" is in brackets."""
    op, *rest = statement
    if op == "is":
        who = "I am" if rest[0] == speaker else f"{names[rest[0]]} is"
        return f"{who} a {_KINDS[rest[1]]}"
    if op in ("same", "differ"):
        kinds = "of the same kind" if op == "same" else "of different kinds"
        return f"{_listed(rest, names, speaker, 'I')} are {kinds}"
    if op in _COUNTS:
        k, kind, people = rest
        group = _listed(people, names, speaker, "me")
        if len(people) == len(names) > 3:
            group = f"the {len(names)} of us"
        verb = f"is a {_KINDS[kind]}" if k == 1 else f"are {_KINDS[kind]}s"
        return f"{_WORDS[op]} {k} of {group} {verb}"
    if op == "says":
        return f"{names[rest[0]]} would say that {english(rest[1], names, speaker)}"
    parts = [
        text if part[0] == "is" else f"({text})"
        for part, text in ((part, english(part, names, speaker)) for part in rest)
    ]
    if op == "not":
        return f"it is not true that {parts[0]}"
    if op == "if":
        return f"if {parts[0]}, then {parts[1]}"
    if op == "xor":
        return f"either {parts[0]} or {parts[1]}, but not both"
    return (" if and only if " if op == "iff" else f" {op} ").join(parts)


def _listed(people: list[int], names: list[str], speaker: int, self_word: str) -> str:
    texts = [names[p] for p in people if p != speaker] + [self_word] * (speaker in people)
    return f"{', '.join(texts[:-1])} and {texts[-1]}"
