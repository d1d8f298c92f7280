"""Wheels for tests that build images: of what is installed here, or of a few lines of text. No network is used."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path


def settings(folder: Path) -> dict[str, str]:
    """The environment in which pip finds the wheels of a folder, and nothing else."""
    import os

    return {
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": str(folder),
        "PIP_EXTRA_INDEX_URL": "",
    }


def of_text(folder: Path, name: str, version: str, files: Mapping[str, str], requires: str = "") -> Path:
    """A wheel of some files."""
    needs = f"Requires-Dist: {requires}\n" if requires else ""
    about = {
        "METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{needs}",
        "WHEEL": "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    plain = name.replace("-", "_")
    return _written(folder, plain, version, {k: v.encode() for k, v in files.items()}, about)


def of_installed(folder: Path, *names: str) -> None:
    """Wheels of packages that are installed here and hold nothing but Python."""
    for name in names:
        found = metadata.distribution(name)
        files = {}
        for path in found.files or ():
            if path.suffix == ".py" and not str(path).startswith(".."):
                files[str(path)] = Path(str(path.locate())).read_bytes()
        # Without what it needs on other versions and systems: those wheels are not made.
        needs = [f"Requires-Dist: {one}\n" for one in found.requires or () if ";" not in one]
        about = {
            "METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {found.version}\n{''.join(needs)}",
            "WHEEL": "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        }
        _written(folder, name.replace("-", "_"), found.version, files, about)


def _written(
    folder: Path, name: str, version: str, files: Mapping[str, bytes], about: Mapping[str, str]
) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}-{version}-py3-none-any.whl"
    inside = f"{name}-{version}.dist-info"
    with zipfile.ZipFile(path, "w") as archive:
        for file, content in files.items():
            archive.writestr(file, content)
        for file, text in about.items():
            archive.writestr(f"{inside}/{file}", text)
        listed = "".join(f"{file},,\n" for file in (*files, *(f"{inside}/{one}" for one in (*about, "RECORD"))))
        archive.writestr(f"{inside}/RECORD", listed)
    return path
