"""Nim and its kin: all winning moves of a position, in twelve games in which whoever cannot move has lost (or won).

To say who wins would be a guess of one in two; so all moves that win are asked for. Every position has one at
least, and no more than a quarter of its moves win. A search with a table proves which; the solver finds them by theory.

Problems are the same if their heaps (or rows of pins) are the same in another order.

Difficulty: the `kinds` of game, and the `work`, the positions that the search looks at. `strength` is that of the
opponent where the task is played (`nim_games_moves`). Proxy: positions that the search looks at.

Sources: E. Berlekamp, J. Conway, R. Guy, Winning Ways (1982), for most of them; C. Bouton 1901 (Nim), W. Wythoff
1907, H. Dudeney 1908 (Kayles), E. Lasker 1931, A. Cole and A. Davie 1969 (Euclid), M. Whinihan 1963 (Fibonacci Nim).
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from ..base import Draft, GenerationError, Json
from ..english import listed
from ..kernels.duel import Solved, TooHard
from ..limits import Limit, Words, limited
from ..wording import phrase
from .duel_task import STRENGTH, WORK, blind, framed
from .nim_rules import GAMES, LETTERS, Position, Rules

_HEAPS = (
    "Write a move as the letter of a heap and the number of stones that are taken from it: C2 takes two stones "
    "from heap C."
)
_LAST = "Whoever takes the last stone wins."
_STUCK = "Whoever cannot move loses."
RULES = {
    "nim": {
        "rule": "There are heaps of stones. In a turn a player takes {allowed} from one heap.",
        "end": _LAST,
        "form": _HEAPS,
    },
    "misere": {
        "rule": "There are heaps of stones. In a turn a player takes {allowed} from one heap.",
        "end": "Whoever takes the last stone loses.",
        "form": _HEAPS,
    },
    "subtraction": {
        "rule": "There are heaps of stones. In a turn a player takes {allowed} from one heap; no other number may be "
        "taken.",
        "end": _STUCK,
        "form": _HEAPS,
    },
    "primes": {
        "rule": "There are heaps of stones. In a turn a player takes a prime number of stones (2, 3, 5, 7, 11 and "
        "so on) from one heap.",
        "end": _STUCK,
        "form": _HEAPS,
    },
    "euclid": {
        "rule": "There are pairs of numbers. In a turn a player chooses a pair without a 0 and subtracts the "
        "smaller of its "
        "numbers, or a multiple of it (twice, three times and so on), from the larger one; nothing may become "
        "negative. Of two equal numbers one is subtracted from the other.",
        "end": "Whoever cannot move, because every pair has a 0, loses.",
        "form": "Write a move as the letter of a pair and what is subtracted from its larger number: B6 subtracts 6 "
        "in pair B.",
    },
    "wythoff": {
        "rule": "There are four heaps of stones; A and B are a pair, and so are C and D. In a turn a player takes "
        "one or more "
        "stones from one heap, or one or more from both heaps of a pair, and then the same number from each.",
        "end": _LAST,
        "form": "Write a move as the heap and the number of stones: B3 takes three stones from heap B, and CD2 two "
        "from each of heaps C and D.",
    },
    "kayles": {
        "rule": "Pins stand in places of a row, which are numbered from 1. In a turn a player knocks down "
        "{allowed}; the pins of one turn stand next to each other, without an empty place between them.",
        "end": _STUCK,
        "form": "Write a move as the places of the first and the last pin, such as 4-5, and a single pin as its "
        "place, such as 4.",
    },
    "lasker": {
        "rule": "There are heaps of stones. In a turn a player takes {allowed} from one heap, or divides one heap into "
        "two, with at least one stone in each, and takes nothing.",
        "end": _LAST,
        "form": "Write a move as the letter of a heap and the number of stones taken from it, or the two numbers "
        "into which it "
        "is divided, the smaller one first: C2 takes two stones from heap C, and C1+4 divides a heap C of five.",
    },
    "fibonacci": {
        "rule": "There is one heap of stones. In a turn a player takes at least one stone, and at most twice as "
        "many as the other player took just before.",
        "end": _LAST,
        "form": "Write a move as the number of stones that are taken.",
    },
    "ordered": {
        "rule": "Heaps of stones stand in a row, A first. In a turn a player takes {allowed} from one heap, but no "
        "heap may then have fewer stones than the heap just before it in the row.",
        "end": _LAST,
        "form": _HEAPS,
    },
    "beans": {
        "rule": "There are jars with beans. In a turn a player takes one bean out of a jar and puts two new beans "
        "into jars that "
        "are later in the alphabet: one into each of two such jars, or both into the same one. Beans in the last "
        "jar cannot be moved.",
        "end": _STUCK,
        "form": "Write a move as the jar of the bean that is taken and the two jars that gain one, in the order of "
        "the alphabet: A>CD, or A>CC where both go into jar C.",
    },
    "flips": {
        "rule": "There are squares, numbered from 1, that are white or black. In a turn a player chooses a white "
        "square x and a "
        "whole number k from 1 on, where k times x is not more than the number of squares, and turns the k squares "
        "x, 2x, 3x and so on up to kx over: white ones become black and black ones white.",
        "end": "Whoever cannot move, because no square is white, loses.",
        "form": "Write a move as the first and the last square that are turned, such as 3-9 for 3, 6 and 9; where "
        "only one square is turned, as its number, such as 3.",
    },
}
_ALL = "Give all winning moves and no others, with commas between them, in any order."
WORDINGS = framed(
    (
        "Two players move in turn. <rule> <end>\n\n{position}\n\nIt is your turn, and at least one move wins: "
        "whatever the "
        f"other player does from then on, you can be the winner. Which moves are these? {_ALL} <form>",
        "{position}\n\nThis is a position of a game for two, and it is your move. The rules: <rule> The players "
        "move in turn. "
        f"<end>\n\nFind every move after which you can force a win. {_ALL} <form>",
        "You play a game against somebody who makes no mistakes, and it is your turn. <rule> Then it is the other's "
        "turn. <end>"
        f"\n\nNow: {{position}}\n\nOne or more moves win the game if you go on well. {_ALL} <form>",
    ),
    RULES,
)
_SIZES = {
    "nim": 1.3, "misere": 1.3, "subtraction": 1.8, "primes": 1.8, "euclid": 1.2, "wythoff": 0.4, "kayles": 0.9,
    "lasker": 0.8, "fibonacci": 2.0, "ordered": 0.85, "beans": 0.42, "flips": 0.45,
}  # fmt: skip
"""Where the search for a size begins: by so much times the root of the work."""
NAMES = {"euclid": "Pairs", "beans": "Jars"}
_TRIES = 400
FEWEST = 6
_MOST = 6
LIMITS: dict[str, Limit] = {
    "kinds": Words(tuple(GAMES), "the games to draw from"),
    "work": WORK,
    "strength": STRENGTH,
}


def told(kind: str, position: Position) -> str:
    """A position in words."""
    if kind == "fibonacci":
        return f"Stones: {position[0]}. The player whose turn it is may take up to {position[1]}."
    if kind == "kayles":
        standing = ", ".join(str(n) for n, pin in enumerate(position[0], 1) if pin == "X")
        return f"Places with a pin: {standing}. All other places are empty."
    if kind == "flips":
        white = ", ".join(str(n) for n, square in enumerate(position, 1) if square)
        return f"Squares: 1 to {len(position)}. White: {white}. All others are black."
    parts = (f"{letter}: {part}" for letter, part in zip(LETTERS, position, strict=False))
    return f"{NAMES.get(kind, 'Heaps')} {', '.join(parts)}."


def fields(kind: str, allowed: Sequence[int], position: Position) -> dict[str, str]:
    """What the wordings of a kind name: the position, and the numbers that may be taken."""
    said = f"{listed(allowed, 'or')} stones" if allowed else "one or more stones"
    if kind == "kayles":
        said = f"{listed(allowed, 'or')} pins" if allowed != (1,) else "one pin"
    elif allowed and kind != "subtraction":
        said = f"one or more stones, but at most {allowed[0]},"
    return {"position": told(kind, position), "allowed": said}


@limited(**LIMITS)
def generate(rng: random.Random, *, kinds: str, work: int, strength: float) -> Draft:
    """Make one position, and prove which moves win.

    Raises:
        GenerationError: if no position was found.
    """
    kind = rng.choice(kinds.split())
    game = GAMES[kind]
    size = max(2, round(_SIZES[kind] * work**0.5))
    for _ in range(_TRIES):
        position = game.draw(rng, size)
        rules = Rules(game, tuple(game.may(rng, size)))
        solved = Solved(rules, 3 * work - 1)
        count = sum(1 for _ in rules.moves(position))
        if count < FEWEST:
            size += rng.random() < 0.5
            continue
        try:
            best = [name for name, worth in solved.worths(position).items() if worth == 1]
        except TooHard:
            size = max(2, size - 1 - size // 12)
            continue
        if solved.looked < work:
            size += 1 + size // 12
        elif 1 <= len(best) <= min(_MOST, count // 4):
            break
    else:
        raise GenerationError(f"no position of {kind} takes {work} positions to solve; lower 'work'")
    facts: dict[str, Json] = {
        "kind": kind,
        "position": [list(part) if isinstance(part, tuple) else part for part in position],
        "allowed": list(rules.allowed),
    }
    return Draft(
        prompt=phrase(rng, WORDINGS[kind], **fields(kind, rules.allowed, position)),
        payload={**facts, "best": best, "seed": rng.randrange(10**9), "strength": strength},
        answer=", ".join(best),
        trace="\n".join(_lines(rules, solved, position, best)),
        canonical=[kind, list(rules.allowed), repr(game.same(position))],
        guess_rate=blind(count, len(best)),
        difficulty=float(solved.looked),
    )


def _lines(rules: Rules, solved: Solved[Position], position: Position, best: Sequence[str]) -> list[str]:
    """For each move that does not win how it is answered, then those that win."""
    lines = []
    for name, after in rules.moves(position):
        if name not in best:
            answer = solved.winning(after)
            lines.append(f"{name} is answered by {answer}." if answer else f"{name} ends the game, lost.")
    return [*lines, f"No answer to {listed(list(best), 'or')} wins."]
