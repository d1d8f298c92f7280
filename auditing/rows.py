"""Problems to try a reward on: rows of a file, tasks of an environment, or the target's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, Literal

from .. import Reason, Task, UnknownEnvironment, generate, get
from ..export.formats import read_rows
from ..spec import mark

PROMPTS = ("prompt", "question", "problem", "query", "input")
ANSWERS = ("answer", "ground_truth", "reference", "label", "solution", "target", "gold")


@dataclass(frozen=True, slots=True)
class Row:
    """One problem.

    Attributes:
        prompt: what the model reads: a text, or a list of chat messages.
        answer: the reference answer as text, or None where there is none.
        given: the reference as the row has it: what the reward gets.
        columns: everything else that the row has.
        task: the task of our environments that it was made from, which can tell whether an answer is right.
    """

    prompt: Any
    answer: str | None
    given: Any
    columns: Mapping[str, Any] = field(default_factory=dict)
    task: Task | None = None

    @property
    def prompt_text(self) -> str:
        """The prompt as text."""
        if isinstance(self.prompt, str):
            return self.prompt
        return "\n".join(str(message.get("content", "")) for message in self.prompt)

    def to_json(self) -> dict[str, Any]:
        """What the child process is given."""
        return {"prompt": self.prompt, "answer": self.given, "columns": dict(self.columns)}


def own_row(row: Mapping[str, Any]) -> Row:
    """A row that the target brought."""
    return _row(row["prompt"], row["answer"], row.get("columns", {}))


def rows_of_file(path: Path, count: int, *, prompt: str | None = None, answer: str | None = None) -> list[Row]:
    """The first `count` rows of a JSONL or parquet file; the columns are found by their usual names.

    ``reward_model.ground_truth``, as verl has it, is found too. A row that is one of our tasks keeps its proof.

    Raises:
        ValueError: if there is no such column, or no row; the message names those that there are.
        DatasetError: if the file cannot be read.
    """
    found = []
    for row in islice(read_rows(path), count):
        asked = prompt or next((name for name in PROMPTS if name in row), None)
        held: Mapping[str, Any] = row
        wanted = answer or next((name for name in ANSWERS if name in row), None)
        if wanted is None and isinstance(row.get("reward_model"), dict):
            held, wanted = row["reward_model"], "ground_truth"
        if asked is None or wanted is None or asked not in row or wanted not in held:
            raise ValueError(
                f"{path}: give --prompt-column and --answer-column; there are {', '.join(sorted(row))}"
            )
        columns = {name: value for name, value in row.items() if name not in (asked, "prompt", "completion")}
        found.append(_row(row[asked], held[wanted], columns))
    if not found:
        raise ValueError(f"{path} has no rows")
    return found


def rows_of_environment(name: str, count: int, level: int) -> list[Row]:
    """Tasks of one of our environments; their columns are those of a dataset row.

    Raises:
        UnknownEnvironment: if there is no such environment.
        ValueError: if there is no such level.
    """
    rows = []
    for task in generate(name, count, level=level):
        columns = {key: value for key, value in task.to_json().items() if key != "prompt"}
        rows.append(Row(task.prompt, task.answer, task.answer, columns, task))
    return rows


def judged(task: Task, answer: str) -> Literal["right", "wrong", "unread"]:
    """What our verifier and our solver say of an answer.

    It is wrong only if the verifier could read it and both refuse it; what is not in the form that the task asks for
    may still have the right value.
    """
    spec = get(task.env)
    verdict = spec.verify_answer(task.payload, answer)
    if verdict.passed or (spec.confirms is not None and spec.confirms(task.payload, answer)):
        return "right"
    return "wrong" if verdict.reason in (Reason.WRONG, Reason.ILLEGAL) else "unread"


def wraps_for(rows: Sequence[Row]) -> tuple[str, ...]:
    """Ways to write an answer into a response, ``{}`` for the answer: the usual ones, the markers asked for first."""
    usual = [
        "<answer>{}</answer>",
        "\\boxed{{}}",
        "{}",
        "$\\boxed{{}}$",
        "<think>Let me see.</think>\n<answer>{}</answer>",
        "<think>Let me see.</think>\n\\boxed{{}}",
        "#### {}",
        "Final answer: {}",
        "The answer is {}.",
        "Answer: {}",
        "${}$",
    ]
    if rows[0].task is not None:
        asked = mark("{}", rows[0].task.marker)
    else:
        text = rows[0].prompt_text
        named = [(text.rfind(key), wrap) for key, wrap in zip(("<answer>", "\\boxed"), usual, strict=False)]
        place, asked = max(named)
        if place < 0:
            asked = "{}"
    return tuple(dict.fromkeys([asked, *usual]))


def _row(prompt: Any, given: Any, columns: Mapping[str, Any]) -> Row:
    return Row(prompt, None if given is None else str(given), given, columns, _task_of(columns))


def _task_of(columns: Mapping[str, Any]) -> Task | None:
    """The task of a row that our own export wrote."""
    if not {"env", "level", "seed", "payload", "fingerprint"} <= set(columns):
        return None
    try:
        task = Task.from_json({"prompt": "", **columns})
        get(task.env)
    except (ValueError, UnknownEnvironment):
        return None
    return task
