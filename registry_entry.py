"""One entry of a registry file: from the mapping that YAML gives to a `TaskSpec`, with every field checked.

Errors name the file, the line and the fix. Nothing that an entry names is imported here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from .beyond import Rules
from .spec import Bounds, TaskSpec
from .yaml_lines import LINE

ID = re.compile(r"[a-z0-9][a-z0-9_.-]*/[a-z0-9]+(?:-[a-z0-9]+)*-v[0-9]+")
REQUIRED = ("id", "title", "family", "description", "generator", "verifier", "levels", "proxy")
OPTIONAL = {
    *(
        "env",
        "answer",
        "form",
        "noun",
        "sandbox",
        "image",
        "max_answer_chars",
        "max_turns",
        "small_levels",
        "solver",
    ),
    *("bounds", "floors", "sources", "plays", "beyond", "operations"),
}
_OF_A_FORM = frozenset({"id", "env", "noun", "max_turns", "sources", "plays"})
"""What an entry that plays the tasks of another one does not take over from it."""
OPERATIONS = ("count", "hundreds", "log2", "log10", "solver")
"""What `Draft.difficulty` is to a count of operations: the count, hundreds of it, or a logarithm of it; or nothing, and
the instructions of the entry's solver are counted."""
_IMAGE = re.compile(r"[a-z][a-z0-9-]{0,59}")
_TARGET = re.compile(r"\.?[A-Za-z_][\w.]*:[A-Za-z_]\w*")


class RegistryError(ValueError):
    """A registry file is not valid. The message is ``file:line: what is wrong and how to mend it``."""


def played_from(entry: Mapping[Any, Any], above: Mapping[str, Mapping[Any, Any]], path: Path) -> dict[Any, Any]:
    """An entry with what it takes over from the entry that it `plays`, one of those above it in the file.

    Raises:
        RegistryError: if there is no such entry, or it plays another one itself.
    """
    if "plays" not in entry:
        return dict(entry)
    played = above.get(str(entry["plays"]))
    if played is None or "plays" in played:
        where = f"{path}:{entry[LINE]}: {entry.get('id', 'a task without id')}"
        raise RegistryError(
            f"{where}: 'plays' must be the id of an entry above it in this file that makes tasks of its own, not "
            f"{entry['plays']!r}"
        )
    return {**{name: value for name, value in played.items() if name not in _OF_A_FORM}, **entry}


def spec_of(entry: object, path: Path, origin: str, *, relative: bool) -> TaskSpec:
    """The checked entry.

    Args:
        entry: the mapping that stands in the file, with its line.
        path: the file; texts of the levels that begin with ``./`` name files from its folder.
        origin: the registry file that was registered, which is this one or includes it.
        relative: whether modules may begin with a dot, as those of this package do.

    Raises:
        RegistryError: with file, line and fix.
    """
    if not isinstance(entry, dict):
        raise RegistryError(f"{path}: each task is a mapping, not {entry!r}")
    where = f"{path}:{entry[LINE]}: {entry.get('id', 'a task without id')}"

    def fail(problem: str) -> RegistryError:
        return RegistryError(f"{where}: {problem}")

    known = {*REQUIRED, *OPTIONAL}
    for name in entry.keys() - known - {LINE}:
        from difflib import get_close_matches

        near = get_close_matches(str(name), known, n=1)
        raise fail(f"unknown field {name!r}" + (f"; did you mean {near[0]!r}?" if near else ""))
    for name in REQUIRED:
        if name not in entry:
            raise fail(f"the field {name!r} is missing")
    for name in ("id", "title", "family", "description", "generator", "verifier", "proxy"):
        if not isinstance(entry[name], str) or not entry[name].strip():
            raise fail(f"{name!r} must be a text")
    if not ID.fullmatch(entry["id"]):
        raise fail("an id looks like 'namespace/name-v0', in small letters, digits and hyphens")
    for name in ("generator", "verifier", "solver", "env"):
        target = entry.get(name)
        if target is None or (name == "env" and target == "single"):
            continue
        if not isinstance(target, str) or not _TARGET.fullmatch(target):
            raise fail(f"{name!r} must be 'module:name'" + (" or 'single'" if name == "env" else ""))
        if target.startswith(".") and not relative:
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
    image = entry.get("image", "")
    if not isinstance(image, str) or (image and not _IMAGE.fullmatch(image)):
        raise fail("'image' must be the name of an image with packages, see rlvr sandbox images")
    if image and not sandbox:
        raise fail("'image' goes with 'sandbox', the language of the programs that are run there")
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
    operations = entry.get("operations", "count")
    if operations not in OPERATIONS and not (isinstance(operations, str) and operations.startswith("none: ")):
        raise fail(
            f"'operations' must be one of {', '.join(OPERATIONS)}, or 'none: ' and why, not {operations!r}"
        )
    if operations == "solver" and entry.get("solver") is None:
        raise fail("'operations: solver' needs a solver")
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
        image=image,
        small_levels=tuple(small),
        solver=entry.get("solver"),
        sources=tuple(sources),
        plays=entry.get("plays", ""),
        beyond=_beyond(entry.get("beyond", {}), axes, fail),
        operations=operations,
        origin=origin,
        file=str(path.resolve()),
        **{name: entry[name] for name in ("max_answer_chars", "max_turns") if name in entry},
    )


def _bounds(given: object, count: int, fail: Callable[[str], RegistryError]) -> tuple[Bounds, ...]:
    """What the draws of each level are held to; null leaves one open."""
    if given is None:
        return ()
    columns = (
        {name: values for name, values in given.items() if name != LINE} if isinstance(given, dict) else {}
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


def _beyond(
    given: object, axes: Mapping[str, tuple[Any, ...]], fail: Callable[[str], RegistryError]
) -> Rules | str:
    """How parameters go on beyond the table; a text says why they do not."""
    if isinstance(given, str) and given.strip():
        return " ".join(given.split())
    rules = {axis: rule for axis, rule in given.items() if axis != LINE} if isinstance(given, dict) else None
    if rules is None:
        raise fail(
            "'beyond' must map parameters to their next values, or be a text that says why there are none"
        )
    for axis, rule in rules.items():
        if axis not in axes:
            raise fail(f"'beyond': there is no parameter {axis!r}; there are {', '.join(axes)}")
        if rule != "same" and not (isinstance(rule, list) and rule):
            raise fail(f"'beyond': {axis!r} must be a list of the next values, or 'same', not {rule!r}")
    return {axis: rule if isinstance(rule, str) else tuple(rule) for axis, rule in rules.items()}


def _beside(path: Path, value: Any) -> Any:
    """A value of a level; a text that begins with ./ names a file from the registry file's folder."""
    return (
        str(path.resolve().parent / value[2:]) if isinstance(value, str) and value.startswith("./") else value
    )


def _axes(levels: object, fail: Callable[[str], RegistryError]) -> Mapping[str, tuple[Any, ...]]:
    """The columns of a level table: one list of equal length for each difficulty parameter."""
    if not isinstance(levels, dict) or len(levels) < 2:  # the line number is always there
        raise fail("'levels' must map each difficulty parameter to its list of values, one for each level")
    axes = {axis: values for axis, values in levels.items() if axis != LINE}
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
