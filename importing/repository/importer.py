"""Importing a repository: trying its tests, finding faults that they notice, and writing an environment."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from ...registry_entry import ID
from ...verifiers.code.suites import Suite
from ..folder import replaceable
from . import files
from .faults import from_history, planted
from .git import Repository
from .report import RepositoryReport
from .settings import Settings
from .trial import Unusable, add_canaries, tried
from .write import write

_WIDE_CPU_S = 900.0


def import_repository(
    path: str | Path,
    out: str | Path,
    *,
    env_id: str | None = None,
    settings: Settings | None = None,
    progress: Callable[[str], object] = lambda text: None,
) -> RepositoryReport:
    """Make an environment from a git repository with tests: its last commit, and its history.

    Args:
        path: the repository; only what is committed is read.
        out: the registry file to write (``.yaml`` is added where it is missing); tasks go into a folder beside it. What
            an import left there is replaced.
        env_id: its id; by default ``mine/<name of the registry file>-v0``.
        settings: how tests run, and what is tried.
        progress: is told what is done.

    Returns:
        What became of faults and commits. If no task was kept, no files are written.

    Raises:
        ValueError: it is no repository whose tests can be used, or the environment cannot be written there.
        SandboxUnavailable: there is nothing to run tests in.
    """
    path, out = Path(path), Path(out)
    settings = settings or Settings()
    if out.suffix not in (".yaml", ".yml"):
        out = out.with_name(f"{out.name}.yaml")
    name = re.sub(r"[^a-z0-9]+", "-", out.stem.lower()).strip("-")
    report = RepositoryReport(env_id or f"mine/{name or 'repository'}-v0")
    if not ID.fullmatch(report.env):
        raise ValueError(f"an id is such as 'mine/repository-v0', not {report.env!r}")
    folder = replaceable(out, path)
    repository = Repository(path)
    tree, left = repository.tree(repository.head)
    if left:
        report.notes.append(f"{len(left)} files are left out, as links or too large: {', '.join(left[:5])}")
    runner = settings.runner or files.runner_of(tree)
    paths = tuple(settings.paths) or files.import_paths(tree)
    suite = Suite(runner, settings.image, paths, _WIDE_CPU_S, settings.seconds, settings.memory_mb)
    report.commit, report.runner, report.image = repository.head, runner, settings.image
    progress("running all tests three times")
    try:
        state = tried(tree, suite)
    except Unusable as error:
        raise ValueError(f"{path}: {error}") from error
    report.flaky, report.seconds = sorted(state.flaky), state.seconds
    report.tests = {
        "used": len(state.due),
        "flaky": len(state.flaky),
        "failing": len(state.failing),
        "skipped": len(state.skipped),
    }
    progress("finding which tests an assertion makes fail")
    add_canaries(state, sorted(state.due))
    progress("planting faults")
    faults = planted(state, settings, report)
    progress("trying commits")
    faults += from_history(repository, suite, settings, report) if settings.commits else []
    if faults:
        write(folder, out, path.resolve().name, faults, report)
    return report
