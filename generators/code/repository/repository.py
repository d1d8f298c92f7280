"""A small project of several files with faults in it, to be mended with tools.

A project is drawn from one of several domains (see `rlvr.generators.code.repository.domains`): a package with a few
public functions in ``api.py`` and helpers in other modules, a README that says exactly what the functions do, and
public tests. The features that a project has, one of several sets of constants, and the names of all that it binds
(`.renaming`) are drawn. Then faults are put in: each is an edit of one file, often far from the public function that
shows it. The issue in the prompt describes what somebody who uses the project sees, in one of two ways, or says only
which function does not do what it should.

The payload holds the faulty files, the paths that are no part of the solution (the tests), and hidden calls of
public functions with the results of the sound project. Most of them belong to the sound project (`.skeleton`), for
which they are chosen so that wrong repairs anywhere in it are told apart and each fault alone changes the results of at
least three; a few are the task's own. Those that are right from the beginning must stay so. Hidden results never enter
a sandbox. The answer is a JSON object of whole new files; an episode may also just leave the files as it made them.

There are no symmetries: two projects are the same only if all of their files and calls are. But projects that differ
only in their names and in what they are set to are in one split, with all their tasks (`.split`).

Difficulty: `features` (beyond the core: more files), `faults` (how many), `hops` (least number of modules between a
public function and a fault), `report` (what the issue tells: ``file`` names the file and shows an example,
``example`` shows an example, ``symptom`` neither) and `tests` (whether a public test fails because of a fault).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import reduce
from operator import or_
from random import Random

from ...base import Draft, GenerationError, Json
from ...wording import phrase
from .domain import Fault, Names, files_of, filled, with_fault
from .domains import DOMAINS
from .drawn_call import DrawnCall
from .project import Project
from .renaming import drawn_names, renamed
from .skeleton import MODULE, SMALL_TURNS, VARIANTS, Skeleton, drawn_call, skeleton
from .split import shared

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
_WRONG = (
    "What `{call}` returns is not always what the README says.",
    "I compared `{call}` with the README: for some arguments it does something else.",
    "Something is wrong with `{call}`: compare it with the README.",
    "There are arguments for which `{call}` does not do what the README promises.",
)
"""What can be said about every fault that a function shows, and so says nothing about what is to be changed."""
_TRIES = 40
_LEAST_SHOWN = 3
"""Hidden calls that all faults together must change at least."""
_VAGUE = 0.6
"""Of the faults, how many are told by the function alone that shows them."""
_OWN = 3
"""Hidden calls that a task has for itself."""
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
    count = min(features, len(domain.features))
    mask = sum(1 << domain.features.index(feature) for feature in rng.sample(domain.features, count))
    base = skeleton(domain.name, mask, rng.randrange(VARIANTS[count]))
    own = domain.choose(rng)
    # So many names that the files of one task hardly ever fit into another, where they might repair something.
    names = {**base.names, "pkg": f"{own['pkg']}_{rng.choice(_ENDINGS)}", "core": own["core"]}
    picked = _picked(rng, base, faults, hops)
    if picked is None:
        return None
    broken = Project(base.faulty(picked))
    hidden = _hidden(rng, base, picked, broken)
    examples = [rng.choice(base.chosen.shown[place].examples) for place in picked]
    failing = [_example(base, examples[0])] if tests else []
    public = _public_calls(rng, base, picked, broken, failing)
    if hidden is None or public is None:
        return None
    names.update(drawn_names(domain.name, rng))
    domain = base.domain
    sound = files_of(domain, names, base.has)
    faulty = sound
    for place in picked:
        faulty = with_fault(faulty, domain.faults[place], names, base.has)
    test_path = f"tests/test_{names['pkg']}.py"
    files = {**faulty, "tests/__init__.py": "", test_path: _public_tests([*public, *failing], names)}
    mended = {path: sound[path] for path in sorted(sound) if sound[path] != faulty[path]}
    vague = _vague(rng, base, picked)
    issues = [
        _issue(rng, base, place, broken if faults == 1 else None, example, names, report, place in vague)
        for place, example in zip(picked, examples, strict=True)
    ]
    api = f"{names['pkg']}/api.py"
    prompt = phrase(
        rng,
        WORDINGS,
        package=names["pkg"],
        what=domain.what,
        issue="\n\n".join(issues),
        hint=_HINTS[tests],
        api=api,
    )
    for case in hidden:
        case["call"] = renamed(names, case["call"])
    payload = {
        "files": dict(sorted(files.items())),
        "protected": ["tests/"],
        "module": f"{names['pkg']}.api",
        "cases": hidden,
        "problem": {"domain": domain.name, "names": names, "features": sorted(base.has)},
    }
    return Draft(
        prompt,
        payload,
        json.dumps(mended, ensure_ascii=False),
        shared=shared(domain.name, mask),
        difficulty=_difficulty([domain.faults[place] for place in picked], sound, names, base.has, report),
    )


def _picked(rng: Random, base: Skeleton, count: int, hops: int) -> list[int] | None:
    """Places of faults in different files, at least `hops` away from what shows them."""
    faults = base.domain.faults
    possible = [place for place in base.chosen.shown if faults[place].hops >= hops]
    rng.shuffle(possible)
    picked: list[int] = []
    for place in possible:
        if all(faults[place].path != faults[other].path for other in picked):
            picked.append(place)
        if len(picked) == count:
            return picked
    return None


def _hidden(rng: Random, base: Skeleton, picked: list[int], broken: Project) -> list[Json] | None:
    """The hidden calls with the results of the sound project, and some of the task's own; None if they do not do.

    Each fault alone is shown by some of them (`Skeleton.chosen`), and something is right from the beginning.
    """
    bits = reduce(or_, (base.chosen.shown[place].hidden for place in picked))
    unsure, cases = base.unsure(picked), base.cases()
    right = [
        not drawn_call(case).shows(broken) if unsure >> at & 1 else not bits >> at & 1
        for at, case in enumerate(cases)
    ]
    if not any(right) or sum(right) > len(right) - _LEAST_SHOWN:
        return None
    for _ in range(_OWN):
        call = base.drawn(rng, rng.choice(base.functions), rng.randint(1, 3))
        if call is not None:
            cases.append({"call": call.function, "args": call.args, "out": call.out})
            right.append(not call.shows(broken))
    for case, ok in zip(cases, right, strict=True):
        case["ok"] = ok
    return cases


def _example(base: Skeleton, number: int) -> DrawnCall:
    """A small call that shows a fault."""
    found = base.small(number)
    assert found is not None, f"{base.key}: there is no small call {number}; write chosen_calls.txt anew"
    return found


def _vague(rng: Random, base: Skeleton, picked: list[int]) -> set[int]:
    """The faults of which only the function that shows them is told, one of each function at most."""
    told: dict[str, int] = {}
    for place in picked:
        if rng.random() < _VAGUE:
            told.setdefault(base.domain.faults[place].shows, place)
    return set(told.values())


def _issue(
    rng: Random,
    base: Skeleton,
    place: int,
    broken: Project | None,
    number: int,
    names: Names,
    report: str,
    vague: bool,
) -> str:
    """What somebody says about one fault, perhaps with the small call that has a number.

    `broken` is the project with this fault alone, if it is there. What is said is `vague` if it would fit other faults
    as well.
    """
    fault = base.domain.faults[place]
    if vague:
        said = rng.choice(_WRONG).format(call=renamed(names, fault.shows))
    else:
        said = filled(rng.choice(fault.symptom.split("|")), names, base.has)
    lines = [f"> {said}"]
    if report != "symptom":
        example = _example(base, number)
        call = f"{renamed(names, example.function)}({', '.join(map(repr, example.args))})"
        broken = broken or Project(base.faulty([place]))
        wrong = broken.call(MODULE, example.function, example.args)
        if isinstance(wrong, dict) and "raises" in wrong:
            result = f"fails with {wrong['raises']}"
        else:
            result = f"returns {wrong!r}"
        lines.append(f"> For example, `{call}` {result}; it should return {example.out!r}.")
    if report == "file":
        path = filled(fault.path, names, base.has)
        lines.append(
            rng.choice([f"> The cause is in {path}.", f"> I think that the mistake is somewhere in {path}."])
        )
    return "\n".join(lines)


def _public_calls(
    rng: Random, base: Skeleton, picked: list[int], broken: Project, failing: list[DrawnCall]
) -> list[DrawnCall] | None:
    """Calls that the faulty project gets right, for the public tests; None if it does so with the failing ones, too."""
    chosen: list[DrawnCall] = []
    right = base.chosen.usable
    for place in picked:
        right &= ~base.chosen.shown[place].small
    # One fault may hide another one, so with several of them results are asked of the whole project, too.
    several = len(picked) > 1
    for at in range(len(base.functions)):
        found = 0
        for turn in rng.sample(range(SMALL_TURNS), SMALL_TURNS):
            number = turn * len(base.functions) + at
            if right >> number & 1:
                call = base.small(number)
                if call is not None and not (several and call.shows(broken)):
                    chosen.append(call)
                    found += 1
            if found == 2:
                break
    if not chosen or (several and any(not call.shows(broken) for call in failing)):
        return None
    return chosen


def _public_tests(calls: list[DrawnCall], names: Names) -> str:
    """The text of the public tests."""
    lines = [
        '"""Tests of the public functions."""',
        "",
        "import unittest",
        "",
        f"from {names['pkg']} import api",
        "",
        "",
        "class PublicTests(unittest.TestCase):",
    ]
    numbers: dict[str, int] = {}
    for call in calls:
        function = renamed(names, call.function)
        numbers[function] = numbers.get(function, 0) + 1
        lines += [f"    def test_{function}_{numbers[function]}(self):"]
        lines += [
            f"        out = api.{function}(",
            *(f"            {arg!r}," for arg in call.args),
            "        )",
        ]
        lines += [f"        self.assertEqual(out, {call.out!r})", ""]
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
