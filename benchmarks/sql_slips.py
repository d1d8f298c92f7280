"""Wrong queries written by people: which of them are proved wrong, and which of those the verifiers accept.

``python -m benchmarks.sql_slips FILE.jsonl ...`` reads lines ``{"task": "rlvr/text2sql-v0:3:17", "query": "..."}``.
A query is proved wrong by a database on which it gives something else than the question's plan (for changes of data:
than the reference script). These databases are drawn here, at random, from the tables' declarations and the values that
occur; the verifier's own databases are not used. What no database tells apart is counted as *equal* and judged by hand.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import rlvr
from rlvr.agents.intervals import wilson
from rlvr.generators.sql.codec import from_json, schema_from_json
from rlvr.generators.sql.evaluate import evaluate
from rlvr.generators.sql.text2sql_solver import agree
from rlvr.verifiers.sql.compare import same_bag

DATABASES = 400
"""Tried before a query counts as equal."""
STEPS = 2_000_000
"""Of SQLite's machine for one query; a query that takes more is left out."""

_COLUMN = re.compile(r"^\s*(?P<name>\w+) (?P<type>INTEGER|REAL|TEXT)(?P<rest>[^\n]*)$", re.MULTILINE)
_REFERENCE = re.compile(r"FOREIGN KEY \((\w+)\) REFERENCES (\w+)\((\w+)\)")
_LITERAL = re.compile(r"'((?:[^']|'')*)'|(?<![\w.])(\d+(?:\.\d+)?)(?![\w.])")
_DATE = re.compile(r"\d{4}-\d\d-\d\d.*")

Database = dict[str, list[list[Any]]]


class Filler:
    """Random databases of one task's tables."""

    def __init__(
        self, schema: Sequence[str], databases: Iterable[Mapping[str, Any]], texts: Iterable[str]
    ) -> None:
        self.tables: dict[str, list[tuple[str, str, str]]] = {}
        self.references: dict[tuple[str, str], tuple[str, str]] = {}
        for text in schema:
            name = text.split("(", 1)[0].split()[-1]
            columns = [(m["name"], m["type"], m["rest"]) for m in _COLUMN.finditer(text.split("(", 1)[1])]
            self.tables[name] = [(c, kind, rest.split("--")[0]) for c, kind, rest in columns]
            self.references |= {(name, m[1]): (m[2], m[3]) for m in _REFERENCE.finditer(text)}
            for column, _, rest in columns:
                if m := re.search(r"refers to (\w+), not enforced", rest):
                    self.references[name, column] = (m[1], "")
        self.enforced = {(t, c) for (t, c), (_, key) in self.references.items() if key}
        self.pools = self._pools(databases, texts)

    def _pools(
        self, databases: Iterable[Mapping[str, Any]], texts: Iterable[str]
    ) -> dict[tuple[str, str], list[Any]]:
        pools: dict[tuple[str, str], dict[Any, None]] = {
            (t, c): {} for t, columns in self.tables.items() for c, _, _ in columns
        }
        for database in databases:
            for table, rows in database.items():
                for row in rows:
                    for (column, _, _), value in zip(self.tables[table], row, strict=True):
                        if value is not None:
                            pools[table, column][value] = None
        said = [(text.replace("''", "'"), number) for each in texts for text, number in _LITERAL.findall(each)]
        for (table, column), pool in pools.items():
            kind = next(k for c, k, _ in self.tables[table] if c == column)
            values = list(pool)
            dated = any(isinstance(v, str) and _DATE.fullmatch(v) for v in values)
            flag = {repr(v) for v in values} <= {"0", "1"} and values
            for text, number in said:
                if kind == "TEXT" and text and dated == bool(_DATE.fullmatch(text)):
                    pool[text] = None
                elif kind != "TEXT" and number and not flag:
                    for step in (-1, 0, 1):
                        value = float(number) + step
                        pool[value if kind == "REAL" else int(value)] = None
            if kind == "TEXT" and not dated:
                for value in values[:4]:
                    pool |= {value.lower(): None, value.upper(): None}
            elif kind != "TEXT" and not flag:
                pool[0.0 if kind == "REAL" else 0] = None
        return {key: list(pool) or [1] for key, pool in pools.items()}

    def draw(self, rng: random.Random) -> Database:
        """One database: from empty tables to some dozens of rows, with more or fewer missing and equal values."""
        size, missing = rng.choice((2, 5, 12, 40)), rng.choice((0.0, 0.1, 0.4))
        spread = rng.choice((1, 2, 4, 1000))
        found: Database = {}
        some = {key: rng.sample(pool, min(spread, len(pool))) for key, pool in self.pools.items()}
        for table, columns in self._in_order():
            count = 0 if rng.random() < 0.04 or self._orphaned(table, columns, found) else rng.randint(1, size)
            rows: list[list[Any]] = []
            used: dict[str, set[Any]] = {}
            for number in range(count):
                row = []
                for column, kind, rest in columns:
                    value = self._value(rng, found, rows, (table, column), kind, rest, some, missing, number)
                    if "UNIQUE" in rest and value is not None:
                        while value in used.setdefault(column, set()):
                            value = f"{value}{rng.randrange(10)}" if kind == "TEXT" else value + 1
                        used[column].add(value)
                    row.append(value)
                rows.append(row)
            rng.shuffle(rows)
            found[table] = rows
        return found

    def _orphaned(self, table: str, columns: Sequence[tuple[str, str, str]], found: Database) -> bool:
        """Whether rows of a table would need a parent that is not there."""
        return any(
            (table, c) in self.enforced
            and "NOT NULL" in rest
            and not found.get(self.references[table, c][0], table)
            for c, _, rest in columns
        )

    def _value(
        self,
        rng: random.Random,
        found: Database,
        rows: list[list[Any]],
        key: tuple[str, str],
        kind: str,
        rest: str,
        some: Mapping[tuple[str, str], list[Any]],
        missing: float,
        number: int,
    ) -> Any:
        if "PRIMARY KEY" in rest:
            return number + 1 if kind != "TEXT" else f"k{number + 1}"
        optional = "NOT NULL" not in rest
        if key in self.references:
            target = self.references[key][0]
            there = rows if target == key[0] else found.get(target, [])
            if optional and (not there or rng.random() < max(missing, 0.1)):
                return None
            if there and (key in self.enforced or rng.random() < 0.85):
                return rng.choice(there)[0]
            return (
                number + 1 if key in self.enforced else 10_000 + rng.randrange(3)
            )  # a first row refers to itself
        if optional and rng.random() < missing:
            return None
        return rng.choice(some[key] if rng.random() < 0.9 else self.pools[key])

    def _in_order(self) -> Iterator[tuple[str, list[tuple[str, str, str]]]]:
        done: set[str] = set()
        left = dict(self.tables)
        while left:
            for table in list(left):
                needs = {t for (own, _), (t, _) in self.references.items() if own == table and t != table}
                if needs <= done or len(left) == 1 or not any(t in self.tables for t in needs - done):
                    yield table, left.pop(table)
                    done.add(table)
                    break
            else:
                table = next(iter(left))
                yield table, left.pop(table)
                done.add(table)


def connection(schema: Sequence[str], database: Mapping[str, Any]) -> sqlite3.Connection:
    link = sqlite3.connect(":memory:", isolation_level=None)
    link.execute("PRAGMA foreign_keys = OFF")
    for text in schema:
        link.execute(text)
    for table, rows in database.items():
        if rows:
            link.executemany(f'INSERT INTO "{table}" VALUES ({",".join("?" * len(rows[0]))})', rows)
    looks = iter(range(STEPS // 1000))
    link.set_progress_handler(lambda: next(looks, None) is None, 1000)
    return link


def final_state(schema: Sequence[str], database: Mapping[str, Any], script: str) -> dict[str, Any]:
    """The tables after a script, as names of columns and rows."""
    link = connection(schema, database)
    link.executescript(script)
    names = [
        n
        for (n,) in link.execute(
            "SELECT name FROM sqlite_master WHERE type='table' AND name NOT LIKE 'sqlite_%'"
        )
    ]
    state = {}
    for name in names:
        cursor = link.execute(f'SELECT * FROM "{name}"')
        state[name] = ([d[0].lower() for d in cursor.description], cursor.fetchall())
    return state


def same_state(left: Mapping[str, Any], right: Mapping[str, Any]) -> bool:
    return left.keys() == right.keys() and all(
        left[name][0] == right[name][0] and same_bag(left[name][1], right[name][1]) for name in left
    )


def proved_wrong(task: rlvr.Task, query: str, count: int = DATABASES) -> Database | str | None:
    """A database on which a query is wrong, None if `count` of them show none, or why nothing can be said."""
    facts = task.payload.get("sql") or task.payload.get("write")
    if facts is None:
        return "the answer is no query"
    filler = Filler(facts["schema"], facts["databases"], (task.answer, query, task.prompt.split("\n", 1)[0]))
    rng = random.Random(f"{task.id}|{query}")
    changes = "write" in task.payload
    plan = schema = None
    if not changes:
        plan, schema = (
            from_json(task.payload["problem"]["plan"]),
            schema_from_json(task.payload["problem"]["schema"]),
        )
    failures = 0
    for _ in range(count):
        database = filler.draw(rng)
        try:
            if changes:
                due = final_state(facts["schema"], database, task.answer)
            else:
                assert plan is not None
                assert schema is not None
                groups = evaluate(plan, schema, database)
        except (sqlite3.Error, ValueError, ArithmeticError, TypeError):
            failures += 1
            continue
        try:
            if changes:
                if not same_state(due, final_state(facts["schema"], database, query)):
                    return database
                continue
            rows = connection(facts["schema"], database).execute(query).fetchall()
        except sqlite3.OperationalError as error:
            if "interrupted" in str(error):
                return "too slow"
            return database
        except (sqlite3.Error, sqlite3.Warning):
            return database
        if not agree(groups, rows, ordered=facts["ordered"]):
            return database
    return "the reference fails on the databases drawn" if failures > count // 2 else None


def still_asks(task: rlvr.Task, row: Mapping[str, Any]) -> bool:
    """Whether a task is the one that a mistake was written for: by a part of its question, or by its fingerprint."""
    return (
        row.get("question", "") in task.prompt and row.get("fingerprint", task.fingerprint) == task.fingerprint
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument(
        "--show", action="store_true", help="print what was accepted though wrong, and refused though equal"
    )
    options = parser.parse_args()
    counts: dict[str, Counter[str]] = {}
    for path in options.files:
        for line in path.read_text(encoding="utf-8").splitlines():
            if not line.strip():
                continue
            row = json.loads(line)
            task = rlvr.task(row["task"])
            count = counts.setdefault(task.env, Counter())
            if not still_asks(task, row):
                count["another task"] += 1
                continue
            verdict = rlvr.get(task.env).verify_answer(task.payload, row["query"])
            shown = proved_wrong(task, row["query"])
            kind = shown if isinstance(shown, str) else "equal" if shown is None else "wrong"
            name = f"{kind}, {'accepted' if verdict.passed else 'refused'}"
            count[name] += 1
            if options.show and name in ("wrong, accepted", "equal, refused"):
                print(json.dumps(row | {"found": name, "message": verdict.message}), flush=True)
    print(
        "| environment | proved wrong | accepted of these | share | equal, accepted | equal, refused | others |"
    )
    print("|---|---|---|---|---|---|---|")
    for env, count in sorted(counts.items()):
        wrong = count["wrong, accepted"] + count["wrong, refused"]
        rate = wilson([1.0] * count["wrong, accepted"] + [0.0] * count["wrong, refused"]) if wrong else None
        share = f"{rate.value:.2%} [{rate.low:.2%}, {rate.high:.2%}]" if rate else ""
        others = sum(count.values()) - wrong - count["equal, accepted"] - count["equal, refused"]
        print(
            f"| {env} | {wrong} | {count['wrong, accepted']} | {share} | {count['equal, accepted']} "
            f"| {count['equal, refused']} | {others} |"
        )


if __name__ == "__main__":
    main()
