"""Ways to hand in an answer: those that keep what is said, and those that spoil it.

Each of `DRESSES` makes a response out of an answer `right`, in LaTeX, and mentions `wrong` at most where nobody takes
it for the answer. Each of `SPOILS` names the right answer and must not be paid.
"""

from __future__ import annotations

from collections.abc import Callable

Writer = Callable[[str, str], str]

DRESSES: dict[str, Writer] = {
    "bare": lambda right, wrong: right,
    "dollars": lambda right, wrong: f"${right}$",
    "round": lambda right, wrong: rf"\({right}\)",
    "square": lambda right, wrong: rf"\[ {right} \]",
    "display": lambda right, wrong: f"$${right}$$",
    "spaces": lambda right, wrong: f"\n  {right}  \n",
    "displaystyle": lambda right, wrong: rf"$\displaystyle {right}$",
    "boxed": lambda right, wrong: rf"\boxed{{{right}}}",
    "boxed, spaced": lambda right, wrong: rf"\boxed {{ {right} }}",
    "boxed, thin spaces": lambda right, wrong: rf"\boxed{{\,{right}\,}}",
    "boxed twice": lambda right, wrong: rf"\boxed{{\boxed{{{right}}}}}",
    "boxed in dollars": lambda right, wrong: rf"so we find $\boxed{{{right}}}$.",
    "boxed and again": lambda right, wrong: rf"Hence \boxed{{{right}}}, that is, \boxed{{{right}}}.",
    "framed": lambda right, wrong: rf"\fbox{{${right}$}}",
    "answer is": lambda right, wrong: f"The answer is ${right}$.",
    "final answer": lambda right, wrong: f"Final answer: ${right}$",
    "bold": lambda right, wrong: f"**Final answer:** ${right}$",
    "all bold": lambda right, wrong: f"**Final Answer: ${right}$**",
    "hashes": lambda right, wrong: f"First this, then that.\n#### {right}",
    "tag": lambda right, wrong: f"<answer>{right}</answer>",
    "thought": lambda right, wrong: f"<think>Perhaps ${wrong}$?</think>\n\\boxed{{{right}}}",
    "prose": lambda right, wrong: f"We try two cases.\n\nTherefore $\\boxed{{{right}}}$.\n\nI hope this helps!",
    "withdrawn": lambda right, wrong: (
        f"\\boxed{{{wrong}}}. Wait, that is wrong. The answer is \\boxed{{{right}}}."
    ),
}

SPOILS: dict[str, Writer] = {
    "other box": lambda right, wrong: rf"The answer is ${right}$. \boxed{{{wrong}}}",
    "two boxes": lambda right, wrong: rf"\boxed{{{right}}} or \boxed{{{wrong}}}",
    "two boxes, turned": lambda right, wrong: rf"\boxed{{{wrong}}} or \boxed{{{right}}}",
    "thought only": lambda right, wrong: rf"<think>\boxed{{{right}}}</think>",
    "open thought": lambda right, wrong: rf"<think>So the answer is \boxed{{{right}}}.",
    "thought, then other": lambda right, wrong: rf"<think>\boxed{{{right}}}</think>\boxed{{{wrong}}}",
    "withdrawn": lambda right, wrong: (
        rf"\boxed{{{right}}}. Wait, that is wrong. The answer is \boxed{{{wrong}}}."
    ),
    "taken back": lambda right, wrong: f"The answer is ${right}$. No, that is wrong.",
    "denied": lambda right, wrong: f"The answer is not ${right}$.",
    "doubted": lambda right, wrong: f"I do not think that the answer is ${right}$.",
    "empty box": lambda right, wrong: f"We found ${right}$.\n\\boxed{{}}",
    "other tag": lambda right, wrong: f"It looks like ${right}$.\n<answer>{wrong}</answer>",
    "two tags": lambda right, wrong: f"<answer>{right}</answer><answer>{wrong}</answer>",
    "two hashes": lambda right, wrong: f"#### {right}\n#### {wrong}",
    "lottery": lambda right, wrong: "".join(rf"\boxed{{{text}}} " for text in (wrong, "17.25", right)),
    "either": lambda right, wrong: f"It is either ${right}$ or ${wrong}$.",
    "or": lambda right, wrong: f"The answer is ${right}$ or ${wrong}$.",
    "not this": lambda right, wrong: f"The answer is ${wrong}$, not ${right}$.",
    "two kinds of marker": lambda right, wrong: f"\\boxed{{{right}}}\n\nFinal answer: ${wrong}$",
    "not, in the box": lambda right, wrong: rf"\boxed{{\text{{not }} {right}}}",
    "or, in the box": lambda right, wrong: rf"\boxed{{{right} \text{{ or }} {wrong}}}",
    "passing mention": lambda right, wrong: f"${right}$ does not work, so the answer is ${wrong}$.",
}
