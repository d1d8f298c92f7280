"""One-place mutants of a module: wrong comparisons, arithmetic and words, as a slip of its author would make them.

A mutant is a syntax tree, ready to be compiled, and a line that says what was changed. What only draws other values
(arguments of ``rng.randint`` and its like, bounds of what is drawn again) is left alone: other draws are other tasks,
and right ones. So are factors and summands of worked solutions that change places.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
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
_MEASURES = ("guess_rate", "difficulty")
"""What a draft tells about itself: another measure makes no other task, but for the draws that bounds refuse."""
_LIMITS = ("Whole", "Real", "Flag", "OneOf", "Words", "Signs", "Texts")
WIDTH = 100
"""Characters around a change that are shown."""


@dataclass(frozen=True)
class Mutant:
    """A module with one change.

    Attributes:
        source: the module as it is.
        place: the number of the changed node, in the order of `ast.walk`.
        turn: which of the changes of that node.
        line: the line of the change.
        kind: ``code`` or ``words``.
    """

    source: str = field(repr=False)
    place: int
    turn: int
    line: int
    kind: str

    def tree(self) -> ast.Module:
        """The whole changed module, to be compiled."""
        return self._made()[0]

    @property
    def change(self) -> str:
        """The function, what was written there and what stands there now: ``_sum: a + b -> a - b``."""
        return self._made()[1]

    def _made(self) -> tuple[ast.Module, str]:
        tree = ast.parse(self.source)
        owners = _owners(tree)
        node = next(other for at, other in enumerate(ast.walk(tree)) if at == self.place)
        statement, function = owners[id(node)]
        _, change = list(_changes(node))[self.turn]
        before = _head(statement)
        change(node)
        ast.fix_missing_locations(tree)
        return tree, (f"{function}: " if function else "") + _difference(before, _head(statement))


def mutants(source: str) -> Iterator[Mutant]:
    """Every mutant of a source, in the order of its lines."""
    tree = ast.parse(source)
    skipped, rejections = _not_touched(tree), _inside_rejections(tree)
    for place, node in enumerate(ast.walk(tree)):
        if id(node) in skipped or id(node) in rejections or not hasattr(node, "lineno"):
            continue
        if (
            isinstance(node, ast.If | ast.IfExp)
            and _turns_itself(node.test)
            and id(node.test) not in rejections
        ):
            continue  # the comparison's own mutant is the same
        for turn, (kind, _) in enumerate(_changes(node)):
            yield Mutant(source, place, turn, node.lineno, kind)


def _turns_itself(test: ast.expr) -> bool:
    return isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.Eq | ast.NotEq | ast.In | ast.NotIn)


def _owners(tree: ast.Module) -> dict[int, tuple[ast.AST, str]]:
    """The innermost statement and the function of each node."""
    found: dict[int, tuple[ast.AST, str]] = {}

    def visit(node: ast.AST, statement: ast.AST, function: str) -> None:
        if isinstance(node, ast.stmt):
            statement = node
        found[id(node)] = statement, function
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            function = node.name
        for child in ast.iter_child_nodes(node):
            visit(child, statement, function)

    visit(tree, tree, "")
    return found


def _head(statement: ast.AST) -> str:
    """A statement on one line; of an ``if`` or a loop what stands before the colon."""
    text = ast.unparse(statement)
    if isinstance(statement, ast.If | ast.For | ast.While | ast.With | ast.FunctionDef | ast.ClassDef):
        text = text.partition("\n")[0]
    return " ".join(text.split())


def _difference(before: str, after: str) -> str:
    """Two texts, cut to what is around the places where they differ."""
    if before == after:  # a default value, say, of a function whose head spans lines
        return before[:WIDTH]
    start = next((i for i, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), len(before))
    left = max(start - WIDTH // 2, 0)
    same_end = next(
        (i for i, (a, b) in enumerate(zip(reversed(before), reversed(after), strict=False)) if a != b),
        0,
    )
    shown = []
    for text in (before, after):
        right = min(max(len(text) - same_end, start) + WIDTH // 2, len(text))
        shown.append(("..." if left else "") + text[left:right] + ("..." if right < len(text) else ""))
    return " -> ".join(shown)


def _not_touched(tree: ast.Module) -> set[int]:
    """The nodes of docstrings, annotations, errors, type aliases, limits, measures and arguments of draws."""
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
        elif (
            (isinstance(node, ast.keyword) and node.arg in _MEASURES)
            or (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _LIMITS)
            or (isinstance(node, ast.Compare) and _draws(node))  # how often something is drawn
        ):
            leave(node)
        elif isinstance(node, ast.If | ast.IfExp) and isinstance(node.test, ast.Compare) and _draws(node.test):
            found.add(id(node))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _DRAWS:
            leave(node)
            for argument in node.args:  # but words that are chosen among are words
                for part in ast.walk(argument):
                    if isinstance(part, ast.JoinedStr) or (
                        isinstance(part, ast.Constant) and isinstance(part.value, str)
                    ):
                        found.difference_update(map(id, ast.walk(part)))
    return found


def _inside_rejections(tree: ast.Module) -> set[int]:
    """What is inside of the conditions of ``if ...: return None`` and ``if ...: continue`` in makers.

    A maker that gives up is called again: a bound that is one higher makes other tasks, and right ones. The condition
    as a whole may be turned round.
    """
    found: set[int] = set()
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef) and "rng" in {arg.arg for arg in function.args.args}:
            for node in ast.walk(function):
                if (
                    isinstance(node, ast.If)
                    and not node.orelse
                    and len(node.body) == 1
                    and _gives_up(node.body[0])
                ):
                    found.update(map(id, ast.walk(node.test)))
    return found


def _draws(node: ast.AST) -> bool:
    """Whether a value is drawn somewhere in an expression."""
    return any(
        isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute) and part.func.attr in _DRAWS
        for part in ast.walk(node)
    )


def _gives_up(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Return):
        return statement.value is None or (
            isinstance(statement.value, ast.Constant) and statement.value.value is None
        )
    return isinstance(statement, ast.Continue)


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
            same = ast.dump(node.values[i]) == ast.dump(node.values[j])
            if not same and not _commute(node.values[:i], node.values[i + 1 : j], node.values[j + 1 :]):
                yield "words", _swapped_values(i, j)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value.strip():
        for text in _other_words(node.value):
            yield "words", lambda n, text=text: setattr(n, "value", text)  # type: ignore[misc]


_SUM_OR_PRODUCT = re.compile(r"\)?(\^2)? ?[*+] ?\(?")


def _commute(before: list[ast.expr], between: list[ast.expr], after: list[ast.expr]) -> bool:
    """Whether two values may change places because they are two factors, two summands or two that are taken away."""
    joined, last, following = (
        "".join(str(part.value) for part in parts if isinstance(part, ast.Constant))
        for parts in (between, before[-1:], after[:1])
    )
    if match := _SUM_OR_PRODUCT.fullmatch(joined):
        return match[1] is None or following.removeprefix(")").startswith("^2")
    return joined == " - " and last.endswith(" - ")


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
