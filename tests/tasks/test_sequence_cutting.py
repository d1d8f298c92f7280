"""Sequence cutting: the row and the rule are read from the prompt, and all cuttings of short rows are tried out."""

from __future__ import annotations

import re
from itertools import chain, combinations, pairwise, permutations
from math import prod

import networkx as nx
from chosen import Chosen, numbers, slots

from rlvr.verifiers.base import Reason

ROW = (
    r"Here is a row of \d+ \w+: (.*?)\. (?=[A-Z])",
    r"^(\S.*)\n\nThese \d+ \w+ stand",
    r"Take the \d+ \w+ (.*) in this order\.",
)
EXACTLY = (
    r"exactly (\d+) (?:non-empty )?(?:pieces|parts|runs)",
    r"The (\d+) non-empty pieces",
    r"product of (\d+) whole",
    r"Find (\d+) intervals",
)


def cuts(n, count=None):
    """All lists of cuts of a row of n items, or those with `count` cuts."""
    counts = range(n) if count is None else [count]
    return chain.from_iterable(map(list, combinations(range(1, n), k)) for k in counts)


def parts(row, given):
    return [row[i:j] for i, j in pairwise([0, *given, len(row)])]


def value_of(text):
    """a, b and c of "a * X^2 + b * X - c"."""
    found = re.search(r"(-?\d*)(?: \* |)X\^2 \+ (\d+) \* X - (\d+)", text)
    a = found[1]
    return {"a": -1 if a == "-" else int(a), "b": int(found[2]), "c": -int(found[3])}


def jobs(text):
    row = numbers(next(found[1] for p in ROW if (found := re.search(p, text))))
    return {
        "times": row[::2],
        "weights": row[1::2],
        **slots(setup=(r"set up for (\d+)", r"spends (\d+)", r"needs (\d+)"))(text),
    }


def parcels(text):
    return {"parcels": [[int(a), int(b)] for a, b in re.findall(r"\d+: (\d+) x (\d+)", text)]}


def within(pieces, test, value):
    return value(pieces) if all(map(test, pieces)) else None


def lines(pieces, width):
    rests = [width - len(" ".join("x" * word for word in line)) for line in pieces]
    return sum(rest * rest for rest in rests) if min(rests) >= 0 else None


def completion(given, times, weights, setup):
    now, cost, at = 0, 0, 0
    for end in [*given, len(times)]:
        now += setup
        for job in range(at, end):
            now += times[job]
        cost += sum(now * weights[job] for job in range(at, end))
        at = end
    return cost


def ordered(letters, target, pieces):
    for given in cuts(len(letters), pieces - 1):
        spans = [[i + 1, j] for i, j in pairwise([0, *given, len(letters)])]
        yield from map(list, permutations(spans))


def joined(given, letters, target, pieces):
    text = "".join(letters[i - 1 : j] for i, j in given)
    return sum(a != b for a, b in zip(text, target, strict=True))


def partitions(items):
    if not items:
        yield []
        return
    first, *rest = items
    for rows in partitions(rest):
        for n, row in enumerate(rows):
            yield [*rows[:n], [first, *row], *rows[n + 1 :]]
        yield [[first], *rows]


def ored(sums):
    value = 0
    for one in sums:
        value |= one
    return value


MARKS = {
    "largest-sum": "largest sum of a piece|heaviest piece|maximum of the sums",
    "balanced-signs": "labels",
    "digit-products": "Read each part|read as a decimal|multiplication signs",
    "pair-products": "you earn|every two of the pieces|unordered pairs",
    "distinct-squares": "different values|distinct values",
    "or-of-sums": "bitwise OR",
    "quadratic": r"X\^2",
    "line-breaks": "word",
    "sum-of-maxima": "largest number|maximum of each piece",
    "palindromes": "palindrome|same from both ends",
    "batches": "batch|hand-over|preparation",
    "shuffled-pieces": "so that they read|form the string|intervals",
    "parcels": "parcels|pieces of land|second value",
}
READERS = {
    "largest-sum": slots(numbers_=ROW, pieces=EXACTLY),
    "balanced-signs": slots(signs_=ROW, labels_=r"labels.*?(\d+(?:, \d+)+)", pieces=EXACTLY),
    "digit-products": lambda text: {"digits": str(slots(x=ROW)(text)["x"]), **slots(pieces=EXACTLY)(text)},
    "pair-products": slots(numbers_=ROW, cuts=(r"cut (\d+) times", r"After (\d+) cuts", r"exactly (\d+) cuts")),
    "distinct-squares": slots(numbers_=ROW),
    "or-of-sums": slots(numbers_=ROW, most=(r"at most (\d+)", r"up to (\d+)", r"no more than (\d+)")),
    "quadratic": lambda text: {**slots(numbers_=ROW)(text), **value_of(text)},
    "line-breaks": slots(
        numbers_=ROW, width=(r"at most (\d+) characters", r"longer than (\d+)", r"width (\d+)")
    ),
    "sum-of-maxima": slots(numbers_=ROW, limit=(r"at most (\d+)", r"above (\d+)", r"a sum of (\d+)")),
    "palindromes": slots(letters=ROW),
    "batches": jobs,
    "shuffled-pieces": slots(
        letters=ROW,
        target=(r"they read ([a-d]+)", r"form the string ([a-d]+)", r"list them, give ([a-d]+)"),
        pieces=EXACTLY,
    ),
    "parcels": parcels,
}
OBJECTS = {
    "largest-sum": lambda numbers, pieces: cuts(len(numbers), pieces - 1),
    "balanced-signs": lambda signs, labels, pieces: cuts(len(signs), pieces - 1),
    "digit-products": lambda digits, pieces: cuts(len(digits), pieces - 1),
    "pair-products": lambda numbers, cuts: globals()["cuts"](len(numbers), cuts),
    "distinct-squares": lambda numbers: cuts(len(numbers)),
    "or-of-sums": lambda numbers, most: chain.from_iterable(cuts(len(numbers), k) for k in range(most)),
    "quadratic": lambda numbers, **_: cuts(len(numbers)),
    "line-breaks": lambda numbers, width: cuts(len(numbers)),
    "sum-of-maxima": lambda numbers, limit: cuts(len(numbers)),
    "palindromes": lambda letters: cuts(len(letters)),
    "batches": lambda times, weights, setup: cuts(len(times)),
    "shuffled-pieces": ordered,
    "parcels": lambda parcels: partitions(list(range(1, len(parcels) + 1))),
}
WORTH = {
    "largest-sum": lambda given, numbers, pieces: max(map(sum, parts(numbers, given))),
    "balanced-signs": lambda given, signs, labels, pieces: [
        max(abs(sum(p)) for p in parts(signs, given)),
        *(labels[cut - 1] for cut in given),
    ],
    "digit-products": lambda given, digits, pieces: prod(map(int, parts(digits, given))),
    "pair-products": lambda given, numbers, cuts: sum(
        sum(a) * sum(b) for a, b in combinations(parts(numbers, given), 2)
    ),
    "distinct-squares": lambda given, numbers: sum(len(set(p)) ** 2 for p in parts(numbers, given)),
    "or-of-sums": lambda given, numbers, most: ored(map(sum, parts(numbers, given))),
    "quadratic": lambda given, numbers, a, b, c: sum(
        a * x**2 + b * x + c for x in map(sum, parts(numbers, given))
    ),
    "line-breaks": lambda given, numbers, width: lines(parts(numbers, given), width),
    "sum-of-maxima": lambda given, numbers, limit: within(
        parts(numbers, given), lambda p: sum(p) <= limit, lambda ps: sum(map(max, ps))
    ),
    "palindromes": lambda given, letters: within(parts(letters, given), lambda p: p == p[::-1], len),
    "batches": completion,
    "shuffled-pieces": joined,
    "parcels": lambda given, parcels: sum(
        max(parcels[i - 1][0] for i in g) * max(parcels[i - 1][1] for i in g) for g in given
    ),
}


class TestSequenceCutting(Chosen):
    id = "sequence-cutting"
    larger = frozenset({"digit-products", "pair-products", "quadratic"})
    marks, readers, objects, worth = MARKS, READERS, OBJECTS, WORTH

    def test_long_rows_are_shortest_paths(self):
        """By networkx: the places are vertices, the pieces are edges."""
        for kind in ("distinct-squares", "line-breaks", "sum-of-maxima", "palindromes"):
            for seed in range(4):
                task = self.spec.task(5, seed, params={"kinds": kind})
                _, facts = self.oracle(task.prompt)
                row = facts.get("numbers") or facts["letters"]
                graph = nx.DiGraph()
                for i, j in combinations(range(len(row) + 1), 2):
                    piece = {name: fact for name, fact in facts.items() if name not in ("numbers", "letters")}
                    piece["letters" if "letters" in facts else "numbers"] = row[i:j]
                    if (cost := self.worth[kind]([], **piece)) is not None:
                        graph.add_edge(i, j, weight=cost)
                assert nx.dijkstra_path_length(graph, 0, len(row)) == task.payload["best"], task.id

    def test_a_cut_is_behind_an_item_counted_from_1_and_never_half_open(self):
        """Elsewhere the ends of pieces were meant, from 0 or from 1, half-open or not, and the text left it open."""
        payload = {"kind": "largest-sum", "numbers": [5, 1, 1, 1, 2], "pieces": 2, "best": 5}
        self.takes(payload, ["1"], ["0", "2", "5", "1, 5", "0, 1"])
        assert self.spec.verify_answer(payload, "1, 5").reason is Reason.ILLEGAL  # the end of the row is no cut
        spans = {
            "kind": "shuffled-pieces",
            "letters": "aab",
            "target": "baa",
            "pieces": 2,
            "made": [[3, 3], [1, 2]],
            "best": 0,
        }
        self.takes(spans, ["3 3; 1 2"], ["2 3; 0 2", "3 4; 1 3", "2 2; 0 1", "1 2; 3 3", "3 3; 1 1; 2 2"])

    def test_every_best_cutting_is_right_whichever_the_reference_is(self):
        payload = {"kind": "sum-of-maxima", "numbers": [2, 2, 2, 2], "limit": 4, "best": 4}
        self.takes(payload, ["2"], ["1, 2", "1, 3", "1", "3"])
        payload = {"kind": "or-of-sums", "numbers": [4, 4, 4], "most": 3, "best": 4}
        self.takes(payload, ["1, 2"], ["1", "2", "2, 1"])

    def test_the_last_line_costs_as_well(self):
        payload = {"kind": "line-breaks", "numbers": [3, 3, 3], "width": 7, "best": 16}
        self.takes(payload, ["2", "1"], ["1, 2"])
