"""A small project of several files with faults in it, to be mended with tools.

A project is drawn from one of several domains (see `rlvr.generators.code.repository.domains`): a package with a few
public functions in ``api.py`` and helpers in other modules, a README that says exactly what the functions do, and
public tests. Names, constants and the features that a project has are drawn. Then faults are put in: each is an edit
of one file, often far from the public function that shows it. The issue in the prompt describes what somebody who uses
the project sees.

The payload holds the faulty files, the paths that are no part of the solution (the tests), and hidden calls of
public functions with the results of the sound project. Calls are chosen so that each fault alone changes the results
of at least three of them; the others are right from the beginning and must stay so. Hidden results never enter a
sandbox. The answer is a JSON object of whole new files; an episode may also just leave the files as it made them.

There are no symmetries: two projects are the same only if all of their files and calls are.

Difficulty: `features` (beyond the core: more files), `faults` (how many), `hops` (least number of modules between a
public function and a fault), `report` (what the issue tells: ``file`` names the file and shows an example,
``example`` shows an example, ``symptom`` neither) and `tests` (whether a public test fails because of a fault).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random

from ...base import Draft, GenerationError, Json
from ...wording import phrase
from .cases import hidden_calls
from .domain import Domain, Fault, Names, files_of, filled, with_derived, with_fault
from .domains import DOMAINS
from .project import Project

WORDINGS = (
    "The repository in your working folder is a small Python project, {package}, about {what}. It does not do what it "
    "should:\n\n"
    "{issue}\n\nFind what is wrong and repair it. {hint} Hidden tests call the public functions of {api} and compare "
    "what they return with what the README promises; everything that works now must go on working. Use the "
    "standard library of Python 3.11 only. Files in tests/ cannot be changed. When the repair is done, answer with "
    "the word done.",
    "You maintain {package}, a Python project about {what}. Somebody has opened this issue:\n\n{issue}\n\nPlease "
    "mend the code. {hint} It will be judged by hidden tests of the public functions in {api}, which go by the "
    "README: what the issue asks for must work, and nothing else may break. Only Python 3.11 and its standard library "
    "are there, and the files in tests/ stay as they are. Give the answer done as soon as you have finished.",
    "{package} is a Python project about {what}; its files are in the working folder. This was reported:\n\n{issue}"
    "\n\nChange the files so that the project does what its README says. {hint} Your work is done when you answer "
    "with the word done; then hidden tests call the public functions in {api} and check the results, also of what was "
    "right before. Nothing but the standard library of Python 3.11 may be imported, and tests/ cannot be changed.",
)
_HINTS = {
    True: "A public test fails at present; the tool run_tests runs them.",
    False: "The public tests, which the tool run_tests runs, pass already: they do not cover this.",
}
_TRIES = 40
_ENDINGS = (
    "app base box club corner craft crew desk dock farm field gate grid hall hub kit lab lane lite loft mate mini nest "
    "one park pilot point port room shop site spot stack team tool town track two unit ware wing works yard zone"
).split()


def generate(rng: Random, *, features: int, faults: int, hops: int, report: str, tests: bool) -> Draft:
    """A project with faults."""
    if report not in ("file", "example", "symptom"):
        raise ValueError(f"report must be 'file', 'example' or 'symptom', not {report!r}")
    for _ in range(_TRIES):
        draft = _draft(rng, features, faults, hops, report, tests)
        if draft is not None:
            return draft
    raise GenerationError(f"no project with {faults} faults at {hops} hops; take fewer or more features")


def _draft(rng: Random, features: int, faults: int, hops: int, report: str, tests: bool) -> Draft | None:
    domain = rng.choice(DOMAINS)
    names = domain.choose(rng)
    # So many names that the files of one task hardly ever fit into another, where they might repair something.
    names["pkg"] = f"{names['pkg']}_{rng.choice(_ENDINGS)}"
    has = with_derived(domain, rng.sample(domain.features, min(features, len(domain.features))))
    picked = _picked(rng, domain, has, faults, hops)
    if picked is None:
        return None
    # What calls give does not depend on these two names: with the same ones always, code is compiled for many tasks.
    plain = {**names, "pkg": "package", "core": "core"}
    run, broken = _sound_and_faulty(domain, plain, has, picked)
    cases = hidden_calls(rng, domain, plain, has, picked, run, broken)
    shown = [_example(rng, domain, plain, has, fault, run) for fault in picked]
    if cases is None or None in shown:
        return None
    failing = [example for example in shown if example] if tests else []
    public = _public_tests(rng, domain, plain, has, run, broken, failing, str(names["pkg"]))
    if public is None:
        return None
    sound, faulty = _sound_and_faulty(domain, names, has, picked)
    test_path = f"tests/test_{names['pkg']}.py"
    files = {**faulty, "tests/__init__.py": "", test_path: public}
    mended = {path: sound[path] for path in sorted(sound) if sound[path] != faulty[path]}
    issue = "\n\n".join(
        _issue(rng, fault, example, names, has, report)
        for fault, example in zip(picked, shown, strict=True)
        if example
    )
    api = f"{names['pkg']}/api.py"
    prompt = phrase(
        rng, WORDINGS, package=names["pkg"], what=domain.what, issue=issue, hint=_HINTS[tests], api=api
    )
    payload = {
        "files": dict(sorted(files.items())),
        "protected": ["tests/"],
        "module": f"{names['pkg']}.api",
        "cases": cases,
        "problem": {"domain": domain.name, "names": dict(names), "features": sorted(has)},
    }
    return Draft(
        prompt,
        payload,
        json.dumps(mended, ensure_ascii=False),
        difficulty=_difficulty(picked, sound, names, has, report),
    )


def _sound_and_faulty(
    domain: Domain, names: Names, has: frozenset[str], picked: list[Fault]
) -> tuple[dict[str, str], dict[str, str]]:
    sound = files_of(domain, names, has)
    faulty = sound
    for fault in picked:
        faulty = with_fault(faulty, fault, names, has)
    return sound, faulty


def _picked(rng: Random, domain: Domain, has: frozenset[str], count: int, hops: int) -> list[Fault] | None:
    """Faults in different files, at least `hops` away from what shows them."""
    possible = [
        f
        for f in domain.faults
        if f.hops >= hops and (not f.feature or f.feature in has) and _there(domain, f.shows, has)
    ]
    rng.shuffle(possible)
    picked: list[Fault] = []
    for fault in possible:
        if all(fault.path != other.path for other in picked):
            picked.append(fault)
        if len(picked) == count:
            return picked
    return None


def _there(domain: Domain, function: str, has: frozenset[str]) -> bool:
    return not domain.functions[function] or domain.functions[function] in has


def _example(
    rng: Random, domain: Domain, names: Names, has: frozenset[str], fault: Fault, sound: Mapping[str, str]
) -> tuple[str, list[Json], Json, Json] | None:
    """A small call that shows a fault: function, arguments, right and wrong result."""
    module = f"{names['pkg']}.api"
    right, wrong = Project(sound), Project(with_fault(sound, fault, names, has))
    best = None
    for attempt in range(120):
        args = domain.inputs(rng, names, has, fault.shows, 1 if attempt < 80 else 2)
        outs = right.call(module, fault.shows, args), wrong.call(module, fault.shows, args)
        if outs[0] != outs[1] and (best is None or len(repr(args)) < len(repr(best[1]))):
            best = (fault.shows, args, *outs)
        if best is not None and attempt >= 12:
            break
    return best


def _issue(
    rng: Random,
    fault: Fault,
    example: tuple[str, list[Json], Json, Json],
    names: Names,
    has: frozenset[str],
    report: str,
) -> str:
    function, args, right, wrong = example
    symptom = filled(fault.symptom, names, has)
    lines = [f"> {symptom}"]
    if report != "symptom":
        call = f"{function}({', '.join(map(repr, args))})"
        if isinstance(wrong, dict) and "raises" in wrong:
            result = f"fails with {wrong['raises']}"
        else:
            result = f"returns {wrong!r}"
        lines.append(f"> For example, `{call}` {result}; it should return {right!r}.")
    if report == "file":
        path = filled(fault.path, names, has)
        lines.append(
            rng.choice([f"> The cause is in {path}.", f"> I think that the mistake is somewhere in {path}."])
        )
    return "\n".join(lines)


def _public_tests(
    rng: Random,
    domain: Domain,
    names: Names,
    has: frozenset[str],
    sound: Mapping[str, str],
    faulty: Mapping[str, str],
    failing: list[tuple[str, list[Json], Json, Json]],
    package: str,
) -> str | None:
    """The text of the public tests: calls that the faulty project gets right, and the given ones, which it does not.

    `package` is what the project is called in the text.
    """
    module = f"{names['pkg']}.api"
    right, broken = Project(sound), Project(faulty)
    lines = [
        '"""Tests of the public functions."""',
        "",
        "import unittest",
        "",
        f"from {package} import api",
        "",
    ]
    lines += ["", "class PublicTests(unittest.TestCase):"]
    chosen: list[tuple[str, list[Json], Json]] = []
    for function in domain.functions:
        found = 0
        for _ in range(30 if _there(domain, function, has) else 0):
            args = domain.inputs(rng, names, has, function, 1)
            out = right.call(module, function, args)
            if broken.call(module, function, args) == out and out not in ([], {}, ""):
                chosen.append((function, args, out))
                found += 1
            if found == 2:
                break
    # A fault may hide another one, so the sound result is asked of the whole project.
    for function, args, out, _ in failing[:1]:
        if broken.call(module, function, args) == out:
            return None
        chosen.append((function, args, out))
    if not chosen:
        return None
    numbers: dict[str, int] = {}
    for function, args, out in chosen:
        numbers[function] = numbers.get(function, 0) + 1
        lines += [f"    def test_{function}_{numbers[function]}(self):"]
        lines += [f"        out = api.{function}(", *(f"            {arg!r}," for arg in args), "        )"]
        lines += [f"        self.assertEqual(out, {out!r})", ""]
    return "\n".join(lines)


def _difficulty(
    picked: list[Fault], sound: Mapping[str, str], names: Names, has: frozenset[str], report: str
) -> float:
    """Source lines among which the faults must be looked for, over all faults; twice without an example."""
    lines = {path: text.count("\n") for path, text in sound.items() if path.endswith(".py")}
    total = sum(lines.values())
    scope = 0.0
    for fault in picked:
        named = lines[filled(fault.path, names, has)] + total / 2
        scope += named if report == "file" else (total + 20 * fault.hops) * (2 if report == "symptom" else 1)
    return scope
