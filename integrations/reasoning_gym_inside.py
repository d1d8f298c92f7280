"""What is called in a worker process for a dataset of reasoning-gym: making one entry, and scoring an answer to it.

An entry is a function of dataset, level of its curriculum, further settings and seed. It is made again here to be
scored, because its metadata hold sets, tuples and dates that JSON would change. What a library writes into the state of
the process (random numbers, hashes) is set before each entry.
"""

from __future__ import annotations

import json
import random
import resource
from collections.abc import Mapping
from copy import deepcopy
from functools import cache, lru_cache
from typing import Any

from ..generators.base import Json

MEMORY = 4 << 30
"""Bytes that a process may map: a scorer that multiplies out a long number meets a `MemoryError`."""
RIGHT_TEXTS = {"binary_matrix", "n_queens", "spiral_matrix", "string_insertion"}
"""Datasets that run any text but a right one as Python, for a part of the pay: they are not asked about others."""


def make(dataset: str, curriculum: int | None, config: Mapping[str, Json], seed: int) -> dict[str, Json]:
    """An entry: its question, its answer, and the pay of that answer as a response gives it; 0.0 where there is none.

    Raises:
        ValueError: if there is no such dataset, level or setting.
    """
    made, entry = _entry(dataset, curriculum, json.dumps(config, sort_keys=True), seed)
    answer = entry["answer"]
    pay = float(made.score_answer(answer.strip(), deepcopy(entry))) if isinstance(answer, str) else 0.0
    return {"question": str(entry["question"]), "answer": answer, "pay": pay}


def score(
    dataset: str,
    curriculum: int | None,
    config: Mapping[str, Json],
    seed: int,
    question: str,
    answer: str,
    response: str,
) -> dict[str, Json]:
    """What a bare answer is paid, ``{"pay": 1.0}``.

    Where it cannot be told, ``{"problem": ...}``; where the dataset raised, ``{"raised": ...}``.
    """
    made, entry = _entry(dataset, curriculum, json.dumps(config, sort_keys=True), seed)
    if (str(entry["question"]), entry["answer"]) != (question, answer):
        return {"problem": "this version of reasoning-gym makes another problem of the seed"}
    if dataset in RIGHT_TEXTS:
        rights = {answer.strip(), *entry["metadata"].get("valid_answers", ())}
        if response.strip() not in rights:
            return {"pay": 0.0}
    try:
        return {"pay": float(made.score_answer(response, deepcopy(entry)))}
    except MemoryError:
        return {"problem": "the dataset's scorer wants more memory than there is"}
    except Exception as error:
        return {"raised": f"{type(error).__name__}: {error}"[:200]}


@lru_cache(maxsize=256)
def _entry(dataset: str, curriculum: int | None, config: str, seed: int) -> tuple[Any, dict[str, Any]]:
    """A dataset and one entry of it."""
    _limit_memory()
    from reasoning_gym import create_dataset
    from reasoning_gym.factory import DATASETS, create_curriculum

    chosen = json.loads(config)
    random.seed(seed)
    _seed_numpy(seed)
    try:
        if curriculum is None:
            made = create_dataset(dataset, **{**chosen, "seed": seed, "size": 1})
        else:
            steps = create_curriculum(dataset)
            steps.set_global_level(curriculum)
            settings = steps.generate_configuration({"seed": seed, "size": 1})
            for name, value in chosen.items():
                setattr(settings, name, value)
            made = DATASETS[dataset][0](settings)
        return made, made[0]
    except (AssertionError, TypeError) as error:  # its settings are checked by assertions
        raise ValueError(f"reasoning-gym's {dataset} cannot be made: {error}") from error


def _seed_numpy(seed: int) -> None:
    import numpy as np

    np.random.seed(seed % 2**32)


@cache
def _limit_memory() -> None:
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    limit = MEMORY if most == resource.RLIM_INFINITY else min(MEMORY, most)
    resource.setrlimit(resource.RLIMIT_AS, (limit, most))
