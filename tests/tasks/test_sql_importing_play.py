"""Environments from databases of one's own: the conformance suite, play, the command, and the example."""

from __future__ import annotations

import json
import runpy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import pytest

import rlvr
from rlvr.agents.policies import oracle, play
from rlvr.conformance import check
from rlvr.importing import Report, import_sql

Fill = Callable[..., Path]

QUERIES = [
    *(
        f"SELECT name FROM customers WHERE city = 'Oslo' AND joined >= '{year}-01-01'"
        for year in (2017, 2018, 2019)
    ),
    *(f"SELECT name, joined FROM customers WHERE id < {number} ORDER BY joined" for number in (9, 12)),
    *(f"SELECT title, price FROM products WHERE price BETWEEN {low} AND 8.5" for low in (2, 3, 4)),
    *(f"SELECT id FROM orders WHERE status = '{status}'" for status in "xyz"),
    *(f"SELECT title FROM products WHERE price > {price} ORDER BY title" for price in (2, 4, 6)),
    *(
        f"SELECT city, COUNT(*) FROM customers WHERE id <> {number} GROUP BY city HAVING COUNT(*) > 1"
        for number in (3, 5, 7)
    ),
    *(
        f"SELECT c.name, o.id FROM customers c JOIN orders o ON o.customer_id = c.id WHERE o.placed < '{year}-06-01' "
        "AND c.city IS NOT NULL"
        for year in (2022, 2023, 2024)
    ),
]
"""Enough for five levels."""


def lines(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory, fill: Fill) -> Report:
    folder = tmp_path_factory.mktemp("play")
    rows = [{"question": f"Question {n}?", "query": query} for n, query in enumerate(QUERIES)]
    out = folder / "mine.yaml"
    database = fill(folder / "shop.sqlite")
    report = import_sql(database, lines(folder / "questions.jsonl", rows), out, env_id="mine/play-v0")
    assert report.kept == len(QUERIES), report.text()
    assert len(report.levels) == 5
    rlvr.register(out)
    return report


def test_it_is_played_like_any_other(shop: Report) -> None:
    for level in range(1, len(shop.levels) + 1):
        env = gymnasium.make("mine/play-v0", level=level).unwrapped
        record = play(env, oracle, seed=level)  # type: ignore[arg-type]
        assert record.rewards == [1.0]
        assert "CREATE TABLE customers" in record.task.prompt
        assert "Question " in record.task.prompt


def test_the_conformance_suite_holds(shop: Report) -> None:
    report = check(rlvr.get("mine/play-v0"), draws=20)
    assert report.passed, {name: found for name, found in report.findings.items() if found}


def test_the_command(tmp_path: Path, fill: Fill) -> None:
    database = fill(tmp_path / "My Shop.sqlite", 20)
    rows = lines(
        tmp_path / "q.jsonl",
        [
            {"question": "Names?", "query": "SELECT name FROM customers WHERE city = 'Oslo'"},
            {"question": "[b]?", "query": "SELECT [x"},
        ],
    )
    base = [sys.executable, "-m", "rlvr"]
    command = [*base, "sql", "import", str(database), str(rows), "--out", str(tmp_path / "mine.yaml")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "mine/my-shop-v0: 1 kept, 1 left out" in done.stdout
    shown = subprocess.run(
        [*base, "--registry", str(tmp_path / "mine.yaml"), "show", "mine/my-shop-v0"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert shown.returncode == 0, shown.stderr
    assert "CREATE TABLE" in shown.stdout
    lines(rows, [{"question": "x", "query": "DROP TABLE customers"}])
    assert subprocess.run(command, capture_output=True, check=False).returncode == 1
    (tmp_path / "My Shop.sqlite").unlink()
    gone = subprocess.run(command, capture_output=True, text=True, check=False)
    assert gone.returncode == 2
    assert "neither a file nor a folder" in gone.stderr


def test_the_example(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    example = Path(rlvr.__file__).parent / "examples" / "own_sqlite.py"
    runpy.run_path(str(example))["main"](tmp_path)
    table = capsys.readouterr().out.split("\n\n")[-1].splitlines()[1:]
    assert len(table) == 2
    for line in table:
        _, _, right, blind = line.split()
        assert float(right) == 1.0
        assert float(blind) < 0.5
