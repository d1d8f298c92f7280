"""Running a generated project natively, out of memory: our own code, at generation only.

What a policy made of the project runs in a sandbox; nothing here ever sees it.
"""

from __future__ import annotations

import ast
import builtins
import json
import marshal
from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import CodeType, FunctionType, ModuleType
from typing import Any

from ...base import Json
from ..execute import GUARDS, OutOfFuel, counters
from ..instrument import instrument

FUEL = 6_000
"""Turns of loops and calls of functions: several times what a sound project needs for a hidden call."""
_ENCODER = json.JSONEncoder(allow_nan=False)


class Project:
    """The modules of a project, imported from a mapping of paths to texts and from nowhere else."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self._files = files
        self._roots = {path.split("/")[0].removesuffix(".py") for path in files if path.endswith(".py")}
        self._modules: dict[str, ModuleType] = {}
        self._builtins = {**vars(builtins), "__import__": self._import}

    def call(self, module: str, function: str, args: Sequence[Json]) -> Json:
        """What a function returns, as a JSON value; ``{"raises": name of the error}`` if it fails."""
        return json.loads(self.told(module, function, packed(args)))

    def told(self, module: str, function: str, arguments: bytes) -> str:
        """The same as JSON text, of arguments as `packed` makes them: for many projects that are called with them."""
        try:
            found = self._modules.get(module) or self.load(module)
            return _ENCODER.encode(getattr(found, function)(*marshal.loads(arguments)))
        except Exception as error:
            return _ENCODER.encode({"raises": type(error).__name__})

    def _import(
        self, name: str, globals: Any = None, locals: Any = None, fromlist: Sequence[str] = (), level: int = 0
    ) -> ModuleType:
        if name.split(".")[0] not in self._roots:
            return builtins.__import__(name, globals, locals, fromlist, level)
        module = self.load(name)
        for item in fromlist or ():
            if not hasattr(module, item):
                setattr(module, item, self.load(f"{name}.{item}"))
        return module if fromlist else self.load(name.split(".")[0])

    def load(self, name: str) -> ModuleType:
        """A module of the project."""
        if name in self._modules:
            return self._modules[name]
        path = name.replace(".", "/")
        place = next(p for p in (f"{path}.py", f"{path}/__init__.py") if p in self._files)
        module = self._modules[name] = ModuleType(name)
        module.__dict__["__builtins__"] = self._builtins
        self._run(self._files[place], place, module)
        return module

    def _run(self, text: str, place: str, module: ModuleType) -> None:
        exec(_compiled(text, place), module.__dict__)


class Metered(Project):
    """A project that may hold a mistake, so that it might never end: every turn of a loop costs fuel.

    A call that runs out of it gives ``{"raises": "OutOfFuel"}``.
    """

    def __init__(self, files: Mapping[str, str]) -> None:
        super().__init__(files)
        self._spaces: list[dict[str, Any]] = []
        self._fill()

    def _fill(self) -> None:
        """Give all modules new fuel."""
        self._counters = counters(FUEL)
        self._counters["__enter__"] = self._counters["__tick__"]
        for space in self._spaces:
            space.update(self._counters)

    def told(self, module: str, function: str, arguments: bytes) -> str:
        """See `Project.told`; each call has the same fuel."""
        self._fill()
        try:
            return super().told(module, function, arguments)
        except OutOfFuel:
            return '{"raises": "OutOfFuel"}'

    def function(self, path: str, name: str) -> FunctionType:
        """A function ``name`` or a method ``Class.name`` of a file."""
        found: Any = self.load(path.removesuffix(".py").replace("/", "."))
        for part in name.split("."):
            found = getattr(found, part)
        assert isinstance(found, FunctionType)
        return found

    def _run(self, text: str, place: str, module: ModuleType) -> None:
        module.__dict__.update(GUARDS, __leave__=_nothing, **self._counters)
        self._spaces.append(module.__dict__)
        exec(_instrumented(text, place), module.__dict__)


def packed(args: Sequence[Json]) -> bytes:
    """Arguments of a call for `Project.told`: each call gets a copy of its own."""
    return marshal.dumps(list(args), 2)  # this version writes what stands in two places twice, as JSON does


def as_text(value: Json) -> str:
    """A result as `Project.told` gives it."""
    return _ENCODER.encode(value)


def _nothing() -> None:
    pass


@lru_cache(maxsize=512)
def _instrumented(text: str, place: str) -> CodeType:
    return compile(instrument(ast.parse(text), text, deep=False), place, "exec", dont_inherit=True)


@lru_cache(maxsize=2048)
def _compiled(text: str, place: str) -> CodeType:
    # All sound projects together have about 500 different files, and a faulty one differs from them in a file or two.
    return compile(text, place, "exec")
