"""Classic algorithms: write a function for a problem of a known kind, with twists that a memorised solution misses.

A template (`rlvr.generators.code.algorithms`) makes the problem: its story, its variant, its bounds, a reference and
where inputs come from. Here a template is drawn, the calls are chosen, and the prompt is written. The function must be
right on all calls: the ones shown, small and corner cases, ordinary ones, and, on the higher levels, a large one that
only a program of the right complexity can make in time.

Calls are chosen by what they tell apart: besides a fixed mix of sizes, one that fails is added for each of some
one-edit mutants of the reference that pass the mix, where one is found. On levels with large calls, nine tasks of ten
are about programs whose discriminating calls, and results of large calls, are known ahead (`prepared_programs`).

Symmetries: a problem is its template, its variant and the calls that are shown; stories and names do not count.

Difficulty: `level` is given to the template, which raises bounds and allows more twists with it; `tiers` are the
tiers (`algorithms.table`) to draw from, a digit as often as it is to be drawn; `large` adds the large calls;
`template`, if not empty, names the one to use. Proxy: lines of the reference and two for each twist, half as much
again with large calls.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from marshal import loads
from random import Random

from ...payloads.recipes import many_objects
from ..base import Draft, GenerationError, Json
from ..quick_random import QuickRandom
from ..wording import phrase
from .algorithms.table import TEMPLATES, TIERS
from .execute import Outcome, copied, packed, packed_call, run_calls
from .mutate import Mutant
from .native_run import results
from .prepared_programs import SEEDS, Prepared, large_results, prepared
from .problem import Problem
from .reference import differ, fuel_for, right, some_mutants
from .repair_sources import CLASSIC
from .studies import shared_by

WORDINGS = (
    "{statement}\n\nWrite this as a Python function:\n\n{signature}\n\n{examples}\n\n{rules}",
    "Write a Python function `{signature}`\n\n{statement}\n\n{examples}\n\n{rules}",
    "Solve this problem by a program in Python.\n\n{statement}\n\nThe function to write is `{signature}`\n\n"
    "Some calls and their results:\n\n{examples}\n\n{rules}",
    "{statement}\n\n{examples}\n\nImplement `{signature}`\n{rules}",
)
_RULES = (
    "The code is for Python 3.11, and only its standard library may be used. The function is called many times "
    "in one process, so it must not keep state from one call to the next. {time} Answer with the whole Python code.",
    "Use nothing but the standard library of Python 3.11, and keep no state between calls: all tests call "
    "the function in the same process. {time} Answer with the whole Python code.",
)
_TIME = "All tests together have 1 second of processor time{large}."
_LARGE = ", and some inputs are as large as the constraints allow"

PUBLIC = 3
AHEAD = 0.9
"""The share of tasks with large calls that are about programs for which these are worked out ahead."""
CPU_S = 1.0
"""For all calls together; the references take 0.05 seconds at most."""
MEMORY_MB = 256
SHOWN = (1, 2, 2, 1, 2, 3, 2, 3)
"""The sizes of the calls among which those to show are."""
MIX = (0, 0, 0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 5)
SPARE = (0, 1, 2, 3, 3, 4, 4, 5) * 5
MUTANTS = 10
MOST_CALL_CHARS = 3000
MOST_CHARS = 40_000

_Sized = tuple[int, list[Json]]
"""The size and the arguments of a call."""


@many_objects()
def generate(rng: Random, *, level: int, tiers: str, large: bool, template: str) -> Draft:
    """Make one problem.

    Args:
        rng: the task's random source.
        level: how hard a variant the template makes, 1 to 7.
        tiers: digits 1 to 5: the tiers to draw a template from.
        large: whether the large calls are among the hidden ones.
        template: the template's name; empty for any.

    Raises:
        ValueError: if a parameter is out of its range.
    """
    if not 1 <= level <= 7:
        raise ValueError(f"level must be from 1 to 7, not {level}")
    if template and template not in TEMPLATES:
        raise ValueError(f"no template {template!r}; there are {', '.join(sorted(TEMPLATES))}")
    if not tiers or not set(tiers) <= set("12345"):
        raise ValueError(f"tiers must be digits from 1 to 5, not {tiers!r}")
    name = template or drawn_template(rng, tiers)
    for _ in range(40):
        if large and rng.random() < AHEAD:
            seed = rng.randrange(SEEDS)
            known = prepared(name, seed, level)
            problem, found = known.problem, _prepared_cases(rng, known)
        else:
            seed = rng.getrandbits(48)
            problem = TEMPLATES[name](Random(seed), level)
            found = _cases(rng, problem)
            if large and found is not None:
                found[0].extend(_large_cases(problem, large_results(problem)))
        if found is not None:
            break
    else:
        raise GenerationError(f"no discriminating calls for the template {name!r} at level {level}")
    cases, small = found
    return Draft(
        prompt=_prompt(rng, problem, cases[:PUBLIC], large),
        payload={
            "code": {
                "entry": problem.entry,
                "cases": cases,
                "public": PUBLIC,
                "compare": problem.compare,
                "cpu_s": CPU_S,
                "memory_mb": MEMORY_MB,
            },
            "problem": {"template": name, "seed": seed, "level": level, "small": small},
        },
        answer=problem.source.strip(),
        canonical=[name, problem.facts, [case["args"] for case in cases[:PUBLIC]]],
        shared=(shared_by(name, problem.source) if name in CLASSIC else None)
        or (["program", name, seed] if large else None),
        difficulty=problem.cost * (1.5 if large and problem.large else 1.0),
    )


def drawn_template(rng: Random, tiers: str) -> str:
    """A template's name: a tier first, then one of that tier."""
    listed = set(TIERS.values())
    tier = int(rng.choice([digit for digit in tiers if int(digit) in listed] or ["1"]))
    return rng.choice(sorted(name for name, its in TIERS.items() if its == tier))


def _prepared_cases(rng: Random, known: Prepared) -> tuple[list[Json], int] | None:
    """As `_cases`, for a program for which the discriminating calls are known, and its large calls behind them."""
    problem = known.problem
    sized = [(size, problem.inputs(rng, size)) for size in (*SHOWN, *MIX)]
    sized[len(SHOWN) : len(SHOWN)] = copied(known.calls)  # before the mix, since they must find room
    calls, shown = _different(sized)
    try:
        outs = results(problem.source, problem.entry, [loads(packed_call(args)) for _, args in calls])
    except Exception as error:
        raise GenerationError(f"the reference of {problem.name!r} fails: {error!r}") from error
    public = _public(outs[:shown])
    found = _chosen(calls, outs, public, range(len(calls)))
    if found is not None:
        found[0].extend(_large_cases(problem, copied(known.large)))
    return found


def _large_cases(problem: Problem, outs: list[Json]) -> list[Json]:
    return [{"args": copied(args), "out": out} for args, out in zip(problem.large, outs, strict=True)]


def _cases(rng: Random, problem: Problem) -> tuple[list[Json], int] | None:
    """The calls with their results: shown ones, small ones, ordinary ones; and how many are small.

    None if they would not tell: too few different results, or nothing to show.
    """
    calls, shown = _different([(size, problem.inputs(rng, size)) for size in (*SHOWN, *MIX)])
    mixed, spare = len(calls), QuickRandom(rng.getrandbits(64))
    tried = some_mutants(rng, problem, MUTANTS)  # before the reference is run, which is compiled with them
    outcomes = right(problem, [args for _, args in calls])
    public = _public([outcome.value for outcome in outcomes[:shown]])
    if len(public) < PUBLIC:
        return None
    added = _discriminating(problem, calls, outcomes, tried, spare)
    return _chosen(calls, [outcome.value for outcome in outcomes], public, {*range(mixed), *added})


def _different(sized: Sequence[_Sized], before: Sequence[_Sized] = ()) -> tuple[list[_Sized], int]:
    """Calls without very long ones and repetitions, also of those `before`; and how many of those to show are left."""
    seen = {json.dumps(args) for _, args in before}
    calls: list[_Sized] = []
    room = MOST_CHARS - sum(map(len, seen))
    shown = 0
    for at, (size, args) in enumerate(sized):
        text = json.dumps(args)
        if text not in seen and len(text) <= MOST_CALL_CHARS and (room := room - len(text)) > 0:
            seen.add(text)
            calls.append((size, args))
            shown += at < len(SHOWN)
    return calls, shown


def _chosen(
    calls: list[_Sized], outs: list[Json], public: list[int], places: Iterable[int]
) -> tuple[list[Json], int] | None:
    """The cases of some calls, those to show first, and how many are small; None if they would not tell."""
    if len(public) < PUBLIC:
        return None
    # Smallest first, so that a wrong program is found out early.
    chosen = public + sorted({*places} - {*public}, key=lambda at: (calls[at][0], at))
    hidden = [json.dumps(outs[at]) for at in chosen[PUBLIC:]]
    if max(map(hidden.count, hidden)) > 0.8 * len(hidden):
        return None
    cases = [{"args": calls[at][1], "out": outs[at]} for at in chosen]
    return cases, sum(calls[at][0] <= 3 for at in chosen)


def _public(results: list[Json]) -> list[int]:
    """The places of the calls to show: with different results, as far as there are any."""
    texts = [json.dumps(result) for result in results]
    first = [at for at, text in enumerate(texts) if text not in texts[:at]]
    rest = [at for at in range(len(texts)) if at not in first]
    return sorted((first + rest)[:PUBLIC]) if len(first) > 1 else []


def _discriminating(
    problem: Problem, calls: list[_Sized], outcomes: list[Outcome], tried: list[Mutant], spare: Random
) -> list[int]:
    """Places of spare calls that some mutants fail which pass all calls of the mix.

    The `calls` and `outcomes` are those of the mix at first. Spare calls are drawn and added to both once a mutant
    comes to these: half of the programs need none.
    """
    added: list[int] = []
    mixed, ready, drawn = len(calls), packed(args for _, args in calls), False

    def fails(got: list[Outcome]) -> bool:
        return differ(got[-1], outcomes[len(got) - 1])

    for mutant in tried:
        if not drawn:
            fuel = fuel_for(outcomes)
            got = run_calls(mutant.source, problem.entry, ready, fuel=fuel, stop=fails)
            if fails(got) and not got[-1].exhausted:
                continue
            drawn = True
            more, _ = _different([(size, problem.inputs(spare, size)) for size in SPARE], calls)
            calls += more
            ready += (waiting := packed(args for _, args in more))
            outcomes += right(problem, waiting)
            if fails(got) and fuel == fuel_for(outcomes):
                continue
        got = run_calls(mutant.source, problem.entry, ready, fuel=fuel_for(outcomes), stop=fails)
        failing = len(got) - 1
        if failing >= mixed and failing not in added and fails(got) and got[0].ok:
            added.append(failing)
    return added


def _prompt(rng: Random, problem: Problem, public: list[Json], large: bool) -> str:
    lines = [
        f"{problem.entry}({', '.join(map(repr, copied(case['args'])))}) == {case['out']!r}" for case in public
    ]
    time = _TIME.format(large=_LARGE if large and problem.large else "")
    return phrase(
        rng,
        WORDINGS,
        statement=problem.statement,
        signature=problem.signature,
        examples="\n".join(lines),
        rules=rng.choice(_RULES).format(time=time),
    )
