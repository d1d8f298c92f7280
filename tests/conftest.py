from __future__ import annotations

import os
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import rlvr
from rlvr import registry

sys.path.insert(0, str(Path(__file__).parent))  # for the helpers of this folder: pytest's import mode does not

from tiers import LONGEST, by_tier, tier

# Worlds of search are kept beside the user's own, for this run and the next; a change of the code makes new ones.
os.environ.setdefault("RLVR_CACHE", str(Path(tempfile.gettempdir()) / "rlvr-tests"))

QUICK_EXAMPLES = 15

# The same examples on every machine, so that what passes here passes there; `make explore` draws new ones. No deadline:
# machines differ, and times are for benchmarks/. Most properties go through all levels of an entry in each example.
settings.register_profile(
    "default",
    deadline=None,
    max_examples=by_tier(QUICK_EXAMPLES, 25, 100),
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "explore", settings.get_profile("default"), max_examples=100, derandomize=False, print_blob=True
)
settings.load_profile("explore" if os.environ.get("RLVR_EXPLORE") else "default")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--changed",
        metavar="BASE",
        help="only tests that the changes since a commit can reach, and the contracts (see tests/reach.py)",
    )
    parser.addoption(
        "--processor-time",
        metavar="FILE",
        type=Path,
        help="write the processor time of each test and sum it up (see tests/processor_time.py)",
    )


def pytest_configure(config: pytest.Config) -> None:
    if path := config.getoption("--processor-time"):
        from processor_time import ProcessorTime

        worker = hasattr(config, "workerinput")  # of xdist
        config.pluginmanager.register(ProcessorTime(None if worker else path))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep what the changes reach, draw less in the quick tier, and begin with what takes longest."""
    if base := config.getoption("--changed"):
        from reach import Reach, changed_since

        try:
            reach = Reach(changed_since(base))
        except ValueError as error:
            raise pytest.UsageError(f"--changed {base}: {error}") from error
        known = {name: spec.id for spec in rlvr.specs() for name in (spec.id, spec.name)}
        kept = []
        for item in items:
            values = getattr(getattr(item, "callspec", None), "params", {}).values()
            of_one = [known[value] for value in values if isinstance(value, str) and value in known]
            if reach.reaches(item.path, of_one[0] if of_one else None):
                kept.append(item)
        config.hook.pytest_deselected(items=[item for item in items if item not in set(kept)])
        items[:] = kept
    if tier() != "long":
        slow = {item for item in items if item.get_closest_marker("slow")}
        config.hook.pytest_deselected(items=[item for item in items if item in slow])
        items[:] = [item for item in items if item not in slow]
    if tier() == "quick":
        _make_quick(items)
    items.sort(key=lambda item: not item.nodeid.startswith(LONGEST))


def _make_quick(items: list[pytest.Item]) -> None:
    for item in items:
        function = getattr(item, "function", None)
        own = getattr(function, "_hypothesis_internal_use_settings", None)
        if own is not None and own.max_examples > QUICK_EXAMPLES:
            function._hypothesis_internal_use_settings = settings(own, max_examples=QUICK_EXAMPLES)


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
