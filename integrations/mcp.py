"""MCP: an environment as tools for any agent that speaks the Model Context Protocol; imports mcp.

    rlvr mcp search-qa --levels 1-3 --results results.jsonl

speaks MCP over its standard input and output. The agent's tools are ``start``, which gives a problem, the environment's
own tools with their schemas, and ``submit_answer``, which gives the verdict; a game has ``act`` instead. One connection
plays one episode at a time. See docs/trainers/mcp.md.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import anyio
import anyio.to_thread
from mcp import types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from .. import registry
from ..dial import Dial, Difficulty
from ..envs.chat import text_of
from ..generators.base import Json, Split, Task, derive_seed, parse_task_id, task_id
from ..spec import TaskSpec, mark, resolve
from ..version import __version__
from .episode import Episode
from .workers import BUDGET, OutOfBudget, Workers, workers

__all__ = ["Player", "make_server", "serve"]

START, SUBMIT, ACT = "start", "submit_answer", "act"
TEXT = {"type": "string"}


class Player:
    """The episodes of one connection, one after another.

    Args:
        name: id or short name of the environment, or the id of one task, which every episode plays then.
        levels: lowest and highest level; all if not given.
        difficulty: instead of levels, of the scale of docs/difficulty.md: a number, or lowest and highest. Agents
            choose no level then.
        seed: another one gives other problems.
        split: ``train`` or ``test``, by the problem's content; None for both.
        budget: seconds that one call may take; after them the episode is over and has no score.
        results: a file to which each episode is added, a line of JSON: ``task``, ``actions``, ``reward``, ``verdict``.
        pool: the processes that episodes run in.
        options: of the environment.

    Raises:
        UnknownEnvironment: if there is no such environment.
        ValueError: if a level does not exist, or a tool has the name of one of this server's own.
        OSError: if the file of results cannot be written.
    """

    def __init__(
        self,
        name: str,
        *,
        levels: tuple[int, int] | None = None,
        difficulty: Difficulty | None = None,
        seed: int = 0,
        split: Split | None = None,
        budget: float = BUDGET,
        results: Path | None = None,
        pool: Workers | None = None,
        **options: Json,
    ) -> None:
        self.fixed = name if ":" in name else None
        self.spec: TaskSpec = registry.get(parse_task_id(name)[0] if self.fixed else name)
        if difficulty is not None and (levels is not None or self.fixed):
            raise ValueError("give levels, a difficulty, or the id of one task, not two of them")
        self.dial = None if difficulty is None else Dial(self.spec, difficulty)
        low, high = levels or (self.spec.levels[0], self.spec.levels[-1])
        if low not in self.spec.levels or high not in self.spec.levels or low > high:
            raise ValueError(
                f"{self.spec.id} has the levels {self.spec.levels[0]} to {self.spec.levels[-1]}, not {low} to {high}"
            )
        self.levels, self.seed, self.split = range(low, high + 1), seed, split
        self.budget, self.results = budget, results
        if results is not None:
            results.open("a", encoding="utf-8").close()  # a wrong path is told now
        self.pool = pool or workers()
        self.options = options
        own = {} if self.spec.env == "single" else getattr(resolve(self.spec.env), "tools", None)
        self.is_game = own is None
        self.own = dict(own or {})
        taken = self.own.keys() & {START, SUBMIT}
        if taken:
            raise ValueError(
                f"{self.spec.id} has a tool {taken.pop()!r}, which is a name of this server's: rename it"
            )
        self.episode: Episode | None = None
        self.begun = 0
        self.told = True

    # ---- what agents see -----------------------------------------------------------------------------

    def tools(self) -> list[types.Tool]:
        """The tools, in the order in which they are used."""
        spec = self.spec
        choice = {
            "level": {
                "type": "integer",
                "minimum": self.levels[0],
                "maximum": self.levels[-1],
                "description": "How hard it is.",
            },
            "seed": {
                "type": "integer",
                "minimum": 0,
                "description": "Which problem: the same seed and level give the same one.",
            },
        }
        if self.dial is not None:
            del choice["level"]
        properties = {} if self.fixed else choice
        made = [
            _tool(
                START,
                f"Begin: gives a problem of {spec.title}. What was under way before is given up.",
                properties,
            )
        ]
        made += [
            types.Tool(name=each.name, description=each.description, input_schema=dict(each.parameters))
            for each in self.own.values()
        ]
        if self.is_game:
            action = {"action": {**TEXT, "description": "What you play, in the form that the rules ask for."}}
            made.append(_tool(ACT, "Play one action of the game.", action, "action"))
        else:
            answer = {
                "answer": {**TEXT, "description": "The final answer, with or without the marker asked for."}
            }
            made.append(
                _tool(SUBMIT, "Give the final answer. It ends the episode, and is judged.", answer, "answer")
            )
        return made

    def call(self, name: str, arguments: Mapping[str, Json]) -> types.CallToolResult:
        """Call a tool. What an agent does wrongly is told in the result; nothing is raised."""
        try:
            return self._called(name, arguments)
        except (TypeError, ValueError, RuntimeError) as error:
            return _result(f"error: {error}", wrong=True)

    def close(self) -> None:
        """Note what was under way."""
        self._note()

    def _called(self, name: str, arguments: Mapping[str, Json]) -> types.CallToolResult:
        if name == START:
            chosen = () if self.fixed else ("seed",) if self.dial is not None else ("level", "seed")
            return _result(self._start(**_only(arguments, chosen)))
        episode = self.episode
        known = [*self.own, ACT if self.is_game else SUBMIT]
        if name not in known:
            return _result(
                f"error: there is no tool {name!r:.60}; there are {START}, {', '.join(known)}", wrong=True
            )
        if episode is None or episode.done:
            state = "has not begun" if episode is None else "is over"
            return _result(f"error: the episode {state}; call {START} for a problem", wrong=True)
        if name in self.own:
            said = episode.call(name, arguments)
        else:
            key = "action" if self.is_game else "answer"
            text = _only(arguments, (key,)).get(key)
            if not isinstance(text, str):
                return _result(f"error: {name} needs {key!r}, a text", wrong=True)
            said = "\n\n".join(map(text_of, episode.act(self._written(text, episode.task))))
        return self._judged(said, episode) if episode.done else _result(said)

    def _start(self, level: Any = None, seed: Any = None) -> str:
        self._note()
        self.episode = None
        if level is not None and (type(level) is not int or level not in self.levels):
            raise ValueError(f"level must be {self.levels[0]} to {self.levels[-1]}, not {level!r}")
        if seed is not None and (type(seed) is not int or not 0 <= seed < 1 << 53):
            raise ValueError(f"seed must be a whole number from 0 on, not {seed!r}")
        level = level or self.levels[self.begun % len(self.levels)]
        seed = derive_seed("mcp", self.seed, self.begun) if seed is None else seed
        self.begun += 1
        if self.fixed:
            task = self.pool.task(self.fixed, budget=self.budget)
        else:
            params = None
            if self.dial is not None:
                rung = self.dial.rung(seed)
                level, params = rung.level, rung.params
            begin = task_id(self.spec.id, level, seed, params)
            task = self.pool.task(begin, split=self.split, budget=self.budget)
        self.episode = Episode(task, budget=self.budget, pool=self.pool, **self.options)
        self.told = False
        messages = self.episode.reset()
        if self.episode.done:
            self._note()
            raise OutOfBudget(self.episode.score().message)
        after = "" if self.is_game else f"\n\nGive the final answer with the tool {SUBMIT}."
        return "\n\n".join(map(text_of, messages)) + after

    def _written(self, text: str, task: Task) -> str:
        """An answer as the policy would have written it: agents are free to leave out the marker."""
        text = text.encode(errors="replace").decode()
        if self.is_game or self.spec.extract(text, task.marker, payload=task.payload).text is not None:
            return text
        return mark(text, task.marker)

    def _judged(self, said: str, episode: Episode) -> types.CallToolResult:
        verdict = episode.score()
        self._note()
        if verdict.reward is None:
            ended = f"The episode is over and has no score: {verdict.message} Call {START} for another problem."
        else:
            ended = f"The episode is over. {verdict.message} Reward: {verdict.reward:g}."
        told: dict[str, Json] = {
            "done": True,
            "truncated": episode.truncated,
            "reward": verdict.reward,
            "passed": verdict.passed,
            "reason": str(verdict.reason),
            "message": verdict.message,  # and not the task's id: who has a shell could look its answer up
        }
        return _result(f"{said}\n\n{ended}".strip(), told=told, wrong=verdict.reward is None)

    def _note(self) -> None:
        """Add the episode to the results, once."""
        if self.episode is None or self.told:
            return
        self.told = True
        if self.results is not None:
            verdict = self.episode.score()
            row = {
                "task": self.episode.task.id,
                "actions": self.episode.actions,
                "reward": verdict.reward,
                "verdict": verdict.to_json(),
            }
            with self.results.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")


def make_server(player: Player) -> Server[Any]:
    """The server of one connection."""
    lock = anyio.Lock()  # an episode has one order of actions

    async def listed(context: Any, parameters: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=player.tools())

    async def called(context: Any, parameters: types.CallToolRequestParams) -> types.CallToolResult:
        async with lock:
            return await anyio.to_thread.run_sync(player.call, parameters.name, parameters.arguments or {})

    spec = player.spec
    return Server(
        "rlvr",
        version=__version__,
        title=spec.title,
        instructions=f"{spec.description} Call {START} for a problem, and then the other tools.",
        on_list_tools=listed,
        on_call_tool=called,
    )


def serve(player: Player) -> None:
    """Serve over standard input and output until the client goes."""

    async def run() -> None:
        server = make_server(player)
        async with stdio_server() as (read, write):
            await server.run(read, write, server.create_initialization_options())

    try:
        anyio.run(run)
    finally:
        player.close()


def _tool(name: str, description: str, properties: Mapping[str, Json], *required: str) -> types.Tool:
    schema: dict[str, Json] = {
        "type": "object",
        "properties": dict(properties),
        "required": list(required),
        "additionalProperties": False,
    }
    return types.Tool(name=name, description=description, input_schema=schema)


def _result(text: str, *, told: dict[str, Json] | None = None, wrong: bool = False) -> types.CallToolResult:
    content = [types.TextContent(type="text", text=text)]
    return types.CallToolResult(content=content, structured_content=told, is_error=wrong)


def _only(arguments: Mapping[str, Json], known: tuple[str, ...]) -> dict[str, Json]:
    """The arguments, if there are no others.

    Raises:
        ValueError: if there are.
    """
    others = [name for name in arguments if name not in known]
    if others:
        raise ValueError(f"there is no argument {others[0]!r:.60}; there are: {', '.join(known) or 'none'}")
    return dict(arguments)
