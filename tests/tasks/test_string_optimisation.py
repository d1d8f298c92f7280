"""String optimisation: words are read from the prompt, and every piece, row or order of small ones is tried out."""

from __future__ import annotations

import re
from itertools import chain, combinations, groupby, islice, product

import pytest
from chosen import Chosen, numbers

from rlvr.verifiers.base import Reason

MARKS = {
    "two-palindromes": "two palindromes",
    "mirrored-twice": "the same text backwards",
    "palindrome-value": "The value of a palindrome",
    "least-turn": "stand in a ring",
    "turned-ends": "first L letters",
    "absent": "Rows of the digits",
    "short-runs": "A run is a piece of equal bits",
    "lock": "on a screen",
    "overlaps": "Words are written one behind the other",
    "gaps": "times the distance",
}


def word(text):
    """What is shown behind a colon, signs with spaces between them."""
    return re.search(r"(?:word|row|bits): (\S(?: \S)+)$", text, re.M)[1].replace(" ", "")


def bits(text):
    return {"word": word(text), "most": int(re.search(r"At most (\d+) bits", text)[1])}


def lock(text):
    shown = re.search(r"On the screen: (.+)\nWanted: (.+)", text)
    return {"start": shown[1].replace(" ", ""), "target": shown[2].replace(" ", "")}


def words(text):
    listed = re.findall(r"^\d+: (\S(?: \S)+)$", text, re.M)
    return {
        "words": [each.replace(" ", "") for each in listed],
        "count": int(re.search(r"(\d+) in all", text)[1]),
    }


def labels(text):
    return {
        "values": [int(value) for value in re.findall(r"label \d+: (\d+)", text)],
        "length": int(re.search(r"A row of (\d+) labels", text)[1]),
    }


READERS = dict.fromkeys(MARKS, lambda text: {"word": word(text)}) | {
    "short-runs": bits,
    "lock": lock,
    "overlaps": words,
    "gaps": labels,
}


def palindrome(text):
    return text and text == "".join(reversed(text))


def turned(given, word):
    if len(given) != 2 or not 1 <= given[0] <= len(word) // 2 or not 0 <= given[1] < given[0]:
        return None
    ring = list(word[: given[0]])
    for _ in range(given[1]):
        ring.insert(0, ring.pop())
    return given[0] if "".join(ring) == word[-given[0] :] else None


def opened(given, start, target):
    for x in given:
        if not 1 <= x <= len(start):
            return None
        start = "".join(reversed(start[-x:])) + start[: len(start) - x]
    return len(given) if start == target else None


def written(given, words, count):
    if len(given) != count or not all(1 <= n <= len(words) for n in given):
        return None
    text, last = "", ""
    for n in given:
        new = words[n - 1]
        kept = max(k for k in range(len(new)) if k < max(len(last), 1) and last.endswith(new[:k]))
        text, last = text + new[kept:], new
    return len(text)


def piece(given, word):
    return word[given[0] - 1 : given[1]] if len(given) == 2 and 1 <= given[0] <= given[1] <= len(word) else ""


def mirrored(given, word):
    found = piece(given, word)
    k = len(found) // 4
    parts = [found[n * k : n * k + k] for n in range(4)]
    fits = found and len(found) == 4 * k and parts[0] == parts[2] and parts[1] == parts[3] == parts[0][::-1]
    return len(found) if fits else None


def value(given, word):
    found = piece(given, word)
    return len(found) * len(re.findall(f"(?={found})", word)) if palindrome(found) else None


def absent(given, word):
    fits = given and set(given) <= {1, 2} and "".join(map(str, given)) not in word
    return [len(given), *given] if fits else None


def runs(given, word, most):
    if len(set(given)) < len(given) or len(given) > most or not all(1 <= at <= len(word) for at in given):
        return None
    new = [1 - int(bit) if at in given else int(bit) for at, bit in enumerate(word, 1)]
    return max(len(list(run)) for _, run in groupby(new))


def gaps(given, values, length):
    if len(given) != length or not all(1 <= x <= len(values) for x in given):
        return None
    total = 0
    for at, x in enumerate(given):
        if x in given[:at]:
            total += values[x - 1] * (given[:at][::-1].index(x) + 1)
    return total


def ends(word):
    return ([a, b] for a, b in combinations(range(1, len(word) + 2), 2) if b <= len(word))


def longest(word, step=1):
    """The places of the longest palindromes whose length is a multiple of a number."""
    found = [(a, b) for a, b in ends(word) if (b - a + 1) % step == 0 and palindrome(word[a - 1 : b])]
    most = max((b - a for a, b in found), default=0)
    return [(a, b) for a, b in found if b - a == most]


def beside(word):
    for a, b in longest(word):
        yield from ((a, b, c) for c in range(b + 1, len(word) + 1))
        yield from ((c, a - 1, b) for c in range(1, a))


def halved(word, most):
    """The middles of the longest runs; and the middle of the longest one, again and again."""
    row = [int(bit) for bit in word]
    again = []
    for n in range(most):
        found, at = [], 0
        for _, run in groupby(row):
            length = len(list(run))
            found.append((length, at))
            at += length
        if n == 0:
            yield [start + length // 2 + 1 for length, start in sorted(found, reverse=True)[:most]]
        length, start = max(found)
        row[start + length // 2] ^= 1
        again.append(start + length // 2 + 1)
    yield again


THUMBS = {
    "two-palindromes": beside,
    "mirrored-twice": lambda word: longest(word, 4),
    "palindrome-value": longest,
    "short-runs": halved,
    "overlaps": lambda words, count: (
        ([one, two] * count)[:count] for one, two in product(range(1, len(words) + 1), repeat=2)
    ),
}


class TestStringOptimisation(Chosen):
    id = "string-optimisation"
    larger = frozenset({"two-palindromes", "mirrored-twice", "palindrome-value", "turned-ends", "gaps"})
    marks, readers = MARKS, READERS
    objects = {  # noqa: RUF012
        "two-palindromes": lambda word: (
            [a, b, c]
            for a in range(1, len(word))
            for b in range(a, len(word))
            for c in range(b + 1, len(word) + 1)
        ),
        "mirrored-twice": ends,
        "palindrome-value": ends,
        "least-turn": lambda word: ([at] for at in range(1, len(word) + 1)),
        "turned-ends": lambda word: ([n, k] for n in range(1, len(word) // 2 + 1) for k in range(n)),
        "absent": lambda word: (list(row) for n in range(1, 7) for row in product((1, 2), repeat=n)),
        "short-runs": lambda word, most: (
            list(places) for n in range(1, most + 1) for places in combinations(range(1, len(word) + 1), n)
        ),
        "lock": lambda start, target: (
            list(row) for n in range(1, 5) for row in product(range(1, len(start) + 1), repeat=n)
        ),
        "overlaps": lambda words, count: map(list, product(range(1, len(words) + 1), repeat=count)),
        # All rows are too many; those that read the same in both directions have a best one among them.
        "gaps": lambda values, length: (
            [*row, *row[::-1][length % 2 :]]
            for row in product(range(1, len(values) + 1), repeat=(length + 1) // 2)
        ),
    }
    worth = {  # noqa: RUF012
        "two-palindromes": lambda given, word: (
            given[2] - given[0] + 1
            if len(given) == 3
            and 1 <= given[0] <= given[1] < given[2] <= len(word)
            and palindrome(word[given[0] - 1 : given[1]])
            and palindrome(word[given[1] : given[2]])
            else None
        ),
        "mirrored-twice": mirrored,
        "palindrome-value": value,
        "least-turn": lambda given, word: (
            [ord(x) - ord("a") + 1 for x in chain(word[given[0] - 1 :], word[: given[0] - 1])]
            if len(given) == 1 and 1 <= given[0] <= len(word)
            else None
        ),
        "turned-ends": turned,
        "absent": absent,
        "short-runs": runs,
        "lock": opened,
        "overlaps": written,
        "gaps": gaps,
    }

    def test_small_rows_of_labels_are_tried_out(self):
        """Those of tasks are too many to try."""
        for values, length in (([3, 1, 2], 6), ([5, 4], 7), ([2, 9, 4, 1], 5), ([7], 4)):
            payload = {"kind": "gaps", "values": values, "length": length}
            rows = list(product(range(1, len(values) + 1), repeat=length))
            best = max(gaps(list(row), values, length) for row in rows)
            for row in islice(rows, 0, None, 7):
                right = gaps(list(row), values, length) == best
                answer = ", ".join(map(str, row))
                assert self.confirms({**payload, "best": best}, answer) is right
                assert self.spec.verify_answer({**payload, "best": best}, answer).passed is right

    def test_constant_answers_earn_nothing(self):
        """Elsewhere a single number was the answer: a length, which can be guessed."""
        for kind in self.spec.kinds:
            tasks = [self.spec.task(1, seed, params={"kinds": kind}) for seed in range(40)]
            for answer in {
                tasks[0].answer,
                tasks[1].answer,
                str(tasks[2].payload["best"]),
                "1, 2",
                "1",
                "1, 2, 3",
            }:
                assert sum(self.spec.verify_answer(task.payload, answer).passed for task in tasks) <= 9, (
                    kind,
                    answer,
                )

    def test_rules_of_thumb_earn_nothing(self):
        """Of tasks drawn freely, each of these was right in a quarter at least, and halving runs in nearly all."""
        for seed in range(30):
            for kind, thumbs in THUMBS.items():
                task = self.spec.task(1 + seed % 6, seed, params={"kinds": kind})
                for answer in thumbs(**self.readers[kind](task.prompt)):
                    assert not self.spec.verify_answer(task.payload, ", ".join(map(str, answer))).passed, (
                        task.prompt
                    )

    def test_a_ring_has_two_beginnings_that_look_alike(self):
        for seed in range(60):
            shown = word(self.spec.task(1 + seed % 6, seed, params={"kinds": "least-turn"}).prompt)
            least = max(
                (run for run in re.findall(f"{min(shown)}+", shown * 2)),
                key=lambda run: min(len(run), len(shown)),
            )
            assert len(re.findall(f"(?={least})", shown + shown[: len(least) - 1])) > 1

    @pytest.mark.parametrize(
        ("payload", "right", "wrong"),
        [
            ({"kind": "two-palindromes", "word": "abacddca", "best": 7}, ["1, 3, 7"], ["1, 3, 4", "4, 7, 8"]),
            ({"kind": "mirrored-twice", "word": "cabbaabbac", "best": 8}, ["2, 9"], ["2, 5", "1, 10"]),
            (
                {"kind": "overlaps", "words": ["aba", "bb"], "count": 3, "best": 5},
                ["2, 2, 2"],
                ["1, 2, 1", "1, 1, 1, 1"],
            ),
            ({"kind": "turned-ends", "word": "abcxbca", "best": 3}, ["3, 2"], ["3, 1", "3, 0", "1, 0"]),
            ({"kind": "lock", "start": "ab", "target": "ba", "best": 1}, ["1", "2"], ["1, 2, 1", "2, 2"]),
        ],
    )
    def test_by_hand(self, payload, right, wrong):
        self.takes(payload, right, wrong)

    def test_the_first_broken_rule_is_named(self):
        payload = {"kind": "short-runs", "word": "000000", "most": 1, "best": 3}
        verdict = self.spec.verify_answer(payload, "1, 2")
        assert (verdict.reason, verdict.message) == (Reason.ILLEGAL, "At most 1 bits may be changed.")
        verdict = self.spec.verify_answer({"kind": "lock", "start": "ab", "target": "ba", "best": 1}, "2, 2")
        assert "the screen shows a b" in verdict.message
        assert numbers("1, 2") == [1, 2]
