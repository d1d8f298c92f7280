"""Put counters and size checks into a program's syntax tree, so that its cost can be bounded without a clock.

The names that the tree calls (``__tick__``, ``__add__``, ...) are given to the program by `execute`. What a program
computes is not changed. A tree may have switches: places where one of several statements or expressions stands, as
a name of the program says.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from typing import Any

GUARDED = {ast.Add: "add", ast.Mult: "mul", ast.Pow: "pow", ast.LShift: "lshift"}
METHODS = frozenset({"extend", "join", "ljust", "rjust", "center", "zfill", "replace", "insert"})
"""Methods that can make a long value of short ones."""
_PLACE: dict[str, Any] = {"lineno": 1, "col_offset": 0, "end_lineno": 1, "end_col_offset": 0}
"""Where the nodes are that are put in: the compiler wants to know, and nobody reads it."""


_LEAVES = (ast.Name, ast.Constant, ast.expr_context, ast.operator, ast.unaryop, ast.cmpop, ast.boolop)
LEAVES = frozenset(kind for kind in vars(ast).values() if isinstance(kind, type) and issubclass(kind, _LEAVES))
"""Classes of nodes that hold no others but contexts."""
_NO_NODES = frozenset({"ctx", "op", "ops", "id", "attr", "arg", "name", "kind", "type_comment"})
"""Fields in which no node is that holds others."""


class _Fields(dict[type[ast.AST], tuple[str, ...]]):
    def __missing__(self, kind: type[ast.AST]) -> tuple[str, ...]:
        self[kind] = tuple(field for field in kind._fields if field not in _NO_NODES)
        return self[kind]


FIELDS = _Fields()
"""The fields of each class of nodes in which nodes may be that hold others, in their order."""


class Switch(ast.AST):
    """Statements in the place of others; `options` are names with what stands there if the name is true."""

    _fields = ()

    def __init__(self, options: list[tuple[str, list[ast.stmt]]], otherwise: list[ast.stmt]) -> None:
        super().__init__()
        self.options = options
        self.otherwise = otherwise


class SwitchedExpression(ast.AST):
    """An expression in the place of another; see `Switch`."""

    _fields = ()

    def __init__(self, options: list[tuple[str, ast.expr]], otherwise: ast.expr) -> None:
        super().__init__()
        self.options = options
        self.otherwise = otherwise


def instrument(tree: ast.Module, source: str | None = None, *, deep: bool = True) -> ast.Module:
    """The same program with counters; `tree` itself is changed.

    Args:
        tree: the program.
        source: its text, before it was given switches. Then the turns of loops are counted by an iterator ``__ticks__``
            and a function ``__counted__``, which is `itertools.compress`, and small sums are not looked at. Without a
            text, ``__tick__`` is called in every turn.
        deep: whether the depth of recursion is counted, too, where there may be some.

    Raises:
        ValueError: for asynchronous programs, which nothing here makes.
    """
    counters = _Counters() if source is None else _QuickCounters(deep and _recursive(tree, source))
    changed = counters.visit(tree)
    assert isinstance(changed, ast.Module)
    return changed


def _name(name: str, context: ast.expr_context | None = None) -> ast.Name:
    return ast.Name(name, context or ast.Load(), **_PLACE)


def _call(name: str, *args: ast.expr) -> ast.Call:
    return ast.Call(_name(name), list(args), [], **_PLACE)


def _run(name: str) -> ast.Expr:
    return ast.Expr(_call(name), **_PLACE)


class _Counters(ast.NodeTransformer):
    """A transformer that does not look into leaves; most nodes are leaves, and mutants are many."""

    def __init__(self) -> None:
        self.temporaries = 0
        self.visitors: dict[type, Callable[[Any], Any]] = {}

    def visit(self, node: ast.AST) -> Any:
        """As `ast.NodeVisitor` does, but looks a method up once."""
        kind = node.__class__
        if kind not in self.visitors:
            self.visitors[kind] = getattr(self, f"visit_{kind.__name__}", self.generic_visit)
        return self.visitors[kind](node)

    def generic_visit(self, node: ast.AST) -> ast.AST:
        for field in FIELDS[node.__class__]:
            child = getattr(node, field, None)
            kind = child.__class__
            if kind is list:
                if child:
                    child[:] = self._each(child)
            elif kind not in LEAVES and isinstance(child, ast.AST):
                setattr(node, field, self.visit(child))
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.generic_visit(node)
        leave: list[ast.stmt] = [_run("__leave__")]
        node.body = [_run("__enter__"), ast.Try(node.body, [], [], leave, **_PLACE)]
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        self.generic_visit(node)
        node.body = ast.BoolOp(ast.Or(), [_call("__tick__"), node.body], **_PLACE)
        return node

    def visit_For(self, node: ast.For) -> ast.AST:
        node.iter = self._iterated(node.iter)
        node.target = self.visit(node.target)
        node.body = [_run("__tick__"), *self._each(node.body)]
        node.orelse = self._each(node.orelse)
        return node

    def visit_While(self, node: ast.While) -> ast.AST:
        self.generic_visit(node)
        node.body.insert(0, _run("__tick__"))
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        if node.is_async:
            raise ValueError("asynchronous programs are not run")
        node.iter = self._iterated(node.iter)
        node.ifs = [
            ast.UnaryOp(ast.Not(), _call("__tick__"), **_PLACE),
            *(self.visit(test) for test in node.ifs),
        ]
        return node

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        raise ValueError("asynchronous programs are not run")

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        name = GUARDED.get(type(node.op))
        return _call(f"__{name}__", node.left, node.right) if name else node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST | list[ast.stmt]:
        """Make ``a[i] += x`` three assignments, evaluating each part once and in the same order as Python does."""
        name = GUARDED.get(type(node.op))
        target = node.target
        value = self.visit(node.value)
        if name is None:
            node.target, node.value = self.visit(target), value
            return node
        before: list[ast.stmt] = []
        loaded: ast.expr
        stored: ast.expr
        if isinstance(target, ast.Name):
            loaded, stored = _name(target.id), target
        elif isinstance(target, ast.Subscript):
            owner, index = self._kept(target.value, before), self._kept(_as_value(target.slice), before)
            loaded = ast.Subscript(_name(owner), _name(index), ast.Load(), **_PLACE)
            stored = ast.Subscript(_name(owner), _name(index), ast.Store(), **_PLACE)
        else:
            owner = self._kept(target.value, before)
            loaded = ast.Attribute(_name(owner), target.attr, ast.Load(), **_PLACE)
            stored = ast.Attribute(_name(owner), target.attr, ast.Store(), **_PLACE)
        return [*before, ast.Assign([stored], _call(f"__i{name}__", loaded, value), **_PLACE)]

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "range":
            node.func = _name("__range__")
        elif isinstance(node.func, ast.Attribute) and node.func.attr in METHODS:
            named = ast.Constant(node.func.attr, **_PLACE)
            arguments = [node.func.value, named, *node.args]
            return ast.Call(_name("__method__"), arguments, node.keywords, **_PLACE)
        return node

    def _iterated(self, node: ast.expr) -> ast.expr:
        """What a loop goes over: a plain ``range`` may be as long as it likes, for the loop counts its turns."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range":
            node.args = [self.visit(argument) for argument in node.args]
            return node
        visited = self.visit(node)
        assert isinstance(visited, ast.expr)
        return visited

    def _each(self, nodes: list[Any]) -> list[Any]:
        """The nodes of a list after their visits; a statement may become several."""
        listed: list[Any] = []
        for node in nodes:
            if node.__class__ in LEAVES or not isinstance(node, ast.AST):
                listed.append(node)
                continue
            made = self.visit(node)
            if made.__class__ is list:
                listed += made
            else:
                listed.append(made)
        return listed

    def _kept(self, node: ast.expr, before: list[ast.stmt]) -> str:
        self.temporaries += 1
        name = f"__kept_{self.temporaries}__"
        before.append(ast.Assign([_name(name, ast.Store())], self.visit(node), **_PLACE))
        return name


class _QuickCounters(_Counters):
    """Counters that take less time, and switches."""

    def __init__(self, recursive: bool) -> None:
        super().__init__()
        self.recursive = recursive

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        self.generic_visit(node)
        node.body = ast.BoolOp(ast.And(), [_call("__tick__"), node.body], **_PLACE)
        return node

    def visit_For(self, node: ast.For) -> ast.AST:
        node.iter = _call("__counted__", self._iterated(node.iter), _name("__ticks__"))
        node.target = self.visit(node.target)
        node.body = self._each(node.body)
        node.orelse = self._each(node.orelse)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        if node.is_async:
            raise ValueError("asynchronous programs are not run")
        node.iter = _call("__counted__", self._iterated(node.iter), _name("__ticks__"))
        node.ifs = [self.visit(test) for test in node.ifs]
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        if self.recursive:
            return super().visit_FunctionDef(node)
        self.generic_visit(node)
        node.body.insert(0, _run("__tick__"))
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        if isinstance(node.op, ast.Add) and (_short(node.left) or _short(node.right)):
            return self.generic_visit(node)
        if isinstance(node.op, ast.Mod):
            node.left, node.right = self._bare(node.left), self.visit(node.right)
            return node
        return super().visit_BinOp(node)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        node.left = self._bare(node.left)
        node.comparators = [self._bare(part) for part in node.comparators]
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        node.value = self.visit(node.value)
        if isinstance(node.slice, ast.Slice):
            for field in ("lower", "upper", "step"):
                part = getattr(node.slice, field)
                setattr(node.slice, field, part and self._bare(part))
        else:
            node.slice = self._bare(node.slice)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST | list[ast.stmt]:
        if isinstance(node.op, ast.Add) and _short(node.value):
            node.target = self.visit(node.target)
            return node
        return super().visit_AugAssign(node)

    def visit_Switch(self, node: Switch) -> ast.AST:
        (name, body), *others = node.options
        rest: list[ast.stmt] = self._each([Switch(others, node.otherwise)] if others else node.otherwise)
        return ast.If(_name(name), self._each(body), rest, **_PLACE)

    def visit_SwitchedExpression(self, node: SwitchedExpression) -> ast.expr:
        return self._switched(node, self.visit)

    def _switched(self, node: SwitchedExpression, visit: Callable[[ast.expr], ast.expr]) -> ast.expr:
        made = visit(node.otherwise)
        for name, option in reversed(node.options):
            made = ast.IfExp(_name(name), visit(option), made, **_PLACE)
        return made

    def _iterated(self, node: ast.expr) -> ast.expr:
        if isinstance(node, SwitchedExpression):
            return self._switched(node, super()._iterated)
        return super()._iterated(node)

    def _bare(self, node: ast.expr) -> ast.expr:
        """Leave a sum alone that is only looked at: it is at most twice as large as what was let through before."""
        plain = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add)
        made = self.generic_visit(node) if plain else self.visit(node)
        assert isinstance(made, ast.expr)
        return made


def _recursive(tree: ast.Module, source: str) -> bool:
    """Whether a function may call itself, by way of others too, as far as names tell.

    It cannot if each one is mentioned only behind its end: then all calls go to functions that end earlier.
    """
    ends: dict[str, int] = {}
    double = _ends(tree.body, ends)
    if double or "class " in source:
        return True
    if all(source.count(name) == 1 for name in ends):
        return False  # where it is defined
    mentioned = re.compile(rf"(?<!\bdef )\b({'|'.join(ends) or '-'})\b")
    return any(
        any(ends[name] >= number for name in mentioned.findall(line))
        for number, line in enumerate(source.split("\n"), 1)
    )


def _ends(block: list[ast.stmt], ends: dict[str, int]) -> bool:
    """Note the last lines of functions; whether two have the same name."""
    double = False
    for node in block:
        if isinstance(node, ast.FunctionDef):
            double |= node.name in ends
            ends[node.name] = node.end_lineno or 0
        for name in ("body", "orelse", "finalbody"):
            double |= _ends(getattr(node, name, []), ends)
        for handler in getattr(node, "handlers", ()):
            double |= _ends(handler.body, ends)
    return double


def _short(node: ast.expr) -> bool:
    """Whether adding a constant makes hardly more: so many sums as the fuel allows stay small."""
    return isinstance(node, ast.Constant) and (
        (type(node.value) is int and abs(node.value) < 1000)
        or (type(node.value) is str and len(node.value) < 10)
    )


def _as_value(index: ast.expr) -> ast.expr:
    """An index as an expression: ``i:j`` is ``slice(i, j)``."""
    if not isinstance(index, ast.Slice):
        return index
    return _call(
        "slice", *(part or ast.Constant(None, **_PLACE) for part in (index.lower, index.upper, index.step))
    )
