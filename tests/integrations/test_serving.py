"""The server against requests that schemathesis makes of its own OpenAPI page: nothing makes it fail.

Every reply has a status that the page names and the body that the page says; no status is of a failing server.
"""

from __future__ import annotations

import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator

import httpx
import parity
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks

from rlvr.serving.app import create_app
from rlvr.serving.limits import Limits, Settings
from rlvr.serving.server import make_server

TASKS = ["rlvr/countdown-v0:1:0", "rlvr/sudoku-v0:1:3", "rlvr/sokoban-v0:1:1", "rlvr/search-qa-v0:1:2"]
EXAMPLES = 25
CHECKS = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.response_schema_conformance,
    checks.content_type_conformance,
]
OPERATIONS = {
    found.ok().label: found.ok()
    for found in schemathesis.openapi.from_dict(create_app().openapi()).get_all_operations()
}


@pytest.fixture(scope="session")
def url() -> Iterator[str]:
    parity.add_hanging()
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    limits = Limits(rate=1e6, budget_s=5.0, batch=16, body=1 << 20)
    server = make_server("127.0.0.1", port, Settings(answers=True, limits=limits), log_level="warning")
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    ends = time.monotonic() + 120
    while not server.started:
        assert thread.is_alive()
        assert time.monotonic() < ends
        time.sleep(0.05)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join(120)
    assert not thread.is_alive()


def test_every_adapter_pays_the_same(url: str) -> None:
    def play(case: parity.Case) -> float | parity.Unpaid | parity.Never:
        task = case.task.id
        if case.kind == "one response":
            asked = {"task": task, "response": case.actions[0]}
            verdict = httpx.post(f"{url}/v1/verify", json=asked, timeout=120).json()
        else:
            begun = httpx.post(f"{url}/v1/episodes", json={"task": task, "native": False}, timeout=120).json()
            where = f"{url}/v1/episodes/{begun['id']}/step"
            for action in case.actions:
                verdict = httpx.post(where, json={"action": action}, timeout=120).json()["verdict"]
        return parity.Unpaid("`null` for score and reward") if verdict["reward"] is None else verdict["reward"]

    parity.check("rlvr serve", None, play)


def with_real_names(case: schemathesis.Case, task: str) -> None:
    """Names that exist, where an example has made some up."""
    body = case.body
    if isinstance(case.path_parameters, dict) and "id" in case.path_parameters:
        case.path_parameters["id"] = "real"
    if isinstance(case.path_parameters, dict) and "name" in case.path_parameters:
        case.path_parameters["name"] = "sudoku"
    if not isinstance(body, dict):
        return
    if case.path.endswith("/change"):
        case.body = {"levels": [1, 2]}
        return
    if case.path.endswith("/next"):
        body.pop("number", None)  # only the stream knows where it stands
    if "env" in body:
        body["env"] = task.partition(":")[0]
    if "envs" in body or case.path.endswith("/curricula"):
        body["envs"] = ["countdown"]
        # Each is right by itself, and made-up ones almost never fit together.
        for field in ("arms", "levels", "difficulty", "curriculum", "options", "env_options", "weights"):
            body.pop(field, None)
    for holder in [body, *(body["items"] if isinstance(body.get("items"), list) else [])]:
        if isinstance(holder, dict) and "task" in holder:
            holder["task"] = task
    for result in body["results"] if isinstance(body.get("results"), list) else []:
        if isinstance(result, dict) and "draw" in result:
            result["draw"] = "d0"


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=["valid", "invalid"])
@pytest.mark.parametrize("label", OPERATIONS)
def test_nothing_makes_the_server_fail(url: str, label: str, mode: GenerationMode) -> None:
    seen: Counter[int] = Counter()

    @given(
        case=OPERATIONS[label].as_strategy(generation_mode=mode),
        real=st.booleans(),
        task=st.sampled_from(TASKS),
    )
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def fuzzed(case: schemathesis.Case, real: bool, task: str) -> None:
        if "{id}" in case.path:
            httpx.post(f"{url}/v1/episodes", json={"task": task, "id": "real"}, timeout=60)
            httpx.post(f"{url}/v1/curricula", json={"id": "real", "envs": ["countdown"]}, timeout=60)
            stream = {"id": "real", "envs": ["countdown"], "ahead": 4}
            httpx.post(f"{url}/v1/streams", json=stream, timeout=60)
        if case.path.endswith("/results"):
            httpx.post(f"{url}/v1/curricula/real/next", json={"request": "first"}, timeout=60)
        if real:
            with_real_names(case, task)
        response = case.call_and_validate(base_url=url, checks=CHECKS, timeout=60)
        seen[response.status_code // 100] += 1

    try:
        fuzzed()
    except Unsatisfiable:
        pytest.skip("this route takes nothing that could be invalid")
    if mode is GenerationMode.POSITIVE:
        assert seen[2], seen  # the examples get beyond the checks of what is sent
