"""Repeated games against partners that follow rules: the moves that earn the most in all.

Nine games: the prisoner's dilemma, the stag hunt, matching pennies, rock paper scissors, trust, market entry, the
dilemma of three, "win as much as you can", and two thirds of the average. Partners remember what you did; so what pays
at once costs later, and only looking ahead finds the best list. From level 2 on the rule of one partner is not told: it
is one of several that are listed, and the moves of an earlier game are consistent with one of them only.

A task is drawn again if any play without thought does as well: one move over and over, or first one and then another,
two moves in turns, copying the partner or answering its last move, or what pays most at once.

Difficulty: the `kinds` of game, `rounds`, how many rules are listed (`candidates`), and how far the numbers in rules
go (`depth`). Proxy: moves that the search over rounds and memories tries.

Sources: R. Axelrod, The Evolution of Cooperation (1984); W. Gellermann 1970 (Win as much as you can); R. Nagel 1995
(two thirds of the average); R. Selten and W. Guth 1982 (market entry).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import Final

from ..base import Draft, GenerationError, Json, canonical_json
from ..english import listed
from ..kernels.duel import TooHard
from ..kernels.policy import Policies
from ..limits import Limit, Whole, Words, limited
from ..wording import phrase
from . import partner_rules as rules
from .policy_task import optimum

Memories = tuple[Hashable, ...]
State = tuple[int, int, int]
"""Which candidate the partner is, the round from 0, and the number of what the partners remember."""
Row = tuple[tuple[int, str, int], ...]
"""For each move the points without the bonus, what is seen, and the number of what the partners remember then."""

KINDS = ("prisoners", "stag", "pennies", "rps", "trust", "market", "three", "four", "average")
LIMITS: dict[str, Limit] = {
    "kinds": Words(KINDS, "the games to draw from"),
    "rounds": Whole(5, 16, "how often the game is played"),
    "candidates": Whole(1, 5, "rules of which one is that of the partner; the others are there to mislead"),
    "depth": Whole(2, 5, "the largest numbers in the rules"),
}
WORDS = {
    "prisoners": {"C": "cooperate", "D": "defect"},
    "stag": {"S": "hunt the stag", "H": "hunt a hare"},
    "pennies": {"H": "heads", "T": "tails"},
    "rps": {"R": "rock", "P": "paper", "S": "scissors"},
    "trust": {"K": "keep all your coins", "H": "send half of them", "S": "send all of them"},
    "market": {"E": "enter the market", "S": "stay out"},
    "three": {"C": "cooperate", "D": "defect"},
    "four": {"X": "red", "Y": "blue"},
}
"""What the moves mean. Prompts write a letter for each, another one in each task: no list is right in many tasks."""
RETURNS = {"N": "return nothing", "R": "return exactly what you send", "T": "return twice what you send"}
LETTERS = "ABCDEFGHJKLMNPQRTUVWXYZ"
AVERAGE = (
    "Whoever is closest to two thirds of the average of the three numbers wins the round, and gets as many points as "
    "its own number; if two or three are equally close, nobody gets anything in this round."
)
ALSO = "If several lists are equally good, any of them is right."
FRAMES = (
    "You play {rounds} rounds of a game with {others}. In each round all choose at the same time; you choose {names}."
    "{more}\n\nYour points in a round:\n{points}\n\n{rules}\n\n<goal>",
    "{rules}\n\nThis is how {others} will play, and you play {rounds} rounds of a game. In each round all choose "
    "at the same time, and you choose {names}.{more} You get these points in a round:\n{points}\n\n<goal>",
    "A game is played {rounds} times in a row by you and {others}. Each time everybody chooses without seeing the "
    "others' choices of that round. You may choose {names}.{more}\n\nWhat a round pays you:\n{points}\n\nWhat is known "
    "of the partners' rules:\n{rules}\n\n<goal>",
)
"""How a game is told, in either form."""
_GOALS = (
    "Which moves give you the most points in all {rounds} rounds together? Give your {rounds} moves in the "
    f"order of the rounds, separated by commas, each as {{short}}. {ALSO}",
    "Plan all {rounds} rounds so that your points add up to as many as possible, and give the list of "
    f"your moves, round 1 first, with commas between them, each as {{short}}. {ALSO}",
    "Find a list of {rounds} moves with the largest possible sum of points. Write it in order, with commas, each move "
    f"as {{short}}. {ALSO}",
)
WORDINGS = tuple(frame.replace("<goal>", goal) for frame, goal in zip(FRAMES, _GOALS, strict=True))
_TRIES: Final = 400
_MOST: Final = 60_000


class Play:
    """One game with its partners, as the kernel takes it."""

    def __init__(self, facts: Mapping[str, Json]) -> None:
        """The game of a payload."""
        self.facts, self.actions = facts, list(facts["actions"])
        self.partners = [[*facts["partners"], rule] for rule in facts["candidates"]]
        self.bonus: list[int] = facts["bonus"]
        self._at = {move: at for at, move in enumerate(self.actions)}
        # What the partners of each candidate remember has a number, which takes far less time to look up.
        self._numbers: list[dict[Memories, int]] = [{} for _ in self.partners]
        self._remembered: list[list[Memories]] = [[] for _ in self.partners]
        self._rows: list[dict[int, Row]] = [{} for _ in self.partners]

    def starts(self) -> list[State]:
        """The first state with each candidate."""
        return [
            (who, 0, self._number(who, tuple(map(rules.first, partners))))
            for who, partners in enumerate(self.partners)
        ]

    def moves(self, state: State) -> Sequence[str]:
        """All actions, in each round."""
        return self.actions if state[1] < len(self.bonus) else ()

    def step(self, state: State, move: str) -> tuple[int, str, State]:
        """One round."""
        who, at, number = state
        points, seen, after = self._row(who, number)[self._at[move]]
        return points * self.bonus[at], seen, (who, at + 1, after)

    def led(self, state: State) -> tuple[tuple[int, str, State], ...]:
        """What all moves of a state lead to, in their order."""
        who, at, number = state
        if at >= len(self.bonus):
            return ()
        times, below = self.bonus[at], at + 1
        return tuple(
            [(points * times, seen, (who, below, after)) for points, seen, after in self._row(who, number)]
        )

    def _number(self, who: int, memories: Memories) -> int:
        numbers = self._numbers[who]
        found = numbers.get(memories)
        if found is None:
            found = numbers[memories] = len(numbers)
            self._remembered[who].append(memories)
        return found

    def _row(self, who: int, number: int) -> Row:
        """What the moves come to without the bonus of a round, worked out once."""
        row = self._rows[who].get(number)
        if row is None:
            both = list(zip(self.partners[who], self._remembered[who][number], strict=True))
            outs = [rules.out(rule, memory) for rule, memory in both]
            seen = " ".join(outs)
            row = self._rows[who][number] = tuple(
                [
                    (
                        worth(self.facts, move, outs),
                        seen,
                        self._number(who, tuple([rules.after(rule, memory, move) for rule, memory in both])),
                    )
                    for move in self.actions
                ]
            )
        return row


def worth(facts: Mapping[str, Json], move: str, outs: Sequence[str]) -> int:
    """The points of one round without the bonus."""
    if facts["kind"] == "average":
        numbers = [int(move), *map(int, outs)]
        # Nine times the distances to two thirds of the average of three.
        away = [abs(9 * number - 2 * sum(numbers)) for number in numbers]
        return numbers[0] if away[0] < min(away[1:]) else 0
    seen = outs[0] if len(outs) == 1 else str(outs.count(facts["actions"][0]))
    return int(facts["points"][move][seen])


def _game(rng: random.Random, kind: str, rounds: int) -> dict[str, Json]:
    """Actions, points and bonus of a game; how many partners there are beside the one whose rule is not told."""
    r = rng.randint
    bonus, beside = _bonus(rng, rounds), 0
    if kind in ("prisoners", "stag"):
        a, b, c, d = r(0, 3), r(1, 5), r(1, 6), r(1, 6)
        points = (
            {"C": {"C": a + b + c, "D": a}, "D": {"C": a + b + c + d, "D": a + b}}
            if kind == "prisoners"
            else {"S": {"S": a + b + c + d, "H": a}, "H": {"S": a + b + c, "H": a + b}}
        )
    elif kind == "pennies":
        one, other = rng.sample(range(2, 13), 2)
        lost = r(0, 3)
        points = {"H": {"H": one, "T": -lost}, "T": {"H": -lost, "T": other}}
    elif kind == "rps":
        rock, paper, scissors = rng.sample(range(2, 13), 3)
        same, lost = r(0, 1), r(0, 3)
        points = {
            "R": {"R": same, "P": -lost, "S": rock},
            "P": {"R": paper, "P": same, "S": -lost},
            "S": {"R": -lost, "P": scissors, "S": same},
        }
    elif kind == "trust":
        half = r(2, 9)
        points = {"K": dict.fromkeys("NRT", 2 * half), "H": {"N": half, "R": 2 * half, "T": 3 * half},
                  "S": {"N": 0, "R": 2 * half, "T": 4 * half}}  # fmt: skip
    elif kind in ("market", "three"):
        beside = 1 if kind == "three" else 2
        step, stay = r(2, 9), r(1, 5)
        points = (
            {
                "E": {str(n): step * (3 - n) for n in range(4)},
                "S": dict.fromkeys("0123", step + min(stay, step - 1)),
            }
            if kind == "market"
            else {"C": {str(n): step * n for n in range(3)}, "D": {str(n): step * n + stay for n in range(3)}}
        )
    elif kind == "four":
        beside, size = 2, r(1, 9)
        points = {"X": {str(n): size * (3 - n) if n < 3 else -size for n in range(4)},
                  "Y": {str(n): -size * n if n else size for n in range(4)}}  # fmt: skip
    else:
        points = {}
    if kind == "average":
        actions = [str(number) for number in sorted(rng.sample(range(5, 60), 4))]
        return {"kind": kind, "actions": actions, "theirs": actions, "points": {}, "bonus": bonus, "beside": 1}
    theirs = RETURNS if kind == "trust" else WORDS[kind]
    letters = rng.sample(LETTERS, len(points) + (len(theirs) if kind == "trust" else 0))
    mine = dict(zip(points, letters, strict=False))
    others = dict(zip(RETURNS, letters[3:], strict=True)) if kind == "trust" else mine
    renamed = {
        mine[move]: {others.get(seen, seen): value for seen, value in row.items()}
        for move, row in points.items()
    }
    return {
        "kind": kind,
        "actions": list(mine.values()),
        "theirs": list(others.values()),
        "points": renamed,
        "bonus": bonus,
        "beside": beside,
    }


def _bonus(rng: random.Random, rounds: int) -> list[int]:
    """How often the points of each round count: those of two or three rounds several times."""
    bonus = [1] * rounds
    for at in rng.sample(range(1, rounds), rng.randint(2, 3)):
        bonus[at] = rng.randint(2, 6)
    return bonus


def tried(play: Play, start: State) -> Iterator[list[str]]:
    """Lists of moves that take no thought."""
    rounds, actions = len(play.bonus), play.actions
    for one in actions:
        yield [one] * rounds
    for one, other in permutations(actions, 2):
        yield from ([one] * first + [other] * (rounds - first) for first in range(1, rounds))
        yield ([one, other] * rounds)[:rounds]
        yield ([one, other] * rounds)[: rounds - 2] + [one] * 2
        yield ([one, other] * rounds)[: rounds - 2] + [other] * 2
        yield ([one, one, other] * rounds)[:rounds]
        yield ([one, other, other] * rounds)[:rounds]

    def answered(first: str, choose: Callable[[str, str, list[str]], str]) -> list[str]:
        """`choose` is told the partner's move, the move that it sees, and which moves pay most now."""
        made: list[str] = []
        last, state = "", start
        for _ in range(rounds):
            led = play.led(state)
            seen = led[0][1].split()[-1]
            most = max([points for points, _, _ in led])
            greedy = [move for move, (points, _, _) in zip(actions, led, strict=True) if points == most]
            made.append(choose(last, made[-1], greedy) if made else first)
            last, state = seen, led[actions.index(made[-1])][2]
        return made

    pays_most = {
        seen: max(actions, key=lambda move: play.facts["points"].get(move, {}).get(seen, 0))
        for seen in play.facts["theirs"]
    }
    for first in actions:
        yield answered(first, lambda last, own, greedy: greedy[0])
        yield answered(first, lambda last, own, greedy: greedy[-1])
        yield answered(first, lambda last, own, greedy: last if last in actions else own)
        yield answered(first, lambda last, own, greedy: pays_most[last])
        if len(actions) == 2:
            yield answered(first, lambda last, own, greedy: next((a for a in actions if a != last), own))


@limited(**LIMITS)
def generate(rng: random.Random, *, kinds: str, rounds: int, candidates: int, depth: int) -> Draft:
    """Make one game, and find what can be had in it.

    Raises:
        GenerationError: if no game was found.
    """
    facts, draft, _ = drawn(rng, kinds, rounds, candidates, depth)
    return Draft(prompt=phrase(rng, WORDINGS, **fields(facts), rules=_told(facts)), **draft)


def drawn(
    rng: random.Random, kinds: str, rounds: int, candidates: int, depth: int
) -> tuple[dict[str, Json], dict[str, Json], float]:
    """A game, all of its draft but the prompt, and how often chance wins where it is played."""
    kind = rng.choice(kinds.split())
    for _ in range(_TRIES):
        facts = _game(rng, kind, rounds)
        facts["partners"] = [
            rules.draw(rng, facts["actions"], facts["theirs"], depth) for _ in range(facts.pop("beside"))
        ]
        facts["candidates"] = [
            rules.draw(rng, facts["actions"], facts["theirs"], depth) for _ in range(candidates)
        ]
        facts["who"] = who = rng.randrange(candidates)
        facts["earlier"] = [rng.choice(facts["actions"]) for _ in range(rounds // 2 + 1)] * (candidates > 1)
        play = Play(facts)
        starts = play.starts()
        shown = [_outs(rule, facts["earlier"]) for rule in facts["candidates"]]
        if shown.count(shown[who]) > 1:
            continue
        policies = Policies(play, _MOST)
        try:
            found = optimum(policies, starts, who, tried(play, starts[who]))
        except TooHard:
            continue
        if found is not None:
            break
    else:
        raise GenerationError(f"no game of {kind} needs thought; raise 'rounds' or lower 'candidates'")
    payload = {**facts, "best": found.best, "low": found.low, "slack": found.slack}
    draft = {
        "payload": payload,
        "answer": ", ".join(found.moves),
        "trace": "\n".join(_lines(play, starts[who], found.moves)),
        "canonical": _unnamed(facts),
        "guess_rate": found.lucky[0],
        "difficulty": float(rounds * (len(facts["partners"]) + candidates)),
    }
    return facts, draft, found.lucky[1]


def _unnamed(facts: Mapping[str, Json]) -> str:
    """The game with other signs for its letters: numbers, in the order of the moves."""
    letters = [*facts["actions"], *facts["theirs"]] if facts["kind"] != "average" else []
    signs = {ord(letter): str(number) for number, letter in enumerate(dict.fromkeys(letters))}
    return canonical_json(facts).translate(signs)


def _outs(rule: rules.Rule, moves: Sequence[str]) -> list[str]:
    """What a partner plays when you make these moves."""
    memory, outs = rules.first(rule), []
    for move in moves:
        outs.append(rules.out(rule, memory))
        memory = rules.after(rule, memory, move)
    return outs


def _lines(play: Play, state: State, moves: Sequence[str]) -> Iterator[str]:
    """The rounds one by one, and the sum."""
    facts = play.facts
    total = 0
    if len(facts["candidates"]) > 1:
        yield f"Only rule {'ABCDE'[facts['who']]} is consistent with the earlier game."
    for at, move in enumerate(moves, 1):
        points, seen, state = play.step(state, move)
        total += points
        yield f"Round {at}: {move} against {seen.replace(' ', ', ')} gives {points}, in all {total}."
    yield f"No other list gives more than {total}."


def fields(facts: Mapping[str, Json]) -> dict[str, str]:
    """What the wordings name."""
    kind, actions = facts["kind"], facts["actions"]
    partners = len(facts["partners"]) + 1
    bonus = [(at, times) for at, times in enumerate(facts["bonus"], 1) if times > 1]
    more = ""
    if kind == "trust":
        more = f" The partner chooses {_meant(facts['theirs'], RETURNS)}."
    several = [f"{times} times as much in round {at}" for at, times in bonus]
    more += f" Points count {listed(several)}."
    return {
        "rounds": str(len(facts["bonus"])),
        "others": "a partner" if partners == 1 else f"{partners} partners",
        "names": f"one of the numbers {listed(actions)}" if kind == "average" else _meant(actions, WORDS[kind]),
        "more": more,
        "points": _table(facts),
        "short": listed(actions, "or"),
    }


def _meant(letters: Sequence[str], meanings: Mapping[str, str]) -> str:
    return listed(
        (f"{letter} ({words})" for letter, words in zip(letters, meanings.values(), strict=True)), "or"
    )


def _table(facts: Mapping[str, Json]) -> str:
    if facts["kind"] == "average":
        return AVERAGE
    actions = facts["actions"]
    partners = len(facts["partners"]) + 1
    return "\n".join(
        f"- you {move}, the partner {seen}: {points}"
        if partners == 1
        else f"- you {move}, and {seen} of the {partners} partners {actions[0]}: {points}"
        for move in actions
        for seen, points in facts["points"][move].items()
    )


def listed_rules(facts: Mapping[str, Json]) -> tuple[str, str]:
    """The rules that are known for sure, and those of which one is true."""
    several = bool(facts["partners"])
    known = [f"Partner {n}: {rules.said(rule)}" for n, rule in enumerate(facts["partners"], 1)]
    options = [rules.said(rule) for rule in facts["candidates"]]
    last = f"Partner {len(known) + 1}" if several else "The partner"
    if len(options) == 1:
        return "\n".join([*known, f"{last}: {options[0]}"]), ""
    said = [f"{letter}. {option}" for letter, option in zip("ABCDE", options, strict=False)]
    return "\n".join(known), "\n".join(
        [f"{last} follows one of these {len(said)} rules, and you are not told which:", *said]
    )


def _told(facts: Mapping[str, Json]) -> str:
    """All rules, and the earlier game where one of them has to be found."""
    known, open_ = listed_rules(facts)
    if not open_:
        return known
    outs = _outs(facts["candidates"][facts["who"]], facts["earlier"])
    rounds = "; ".join(
        f"round {n}: you {mine}, it {theirs}"
        for n, (mine, theirs) in enumerate(zip(facts["earlier"], outs, strict=True), 1)
    )
    earlier = (
        f"In an earlier game of {len(outs)} rounds it followed the same rule, from its beginning: {rounds}. Now a new "
        "game begins, and all rules begin anew."
    )
    return "\n".join(part for part in (known, open_, earlier) if part)
