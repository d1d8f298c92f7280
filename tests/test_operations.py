"""No environment takes twice the work for a task that it took when it was recorded; see `benchmarks.operations`."""

from __future__ import annotations

import json

import rlvr
from benchmarks.operations import FILE, calls, floors, slower


def test_no_task_takes_twice_what_it_took() -> None:
    recorded = json.loads(FILE.read_text(encoding="utf-8"))
    assert recorded.keys() == {spec.name for spec in rlvr.specs()}, (
        "run python -m benchmarks.operations --write"
    )
    assert not slower(recorded, list(rlvr.specs()))


def test_twice_the_work_is_seen() -> None:
    spec = rlvr.get("sudoku")
    now = floors(spec)
    assert slower({"sudoku": now}, [spec]) == []
    assert slower({"sudoku": (now - 6) / 2}, [spec]) != []
    assert slower({}, [spec]) == []


def test_calls_of_python_and_c_are_counted() -> None:
    once, twice = (calls(lambda count=count: [len("a") for _ in range(count)]) for count in (100, 200))
    assert twice - once == 100
