"""Perfect players for the tests of adapters."""

from __future__ import annotations

import rlvr

HANG = '<tool_call>\n{"name": "stop", "arguments": {"how": "hang"}}\n</tool_call>'
"""The call of hanging/tool-v0 that hangs."""


def perfect(task: rlvr.Task) -> tuple[str, ...]:
    """What a perfect player writes until the episode is over."""
    env = rlvr.make(task.env, **task.options)
    env.reset(options={"task": task})
    actions: list[str] = []
    over = False
    while not over:
        actions.append(env.oracle_action())
        over = any(env.step(actions[-1])[2:4])
    return tuple(actions)
