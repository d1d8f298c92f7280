r"""verl: the function that scores a response, and where the agent loop for several turns is told.

    python -m rlvr generate sudoku -n 10000 --format verl -o train.parquet
    python -m verl.trainer.main_ppo data.train_files=train.parquet \
        reward.custom_reward_function.path=pkg://rlvr.integrations.verl \
        reward.custom_reward_function.name=compute_score ...

Games and tools are played by the agent loop ``rlvr`` (`rlvr.integrations.verl_agent_loop`), which pays by itself. See
docs/trainers/verl.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .. import registry
from ..export.trainers import task_of
from ..generators.base import Json
from ..verifiers.base import Verdict
from .pay import Unscored
from .workers import BUDGET, workers

AGENT_LOOP = Path(__file__).with_name("verl_agent_loop.yaml")
"""For ``actor_rollout_ref.rollout.agent.agent_loop_config_path``."""


def compute_score(
    data_source: str,
    solution_str: str,
    ground_truth: Json,
    extra_info: Mapping[str, Json] | None = None,
    *,
    budget: float = BUDGET,
    unscored: float | None = None,
    **options: Any,
) -> dict[str, float]:
    """What a response to a row of ``rlvr generate --format verl`` is paid.

    Args:
        data_source: id of the environment; the row's task says it too.
        solution_str: the response.
        ground_truth: the reference answer, which is not looked at: a task may have many right answers.
        extra_info: the row's, with its ``task`` or ``id``.
        budget: seconds that the verdict may take.
        unscored: what is paid where the machinery failed twice; None raises, because verl has no form for "no score".
        options: ``reward="dense"`` or ``mode="lenient"``, from ``reward_kwargs``; what verl itself gives is ignored.

    Returns:
        ``score``, which verl pays, and ``acc``, ``scored``: the same keys for every sample, as verl demands.

    Raises:
        Unscored: if there is no score and `unscored` is None.
        ValueError: if the row holds no task, or one of several turns, which needs the agent loop.
    """
    task = task_of(extra_info or {})
    if registry.get(task.env).env != "single":
        raise ValueError(
            f"{task.env} is played in several turns: its rows need agent_name 'rlvr', and "
            f"agent_loop_config_path={AGENT_LOOP}"
        )
    chosen = {name: value for name, value in options.items() if name in ("reward", "mode")}
    for _ in range(2):
        verdict = workers().verify(task, solution_str, budget=budget, **chosen)
        if verdict.scored:
            break
    if not verdict.scored and unscored is None:
        raise Unscored(f"{task.id}: {verdict.message}; give reward_kwargs.unscored to go on with a number")
    return told(verdict, 0.0 if unscored is None else unscored)


def told(verdict: Verdict, unscored: float = 0.0) -> dict[str, float]:
    """A verdict as the numbers that verl logs; ``score`` is what it pays."""
    reward = unscored if verdict.reward is None else verdict.reward
    return {"score": reward, "acc": float(verdict.passed), "scored": float(verdict.scored)}
