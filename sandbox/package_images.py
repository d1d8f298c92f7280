"""Images with packages: built from files with hashes, named by a user, pinned by what they hold.

An image is ``rlvr-sandbox:NAME-DIGEST``; the digest covers the interpreter and each package's name, version and hash
(`rlvr.sandbox.lock`). What was asked for and the lock are in its labels, so the same request finds the image that is
there, without a network, and a lock can be had from an image.
"""

from __future__ import annotations

import json
import platform
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from . import debs, image, recipes, wheels
from .base import SandboxError, SandboxUnavailable
from .engine import connect
from .lock import Lock, Request
from .rootfs import Writer, has_shell

if TYPE_CHECKING:
    from docker import APIClient

FORMAT: Final = "1"
_DEBIAN_PYTHON: Final = "3.11"


@dataclass(frozen=True, slots=True)
class PackageImage:
    """An image with packages that the engine has.

    Attributes:
        tag: its name with the engine, ``rlvr-sandbox:NAME-DIGEST``.
        lock: what it is made of.
        size: bytes.
    """

    tag: str
    lock: Lock
    size: int


def request_of(
    pip: Sequence[str],
    apt: Sequence[str],
    *,
    recipe: str | None = None,
    languages: Sequence[str] = image.DEFAULT,
) -> Request:
    """What `build` is asked for, with what is left open filled in.

    Raises:
        ValueError: a name is none.
    """
    known = image._known(languages)
    chosen = recipe or ("debian" if apt or not set(known) <= set(image.DEFAULT) else "host")
    if chosen not in ("host", "debian"):
        raise ValueError(f"an image with packages is made --from host or debian, not {chosen!r}")
    return Request(chosen, known, tuple(sorted(set(pip))), tuple(sorted(set(apt))))


def build(
    name: str,
    pip: Sequence[str] = (),
    apt: Sequence[str] = (),
    *,
    recipe: str | None = None,
    languages: Sequence[str] = image.DEFAULT,
    say: recipes.Say = lambda text: None,
    client: APIClient | None = None,
) -> Lock:
    """Build an image with packages, or find that one for this request is there.

    Args:
        name: what to call it: small letters, digits and ``-``.
        pip: requirements of pip.
        apt: Debian packages.
        recipe: ``host`` (this machine's interpreter) or ``debian``; by default the first that has the languages and
            packages.
        languages: what programs in it can be written in; Python is always there.
        say: told what is going on.
        client: the engine's client, if there is one already.

    Returns:
        What it is made of; `Lock.tag` names it.

    Raises:
        ValueError: a name is none.
        SandboxUnavailable: no engine answers, or a package is not to be had.
        SandboxError: the engine fails.
    """
    request = request_of(pip, apt, recipe=recipe, languages=languages)
    # No digest of it is asked for before the files are known.
    empty = Lock(name, request, _python(request.recipe), platform.machine())
    with _Engine(client) as engine:
        for entry in images(engine):
            one = entry.lock
            if (one.name, one.request, one.python) == (name, request, empty.python):
                return one
        return _build(engine, empty, False, say)


def build_locked(lock: Lock, *, say: recipes.Say = lambda text: None, client: APIClient | None = None) -> Lock:
    """Build exactly what a lock lists, or find that it is there.

    Raises:
        SandboxUnavailable: this machine cannot make it, or a file cannot be had any more.
        SandboxError: the engine fails.
    """
    here = (_python(lock.request.recipe), platform.machine())
    if here != (lock.python, lock.machine):
        more = "" if lock.request.recipe == "debian" else ". An image --from debian is the same everywhere"
        raise SandboxUnavailable(
            f"the lock is of Python {lock.python} on {lock.machine}, and this is Python {here[0]} on {here[1]}{more}"
        )
    with _Engine(client) as engine:
        if any(entry.lock.tag == lock.tag for entry in images(engine)):
            return lock
        return _build(engine, lock, True, say)


def images(client: APIClient | None = None) -> list[PackageImage]:
    """The images with packages that the engine has, by name.

    Raises:
        SandboxUnavailable: no engine answers.
    """
    with _Engine(client) as engine:
        found = engine.images(filters={"label": f"rlvr.packages={FORMAT}"})
    made = []
    for entry in found:
        lock = Lock.of_json(json.loads(entry["Labels"]["rlvr.lock"]))
        tag = f"{image.REPOSITORY}:{lock.tag}"
        # One that was removed while a container ran from it has no name any more. Podman puts a registry's before it.
        if any(name.rpartition("/")[2] == tag for name in entry.get("RepoTags") or ()):
            made.append(PackageImage(tag, lock, int(entry.get("Size", 0))))
    return sorted(made, key=lambda one: one.tag)


def resolve(wanted: str, client: APIClient | None = None) -> PackageImage:
    """The image that a name stands for: ``NAME``, if there is one of that name, or ``NAME-DIGEST``.

    Raises:
        SandboxUnavailable: there is none, or several of that name; or no engine answers.
    """
    here = images(client)
    pinned = [one for one in here if one.lock.tag == wanted]
    named = pinned or [one for one in here if one.lock.name == wanted]
    if len(named) == 1:
        return named[0]
    if named:
        tags = ", ".join(one.lock.tag for one in named)
        raise SandboxUnavailable(f"there are several images {wanted}: name one of {tags}")
    raise SandboxUnavailable(
        f"there is no image {wanted!r:.60} here (rlvr sandbox images lists them). Build it: rlvr sandbox build --name "
        "NAME --pip PACKAGE, or --lock FILE with the lock of who has it"
    )


def remove_nameless(client: APIClient) -> int:
    """Remove images with packages that lost their name; returns how many. One that a container runs from stays."""
    import docker

    removed = 0
    for entry in client.images(filters={"label": f"rlvr.packages={FORMAT}", "dangling": True}):
        try:
            client.remove_image(entry["Id"])
            removed += 1
        except docker.errors.APIError as error:
            if error.status_code not in (404, 409):
                raise
    return removed


class _Engine:
    """The engine's client for the time of a ``with`` statement, its failures as ours."""

    def __init__(self, client: APIClient | None) -> None:
        self._own = client is None
        self._client = connect(image._BUILD_TIMEOUT) if client is None else client

    def __enter__(self) -> APIClient:
        return self._client

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        from docker.errors import DockerException
        from requests.exceptions import RequestException

        if self._own:
            self._client.close()
        if isinstance(error, (DockerException, RequestException)):
            why = getattr(error, "explanation", None) or error
            raise SandboxError(f"the engine failed: {' '.join(str(why).split()):.300}") from error


def _python(recipe: str) -> str:
    return platform.python_version() if recipe == "host" else _DEBIAN_PYTHON


def _build(client: APIClient, lock: Lock, pinned: bool, say: recipes.Say) -> Lock:
    request = lock.request
    with tempfile.TemporaryFile(prefix="rlvr-image-") as spool, tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        if request.pip:  # first: what fails most often, and soonest
            found = wheels.download(request.pip, lock.wheels if pinned else (), lock.python, folder, say)
            lock = replace(lock, wheels=tuple(found))
        writer = Writer(spool, shell=has_shell(request.languages) or bool(request.apt))
        if request.recipe == "host":
            python = recipes.from_host(request.languages, writer, say)
        else:
            got = debs.extract(request.languages, request.apt, lock.debs if pinned else (), writer, say)
            lock, python = replace(lock, debs=got), "/usr/bin/python3"
        wheels.unpack(folder, lock.python, writer, request.recipe == "host")
        writer.close()
        if python.lstrip("/") not in writer:
            raise SandboxUnavailable(f"the recipe {request.recipe} gave no interpreter at {python}")
        labels = {
            "rlvr.sandbox": "1",
            "rlvr.packages": FORMAT,
            "rlvr.languages": ",".join(request.languages),
            "rlvr.python": python,
            "rlvr.lock": json.dumps(asdict(lock)),
        }
        say(f"importing {spool.tell() >> 20} MiB as {image.REPOSITORY}:{lock.tag}")
        spool.seek(0)
        image.take_in(client, spool, f"{image.REPOSITORY}:{lock.tag}", labels, python)
    return lock
