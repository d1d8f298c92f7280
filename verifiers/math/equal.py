"""Whether two scalars are equal.

Exactly where they are rational, modulo primes where they are rational functions, and by intervals at rising
precision otherwise. What stays open raises `OutOfBudget`: it is undecided, not wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cached_property, partial
from hashlib import blake2b
from typing import TYPE_CHECKING

from . import modular
from .budget import Budget, NotReal, OutOfBudget, Undefined
from .corners import between_roots, has_corners
from .exact import Exact, evaluate
from .tree import Add, Call, Const, Div, Mul, Neg, Node, Num, Pow, Sum, Var, key, variables, walk

if TYPE_CHECKING:
    from .numeric import Value

_FIRST, _LAST, _MOST = 120, 1700, 12_000
"""Bits of the first look, of the last one, and the most that long literals may ask for."""
_POINTS = 8
_SCALES = (1, 3, 12, 60)
_DENSE = 32
_HOLES = 3
_SHIFT = Fraction(1, 7)
_ENOUGH = 3


class Scalar:
    """A scalar and what has been found out about it; the reference's stays in the compiled answer."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self._residues: list[int] | None = None

    @cached_property
    def names(self) -> frozenset[str]:
        """Its variables."""
        return variables(self.node)

    @cached_property
    def rational(self) -> bool:
        """Whether it is a rational function."""
        return modular.is_rational(self.node)

    @cached_property
    def has_sum(self) -> bool:
        """Whether a sum or a product over an index is in it."""
        return any(isinstance(part, Sum) for part in walk(self.node))

    @cached_property
    def seed(self) -> str:
        """A text that points are derived from."""
        return key(self.node)

    @cached_property
    def points(self) -> list[modular.Point]:
        """The modular points that go with it as a reference."""
        return modular.points(self.seed)

    def exact(self, budget: Budget) -> Exact | None:
        """Its exact value, if it is a constant that has one."""
        return None if self.names else evaluate(self.node, budget)

    def residues(self, budget: Budget) -> list[int]:
        """Its values at its own points."""
        if self._residues is None:
            self._residues = [modular.residue(self.node, point, budget) for point in self.points]
        return self._residues


def same(gold: Scalar, other: Node, budget: Budget) -> bool:
    """Whether `other` equals the reference, for all values of the variables (where the reference is real).

    Raises:
        Undefined: if `other` has no value.
        OutOfBudget: if it cannot be decided.
    """
    if gold.names and gold.seed == key(other):
        return True
    if isinstance(other, Sum) or gold.has_sum or any(isinstance(part, Sum) for part in walk(other)):
        left, right = _matched(gold.node, other, budget)
        if left is not gold.node:
            return same(Scalar(left), right, budget)
    if not gold.names:
        return _same_constant(gold, other, budget)
    if gold.rational and modular.is_rational(other):
        for point, residue in zip(gold.points, gold.residues(budget), strict=True):
            if modular.residue(other, point, budget) != residue:
                return False
        return _same_at_small_point(gold.node, other, budget)
    return _same_function(gold, other, budget)


def _matched(left: Node, right: Node, budget: Budget) -> tuple[Node, Node]:
    """Both sides with their infinite sums replaced by variables, the same one for sums that are equal term by term."""
    endless = [
        part
        for node in (left, right)
        for part in walk(node)
        if isinstance(part, Sum) and part.high == Const("oo")
    ]
    if not endless or len(endless) > 6:
        return left, right
    known: list[tuple[Sum, str]] = []
    named: dict[int, str] = {}
    for part in endless:
        for other, name in known:
            if part.kind == other.kind and same(Scalar(_from_zero(other)), _from_zero(part), budget):
                named[id(part)] = name
                break
        else:
            known.append((part, f"sum_{len(known)}"))
            named[id(part)] = known[-1][1]
    return _replaced(left, named), _replaced(right, named)


def _from_zero(endless: Sum) -> Node:
    """The terms of an infinite sum as a function of an index that begins at zero."""
    index = Var(f"index_{len(endless.name)}")
    return _put(endless.body, endless.name, Add((index, endless.low)))


def _put(node: Node, name: str, value: Node) -> Node:
    if node == Var(name):
        return value
    return _mapped(node, lambda part: _put(part, name, value))


def _replaced(node: Node, named: dict[int, str]) -> Node:
    if id(node) in named:
        return Var(named[id(node)])
    return _mapped(node, lambda part: _replaced(part, named))


def _mapped(node: Node, change: Callable[[Node], Node]) -> Node:
    """A scalar with what is right below it changed."""
    match node:
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
        case Call(name=name, arguments=arguments):
            return Call(name, tuple(map(change, arguments)))
        case Sum(kind=kind, name=name, low=low, high=high, body=body):
            return Sum(kind, name, change(low), change(high), change(body))
    return node


def _same_constant(gold: Scalar, other: Node, budget: Budget) -> bool:
    names = variables(other)
    if names:
        if not modular.is_rational(other):
            return False
        rational = Scalar(other)  # "x - x + 2": constant all the same, or not
        value = gold.exact(budget)
        if not isinstance(value, Fraction):
            return False
        return same(rational, Num(value), budget)
    try:
        left, right = gold.exact(budget), evaluate(other, budget)
    except OutOfBudget:
        if gold.seed == key(other):
            return True
        raise
    if left is not None and right is not None:
        return left == right
    return _same_number(gold.node, other, budget, None)


def _same_at_small_point(left: Node, right: Node, budget: Budget) -> bool:
    """A look at small exact values: a difference that is a multiple of both primes would show here."""
    names = sorted(variables(left) | variables(right))
    point = {name: Fraction(3 + 2 * k, 7) for k, name in enumerate(names)}
    small = Budget(2000)
    try:
        a, b = evaluate(left, small, point), evaluate(right, small, point)
    except (OutOfBudget, Undefined):
        return True
    return a is None or b is None or a == b


def _same_function(gold: Scalar, other: Node, budget: Budget) -> bool:
    names = sorted(gold.names | variables(other))
    compared = elsewhere = holes = 0
    wanted, points = _POINTS, _rational_points(gold.seed, names)
    if has_corners(gold.node) or has_corners(other):
        between = between_roots((gold.node, other), names, partial(_fixed, gold.seed))
        points = between + _dense_points(gold.seed, names) + _corner_points(gold, other, names) + points
        wanted = len(points) - len(names)
    whole = _whole_points(gold.seed, names)
    whole_only = _is_combinatorial(other) or any(
        isinstance(part, Sum) for n in (gold.node, other) for part in walk(n)
    )
    if whole_only:
        points = []
    for k, point in enumerate((*points, *whole)):
        if elsewhere and k == len(points):
            break  # whole numbers are for functions that have a value nowhere else
        try:
            if not _real_at(gold.node, budget, point):
                continue
        except (Undefined, OutOfBudget):
            continue
        try:
            if not _same_number(gold.node, other, budget, point, last=compared == 0):
                return False
        except NotReal:
            continue  # x^(1/3) where x is negative: the reference may write a real root
        except Undefined:
            holes += 1  # an isolated point where the answer has no value
            if holes > _HOLES:
                raise
            continue
        compared += 1
        elsewhere += any(value.denominator != 1 for value in point.values())
        if compared == wanted and k < len(points):
            return True
    if compared < _ENOUGH:
        raise OutOfBudget
    return True


def _is_combinatorial(node: Node) -> bool:
    """Whether factorials or binomial coefficients of variables, and no other functions, are in it."""
    calls = [part for part in walk(node) if isinstance(part, Call) and variables(part)]
    return bool(calls) and all(part.name in ("factorial", "binomial") for part in calls)


def _corner_points(gold: Scalar, other: Node, names: list[str]) -> list[dict[str, Fraction]]:
    """Points around the numbers that are written on either side, at whole numbers, and far out."""
    written = {part.value for node in (gold.node, other) for part in walk(node) if isinstance(part, Num)}
    for part in (*walk(gold.node), *walk(other)):
        if isinstance(part, Pow) and isinstance(part.base, Num) and isinstance(part.exponent, Num):
            power = evaluate(part, Budget(100))
            written |= {power} if isinstance(power, Fraction) else set()
    near = sorted((value for value in written if abs(value) < 10**15), key=lambda value: -abs(value))[:8]
    values = [sign * value + shift for value in near for sign in (1, -1) for shift in (0, _SHIFT, -_SHIFT)]
    values += [Fraction(sign * 10**k + 1, 3) for k in (3, 6) for sign in (1, -1)]
    values += [Fraction(k) for k in (-2, 0, 3)]
    values += [3 - value / 2 for value in near if 0 < abs(value) < 1]  # where floor(x + 0.01) is not floor(x)
    if len(names) == 1:
        return [{names[0]: value} for value in values]
    return [
        {name: values[_drawn(gold.seed, 2000 + k, name) % len(values)] for name in names} for k in range(_DENSE)
    ]


def _drawn(seed: str, k: int, name: str) -> int:
    """64 bits for a variable at a point, by a hash of the reference."""
    digest = blake2b(f"{seed}|{k}|{name}".encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "little")


def _share(drawn: int) -> Fraction:
    """A rational number between 0 and 1 with a large denominator."""
    return Fraction(1 + drawn % 999_979, 999_983)


def _fixed(seed: str, turn: int, name: str) -> Fraction:
    """A value for a variable that is held while another one moves; of either sign."""
    drawn = _drawn(seed, 3000 + turn, name)
    return _share(drawn) * 3 * (1 if drawn >> 40 & 1 else -1)


def _rational_points(seed: str, names: list[str]) -> list[dict[str, Fraction]]:
    """Points of several sizes, on both sides of zero: in turn for one variable, in all combinations for several."""
    found = []
    for k in range(2 * _POINTS):
        point = {}
        for name in names:
            drawn = _drawn(seed, k, name)
            size = _share(drawn) * _SCALES[k % len(_SCALES)]
            negative = (k // len(_SCALES) + k + (drawn >> 40) * (len(names) > 1)) % 2
            point[name] = -size if negative else size
        found.append(point)
    return found


def _dense_points(seed: str, names: list[str]) -> list[dict[str, Fraction]]:
    """A point in each of `_DENSE` cells from -4 to 4, the cells of different variables being shuffled."""
    orders = {name: sorted(range(_DENSE), key=lambda k, n=name: _drawn(seed, -k, n)) for name in names}  # type: ignore[misc]
    return [
        {name: (orders[name][k] + _share(_drawn(seed, 1000 + k, name))) * 8 / _DENSE - 4 for name in names}
        for k in range(_DENSE)
    ]


def _whole_points(seed: str, names: list[str]) -> list[dict[str, Fraction]]:
    """Small positive whole numbers."""
    return [
        {name: Fraction(1 + (_drawn(seed, k, name) + k) % (3 * k - 40)) for name in names}
        for k in range(16, 28)
    ]


def _real_at(node: Node, budget: Budget, point: dict[str, Fraction]) -> bool:
    from .numeric import Evaluator, Undecided

    if any(part.name == "i" for part in walk(node) if hasattr(part, "name")):
        return True  # a complex function is looked at everywhere
    try:
        return Evaluator(_FIRST, budget, point).value(node)[1] is None
    except Undecided:
        return False


def _same_number(
    left: Node, right: Node, budget: Budget, point: dict[str, Fraction] | None, *, last: bool = True
) -> bool:
    """Whether two values are equal as far as the last precision can see."""
    from .numeric import Evaluator, Undecided, apart, tight

    scales = _log_scales(left, right)
    if scales is not None:
        left, right = scales
    precision = _FIRST
    while True:
        try:
            one, two = Evaluator(precision, budget, point), Evaluator(precision, budget, point)
            a, b = one.value(left), two.value(right)
            if apart(a, b, precision):
                return False
            gap = max(one.gap, two.gap)
            needed = max(_LAST, 2 * (one.bits + two.bits) + 200, gap + 200) if last else max(_FIRST, gap)
            if needed > _MOST:
                raise OutOfBudget
            if precision >= needed:
                if not (tight(a, precision) and tight(b, precision)):
                    raise OutOfBudget
                return True
            precision = needed
        except Undecided:
            if precision >= _LAST:
                raise
            precision = _LAST


def _log_scales(left: Node, right: Node) -> tuple[Node, Node] | None:
    """If one side has ``log`` without a base and the other names one, read ``log`` in that base."""
    logs = [any(isinstance(p, Call) and p.name == "log" for p in walk(node)) for node in (left, right)]
    if logs[0] == logs[1]:
        return None
    other = right if logs[0] else left
    tens = any(
        isinstance(p, Div) and isinstance(p.bottom, Call) and p.bottom == Call("ln", (Num(Fraction(10)),))
        for p in walk(other)
    )
    natural = any(isinstance(p, Call) and p.name == "ln" for p in walk(other))
    if not (tens or natural):
        return None
    return _with_log(left, tens), _with_log(right, tens)


def _with_log(node: Node, tens: bool) -> Node:
    match node:
        case Call(name="log", arguments=(argument,)):
            inner = Call("ln", (_with_log(argument, tens),))
            return Div(inner, Call("ln", (Num(Fraction(10)),))) if tens else inner
        case Call(name=name, arguments=arguments):
            return Call(name, tuple(_with_log(argument, tens) for argument in arguments))
        case Add(terms=terms):
            return Add(tuple(_with_log(term, tens) for term in terms))
        case Mul(factors=factors):
            return Mul(tuple(_with_log(factor, tens) for factor in factors))
        case Neg(value=value):
            return Neg(_with_log(value, tens))
        case Div(top=top, bottom=bottom):
            return Div(_with_log(top, tens), _with_log(bottom, tens))
        case Pow(base=base, exponent=exponent):
            return Pow(_with_log(base, tens), _with_log(exponent, tens))
    return node


def order(left: Node, right: Node, budget: Budget) -> int:
    """-1, 0 or 1 as the constant `left` is below, equal to or above `right`; infinities are ordered too.

    Raises:
        Undefined: if a side is not a real number.
        OutOfBudget: if it cannot be decided.
    """
    a, b = infinite(left), infinite(right)
    if a or b:
        return (a > b) - (a < b)
    x, y = evaluate(left, budget), evaluate(right, budget)
    if isinstance(x, Fraction) and isinstance(y, Fraction):
        return (x > y) - (x < y)
    from .numeric import Evaluator, sign

    difference = Add((left, Neg(right)))
    value: Value = Evaluator(_FIRST, budget).value(difference)
    if value[1] is not None:
        raise Undefined("Complex numbers have no order.")
    found = sign(value)
    if found is not None:
        return found
    if _same_number(left, right, budget, None):
        return 0
    found = sign(Evaluator(_LAST, budget).value(difference))
    if found is None:
        raise OutOfBudget
    return found


def infinite(node: Node) -> int:
    """1 for positive infinity, -1 for negative infinity, else 0."""
    from .tree import Const

    if node == Const("oo"):
        return 1
    return -1 if isinstance(node, Neg) and node.value == Const("oo") else 0
