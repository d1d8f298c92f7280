"""Small poker, played: hands of a payload, an action a turn.

A hand is a tree of the player's actions, see `rlvr.generators.games.poker_hands`. The game is won if no action was
worse than the best one by what was known, however the cards fell. ``parts`` has ``kept``, the share of actions that
were best, ``regret``, the chips that the others are expected to miss, and ``chips``, what was really won or lost.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from ...generators.base import Json, Task
from ...verifiers.base import Reason, Verdict, correct
from ...verifiers.policies.poker_small import RULES
from ..base import Feedback
from ..game import Game, Turn, turns_told


class PokerSmall(Game):
    """A state is the number of the hand and the actions in it; over all hands, actions, best ones, regret, chips."""

    def start(self, payload: Mapping[str, Json]) -> Json:
        """The first hand, before any action."""
        return {"hand": 0, "path": [], "made": 0, "kept": 0, "regret": 0.0, "chips": 0}

    def play(self, payload: Mapping[str, Json], state: Json, move: str) -> Turn:
        """Act once, and hear what follows until the next decision, of the next hand if this one is over."""
        node = _at(payload, state)
        words = RULES.read(payload, move)
        if words is None or len(words) != 1:
            return Turn(state, f"That is not one action, in one word.\n\n{_told(payload, state)}")
        action = words[0].lower()
        if action not in node["moves"]:
            possible = " or ".join(node["moves"])
            return Turn(state, f"You cannot {action} here, only {possible}.\n\n{_told(payload, state)}")
        after = node["moves"][action]
        new = {
            **state,
            "path": [*state["path"], action],
            "made": state["made"] + 1,
            "kept": state["kept"] + (not after["cost"]),
            "regret": round(state["regret"] + after["cost"], 4),
        }
        if "moves" in after:
            return Turn(new, _told(payload, new))
        chips = after["chips"]
        new |= {"hand": state["hand"] + 1, "path": [], "chips": state["chips"] + chips}
        ended = f"You {'lose' if chips < 0 else 'win'} {abs(chips)} chip{'s' * (abs(chips) != 1)}."
        told = f"{after['told']} {ended if chips else 'The pot is shared.'}"
        if new["hand"] == len(payload["hands"]):
            return Turn(new, f"{told}\n\nThat was the last hand.", over=True)
        return Turn(new, f"{told}\n\n{_told(payload, new)}")

    def how_to_play(self, task: Task, feedback: Feedback, turns: int) -> str:
        """What an action that is not possible costs."""
        return turns_told(task, turns)

    def verdict(self, payload: Mapping[str, Json], state: Json) -> Verdict:
        """Right if all actions were best; 0 before the end, and where one was not."""
        if state["hand"] < len(payload["hands"]):
            return Verdict(0.0, Reason.WRONG, "The game is not over.")
        parts = {
            "kept": state["kept"] / state["made"],
            "regret": float(state["regret"]),
            "chips": float(state["chips"]),
        }
        if state["kept"] == state["made"]:
            return correct(**parts)
        return Verdict(0.0, Reason.WRONG, "Some action was not the best one.", parts)

    def plan(self, payload: Mapping[str, Json], answer: str) -> list[str]:
        """The best actions of all hands; the first one where several are."""
        made: list[str] = []
        for node in payload["hands"]:
            while "moves" in node:
                action = next(name for name, after in node["moves"].items() if not after["cost"])
                made.append(action)
                node = node["moves"][action]
        return made

    def random_move(self, payload: Mapping[str, Json], state: Json, rng: Random) -> str:
        """Any action that is possible."""
        return str(rng.choice(list(_at(payload, state)["moves"])))


def _at(payload: Mapping[str, Json], state: Json) -> Json:
    """The decision that is next."""
    node = payload["hands"][state["hand"]]
    for action in state["path"]:
        node = node["moves"][action]
    return node


def _told(payload: Mapping[str, Json], state: Json) -> str:
    """What the player has to know of the next decision."""
    node = _at(payload, state)
    possible = " or ".join(node["moves"])
    return f"Hand {state['hand'] + 1} of {len(payload['hands'])}. {node['told']} You may {possible}."
