"""Sequences: the rule of the stated kind that fits the prompt's terms is found by sympy, and there is one only."""

from __future__ import annotations

import re
from itertools import accumulate, pairwise

import sympy
from formulas import value
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import QQ
from sympy.polys.matrices import DomainMatrix

from rlvr.conformance.promises import Promises, read
from rlvr.generators.algebra.rational_systems import solve

NUMBERS = r"(-?[0-9]+(?:, -?[0-9]+)*)"
TERMS = "{terms:-?[0-9]+(?:, -?[0-9]+)*}"
SHOWN = (
    f"A sequence begins with\n{TERMS}",
    f"{TERMS}, ...",
    f"The first {{count}} terms of a sequence are {TERMS}.",
)
ASKED = (
    "What is the next term? Give an integer.",
    "What … next {ask} terms? Give {ask} integers in order, separated by commas.",
)
PLACES = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh")
COUNTS = ("", "one", "two", "three", "four", "five", "six")
EACH = (
    "Each term from the {which:[a-z]+} on is {sum:[^.]+}, where {names:[p-w](?:, [p-w])*(?: and [p-w])?} {:are|is} "
    "{:fixed numbers|a fixed number}"
)
WHAT = "{what:arithmetic progressions|sequences, each a polynomial of degree at most 2 in its own index}"
STRANDS = (
    f"It is made of {{strands:[a-z]+}} interleaved {WHAT}: taking every {{nth:[a-z]+}} term, from the first, "
)
TOLD = {
    kind: [[SHOWN, rules, ASKED]]
    for kind, rules in {
        "polynomial": (
            "The n-th term is a polynomial in n of degree at most {degree}.",
            "The n-th term is a linear function of n.",
        ),
        "recurrence": (f"{EACH}.",),
        "index": (f"{EACH} and n is … number of … term (the first term has n = 1).",),
        "interleaved": (
            f"It is made of {{strands:two}} interleaved {WHAT}: … terms at odd places form one of them and those at "
            "even places the other.",
            STRANDS + "the second or the {nth} on, gives one of them.",
            STRANDS + "the second, ... or the {nth} on, gives one of them.",
        ),
        "periodic": (
            "The differences between neighbouring terms repeat over and over in a fixed cycle of at most {longest} "
            "numbers, from the very first difference on.",
        ),
    }.items()
}


def only(rows):
    """The solution of linear equations, the last column their right-hand sides; there is one and no other."""
    reduced, pivots = DomainMatrix([list(map(QQ, row)) for row in rows], (len(rows), len(rows[0])), QQ).rref()
    assert pivots == tuple(range(len(rows[0]) - 1)), "one rule"
    return [reduced[i, len(rows[0]) - 1].element for i in pivots]


def polynomial_at(points, degree, x):
    rows = [[u**k for k in range(degree + 1)] + [y] for u, y in points]
    return sum(c * x**k for k, c in enumerate(only(rows)))


def recurrence(terms, ask, which, sentence, names, indexed):
    order = PLACES.index(which) - 1
    *parts, last = (part.split(" times ") for part in sentence.split(" plus "))
    before = ["the term before it", *(f"the term {k} places before it" for k in range(2, order + 1))]
    named = [part[0] for part in (*parts, last)]
    assert names == (f"{', '.join(named[:-1])} and {named[-1]}" if len(named) > 1 else named[0])
    factors = [part[1] if len(part) > 1 else "1" for part in (*parts, last)]
    assert factors in (before + more for more in ([], ["1"], ["n", "1"]))
    assert indexed == ("n" in factors)

    def row(terms, n):
        known = {"n": n, "1": 1} | {name: terms[n - 1 - k] for k, name in enumerate(before, 1)}
        return [known[factor] for factor in factors]

    rule = only([[*row(terms, n), terms[n - 1]] for n in range(order + 1, len(terms) + 1)])
    for n in range(len(terms) + 1, len(terms) + ask + 1):
        terms.append(sum(c * x for c, x in zip(rule, row(terms, n), strict=True)))
    return terms[-ask:]


def periodic(terms, ask, longest):
    steps = [b - a for a, b in pairwise(terms)]
    fitting = [t for t in range(1, longest + 1) if all(step == steps[i % t] for i, step in enumerate(steps))]
    found = {tuple(steps[i % t] for i in range(len(steps), len(steps) + ask)) for t in fitting}
    (following,) = found
    return list(accumulate(following, initial=terms[-1]))[1:]


class TestSequences(Promises):
    id = "sequences"
    wrong = ("{}0", "1{}", "{} or 2", "about {}", "{0}, {0}", "")

    def oracle(self, prompt):
        kind, said = read(prompt, TOLD)
        terms, ask = [int(word) for word in str(said["terms"]).split(", ")], said.get("ask", 1)
        assert said.get("count", len(terms)) == len(terms)
        points, places = list(enumerate(terms)), range(len(terms), len(terms) + ask)
        if kind == "polynomial":
            following = [polynomial_at(points, said.get("degree", 1), i) for i in places]
        elif kind == "interleaved":
            strands, degree = COUNTS.index(said["strands"]), 1 if "arithmetic" in said["what"] else 2
            assert said.get("nth", "second") == PLACES[strands]
            following = [polynomial_at(points[i % strands :: strands], degree, i) for i in places]
        elif kind == "periodic":
            following = periodic(terms, ask, said["longest"])
        else:
            following = recurrence(
                terms, ask, said["which"], said["sum"], said["names"], indexed=kind == "index"
            )
        return ", ".join(map(str, following))

    @settings(max_examples=30)
    @given(st.integers(0, 10**9))
    def test_differences_unknowns_and_cycles_of_the_worked_solution(self, seed):
        for level in self.spec.levels:
            task = self.spec.task(level, seed)
            problem, unknowns, rows = task.payload["problem"], {}, []
            for name, number in re.findall(r"\b([p-u]) = (-?[0-9]+)", task.trace):
                unknowns[name] = int(number)
            for line in task.trace.splitlines()[:-1]:
                strand, head, numbers = re.fullmatch(
                    rf"(?:strand ([0-9]): )?(.*?)(?:: {NUMBERS})?", line
                ).groups()
                numbers = [int(word) for word in numbers.split(", ")] if numbers else []
                if head == "terms":
                    first, strands = (int(strand) - 1, problem["strands"]) if strand else (0, 1)
                    assert numbers == problem["terms"][first::strands]
                    rows = [numbers]
                elif head == "next, from the last differences up":
                    assert numbers == list(accumulate(row[-1] for row in reversed(rows)))
                    for row, number in zip(reversed(rows), numbers, strict=True):
                        row.append(number)
                elif re.fullmatch("differences(?: [1-9])?", head):
                    assert head in ("differences", f"differences {len(rows)}")
                    rows = rows or [problem["terms"]]
                    assert numbers == [b - a for a, b in pairwise(rows[-1])]
                    rows.append(numbers)
                elif head == f"they repeat after {len(numbers)} numbers":
                    assert [numbers[i % len(numbers)] for i in range(len(rows[-1]))] == rows[-1]
                elif re.search(r"\*p", line):
                    left, right = line.split(" = ")
                    assert value(left, **unknowns) == int(right)
                else:  # calculations, and what the unknowns are
                    assert re.fullmatch(r"[-+*() 0-9]+ = -?[0-9]+|(?:[p-u] = -?[0-9]+(?:, |$))+", line)

    def test_sequences_are_the_same_if_all_is_given_alike(self):
        def key(p):
            return repr(sorted(p.items()))

        self.same_problems(key, order=1, largest=3, kinds="polynomial affine")


@settings(max_examples=60)
@given(
    st.lists(st.lists(st.integers(-4, 4), min_size=3, max_size=3), min_size=3, max_size=5),
    st.lists(st.integers(-9, 9), min_size=5, max_size=5),
)
def test_systems_have_the_solution_that_sympy_finds(rows, right):
    right = right[: len(rows)]
    found = solve(rows, right)
    matrix, vector = sympy.Matrix(rows), sympy.Matrix(right)
    unique = matrix.rank() == 3 == matrix.row_join(vector).rank()
    assert (found is not None) == unique
    if found is not None:
        assert matrix * sympy.Matrix([sympy.Rational(v.numerator, v.denominator) for v in found]) == vector
