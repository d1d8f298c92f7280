"""A hidden number, and a tool that compares with it: the task ``proof/hidden-number-v0``.

What has to be learnt is to search: to compare numbers that the answers so far allow, those in the middle first, and to
give the one that is left. The range begins anywhere, so wide ranges are made of the same numbers as narrow ones.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from typing import ClassVar

from rlvr.envs.tool import Call, Toolbox, ToolError, tool
from rlvr.generators.base import Draft, Json
from rlvr.generators.limits import Whole, limited
from rlvr.generators.wording import phrase
from rlvr.verifiers.base import Verdict, correct, unparsable, wrong

MOST = 50
"""The largest number."""

WORDINGS = (
    "I have hidden a whole number from {low} to {high}. Find it, and give the number.",
    "A whole number from {low} to {high} is hidden. Which one is it? Give the number.",
    "Find the hidden whole number. It is one from {low} to {high}. Give the number.",
)
_NUMBER = re.compile(r"[1-9][0-9]?")


@limited(
    numbers=Whole(2, MOST, "how many numbers it may be"),
    calls=Whole(1, 50, "how many of them may be compared"),
)
def generate(rng: random.Random, *, numbers: int, calls: int) -> Draft:
    """Hide one number."""
    low = rng.randint(1, MOST - numbers + 1)
    high = low + numbers - 1
    secret = rng.randint(low, high)
    return Draft(
        prompt=phrase(rng, WORDINGS, low=low, high=high),
        payload={"low": low, "high": high, "secret": secret, "max_calls": calls},
        answer=str(secret),
        guess_rate=1 / numbers,
        difficulty=float(numbers),
    )


def verify(payload: Mapping[str, Json], answer: str) -> Verdict:
    """Score `answer`, a whole number without signs and leading zeros."""
    given = answer.strip()
    if not _NUMBER.fullmatch(given):
        return unparsable("Give one whole number.")
    return correct() if int(given) == payload["secret"] else wrong("This is not the hidden number.")


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether halving the range, with nothing but comparisons, ends at `answer`."""
    low, high = int(payload["low"]), int(payload["high"])
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if payload["secret"] > middle else (low, middle)
    return answer == str(low)


class Comparison(Toolbox):
    """Compares a number with the hidden one."""

    tags: ClassVar[Mapping[str, tuple[str, str]]] = {"compare": ("compare", "number")}
    max_calls_in_action = 1

    def start(self, payload: Mapping[str, Json]) -> Json:
        """Nothing: what was said is in the chat."""
        return {}

    @tool
    def compare(self, payload: Mapping[str, Json], state: Json, number: str) -> str:
        """Tell how the hidden number compares with another one.

        Args:
            number: a whole number of the range.
        """
        if not _NUMBER.fullmatch(number.strip()):
            raise ToolError("give one whole number")
        given, secret = int(number), payload["secret"]
        if given == secret:
            return f"It is {given}."
        return f"It is {'more' if secret > given else 'less'} than {given}."

    def finish(self, payload: Mapping[str, Json], state: Json, answer: str) -> Verdict:
        """Judge the answer alone."""
        return verify(payload, answer)

    def plan(self, payload: Mapping[str, Json], answer: str) -> Sequence[Sequence[Call]]:
        """One comparison, with the number itself."""
        return [[Call("compare", {"number": answer})]]
