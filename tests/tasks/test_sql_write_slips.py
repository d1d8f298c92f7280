"""Of scripts with one slip that mean something else, nearly all are told from the right one."""

from __future__ import annotations

import random
from dataclasses import replace

from sql_script_slips import slips

import rlvr
from rlvr.generators.sql.fill import fill
from rlvr.generators.sql.question import NoFit
from rlvr.generators.sql.tiny_databases import tiny_database
from rlvr.generators.sql.writes import sql_write as tasks
from rlvr.generators.sql.writes.rows import state_of
from rlvr.generators.sql.writes.sql_write_solver import confirms
from rlvr.verifiers.sql.compare import same_bag
from rlvr.verifiers.sql.image import build
from rlvr.verifiers.sql.runner import QueryError
from rlvr.verifiers.sql.scripts import LIMITS, run_script
from rlvr.verifiers.sql.write import verify

SPEC = rlvr.get("sql-write")
SEEDS = 4
MOST = 40
"""Slips of one task that are tried."""


def problem(level, seed):
    rng, params = random.Random(f"{level} {seed}"), SPEC.params(level)
    while True:
        try:
            return tasks.draw(rng, params["kinds"].split(), params["steps"], params["tables"])
        except NoFit:
            continue


def left(image, script):
    try:
        return run_script(image, script, replace(LIMITS, rows=5000))
    except QueryError:
        return None


def same_state(a, b):
    if a is None or b is None or a.keys() != b.keys():
        return a is b
    return all(
        [name.lower() for name in a[table][0]] == [name.lower() for name in b[table][0]]
        and same_bag(a[table][1], b[table][1])
        for table in a
    )


def test_slips_are_told():
    rng = random.Random(0)
    different = accepted = 0
    for level in SPEC.levels:
        for seed in range(SEEDS):
            drawn = problem(level, seed)
            payload, schema = tasks.payload_of(drawn), drawn.schema
            write = payload["write"]
            tried = slips(drawn.script, write["tables"])
            tried = rng.sample(tried, min(len(tried), MOST))
            passed = [script for script in tried if verify(payload, script).passed]
            different += len(tried) - len(passed)
            if not passed:
                continue
            # Those that pass may mean the same: then they do it on many other databases as well.
            others = [tasks.guided(rng, schema, drawn.chain) for _ in range(25)]
            others += [state_of(schema, tiny_database(rng, schema, {}, 12)) for _ in range(6)]
            others += [state_of(schema, fill(rng, schema, 120)) for _ in range(3)]
            databases = [{name: grid.rows for name, grid in state.items()} for state in others]
            images = build(write["schema"], write["tables"], databases)
            due = [left(image, drawn.script) for image in images]
            for script in passed:
                if not all(
                    same_state(left(image, script), state) for image, state in zip(images, due, strict=True)
                ):
                    different += 1
                    accepted += 1
    assert different > 600
    assert accepted <= 0.02 * different, f"{accepted} of {different}"


def test_verifier_and_solver_agree_on_slips():
    rng = random.Random(1)
    for level in SPEC.levels:
        made = SPEC.task(level, 77)
        tried = slips(made.answer, made.payload["write"]["tables"])
        for script in rng.sample(tried, min(len(tried), 20)):
            assert verify(made.payload, script).passed == confirms(made.payload, script), script
