"""What a step of a shell goal is: what it says, what it makes of a tree, and a script that does it.

Every step is defined on every tree, so that they can be chained. `Conflict` says that a step would put two files in
one place; then other steps are drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from .trees import Tree

Facts = dict[str, Any]


class Conflict(Exception):
    """A step does not make sense on a tree."""


@dataclass(frozen=True, slots=True)
class Step:
    """A kind of step.

    Attributes:
        draw: chooses the facts of one.
        english: what is asked.
        apply: the tree afterwards.
        script: bash that does it (LC_ALL=C is set).
    """

    draw: Callable[[Random, Tree], Facts]
    english: Callable[[Facts], str]
    apply: Callable[[Tree, Facts], Tree]
    script: Callable[[Facts], str]


def lines_of(text: str) -> list[str]:
    """The lines, without their ends (LF or CR LF)."""
    parts = text.split("\n")
    if parts[-1] == "":
        parts.pop()
    return [part.removesuffix("\r") for part in parts]


def joined(lines: list[str]) -> str:
    """Lines as a file."""
    return "".join(f"{line}\n" for line in lines)


def ending(tree: Tree, ext: str) -> list[str]:
    """The paths of the files of an extension, in order."""
    return sorted(path for path in tree if path.endswith(f".{ext}") and path.rsplit("/", 1)[-1] != f".{ext}")


def leaf(path: str) -> str:
    """The name of a file without its folder."""
    return path.rsplit("/", 1)[-1]


def moved_to(tree: Tree, targets: dict[str, str]) -> Tree:
    """The tree with files moved; each goes to a free place."""
    moved = {path: text for path, text in tree.items() if path not in targets}
    for old, new in targets.items():
        if new in moved:
            raise Conflict(new)
        moved[new] = tree[old]
    return moved


def with_file(tree: Tree, path: str, text: str) -> Tree:
    """The tree with a new file."""
    if path in tree:
        raise Conflict(path)
    return {**tree, path: text}


def find(ext: str) -> str:
    """Bash that lists the files of an extension, in order."""
    return f"find . -type f -name '*.{ext}' -print0 | sort -z"


def loop(ext: str) -> str:
    """Bash that begins a loop over the files of an extension."""
    return f"{find(ext)} | while IFS= read -r -d '' f; do"


def report(rng: Random, *names: str) -> str:
    """A name for a new file."""
    number = rng.choice(("", f"-{rng.randint(1, 99)}"))
    return f"{rng.choice(names)}{number}.{rng.choice(('out', 'report', 'result'))}"


def pick(rng: Random, tree: Tree, *exts: str) -> str:
    """An extension of those that there are."""
    there = [ext for ext in exts if any(path.endswith(f".{ext}") for path in tree)]
    if not there:
        raise Conflict("no such files")
    return rng.choice(there)


CSV = "CSV files have a header line and the columns date, item, qty and price, without quotes. "
"""What a statement says of tables."""
