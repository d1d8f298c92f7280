"""Best choices: lists of whole numbers, and lists of such lists."""

from __future__ import annotations

from rlvr.generators.base import Task

from .book import right, wrong
from .packs import around, empty, hedged, hidden, reference, short

ORDERS = "array-operations hamiltonian-paths machine-scheduling"
GRAPHS = "cliques-and-covers spanning-trees graph-isomorphism facility-location"
ROWS = "sequence-cutting string-optimisation best-subsequence"
CHOSEN = "assignment integer-programming interval-choice knapsack"
CHOICES = f"{CHOSEN} constructions {ORDERS} {ROWS} tree-measures {GRAPHS}"


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

# ---------------------------------------------------------------------- families with numbers and lists as answers

MIXED = "bits-and-xor number-representations polynomial-division"


def _list(task: Task) -> str | None:
    return task.answer if "," in task.answer else None


def _joint(task: Task, joint: str, around_: str = "@") -> str | None:
    return around_.replace("@", joint.join(task.answer.split(", "))) if _list(task) else None


around(MIXED, reference, _spoilt)
short(MIXED)
empty(MIXED)
hidden(MIXED, reference, _spoilt)
hedged(MIXED, reference, _spoilt)
right(MIXED, "spaces")(lambda task: _joint(task, " "))
right(MIXED, "lines")(lambda task: _joint(task, "\n"))
right(MIXED, "no spaces")(lambda task: _joint(task, ","))
right(MIXED, "brackets")(lambda task: _joint(task, ", ", "[@]"))
right(MIXED, "round brackets")(lambda task: _joint(task, ", ", "(@)"))
right(MIXED, "dollars")(
    lambda task: f"${task.answer}$" if "e" not in task.answer and "x" not in task.answer else None
)
right(MIXED, "capital hexadecimal digits")(lambda task: task.answer.upper() if "0x" in task.answer else None)
right(MIXED, "bare hexadecimal digits")(
    lambda task: task.answer.replace("0x", "") if "0x" in task.answer else None
)
right(MIXED, "a power of ten")(lambda task: task.answer.replace("e", " * 10^") if _is_power(task) else None)
right(MIXED, "TeX: a power of ten")(
    lambda task: "${} \\times 10^{{{}}}$".format(*task.answer.split("e")) if _is_power(task) else None
)
right(MIXED, "nested powers with spaces")(
    lambda task: task.answer.replace("+", " + ") if _is_nested(task) else None
)
right(MIXED, "nested powers turned round")(
    lambda task: (
        "2(0)+" + task.answer[: -len("+2(0)")] if _is_nested(task) and task.answer.endswith("+2(0)") else None
    )
)
wrong(MIXED, "one more")(_spoilt)
wrong(MIXED, "two answers")(lambda task: f"{task.answer} or {_spoilt(task)}")
wrong(MIXED, "nothing")(lambda task: "[]")
wrong(MIXED, "dots")(lambda task: f"{task.answer}, ...")
wrong(MIXED, "twice")(lambda task: f"{task.answer}, {task.answer}")
wrong(MIXED, "below one")(lambda task: ", ".join("-1" for _ in task.answer.split(",")))
wrong(MIXED, "the decimal value")(lambda task: str(int(task.answer, 16)) if "0x" in task.answer else None)
wrong(MIXED, "another power of ten")(lambda task: f"{task.answer}1" if _is_power(task) else None)
wrong(MIXED, "a power twice")(lambda task: f"{task.answer}+2(0)+2(0)" if _is_nested(task) else None)
wrong(MIXED, "plain exponents")(
    lambda task: task.answer.replace("2(2(2))", "2(4)") if "2(2(2))" in task.answer else None
)


def _is_power(task: Task) -> bool:
    return "e" in task.answer and "0x" not in task.answer


def _is_nested(task: Task) -> bool:
    return "2(" in task.answer
