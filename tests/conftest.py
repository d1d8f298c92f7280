from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

import rlvr
from rlvr import registry

# The same examples on every machine, so that what passes here passes there; `make explore` draws new ones. No deadline:
# machines differ, and times are for benchmarks/.
settings.register_profile(
    "default",
    deadline=None,
    max_examples=100,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("explore", settings.get_profile("default"), derandomize=False, print_blob=True)
settings.load_profile("explore" if os.environ.get("RLVR_EXPLORE") else "default")

# A job in the background is started with Ctrl-C ignored, and so would be the commands that tests start and interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="module", autouse=True)
def registry_as_it_was() -> Iterator[None]:
    """Environments that a file's tests register are gone for the next file."""
    saved = dict(registry._files)
    yield
    registry._files.clear()
    registry._files.update(saved)


@pytest.fixture(scope="session")
def all_ids() -> list[str]:
    return list(rlvr.list())
