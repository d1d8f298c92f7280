"""Put counters and size checks into a program's syntax tree, so that its cost can be bounded without a clock.

The names that the tree calls (``__tick__``, ``__add__``, ...) are given to the program by `execute`. What a program
computes is not changed.
"""

from __future__ import annotations

import ast
from typing import Any

GUARDED = {ast.Add: "add", ast.Mult: "mul", ast.Pow: "pow", ast.LShift: "lshift"}
METHODS = frozenset({"extend", "join", "ljust", "rjust", "center", "zfill", "replace", "insert"})
"""Methods that can make a long value of short ones."""
_PLACE: dict[str, Any] = {"lineno": 1, "col_offset": 0, "end_lineno": 1, "end_col_offset": 0}
"""Where the nodes are that are put in: the compiler wants to know, and nobody reads it."""


_LEAVES = (ast.Name, ast.Constant, ast.expr_context, ast.operator, ast.unaryop, ast.cmpop, ast.boolop)


def instrument(tree: ast.Module) -> ast.Module:
    """The same program with counters; `tree` itself is changed.

    Raises:
        ValueError: for asynchronous programs, which nothing here makes.
    """
    changed = _Counters().visit(tree)
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

    def generic_visit(self, node: ast.AST) -> ast.AST:
        for field in node._fields:
            child = getattr(node, field, None)
            if isinstance(child, list):
                child[:] = self._each(child)
            elif isinstance(child, ast.AST) and not isinstance(child, _LEAVES):
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
            made = node if isinstance(node, _LEAVES) or not isinstance(node, ast.AST) else self.visit(node)
            listed.extend(made if isinstance(made, list) else [made])
        return listed

    def _kept(self, node: ast.expr, before: list[ast.stmt]) -> str:
        self.temporaries += 1
        name = f"__kept_{self.temporaries}__"
        before.append(ast.Assign([_name(name, ast.Store())], self.visit(node), **_PLACE))
        return name


def _as_value(index: ast.expr) -> ast.expr:
    """An index as an expression: ``i:j`` is ``slice(i, j)``."""
    if not isinstance(index, ast.Slice):
        return index
    return _call(
        "slice", *(part or ast.Constant(None, **_PLACE) for part in (index.lower, index.upper, index.step))
    )
