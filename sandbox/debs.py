"""The files of an image of Debian packages that a user names, with the version and hash of each package."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final
from urllib.parse import unquote

from . import recipes
from .base import SandboxUnavailable
from .lock import File
from .rootfs import Writer

_ALSO: Final = ("libstdc++6", "libgcc-s1", "zlib1g")
"""What wheels may count upon."""
_LISTED: Final = 'cd "$1"/var/cache/apt/archives && sha256sum -- *.deb'
_FOUND = re.compile(r"^([0-9a-f]{64})  ([^_/\s]+)_([^_/\s]+)_[a-z0-9-]+\.deb$", re.MULTILINE)


def extract(
    languages: Sequence[str], more: Sequence[str], pinned: Sequence[File], writer: Writer, say: recipes.Say
) -> tuple[File, ...]:
    """Put the packages of languages and further ones into an image; with pinned ones, exactly these.

    Args:
        languages: names in `rlvr.sandbox.languages.LANGUAGES`.
        more: further packages.
        pinned: what a lock lists.
        writer: the image.
        say: told what is going on.

    Returns:
        All packages that were extracted, by name.

    Raises:
        SandboxUnavailable: mmdebstrap is missing or fails, or what it gets is not what is pinned.
    """
    if shutil.which("mmdebstrap") is None:
        raise SandboxUnavailable("--apt needs mmdebstrap: sudo apt-get install mmdebstrap")
    wanted = [*recipes.packages(languages), *_ALSO, *more]
    if pinned:
        wanted = [f"{one.name}={one.version}" for one in pinned]
    hooks = Path("/usr/share/mmdebstrap/hooks/merged-usr")
    with tempfile.TemporaryDirectory(prefix="rlvr-image-") as folder:
        tar = Path(folder, "root.tar")
        command = ["mmdebstrap", "--quiet", "--variant=extract", f"--include={','.join(wanted)}"]
        command += [f"--hook-dir={hooks}"] if hooks.exists() else []
        compiling = f'chroot "$1" /usr/bin/python3 -I -S -B -c {shlex.quote(recipes._COMPILE)}'
        command += [
            f"--extract-hook={_LISTED}",
            f"--extract-hook={compiling}",
            "--format=tar",
            recipes.SUITE,
            str(tar),
        ]
        mirror = os.environ.get("RLVR_DEBIAN_MIRROR")
        command += [mirror] if mirror else []
        say(f"extracting {', '.join(more or recipes.packages(languages))} of Debian {recipes.SUITE}")
        done = subprocess.run(
            command, capture_output=True, text=True, errors="replace", stdin=subprocess.DEVNULL
        )
        if done.returncode:
            raise SandboxUnavailable(_why(f"{done.stderr}\n{done.stdout}", bool(pinned)))
        found = tuple(
            sorted(
                (File(name, unquote(version), sha) for sha, name, version in _FOUND.findall(done.stdout)),
                key=_name,
            )
        )
        if pinned and found != tuple(sorted(pinned, key=_name)):
            other = sorted({one.name for one in set(found) ^ set(pinned)})
            raise SandboxUnavailable(
                f"the mirror gives other files than the lock lists: {', '.join(other)[:200]}. Name a mirror that has "
                "them by RLVR_DEBIAN_MIRROR, such as a snapshot of that day, or make a new lock"
            )
        with tarfile.open(tar) as source:
            writer.copy(source)
    return found


def _name(one: File) -> str:
    return one.name


def _why(said: str, pinned: bool) -> str:
    unknown = re.search(r"Unable to locate package (\S+)", said)
    if unknown:
        return f"Debian {recipes.SUITE} has no package {unknown.group(1)}: look names up by apt-cache search"
    gone = re.search(r"Version '([^']*)' for '([^']*)' was not found", said)
    if gone:
        fix = (
            "name a mirror that has it by RLVR_DEBIAN_MIRROR, such as a snapshot, or make a new lock"
            if pinned
            else ("leave the version out, or see apt-cache madison")
        )
        return f"the mirror has no version {gone.group(1)} of {gone.group(2)}: {fix}"
    if re.search(
        r"Could not (resolve|connect)|Temporary failure|Failed to fetch|unable to fetch", said, re.IGNORECASE
    ):
        return (
            "no Debian mirror can be reached: this machine is offline, or RLVR_DEBIAN_MIRROR is wrong. Build where "
            "there is a network, and carry the image over: docker save, docker load"
        )
    errors = [line for line in said.splitlines() if line.startswith("E:")] or [said]
    return f"mmdebstrap failed: {' '.join(' '.join(errors).split()):.300}"
