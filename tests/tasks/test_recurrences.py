"""Recurrences and sums: what the prompt prints is followed term by term, or added up, by Python itself."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from formulas import value
from hypothesis import given, settings
from hypothesis import strategies as st

from rlvr.conformance.promises import Promises

SUM = r"What is the sum of (.*) over all integers i from ([0-9]+) to ([0-9]+)\?"
PROGRESSION = (
    r"An? (arithmetic|geometric) progression begins with (-?[0-9]+), (-?[0-9]+), (-?[0-9]+)\.\s+What is "
    r"(?:the sum of its first ([0-9]+) terms|its term number ([0-9]+), counting from 1)\?"
)
REMAINDER = r"What is the remainder, from 0 to ([0-9]+), of a\(([0-9]+)\) on division by ([0-9]+)\?"
FORMS = ("Give an integer.", "Give the exact value: an integer or a fraction in lowest terms, such as -3/4.")
NUMBER = r"\(?-?[0-9/]+\)?"
CALCULATION = re.compile(
    rf"(?:(?:term [0-9]+|sum): )?[-+*/^() 0-9]+ = [-+*/^() 0-9=]+|(?:{NUMBER}\^[0-9]+ = {NUMBER}(?:, |$))+"
    rf"|a\(n\) - c is multiplied by {NUMBER} each time: a\(n\) = {NUMBER} \+ {NUMBER}\*{NUMBER}\^\(n-1\)"
    rf"|1/a\(n\+1\) = 1/a\(n\) \+ [0-9]+|1/a\([0-9]+\) = [-+*/ 0-9=]+"
    rf"|a\([0-9]+\) = a\(1\) \+ f\(1\) \+ \.\.\. \+ f\([0-9]+\)|a\([0-9]+\) = [-+*/() 0-9]+ = [-0-9]+"
    rf"|[0-9]+ - 1 = [0-9]+ leaves the remainder [0-9] by [2-7]|a\([0-9]+\) = [-+* 0-9]+ = [0-9]+, which leaves [0-9]+"
    rf"|modulo [0-9]+, x\^2 = [-+*x 0-9]+; powers of x by squaring, as u\*x \+ v:"
)


def follow(prompt):
    """The terms of a recurrence as the prompt prints it, by their numbers, and one more with each step."""
    terms = {int(i): Fraction(v) for i, v in re.findall(r"a\(([01])\) = (-?[0-9/]+)", prompt)}
    step, rule, first = re.search(r"a\(n\+([12])\) = (.*?) for n >= ([01])[,.]", prompt).groups()
    assert len(terms) == int(step)
    assert int(first) == min(terms)
    slope = re.search(r"where f\(n\) = ([^.]*)\.", prompt)
    n = min(terms)
    while True:
        yield terms
        names = {"n": n, "a": terms.__getitem__, "f": lambda k: value(slope[1], n=k)}
        terms[n + int(step)] = value(rule, **names)
        n += 1


def term(prompt, n):
    return next(terms[n] for terms in follow(prompt) if n in terms)


def power(p, q, n, m):
    """u and v with ``x^n = u*x + v`` modulo m, where ``x^2 = p*x + q``."""
    u, v = 0, 1
    for bit in f"{n:b}":
        u, v = 2 * u * v + u * u * p, v * v + u * u * q
        u, v = (v + u * p, u * q) if bit == "1" else (u, v)
        u, v = u % m, v % m
    return u, v


class TestRecurrences(Promises):
    id = "recurrences"
    wrong = ("{}0", "1{}", "{} or 2", "about {}", "{0}, {0}", "", "{}/1", "2*{}/2")

    def oracle(self, prompt):
        divides = re.search(r"a\(n\+1\) = .*/", prompt) is not None
        assert FORMS[divides] in prompt
        if found := re.search(SUM, prompt):
            first, last = int(found[2]), int(found[3])
            return sum(value(found[1], int, i=i) for i in range(first, last + 1))
        if found := re.search(PROGRESSION, prompt):
            a, b, c = map(int, found.groups()[1:4])
            n = int(found[5] or found[6])
            if found[1] == "arithmetic":
                assert c - b == b - a
                terms = [a + i * (b - a) for i in range(n)]
            else:
                assert a * c == b * b
                terms = [a * Fraction(b, a) ** i for i in range(n)]
            return sum(terms) if found[5] else terms[-1]
        if found := re.search(REMAINDER, prompt):
            top, n, m = map(int, found.groups())
            assert top == m - 1
            a, b, c = (term(prompt, i) for i in range(3))
            rule = re.search(r"a\(n\+2\) = (.*?) for n >= 0", prompt)[1]
            p, q = (int(value(rule, n=0, a=lambda k, one=one: int(k == one))) for one in (1, 0))
            assert c == p * b + q * a
            u, v = power(p, q, n, m)
            return (u * int(b) + v * int(a)) % m
        return term(prompt, int(re.search(r"What is a\(([0-9]+)\)\?", prompt)[1]))

    @settings(max_examples=30)
    @given(st.integers(0, 10**9))
    def test_sums_terms_and_unknowns_of_the_worked_solution(self, seed):
        for level in self.spec.levels:
            task = self.spec.task(level, seed)
            *lines, _ = task.trace.splitlines()
            assert re.search(rf"(?<![0-9]){re.escape(task.answer)}$", lines[-1])
            for line in lines:
                if found := re.fullmatch(
                    r"sum of (i\S*) for i = 1 to ([0-9]+): (?:.*, which is )?([0-9]+)", line
                ):
                    assert sum(value(found[1], int, i=i) for i in range(1, int(found[2]) + 1)) == int(found[3])
                    if formula := re.search(r": (.*) with n", line):
                        text = re.sub(r"([0-9])n", r"\1*n", formula[1])
                        assert value(text, n=int(found[2])) == int(found[3])
                elif found := re.fullmatch(r"less the terms for i = 1 to (\d+), which add up to (-?\d+)", line):
                    shown = re.search(SUM, task.prompt)[1]
                    assert sum(value(shown, int, i=i) for i in range(1, int(found[1]) + 1)) == int(found[2])
                elif found := re.fullmatch(r"sum of ((?:i\*)?)r\^i: (.*) = (-?[0-9]+)", line):
                    r, n = re.search(
                        r"\(?(-?[0-9]+)\)?\^i over all integers i from 1 to ([0-9]+)", task.prompt
                    ).groups()
                    assert value(found[2], r=Fraction(r), n=int(n)) == int(found[3])
                    counted = sum((i if found[1] else 1) * Fraction(r) ** i for i in range(1, int(n) + 1))
                    assert counted == int(found[3])
                elif found := re.fullmatch(r"the number that stays: c = (.*) gives c = (\S+)", line):
                    assert value(found[1], c=Fraction(found[2])) == Fraction(found[2])
                elif found := re.fullmatch(r"(.*) = (\S+) and (.*) = (\S+) give (.*)", line):
                    names = dict(re.findall(r"([AB]) = (-?[0-9/]+)", line))
                    names = {name: Fraction(number) for name, number in names.items()}
                    assert value(found[1], **names) == Fraction(found[2])
                    assert value(found[3], **names) == Fraction(found[4])
                elif found := re.match(
                    r"x\^2 = (.*) has the (?:double root|roots) (-?\d+)(?: and (-?\d+))?", line
                ):
                    for root in found.groups()[1:]:
                        assert root is None or value(found[1], x=int(root)) == int(root) ** 2
                elif found := re.fullmatch(r"x\^([0-9]+) = ([0-9]+)\*x \+ ([0-9]+)", line):
                    p, q = task.payload["problem"]["factors"]
                    assert power(p, q, int(found[1]), task.payload["problem"]["modulus"]) == (
                        int(found[2]),
                        int(found[3]),
                    )
                elif found := re.match(r"a\(([0-9]{1,3})\) = (?:a\(([0-9]+)\) = )?(-?[0-9/]+)$", line):
                    for n in filter(None, found.groups()[:2]):
                        assert term(task.prompt, int(n)) == Fraction(found[3])
                elif found := re.fullmatch(r"the (?:difference|ratio) is (-?[0-9]+)", line):
                    a, b = map(int, re.search(r"with (-?[0-9]+), (-?[0-9]+)", task.prompt).groups())
                    assert int(found[1]) in (b - a, Fraction(b, a) if a else None)
                elif found := re.fullmatch(r"it repeats after ([2-7]) terms", line):
                    assert term(task.prompt, int(found[1]) + 1) == term(task.prompt, 1)
                else:
                    assert CALCULATION.fullmatch(line), line

    def test_questions_are_the_same_if_all_numbers_are(self):
        def key(p):
            return repr(sorted(p.items()))

        self.same_problems(key, largest=3, far=10, kinds="geometric reciprocal")

    @pytest.mark.parametrize(
        ("answer", "passed"),
        [
            *(("1/11", True), (" 1 / 11.", True), ("2/22", False), ("1/12", False)),
            *(("0.0909", False), ("", False), ("-1/11", False)),
        ],
    )
    def test_forms_by_name(self, answer, passed):
        payload = {
            "problem": {"kind": "reciprocal", "start": "1/2", "matrix": [1, 0, 3, 1], "n": 4},
            "gold": {"text": "1/11", "kind": "rational", "require": ["reduced"]},
        }
        assert self.spec.verify_answer(payload, answer).passed is self.spec.confirms(payload, answer) is passed
