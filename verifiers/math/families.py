r"""Families of solutions and sets of integers: ``x = \frac{\pi}{4} + k\pi``, ``x \equiv 1, 4 \pmod 5``.

A family is a union of progressions ``a + kd`` of numbers or of vectors, with k over all integers or from some integer
on, and of single members. Two families are brought to a common step; then they are the same if they have the same
members modulo that step. With real parameters, a family is an affine space, and spaces are compared.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from math import lcm

from .answer import tidy
from .budget import Budget, OutOfBudget, Undefined, Unreadable
from .domains import Domain, clean, only_domain, split_builder, split_domain
from .equal import Scalar, infinite, same
from .exact import evaluate
from .groups import GroupMatcher, group_tree, signed
from .linear import linear, substitute
from .realset import real_set
from .tree import (
    Add,
    Div,
    Either,
    Matrix,
    Mul,
    Neg,
    Node,
    Num,
    PlusMinus,
    Rel,
    Seq,
    Var,
    is_scalar,
    variables,
    walk,
)

_MOST = 60
"""Most residues, members or branches on either side."""
_NEAR, _SMALLEST, _LARGEST = Fraction(1, 10**6), Fraction(1, 10**15), Fraction(10**30)
_PARAMETERS = frozenset("knmtsrljpquv") | {"lambda", "mu", "tau", "ell"}
_K = "k"
Vector = tuple[Node, ...]


@dataclass(slots=True)
class Progression:
    """``base + k step`` for all integers k, or for k = 0, 1, 2, ... if it is a `ray`; without a step, one member."""

    base: Vector
    step: Vector | None = None
    ray: bool = False


@dataclass(slots=True)
class Family:
    """A union of progressions, or an affine space over the reals, or a formula with its domain.

    Attributes:
        names: the unknowns that it gives values to, if they are said.
        parts: progressions and members.
        space: a point and directions, of rational numbers.
        formulas: what is none of these, with the parameter renamed, and its domain.
        open: whether no domain was said; then it may be a space, or progressions.
    """

    names: tuple[str, ...] = ()
    parts: list[Progression] = field(default_factory=list)
    space: tuple[tuple[Fraction, ...], list[tuple[Fraction, ...]]] | None = None
    formulas: list[tuple[Vector, str, int]] = field(default_factory=list)
    open: bool = False

    @property
    def finite(self) -> bool:
        """Whether it is a list of members."""
        return bool(self.parts) and not self.formulas and all(part.step is None for part in self.parts)


def read_family(text: str, *, free: bool = False) -> Family | None:
    """The family that a tidy text describes; None if it says nothing about a domain.

    Args:
        text: the answer.
        free: whether a parameter without a domain makes a family, too.

    Raises:
        Unreadable: if it is a family that is not read.
    """
    cleaned = clean(text)
    if "mod" in cleaned:
        found = _residues(cleaned)
        if found is not None:
            return found
    if (dotted := _dotted(cleaned)) is not None:
        return dotted
    if cleaned.lstrip("\\{ ").startswith(("@Z", "@N")) and len(cleaned) == 2:
        return Family(
            parts=[Progression((Num(Fraction(cleaned == "@N")),), (Num(Fraction(1)),), cleaned == "@N")]
        )
    sides = split_builder(cleaned)
    if sides is not None:
        return _built(*sides)
    body, domain = split_domain(cleaned)
    if domain is None and not free:
        return None
    if domain is not None and domain.kind in ("Z", "ray") and _CONDITION.search(body):
        return _integers(domain, body)
    return _family(body, domain)


_CONDITION = re.compile(r"[<>]|\\(?:le|ge|lt|gt|leq|geq|leqslant|geqslant)(?![A-Za-z])")
_CONGRUENT = re.compile(
    r"(?:([a-z])\s*(?:=|\\equiv)\s*)?((?:\\pm\s*)?-?\d{1,15}(?:\s*(?:,|\bor\b|\band\b|,\s*or|,\s*and)\s*-?\d{1,15})*)\s*"
    r"\(?\s*(?:\\[pb]?mod|mod|\\operatorname\s*\{\s*mod\s*\})\s*\{?\s*(\d{1,15})\s*\}?\s*\)?"
)


def _residues(text: str) -> Family | None:
    r"""``x \equiv 1, 4 \pmod 5``, also several of them joined by *or*, or by commas with one modulus."""
    parts: list[Progression] = []
    names: set[str] = set()
    moduli: set[int] = set()
    position = 0
    joints = ""
    while True:
        match = _CONGRUENT.match(text, position)
        if match is None or int(match.group(3)) == 0:
            return None
        modulus = int(match.group(3))
        moduli.add(modulus)
        names |= {match.group(1)} - {None}
        for sign in (1, -1) if "pm" in match.group(2) else (1,):
            for residue in re.findall(r"-?\d+", match.group(2)):
                value = Fraction(sign * int(residue) % modulus)
                parts.append(Progression((Num(value),), (Num(Fraction(modulus)),)))
        position = match.end()
        if position == len(text):
            break
        joint = re.compile(r"\s*(?:,\s*or|,|;|\bor\b|\band\b)\s*").match(text, position)
        if joint is None or len(parts) > _MOST:
            return None
        joints += joint.group()
        position = joint.end()
    if "or" not in joints and len(moduli) > 1:
        raise Unreadable("Give one residue class.")
    return Family(tuple(sorted(names)), parts)


_LISTED = re.compile(
    r"(?:[A-Za-z]\s*(?:=|\\in)\s*)?\\?\{\s*(\\[lc]?dots\s*,|\.\.\.\s*,)?\s*(-?\d{1,9}(?:\s*,\s*-?\d{1,9}){1,20})\s*,\s*"
    r"(?:\\[lc]?dots|\.\.\.)(?:\s*,\s*(-?\d{1,9}))?\s*\\?\}"
)


def _dotted(text: str) -> Family | None:
    r"""``\{1, 2, 3, \ldots, 10\}``, ``\{2, 4, 6, \ldots\}``."""
    match = _LISTED.fullmatch(text)
    if match is None:
        return None
    numbers = [int(number) for number in match.group(2).split(",")]
    step = numbers[1] - numbers[0]
    if step == 0 or any(b - a != step for a, b in pairwise(numbers)):
        raise Unreadable("How this list goes on cannot be seen.")
    base: Vector = (Num(Fraction(numbers[0])),)
    if match.group(3) is None:
        if len(numbers) < 3:
            raise Unreadable("How this list goes on cannot be seen.")
        return Family(parts=[Progression(base, (Num(Fraction(step)),), match.group(1) is None)])
    last = int(match.group(3))
    count = (last - numbers[0]) // step + 1
    if match.group(1) or (last - numbers[0]) % step or not len(numbers) < count <= 400:
        raise Unreadable("How this list goes on cannot be seen.")
    return Family(parts=[Progression((Num(Fraction(numbers[0] + k * step)),)) for k in range(count)])


def _built(left: str, right: str) -> Family | None:
    r"""``\{n \in \mathbb{Z} : n > 3\}`` and ``\{2k + 1 : k \in \mathbb{Z}\}``."""
    inside = re.fullmatch(r"([a-zA-Z])\s*\\in\s*(.+)", left)
    if inside is not None:
        if (domain := only_domain(left)) is None:
            return None
        if domain.kind == "R":
            return None  # a set of reals: the other readers know those
        return _integers(domain, right)
    if re.fullmatch(r"[a-zA-Z]", left):
        conditions = re.split(r"\s*,\s*|\s+and\s+", right)
        for at, condition in enumerate(conditions):
            if (
                (domain := only_domain(condition)) is not None
                and domain.names == (left,)
                and "\\in" in condition
            ):
                rest = ", ".join(conditions[:at] + conditions[at + 1 :])
                return _integers(domain, rest) if domain.kind != "R" else None
        return None
    domain = only_domain(right)
    if domain is None:
        return None
    return _family(left, domain)


def _integers(domain: Domain, condition: str) -> Family:
    """The integers of a domain that meet a condition."""
    if domain.kind == "list":
        raise Unreadable("This set is not read.")
    if domain.kind == "other":
        raise Unreadable("This is no set of integers.")
    one: Vector = (Num(Fraction(1)),)
    first = domain.start if domain.kind == "ray" else None
    if not condition:
        pieces = [(None, None)]
    else:
        node, _ = group_tree(condition)
        found, names = real_set(node, Budget())
        if names != frozenset(domain.names):
            raise Unreadable("This set is not read.")
        pieces = []
        for piece in found:
            low = None if infinite(piece.low) else _whole(piece.low, piece.low_closed, up=True)
            high = None if infinite(piece.high) else _whole(piece.high, piece.high_closed, up=False)
            pieces.append((low, high))  # type: ignore[arg-type]
    parts: list[Progression] = []
    for low, high in pieces:
        start = first if low is None else low if first is None else max(first, low)
        if start is None and high is None:
            parts.append(Progression((Num(Fraction(0)),), one))
        elif start is None:
            parts.append(Progression((Num(Fraction(high or 0)),), (Num(Fraction(-1)),), True))
        elif high is None:
            parts.append(Progression((Num(Fraction(start)),), one, True))
        else:
            if high - start > 400:
                raise OutOfBudget
            parts += [Progression((Num(Fraction(k)),)) for k in range(start, high + 1)]
    return Family(parts=parts)


def _whole(node: Node, closed: bool, *, up: bool) -> int:
    """The first whole number at or behind an end of an interval."""
    value = evaluate(node, Budget())
    if not isinstance(value, Fraction):
        raise Unreadable("This set is not read.")
    if value.denominator == 1:
        return int(value) if closed else int(value) + (1 if up else -1)
    return int(value // 1) + (1 if up else 0)


def _family(body: str, domain: Domain | None) -> Family:
    node, label = group_tree(body.replace("@", "\\"))
    if label is not None and not re.fullmatch(r"[A-Za-z]|[a-z]{3,7}", label):
        raise Unreadable("This is a formula.")
    branches, names = _branches(node)
    if not branches or len(branches) > _MOST or len({len(branch) for branch in branches}) != 1:
        raise Unreadable("Give one family of solutions.")
    inside = frozenset[str]().union(*(variables(item) for branch in branches for item in branch))
    if domain is None:
        if not inside or (len(branches[0]) == 1 and len(inside) > 1):
            raise Unreadable("A family has a parameter.")
        if len(branches[0]) == 1 and not inside <= _PARAMETERS:
            raise Unreadable("A family has a parameter.")
        domain = Domain(tuple(sorted(inside)), "any")
    if not inside & set(domain.names):
        raise Unreadable("The parameter does not occur.")
    family = Family(names)
    used = [name for name in domain.names if name in inside]
    if any("_" in name and set(name.partition("_")[2].split(",")) & set(used) for name in names):
        raise Unreadable("This is a formula for the terms of a sequence.")
    if inside != set(used):
        raise Unreadable("The answer holds a name that has no domain.")
    family.open = domain.kind == "any"
    if domain.kind in ("R", "any") and len(branches) == 1:
        family.space = _space(branches[0], used)
    if domain.kind == "R":
        if family.space is not None:
            return family
        family.formulas = [(branch, "R", len(used)) for branch in (_renamed(b, used) for b in branches)]
        return family
    if len(used) != 1:
        family.formulas = [
            (branch, domain.kind, domain.start) for branch in (_renamed(b, used) for b in branches)
        ]
        return family
    for branch in branches:
        _add(family, branch, used[0], domain)
    return family


def _add(family: Family, branch: Vector, name: str, domain: Domain) -> None:
    """Add what one branch of a family gives."""
    if domain.kind == "list":
        for value in domain.values:
            family.parts.append(Progression(tuple(substitute(item, name, Num(value)) for item in branch)))
        return
    if domain.kind in ("Z", "ray", "any"):
        start = Num(Fraction(domain.start))
        for step in (1, 2):  # (-1)^k is looked at for even and odd k
            found = []
            for first in range(step):
                shifted = Add((Num(Fraction(first)), Mul((Num(Fraction(step)), Var(name)))))
                lines = [linear(substitute(item, name, shifted), name) for item in branch]
                if any(line is None for line in lines):
                    break
                base = tuple(line[0] for line in lines if line is not None)
                slope = tuple(line[1] for line in lines if line is not None)
                if domain.kind == "ray":
                    if step == 2:
                        break
                    base = tuple(Add((b, Mul((start, s)))) for b, s in zip(base, slope, strict=True))
                found.append(Progression(base, slope, domain.kind == "ray"))
            else:
                family.parts += found
                return
    kind = "Z" if domain.kind == "any" else domain.kind
    family.formulas.append((_renamed(branch, [name]), kind, domain.start))


def _branches(node: Node) -> tuple[list[Vector], tuple[str, ...]]:
    """The vectors that an answer lists (one component for a number), and the unknowns they are for."""
    if isinstance(node, Rel) and node.operators in (("=",), ("in",)):
        left, right = node.sides
        if isinstance(left, Seq) and all(isinstance(item, Var) for item in left.items):
            names = tuple(item.name for item in left.items if isinstance(item, Var))
            return _branches(right)[0], names
        if isinstance(left, Var):
            return _branches(right)[0], (left.name,)
        raise Unreadable("This family is not read.")
    if (isinstance(node, Seq) and node.opening in ("", "and", "{")) or isinstance(node, Either):
        items = node.items
        unknowns = [item.sides[0].name for item in items if _is_assignment(item)]  # type: ignore[union-attr]
        if len(unknowns) == len(items) > 1 and len(set(unknowns)) == len(items):
            if isinstance(node, Either) and node.operator == "any":
                raise Unreadable("This family is not read.")
            values = {item.sides[0].name: item.sides[1] for item in items}  # type: ignore[union-attr]
            names = tuple(sorted(values))
            return [tuple(values[name] for name in names)], names
        branches: list[Vector] = []
        found: set[tuple[str, ...]] = set()
        for item in items:
            more, names = _branches(item)
            branches += more
            found |= {names} - {()}
        if len(found) > 1:
            raise Unreadable("This family is not read.")
        return branches, next(iter(found), ())
    if any(isinstance(part, PlusMinus) for part in walk(node)):
        plus, minus = signed(node, 1), signed(node, -1)
        return _branches(plus)[0] + _branches(minus)[0], ()
    vector = _vector(node)
    if not all(map(is_scalar, vector)) or any(map(infinite, vector)):
        raise Unreadable("This family is not read.")
    return [vector], ()


def _is_assignment(node: Node) -> bool:
    return isinstance(node, Rel) and node.operators == ("=",) and isinstance(node.sides[0], Var)


def _vector(node: Node) -> Vector:
    """The components of a point, a column, or a sum of multiples of such; of a number, itself."""
    if is_scalar(node):
        return (node,)
    match node:
        case Seq(items=items, opening="(" | "[" | "<"):
            return items
        case Matrix(rows=rows) if len(rows) == 1 or len(rows[0]) == 1:
            return tuple(cell for row in rows for cell in row)
        case Add(terms=terms):
            vectors = [_vector(term) for term in terms]
            if len({len(vector) for vector in vectors}) != 1:
                raise Unreadable("These vectors cannot be added.")
            return tuple(Add(tuple(column)) for column in zip(*vectors, strict=True))
        case Neg(value=value):
            return tuple(Neg(item) for item in _vector(value))
        case Div(top=top, bottom=bottom) if is_scalar(bottom):
            return tuple(Div(item, bottom) for item in _vector(top))
        case Mul(factors=factors):
            moved = [factor for factor in factors if not is_scalar(factor)]
            if len(moved) == 1:
                rest = tuple(factor for factor in factors if is_scalar(factor))
                return tuple(Mul((*rest, item)) for item in _vector(moved[0]))
    raise Unreadable("This family is not read.")


def _renamed(branch: Vector, names: list[str]) -> Vector:
    for at, name in enumerate(names):
        branch = tuple(substitute(item, name, Var(f"{_K}_{at}")) for item in branch)
    return branch


def _space(vector: Vector, names: list[str]) -> tuple[tuple[Fraction, ...], list[tuple[Fraction, ...]]] | None:
    """The point and the directions of a vector that is linear in real parameters, with rational coefficients."""
    if len(vector) < 2:
        return None
    directions = []
    rest = vector
    for name in names:
        lines = [linear(item, name) for item in rest]
        if any(line is None for line in lines):
            return None
        directions.append([line[1] for line in lines if line])
        rest = tuple(line[0] for line in lines if line)
    numbers: list[tuple[Fraction, ...]] = []
    for row in (list(rest), *directions):
        values = [evaluate(item, Budget()) if not variables(item) else None for item in row]
        if not all(isinstance(value, Fraction) for value in values):
            return None
        numbers.append(tuple(value for value in values if isinstance(value, Fraction)))
    return numbers[0], numbers[1:]


def _reduced(rows: list[list[Fraction]]) -> list[list[Fraction]]:
    """The reduced row echelon form without zero rows."""
    rows = [list(row) for row in rows]
    done: list[list[Fraction]] = []
    width = len(rows[0]) if rows else 0
    for column in range(width):
        pivot = next((row for row in rows if row[column]), None)
        if pivot is None:
            continue
        rows.remove(pivot)
        pivot = [value / pivot[column] for value in pivot]
        rows = [[a - row[column] * b for a, b in zip(row, pivot, strict=True)] for row in rows]
        done = [[a - row[column] * b for a, b in zip(row, pivot, strict=True)] for row in done]
        done.append(pivot)
    return done


class FamilyMatcher:
    """Compares with a family of solutions or a set of integers, its domain included."""

    def __init__(self, family: Family) -> None:
        self.family = family
        self.members: GroupMatcher | None = None
        if family.finite and len(family.parts[0].base) == 1:
            nodes = tuple(part.base[0] for part in family.parts)
            self.members = GroupMatcher(Seq(nodes, "{", "}"), "set", brackets=frozenset(("{}",)))

    def matches(self, text: str, budget: Budget) -> bool:
        """Whether the answer is the same family; see `Matcher`."""
        tidied = tidy(text)
        found = read_family(tidied)
        if found is None and self.members is not None:
            return self.members.matches(text, budget)
        if found is None:
            found = read_family(tidied, free=True)
        if found is None:
            raise Unreadable("Give a family of solutions.")
        return same_family(self.family, found, budget)


def same_family(gold: Family, other: Family, budget: Budget) -> bool:
    """Whether two families have the same members."""
    if gold.names and other.names and gold.names != other.names:
        if sorted(gold.names) != sorted(other.names) or len(gold.names) < 2:
            return False
        other = _reordered(other, gold.names)
    elif (len(gold.names) > 1) != (len(other.names) > 1):
        named = gold.names if len(gold.names) > 1 else other.names
        if named != tuple(sorted(named)):
            return False
    if (gold.space is not None and not gold.open) or (other.space is not None and not other.open):
        if gold.space is None or other.space is None:
            return False
        return _same_space(gold.space, other.space)
    if len(gold.formulas) != len(other.formulas):
        return False
    if gold.formulas and not _same_formulas(gold.formulas, other.formulas, budget):
        return False
    return _same_parts(gold.parts, other.parts, budget)


def _reordered(family: Family, names: tuple[str, ...]) -> Family:
    order = [family.names.index(name) for name in names]

    def turn(vector: Vector) -> Vector:
        return tuple(vector[at] for at in order)

    space = family.space
    if space is not None:
        space = tuple(space[0][at] for at in order), [tuple(row[at] for at in order) for row in space[1]]
    return Family(
        names,
        [
            Progression(turn(part.base), None if part.step is None else turn(part.step), part.ray)
            for part in family.parts
        ],
        space,
        [(turn(vector), kind, start) for vector, kind, start in family.formulas],
        family.open,
    )


def _same_space(
    a: tuple[tuple[Fraction, ...], list[tuple[Fraction, ...]]],
    b: tuple[tuple[Fraction, ...], list[tuple[Fraction, ...]]],
) -> bool:
    if len(a[0]) != len(b[0]):
        return False
    one, two = _reduced([list(row) for row in a[1]]), _reduced([list(row) for row in b[1]])
    if sorted(one) != sorted(two):
        return False
    difference = [x - y for x, y in zip(a[0], b[0], strict=True)]
    return len(_reduced([*one, difference])) == len(one)


def _same_formulas(
    gold: list[tuple[Vector, str, int]], other: list[tuple[Vector, str, int]], budget: Budget
) -> bool:
    free = list(gold)
    for vector, kind, start in other:
        for at, (mine, domain, first) in enumerate(free):
            alike = (domain, first, len(mine)) == (kind, start, len(vector))
            if alike and all(same(Scalar(a), b, budget) for a, b in zip(mine, vector, strict=True)):
                del free[at]
                break
        else:
            return False
    return not free


def _same_parts(gold: list[Progression], other: list[Progression], budget: Budget) -> bool:
    """Whether two unions of progressions are the same, modulo a common step."""
    if not gold or not other:
        return gold == other
    if len({len(part.base) for part in (*gold, *other)}) != 1:
        return False
    gold, other = [_settled(part, budget) for part in gold], [_settled(part, budget) for part in other]
    steps = [part.step for part in (*gold, *other) if part.step is not None]
    if any(variables(node) for part in (*gold, *other) for node in (*part.base, *(part.step or ()))):
        raise Unreadable("The answer holds a name that has no domain.")
    common = steps[0] if steps else None
    ratios: dict[int, Fraction] = {}
    if common is not None:
        for step in steps:
            ratio = _ratio(step, common, budget)
            if ratio is None:
                return False
            ratios[id(step)] = abs(ratio)
        # The least common multiple of fractions p/q that are whole multiples of 1/Q.
        unit = lcm(*(ratio.denominator for ratio in ratios.values()))
        scale = Fraction(lcm(*(int(ratio * unit) for ratio in ratios.values())), unit)
        expanded = [_expanded(part, ratios, scale, budget) for part in (*gold, *other)]
    else:
        expanded = [[part] for part in (*gold, *other)]
    mine = [part for parts in expanded[: len(gold)] for part in parts]
    theirs = [part for parts in expanded[len(gold) :] for part in parts]
    if len(mine) > 400 or len(theirs) > 400:
        raise OutOfBudget
    return all(any(_same_progression(a, b, budget) for b in theirs) for a in mine) and all(
        any(_same_progression(a, b, budget) for a in mine) for b in theirs
    )


def _settled(part: Progression, budget: Budget) -> Progression:
    """A progression whose step is zero is one member."""
    if part.step is None:
        return part
    if all(not variables(item) and same(Scalar(item), Num(Fraction(0)), budget) for item in part.step):
        raise Unreadable("A family has a step.")
    return part


def _ratio(step: Vector, common: Vector, budget: Budget) -> Fraction | None:
    """The rational number that one step is of another; None if there is none (or none that is simple)."""
    found: Fraction | None = None
    for a, b in zip(step, common, strict=True):
        zero_a, zero_b = _approximate(a, budget) == 0, _approximate(b, budget) == 0
        if zero_a and zero_b:
            continue
        if zero_a or zero_b:
            return None
        guess = (_approximate(a, budget) / _approximate(b, budget)).limit_denominator(10**4)
        if found is not None and guess != found:
            return None
        found = guess
    if found is None or found == 0:
        return None
    for a, b in zip(step, common, strict=True):
        if not same(Scalar(a), Mul((Num(found), b)), budget):
            return None
    return found


def _approximate(node: Node, budget: Budget) -> Fraction:
    """A real constant, nearly: for guesses that are checked afterwards.

    Raises:
        Unreadable: if it is not real.
        OutOfBudget: if it is too large.
    """
    exact = evaluate(node, budget)
    if isinstance(exact, Fraction):
        return exact
    from .numeric import middle

    found = middle(node, budget)
    if found is None:
        raise Unreadable("A family of solutions is one of real numbers.")
    if abs(found) > _LARGEST:
        raise OutOfBudget
    return found if abs(found) > _SMALLEST else Fraction(0)


def _expanded(
    part: Progression, ratios: dict[int, Fraction], scale: Fraction, budget: Budget
) -> list[Progression]:
    """A progression as several with the common step."""
    if part.step is None:
        return [part]
    count = scale / ratios[id(part.step)]
    if count.denominator != 1 or not 1 <= count <= 400:
        raise OutOfBudget
    budget.spend(int(count))
    large = tuple(Mul((Num(Fraction(count)), item)) for item in part.step)
    return [
        Progression(
            tuple(Add((b, Mul((Num(Fraction(j)), s)))) for b, s in zip(part.base, part.step, strict=True)),
            large,
            part.ray,
        )
        for j in range(int(count))
    ]


def _same_progression(a: Progression, b: Progression, budget: Budget) -> bool:
    """Whether two progressions with steps of the same size, or two members, are the same."""
    if (a.step is None) != (b.step is None) or a.ray != b.ray:
        return False
    differences = [Add((x, Neg(y))) for x, y in zip(a.base, b.base, strict=True)]
    if a.step is None or b.step is None or a.ray:
        if a.ray and not all(
            same(Scalar(x), y, budget) for x, y in zip(a.step or (), b.step or (), strict=True)
        ):
            return False
        return all(abs(_approximate(item, budget)) < _NEAR for item in differences) and all(
            same(Scalar(x), y, budget) for x, y in zip(a.base, b.base, strict=True)
        )
    times = 0
    for difference, step in zip(differences, a.step, strict=True):
        size = _approximate(step, budget)
        if size:
            quotient = _approximate(difference, budget) / size
            times = round(quotient)
            if abs(quotient - times) > _NEAR or abs(times) > 10**9:
                return False
            break
    return all(
        same(Scalar(difference), Mul((Num(Fraction(times)), step)), budget)
        for difference, step in zip(differences, a.step, strict=True)
    )


def as_set(text: str) -> Node | None:
    """The members of a finite set that is told by a condition or with dots; None if the text is something else."""
    if "{" not in text:
        return None
    try:
        found = read_family(tidy(text))
    except (Unreadable, Undefined, OutOfBudget):
        return None
    if found is None or not found.finite or len(found.parts[0].base) != 1:
        return None
    return Seq(tuple(part.base[0] for part in found.parts), "{", "}")
