"""Packages of Python for an image: pip downloads their wheels on this machine, and they are unpacked, never run.

The index is the user's own: whatever pip's settings say. Only wheels are taken, because building a source package
would run its code here.
"""

from __future__ import annotations

import hashlib
import py_compile
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from .base import SandboxUnavailable
from .lock import File
from .recipes import Say, inside, libraries
from .rootfs import Writer

FOLDER: Final = "usr/lib/rlvr-packages"
"""Where packages lie in a box; its workers put it at the end of the path of imports."""
_OFFLINE = re.compile(
    r"NewConnectionError|ConnectionError|ConnectTimeout|ProxyError|SSLError|connection error|Temporary failure"
)


def download(wanted: Sequence[str], pinned: Sequence[File], python: str, folder: Path, say: Say) -> list[File]:
    """Get the wheels of requirements and of what they need, or exactly the pinned ones.

    Args:
        wanted: requirements; of no meaning where there are pinned ones.
        pinned: what a lock lists.
        python: the version of the image's interpreter.
        folder: where the files go.
        say: told what is going on.

    Raises:
        SandboxUnavailable: pip is missing, reaches no index, there is no such wheel, or one names a file outside of its
            folder.
    """
    command = [sys.executable, "-m", "pip", "download", "--only-binary=:all:", "--dest", str(folder)]
    minor = python.split(".")[:2]
    if minor != [str(part) for part in sys.version_info[:2]]:
        command += [
            "--python-version",
            ".".join(minor),
            "--implementation",
            "cp",
            "--abi",
            f"cp{''.join(minor)}",
        ]
        command += ["--abi", "abi3", "--abi", "none"]
    if pinned:
        lines = "".join(f"{one.name}=={one.version} --hash=sha256:{one.sha256}\n" for one in pinned)
        listed = folder / "requirements.txt"
        listed.write_text(lines)
        command += ["--no-deps", "--require-hashes", "--requirement", str(listed)]
    else:
        command += ["--", *wanted]
    say(f"downloading {', '.join(wanted)} and what they need by pip")
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", stdin=subprocess.DEVNULL)
    if done.returncode:
        raise SandboxUnavailable(_why(f"{done.stderr}\n{done.stdout}", wanted))
    for wheel in folder.glob("*.whl"):
        try:
            with zipfile.ZipFile(wheel) as archive:
                for name in archive.namelist():
                    _placed(name)
        except (zipfile.BadZipFile, ValueError) as error:
            raise SandboxUnavailable(f"{wheel.name} is no good wheel: {error}") from error
    return sorted((_described(path) for path in folder.glob("*.whl")), key=lambda one: one.name)


def unpack(folder: Path, python: str, writer: Writer, host: bool) -> None:
    """Put the wheels of a folder into an image, with bytecode if this interpreter is of the image's version.

    Args:
        folder: where the wheels are.
        python: the version of the image's interpreter.
        writer: the image.
        host: whether the image has this machine's files, so that it gets what the wheels are linked with from here.
    """
    same = python.split(".")[:2] == [str(part) for part in sys.version_info[:2]]
    with tempfile.TemporaryDirectory(prefix="rlvr-wheels-") as scratch:
        linked = []
        for wheel in sorted(folder.glob("*.whl")):
            with zipfile.ZipFile(wheel) as archive:
                for info in archive.infolist():
                    name = _placed(info.filename)
                    if info.is_dir() or name is None:
                        continue
                    content = archive.read(info)
                    _add(name, content, writer, Path(scratch) if same else None)
                    if host and (name.endswith(".so") or ".so." in name):
                        copy = Path(scratch, "linked", name)
                        copy.parent.mkdir(parents=True, exist_ok=True)
                        copy.write_bytes(content)
                        linked.append(str(copy))
        for library in libraries(linked):
            if not library.startswith(scratch):  # one that is there already is written once
                writer.file(inside(library), Path(library).resolve().read_bytes(), 0o755)


def _add(name: str, content: bytes, writer: Writer, scratch: Path | None) -> None:
    writer.file(f"{FOLDER}/{name}", content, 0o755 if ".so" in name else 0o644)
    if scratch is None or not name.endswith(".py"):
        return
    source, compiled = scratch / "module.py", scratch / "module.pyc"
    source.write_bytes(content)
    mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
    try:
        py_compile.compile(
            str(source), str(compiled), f"/{FOLDER}/{name}", doraise=True, invalidation_mode=mode
        )
    except (py_compile.PyCompileError, ValueError):
        return  # a template, or written for another version: it is never imported
    above, _, file = name.rpartition("/")
    cache = f"{above}/__pycache__".lstrip("/")
    stem = f"{file.removesuffix('.py')}.{sys.implementation.cache_tag}.pyc"
    writer.file(f"{FOLDER}/{cache}/{stem}", compiled.read_bytes(), 0o644)


def _placed(name: str) -> str | None:
    """Where a wheel's file goes below the folder of packages; None for scripts and data."""
    parts = name.split("/")
    if name.startswith("/") or ".." in parts or "\\" in name:
        raise ValueError(f"it names the file {name!r:.80}")
    if parts[0].endswith(".data"):
        return "/".join(parts[2:]) if parts[1:2] in (["purelib"], ["platlib"]) else None
    return name


def _described(path: Path) -> File:
    name, version = path.name.split("-")[:2]
    plain = re.sub(r"[-_.]+", "-", name).lower()
    return File(plain, version, hashlib.sha256(path.read_bytes()).hexdigest())


def _why(said: str, wanted: Sequence[str]) -> str:
    """What pip says, in one line, with what to do about it."""
    if "No module named pip" in said:
        return f"{sys.executable} has no pip to download packages with: python -m ensurepip, or python -m pip"
    errors = [line.removeprefix("ERROR: ") for line in said.splitlines() if line.startswith("ERROR: ")]
    text = " ".join(" ".join(errors or [said]).split())
    if _OFFLINE.search(said):
        return (
            f"pip reaches no index for {', '.join(wanted)}: this machine is offline, or PIP_INDEX_URL is wrong. "
            "Build where there is a network, and carry the image over: docker save, docker load"
        )
    if "DO NOT MATCH THE HASHES" in said:
        return f"a wheel is another one than the lock lists: {text:.200}"
    unknown = re.search(r"No matching distribution found for (\S+)", said)
    if unknown:
        return (
            f"pip finds no wheel of {unknown.group(1)} for this Python: is the name right, and does the index have a "
            "wheel of it? Source packages are not built"
        )
    return f"pip failed: {text:.300}"
