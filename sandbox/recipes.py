"""Where an image's files come from: this machine, a Debian mirror, or an official image of a registry.

Each recipe writes a tar through `rlvr.sandbox.rootfs.Writer`, with the bytecode of the standard library in it: a
box's files cannot be written, so that a module without would be compiled again in every process.
"""

from __future__ import annotations

import contextlib
import io
import os
import py_compile
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from .base import SandboxUnavailable
from .languages import LANGUAGES
from .rootfs import Writer

if TYPE_CHECKING:
    from docker import APIClient

SUITE: Final = "bookworm"
SLIM: Final = "python:3.12-slim"
Say = Callable[[str], object]

_EXTRA: Final = {"verilog": ("dash",)}  # Icarus Verilog starts its parts through a shell
_COMPILE: Final = (
    "import compileall, os, py_compile, re; compileall.compile_dir(os.path.dirname(os.__file__), quiet=2, force=True, "
    "rx=re.compile('/(test|idlelib|ensurepip|tkinter|turtledemo|lib2to3/tests|(site|dist)-packages)/'), "
    "invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)"
)
_COMMANDS: Final = """
    awk bash base32 base64 basename cat chmod cksum cmp comm cp csplit cut date dd diff dirname du echo egrep env
    expand expr factor false fgrep find fmt fold grep gunzip gzip head id join link ln ls md5sum mkdir mkfifo
    mktemp mv nl nproc numfmt od paste pathchk pr printf pwd readlink realpath rm rmdir sed seq sha1sum sha256sum
    sha512sum shred shuf sleep sort split stat stdbuf stty sum tac tail tar tee test timeout touch tr true
    truncate tsort tty uname unexpand uniq unlink wc whoami xargs yes zcat [
""".split()


def packages(languages: Sequence[str]) -> list[str]:
    """The Debian packages of these languages; the worker needs Python in any case."""
    wanted = {"python3"}
    for name in languages:
        wanted.update(LANGUAGES[name].packages, _EXTRA.get(name, ()))
    return sorted(wanted)


def from_host(languages: Sequence[str], writer: Writer, say: Say) -> str:
    """The interpreter of this machine, its standard library, and what both are linked with.

    The same Python as the trainer's, made in seconds from what is here. Python and bash only: compilers have
    their files all over a system. Returns the path of the interpreter in the box.

    Raises:
        SandboxUnavailable: for another language, or where the host is no Linux.
    """
    other = sorted(set(languages) - {"python", "bash"})
    if other:
        options = " ".join(f"--with {name}" for name in languages if name != "python")
        raise SandboxUnavailable(
            f"an image from this machine has no {', '.join(other)}: rlvr sandbox build --from debian {options}"
        )
    if sys.platform != "linux":
        raise SandboxUnavailable("an image from this machine needs Linux: rlvr sandbox build --from slim")
    for name in ("bin", "lib", "lib32", "lib64", "libx32"):
        if os.path.islink(f"/{name}"):
            writer.link(name, inside(f"/{name}/x")[:-2])
    python = getattr(sys, "_base_executable", sys.executable)
    linked = [python]
    _put(writer, python, Path(os.path.realpath(python)))
    alias = os.path.join(os.path.dirname(python), "python3")
    if alias != python:
        writer.link(inside(alias), os.path.basename(python))
    say("copying and compiling the standard library")
    linked += _standard_library(Path(os.path.realpath(os.path.dirname(os.__file__))), writer)
    if "bash" in languages:
        for command in _COMMANDS:
            path = shutil.which(command, path="/usr/bin:/bin:/usr/local/bin")
            if path is None and command == "bash":
                raise SandboxUnavailable(
                    "this machine has no bash to copy: rlvr sandbox build --from debian --with bash"
                )
            if path is not None:
                _put(writer, f"/usr/bin/{command}", Path(os.path.realpath(path)))
                linked.append(path)
    found = libraries(linked)
    for library in found:
        _put(writer, library, Path(os.path.realpath(library)))
        if os.path.dirname(library) in library_path(found):
            writer.link(f"usr/lib/{os.path.basename(library)}", f"/{inside(library)}")
    return python


def from_debian(languages: Sequence[str], writer: Writer, say: Say) -> str:
    """Debian packages, extracted and not installed: no shell or package manager unless a language needs it.

    The mirror is Debian's, or that of ``RLVR_DEBIAN_MIRROR``. Returns the path of the interpreter in the box.

    Raises:
        SandboxUnavailable: if mmdebstrap is not there, or fails.
    """
    if shutil.which("mmdebstrap") is None:
        raise SandboxUnavailable(
            "building from Debian packages needs mmdebstrap: sudo apt-get install mmdebstrap"
        )
    hooks = Path("/usr/share/mmdebstrap/hooks/merged-usr")
    with tempfile.TemporaryDirectory(prefix="rlvr-image-") as folder:
        tar = Path(folder, "root.tar")
        command = ["mmdebstrap", "--quiet", "--variant=extract", f"--include={','.join(packages(languages))}"]
        command += [f"--hook-dir={hooks}"] if hooks.exists() else []
        command += [f'--extract-hook=chroot "$1" /usr/bin/python3 -I -S -B -c {shlex.quote(_COMPILE)}']
        mirror = os.environ.get("RLVR_DEBIAN_MIRROR")
        command += ["--format=tar", SUITE, str(tar), *([mirror] if mirror else [])]
        say(f"extracting {', '.join(packages(languages))} of Debian {SUITE}")
        done = subprocess.run(
            command, capture_output=True, text=True, errors="replace", stdin=subprocess.DEVNULL
        )
        if done.returncode:
            errors = [line for line in done.stderr.splitlines() if line.startswith("E:")] or [
                done.stderr.strip()
            ]
            raise SandboxUnavailable(f"mmdebstrap failed: {' '.join(' '.join(errors).split()):.300}")
        with tarfile.open(tar) as source:
            writer.copy(source)
    return "/usr/bin/python3"


def from_slim(languages: Sequence[str], writer: Writer, say: Say, client: APIClient) -> str:
    """The official slim image of Python, stripped. It is pulled if it is not here; that needs a registry.

    Returns the path of the interpreter in the box.

    Raises:
        SandboxUnavailable: if the image cannot be had, or a step in it fails.
    """
    import docker

    try:
        try:
            client.inspect_image(SLIM)
        except docker.errors.ImageNotFound:
            say(f"pulling {SLIM}")
            client.pull(*SLIM.split(":"))
    except docker.errors.APIError as error:
        raise SandboxUnavailable(
            f"{SLIM} is not here and cannot be pulled ({error.explanation or error!s:.120}): "
            "use --from host or --from debian, which need no registry"
        ) from error
    more = sorted(set(packages(languages)) - {"python3"})
    steps = [f"FROM {SLIM}", "USER root"]
    if more:
        steps.append("RUN apt-get update && apt-get install --yes --no-install-recommends " + " ".join(more))
    say(f"preparing {SLIM}" + (f" with {', '.join(more)}" if more else ""))
    with _scratch_image(client, [*steps, f"RUN python3 -I -S -B -c {shlex.quote(_COMPILE)}"]) as image:
        container = client.create_container(image, ["python3"], network_disabled=True)["Id"]
        try:
            with tempfile.TemporaryFile() as spool:
                for piece in client.export(container):
                    spool.write(piece)
                spool.seek(0)
                with tarfile.open(fileobj=spool) as source:
                    writer.copy(source)
        finally:
            client.remove_container(container, force=True)
    return "/usr/local/bin/python3"


@contextlib.contextmanager
def _scratch_image(client: APIClient, steps: list[str]) -> Iterator[str]:
    tag = f"rlvr-sandbox-scratch:{os.getpid()}"
    text = "\n".join(steps).encode()
    network = "default" if any("apt-get" in step for step in steps) else "none"
    events = client.build(
        fileobj=io.BytesIO(text), tag=tag, rm=True, forcerm=True, decode=True, pull=False, network_mode=network
    )
    for event in events:
        if "error" in event:
            raise SandboxUnavailable(f"building on {SLIM} failed: {' '.join(str(event['error']).split()):.200}")
    try:
        yield tag
    finally:
        client.remove_image(tag, force=True)


def _standard_library(folder: Path, writer: Writer) -> list[str]:
    """Copy it with bytecode; the paths of its extension modules."""
    extensions = []
    with tempfile.TemporaryDirectory(prefix="rlvr-image-") as scratch:
        compiled = os.path.join(scratch, "module.pyc")
        for path in sorted(folder.rglob("*")):
            name = inside(str(path))
            if not path.is_file() or "__pycache__" in path.parts or path.suffix in (".a", ".o"):
                continue
            if path.is_symlink() and not path.resolve().is_relative_to(folder):
                continue
            _put(writer, str(path), path)
            if name not in writer:
                continue
            if path.suffix == ".so":
                extensions.append(str(path))
            if path.suffix == ".py":
                mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
                py_compile.compile(str(path), compiled, dfile=str(path), doraise=True, invalidation_mode=mode)
                cache = f"{path.parent}/__pycache__/{path.stem}.{sys.implementation.cache_tag}.pyc"
                writer.file(inside(cache), Path(compiled).read_bytes(), 0o644)
    return extensions


def libraries(programs: Sequence[str]) -> list[str]:
    """The shared libraries that the dynamic linker would load for these files, and what it loads late."""
    found: set[str] = set()
    for program in programs:
        done = subprocess.run(["ldd", program], capture_output=True, text=True, errors="replace")
        found.update(re.findall(r"(?:=>\s+|^\s+)(/\S+)\s+\(0x", done.stdout, re.MULTILINE))
    for library in list(found):
        if os.path.basename(library).startswith("libc.so"):
            late = os.path.join(os.path.dirname(library), "libgcc_s.so.1")  # loaded when a thread ends early
            found.update([late] if os.path.exists(late) else [])
    return sorted(found)


def library_path(linked: Sequence[str]) -> list[str]:
    """The folders of ``LD_LIBRARY_PATH`` that these libraries lie in: a box does not have that variable."""
    folders = {os.path.dirname(path) for path in linked}
    return [path for path in os.environ.get("LD_LIBRARY_PATH", "").split(":") if path and path in folders]


def _put(writer: Writer, name: str, source: Path) -> None:
    try:
        with source.open("rb") as content:
            info = tarfile.TarInfo(inside(name))
            status = os.fstat(content.fileno())
            info.size, info.mode = status.st_size, status.st_mode & 0o777
            writer.member(info, content)
    except PermissionError:
        return  # a tool that this user may not read


def inside(path: str) -> str:
    """The name of a path in the box: folders that are links at the root are followed, others are kept."""
    first, _, rest = path.lstrip("/").partition("/")
    if rest and os.path.islink(f"/{first}"):
        first = os.readlink(f"/{first}").strip("/")
    return f"{first}/{rest}" if rest else first
