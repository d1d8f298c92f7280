r"""The left side of an answer that says what its value is: ``\det(A) = 5``, ``[ABC] = 5``, ``x^2 + y^2 = 5``.

Such a side names something that was asked for and is not computed. What could be an equation that is still to be solved
(``2x = 5``, ``x + 1 = 5``, ``|x - 2| = 5``) is no name, and a side without variables is a value, which is compared.
"""

from __future__ import annotations

import itertools
import re

from .answer import label, tree
from .budget import OutOfBudget, Undefined, Unreadable
from .compounds import names_scalar
from .lexer import Token
from .names import FUNCTIONS
from .tree import Add, Div, Mul, Neg, Node, Num, Pow, Var, is_scalar, variables

_OPERATORS = frozenset(
    "det lim limsup liminf sum prod int iint iiint oint dim ker rank tr trace max min sup inf gcd lcm arg Arg Pr deg"
    " nabla mathrm operatorname Re Im vec vol area arc perimeter Var Cov E P ord card dist proj sigma mu".split()
)
_OPERATOR_WORDS = frozenset(word.lower() for word in _OPERATORS) | frozenset(
    (
        "area",
        "volume",
        "perimeter",
        "distance",
        "probability",
        "lim",
        "mod",
        "speed",
        "length",
        "var",
        "cov",
        "prob",
    )
)
_INSIDE_BARS = frozenset(
    "vec overline hat bar mathbf triangle cup cap setminus times angle odot overrightarrow mathcal".split()
)
_DENIED = re.compile(
    r"\b(?:not|no|wrong|incorrect|never|false|twice|half|double|upper|lower|bound|less|more|than)\b", re.I
)
_RELATIONS = frozenset(("<", ">", "<=", ">=", "!="))
_LONGEST = 60
_RATIOS_OF_ANGLES = frozenset("sin cos tan cot sec csc cis".split())
_COMPUTES = frozenset(FUNCTIONS) - _OPERATORS - _RATIOS_OF_ANGLES
"""Functions whose call is no name: ``sqrt(z) = 5`` is an equation in z."""


def name_of(part: list[Token], known: str | None = None) -> str | None:
    """The name that stands before an equals sign, if what stands there can be one; else None.

    A side that has a value (``sqrt(2)``, ``pi``) is a statement, which must be true, and the function of another
    argument (``f(-x)``, ``f(x + 1)``) is another value.

    Args:
        part: one side of an equation, closed by an ``end``.
        known: the name in the reference, which may be any.
    """
    found = label(part)
    if found is None or found == known:
        return found
    first = part[0].text.strip()
    if first in _COMPUTES or (len(part) > 4 and first in ("f", "g", "h") and _is_computed(part[2:-2])):
        return None
    if len(part) <= 4 or first in FUNCTIONS:
        node = _read(part)
        if node is not None and is_scalar(node) and not variables(node):
            return None
    return found


def _is_computed(inside: list[Token]) -> bool:
    """Whether the argument of a function is computed from a letter: ``-x``, ``x + 1``, ``2x``, but not ``g(2)``."""
    depth = 0
    outside: list[Token] = []
    for token in inside:
        depth += {"(": 1, ")": -1}.get(token.text, 0)
        if depth == 0 and token.text != ")":
            outside.append(token)
    letters = any(token.kind in ("word", "cmd") for token in outside)
    signs = any(token.value in ("+", "-", "*", "/") for token in outside)
    doubled = any(a.kind == "num" and b.kind == "word" for a, b in itertools.pairwise(outside))
    return letters and (signs or doubled)


def names_shifted(part: list[Token], used: frozenset[str]) -> bool:
    """Whether the tokens are a function of a shifted variable of the reference: ``f(x + 1)``, not ``f(-x)``."""
    if len(part) < 6 or part[0].text not in ("f", "g", "h") or (part[1].text, part[-2].text) != ("(", ")"):
        return False
    inside = part[2:-2]
    letters = {token.text for token in inside if token.kind == "word"}
    plain = all(token.kind in ("word", "num") or token.value in ("+", "-", "^", "*", "/") for token in inside)
    return bool(letters) and letters <= used and plain and inside[0].value != "-"


def names_value(part: list[Token], used: frozenset[str] = frozenset(), *, quantities: bool = True) -> bool:
    """Whether the tokens, closed by an ``end``, name the value on the other side of the equals sign.

    Args:
        part: one side of an equation.
        used: the variables of the reference, which a name made of variables may not hold.
        quantities: whether an expression of variables is a name; in a reference, ``x^2 + y^2 = 25`` is an equation.
    """
    found = part[:-1]
    if not 1 <= len(found) <= _LONGEST or not _is_balanced(found):
        return False
    if any(token.kind in ("text", "word") and _DENIED.search(token.text) for token in found):
        return False
    if label(part) is not None and name_of(part) is None:
        return False
    first = found[0]
    if _is_figure(found) or names_scalar(found):
        return True
    node = _read(part)
    if node is not None and is_scalar(node):
        if not variables(node):
            return False  # "3 + 4 = 5" is a statement, and a false one
        if _is_quantity(node, used):
            return quantities
    if first.kind == "cmd" and first.value == "frac":
        return _is_derivative(found)
    if first.kind == "op" and first.value in ("[", "|", "||"):
        return _is_measure(found)
    if first.kind in ("cmd", "text", "word") and first.text.strip() in _OPERATORS:
        if len(found) == 1:
            return first.kind == "cmd" and first.value in ("max", "min", "sup", "inf")
        return first.kind != "word" or len(first.text) > 1 or found[1].text in ("(", "[")
    if first.kind == "text" and first.text.strip().lower().split()[:1]:
        return first.text.strip().lower().split()[0] in _OPERATOR_WORDS
    return _is_inverse(found)


def _read(part: list[Token]) -> Node | None:
    try:
        return tree(part, None)
    except (Unreadable, Undefined, OutOfBudget):
        return None


def _is_balanced(found: list[Token]) -> bool:
    """Whether brackets are closed, and no relation stands outside of them."""
    depth = 0
    for token in found:
        if token.kind == "op":
            if token.value in ("(", "[", "{", "\\{"):
                depth += 1
            elif token.value in (")", "]", "}", "\\}"):
                depth -= 1
                if depth < 0:
                    return False
            elif depth == 0 and (token.value in _RELATIONS or token.value in (",", ";", "\\\\")):
                return False
        elif token.kind == "cmd" and depth == 0 and token.value in ("in", "approx", "equiv", "or", "pm", "mp"):
            return False
    return depth == 0


def _is_quantity(node: Node, used: frozenset[str]) -> bool:
    """Whether this is a homogeneous expression of two or more variables without coefficients: ``x + y``, ``AB/CD``."""
    names = variables(node)
    if len(names) < 2 or names & used:
        return False
    if isinstance(node, Add):
        degrees = {_degree(term) for term in node.terms}
        return len(degrees) == 1 and degrees.pop() is not None
    return _degree(node) is not None


def _degree(node: Node) -> int | None:
    """The degree of a product of powers of variables with coefficient 1 or -1; None if it is something else."""
    match node:
        case Var():
            return 1
        case Neg(value=value):
            return _degree(value)
        case Mul(factors=factors):
            degrees = [_degree(factor) for factor in factors]
            return None if None in degrees else sum(degree for degree in degrees if degree is not None)
        case Div(top=top, bottom=bottom):
            above, below = _degree(top), _degree(bottom)
            return None if above is None or below is None else above - below
        case Pow(base=Var(), exponent=Num(value=value)) if value.denominator == 1 and 2 <= value <= 9:
            return int(value)
    return None


def _is_figure(found: list[Token]) -> bool:
    r"""``\frac{AB}{CD}`` and ``AB:CD`` of segments, ``V_1:V_2`` and ``A:B`` of measures: a ratio of what has a name."""
    text = "".join("\\frac" if token.value == "frac" else token.text for token in found if token.kind != "end")
    name = r"(?:[A-Z]{1,6}(?:_(?:\{\w{1,8}\}|\w))?)"
    return (
        re.fullmatch(
            rf"{name}(?::{name})+|\\frac\{{[A-Z]{{2,3}}\}}\{{[A-Z]{{2,3}}\}}|[A-Z]{{2,3}}/[A-Z]{{2,3}}", text
        )
        is not None
    )


def _is_derivative(found: list[Token]) -> bool:
    r"""``\frac{dy}{dx}``, ``\frac{d^2}{dx^2}(...)``, ``\frac{\partial f}{\partial x}``."""
    words = [token for token in found if token.value not in ("{", "}", "frac")]
    if len(words) < 2:
        return False
    text = "".join("\x01" if token.value in ("partial",) else token.text for token in found[1:])
    return (
        re.match(r"\{?(?:d|\x01)(?:\^\{?\d\}?)?[A-Za-z]{0,2}(?:\([A-Za-z]\))?\}?\{?(?:d|\x01)[A-Za-z]", text)
        is not None
    )


def _is_measure(found: list[Token]) -> bool:
    r"""``[ABC]``, ``|AB|``, ``|A \cup B|``, ``||v||``: a figure, set or vector between its signs of size."""
    opening = found[0].value
    closing = {"[": "]"}.get(opening, opening)
    if len(found) < 3 or found[-1].value != closing:
        return False
    inside = found[1:-1]
    return all(
        (token.kind == "word" and (token.text.isupper() or len(token.text) == 1))
        or (token.kind == "cmd" and token.value in _INSIDE_BARS)
        or (token.kind == "text" and token.text.isalpha())
        or (token.kind == "op" and token.value in ("{", "}", "_", "|"))
        for token in inside
    )


def _is_inverse(found: list[Token]) -> bool:
    r"""``A^{-1}``, ``f^{-1}(3)``, ``A^T``, ``E[X]``, ``AB^2``."""
    text = "".join(token.text for token in found)
    return (
        re.fullmatch(
            r"(?:[A-Z]\^(?:\{-1\}|-1|T|\{T\}|\{\\?top\}|\d)|[fgh]\^(?:\{-1\}|-1)\([^()]{1,20}\)|[A-Z]\[[A-Za-z0-9^|]{1,12}\]"
            r"|[A-Z]{2,3}\^\{?\d\}?)",
            text,
        )
        is not None
    )
