"""Runs our own programs with a counter in every statement: bounded steps, a worked trace, switches for statements.

The program's syntax tree gets a call before every statement. The call counts, ends the run when the budget is spent,
and can switch the statement off, so that "does this line matter?" needs no second compilation. Where a trace is
wanted, the program is compiled once more, with another call after each statement that shows what it changed. Nothing
depends on how an interpreter numbers or skips lines, so a trace is the same on every version of Python. Only texts made
here are run this way, never what a model wrote.
"""

from __future__ import annotations

import ast
import marshal
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, repeat
from operator import length_hint
from typing import Any

from ....payloads.literals import write
from ...base import Json

_GO, _AT, _IF, _SEE, _RETURN = "_go", "_at", "_if", "_see", "_return"
_VALUE, _FALSE, _TRUE = 0, 2, 3
"""Which of `(value, count, False, True)` a condition is."""


class OutOfSteps(BaseException):
    """The budget is spent. Not an `Exception`, so that no program can catch it."""


class _Spent:
    """What comes after the last step, again and again."""

    def __iter__(self) -> Iterator[bool]:
        return self

    def __next__(self) -> bool:
        raise OutOfSteps


_SPENT = _Spent()


class Failed:
    """The outcome of a call that raised or did not end within its budget; equal to every other such outcome."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Failed)

    def __hash__(self) -> int:
        return 0


@dataclass(slots=True)
class Instrumented:
    """A compiled program with counters.

    Attributes:
        entry: the name of the function to call.
        source: the program's text.
        tree: its syntax tree.
        code: the program with counters.
        statements: how many statements there are.
        tests: the numbers of the conditions, which are statements too.
        fixed: the numbers of those that cannot be switched off: heads of loops, handlers and functions.
        lines: the text of each statement's first line.
        steps: what the last run counted.
        used: the numbers of the statements that the last run reached.
        names: the functions of the program, and the counters of the last run.
    """

    entry: str
    source: str
    tree: ast.Module
    code: Any
    statements: int
    tests: frozenset[int]
    fixed: frozenset[int]
    lines: tuple[str, ...]
    steps: int = 0
    used: frozenset[int] = frozenset()
    names: dict[str, Any] = field(default_factory=dict)

    def run(
        self,
        args: Sequence[Json],
        fuel: int,
        off: int = -1,
        force: bool = False,
        shown: list[str] | None = None,
    ) -> Any:
        """Call the function on copies of `args`.

        Args:
            args: the arguments.
            fuel: the largest number of statements to run.
            off: the statement that does nothing, or the condition that is always `force`.
            force: see `off`.
            shown: filled with the lines of a worked trace.

        Returns:
            The value, or `Failed`.
        """
        if shown is not None:
            return self._told(args, fuel, shown)
        if off >= 0:
            return self._without(args, fuel, off, force)
        # A budget for each statement, and none for all together: then nothing but C code counts. A run that goes beyond
        # `fuel` goes on until one statement has been run so often, and is no less a failure.
        budgets = [repeat(True, fuel) for _ in range(self.statements)]
        ticks = [chain(budget, _SPENT).__next__ for budget in budgets]
        space = self._functions()
        space.update(zip(self.counters, ticks, strict=True))
        try:
            value = space[self.entry](*_copied(args))
        except (Exception, OutOfSteps):
            value = Failed()
        left = list(map(length_hint, budgets))
        self.steps = fuel * len(left) - sum(left)
        self.used = frozenset([number for number, rest in enumerate(left) if rest < fuel])
        if self.steps > fuel:
            self.steps = fuel
            return Failed()
        return value

    def _without(self, args: Sequence[Json], fuel: int, off: int, force: bool) -> Any:
        """What a run gives with a statement switched off, or a condition that is always `force`."""
        budget = repeat(True, fuel)
        tick = chain(budget, _SPENT).__next__

        def skipped() -> bool:
            tick()
            return False

        space = self._functions()
        space |= dict.fromkeys(self.counters, tick)
        condition = off in self.tests
        if condition:
            space[_AT + str(off)] = _TRUE if force else _FALSE
        else:
            space[_GO + str(off)] = skipped
        try:
            return space[self.entry](*_copied(args))
        except (Exception, OutOfSteps):  # whatever a switched-off line brings about
            return Failed()
        finally:
            if condition:
                space[_AT + str(off)] = _VALUE
            self.steps = fuel - length_hint(budget)

    def _told(self, args: Sequence[Json], fuel: int, shown: list[str]) -> Any:
        """A run of the program in which each statement shows what it changed."""
        budget = repeat(True, fuel)
        tick = chain(budget, _SPENT).__next__

        def test(number: int, value: Any) -> Any:
            tick()
            shown.append(f"{self.lines[number]} -> {bool(value)}")
            return value

        def see(number: int, *pairs: tuple[str, Any]) -> None:
            told = [f"{name} = {text}" for name, value in pairs if (text := _text(value)) is not None]
            shown.append(f"{self.lines[number]}" + (f" -> {', '.join(told)}" if told else ""))

        def returned(number: int, value: Any) -> Any:
            text = _text(value)
            shown.append(self.lines[number] + ("" if text is None else f" -> {text}"))
            return value

        space: dict[str, Any] = dict.fromkeys(self.counters, tick)
        space |= {_IF: test, _SEE: see, _RETURN: returned}
        try:
            exec(_compiled(self.source, self.tree, told=True)[0], space)
            return space[self.entry](*_copied(args))
        except (Exception, OutOfSteps):
            return Failed()
        finally:
            self.steps = fuel - length_hint(budget)

    def _functions(self) -> dict[str, Any]:
        """The functions of the program, which keep nothing from one call to the next."""
        if not self.names:
            self.names |= {_AT + str(number): _VALUE for number in self.tests}
            exec(self.code, self.names)
        return self.names

    @property
    def counters(self) -> list[str]:
        """The names by which the program calls its counters: one for each statement."""
        return _counters(self.statements)

    def caller(self, fuel: int) -> Callable[[Sequence[Json]], Any]:
        """A function that gives what `run` gives, in less time and for many arguments; nothing else is noted.

        Args:
            fuel: the largest number of statements to run in each call.
        """
        space = self._functions()
        function = space[self.entry]

        def call(args: Sequence[Json]) -> Any:
            tick = chain(repeat(True, fuel), _SPENT).__next__
            space.update(dict.fromkeys(self.counters, tick))
            try:
                return function(*_copied(args))
            except (Exception, OutOfSteps):
                return Failed()

        return call


@lru_cache(maxsize=128)
def _counters(statements: int) -> list[str]:
    return [_GO + str(number) for number in range(statements)]


def _copied(args: Sequence[Json]) -> list[Json]:
    """A deep copy of JSON values of ours."""
    copy: list[Json] = marshal.loads(marshal.dumps(list(args), 2))
    return copy


def _text(value: Any) -> str | None:
    try:
        return write(value)
    except TypeError:
        return None  # a function or a generator: nothing to show


def instrument(source: str, entry: str, tree: ast.Module | None = None) -> Instrumented:
    """Compile `source` with counters; `tree` is its syntax tree, if that is there already."""
    tree = tree or ast.parse(source)
    code, builder = _compiled(source, tree, told=False)
    return Instrumented(
        entry,
        source,
        tree,
        code,
        len(builder.lines),
        frozenset(builder.tests),
        frozenset(builder.fixed),
        tuple(builder.lines),
    )


def _compiled(source: str, tree: ast.Module, told: bool) -> tuple[Any, _Builder]:
    """The code of a program with counters, and with what shows values if they are to be told."""
    builder = _Builder(source.splitlines(), told)
    return compile(ast.Module(builder.block(tree.body), []), "<program>", "exec"), builder


class _Builder:
    def __init__(self, text: list[str], told: bool) -> None:
        self.text, self.told = text, told
        self.lines: list[str] = []
        self.tests: set[int] = set()
        self.fixed: set[int] = set()

    def number(self, node: ast.stmt) -> int:
        self.lines.append(self.text[node.lineno - 1].strip())
        return len(self.lines) - 1

    def block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        for node in body:
            made += self.statement(node)
        return made

    def statement(self, node: ast.stmt) -> list[ast.stmt]:
        """What stands in the place of a statement; the statement itself stays as it is."""
        if isinstance(node, (ast.If, ast.While)):
            number = self.number(node)
            self.tests.add(number)
            test = _call(_IF, number, node.test) if self.told else _either(number, node.test)
            body, orelse = self.block(node.body), self.block(node.orelse)
            return [type(node)(test, body, orelse, **_PLACE)]
        if isinstance(node, ast.For):
            number = self.number(node)
            self.fixed.add(number)
            seen = self.see(number, _names(node.target))
            body = [ast.Expr(_count(number), **_PLACE), *seen, *self.block(node.body)]
            return [ast.For(node.target, node.iter, body, node.orelse, **_PLACE)]
        if isinstance(node, ast.Try):
            body, handlers = self.block(node.body), []
            for handler in node.handlers:
                number = self.number(handler)  # type: ignore[arg-type]
                self.fixed.add(number)
                inside = [ast.Expr(_count(number), **_PLACE), *self.see(number, []), *self.block(handler.body)]
                handlers.append(ast.ExceptHandler(handler.type, handler.name, inside, **_PLACE))
            return [ast.Try(body, handlers, node.orelse, node.finalbody, **_PLACE)]
        if isinstance(node, ast.FunctionDef):
            number = self.number(node)
            self.fixed.add(number)
            seen = self.see(number, [argument.arg for argument in node.args.args])
            nonlocals = [inner for inner in node.body if isinstance(inner, ast.Nonlocal)]
            rest = [inner for inner in node.body if not isinstance(inner, ast.Nonlocal)]
            body = [*nonlocals, ast.Expr(_count(number), **_PLACE), *seen, *self.block(rest)]
            return [_with_body(node, body)]
        number = self.number(node)
        if not self.told:
            inside = [node]
        elif isinstance(node, ast.Return) and node.value is not None:
            inside = [ast.Return(_call(_RETURN, number, node.value), **_PLACE)]
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Yield) and node.value.value is not None:
            told = _call(_RETURN, number, node.value.value)
            inside = [ast.Expr(ast.Yield(told, **_PLACE), **_PLACE)]
        elif isinstance(node, (ast.Break, ast.Continue)):
            inside = [*self.see(number, []), node]
        else:
            inside = [node, *self.see(number, _changed(node))]
        return [ast.If(_count(number), inside, [], **_PLACE)]

    def see(self, number: int, names: list[str]) -> list[ast.stmt]:
        return [_see(number, names)] if self.told else []


_PLACE: dict[str, Any] = {"lineno": 1, "col_offset": 0, "end_lineno": 1, "end_col_offset": 0}
"""Where the nodes are that are put in: the compiler wants to know, and nobody reads it."""


@lru_cache(maxsize=512)
def _count(number: int) -> ast.expr:
    """The call that counts a statement; one node for all programs, since the compiler changes none."""
    return ast.Call(ast.Name(_GO + str(number), ast.Load(), **_PLACE), [], [], **_PLACE)


@lru_cache(maxsize=512)
def _chosen(number: int) -> ast.expr:
    return ast.Name(_AT + str(number), ast.Load(), **_PLACE)


def _either(number: int, value: ast.expr) -> ast.expr:
    """`(value, _go7(), False, True)[_at7]`: a condition that is counted, and can be set, with no function of Python."""
    told = ast.Tuple([value, _count(number), _NO, _YES], ast.Load(), **_PLACE)
    return ast.Subscript(told, _chosen(number), ast.Load(), **_PLACE)


def _call(name: str, number: int, *values: ast.expr) -> ast.expr:
    return ast.Call(_CALLED[name], [_constant(number), *values], [], **_PLACE)


_NO, _YES = ast.Constant(False, **_PLACE), ast.Constant(True, **_PLACE)

_CALLED = {name: ast.Name(name, ast.Load(), **_PLACE) for name in (_IF, _SEE, _RETURN)}


@lru_cache(maxsize=512)
def _constant(number: int) -> ast.expr:
    return ast.Constant(number, **_PLACE)


def _see(number: int, names: list[str]) -> ast.stmt:
    pairs = [
        ast.Tuple([ast.Constant(n, **_PLACE), ast.Name(n, ast.Load(), **_PLACE)], ast.Load(), **_PLACE)
        for n in names
    ]
    return ast.Expr(_call(_SEE, number, *pairs), **_PLACE)


def _with_body(node: ast.FunctionDef, body: list[ast.stmt]) -> ast.FunctionDef:
    """The function with another body, whatever else this version of Python keeps about one."""
    return ast.FunctionDef(**{**node.__dict__, "body": body})


def _changed(node: ast.stmt) -> list[str]:
    """The names of the variables that a simple statement gives a value or changes."""
    targets: list[ast.expr] = []
    if isinstance(node, ast.Assign):
        targets = node.targets
    elif isinstance(node, ast.AugAssign):
        targets = [node.target]
    elif isinstance(node, ast.Delete):
        targets = node.targets
    elif isinstance(node, ast.Expr):
        if isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Attribute):
            targets = [node.value.func.value]
    elif not isinstance(node, ast.Break | ast.Continue | ast.Raise | ast.Return):
        raise TypeError(f"no trace for {type(node).__name__}")
    names = [name for target in targets for name in _names(target)]
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):  # x = stack.pop() changes the stack
        called = node.value.func
        if isinstance(called, ast.Attribute) and called.attr == "pop":
            names += _names(called.value)
    return list(dict.fromkeys(names))


def _names(target: ast.expr) -> list[str]:
    if isinstance(target, ast.Name):
        return [target.id]
    if isinstance(target, ast.Tuple):
        return [name for item in target.elts for name in _names(item)]
    if isinstance(target, ast.Subscript | ast.Attribute):
        return _names(target.value)
    if isinstance(target, ast.Call):  # groups.setdefault(k, []).append(v)
        return _names(target.func)
    return []
