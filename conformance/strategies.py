"""What somebody may answer who has seen many prompts of a level and solves none of them.

Each strategy reads the prompt's words and numbers, never the payload. What the best of them earns is the least that a
guess rate may tell: a policy that is paid more than it would be for guessing has then learnt something.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice
from math import prod

from ..hostile_words import COMMON_ANSWERS

_EXAMPLE = re.compile(
    r"\b(?:such as|for example|like this|in the form|of the form|e\.g\.)[^\n]*?(?:[.;)](?=\s|$)|$)",
    re.MULTILINE,
)
_NUMBER = re.compile(r"(?<![\w.^])-?\d+(?:\.\d+)?(?:/\d+)?(?![\w/]|\.\d)")
_FORMULA = re.compile(r"[-(\w][\w ()*+/^=,.-]*[*^/+=-][\w ()*+/^=,.-]*[\w)]")
_OPTIONS = re.compile(r"\b(?:one of|with one word|one word)[^:\n]*: ([^\n.(]+)")
_MOST_NUMBERS = 200
_MOST_BITS = 400
_SPELT_OUT = re.compile(r"\d\)* [-+*/] \(*-?\d")
_COMMON = "the answer that is right most often"


def guesses(prompt: str, common: Sequence[str]) -> dict[str, str]:
    """What each strategy answers to `prompt`, by name; `common` are the most frequent answers to other tasks.

    Where the prompt spells an operation out ("12 + 30"), to carry it out is no guess, so nothing is computed there.
    """
    body = prompt.rsplit("\n\n", 1)[0]  # the last paragraph says how to mark the answer
    facts = _EXAMPLE.sub(" ", body)
    found = {f"the answer {text}": text for text in COMMON_ANSWERS}
    found |= {f"{_COMMON} ({place})": text for place, text in enumerate(common, 1)}
    for place, option in enumerate(islice(_options(body), 4), 1):
        found[f"option {place}"] = option
    formulas = [match[0].strip() for match in _FORMULA.finditer(facts)]
    if formulas:
        found["the longest formula of the prompt"] = max(formulas, key=len)
        found["the last formula of the prompt"] = formulas[-1]
    texts = [match[0] for match in _NUMBER.finditer(facts)][:_MOST_NUMBERS]
    if texts:
        found |= {
            "the first number": texts[0],
            "the second number": texts[1 % len(texts)],
            "the last number": texts[-1],
        }
        found |= {
            "the largest number": max(texts, key=Fraction),
            "the smallest number": min(texts, key=Fraction),
        }
        found["the count of numbers"] = str(len(texts))
    if not _SPELT_OUT.search(facts):
        found |= {name: str(value) for name, value in _of_numbers([Fraction(text) for text in texts])}
    return found


def common_answers(answers: Sequence[str], count: int = 2) -> list[str]:
    """The most frequent answers, most frequent first; one that occurs once is none."""
    return [answer for answer, times in Counter(answers).most_common(count) if times > 1]


def _of_numbers(numbers: Sequence[Fraction]) -> Iterator[tuple[str, Fraction]]:
    if len(numbers) < 2:
        return
    yield "the sum of the numbers", sum(numbers, Fraction(0))
    if sum(n.numerator.bit_length() + n.denominator.bit_length() for n in numbers) < _MOST_BITS:
        yield "the product of the numbers", prod(numbers, start=Fraction(1))
    yield "the largest number less the smallest", max(numbers) - min(numbers)
    for name, (a, b) in (("first", numbers[:2]), ("last", numbers[-2:])):
        yield f"the sum of the {name} two numbers", a + b
        yield f"the difference of the {name} two numbers", abs(a - b)
        yield f"the product of the {name} two numbers", a * b
        if a and b:
            yield f"the quotient of the {name} two numbers", a / b
            yield f"the larger of the {name} two numbers by the smaller", max(a, b) / min(a, b)


def _options(body: str) -> Iterator[str]:
    for match in _OPTIONS.finditer(body):
        yield from (part.strip() for part in re.split(r",| or ", match[1]) if part.strip())
