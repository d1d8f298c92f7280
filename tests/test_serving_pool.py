"""The server's pool of processes: work outlives processes that are killed, however many at once."""

from __future__ import annotations

import asyncio

import pytest

pytest.importorskip("fastapi", reason="the extra 'serve' is not installed")

from rlvr.serving.pool import Pool


def test_work_outlives_all_processes_killed_at_once() -> None:
    """The loop learns of each death only when the next piece of work was sent to another dead process."""

    async def work() -> None:
        pool = Pool(3, trust_rows=False, episodes=8, waiting=100)
        await pool.open()
        try:
            while len(pool.living) < 3:
                await asyncio.sleep(0.05)
            for process in pool.living:
                assert process.popen is not None
                process.popen.kill()
                process.popen.wait()
            request = {"do": "verdict", "task": "rlvr/sudoku-v0:1:0", "response": "none", "options": {}}
            reply, _ = await pool.ask("me", request, 60.0)
        finally:
            await pool.close()
        assert reply.get("verdict", {}).get("score") == 0.0, reply

    asyncio.run(work())
