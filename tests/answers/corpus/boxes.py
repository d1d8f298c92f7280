r"""The same for prompts that ask for ``\boxed{...}``: what stands around the box and in it.

In a form @ is a right answer and # a wrong one. Texts are put into the box as they are, with braces of sets escaped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rlvr.generators.base import Task

from .book import BOOK, Form, Whole

RIGHT = {
    "bare": r"\boxed{@}",
    "in dollars": r"The result is $\boxed{@}$.",
    "in a display": "\\[\n\\boxed{@}\n\\]",
    "in bold": r"**\boxed{@}**",
    "spaces in it": r"\boxed{ @ }",
    "lines in it": "\\boxed{\n@\n}",
    "a stop behind": r"\boxed{@}.",
    "a remark after": "$\\boxed{@}$\n\nLet me know if you would like to see the steps in more detail!",
    "a mention after": "\\boxed{@}\n\nI have put my answer in \\boxed{}, as you asked.",
    "after a thought": "<think>Perhaps \\boxed{17}? No.</think>\n\n\\boxed{@}",
    "a heading before": "### Final answer\n\n$$\\boxed{@}$$",
}
WRONG = {
    "another value": r"\boxed{#}",
    "tags instead": "<answer>@</answer>",
    "no box": "The answer is @.",
    "right, then wrong": r"\boxed{@}, or rather \boxed{#}",
    "both in it": r"\boxed{@ or #}",
    "only in the thought": r"<think>\boxed{@}</think> I am not sure.",
    "not closed": r"So \boxed{@",
    "beside an empty box": r"\boxed{} @",
    "negated in it": r"\boxed{\text{not } @}",
    "unequal in it": r"\boxed{\neq @}",
}
NUMBERS = {
    "a minus before": r"The answer is $-\boxed{@}$.",
    "a factor before": r"The answer is $2\boxed{@}$.",
    "a summand behind": r"The answer is $\boxed{@}+1$.",
}
"""Wrong where the answer is a positive integer."""


def boxed(id: str, task: Task) -> Iterator[tuple[Form, str]]:
    """Each form that fits a task whose prompt asks for a box, with its response."""
    other = BOOK[id]["another value"].response(task) if "another value" in BOOK[id] else None
    if not isinstance(other, Whole) or "\n" in task.answer:
        return
    bad = other.removeprefix("<answer>").removesuffix("</answer>")
    good, bad = (text.replace("{", r"\{").replace("}", r"\}") for text in (task.answer, bad))
    number = re.fullmatch(r"[1-9]\d*", task.answer)
    for patterns, right in ((RIGHT, True), (WRONG, False), (NUMBERS if number else {}, False)):
        for name, pattern in patterns.items():
            text = pattern.replace("@", "\0").replace("#", bad).replace("\0", good)
            yield Form(f"box: {name}", right, lambda task, text=text: Whole(text)), text
