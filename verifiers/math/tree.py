"""The small typed tree that plain and LaTeX mathematics is read into.

A node is immutable by convention and holds no text of the model beyond names of at most a few letters. `Node` is
the union of all of them; scalars can be evaluated, the others (sequences, sets, relations, matrices) are compared
part by part.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

NumberForm = Literal["integer", "decimal", "scientific", "repeating", "mixed", "percent", "vulgar", "base"]


@dataclass(slots=True)
class Num:
    """An exact rational literal and the form it was written in."""

    value: Fraction
    form: NumberForm = "integer"


@dataclass(slots=True)
class Const:
    """``pi``, ``e``, ``i`` or ``oo`` (positive infinity)."""

    name: str


@dataclass(slots=True)
class Var:
    """A variable, with its subscript if it has one: ``x``, ``x_1``, ``alpha``."""

    name: str


@dataclass(slots=True)
class Add:
    """A sum of two or more terms."""

    terms: tuple[Node, ...]


@dataclass(slots=True)
class Mul:
    """A product of two or more factors."""

    factors: tuple[Node, ...]


@dataclass(slots=True)
class Neg:
    """``-value``."""

    value: Node


@dataclass(slots=True)
class Div:
    """A quotient."""

    top: Node
    bottom: Node


@dataclass(slots=True)
class Pow:
    """A power."""

    base: Node
    exponent: Node


@dataclass(slots=True)
class Call:
    """A function of one or more arguments, by its plain name: ``sin``, ``root`` (of a value and a degree), ..."""

    name: str
    arguments: tuple[Node, ...]


@dataclass(slots=True)
class Sum:
    """A sum (or a product) of `body` over the whole numbers `low` to `high`; `name` is bound and begins with ``#``."""

    kind: Literal["sum", "prod"]
    name: str
    low: Node
    high: Node
    body: Node


@dataclass(slots=True)
class PlusMinus:
    """``left ± right`` (`sign` 1) or ``left ∓ right`` (`sign` -1); `left` is None for a leading sign."""

    left: Node | None
    right: Node
    sign: int = 1


@dataclass(slots=True)
class Seq:
    """Items between brackets, with commas; `opening` and `closing` are ``(``, ``[``, ``{``, ``]``, ... or empty.

    A single item in braces is a set; one in parentheses or brackets is not a sequence but a group.
    """

    items: tuple[Node, ...]
    opening: str
    closing: str


@dataclass(slots=True)
class Matrix:
    """Rows of equal length."""

    rows: tuple[tuple[Node, ...], ...]


@dataclass(slots=True)
class Rel:
    """A chain such as ``1 < x <= 2``: operators (``= != < > <= >= in``) between sides."""

    operators: tuple[str, ...]
    sides: tuple[Node, ...]


@dataclass(slots=True)
class SetOp:
    """``union``, ``intersection`` or ``minus`` of two sets."""

    operator: str
    left: Node
    right: Node


@dataclass(slots=True)
class Either:
    """Statements joined by ``or`` (``any``) or ``and`` (``all``)."""

    operator: Literal["any", "all"]
    items: tuple[Node, ...]


@dataclass(slots=True)
class Named:
    """A set or value with a name of its own: ``empty``, ``reals``, ``integers``, ..."""

    name: str


Node = (
    Num
    | Const
    | Var
    | Add
    | Mul
    | Neg
    | Div
    | Pow
    | Call
    | Sum
    | PlusMinus
    | Seq
    | Matrix
    | Rel
    | SetOp
    | Either
    | Named
)
SCALARS = (Num, Const, Var, Add, Mul, Neg, Div, Pow, Call, Sum)


def children(node: Node) -> tuple[Node, ...]:
    """The nodes right below `node`."""
    match node:
        case Add(terms=items) | Mul(factors=items) | Call(arguments=items) | Seq(items=items):
            return items
        case Rel(sides=items) | Either(items=items):
            return items
        case Neg(value=value):
            return (value,)
        case Div(top=a, bottom=b) | Pow(base=a, exponent=b) | SetOp(left=a, right=b):
            return (a, b)
        case PlusMinus(left=left, right=right):
            return (right,) if left is None else (left, right)
        case Sum(low=low, high=high, body=body):
            return (low, high, body)
        case Matrix(rows=rows):
            return tuple(cell for row in rows for cell in row)
    return ()


def walk(node: Node) -> Iterator[Node]:
    """`node` and all below it, without recursion."""
    waiting = [node]
    while waiting:
        current = waiting.pop()
        yield current
        waiting.extend(children(current))


def renamed(node: Node, name: str, other: str) -> Node:
    """The scalar with a variable under another name."""

    def change(part: Node) -> Node:
        return renamed(part, name, other)

    match node:
        case Var(name=own):
            return Var(other) if own == name else node
        case Const(name=own):
            return Var(other) if own == name else node
        case Add(terms=terms):
            return Add(tuple(map(change, terms)))
        case Mul(factors=factors):
            return Mul(tuple(map(change, factors)))
        case Neg(value=value):
            return Neg(change(value))
        case Div(top=top, bottom=bottom):
            return Div(change(top), change(bottom))
        case Pow(base=base, exponent=exponent):
            return Pow(change(base), change(exponent))
        case Call(name=own, arguments=arguments):
            return Call(own, tuple(map(change, arguments)))
        case Sum(kind=kind, name=own, low=low, high=high, body=body):
            return Sum(kind, own, change(low), change(high), change(body))
    return node


def variables(node: Node) -> frozenset[str]:
    """The names of all variables in `node` that are free."""
    return frozenset(part.name for part in walk(node) if isinstance(part, Var) and part.name[0] != "#")


def key(node: Node) -> str:
    """A text that is the same for equal trees and different for others; its numbers are hexadecimal.

    Decimal text of an integer takes quadratic time, and CPython refuses it over 4,300 digits.
    """
    parts = []
    for part in walk(node):
        label = type(part).__name__
        if isinstance(part, Num):
            label = f"{part.value.numerator:x}/{part.value.denominator:x}"
        elif isinstance(part, (Const, Var, Call, Named)):
            label += f"({part.name})"
        elif isinstance(part, Seq):
            label = part.opening + "..." + part.closing
        elif isinstance(part, Rel):
            label = " ".join(part.operators)
        elif isinstance(part, (SetOp, Either)):
            label = part.operator
        elif isinstance(part, PlusMinus):
            label += str(part.sign)
        elif isinstance(part, Sum):
            label = f"{part.kind} {part.name}"
        parts.append(f"{label}:{len(children(part))}")
    return " ".join(parts)


def is_scalar(node: Node) -> bool:
    """Whether `node` is a number-valued expression throughout."""
    return all(isinstance(part, SCALARS) for part in walk(node))
