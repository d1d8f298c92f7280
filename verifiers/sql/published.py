"""Rewards of published text-to-SQL training, as their papers and code give them, from a verdict with parts.

They are here to reproduce results, not to be recommended: most pay for what can be had without understanding the
question (a query that runs, the right number of rows, length), which `partial.credit` does not. A trainer asks for the
parts (``params={"partial": "parts"}``) and puts one of these in place of the score.
"""

from __future__ import annotations

from collections.abc import Callable

from ..base import Reason, Verdict

_UNREAD = (Reason.NO_ANSWER, Reason.AMBIGUOUS, Reason.TOO_LONG)


def execution(verdict: Verdict) -> float:
    """1 for a right query, else 0."""
    return float(verdict.passed)


def skyrl_sql(verdict: Verdict) -> float:
    """SkyRL-SQL (https://novasky-ai.notion.site/skyrl-sql): 1 if right, -1 without a readable answer, else 0."""
    return -1.0 if verdict.reason in _UNREAD else float(verdict.passed)


def arctic(verdict: Verdict) -> float:
    """Arctic-Text2SQL-R1 (arXiv 2505.20315): 1 if right, 0.1 if it runs, else 0."""
    return 1.0 if verdict.passed else 0.1 * float(_runs(verdict))


def sql_r1(verdict: Verdict) -> float:
    """SQL-R1 (arXiv 2504.08600) without its length term: form ±1, running ±2, result ±3 (0 if it does not run)."""
    if verdict.reason in _UNREAD:
        return -1.0
    if not _runs(verdict):
        return 1.0 - 2.0
    return 1.0 + 2.0 + (3.0 if verdict.passed else -3.0)


def think2sql(verdict: Verdict) -> float:
    """Think2SQL (arXiv 2504.15077): 1 if right, 0 on an error, else precision × recall × cardinality, at least 0.1."""
    if verdict.passed:
        return 1.0
    if not _runs(verdict):
        return 0.0
    parts = verdict.parts
    return max(0.1, parts["cell_precision"] * parts["cell_recall"] * parts["cardinality"])


def reasoning_sql(
    verdict: Verdict, *, execution: float = 3.0, schema: float = 1.0, ngram: float = 1.0, syntax: float = 1.0
) -> float:
    """Reasoning-SQL (arXiv 2503.23157) without its model judge: a weighted mean, execution heaviest.

    The paper's weights are not known to us; these are ours, and arguments.
    """
    right = float(verdict.passed)
    parts = verdict.parts
    mixed = (
        execution * right
        + schema * parts.get("schema", right)
        + ngram * parts.get("ngram", right)
        + syntax * float(_runs(verdict))
    )
    return mixed / (execution + schema + ngram + syntax)


REWARDS: dict[str, Callable[[Verdict], float]] = {
    "execution": execution,
    "skyrl-sql": skyrl_sql,
    "arctic": arctic,
    "sql-r1": sql_r1,
    "think2sql": think2sql,
    "reasoning-sql": reasoning_sql,
}
"""By name."""


def _runs(verdict: Verdict) -> bool:
    """Whether the query ran; for a verdict that is not right, its parts must have been asked for."""
    return verdict.passed or verdict.parts.get("runs", 0.0) == 1.0
