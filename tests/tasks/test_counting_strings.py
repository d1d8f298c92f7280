"""Counting in strings: strings and rows are read from the prompt, and all pieces, choices or cuts are looked at."""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from math import comb

from recounted import Recounted, first, slots, whole

from rlvr.generators.counting.counting_strings_solver import solve

LIST = r"(\d+(?:, \d+)+)"


def word(text):
    return {"text": re.search(r"(?<![a-z])[a-h]{7,}(?![a-z])|[01]{7,}", text)[0]}


def longest_list(text):
    return whole(max(re.findall(LIST, text), key=len))


def values(text):
    found = longest_list(text)
    assert not (n := re.search(r"(\d+) items|(\d+) lamps", text)) or int(n[1] or n[2]) == len(found)
    return {"values": found}


def two(text):
    pair = re.search(r"S = ([a-h]+)(?:\n| and )T = ([a-h]+)|words ([a-h]+) and ([a-h]+)", text)
    one, other = (x for x in pair.groups() if x)
    if ends := re.search(r"j <= (\d+) and 0 <= k < l <= (\d+)", text):
        assert [len(one), len(other)] == [int(ends[1]), int(ends[2])]
    return {"first": one, "second": other}


def three(text):
    return {"texts": list(re.search(r"\b([a-h]{4,}), ([a-h]{4,}), ([a-h]{4,})(?!\w)", text).groups())}


def codes(text):
    found = re.search(r"[0-2]+(?:, [0-2]+)+", text)[0].split(", ")
    assert first(text, r"these (\d+)") == len(found)
    return {"words": found}


def ruled(text):
    facts = slots(
        a=(r"(\d+) \* i", r"goes (\d+)"),
        b=(r"\* i \+ (\d+)", r"stands at (\d+)"),
        n=(r"mod (\d+)", r"division by (\d+)", r"looked at (\d+)"),
        p=(r"less than (\d+)", r"below (\d+)"),
    )(text)
    last = first(text, r"\.\.\., C\[(\d+)\]", r"1, \.\.\., (\d+)", r"2, \.\.\., (\d+)")
    dial = re.search(r"marks 0 to (\d+)|string of length (\d+)", text)
    assert last == facts["n"] - 1
    assert not dial or int(dial[1] or int(dial[2]) - 1) == last
    return facts | {"pattern": re.search(r"(?:does|read) ([01]+)", text)[1]}


MARKS = {
    "palindrome-cuts": "palindrom|choices of cuts",
    "opposites": "opposite|second last|lamps, 1 on",
    "means": "mean of|on average|the average",
    "repeated-sums": "copies of|copy after|curtains",
    "rule-pattern": r"\) mod |leaves a remainder below|pointer",
    "magic-quadruples": "magic|x_p|kilometres",
    "shared-substrings": "substring of S|pieces read the same|S\\[i:j\\]",
    "common-subsequences": "subsequence|leaving letters out|rows of letters",
    "prefix-free-sets": "beginning of another|prefix|first part",
    "different-substrings": "different non-empty strings are contig|without gaps; each|cards",
}
READERS = {
    "palindrome-cuts": word,
    "opposites": word,
    "means": lambda text: (
        {"numbers": longest_list(text), "k": first(text, r"at least (\d+)", r"sold (\d+)", r"equal to (\d+)")}
    ),
    "repeated-sums": lambda text: {
        "numbers": longest_list(text),
        "times": first(text, r"written (\d+) times", r"consists of (\d+)", r"has (\d+) blocks"),
        "k": first(text, r"at most (\d+)", r"up to (\d+)", r"has (\d+) curtains"),
    },
    "rule-pattern": ruled,
    "magic-quadruples": values,
    "shared-substrings": two,
    "common-subsequences": three,
    "prefix-free-sets": codes,
    "different-substrings": word,
}


def windows(items):
    return [items[i:j] for i, j in combinations(range(len(items) + 1), 2)]


def cuts(text):
    found = 0
    for count in range(len(text)):
        for chosen in combinations(range(1, len(text)), count):
            places = [0, *chosen, len(text)]
            pieces = [text[i:j] for i, j in pairwise(places)]
            found += all(piece == piece[::-1] for piece in pieces)
    return found


def opposite(piece):
    return all(a != b for a, b in zip(piece, reversed(piece), strict=True))


def subsequences(text):
    return {"".join(part) for count in range(1, len(text) + 1) for part in combinations(text, count)}


def free(words):
    return sum(
        not any(v != w and w.startswith(v) for v in part for w in part)
        for count in range(1, len(words) + 1)
        for part in combinations(words, count)
    )


def occurrences(n, a, b, p, pattern):
    found = 0
    for i in range(n - len(pattern) + 1):
        found += all((sign == "1") == ((a * (i + j) + b) % n >= p) for j, sign in enumerate(pattern))
    return found


def magic(a, b, c, d):
    return a < b < c < d and b - a == 2 * (d - c) and 3 * (b - a) < c - b


BRUTE = {
    "palindrome-cuts": (lambda text: 2 ** (len(text) - 1), cuts),
    "opposites": (lambda text: len(text) ** 2, lambda text: sum(map(opposite, windows(text)))),
    "means": (
        lambda numbers, k: len(numbers) ** 2,
        lambda numbers, k: sum(sum(part) / len(part) >= k for part in windows(numbers)),
    ),
    "repeated-sums": (
        lambda numbers, times, k: (len(numbers) * times) ** 2 // 4,
        lambda numbers, times, k: sum(sum(part) <= k for part in windows(numbers * times)),
    ),
    "rule-pattern": (lambda n, **_: n, occurrences),
    "magic-quadruples": (
        lambda values: comb(len(values), 4),
        lambda values: sum(magic(*part) for part in combinations(sorted(values), 4)),
    ),
    "shared-substrings": (
        lambda first, second: comb(len(first) + 1, 2) * comb(len(second) + 1, 2) // 8,
        lambda first, second: sum(a == b for a in windows(first) for b in windows(second)),
    ),
    "common-subsequences": (
        lambda texts: sum(2 ** len(text) for text in texts),
        lambda texts: len(set.intersection(*map(subsequences, texts))),
    ),
    "prefix-free-sets": (lambda words: 2 ** len(words), free),
    "different-substrings": (lambda text: len(text) ** 2, lambda text: len(set(windows(text)))),
}


class TestCountingStrings(Recounted):
    id = "counting-strings"
    named = True
    marks, readers, brute, recount = MARKS, READERS, BRUTE, solve

    def test_known_numbers(self):
        """A row of equal letters is cut anywhere; 3 words of one letter are free in 7 sets; LCP of equal texts."""
        assert solve({"kind": "palindrome-cuts", "text": "a" * 9}) == 2**8
        assert solve({"kind": "prefix-free-sets", "words": ["0", "1", "2"]}) == 7
        assert solve({"kind": "prefix-free-sets", "words": ["0", "00", "000"]}) == 3
        assert solve({"kind": "different-substrings", "text": "banana"}) == 15
        assert solve({"kind": "common-subsequences", "texts": ["abc", "abc", "abc"]}) == 7
        assert solve({"kind": "opposites", "text": "0101"}) == 4

    def test_other_letters_and_the_other_direction_have_one_fingerprint(self):
        from rlvr.generators.counting.counting_strings import KINDS

        for kind in ("palindrome-cuts", "different-substrings"):
            text = self.spec.task(1, 4, params={"kinds": kind, "size": 5}).payload["problem"]["text"]
            other = text[::-1].translate(str.maketrans("abc", "hag"))
            assert KINDS[kind].canonical(text=text) == KINDS[kind].canonical(text=other)
            assert KINDS[kind].canonical(text=text) != KINDS[kind].canonical(text=text[1:])
