"""Choosing where code runs: the strongest backend that is ready, never silently a weak one.

``RLVR_SANDBOX`` in the environment, or `use`, names one: ``docker``, ``bwrap``, ``ray`` (those of all hosts of a Ray
cluster), ``http`` (those of the hosts in ``RLVR_SANDBOX_HOSTS``) or ``unsafe-local``; ``auto`` is the default.
``RLVR_SANDBOX_SLOTS`` says how many jobs run at one time (with ``ray`` and ``http``: on each host).
"""

from __future__ import annotations

import atexit
import os
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ..named_image import named_image
from .base import Sandbox, SandboxUnavailable
from .languages import LANGUAGES

BACKENDS = ("auto", "docker", "bwrap", "ray", "http", "unsafe-local")

_IMAGE = "image "
"""Before an image's name, for the sandboxes that are made from it."""

_lock = threading.RLock()
_made: dict[str, Sandbox] = {}
_chosen: Sandbox | str | None = None


def make(
    backend: str = "auto", languages: frozenset[str] = frozenset({"python"}), slots: int | None = None
) -> Sandbox:
    """A sandbox of your own; close it when you are done.

    Args:
        backend: ``docker`` (containers), ``bwrap`` (namespaces), ``ray`` (the stronger of these two on each host of a
            Ray cluster; see `rlvr.sandbox.ray_pool`), ``http`` (hosts that serve theirs; see
            `rlvr.sandbox.over_http.http_pool`), ``unsafe-local`` (nothing at all: for code that you trust), or
            ``auto`` for the stronger of the first two that is ready.
        languages: what it must be able to run; see `rlvr.sandbox.languages`.
        slots: jobs at one time, with ``ray`` on each host; by default one for each core, at most 32.

    Raises:
        SandboxUnavailable: if it cannot be had; the message says how to get it.
        ValueError: if there is no such backend or language.
    """
    if unknown := sorted(languages - set(LANGUAGES)):
        raise ValueError(f"unknown language {unknown[0]!r}; there are {', '.join(LANGUAGES)}")
    if backend == "auto":
        return _strongest(languages, slots)
    makers: dict[str, Callable[[frozenset[str], int | None], Sandbox]] = {
        "docker": _docker,
        "bwrap": _bwrap,
        "ray": _ray,
        "http": _http,
        "unsafe-local": _unsafe,
    }
    if backend not in makers:
        raise ValueError(f"unknown sandbox {backend!r}; there are {', '.join(BACKENDS)}")
    return makers[backend](languages, slots)


def current(language: str = "python", image: str = "") -> Sandbox:
    """The shared sandbox of this process for a language, made when it is first asked for.

    A process that was forked gets one of its own.

    Args:
        language: what it must be able to run.
        image: an image with packages that its boxes are made from, ``NAME`` or ``NAME-DIGEST``; see
            `rlvr.sandbox.package_images`. That takes containers. "" stands for the image of the registry entry that
            this is run for, if it names one.

    Raises:
        SandboxUnavailable: if none can be had; the message says how to get one.
        ValueError: if there is no such language.
    """
    image = image or named_image()
    with _lock:
        if _chosen is not None and not isinstance(_chosen, str):
            if image and not _is_from(_chosen, image):
                raise SandboxUnavailable(
                    f"the sandbox in use has no image {image}; use one of containers that has it"
                )
            return _chosen
        if image:
            return _with_packages(language, image)
        for name, sandbox in _made.items():
            if language in sandbox.languages and not name.startswith(_IMAGE):
                return sandbox
        backend = _chosen or os.environ.get("RLVR_SANDBOX") or "auto"
        _made[language] = make(backend, frozenset({language}), _slots())
        return _made[language]


def _slots() -> int | None:
    slots = os.environ.get("RLVR_SANDBOX_SLOTS", "")
    if slots and not (slots.isdigit() and int(slots)):
        raise ValueError(f"RLVR_SANDBOX_SLOTS must be a whole number of at least 1, not {slots!r}")
    return int(slots) if slots else None


def _with_packages(language: str, image: str) -> Sandbox:
    name = f"{_IMAGE}{image}"
    if name not in _made:
        backend = _chosen or os.environ.get("RLVR_SANDBOX") or "auto"
        if backend not in ("auto", "docker"):
            raise SandboxUnavailable(f"the image {image} needs RLVR_SANDBOX=docker, not {backend}")
        from .container import docker_sandbox
        from .package_images import resolve

        found = resolve(image)
        _made[name] = docker_sandbox(set(found.lock.request.languages), slots=_slots(), image=found.tag)
    sandbox = _made[name]
    if language not in sandbox.languages:
        raise SandboxUnavailable(f"the image {image} has no {language}: build it with --with {language}")
    return sandbox


def _is_from(sandbox: Sandbox, image: str) -> bool:
    tag = str(getattr(sandbox, "image", "")).rpartition(":")[2]
    return image in (tag, tag.rpartition("-")[0])


@contextmanager
def use(sandbox: Sandbox | str) -> Iterator[None]:
    """Make `sandbox` (or a backend's name) what `current` gives, for the time of a ``with`` statement.

    Raises:
        ValueError: if there is no such backend.
    """
    global _chosen
    if isinstance(sandbox, str) and sandbox not in BACKENDS:
        raise ValueError(f"unknown sandbox {sandbox!r}; there are {', '.join(BACKENDS)}")
    with _lock:
        before, made = _chosen, dict(_made)
        _chosen = sandbox
        _made.clear()
    try:
        yield
    finally:
        with _lock:
            _chosen = before
            own = list(_made.values())
            _made.clear()
            _made.update(made)
        for each in own:
            each.close()


def _strongest(languages: frozenset[str], slots: int | None) -> Sandbox:
    try:
        return _docker(languages, slots)
    except SandboxUnavailable as error:
        no_docker = str(error)
    try:
        sandbox = _bwrap(languages, slots)
    except SandboxUnavailable as error:
        raise SandboxUnavailable(
            f"there is nothing to run {', '.join(sorted(languages))} in. Containers: {no_docker}. Namespaces: {error}"
        ) from None
    warnings.warn(
        f"code runs in namespaces (bubblewrap), not in containers: {_weakness()}. To get containers: {no_docker}",
        RuntimeWarning,
        stacklevel=4,
    )
    return sandbox


def _docker(languages: frozenset[str], slots: int | None) -> Sandbox:
    from .container import docker_sandbox

    return docker_sandbox(languages, slots=slots)


def _bwrap(languages: frozenset[str], slots: int | None) -> Sandbox:
    from .bwrap import bwrap_sandbox

    return bwrap_sandbox(languages, slots=slots)


def _ray(languages: frozenset[str], slots: int | None) -> Sandbox:
    from .on_ray import ray_pool

    return ray_pool(languages, slots=slots)


def _http(languages: frozenset[str], slots: int | None) -> Sandbox:
    from .over_http import http_pool

    return http_pool(languages=languages, slots=slots)


def _weakness() -> str:
    from .bwrap import WEAKNESS

    return WEAKNESS


def _unsafe(languages: frozenset[str], slots: int | None) -> Sandbox:
    from .local import unsafe_sandbox

    return unsafe_sandbox(languages, slots=slots)


@atexit.register
def _close_all() -> None:
    for sandbox in _made.values():
        sandbox.close()


def _forget() -> None:
    """In a forked child: the parent's sandboxes stay the parent's, and nobody holds a lock any more."""
    global _lock
    _lock = threading.RLock()
    _made.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
