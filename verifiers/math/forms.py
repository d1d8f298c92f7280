"""Forms that a task may demand of an answer: evaluated, reduced, decimal, expanded, factored, simplified.

A form is a property of what was written, not of its value: ``6/8`` and ``3/4`` are equal, and only one is reduced.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import gcd

from .budget import Unreadable
from .tree import Add, Call, Const, Div, Mul, Neg, Node, Num, Pow, Sum, Var, children, key, variables, walk

Form = Callable[[Node], bool]


def evaluated(node: Node) -> bool:
    """Whether nothing is left to be computed: no sum, product or power of plain numbers, no function of them.

    ``3/4``, ``-2``, ``1 1/2``, ``2 sqrt(3)``, ``1 + sqrt(2)``, ``pi/3``, ``3 + 2 i`` and ``x^2 + 1`` are; ``6*7``,
    ``1 + 1``, ``2^10``, ``5!``, ``6/2``, ``sqrt(4)``, ``gcd(4, 6)`` and ``log_2(8)`` are not.
    """
    return all(_part_is_evaluated(part) for part in walk(node))


def _part_is_evaluated(part: Node) -> bool:
    match part:
        case Add(terms=terms):
            return sum(_is_number(term) for term in terms) <= 1
        case Mul(factors=factors):
            plain = [factor for factor in factors if _is_number(factor)]
            return len(plain) <= 1 or _is_scientific(plain)
        case Div(top=top, bottom=bottom):
            if isinstance(bottom, Div) or isinstance(top, Div):
                return False
            above = top.value if isinstance(top, Neg) else top
            if isinstance(above, Num) and isinstance(bottom, Num):
                # "6/2" and "1.5/3" are left to be computed; "6/8" is a fraction, if not a reduced one.
                whole = above.form == bottom.form == "integer" and bottom.value != 0
                return whole and bool(above.value % bottom.value)
            return True
        case Pow(base=base, exponent=exponent):
            return not (_is_number(base) and _is_number(exponent)) or _is_ten(base)
        case Call(name=name, arguments=arguments):
            if name == "root":
                from .exact import exact_root

                inside = arguments[0]
                return not (
                    isinstance(inside, Num)
                    and isinstance(arguments[1], Num)
                    and inside.value >= 0
                    and 1 <= arguments[1].value <= 100
                    and exact_root(inside.value, int(arguments[1].value)) is not None
                )
            if name in ("ratio",):
                return True
            return bool(variables(part)) or name in (
                "sin",
                "cos",
                "tan",
                "ln",
                "log",
                "arctan",
                "arcsin",
                "arccos",
            )
        case Sum():
            return False
    return True


def _is_number(node: Node) -> bool:
    match node:
        case Num():
            return True
        case Neg(value=value):
            return _is_number(value)
        case Div(top=top, bottom=bottom):
            return _is_number(top) and _is_number(bottom)
        case Pow(base=base, exponent=exponent):
            return _is_number(base) and _is_number(exponent)
    return False


def _is_ten(node: Node) -> bool:
    return isinstance(node, Num) and node.value == 10


def _is_scientific(factors: list[Node]) -> bool:
    """Whether this is scientific notation, such as ``1.5 * 10^3``."""
    return len(factors) == 2 and isinstance(factors[1], Pow) and _is_ten(factors[1].base)


def integer(node: Node) -> bool:
    """Whether a number is written as a whole number, possibly with zeros behind a decimal point."""
    if isinstance(node, Neg):
        node = node.value
    return isinstance(node, Num) and node.form in ("integer", "decimal") and node.value.denominator == 1


def reduced(node: Node) -> bool:
    """Whether a number is an integer or a fraction in lowest terms, in digits."""
    if isinstance(node, Neg):
        node = node.value
    if isinstance(node, Num):
        return node.form == "integer"
    if isinstance(node, Div) and isinstance(node.bottom, Num):
        top, bottom = node.top, node.bottom
        if isinstance(top, Neg):
            top = top.value
        if isinstance(top, Num) and top.form == bottom.form == "integer":
            return bottom.value > 1 and gcd(top.value.numerator, bottom.value.numerator) == 1
    return False


def decimal(node: Node) -> bool:
    """Whether a number is written in digits with a decimal point, or as an integer."""
    if isinstance(node, Neg):
        node = node.value
    return isinstance(node, Num) and node.form in ("integer", "decimal")


def mixed(node: Node) -> bool:
    """Whether a number is an integer, a proper fraction, or a mixed number with one, in lowest terms."""
    if isinstance(node, Neg):
        node = node.value
    if isinstance(node, Num):
        return node.form in ("integer", "mixed")
    return reduced(node) and isinstance(node, Div) and _below_one(node)


def _below_one(node: Div) -> bool:
    top = node.top.value if isinstance(node.top, Neg) else node.top
    return isinstance(top, Num) and isinstance(node.bottom, Num) and top.value < node.bottom.value


def expanded(node: Node) -> bool:
    """Whether a polynomial is a sum of monomials, no two of them alike."""
    terms = node.terms if isinstance(node, Add) else (node,)
    seen: Counter[tuple[tuple[str, int], ...]] = Counter()
    for term in terms:
        powers: Counter[str] = Counter()
        if not _monomial(term, powers):
            return False
        seen[tuple(sorted(powers.items()))] += 1
    return max(seen.values()) == 1


def _monomial(node: Node, powers: Counter[str]) -> bool:
    match node:
        case Num():
            return True
        case Const():
            powers[node.name] += 1
            return True
        case Var(name=name):
            powers[name] += 1
            return True
        case Neg(value=value):
            return _monomial(value, powers)
        case Mul(factors=factors):
            if sum(_is_number(factor) for factor in factors) > 1:
                return False
            before = sum(powers.values())
            for factor in factors:
                inner: Counter[str] = Counter()
                if (
                    isinstance(factor, Add)
                    or not _monomial(factor, inner)
                    or any(name in powers for name in inner)
                ):
                    return False
                powers.update(inner)
            return sum(powers.values()) >= before
        case Div(top=top, bottom=bottom):
            return _is_number(bottom) and _monomial(top, powers)
        case Pow(base=Var(name=name), exponent=Num(value=value)):
            powers[name] += value.numerator
            return value.denominator == 1 and value > 0
        case Call():
            return not variables(node)
    return False


def factored(node: Node) -> bool:
    """Whether an expression is a product of powers (or cannot be seen to be a sum at the top)."""
    if isinstance(node, Neg):
        node = node.value
    return not isinstance(node, Add)


def simplified(node: Node) -> bool:
    """Whether an expression is evaluated, roots are pulled out, fractions are reduced, and no two terms are alike.

    ``2 sqrt(3)`` is, ``sqrt(12)``, ``2 sqrt(3) / 4``, ``1/sqrt(3)``, ``sqrt(1/3)`` and ``sqrt(3) + sqrt(3)`` are not.
    """
    if not evaluated(node):
        return False
    for part in walk(node):
        if isinstance(part, Call) and part.name == "root" and not _root_is_simple(part):
            return False
        if isinstance(part, Div) and any(isinstance(p, Call) and p.name == "root" for p in walk(part.bottom)):
            return False
        if isinstance(part, Div) and isinstance(part.bottom, Num):
            bottom = part.bottom.value
            if part.bottom.form != "integer" or bottom == 1 or gcd(_content(part.top), bottom.numerator) > 1:
                return False
        if isinstance(part, Add):
            seen: Counter[str] = Counter(_without_number(term) for term in part.terms)
            if max(seen.values()) > 1:
                return False
    return True


_LARGEST_RADICAND = 10**8


def _root_is_simple(root: Call) -> bool:
    """Whether a root of a number is one of a whole number without a power that can be pulled out."""
    inside, degree = root.arguments
    if not isinstance(inside, Num) or not isinstance(degree, Num):
        return not _is_number(inside)
    value, n = inside.value, degree.value
    if inside.form != "integer" or not 0 < value < _LARGEST_RADICAND or not 2 <= n <= 30 or n.denominator != 1:
        return False
    power = n.numerator
    number = value.numerator
    return all(number % base**power for base in range(2, int(number ** (1 / power)) + 2))


def _content(node: Node) -> int:
    """The greatest whole number that divides the written coefficients of a sum; 0 for a literal zero."""
    match node:
        case Num(value=value):
            return value.numerator if value.denominator == 1 else 1
        case Neg(value=value):
            return _content(value)
        case Mul(factors=factors):
            for factor in factors:
                if isinstance(factor, Num):
                    return _content(factor)
            return 1
        case Add(terms=terms):
            return gcd(*map(_content, terms))
    return 1


def _without_number(node: Node) -> str:
    """A key of a term without its numeric coefficient: equal for terms that can be collected."""
    match node:
        case Neg(value=value):
            return _without_number(value)
        case Mul(factors=factors):
            return " * ".join(sorted(key(factor) for factor in factors if not _is_number(factor)))
        case Div(top=top, bottom=bottom) if _is_number(bottom):
            return _without_number(top)
    return "" if _is_number(node) else key(node)


FORMS: dict[str, tuple[Form, str]] = {
    "evaluated": (evaluated, "Work the answer out: give a value, not a calculation."),
    "integer": (integer, "Give a whole number in digits."),
    "reduced": (reduced, "Give an integer or a fraction in lowest terms."),
    "decimal": (decimal, "Give the answer in decimal notation."),
    "mixed": (mixed, "Give an integer, a proper fraction or a mixed number, in lowest terms."),
    "expanded": (expanded, "Multiply out and collect like terms."),
    "factored": (factored, "Give the answer as a product."),
    "simplified": (simplified, "Simplify the answer."),
}


def forms(names: tuple[str, ...]) -> list[tuple[Form, str]]:
    """The checks with these names.

    Raises:
        ValueError: if there is no such form; the message lists those that are.
    """
    unknown = [name for name in names if name not in FORMS]
    if unknown:
        raise ValueError(f"unknown form {unknown[0]!r}; there are {', '.join(FORMS)}")
    return [FORMS[name] for name in names]


class WrongForm(Unreadable):
    """The value may be right, but it is not in the form that the task demands."""


def demand(node: Node, wanted: list[tuple[Form, str]]) -> None:
    """Check every form, in sequences for each item.

    Raises:
        WrongForm: with a sentence that says what is demanded.
    """
    from .tree import SCALARS

    if not wanted:
        return
    parts = [node] if isinstance(node, SCALARS) else list(children(node))
    for part in parts:
        if not isinstance(part, SCALARS):
            demand(part, wanted)
            continue
        for fits, message in wanted:
            if not fits(part):
                raise WrongForm(message)
