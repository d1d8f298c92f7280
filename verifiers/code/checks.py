"""Property checks (special judges): where many outputs are right, a function says which, outside the box.

A check is ``(arguments, value, facts) -> bool``: the arguments of the call, what came back as parsed JSON, and the
facts of the task (with the reference's own value under ``expected``). For a program that prints, the one argument is
its standard input and the value is the text it printed. A check is total on any such value and bounded in time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Check = Callable[[list[Any], Any, Mapping[str, Any]], bool]

CHECKS: dict[str, Check] = {}
"""By the name that payloads use."""
