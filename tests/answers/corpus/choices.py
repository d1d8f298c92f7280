"""Best choices: lists of whole numbers, and lists of such lists."""

from __future__ import annotations

from rlvr.generators.base import Task

from .book import right, wrong
from .packs import around, empty, hedged, hidden, reference

ORDERS = "array-operations hamiltonian-paths machine-scheduling"
CHOICES = f"constructions {ORDERS} sequence-cutting string-optimisation best-subsequence tree-measures"


def _groups(task: Task) -> list[list[str]]:
    return [group.replace(",", " ").split() for group in task.answer.split(";")]


def _spoilt(task: Task) -> str:
    """One number more, which stands for nothing."""
    return f"{task.answer}, 999"


def _flat(task: Task, joint: str) -> str | None:
    groups = _groups(task)
    return joint.join(groups[0]) if len(groups) == 1 else None


def _listed(task: Task, joint: str, left: str = "", right_: str = "") -> str | None:
    groups = _groups(task)
    return joint.join(f"{left}{', '.join(group)}{right_}" for group in groups) if len(groups) > 1 else None


around(CHOICES, reference, _spoilt)
empty(CHOICES)
hidden(CHOICES, reference, _spoilt)
hedged(CHOICES, reference, _spoilt)
right(CHOICES, "spaces")(lambda task: _flat(task, " "))
right(CHOICES, "lines")(lambda task: _flat(task, "\n"))
right(CHOICES, "no spaces")(lambda task: _flat(task, ","))
right(CHOICES, "brackets")(lambda task: f"[{_flat(task, ', ')}]" if _flat(task, ", ") else None)
right(CHOICES, "round brackets")(lambda task: f"({_flat(task, ', ')})" if _flat(task, ", ") else None)
right(CHOICES, "arrows")(lambda task: _flat(task, " \u2192 "))
right(CHOICES, "groups: a line each")(lambda task: _listed(task, "\n"))
right(CHOICES, "groups in brackets")(lambda task: _listed(task, ", ", "[", "]"))
right(CHOICES, "groups as pairs")(lambda task: _listed(task, ", ", "(", ")"))
right(CHOICES, "groups: a list of lists")(
    lambda task: f"[{_listed(task, ', ', '[', ']')}]" if ";" in task.answer else None
)
wrong(CHOICES, "one more")(_spoilt)
wrong(CHOICES, "two answers")(lambda task: f"{task.answer} or {_spoilt(task)}")
wrong(CHOICES, "nothing")(lambda task: "[]")
wrong(CHOICES, "dots")(lambda task: f"{task.answer}, ...")
wrong(CHOICES, "twice")(lambda task: f"{task.answer}, {task.answer}")
wrong(CHOICES, "words")(lambda task: f"about {task.answer}")
wrong(CHOICES, "the worth beside it")(lambda task: f"{task.answer} (total {task.payload['best']})")
wrong(CHOICES, "below one")(lambda task: ", ".join("-1" for _ in task.answer.split(",")))
