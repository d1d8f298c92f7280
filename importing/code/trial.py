"""Trying a problem before it is kept: does its reference pass, and what passes that should not.

References, programs that are said to be wrong, mutants and judges run in the sandbox only. Programs that do nothing are
not run: what they would print is judged.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from typing import Any

from ...generators.code.mutate import Mutant, one_by_one
from ...sandbox import Job, Limits, Result, Sandbox, SandboxError, SandboxUnavailable, Status, current
from ...verifiers.base import Reason
from ...verifiers.code import judge
from ...verifiers.code.functions import MOST_CALLS, ROUNDS, TEST_CPU_S, call, passed_by, run_tests
from ...verifiers.code.imported import fits, judged
from ...verifiers.code.tagged import callable_program, tagged
from .problem import InvalidProblem, Problem
from .settings import Settings, code_of
from .suggest import suggested

Json = Any

LONGEST = 20_000
"""Characters of a reference that is mutated."""
WRONG_TRIED = 5
HOSTILE = (b"", "\0\ufffd {[(".encode(), b"9" * 400 + b" nan inf -1e999 " * 20, b"-1\n" * 2000)


@dataclass(slots=True)
class Trial:
    """What was found about a problem.

    Attributes:
        code: its tests, as the verifier takes them, without a language.
        proven: a reference that passes, by language.
        failures: why references do not pass.
        trivial: how many tests each program that does nothing passes.
        tests: how many tests there are.
        mutants: how many mutants of the reference were tried.
        survivors: those that pass.
        wrong: how many programs that are said to be wrong were tried, and how many of them pass.
        suggested: further tests, on which survivors differ from the reference.
        used_s: processor seconds of the reference: in the worst case, or of all calls.
        remarks: what else there is to know.
    """

    code: dict[str, Json]
    proven: dict[str, str] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)
    trivial: dict[str, int] = field(default_factory=dict)
    tests: int = 0
    mutants: int = 0
    survivors: list[Mutant] = field(default_factory=list)
    wrong: tuple[int, int] = (0, 0)
    suggested: list[dict[str, Json]] = field(default_factory=list)
    used_s: float = 0.0
    remarks: list[str] = field(default_factory=list)

    @property
    def passed_by(self) -> str | None:
        """The program that does nothing and passes all tests, or None."""
        for name, passed in self.trivial.items():
            # Whoever prints the output of the only test must know it.
            if passed == self.tests > (1 if "common" in name else 0):
                return name
        return None


def tried(problem: Problem, settings: Settings) -> Trial:
    """Try a problem.

    Raises:
        InvalidProblem: it cannot be used: its own tests or its judge fail with its references.
        SandboxUnavailable: there is nothing to run Python in.
    """
    cases = problem.cases[: settings.most_tests]
    trial = Trial(code_of(problem, settings, cases))
    if len(problem.cases) > len(cases):
        trial.remarks.append(
            f"{len(problem.cases) - len(cases)} of its {len(problem.cases)} tests are left out"
        )
    _prove(problem, settings, trial)
    if not trial.proven and problem.unwrapped is not None:
        _unwrap(problem, settings, trial)
    trial.tests = len(trial.code["cases"])
    if not trial.proven and settings.unproven == "drop":
        return trial  # it is left out, whatever else there is to find
    _try_trivial(problem, trial)
    _try_judge(trial)
    _try_wrong(problem, trial)
    if "python" in trial.proven and settings.mutants:
        _try_mutants(problem, trial, settings)
    return trial


def _prove(problem: Problem, settings: Settings, trial: Trial) -> None:
    """Find references that pass, a few of each language."""
    tries: Counter[str] = Counter()
    for reference in problem.references:
        language = reference.language
        if language in trial.proven or tries[language] >= settings.solutions:
            continue
        if problem.kind != "program" and language != "python":
            trial.failures.append(f"a reference in {language}: functions are called in Python only")
            continue
        tries[language] += 1
        code = {**trial.code, "language": language}
        try:
            if problem.kind == "tests":
                code["cases"] = [{"call": one} for one in _recorded(code, reference.text)]
            verdict, results = judged(code, reference.text)
        except SandboxUnavailable as error:
            if language == "python":
                raise
            trial.remarks.append(f"its reference in {language} was not tried: {error!s:.160}")
            tries[language] = settings.solutions
            continue
        except InvalidProblem as error:
            trial.failures.append(str(error))
            continue
        if verdict.passed:
            trial.proven[language] = reference.text
            trial.code = {name: value for name, value in code.items() if name != "language"}
            trial.used_s = max([trial.used_s, *(result.cpu_s for result in results)])
        else:
            trial.failures.append(_why(verdict.reason, verdict.message, len(results), trial))


def _why(reason: Reason, message: str, at: int, trial: Trial) -> str:
    case = f" (test {at} of {len(trial.code['cases'])})" if "entry" not in trial.code and at else ""
    return f"its reference does not pass{case}: {reason}: {message}"


def _unwrap(problem: Problem, settings: Settings, trial: Trial) -> None:
    """Try again with each expected list of one value taken for the value, as APPS writes them."""
    assert problem.unwrapped is not None
    failures = list(trial.failures)
    trial.code = {**trial.code, "cases": problem.unwrapped[: settings.most_tests]}
    _prove(problem, settings, trial)
    if trial.proven:
        trial.failures = []
    else:
        trial.failures = failures
    if trial.proven or not problem.references:
        trial.remarks.append("each expected value stands in a list of one, which was taken off")


def _recorded(code: Mapping[str, Json], reference: str) -> list[Json]:
    """The calls that test code makes of a reference.

    Raises:
        InvalidProblem: the test code does not pass, or the calls cannot be carried.
    """
    box = current("python", code.get("image", ""))
    asked = _made_by_tests(code, reference, box)
    pairs = _replied(code, reference, box, asked) if asked else []
    for _ in range(ROUNDS):
        try:
            found, result = run_tests(code, pairs, box)
        except SandboxError as error:
            raise InvalidProblem(f"its test code cannot be run: {error!s:.160}") from error
        if found is None:
            end = result.stderr.decode("utf-8", "replace").strip().splitlines()[-1:]
            raise InvalidProblem(f"its test code ends with {result.status}: {' '.join(end)[:160]}")
        if "pass" in found:
            return [one for one, _ in pairs]
        if "fail" in found:
            raise InvalidProblem(f"its reference does not pass its test code: {str(found['fail'])[:200]}")
        asked = found["need"]
        if "other" in json.dumps(asked) and any(_opaque(one) for one in asked):
            raise InvalidProblem("its test code calls the function with values that have no form as data")
        pairs += _replied(code, reference, box, asked)
        if len(pairs) > MOST_CALLS:
            break
    raise InvalidProblem(
        f"its test code asks for more than {MOST_CALLS} calls, or for others each time (does it draw at random?)"
    )


def _made_by_tests(code: Mapping[str, Json], reference: str, box: Sandbox) -> list[Json]:
    """The calls that test code makes of a reference in one process; none if they cannot be seen that way."""
    before = callable_program(reference, code["entry"], bool(code.get("prelude")))
    owner, _, name = code["entry"].rpartition(".")
    recorder = _RECORDER.format(function=f"{owner}().{name}" if owner else code["entry"])
    text = f"{before}\n{code['tests']}\n{recorder}"
    limits = Limits(cpu_s=TEST_CPU_S, wall_s=2 * TEST_CPU_S + 5, memory_mb=512)
    try:
        result = box.run(Job(text, entry="_rlvr_record", calls=((),), limits=limits))
    except SandboxError:
        return []  # the rounds that follow say what is wrong
    found = result.values[0] if result.values else None
    return found if isinstance(found, list) and len(found) <= MOST_CALLS else []


def _replied(
    code: Mapping[str, Json], reference: str, box: Sandbox, asked: list[Json]
) -> list[tuple[Json, Json]]:
    """The calls with what the reference gives for them."""
    replies, ran = call(code, reference, box, asked)
    if None in replies:
        raise InvalidProblem(f"its reference ends with {ran.status} under its test code")
    return list(zip(asked, replies, strict=True))


_RECORDER = """
def _rlvr_record():
    import json
    made = {{}}

    def candidate(*args, **named):
        call = {{"a": [_rlvr_pack(item) for item in args], "k": {{k: _rlvr_pack(v) for k, v in named.items()}}}}
        made[json.dumps(call, sort_keys=True)] = call
        return {function}(*args, **named)

    check(candidate)
    return list(made.values())
"""
"""Reference and test code, both the user's own, in one process: it tells all calls at once."""


def _opaque(value: Json) -> bool:
    if isinstance(value, list):
        return any(map(_opaque, value))
    if isinstance(value, dict):
        return value.get("$") == "other" or any(map(_opaque, value.values()))
    return False


def _try_trivial(problem: Problem, trial: Trial) -> None:
    """How many tests are passed by a program that does nothing."""
    cases = trial.code["cases"]
    if problem.kind == "tests":
        _try_trivial_replies(trial)
        return
    if problem.kind == "program":
        common = Counter(case["out"] for case in cases).most_common(1)[0][0]
        made = {
            "prints nothing": [""] * len(cases),
            "prints its input": [case["stdin"] for case in cases],
            "always prints the most common output": [common] * len(cases),
        }
        for name, outputs in made.items():
            passed = 0
            for case, output in zip(cases, outputs, strict=True):
                try:
                    passed += fits(trial.code, case, Result(Status.OK, stdout=output.encode()))
                except (judge.JudgeFailed, SandboxError):
                    break  # told of by _try_judge
            trial.trivial[name] = passed
        return
    outs = [json.dumps(case["out"]) for case in cases]
    frequent = tagged(json.loads(Counter(outs).most_common(1)[0][0]))
    replies = {
        "returns None": [{"v": None} for _ in cases],
        "returns its argument": [{"v": (case["call"]["a"] or [None])[0]} for case in cases],
        "always returns the most common value": [{"v": frequent} for _ in cases],
    }
    for name, given in replies.items():
        try:
            trial.trivial[name] = sum(passed_by(trial.code, given))
        except (judge.JudgeFailed, SandboxError):
            trial.trivial[name] = 0


def _try_trivial_replies(trial: Trial) -> None:
    """The same for test code, which passes or fails as a whole."""
    calls = [case["call"] for case in trial.code["cases"]]
    if not calls or not trial.proven:
        return
    box = current("python", trial.code.get("image", ""))
    right, _ = call(trial.code, trial.proven["python"], box, calls)
    frequent = Counter(json.dumps(reply) for reply in right).most_common(1)[0][0]
    replies = {
        "returns None": [{"v": None} for _ in calls],
        "returns its argument": [{"v": (one["a"] or [None])[0]} for one in calls],
        "always returns the most common value": [json.loads(frequent) for _ in calls],
    }
    for name, given in replies.items():
        found, _ = run_tests(trial.code, list(zip(calls, given, strict=True)), box)
        trial.trivial[name] = trial.tests if found is not None and "pass" in found else 0


def _try_judge(trial: Trial) -> None:
    """Whether the judge says something of outputs that no program should print."""
    own = trial.code.get("judge")
    if own is None or "entry" in trial.code:
        return
    case = trial.code["cases"][0]
    for output in (*HOSTILE, case["stdin"].encode()[: 1 << 20]):
        try:
            if judge.ask(own, [(case["stdin"], output, case["out"])])[0]:
                trial.remarks.append(f"its judge takes {output[:40]!r} for right on test 1")
        except judge.JudgeFailed as error:
            trial.remarks.append(
                f"{error} when the output is {output[:40]!r}: such responses will have no score"
            )
            return
        except SandboxError as error:
            trial.remarks.append(f"its judge could not be tried: {error!s:.160}")
            return


def _try_wrong(problem: Problem, trial: Trial) -> None:
    """How many of the programs that the file calls wrong pass."""
    tried = passed = 0
    for program in problem.wrong:
        if tried == WRONG_TRIED:
            break
        try:
            verdict, _ = judged({**trial.code, "language": program.language}, program.text)
        except SandboxUnavailable:
            continue
        tried += 1
        passed += verdict.passed
    trial.wrong = (tried, passed)


def _try_mutants(problem: Problem, trial: Trial, settings: Settings) -> None:
    """Mutants of the reference that pass, and inputs on which they give something else than it."""
    source = trial.proven["python"]
    if len(source) > LONGEST:
        trial.remarks.append(f"its reference is longer than {LONGEST} characters, so it was not mutated")
        return
    code = {**trial.code, "language": "python", "cpu_s": _hurried(trial)}
    given = problem.starter if problem.kind == "tests" else ""
    for mutant in _mutants(source, given, settings):
        verdict, _ = judged(code, mutant.source)
        trial.mutants += 1
        if verdict.passed:
            trial.survivors.append(mutant)
    if trial.survivors and settings.suggestions:
        box: Sandbox = current("python", code.get("image", ""))
        rng = Random(f"{settings.seed} {source}")
        trial.suggested = suggested(code, source, trial.survivors, rng, settings.suggestions, box)


def _hurried(trial: Trial) -> float:
    """Processor seconds for mutants: many of them never end."""
    return float(min(trial.code["cpu_s"], max(0.5, 5 * trial.used_s)))


def _mutants(source: str, given: str, settings: Settings) -> Iterator[Mutant]:
    """Mutants of a reference, but not of what its prompt gives: test code has functions of that for itself."""
    first = given.strip().count("\n") if given.strip() and source.strip().startswith(given.strip()) else -1
    lead = len(source) - len(source.lstrip("\n"))
    try:
        own = (
            one for one in one_by_one(source, Random(f"{settings.seed} {source}")) if one.line > first + lead
        )
        yield from islice(own, settings.mutants)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return


def shares(trial: Trial) -> Sequence[str]:
    """What is weak about a problem's tests, in words."""
    found = []
    for name, passed in trial.trivial.items():
        if passed > 1 and passed * 2 >= trial.tests:
            found.append(f"{passed} of {trial.tests} tests pass a program that {name}")
    if trial.tests == 1:
        found.append("it has a single test")
    if trial.survivors:
        count = len(trial.survivors)
        shown = "; ".join(
            f"line {one.line}: {' '.join(one.before.split())[:30]!r} for {' '.join(one.after.split())[:30]!r}"
            for one in trial.survivors[:2]
        )
        named = f"{count} of {trial.mutants} mutants of the reference pass ({shown})"
        if trial.suggested:
            found.append(f"{named}; {len(trial.suggested)} suggested tests tell some of them apart")
        elif count > 2 and count * 4 >= trial.mutants:  # a few may be the same program
            found.append(f"{named}; no input was found that tells them apart")
    tried, passed = trial.wrong
    if passed:
        found.append(f"{passed} of {tried} programs that the file calls wrong pass")
    if trial.used_s > trial.code["cpu_s"] / 2:
        found.append(f"the reference needs {trial.used_s:.2f} s of the limit of {trial.code['cpu_s']:g} s")
    return [*found, *trial.remarks]
