"""The folder beside a registry file, where an import keeps what it made."""

from __future__ import annotations

from pathlib import Path

REPORT = "report.json"
"""The file by which a folder is known to be from an import."""


def replaceable(out: Path, *sources: Path) -> Path:
    """The folder of a registry file, which an import may replace.

    Args:
        out: the registry file.
        sources: what is imported; none of it may lie in the folder.

    Raises:
        ValueError: the folder is not from an import, or what is imported lies there.
    """
    folder = out.with_suffix("")
    if folder == out:
        raise ValueError(f"{out}: a registry file ends in .yaml")
    if any(path.resolve().is_relative_to(folder.resolve()) for path in sources):
        raise ValueError(
            f"{folder} would be replaced, but what is imported lies there: give --out another name"
        )
    if folder.exists() and not (folder / REPORT).is_file() and (folder.is_file() or any(folder.iterdir())):
        raise ValueError(f"{folder} is not from an import, so it is not replaced: give --out another name")
    return folder
