"""The registry: names and their entries, and the ids that Gymnasium knows.

Registry files are read by `rlvr.registry_file`. Nothing that an entry names is imported until it is used; and plug-ins,
the registry files of other installed packages, are looked for when a name is asked for that is no id of this package.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from pathlib import Path
from threading import Lock, get_ident

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
_in_gymnasium = False
"""Whether Gymnasium is imported and knows the ids; then each new one is registered there."""
_plug_ins_loaded = False
_loading_plug_ins: set[int] = set()
"""The threads that load plug-ins: a plug-in may ask for names while it is imported."""


class UnknownEnvironment(KeyError):
    """No environment of that name; the message suggests the nearest one."""

    def __str__(self) -> str:
        return str(self.args[0])  # KeyError would print the repr


def get(name: str) -> TaskSpec:
    """The entry of an id (``rlvr/sudoku-v0``) or a short name (``sudoku``: its newest version).

    Raises:
        UnknownEnvironment: if there is none, with the nearest name; or if a short name fits several.
    """
    if name not in _files:
        _load_plug_ins()
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
    import difflib

    known = [*files, *map(short_name, files)]
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    hint = f"; did you mean {near[0]!r}?" if near else "; `rlvr list` shows all"
    raise UnknownEnvironment(f"unknown environment {name!r}{hint}")


def specs(family: str | None = None) -> list[TaskSpec]:
    """All entries in the order of registration, or those of one family.

    Raises:
        ValueError: if there is no such family; the message lists those that exist.
    """
    _load_plug_ins()
    known = _entries(_files.copy())
    families = {spec.family for spec in known}
    if family is not None and family not in families:
        raise ValueError(f"unknown family {family!r}; there are {', '.join(sorted(families))}")
    return [spec for spec in known if family in (None, spec.family)]


def _entries(files: Mapping[str, TaskFile]) -> list[TaskSpec]:
    return [file.entries()[id] for id, file in files.items()]


def origins() -> set[str]:
    """The registry files that are registered, without those that they include."""
    _load_plug_ins()
    return {file.origin for file in _files.copy().values()}


def register(path: str | Path) -> list[TaskSpec]:
    """Add the environments of a registry file; they become full members (Gymnasium, CLI, checks, datasets).

    The file may include others, by paths from its own folder. All of it is read and checked at once.
    Registering the same file again replaces its entries.

    Raises:
        RegistryError: if the file is not valid, or an id is already taken by another file.
    """
    _load_plug_ins()  # what is there first keeps its ids
    return _register(path)


def _register(path: str | Path) -> list[TaskSpec]:
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
        tell = _in_gymnasium
    if tell:
        _register_with_gymnasium(added)


def _tell_gymnasium() -> None:
    """Register all ids with Gymnasium, which has just been imported."""
    global _in_gymnasium
    _load_plug_ins()
    with _adding:
        _in_gymnasium = True
        ids = list(_files)
    _register_with_gymnasium(ids)


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
    """Register the built-in file; its ids become known to Gymnasium when that is imported."""
    _add(find(BUILT_IN, later=True))
    when_imported("gymnasium", _tell_gymnasium)


def _load_plug_ins() -> None:
    """Register the file of every installed package that has one (entry point group ``rlvr.tasks``), once.

    A plug-in whose file is broken is left out with a warning: it must not take the others down. No lock is held while
    plug-ins are imported, because one that asks for names while another thread imports it would wait for ever. Two
    threads may load the same plug-ins; the second replaces what the first has registered by the same.
    """
    global _plug_ins_loaded
    thread = get_ident()
    if _plug_ins_loaded or thread in _loading_plug_ins:
        return
    import importlib.metadata  # which takes more than half as long as all the rest

    _loading_plug_ins.add(thread)
    try:
        for point in importlib.metadata.entry_points(group=ENTRY_POINT_GROUP):
            try:
                _register(Path(point.load()))
            except Exception as error:
                warnings.warn(
                    f"rlvr plug-in {point.name!r} ({point.value}) was left out: {error}", stacklevel=3
                )
        _plug_ins_loaded = True
    finally:
        _loading_plug_ins.discard(thread)
