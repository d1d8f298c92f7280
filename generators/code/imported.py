"""Programming problems of a user's own: tasks that `rlvr.importing.code` has made and stored, a JSON object a line.

Nothing is drawn but which problem, in which of its languages, and how it is worded. Difficulty: `tasks` is the file of
a level, and `language`, if not empty, the language that programs are asked for in (functions are always in Python).
`image`, if not empty, is an image with packages to judge programs in, in place of the one that the import noted.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from pathlib import Path

from ...payloads.runtimes import NAMES
from ..base import Draft, Json
from ..stored_tasks import drawn
from ..wording import phrase

PROGRAMS = (
    "{statement}\n\n{more}Write a program in {language} that reads from standard input and writes to standard output. "
    "{limits}",
    "Solve this problem by a program in {language}, which reads its input from standard input and prints the answer "
    "to standard output.\n\n{statement}\n\n{more}{limits}",
    "{statement}\n\n{more}Your answer is a whole program in {language}: it reads standard input and writes standard "
    "output, and is run once for each hidden test. {limits}",
    "Here is a programming problem.\n\n{statement}\n\n{more}Answer with a complete {language} program. It gets the "
    "input on standard input, and what it prints is judged. {limits}",
)
FUNCTIONS = (
    "{statement}\n\n{more}Write {name} in {language}; it is called with hidden arguments. {limits}",
    "Solve this problem in {language} by writing {name}.\n\n{statement}\n\n{more}Hidden tests call it. {limits}",
    "{statement}\n\n{more}Your answer is the whole code in {language} with {name}, imports included. {limits}",
)
WORDINGS = {"program": PROGRAMS, "function": FUNCTIONS}


def generate(rng: random.Random, *, tasks: str, language: str, image: str = "") -> Draft:
    """One of the stored problems; see the top of this module.

    Raises:
        GenerationError: the file is not there or not one of tasks.
        ValueError: there is no such language.
    """
    if language and language not in NAMES:
        raise ValueError(f"language must be one of {', '.join(NAMES)}, or empty, not {language!r}")
    task = drawn(rng, Path(tasks))
    # Drawn in any case, so that another language changes nothing else.
    chosen = rng.choice(task["languages"])
    if task["kind"] == "program" and language:
        chosen = language
    used = {"image": image} if image else {}
    code = {**task["code"], **used, "language": chosen, "folder": str(Path(tasks).parent)}
    kind = "program" if task["kind"] == "program" else "function"
    owner, _, name = task["entry"].rpartition(".")
    return Draft(
        prompt=phrase(
            rng,
            WORDINGS[kind],
            statement=task["statement"],
            more=_more(task),
            language=NAMES[chosen],
            name=f"the class {owner} with the method {name}" if owner else f"the function {name}",
            limits=_limits(code, kind),
        ),
        payload={"code": code, "problem": task["problem"]},
        answer=task["references"].get(chosen, ""),
        canonical=canonical_of(task),
        guess_rate=task["guess_rate"],
        difficulty=task["difficulty"],
    )


def canonical_of(task: Mapping[str, Json]) -> Json:
    """What makes a stored problem the same. Its salt is chosen so that its split is the one that is wanted."""
    return [task["statement"], task["starter"], task["entry"], task["salt"]]


def _more(task: Mapping[str, Json]) -> str:
    """The beginning of the code and the examples, each as a paragraph."""
    parts = []
    if task["starter"].strip():
        parts.append(f"The code begins like this:\n\n{task['starter'].strip(chr(10))}")
    for number, (given, due) in enumerate(task["examples"], 1):
        if task["kind"] == "program":
            parts.append(f"Example {number}\nInput:\n{given.rstrip()}\nOutput:\n{due.rstrip()}")
        else:
            parts.append(f"Example: {_called(task['entry'], json.loads(given))} gives {due}")
    return "".join(f"{part}\n\n" for part in parts)


def _called(entry: str, call: Mapping[str, Json]) -> str:
    named = [f"{name}={json.dumps(_shown(value))}" for name, value in call.get("k", {}).items()]
    return f"{entry.rpartition('.')[2]}({', '.join([*(json.dumps(_shown(value)) for value in call['a']), *named])})"


def _shown(value: Json) -> Json:
    """A tagged value as JSON shows it."""
    if isinstance(value, list):
        return [_shown(item) for item in value]
    if isinstance(value, Mapping):
        inner = value.get("v")
        if value.get("$") == "dict" and isinstance(inner, list):
            return {str(key): _shown(item) for key, item in inner}
        return _shown(inner) if isinstance(inner, list) else inner
    return value


def _limits(code: Mapping[str, Json], kind: str) -> str:
    each = "Each test has" if kind == "program" else "All tests together have"
    return f"{each} {code['cpu_s']:g} seconds of processor time and {code['memory_mb']} MiB of memory."
