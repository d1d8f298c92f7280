"""String optimisation: words are read from the prompt, and every piece, row or order of small ones is tried out."""

from __future__ import annotations

import re
from itertools import chain, combinations, groupby, islice, product

import pytest
from chosen import Chosen, numbers

from rlvr.verifiers.base import Reason

PLACES = "Places … numbered from 1, from left to right."
SHOWN = r"\w(?: \w)*"
WORD = f"The word: {{word:{SHOWN}}}"
ENDS = "Give … places of … first and of … last letter, separated by … comma."
SENTENCES = {
    "two-palindromes": [
        PLACES,
        "A palindrome reads … same in both directions; one letter alone … one.",
        "Choose two palindromes in … word … stand side by side: the second one begins directly behind … "
        "first one.",
        WORD,
        "Make both together {aim:as long as possible}.",
        "Give three places, separated by commas: the first letter of … first palindrome … last letter, "
        "and … last letter of … second palindrome.",
    ],
    "mirrored-twice": [
        PLACES,
        "Find … piece of … word … consists of … text of … least one letter … same text backwards … text "
        "again and once more … text backwards, without gaps.",
        WORD,
        "Make … whole piece {aim:as long as possible}.",
        ENDS,
    ],
    "palindrome-value": [
        PLACES,
        "The value of … palindrome (it reads … same in both directions) … number of letters times how "
        "often … occurs in … word; occurrences may overlap.",
        WORD,
        "Find … piece of … word … palindrome of … {aim:greatest} value.",
        ENDS,
    ],
    "least-turn": [
        PLACES,
        "The letters of … word stand in … ring … first one follows … last one.",
        "The ring can … read from any place on, once round.",
        WORD,
        "From which place on … one read what comes first in … dictionary?",
        "Give … number of this place.",
    ],
    "turned-ends": [
        "Take … first L letters of … word and move … last k of … L to … front, with 0 <= k < L.",
        "The result must … last L letters of … word.",
        "L may … most half … length of … word.",
        WORD,
        "Make L {aim:as large as possible}.",
        "Give L and k, separated by … comma.",
    ],
    "absent": [
        "Rows of … digits 1 and 2 … compared by … length first; of two equally long ones … smaller … one "
        "… has 1 at … first place … differ.",
        "A row occurs if … digits stand in … given row one directly after … other.",
        f"The given row: {{word:{SHOWN}}}",
        "Find … {aim:smallest} row … not occur.",
        "Give … digits, separated by commas.",
    ],
    "short-runs": [
        PLACES,
        "A run … piece of equal bits.",
        "At most {most} bits may … changed, from 0 to 1 or from 1 to 0.",
        f"The bits: {{word:{SHOWN}}}",
        "Make … longest run {aim:as short as possible}.",
        "Give … places of … bits … changed, separated by commas; … order … not matter.",
    ],
    "lock": [
        "A turn of size x (1 or more, at most all letters) takes … last x letters of … word on … screen, "
        "writes … in … opposite order, and puts … to … front.",
        f"On the screen: {{start:{SHOWN}}}\nWanted: {{target:{SHOWN}}}",
        "Get there with {aim:as few turns as possible}.",
        "Give … sizes of … turns in … order, separated by commas.",
    ],
    "overlaps": [
        "Words … written one behind … other, {count} … all; … word may … several times or not at all.",
        "If … end of … word … beginning of … next one, these letters … written once only, as many as can "
        "…, but … word always adds … least one letter.",
        f"{{n}} words:\n{{list:(?:\\d+: {SHOWN}\n?)+}}",
        "Make … whole text {aim:as short as possible}.",
        "Give … numbers of … {count} words in … order, separated by commas.",
    ],
    "gaps": [
        "A row of {length} labels … written.",
        "Each label … stood in … row before gives … value times … distance to … place where … stood last; "
        "the first time … label gives nothing.",
        "Values of … {n} labels: {list:[a-z0-9:, ]+}",
        "Make … sum {aim:as large as possible}.",
        "Give … row of {length} label numbers, separated by commas.",
    ],
}


def packed(shown):
    """Signs without the spaces between them; one digit alone was read as a number."""
    return str(shown).replace(" ", "")


def numbered(said, mark):
    """What is said of each piece of a list, from 1 on, as many as the prompt says."""
    places, found = zip(*(piece.split(": ") for piece in said["list"].strip().split(mark)), strict=True)
    assert [numbers(place) for place in places] == [[n] for n in range(1, said["n"] + 1)]
    return list(map(packed, found))


READERS = dict.fromkeys(SENTENCES, lambda said: {"word": packed(said["word"])}) | {
    "short-runs": lambda said: {"word": packed(said["word"]), "most": said["most"]},
    "lock": lambda said: {"start": packed(said["start"]), "target": packed(said["target"])},
    "overlaps": lambda said: {"words": numbered(said, "\n"), "count": said["count"]},
    "gaps": lambda said: {"values": list(map(int, numbered(said, ", "))), "length": said["length"]},
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
    fits = len(given) == count and all(1 <= n <= len(words) for n in given)
    return len(text_of(given, words)) if fits else None


def text_of(given, words):
    text, last = "", ""
    for n in given:
        new = words[n - 1]
        kept = max(k for k in range(len(new)) if k < max(len(last), 1) and last.endswith(new[:k]))
        text, last = text + new[kept:], new
    return text


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


def screens(given, start):
    """The words that a lock shows, one turn after the other."""
    shown = [start]
    for x in given:
        shown.append(shown[-1][-x:][::-1] + shown[-1][:-x])
    return shown


def spans(given, values):
    """The value of each label times the distance from its first to its last place."""
    last = {x: at for at, x in enumerate(given)}
    ends = [(x, last[x] - given.index(x)) for x in dict.fromkeys(given)]
    return " + ".join(f"{values[x - 1]} * {far}" for x, far in ends if far)


def spaced(text):
    return " ".join(text)


LINES = {
    "two-palindromes": {
        f"{{one:{SHOWN}}} and {{two:{SHOWN}}}: {{n}} letters": lambda x: (
            (x.one, x.two)
            == (spaced(piece(x.given[:2], x.word)), spaced(piece([x.given[1] + 1, x.given[2]], x.word)))
            and x.n == x.best
        )
    },
    "mirrored-twice": {
        f"{{one:{SHOWN}}}, its mirror, and both again: {{n}} letters from place {{at}} on": lambda x: (
            2 * (packed(x.one) + packed(x.one)[::-1]) == piece(x.given, x.word)
            and (x.n, x.at) == (x.best, x.given[0])
        )
    },
    "palindrome-value": {
        f"{{found:{SHOWN}}}: {{n}} * {{often}} = {{total}}": lambda x: (
            packed(x.found) == piece(x.given, x.word)
            and (x.n, x.often) == (len(packed(x.found)), len(re.findall(f"(?={packed(x.found)})", x.word)))
            and x.total == x.best
        )
    },
    "least-turn": {
        f"from place {{at}} on: {{read:{SHOWN}}}": lambda x: (
            [x.at] == x.given and packed(x.read) == x.word[x.at - 1 :] + x.word[: x.at - 1]
        )
    },
    "turned-ends": {
        f"with the last {{k}} letters moved to the front, {{first:{SHOWN}}} is {{last:{SHOWN}}}": lambda x: (
            (packed(x.first), packed(x.last)) == (x.word[: x.best], x.word[-x.best :]) and x.k == x.given[1]
        )
    },
    "absent": {
        "all {n} rows of {k} digits occur": lambda x: x.k == len(x.given) - 1 and x.n == 2**x.k,
        "{row:[12 ]+} does not": lambda x: numbers(x.row) == x.given,
    },
    "short-runs": {
        "with runs of {n} at most: {k} changes are needed": lambda x: (
            x.n == x.best - 1 + len(x.before) and (x.k == len(x.given) if x.before else x.k > x.most)
        )
    },
    "lock": {"{shown:[a-z >-]+}": lambda x: x.shown.split(" -> ") == screens(x.given, x.start)},
    "overlaps": {
        f"{{text:{SHOWN}}}: {{n}} letters": lambda x: (
            packed(x.text) == text_of(x.given, x.words) and x.n == x.best
        )
    },
    "gaps": {
        "{terms:[0-9 +*]+} = {total}": lambda x: x.terms == spans(x.given, x.values) and x.total == x.best
    },
}


class TestStringOptimisation(Chosen):
    id = "string-optimisation"
    larger = frozenset({"two-palindromes", "mirrored-twice", "palindrome-value", "turned-ends", "gaps"})
    sentences, readers, lines = SENTENCES, READERS, LINES
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
                for answer in thumbs(**self.oracle(task.prompt)[1]):
                    assert not self.spec.verify_answer(task.payload, ", ".join(map(str, answer))).passed, (
                        task.prompt
                    )

    def test_a_ring_has_two_beginnings_that_look_alike(self):
        for seed in range(60):
            task = self.spec.task(1 + seed % 6, seed, params={"kinds": "least-turn"})
            shown = self.oracle(task.prompt)[1]["word"]
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
