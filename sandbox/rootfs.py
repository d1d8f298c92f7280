"""The files of a box's image, as one tar stream: an interpreter, its standard library, tools, and nothing else.

Whatever the files come from, they pass `copy`: no set-user-id bit, no device, no package manager, no
documentation, no third-party Python package; everything belongs to root and has the same date, so that the same
files make the same image.
"""

from __future__ import annotations

import io
import re
import stat
import tarfile
from collections.abc import Iterable
from typing import IO, Final

_DATE: Final = 1_577_836_800
_NOT_TAKEN = re.compile(
    r"""
    (dev|proc|sys|run|boot|home|media|mnt|opt|root|srv|tmp|work|var)(/|$)   # the engine's, or of no use in a box
    | \.dockerenv$
    | etc/(?!ld\.so|python3|mime\.types|localtime|protocols|services|java-)
    | (usr/)?sbin/.+
    | (usr/)?bin/(dpkg|apt|update-alternatives|pip|perl|deb-systemd|debconf|.*lto-dump).*
    | usr/share/(doc|man|info|locale|lintian|bug|bash-completion|pixmaps|applications|debconf|dpkg|gdb)(/|$)
    | usr/share/(menu|debianutils)(/|$)
    | usr/lib(exec)?/(apt|dpkg|systemd|init|udev)(/|$)
    | .*/lib(asan|hwasan|lsan|tsan|ubsan)\.(so|a).*
    | .*/gcc/[^/]+/[^/]+/lto1$
    | usr/(share|lib)/go-[^/]+/(test|api|doc|misc)(/|$)
    | usr/share/go-[^/]+/src/.*(/testdata/|_test\.go$)
    | .*/jvm/[^/]+/(jmods|man|demo|legal)(/|$)
    """,
    re.VERBOSE,
)
"""What a distribution brings and no job needs."""
_LEFT_OUT = re.compile(
    r"""
    .*/python3[^/]*/(test|lib2to3/tests|ensurepip|idlelib|tkinter|turtledemo|site-packages|dist-packages|config-[^/]*)(/|$)
    | .*/lib-dynload/(_tkinter|_test|_ctypes_test|xxlimited|_xx)[^/]*$
    """,
    re.VERBOSE,
)
"""What belongs to no box, wherever it comes from."""
_SHELLS = re.compile(r"(usr/)?bin/(sh|r?bash|dash|zsh|ksh|busybox)$|(usr/)?bin/bashbug$")

_FOLDERS = {
    "proc": 0o755,
    "sys": 0o755,
    "dev": 0o755,
    "etc": 0o755,
    "tmp": 0o1777,
    "work": 0o755,
    "usr/bin": 0o755,
}
_FILES = {
    "etc/passwd": "root:x:0:0:root:/:/nonexistent\nnobody:x:65534:65534:nobody:/nonexistent:/nonexistent\n",
    "etc/group": "root:x:0:\nnogroup:x:65534:\n",
    "etc/nsswitch.conf": "passwd: files\ngroup: files\nhosts: files\n",
}
_ALIASES = {"awk": ("mawk", "gawk"), "sh": ("dash", "bash"), "cc": ("gcc",), "c++": ("g++",)}
"""What a package's installation script would have linked: of these names the first that is there."""
_JAVA = "usr/lib/jvm/default-java"


class Writer:
    """Writes an image's tar. A name is written once; folders above it appear by themselves."""

    def __init__(self, out: IO[bytes], shell: bool) -> None:
        """Begin.

        Args:
            out: where the tar goes.
            shell: whether shells are let through.
        """
        self._tar = tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT)  # noqa: SIM115 - `close` ends it
        self._shell = shell
        self._written: set[str] = set()
        for name, mode in _FOLDERS.items():
            self._folder(name, mode)
        for name, text in _FILES.items():
            self.file(name, text.encode(), 0o644)

    def __contains__(self, name: str) -> bool:
        return name in self._written

    def file(self, name: str, content: bytes, mode: int) -> None:
        """Add a file."""
        info = tarfile.TarInfo(name)
        info.size, info.mode = len(content), mode
        self.member(info, io.BytesIO(content))

    def link(self, name: str, target: str) -> None:
        """Add a symbolic link."""
        info = tarfile.TarInfo(name)
        info.type, info.linkname, info.mode = tarfile.SYMTYPE, target, 0o777
        self.member(info)

    def copy(self, source: tarfile.TarFile) -> None:
        """Add what belongs into a box of another tar, a whole file system."""
        for info in source:
            if not _NOT_TAKEN.match(info.name.removeprefix("./")):
                self.member(info, source.extractfile(info) if info.isreg() else None)

    def member(self, info: tarfile.TarInfo, content: IO[bytes] | None = None) -> None:
        """Add a member if it belongs into a box, without powers."""
        name = info.name.removeprefix("./").strip("/")
        if name in self._written or name in ("", ".") or not self._wanted(name):
            return
        if info.isdir():
            self._folder(name, 0o755)
            return
        clean = tarfile.TarInfo(name)
        clean.type, clean.mtime = info.type, _DATE
        if info.isreg():
            clean.size, clean.mode = info.size, info.mode & ~(stat.S_ISUID | stat.S_ISGID | 0o022) | 0o444
        elif info.issym():
            clean.linkname, clean.mode = info.linkname, 0o777
        elif info.islnk():
            clean.linkname, clean.mode = info.linkname.removeprefix("./").strip("/"), info.mode & 0o755
            if clean.linkname not in self._written:
                return
        else:
            return  # no devices, no pipes
        self._parents(name)
        self._written.add(name)
        self._tar.addfile(clean, content)

    def close(self) -> None:
        """Add the usual second names of the programs that are there, and end the tar."""
        for name, targets in _ALIASES.items():
            if not {f"bin/{name}", f"usr/bin/{name}"} & self._written:
                found = [target for target in targets if f"usr/bin/{target}" in self._written]
                if found:
                    self.link(f"usr/bin/{name}", found[0])
        if _JAVA in self._written:
            for name in ("java", "javac"):
                self.link(f"usr/bin/{name}", f"/{_JAVA}/bin/{name}")
        self._tar.close()

    def _wanted(self, name: str) -> bool:
        return not _LEFT_OUT.match(name) and (self._shell or not _SHELLS.match(name))

    def _folder(self, name: str, mode: int) -> None:
        if name not in self._written:
            self._parents(name)
            self._written.add(name)
            info = tarfile.TarInfo(name)
            info.type, info.mode, info.mtime = tarfile.DIRTYPE, mode, _DATE
            self._tar.addfile(info)

    def _parents(self, name: str) -> None:
        above = name.rpartition("/")[0]
        if above:
            self._folder(above, 0o755)


def has_shell(languages: Iterable[str]) -> bool:
    """Whether an image with these languages has a shell: Icarus Verilog starts its parts through one."""
    return not {"bash", "verilog"}.isdisjoint(languages)
