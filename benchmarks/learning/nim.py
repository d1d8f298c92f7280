"""Taking stones against an opponent who makes no mistake: the task ``proof/nim-v0``.

Two players take 1, 2 or 3 stones in turn; whoever takes the last one wins. The player begins with a number of stones
that can be won, and the opponent takes what wins whenever there is such a move, so one slip loses the game. Where the
opponent has no winning move, it takes what a hash of the task and the stones says.

Source: C. Bouton, Nim, a game with a complete mathematical theory (1901); with one heap, the number to take is the
remainder of the stones by 4.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from functools import cache
from random import Random

from rlvr.envs.game import Game, Turn
from rlvr.generators.base import Draft, Json, derive_seed
from rlvr.generators.limits import Whole, limited
from rlvr.generators.wording import phrase
from rlvr.verifiers.base import Verdict, correct, unparsable, wrong

MOST = 3
WORDINGS = (
    "There are {stones} stones. We take 1, 2 or 3 of them in turn, and you begin. Whoever takes the last stone wins.\n"
    "A move is the number of stones that you take.",
    "A heap has {stones} stones. You and I take 1 to 3 stones in turn. You begin, and the last stone wins.\n"
    "Your move is how many you take.",
    "Let us play with {stones} stones: each takes 1, 2 or 3 in turn, and who takes the last one wins. You begin.\n"
    "Give the number of stones that you take as your move.",
)
_MOVE = re.compile(r"[1-9][0-9]*")


@limited(stones=Whole(1, 200, "stones at the beginning, and up to two fewer"))
def generate(rng: random.Random, *, stones: int) -> Draft:
    """Make one game that can be won."""
    wins = [n for n in (stones, stones - 1, stones - 2) if n > 0 and n % (MOST + 1)]
    begin = rng.choice(wins)
    payload = {"stones": begin, "opponent": rng.randrange(10**6), "max_turns": begin // 2 + 1}
    moves, left = [], begin
    while left > 0:
        moves.append(left % (MOST + 1))
        left -= moves[-1]
        left -= reply(payload, left) if left else 0
    return Draft(
        prompt=phrase(rng, WORDINGS, stones=begin),
        payload=payload,
        answer=" ".join(map(str, moves)),
        guess_rate=float(MOST) ** -len(moves),
        difficulty=float(begin),
    )


def reply(payload: Mapping[str, Json], left: int) -> int:
    """What the opponent takes of the stones that are left."""
    if left % (MOST + 1):
        return left % (MOST + 1)
    return 1 + derive_seed("nim", payload["opponent"], left) % MOST


def taken(left: int, move: str) -> int | None:
    """The stones that a move takes; None if it is no legal move."""
    text = move.strip()
    if len(text) > 9 or not _MOVE.fullmatch(text) or int(text) > min(MOST, left):
        return None
    return int(text)


def verify(payload: Mapping[str, Json], answer: str) -> Verdict:
    """Score a whole game, the player's moves with spaces between them."""
    left = int(payload["stones"])
    for move in answer.split()[: left + 1]:
        took = taken(left, move)
        if took is None:
            return unparsable("Give the numbers of stones that you take, 1 to 3 each.")
        left -= took
        if left == 0:
            return correct()
        left -= reply(payload, left)
        if left == 0:
            return wrong("The opponent took the last stone.")
    return wrong("The game is not over.")


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether `answer` wins by moves that win in the tree of all games."""
    left = int(payload["stones"])
    for move in map(int, answer.split()):
        if _wins(left - move):
            return False
        left -= move
        left -= reply(payload, left) if left else 0
    return left == 0


@cache
def _wins(left: int) -> bool:
    return any(not _wins(left - move) for move in range(1, min(MOST, left) + 1))


class Nim(Game):
    """The rules for a player who moves turn by turn; a state is the stones that are left and whether they won."""

    def start(self, payload: Mapping[str, Json]) -> Json:
        """All stones."""
        return {"left": payload["stones"], "won": False}

    def play(self, payload: Mapping[str, Json], state: Json, move: str) -> Turn:
        """Take stones, and let the opponent take some."""
        took = taken(state["left"], move)
        if took is None:
            return Turn(state, f"Take 1 to {min(MOST, state['left'])} stones. Stones left: {state['left']}.")
        left = state["left"] - took
        if left == 0:
            return Turn({"left": 0, "won": True}, "You took the last stone.", over=True)
        answered = reply(payload, left)
        left -= answered
        if left == 0:
            return Turn({"left": 0, "won": False}, "I took the last stone.", over=True)
        return Turn({"left": left, "won": False}, f"I took {answered}. Stones left: {left}.")

    def verdict(self, payload: Mapping[str, Json], state: Json) -> Verdict:
        """Right if the player took the last stone."""
        return correct() if state["won"] else wrong("The game is not won.")

    def plan(self, payload: Mapping[str, Json], answer: str) -> list[str]:
        """The moves of the answer."""
        return answer.split()

    def random_move(self, payload: Mapping[str, Json], state: Json, rng: Random) -> str:
        """Any legal move."""
        return str(rng.randint(1, max(1, min(MOST, state["left"]))))
