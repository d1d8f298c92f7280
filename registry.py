"""The registry: from ``registry.yaml`` to `TaskSpec` objects and Gymnasium ids.

Everything in a registry file is checked when it is read, with errors that name the file, the line and the fix.
Nothing that it names is imported until it is used.
"""

from __future__ import annotations

import difflib
import importlib.metadata
import re
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import yaml

from .spec import Bounds, TaskSpec
from .when_imported import when_imported

BUILT_IN = Path(__file__).with_name("registry.yaml")
ENTRY_POINT_GROUP = "rlvr.tasks"

_ID = re.compile(r"[a-z0-9][a-z0-9_.-]*/[a-z0-9]+(?:-[a-z0-9]+)*-v[0-9]+")
_TARGET = re.compile(r"\.?[A-Za-z_][\w.]*:[A-Za-z_]\w*")
_REQUIRED = ("id", "title", "family", "description", "generator", "verifier", "levels", "proxy")
_OPTIONAL = {
    *("env", "answer", "form", "noun", "sandbox", "max_answer_chars", "max_turns", "small_levels", "checker"),
    *("bounds", "floors", "sources"),
}
_LINE = "__line__"

_specs: dict[str, TaskSpec] = {}


class RegistryError(ValueError):
    """A registry file is not valid. The message is ``file:line: what is wrong and how to mend it``."""


class UnknownEnvironment(KeyError):
    """No environment of that name; the message suggests the nearest one."""

    def __str__(self) -> str:
        return str(self.args[0])  # KeyError would print the repr


def get(name: str) -> TaskSpec:
    """The entry of an id (``rlvr/sudoku-v0``) or a short name (``sudoku``: its newest version).

    Raises:
        UnknownEnvironment: if there is none, with the nearest name; or if a short name fits several.
    """
    if name in _specs:
        return _specs[name]
    fitting = [spec for spec in _specs.values() if spec.name == name or spec.fingerprint_space == name]
    own = [spec for spec in fitting if spec.id.startswith("rlvr/")] or fitting
    if len({spec.fingerprint_space for spec in own}) > 1:
        raise UnknownEnvironment(f"{name!r} could be any of {', '.join(s.id for s in own)}: give the full id")
    if own:
        return max(own, key=lambda spec: int(spec.id.rsplit("-v", 1)[1]))
    known = [*_specs, *(spec.name for spec in _specs.values())]
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    hint = f"; did you mean {near[0]!r}?" if near else "; `rlvr list` shows all"
    raise UnknownEnvironment(f"unknown environment {name!r}{hint}")


def specs(family: str | None = None) -> list[TaskSpec]:
    """All entries in the order of registration, or those of one family.

    Raises:
        ValueError: if there is no such family; the message lists those that exist.
    """
    families = {spec.family for spec in _specs.values()}
    if family is not None and family not in families:
        raise ValueError(f"unknown family {family!r}; there are {', '.join(sorted(families))}")
    return [spec for spec in _specs.values() if family in (None, spec.family)]


def register(path: str | Path) -> list[TaskSpec]:
    """Add the environments of a registry file; they become full members (Gymnasium, CLI, checks, datasets).

    Registering the same file again replaces its entries.

    Raises:
        RegistryError: if the file is not valid, or an id is already taken by another file.
    """
    added = read(path)
    for spec in added:
        taken = _specs.get(spec.id)
        if taken is not None and taken.origin != spec.origin:
            raise RegistryError(f"{path}: {spec.id} is already defined in {taken.origin}; choose another id")
    _specs.update((spec.id, spec) for spec in added)
    when_imported("gymnasium", lambda: _register_with_gymnasium(added))
    return added


def _register_with_gymnasium(added: list[TaskSpec]) -> None:
    import gymnasium

    for spec in added:
        gymnasium.registry.pop(spec.id, None)
        gymnasium.register(
            id=spec.id,
            entry_point=f"{__package__}.envs.make:make_env",
            kwargs={"env_id": spec.id},
            # TextEnv checks the order of calls itself, and wrappers would hide clone, restore and hint.
            order_enforce=False,
            disable_env_checker=True,
        )


def load_all() -> None:
    """Register the built-in file and every installed package's file (entry point group ``rlvr.tasks``).

    A plug-in whose file is broken is left out with a warning: it must not take the others down.
    """
    register(BUILT_IN)
    for point in importlib.metadata.entry_points(group=ENTRY_POINT_GROUP):
        try:
            register(Path(point.load()))
        except Exception as error:
            warnings.warn(f"rlvr plug-in {point.name!r} ({point.value}) was left out: {error}", stacklevel=2)


def read(path: str | Path) -> list[TaskSpec]:
    """The entries of a registry file, fully checked; nothing is registered.

    Raises:
        RegistryError: with file, line and fix.
    """
    path = Path(path)
    try:
        document = yaml.load(path.read_text(encoding="utf-8"), Loader=_LineLoader)
    except OSError as error:
        raise RegistryError(f"{path}: cannot be read: {error.strerror}") from error
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f":{mark.line + 1}" if mark else ""
        raise RegistryError(f"{path}{line}: not valid YAML: {getattr(error, 'problem', error)}") from error
    if not isinstance(document, dict) or not isinstance(document.get("tasks"), list):
        raise RegistryError(f"{path}:1: a registry file is a mapping with a list called 'tasks'")
    found: dict[str, TaskSpec] = {}
    for entry in document["tasks"]:
        spec = _spec(path, entry)
        if spec.id in found:
            raise RegistryError(f"{path}:{entry[_LINE]}: {spec.id} is defined twice in this file")
        found[spec.id] = spec
    return list(found.values())


class _LineLoader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """The fast safe loader, with the line of each mapping under the key ``__line__``."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        names = [key.value for key, _ in node.value]
        for name in names:
            if names.count(name) > 1:
                raise yaml.constructor.ConstructorError(
                    None, None, f"{name!r} is given twice in one entry", node.start_mark
                )
        mapping: dict[Any, Any] = super().construct_mapping(node, deep=deep)
        mapping[_LINE] = node.start_mark.line + 1
        return mapping


def _spec(path: Path, entry: object) -> TaskSpec:
    if not isinstance(entry, dict):
        raise RegistryError(f"{path}: each task is a mapping, not {entry!r}")
    where = f"{path}:{entry[_LINE]}: {entry.get('id', 'a task without id')}"

    def fail(problem: str) -> RegistryError:
        return RegistryError(f"{where}: {problem}")

    known = {*_REQUIRED, *_OPTIONAL}
    for name in entry.keys() - known - {_LINE}:
        near = difflib.get_close_matches(str(name), known, n=1)
        raise fail(f"unknown field {name!r}" + (f"; did you mean {near[0]!r}?" if near else ""))
    for name in _REQUIRED:
        if name not in entry:
            raise fail(f"the field {name!r} is missing")
    for name in ("id", "title", "family", "description", "generator", "verifier", "proxy"):
        if not isinstance(entry[name], str) or not entry[name].strip():
            raise fail(f"{name!r} must be a text")
    if not _ID.fullmatch(entry["id"]):
        raise fail("an id looks like 'namespace/name-v0', in small letters, digits and hyphens")
    for name in ("generator", "verifier", "checker", "env"):
        target = entry.get(name)
        if target is None or (name == "env" and target == "single"):
            continue
        if not isinstance(target, str) or not _TARGET.fullmatch(target):
            raise fail(f"{name!r} must be 'module:name'" + (" or 'single'" if name == "env" else ""))
        if target.startswith(".") and path.resolve() != BUILT_IN.resolve():
            raise fail(f"{name!r} must name an absolute module, such as 'my_package.{target.lstrip('.')}'")
    marker = entry.get("answer", "tag")
    if marker not in ("tag", "boxed"):
        raise fail(f"'answer' must be 'tag' or 'boxed', not {marker!r}")
    form = entry.get("form", "text")
    if form not in ("text", "code") or (form == "code" and marker != "tag"):
        raise fail(f"'form' must be 'text' or 'code' (and code goes with 'answer: tag'), not {form!r}")
    noun = entry.get("noun", "final answer" if entry.get("env", "single") == "single" else "move")
    if not isinstance(noun, str) or not noun.strip():
        raise fail("'noun' must be what prompts call the answer, such as 'final answer'")
    sandbox = entry.get("sandbox", "")
    if not isinstance(sandbox, str):
        raise fail("'sandbox' must be the language of the programs that are run, such as 'python'")
    for name, least in (("max_answer_chars", 1), ("max_turns", 1)):
        if name in entry and (type(entry[name]) is not int or entry[name] < least):
            raise fail(f"{name!r} must be a whole number of at least {least}")
    sources = entry.get("sources", [])
    if not isinstance(sources, list) or not all(isinstance(source, str) for source in sources):
        raise fail("'sources' must be a list of texts")
    small = entry.get("small_levels", [])
    axes = {
        axis: tuple(_beside(path, v) for v in values) for axis, values in _axes(entry["levels"], fail).items()
    }
    count = len(next(iter(axes.values())))
    if not isinstance(small, list) or not all(type(n) is int and 1 <= n <= count for n in small):
        raise fail(f"'small_levels' must be a list of levels from 1 to {count}")
    floors = entry.get("floors", [])
    rates = isinstance(floors, list) and all(type(rate) in (int, float) and 0 <= rate <= 1 for rate in floors)
    if not rates or len(floors) not in (0, count):
        raise fail(f"'floors' must be a list of {count} rates from 0 to 1, one for each level")
    return TaskSpec(
        id=entry["id"],
        title=entry["title"],
        family=entry["family"],
        description=" ".join(entry["description"].split()),
        generator=entry["generator"],
        verifier=entry["verifier"],
        env=entry.get("env", "single"),
        axes=axes,
        proxy=entry["proxy"],
        bounds=_bounds(entry.get("bounds"), count, fail),
        floors=tuple(map(float, floors)),
        marker=marker,
        form=form,
        noun=noun,
        sandbox=sandbox,
        small_levels=tuple(small),
        checker=entry.get("checker"),
        sources=tuple(sources),
        origin=str(path.resolve()),
        **{name: entry[name] for name in ("max_answer_chars", "max_turns") if name in entry},
    )


def _bounds(given: object, count: int, fail: Callable[[str], RegistryError]) -> tuple[Bounds, ...]:
    """What the draws of each level are held to; null leaves one open."""
    if given is None:
        return ()
    columns = (
        {name: values for name, values in given.items() if name != _LINE} if isinstance(given, dict) else {}
    )
    if not columns or not columns.keys() <= set(Bounds._fields):
        raise fail(
            f"'bounds' must map some of {', '.join(Bounds._fields)} to a list with one number for each level"
        )
    for name, values in columns.items():
        numbers = isinstance(values, list) and all(v is None or type(v) in (int, float) for v in values)
        if not numbers or len(values) != count:
            raise fail(f"'bounds': {name!r} must be a list of {count} numbers, or null where there is no bound")
    levels = [{name: values[i] for name, values in columns.items()} for i in range(count)]
    found = tuple(Bounds(**{name: v for name, v in level.items() if v is not None}) for level in levels)
    for level, bounds in enumerate(found, 1):
        if bounds.least > bounds.most:
            raise fail(f"'bounds': at level {level} the least difficulty, {bounds.least:g}, is above the most")
    return found


def _beside(path: Path, value: Any) -> Any:
    """A value of a level; a text that begins with ./ names a file from the registry file's folder."""
    return (
        str(path.resolve().parent / value[2:]) if isinstance(value, str) and value.startswith("./") else value
    )


def _axes(levels: object, fail: Callable[[str], RegistryError]) -> Mapping[str, tuple[Any, ...]]:
    """The columns of a level table: one list of equal length for each difficulty parameter."""
    if not isinstance(levels, dict) or len(levels) < 2:  # the line number is always there
        raise fail("'levels' must map each difficulty parameter to its list of values, one for each level")
    axes = {axis: values for axis, values in levels.items() if axis != _LINE}
    for axis, values in axes.items():
        if not isinstance(axis, str) or not axis.isidentifier():
            raise fail(f"'levels': {axis!r} is no parameter name")
        if not isinstance(values, list) or not values:
            raise fail(f"'levels': {axis!r} must be a list with one value for each level")
    lengths = {axis: len(values) for axis, values in axes.items()}
    if len(set(lengths.values())) > 1:
        counts = ", ".join(f"{axis} has {length}" for axis, length in lengths.items())
        raise fail(f"'levels': every parameter needs a value for every level, but {counts}")
    return {axis: tuple(values) for axis, values in axes.items()}
