"""NeMo Gym: our resources server behind its own agents, over HTTP on loopback; the policy plays from a script."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pages
import parity
import pytest
import uvicorn
from fastapi import FastAPI, Request
from nemo_gym.config_types import BaseServerConfig, ModelServerRef, ResourcesServerRef
from nemo_gym.openai_utils import NeMoGymResponse
from nemo_gym.server_utils import ServerClient
from omegaconf import OmegaConf
from responses_api_agents.gymnasium_agent.app import GymnasiumAgent, GymnasiumAgentConfig
from responses_api_agents.simple_agent.app import SimpleAgent, SimpleAgentConfig

import rlvr
from rlvr.export.rows import row_of
from rlvr.export.trainers import convert
from rlvr.integrations.nemo_gym_server import RlvrResourcesServer, RlvrServerConfig, message_of


@contextmanager
def served(*apps: FastAPI) -> Iterator[list[int]]:
    """Serve applications on loopback, in one thread: NeMo Gym's HTTP client belongs to one event loop."""
    ports: list[int] = []
    servers = []
    for app in apps:
        with socket.socket() as found:
            found.bind(("127.0.0.1", 0))
            ports.append(found.getsockname()[1])
        servers.append(uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=ports[-1], log_level="error")))

    async def serve() -> None:
        await asyncio.gather(*(server.serve() for server in servers))

    thread = threading.Thread(target=asyncio.run, args=(serve(),), daemon=True)
    thread.start()
    while not all(server.started for server in servers):
        assert thread.is_alive()
        time.sleep(0.02)
    try:
        yield ports
    finally:
        for server in servers:
            server.should_exit = True
        thread.join(30)


def response(text: str) -> dict[str, Any]:
    """What a model server gives for a text; a call in it becomes a call of the Responses format."""
    if text.startswith("<tool_call>"):
        call = json.loads(text.removeprefix("<tool_call>").removesuffix("</tool_call>"))
        item = {
            "type": "function_call",
            "id": "f1",
            "call_id": "c1",
            "name": call["name"],
            "arguments": json.dumps(call["arguments"]),
            "status": "completed",
        }
    else:
        item = {
            "type": "message",
            "id": "m1",
            "role": "assistant",
            "status": "completed",
            "content": [{"type": "output_text", "text": text, "annotations": []}],
        }
    return {
        "id": "r1",
        "object": "response",
        "created_at": 0.0,
        "model": "script",
        "output": [item],
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
    }


PLANS: dict[str, list[str]] = {}


def policy() -> FastAPI:
    """Answers as the plan of the prompt in the input says, by how many answers of its own stand there."""
    app = FastAPI()

    @app.post("/v1/responses")
    async def responses(request: Request) -> dict[str, Any]:
        given = (await request.json())["input"]
        prompt = next(item["content"] for item in given if item.get("role") == "user")
        own = sum(item.get("type") == "function_call" or item.get("role") == "assistant" for item in given)
        return response(PLANS[prompt][own])

    return app


class Stack:
    """A resources server, both agents and the policy, each at an address."""

    def __init__(self, ports: dict[str, int]) -> None:
        self.ports = ports

    def run(self, agent: str, row: dict[str, Any]) -> httpx.Response:
        return httpx.post(f"http://127.0.0.1:{self.ports[agent]}/run", json=row, timeout=120)


@pytest.fixture(scope="module")
def stack() -> Iterator[Stack]:
    os.environ.setdefault("NEMO_GYM_CONFIG_DICT", "verbose: false")  # else it reads this process's command line
    resources, model = (
        ResourcesServerRef(type="resources_servers", name="rlvr"),
        ModelServerRef(type="responses_api_models", name="policy_model"),
    )
    shared: dict[str, Any] = {"host": "127.0.0.1", "port": 0, "entrypoint": "app.py"}
    addresses = OmegaConf.create({})
    client = ServerClient(
        head_server_config=BaseServerConfig(host="127.0.0.1", port=1), global_config_dict=addresses
    )
    ours = RlvrResourcesServer(
        config=RlvrServerConfig(**shared, name="rlvr", budget=parity.BUDGET), server_client=client
    )
    agents = {
        "gymnasium": GymnasiumAgent(
            config=GymnasiumAgentConfig(
                **shared, name="gymnasium", resources_server=resources, model_server=model, max_steps=40
            ),
            server_client=client,
        ),
        "simple": SimpleAgent(
            config=SimpleAgentConfig(**shared, name="simple", resources_server=resources, model_server=model),
            server_client=client,
        ),
    }
    apps = [each.setup_webserver() for each in (ours, agents["gymnasium"], agents["simple"])]
    with served(*apps, policy()) as (first, second, third, fourth):
        addresses.rlvr = {"resources_servers": {"rlvr": {"host": "127.0.0.1", "port": first}}}
        addresses.policy_model = {"responses_api_models": {"script": {"host": "127.0.0.1", "port": fourth}}}
        addresses.simple = {"responses_api_agents": {"simple_agent": {"host": "127.0.0.1", "port": third}}}
        yield Stack({"rlvr": first, "gymnasium": second, "simple": third})


def played(stack: Stack, task: rlvr.Task, actions: list[str], agent: str = "gymnasium") -> dict[str, Any]:
    row = convert("nemo-gym", row_of(task), 0, "train")
    assert row is not None
    PLANS[row["responses_create_params"]["input"][-1]["content"]] = actions
    reply = stack.run(agent, row)
    assert reply.status_code == 200, reply.text
    found: dict[str, Any] = reply.json()
    return found


def test_every_adapter_pays_the_same(stack: Stack, hanging: None) -> None:
    def play(case: parity.Case) -> float | parity.Unpaid | parity.Never:
        found = played(stack, case.task, case.actions)
        if found["info"]["mask_sample"]:
            assert found["reward"] == 0.0
            return parity.Unpaid("`mask_sample` in `info`")
        return float(found["reward"])

    parity.check("NeMo Gym", "nemo-gym", play)


def test_a_single_response_is_paid_by_verify(stack: Stack, hanging: None) -> None:
    for case in parity.CASES:
        if case.kind != "one response":
            continue
        found = played(stack, case.task, case.actions, "simple")
        assert (found["reward"], found["mask_sample"]) == (case.reward or 0.0, not case.has_score)


def test_tools_answer_their_calls_and_games_speak_as_the_user(stack: Stack) -> None:
    for case in parity.CASES:
        if case.name != "right" or case.kind == "one response":
            continue
        items = played(stack, case.task, case.actions)["response"]["output"]
        kinds = [item["type"] if "type" in item else item["role"] for item in items]
        if case.kind == "tools":
            assert kinds == ["function_call", "function_call_output", "message"]
            assert items[1]["call_id"] == items[0]["call_id"]
        else:
            assert len(items) == 2 * len(case.actions) - 1
            assert all("Turns left" in item["content"] for item in items[1::2])


def test_what_would_be_a_silent_zero_is_an_error(stack: Stack) -> None:
    case = next(case for case in parity.CASES if case.kind == "game")
    row = case.row("nemo-gym")
    PLANS[row["responses_create_params"]["input"][-1]["content"]] = case.actions
    assert stack.run("simple", row).status_code == 500
    reply = httpx.post(
        f"http://127.0.0.1:{stack.ports['rlvr']}/step", json={**row, "response": response("x")}, timeout=60
    )
    assert reply.status_code == 500


def test_sessions_are_apart_and_end(stack: Stack) -> None:
    async def many() -> list[float]:
        async with httpx.AsyncClient(timeout=120) as client:

            async def one(number: int) -> float:
                task = rlvr.get("sokoban").task(1, number)
                env = rlvr.make("sokoban")
                env.reset(options={"task": task})
                plan, over = [], False
                while not over:
                    plan.append(env.oracle_action())
                    over = any(env.step(plan[-1])[2:4])
                row = convert("nemo-gym", row_of(task), 0, "train")
                assert row is not None
                PLANS[row["responses_create_params"]["input"][-1]["content"]] = plan
                address = f"http://127.0.0.1:{stack.ports['gymnasium']}/run"
                return float((await client.post(address, json=row)).json()["reward"])

            return await asyncio.gather(*map(one, range(12)))

    assert asyncio.run(many()) == [1.0] * 12


def test_a_response_is_read_as_one_message() -> None:
    found = NeMoGymResponse.model_validate(response('<tool_call>{"name": "a", "arguments": {}}</tool_call>'))
    assert message_of(found)["tool_calls"][0]["function"] == {"name": "a", "arguments": "{}"}
    assert message_of(NeMoGymResponse.model_validate(response("x"))) == {"role": "assistant", "content": "x"}


def test_the_page_runs_as_it_stands(tmp_path: Path) -> None:
    told = pages.run("nemo-gym", tmp_path)
    assert told.splitlines()[-2:] == ["sudoku 1.0", "sokoban 1.0"]
