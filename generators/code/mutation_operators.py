"""The catalogue of mistakes: for each node of a syntax tree, the edits of the text that a programmer might make there.

`KINDS` names them with their subtlety: 1 shows on nearly every input, 3 hides in corner cases.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

from .instrument import FIELDS, LEAVES

KINDS: dict[str, int] = {
    "boundary comparison": 3,
    "turned comparison": 1,
    "other operator": 1,
    "constant off by one": 2,
    "wrong start value": 2,
    "range too long or short": 3,
    "slice off by one": 3,
    "wrong index": 2,
    "wrong end": 2,
    "and for or": 2,
    "lost not": 1,
    "negated condition": 1,
    "lost statement": 2,
    "lost case": 3,
    "lost update": 1,
    "wrong variable": 2,
    "swapped arguments": 2,
    "swapped values": 2,
    "other function": 2,
    "other method": 2,
    "lost call": 2,
    "lost copy": 3,
    "break for continue": 2,
    "else lost": 3,
    "returned too early": 1,
    "out of the loop": 2,
    "wrong truth value": 1,
    "lost option": 2,
    "lost part of a condition": 3,
}

_BOUNDARY = {ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">"}
_TURNED = {
    ast.Lt: ">",
    ast.LtE: ">=",
    ast.Gt: "<",
    ast.GtE: "<=",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Is: "is not",
    ast.IsNot: "is",
}
_OPERATORS = {
    ast.Add: ("-",),
    ast.Sub: ("+",),
    ast.Mult: ("+",),
    ast.FloorDiv: ("%", "*"),
    ast.Mod: ("//",),
    ast.LShift: (">>",),
    ast.RShift: ("<<",),
    ast.BitAnd: ("|",),
    ast.BitOr: ("&",),
    ast.BitXor: ("|",),
    ast.Pow: ("*",),
}
FUNCTIONS = {
    "min": "max",
    "max": "min",
    "any": "all",
    "all": "any",
    "bisect_left": "bisect_right",
    "bisect_right": "bisect_left",
    "sum": "max",
    "ceil": "floor",
    "floor": "ceil",
}
_METHODS = {
    "append": "appendleft",
    "appendleft": "append",
    "popleft": "pop",
    "startswith": "endswith",
    "endswith": "startswith",
    "upper": "lower",
    "lower": "upper",
    "lstrip": "rstrip",
    "rstrip": "lstrip",
    "ljust": "rjust",
    "rjust": "ljust",
    "find": "rfind",
    "bisect_left": "bisect_right",
    "bisect_right": "bisect_left",
    "keys": "values",
    "values": "keys",
    "isdigit": "isalpha",
    "isalpha": "isdigit",
    "add": "discard",
    "union": "intersection",
    "intersection": "union",
}
_LOSABLE = frozenset({"abs", "sorted", "reversed", "len"})
_COPIES = frozenset({"list", "dict", "set", "copy", "deepcopy"})


class Edit(NamedTuple):
    """Replace the bytes from `start` to `end` of a text by `text`."""

    start: int
    end: int
    text: str
    kind: str

    @property
    def subtlety(self) -> int:
        """How well the mistake hides."""
        return KINDS[self.kind]


class MutationOperators(ast.NodeVisitor):
    """Collects the edits of one text in `edits`."""

    def __init__(self, source: str) -> None:
        self.data = source.encode()
        self.edits: list[Edit] = []
        self._starts = [0]
        for line in self.data.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))
        self._names: list[list[str]] = []

    def visit(self, node: ast.AST) -> None:
        """As `ast.NodeVisitor` does, but looks a method up once for each class of nodes."""
        _VISITORS[node.__class__](self, node)

    def generic_visit(self, node: ast.AST) -> None:
        """Visit the nodes in this one."""
        for field in FIELDS[node.__class__]:
            child = getattr(node, field, None)
            if child.__class__ is list:
                for item in child:
                    if isinstance(item, ast.AST):
                        self.visit(item)
            elif isinstance(child, ast.AST):
                self.visit(child)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Note the names of the function's scope."""
        names = [argument.arg for argument in node.args.args]
        names.extend(part.id for part in names_in(node) if isinstance(part.ctx, ast.Store))
        self._names.append([name for name in dict.fromkeys(names) if name != "_"])
        self._block(node.body)
        self._names.pop()

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Leave these alone: versions of Python differ in the places of what is inside."""

    def visit_For(self, node: ast.For) -> None:
        """Mistakes of a loop over items."""
        self._block(node.body, loop=True)
        self.visit(node.iter)
        self._block(node.orelse)

    def visit_While(self, node: ast.While) -> None:
        """Mistakes of a loop with a condition."""
        self._negate(node.test)
        self.visit(node.test)
        self._block(node.body, loop=True)
        self._block(node.orelse)

    def visit_If(self, node: ast.If) -> None:
        """A condition that is negated, an ``elif`` that becomes ``if``."""
        self._negate(node.test)
        self.visit(node.test)
        start, _ = self._span(node)
        if self.data[start : start + 4] == b"elif":
            self._replace((start, start + 4), "if", "else lost")
        self._block(node.body)
        self._block(node.orelse)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        """A condition that is negated."""
        self._negate(node.test)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        """Mistakes of a comprehension's source and conditions."""
        for test in node.ifs:
            self._negate(test)
        self.visit(node.iter)
        for test in node.ifs:
            self.visit(test)

    def visit_Compare(self, node: ast.Compare) -> None:
        """Another comparison."""
        parts = [node.left, *node.comparators]
        for left, operator, right in zip(parts, node.ops, parts[1:], strict=False):
            for table, kind in ((_BOUNDARY, "boundary comparison"), (_TURNED, "turned comparison")):
                if type(operator) in table:
                    pattern = rb"<=|>=|==|!=|<|>|not\s+in|is\s+not|in\b|is\b"
                    self._operator(left, right, pattern, table[type(operator)], kind)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        """Another operator."""
        for sign in _OPERATORS.get(type(node.op), ()):
            self._operator(node.left, node.right, rb"//|\*\*|<<|>>|[-+*/%&|^]", sign, "other operator")
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        """The other connective, or a part that is forgotten."""
        other = "or" if isinstance(node.op, ast.And) else "and"
        for left, right in pairwise(node.values):
            self._operator(left, right, rb"and\b|or\b", other, "and for or")
        start, end = self._span(node)
        if self.data[start:end].count(b"(") == self.data[start:end].count(b")"):
            for value in (node.values[0], node.values[-1]):
                rest = [part for part in node.values if part is not value]
                span = (self._span(rest[0])[0], self._span(rest[-1])[1])
                self._replace((start, end), self._text(span), "lost part of a condition")
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        """A ``not`` that is forgotten."""
        if isinstance(node.op, ast.Not):
            start, _ = self._span(node)
            operand, _ = self._span(node.operand)
            gap = self.data[start:operand]
            if gap.strip() == b"not":
                self._replace((start, operand), "", "lost not")
        if not isinstance(node.operand, ast.Constant):
            self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        """A number off by one, the other truth value."""
        if isinstance(node.value, bool):
            self._replace(self._span(node), str(not node.value), "wrong truth value")
        elif isinstance(node.value, int):
            for value in (node.value + 1, node.value - 1):
                if value >= 0:
                    self._replace(self._span(node), str(value), "constant off by one")

    def visit_Name(self, node: ast.Name) -> None:
        """Another variable of the scope."""
        if isinstance(node.ctx, ast.Load) and self._names and node.id in self._names[-1]:
            span = self._span(node)
            for name in self._names[-1]:
                if name != node.id:
                    self._replace(span, name, "wrong variable")

    def visit_Subscript(self, node: ast.Subscript) -> None:
        """A neighbour, or the other end."""
        index = node.slice
        text = self._text(self._span(index))
        if isinstance(index, ast.Slice):
            self._slice(node, index)
        elif text in ("0", "-1"):
            self._replace(self._span(index), "-1" if text == "0" else "0", "wrong end")
        elif _additive(index) and isinstance(index, (ast.Name, ast.BinOp, ast.Call)):
            for sign in ("+", "-"):
                self._replace(self._span(index), f"{text} {sign} 1", "wrong index")
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        """Mistakes of a call of a function or method."""
        function = node.func
        if isinstance(function, ast.Name):
            self._function(node, function)
            for argument in node.args:
                self.visit(argument)
        else:
            if isinstance(function, ast.Attribute):
                self._method(node, function)
            self.generic_visit(node)
            return
        for keyword in node.keywords:
            self.visit(keyword.value)

    def visit_Tuple(self, node: ast.Tuple) -> None:
        """Two values in the wrong order."""
        if isinstance(node.ctx, ast.Load) and len(node.elts) == 2:
            self._swap(node.elts[0], node.elts[1], "swapped values")
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        """A wrong start value."""
        value = node.value
        if isinstance(value, ast.Constant) and type(value.value) is int:
            for other in (value.value + 1, value.value - 1):
                self._replace(self._span(value), str(other), "wrong start value")
            return
        self.visit(value)
        for target in node.targets:
            self.visit(target)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        """Another operator, or the old value forgotten."""
        for sign in _OPERATORS.get(type(node.op), ()):
            self._operator(
                node.target, node.value, rb"(?://|\*\*|<<|>>|[-+*/%&|^])=", f"{sign}=", "other operator"
            )
        self._operator(node.target, node.value, rb"(?://|\*\*|<<|>>|[-+*/%&|^])=", "=", "lost update")
        self.generic_visit(node)

    def visit_Break(self, node: ast.Break) -> None:
        """A turn skipped for a loop left."""
        self._replace(self._span(node), "continue", "break for continue")

    def visit_Continue(self, node: ast.Continue) -> None:
        """A loop left for a turn skipped."""
        self._replace(self._span(node), "break", "break for continue")

    def _block(self, body: list[ast.stmt], loop: bool = False) -> None:
        for place, node in enumerate(body):
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                continue  # a docstring
            self._statement(node, alone=len(body) == 1)
            if (
                place
                and isinstance(body[place - 1], (ast.For, ast.While))
                and not isinstance(node, ast.FunctionDef)
            ):
                early = isinstance(node, ast.Return)
                self._indent(node, "returned too early" if early else "out of the loop", deeper=True)
            if (
                loop
                and 0 < place == len(body) - 1
                and not isinstance(node, (ast.Break, ast.Continue, ast.Return))
            ):
                self._indent(node, "out of the loop", deeper=False)
            self.visit(node)

    def _statement(self, node: ast.stmt, alone: bool) -> None:
        """Lose a whole statement."""
        case = isinstance(node, ast.If) and not node.orelse
        simple = isinstance(node, (ast.AugAssign, ast.Assign, ast.Continue, ast.Break)) or (
            isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
        )
        start, end = self._span(node)
        if not (case or simple) or self.data[start : start + 4] == b"elif":
            return
        kind = "lost case" if case else "lost statement"
        first, last = self._lines(start, end)
        if alone or self.data[first:start].strip() or self.data[end:last].strip():
            self._replace((start, end), "pass", kind)
        else:
            self._replace((first, last), "", kind)

    def _indent(self, node: ast.stmt, kind: str, deeper: bool) -> None:
        start, end = self._span(node)
        first, last = self._lines(start, end)
        if self.data[first:start].strip():
            return
        lines = self.data[first:last].decode().splitlines(keepends=True)
        if deeper:
            self._replace((first, last), "".join("    " + line for line in lines), kind)
        elif all(line.startswith("        ") for line in lines):
            self._replace((first, last), "".join(line[4:] for line in lines), kind)

    def _negate(self, test: ast.expr) -> None:
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            return
        text = self._text(self._span(test))
        simple = isinstance(test, (ast.Name, ast.Call, ast.Subscript, ast.Attribute))
        if not (isinstance(test, ast.Compare) and len(test.ops) == 1):  # a turned comparison is the same
            self._replace(self._span(test), f"not {text}" if simple else f"not ({text})", "negated condition")

    def _slice(self, node: ast.Subscript, index: ast.Slice) -> None:
        for part in (index.lower, index.upper):
            if part is not None and _additive(part) and not isinstance(part, ast.Constant):
                for sign in ("+", "-"):
                    self._replace(
                        self._span(part), f"{self._text(self._span(part))} {sign} 1", "slice off by one"
                    )
        if index.lower is None and index.upper is None and index.step is None:
            self._replace(self._span(node), self._text(self._span(node.value)), "lost copy")
        elif index.lower is None and index.step is None:
            start, _ = self._span(index)
            self._replace((start, start), "1", "slice off by one")
        elif index.upper is None and index.step is None:
            _, end = self._span(index)
            self._replace((end, end), "-1", "slice off by one")

    def _function(self, node: ast.Call, function: ast.Name) -> None:
        name, args = function.id, node.args
        if name == "range":
            for place, part in enumerate(args[:2]):
                text, last = self._text(self._span(part)), place == min(len(args), 2) - 1
                if _additive(part) and not (isinstance(part, ast.Constant) and not last):
                    for sign in ("+", "-"):
                        self._replace(self._span(part), f"{text} {sign} 1", "range too long or short")
            if len(args) == 1:
                start, _ = self._span(args[0])
                self._replace((start, start), "1, ", "range too long or short")
        if name in FUNCTIONS:
            self._replace(self._span(function), FUNCTIONS[name], "other function")
        if len(args) == 1 and not isinstance(args[0], (ast.GeneratorExp, ast.Starred)):
            inner = self._text(self._span(args[0]))
            if name in _COPIES:
                self._replace(self._span(node), inner, "lost copy")
            elif name == "len":
                self._replace(self._span(node), f"len({inner}) - 1", "constant off by one")
            elif name in _LOSABLE:
                self._replace(self._span(node), inner, "lost call")
        for keyword in node.keywords:
            if keyword.arg in ("reverse", "key") and args:
                _, start = self._span(args[-1])
                if len(node.keywords) == 1:
                    self._replace((start, self._span(keyword)[1]), "", "lost option")
        if name not in ("min", "max", "range", "isinstance"):
            for left, right in pairwise(args):
                self._swap(left, right, "swapped arguments")

    def _method(self, node: ast.Call, function: ast.Attribute) -> None:
        start = self._span(function.value)[1]
        _, end = self._span(function)
        name = function.attr
        if name in _METHODS and (name != "append" or b"deque" in self.data):
            self._replace((end - len(name), end), _METHODS[name], "other method")
        if name == "pop" and not node.args:
            self._replace((end, self._span(node)[1]), "(0)", "other method")
        if name == "copy" and not node.args:
            self._replace((start, self._span(node)[1]), "", "lost copy")
        if name in ("strip", "lower", "upper"):
            self._replace((start, self._span(node)[1]), "", "lost call")
        if len(node.args) == 2:
            self._swap(node.args[0], node.args[1], "swapped arguments")

    def _swap(self, left: ast.expr, right: ast.expr, kind: str) -> None:
        (start, middle), (after, end) = self._span(left), self._span(right)
        if isinstance(left, ast.Starred) or isinstance(right, ast.Starred):
            return
        gap = self._text((middle, after))
        if gap.strip() == ",":
            self._replace((start, end), self._text((after, end)) + gap + self._text((start, middle)), kind)

    def _operator(self, left: ast.expr, right: ast.expr, pattern: bytes, text: str, kind: str) -> None:
        """Replace the operator between two operands."""
        start, end = self._span(left)[1], self._span(right)[0]
        match = re.search(rb"(?<![A-Za-z_])(?:" + pattern + rb")", self.data[start:end])
        if match is not None:
            self._replace((start + match.start(), start + match.end()), text, kind)

    def _replace(self, span: tuple[int, int], text: str, kind: str) -> None:
        self.edits.append(Edit(*span, text, kind))

    def _span(self, node: ast.expr | ast.stmt | ast.keyword) -> tuple[int, int]:
        """The first byte of a node and the one behind its last."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = self._starts[node.lineno - 1] + node.col_offset
        return start, self._starts[node.end_lineno - 1] + node.end_col_offset

    def _lines(self, start: int, end: int) -> tuple[int, int]:
        """The whole lines that a stretch of text touches, with the newline at their end."""
        first = self.data.rfind(b"\n", 0, start) + 1
        last = self.data.find(b"\n", end)
        return first, last + 1 if last >= 0 else len(self.data)

    def _text(self, span: tuple[int, int]) -> str:
        return self.data[span[0] : span[1]].decode()


_Visitor = Callable[[MutationOperators, ast.AST], None]


class _Visitors(dict[type[ast.AST], _Visitor]):
    def __missing__(self, kind: type[ast.AST]) -> _Visitor:
        name = f"visit_{kind.__name__}"
        self[kind] = getattr(MutationOperators, name, MutationOperators.generic_visit)
        return self[kind]


_VISITORS = _Visitors()


def names_in(node: ast.AST) -> list[ast.Name]:
    """The names in a node in the order of `ast.walk`: those farther in come later."""
    found: list[ast.Name] = []
    todo = [node]
    for part in todo:
        for field in FIELDS[part.__class__]:
            child = getattr(part, field, None)
            for item in child if child.__class__ is list else (child,):
                if item.__class__ is ast.Name:
                    found.append(item)
                elif item.__class__ not in LEAVES and isinstance(item, ast.AST):
                    todo.append(item)
    return found


def _additive(node: ast.expr) -> bool:
    """Whether ``+ 1`` may be written behind an expression without parentheses."""
    tight = (ast.Name, ast.Constant, ast.Call, ast.Attribute, ast.Subscript)
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod))
    return isinstance(node, tight)
