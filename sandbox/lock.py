"""What an image with packages is made of, as one value: the request, and each file's name and hash.

Two machines that build from the same lock make an image of the same name, or none.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

VERSION: Final = 1
NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,39}")
_WHEEL = re.compile(
    r"[A-Za-z0-9][A-Za-z0-9._-]*(\[[A-Za-z0-9._, -]*\])?\s*([<>=!~]=?=?[^;@/\s]*(\s*,\s*[<>=!~]=?=?[^;@/\s]*)*)?"
)
_DEBIAN = re.compile(r"[a-z0-9][a-z0-9+.-]+(=[A-Za-z0-9.+~:-]+)?")


@dataclass(frozen=True, slots=True)
class Request:
    """What a user asks for.

    Attributes:
        recipe: ``host`` or ``debian``; see `rlvr.sandbox.recipes`.
        languages: names in `rlvr.sandbox.languages.LANGUAGES`, in order.
        pip: requirements of pip, each a name and maybe versions: ``numpy``, ``pandas<3``.
        apt: Debian packages, each a name and maybe ``=version``.

    Raises:
        ValueError: one of them is no such name.
    """

    recipe: str
    languages: tuple[str, ...]
    pip: tuple[str, ...] = ()
    apt: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for wanted in self.pip:
            if not _WHEEL.fullmatch(wanted):
                raise ValueError(f"--pip takes a name and maybe versions ('pandas<3'), not {wanted!r:.80}")
        for wanted in self.apt:
            if not _DEBIAN.fullmatch(wanted):
                raise ValueError(f"--apt takes the name of a Debian package, not {wanted!r:.80}")
        if self.apt and self.recipe != "debian":
            raise ValueError(f"--apt needs --from debian, not {self.recipe}")


@dataclass(frozen=True, slots=True)
class File:
    """A package as it was downloaded: a wheel, or a Debian package.

    Attributes:
        name: the package's name.
        version: its version.
        sha256: of the file, as hexadecimal digits.
    """

    name: str
    version: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Lock:
    """What an image is made of.

    Attributes:
        name: what the image is called.
        request: what was asked for.
        python: the interpreter's version; of the recipe ``host`` all three numbers, as it is part of the image.
        machine: the kind of processor.
        wheels: all wheels, those that others need too.
        debs: all Debian packages that were extracted.
    """

    name: str
    request: Request
    python: str
    machine: str
    wheels: tuple[File, ...] = ()
    debs: tuple[File, ...] = ()

    def __post_init__(self) -> None:
        if not NAME.fullmatch(self.name):
            raise ValueError(f"an image's name has small letters, digits and '-', not {self.name!r:.60}")

    @property
    def digest(self) -> str:
        """Twelve digits that stand for all of it but the name and how the request was worded."""
        parts = [VERSION, self.request.recipe, self.request.languages, self.python, self.machine]
        files = [[one.name, one.version, one.sha256] for one in (*self.wheels, *self.debs)]
        return hashlib.sha256(json.dumps([*parts, files]).encode()).hexdigest()[:12]

    @property
    def tag(self) -> str:
        """The image's name with the engine."""
        return f"{self.name}-{self.digest}"

    def to_json(self) -> dict[str, Any]:
        """The lock file."""
        return {"rlvr_image": VERSION, "image": self.tag, **asdict(self)}

    @classmethod
    def read(cls, path: Path) -> Lock:
        """A lock file.

        Raises:
            ValueError: it is none, or was changed by hand.
        """
        try:
            found = json.loads(path.read_text("utf-8"))
            if found["rlvr_image"] != VERSION:
                raise ValueError(f"it is of the format {found['rlvr_image']!r:.20}, not {VERSION}")
            lock = cls.of_json(found)
        except KeyError as error:
            raise ValueError(f"{path} is no lock file of an image: it lacks {error!s:.200}") from error
        except (OSError, ValueError, TypeError) as error:
            raise ValueError(f"{path} is no lock file of an image: {error!s:.200}") from error
        if found.get("image") != lock.tag:
            raise ValueError(
                f"{path} was changed by hand: what it lists makes {lock.tag}; build it anew without --lock"
            )
        return lock

    @classmethod
    def of_json(cls, found: Mapping[str, Any]) -> Lock:
        """A lock from what `to_json` gives."""
        asked = found["request"]
        request = Request(str(asked["recipe"]), *(_texts(asked[part]) for part in ("languages", "pip", "apt")))
        files = {
            part: tuple(File(str(one["name"]), str(one["version"]), str(one["sha256"])) for one in found[part])
            for part in ("wheels", "debs")
        }
        return cls(str(found["name"]), request, str(found["python"]), str(found["machine"]), **files)


def _texts(values: Sequence[Any]) -> tuple[str, ...]:
    return tuple(map(str, values))
