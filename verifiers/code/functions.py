"""Judging functions whose values keep their types: by expected values, by a judge, or by test code apart from them.

A call is ``{"a": arguments, "k": named ones}``, tagged (`rlvr.verifiers.code.tagged`). All calls of a task are made in
one process. Test code (``check(candidate)``, as HumanEval has it) runs in another one: its ``candidate`` looks up what
the judged program gave for these arguments. A call that was not foreseen, because its arguments come from earlier
results, is made in another round. So the program cannot see, change or end its tests.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from ...sandbox import MISSING, Job, Limits, Result, Sandbox, SandboxError, Status
from ..base import Reason, Verdict, correct, infra, unparsable, wrong
from . import judge
from .compare import close, identical
from .program import cut, error_line, limits_of, run_all
from .tagged import CALL, PACKING, Unlike, callable_program, plain

Json = Any

ROUNDS: Final = 8
TEST_CPU_S: Final = 10.0
MOST_CALLS: Final = 5000

_TESTS = """
class _RlvrNeed(BaseException):
    pass


def _rlvr_test(pairs):
    import builtins, json
    key = lambda call: json.dumps([call["a"], sorted(call.get("k", {}).items())], sort_keys=True)
    replies, needed, calls = {key(call): reply for call, reply in pairs}, [], [0]

    def candidate(*args, **named):
        calls[0] += 1
        call = {"a": [_rlvr_pack(item) for item in args], "k": {k: _rlvr_pack(v) for k, v in named.items()}}
        reply = replies.get(key(call))
        if reply is None:
            needed.append(call)
            raise _RlvrNeed
        if "e" in reply:
            kind = getattr(builtins, reply["e"], None)
            known = isinstance(kind, type) and issubclass(kind, Exception)
            raise (kind if known else Exception)(reply.get("m", ""))
        for item, after in zip(args, reply.get("a", ())):
            after = _rlvr_unpack(after)
            if isinstance(item, list) and isinstance(after, list):
                item[:] = after
            elif isinstance(item, (dict, set)) and type(after) is type(item):
                item.clear()
                item.update(after)
        return _rlvr_unpack(reply["v"])

    try:
        check(candidate)
    except BaseException as error:
        if needed:
            return {"need": needed[:100]}
        return {"fail": f"{type(error).__name__}: {error!s:.200}"}
    if needed:
        return {"need": needed[:100]}
    return {"pass": calls[0]}
"""


def judge_function(code: Mapping[str, Any], answer: str, box: Sandbox) -> tuple[Verdict, list[Result]]:
    """The verdict of a program with a function, and what came out of the sandbox.

    Raises:
        SandboxError: the machinery failed.
        JudgeFailed: the problem's judge gave no verdict.
    """
    calls = [case["call"] for case in code["cases"]]
    if "tests" in code:
        return _by_tests(code, answer, box, calls)
    replies, result = call(code, answer, box, calls)
    if result.status is Status.COMPILE_ERROR:
        return unparsable(f"The program cannot be compiled: {error_line(result.stderr)}"), [result]
    passed = passed_by(code, replies)
    if all(passed) and not _broke(result):
        return correct(), [result]
    at = passed.index(False) if False in passed else len(passed) - 1
    return _failure(code, at, sum(passed) / len(passed), replies[at], result), [result]


def call(
    code: Mapping[str, Any], answer: str, box: Sandbox, calls: Sequence[Json]
) -> tuple[list[Json | None], Result]:
    """What a program's function gives for calls: for each a reply of `rlvr.verifiers.code.tagged.CALLER`, or None.

    Raises:
        SandboxError: the machinery failed.
    """
    text = callable_program(answer, code["entry"], bool(code.get("prelude")))
    job = Job(text, entry=CALL, calls=tuple((one,) for one in calls), limits=limits_of(code))
    result = run_all(box, [job])[0]
    if isinstance(result, SandboxError):
        raise result
    return [value if _is_reply(value) else None for value in result.values], result


def _broke(result: Result) -> bool:
    return result.status not in (Status.OK, Status.NONZERO_EXIT, Status.SIGNAL)


def _is_reply(value: Json) -> bool:
    if value is MISSING or not isinstance(value, dict):
        return False
    if "e" in value:
        return isinstance(value["e"], str) and isinstance(value.get("m", ""), str)
    return "v" in value and isinstance(value.get("a", []), list)


def passed_by(code: Mapping[str, Any], replies: Sequence[Json | None]) -> list[bool]:
    """Which cases replies are right for: all of them, or with a judge those up to the first without a value.

    Raises:
        JudgeFailed: the problem's judge gave no verdict.
        SandboxError: the machinery failed.
    """
    own = code.get("judge")
    if own is None:
        how = code.get("compare", "values")
        return [
            reply is not None and "v" in reply and same(how, plain(reply["v"]), case["out"])
            for case, reply in zip(code["cases"], replies, strict=True)
        ]
    rows: list[tuple[str, bytes, str]] = []
    for case, reply in zip(code["cases"], replies, strict=True):
        if reply is None or "v" not in reply:
            return [True] * len(rows) + [False] * (len(replies) - len(rows))
        try:
            output = json.dumps(plain(reply["v"])).encode()
        except TypeError:  # no JSON value
            return [True] * len(rows) + [False] * (len(replies) - len(rows))
        rows.append((json.dumps(plain(case["call"]["a"])), output, json.dumps(case["out"])))
    if any(len(output) > judge.room(own, given, due) for given, output, due in rows):
        return [False] * len(rows)
    return judge.ask(own, rows)


def same(how: Json, value: Json, expected: Json) -> bool:
    """Whether a value is right.

    Args:
        how: ``values`` (numbers by value, so 1.0 is 1; True is not 1), ``exact`` (by type, too), ``unordered`` (a list
            in any order), or ``{"floats": tolerance}``.
        value: what came back, by `rlvr.verifiers.code.tagged.plain`.
        expected: what is due.
    """
    if how == "exact":
        return identical(value, expected)
    if how == "unordered":
        if not (isinstance(value, list) and isinstance(expected, list) and len(value) == len(expected)):
            return False
        return sorted(map(_key, value)) == sorted(map(_key, expected))
    if isinstance(how, Mapping) and "floats" in how:
        return close(value, expected, float(how["floats"]))
    return _equal(value, expected)


def _equal(value: Json, expected: Json) -> bool:
    if isinstance(value, list) and isinstance(expected, list):
        return len(value) == len(expected) and all(map(_equal, value, expected))
    if isinstance(value, dict) and isinstance(expected, dict):
        return value.keys() == expected.keys() and all(_equal(value[key], expected[key]) for key in value)
    if type(value) in (int, float) and type(expected) in (int, float):
        return bool(value == expected)
    return type(value) is type(expected) and bool(value == expected)


def _key(value: Json) -> str:
    """A text that is the same for values that `_equal` takes for the same, and for no others."""
    if isinstance(value, list):
        return f"[{','.join(map(_key, value))}]"
    if isinstance(value, dict):
        return f"{{{','.join(f'{key!r}:{_key(value[key])}' for key in sorted(value))}}}"
    if isinstance(value, Unlike):
        return f"unlike {id(value)}"
    if type(value) is float and value.is_integer():
        value = int(value)
    return f"{'n' if type(value) in (int, float) else type(value).__name__}:{value!r}"


def _failure(code: Mapping[str, Any], at: int, share: float, reply: Json | None, result: Result) -> Verdict:
    public = at < code.get("public", 0)
    where = f"public test {at + 1}" if public else "a hidden test"
    if result.status in (Status.CPU_LIMIT, Status.WALL_LIMIT):
        said = f"The program took too long on {where} ({result.status})."
        return Verdict(0.0, Reason.TIMEOUT, said, {"tests": share})
    if public and reply is not None:
        case = code["cases"][at]
        shown = ", ".join(_shown(item) for item in case["call"]["a"])
        made = f"{code['entry']}({shown})"
        if "e" in reply:
            return wrong(f"{cut(made)} raises {cut(reply['e'])}.", tests=share)
        if "judge" not in code:
            said = f"{cut(made)} gives {_shown(reply['v'])}; expected {cut(json.dumps(case['out']))}."
            return wrong(said, tests=share)
    return wrong(f"The program fails {where}.", tests=share)


def _shown(value: Json) -> str:
    try:
        return cut(json.dumps(plain(value), ensure_ascii=False))
    except TypeError:
        return "something that is no JSON value"


def _by_tests(
    code: Mapping[str, Any], answer: str, box: Sandbox, calls: Sequence[Json]
) -> tuple[Verdict, list[Result]]:
    pairs: list[tuple[Json, Json]] = []
    asked, results = list(calls), []
    for _ in range(ROUNDS):
        if asked:
            replies, result = call(code, answer, box, asked)
            results.append(result)
            if result.status is Status.COMPILE_ERROR:
                return unparsable(f"The program cannot be compiled: {error_line(result.stderr)}"), results
            if result.status in (Status.CPU_LIMIT, Status.WALL_LIMIT):
                said = f"The program took too long on a hidden test ({result.status})."
                return Verdict(0.0, Reason.TIMEOUT, said), results
            if None in replies or _broke(result):
                return wrong(f"The program ended with {result.status} on a hidden test."), results
            pairs += zip(asked, replies, strict=True)
        found, tested = run_tests(code, pairs, box)
        if found is None:
            return infra(f"The problem's tests failed by themselves: they ended with {tested.status}."), results
        if "pass" in found:
            return correct(), results
        if "fail" in found:
            return wrong("The program fails a hidden test."), results
        asked = found["need"]
        if len(pairs) + len(asked) > MOST_CALLS:
            break
    return wrong("The program makes a hidden test call it again and again."), results


def run_tests(
    code: Mapping[str, Any], pairs: Sequence[tuple[Json, Json]], box: Sandbox
) -> tuple[dict[str, Json] | None, Result]:
    """What test code says of calls and their replies: ``pass``, ``fail`` or ``need`` (calls); None if it said nothing.

    Raises:
        SandboxError: the machinery failed.
    """
    text = f"{code['tests']}\n{PACKING}{_TESTS}"
    limits = Limits(cpu_s=TEST_CPU_S, wall_s=2 * TEST_CPU_S + 5, memory_mb=512)
    result = box.run(Job(text, entry="_rlvr_test", calls=(([list(pair) for pair in pairs],),), limits=limits))
    value = result.values[0] if result.values else MISSING
    if result.status is not Status.OK or not isinstance(value, dict):
        return None, result
    if not ({"pass", "fail"} & value.keys() or isinstance(value.get("need"), list)):
        return None, result
    return value, result
