"""The registry: names and their entries, and the ids that Gymnasium knows.

Registry files are read by `rlvr.registry_file`. Nothing that an entry names is imported until it is used.
"""

from __future__ import annotations

import difflib
import importlib.metadata
import warnings
from collections.abc import Iterable, Mapping
from pathlib import Path
from threading import Lock

from .registry_entry import RegistryError
from .registry_file import BUILT_IN, TaskFile, find, read
from .spec import TaskSpec, short_name, without_version
from .when_imported import when_imported

__all__ = [
    "BUILT_IN",
    "ENTRY_POINT_GROUP",
    "RegistryError",
    "UnknownEnvironment",
    "get",
    "load_all",
    "origins",
    "read",
    "register",
    "specs",
]

ENTRY_POINT_GROUP = "rlvr.tasks"

_files: dict[str, TaskFile] = {}
"""The file of each id, in the order of registration."""
_adding = Lock()


class UnknownEnvironment(KeyError):
    """No environment of that name; the message suggests the nearest one."""

    def __str__(self) -> str:
        return str(self.args[0])  # KeyError would print the repr


def get(name: str) -> TaskSpec:
    """The entry of an id (``rlvr/sudoku-v0``) or a short name (``sudoku``: its newest version).

    Raises:
        UnknownEnvironment: if there is none, with the nearest name; or if a short name fits several.
    """
    files = _files.copy()
    if name in files:
        return files[name].entries()[name]
    fitting = [id for id in files if name in (short_name(id), without_version(id))]
    own = [id for id in fitting if id.startswith("rlvr/")] or fitting
    if len({without_version(id) for id in own}) > 1:
        raise UnknownEnvironment(f"{name!r} could be any of {', '.join(own)}: give the full id")
    if own:
        newest = max(own, key=lambda id: int(id.rsplit("-v", 1)[1]))
        return files[newest].entries()[newest]
    _entries(files)  # a file that is not valid may be why the name is not known, and says so
    known = [*files, *map(short_name, files)]
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    hint = f"; did you mean {near[0]!r}?" if near else "; `rlvr list` shows all"
    raise UnknownEnvironment(f"unknown environment {name!r}{hint}")


def specs(family: str | None = None) -> list[TaskSpec]:
    """All entries in the order of registration, or those of one family.

    Raises:
        ValueError: if there is no such family; the message lists those that exist.
    """
    known = _entries(_files.copy())
    families = {spec.family for spec in known}
    if family is not None and family not in families:
        raise ValueError(f"unknown family {family!r}; there are {', '.join(sorted(families))}")
    return [spec for spec in known if family in (None, spec.family)]


def _entries(files: Mapping[str, TaskFile]) -> list[TaskSpec]:
    return [file.entries()[id] for id, file in files.items()]


def origins() -> set[str]:
    """The registry files that are registered, without those that they include."""
    return {file.origin for file in _files.copy().values()}


def register(path: str | Path) -> list[TaskSpec]:
    """Add the environments of a registry file; they become full members (Gymnasium, CLI, checks, datasets).

    The file may include others, by paths from its own folder. All of it is read and checked at once.
    Registering the same file again replaces its entries.

    Raises:
        RegistryError: if the file is not valid, or an id is already taken by another file.
    """
    files = find(path)
    added = [spec for file in files for spec in file.entries().values()]
    _add(files)
    return added


def _add(files: Iterable[TaskFile]) -> None:
    added = {id: file for file in files for id in file.outline.ids}
    with _adding:
        for id, file in added.items():
            taken = _files.get(id)
            if taken is not None and taken.origin != file.origin:
                where = f"{file.path}:{file.outline.ids[id]}"
                raise RegistryError(f"{where}: {id} is already defined in {taken.path}; choose another id")
        _files.update(added)
    when_imported("gymnasium", lambda: _register_with_gymnasium(added))


def _register_with_gymnasium(ids: Iterable[str]) -> None:
    import gymnasium

    for id in ids:
        gymnasium.registry.pop(id, None)
        gymnasium.register(
            id=id,
            entry_point=f"{__package__}.envs.make:make_env",
            kwargs={"env_id": id},
            # TextEnv checks the order of calls itself, and wrappers would hide clone, restore and hint.
            order_enforce=False,
            disable_env_checker=True,
        )


def load_all() -> None:
    """Register the built-in file and every installed package's file (entry point group ``rlvr.tasks``).

    The entries of the built-in file are read when they are first used, those of a plug-in at once. A plug-in whose
    file is broken is left out with a warning: it must not take the others down.
    """
    _add(find(BUILT_IN))
    for point in importlib.metadata.entry_points(group=ENTRY_POINT_GROUP):
        try:
            register(Path(point.load()))
        except Exception as error:
            warnings.warn(f"rlvr plug-in {point.name!r} ({point.value}) was left out: {error}", stacklevel=2)
