"""Series: Cauchy's integral around the point, or the terms added up, from the prompt's text."""

from __future__ import annotations

import functools
import re
from fractions import Fraction
from math import factorial

import mpmath
import smooth_formulas as formulas
from formulas import FormulaPromises

from rlvr.conformance.promises import read
from rlvr.conformance.worked_lines import calculated

CONSTANTS = (
    "Give the exact value: an integer, a fraction in lowest terms such as -3/4, or an expression with e and ln; no "
    "decimal approximation."
)
POLYNOMIAL = "Write the polynomial as an expression in x with exact coefficients (integers or fractions)."
MACLAURIN = "in the Maclaurin series (Taylor series at 0) of {f:.+} ? " + formulas.RATIONAL_FORM
ASKED = {
    "derivative": [
        "Let f(x) = {f:.+}. What is the value at x = 0 of the derivative of f of order {n}? "
        + formulas.RATIONAL_FORM
    ],
    "coefficient": [
        "What is the coefficient of x^{n} " + MACLAURIN,
        "What is the coefficient of {x:x} " + MACLAURIN,
        "What is the coefficient of (x - {a})^{n} in the Taylor series at x = {a} of {f:.+} ? "
        + formulas.RATIONAL_FORM,
        "What is the coefficient of (x + {b})^{n} in the Taylor series at x = -{b} of {f:.+} ? "
        + formulas.RATIONAL_FORM,
    ],
    "polynomial": [
        "Which Taylor polynomial at 0, up to and including the power x^{n}, belongs to {f:.+} ? " + POLYNOMIAL
    ],
    "sum": ["What is the sum over all integers n from {first} to infinity of {term:.+} ? " + CONSTANTS],
}
QUESTIONS = {
    kind: [
        before + text.replace("? ", f"?{between}")
        for text in texts
        for before, between in (
            ("", " "), ("", "\n\n"), ("Solve this problem on series exactly. ", "\n"),
            ("Answer this question on series. ", "\n"),
        )
    ]
    for kind, texts in ASKED.items()
}  # fmt: skip

X = mpmath.mpf("0.3")


def added_up(term, first):
    """The sum, by its terms, which are accelerated where they fall like 1/n^2 only."""
    if re.search(r"\^n|n!", term):
        return sum(formulas.of(term, n=mpmath.mpf(n)) for n in range(first, 400))
    return mpmath.nsum(lambda n: formulas.of(term, n=n), [first, mpmath.inf], method="richardson")


class TestSeries(FormulaPromises):
    id = "series"
    alphabet = "0123456789-/ "
    wrong = ("{}1", "{} or 7", "about {}", "{0} {0}", "{} + 1", "")
    calculates = False

    def oracle(self, prompt):
        kind, q = read(prompt, QUESTIONS)
        with mpmath.workdps(110):
            if kind == "sum":
                mpmath.mp.dps = 25
                return added_up(q["term"], q["first"])
            n, at = q.get("n", 1), q.get("a", -q.get("b", 0))
            found = formulas.taylor(q["f"], at, n)
            return found if kind == "polynomial" else found[n] * (factorial(n) if kind == "derivative" else 1)

    def agrees(self, found, task):
        with mpmath.workdps(40):
            if isinstance(found, list):
                answers = (formulas.of(task.answer, x=x) for x in (2, -3))
                values = (mpmath.polyval(found[::-1], x) for x in (2, -3))
                return all(formulas.close(a, b, 12) for a, b in zip(answers, values, strict=True))
            return formulas.close(found, formulas.of(task.answer), 15)

    def test_every_line_of_the_worked_solution_holds(self):
        for level in self.spec.levels:
            for seed in range(20):
                task = self.spec.task(level, seed)
                kind, q = read(task.prompt, QUESTIONS)
                *lines, marked = task.trace.splitlines()
                assert marked == f"<answer>{task.answer}</answer>"
                assert kind == "polynomial" or re.search(
                    rf"(?:: |it is ){re.escape(task.answer)}$", lines[-1]
                ), task.id
                rules = of_sums(q, task.answer) if kind == "sum" else of_coefficients(q, task.answer, lines)
                with mpmath.workdps(100):
                    for line in lines:
                        formulas.follows(line, rules)

    def test_questions_are_the_same_if_all_numbers_are(self):
        def key(problem):
            return tuple(sorted(problem.items()))

        self.same_problems(key, 400, kinds="geometric logarithmic", largest=3, order=3)

    def test_taylor_polynomials_in_their_forms(self):
        payload = {
            "problem": {"function": "exp(x)*cos(x)", "power": 3, "at": "0", "asked": "polynomial"},
            "gold": {"text": "-x^3/3 + x + 1", "kind": "expression", "require": ["expanded"]},
        }
        self.takes(
            payload,
            ("1 + x - x^3/3", "-x^3/3 + x + 1"),
            ("1 + x", "1 + x - x^3/3 - x^4/6", "1 + x + x^3/3", "exp(x)*cos(x)", "1 + x - 0.333*x^3", ""),
        )
        assert self.spec.verify_answer(payload, "x - 1/3*x^3 + 1").passed


def of_sums(q, answer):
    """What the lines on a sum say."""
    term, first = q["term"], q["first"]
    ratio = re.search(r"(\S+)\^n", term)
    r = formulas.of(ratio[1].rpartition("*")[2].lstrip("-")) if ratio else 0

    def same(*texts):
        return formulas.same(*texts, n=3, r=r)

    def head(before, value):
        start = 0 if "n!" in term else 1
        added = sum(formulas.of(term, n=n) for n in range(start, int(before)))
        return int(before) == first and abs(added - formulas.of(value)) < 1e-9

    return {
        "sum: (.+)": lambda value: value == answer,
        "the first term is (.+), the ratio (.+)": lambda start, b: (
            abs(formulas.of(term, n=first) - formulas.of(start)) < 1e-9 and same("r", b)
        ),
        r"\((.+)\)/\(1 - \((.+)\)\)": lambda a, b: same(answer, f"({a})/(1 - ({b}))") and same("r", b),
        r"sum of r\^n: (.+) = (.+)": lambda a, b: same(a, b, "1/(1 - r)"),
        r"sum of n\*r\^n: (.+) = (.+)": lambda a, b: same(a, b, "r/(1 - r)^2"),
        r"sum of n\^2\*r\^n: (.+) = (.+)": lambda a, b: same(a, b, "r*(1 + r)/(1 - r)^3"),
        r"(.+\*\(.+\) \+ .+)": lambda text: same(text, answer),
        "the term is (.+)": lambda text: same(text, term),
        "all cancel but (.+)": lambda text: same(text, answer),
        "sum of (.+)/n! from 0: (e.*|1/e.*)": lambda power, value: same(value, "exp(r)" if ratio else "e"),
        r"sum of n\*(.+)/n! from 0: (.+) times that": lambda power, a: same(a, "r" if ratio else "1"),
        "less the terms before n = ([0-9]+), which add up to (.+)": head,
        r"sum of r\^n/n from 1: -ln\(1 - r\), with 1 - r = (.+)": lambda value: same(value, "1 - r"),
        r"(n\^2.*) = (.+)": same,
    }


def of_coefficients(q, answer, lines):
    """What the lines on a coefficient say; `weights` gathers those of the powers of an inner function."""
    f, n = q["f"], q.get("n", 1)
    at = q.get("a", -q.get("b", 0))
    inside = re.match("u = (.+?) = ", lines[0])

    @functools.cache
    def series():
        """The coefficients of the inner and the outer function."""
        with mpmath.workdps(120):
            outer = f.replace(inside[1], "x").replace("((x))", "(x)")
            return formulas.taylor(inside[1], 0, n), formulas.taylor(outer, 0, n)

    def weighed(k, value, weight):
        inner, outer = series()
        with mpmath.workdps(60):
            power = [mpmath.mpf(1)] + [mpmath.mpf(0)] * n
            for _ in range(int(k)):
                power = [sum(power[i] * inner[m - i] for i in range(m + 1)) for m in range(n + 1)]
            return formulas.close(power[n], formulas.of(value), 12) and formulas.close(
                outer[int(k)], formulas.of(weight), 12
            )

    def pieces(text):
        total = Fraction()
        for piece in text.split("; "):
            k, product, value = re.fullmatch(r"from x\^([0-9]+): (.+) = (.+)", piece).groups()
            assert calculated(product.replace(",", ", ")) == Fraction(value)
            assert f"C({k},{n})" in product
            total += Fraction(value)
        return total == Fraction(answer)

    def nth(a, u, value):
        return int(u) == int(at) and formulas.same(value, answer, n=n) and formulas.same(a, f, u=X - at, x=X)

    return {
        "coefficient: (.+)": lambda value: value == answer,
        "the coefficient of x\\^([0-9]+) is (.+); times ([0-9]+)! = ([0-9]+) it is (.+)": lambda k, c, m, p, value: (
            value == answer and int(k) == int(m) == n and factorial(n) == int(p) and formulas.same(f"{c}*{p}", value)
        ),
        r"times (.+), with (.+): (.+)": lambda factor, extra, text: formulas.begins(f, text),
        r"x\^([0-9]+): (.+) = (.+)": lambda k, pairs, value: int(k) == n and formulas.same(pairs, value),
        "u = (.+?) = (.+)": formulas.begins,
        r"u\^([0-9]+) has (.+) at x\^[0-9]+; its weight is (.+)": weighed,
        r"(from x\^.+)": pieces,
        r"(.+) with u = x - ([0-9]+): the term u\^n has (.+)": nth,
        r"(.+) = (.+), and sqrt\(1 \+ v\) has (.+) at v\^([0-9]+)": lambda a, b, c, k: (
            int(k) == n and formulas.same(a, b, f, u=X - at, x=X)
            and formulas.close(formulas.taylor("sqrt(1 + x)", 0, n)[n], formulas.of(c), 20)
        ),
        "for n = ([0-9]+): (.+)": lambda k, value: int(k) == n and value == answer,
        "product: (.+)": lambda text: formulas.begins(f, text) and text.count("x") == answer.count("x"),
        "(.+?) = (.+)": formulas.begins,
    }  # fmt: skip
