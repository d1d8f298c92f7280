"""Rows of one's own: the plain format that docs/code-import.md describes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...payloads.stored_texts import LARGEST
from ...verifiers.code.judge import ARGS, PROTOCOLS
from ...verifiers.code.tagged import tagged
from .functions import assertions
from .problem import InvalidProblem, Problem, Program, language_of, lines_of, listed, text

Json = Any

KNOWN = frozenset(
    "id statement tests test entry starter prelude public show solution solutions wrong languages language compare "
    "judge cpu_s memory_mb level split".split()
)


def own(number: int, row: Mapping[str, Json], folder: Path) -> Problem:
    """A row of the plain format.

    Args:
        number: of the row.
        row: the row.
        folder: of the file: tests may name files in it.

    Raises:
        InvalidProblem: a field is missing, unknown or not in form.
    """
    unknown = sorted(set(row) - KNOWN)
    if unknown:
        raise InvalidProblem(f"unknown field {unknown[0]!r}; there are {', '.join(sorted(KNOWN))}")
    statement = text(row, "statement")
    if not statement:
        raise InvalidProblem("there is no 'statement'")
    entry, test = text(row, "entry"), row.get("test")
    problem = Problem(
        row=number,
        id=str(row.get("id") or ""),
        statement=statement,
        kind="program",
        cases=[],
        entry=entry,
        starter=text(row, "starter"),
        prelude=row.get("prelude") is True,
        references=_programs(row.get("solutions", row.get("solution")), "solution"),
        wrong=_programs(row.get("wrong"), "wrong"),
        languages=tuple(
            language_of(name)
            for name in listed(row.get("languages"), "'languages'") or _one(row.get("language"))
        ),
        compare=compare_of(row.get("compare")),
        judge=judge_of(row.get("judge")),
        cpu_s=_number(row, "cpu_s", 60),
        memory_mb=_whole(row, "memory_mb"),
        level=_level(row.get("level")),
        split=row.get("split") or "",
        show=row.get("show") is not False,
    )
    if problem.split not in ("", "train", "test"):
        raise InvalidProblem(f"'split' is 'train' or 'test', not {str(problem.split)[:40]!r}")
    public = row.get("public", 0)
    if type(public) is not int or public < 0:
        raise InvalidProblem("'public' is how many of the first tests the prompt shows")
    problem.public = public
    if test is not None:
        if not entry:
            raise InvalidProblem("it has 'test' and no 'entry', the name of the function")
        problem.kind = "tests"
        lines = [test] if isinstance(test, str) else listed(test, "'test'")
        if not lines or not all(isinstance(line, str) for line in lines):
            raise InvalidProblem("'test' is code that defines check(candidate), or a list of assertions")
        code = lines[0] if len(lines) == 1 else ""
        problem.tests = code if "def check(" in code else assertions(lines, entry)
        return problem
    tests = listed(row.get("tests"), "'tests'")
    if not tests:
        raise InvalidProblem("it has no 'tests' and no 'test'")
    if entry:
        problem.kind = "function"
        problem.cases = [_function_case(at, one) for at, one in enumerate(tests, 1)]
    else:
        problem.cases = [_program_case(at, one, folder) for at, one in enumerate(tests, 1)]
    return problem


def _one(value: Json) -> list[Json]:
    return [] if value is None else [value]


def _programs(value: Json, what: str) -> list[Program]:
    made = []
    for one in value if isinstance(value, list) else _one(value):
        if isinstance(one, str):
            one = {"code": one}
        if not isinstance(one, Mapping) or not isinstance(one.get("code"), str):
            raise InvalidProblem(f"{what!r} is a program, or {{'language', 'code'}}, or a list of such")
        made.append(Program(language_of(one.get("language", "python")), one["code"]))
    return made


def _function_case(at: int, test: Json) -> dict[str, Json]:
    if not isinstance(test, Mapping) or not isinstance(test.get("args"), list) or "output" not in test:
        raise InvalidProblem(f"test {at} of a function has 'args', a list, and 'output'")
    named = test.get("kwargs", {})
    if not isinstance(named, Mapping):
        raise InvalidProblem(f"'kwargs' of test {at} is no object")
    call = {"a": tagged(test["args"]), **({"k": {k: tagged(v) for k, v in named.items()}} if named else {})}
    return {"call": call, "out": test["output"]}


def _program_case(at: int, test: Json, folder: Path) -> dict[str, Json]:
    if not isinstance(test, Mapping):
        raise InvalidProblem(f"test {at} is no object")
    outs = test.get("outputs")
    if outs is None:
        outs = [_text(test, "output", at, folder)]
    else:
        outs = [lines_of(out, f"an output of test {at}") for out in listed(outs, f"'outputs' of test {at}")]
    if not outs:
        raise InvalidProblem(f"test {at} has no output")
    case: dict[str, Json] = {"stdin": _text(test, "input", at, folder), "out": outs[0]}
    if outs[1:]:
        case["outs"] = outs[1:]
    if "cpu_s" in test:
        case["cpu_s"] = _number(test, "cpu_s", 60)
    if "memory_mb" in test:
        case["memory_mb"] = _whole(test, "memory_mb")
    return case


def _text(test: Mapping[str, Json], name: str, at: int, folder: Path) -> str:
    """A text that stands in a test, or in a file that it names, of the folder of the rows."""
    if f"{name}_file" not in test:
        if name not in test:
            raise InvalidProblem(f"test {at} has no {name!r}")
        return lines_of(test[name], f"the {name} of test {at}")
    try:
        path = (folder / str(test[f"{name}_file"])).resolve()
    except (OSError, ValueError, RuntimeError) as error:  # a NUL, links that lead to themselves
        raise InvalidProblem(f"the {name} of test {at} is no file: {error!s:.120}") from error
    # No pipe or device either: reading one need never end.
    if not path.is_relative_to(folder.resolve()) or (path.exists() and not path.is_file()):
        raise InvalidProblem(f"the {name} of test {at} is no file of the folder of the rows: {str(path)[:120]}")
    try:
        if path.stat().st_size > LARGEST:
            raise InvalidProblem(f"the {name} of test {at} has more than {LARGEST >> 20} MiB")
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidProblem(f"the {name} of test {at} cannot be read: {error!s:.120}") from error


def compare_of(how: Json) -> Json:
    """A way to compare, as rows and the command name it: a word, or ``floats:1e-6``.

    Raises:
        InvalidProblem: there is no such way.
    """
    if how is None:
        return None
    if isinstance(how, str) and how.startswith("floats:"):
        how = {"floats": how.removeprefix("floats:")}
    if isinstance(how, Mapping) and set(how) == {"floats"}:
        try:
            tolerance = float(how["floats"])
        except (TypeError, ValueError):
            tolerance = -1.0
        if 0 <= tolerance < 1:
            return {"floats": tolerance}
    if how in ("tokens", "lines", "exact", "values", "unordered"):
        return how
    raise InvalidProblem(
        "'compare' is 'tokens', 'lines' or 'exact' for printed text, 'values', 'exact' or 'unordered' for what a "
        f"function returns, or 'floats:1e-6' for both, not {str(how)[:40]!r}"
    )


def judge_of(judge: Json) -> dict[str, Json] | None:
    """A special judge: its code, or an object with it.

    Raises:
        InvalidProblem: it is not in form.
    """
    if judge is None:
        return None
    if isinstance(judge, str):
        judge = {"code": judge}
    if not isinstance(judge, Mapping) or not isinstance(judge.get("code"), str):
        raise InvalidProblem("'judge' is a program, or an object with its 'code'")
    unknown = sorted(set(judge) - {"code", "language", "protocol", "args", "files", "cpu_s", "memory_mb"})
    if unknown:
        raise InvalidProblem(f"'judge' has no field {unknown[0]!r}")
    made = dict(judge)
    made["language"] = language_of(judge.get("language", "python"))
    made["protocol"] = judge.get("protocol", "print" if made["language"] == "python" else "exit")
    made["args"] = listed(judge.get("args"), "'args' of the judge") or list(ARGS)
    files = made.setdefault("files", {})
    if made["protocol"] not in PROTOCOLS:
        raise InvalidProblem(f"the judge's 'protocol' is 'print' or 'exit', not {str(made['protocol'])[:40]!r}")
    if not set(made["args"]) <= set(ARGS):
        raise InvalidProblem(f"the judge's 'args' are of {', '.join(ARGS)}")
    if not isinstance(files, Mapping) or not all(isinstance(one, str) for one in files.values()):
        raise InvalidProblem("the judge's 'files' are texts by their names")
    for name in ("cpu_s", "memory_mb"):
        if name in made:
            made[name] = _number(made, name, 60 if name == "cpu_s" else 700)
    return made


def _number(row: Mapping[str, Json], name: str, most: float) -> float | None:
    value = row.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value <= most:
        raise InvalidProblem(f"{name!r} is a number above 0 and at most {most}, not {str(value)[:40]!r}")
    return float(value)


def _whole(row: Mapping[str, Json], name: str) -> int | None:
    value = _number(row, name, 700)
    return None if value is None else max(1, int(value))


def _level(value: Json) -> str | float | None:
    if value is None or isinstance(value, str):
        return value.strip().lower() or None if value else None
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise InvalidProblem(f"'level' is a word or a number, not {str(value)[:40]!r}")
    return float(value)
