"""What a question asks for: its sentence, and the noun or unit that it names."""

from __future__ import annotations

import re

from rlvr.generators.base import Task

ABBREVIATED = {
    "metres": ("m", "kilometres", "feet"), "kilometres": ("km", "miles", "metres"),
    "litres": ("L", "gallons", "millilitres"),
    "kilograms": ("kg", "grams", "tonnes"), "hectares": ("ha", "acres", "square metres"),
    "minutes": ("min", "hours", "seconds"), "years": ("", "months", "days"), "hours": ("h", "minutes", "days"),
    "centimetres": ("cm", "metres", "inches"), "seconds": ("s", "minutes", "hours"),
    "kilometres per hour": ("km/h", "miles per hour", "metres per second"),
}  # fmt: skip
"""Units: their sign, and two others that are not equal to them."""

PATTERNS = (
    r", in ([a-z]+(?: per [a-z]+)?)\?",
    r"[Bb]y how many ([a-z]+) ",
    r"[Hh]ow many (?:more |fewer |of (?:all )?(?:these|the) (?!possible))?([a-z]+(?: [a-z]+)??) "
    r"(?:did|were|does|do|are|of|is|have|was|will|can|one|than|per|in)\b",
    r"[Hh]ow many (?:more |fewer )?([a-z]+)\b",
)


def question(task: Task) -> str:
    """The first sentence that asks; the whole prompt where none does."""
    found = re.findall(r"[^.?!\n]*\?", task.prompt)
    return found[0].strip() if found else task.prompt


def noun(task: Task) -> str | None:
    """What the question counts, in the plural: "dollars", "plates", "kilometres per hour"."""
    text = question(task)
    found = next(filter(None, (re.search(pattern, text) for pattern in PATTERNS)), None)
    return found[1] if found and found[1].endswith("s") else None


def units(task: Task) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Patterns, with @ for the number, that are right and wrong after it."""
    what = noun(task)
    if what is None or task.answer in ("1", "-1"):
        return (), ()
    if what == "dollars":
        return ("@ dollars", "$@", r"\$@"), ("@ euros", "@ cents", "€@")
    if what in ("euros", "degrees"):
        return (f"@ {what}",), ("@ dollars", "@ cents", "@%")
    if what in ABBREVIATED:
        sign, other, another = ABBREVIATED[what]
        return (f"@ {what}", rf"@ \text{{ {what}}}", *([f"@ {sign}"] if sign else [])), (
            f"@ {other}",
            f"@ {another}",
        )
    return (f"@ {what}", rf"@\text{{ {what}}}", f"@ {what.capitalize()}"), (
        "@ dollars",
        "@ minutes",
        "@ kilograms",
    )
