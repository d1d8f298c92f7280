from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

import rlvr
from rlvr import registry

# The same examples in every CI run, and no deadline: machines differ, and times are for benchmarks/.
settings.register_profile(
    "default", deadline=None, max_examples=100, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("ci", settings.get_profile("default"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")


@pytest.fixture(scope="module", autouse=True)
def registry_as_it_was() -> Iterator[None]:
    """Environments that a file's tests register are gone for the next file."""
    saved = dict(registry._specs)
    yield
    registry._specs.clear()
    registry._specs.update(saved)


@pytest.fixture(scope="session")
def all_ids() -> list[str]:
    return list(rlvr.list())
