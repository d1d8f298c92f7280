"""How tests of geometry read prompts and compare answers: by whole sentences, fractions and functions that vanish."""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any, ClassVar

from rlvr.conformance.promises import Promises

NUMBER = r"(-?[0-9]+(?:/[0-9]+)?)"
PHRASE = r"[A-Za-z]+(?:,? [A-Za-z]+)+|\b(?!sqrt\b|pi\b)[a-z]{3,}\b"
PLACE = rf"(\({NUMBER[1:-1]}(?:, {NUMBER[1:-1]})+\))"
VALUE = "the exact value in simplest form: an integer, a fraction such as 3/4, or a value with roots "
VALUES = f"{VALUE}or pi such as 7*sqrt(31)/9 or 23*pi/17."
FORMS = {
    VALUES: r"[-+*/() 0-9a-z]+",
    f"{VALUE}such as 7*sqrt(31)/9.": r"[-*/()0-9sqrt]+| *[-+*/() 0-9sqrt]+",
    "an integer or a fraction in lowest terms, such as -3/4.": r"-?[0-9]+(/[0-9]+)?",
    "an integer.": r"[0-9]+",
    "a point such as (2, -3/4), with integers or exact fractions.": rf"{PLACE}",
    "the images in this order as points separated by commas, such as (2, -3/4), (0, 1), (5, 2).": r"\(.*, .*\)",
    "an equation in x and y, such as 2*x - 3*y = 5.": r"[-+*0-9xy ]+ = -?[0-9]+",
    "an equation in x and y, such as (x - 2)^2 + (y + 1)^2 = 9 or x^2 + y^2 - 4*x = 5.": r"[-+()^/0-9xy ]+ = [0-9/]+",
}
SAMPLES = [(Fraction(x), Fraction(y)) for x, y in ((7, 3), (-5, 11), (2, -13), (0, 0), (19, 1), (1, 17))]


def said(prompt, head):
    """Facts and question of a prompt on one line, and the form of its answer; `head` begins one of the wordings."""
    text, form = re.split(r"\s+Give (?=the exact|an integer|a point|the images|an equation)", prompt)
    (form,) = [known for known in FORMS if form.startswith(known + "\n") or form == known]
    text = text.replace("\n\nQuestion: ", " ").replace("\n", " ")
    return text.removeprefix(head).removeprefix("This is what is known. "), form


def looked_up(prompt, head, table):
    """The value of the one sentence of `table` that is all that a prompt says, and the form of its answer.

    In a sentence ``#`` stands for a number, ``@`` for a point and ``~`` for a formula.
    """
    text, form = said(prompt, head)
    found = [
        (make, match) for sentence, make in table.items() if (match := re.fullmatch(pattern(sentence), text))
    ]
    assert len(found) == 1, text
    make, match = found[0]
    return make(*map(read, match.groups())), form


@functools.cache
def pattern(sentence):
    return re.escape(sentence).replace("\\#", NUMBER).replace("@", PLACE).replace("\\~", "(.+?)")


def read(text):
    """A number or a point as it is written; else the text."""
    if text and re.fullmatch(NUMBER, text):
        return Fraction(text)
    return point(text) if text and re.fullmatch(PLACE, text) else text


def point(text):
    return tuple(map(Fraction, text.strip("()").split(", ")))


def worth(text, **names):
    """The value of a formula of our own making, by Python."""
    assert re.fullmatch(r"[-+*/^() 0-9a-z]+", text)
    text = text.replace("^", "**")
    written = re.sub(r"([0-9]+)", r"F(\1)", text) if names else text
    return eval(written, {"sqrt": math.sqrt, "pi": math.pi, "F": Fraction, **names})


NAMES = {
    "sqrt": math.sqrt,
    "pi": math.pi,
    "sin": lambda degrees: math.sin(math.radians(degrees)),
    "cos": lambda degrees: math.cos(math.radians(degrees)),
}


def worked_out(sides, names):
    """The values of those sides of an equation that are made of numbers, roots, pi and known `names`.

    A name before its value, or its square before that, becomes known.
    """
    found = []
    for side in sides:
        words = set(re.findall(r"[A-Za-z]+", re.sub(r"(?:sqrt|sin|cos)(?=\()|pi\b", "", side)))
        written = re.fullmatch(r"[-+*/^() 0-9A-Za-z]*[0-9A-Za-z)]", side)
        if written and words <= names.keys() and side.count("(") == side.count(")"):
            found.append(eval(side.replace("^", "**"), {**NAMES, **names}))
    if found and (defined := re.fullmatch(r"([A-Za-z]+)(\^2)?", sides[0])):
        names.setdefault(defined[1], math.sqrt(found[-1]) if defined[2] else found[-1])
    return found


def difference(equation):
    """Left minus right of an equation in x and y, as a function."""
    left, right = equation.split(" = ")
    return lambda x, y: worth(left, x=x, y=y) - worth(right, x=x, y=y)


def agrees(found, answer):
    """Whether an answer has the form that was asked for, and what the oracle found.

    That is a number, a list of functions that are zero at a point, or one that is a multiple of an equation.
    """
    found, form = found
    assert re.fullmatch(FORMS[form], answer), (form, answer)
    if callable(found):
        ours = difference(answer)
        pairs = [(ours(x, y), found(x, y)) for x, y in SAMPLES]
        p, q = next(pair for pair in pairs if pair[1])
        return p != 0 and all(a * q == b * p for a, b in pairs)
    if isinstance(found, list):
        return all(zero(*point(answer)) == 0 for zero in found)
    return math.isclose(worth(answer), found, rel_tol=1e-9)


def minus(p, q):
    return tuple(a - b for a, b in zip(p, q, strict=True))


def dot(u, v):
    return sum(a * b for a, b in zip(u, v, strict=True))


def cross(u, v):
    return u[0] * v[1] - u[1] * v[0]


def through(a, b):
    """Zero on the line through two points."""
    return lambda *p: cross(minus(b, a), minus(p, a))


def across(a, b, c):
    """Zero on the perpendicular to ab through c."""
    return lambda *p: dot(minus(b, a), minus(p, c))


def halfway(a, b):
    """Zero where it is as far to a as to b."""
    return lambda *p: dot(minus(p, a), minus(p, a)) - dot(minus(p, b), minus(p, b))


def at(place):
    """Zero at one point alone."""
    return [lambda *p: dot(minus(p, place), minus(p, place))]


class Geometry(Promises):
    """The promises of a task of geometry.

    Attributes:
        head: how one of the wordings begins.
        sentences: facts and questions of the prompts.
        phrases: the words of worked solutions, with semicolons between them.
        unfinished: kinds whose last line does not end in the answer's value.
    """

    head: ClassVar[str]
    sentences: ClassVar[dict[str, Callable[..., Any]]]
    phrases: ClassVar[str]
    unfinished: ClassVar[tuple[str, ...]] = ()
    wrong = ("{}0", "2 + {}", "{} or 2", "about {}", "{0} {0}", "")

    def test_worked_solutions_calculate_rightly(self):
        """Roots, pi and names included, unlike the test that this one takes the place of."""
        checked = 0
        for level in self.spec.levels:
            for task in self.drawn(level):
                names, pieces = {}, re.split(r"\n|; |: |, ", task.trace)
                for piece in 2 * pieces:  # names that a later line gives a value to are known the second time
                    piece = re.sub(r"^(?:(?!sqrt|pi)[a-z]+ (?![-+=]))+", "", piece)  # circle pi*3^2 = 9*pi
                    sides = worked_out(piece.split(" = "), names)
                    assert all(math.isclose(side, sides[0], rel_tol=1e-9) for side in sides[1:]), (
                        task.id,
                        piece,
                    )
                    checked += len(sides) > 1
                if self.kind(task) not in self.unfinished and re.fullmatch(FORMS[VALUES], task.answer):
                    last = task.trace.splitlines()[-2].rpartition(" = ")[2]
                    assert math.isclose(worth(last), worth(task.answer), rel_tol=1e-9), task.id
        assert checked > 300

    def drawn(self, level):
        """Tasks of a level, and of each kind alone, so that rare shapes are among them."""
        yield from (self.spec.task(level, seed) for seed in range(60))
        for kind in self.spec.params(level)["kinds"].split():
            yield from (self.spec.task(level, seed, params={"kinds": kind}) for seed in range(20))

    def test_the_words_of_worked_solutions_are_known(self):
        known = set(" ".join(self.phrases.split()).split("; "))
        for level in self.spec.levels:
            for seed in range(60):
                *lines, _ = self.spec.task(level, seed).trace.splitlines()
                assert {phrase for line in lines for phrase in re.findall(PHRASE, line)} <= known, (level, seed)

    def oracle(self, prompt):
        return looked_up(prompt, self.head, self.sentences)

    def agrees(self, found, task):
        return agrees(found, task.answer)
