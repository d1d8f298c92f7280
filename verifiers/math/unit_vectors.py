r"""Vectors written in unit vectors: ``2\mathbf{i} - \mathbf{j} + 3\mathbf{k}``, ``\hat{\imath} + 2\hat{\jmath}``.

Read only where a vector is asked for; elsewhere i is the imaginary unit and j and k are variables. Two of the three
must be seen, and nothing may stand without one.
"""

from __future__ import annotations

import re
from fractions import Fraction

from .answer import lex, sides, tree
from .budget import Budget, Undefined, Unreadable
from .equal import Scalar, same
from .labels import name_of, names_value
from .linear import linear
from .tree import Node, Num, Seq, is_scalar, variables

_DRESS = r"\\(?:mathbf|boldsymbol|bm|vec|hat|widehat|overrightarrow|overline|bar|mathrm|textbf|text|mathit)\s*"
_LETTER = r"(?:\\imath|\\jmath|[ijk])(?![A-Za-z])"
_MARKED = re.compile(
    rf"{_DRESS}(?:\{{\s*{_DRESS}\{{?\s*({_LETTER})\s*\}}?\s*\}}|\{{\s*({_LETTER})\s*\}}|({_LETTER})|{_DRESS}\{{?({_LETTER})\}}?)"
)
_BARE = re.compile(rf"(?<![A-Za-z\\])({_LETTER})")
_NAMES = {"i": "xi", "j": "eta", "k": "zeta", "\\imath": "xi", "\\jmath": "eta"}
_ZERO = Num(Fraction(0))


def components(text: str, size: int | None, budget: Budget) -> Seq | None:
    """The components of a vector in unit vectors, as a tuple; None if the text is none.

    Args:
        text: a tidy answer.
        size: how many components are asked for; None for three, or two if there is no third.
        budget: what the steps are taken from.
    """
    if size not in (None, 2, 3) or not any(letter in text for letter in "jk") or "," in text.replace("\\,", ""):
        return None
    marked = list(_MARKED.finditer(text))
    pattern = _MARKED if marked else _BARE
    seen = {_letter(match) for match in (marked or _BARE.finditer(text))}
    if len(seen) < 2 or (size is None and not marked):
        return None
    parts = sides(lex(pattern.sub(lambda match: f"\\{_letter(match)} ", text)))
    if len(parts) == 2 and (name_of(parts[0]) is not None or names_value(parts[0])):
        parts = parts[1:]
    if len(parts) != 1:
        return None
    try:
        node = tree(parts[0], None)
        found = None if not is_scalar(node) else _coefficients(node, budget)
    except (Unreadable, Undefined):
        return None
    if found is None or (size == 2 and "zeta" in seen):
        return None
    return Seq(tuple(found[: size or (3 if "zeta" in seen else 2)]), "(", ")")


def _letter(match: re.Match[str]) -> str:
    return next(_NAMES[group] for group in match.groups() if group is not None)


def _coefficients(node: Node, budget: Budget) -> list[Node] | None:
    found: list[Node] = []
    for name in ("xi", "eta", "zeta"):
        line = linear(node, name)
        if line is None or variables(line[1]) & {"xi", "eta", "zeta"}:
            return None
        node, coefficient = line
        found.append(coefficient)
    return found if same(Scalar(node), _ZERO, budget) else None
