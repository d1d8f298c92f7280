"""Packs of forms that many environments share: what stands around a marker, sentences, typography, hedges.

A pack takes the environments and functions of a task: ``body`` gives a right answer in plain text, ``other`` a wrong
one of the same form. Each is one of `Text`: None means that the form does not fit.
"""

from __future__ import annotations

from collections.abc import Callable

from rlvr.generators.base import Task

from .book import Text, Whole, add

Change = Callable[[str], str | None]


def reference(task: Task) -> str:
    """The reference answer as it stands."""
    return task.answer


def mapped(body: Text, change: Change) -> Text:
    """The body after a change of its text."""

    def write(task: Task) -> str | None:
        text = body(task)
        return None if text is None else change(text)

    return write


def around(ids: str, body: Text = reference, other: Text | None = None, *, crlf: bool = True) -> None:
    """Right: what models write before and after the marker, whatever the answer is.

    Args:
        ids: the environments.
        body: a right answer.
        other: a wrong answer; with it there is a form whose thought holds a rejected attempt.
        crlf: whether lines may end in CR LF.
    """

    def say(name: str, pattern: str) -> None:
        add(ids, name, mapped(body, lambda text: Whole(pattern.replace("@", text))), right=True)

    add(ids, "bare", body, right=True)
    add(ids, "lines of its own", mapped(body, lambda text: f"\n{text}\n"), right=True)
    if crlf:
        add(
            ids,
            "CRLF",
            mapped(body, lambda text: Whole(_crlf(f"So:\n\n<answer>\n{text}\n</answer>\n"))),
            right=True,
        )
    say("after a thought", "<think>\nLet me work through this step by step.\n</think>\n\n<answer>@</answer>")
    say("after reasoning", f"{REASONING}\n\n<answer>@</answer>")
    say("tags in capitals", "<ANSWER>@</ANSWER>")
    say(
        "a remark after", "<answer>@</answer>\n\nLet me know if you would like to see the steps in more detail!"
    )
    say(
        "a mention of the tags after",
        "<answer>@</answer>\n\nI have put my result inside the <answer> tags, as you asked.",
    )
    say(
        "a mention of both tags before",
        "I will give the result between <answer> and </answer>.\n\nNow the work is done.\n\n<answer>@</answer>",
    )
    say(
        "a check after",
        "<answer>@</answer>\n\nCheck: going through the conditions once more, everything fits. ✓",
    )
    say("a heading before", "## Solution\n\nThe steps are routine.\n\n### Final answer\n\n<answer>@</answer>")
    say("after the end of a thought", "That settles it.</think>\n\n<answer>@</answer>")
    say("tags with one capital", "<Answer>@</Answer>")
    say("the marker in bold", "**<answer>@</answer>**")
    say("the marker in a fence", "```\n<answer>@</answer>\n```")
    say("twice the same", "So it is <answer>@</answer>.\n\nFinal answer:\n\n<answer>@</answer>")
    say("with a turn token", "Done.\n\n<answer>@</answer><|im_end|>")
    if other is not None:

        def rejected(task: Task) -> str | None:
            text, bad = body(task), other(task)
            if text is None or bad is None:
                return None
            return Whole(
                f"<think>First guess: <answer>{bad}</answer>. Wait, that is not it. Once more.</think>\n"
                f"<answer>{text}</answer>"
            )

        add(ids, "a rejected attempt in the thought", rejected, right=True)


def short(ids: str, body: Text = reference) -> None:
    """Right: dressings of a short answer, inside the marker. Where the prompt wants the bare value they do not fit."""

    def dress(name: str, pattern: str, strict: bool = False) -> None:
        def write(task: Task) -> str | None:
            text = body(task)
            if text is None or (strict and alone(task)):
                return None
            return pattern.replace("@", text)

        add(ids, name, write, right=True)

    dress("a stop", "@.")
    dress("bold", "**@**")
    add(ids, "italics", mapped(body, lambda text: None if "*" in text else f"*{text}*"), right=True)
    dress("backticks", "`@`")
    dress("fence", "```\n@\n```")
    dress("sentence", "The answer is @.", strict=True)
    dress("sentence without stop", "The answer is @", strict=True)
    dress("bold sentence", "The final answer is **@**.", strict=True)
    dress("therefore", "Therefore, the answer is @.", strict=True)
    dress("so, with a bold value", "So the answer is **@**.", strict=True)
    dress("final, with a colon", "Final Answer: @", strict=True)
    dress("a colon in a sentence", "The final answer is: @", strict=True)
    dress("label", "Answer: @", strict=True)
    dress("bold label", "**Final Answer:** @", strict=True)


def latex(ids: str, body: Text) -> None:
    """Right: a formula between the signs of TeX; ``body`` gives TeX."""
    for name, pattern in (
        ("dollars", "$@$"),
        ("round delimiters", r"\(@\)"),
        ("display", "$$\n@\n$$"),
        ("square delimiters", r"\[ @ \]"),
        ("box in the tag", r"\boxed{@}"),
        ("box in dollars", r"$\boxed{@}$"),
    ):
        add(
            ids,
            f"TeX: {name}",
            mapped(body, lambda text, pattern=pattern: pattern.replace("@", text)),
            right=True,
        )

    def sentence(task: Task) -> str | None:
        text = body(task)
        return None if text is None or alone(task) else f"The answer is ${text}$."

    add(ids, "TeX: sentence", sentence, right=True)


def alone(task: Task) -> bool:
    """Whether the prompt wants the value and no word beside it."""
    text = task.prompt.lower()
    return any(
        phrase in text
        for phrase in (
            "number alone",
            "give only the",
            "give only that",
            "only the number",
            "only the integer",
            "digits only",
        )
    )


# ---------------------------------------------------------------------------------------------------------- wrong


def empty(ids: str) -> None:
    """Wrong: words that say nothing, and the prompt itself."""
    for name, text in (
        ("nothing", ""),
        ("blank", "  \n "),
        ("dots", "..."),
        ("the word", "the answer"),
        ("a placeholder", "[your final answer here]"),
        ("no idea", "I don't know"),
        ("as above", "as computed above"),
    ):
        add(ids, f"empty: {name}", lambda task, text=text: text, right=False)
    add(ids, "the prompt", lambda task: task.prompt, right=False)
    add(ids, "the prompt outside", lambda task: Whole(task.prompt), right=False)


def hidden(ids: str, body: Text, other: Text) -> None:
    """Wrong: the right answer stands where it does not count, or is taken back."""

    def say(name: str, pattern: str) -> None:
        def write(task: Task) -> str | None:
            good, bad = body(task), other(task)
            return (
                None
                if good is None or bad is None
                else Whole(pattern.replace("@", "\0").replace("#", bad).replace("\0", good))
            )

        add(ids, name, write, right=False)

    say("another value", "<answer>#</answer>")
    say("only in the thought", "<think>The answer is @. <answer>@</answer></think>\nI have to leave it there.")
    say("thought right, answer wrong", "<think>It is <answer>@</answer>, clearly.</think>\n<answer>#</answer>")
    say("in a thought without an end", "<think>It should be this: <answer>@</answer>")
    say("beside an empty marker", "The answer is @.\n\n<answer></answer>")
    say("without a marker", "The answer is @.")
    say("another marker", "The answer is \\boxed{@}.")
    say(
        "right, then wrong", "<answer>@</answer>\n\nWait, I made a slip. The correct one:\n\n<answer>#</answer>"
    )
    say("wrong in the marker, right after", "<answer>#</answer>\n\nOr rather, @.")


def hedged(ids: str, body: Text, other: Text, joint: str = " or ") -> None:
    """Wrong: more than one answer, or a right one that is denied or bounded."""

    def say(name: str, pattern: str) -> None:
        def write(task: Task) -> str | None:
            good, bad = body(task), other(task)
            return (
                None
                if good is None or bad is None
                else pattern.replace("@", "\0").replace("#", bad).replace("\0", good)
            )

        add(ids, name, write, right=False)

    say("right or wrong", f"@{joint}#")
    say("wrong or right", f"#{joint}@")
    say("either", "either # or @")
    say("candidates on lines", "#\n@")
    say("first wrong, now right", "# ... no, @ ... or # after all")
    say("not the right one", "not @")
    say("negated sentence", "The answer is not @.")
    say("wrong, not right", "#, not @")
    say("a wrong one, with a colon", "Wrong: @")
    say("no, with a colon", "not: @")
    say("a sentence about a wrong one", "The wrong answer is @.")
    say("is wrong", "@ is wrong")
    say("two sentences", "The answer is #. The answer is @.")
    say("two answers with labels", "Answer: #\nAnswer: @")
    say("two answers with labels, right first", "Answer: @\nAnswer: #")
    say("the opposite", "the opposite of @")
    say("anything but", "anything but @")
    say("struck out", "~~@~~")
    say("corrected", "@, no: #")
    say("two in bold", "**#** **@**")
    say("two fences", "```\n#\n```\n```\n@\n```")
    say("two lines, the last in bold", "#\n\n**@**")


def bounded(ids: str, body: Text = reference) -> None:
    """Wrong: a bound instead of a number."""
    for name, pattern in (
        ("more than", "more than @"),
        ("at least", "at least @"),
        ("less or equal", "<= @"),
        ("between", "between 0 and @"),
        ("up to", "up to @"),
    ):
        add(
            ids,
            f"bounded: {name}",
            mapped(body, lambda text, pattern=pattern: pattern.replace("@", text)),
            right=False,
        )


def framed(ids: str, body: Text, other: Text, joint: str = " or ") -> None:
    """The packs that fit every short answer."""
    around(ids, body, other)
    short(ids, body)
    empty(ids)
    hidden(ids, body, other)
    hedged(ids, body, other, joint)


def _crlf(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\n", "\r\n")


REASONING = """Okay, so I need to be careful here. Let me restate the problem first.

Step 1. I write down what is given.
Step 2. I work from the inside out, one operation at a time, and keep a running note of each result.

Hmm, wait. Let me double-check the second step: 12 of 36 is a third, and 5 + 7 = 12, so that part is fine.

Alright, that settles it."""
