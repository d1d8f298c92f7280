"""What tasks about rows share: wordings put together, rows as prompts show them, lengths by size."""

from __future__ import annotations

import random
from collections.abc import Sequence

TIES = "If several answers are equally good, any of them is right."


def worded(
    intros: Sequence[str], rules: Sequence[str], forms: Sequence[str], noun: str, ties: str = TIES
) -> tuple[str, ...]:
    """Wordings: how the row is shown, the rule, the form of the answer; ``NOUN`` stands for what the row is made of."""
    return tuple(
        f"{intro}{rule} {form} {ties}".replace("NOUNS", f"{noun}s")
        .replace("NOUN", noun)
        .replace("  ", " ")
        .strip()
        for intro, rule, form in zip(intros, rules, forms, strict=True)
    )


def shown_row(numbers: list[int], **_: object) -> dict[str, object]:
    """A row of numbers."""
    return {"n": len(numbers), "row": ", ".join(map(str, numbers))}


def length(rng: random.Random, size: int, most: int = 200) -> int:
    """How long a row of this size is."""
    return min(7 + 5 * size // 2 + rng.randint(0, 2), most)


def pairs(n: int) -> float:
    """The pieces or pairs of places that a row of n has: what dynamic programming looks at."""
    return n * (n + 1) / 2
