"""What tables of best choices share: wordings made of parts, and how much there is to read and to write."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

TIES = "If several answers are equally good, any of them is right."
PLACES = "Places are numbered from 1, from left to right."
ONES = "Give the {what} in the order in which they are made, separated by commas."
PAIRS = (
    "Give the steps in the order in which they are made, each as {what} with one space between the two, and put "
    'semicolons between the steps: "{like}".'
)
SET = "Give {what}, separated by commas; their order does not matter."


def asking(rules: str, data: str, goal: str, form: str) -> tuple[str, str, str]:
    """Three wordings of one kind: what is given stands first, in the middle or last."""
    return (
        f"{data}\n\n{rules}\n\n{goal} {form} {TIES}",
        f"{rules}\n\n{data}\n\n{goal} {form} {TIES}",
        f"Here is a problem. {rules} {goal}\n\n{data}\n\n{form} {TIES}",
    )


def row(values: Iterable[object]) -> str:
    """Values with spaces between them."""
    return " ".join(map(str, values))


def numbers_in(*parts: Sequence[object] | int) -> float:
    """How many numbers problem and answer hold: what has to be read and written, the measure of difficulty."""
    total = 0.0
    for part in parts:
        total += 1 if isinstance(part, int) else sum(len(p) if isinstance(p, list) else 1 for p in part)
    return total
