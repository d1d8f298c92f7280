"""Making a dataset file: streaming, deduplicated, resumable, and the same byte for byte however it was made.

The unfinished file lives in a work folder beside the target, ``NAME.partial``. The finished file and its
manifest appear under their names in one step each, so nobody ever sees half a file.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..generators.base import Split
from ..pools.pool import Engine
from ..version import __version__
from .errors import DatasetError
from .formats import check_format, convert_rows, format_of, sha256_of, write_parquet
from .plan import Plan
from .source import Source
from .spaces import check_room
from .store import Progress, Store, disk_errors

OnProgress = Callable[[Progress], None]

# A stream counts as exhausted after this many draws without a new problem, plus this many for each problem that
# it gave: if one problem in D were still missing, the chance to miss it so often would be below e^-20.
_PATIENCE = 2_000
_PATIENCE_A_ROW = 20
_PATIENCE_TEST_SPLIT = 10


def generate_file(
    plan: Plan,
    path: str | Path,
    *,
    format: str | None = None,
    workers: int = 1,
    engine: Engine = "local",
    overwrite: bool = False,
    on_progress: OnProgress | None = None,
) -> dict[str, Any]:
    """Write the dataset of a plan, or go on where an interrupted run stopped. Returns the manifest.

    Args:
        plan: what the file is to hold.
        path: target, ending in ``.jsonl`` or ``.parquet``. ``PATH.manifest.json`` is written beside it.
        format: a trainer's schema, one of `rlvr.export.trainers.FORMATS`; None for `rlvr.export.rows`.
        workers: processes that make tasks; the file does not depend on it. One that dies is replaced.
        engine: where they are: ``local``, or ``ray`` for the hosts of a Ray cluster.
        overwrite: replace a finished file, and throw away an unfinished one of another plan.
        on_progress: called after each row.

    Raises:
        DatasetError: if the target exists, cannot be written, or there are too few distinct tasks. What was
            made so far stays in the work folder, and the same call resumes.
    """
    path = Path(path)
    suffix = format_of(path)
    check_format(format, suffix)
    folder = path.with_name(path.name + ".partial")
    manifest_path = path.with_name(path.name + ".manifest.json")
    if workers < 1:
        raise DatasetError(f"workers must be at least 1, not {workers}")
    if not path.parent.is_dir():
        raise DatasetError(f"{path}: there is no folder {path.parent}")
    if path.is_dir():
        raise DatasetError(f"{path} is a folder")
    if overwrite:
        shutil.rmtree(folder, ignore_errors=True)
    elif (finished := _finished(path, manifest_path, plan, format)) is not None:
        shutil.rmtree(folder, ignore_errors=True)
        return finished
    if not folder.exists():
        check_room(plan)
    with Store(folder, plan.describe(), len(plan.arms)) as store:
        with Source(plan, store.progress.next, workers, engine) as source:
            _fill(plan, store, source, on_progress)
        store.commit()
        manifest = _finish(plan, store, path, manifest_path, suffix, format)
    store.remove()
    return manifest


def _finished(path: Path, manifest_path: Path, plan: Plan, format: str | None) -> dict[str, Any] | None:
    """The manifest of the file if this plan made it already; None if there is no file yet."""
    if not path.exists():
        return None
    try:
        manifest: dict[str, Any] = json.loads(manifest_path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        manifest = {}
    same = manifest.get("plan") == plan.describe() and manifest.get("format") == format
    if same and manifest.get("rlvr") == __version__:
        if manifest.get("sha256") == sha256_of(path):
            return manifest
        raise DatasetError(f"{path} was changed since it was made; use --overwrite to make it anew")
    raise DatasetError(f"{path} exists and was made otherwise; choose another name or use --overwrite")


def _fill(plan: Plan, store: Store, source: Source, on_progress: OnProgress | None) -> None:
    progress = store.progress
    while progress.rows < plan.count:
        arm = plan.schedule(progress.taken, progress.is_open)
        if arm is None:
            return  # every stream ran out, and fewer rows are allowed
        if not _next_row(plan, store, source, arm):
            if not plan.fewer:
                store.commit()
                raise _exhausted(plan, progress, arm)
            progress.is_open[arm] = False
        elif on_progress is not None:
            on_progress(progress)


def _next_row(plan: Plan, store: Store, source: Source, arm: int) -> bool:
    """Append the arm's next new problem; False if the arm is exhausted.

    Whether it is depends on candidates' numbers alone, not on how they were chunked.
    """
    progress = store.progress
    limit = progress.last_new[arm] + patience(progress.taken[arm], plan.split)
    while True:
        taken = source.take(arm)
        number = taken if isinstance(taken, int) else taken.number
        if number >= limit:
            progress.next[arm] = limit
            return False
        if isinstance(taken, int):
            progress.next[arm] = number
            continue
        progress.next[arm] = number + 1
        if store.is_new(taken.fingerprint):
            progress.last_new[arm] = number + 1
            progress.taken[arm] += 1
            store.append(taken.row)
            return True
        progress.duplicates += 1


def patience(taken: int, split: Split | None = None) -> int:
    """The draws without a new problem after which a stream that gave `taken` of them counts as exhausted."""
    return (_PATIENCE + _PATIENCE_A_ROW * taken) * (_PATIENCE_TEST_SPLIT if split == "test" else 1)


def _exhausted(plan: Plan, progress: Progress, arm: int) -> DatasetError:
    chosen = plan.arms[arm]
    split = f" in the {plan.split} split" if plan.split else ""
    tried = progress.next[arm] - progress.last_new[arm]
    return DatasetError(
        f"{chosen.spec.id} level {chosen.level} has only {progress.taken[arm]:,} distinct tasks{split} that "
        f"were not in the file yet ({tried:,} draws gave no new one); {progress.rows:,} of {plan.count:,} rows "
        "were made. Ask for fewer rows, leave this level out, or use --fewer to let other levels fill in"
    )


def _finish(
    plan: Plan, store: Store, path: Path, manifest_path: Path, suffix: str, format: str | None
) -> dict[str, Any]:
    progress = store.progress
    final, rows = store.rows_path, progress.rows
    with disk_errors(path):
        content = sha256_of(store.rows_path)
        if format is not None:
            final = store.folder / "converted.jsonl"
            rows = convert_rows(store.rows_path, final, format, plan.split or "train")
        if suffix == ".parquet":
            lines, final = final, store.folder / "final.parquet"
            write_parquet(lines, final, format)
        counts: dict[str, dict[str, int]] = {}
        for arm, taken in zip(plan.arms, progress.taken, strict=True):
            counts.setdefault(arm.spec.id, {})[arm.name] = taken
        manifest = {
            "file": path.name,
            "format": format,
            "rows": rows,
            "bytes": final.stat().st_size,
            "sha256": sha256_of(final),
            "content_sha256": content,
            "rlvr": __version__,
            "plan": plan.describe(),
            "difficulty": {
                f"{arm.spec.id}:{arm.name}": arm.spec.params(arm.level, plan.params_of(arm))
                for arm in plan.arms
            },
            "counts": counts,
            "draws": sum(progress.next),
            "duplicates_left_out": progress.duplicates,
            "not_convertible_left_out": progress.rows - rows,
        }
        written = store.folder / "manifest.json"
        written.write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")
        os.replace(written, manifest_path)
        os.replace(final, path)
    return manifest
