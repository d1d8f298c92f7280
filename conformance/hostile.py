"""Responses that must earn nothing: empty words, hedges, code, huge and deep inputs, look-alikes."""

from __future__ import annotations

from collections.abc import Iterator

from ..generators.base import Task
from ..hostile_words import CODE, EMPTY_WORDS, HUGE
from ..spec import mark

_MEGABYTE = 1_000_000
_LOOK_ALIKES = str.maketrans(
    {
        **{str(d): chr(0x0660 + d) for d in range(10)},  # Arabic-Indic digits
        **dict(zip("acehiopxyABCEHIKMOPTXU", "асеһіорхуАВСЕНІКМОРТХՍ", strict=True)),  # Cyrillic letters
        **dict(zip("dgjlnrsuvw", "ԁɡјӏпгѕυνԝ", strict=True)),
        **dict(zip("DFGLNQRSVWYZ", "ᎠϜԌᏞΝԚᏒЅᏙԜΥΖ", strict=True)),
    }
)


def bare_answers(task: Task) -> Iterator[tuple[str, str]]:
    """Names and texts that are no right answer to `task`, given bare to the verifier."""
    for text in (*EMPTY_WORDS, *CODE, *HUGE):
        yield f"words {text[:24]!r}", text
    yield "prompt echoed", task.prompt
    yield "deep parentheses", "(" * 100_000
    yield "deep brackets", "[" * 50_000 + "]" * 50_000
    yield "deep braces", "{" * 100_000
    yield "deep LaTeX", "\\frac{" * 30_000
    yield "minus signs", "-" * 100_000
    yield "1 MB of nines", "9" * _MEGABYTE
    yield "1 MB of letters", "x" * _MEGABYTE
    yield "1 MB of commas", "," * _MEGABYTE
    yield "1 MB of spaces", " " * _MEGABYTE
    yield "1 MB of lines", "\n" * _MEGABYTE
    yield "1 MB of pairs", "1 " * (_MEGABYTE // 2)
    yield "4 kB of the answer", (task.answer + " ") * (4000 // (len(task.answer) + 1) + 2)
    yield "look-alike characters", _changed(task.answer, task.answer.translate(_LOOK_ALIKES))
    yield "denied", f"not {task.answer}"
    yield "asked", f"{task.answer}?? or something else"


def responses(task: Task, others: list[str]) -> Iterator[tuple[str, str]]:
    """Names and whole responses that must score 0 in strict and lenient mode.

    Args:
        task: the task they answer.
        others: wrong answers of the right form.
    """
    for name, text in bare_answers(task):
        yield f"{name}, bare", text
        yield f"{name}, marked", mark(text, task.marker)
    right = task.answer
    marked = mark(right, task.marker)
    yield "only in the thought", f"<think>It is {marked}.</think>"
    yield "in a thought that never ends", f"<think>hm, {marked}"
    yield "before a stray end of thought", f"{marked}</think>"
    yield "over 1 MB", " " * _MEGABYTE + marked
    yield "a million tags", "<answer>" * (_MEGABYTE // 8)
    yield "a million thoughts", "<think>" * (_MEGABYTE // 8)
    yield "a million boxes", "\\boxed{" * (_MEGABYTE // 8)
    for other in others[:3]:
        wrong = mark(other, task.marker)
        yield "taken back", f"{marked} No, I was wrong: {wrong}"
        yield "both at once", mark(f"{right} or {other}", task.marker)
        yield "both at once, the other way", mark(f"{other} or {right}", task.marker)
        yield "the other one marked", f"It could be {right}, or else {wrong}."
    if others:
        listed = [*others, right, *others]
        yield "every candidate listed", mark("; ".join(listed), task.marker)
        yield "every candidate on a line", mark("\n".join(listed), task.marker)
        yield "every candidate marked", "\n".join(mark(text, task.marker) for text in listed)
        yield "candidates without a marker", f"I think it is {right} or {others[0]}."


def _changed(text: str, other: str) -> str:
    return other if other != text else ""
