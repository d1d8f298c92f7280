"""The formats of files of problems: which one a file has, and its rows as problems."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from .contests import apps, code_contests
from .functions import human_eval, mbpp
from .livecodebench import live_code_bench
from .own import own
from .problem import InvalidProblem, Problem
from .trainers import prime, verl

Json = Any
Reader = Callable[[int, Mapping[str, Json]], Problem]

FORMATS: dict[str, tuple[frozenset[str], Reader | None]] = {
    "livecodebench": (frozenset({"question_content", "public_test_cases"}), live_code_bench),
    "humaneval": (frozenset({"entry_point", "test", "prompt"}), human_eval),
    "mbpp": (frozenset({"test_list"}), mbpp),
    "codecontests": (frozenset({"description", "public_tests"}), code_contests),
    "taco": (frozenset({"question", "input_output", "time_limit"}), apps),
    "apps": (frozenset({"question", "input_output"}), apps),
    "verl": (frozenset({"prompt", "reward_model"}), verl),
    "prime-rl": (frozenset({"verification_info"}), prime),
    "own": (frozenset({"statement"}), None),
}
"""By name: the fields by which a format is told, the first whose fields are all there; and what reads a row."""

MOST_LINE = 512 * 2**20


def rows_of(path: Path) -> Iterator[tuple[int, Json]]:
    """The rows of a file of JSON lines or with one JSON list; an exception in place of one that is no JSON.

    Raises:
        ValueError: the file cannot be read at all.
    """
    try:
        with path.open(encoding="utf-8-sig") as file:
            first = file.read(1)
            while first.isspace():
                first = file.read(1)
            file.seek(0)
            if first == "[":
                found = json.load(file)
                yield from enumerate(found, 1)
                return
            for number, line in enumerate(file, 1):
                if line.strip():
                    try:
                        yield number, json.loads(line.lstrip("\ufeff"))
                    except (ValueError, RecursionError) as error:
                        yield number, error
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: cannot be read: {error}") from error
    except ValueError as error:
        raise ValueError(f"{path}: not valid JSON: {error}") from error


def detected(path: Path) -> str:
    """The format of a file, by the fields of its first row.

    Raises:
        ValueError: the file cannot be read, or has no format that is known.
    """
    broken = ""
    for number, row in rows_of(path):
        if isinstance(row, Exception) and not broken:
            broken = f"; row {number} is not valid JSON: {row!s:.120}"
        if isinstance(row, Mapping):
            for name, (fields, _) in FORMATS.items():
                if fields <= row.keys():
                    return name
            shown = ", ".join(map(str, list(row)[:12]))
            raise ValueError(
                f"{path}: no format is known by the fields of its first row ({shown}); the formats are "
                f"{', '.join(FORMATS)}, and docs/code-import.md describes the plain one"
            )
    raise ValueError(f"{path}: it has no row that is a JSON object{broken}")


def problems(path: Path, format: str) -> Iterator[tuple[int, Problem | InvalidProblem]]:
    """The problems of a file; in place of a row that is none, what is wrong with it.

    Raises:
        ValueError: the file cannot be read, or there is no such format.
    """
    if format not in FORMATS:
        raise ValueError(f"there is no format {format!r}; there are {', '.join(FORMATS)}")
    read = FORMATS[format][1] or partial(own, folder=path.parent)
    for number, row in rows_of(path):
        if isinstance(row, Exception):
            yield number, InvalidProblem(f"not valid JSON: {row!s:.120}")
            continue
        if not isinstance(row, Mapping):
            yield number, InvalidProblem("not a JSON object")
            continue
        try:
            json.dumps(row, ensure_ascii=False).encode()
            yield number, read(number, row)
        except UnicodeEncodeError:
            yield number, InvalidProblem("it holds half a character (a surrogate)")
        except InvalidProblem as error:
            yield number, error
        except (TypeError, ValueError, KeyError, AttributeError, RecursionError) as error:
            yield (
                number,
                InvalidProblem(f"it is not of the format {format!r}: {type(error).__name__}: {error!s:.120}"),
            )
