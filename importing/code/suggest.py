"""Further tests for a problem: inputs near the given ones on which a mutant that passes differs from the reference.

An input that is made this way may break what the problem promises of its inputs, so tests are suggested, not added.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from ...generators.code.mutate import Mutant
from ...sandbox import Job, Sandbox, SandboxError, Status
from ...verifiers.code import judge
from ...verifiers.code.functions import call, passed_by
from ...verifiers.code.imported import fits
from ...verifiers.code.program import limits_of
from ...verifiers.code.tagged import plain

Json = Any

SURVIVORS = 6
"""So many mutants are compared with the reference."""
LONGEST = 4000
_NUMBER = re.compile(r"-?[0-9]{1,18}\b")


def suggested(
    code: Mapping[str, Json], source: str, survivors: Sequence[Mutant], rng: Random, count: int, box: Sandbox
) -> list[dict[str, Json]]:
    """Tests that tell survivors from the reference, in the plain format, with what each tells.

    Args:
        code: the problem's tests, with limits that mutants are to have.
        source: the reference, in Python.
        survivors: mutants that pass the tests.
        rng: draws the inputs.
        count: how many inputs to try.
        box: where programs run.
    """
    chosen = list(survivors[:SURVIVORS])
    try:
        if "entry" in code:
            return _of_calls(code, source, chosen, rng, count, box)
        return _of_inputs(code, source, chosen, rng, count, box)
    except (SandboxError, judge.JudgeFailed):
        return []


def _of_inputs(
    code: Mapping[str, Json], source: str, survivors: Sequence[Mutant], rng: Random, count: int, box: Sandbox
) -> list[dict[str, Json]]:
    given = [case["stdin"] for case in code["cases"] if len(case["stdin"]) <= LONGEST]
    inputs = list(dict.fromkeys(changed for text in _some(given, rng, count) for changed in _near(text, rng)))
    inputs = [text for text in inputs if text not in given][:count]
    limits = replace(limits_of(code), wall_s=2 * float(code["cpu_s"]) + 1)
    ran = box.run_many([Job(source, stdin=text.encode(), limits=limits) for text in inputs])
    cases = [
        {"stdin": text, "out": result.text}
        for text, result in zip(inputs, ran, strict=True)
        if not isinstance(result, SandboxError)
        and result.status is Status.OK
        and result.stdout.strip()
        and fits(
            code, {"stdin": text, "out": result.text}, result
        )  # a judge may refuse what no input of it promises
    ]
    tells: dict[int, list[str]] = {}
    for mutant in survivors:
        jobs = [Job(mutant.source, stdin=case["stdin"].encode(), limits=limits) for case in cases]
        for at, result in enumerate(box.run_many(jobs)):
            if not isinstance(result, SandboxError) and not fits(code, cases[at], result):
                tells.setdefault(at, []).append(_name(mutant))
    return [
        {"test": {"input": cases[at]["stdin"], "output": cases[at]["out"]}, "tells": names}
        for at, names in _fewest(tells)
    ]


def _of_calls(
    code: Mapping[str, Json], source: str, survivors: Sequence[Mutant], rng: Random, count: int, box: Sandbox
) -> list[dict[str, Json]]:
    given = [case["call"] for case in code["cases"] if len(json.dumps(case["call"])) <= LONGEST]
    known = {json.dumps(one, sort_keys=True) for one in given}
    calls: dict[str, Json] = {}
    for one in _some(given, rng, 3 * count):
        changed = {**one, "a": _changed(one["a"], rng)}
        key = json.dumps(changed, sort_keys=True)
        if key not in known and len(calls) < count:
            calls.setdefault(key, changed)
    asked = list(calls.values())
    if not asked:
        return []
    right, _ = call(code, source, box, asked)
    told = [(one, reply) for one, reply in zip(asked, right, strict=True) if reply is not None and "v" in reply]
    if not told:
        return []
    tells: dict[int, list[str]] = {}
    exact = {name: value for name, value in code.items() if name not in ("tests", "judge")}
    exact["cases"] = [{"call": one, "out": plain(reply["v"])} for one, reply in told]
    for mutant in survivors:
        replies, _ = call(code, mutant.source, box, [one for one, _ in told])
        for at, same in enumerate(passed_by(exact, replies)):
            if not same:
                tells.setdefault(at, []).append(_name(mutant))
    found = []
    for at, names in _fewest(tells):
        args = plain(told[at][0]["a"])
        try:
            json.dumps([args, exact["cases"][at]["out"]])
        except TypeError:  # sets and the like have no form in the plain format
            continue
        found.append({"test": {"args": args, "output": exact["cases"][at]["out"]}, "tells": names})
    return found


def _fewest(tells: Mapping[int, list[str]]) -> Iterator[tuple[int, list[str]]]:
    """Tests that together tell all that any of them tells: the one that tells most first, and so on."""
    left = {name for names in tells.values() for name in names}
    rest = dict(tells)
    while left and rest:
        at = max(rest, key=lambda at: (len(left.intersection(rest[at])), -at))
        names = [name for name in rest.pop(at) if name in left]
        if names:
            yield at, names
        left.difference_update(names)


def _name(mutant: Mutant) -> str:
    before, after = " ".join(mutant.before.split())[:40], " ".join(mutant.after.split())[:40]
    return f"line {mutant.line}: {before!r} for {after!r}"


def _some(given: Sequence[Json], rng: Random, count: int) -> list[Json]:
    return [rng.choice(given) for _ in range(count)] if given else []


def _near(text: str, rng: Random) -> Iterator[str]:
    """Inputs with one number or word changed, so that counts of lines stay as they are."""
    numbers = list(_NUMBER.finditer(text))
    if numbers:
        place = rng.choice(numbers)
        value = int(place.group())
        new = rng.choice((value - 1, value + 1, 0, 1, -value, 2 * value, value * 10, 10**9))
        yield text[: place.start()] + str(new) + text[place.end() :]
        one, other = rng.choice(numbers), rng.choice(numbers)
        if one.end() <= other.start():
            first, second = one.group(), other.group()
            yield text[: one.start()] + second + text[one.end() : other.start()] + first + text[other.end() :]
        return
    words = list(re.finditer(r"\S+", text))
    if words:
        place = rng.choice(words)
        word = place.group()
        other_word = rng.choice((word[::-1], word[1:] or word, word + word[-1], word.swapcase(), word[0]))
        yield text[: place.start()] + other_word + text[place.end() :]


def _changed(value: Json, rng: Random, depth: int = 0) -> Json:
    """A tagged value with one change somewhere in it; a list of arguments stays as long as it is."""
    if isinstance(value, bool) or value is None:
        return value if value is None else not value
    if isinstance(value, int):
        return rng.choice((value - 1, value + 1, 0, 1, -value, 2 * value))
    if isinstance(value, float):
        return rng.choice((value / 2, -value, value + 1.0, 0.0))
    if isinstance(value, str):
        return rng.choice((value[1:], value[:-1], value[::-1], value + value[-1:], value.swapcase(), ""))
    if isinstance(value, list):
        if value and (depth == 0 or rng.random() < 0.6):
            at = rng.randrange(len(value))
            return [*value[:at], _changed(value[at], rng, depth + 1), *value[at + 1 :]]
        return rng.choice((value[1:], value[::-1], value + value[:1], []))
    if isinstance(value, Mapping) and value.get("$") in ("tuple", "set", "iter") and depth < 20:
        inner = value["v"]
        if inner:
            at = rng.randrange(len(inner))
            return {**value, "v": [*inner[:at], _changed(inner[at], rng, depth + 1), *inner[at + 1 :]]}
    return value
