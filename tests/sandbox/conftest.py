from __future__ import annotations

import warnings
from collections.abc import Iterator

import pytest

from rlvr.sandbox import Sandbox, SandboxUnavailable, make


def make_or_skip(backend: str, languages: frozenset[str] = frozenset({"python"}), slots: int = 1) -> Sandbox:
    try:
        return make(backend, languages, slots)
    except SandboxUnavailable as error:
        pytest.skip(f"no {backend} sandbox with {', '.join(languages)} here: {error}")


@pytest.fixture(scope="session", params=["docker", "bwrap"])
def box(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    """A sandbox with one slot, in containers and in namespaces."""
    with make_or_skip(request.param) as sandbox:
        yield sandbox


@pytest.fixture(scope="session")
def docker() -> Iterator[Sandbox]:
    with make_or_skip("docker") as sandbox:
        yield sandbox


@pytest.fixture(scope="session", params=["docker", "bwrap", "unsafe-local"])
def any_box(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    """A sandbox with one slot, of every kind: also the one that isolates nothing keeps jobs' memory apart."""
    with warnings.catch_warnings(action="ignore"), make_or_skip(request.param) as sandbox:
        yield sandbox


@pytest.fixture(scope="session", params=["docker", "bwrap"])
def system(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    """Both kinds of isolation, with everything of the system that another language brings into a box."""
    with make_or_skip(request.param, frozenset({"python", "bash"})) as sandbox:
        yield sandbox
