"""All steps of shell goals, by name. Every one is defined on every tree, so that they can be chained."""

from __future__ import annotations

from . import contents, places, reports
from .step import Step

STEPS: dict[str, Step] = {
    "collect": reports.COLLECT,
    "tally": reports.TALLY,
    "sums": reports.SUMS,
    "columns": reports.COLUMNS,
    "frequent": reports.FREQUENT,
    "index": reports.INDEX,
    "ends": reports.ENDS,
    "concat": reports.CONCAT,
    "rename": places.RENAME,
    "gather": places.GATHER,
    "dated": places.DATED,
    "drop_small": places.DROP_SMALL,
    "drop_same": places.DROP_SAME,
    "unix_ends": contents.UNIX_ENDS,
    "replace": contents.REPLACE,
    "unique": contents.UNIQUE,
    "filter": contents.FILTER,
    "split": contents.SPLIT,
}
