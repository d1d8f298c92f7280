"""MCP: the official client over standard input and output, and beside the server in one process."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Any

import episodes
import pages
import parity
import pytest
from mcp import Client, StdioServerParameters

import rlvr
from rlvr.envs.tool_text import parse
from rlvr.integrations.mcp import Player, make_server


def command(*arguments: str) -> StdioServerParameters:
    """`rlvr mcp`, which knows the entries that hang as well."""
    registry = ["--registry", str(parity.FIXTURES / "hanging.yaml")]
    path = {"PYTHONPATH": os.environ.get("PYTHONPATH", "")}
    return StdioServerParameters(
        command=sys.executable, args=["-P", "-m", "rlvr", *registry, "mcp", *arguments], env=path
    )


def beside(name: str, **options: Any) -> Client:
    parity.add_hanging()
    return Client(make_server(Player(name, **options)))


def run(playing: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(asyncio.wait_for(playing, 300))


def text(result: Any) -> str:
    return "".join(part.text for part in result.content)


async def played(client: Client, task: rlvr.Task, actions: Sequence[str]) -> Any:
    """What the last call gave: a text of an agent that calls nothing and commits to nothing stays with the agent."""
    last = (await client.list_tools()).tools[-1].name
    spec, result = rlvr.get(task.env), None
    for action in actions:
        calls = parse(action).calls if spec.env != "single" and last != "act" else ()
        for call in calls:
            result = await client.call_tool(call.name, call.arguments)
        if last == "act":
            result = await client.call_tool("act", {"action": action})
        elif not calls and spec.extract(action, task.marker).text is not None:
            result = await client.call_tool("submit_answer", {"answer": action})
    return result


def test_every_adapter_pays_the_same(hanging: None) -> None:
    """What a perfect player plays goes over standard input and output, the rest to a server beside the client."""

    async def alone(case: parity.Case) -> Any:
        stdio = case.name == "right"
        server = Client(command(case.task.id)) if stdio else beside(case.task.id, budget=parity.BUDGET)
        async with server as client:
            begun = await client.call_tool("start", {})
            assert case.task.prompt in text(begun)
            return await played(client, case.task, case.actions)

    def play(case: parity.Case) -> float | parity.Unpaid | parity.Never:
        result = run(alone(case))
        assert result.structured_content["done"]
        reward = result.structured_content["reward"]
        assert result.is_error == (reward is None)
        return parity.Unpaid("an error result with the reward `null`") if reward is None else reward

    parity.check("MCP", "mcp", play)


@pytest.mark.parametrize("name", ["search-qa", "sql-explore", "repository"])
def test_tools_are_listed_with_the_schemas_of_the_environment(name: str) -> None:
    async def listed() -> list[Any]:
        async with beside(name) as client:
            return (await client.list_tools()).tools

    first, *own, last = run(listed())
    assert (first.name, last.name) == ("start", "submit_answer")
    functions = [schema["function"] for schema in rlvr.make(name).tool_schemas()]
    assert [(tool.name, tool.description, tool.input_schema) for tool in own] == [
        (each["name"], each["description"], each["parameters"]) for each in functions
    ]


def test_the_marker_may_be_left_out() -> None:
    task = rlvr.get("sql-explore").task(1, 5)
    answers = (task.answer, f"I think <answer>{task.answer}</answer>", "SELECT 1")

    async def judged() -> list[float]:
        async with beside(task.id) as client:
            rewards = []
            for answer in answers:
                await client.call_tool("start")
                result = await client.call_tool("submit_answer", {"answer": answer})
                rewards.append(result.structured_content["reward"])
            return rewards

    assert run(judged()) == [1.0, 1.0, 0.0]


def test_after_a_hang_there_is_no_score_and_the_next_episode_is_played(tmp_path: Path) -> None:
    results = tmp_path / "results.jsonl"

    async def hung() -> tuple[Any, Any]:
        parameters = command("hanging/tool-v0", "--budget", "6", "--results", str(results))
        async with Client(parameters) as client:
            await client.call_tool("start", {"level": 1, "seed": 0})
            cut = await client.call_tool("stop", {"how": "hang"})
            await client.call_tool("start", {"level": 1, "seed": 0})
            number = text(await client.call_tool("look")).split()[0]
            return cut, await client.call_tool("submit_answer", {"answer": number})

    cut, right = run(hung())
    assert cut.is_error
    assert cut.structured_content["reward"] is None
    assert "longer than 6 s" in text(cut)
    assert right.structured_content["reward"] == 1.0
    assert [json.loads(line)["reward"] for line in results.read_text().splitlines()] == [None, 1.0]


def test_results_hold_every_episode_and_can_be_scored_again(tmp_path: Path) -> None:
    results = tmp_path / "results.jsonl"
    player = Player("search-qa", levels=(1, 1), results=results, split="train")

    async def play() -> None:
        async with Client(make_server(player)) as client:
            await client.call_tool("start")
            await client.call_tool("search", {"query": "land"})
            await client.call_tool("start")  # the first one is given up
            task = player.episode.task
            await played(client, task, episodes.perfect(task))
            await client.call_tool("start")

    run(play())
    player.close()
    rows = [json.loads(line) for line in results.read_text().splitlines()]
    assert [row["reward"] for row in rows] == [0.0, 1.0, 0.0]
    assert len({row["task"] for row in rows}) == 3
    for row in rows:
        task = rlvr.task(row["task"])
        assert task.split == "train"
        if row["actions"]:
            assert rlvr.verify(task, row["actions"], tools="native").reward == row["reward"]


def test_what_an_agent_does_wrongly_is_told() -> None:
    async def told() -> list[str]:
        async with beside("search-qa", levels=(1, 2)) as client:
            calls: list[tuple[str, dict[str, Any]]] = [
                ("submit_answer", {"answer": "x"}),
                ("start", {"level": 9}),
                ("start", {"seed": -1}),
                ("start", {"colour": 1}),
                ("start", {}),
                ("shell", {}),
                ("submit_answer", {"answer": 3}),
                ("submit_answer", {"text": "x"}),
            ]
            return [text(await client.call_tool(*call)).split("\n")[0] for call in calls]

    said = run(told())
    assert said[0] == "error: the episode has not begun; call start for a problem"
    assert said[1] == "error: level must be 1 to 2, not 9"
    assert "seed must be" in said[2]
    assert said[3] == "error: there is no argument 'colour'; there are: level, seed"
    assert not said[4].startswith("error")
    assert said[5] == "error: there is no tool 'shell'; there are start, search, open, submit_answer"
    assert said[6] == "error: submit_answer needs 'answer', a text"
    assert said[7].startswith("error: there is no argument 'text'")


def test_calls_at_the_same_time_are_played_one_after_another() -> None:
    async def searched() -> list[str]:
        async with beside("search-qa", levels=(1, 1)) as client:
            await client.call_tool("start")
            calls = (client.call_tool("search", {"query": f"word{number}"}) for number in range(4))
            return [text(result) for result in await asyncio.gather(*calls)]

    said = run(searched())
    left = [each.split("Turns left: ")[1].split(".")[0] for each in said]
    assert len(set(left)) == 4


def test_a_player_refuses_what_is_not_there() -> None:
    with pytest.raises(ValueError, match="has the levels"):
        Player("sudoku", levels=(1, 99))
    with pytest.raises(rlvr.UnknownEnvironment):
        Player("sudoko")


def test_the_page_runs_as_it_stands(tmp_path: Path) -> None:
    assert "reward 1.0" in pages.run("mcp", tmp_path)
