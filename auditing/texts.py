"""What a reward is tried with: texts that are no answer, texts near the answer, and texts that hedge.

Each is a `Text`, which also knows how to be written in a program, so that whatever is found can be tried by hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal

from ..answer_mutations import mutants
from ..hostile_words import CODE, EMPTY_WORDS, HUGE
from .values import Value, same, value_of

NONSENSE = "zqxv wvkj"
"""What every answer is compared with: letters that answer nothing."""
CANARY = "rlvr-was-here"

Kind = Literal["words", "code", "huge", "bulky"]
MUTANTS = 12
_LISTED = 9


@dataclass(frozen=True, slots=True)
class Text:
    """An answer to try.

    Attributes:
        name: what it is, in a few words.
        text: the answer; it is still to be written into a response. None is what some rewards get for no answer.
        kind: which list it is from.
        source: a Python expression for it, where its own literal is too long to be shown.
    """

    name: str
    text: str | None
    kind: Kind = "words"
    source: str = ""

    def wrapped(self, wrap: str) -> Text:
        """Written into a response, ``{}`` of `wrap` being the answer."""
        if self.text is None or wrap == "{}":
            return self
        before, _, after = wrap.partition("{}")
        source = f"{before!r} + {self.source} + {after!r}" if self.source else ""
        return Text(self.name, before + self.text + after, self.kind, source)

    @property
    def literal(self) -> str:
        """A Python expression that gives the text."""
        return self.source or repr(self.text)


def _times(piece: str, count: int) -> Text:
    return Text(f"{count:,} times {piece!r}", piece * count, "bulky", f"{piece!r} * {count}")


_EMPTY = tuple(
    Text(repr(text), text)
    for text in EMPTY_WORDS
    if not text.isprintable() or text.strip() in ("", ".", ",", ":", "...")
)
_WORDS = tuple(
    Text(repr(text), text)
    for text in (*EMPTY_WORDS, "I do not want to answer.", "banana")
    if text not in {t.text for t in _EMPTY} and "\ud800" not in text
)
_CODE = tuple(
    Text(f"code {text[:40]!r}", text, "code")
    for text in (
        *CODE,
        f"__import__('os').system('touch {CANARY}')",
        f"[__import__('os').system('touch {CANARY}')]",
        f"open('{CANARY}','w')",
        f'[open("{CANARY}","w")]',
        f"(1).__class__.__base__.__subclasses__() and open('{CANARY}','w')",
    )
)
_HUGE = tuple(Text(f"huge {text!r}", text, "huge") for text in HUGE)
_MIDDLE = (
    _times("9", 5_000),
    _times("(", 5_000),
    _times("[", 5_000),
    _times("-", 5_000),
    _times("1+", 5_000),
    _times("\\frac{", 1_500),
    _times("x", 10_000),
    _times("1 ", 5_000),
    _times("a a ", 2_500),
    Text("5,000 brackets", "[" * 2_500 + "]" * 2_500, "bulky", "'[' * 2500 + ']' * 2500"),
)
_LARGE = (
    _times("9", 1_000_000),
    _times("x", 1_000_000),
    _times(" ", 1_000_000),
    _times("\n", 1_000_000),
    _times(",", 1_000_000),
    _times("1 ", 500_000),
    _times("(", 100_000),
    _times("<answer>", 125_000),
    _times("\\boxed{", 125_000),
    _times("<think>", 125_000),
    Text("a million brackets", "[" * 500_000 + "]" * 500_000, "bulky", "'[' * 500000 + ']' * 500000"),
)


def nothings() -> tuple[Text, ...]:
    """Texts that answer nothing: white space, stops, empty words."""
    return (*_EMPTY, *_WORDS)


def hostile_texts() -> tuple[Text, ...]:
    """Everything else that is tried against hangs, crashes and exceptions, the largest at the end."""
    return (*_CODE, *_HUGE, *_MIDDLE, *_LARGE)


def near(reference: str, rng: Random, count: int = MUTANTS) -> Iterator[Text]:
    """Changes of a right answer, and other values of its kind."""
    value = value_of(reference)
    tried: dict[str, None] = {}
    if isinstance(value, bool):
        other = {"true": "false", "false": "true", "yes": "no", "no": "yes"}[reference.strip().lower()]
        tried[other.capitalize() if reference.strip()[0].isupper() else other] = None
    elif isinstance(value, str):
        tried.update((letter, None) for letter in "ABCDE" if letter != value)
    elif value is not None:
        digits = reference.strip().lstrip("+-")
        tried[digits if value < 0 else f"-{digits}"] = None
        tried.update((text, None) for text in (f"9{digits}", f"{digits}7", f"5{digits}3") if "." not in digits)
    tried.update((text, None) for text in mutants(reference, rng, count))
    for text in tried:
        if not same(text, reference):
            yield Text("a changed answer", text)


def denials(reference: str) -> Iterator[Text]:
    """The right answer denied, to be written into a response or to be one."""
    yield Text("the answer denied", f"not {reference}")
    yield Text("the answer denied", f"The answer is certainly not {reference}.")


def hedges(reference: str, others: Sequence[str]) -> Iterator[tuple[Text, ...]]:
    """Groups of texts that name the right answer among others, once at each place; one alone may be paid by chance."""
    if not others:
        return
    other = others[0]
    yield tuple(Text("two answers at once", f"{a} or {b}") for a, b in ((reference, other), (other, reference)))
    if len(others) >= 2:
        pool = list(others[: _LISTED - 1])
        for joint in (", ", "\n"):
            lists = (
                joint.join([*pool[:place], reference, *pool[place:]])
                for place in (0, len(pool) // 2, len(pool))
            )
            yield tuple(Text("a list of candidates", text) for text in lists)


def marked_lists(reference: str, others: Sequence[str], wrap: str) -> tuple[Text, ...]:
    """Whole responses in which every candidate is marked, the right one at each place."""
    pool = list(others[:4])
    lists = ([*pool[:place], reference, *pool[place:]] for place in (0, len(pool) // 2, len(pool)))
    return tuple(
        Text("every candidate marked", "\n".join(wrap.replace("{}", text) for text in texts)) for texts in lists
    )


def others_like(reference: str, references: Sequence[str | None], rng: Random) -> list[str]:
    """Wrong answers of the same kind: those of other rows first, then numbers around it."""
    value: Value | None = value_of(reference)
    pool = [text for text in dict.fromkeys(references) if text is not None and not same(text, reference)]
    pool = [text for text in pool if type(value_of(text)) is type(value)]
    rng.shuffle(pool)
    if value is not None and not isinstance(value, bool | str):
        pool += [
            str(round(value) + step)
            for step in (7, -7, 23, 41, -58, 90, 111, 235)
            if value != round(value) + step
        ]
    return list(dict.fromkeys(pool))
