"""Custom operators: signs that are defined in the prompt, and expressions of them to be worked out.

Kinds: ``formula`` (operators by a formula), ``cases`` (by two formulas and a condition), ``layered`` (by an operator
that was defined before), ``precedence`` (expressions without brackets, and which signs come first), ``unknown`` (the
number that solves an equation), ``examples`` (the formula is found from examples), ``table`` (an operator on a few
numbers, by a table of all results; several expressions are asked for, as one result would be guessed too often).

What a sign means is drawn anew for each task. The equations of examples are independent, so that only one formula of
the stated form fits them; an equation with an unknown is linear, and its number is the only one.

Symmetries: signs may be renamed.

Difficulty: `operators` that are defined, and `operations` of the expression. Proxy: digits of the worked solution.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from ..base import Json
from ..english import listed
from ..family import INTEGER, LIST, Family, Question
from ..limits import Whole

SIGNS = "◇△★○□⊕⊗⊖⊘◎▽♠♣#&@~"
WORDINGS = (
    "{definitions}\n\n{question}",
    "In this task, signs have meanings of their own.\n\n{definitions}\n\n{question}",
    "Someone has made up a notation.\n\n{definitions}\n\nUse it. {question}",
)
LARGEST = 10**6
CONDITIONS: Mapping[str, Callable[[int, int], bool]] = {
    "u > v": lambda a, b: a > b,
    "u < v": lambda a, b: a < b,
    "u is even": lambda a, b: a % 2 == 0,
    "v is odd": lambda a, b: b % 2 == 1,
    "u + v is a multiple of 3": lambda a, b: (a + b) % 3 == 0,
}
LETTERS = {"u": "p", "v": "q", "": "r", "u v": "s"}
"""The unknown numbers of a formula that is found from examples, by what they are multiplied with."""

Term = tuple[int, str]
"""A number and what it is multiplied with: ``u``, ``v``, ``u v``, nothing, or a sign between the two, as ``v ◇ u``."""
Tree = int | tuple[str, "Tree", "Tree"]
"""An expression: a number, or a sign and its two sides."""


@dataclass(frozen=True)
class Operator:
    """A sign and what it means: a sum of terms, or two, of which the second is for where the condition fails."""

    sign: str
    bodies: tuple[tuple[Term, ...], ...]
    condition: str = ""

    def facts(self) -> dict[str, Json]:
        """The operator as a JSON object."""
        bodies = [[list(term) for term in body] for body in self.bodies]
        return {"sign": self.sign, "bodies": bodies, "condition": self.condition}

    def __str__(self) -> str:
        first, *others = [_sum([(number, _factor(of)) for number, of in body]) for body in self.bodies]
        if not others:
            return f"u {self.sign} v = {first}"
        return f"u {self.sign} v = {first} if {self.condition}, and u {self.sign} v = {others[0]} otherwise"


def _factor(of: str) -> str:
    """What a term's number is multiplied with, as the definition writes it."""
    return of.replace(" ", " * ") if of == "u v" else f"({of})" if " " in of else of


def _sum(terms: Sequence[tuple[int, str]]) -> str:
    """``2 * a - b + 5``."""
    text = ""
    for number, factor in terms:
        sign = ("-" if number < 0 else "") if not text else " - " if number < 0 else " + "
        size = abs(number)
        text += sign + (str(size) if not factor else factor if size == 1 else f"{size} * {factor}")
    return text


def _number(value: int) -> str:
    """A number as it stands in an expression."""
    return f"({value})" if value < 0 else str(value)


class _TooLarge(Exception):
    """A value is beyond what anybody should work out by hand."""


class _Sheet:
    """Works expressions out, and writes down how, line by line."""

    def __init__(self, operators: Sequence[Operator]) -> None:
        self.operators = {operator.sign: operator for operator in operators}
        self.lines: list[str] = []

    def apply(self, sign: str, a: int, b: int) -> int:
        """The value of ``a sign b``."""
        operator, values = self.operators[sign], {"u": a, "v": b, "": 1, "u v": a * b}
        written = {"u": _number(a), "v": _number(b), "": "", "u v": f"{_number(a)} * {_number(b)}"}
        holds = not operator.condition or CONDITIONS[operator.condition](a, b)
        total, terms = 0, []
        for number, of in operator.bodies[not holds]:
            if of not in values:
                one, inner, other = of.split()
                values[of] = self.apply(inner, values[one], values[other])
                written[of] = _number(values[of])
            total += number * values[of]
            terms.append((number, written[of]))
        if abs(total) > LARGEST:
            raise _TooLarge
        self.lines.append(f"{_number(a)} {sign} {_number(b)} = {_sum(terms)} = {total}")
        return total

    def value(self, tree: Tree) -> int:
        """The value of an expression."""
        if isinstance(tree, int):
            return tree
        sign, left, right = tree
        return self.apply(sign, self.value(left), self.value(right))


def _text(tree: Tree) -> str:
    """An expression with brackets around every part of it."""
    if isinstance(tree, int):
        return str(tree)
    sign, *sides = tree
    left, right = (_text(side) if isinstance(side, int) else f"({_text(side)})" for side in sides)
    return f"{left} {sign} {right}"


def _tree(rng: random.Random, signs: Sequence[str], operations: int, largest: int = 12) -> Tree:
    if not operations:
        return rng.randint(1, largest)
    left = rng.randint(0, operations - 1)
    return (
        rng.choice(signs),
        _tree(rng, signs, left, largest),
        _tree(rng, signs, operations - 1 - left, largest),
    )


def _linear(rng: random.Random) -> tuple[Term, ...]:
    """A sum of u, v and perhaps a number."""
    parts = [(rng.choice((1, 2, 3, -1, 1, 2)), "u"), (rng.choice((1, 2, 3, -1, -2, 1)), "v")]
    rng.shuffle(parts)
    if rng.random() < 0.6:
        parts.append((rng.choice((-1, 1)) * rng.randint(1, 9), ""))
    return tuple(parts)


def _formula(rng: random.Random, sign: str, earlier: Sequence[str]) -> Operator:
    if rng.random() < 0.2:
        return Operator(sign, (((1, "u v"), (rng.choice((-2, -1, 1, 2)), rng.choice("uv"))),))
    return Operator(sign, (_linear(rng),))


def _cases(rng: random.Random, sign: str, earlier: Sequence[str]) -> Operator:
    return Operator(sign, (_linear(rng), _linear(rng)), rng.choice(list(CONDITIONS)))


def _layered(rng: random.Random, sign: str, earlier: Sequence[str]) -> Operator:
    if not earlier:
        return Operator(sign, (_linear(rng),))
    order = rng.choice(("u {} v", "v {} u", "u {} u", "v {} v"))
    inner = (rng.choice((1, 2, -1)), order.format(rng.choice(earlier)))
    other = (
        rng.choice((1, 2, 3, -1)),
        "u" if order == "v {} v" else "v" if order == "u {} u" else rng.choice("uv"),
    )
    return Operator(sign, ((inner, other),))


Draw = Callable[[random.Random, str, Sequence[str]], Operator]


def _drawn(rng: random.Random, draw: Draw, count: int) -> list[Operator]:
    signs = rng.sample(SIGNS, count)
    return [draw(rng, sign, signs[:at]) for at, sign in enumerate(signs)]


def _definitions(operators: Sequence[Operator]) -> str:
    whom = "these signs are" if len(operators) > 1 else "this sign is"
    return f"For integers u and v, {whom} defined:\n\n" + "\n".join(map(str, operators))


def _worked(draw: Draw, rng: random.Random, *, operators: int, operations: int) -> Question | None:
    count = max(operators, 2) if draw is _layered else operators
    defined = _drawn(rng, draw, count)
    tree = _tree(rng, [each.sign for each in defined], operations)
    expression = _text(tree)
    if draw is _layered and defined[-1].sign not in expression:
        return None
    return _question(defined, tree, _definitions(defined), f"What is {expression}?", {"expression": expression})


def _question(
    defined: Sequence[Operator], tree: Tree, definitions: str, question: str, facts: Mapping[str, Json]
) -> Question | None:
    sheet = _Sheet(defined)
    try:
        value = sheet.value(tree)
    except _TooLarge:
        return None
    facts = {"operators": [each.facts() for each in defined], **facts}
    return _asked(definitions, question, facts, str(value), sheet.lines, [each.sign for each in defined])


def _asked(
    definitions: str,
    question: str,
    facts: Mapping[str, Json],
    answer: str,
    lines: Sequence[str],
    signs: Sequence[str],
    gold: Mapping[str, Json] = INTEGER,
) -> Question:
    return Question(
        {"definitions": definitions, "question": question},
        facts,
        answer,
        lines,
        gold,
        canonical=_renamed(facts, {sign: f"s{at}" for at, sign in enumerate(signs)}),
    )


def _renamed(value: Json, names: Mapping[str, str]) -> Json:
    """A JSON value with other names of the signs."""
    if isinstance(value, str):
        return " ".join(names.get(word, word) for word in value.replace("(", "( ").replace(")", " )").split())
    if isinstance(value, Mapping):
        return {key: _renamed(each, names) for key, each in value.items()}
    return [_renamed(each, names) for each in value] if isinstance(value, list) else value


def _precedence(rng: random.Random, *, operators: int, operations: int) -> Question | None:
    defined = _drawn(rng, _formula, max(operators, 2))
    order = rng.sample([each.sign for each in defined], len(defined))
    signs = [rng.choice(order) for _ in range(max(operations, 2))]
    if len(set(signs)) < min(len(order), 2):
        return None
    trees: list[Tree] = [rng.randint(1, 12) for _ in range(len(signs) + 1)]
    expression = (
        " ".join(f"{number} {sign}" for number, sign in zip(trees, signs, strict=False)) + f" {trees[-1]}"
    )
    for first in order:
        while first in signs:
            at = signs.index(first)
            trees[at : at + 2] = [(signs.pop(at), trees[at], trees[at + 1])]
    told = (
        f"In an expression without brackets, {listed([f'all {sign}' for sign in order], 'then')} are worked out; "
        "several of one sign are worked out from left to right."
    )
    return _question(
        defined,
        trees[0],
        f"{_definitions(defined)}\n\n{told}",
        f"What is {expression}?",
        {"expression": expression, "order": list(order)},
    )


def _unknown(rng: random.Random, *, operators: int, operations: int) -> Question | None:
    defined = _drawn(rng, lambda rng, sign, _: Operator(sign, (_linear(rng),)), operators)
    x = rng.randint(2, 40)
    tree, expression = x, "x"
    steps: Tree = tree
    for at in range(max(operations * 2 // 3, 1)):
        sign, number, left = rng.choice(defined).sign, rng.randint(1, 12), rng.random() < 0.5
        part = f"({expression})" if at else "x"
        expression = f"{part} {sign} {number}" if left else f"{number} {sign} {part}"
        steps = (sign, steps, number) if left else (sign, number, steps)
    sheet = _Sheet(defined)
    try:
        value = sheet.value(steps)
    except _TooLarge:
        return None
    facts = {"operators": [each.facts() for each in defined], "expression": expression, "value": value}
    return _asked(
        _definitions(defined),
        f"Which number is x, if {expression} = {value}?",
        facts,
        str(x),
        [*reversed(sheet.lines), f"x = {x}"],
        [each.sign for each in defined],
    )


def _examples(rng: random.Random, *, operators: int, operations: int) -> Question | None:
    count = min(operators, 3)
    signs, defined, told, shown, lines = rng.sample(SIGNS, count), [], [], [], []
    for sign in signs:
        factors = ["u", "v", "u v", ""] if operators > 1 and rng.random() < 0.4 else ["u", "v", ""]
        body = tuple((rng.choice((-3, -2, -1, 1, 2, 3)), of) for of in factors)
        operator = Operator(sign, (body,))
        pairs = [(rng.randint(1, 9), rng.randint(1, 9)) for _ in factors]
        if not _determinant([[{"u": a, "v": b, "u v": a * b, "": 1}[of] for of in factors] for a, b in pairs]):
            return None
        results = [[a, b, _Sheet([operator]).apply(sign, a, b)] for a, b in pairs]
        letters = [LETTERS[of] for of in factors]
        form = " + ".join(f"{LETTERS[of]} * {_factor(of)}" if of else "r" for of in factors)
        known = listed([f"{a} {sign} {b} = {result}" for a, b, result in results])
        told.append(f"u {sign} v = {form} for some numbers {listed(letters)}; it is known that {known}.")
        shown.append({"sign": sign, "factors": factors, "examples": results})
        lines.append(f"u {sign} v = {_sum([(number, _factor(of)) for number, of in body])}")
        defined.append(operator)
    tree = _tree(rng, signs, max(min(operations, 4), 1), 9)
    expression = _text(tree)
    if {sign for sign in signs if sign in expression} != set(signs) or expression in " ".join(told):
        return None
    sheet = _Sheet(defined)
    try:
        value = sheet.value(tree)
    except _TooLarge:
        return None
    whose = "The numbers of different signs may differ." if count > 1 else ""
    definitions = f"For integers u and v:\n\n{chr(10).join(told)}" + (f"\n\n{whose}" if whose else "")
    facts = {"examples": shown, "expression": expression}
    return _asked(definitions, f"What is {expression}?", facts, str(value), [*lines, *sheet.lines], signs)


def _determinant(rows: Sequence[Sequence[int]]) -> int:
    if len(rows) == 1:
        return rows[0][0]
    minors = ([[*row[:at], *row[at + 1 :]] for row in rows[1:]] for at in range(len(rows)))
    return sum((-1) ** at * rows[0][at] * _determinant(minor) for at, minor in enumerate(minors))


def _table(rng: random.Random, *, operators: int, operations: int) -> Question | None:
    size, sign = min(3 + operators, 8), rng.choice(SIGNS)
    rows = [[rng.randrange(size) for _ in range(size)] for _ in range(size)]
    trees = [_tree(rng, [sign], max(operations // 2, 1), size) for _ in range(4)]
    trees = [_shifted(tree) for tree in trees]
    lines: list[str] = []

    def value(tree: Tree) -> int:
        if isinstance(tree, int):
            return tree
        a, b = value(tree[1]), value(tree[2])
        lines.append(f"{a} {sign} {b} = {rows[a][b]}")
        return rows[a][b]

    values = [value(tree) for tree in trees]
    if len(set(values)) < 2:
        return None
    expressions = [_text(tree) for tree in trees]
    head = f"{sign} | " + " ".join(map(str, range(size)))
    table = "\n".join([head, *(f"{a} | {' '.join(map(str, row))}" for a, row in enumerate(rows))])
    return _asked(
        f"For the numbers 0 to {size - 1}, the results of u {sign} v stand in this table, in the row of u and the "
        f"column of v:\n\n{table}",
        f"What are {listed([f'({text})' for text in expressions])}? Give the four results in this order, as a list.",
        {"sign": sign, "rows": rows, "expressions": expressions},
        ", ".join(map(str, values)),
        lines,
        [sign],
        LIST,
    )


def _shifted(tree: Tree) -> Tree:
    """The numbers 1 to n of an expression as 0 to n - 1."""
    return tree - 1 if isinstance(tree, int) else (tree[0], _shifted(tree[1]), _shifted(tree[2]))


generate = Family(
    {
        "formula": partial(_worked, _formula),
        "cases": partial(_worked, _cases),
        "layered": partial(_worked, _layered),
        "precedence": _precedence,
        "unknown": _unknown,
        "examples": _examples,
        "table": _table,
    },
    WORDINGS,
    {
        "operators": Whole(1, 6, "signs that are defined"),
        "operations": Whole(1, 40, "operations of the expression"),
    },
    advice="lower 'operations': values grow too large",
)
