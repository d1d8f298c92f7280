"""A small strict reader of the formulas in payloads, for pictures: a tree, or None where a text is no formula.

Nodes are tuples: ``("number", text)``, ``("name", text)``, ``("call", name, [nodes])``, ``("sum", [(sign, node)])``,
``("times", [nodes])``, ``("over", top, bottom)``, ``("power", base, exponent)``, ``("minus", node)``,
``("group", node)``, ``("after", node, mark)``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import Any

Node = tuple[Any, ...]

MAX_CHARS, MAX_DEPTH = 2_000, 40
_TOKEN = re.compile(r"\s*(\*\*|[0-9]+(?:\.[0-9]+)?|[A-Za-z_][A-Za-z_0-9]*'*|[-+*/^(),!%])")


def parse(text: str) -> Node | None:
    """The tree of a formula without relations."""
    if len(text) > MAX_CHARS:
        return None
    tokens, place = [], 0
    text = text.rstrip()
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            return None
        tokens.append(match[1])
        place = match.end()
    try:
        reader = _Reader(tokens)
        tree = reader.sum(0)
        return tree if reader.done else None
    except (ValueError, IndexError):
        return None


class _Reader:
    def __init__(self, tokens: list[str]) -> None:
        self.tokens, self.place = tokens, 0

    @property
    def done(self) -> bool:
        return self.place == len(self.tokens)

    def next(self, *wanted: str) -> str:
        if not self.done and self.tokens[self.place] in wanted:
            self.place += 1
            return self.tokens[self.place - 1]
        return ""

    def beside(self) -> bool:
        """Whether a name or a bracket follows a number without a sign, as in 12x."""
        return (
            not self.done
            and self.place > 0
            and (self.tokens[self.place][0].isalpha() or self.tokens[self.place] == "(")
            and self.tokens[self.place - 1][0].isdigit()
        )

    def sum(self, depth: int) -> Node:
        if depth > MAX_DEPTH:
            raise ValueError("too deep")
        terms = [("+", self.product(depth + 1))]
        while sign := self.next("+", "-"):
            terms.append((sign, self.product(depth + 1)))
        return terms[0][1] if len(terms) == 1 else ("sum", terms)

    def product(self, depth: int) -> Node:
        node = self.signed(depth)
        while (sign := self.next("*", "/", "%")) or self.beside():
            right = self.signed(depth)
            if sign == "/":
                node = ("over", node, right)
            elif sign == "%":
                node = ("times", [node, ("name", "mod"), right])
            else:
                node = ("times", [*node[1], right]) if node[0] == "times" else ("times", [node, right])
        return node

    def signed(self, depth: int) -> Node:
        if depth > MAX_DEPTH:
            raise ValueError("too deep")
        if self.next("-"):
            return ("minus", self.signed(depth + 1))
        return self.power(depth)

    def power(self, depth: int) -> Node:
        base = self.atom(depth)
        while mark := self.next("!"):
            base = ("after", base, mark)
        return ("power", base, self.signed(depth + 1)) if self.next("^", "**") else base

    def atom(self, depth: int) -> Node:
        token = self.tokens[self.place]
        self.place += 1
        if token == "(":
            inner = self.sum(depth + 1)
            if not self.next(")"):
                raise ValueError("no )")
            return ("group", inner)
        if token[0].isdigit():
            return ("number", token)
        if not (token[0].isalpha() or token[0] == "_"):
            raise ValueError(token)
        if self.next("("):
            arguments = [self.sum(depth + 1)]
            while self.next(","):
                arguments.append(self.sum(depth + 1))
            if not self.next(")"):
                raise ValueError("no )")
            return ("call", token, arguments)
        return ("name", token)


_FUNCTIONS: Mapping[str, Callable[[float], float]] = {
    "sin": math.sin, "cos": math.cos, "tan": math.tan, "exp": math.exp, "ln": math.log, "log": math.log,
    "sqrt": math.sqrt, "arctan": math.atan, "arcsin": math.asin, "arccos": math.acos, "abs": abs,
}  # fmt: skip


def value(node: Node, names: dict[str, float]) -> float:
    """The value of a tree in floating point, for curves.

    Raises:
        ValueError, ZeroDivisionError, OverflowError, KeyError: where there is none.
    """
    kind = node[0]
    if kind == "number":
        return float(node[1])
    if kind == "name":
        return names[node[1]]
    if kind == "group":
        return value(node[1], names)
    if kind == "minus":
        return -value(node[1], names)
    if kind == "sum":
        return sum(value(term, names) * (1 if sign == "+" else -1) for sign, term in node[1])
    if kind == "times":
        return math.prod(value(part, names) for part in node[1])
    if kind == "over":
        return value(node[1], names) / value(node[2], names)
    if kind == "power":
        base, exponent = value(node[1], names), value(node[2], names)
        if base < 0 and exponent != int(exponent):
            raise ValueError("root of a negative number")
        return float(base**exponent)
    if kind == "call":
        return float(_FUNCTIONS[node[1]](value(node[2][0], names)))
    raise ValueError(kind)
