r"""Functions by cases: ``\begin{cases} x^2 & x \ge 0 \\ -x & x < 0 \end{cases}``, whose rows may stand in any order.

Each row has a value and a set of reals on which it holds; "otherwise" is what the other rows leave. Two such functions
are the same if every value holds on the same set.
"""

from __future__ import annotations

import re

from .answer import tidy, tree
from .budget import Budget, Unreadable
from .equal import Scalar, same
from .groups import group_tokens, group_tree
from .realset import RealSet, complement, real_set, same_set, union
from .tree import Node, is_scalar

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


class PiecewiseMatcher:
    """Compares with a function by cases."""

    def __init__(self, text: str) -> None:
        self.name, self.rows = cases(text, Budget())
        self.scalars = [Scalar(value) for value, _ in self.rows]

    def matches(self, text: str, budget: Budget) -> bool:
        """Whether the answer is the same function; see `Matcher`."""
        name, rows = cases(tidy(text), budget)
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
        held, _ = real_set(group_tree(_IF.sub("", told).strip(" ,.;"))[0], budget)
        rows.append((node, held))
    if rest is not None:
        covered: RealSet = []
        for _, held in rows:
            covered = union(covered, held, budget)
        rows.append((rest, complement(covered, budget)))
    return (match["name"] or ""), rows
