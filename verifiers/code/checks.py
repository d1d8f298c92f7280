"""Property checks: where many outputs are right, a function says which. It sees parsed JSON only, outside the box.

A check is ``(arguments, value, facts) -> bool``: the arguments of the call, what came back, and the facts of the task
(with the reference's own value under ``expected``). It is total on any JSON value and bounded in time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Check = Callable[[list[Any], Any, Mapping[str, Any]], bool]

CHECKS: dict[str, Check] = {}
"""By the name that payloads use."""
