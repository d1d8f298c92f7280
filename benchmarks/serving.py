"""``python -m benchmarks.serving``: the server's speed beside an empty endpoint of its own, in one run on this machine.

The empty endpoint takes a JSON object and gives one, behind the same guard as all routes. The client writes requests
that are ready over open connections and reads replies, nothing else, so that little of the machine is its own. Every
part is measured in turns with the empty endpoint; a ratio is of the medians of the turns.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

FIXTURES = Path(__file__).resolve().parents[1] / "tests" / "fixtures"
SESSIONS = 64
BATCH = 256
_SERVER = """
import sys
sys.path.append({fixtures!r})
import rlvr
rlvr.register({fixtures!r} + "/hanging.yaml")
from pydantic import BaseModel
from rlvr.serving.limits import Limits, Settings
from rlvr.serving.server import make_server

class Empty(BaseModel):
    value: str

server = make_server(
    "127.0.0.1", {port}, Settings(limits=Limits(rate=1e9, budget_s=10.0)), log_level="warning"
)

@server.config.app.post("/empty")
async def empty(body: Empty) -> Empty:
    return body

server.run()
"""


class Connection:
    """One open connection."""

    def __init__(self, port: int) -> None:
        self.port = port

    async def open(self) -> Connection:
        """Open it."""
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 24)
        return self

    async def send(self, request: bytes) -> tuple[int, bytes]:
        """Status and body of the reply."""
        self.writer.write(request)
        head = await self.reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length:")[2].split(b"\r\n", 1)[0])
        return int(head[9:12]), await self.reader.readexactly(length)


def request(path: str, body: Any) -> bytes:
    """A POST request, ready to be written."""
    content = json.dumps(body).encode()
    head = f"POST {path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
    return f"{head}content-length: {len(content)}\r\n\r\n".encode() + content


async def drive(connections: Sequence[Connection], requests: Sequence[bytes], seconds: float) -> list[float]:
    """The latencies of all replies within some seconds; each connection repeats its request."""
    ends = time.perf_counter() + seconds

    async def one(connection: Connection, asked: bytes) -> list[float]:
        found = []
        while (began := time.perf_counter()) < ends:
            status, body = await connection.send(asked)
            if status != 200:
                raise RuntimeError(f"{status} {body[:300]!r}")
            found.append(time.perf_counter() - began)
        return found

    groups = await asyncio.gather(*(one(c, r) for c, r in zip(connections, requests, strict=True)))
    return [latency for group in groups for latency in group]


def p99(latencies: Sequence[float]) -> float:
    return statistics.quantiles(latencies, n=100)[98]


async def measure(port: int, turns: int, seconds: float) -> dict[str, Any]:
    """All parts."""
    connections = [await Connection(port).open() for _ in range(SESSIONS)]
    empty = [request("/empty", {"value": "x" * 20})] * SESSIONS
    first = connections[0]

    async def ask(path: str, **body: Any) -> Any:
        status, content = await first.send(request(path, body))
        if status >= 300:
            raise RuntimeError(f"{status} {content[:300]!r}")
        return json.loads(content)

    for number in range(SESSIONS):
        options = {"max_turns": 10_000_000}
        await ask("/v1/episodes", task=f"rlvr/sokoban-v0:1:{number}", id=f"s{number}", options=options)
    steps = [request(f"/v1/episodes/s{n}/step", {"action": "<answer>U</answer>"}) for n in range(SESSIONS)]
    tasks = (await ask("/v1/tasks", env="countdown", level=1, count=32))["tasks"]
    items = [{"task": tasks[n % 32]["id"], "response": f"So <answer>{n} + 1</answer>"} for n in range(BATCH)]
    batches = [request("/v1/verify/batch", {"items": items})] * 8
    one = [request("/v1/verify", items[n]) for n in range(16)]
    hang = request("/v1/verify", {"task": "hanging/verdict-v0:1:0", "response": "<answer>hang</answer>"})
    rates: dict[str, list[float]] = {name: [] for name in ("empty", "steps", "verdicts")}
    tails: dict[str, list[float]] = {name: [] for name in ("empty", "alone", "beside")}
    await drive(connections, empty, 1.0)
    await drive(connections[:8], batches, 1.0)
    for _ in range(turns):
        found = await drive(connections, empty, seconds)
        rates["empty"].append(len(found) / seconds)
        tails["empty"].append(p99(found))
        rates["steps"].append(len(await drive(connections, steps, seconds)) / seconds)
        rates["verdicts"].append(BATCH * len(await drive(connections[:8], batches, seconds)) / seconds)
        tails["alone"].append(p99(await drive(connections[:16], one, seconds)))
        hanging = asyncio.ensure_future((await Connection(port).open()).send(hang))
        await asyncio.sleep(0.05)
        tails["beside"].append(p99(await drive(connections[:16], one, seconds)))
        if hanging.done():
            raise RuntimeError("the client that hangs did not hang all the while")
        _, body = await hanging
        if json.loads(body)["score"] is not None:
            raise RuntimeError(f"what hung has a score: {body!r}")
    middle = {name: statistics.median(values) for name, values in rates.items()}
    late = {name: statistics.median(values) for name, values in tails.items()}
    return {
        "cores": os.cpu_count(),
        "load": os.getloadavg()[0],
        "turns": turns,
        "empty_per_s": middle["empty"],
        "steps_per_s": middle["steps"],
        "verdicts_per_s": middle["verdicts"],
        "steps_to_empty": middle["steps"] / middle["empty"],
        "verdicts_to_empty": middle["verdicts"] / middle["empty"],
        "p99_ms": 1e3 * late["alone"],
        "p99_beside_a_hang_ms": 1e3 * late["beside"],
        "p99_ratio": late["beside"] / late["alone"],
        "p99_ratios": [b / a for a, b in zip(tails["alone"], tails["beside"], strict=True)],
    }


async def _ready(port: int) -> None:
    for _ in range(1200):
        try:
            await (await Connection(port).open()).send(request("/empty", {"value": "x"}))
        except OSError:
            await asyncio.sleep(0.1)
        else:
            await asyncio.sleep(2.0)  # the other processes start too
            return
    raise RuntimeError("the server does not start")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.serving", description=__doc__)
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=3.0, help="of each part of a turn")
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    server = subprocess.Popen([sys.executable, "-c", _SERVER.format(fixtures=str(FIXTURES), port=port)])

    async def run() -> dict[str, Any]:
        await _ready(port)
        return await measure(port, chosen.turns, chosen.seconds)

    try:
        results = asyncio.run(run())
    finally:
        server.terminate()
        server.wait(60)
    text = json.dumps(results, indent=2)
    print(text)
    if chosen.json:
        chosen.json.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
