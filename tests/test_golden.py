"""Released tasks never change: the tasks of some ids and seeds, as hashes, on every version of Python.

A change that is meant (before a release, or with a new version of an id) is recorded by
``python tests/test_golden.py``; the difference then shows in review.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

import rlvr

FILE = Path(__file__).parent / "fixtures" / "golden.json"
SEEDS = range(5)
WORLDS = range(2)
"""Seeds of the search environments: each task may need a world of its own."""


def digest(spec: rlvr.TaskSpec) -> str:
    sha = hashlib.sha256()
    for level in spec.levels:
        for seed in WORLDS if spec.family == "search" else SEEDS:
            row = spec.task(level, seed).to_json()
            sha.update(json.dumps(row, sort_keys=True, ensure_ascii=False).encode())
    return sha.hexdigest()[:32]


@pytest.mark.parametrize("env_id", rlvr.list())
def test_tasks_are_what_they_were(env_id: str) -> None:
    recorded = json.loads(FILE.read_text(encoding="utf-8"))
    assert digest(rlvr.get(env_id)) == recorded.get(env_id), f"{env_id} makes other tasks than before"


if __name__ == "__main__":
    digests = {spec.id: digest(spec) for spec in rlvr.specs()}
    FILE.write_text(json.dumps(digests, indent=2) + "\n", encoding="utf-8")
