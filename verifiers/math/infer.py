"""What kind of answer a reference is, inferred from its form: from its tree to the name of a kind."""

from __future__ import annotations

from .answer import currency, label, lex, sides, tidy, tree, value_tokens
from .budget import Budget, OutOfBudget, Undefined, Unreadable
from .equal import infinite, order
from .groups import has_plus_minus, matrix_rows
from .labels import names_value
from .scalars import without_parameter
from .statements import RealSetMatcher
from .tree import (
    Call,
    Const,
    Div,
    Either,
    Matrix,
    Mul,
    Named,
    Neg,
    Node,
    Num,
    PlusMinus,
    Rel,
    Seq,
    SetOp,
    Var,
    is_scalar,
    variables,
    walk,
)
from .units import NONE, Unit


def scalar_gold(text: str, *, glued: bool = False) -> tuple[Node, Unit, str | None]:
    """A reference that is one value: its tree, its unit, and the variable it is assigned to.

    With `glued`, a letter right behind a number is a unit, too: ``5m``, which otherwise is five times m.
    """
    text, unit = currency(tidy(text))
    parts = sides(lex(without_parameter(text)[0]))
    name: str | None = None
    operator = False
    if len(parts) == 2 and (name := label(parts[0])) is not None and not _is_product_or_sum(name):
        parts = parts[1:]
    elif len(parts) == 2 and name is None and names_value(parts[0], quantities=False):
        name = "".join(token.text for token in parts[0])
        parts = parts[1:]
        operator = True
    if len(parts) != 1:
        raise Unreadable("It is no single value.")
    value, measured = value_tokens(parts[0], names=())
    letter = parts[0][len(value) - 1]
    is_letter = not glued and measured != NONE and letter.kind == "word" and len(letter.text) == 1
    if is_letter and (not letter.spaced or value[-2].kind != "num"):
        value, measured = parts[0], NONE  # "5m" is five times m, "pi h" pi times h; "5 m" is five metres
    node = tree(value, None)
    if isinstance(node, Seq) and node.opening == "(" and len(node.items) == 1:
        node = node.items[0]
    if not is_scalar(node):
        raise Unreadable("It is no single value.")
    # "f(x) = 2x + 1" names a value, which an answer may leave out; so does a family of solutions "x = k pi".
    if name is not None and "(" not in name and not operator and variables(node) and not is_family(node, text):
        raise Unreadable("It is an equation.")
    return node, unit if measured == NONE else unit.times(measured), name


def _is_product_or_sum(name: str) -> bool:
    """Whether the left side of a reference is an expression: ``xy = 1`` and ``x + y = 5`` are equations."""
    return "+" in name or (len(name) > 1 and set(name) <= set("xyzuvwabckmnpqrst"))


def is_family(node: Node, text: str) -> bool:
    """Whether a reference is a family of solutions with a whole-number parameter: it says so, or has ``k pi``."""
    names = variables(node)
    parameters = names & {"k", "n", "m"}
    periodic = any(part == Const("pi") for part in walk(node))
    return len(parameters) == 1 and (without_parameter(text)[1] or (periodic and len(names) == 1))


def scalar_kind(node: Node, unit: Unit) -> str:
    """The kind of one value."""
    if unit != NONE:
        return "quantity"
    if isinstance(node, Call) and node.name == "ratio":
        return "ratio"
    if variables(node):
        return "expression"
    if isinstance(node, Num):
        return "integer" if node.form == "integer" else "decimal" if node.form == "decimal" else "rational"
    return "expression"


def structured_kind(node: Node) -> str | None:
    """The kind of an answer with parts, by its brackets and relations; None if there is none."""
    if isinstance(node, (Neg, Mul, Div)) and matrix_rows(node) is not None:
        return "matrix"
    if isinstance(node, Matrix) or (
        isinstance(node, Seq)
        and node.opening == "["
        and (rows := matrix_rows(node)) is not None
        and len(rows) >= 1
    ):
        return "matrix"
    match node:
        case Seq(items=items, opening="", closing="") | Seq(items=items, opening="and", closing=""):
            if all(isinstance(item, Rel) for item in items):
                return _statements_kind(items)
            return "multiset"
        case Either(items=items):
            if all(isinstance(item, Rel) for item in items):
                return _statements_kind(items)
            return "set"
        case Seq(opening="{", closing="}"):
            return "set"
        case Seq(items=items, opening=opening, closing=closing):
            if (opening, closing) == ("(", ")"):
                return "interval" if len(items) == 2 and any(map(_has_infinity, items)) else "tuple"
            if len(items) == 2 and (opening + closing != "[]" or any(map(_has_infinity, items))):
                return "interval"
            if len(items) == 2:
                return "interval" if is_proper(node) else "list"
            return "list" if opening + closing == "[]" else None
        case SetOp() | Named(name="empty") | Named(name="reals"):
            return "interval"
        case Rel(operators=operators):
            if operators == ("=",) and isinstance(node.sides[0], Var) and has_plus_minus(node.sides[1]):
                return "set"
            if operators == ("=",) and isinstance(node.sides[0], Seq):
                return structured_kind(node.sides[1])
            if operators == ("=",):
                return "equation"
            return "interval" if operators == ("in",) and not isinstance(node.sides[1], Named) else "inequality"
    if isinstance(node, PlusMinus) or has_plus_minus(node):
        return "set"
    return None


def _statements_kind(items: tuple[Node, ...]) -> str | None:
    relations = [item for item in items if isinstance(item, Rel)]
    if all(set(relation.operators) == {"="} for relation in relations):
        names = {relation.sides[0].name for relation in relations if isinstance(relation.sides[0], Var)}
        if len(names) == 1:
            return "set"
        return "assignment" if len(names) == len(relations) else None
    return "inequality"


def _has_infinity(node: Node) -> bool:
    return bool(infinite(node))


def is_proper(node: Seq) -> bool:
    """Whether two ends are in order, so that ``[1, 2]`` is an interval and ``[2, 1]`` a list."""
    try:
        if order(node.items[0], node.items[1], Budget()) >= 0:
            return False
        RealSetMatcher(node)
    except (Unreadable, Undefined, OutOfBudget):
        return False
    return True
