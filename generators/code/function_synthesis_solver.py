"""The solver of synthesised functions: the program's tree says what every call must give.

The expected results come from the meaning of the tree (`rlvr.generators.code.synthesis.semantics`), not from the
reference, and the answer is run by another driver.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .execute import equal
from .solver_runs import outputs
from .synthesis.semantics import ready


def confirms(payload: Mapping[str, Any], answer: str) -> bool:
    """Whether a program gives, on the calls of the task, what the tree means."""
    code = payload["code"]
    calls = [case["args"] for case in code["cases"]]
    found = outputs(answer, code["entry"], calls)
    if found is None or len(found) != len(calls):
        return False
    wanted = ready(payload["problem"]["program"])
    return all(equal(got, wanted(args)) for got, args in zip(found, calls, strict=True))
