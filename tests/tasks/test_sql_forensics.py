"""Incidents in logs: the one answer by a walk in SQL and in this file's own reading, the ways to it, what they pay."""

from __future__ import annotations

import re
import sqlite3
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.envs.make import make_env
from rlvr.envs.tool_text import call_text
from rlvr.envs.tools.image_cache import ImageCache
from rlvr.generators.base import GenerationError, rng_for
from rlvr.generators.sql.forensics import incident, walker
from rlvr.generators.sql.forensics.catalogue import ENTITIES, HUBS
from rlvr.generators.sql.forensics.entities import Organisation
from rlvr.generators.sql.forensics.lazy import Drawn
from rlvr.generators.sql.forensics.logs import KINDS
from rlvr.generators.sql.forensics.sql_forensics import digest, remade
from rlvr.generators.sql.forensics.world import World
from rlvr.verifiers.base import Reason
from rlvr.verifiers.sql.forensics import credit, verify

SPEC = rlvr.get("sql-forensics")
LOW = st.sampled_from((1, 2, 3, 4))
SEEDS = st.integers(0, 10**9)

QUERY = re.compile(
    r"SELECT DISTINCT (?P<target>\w+)(?:, (?P<time>\w+))? FROM (?P<table>\w+)"
    r" WHERE (?P<source>\w+) = '(?P<value>[^']*)'"
    r"(?: AND (?P<category>\w+) = '(?P<wanted>[^']*)')?(?: AND \w+ <= \S.*? AND (?P<until>\w+) > .*)?"
)


def bare(cell):
    """An identifier without what a log may put around it."""
    text = str(cell).lower().replace("[.]", ".")
    text = re.sub(r"^(smtp:|md5:|id=|::ffff:|\{|[a-z]+\\(?!.*\\))", "", text)
    return re.sub(r"(@?\.?[a-z]*\.?internal|@[a-z]+\.internal|\.|\})$", "", text)


def instant(cell, note):
    """A time in UTC, by the note on its column."""
    if "seconds since" in note:
        return datetime.fromtimestamp(int(cell) / (1000 if note.startswith("milli") else 1), UTC)
    if "offset" in note or note.endswith("Z"):
        return datetime.fromisoformat(cell).astimezone(UTC)
    ahead = re.search(r"UTC([-+])(\d\d):00", note)
    hours = int(ahead[1] + ahead[2]) if ahead else 0
    return datetime.strptime(cell, "%Y-%m-%d %H:%M:%S").replace(tzinfo=UTC) - timedelta(hours=hours)


class Logs:
    """The database of a task, and its steps as its queries state them."""

    def __init__(self, task):
        self.task = task
        self.made = remade(task.payload["world"])
        self.db = sqlite3.connect(":memory:")
        for statement in self.made.ddl:
            self.db.execute(statement)
        for table, rows in self.made.rows.items():
            self.db.executemany(f"INSERT INTO {table} VALUES ({','.join('?' * len(rows[0]))})", rows)
        self.notes = {(table, column): note for table, column, note in self.made.rows["notes"]}
        self.steps = [QUERY.fullmatch(query).groupdict() for query in task.payload["queries"]]

    def moment(self, table, column, cell):
        return instant(cell, self.notes[table, column])

    def walk(self, without=()):
        """All ends of all walks by the steps: bare values; `without` has pairs of table and rowid to leave out."""
        states = {(bare(self.steps[0]["value"]), None)}
        for step in self.steps:
            columns = [step["source"], step["target"], step["time"] or "NULL", step["until"] or "NULL", "rowid"]
            where = f" WHERE {step['category']} = '{step['wanted']}'" if step["category"] else ""
            after = set()
            for source, target, begin, until, row in self.db.execute(
                f"SELECT {', '.join(columns)} FROM {step['table']}{where}"
            ):
                if (step["table"], row) in without:
                    continue
                for at in [time for value, time in states if value == bare(source)]:
                    then = at
                    if begin is not None:
                        then = self.moment(step["table"], step["time"], begin)
                    if until is not None:
                        if not then <= at < self.moment(step["table"], step["until"], until):
                            continue
                        then = at
                    after.add((target if self.is_time(step) else bare(target), then))
            states = after
        last = self.steps[-1]
        if self.is_time(last):
            return {
                f"{self.moment(last['table'], last['target'], value):%Y-%m-%d %H:%M:%S}" for value, _ in states
            }
        return {value for value, _ in states}

    def is_time(self, step):
        return step is self.steps[-1] and self.task.payload["answer"]["kind"] == "time"


@cache
def logs(level, seed):
    return Logs(SPEC.task(level, seed))


def own_rows(made):
    """For each step, the rows that its query gives and that lead on: by rowid."""
    found = []
    nodes = [*(spellings[0] for spellings in made.task.payload["path"]), made.task.payload["answer"]["value"]]
    for query, step, node in zip(made.task.payload["queries"], made.steps, nodes, strict=True):
        wanted = query.replace("SELECT DISTINCT", "SELECT rowid,", 1)
        rows = [
            row[0]
            for row in made.db.execute(wanted)
            if (bare(row[1]) == bare(node))
            or (
                made.is_time(step)
                and f"{made.moment(step['table'], step['target'], row[1]):%Y-%m-%d %H:%M:%S}" == node
            )
        ]
        found.append((step["table"], rows))
    return found


@settings(max_examples=30)
@given(LOW, SEEDS)
def test_every_walk_that_ends_ends_at_the_answer_and_needs_each_of_its_rows(level, seed):
    made = Logs(SPEC.task(level, seed))
    answer = made.task.payload["answer"]["value"]
    assert made.walk() == {answer if made.is_time(made.steps[-1]) else bare(answer)}
    for table, rows in own_rows(made):
        assert len(rows) == 1
        assert made.walk(without={(table, rows[0])}) == set()


@pytest.mark.parametrize(("level", "seed"), [(5, 1), (5, 2), (6, 3), (7, 4)])
def test_so_does_every_walk_of_the_large_ones(level, seed):
    made = logs(level, seed)
    answer = made.task.payload["answer"]["value"]
    assert made.walk() == {answer if made.is_time(made.steps[-1]) else bare(answer)}
    assert all(len(rows) == 1 for _, rows in own_rows(made))


@settings(max_examples=20)
@given(st.sampled_from((2, 3, 4)), SEEDS)
def test_no_other_row_holds_two_entities_of_the_trail(level, seed):
    made = Logs(SPEC.task(level, seed))
    payload = made.task.payload
    trail = [set(payload["start"]), *map(set, payload["path"])]
    if payload["answer"]["kind"] != "time":
        trail.append({payload["answer"]["value"]})
    own = {(table, row) for table, rows in own_rows(made) for row in rows}
    texts = set().union(*trail)
    for table, rows in made.made.rows.items():
        for number, row in enumerate(rows, start=1):
            cells = {bare(cell) for cell in row if isinstance(cell, str)}
            if cells.isdisjoint(texts):
                continue
            held = [place for place, spellings in enumerate(trail) if cells & spellings]
            if (table, number) in own:
                assert len(held) <= 2, (table, row)
            else:
                assert len(held) <= 1, (table, row)


@settings(max_examples=40)
@given(LOW, SEEDS)
def test_parameters_are_kept_and_guessing_does_not_pay(level, seed):
    task = SPEC.task(level, seed)
    params = SPEC.params(level)
    payload = task.payload
    assert len(payload["queries"]) == params["hops"] == len(payload["path"]) + 1
    assert task.guess_rate <= 0.05
    assert len({query.split(" FROM ")[1].split()[0] for query in payload["queries"]}) == params["hops"]
    assert f"{params['tables'] + 1} tables" in task.prompt
    assert payload["start"][0] in task.prompt.lower()


@pytest.mark.parametrize("level", [1, 3, 5, 6])
def test_notes_tell_all_that_is_not_plain(level):
    made = logs(level, 9)
    names = {
        column
        for kind in KINDS.values()
        for part in kind.fields
        if part.type == "time"
        for column in part.names
    }
    for table, columns in made.made.columns.items():
        for place, column in enumerate(columns if table != "notes" else ()):
            note = made.notes.get((table, column), "")
            cells = [row[place] for row in made.made.rows[table]]
            if column in names:
                assert note
            if "1970" in note or "YYYY" in note:
                moments = [instant(cell, note) for cell in cells[:: max(1, len(cells) // 50)]]
                assert all(2023 < moment.year < 2028 for moment in moments)
            elif not note:
                assert not any(
                    re.search(r"^(smtp:|md5:|id=|::ffff:|\{)|\.internal$|\[\.\]", str(cell)) for cell in cells
                )
            for mark, words in (("smtp:", "smtp:"), ("::ffff:", "::ffff:"), ("md5:", "md5:"), ("id=", "id=")):
                if words in note:
                    assert all(str(cell).startswith(mark) for cell in cells)
            if "capital" in note and "braces" not in note:
                assert all(cell == cell.upper() for cell in cells)


def test_sizes_and_rows_of_a_table_in_order():
    small, large = logs(1, 9), logs(6, 9)
    counts = {name: len(rows) for name, rows in small.made.rows.items() if name != "notes"}
    assert min(counts.values()) >= 20
    assert 25_000 < sum(len(rows) for rows in large.made.rows.values()) < 40_000
    for (table, column), note in large.notes.items():
        kind = next(kind for kind in KINDS.values() if table in kind.names)
        if kind.timed and column in next(part.names for part in kind.fields if part.type == "time"):
            place = large.made.columns[table].index(column)
            cells = [row[place] for row in large.made.rows[table]]
            assert cells == sorted(cells), (table, note)


def test_misleading_rows_are_there():
    """Without the categories that the steps state, many walks come to other ends."""
    strayed = 0
    for seed in range(12):
        made = logs(4, seed)
        for step in made.steps:
            step["category"] = None
        strayed += len(made.walk()) > 1
    logs.cache_clear()
    assert strayed >= 6


def test_the_catalogue_is_sound():
    names = [name for kind in KINDS.values() for name in kind.names]
    assert len(names) == len(set(names))
    assert len(KINDS) > 25
    for kind in KINDS.values():
        roles = {part.role: part.type for part in kind.fields}
        assert set(roles.values()) <= set(ENTITIES)
        assert kind.timed == (kind.fields[0].type == "time")
        for category in kind.categories:
            assert all(len(spelled) == len(set(spelled)) == len(category.said) for spelled in category.spelled)
        for relation in kind.relations:
            assert {relation.source, relation.target} <= set(roles)
            assert "{it}" in relation.text
            assert ("{c}" in relation.text) == bool(relation.category)
    assert {r.target for k in KINDS.values() for r in k.relations} > {
        "host",
        "account",
        "remote",
        "hash",
        "path",
    }


@settings(max_examples=60)
@given(st.sampled_from(SPEC.levels[:5]), SEEDS)
def test_prompts_read_well(level, seed):
    prompt = SPEC.task(level, seed).prompt.rpartition("\n\n")[0]
    assert not re.search(r"[{}]|\bthat that\b|\ba [aeio]|\ban [bcdfghjklmnpqrstvwxyz]|  |\.\.|None", prompt), (
        prompt
    )
    steps = [int(number) for number in re.findall(r"^(\d)\. ", prompt, re.MULTILINE)]
    assert steps == list(range(1, len(steps) + 1))
    assert not steps or f"step {steps[-1]}?" in prompt


# ---- judging ----------------------------------------------------------------------------------------

PATH = [["a1", "org\\a1"], ["b2"], ["c3", "c3.org"], ["d4"]]
PAYLOAD = {"answer": {"kind": "host", "value": "ws-01"}, "start": ["s0", "id=s0"], "path": PATH}


@pytest.mark.parametrize(
    "answer",
    [
        "ws-01",
        "WS-01",
        " 'WS-01' ",
        '"ws-01"',
        "answer: ws-01",
        "Answer: `WS-01`\nPath: x -> y",
        "ws-01\npath:",
        "ws-01.",
        "The answer is ws-01.",
        "**ws-01**",
        "The answer is `ws-01`.\npath: x -> y",
    ],
)
def test_right_forms(answer):
    assert verify(PAYLOAD, answer).passed


@pytest.mark.parametrize(
    "answer",
    [
        "ws-0",
        "ws-01, ws-02",
        "ws-01 or ws-02",
        "ws-01 ws-01",
        "the host ws-01",
        "ws 01",
        "''ws-01''",
        "not ws-01",
        "The answer is not ws-01",
        "ws-01 is wrong",
    ],
)
def test_wrong_forms(answer):
    assert verify(PAYLOAD, answer).reason is Reason.WRONG
    assert verify(PAYLOAD, answer).score == 0.0


@pytest.mark.parametrize(
    "answer", ["", "\n", "ws-01\nws-02", "path: a\nws-01", "ws-01\npath: a\npath: b", "ws-0１", "x" * 3000]
)
def test_unreadable_forms(answer):
    assert verify(PAYLOAD, answer).reason is Reason.UNPARSABLE


def test_times():
    payload = PAYLOAD | {"answer": {"kind": "time", "value": "2025-03-01 10:20:30"}}
    for right in (
        "2025-03-01 10:20:30",
        "2025-03-01T10:20:30Z",
        "2025-03-01 10:20:30 UTC",
        "'2025-03-01t10:20:30'",
    ):
        assert verify(payload, right).passed
    for wrong in (
        "2025-03-01 10:20",
        "2025-03-01 10:20:31",
        "10:20:30",
        "2025-03-01 10:20:30+02:00",
        "1740824430",
    ):
        assert not verify(payload, wrong).passed


WAYS = st.lists(
    st.sampled_from(["a1", "b2", "c3", "d4", "org\\a1", "x", "y", "ws-01", "s0", "ws-09"]), max_size=10
)


def worth(way):
    return verify(PAYLOAD, "ws-09\npath: " + " -> ".join(way)).score


@given(WAYS)
def test_the_way_pays_little_and_only_with_a_wrong_answer(way):
    assert 0.0 <= worth(way) < 0.4
    assert verify(PAYLOAD, "ws-01\npath: " + " -> ".join(way)).score == 1.0


def test_the_way_is_paid_from_its_end():
    assert worth(["a1", "b2", "c3", "d4"]) == pytest.approx(0.6 * (0.4 + 0.16 + 0.064 + 0.0256))
    assert worth(["d4"]) == pytest.approx(0.24)
    assert worth(["a1"]) == pytest.approx(0.6 * 0.0256)
    assert worth(["a1", "b2"]) < worth(["c3"]) < worth(["d4"]) < worth(["c3", "d4"])
    assert worth(["ORG\\A1", "C3.org"]) == worth(["a1", "c3"]) == worth(["s0", "a1", "c3", "ws-09"])


def test_the_published_credit_is_measured_beside_it():
    """ExCyTIn: 0.4, 0.16, 0.064, ... counting back from the answer; four entities lie on this way."""

    def trail(*way):
        return verify(PAYLOAD, "ws-09\npath: " + " -> ".join(way)).parts["trail"]

    assert trail("a1", "b2", "c3", "d4") == pytest.approx(0.4 + 0.16 + 0.064 + 0.0256)
    assert trail("d4") == pytest.approx(0.4)
    assert trail("a1") == pytest.approx(0.4**4)
    assert trail("d4", "x", "b2", "y", "d4") == pytest.approx(0.4 + 0.064)  # neither order nor others count
    assert trail("ORG\\A1") == pytest.approx(0.4**4)
    assert trail("x") == 0.0
    assert verify(PAYLOAD, "ws-09").parts["trail"] == 0.0


@given(WAYS, st.integers(0, 10))
def test_a_further_wrong_entity_never_pays(way, place):
    way = [value for value in way if value not in ("s0", "ws-09")]
    more = [*way[:place], "z", *way[place:]]
    assert worth(more) <= worth(way)
    if worth(way):
        assert worth(more) < worth(way)


@given(st.permutations(["a1", "b2", "c3", "d4"]))
def test_order_counts(way):
    assert worth(way) <= worth(["a1", "b2", "c3", "d4"])
    assert (worth(way) == worth(["a1", "b2", "c3", "d4"])) == (way == ["a1", "b2", "c3", "d4"])


@given(st.permutations(["a1", "b2", "c3", "d4", "e", "f", "g", "h"]))
def test_naming_all_that_was_seen_earns_nothing(way):
    assert worth(way) == 0.0
    assert worth(["a1", "a1"]) == worth(["a1", "ws-01"]) == worth(["x", "d4"]) == worth(way * 20) == 0.0


@given(st.text(max_size=60), st.text("ws-01 \n>pathb2:'", max_size=30))
def test_no_text_raises_or_passes_unread(text, near):
    for answer in (text, near):
        verdict = verify(PAYLOAD, answer)
        stripped = (
            re.sub(r"(?i)^answer:", "", answer.strip().split("\n")[0]).strip().strip("'\"`").strip().lower()
        )
        assert not verdict.passed or stripped == "ws-01"
    assert credit([], "", PAYLOAD) == 0.0


# ---- the environment --------------------------------------------------------------------------------


def test_a_wrong_answer_with_a_true_way_is_paid_in_dense_form_only():
    for reward, low, high in (("binary", 0.0, 0.0), ("dense", 0.2, 0.4)):
        env = make_env(SPEC.id, level=3, reward=reward)
        _, info = env.reset(seed=5)
        way = " -> ".join(spellings[-1] for spellings in info["task"].payload["path"])
        _, paid, over, _, _ = env.step(f"<answer>answer: nothing\npath: {way}</answer>")
        assert over
        assert low <= paid <= high


def test_tools_and_budgets():
    env = make_env(SPEC.id, level=3)
    prompt, info = env.reset(seed=1)
    assert "25 tool calls" in prompt
    seen, *_ = env.step(call_text("tables", {}))
    assert "notes" in seen
    table = info["task"].payload["queries"][0].split(" FROM ")[1].split()[0]
    assert "CREATE TABLE" in env.step(call_text("schema", {"table": table}))[0]
    seen, *_ = env.step(call_text("query", {"sql": f"SELECT * FROM {table}"}))
    assert "the first 20 are shown" in seen
    for attack in (
        "DELETE FROM notes",
        "ATTACH 'x' AS y",
        "PRAGMA query_only = 0",
        "SELECT load_extension('x')",
    ):
        assert "error" in env.step(call_text("query", {"sql": attack}))[0]
    first = env.step(call_text("query", {"sql": info["task"].payload["queries"][0]}))[0]
    assert (
        env.step(call_text("query", {"sql": info["task"].payload["queries"][0]}))[0].split("\n\n")[0]
        == first.split("\n\n")[0]
    )
    for _ in range(15):
        env.step("\n".join([call_text("query", {"sql": "SELECT 1"})] * 3))
    seen, *_ = env.step(call_text("query", {"sql": "SELECT 1"}))
    assert "no tool calls are left" in seen


@pytest.mark.parametrize("level", [2, 4, 6])
def test_the_oracle_sees_what_it_needs(level):
    env = make_env(SPEC.id, level=level)
    _, info = env.reset(seed=2)
    payload = info["task"].payload
    trail = [*(spellings for spellings in payload["path"]), [payload["answer"]["value"]]]
    for turn in range(len(payload["queries"]) + 1):
        seen, *_ = env.step(env.oracle_action())
        if turn and payload["answer"]["kind"] != "time":
            assert any(spelling in seen.lower() for spelling in trail[turn - 1])
    assert env.step(env.oracle_action())[1] == 1.0


def test_logs_of_another_version_are_a_failure_of_the_machinery():
    task = SPEC.task(1, 3)
    row = task.to_json()
    row["payload"] = row["payload"] | {"world": row["payload"]["world"] | {"digest": "0" * 16}}
    env = make_env(SPEC.id)
    env.reset(options={"task": rlvr.Task.from_json(row)})
    *_, truncated, info = env.step(call_text("tables", {}))
    assert truncated
    assert info["verdict"].reason is Reason.INFRA


def test_images_are_kept_within_their_room():
    made = []

    def make(recipe):
        made.append(recipe)
        return bytes(40)

    kept = ImageCache(max_bytes=100)
    for recipe in "abacaba":
        assert kept.get(recipe, make) == bytes(40)
    assert made == ["a", "b", "c", "b"]  # c took the place of b, and b that of c
    alone = ImageCache(max_bytes=10)
    assert alone.get("a", make) == alone.get("a", make)
    assert made[4:] == ["a"]


@pytest.mark.parametrize(
    "change",
    [{"hops": 0}, {"hops": 9}, {"rows": 10}, {"tables": 99}, {"drift": 2}, {"branching": 0}, {"decoys": 50}],
)
def test_bad_parameters_are_named(change):
    with pytest.raises(ValueError, match=next(iter(change))):
        SPEC.task(3, 0, params=change)


@pytest.mark.parametrize(
    "params",
    [
        {"hops": 8, "tables": 1, "rows": 150},
        {"hops": 8, "decoys": 12, "drift": 1},
        {"hops": 1, "branching": 20},
    ],
)
def test_unusual_parameters_work(params):
    for seed in range(3):
        made = Logs(SPEC.task(2, seed, params=params))
        assert len(made.walk()) == 1


@given(st.integers(0, 10**6))
def test_an_entity_is_found_by_its_text(seed: int) -> None:
    rng = rng_for(f"entities {seed}")
    org = Organisation(rng, 24 + seed % 200, 20)
    for kind in ENTITIES.keys() - {"time", "until"}:
        assert kind in HUBS or org.number(kind, "x") is None
        count = org.size if kind in HUBS else 300
        if kind not in HUBS:
            assert list(org.mint(kind, count)) == list(range(count))
        for number in rng.sample(range(count), 12):
            text = org.text(kind, number)
            assert org.number(kind, text.lower()) == number
            assert org.number(kind, text.lower() + "0") is None
        assert org.number(kind, "") is None
        assert org.number(kind, "_") is None
        if kind not in HUBS:
            assert org.number(kind, org.text(kind, count).lower()) is None  # not made so far
    assert (
        len({org.text(kind, i).lower() for kind in ENTITIES if kind in HUBS for i in range(org.size)})
        == 6 * org.size
    )


@settings(max_examples=25)
@given(st.integers(0, 10**6), st.sampled_from([150, 900, 6000]))
def test_what_a_table_finds_is_what_reading_all_its_cells_finds(seed: int, rows: int) -> None:
    rng = rng_for(f"tables {seed}")
    kinds = rng.sample([*KINDS.values()], 4)
    world = World(rng, Organisation(rng, 30, 5), kinds, rows, 0.5)
    for log in world.logs.values():
        for _ in range(0 if log.kind.lookup or log.kind.name == "leases" else 12):
            before = list(zip(*map(log.cells, range(len(log.columns))), strict=True))
            if rng.random() < 0.6:
                at = world.org.start + rng.randrange(5 * 86_400)
                place = log.order.index(world.add(log, {}, 1, at))
                after = list(zip(*map(log.cells, range(len(log.columns))), strict=True))
                assert len(after) == len(before) + 1
                del after[place]
            else:
                gone = rng.sample(range(len(log)), 2)
                log.remove([log.order[place] for place in gone])
                before = [row for place, row in enumerate(before) if place not in gone]
                after = list(zip(*map(log.cells, range(len(log.columns))), strict=True))
            assert after == before
        if log.kind.timed:
            assert sorted(seconds := [log.second(row) for row in log.order]) == seconds
        for place, column in enumerate(log.columns):
            cells = log.cells(place)
            read = log.reader(place)
            assert [read(row) for row in log.order] == cells
            assert read(log.first) == cells[0]
            assert read(log.last) == cells[-1]
            assert log.choices(place) == len(set(cells))
            if column.type in ENTITIES.keys() - {"time", "until"}:
                plain = [walker.plain(column.type, str(cell)) for cell in cells]
                wanted = set(rng.sample(plain, 5))
                assert log.naming(place, wanted) == [
                    row for row, value in zip(log.order, plain, strict=True) if value in wanted
                ]


@settings(max_examples=15)
@given(st.integers(0, 10**6), st.sampled_from([150, 6000]))
def test_what_is_looked_at_first_changes_no_cell(seed: int, rows: int) -> None:
    kinds = rng_for(f"order {seed}").sample([*KINDS.values()], 6)
    worlds = []
    for _ in range(2):
        rng = rng_for(f"world {seed}")
        worlds.append(World(rng, Organisation(rng, 30, 5), kinds, rows, 0.5))
    one, other = worlds
    looks = [(name, place) for name, log in one.logs.items() for place in range(len(log.columns))]
    cells = {look: one.logs[look[0]].cells(look[1]) for look in looks}
    rng_for(f"looks {seed}").shuffle(looks)
    for name, place in looks:
        log = other.logs[name]
        some = (0, log.size // 2, log.size - 1)
        if place % 2:
            assert [log.reader(place)(row) for row in some] == [cells[name, place][row] for row in some]
        assert log.cells(place) == cells[name, place]


@given(st.integers(0, 10**6), st.integers(1, 900))
def test_times_by_blocks_are_those_of_adding_all_up(seed: int, count: int) -> None:
    rng = rng_for(f"times {seed}")
    steps, span = rng.randbytes(count), rng.randrange(3_600, 3_000_000)
    times = Drawn(1_700_000_000, span, lambda: steps)
    every = times.all()
    assert sorted(every) == every
    assert 1_700_000_000 <= every[0] <= every[-1] < 1_700_000_000 + span
    for _ in range(12):
        place = rng.randrange(count)
        assert times.at(place) == every[place]
        for second in (every[place] - 1, every[place], 1_700_000_000 + rng.randrange(-9, span + 9)):
            assert times.until(second) == sum(time <= second for time in every)


def test_a_digest_tells_worlds_apart() -> None:
    recipe = SPEC.task(4, 7).payload["world"]
    seen = {recipe["digest"], digest(incident.make(recipe).world)}
    assert len(seen) == 1
    for other in ({"seed": recipe["seed"] + 1}, {"drift": 0.9}, {"branching": recipe["branching"] + 1}):
        with suppress(GenerationError, ValueError, incident._Misfit):
            seen.add(digest(incident.make(recipe | other).world))
    made = incident.make(recipe)
    log = made.log(made.steps[0])
    made.world.add(log, {}, 1, made.world.org.start + 99_000) if not log.kind.lookup else log.remove([log.last])
    seen.add(digest(made.world))
    assert len(seen) >= 4
