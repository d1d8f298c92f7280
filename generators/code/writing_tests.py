"""Test writing: calls of a function that tell the right program from hidden wrong ones.

A function is stated exactly, with the domain of each argument, and on the lower levels its program is shown. The
answer is a short list of calls. Hidden are programs with one mistake each; a call tells one of them apart if it gives
something else than the right program. No two hidden programs fail on the same calls of a sample, and all of
them fail on some call of it. Which mistakes show on which calls is found out ahead (`studies`); a task words the
programs in its own way (`dressing`).

Symmetries: a problem is its template, the variant, the mistakes and the number of calls; names do not count.

Difficulty: `pool` is ``short``, ``long`` or ``subtle``, for the programs to draw from; `wrong` how many hidden programs
there are; `most` bounds the share of the sample's calls that tell one apart; `spare` how many more calls may
be given than a greedy choice from the sample needs, which is at least `least`; `shown` whether the right
program is shown. Proxy: bits of luck that random calls, as many as may be given, would need.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import islice
from math import fsum, log2
from random import Random

from ...payloads.domains import described
from ..base import Draft, GenerationError, Json
from ..wording import phrase
from .dressing import drawn_dress
from .execute import copied
from .mutate import kind_at, mutant_at
from .repair_table import SMALL
from .small_problems import Domain
from .studies import Study, Wrong, seeds, study

WORDINGS = (
    "Write test inputs for a Python function.\n\n{statement}\n\n{signature}\n{domains}\n\n{program}There are {wrong} "
    "other programs for it that you do not see. Each of them has one mistake: {slip}. {task}\n\n{form}",
    "{signature}\n\n{statement}\n\nArguments:\n{domains}\n\n{program}{wrong} hidden programs were meant to do the "
    "same, but each is wrong in one place: there is {slip}. {task}\n\n{form}",
    "A function is specified like this:\n\n{statement}\n\n{signature}\n{domains}\n\n{program}Imagine {wrong} "
    "people who each made one slip when they wrote it, such as {slip}. Catch all of the slips. {task}\n\n{form}",
)
_TASKS = (
    "Give at most {limit} calls so that each of the wrong programs returns something else than it should, fails, or "
    "never ends on at least one of them.",
    "Choose at most {limit} calls such that every wrong program gives a wrong result, fails, or never ends on one or "
    "more of them.",
)
_SLIP = "{}, {}, {}, {}, or another edit as small as these"
_SLIPS = (
    ("another comparison or operator", "a different comparison or operator"),
    ("a number or an index off by one", "a number or an index that is one too large or too small"),
    ("a wrong variable or function", "a variable or function taken for another one"),
    ("a line that is missing or indented wrongly", "a line that was lost or stands in the wrong block"),
)
_FORM = (
    "Answer with a JSON list of calls, where each call is the list of its arguments. For example, {example} stands for "
    "the one call {call}, which should return {value}. A call with an argument that is not allowed makes the whole "
    "answer invalid."
)
SHORT_CALL = 80
"""The most characters of the call that shows the form."""
TRANSFER = 0.06
"""How often, at most, another task's answer is right: tests of one function often do for a like one."""
_LONG = (
    *("best_trade", "covered_length", "grid_step", "kth_value", "nesting"),
    *("shared_streak", "sorted_range", "thin_out", "window_sums"),
)
POOLS = {
    "short": ("best_trade", "covered_length", "kth_value", "long_runs", "run_lengths", "tank", "thin_out"),
    "long": _LONG,
    "subtle": tuple(name for name in _LONG if name != "grid_step"),  # which gave no task at these levels
}
"""Templates by name, so that a task stays the same when more are written; those with enough mistakes that hide."""


def generate(rng: Random, *, pool: str, wrong: int, most: float, least: int, spare: int, shown: bool) -> Draft:
    """Make one function to test.

    Args:
        rng: the task's random source.
        pool: ``short``, ``long`` or ``subtle``.
        wrong: how many hidden programs, 2 to 16.
        most: the largest share of the sample's calls that tell a hidden program apart.
        least: the least number of calls that a greedy choice needs, 1 to 8.
        spare: how many calls may be given beyond that.
        shown: whether the right program is in the prompt.

    Raises:
        ValueError: if a parameter is out of its range.
    """
    if pool not in POOLS or not (2 <= wrong <= 16 and 0 < most <= 1 and 1 <= least <= 8 and 0 <= spare <= 8):
        raise ValueError(f"no pool {pool!r}, or out of range: {wrong}, {most}, {least}, {spare}")
    for _ in range(60):
        name = rng.choice(POOLS[pool])
        known = study(name, rng.choice(seeds(name, 0)), 0)
        hidden = _hidden(rng, known, wrong, most, least)
        if hidden:
            chosen = _cover([kills for _, kills in hidden], known.ordinary)
            return _draft(rng, known, hidden, chosen, spare, shown)
    raise GenerationError(
        f"no function with {wrong} wrong programs that at most {most} of its calls tell apart"
    )


def _hidden(rng: Random, known: Study, wrong: int, most: float, least: int) -> list[tuple[int, int]]:
    """Mutants with the calls that tell them apart: no two with the same, and `least` calls needed; else [].

    Mutants are their places, and calls are bit sets. Of the mutants that will do, in an order in which all kinds are
    equally frequent, the last ones are taken, as soon as they fit together.
    """
    places: dict[int, int] = {}
    wide: list[int] = []
    for mutant in _drawn(rng, known, [one for one in known.wrong[1] if 0 < one.share <= most]):
        kills = mutant.fails & (1 << known.ordinary) - 1
        if kills in places:
            continue
        places[kills] = mutant.places[0]
        wide.append(_wide(kills))
        if len(wide) >= wrong and least <= len(_greedy(wide[-wrong:], known.ordinary)) < known.ordinary:
            return list(islice(((place, kills) for kills, place in places.items()), len(wide) - wrong, None))
    return []


def _drawn(rng: Random, known: Study, mutants: list[Wrong]) -> Iterator[Wrong]:
    """Mutants in a drawn order, one of each kind in turn."""
    by_kind: dict[str, list[Wrong]] = {}
    for one in mutants:
        by_kind.setdefault(kind_at(known.problem.source, one.places[0]), []).append(one)
    piles = list(by_kind.values())
    for pile in piles:
        rng.shuffle(pile)
    rng.shuffle(piles)
    while piles:
        for pile in piles:
            yield pile.pop()
        piles = [pile for pile in piles if pile]


def _cover(kills: Sequence[int], count: int) -> list[int]:
    """A few calls that tell all apart: again and again the one that does so for the most of what is left."""
    return _greedy([_wide(one) for one in kills], count)


def _wide(calls: int) -> int:
    """A bit set with a byte for each call instead of a bit, so that sums of such numbers count for all at once."""
    digits = f"{calls:b}".encode()
    return int.from_bytes(digits, "big") & int.from_bytes(b"\1" * len(digits), "big")


def _greedy(left: list[int], count: int) -> list[int]:
    """As `_cover`, of fewer than 256 bit sets made wide, none of which is empty."""
    chosen: list[int] = []
    while left:
        counts = sum(left).to_bytes(count, "little")
        best = counts.index(max(counts))
        chosen.append(best)
        place = 1 << 8 * best
        left = [one for one in left if not one & place]
    return chosen


def _draft(
    rng: Random, known: Study, hidden: list[tuple[int, int]], chosen: list[int], spare: int, shown: bool
) -> Draft:
    problem, limit, calls, count = known.problem, len(chosen) + spare, known.calls, known.ordinary
    domains: tuple[Domain, ...] = SMALL[problem.name](Random(known.seed)).domains
    dress = drawn_dress(rng, known.names)
    example = rng.choice([at for at in range(count) if at not in chosen and known.lengths[at] <= SHORT_CALL])
    program = f"This program is right:\n\n```python\n{dress.source.strip()}\n```\n\n" if shown else ""
    luck = [1 - (1 - kills.bit_count() / count) ** limit for _, kills in hidden]
    return Draft(
        prompt=phrase(
            rng,
            WORDINGS,
            statement=dress.statement,
            signature=f"```python\n{dress.signature}\n```",
            domains="\n".join(
                f"- `{name}`: {described(domain)}"
                for name, domain in zip(dress.arguments, domains, strict=True)
            ),
            program=program,
            wrong=len(hidden),
            slip=_SLIP.format(*map(rng.choice, _SLIPS)),
            task=rng.choice(_TASKS).format(limit=limit),
            form=_FORM.format(
                example=f"`{json.dumps([calls[example]])}`",
                call=f"`{_call(dress.entry, calls[example])}`",
                value=f"`{known.wanted[example]!r}`",
            ),
        ),
        payload={
            "entry": dress.entry,
            "parameters": dress.arguments,
            "domains": copied(list(domains)),
            "limit": limit,
            "programs": [
                dress.source,
                *(dress.code(mutant_at(problem.source, place).source) for place, _ in hidden),
            ],
            "problem": {"template": problem.name, "seed": known.seed},
        },
        answer=json.dumps([calls[at] for at in chosen]),
        trace="\n".join(
            f"{sum(kills >> at & 1 for _, kills in hidden)} of {len(hidden)} wrong programs do something else than the "
            f"right one on {_call(dress.entry, calls[at])}, which should return {known.wanted[at]!r}"
            for at in chosen
        ),
        canonical=[problem.name, copied(problem.facts), sorted(place for place, _ in hidden), limit],
        shared=known.program,
        guess_rate=max(TRANSFER, _blind(rng, known, [kills for _, kills in hidden], limit)),
        difficulty=round(-fsum(map(log2, luck)), 4),
    )


def _blind(rng: Random, known: Study, kills: list[int], limit: int) -> float:
    """How often `limit` of the sample's longer calls tell all apart: whoever guesses had better guess long ones."""
    order = sorted(range(known.ordinary), key=lambda at: known.lengths[at])
    long = [1 << at for at in order[len(order) // 2 :]]
    tries = [sum(rng.sample(long, min(limit, len(long)))) for _ in range(50)]
    return sum(all(one & picked for one in kills) for picked in tries) / len(tries)


def _call(entry: str, args: list[Json]) -> str:
    return f"{entry}({', '.join(map(repr, args))})"
