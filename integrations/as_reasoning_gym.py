"""Environments of this package as datasets of reasoning-gym; it imports reasoning-gym.

    import reasoning_gym
    from rlvr.integrations.as_reasoning_gym import register

    register("sudoku")
    data = reasoning_gym.create_dataset("rlvr/sudoku", size=100, seed=7, highest_level=3)
    entry = data[0]
    data.score_answer(entry["answer"], entry)  # 1.0

Answers are scored in processes of their own, which are killed when they take too long. reasoning-gym has no form for
"no score", so that raises `Unscored`; see docs/trainers/reasoning-gym.md.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from reasoning_gym.dataset import ProceduralDataset
from reasoning_gym.factory import DATASETS, register_dataset

from .. import registry
from ..dial import Dial, Difficulty
from ..export.rows import opening
from ..export.trainers import task_of
from ..generators.base import Json, Marker, Split, derive_seed
from ..spec import mark, without_version
from ..verifiers.base import RewardKind
from .pay import Unscored
from .workers import BUDGET, workers


@dataclass
class RlvrConfig:
    """Settings of a dataset, for `reasoning_gym.create_dataset`.

    Attributes:
        seed: another one gives other problems; None draws one.
        size: entries.
        env: id or short name; what is registered fills it in.
        lowest_level: the entries' levels go round from this one ...
        highest_level: ... to this one; None for the highest there is.
        difficulty: instead of levels, of the scale of docs/difficulty.md: a number, or lowest and highest.
        split: ``train`` or ``test``, by the problems' content; None for both.
        reward: ``dense`` pays partial credit, as datasets of reasoning-gym do; ``binary`` pays right answers alone.
        marker: what prompts ask for; `reasoning_gym.utils.extract_answer` reads ``tag``.
        budget: seconds that one answer may take to be scored.
        options: of the environment.
    """

    seed: int | None = None
    size: int = 500
    env: str = ""
    lowest_level: int = 1
    highest_level: int | None = None
    difficulty: Difficulty | None = None
    split: Split | None = "train"
    reward: RewardKind = "dense"
    marker: Marker = "tag"
    budget: float = BUDGET
    options: dict[str, Json] = field(default_factory=dict)

    def validate(self) -> None:
        """Refuse what cannot be made.

        Raises:
            ValueError: for an environment of several turns, or levels or a difficulty that it has not.
        """
        spec = registry.get(self.env)
        if spec.env != "single":
            raise ValueError(
                f"{spec.id} is played in several turns, and an entry of reasoning-gym has one answer"
            )
        if self.difficulty is not None:
            if (self.lowest_level, self.highest_level) != (1, None):
                raise ValueError("give levels or a difficulty, not both")
            Dial(spec, self.difficulty)
        if not 1 <= self.lowest_level <= (self.highest_level or spec.levels[-1]) <= spec.levels[-1]:
            raise ValueError(f"{spec.id} has levels 1 to {spec.levels[-1]}")


class RlvrDataset(ProceduralDataset):  # type: ignore[misc]
    """Tasks of one environment as entries; ``metadata["task"]`` holds the whole task as one JSON text."""

    def __init__(self, config: RlvrConfig) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)

    def __getitem__(self, idx: int) -> dict[str, Any]:
        """One entry: ``question``, ``answer`` and ``metadata``."""
        chosen = self.config
        spec = registry.get(chosen.env)
        low, high = chosen.lowest_level, chosen.highest_level or spec.levels[-1]
        seed = derive_seed("reasoning-gym", self.seed, idx)
        level, params = low + idx % (high - low + 1), None
        if chosen.difficulty is not None:
            rung = Dial(spec, chosen.difficulty).rung(seed)
            level, params = rung.level, rung.params or None
        task = spec.task(
            level,
            seed,
            params=params,
            split=chosen.split,
            marker=chosen.marker,
            options=chosen.options,
        )
        return {
            "question": opening(task)[0],
            "answer": task.answer,
            "metadata": {
                "source_dataset": without_version(spec.id),
                "source_index": idx,
                "id": task.id,
                "task": json.dumps(task.to_json()),
                "difficulty": {"level": task.level},
            },
        }

    def score_answer(self, answer: str | None, entry: Mapping[str, Any]) -> float:
        """What a bare answer to an entry of this dataset is paid; None is no answer.

        Raises:
            Unscored: if there is no score after two tries.
        """
        if answer is None:
            return 0.0
        task = task_of(entry["metadata"])
        for _ in range(2):
            verdict = workers().verify(
                task, mark(answer, task.marker), budget=self.config.budget, reward=self.config.reward
            )
            if verdict.reward is not None:
                return verdict.reward
        raise Unscored(f"{task.id}: {verdict.message}")


def register(*names: str) -> list[str]:
    """Add environments to reasoning-gym's datasets, by ids without version; if none is named, all of one response.

    Returns:
        The names of the datasets.
    """
    specs = [registry.get(name) for name in names] or [
        spec for spec in registry.specs() if spec.env == "single" and not spec.id.startswith("reasoning-gym/")
    ]
    added = []
    for spec in specs:
        name = without_version(spec.id)
        config = _config_of(spec.id)
        if name not in DATASETS:
            register_dataset(name, RlvrDataset, config)
        added.append(name)
    return added


def _config_of(env: str) -> type[RlvrConfig]:
    """The settings with one environment as the usual one: `create_dataset` hands on settings alone."""
    return dataclass(type("RlvrConfig", (RlvrConfig,), {"__annotations__": {"env": str}, "env": env}))
