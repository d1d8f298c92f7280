"""PettingZoo: games for two of this package in which both players are yours; imports pettingzoo.

    env = rlvr.aec("nim-games", level=2)
    env.reset(seed=0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        action = None if terminated or truncated else env.action_space(agent).sample(observation["action_mask"])
        env.step(action)

An episode begins with the position of a task, where ``player_0`` is to move, and ends when the game does.
``observation`` holds ``text``, what a policy reads, and ``action_mask``: 1 for each move that can be made, in
the order of ``info["moves"]``. An action is the number of a move, or a text: what a policy wrote, with its move in
answer tags, or the bare move.

Rewards come at the end: 1 for the winner and -1 for the loser, or 0 for both. Whoever writes no legal move
gets -1 and ends the game; the other player has won. The last ``info`` has ``payoff``, ``regret`` (what the
player's moves gave away of what their positions were worth under perfect play, summed up: 1 for a won position that
was then drawn, 2 for one that was then lost), ``kept`` (the share of moves that gave nothing away) and ``illegal``.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from typing import Any, ClassVar

import gymnasium
import numpy as np
from pettingzoo import AECEnv

from .. import registry
from ..envs.games.duels import Duel
from ..envs.spaces import UnicodeText
from ..generators.base import Json, Task
from ..generators.games import nim_games, tic_tac_toe_kin
from ..generators.games.nim_rules import rules_of as nim_rules
from ..generators.games.tic_tac_toe_rules import position_of, rules_of
from ..spec import TaskSpec, resolve, with_kinds
from ..verifiers.duels.rules import Rules

__all__ = ["MOST_MOVES", "DuelAEC", "aec"]

MOST_MOVES = 256
"""Actions of a space: no position of a level has as many moves."""
_MOST_CHARS = 20_000
PLAYERS = ("player_0", "player_1")


def aec(name: str, level: int = 1, seed: int = 0, **options: Any) -> DuelAEC:
    """The environment of a game for two, by its id or short name; see `DuelAEC` for the options.

    Raises:
        UnknownEnvironment: if there is no such entry.
        ValueError: if it is no game for two.
    """
    return DuelAEC(_played(registry.get(name)), level=level, seed=seed, **options)


def _played(spec: TaskSpec) -> TaskSpec:
    """The form of an entry that is played.

    Raises:
        ValueError: if it is no game for two; the message names those that are.
    """
    forms = {entry.id: entry for entry in registry.specs("games") if _is_duel(entry)}
    short, _, version = spec.id.rpartition("-v")
    for id in (spec.id, f"{short}-moves-v{version}"):
        if id in forms:
            return forms[id]
    known = ", ".join(id.rpartition("/")[2].rpartition("-moves-v")[0] for id in forms)
    raise ValueError(f"{spec.id} is no game for two; there are: {known}")


def _is_duel(spec: TaskSpec) -> bool:
    if spec.env in ("single", "") or ":" not in str(spec.env):
        return False
    game = resolve(spec.env)
    return isinstance(game, type) and issubclass(game, Duel)


class DuelAEC(AECEnv):  # type: ignore[misc]
    """A game for two whose players move in turn.

    Args:
        spec: the entry of the form that is played.
        level: the level of the tasks whose positions are played.
        seed: the seed of the first task, where `reset` is given none; the next ones follow.
        params: difficulty parameters that override those of the level.
        kinds: the kinds of game to draw from.
        render_mode: ``ansi`` or None.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "rlvr_duel_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        spec: TaskSpec,
        *,
        level: int = 1,
        seed: int = 0,
        params: Mapping[str, Json] | None = None,
        kinds: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode must be 'ansi' or None, not {render_mode!r}")
        self.spec, self.level, self.render_mode = spec, level, render_mode
        self.params = with_kinds(spec, params, kinds)
        spec.params(level, self.params)  # a level that there is not is an error now
        self.rules: Rules = resolve(spec.env).rules
        self._next_seed = seed
        self.possible_agents = list(PLAYERS)
        self.agents: list[str] = []
        space = gymnasium.spaces.Dict(
            {
                "text": UnicodeText(_MOST_CHARS),
                "action_mask": gymnasium.spaces.Box(0, 1, (MOST_MOVES,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(PLAYERS, space)
        self.action_spaces = {agent: gymnasium.spaces.Discrete(MOST_MOVES) for agent in PLAYERS}

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """Text and mask, the same for both."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """Numbers of moves; texts are taken as well."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a game: that of the task with this seed, of the next one, or of ``options["task"]``."""
        task = (options or {}).get("task")
        if task is None:
            if seed is None:
                seed = self._next_seed
            self._next_seed = seed + 1
            task = self.spec.task(self.level, seed, params=self.params or None)
        self.task: Task = task
        self.position: Json = self.rules.start(task.payload)
        self.told = _rules_told(task)
        self.history: list[str] = []
        self.agents = list(PLAYERS)
        self.agent_selection = PLAYERS[0]
        self.rewards = dict.fromkeys(PLAYERS, 0.0)
        self._cumulative_rewards = dict.fromkeys(PLAYERS, 0.0)
        self.terminations = dict.fromkeys(PLAYERS, False)
        self.truncations = dict.fromkeys(PLAYERS, False)
        self._lost: dict[str, list[int]] = {agent: [] for agent in PLAYERS}
        self.infos: dict[str, dict[str, Any]] = {agent: {"moves": self._moves(agent)} for agent in PLAYERS}

    def _moves(self, agent: str) -> list[str]:
        """The moves that a player can make now."""
        if agent != self.agent_selection or any(self.terminations.values()):
            return []
        moves = list(self.rules.moves(self.task.payload, self.position))
        if len(moves) > MOST_MOVES:
            raise RuntimeError(f"{self.task.id}: a position has more than {MOST_MOVES} moves; lower 'work'")
        return moves

    def observe(self, agent: str) -> dict[str, Any]:
        """What a player sees: rules, position, moves so far, and which moves can be made."""
        moves = self._moves(agent)
        mask = np.zeros(MOST_MOVES, np.int8)
        mask[: len(moves)] = 1
        lines = [self.told[agent], self.rules.show(self.task.payload, self.position)]
        if self.history:
            lines.append("Moves so far: " + ", ".join(self.history) + ".")
        if moves:
            lines.append(f"It is your turn. Moves that you can make: {', '.join(moves)}.")
        else:
            over = any(self.terminations.values())
            lines.append("The game is over." if over else "It is the other player's turn.")
        return {"text": "\n\n".join(lines), "action_mask": mask}

    def step(self, action: int | str | None) -> None:
        """Make the move of the player whose turn it is; None for one who has ended."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        other = PLAYERS[1 - PLAYERS.index(agent)]
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(PLAYERS, 0.0)
        payload = self.task.payload
        after = self.rules.moves(payload, self.position)
        move = self._read(action, list(after))
        if move is None:
            self._end({agent: -1.0, other: 1.0}, illegal=agent)  # else a lost player takes the win away
        else:
            worth = self.rules.worth(payload, self.position)
            self._lost[agent].append(worth + self.rules.worth(payload, after[move]))
            self.position = after[move]
            self.history.append(f"{agent} {move}")
            end = self.rules.ended(payload, self.position)
            if end is not None:
                self._end({agent: float(-end), other: float(end)})
        self.agent_selection = other
        if move is not None and not any(self.terminations.values()):
            self.infos = {each: {"moves": self._moves(each)} for each in PLAYERS}
        self._accumulate_rewards()

    def _read(self, action: int | str | None, moves: list[str]) -> str | None:
        """The move of an action; None if it is none that can be made."""
        if isinstance(action, str):
            found = (
                self.spec.extract(action, self.task.marker).text if "<" in action or "\\" in action else action
            )
            words = None if found is None else self.rules.read(found)
            name = self.rules.named(self.task.payload, words[0]) if words and len(words) == 1 else None
            return name if name in moves else None
        return moves[index(action)] if action is not None and 0 <= index(action) < len(moves) else None

    def _end(self, payoffs: Mapping[str, float], illegal: str = "") -> None:
        self.rewards = dict(payoffs)
        self.terminations = dict.fromkeys(PLAYERS, True)
        for agent in PLAYERS:
            lost = self._lost[agent]
            self.infos[agent] = {
                "moves": [],
                "payoff": payoffs[agent],
                "regret": sum(lost),
                "kept": lost.count(0) / len(lost) if lost else 1.0,
                "illegal": agent == illegal,
                "task": self.task.id,
            }

    def render(self) -> str | None:
        """The position as text, under ``render_mode="ansi"``."""
        return self.rules.show(self.task.payload, self.position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open."""


def _rules_told(task: Task) -> dict[str, str]:
    """The rules of a task's game, for each player."""
    payload = task.payload
    kind = payload["kind"]
    signs = dict.fromkeys(PLAYERS, "")
    if kind in tic_tac_toe_kin.RULES:
        said = tic_tac_toe_kin.RULES[kind]
        board = rules_of(payload)
        fields = tic_tac_toe_kin.fields(board, position_of(payload))
        end = f" {tic_tac_toe_kin.FULL} A dot is an empty square."
        if fields["turn"].startswith("You are "):
            first = fields["turn"][len("You are ")]
            signs = dict(zip(PLAYERS, (f" You are {first}.", f" You are {'XO'[first == 'X']}."), strict=True))
    else:
        said = nim_games.RULES[kind]
        rules, position = nim_rules(payload)
        fields = nim_games.fields(kind, rules.allowed, position)
        end = f" The players move in turn. {said['end']}"
    text = said["rule"].format(**fields) + end
    began = "Play began in a given position, with a move of player_0."
    return {agent: f"You are {agent}. {began}{signs[agent]} {text} {said['form']}" for agent in PLAYERS}
