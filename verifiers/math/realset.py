"""Sets of real numbers: intervals, inequalities in one variable and finite sets, in one normal form.

A set is a sorted list of pieces that do not touch; the ends are trees of constants, compared by `equal.order`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key

from .budget import Budget, OutOfBudget, Undefined, Unreadable
from .equal import infinite, order
from .exact import evaluate
from .tree import (
    Add,
    Call,
    Const,
    Div,
    Either,
    Mul,
    Named,
    Neg,
    Node,
    Num,
    Rel,
    Seq,
    SetOp,
    Var,
    is_scalar,
    variables,
)

_INFINITY = Const("oo")
_MINUS_INFINITY = Neg(Const("oo"))
_FLIPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "=": "=", "!=": "!="}
_MAX_PIECES = 60


@dataclass(slots=True)
class Piece:
    """The numbers from `low` to `high`; each end belongs to it or not. A single point has equal ends."""

    low: Node
    low_closed: bool
    high: Node
    high_closed: bool


RealSet = list[Piece]


def all_reals() -> RealSet:
    """The whole line."""
    return [Piece(_MINUS_INFINITY, False, _INFINITY, False)]


def real_set(node: Node, budget: Budget) -> tuple[RealSet, frozenset[str]]:
    """The set that `node` describes, and the variables it is described with (at most one).

    Raises:
        Unreadable: if it describes no set of reals by these rules.
        Undefined: if an end has no value.
        OutOfBudget: if the order of two ends cannot be decided.
    """
    names = variables(node)
    if len(names) > 1:
        raise Unreadable("More than one variable.")
    return _set(node, budget), names


def _set(node: Node, budget: Budget) -> RealSet:
    match node:
        case Named(name="empty"):
            return []
        case Named(name="reals"):
            return all_reals()
        case Seq(items=items, opening="{", closing="}"):
            return _union([[_point(item)] for item in items], budget)
        case Seq(items=(low, high), opening=opening, closing=closing) if opening and closing:
            return _interval(low, high, opening, closing, budget)
        case Add(terms=(Named(name="reals") as line, Neg(value=Seq(opening="{") as points))):
            return _set(SetOp("minus", line, points), budget)
        case SetOp(operator=operator, left=left, right=right):
            # "{3}" in braces without a backslash is read as a group: beside a set it is one.
            a, b = ([_point(side)] if is_scalar(side) else _set(side, budget) for side in (left, right))
            if operator == "union":
                return _union([a, b], budget)
            if operator == "minus":
                b = _complement(b, budget)
            return _intersection(a, b, budget)
        case Either(operator=operator, items=items):
            if not all(isinstance(item, Rel) for item in items):
                raise Unreadable("Give one set.")
            parts = [_set(item, budget) for item in items]
            if operator == "any":
                return _union(parts, budget)
            whole = parts[0]
            for part in parts[1:]:
                whole = _intersection(whole, part, budget)
            return whole
        case Seq(items=items, opening="", closing="") if all(isinstance(item, Rel) for item in items):
            if all(set(item.operators) == {"="} for item in items if isinstance(item, Rel)):
                return _union([_set(item, budget) for item in items], budget)
            whole = all_reals()
            for item in items:
                whole = _intersection(whole, _set(item, budget), budget)
            return whole
        case Rel(operators=operators, sides=sides):
            return _relation(operators, sides, budget)
    raise Unreadable("This is no set of real numbers.")


def _point(node: Node) -> Piece:
    if not is_scalar(node) or variables(node) or infinite(node):
        raise Unreadable("This is no set of real numbers.")
    return Piece(node, True, node, True)


def _interval(low: Node, high: Node, opening: str, closing: str, budget: Budget) -> RealSet:
    for end in (low, high):
        if not is_scalar(end) or variables(end):
            raise Unreadable("The ends of an interval are numbers.")
    low_closed, high_closed = opening == "[", closing == "]"
    if opening not in "[](" or closing not in "[])":
        raise Unreadable("This is no interval.")
    if (infinite(low) and low_closed) or (infinite(high) and high_closed):
        raise Undefined("An infinite end does not belong to an interval.")
    compared = order(low, high, budget)
    if compared > 0:
        raise Undefined("The ends of this interval are in the wrong order.")
    if compared == 0 and not (low_closed and high_closed):
        raise Undefined("This interval is empty; say so in words.")  # "(1, 1)" is a point to most readers
    return [Piece(low, low_closed, high, high_closed)]


def _relation(operators: tuple[str, ...], sides: tuple[Node, ...], budget: Budget) -> RealSet:
    if operators[0] == "in" and isinstance(sides[0], Var):
        if len(operators) != 1:
            raise Unreadable("This chain is not read.")
        return _set(sides[1], budget)
    whole = all_reals()
    for left, operator, right in zip(sides, operators, sides[1:], strict=False):
        whole = _intersection(whole, _half(left, operator, right, budget), budget)
    return whole


def _half(left: Node, operator: str, right: Node, budget: Budget) -> RealSet:
    """The solutions of one relation that is linear in its variable."""
    if operator == "in" or not (is_scalar(left) and is_scalar(right)):
        raise Unreadable("This relation is not read.")
    if not variables(left) and not variables(right):
        raise Unreadable("A relation between constants describes no set.")
    if isinstance(right, Call) and right.name == "abs" and not variables(left):
        left, operator, right = right, _FLIPPED[operator], left
    if isinstance(left, Call) and left.name == "abs" and not variables(right):
        return _absolute(left.arguments[0], operator, right, budget)
    if isinstance(left, Var) and not variables(right):
        bound = right
    elif isinstance(right, Var) and not variables(left):
        bound, operator = left, _FLIPPED[operator]
    else:
        bound, operator = _linear(left, operator, right, budget)
    at_infinity = infinite(bound)
    if at_infinity:
        if operator in ("<", ">"):
            if (at_infinity > 0) == (operator == "<"):
                return all_reals()
            return []
        raise Undefined("An infinite end does not belong to an interval.")
    match operator:
        case "=":
            return [Piece(bound, True, bound, True)]
        case "!=":
            return [Piece(_MINUS_INFINITY, False, bound, False), Piece(bound, False, _INFINITY, False)]
        case "<" | "<=":
            return [Piece(_MINUS_INFINITY, False, bound, operator == "<=")]
    return [Piece(bound, operator == ">=", _INFINITY, False)]


def _absolute(inside: Node, operator: str, bound: Node, budget: Budget) -> RealSet:
    """The solutions of ``|u| < c`` and its like, u being linear and c positive."""
    if order(bound, Num(Fraction(0)), budget) <= 0:
        raise Unreadable("This relation is not read.")
    low, high = _half(inside, _FLIPPED[operator], Neg(bound), budget), _half(inside, operator, bound, budget)
    if operator in ("<", "<=", "!="):
        return _intersection(low, high, budget)
    return _union([low, high], budget)


def _linear(left: Node, operator: str, right: Node, budget: Budget) -> tuple[Node, str]:
    """``a x + b < c x + d`` solved for x, the coefficients being rational."""
    from .modular import is_rational

    (name,) = variables(left) | variables(right)
    difference = Add((left, Neg(right)))
    if not is_rational(difference) or any(_has_power(side) for side in (left, right)):
        raise Unreadable("Only linear inequalities are solved.")
    values = [evaluate(difference, budget, {name: Fraction(x)}) for x in (0, 1, 2, 5)]
    if not all(isinstance(value, Fraction) for value in values):
        raise Unreadable("Only linear inequalities are solved.")
    zero, one, two, five = (value for value in values if isinstance(value, Fraction))
    slope = one - zero
    if slope == 0 or two - zero != 2 * slope or five - zero != 5 * slope:
        raise Unreadable("Only linear inequalities are solved.")
    return Num(-zero / slope), operator if slope > 0 else _FLIPPED[operator]


def _has_power(node: Node) -> bool:
    from .tree import Pow, walk

    for part in walk(node):
        if isinstance(part, Pow) or (isinstance(part, Div) and variables(part.bottom)):
            return True
        if isinstance(part, Mul) and sum(bool(variables(factor)) for factor in part.factors) > 1:
            return True
    return False


# -- algebra of sets -------------------------------------------------------------------------------------
def _union(parts: list[RealSet], budget: Budget) -> RealSet:
    pieces = [piece for part in parts for piece in part]
    if len(pieces) > _MAX_PIECES:
        raise OutOfBudget
    pieces.sort(key=cmp_to_key(lambda a, b: _starts(a, b, budget)))
    merged: RealSet = []
    for piece in pieces:
        if merged:
            last = merged[-1]
            compared = order(piece.low, last.high, budget)
            if compared < 0 or (compared == 0 and (piece.low_closed or last.high_closed)):
                ends = order(piece.high, last.high, budget)
                if ends > 0:
                    merged[-1] = Piece(last.low, last.low_closed, piece.high, piece.high_closed)
                elif ends == 0:
                    last_closed = last.high_closed or piece.high_closed
                    merged[-1] = Piece(last.low, last.low_closed, last.high, last_closed)
                continue
        merged.append(piece)
    return merged


def _starts(a: Piece, b: Piece, budget: Budget) -> int:
    return order(a.low, b.low, budget) or b.low_closed - a.low_closed


def _complement(pieces: RealSet, budget: Budget) -> RealSet:
    rest: RealSet = []
    low: Node = _MINUS_INFINITY
    closed = False
    for piece in pieces:
        if not (infinite(low) and infinite(piece.low)):
            between = order(low, piece.low, budget)
            if between < 0 or (between == 0 and closed and not piece.low_closed):
                rest.append(Piece(low, closed, piece.low, not piece.low_closed))
        low, closed = piece.high, not piece.high_closed
        if infinite(low) > 0:
            return rest
    rest.append(Piece(low, closed, _INFINITY, False))
    return rest


def _intersection(a: RealSet, b: RealSet, budget: Budget) -> RealSet:
    found: RealSet = []
    if len(a) * len(b) > _MAX_PIECES**2 // 4:
        raise OutOfBudget
    for p in a:
        for q in b:
            lows, highs = order(p.low, q.low, budget), order(p.high, q.high, budget)
            low = p.low if lows >= 0 else q.low
            low_closed = (
                p.low_closed if lows > 0 else q.low_closed if lows < 0 else p.low_closed and q.low_closed
            )
            high = p.high if highs <= 0 else q.high
            high_closed = (
                p.high_closed if highs < 0 else q.high_closed if highs > 0 else p.high_closed and q.high_closed
            )
            compared = order(low, high, budget)
            if compared < 0 or (compared == 0 and low_closed and high_closed):
                found.append(Piece(low, low_closed, high, high_closed))
    return found


def union(a: RealSet, b: RealSet, budget: Budget) -> RealSet:
    """What belongs to either of two sets."""
    return _union([a, b], budget)


def complement(pieces: RealSet, budget: Budget) -> RealSet:
    """The reals that do not belong to a set."""
    return _complement(pieces, budget)


def same_set(a: RealSet, b: RealSet, budget: Budget) -> bool:
    """Whether two sets are equal."""
    return len(a) == len(b) and all(
        p.low_closed == q.low_closed
        and p.high_closed == q.high_closed
        and order(p.low, q.low, budget) == 0
        and order(p.high, q.high, budget) == 0
        for p, q in zip(a, b, strict=True)
    )
