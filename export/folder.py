"""A folder that the Hugging Face hub and `datasets` take as it is: parquet files by split, and a dataset card."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from .. import registry
from ..pools.pool import Engine
from ..version import __version__
from .errors import DatasetError
from .generate import OnProgress, generate_file
from .plan import Plan

_TEST_SHARE = 10  # one row in this many, as of all problems


def generate_folder(
    plan: Plan,
    folder: str | Path,
    *,
    format: str | None = None,
    workers: int = 1,
    engine: Engine = "local",
    overwrite: bool = False,
    on_progress: OnProgress | None = None,
) -> dict[str, dict[str, Any]]:
    """Write ``data/SPLIT.parquet`` and ``README.md``; go on where an interrupted run stopped.

    A plan without a split gives both, with a tenth of the rows in ``test``; no problem is in both, by its content.

    Args:
        plan: what the files are to hold.
        folder: made if it is not there.
        format: see `generate_file`.
        workers: see `generate_file`.
        engine: see `generate_file`.
        overwrite: see `generate_file`.
        on_progress: see `generate_file`.

    Returns:
        The manifest of each split.

    Raises:
        DatasetError: as `generate_file` does.
    """
    folder = Path(folder)
    test = plan.count // _TEST_SHARE
    plans: dict[str, Plan]
    if plan.split:
        plans = {plan.split: plan}
    elif not test:
        raise DatasetError(f"a folder with two splits needs at least {_TEST_SHARE} rows; or give --split")
    else:
        plans = {
            "train": replace(plan, split="train", count=plan.count - test),
            "test": replace(plan, split="test", count=test),
        }
    try:
        (folder / "data").mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DatasetError(f"{folder}: cannot be written: {error.strerror}") from error
    manifests = {
        split: generate_file(
            part,
            folder / "data" / f"{split}.parquet",
            format=format,
            workers=workers,
            engine=engine,
            overwrite=overwrite,
            on_progress=on_progress,
        )
        for split, part in plans.items()
    }
    (folder / "README.md").write_text(card(folder.resolve().name, manifests), encoding="utf-8")
    return manifests


def card(name: str, manifests: Mapping[str, Mapping[str, Any]]) -> str:
    """The text of the dataset card: what is in the files, how they were made, and how answers are scored."""
    first = next(iter(manifests.values()))
    configs = "\n".join(f"      - split: {split}\n        path: data/{split}.parquet" for split in manifests)
    rows = sum(manifest["rows"] for manifest in manifests.values())
    head = (
        "---\nlicense: apache-2.0\nlanguage:\n  - en\ntags:\n  - reinforcement-learning\n  - verifiable-rewards\n"
        f"  - synthetic\nsize_categories:\n  - {_size(rows)}\n"
        f"configs:\n  - config_name: default\n    data_files:\n{configs}\n---"
    )
    parts = [
        head,
        f"# {name}",
        f"{rows:,} distinct problems with verifiable answers, made by [rlvr](https://pypi.org/project/rlvr-gym/) "
        f"{__version__}. No problem comes twice, relabelled or rotated; `train` and `test` share none.",
        _counts(manifests),
        "Levels are numbered from 1, the easiest; what a level is made of is in the manifests beside the files.",
        "## Score an answer\n\n```python\nimport datasets, rlvr\nfrom rlvr.export.trainers import task_of\n\n"
        f'row = datasets.load_dataset("{name}", split="{next(iter(manifests))}")[0]\n'
        'verdict = rlvr.verify(task_of(row), "... <answer>42</answer>")\n'
        "print(verdict.reward, verdict.reason)  # no reward if the machinery failed\n```",
        f"`pip install rlvr-gym=={__version__}`. Format of the rows: `{first['format'] or 'rlvr'}`.",
        "## Make it again\n\nThe same plan gives the same bytes:\n\n```json\n" + _plan(first) + "\n```",
        "Licence: Apache-2.0, as the package that made it.",
    ]
    return "\n\n".join(parts) + "\n"


def _counts(manifests: Mapping[str, Mapping[str, Any]]) -> str:
    lines = ["| environment | what it is | level | " + " | ".join(manifests) + " |"]
    lines.append("|---|---|---|" + "---|" * len(manifests))
    envs: Sequence[str] = list(next(iter(manifests.values()))["counts"])
    for env in envs:
        for level in next(iter(manifests.values()))["counts"][env]:
            found = [f"{manifest['counts'][env][level]:,}" for manifest in manifests.values()]
            lines.append(f"| {env} | {registry.get(env).title} | {level} | {' | '.join(found)} |")
    return "\n".join(lines)


def _plan(manifest: Mapping[str, Any]) -> str:
    plan = {name: value for name, value in manifest["plan"].items() if name not in ("split", "count")}
    return json.dumps(plan)


def _size(rows: int) -> str:
    """The hub's word for a number of rows."""
    for bound, below in (
        (1_000, "n<1K"),
        (10_000, "1K<n<10K"),
        (100_000, "10K<n<100K"),
        (1_000_000, "100K<n<1M"),
    ):
        if rows < bound:
            return below
    return "1M<n<10M" if rows < 10_000_000 else "n>10M"
