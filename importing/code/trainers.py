"""Rows of trainers' files: verl's and prime-rl's.

* verl: ``prompt`` (chat messages) and ``reward_model`` with ``ground_truth``, a JSON text that holds ``inputs``,
  ``outputs`` and, for functions, ``fn_name``, as `verl.utils.reward_score.prime_code` reads it (arguments in JSON, one
  a line); or a list of tests as LiveCodeBench has them. (github.com/volcengine/verl)
* prime-rl: ``prompt`` and ``verification_info`` (an object, or JSON text) with ``language`` and ``test_cases``: a list
  of ``{"type": "stdin_stdout" or "function_call", "input", "output", "fn_name"}``, or JSON text with ``inputs``,
  ``outputs`` and ``fn_name``; and maybe ``gold_standard_solution``. (github.com/PrimeIntellect-ai/prime-rl and genesys)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .contests import with_tests
from .problem import InvalidProblem, Problem, Program, language_of, listed, loaded, text, unfenced

Json = Any


def verl(number: int, row: Mapping[str, Json]) -> Problem:
    """A row of verl's.

    Raises:
        InvalidProblem: a field is missing, or its tests are of another form.
    """
    model = loaded(row.get("reward_model"), "'reward_model'")
    truth = model.get("ground_truth") if isinstance(model, Mapping) else None
    tests = loaded(truth, "'ground_truth'")
    extra = loaded(row.get("extra_info"), "'extra_info'")
    extra = extra if isinstance(extra, Mapping) else {}
    split = extra.get("split")
    problem = Problem(
        row=number,
        id=str(extra.get("index", "")),
        statement=_asked(
            loaded(row.get("prompt"), "'prompt'") if _is_json(row.get("prompt")) else row.get("prompt")
        ),
        kind="program",
        cases=[],
        split=split if split in ("train", "test") else "",
    )
    if isinstance(tests, list):
        tests = _columns(tests, None)
    if not isinstance(tests, Mapping):
        raise InvalidProblem("its 'reward_model' has no 'ground_truth' with tests")
    if not tests.get("inputs"):
        raise InvalidProblem(
            "its 'ground_truth' has no 'inputs'; it has " + (", ".join(map(str, list(tests)[:6])) or "nothing")
        )
    with_tests(problem, tests)
    return problem


def prime(number: int, row: Mapping[str, Json]) -> Problem:
    """A row of prime-rl's.

    Raises:
        InvalidProblem: a field is missing, or its tests are of another form.
    """
    info = loaded(row.get("verification_info"), "'verification_info'")
    if not isinstance(info, Mapping):
        raise InvalidProblem("its 'verification_info' is no object")
    tests = loaded(info.get("test_cases"), "'test_cases'")
    language = language_of(info.get("language") or "python")
    solution = text(row, "gold_standard_solution")
    problem = Problem(
        row=number,
        id=str(row.get("problem_id") or ""),
        statement=_asked(row.get("prompt") or row.get("problem")),
        kind="program",
        cases=[],
        references=[Program(language, unfenced(solution))] if solution else [],
        languages=(language,),
    )
    if isinstance(tests, list):
        tests = _columns(tests, info.get("fn_name"))
    if not isinstance(tests, Mapping):
        raise InvalidProblem("its 'verification_info' has no 'test_cases'")
    name = tests.get("fn_name") or info.get("fn_name")
    if name and language != "python":
        raise InvalidProblem(f"it asks for a function in {language}; functions are called in Python only")
    with_tests(problem, {**tests, "fn_name": name})
    return problem


def _columns(tests: list[Json], name: Json) -> dict[str, Json]:
    """Tests in a list, as `inputs` and `outputs`."""
    if not all(isinstance(test, Mapping) and "input" in test and "output" in test for test in tests):
        raise InvalidProblem("a test has no input or no output")
    kinds = {str(test.get("type") or test.get("testtype") or "stdin_stdout") for test in tests}
    if len(kinds) > 1 or not kinds <= {"stdin_stdout", "stdin", "function_call", "functional"}:
        raise InvalidProblem(f"its tests are of the kinds {', '.join(sorted(kinds))[:80]}")
    if kinds <= {"function_call", "functional"}:
        named = [test.get("fn_name") or (test.get("metadata") or {}).get("func_name") for test in tests]
        names = {str(one) for one in named if one} or ({str(name)} if name else set())
        if len(names) != 1:
            raise InvalidProblem("its tests call a function, and name none or several")
        name = names.pop()
    else:
        name = None
    inputs, outputs = [test["input"] for test in tests], [test["output"] for test in tests]
    return {"inputs": inputs, "outputs": outputs, "fn_name": name}


def _is_json(value: Json) -> bool:
    return isinstance(value, str) and value.lstrip().startswith("[{")


def _asked(prompt: Json) -> str:
    """The text of the last message of the user, or the prompt itself if it is one."""
    if isinstance(prompt, str) and prompt.strip():
        return prompt.strip()
    if prompt is not None and not isinstance(prompt, str):
        said = [
            message["content"]
            for message in listed(prompt, "'prompt'")
            if isinstance(message, Mapping)
            and message.get("role") == "user"
            and isinstance(message.get("content"), str)
        ]
        if said and said[-1].strip():
            return str(said[-1]).strip()
    raise InvalidProblem("there is no 'prompt' with a text of the user")
