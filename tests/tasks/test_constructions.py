"""Constructions: the property is read from the prompt, and small objects are all tried, by definitions of its own."""

from __future__ import annotations

import re
from itertools import combinations, pairwise, permutations, product
from math import prod

import networkx
import pytest
import sympy
from chosen import numbers

from rlvr.conformance.promises import Promises
from rlvr.verifiers.base import Reason


def pairs(text):
    return [[int(a), int(b)] for a, b in re.findall(r"(\d+)-(\d+)", text)]


def known(text, word="position"):
    return {int(place): int(number) for number, place in re.findall(rf"(\d+) at {word} (\d+)", text)}


def keeps(text, row, word="position"):
    return all(row[place - 1] == number for place, number in known(text, word).items()) and known(text, word)


def one(pattern, text):
    return int(next(filter(None, re.search(pattern, text).groups())))


def partial(text, row, step):
    n = one(r"numbers from 1 to (\d+)|order of 1, 2, ..., (\d+)|integers 1 to (\d+)", text)
    results = {step(row[:k]) % n for k in range(1, n + 1)}
    return sorted(row) == list(range(1, n + 1)) and len(results) == n and keeps(text, row)


def pair_sums(text, row):
    count = one(r"^(\d+) different|Find (\d+) different|any two of (\d+)", text)
    sums = numbers(re.search(r"((?:\d+, )+\d+)", text)[1])
    return (
        len(set(row)) == count == len(row) and min(row) > 0 and sorted(map(sum, combinations(row, 2))) == sums
    )


def tournament(text, rows):
    graph = networkx.DiGraph((a, b) for a, row in enumerate(rows, 1) for b in row)
    n = one(r"^(\d+) players|tournament of (\d+)|games of (\d+)", text)
    wins = one(r"exactly (\d+) games|have (\d+) wins|wins (\d+) times", text)
    told = pairs(re.search(r"winner first: ([-0-9, ]+)\.", text)[1])
    assert told
    return (
        networkx.is_tournament(graph)
        and set(graph) == set(range(1, n + 1))
        and all(graph.out_degree(player) == wins for player in graph)
        and all(graph.has_edge(*game) for game in told)
    )


def path_counts(text, rows):
    most = one(r"points 1 to (\d+)|vertices 1 to (\d+)|numbered 1 to (\d+)", text)
    paths = one(r"exactly (\d+) (?:different )?(?:paths|ways)", text)
    if len(set(map(tuple, rows))) < len(rows) or any(a >= b or b > most for a, b in rows):
        return False
    matrix = sympy.zeros(most, most)
    for a, b in rows:
        matrix[a - 1, b - 1] = 1
    return (sympy.eye(most) - matrix).inv()[0, most - 1] == paths


def dominoes(text, row):
    tiles = re.findall(r"^\d+\. ([ab]+) / ([ab]+)$", text, re.M)
    top, bottom = ("".join(tiles[n - 1][side] for n in row) for side in (0, 1))
    return sorted(row) == list(range(1, len(tiles) + 1)) and top == bottom


def bezout(text, row):
    factors = [int(a) for a in re.findall(r"(\d+) \* x\d+", text)]
    divisor = one(r"x\d+ = (\d+)|Write (\d+) as", text)
    most = one(r"from -\d+ to (\d+)|between -\d+ and (\d+)|at most (\d+)", text)
    total = sum(a * x for a, x in zip(factors, row, strict=True))
    return total == divisor == sympy.gcd(factors) and max(map(abs, row)) <= most


def labels(text, row):
    edges = pairs(re.search(r"(?:\d+-\d+, )+\d+-\d+", text)[0])
    assert networkx.is_tree(networkx.Graph(edges))
    different = {abs(row[a - 1] - row[b - 1]) for a, b in edges}
    whole = sorted(row) == list(range(len(edges) + 1))
    return whole and len(different) == len(edges) and keeps(text, row, "vertex")


def ruler(text, row):
    count = one(r"has (\d+) marks|Choose (\d+) integers|Find (\d+) positions", text)
    length = one(r"from 0 to (\d+)|largest one (\d+)", text)
    told = numbers(re.search(r"(?:a mark|marks) at ([0-9, and]+)\.", text)[1])
    distances = [b - a for a, b in combinations(row, 2)]
    fits = len(row) == count and row[0] == 0 and row[-1] == length and row == sorted(row)
    return fits and len(set(distances)) == len(distances) and told and set(told) <= set(row)


def between(text, row):
    n = one(r"numbers 1 to (\d+)|2, 2, ..., (\d+)|each of 1 to (\d+)", text)
    twice = sorted(row) == sorted([*range(1, n + 1), *range(1, n + 1)])
    return (
        twice and all(row[row.index(k) + k + 1 : row.index(k) + k + 2] == [k] for k in row) and keeps(text, row)
    )


def prime_sums(text, row):
    n = one(r"numbers from 1 to (\d+)|order of 1, 2, ..., (\d+)|integers 1 to (\d+)", text)
    prime = all(sympy.isprime(a + b) for a, b in pairwise(row))
    return sorted(row) == list(range(1, n + 1)) and prime and keeps(text, row)


def all_words(text, row):
    n = one(r"Write (\d+) bits|(?:its|has) (\d+) (?:bits|fields)", text)
    width = one(r"words of (\d+) bits|word of (\d+) bits|Reading (\d+) neighbouring", text)
    words = {tuple((row + row)[at : at + width]) for at in range(n)}
    return len(row) == n == 2**width and words == set(product((0, 1), repeat=width)) and keeps(text, row)


RULES = {
    "sums? of the first|partial sums|The sums of the first": lambda text, row: partial(text, row, sum),
    "products of the first|partial products": lambda text, row: partial(text, row, prod),
    "different positive integers": pair_sums,
    "players": tournament,
    "arrows|directed graph|one-way": path_counts,
    r"\d+\. [ab]+ / ": dominoes,
    r"\* x1": bezout,
    "tree": labels,
    "marks|difference\\. There|equally far apart": ruler,
    "two copies|each of 1 to": between,
    "prime number|is prime": prime_sums,
    "ring so that|cyclic sequence|wheel": all_words,
}


class TestConstructions(Promises):
    id = "constructions"
    alphabet = ""
    calculates = False
    right = ("{}", " {}\n", "{}.", "**{}**", "```\n{}\n```")
    wrong = ("{}, 999", "{} or 1", "about {}", "", "none", "0", "[]", "{0} {0}")

    def oracle(self, prompt):
        text = prompt.rpartition("\n\n")[0]
        fitting = [rule for words, rule in RULES.items() if re.search(words, text)]
        return text, fitting[0]

    def agrees(self, found, task):
        text, rule = found
        rows = [[int(n) for n in part.replace(",", " ").split()] for part in task.answer.split(";")]
        grouped = task.payload["kind"] in ("tournament", "path-counts")
        return bool(rule(text, rows if grouped else rows[0]))

    @pytest.mark.parametrize("kind", ["prefix-sums", "pair-sums", "labels", "dominoes", "prime-sums"])
    def test_objects_near_the_reference_are_judged_as_the_text_says(self, kind):
        right = 0
        for seed in range(6):
            task = self.spec.task(1, seed, params={"kinds": kind})
            text, rule = self.oracle(task.prompt)
            row = [int(n) for n in task.answer.split(", ")]
            for a, b in combinations(range(len(row)), 2):
                other = list(row)
                other[a], other[b] = row[b], row[a]
                answer = ", ".join(map(str, other))
                fits = bool(rule(text, other))
                right += fits
                self.takes(task.payload, *(([answer], []) if fits else ([], [answer])))
        assert right or kind != "pair-sums"

    def test_any_object_is_right(self):
        payload = {"kind": "prefix-sums", "n": 4, "known": [[1, 4]], "best": 1}
        found = [
            row
            for row in permutations(range(1, 5))
            if row[0] == 4 and len({sum(row[:k]) % 4 for k in range(1, 5)}) == 4
        ]
        assert len(found) == 2
        for row in permutations(range(1, 5)):
            self.takes(
                payload, *(([str(list(row))[1:-1]], []) if row in found else ([], [str(list(row))[1:-1]]))
            )

    @pytest.mark.parametrize(
        ("payload", "word", "answer"),
        [
            ({"kind": "ruler", "n": 4, "length": 6, "known": [1]}, "distance", "0, 1, 2, 6"),
            ({"kind": "ruler", "n": 4, "length": 6, "known": [1]}, "mark at 1", "0, 2, 5, 6"),
            ({"kind": "path-counts", "most": 3, "paths": 2}, "1 paths", "1 2; 2 3"),
            ({"kind": "path-counts", "most": 3, "paths": 2}, "twice", "1 3; 1 3"),
            ({"kind": "path-counts", "most": 3, "paths": 2}, "larger", "2 1; 1 3"),
            ({"kind": "bezout", "numbers": [6, 4], "most": 5, "divisor": 2}, "comes to 10", "1, 1"),
            ({"kind": "tournament", "n": 3, "known": [[1, 2]]}, "1 beats player 2", "3; 1; 2"),
        ],
    )
    def test_the_broken_rule_is_named(self, payload, word, answer):
        verdict = self.spec.verify_answer({**payload, "best": 1}, answer)
        assert (verdict.score, verdict.reason) == (0.0, Reason.ILLEGAL)
        assert word in verdict.message

    def test_trap_empty_objects_are_refused(self):
        for kind in self.spec.kinds:
            task = self.spec.task(3, 0, params={"kinds": kind})
            for empty in ("", "[]", "none", "()", "{}"):
                assert not self.spec.verify_answer(task.payload, empty).passed
