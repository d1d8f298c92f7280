"""The image that a repository's tests run in: the one that is named, or one that is built for it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from ...sandbox import package_images
from . import files
from .git import Repository


def image_for(
    path: Path,
    runner: str,
    image: str,
    pip: Sequence[str],
    say: Callable[[str], object] = lambda text: None,
) -> str:
    """The pinned name of the image for a repository, built if need be; "" where the usual box will do.

    Args:
        path: the repository.
        runner: ``pytest``, ``unittest``, or "" to find out.
        image: the name of an image that is there, or "".
        pip: packages that the tests need; pytest is added where it is the runner.
        say: told what is going on.

    Raises:
        ValueError: it is no repository.
        SandboxUnavailable: the image, an engine or a package is not to be had.
    """
    if image:
        return package_images.resolve(image).lock.tag
    if not runner:
        repository = Repository(path)
        runner = files.runner_of(repository.tree(repository.head)[0])
    wanted = sorted({*pip, *(["pytest"] if runner == "pytest" and not _names(pip, "pytest") else [])})
    if not wanted:
        return ""
    name = re.sub(r"[^a-z0-9]+", "-", f"repository-{path.resolve().name}".lower()).strip("-")[:40].strip("-")
    return package_images.build(name, wanted, languages=("python",), say=say).tag


def _names(pip: Sequence[str], package: str) -> bool:
    return any(re.match(r"[A-Za-z0-9._-]*", wanted).group().lower() == package for wanted in pip)  # type: ignore[union-attr]
