"""Auctions and bargaining with partners that follow rules: the bids, offers or proposals that gain the most in all.

Four kinds: splitting pots again and again (`ultimatum`), sealed bids with little money (`auction`), a price (`haggle`),
and a contract of three issues (`contract`). Partners change their limits by stated rules, so
today's offer decides what tomorrow's can get. From level 3 on the partner's rule is one of several, which the prompt of
the one-response form tells; where the task is played it has to be found out.

A task is drawn again if play without thought does as well: the same move over and over, the lowest or the highest one,
half of what there is, the value, a price that moves evenly, or what gains most at once.

Difficulty: the `kinds`, `rounds`, and how many rules are listed (`candidates`). Proxy: rounds and rules together.

Sources: W. Guth, R. Schmittberger, B. Schwarze 1982 (ultimatum); W. Vickrey 1961 (sealed bids); H. Raiffa, The Art and
Science of Negotiation (1982).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from ..base import Draft, GenerationError, Json
from ..english import counted
from ..kernels.duel import TooHard
from ..kernels.policy import Policies
from ..limits import Limit, Whole, Words, limited
from ..wording import phrase
from . import bargaining_words as words
from .bargaining_play import CONTRACTS, PLAYS, Contract, Play, State
from .policy_task import optimum

LIMITS: dict[str, Limit] = {
    "kinds": Words(tuple(PLAYS), "the kinds to draw from"),
    "rounds": Whole(3, 10, "how many things, pots or chances there are; fewer for prices and contracts"),
    "candidates": Whole(1, 5, "rules of which one is the partner's; the others are there to mislead"),
}
_FRAMES = words.FRAMES
_GOALS = (
    "Which {moves} gain you the most points in all? Give them in order, separated by commas, until the game is over. "
    "If several lists are equally good, any of them is right.",
    "Find {moves} whose points add up to as many as possible. Give the whole list in order, with commas "
    "between them, up to the end of the game. If several lists are equally good, any of them is right.",
    "Plan all your {moves} so that you gain as many points as possible in all. Write them in order, with commas, until "
    "the game is over. If several lists are equally good, any of them is right.",
)
WORDINGS = tuple(frame.replace("<goal>", goal) for frame, goal in zip(_FRAMES, _GOALS, strict=True))
_TRIES: Final = 500
_MOST: Final = 80_000


def _rule(rng: random.Random, kind: str, facts: Mapping[str, Any]) -> list[Json]:
    r = rng.randint
    if kind == "ultimatum":
        top = min(facts["pots"])
        rule = rng.choice(("steps", "steps", "proud", "memory", "tired"))
        first = r(2, top - 1)
        options: dict[str, list[Json]] = {
            "steps": [rule, first, r(1, 2), r(1, 3), r(0, 2), r(first, top)],
            "proud": [rule, r(1, 4), r(2, 5), r(1, 2)],
            "memory": [rule, first, r(1, 2)],
            "tired": [rule, r(3, top), r(1, 2)],
        }
        return options[rule]
    if kind == "auction":
        rule = rng.choice(("share", "even", "chase", "wins"))
        options = {
            "share": [rule, *rng.choice(((1, 2), (1, 3), (2, 3), (3, 4)))],
            "even": [rule],
            "chase": [rule, r(1, 3), r(1, 3)],
            "wins": [rule, r(0, 3), r(1, 3)],
        }
        return options[rule]
    if kind == "haggle":
        rule, floor = rng.choice(("falls", "meets", "half", "leaves")), r(2, 5)
        options = {
            "falls": [rule, r(1, 2), floor],
            "meets": [rule, 0, floor],
            "half": [rule, 0, floor],
            "leaves": [rule, r(1, 3), floor, r(3, 8)],
        }
        return options[rule]
    top = sum(map(max, facts["theirs"]))
    rule, first = rng.choice(("falls", "moved", "hurt")), r(2 * top // 3, top - 1)
    return [rule, first, r(2, 6), *([r(top // 4, top // 2)] * (rule == "hurt"))]


def _game(rng: random.Random, kind: str, rounds: int, candidates: int) -> dict[str, Json]:
    r = rng.randint
    facts: dict[str, Json] = {"kind": kind, "rounds": rounds}
    if kind == "ultimatum":
        facts["pots"] = [r(5, 10) for _ in range(rounds)]
    elif kind == "auction":
        facts |= {"mine": [r(3, 15) for _ in range(rounds)], "theirs": [r(3, 15) for _ in range(rounds)]}
        facts |= {"money": [r(rounds, 2 * rounds + 4), r(rounds, 3 * rounds)], "cap": r(6, 9)}
    elif kind == "haggle":
        facts["rounds"] = min(rounds, 6)
        step = rng.choice((1, 2, 5, 10, 20, 50))
        ask = r(9, 13)
        facts |= {
            "step": step,
            "ask": ask * step,
            "value": r(ask - 4, ask + 3) * step,
            "cost": -(-step * r(1, 6) // 4),
        }
    else:
        facts["rounds"] = rounds // 2 + 1
        facts["cost"] = r(1, 2)
        for side in ("mine", "theirs"):
            facts[side] = [rng.sample(range(0, 13), options) for options in (3, 3, 2)]
    facts["candidates"] = [_rule(rng, kind, facts) for _ in range(candidates)]
    facts["who"] = rng.randrange(candidates)
    return facts


def tried(play: Play, start: State) -> Iterator[list[str]]:
    """Lists of moves that take no thought."""
    facts = play.facts

    def made(choose: Any) -> list[str]:
        """`choose` is given the round, the moves, what was seen last, and the points of each move."""
        moves: list[str] = []
        state, seen = start, ""
        while options := play.moves(state):
            wanted = choose(len(moves), options, seen, state)
            move = wanted if wanted in options else min(options, key=lambda o: _far(o, wanted))
            moves.append(move)
            _, seen, state = play.step(state, move)
        return moves

    for each in play.moves(start) if facts["kind"] != "contract" else ():
        yield made(lambda at, options, seen, state, each=each: each)
    yield made(lambda at, options, seen, state: options[-1])
    yield made(lambda at, options, seen, state: options[len(options) // 2])
    for pick in (min, max):
        yield made(lambda at, options, seen, state, pick=pick: pick(_paying(play, options, state), key=_size))
    if facts["kind"] == "auction":
        for times in (1, 2, 3):
            yield made(lambda at, options, seen, state, times=times: str(facts["mine"][at] // times))
            yield made(lambda at, options, seen, state, times=times: str(facts["theirs"][at] // times))
        yield made(lambda at, options, seen, state: str(int(seen or 0) + 1))
    if facts["kind"] == "ultimatum":
        for share in (2, 3, 4):
            yield made(lambda at, options, seen, state, share=share: str(facts["pots"][at] // share))
            yield made(lambda at, options, seen, state, share=share: str(-(-facts["pots"][at] // share)))
    if facts["kind"] == "haggle":
        steps = play.moves(start)
        for first in range(len(steps)):
            for pace in (1, 2):
                yield made(
                    lambda at, options, seen, state, first=first, pace=pace: options[
                        min(first + pace * at, len(options) - 1)
                    ]
                )
        for price in steps:
            yield made(lambda at, options, seen, state, price=price: seen if at and seen.isdigit() else price)
    if facts["kind"] == "contract":
        assert isinstance(play, Contract)
        for value in (
            lambda c: play.mine[c],
            lambda c: play.theirs[c],
            lambda c: play.mine[c] + play.theirs[c],
        ):
            ranked = sorted(CONTRACTS, key=value, reverse=True)
            yield made(lambda at, options, seen, state, ranked=ranked: ranked[0])
            yield made(lambda at, options, seen, state, ranked=ranked: ranked[at])


def _paying(play: Play, options: Sequence[str], state: State) -> list[str]:
    """The moves that gain most at once."""
    points = [gained for gained, _, _ in play.led(state)]
    most = max(points)
    return [option for option, gained in zip(options, points, strict=True) if gained == most]


def _size(move: str) -> tuple[int, str]:
    return (int(move), "") if move.isdigit() else (0, move)


def _far(option: str, wanted: str) -> int:
    return abs(int(option) - int(wanted)) if option.isdigit() and wanted.isdigit() else 0


@limited(**LIMITS)
def generate(rng: random.Random, *, kinds: str, rounds: int, candidates: int) -> Draft:
    """Make one game, and find what can be had in it.

    Raises:
        GenerationError: if no game was found.
    """
    facts, draft, _ = drawn(rng, kinds, rounds, candidates)
    shown = words.fields(facts, [facts["candidates"][facts["who"]]])
    return Draft(prompt=phrase(rng, WORDINGS, **shown), **draft)


def drawn(
    rng: random.Random, kinds: str, rounds: int, candidates: int
) -> tuple[dict[str, Json], dict[str, Any], float]:
    """A game, all of its draft but the prompt, and how often chance wins where it is played."""
    kind = rng.choice(kinds.split())
    for _ in range(_TRIES):
        facts = _game(rng, kind, rounds, candidates)
        if len({str(rule) for rule in facts["candidates"]}) < candidates:
            continue
        play = PLAYS[kind](facts)
        starts = play.starts()
        start = starts[facts["who"]]
        policies = Policies(play, _MOST)
        try:
            found = optimum(policies, starts, facts["who"], tried(play, start))
        except TooHard:
            continue
        if found is not None and found.best > 0:
            break
    else:
        raise GenerationError(f"no game of {kind} needs thought; raise 'rounds' or lower 'candidates'")
    draft = {
        "payload": {**facts, "best": found.best, "low": found.low, "slack": found.slack},
        "answer": ", ".join(found.moves),
        "trace": "\n".join(_lines(play, start, found.moves)),
        "guess_rate": found.lucky[0],
        "difficulty": float(rounds + candidates),
    }
    return facts, draft, found.lucky[1]


def _lines(play: Play, state: State, moves: list[str]) -> Iterator[str]:
    """The moves one by one, and the sum."""
    total = 0
    for move in moves:
        points, seen, state = play.step(state, move)
        total += points
        yield f"{move}: {seen}; {counted(points, 'point')}, in all {total}."
    yield f"No other list gains more than {total}."
