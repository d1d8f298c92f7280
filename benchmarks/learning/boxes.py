"""A row of boxes that a tool opens: the task ``proof/boxes-v0``.

Each box names two others, and the way goes on with the larger number; the last box holds a code. As many boxes may be
opened as the way has, and none that was not named: one slip, and the code is not seen. It cannot be guessed.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from typing import ClassVar

from rlvr.envs.tool import Call, Toolbox, ToolError, Used, tool
from rlvr.generators.base import Draft, Json
from rlvr.generators.limits import Whole, limited
from rlvr.generators.wording import phrase
from rlvr.verifiers.base import Verdict, correct, unparsable, wrong

LEAST, MOST = 10, 50
"""Numbers of boxes, and the parts of a code."""

WORDINGS = (
    "A code lies in the last of {boxes} boxes. Open box {start} first. Each box names two others: always go on with "
    "the larger number. Give the code.",
    "{boxes} boxes lead to a code, and {start} is the first. In each of them two numbers are written; the larger one "
    "is the box to open next. What is the code in the last box?",
    "Begin with box {start}. A box tells two numbers, and the next box is the larger of them. After {boxes} boxes "
    "there is a code: give it.",
)
_NUMBER = re.compile(r"[1-9][0-9]")
_CODE = re.compile(r"[1-9][0-9](-[1-9][0-9]){2}")


@limited(boxes=Whole(2, 20, "boxes on the way to the code"))
def generate(rng: random.Random, *, boxes: int) -> Draft:
    """Lay out one way."""
    numbers = range(LEAST, MOST + 1)
    start, *named = rng.sample(numbers, 2 * boxes - 1)
    code = "-".join(str(rng.choice(numbers)) for _ in range(3))
    notes = [list(pair) for pair in zip(named[::2], named[1::2], strict=True)]
    return Draft(
        prompt=phrase(rng, WORDINGS, boxes=boxes, start=start),
        payload={"start": start, "notes": notes, "code": code, "max_calls": boxes},
        answer=code,
        guess_rate=len(numbers) ** -3.0,
        difficulty=float(boxes),
    )


def verify(payload: Mapping[str, Json], answer: str) -> Verdict:
    """Score `answer`, the code as it stands in the box."""
    given = answer.strip()
    if not _CODE.fullmatch(given):
        return unparsable("Give the code: three numbers with hyphens between them.")
    return correct() if given == payload["code"] else wrong("This is not the code.")


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether `answer` is what a player reads in the end who follows the boxes' own words."""
    box, state, said = Boxes(), Boxes().start(payload), ""
    number = str(payload["start"])
    for _ in range(payload["max_calls"]):
        used = box.open(payload, state, number)
        state, said = used.state, used.observation
        number = max(_NUMBER.findall(said))
    return said == f"The code is {answer}."


class Boxes(Toolbox):
    """The boxes of one way; a state is how many of them are open."""

    tags: ClassVar[Mapping[str, tuple[str, str]]] = {"open": ("open", "number")}
    max_calls_in_action = 1

    def start(self, payload: Mapping[str, Json]) -> Json:
        """All are shut."""
        return {"open": 0}

    @tool
    def open(self, payload: Mapping[str, Json], state: Json, number: str) -> Used:
        """Open a box.

        Args:
            number: of the box.
        """
        if not _NUMBER.fullmatch(number.strip()):
            raise ToolError("give the number of a box")
        given, done, notes = int(number), state["open"], payload["notes"]
        named = notes[done - 1] if done else [payload["start"]]
        if done > len(notes) or given not in named:
            return Used(state, "This box is locked.")
        if given != max(named):
            return Used(state, "This box is empty.")
        if done == len(notes):
            return Used({"open": done + 1}, f"The code is {payload['code']}.")
        return Used({"open": done + 1}, f"Go on with {notes[done][0]} or {notes[done][1]}.")

    def finish(self, payload: Mapping[str, Json], state: Json, answer: str) -> Verdict:
        """Judge the answer alone."""
        return verify(payload, answer)

    def plan(self, payload: Mapping[str, Json], answer: str) -> Sequence[Sequence[Call]]:
        """One box after the other."""
        numbers = [payload["start"], *map(max, payload["notes"])]
        return [[Call("open", {"number": str(number)})] for number in numbers]
