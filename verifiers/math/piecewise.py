r"""Functions by cases: ``\begin{cases} x^2 & x \ge 0 \\ -x & x < 0 \end{cases}``, whose rows may stand in any order.

Each row has a value and a set of reals on which it holds; "otherwise" is what the other rows leave. Two such functions
are the same if every value holds on the same set.
"""

from __future__ import annotations

import re
from fractions import Fraction

from .answer import sides, tidy, tree
from .budget import Budget, Unreadable
from .corners import between_roots, has_corners
from .equal import Scalar, infinite, same
from .exact import evaluate
from .groups import group_tokens, group_tree
from .labels import name_of
from .realset import Piece, RealSet, complement, real_set, same_set, union
from .tree import Node, Num, is_scalar

_CASES = re.compile(
    r"(?:(?P<name>[A-Za-z](?:\([A-Za-z]\))?)\s*=\s*)?(?:\\left\s*\\\{)?\s*\\begin\s*\{(?P<kind>d?cases|array|aligned)\}"
    r"(?:\{[lcr]+\})?(?P<rows>.*)\\end\s*\{(?P=kind)\}\s*(?:\\right\s*\.)?",
    re.DOTALL,
)
_ROW = re.compile(r"\\\\(?:\s*\[[^\]]{0,9}\])?")
_TEXT = re.compile(r"\\(?:text|textrm|mathrm|mbox)\s*\{([^{}]*)\}")
_REST = re.compile(r"(?:otherwise|else|elsewhere|in all other cases)\.?", re.I)
_IF = re.compile(r"^(?:if|when|for|where|falls|wenn|si)\b\s*|\s*(?:and)?\s*$", re.I)
_MOST = 12
_PLACES = 16
_PARITY = re.compile(r"[a-z] (?:is )?(?:an )?(even|odd)(?: (?:number|integer))?")


class PiecewiseMatcher:
    """Compares with a function by cases."""

    def __init__(self, text: str) -> None:
        self.name, self.rows = cases(text, Budget())
        self.scalars = [Scalar(value) for value, _ in self.rows]

    def matches(self, text: str, budget: Budget) -> bool:
        """Whether the answer is the same function; see `Matcher`."""
        text = tidy(text)
        if "begin" not in text:
            return self._matches_formula(text, budget)
        name, rows = cases(text, budget)
        if name and self.name and name != self.name and not (name in ("y",) or self.name in ("y",)):
            return False
        left = [held for _, held in rows]
        for at, (_, held) in enumerate(self.rows):
            mine = held
            theirs: RealSet = []
            for k, (other, _) in enumerate(rows):
                if same(self.scalars[at], other, budget):
                    theirs = union(theirs, left[k], budget)
            for k, (other, also) in enumerate(self.rows):
                if k != at and same(self.scalars[at], other, budget):
                    mine = union(mine, also, budget)
            if not same_set(mine, theirs, budget):
                return False
        return all(any(same(scalar, other, budget) for scalar in self.scalars) for other, held in rows if held)

    def _matches_formula(self, text: str, budget: Budget) -> bool:
        """Whether one formula with absolute values, such as ``|x|``, is the function on every row."""
        parts = sides(group_tokens(text))
        if len(parts) == 2 and (named := name_of(parts[0])) is not None:
            if self.name and named not in (self.name, "y") and self.name != "y":
                return False
            parts = parts[1:]
        if len(parts) != 1:
            raise Unreadable("Give a function by cases.")
        names = frozenset[str]().union(*(scalar.names for scalar in self.scalars))
        node = tree(parts[0], names)
        if len(names) != 1 or not is_scalar(node) or not has_corners(node):
            raise Unreadable("Give a function by cases.")
        (variable,) = names
        turns = between_roots((node, node), [variable], lambda k, _: Fraction(k, 7))
        checked = 0
        for value, held in self.rows:
            for place in _places(held, [turn[variable] for turn in turns], budget):
                ours, theirs = (evaluate(side, budget, {variable: place}) for side in (value, node))
                if not isinstance(ours, Fraction) or not isinstance(theirs, Fraction):
                    raise Unreadable("Give a function by cases.")
                if ours != theirs:
                    return False
                checked += 1
        return checked >= 2 * _PLACES


def _places(held: RealSet, turns: list[Fraction], budget: Budget) -> list[Fraction]:
    """Rational numbers in a part of the line: its ends, numbers all over it, and those where the formula may turn."""
    found: list[Fraction] = []
    steps = [Fraction(k**3, 97) for k in range(1, _PLACES + 4)]
    for piece in held:
        low, high = _end(piece.low, budget), _end(piece.high, budget)
        found += [
            end
            for end, shut in ((low, piece.low_closed), (high, piece.high_closed))
            if shut and end is not None
        ]
        if low is not None and high is not None:
            found += [
                low + (high - low) * Fraction(k * k, _PLACES * _PLACES) for k in range(1, _PLACES) if low < high
            ]
        elif low is not None:
            found += [low + step for step in steps]
        elif high is not None:
            found += [high - step for step in steps]
        else:
            found += [sign * step for step in steps for sign in (1, -1)]
        found += [turn for turn in turns if (low is None or low < turn) and (high is None or turn < high)]
    return found


def _end(node: Node, budget: Budget) -> Fraction | None:
    """The end of a piece as a rational number; None if it is infinite."""
    if infinite(node):
        return None
    value = evaluate(node, budget)
    if not isinstance(value, Fraction):
        raise Unreadable("The ends of the cases are no rational numbers.")
    return value


def cases(text: str, budget: Budget) -> tuple[str, list[tuple[Node, RealSet]]]:
    """The name of a function by cases and its rows: values, and where they hold.

    Raises:
        Unreadable: if the text is no such function.
    """
    match = _CASES.fullmatch(text.strip())
    if match is None:
        raise Unreadable("Give a function by cases.")
    rows: list[tuple[Node, RealSet]] = []
    rest: Node | None = None
    parities = 0
    lines = [row for row in _ROW.split(match["rows"]) if row.strip()]
    if not 2 <= len(lines) <= _MOST:
        raise Unreadable("Give a function by cases.")
    for line in lines:
        value, mark, condition = line.partition("&")
        if not mark:
            raise Unreadable("The values and conditions cannot be told apart.")
        node = tree(group_tokens(value.strip().rstrip(",;: ")), None)
        if not is_scalar(node):
            raise Unreadable("Give a function by cases.")
        told = " ".join(
            _TEXT.sub(lambda found: f" {found.group(1)} ", condition.replace("&", " ")).split()
        ).strip(" ,.;$")
        if _REST.fullmatch(told):
            if rest is not None:
                raise Unreadable("Two rows hold otherwise.")
            rest = node
            continue
        if parity := _PARITY.fullmatch(_IF.sub("", told).strip(" ,.;").lower()):
            # Even and odd numbers do not overlap: any two parts of the line stand for them.
            half = Num(Fraction(0))
            line = Piece(half, True, half, True) if parity.group(1) == "even" else None
            rows.append((node, [line] if line else complement([Piece(half, True, half, True)], budget)))
            parities += 1
            continue
        held, _ = real_set(group_tree(_IF.sub("", told).strip(" ,.;"))[0], budget)
        rows.append((node, held))
    if rest is not None:
        parities += bool(parities)
        covered: RealSet = []
        for _, held in rows:
            covered = union(covered, held, budget)
        rows.append((rest, complement(covered, budget)))
    if parities not in (0, len(rows)):
        raise Unreadable("Cases by parity and by size are not read together.")
    return (match["name"] or ""), rows
