"""Run programs that this package made itself, natively and within counted bounds: references and their mutants.

Never a model's text: what a model writes runs in a sandbox only. The bounds here are against loops and large
values that an unlucky mutation makes, not against malice.

A program is compiled once with counters in its syntax tree: every turn of a loop or comprehension and every call of
a function costs one unit of fuel, recursion has a fixed depth, and ``+ * ** <<`` refuse results that are too large.
The fuel is an iterator, so that most of the counting is done by `itertools` and takes little time. Mutants of a
program can be compiled all at once (`rlvr.generators.code.mutants_together`), as one program with a switch for each.
So an outcome depends on the text and the arguments alone: not on the machine, its speed, the stack around it or the
Python version. Text of errors differs between versions; outcomes hold the name of the error's type only.
"""

from __future__ import annotations

import ast
import builtins
import marshal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, compress, repeat
from math import isfinite
from operator import length_hint
from types import CodeType
from typing import Any, NamedTuple

from ..base import Json
from .instrument import instrument

FUEL = 200_000
MAX_DEPTH = 900
"""Calls inside each other; Python's own limit of 1000 would count the stack around the program too."""
MAX_LENGTH = 1 << 20
MAX_BITS = 12_000
"""Longest integer: below 4300 digits, so that it can be printed."""
_HUGE = 1 << MAX_BITS
_TINY = -_HUGE
"""To negate a number so long takes longer than most of what programs do with numbers."""
_MAX_NODES = 200_000
_MODULES = frozenset(
    "__future__ array bisect collections copy dataclasses datetime decimal enum fractions functools heapq "
    "itertools math operator re statistics string typing".split()
)
_REMOVED = ("open", "input", "exec", "eval", "compile", "breakpoint", "exit", "quit", "help", "globals", "vars")


class OutOfFuel(BaseException):
    """The program used more than it may; not an `Exception`, so that no program catches it."""


class Outcome(NamedTuple):
    """How one call ended.

    Attributes:
        value: what it returned, as a JSON value (tuples as lists); None after an error.
        error: the name of the error's type, ``NotJson`` for a result that is no JSON value, or None.
        exhausted: whether it ran out of fuel; `error` is ``OutOfFuel`` then.
        steps: units of fuel that it used.
    """

    value: Json = None
    error: str | None = None
    exhausted: bool = False
    steps: int = 0

    @property
    def ok(self) -> bool:
        """Whether it returned a JSON value."""
        return self.error is None

    def same(self, other: Outcome) -> bool:
        """Whether a caller sees no difference: the same error, or equal values of the same types."""
        if self.error != other.error:
            return False
        mine, its = self.value, other.value
        if mine.__class__ is int is its.__class__:  # most often
            return bool(mine == its)
        return equal(mine, its)


class _Empty:
    """What comes after the last unit of fuel, again and again."""

    def __iter__(self) -> Iterator[bool]:
        return self

    def __next__(self) -> bool:
        raise OutOfFuel


_EMPTY = _Empty()


class _Meter:
    """The fuel and the depth of one namespace; what the counters in a program call."""

    def __init__(self, fuel: int) -> None:
        self.depth = 0
        self.names: dict[str, Any] = {"__enter__": self._enter, "__leave__": self._leave}
        self.fill(fuel)

    def fill(self, fuel: int) -> None:
        """Let so many units be used from now on."""
        self.depth = 0
        self._left = repeat(True, fuel)
        ticks = chain(self._left, _EMPTY)
        self._tick = ticks.__next__
        self.names["__ticks__"], self.names["__tick__"] = ticks, self._tick

    @property
    def left(self) -> int:
        """Units of fuel that are left."""
        return length_hint(self._left)

    def _enter(self) -> None:
        self.depth += 1
        self._tick()
        if self.depth > MAX_DEPTH:
            raise RecursionError

    def _leave(self) -> None:
        self.depth -= 1


def switched(source: str, entry: str) -> tuple[CodeType, tuple[Any, ...] | None, dict[str, bool]]:
    """The code and the defaults of a function of a program, and the switches that it looks up.

    A function with other globals may be given this code, if they hold `GUARDS`, `counters` and the switches.
    """
    compiled = _compiled(source)
    function = _load(source, _Meter(100 * FUEL))[entry]
    return function.__code__, function.__defaults__, compiled.names


def load(source: str, fuel: int = 100 * FUEL) -> dict[str, Any]:
    """Run a program's text and return its names; whatever is called in it afterwards shares `fuel`.

    Raises:
        SyntaxError: if the text is no program.
        OutOfFuel: if the text itself already takes too long.
        Exception: whatever the text itself raises.
    """
    return _load(source, _Meter(fuel))


def run_calls(
    source: str,
    entry: str,
    calls: Iterable[Sequence[Json] | bytes],
    *,
    fuel: int = FUEL,
    stop: Callable[[list[Outcome]], bool] | None = None,
) -> list[Outcome]:
    """Call the function `entry` of a program, one call after the other in one namespace.

    Args:
        source: the program, a text that this package made.
        entry: the name of the function.
        calls: the arguments of each call, JSON values or what `packed` makes of them, which spares time if many
            programs are called with them; each call gets a copy of its own.
        fuel: what each call may use.
        stop: is given the outcomes so far after each call, and ends the calls if it is true.

    Returns:
        One outcome for each call that was made. If the text itself fails, that is the outcome of every call.
    """
    listed, meter = list(calls), _Meter(fuel)
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, _stack_depth() + 6 * MAX_DEPTH))
    try:
        try:
            function = _load(source, meter)[entry]
        except (Exception, OutOfFuel) as error:
            failed = Outcome(error=type(error).__name__, exhausted=isinstance(error, OutOfFuel))
            return [failed] * len(listed)
        outcomes: list[Outcome] = []
        for args in listed:
            outcomes.append(_call(function, args, meter, fuel))
            if stop is not None and stop(outcomes):
                break
        return outcomes
    finally:
        sys.setrecursionlimit(limit)
        meter.names.clear()  # functions know their names and are among them: only the collector would find them


def packed(calls: Iterable[Sequence[Json]]) -> list[bytes]:
    """The arguments of calls as `run_calls` takes them for many programs."""
    return [packed_call(args) for args in calls]


def packed_call(args: Sequence[Json]) -> bytes:
    """The arguments of one call; the same bytes for the same values."""
    return marshal.dumps(list(args), 2)  # with this version each copy of an object that occurs twice is its own


def copied(value: Json) -> Json:
    """A deep copy of a JSON value."""
    if isinstance(value, list):
        return [copied(item) for item in value]
    if isinstance(value, dict):
        return {key: copied(item) for key, item in value.items()}
    return value


def equal(a: Json, b: Json) -> bool:
    """Whether two JSON values are equal, types included: True is not 1, and 3.0 is not 3."""
    if type(a) is not type(b) or a != b:
        return False
    if isinstance(a, (list, dict)) and repr(a) != repr(b):  # True and 1, or entries in another order
        if isinstance(a, list):
            return all(map(equal, a, b))
        return all(equal(item, b[key]) for key, item in a.items())
    return True


def _call(function: Callable[..., Any], args: Sequence[Json] | bytes, meter: _Meter, fuel: int) -> Outcome:
    copies = marshal.loads(
        args if isinstance(args, bytes) else packed_call(args)
    )  # of this package's own values
    meter.fill(fuel)
    try:
        result = function(*copies)
        if result.__class__ is not bool and not (result.__class__ is int and _TINY < result < _HUGE):
            result = _json(result, [_MAX_NODES], 0)
        return Outcome(result, None, False, fuel - meter.left)
    except OutOfFuel:
        return Outcome(error="OutOfFuel", exhausted=True, steps=fuel)
    except _NotJson:
        return Outcome(error="NotJson", steps=fuel - meter.left)
    except Exception as error:
        return Outcome(error=type(error).__name__, steps=fuel - meter.left)


class _NotJson(Exception):
    """A result is no JSON value, or too large."""


def _json(value: Any, budget: list[int], depth: int) -> Json:
    budget[0] -= 1
    kind = type(value)
    if (kind is int and _TINY < value < _HUGE) or kind is str or kind is bool or value is None:
        return value
    if budget[0] < 0 or depth > 100:
        raise _NotJson
    if kind is float and isfinite(value):
        return value
    if isinstance(value, (list, tuple)):
        return [_json(item, budget, depth + 1) for item in value]
    if isinstance(value, dict) and all(type(key) is str for key in value):
        return {key: _json(item, budget, depth + 1) for key, item in value.items()}
    raise _NotJson


def _stack_depth() -> int:
    depth, frame = 0, sys._getframe()
    while frame.f_back is not None:
        depth, frame = depth + 1, frame.f_back
    return depth


def parses(source: str) -> bool:
    """Whether a text is a program; what is learnt of it is kept for running it."""
    try:
        _compiled(source)  # also finds what parsing alone does not: a lost loop
    except (SyntaxError, ValueError):
        return False
    return True


@dataclass(frozen=True, slots=True)
class Compiled:
    """A program ready to be run.

    Attributes:
        code: of the program, or of one with switches for many programs.
        names: the switches with their places.
    """

    code: CodeType
    names: dict[str, bool]


_SWITCHED: dict[str, Compiled] = {}
_MOST_SWITCHED = 2048


def keep(source: str, compiled: Compiled) -> None:
    """Let a program be run by code that does the same as its text."""
    if len(_SWITCHED) >= _MOST_SWITCHED:
        _SWITCHED.clear()
    _SWITCHED[source] = compiled


def compiled_tree(tree: ast.Module, source: str) -> CodeType:
    """The code of a program's tree with counters; the tree is changed.

    Args:
        tree: the program, which may have switches.
        source: the text that it was made of.

    Raises:
        SyntaxError: the tree is no program.
        ValueError: the program is asynchronous.
    """
    return compile(instrument(tree, source), "<reference>", "exec", dont_inherit=True)


def _compiled(source: str) -> Compiled:
    return _SWITCHED.get(source) or _alone(source)


@lru_cache(maxsize=512)
def _alone(source: str) -> Compiled:
    return Compiled(compiled_tree(ast.parse(source), source), {})


def _load(source: str, meter: _Meter) -> dict[str, Any]:
    compiled = _compiled(source)
    meter.names |= {"__builtins__": _BUILTINS, "__name__": "reference", **GUARDS, **compiled.names}
    exec(compiled.code, meter.names)  # a text of this package, see above
    return meter.names


def _import(name: str, *rest: Any) -> Any:
    if name.partition(".")[0] not in _MODULES or (len(rest) > 3 and rest[3]):
        raise ImportError
    return builtins.__import__(name, *rest)


def _checked(value: Any) -> Any:
    """A value, if it is not too large."""
    if value.__class__ is int:
        if _TINY < value < _HUGE:
            return value
        raise OutOfFuel
    if isinstance(value, (str, list, tuple)) and len(value) > MAX_LENGTH:
        raise OutOfFuel
    return value


def _repeats(a: Any, b: Any) -> None:
    """Refuse a sequence times a number that would be too long."""
    if isinstance(b, (str, list, tuple)):
        a, b = b, a
    if isinstance(a, (str, list, tuple)) and isinstance(b, int) and len(a) * b > MAX_LENGTH:
        raise OutOfFuel


def _add(a: Any, b: Any) -> Any:
    result = a + b
    if result.__class__ is int and _TINY < result < _HUGE:
        return result  # nearly always; spares a call
    return _checked(result)


def _mul(a: Any, b: Any) -> Any:
    if a.__class__ is int is b.__class__:  # most often
        result = a * b
        return result if _TINY < result < _HUGE else _checked(result)
    _repeats(a, b)
    return _checked(a * b)


def _imul(a: Any, b: Any) -> Any:
    if a.__class__ is int is b.__class__:
        return _mul(a, b)
    _repeats(a, b)
    a *= b
    return _checked(a)


def _iadd(a: Any, b: Any) -> Any:
    a += b
    if a.__class__ is int and _TINY < a < _HUGE:
        return a
    return _checked(a)


def _pow(a: Any, b: Any, modulus: Any = None) -> Any:
    if modulus is not None:
        return pow(a, b, modulus)
    if isinstance(a, int) and isinstance(b, int) and b > 0 and a.bit_length() * b > 2 * MAX_BITS and abs(a) > 1:
        raise OutOfFuel
    return _checked(a**b)


def _lshift(a: Any, b: Any) -> Any:
    if isinstance(b, int) and b > MAX_BITS:
        raise OutOfFuel
    return _checked(a << b)


def _range(*args: int) -> range:
    """A range outside the head of a loop: it may be made a list."""
    made = range(*args)
    if made and abs(made[-1] - made[0]) > MAX_LENGTH * abs(made.step):
        raise OutOfFuel
    return made


def _method(owner: Any, name: str, *args: Any, **named: Any) -> Any:
    """Call a method that can make a long value of short ones."""
    if name in ("ljust", "rjust", "center", "zfill") and any(
        isinstance(a, int) and a > MAX_LENGTH for a in args
    ):
        raise OutOfFuel
    if name == "join" and isinstance(owner, str) and len(args) == 1:
        parts = list(args[0])
        if sum(len(part) + len(owner) for part in parts if isinstance(part, str)) > MAX_LENGTH:
            raise OutOfFuel
        return owner.join(parts)
    result = getattr(owner, name)(*args, **named)
    _checked(owner)
    return _checked(result)


def counters(fuel: int) -> dict[str, Any]:
    """The names by which an instrumented program counts its turns, with so many units of fuel."""
    ticks = chain(repeat(True, fuel), _EMPTY)
    return {"__ticks__": ticks, "__tick__": ticks.__next__}


GUARDS: dict[str, Any] = {
    "__add__": _add,
    "__iadd__": _iadd,
    "__mul__": _mul,
    "__imul__": _imul,
    "__pow__": _pow,
    "__ipow__": _pow,
    "__lshift__": _lshift,
    "__ilshift__": _lshift,
    "__range__": _range,
    "__counted__": compress,
    "__method__": _method,
}
"""The other names that an instrumented program needs."""
_BUILTINS: dict[str, Any] = {
    **{name: value for name, value in vars(builtins).items() if name not in _REMOVED},
    "__import__": _import,
    "print": lambda *_args, **_named: None,
    "pow": _pow,
}
