"""Letter tasks a second time, with lists, queues, counters and pairs instead of slices of text."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterator, Mapping
from itertools import islice
from string import ascii_uppercase

from ..base import Json
from ..in_order import confirming_any


def solve(problem: Mapping[str, Json]) -> int | list[str]:
    """The letters or words of the result, or how many there are."""
    kind = problem["kind"]
    if kind == "chain":
        letters = list(problem["word"])
        for step in problem["steps"]:
            letters = _after(letters, step)
        return letters
    if kind == "count":
        counts = Counter("".join(problem["words"]))
        return sum(counts[letter] for letter in problem["letters"])
    if kind == "words":
        return _words(problem["words"], problem["order"], problem["turned"])
    if kind == "weave":
        return list(_woven(problem["one"], problem["two"], problem["turns"]))
    word = problem["word"]
    if kind == "palindrome":
        tries = (word + "".join(reversed(word[:more])) for more in range(len(word)))
        return list(
            next(each for each in tries if all(a == b for a, b in zip(each, reversed(each), strict=True)))
        )
    return ["Y" if _one_for_one(word, other) else "N" for other in problem["words"]]


def _one_for_one(one: str, two: str) -> bool:
    pairs = set(zip(one, two, strict=True))
    return len(pairs) == len(set(one)) == len(set(two))


def _words(words: list[str], order: int, turned: bool) -> list[str]:
    queue = deque(words)
    if order == 1:
        queue.reverse()
    elif order == 2:
        # By counting how many words are smaller; equal words keep their places.
        ranks = [(sum(other < word for other in words), at) for at, word in enumerate(words)]
        queue = deque(words[at] for _, at in sorted(ranks))
    elif order == 3:
        queue.rotate(1)
    return ["".join(reversed(word) if turned else word).lower() for word in queue]


def _woven(one: str, two: str, turns: list[int]) -> Iterator[str]:
    left = [iter(one), iter(two)]
    taken = [0, 0]
    sizes = [len(one), len(two)]
    while all(count < size for count, size in zip(taken, sizes, strict=True)):
        for n in (0, 1):
            for letter in islice(left[n], turns[n]):
                taken[n] += 1
                yield letter
    for rest in left:
        yield from rest


def _after(letters: list[str], step: list[Json]) -> list[str]:
    sort, *rest = step
    size = len(letters)
    if sort == "reverse":
        return [letters[size - 1 - at] for at in range(size)]
    if sort == "sort":
        counts = Counter(letters)
        return [letter for letter in ascii_uppercase for _ in range(counts[letter])]
    if sort == "rotate":
        queue = deque(letters)
        queue.rotate(-rest[1] if rest[0] == "left" else rest[1])
        return list(queue)
    if sort == "every":
        kept = list(letters)
        del kept[rest[0] - 1 :: rest[0]]
        return kept
    if sort == "double":
        low, high = min(rest), max(rest)
        return list(re.sub(f"([{low}-{high}])", r"\1\1", "".join(letters)))
    if sort == "shift":
        return [chr((ord(letter) - 65 + rest[0]) % 26 + 65) for letter in letters]
    if sort == "swap":
        return [letters[at ^ 1] if at ^ 1 < size else letters[at] for at in range(size)]
    if sort == "halves":
        front = -(-size // 2)
        return [letters[(front + at) % size] for at in range(size)]
    return re.findall("[^AEIOU]", "".join(letters))


confirms = confirming_any(solve)
