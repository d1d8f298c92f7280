"""Registry files: what they define, and what they include.

Reading YAML takes long, and most programs use a few of this package's ids. So its files may be read *later*: the ids
are found by looking for lines such as ``- id: rlvr/sudoku-v0``, and a file is read and checked when one of its entries
is first used. What the look found must be what the reader finds; a file in which an id stands in another way is read
at once. Nothing is kept on disk: each process looks at the files anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from .registry_entry import ID, RegistryError, played_from, spec_of
from .spec import TaskSpec
from .yaml_lines import LINE, NotYaml, load

BUILT_IN = Path(__file__).with_name("registry.yaml")

_KEY = re.compile(r"""(?:id(?<!\wid)|include(?<!\winclude))["']?[ \t]*:""")
_ID_LINE = re.compile(r" *- +id: +(\S+) *(?: #.*)?")
_INCLUDE_LINE = re.compile(r"include: *(?: #.*)?")
_INCLUDED_LINE = re.compile(r" *- +([\w.][\w./-]*) *(?: #.*)?")


class Outline(NamedTuple):
    """What a file defines: the line of each of its ids; the files that it includes, each with its line."""

    ids: Mapping[str, int]
    included: Sequence[tuple[str, int]]


class TaskFile:
    """One file of entries.

    Attributes:
        path: the file.
        origin: the registry file that was registered: this one, or the one that includes it.
        outline: the ids that it defines, and the files that it includes.
    """

    def __init__(self, path: Path, origin: Path, text: str, *, later: bool) -> None:
        self.path, self.origin = path, str(origin)
        self._text: str | None = None
        self._entries: Mapping[str, TaskSpec] = {}
        self._reading = Lock()
        outline = outline_of(text) if later else None
        if outline is None:
            outline, self._entries = self._read(text)
        else:
            self._text = text
        self.outline = outline

    def entries(self) -> Mapping[str, TaskSpec]:
        """The entries by id, fully checked.

        A file that is read later is read on the first call, from its text as it was when the file was found.

        Raises:
            RegistryError: with file, line and fix.
        """
        with self._reading:
            if self._text is not None:
                outline, entries = self._read(self._text)
                self._compare(outline)
                self._entries, self._text = entries, None
        return self._entries

    def _read(self, text: str) -> tuple[Outline, Mapping[str, TaskSpec]]:
        try:
            document = load(text)
        except NotYaml as error:
            line = f":{error.line}" if error.line else ""
            raise RegistryError(f"{self.path}{line}: not valid YAML: {error}") from error
        tasks, included = self._parts(document)
        shown = outline_of(text)
        lines = shown.included if shown else ()
        if [name for name, _ in lines] != included:
            lines = [(name, _line_of(name, text)) for name in included]
        ids: dict[str, int] = {}
        entries: dict[str, TaskSpec] = {}
        written: dict[str, dict[str, Any]] = {}
        for entry in tasks:
            if isinstance(entry, dict):
                entry = played_from(entry, written, self.path)
                written[str(entry.get("id"))] = entry
            spec = spec_of(entry, self.path, self.origin, relative=self.origin == str(BUILT_IN.resolve()))
            if spec.id in ids:
                raise RegistryError(f"{self.path}:{entry[LINE]}: {spec.id} is defined twice in this file")
            ids[spec.id], entries[spec.id] = entry[LINE], spec
        return Outline(ids, lines), entries

    def _parts(self, document: Any) -> tuple[list[Any], list[str]]:
        """The list of tasks and the included files of what a file says."""
        what = "a registry file is a mapping with a list called 'tasks', one called 'include', or both"
        if not isinstance(document, dict) or not document.keys() & {"tasks", "include"}:
            raise RegistryError(f"{self.path}:1: {what}")
        for name in document.keys() - {"tasks", "include", LINE}:
            from difflib import get_close_matches

            near = get_close_matches(str(name), ("tasks", "include"), n=1)
            hint = f"did you mean {near[0]!r}?" if near else what
            raise RegistryError(f"{self.path}:{document[LINE]}: unknown field {name!r}; {hint}")
        tasks, named = document.get("tasks", []), document.get("include", [])
        if not isinstance(tasks, list):
            raise RegistryError(f"{self.path}:1: {what}")
        if not isinstance(named, list) or not all(isinstance(name, str) and name for name in named):
            raise RegistryError(f"{self.path}:1: 'include' must be a list of files, from this file's folder")
        return tasks, named

    def _compare(self, read: Outline) -> None:
        """Refuse a file in which the look for ids and the reader do not find the same."""
        for id in [*self.outline.ids, *read.ids]:
            if id not in read.ids or id not in self.outline.ids:
                line = {**self.outline.ids, **read.ids}[id]
                raise RegistryError(
                    f"{self.path}:{line}: {id} cannot be recognised from the lines alone: each entry begins with "
                    "'- id: ...' on a line of its own, and nothing else looks like that"
                )
        if [name for name, _ in read.included] != [name for name, _ in self.outline.included]:
            raise RegistryError(
                f"{self.path}:1: the included files cannot be recognised from the lines alone: write 'include:' and "
                "below it '- FILE', each on a line of its own"
            )


def outline_of(text: str) -> Outline | None:
    """What a file's lines show of it, without reading it as YAML; None if it is not written plainly enough."""
    ids: dict[str, int] = {}
    included: list[tuple[str, int]] = []
    line, counted, seen = 1, 0, False  # the line that begins at `counted`; whether there was a list of files
    for key in _KEY.finditer(text):
        start = text.rfind("\n", 0, key.start()) + 1
        end = text.find("\n", start)
        written = text[start : end if end >= 0 else len(text)]
        if written.lstrip().startswith("#"):
            continue
        line, counted = line + text.count("\n", counted, start), start
        if entry := _ID_LINE.fullmatch(written):
            if not ID.fullmatch(entry[1]) or entry[1] in ids:
                return None
            ids[entry[1]] = line
        elif _INCLUDE_LINE.fullmatch(written) and not seen:
            seen = True
            for name, number in _included(text, start, line):
                if name is None:
                    return None
                included.append((name, number))
        else:
            return None
    return Outline(ids, included)


def _line_of(name: str, text: str) -> int:
    """The first line that has this name outside of comments."""
    lines = (line.partition("#")[0] for line in text.split("\n"))
    return next((number for number, line in enumerate(lines, 1) if name in line), 1)


def _included(text: str, start: int, line: int) -> Iterator[tuple[str | None, int]]:
    """The files of the list that begins at `start`, with their lines; None for what is not written plainly."""
    for number, written in enumerate(text[start:].split("\n")[1:], line + 1):
        if not written.strip() or written.lstrip().startswith("#"):
            continue
        if found := _INCLUDED_LINE.fullmatch(written):
            yield found[1], number
        elif written[0].isalpha():
            return  # the next key of the file
        else:
            yield None, number


FileId = tuple[int, int]
"""Device and inode: the same for all paths that lead to one file."""


def find(path: str | Path, *, later: bool = False) -> list[TaskFile]:
    """A registry file and all files that it includes, in the order of their entries: what is included comes first.

    Args:
        path: the file.
        later: look for ids only, and leave each file's entries to be read and checked when they are first asked for.

    Raises:
        RegistryError: with file, line and fix: if a file is not valid, is included twice or includes itself, or an
            id is defined twice.
    """
    files: dict[FileId, TaskFile] = {}
    path = Path(path)
    _find(path, f"{path}:", path.resolve(), (), files, later=later)
    known: dict[str, TaskFile] = {}
    for file in files.values():
        for id, line in file.outline.ids.items():
            if id in known:
                where = f"{known[id].path}:{known[id].outline.ids[id]}"
                raise RegistryError(
                    f"{file.path}:{line}: {id} is already defined in {where}; choose another id"
                )
            known[id] = file
    return list(files.values())


def _find(
    path: Path,
    where: str,
    origin: Path,
    above: tuple[FileId, ...],
    files: dict[FileId, TaskFile],
    *,
    later: bool,
) -> None:
    """Add the files that `path` includes, and then itself, to `files`; `where` is how an error about it begins."""
    try:
        status = path.stat()
        this = (status.st_dev, status.st_ino)
        if this in above:
            raise RegistryError(f"{where} includes itself, at once or by way of others; take it out")
        if this in files:
            raise RegistryError(f"{where} is included twice; take one of the two out")
        file = TaskFile(path, origin, path.read_text(encoding="utf-8"), later=later)
    except OSError as error:
        raise RegistryError(f"{where} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise RegistryError(f"{where} cannot be read: it is not written in UTF-8") from error
    for name, line in file.outline.included:
        target = path.parent / name
        where = f"{path}:{line}: the included file {target}"
        _find(target, where, origin, (*above, this), files, later=later)
    files[this] = file


def read(path: str | Path) -> list[TaskSpec]:
    """The entries of a registry file and of those that it includes, fully checked; nothing is registered.

    Raises:
        RegistryError: with file, line and fix.
    """
    return [spec for file in find(path) for spec in file.entries().values()]
