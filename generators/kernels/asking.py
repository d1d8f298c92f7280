"""What tables of best choices share: wordings made of parts, and how much there is to read and to write."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence

TIES = "If several answers are equally good, any of them is right."
PLACES = "Places are numbered from 1, from left to right."
ONES = "Give the {what} in the order in which they are made, separated by commas."
PAIRS = (
    "Give the steps in the order in which they are made, each as {what} with one space between the two, and put "
    'semicolons between the steps: "{like}".'
)
SET = "Give {what}, separated by commas; their order does not matter."


def asking(rules: str, data: str, goal: str, form: str, ties: str = f" {TIES}") -> tuple[str, str, str]:
    """Three wordings of one kind: what is given stands first, in the middle or last."""
    return (
        f"{data}\n\n{rules}\n\n{goal} {form}{ties}",
        f"{rules}\n\n{data}\n\n{goal} {form}{ties}",
        f"Here is a problem. {rules} {goal}\n\n{data}\n\n{form}{ties}",
    )


def row(values: Iterable[object]) -> str:
    """Values with spaces between them."""
    return " ".join(map(str, values))


def some(rng: random.Random, n: int, low: int, high: int) -> list[int]:
    """So many whole numbers from `low` to `high`."""
    return [rng.randint(low, high) for _ in range(n)]


def table(**heads: str) -> Callable[..., Mapping[str, object]]:
    """What is shown of facts that are columns: a numbered line for each piece, with the facts of it that are named."""

    def shown(**facts: Sequence[object]) -> Mapping[str, object]:
        lines = zip(*(facts[name] for name in heads), strict=True)
        told = [
            ", ".join(f"{head} {x}" for head, x in zip(heads.values(), line, strict=True)) for line in lines
        ]
        return {"list": "\n".join(f"{n}: {text}" for n, text in enumerate(told, 1)), "n": len(told)}

    return shown


def numbers_in(*parts: Sequence[object] | int) -> float:
    """How many numbers problem and answer hold: what has to be read and written, the measure of difficulty."""
    total = 0.0
    for part in parts:
        total += 1 if isinstance(part, int) else sum(len(p) if isinstance(p, list) else 1 for p in part)
    return total
