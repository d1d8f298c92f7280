"""Images of the box: build one, find one, list and remove them. Building is the only thing that uses a network.

An image is named after what it is made of: ``rlvr-sandbox:<recipe>-<hash>``, where the hash covers the recipe,
the languages and the versions. The same request finds the image that is there; nothing is ever pulled because an
image is missing. What an image holds is in its labels. The worker and this package are not in it.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final

from . import recipes
from .base import SandboxError, SandboxUnavailable
from .engine import connect
from .languages import LANGUAGES
from .rootfs import Writer, has_shell

if TYPE_CHECKING:
    from docker import APIClient

RECIPES: Final = ("host", "debian", "slim")
REPOSITORY: Final = "rlvr-sandbox"
DEFAULT: Final = ("python", "bash")
FORMAT: Final = "1"
"""Rises when a worker needs something that older images do not have; those are then not found any more."""
_BUILD_TIMEOUT: Final = 900.0


@dataclass(frozen=True, slots=True)
class Image:
    """An image of ours that the engine has.

    Attributes:
        tag: its name, or its id if it has none.
        recipe: how it was made.
        languages: what its programs can be written in.
        python: path of its interpreter.
        size: bytes.
        current: whether building it now would give the same; if not, it is old.
    """

    tag: str
    recipe: str
    languages: frozenset[str]
    python: str
    size: int
    current: bool


def build(
    recipe: str | None = None,
    languages: Sequence[str] = DEFAULT,
    *,
    say: recipes.Say = lambda text: None,
    client: APIClient | None = None,
) -> str:
    """Build an image, or find that it is there.

    Args:
        recipe: ``host`` (this machine's interpreter, no network), ``debian`` (packages of a Debian mirror, by
            mmdebstrap), ``slim`` (the official image of Python, from a registry), or None for the first of
            them that has the languages here.
        languages: names in `LANGUAGES`; Python is in every image.
        say: told what is going on, now and then.
        client: the engine's client, if there is one already.

    Returns:
        Its tag.

    Raises:
        ValueError: if there is no such recipe or language.
        SandboxUnavailable: if no engine answers, or what the recipe needs is not to be had.
        SandboxError: if the engine fails.
    """
    wanted = _known(languages)
    chosen = _recipe(wanted) if recipe is None else recipe
    tag = tag_for(chosen, wanted)
    own = client is None
    client = connect(_BUILD_TIMEOUT) if client is None else client
    from docker.errors import DockerException
    from requests.exceptions import RequestException

    try:
        if not _present(client, tag):
            with _alone(tag, say):
                if not _present(client, tag):  # another process may have made it meanwhile
                    _build(client, chosen, wanted, tag, say)
    except (DockerException, RequestException) as error:
        why = getattr(error, "explanation", None) or error
        raise SandboxError(
            f"the engine failed while the image was made: {' '.join(str(why).split()):.300}"
        ) from error
    finally:
        if own:
            client.close()
    return tag


def find(languages: Iterable[str] = (), client: APIClient | None = None) -> str | None:
    """The smallest image here that has these languages, or None. An up-to-date one goes before an old one.

    Raises:
        SandboxUnavailable: if no engine answers.
    """
    wanted = {"python", *languages}
    fitting = [image for image in images(client) if wanted <= image.languages]
    fitting.sort(key=lambda image: (not image.current, image.size, image.tag))
    return fitting[0].tag if fitting else None


def images(client: APIClient | None = None) -> list[Image]:
    """The images of ours that the engine has, of the present format, in the order of their names.

    Raises:
        SandboxUnavailable: if no engine answers.
    """
    own = client is None
    client = connect() if client is None else client
    try:
        found = [_described(entry) for entry in client.images(filters={"label": f"rlvr.format={FORMAT}"})]
    finally:
        if own:
            client.close()
    return sorted(found, key=lambda image: image.tag)


def remove_old(client: APIClient) -> int:
    """Remove the images that newer ones replace; returns how many.

    An image goes if building it now would give another, and a current one has all its languages. One that a
    container runs from stays.
    """
    import docker

    here = images(client)
    current = [entry.languages for entry in here if entry.current]
    removed = 0
    for entry in here:
        if not entry.current and any(entry.languages <= languages for languages in current):
            try:
                client.remove_image(entry.tag)
                removed += 1
            except docker.errors.APIError as error:
                if error.status_code not in (404, 409):
                    raise
    return removed


def tag_for(recipe: str, languages: Sequence[str]) -> str:
    """The name that an image of this recipe has when it is built here and now."""
    return f"{REPOSITORY}:{recipe}-{_hash(recipe, _known(languages))}"


def _known(languages: Sequence[str]) -> tuple[str, ...]:
    unknown = sorted(set(languages) - set(LANGUAGES))
    if unknown:
        raise ValueError(f"no language {', '.join(unknown)}; there are {', '.join(sorted(LANGUAGES))}")
    return tuple(sorted({"python", *languages}))


def _recipe(languages: Sequence[str]) -> str:
    if sys.platform == "linux" and set(languages) <= set(DEFAULT):
        return "host"
    return "debian" if shutil.which("mmdebstrap") else "slim"


def _hash(recipe: str, languages: Sequence[str]) -> str:
    if recipe not in RECIPES:
        raise ValueError(f"no recipe {recipe!r}; there are {', '.join(RECIPES)}")
    parts: list[Any] = [FORMAT, recipe, languages, platform.machine()]
    if recipe == "host":
        parts += [sys.version, os.path.realpath(getattr(sys, "_base_executable", sys.executable))]
    else:
        parts += [recipes.packages(languages), recipes.SUITE if recipe == "debian" else recipes.SLIM]
    for module in ("recipes.py", "rootfs.py"):
        parts.append(hashlib.sha256(Path(__file__).with_name(module).read_bytes()).hexdigest())
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:12]


def _present(client: APIClient, tag: str) -> bool:
    import docker

    try:
        client.inspect_image(tag)
    except docker.errors.ImageNotFound:
        return False
    return True


@contextlib.contextmanager
def _alone(tag: str, say: recipes.Say) -> Iterator[None]:
    """Keep this user's other processes from making the same image: the second one would take the first one's name."""
    with contextlib.ExitStack() as held:
        # No such locks on Windows; somebody else's file may be in the way. Two images are better than none.
        with contextlib.suppress(ImportError, OSError):
            import fcntl

            path = Path(tempfile.gettempdir(), f"rlvr-image-{os.getuid()}-{tag.rpartition(':')[2]}.lock")
            lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
            held.callback(os.close, lock)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                say(f"waiting for another process that makes {tag}")
                fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _build(client: APIClient, recipe: str, languages: tuple[str, ...], tag: str, say: recipes.Say) -> None:
    with tempfile.TemporaryFile(prefix="rlvr-image-") as spool:
        writer = Writer(spool, shell=has_shell(languages))
        if recipe == "host":
            python = recipes.from_host(languages, writer, say)
        elif recipe == "debian":
            python = recipes.from_debian(languages, writer, say)
        else:
            python = recipes.from_slim(languages, writer, say, client)
        writer.close()
        if python.lstrip("/") not in writer:
            raise SandboxUnavailable(f"the recipe {recipe} gave no interpreter at {python}")
        labels = {
            "rlvr.sandbox": "1",
            "rlvr.format": FORMAT,
            "rlvr.recipe": recipe,
            "rlvr.hash": tag.rpartition("-")[2],
            "rlvr.languages": ",".join(languages),
            "rlvr.python": python,
        }
        say(f"importing {spool.tell() >> 20} MiB as {tag}")
        spool.seek(0)
        take_in(client, spool, tag, labels, python)


def take_in(client: APIClient, spool: IO[bytes], tag: str, labels: Mapping[str, str], python: str) -> None:
    """Have the engine take a tar as an image.

    Raises:
        SandboxUnavailable: it does not.
    """
    name, _, version = tag.partition(":")
    changes = [f"LABEL {key}={json.dumps(value)}" for key, value in labels.items()]
    changes += ["ENV PATH=/usr/local/bin:/usr/bin:/bin", f"CMD {json.dumps([python])}"]
    answer = client.import_image(src=spool, repository=name, tag=version, changes=changes)
    for line in str(answer).splitlines():
        if '"error"' in line:
            raise SandboxUnavailable(f"the engine did not take the image: {line:.200}")
    if not _present(client, tag):  # Podman leaves the name out
        client.tag(json.loads(answer)["status"].rpartition(":")[2], name, version)


def _described(entry: dict[str, Any]) -> Image:
    labels = entry.get("Labels") or {}
    languages = frozenset(filter(None, labels.get("rlvr.languages", "").split(",")))
    # Podman writes the name of a registry before the name, though there is none.
    names = [name.rpartition("/")[2] for name in entry.get("RepoTags") or ()]
    tags = [name for name in names if name.startswith(f"{REPOSITORY}:") and not name.endswith(":latest")]
    recipe = labels.get("rlvr.recipe", "")
    known = recipe in RECIPES and languages <= set(LANGUAGES)
    return Image(
        tag=tags[0] if tags else entry["Id"],
        recipe=recipe,
        languages=languages,
        python=labels.get("rlvr.python", "/usr/bin/python3"),
        size=int(entry.get("Size", 0)),
        current=known and tag_for(recipe, sorted(languages)) in tags,
    )
