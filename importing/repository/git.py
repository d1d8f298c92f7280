"""Reading a git repository: trees and changes of commits. Nothing is checked out, and no hook runs."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

MOST_BYTES: Final = 2**20
"""Larger files are left out of a tree."""


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit with one parent.

    Attributes:
        id: its hash.
        parent: its parent's.
        subject: the first line of its message.
        changed: what became of each file: ``A`` added, ``M`` changed, ``D`` removed, ``T`` of another kind.
    """

    id: str
    parent: str
    subject: str
    changed: Mapping[str, str]


class Repository:
    """A git repository.

    Args:
        path: its folder, or its git directory.

    Raises:
        ValueError: it is none, or git is not installed.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self.head = self._git("rev-parse", "--verify", "HEAD^{commit}").decode().strip()
        except ValueError as error:
            raise ValueError(f"{path} is no git repository with a commit: {error}") from error

    def tree(self, commit: str) -> tuple[dict[str, bytes], list[str]]:
        """The plain files of a commit by path, and the paths that are left out: too large, links, modules."""
        left, wanted = [], {}
        for entry in self._git("ls-tree", "-r", "-z", "-l", "--full-tree", commit).split(b"\0"):
            if not entry:
                continue
            about, _, name = entry.partition(b"\t")
            mode, kind, blob, size = about.decode().split()
            path = name.decode("utf-8", "surrogateescape")
            plain = kind == "blob" and mode.startswith("100") and int(size) <= MOST_BYTES
            if plain and path.isprintable():
                wanted[path] = blob
            else:
                left.append(path)
        return self._blobs(wanted), left

    def commits(self) -> Iterator[Commit]:
        """The commits with one parent, from the newest on, without merges."""
        for line in (
            self._git("log", "--no-merges", "--format=%H %P%x00%s%x01").decode("utf-8", "replace").split("\x01")
        ):
            ids, _, subject = line.strip("\n").partition("\0")
            commit, _, parent = ids.partition(" ")
            if not parent:
                continue
            told = self._git("diff-tree", "-r", "--no-renames", "--name-status", "-z", parent, commit)
            parts = told.decode("utf-8", "replace").split("\0")
            yield Commit(commit, parent, subject, dict(zip(parts[1::2], parts[::2], strict=False)))

    def _blobs(self, wanted: Mapping[str, str]) -> dict[str, bytes]:
        told = self._git("cat-file", "--batch", given="".join(f"{blob}\n" for blob in wanted.values()).encode())
        found, at = {}, 0
        for path in wanted:
            end = told.index(b"\n", at)
            size = int(told[at:end].split()[2])
            found[path] = told[end + 1 : end + 1 + size]
            at = end + size + 2
        return found

    def _git(self, *arguments: str, given: bytes = b"") -> bytes:
        try:
            done = subprocess.run(["git", "-C", str(self.path), *arguments], input=given, capture_output=True)
        except OSError as error:
            raise ValueError(f"git does not run: {error}") from error
        if done.returncode:
            said = done.stderr.decode("utf-8", "replace").strip()
            raise ValueError(f"git {arguments[0]}: {said[:300]}")
        return done.stdout
