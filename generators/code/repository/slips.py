"""One-edit mistakes in a function of a project, compiled once for all tasks in which the function has the same text."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import CodeType, FunctionType
from typing import Any, NamedTuple

from ..execute import switched
from ..mutate import every_mutant, ready
from .drawn_call import DrawnCall
from .project import Metered

_LOT = 40
"""So many mistakes are compiled at a time."""


class Slip(NamedTuple):
    """What takes the place of a function's code.

    Attributes:
        code: with a switch for each mistake of its lot.
        defaults: of the arguments.
        switches: the globals that choose this mistake.
    """

    code: CodeType
    defaults: tuple[Any, ...] | None
    switches: dict[str, bool]


class Slips:
    """All mistakes in a text; their code is made when it is asked for.

    Attributes:
        lines: the line of each mistake, from 1.
    """

    def __init__(self, text: str, name: str) -> None:
        self._source, self._name = text, name.rpartition(".")[2]
        self._mutants = every_mutant(text)
        self._codes: dict[int, Slip] = {}
        self.lines = [mutant.line for mutant in self._mutants]

    def text(self, at: int) -> str:
        """The text with a mistake."""
        return self._mutants[at].source

    def code(self, at: int) -> Slip:
        """The code of the function with a mistake."""
        if at not in self._codes:
            first = at - at % _LOT
            lot = self._mutants[first : first + _LOT]
            ready(self._source, lot)
            for place, mutant in enumerate(lot, first):
                self._codes[place] = Slip(*switched(mutant.source, self._name))
        return self._codes[at]


@lru_cache(maxsize=256)
def slips_of(text: str, name: str) -> Slips:
    """The mistakes in a text; `name` is the function that it defines, or "" if it is a whole file."""
    return Slips(text, name)


@lru_cache(maxsize=256)
def slip_of(text: str, name: str) -> Slip:
    """A wrong text of a function that is none of the `slips_of` it."""
    return Slip(*switched(text, name.rpartition(".")[2]))


class _Reached(BaseException):
    """The function was called."""


_STUB = compile("def stub(*args, **named):\n    raise __reached__\n", "<stub>", "exec").co_consts[0]


class Function:
    """A function of a loaded project, which can be given mistakes.

    Calls that do not come to the function cannot show a mistake in it, so they are not made again.
    """

    def __init__(self, project: Metered, function: FunctionType) -> None:
        self._project, self._function = project, function
        self._sound = function.__code__, function.__defaults__
        self._reached: dict[DrawnCall, bool] = {}
        function.__globals__["__reached__"] = _Reached

    def shows(self, slip: Slip, call: DrawnCall) -> bool:
        """Whether a call shows a mistake."""
        return self.is_reached(call) and self._differs(slip, call)

    def is_reached(self, call: DrawnCall) -> bool:
        """Whether a call comes to the function in the sound project."""
        if call not in self._reached:
            self._function.__code__ = _STUB
            try:
                call.shows(self._project)
                self._reached[call] = False
            except _Reached:
                self._reached[call] = True
            finally:
                self._function.__code__ = self._sound[0]
        return self._reached[call]

    def _differs(self, slip: Slip, call: DrawnCall) -> bool:
        function = self._function
        function.__globals__.update(slip.switches)
        function.__code__, function.__defaults__ = slip.code, slip.defaults
        try:
            return call.shows(self._project)
        finally:
            function.__code__, function.__defaults__ = self._sound


class Loaded:
    """A sound project, loaded once, with the functions that are given mistakes.

    Args:
        files: of the project.
        module: what calls are made to. It is imported here, before any code is changed.
    """

    def __init__(self, files: Mapping[str, str], module: str) -> None:
        self._project = Metered(files)
        self._project.load(module)
        self._functions: dict[tuple[str, str], Function] = {}

    def function(self, path: str, name: str) -> Function:
        """A function ``name`` or a method ``Class.name`` of a file, always the same object."""
        if (path, name) not in self._functions:
            self._functions[path, name] = Function(self._project, self._project.function(path, name))
        return self._functions[path, name]
