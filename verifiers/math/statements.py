"""Kinds whose answer is a statement or a set of reals: intervals, inequalities, equations."""

from __future__ import annotations

import re
from fractions import Fraction

from . import modular
from .answer import sides, tidy, tree
from .budget import Budget, Undefined, Unreadable
from .compounds import names_group
from .constants import NAMES, constants_of, renamings
from .equal import Scalar, same
from .groups import TupleMatcher, group_tokens, items_of
from .labels import name_of
from .realset import RealSet, all_reals, real_set, same_set
from .scalars import ScalarMatcher, without_remark
from .tree import Add, Mul, Named, Neg, Node, Num, Rel, Seq, SetOp, Var, is_scalar, variables
from .words import meaning

_GREATER = {">": "<", ">=": "<="}


_ALL_BUT = re.compile(
    r"(?:\\text ?\{ ?)?all real (?:numbers|values)(?: of)?(?: x)?,? (?:except|other than|but)(?: for)? ?\}?\s*"
    r"(?:x ?= ?)?(.+)",
    re.I,
)


_HALF_LINE = re.compile(
    r"(?:\\mathbb\s*\{?\s*R\s*\}?|\\R(?![A-Za-z]))\s*_\s*\{\s*(\\geq?(?:slant)?|\\leq?(?:slant)?|>=|<=|>|<|\\gt|\\lt)"
    r"\s*(-?\d{1,6})\s*\}"
)


def _half_line(match: re.Match[str]) -> str:
    r"""``\mathbb{R}_{\ge 0}`` as an interval."""
    sign, bound = match.group(1), match.group(2)
    closed = "e" in sign or "=" in sign
    if sign[0] == ">" or "g" in sign:
        return rf"{'[' if closed else '('}{bound}, \infty)"
    return rf"(-\infty, {bound}{']' if closed else ')'}"


class RealSetMatcher:
    """Compares with a set of real numbers, written as intervals, inequalities or a list of points."""

    def __init__(self, node: Node) -> None:
        if is_scalar(node):
            node = Seq((node,), "{", "}")
        self.node = node
        self.set, self.names = real_set(node, Budget())

    def matches(self, text: str, budget: Budget) -> bool:
        """Whether the answer is the same set; see `Matcher`."""
        found, names = self._read(tidy(text), budget)
        if names and self.names and names != self.names:
            return False
        return same_set(self.set, found, budget)

    def _read(self, text: str, budget: Budget) -> tuple[RealSet, frozenset[str]]:
        text = _HALF_LINE.sub(_half_line, text)
        said = meaning(text)
        if said == "all real numbers":
            return all_reals(), frozenset()
        if said == "no solution":
            return [], frozenset()
        if all_but := _ALL_BUT.fullmatch(text):
            points, _ = items_of(tree(group_tokens(all_but.group(1)), None))
            return real_set(SetOp("minus", Named("reals"), Seq(tuple(points), "{", "}")), budget)
        parts = sides(group_tokens(text))
        if len(parts) == 2 and names_group(parts[0]) and parts[1][0].kind in ("op", "cmd"):
            return real_set(tree(parts[1], None), budget)
        if len(parts) == 2 and name_of(parts[0]) is not None:
            node = tree(parts[1], None)
            if is_scalar(node):  # "x = 3": a point
                (name,) = [token for token in parts[0] if token.kind != "end"][:1]
                return real_set(Rel(("=",), (Var(name.text), node)), budget)
            return real_set(node, budget)
        node = tree(group_tokens(text), None)
        if is_scalar(node) and "{" in text:
            node = Seq((node,), "{", "}")  # "{5}" in plain braces is read as a group
        return real_set(node, budget)


class PointOrIntervalMatcher:
    """For a reference like ``(1, 2)``, which may be a point or an interval: an inequality says which was meant."""

    _RELATIONS = re.compile(r"[<>\u2264\u2265\u2208]|\\(?:in|leq?|geq?|lt|gt|leqslant|geqslant)(?![A-Za-z])")

    def __init__(self, point: TupleMatcher, interval: RealSetMatcher) -> None:
        self.point, self.interval = point, interval

    def matches(self, text: str, budget: Budget) -> bool:
        """Whether the answer is the same point, or the same interval said by an inequality; see `Matcher`."""
        if self._RELATIONS.search(text) or text.strip(" $\\(").startswith("]"):
            return self.interval.matches(text, budget)
        return self.point.matches(text, budget)


class EquationMatcher:
    """Compares with an equation: both sides may be exchanged, moved and multiplied by a constant.

    Where the reference is solved for a variable (``y = 2x + 1``), the other side alone is right, too.
    """

    def __init__(self, node: Rel, *, name: str | None = None) -> None:
        self.left, self.right = node.sides
        self.difference = Scalar(Add((self.left, Neg(self.right))))
        self.solved: ScalarMatcher | None = None
        if name is not None or (isinstance(self.left, Var) and self.left.name not in variables(self.right)):
            self.solved = ScalarMatcher(self.right, name=name or getattr(self.left, "name", None))
        named = variables(self.left) if isinstance(self.left, Var) else frozenset[str]()  # "C = 2 pi r"
        found = constants_of(self.difference.node, solution=True)
        self.constants = frozenset[str]() if named & found else found

    def matches(self, text: str, budget: Budget) -> bool:
        """Whether the answer is an equivalent equation; see `Matcher`."""
        also = NAMES if self.constants else _INDICES
        text = without_remark(tidy(text), self.difference.names | also)
        parts = sides(group_tokens(text))
        if len(parts) == 1:
            if self.solved is None:
                raise Unreadable("Give an equation.")
            return self.solved.matches(text, budget)
        if len(parts) != 2:
            raise Unreadable("Give one equation.")
        if self.solved is not None and parts[0][0].value != "|" and name_of(parts[0]) is not None:
            named = name_of(parts[0])
            if named is not None and self.solved.may_be_called(named):
                return self.solved.matches(text, budget)
        names = self.difference.names | NAMES if self.constants else self.difference.names
        node = tree(group_tokens(text), names)
        if not isinstance(node, Rel) or node.operators != ("=",) or not all(map(is_scalar, node.sides)):
            raise Unreadable("Give one equation.")
        left, right = node.sides
        difference = Add((left, Neg(right)))
        if self.constants:
            found = renamings(difference, self.constants, self.difference.names)
            return any(self._is_multiple(renamed, budget) for renamed in found)
        if self.difference.rational and modular.is_rational(difference):
            return self._is_multiple(difference, budget)
        gold = Scalar(self.left), Scalar(self.right)
        return any(
            same(gold[0], a, budget) and same(gold[1], b, budget) for a, b in ((left, right), (right, left))
        ) or self._is_multiple(difference, budget)

    def _is_multiple(self, difference: Node, budget: Budget) -> bool:
        """Whether the difference of the sides is the reference's, times a constant where both are rational."""
        if self.difference.rational and modular.is_rational(difference):
            points = self.difference.points
            residues = [modular.residue(difference, point, budget) for point in points]
            return modular.proportional(self.difference.residues(budget), residues, points)
        return any(same(self.difference, Mul((Num(sign), difference)), budget) for sign in _SIGNS)


_INDICES = frozenset("nkm")
_SIGNS = (Fraction(1), Fraction(-1))


class InequalityMatcher:
    """Compares with an inequality in several variables: moved and multiplied by a positive constant."""

    def __init__(self, node: Rel) -> None:
        operator, lower, upper = oriented(node)
        self.operator = operator
        self.difference = Scalar(Add((upper, Neg(lower))))

    def matches(self, text: str, budget: Budget) -> bool:
        """Whether the answer is an equivalent inequality; see `Matcher`."""
        node = tree(group_tokens(tidy(text)), self.difference.names)
        if not isinstance(node, Rel) or len(node.operators) != 1:
            raise Unreadable("Give one inequality.")
        operator, lower, upper = oriented(node)
        difference = Add((upper, Neg(lower)))
        if operator != self.operator:
            return False
        if not (self.difference.rational and modular.is_rational(difference)):
            return same(self.difference, difference, budget)
        points = self.difference.points
        residues = [modular.residue(difference, point, budget) for point in points]
        if not modular.proportional(self.difference.residues(budget), residues, points):
            return False
        return _ratio_is_positive(self.difference.node, difference, budget)


class ChainMatcher:
    """Compares chains such as ``a <= b <= c`` side by side, from either end."""

    def __init__(self, node: Rel) -> None:
        self.node = node
        self.sides = [Scalar(side) for side in node.sides]

    def matches(self, text: str, budget: Budget) -> bool:
        """Whether the answer is the same chain; see `Matcher`."""
        names = frozenset[str]().union(*(side.names for side in self.sides))
        node = tree(group_tokens(tidy(text)), names)
        if not isinstance(node, Rel) or len(node.sides) != len(self.sides):
            raise Unreadable("Give a chain of inequalities.")
        turned = Rel(tuple(_TURNED.get(op, op) for op in reversed(node.operators)), tuple(reversed(node.sides)))
        return any(
            chain.operators == self.node.operators
            and all(same(side, other, budget) for side, other in zip(self.sides, chain.sides, strict=True))
            for chain in (node, turned)
        )


_TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}


def oriented(node: Rel) -> tuple[str, Node, Node]:
    """Operator, smaller and larger side of an inequality; ``!=`` stays as it is.

    Raises:
        Unreadable: if it is something else.
    """
    if len(node.operators) != 1 or not all(is_scalar(side) for side in node.sides):
        raise Unreadable("Give one inequality.")
    left, right = node.sides
    operator = node.operators[0]
    if operator in _GREATER:
        return _GREATER[operator], right, left
    if operator in ("<", "<=", "!="):
        return operator, left, right
    raise Unreadable("Give an inequality.")


def _ratio_is_positive(gold: Node, other: Node, budget: Budget) -> bool:
    """Whether two proportional functions have the same sign, at a small rational point."""
    from .exact import evaluate

    names = sorted(variables(gold))
    for k in range(4):
        point = {name: Fraction(2 * j + 3 * k + 1, 5 + k) for j, name in enumerate(names)}
        a, b = evaluate(gold, budget, point), evaluate(other, budget, point)
        if isinstance(a, Fraction) and isinstance(b, Fraction) and a and b:
            return (a > 0) == (b > 0)
    raise Undefined("The sign of this inequality cannot be seen.")
