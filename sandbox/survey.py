"""What of the sandbox is ready on this machine, and for what is not, the one thing to do about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from . import bwrap, image
from .base import SandboxUnavailable
from .engine import connect


@dataclass(frozen=True, slots=True)
class Finding:
    """One line about one part.

    Attributes:
        part: what it is about.
        ready: whether it works.
        state: one or two words.
        note: what it can do, or what to do about it.
    """

    part: str
    ready: bool
    state: str
    note: str


def survey() -> list[Finding]:
    """The container engine, the fallback, and what code environments would use."""
    container, namespace = _container(), _namespace()
    best = container if container.ready else namespace
    if container.ready:
        verdict = Finding("code runs in", True, "a container", "limits on everything, no network")
    elif namespace.ready:
        verdict = Finding("code runs in", True, "namespaces", f"{bwrap.WEAKNESS}; better: {container.note}")
    else:
        verdict = Finding(
            "code runs in", best.ready, "nothing", f"do this: {container.note}; or: {namespace.note}"
        )
    return [container, namespace, verdict]


def _container() -> Finding:
    part = "Docker containers"
    try:
        client = connect(20.0)
    except SandboxUnavailable as error:
        return Finding(part, False, "not ready", str(error))
    try:
        found = image.images(client)
        notes = list(engine_notes(client.info()))
    except (OSError, SandboxUnavailable) as error:
        return Finding(part, False, "not answering", f"the engine answered and then failed: {error}")
    finally:
        client.close()
    if not found:
        return Finding(part, False, "no image", "; ".join(["build one: rlvr sandbox build", *notes]))
    languages = sorted(set().union(*(entry.languages for entry in found)))
    return Finding(part, True, "ready", "; ".join([", ".join(languages), *notes]))


def engine_notes(facts: Mapping[str, Any]) -> Iterator[str]:
    """What an engine's description of itself says of the limits that it can keep."""
    yield f"engine {facts.get('ServerVersion', '?')}, cgroup v{facts.get('CgroupVersion', '1')}"
    missing = [
        name
        for name, key in (("memory", "MemoryLimit"), ("swap", "SwapLimit"), ("process", "PidsLimit"))
        if facts.get(key) is False
    ]
    if missing:
        cause = (
            "a rootless engine needs cgroup v2 with delegation"
            if any("rootless" in option for option in facts.get("SecurityOptions") or ())
            else "boot with cgroup_enable=memory swapaccount=1, or use cgroup v2"
        )
        yield f"no {', '.join(missing)} limit: {cause}"
    if not any("seccomp" in option for option in facts.get("SecurityOptions") or ()):
        yield "this engine has no seccomp: system calls are not filtered"


def _namespace() -> Finding:
    part = "bwrap namespaces"
    reason = bwrap.why_not()
    if reason is not None:
        return Finding(part, False, "not ready", reason)
    return Finding(part, True, "ready", ", ".join(sorted(bwrap.installed())))
