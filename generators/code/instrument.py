"""Put counters and size checks into a program's syntax tree, so that its cost can be bounded without a clock.

The names that the tree calls (``__tick__``, ``__add__``, ...) are given to the program by `execute`. What a program
computes is not changed.
"""

from __future__ import annotations

import ast

GUARDED = {ast.Add: "add", ast.Mult: "mul", ast.Pow: "pow", ast.LShift: "lshift"}
METHODS = frozenset({"extend", "join", "ljust", "rjust", "center", "zfill", "replace", "insert"})
"""Methods that can make a long value of short ones."""


def instrument(tree: ast.Module) -> ast.Module:
    """The same program with counters; `tree` itself is changed.

    Raises:
        ValueError: for asynchronous programs, which nothing here makes.
    """
    changed = _Counters().visit(tree)
    ast.fix_missing_locations(changed)
    assert isinstance(changed, ast.Module)
    return changed


def _call(name: str, *args: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(args), [])


class _Counters(ast.NodeTransformer):
    def __init__(self) -> None:
        self.temporaries = 0

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.generic_visit(node)
        leave: list[ast.stmt] = [ast.Expr(_call("__leave__"))]
        node.body = [ast.Expr(_call("__enter__")), ast.Try(node.body, [], [], leave)]
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        self.generic_visit(node)
        node.body = ast.BoolOp(ast.Or(), [_call("__tick__"), node.body])
        return node

    def visit_For(self, node: ast.For) -> ast.AST:
        node.iter = self._iterated(node.iter)
        node.target = self.visit(node.target)
        node.body = [ast.Expr(_call("__tick__")), *self._all(node.body)]
        node.orelse = self._all(node.orelse)
        return node

    def visit_While(self, node: ast.While) -> ast.AST:
        self.generic_visit(node)
        node.body.insert(0, ast.Expr(_call("__tick__")))
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        if node.is_async:
            raise ValueError("asynchronous programs are not run")
        node.iter = self._iterated(node.iter)
        node.ifs = [ast.UnaryOp(ast.Not(), _call("__tick__")), *(self.visit(test) for test in node.ifs)]
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
            loaded, stored = ast.Name(target.id, ast.Load()), target
        elif isinstance(target, ast.Subscript):
            owner, index = self._kept(target.value, before), self._kept(_as_value(target.slice), before)
            loaded = ast.Subscript(ast.Name(owner, ast.Load()), ast.Name(index, ast.Load()), ast.Load())
            stored = ast.Subscript(ast.Name(owner, ast.Load()), ast.Name(index, ast.Load()), ast.Store())
        else:
            owner = self._kept(target.value, before)
            loaded = ast.Attribute(ast.Name(owner, ast.Load()), target.attr, ast.Load())
            stored = ast.Attribute(ast.Name(owner, ast.Load()), target.attr, ast.Store())
        return [*before, ast.Assign([stored], _call(f"__i{name}__", loaded, value))]

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "range":
            node.func = ast.Name("__range__", ast.Load())
        elif isinstance(node.func, ast.Attribute) and node.func.attr in METHODS:
            named = ast.Constant(node.func.attr)
            return ast.Call(
                ast.Name("__method__", ast.Load()), [node.func.value, named, *node.args], node.keywords
            )
        return node

    def _iterated(self, node: ast.expr) -> ast.expr:
        """What a loop goes over: a plain ``range`` may be as long as it likes, for the loop counts its turns."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range":
            node.args = [self.visit(argument) for argument in node.args]
            return node
        visited = self.visit(node)
        assert isinstance(visited, ast.expr)
        return visited

    def _all(self, body: list[ast.stmt]) -> list[ast.stmt]:
        listed: list[ast.stmt] = []
        for statement in body:
            made = self.visit(statement)
            listed.extend(made if isinstance(made, list) else [made])
        return listed

    def _kept(self, node: ast.expr, before: list[ast.stmt]) -> str:
        self.temporaries += 1
        name = f"__kept_{self.temporaries}__"
        before.append(ast.Assign([ast.Name(name, ast.Store())], self.visit(node)))
        return name


def _as_value(index: ast.expr) -> ast.expr:
    """An index as an expression: ``i:j`` is ``slice(i, j)``."""
    if not isinstance(index, ast.Slice):
        return index
    return _call("slice", *(part or ast.Constant(None) for part in (index.lower, index.upper, index.step)))
