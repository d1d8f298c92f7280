"""Checks pieces of words, changes, turns and orders: every rule kept, and what comes out compared with the best."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby, pairwise
from typing import Any

from ..base import Verdict
from ..optimum import Broken, Objective, Payload, accepted_forms, allowed, distinct, exactly, judge

__all__ = ["accepted_forms", "verify"]


def _piece(payload: Payload, given: list[int]) -> str:
    """The piece of the word between two places."""
    exactly(given, 2, "places")
    word: str = payload["word"]
    allowed(given, 1, len(word), "place")
    if given[0] > given[1]:
        raise Broken("The last place stands before the first one.")
    return word[given[0] - 1 : given[1]]


def _palindrome(text: str) -> str:
    if text != text[::-1]:
        raise Broken(f"{' '.join(text)} is no palindrome.")
    return text


def _two(payload: Payload, given: list[int]) -> int:
    exactly(given, 3, "places")
    first, middle, last = given
    if middle >= last:
        raise Broken("The second palindrome has no letter.")
    _palindrome(_piece(payload, [first, middle]))
    _palindrome(_piece(payload, [middle + 1, last]))
    return last - first + 1


def _mirrored(payload: Payload, given: list[int]) -> int:
    piece = _piece(payload, given)
    quarter = piece[: len(piece) // 4]
    if piece != 2 * (quarter + quarter[::-1]):
        raise Broken(f"{' '.join(piece)} is not made of a text, its mirror, and both again.")
    return len(piece)


def _valuable(payload: Payload, given: list[int]) -> int:
    piece, word = _palindrome(_piece(payload, given)), payload["word"]
    return len(piece) * sum(bool(word.startswith(piece, at)) for at in range(len(word)))


def _least_turn(payload: Payload, given: list[int]) -> list[int]:
    exactly(given, 1, "place")
    word: str = payload["word"]
    allowed(given, 1, len(word), "place")
    at = given[0] - 1
    return ["abc".index(letter) + 1 for letter in word[at:] + word[:at]]


def _turned_ends(payload: Payload, given: list[int]) -> int:
    exactly(given, 2, "numbers")
    word: str = payload["word"]
    length, by = given
    if not 1 <= length <= len(word) // 2 or not 0 <= by < length:
        raise Broken("L is from 1 to half the length of the word, and k is from 0 to L - 1.")
    start = word[:length]
    if start[length - by :] + start[: length - by] != word[len(word) - length :]:
        raise Broken("That does not give the end of the word.")
    return length


def _absent(payload: Payload, given: list[int]) -> list[int]:
    allowed(given, 1, 2, "digit")
    if not given or "".join(map(str, given)) in payload["word"]:
        raise Broken("This row occurs.")
    return [len(given), *given]


def _short_runs(payload: Payload, given: list[int]) -> int:
    word: str = payload["word"]
    allowed(given, 1, len(word), "place")
    distinct(given, "place")
    if len(given) > payload["most"]:
        raise Broken(f"At most {payload['most']} bits may be changed.")
    new = "".join("10"[int(bit)] if at in given else bit for at, bit in enumerate(word, 1))
    return max(len(list(run)) for _, run in groupby(new))


def _lock(payload: Payload, given: list[int]) -> int:
    word: str = payload["start"]
    allowed(given, 1, len(word), "size of a turn")
    for x in given:
        cut = len(word) - x
        word = word[cut:][::-1] + word[:cut]
    if word != payload["target"]:
        raise Broken(f"In the end the screen shows {' '.join(word)}.")
    return len(given)


def _overlaps(payload: Payload, given: list[int]) -> int:
    words: list[str] = payload["words"]
    allowed(given, 1, len(words), "word")
    exactly(given, payload["count"], "words")
    total = len(words[given[0] - 1])
    for i, j in pairwise(given):
        one, two = words[i - 1], words[j - 1]
        total += len(two) - max(k for k in range(min(len(one), len(two))) if one.endswith(two[:k]))
    return total


def _gaps(payload: Payload, given: list[int]) -> int:
    values: list[int] = payload["values"]
    allowed(given, 1, len(values), "label")
    exactly(given, payload["length"], "labels")
    seen: dict[int, int] = {}
    total = 0
    for at, label in enumerate(given):
        total += values[label - 1] * (at - seen.get(label, at))
        seen[label] = at
    return total


_PLACES = "Give the first and the last place, separated by a comma."
OBJECTIVES = {
    "two-palindromes": Objective("Give three places, separated by commas.", _two, largest=True),
    "mirrored-twice": Objective(_PLACES, _mirrored, largest=True),
    "palindrome-value": Objective(_PLACES, _valuable, largest=True),
    "least-turn": Objective("Give the number of the place.", _least_turn),
    "turned-ends": Objective("Give L and k, separated by a comma.", _turned_ends, largest=True),
    "absent": Objective("Give the digits, separated by commas.", _absent),
    "short-runs": Objective("Give the places of the bits that are changed, separated by commas.", _short_runs),
    "lock": Objective("Give the sizes of the turns, separated by commas.", _lock),
    "overlaps": Objective("Give the numbers of the words in their order, separated by commas.", _overlaps),
    "gaps": Objective("Give the labels of the row, separated by commas.", _gaps, largest=True),
}


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`: places, turns, digits or an order."""
    return judge(
        OBJECTIVES, payload, answer, ("places", "place", "turns", "order", "row", "digits", "labels", "words")
    )
