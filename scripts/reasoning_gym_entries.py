"""Writes integrations/reasoning_gym.yaml: an entry for each dataset of reasoning-gym, with levels that work.

    python -P scripts/reasoning_gym_entries.py        # in an environment with rlvr-gym[reasoning-gym]

A level of a curriculum is taken if it makes several entries, each within a few seconds, that pay their own answers.
"""

from __future__ import annotations

import json

from reasoning_gym.factory import CURRICULA, DATASETS, create_curriculum

from rlvr.integrations.from_reasoning_gym import _INSIDE, LEFT_OUT, REGISTRY, _pool
from rlvr.integrations.workers import CallFailed, OutOfBudget

HEAD = """\
# reasoning-gym 0.1.25 as environments (rlvr.integrations.from_reasoning_gym); by scripts/reasoning_gym_entries.py.
# A level is one of the dataset's own curriculum, counted from 0; null is its usual configuration.

tasks:
"""
MOST = 5
SEEDS = (1, 2, 3)
SECONDS = 8.0


def works(name: str, level: int | None) -> bool:
    """Whether a level of a dataset makes entries that pay their own answers."""
    for seed in SEEDS:
        try:
            made = _pool().call(f"{_INSIDE}:make", name, level, {}, seed, budget=SECONDS)
        except (OutOfBudget, CallFailed, ValueError, TypeError) as error:
            print(name, level, error, flush=True)
            return False
        if made["pay"] < 1.0:
            print(name, level, "pays its own answer", made["pay"], flush=True)
            return False
    return True


def main() -> None:
    """Write the file."""
    text = HEAD
    for name in sorted(DATASETS.keys() - LEFT_OUT.keys()):
        levels: list[int | None] = [None]
        if name in CURRICULA:
            count = max((len(each.levels) for each in create_curriculum(name).attributes.values()), default=0)
            working = [level for level in range(count) if level < 2 * MOST and works(name, level)]
            levels = list[int | None](working[:MOST])
        if not levels:
            print("no level works:", name)
            continue
        category = DATASETS[name][0].__module__.split(".")[1]
        text += f"""\
  - id: reasoning-gym/{name.replace("_", "-")}-v0
    title: "reasoning-gym: {name.replace("_", " ")}"
    family: reasoning-gym
    description: The dataset {name} of reasoning-gym 0.1.25 ({category}), paid by its own scorer.
    generator: rlvr.integrations.from_reasoning_gym:generate
    verifier: rlvr.integrations.from_reasoning_gym:verify
    max_answer_chars: 20000
    proxy: the level of the dataset's curriculum
    levels:
      dataset: {json.dumps([name] * len(levels))}
      curriculum: {json.dumps(levels)}
      config: {json.dumps([None] * len(levels))}
    sources: ["reasoning-gym: {name}"]

"""
    REGISTRY.write_text(text.rstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
