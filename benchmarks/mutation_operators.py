"""One-place mutants of a module: wrong comparisons, arithmetic and words, as a slip of its author would make them.

A mutant is a syntax tree, ready to be compiled, and a line that says what was changed. What only draws other values
(arguments of ``rng.randint`` and its like) is left alone: other draws are other tasks, and right ones.
"""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from string import Formatter

_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
_COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv, ast.Pow: ast.Mult,
}  # fmt: skip
_NAMES = {"min": "max", "max": "min", "any": "all", "all": "any", "gcd": "lcm", "lcm": "gcd", "sum": "max"}
_OPPOSITES = dict(
    pair
    for one, other in (
        ("largest", "smallest"), ("greatest", "least"), ("at least", "at most"), ("first", "last"),
        ("before", "after"), ("even", "odd"), ("more", "fewer"), ("and", "or"), ("sum", "product"),
        ("greater", "less"), ("above", "below"), ("from", "to"), ("with", "without"), ("rows", "columns"),
        ("divided", "multiplied"), ("increasing", "decreasing"), ("left", "right"), ("all", "any"),
        ("exactly", "at least"), ("every", "some"), ("same", "other"), ("positive", "negative"),
    )
    for pair in ((one, other), (other, one))
)  # fmt: skip
_DROPPED = (
    "not",
    "no",
    "never",
    "distinct",
    "different",
    "positive",
    "both",
    "included",
    "only",
    "twice",
    "square",
    "half",
)
_WORD = re.compile(r"\b(" + "|".join(sorted(map(re.escape, _OPPOSITES), key=len, reverse=True)) + r")\b")
_DROP = re.compile(r"\b(" + "|".join(_DROPPED) + r") ")
_DRAWS = ("randint", "randrange", "random", "choice", "choices", "sample", "uniform", "shuffle", "gauss")


@dataclass(frozen=True)
class Mutant:
    """A changed module.

    Attributes:
        tree: the whole module, to be compiled.
        line: the line of the change.
        kind: ``code`` or ``words``.
        change: what was written and what stands there now.
    """

    tree: ast.Module
    line: int
    kind: str
    change: str


def mutants(source: str) -> Iterator[Mutant]:
    """Every mutant of a source, in the order of its lines."""
    tree = ast.parse(source)
    skipped = _not_touched(tree)
    for index, node in enumerate(ast.walk(tree)):
        if id(node) in skipped or not hasattr(node, "lineno"):
            continue
        for kind, change in _changes(node):
            twin = copy.deepcopy(tree)
            place = next(other for at, other in enumerate(ast.walk(twin)) if at == index)
            before = _shown(place)
            change(place)
            ast.fix_missing_locations(twin)
            yield Mutant(twin, node.lineno, kind, f"{before} -> {_shown(place)}")


def _shown(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 160 else text[:157] + "..."


def _not_touched(tree: ast.Module) -> set[int]:
    """The nodes of docstrings, annotations, errors, type aliases and arguments of draws."""
    found: set[int] = set()

    def leave(node: ast.AST | None) -> None:
        if node is not None:
            found.update(map(id, ast.walk(node)))

    for node in ast.walk(tree):
        if (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)) or isinstance(
            node, ast.Raise | ast.Import | ast.ImportFrom
        ):
            leave(node)
        elif isinstance(node, ast.FunctionDef):
            leave(node.returns)
            for argument in ast.walk(node.args):
                if isinstance(argument, ast.arg):
                    leave(argument.annotation)
        elif isinstance(node, ast.AnnAssign):
            leave(node.annotation)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _DRAWS:
            leave(node)
            for argument in node.args:  # but words that are chosen among are words
                for part in ast.walk(argument):
                    if isinstance(part, ast.JoinedStr) or (
                        isinstance(part, ast.Constant) and isinstance(part.value, str)
                    ):
                        found.difference_update(map(id, ast.walk(part)))
    return found


Change = tuple[str, Callable[[ast.AST], None]]


def _changes(node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.Compare) and type(node.ops[0]) in _COMPARED:
        yield "code", lambda n: n.ops.__setitem__(0, _COMPARED[type(n.ops[0])]())  # type: ignore[attr-defined]
    elif isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in _COMPUTED:
        yield "code", lambda n: setattr(n, "op", _COMPUTED[type(n.op)]())  # type: ignore[attr-defined]
    elif isinstance(node, ast.BoolOp):
        yield "code", lambda n: setattr(n, "op", ast.Or() if isinstance(n.op, ast.And) else ast.And())  # type: ignore[attr-defined]
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _NAMES:
        yield "code", lambda n: setattr(n.func, "id", _NAMES[n.func.id])  # type: ignore[attr-defined]
    elif isinstance(node, ast.If | ast.IfExp):
        yield "code", lambda n: setattr(n, "test", ast.UnaryOp(ast.Not(), n.test))  # type: ignore[attr-defined]
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        yield "code", lambda n: setattr(n, "op", ast.UAdd())
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield "code", lambda n: setattr(n, "value", n.value + 1)  # type: ignore[attr-defined]
    elif isinstance(node, ast.JoinedStr):
        slots = [i for i, part in enumerate(node.values) if isinstance(part, ast.FormattedValue)]
        for i, j in pairwise(slots):
            yield "words", _swapped_values(i, j)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value.strip():
        for text in _other_words(node.value):
            yield "words", lambda n, text=text: setattr(n, "value", text)  # type: ignore[misc]


def _swapped_values(i: int, j: int) -> Callable[[ast.AST], None]:
    def swap(node: ast.AST) -> None:
        assert isinstance(node, ast.JoinedStr)
        node.values[i], node.values[j] = node.values[j], node.values[i]

    return swap


def _other_words(text: str) -> Iterator[str]:
    """A text with two slots swapped, a word turned round or a word left out."""
    for match in _WORD.finditer(text):
        yield text[: match.start()] + _OPPOSITES[match[0]] + text[match.end() :]
    for match in _DROP.finditer(text):
        yield text[: match.start()] + text[match.end() :]
    try:
        slots = [name for _, name, _, _ in Formatter().parse(text) if name and name.isidentifier()]
    except ValueError:
        return
    for one, other in pairwise(slots):
        if one != other:
            turned = {one: other, other: one}
            pattern = re.compile(r"\{(" + "|".join(turned) + r")(?=[}:!])")
            yield pattern.sub(lambda match, turned=turned: "{" + turned[match[1]], text)  # type: ignore[misc]
