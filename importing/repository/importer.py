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


def place(path: Path, out: str | Path, env_id: str | None, settings: Settings) -> tuple[Path, Path, str]:
    """The registry file, the folder of its tasks and the environment's id, before anything is built or run.

    Raises:
        ValueError: nothing may be written there, that is no id, or nothing is to be tried.
    """
    out = Path(out)
    if out.suffix not in (".yaml", ".yml"):
        out = out.with_name(f"{out.name}.yaml")
    if out.is_dir():
        raise ValueError(f"{out} is a folder: --out names the registry file to write")
    name = re.sub(r"[^a-z0-9]+", "-", out.stem.lower()).strip("-")
    env = env_id or f"mine/{name or 'repository'}-v0"
    if not ID.fullmatch(env):
        raise ValueError(f"an id is such as 'mine/repository-v0', not {env!r}")
    if not settings.mutants and not settings.commits:
        raise ValueError("with no planted faults and no commits there is nothing to make tasks of")
    return out, replaceable(out, path), env


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
    path = Path(path)
    settings = settings or Settings()
    out, folder, env = place(path, out, env_id, settings)
    report = RepositoryReport(env)
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
    faults = planted(state, settings, report, progress)
    faults += from_history(repository, suite, settings, report, progress) if settings.commits else []
    if alone := sum(len(fault.failing) == 1 for fault in faults):
        report.notes.append(
            f"{alone} of {len(faults)} faults are noticed by one test alone, and an answer that knows its values by "
            "heart may pass it (--noticed-by 2 leaves such faults out)"
        )
    if faults:
        write(folder, out, path.resolve().name, faults, report)
    return report
