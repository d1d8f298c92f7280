"""``python -m benchmarks.sql``: how often wrong queries pass, how fast verdicts are, and what hostile statements take.

**Wrong queries.** One-edit mutants of the reference queries of generated tasks, made from their texts by sqlglot
(`benchmarks.sql_mutants`), so not those by which the databases of the tasks were chosen. A mutant is wrong if any
database of a pool that no scheme sees (guided and random ones, in both scan orders) tells it from the reference. Each
scheme's share of wrong queries that it accepts is printed: this verifier, and the rules of BIRD and of the Spider test
suite re-implemented (`benchmarks.sql_rules`), on one realistic database, on ten random ones, and on those of this one.

**Speed.** Verdicts a second on one core, right and wrong answers, with the databases of a task remembered (a group of
answers to one task) and built anew, beside the floor: the same queries on kept plain connections, unprotected.

``--markdown`` writes docs/results/sql.md.
"""

from __future__ import annotations

import argparse
import platform
import resource
import sqlite3
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import rlvr
from rlvr.agents.intervals import wilson
from rlvr.generators.sql.analyse import constants_of
from rlvr.generators.sql.fill import fill
from rlvr.generators.sql.problems import Problem, draw, drawn_world, problem
from rlvr.generators.sql.tiny_databases import tiny_database
from rlvr.verifiers.sql import filled, image
from rlvr.verifiers.sql.compare import same_bag

from . import sql_rules
from .sql_mutants import mutants

Rows = list[tuple[Any, ...]]
ID = "rlvr/text2sql-v0"
SEED = 2026
POOL_GUIDED, POOL_RANDOM = 40, 6
MOST_ROWS = 3000


@dataclass(slots=True)
class Count:
    """How many wrong queries a scheme saw and how many it accepted."""

    seen: int = 0
    accepted: int = 0

    def text(self) -> str:
        """The share with its 95% interval, as two cells of a table."""
        share = wilson([1.0] * self.accepted + [0.0] * (self.seen - self.accepted))
        return f"{share.value:.2%} | {share.low:.2%} to {share.high:.2%}"


@dataclass(slots=True)
class Wrong:
    """What was found with mutants."""

    tasks: int = 0
    mutants: int = 0
    failing: int = 0
    same: int = 0
    schemes: dict[str, Count] = field(default_factory=lambda: defaultdict(Count))
    kinds: dict[str, Count] = field(default_factory=lambda: defaultdict(Count))
    accepted: list[tuple[str, str, str]] = field(default_factory=list)
    rejected_equal: int = 0


class Plain:
    """A plain connection to some rows, in one of both scan orders, with a bound on steps."""

    def __init__(self, sql: Mapping[str, Any], database: Mapping[str, Any], *, reverse: bool = False) -> None:
        (made,) = image.build(sql["schema"], sql["tables"], [database])
        self.connection = sqlite3.connect(":memory:")
        self.connection.deserialize(made)
        if reverse:
            self.connection.execute("PRAGMA reverse_unordered_selects = 1")
        self.left = 0
        self.connection.set_progress_handler(self._count, 10_000)

    def _count(self) -> bool:
        self.left -= 1
        return self.left < 0

    def rows(self, text: str) -> Rows | None:
        """The rows of a query; None if it fails."""
        self.left = 300
        try:
            return self.connection.execute(text).fetchmany(MOST_ROWS)
        except (sqlite3.Error, sqlite3.Warning):
            return None


def wrong_queries(levels: Sequence[int], each: int, most: int) -> Wrong:
    """Mutants of the references of some tasks, judged by all schemes."""
    spec, found, rng = rlvr.get(ID), Wrong(), Random(SEED)
    for level in levels:
        for _ in range(each):
            made = _drawn(rng, **spec.params(level))
            found.tasks += 1
            _judge(spec, made, found, rng, most)
    return found


def _drawn(rng: Random, shape: int, tables: int, rows: int, **others: Any) -> Problem:
    return draw(
        rng,
        shape,
        lambda: drawn_world(rng, tables, rows),
        lambda world, question: problem(rng, world, question),
    )


def _judge(spec: Any, made: Problem, found: Wrong, rng: Random, most: int) -> None:
    payload, schema = made.payload(), made.world.schema
    sql = payload["sql"]
    constants = constants_of(made.question.plan, schema)
    pool = [
        Plain(sql, tiny_database(rng, schema, constants, rows=rng.choice((8, 12, 16))), reverse=n % 2 == 1)
        for n in range(POOL_GUIDED)
    ] + [Plain(sql, fill(rng, schema, 150), reverse=n % 2 == 1) for n in range(POOL_RANDOM)]
    real = Plain(sql, fill(rng, schema, 400))
    random_ten = [Plain(sql, fill(rng, schema, 60)) for _ in range(10)]
    own = [Plain(sql, database) for database in sql["databases"]]
    gold = sql["query"]
    due = [place.rows(gold) for place in pool]
    kept = mutants(gold, sql["tables"])
    for kind, text in rng.sample(kept, min(most, len(kept))):
        found.mutants += 1
        given = [place.rows(text) for place in pool]
        if all(rows is None for rows in given):
            found.failing += 1
            continue
        accepted = spec.verify_answer(payload, text).passed
        if all(
            a is not None and b is not None and _same(a, b, sql["ordered"])
            for a, b in zip(due, given, strict=True)
        ):
            found.same += 1
            found.rejected_equal += not accepted
            if not accepted:
                found.accepted.append(("rejected though the same on the pool: " + kind, gold, text))
            continue
        if accepted:
            found.accepted.append((kind, gold, text))
        for name, passed in (
            ("rlvr, its own databases", accepted),
            ("BIRD rule, one realistic database", _by(sql_rules.bird, [real], gold, text)),
            ("BIRD rule, ten random databases", _by(sql_rules.bird, random_ten, gold, text)),
            ("BIRD rule, our databases", _by(sql_rules.bird, own, gold, text)),
            (
                "Spider suite rule, one realistic database",
                _by(sql_rules.spider_suite, [real], gold, text, bare=True),
            ),
            (
                "Spider suite rule, ten random databases",
                _by(sql_rules.spider_suite, random_ten, gold, text, bare=True),
            ),
            ("Spider suite rule, our databases", _by(sql_rules.spider_suite, own, gold, text, bare=True)),
            ("bag rule, one realistic database", _by(sql_rules.bag, [real], gold, text)),
        ):
            found.schemes[name].seen += 1
            found.schemes[name].accepted += passed
        found.kinds[kind].seen += 1
        found.kinds[kind].accepted += accepted
    for place in (*pool, real, *random_ten, *own):
        place.connection.close()


def _same(a: Rows, b: Rows, ordered: bool) -> bool:
    if ordered:
        return len(a) == len(b) and all(same_bag([x], [y]) for x, y in zip(a, b, strict=True))
    return same_bag(a, b)


def _by(rule: sql_rules.Rule, places: Sequence[Plain], gold: str, text: str, *, bare: bool = False) -> bool:
    """Whether a rule takes a query for the reference on all databases."""
    if bare:
        gold, text = sql_rules.without_distinct(gold), sql_rules.without_distinct(text)
    for place in places:
        due, given = place.rows(gold), place.rows(text)
        if due is None or given is None or not rule(given, due, gold):
            return False
    return True


# ---- speed ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Speed:
    """Verdicts a second of processor time."""

    right: float
    wrong: float
    cold: float
    floor: float


def speed(levels: Sequence[int], each: int) -> Speed:
    """Verdicts a second, over tasks of all levels."""
    spec = rlvr.get(ID)
    tasks = [spec.task(level, seed) for level in levels for seed in range(each)]
    answers = [t.answer for t in tasks]
    others = [a.replace("SELECT", "SELECT 1,", 1) if i % 2 else "SELECT 1" for i, a in enumerate(answers)]
    right, wrong_, cold, floor = [], [], [], []
    for _ in range(5):  # in turns, so that a slow minute hits all of them
        right.append(
            _rate(
                lambda: [spec.verify_answer(t.payload, a) for t, a in zip(tasks, answers, strict=True)],
                len(tasks),
            )
        )
        wrong_.append(
            _rate(
                lambda: [spec.verify_answer(t.payload, a) for t, a in zip(tasks, others, strict=True)],
                len(tasks),
            )
        )
        cold.append(_rate(lambda: _cold(spec, tasks), len(tasks)))
        floor.append(_floor(tasks))
    return Speed(median(right), median(wrong_), median(cold), median(floor))


def _rate(work: Callable[[], object], count: int) -> float:
    for _ in range(2):  # the second answer to a task is what makes its databases be kept
        work()
    start = time.process_time()
    work()
    return count / (time.process_time() - start)


def _cold(spec: Any, tasks: Sequence[Any]) -> None:
    for made in tasks:
        image._IMAGES.clear()
        filled.forget()
        spec.verify_answer(made.payload, made.answer)


def _floor(tasks: Sequence[Any]) -> float:
    places = []
    for made in tasks:
        empty: list[sqlite3.Connection] = []
        for one in image.images_of(made.payload["sql"]):
            connection = sqlite3.connect(":memory:")
            connection.deserialize(one)
            empty.append(connection)
        places.append(empty)

    def work() -> None:
        for made, connections in zip(tasks, places, strict=True):
            for connection, groups in zip(connections, made.payload["sql"]["gold"], strict=True):
                rows = connection.execute(made.answer).fetchall()
                same_bag([row for group in groups for row in group], rows)

    rate = _rate(work, len(tasks))
    for connections in places:
        for connection in connections:
            connection.close()
    return rate


# ---- hostile ----------------------------------------------------------------------------------------


def hostile() -> list[tuple[str, float, float, str]]:
    """Name, seconds, MiB more than before and end of each hostile statement of the tests."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "tasks"))
    import test_sql_runner as suite

    from rlvr.verifiers.sql.runner import QueryError, run

    found = []
    for name, text in {**suite.NO_READS, **suite.TOO_MUCH, **suite.FAILED}.items():
        before, start = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
        try:
            run(suite.DATABASE, text)
            end = "runs"
        except QueryError as error:
            end = type(error).__name__
        took = time.process_time() - start
        found.append((name, took, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024, end))
    return found


def report(
    found: Wrong, speeds: Speed, statements: Sequence[tuple[str, float, float, str]], command: str
) -> str:
    """Everything as Markdown."""
    wrong = found.mutants - found.failing - found.same
    ends = Counter(end for *_, end in statements)
    worst = sorted(statements, key=lambda row: -row[1])[:5]
    lines = [
        "# SQL: measured", "",
        f"`{command}`, CPython {platform.python_version()}, SQLite {sqlite3.sqlite_version}. The machine was shared: "
        "read the ratios.", "",
        "## Wrong queries that pass", "",
        f"{found.tasks} tasks of all levels of `{ID}`; {found.mutants:,} one-edit mutants of their queries by sqlglot, "
        f"of which {found.failing:,} do not run and {found.same:,} give the same as the reference on all "
        f"{POOL_GUIDED + POOL_RANDOM} databases of the pool. Share of the other {wrong:,} that each accepts, with "
        "95% intervals:", "",
        "| scheme | accepted | 95% interval |", "|---|---:|---:|",
        *(f"| {name} | {count.text()} |" for name, count in found.schemes.items()), "",
        f"Mutants that are the same on the whole pool and are rejected by this verifier: {found.rejected_equal} of "
        f"{found.same:,} (its databases tell apart what the pool does not).", "",
        "By kind of edit, accepted of seen:", "",
        "| edit | accepted | seen |", "|---|---:|---:|",
        *(f"| {kind} | {count.accepted} | {count.seen} |" for kind, count in sorted(found.kinds.items())), "",
        "## Speed", "",
        "Verdicts a second of processor time, one core, over tasks of all levels; each has about twelve databases.", "",
        "| what | verdicts/s | of the floor |", "|---|---:|---:|",
        f"| right answers, databases remembered | {speeds.right:,.0f} | {speeds.right / speeds.floor:.2f}x |",
        f"| wrong answers, databases remembered | {speeds.wrong:,.0f} | {speeds.wrong / speeds.floor:.2f}x |",
        f"| right answers, databases built anew | {speeds.cold:,.0f} | {speeds.cold / speeds.floor:.2f}x |",
        f"| floor: kept plain connections, no protection | {speeds.floor:,.0f} | 1.00x |", "",
        "## Hostile statements", "",
        f"{len(statements)} statements (tests/tasks/test_sql_runner.py); all end in an error of their kind: "
        + ", ".join(f"{count} {end}" for end, count in sorted(ends.items())) + ". No file is made "
        "and the next query is right. The slowest:", "",
        "| statement | seconds | MiB more | end |", "|---|---:|---:|---|",
        *(f"| {name} | {seconds:.3f} | {mib:.1f} | {end} |" for name, seconds, mib, end in worst), "",
    ]  # fmt: skip
    return "\n".join(lines)


def main() -> None:
    """See the top of this module."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tasks", type=int, default=12, help="tasks a level for the mutants")
    parser.add_argument("--mutants", type=int, default=40, help="most mutants a task")
    parser.add_argument(
        "--levels", type=int, nargs="*", help="levels that tasks are taken from; all by default"
    )
    parser.add_argument("--markdown", action="store_true", help="write docs/results/sql.md")
    parser.add_argument("--show", type=int, default=0, help="print so many wrong queries that pass")
    options = parser.parse_args()
    levels = options.levels or list(rlvr.get(ID).levels)
    found = wrong_queries(levels, options.tasks, options.mutants)
    text = report(found, speed(levels, 4), hostile(), "python -m benchmarks.sql " + " ".join(sys.argv[1:]))
    print(text)
    for kind, gold, mutant in found.accepted[: options.show]:
        print(f"--- {kind}\n{gold}\n  ~\n{mutant}\n")
    if options.markdown:
        (Path(__file__).parents[1] / "docs" / "results" / "sql.md").write_text(text)


if __name__ == "__main__":
    main()
