"""Which interpreter or compiler judged a program: a verdict says so, and one that is too old scores nothing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ...payloads.runtimes import OLDEST, numbers
from ...sandbox import Result
from ..base import Verdict, infra


def with_runtime(
    verdict: Verdict, results: Iterable[Result], language: str = "python", version: str | None = None
) -> Verdict:
    """The verdict with the runtime that the programs ran in; without a score if that is older than the task names.

    Args:
        verdict: what was found.
        results: what came out of the sandbox.
        language: the task's language.
        version: the oldest version that will do; that of `OLDEST` if the task names none.
    """
    ran = next((result.runtime for result in results if result.runtime), "")
    older = too_old(ran, language, version)
    if older is not None:
        verdict = infra(older)
    return replace(verdict, runtime=ran) if ran else verdict


def too_old(ran: str, language: str = "python", version: str | None = None) -> str | None:
    """What is wrong with what a program ran in, or None: it is new enough, or its version cannot be told."""
    wanted = version or OLDEST.get(language, "")
    if ran and wanted and numbers(ran) < numbers(wanted):
        return f"The sandbox has {ran}, and the task is for {wanted} or newer: nothing is scored."
    return None
