"""Ray: the same bytes, verdicts, tasks and trajectories from processes on two hosts, also when one of them is lost.

The hosts are two nodes of a real cluster on this machine.
"""

from __future__ import annotations

import importlib
import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import rlvr
from rlvr.agents.engine import Sampling
from rlvr.agents.rollouts.collector import Collector
from rlvr.agents.rollouts.config import RolloutConfig
from rlvr.agents.rollouts.jobs import EpisodeJob
from rlvr.agents.trajectory import Trajectory
from rlvr.export.errors import DatasetError
from rlvr.export.formats import read_tasks
from rlvr.export.generate import generate_file
from rlvr.export.plan import Plan, make_plan
from rlvr.export.score import score_file
from rlvr.generators.base import Task
from rlvr.pools.pieces import LostItem, PoolError, value_of
from rlvr.pools.pool import Pool
from rlvr.sandbox import MISSING, Job, Result, SandboxError, SandboxUnavailable, make, ray_pool, use
from rlvr.sandbox.container import LABEL
from rlvr.sandbox.engine import connect as docker_engine
from rlvr.sandbox.on_ray import Box
from rlvr.sandbox.on_ray import _difference as difference
from rlvr.sandbox.on_ray import _Host as Host_

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
ray: Any = importlib.import_module("ray")
cluster_utils: Any = importlib.import_module("ray.cluster_utils")

TESTS = Path(__file__).parents[1]
sys.path[:0] = [str(TESTS / "agents"), str(TESTS / "fixtures")]
scripted: Any = importlib.import_module("scripted")

UNRELIABLE = "fixture/unreliable-v0"
FINE, HOLD, DIE = 1, 7, 8
PLAN = make_plan(("word-sorting=2", "arithmetic", "sudoku"), 1500, levels=(2, 3), split="train", seed=3)


class Hosts:
    """A head with two CPUs, and a second node, which can be lost."""

    def __init__(self) -> None:
        self.cluster = cluster_utils.Cluster(
            initialize_head=True,
            head_node_args={"num_cpus": 2, "include_dashboard": False},
        )
        ray.init(address=self.cluster.address, log_to_driver=False)
        self.second: Any = None
        self.renew()

    def renew(self) -> None:
        """Have the second node, fresh if it was lost."""
        if self.second is None:
            self.second = self.cluster.add_node(num_cpus=2)
        until = time.monotonic() + 60
        while ray.cluster_resources().get("CPU") != 4:  # a node that was lost counts for a while
            assert time.monotonic() < until
            time.sleep(0.1)

    def lose(self) -> None:
        """The second node ends, with all that is on it."""
        node, self.second = self.second, None
        self.cluster.remove_node(node, allow_graceful=False)

    def close(self) -> None:
        ray.shutdown()
        self.cluster.shutdown()


@pytest.fixture(scope="module")
def cluster() -> Iterator[Hosts]:
    rlvr.register(TESTS / "fixtures" / "unreliable.yaml")
    hosts = Hosts()
    yield hosts
    hosts.close()


@pytest.fixture
def hosts(cluster: Hosts) -> Hosts:
    cluster.renew()
    return cluster


def children(module: str) -> list[int]:
    """Live processes below this one that run a module of this package as a child."""
    parents, found = {}, []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rsplit(")", 1)[1].split()
                words = (entry / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            parents[int(entry.name)] = int(fields[1])
            if module.encode() in words and fields[0] != "Z":
                found.append(int(entry.name))

    def ours(pid: int) -> bool:
        while pid > 1 and pid != os.getpid():
            pid = parents.get(pid, 0)
        return pid == os.getpid()

    return sorted(filter(ours, found))


def made(plan: Plan, path: Path, **options: Any) -> bytes:
    generate_file(plan, path, **options)
    return path.read_bytes()


def test_files_are_the_same_for_any_number_of_workers_and_when_some_are_lost(
    hosts: Hosts, tmp_path: Path
) -> None:
    alone = made(PLAN, tmp_path / "alone.jsonl")
    assert made(PLAN, tmp_path / "one.jsonl", workers=1, engine="ray") == alone
    lost: list[object] = []

    def trouble(progress: Any) -> None:
        if progress.rows == 100:
            lost.append(children("rlvr.pools.child"))
            os.kill(children("rlvr.pools.child")[0], signal.SIGKILL)
        if progress.rows == 400:
            lost.append(hosts.second)
            hosts.lose()

    assert made(PLAN, tmp_path / "four.jsonl", workers=4, engine="ray", on_progress=trouble) == alone
    assert len(lost) == 2
    assert len(lost[0]) == 4  # type: ignore[arg-type]
    assert children("rlvr.pools.child") == []


def test_verdicts_are_the_same(hosts: Hosts, tmp_path: Path) -> None:
    made(make_plan(["countdown", "sokoban"], 60, levels=(1, 2)), tmp_path / "tasks.jsonl")
    tasks = list(read_tasks(tmp_path / "tasks.jsonl"))
    with open(tmp_path / "responses.jsonl", "w") as file:
        for number, task in enumerate(tasks):
            right = f"<answer>{task.answer}</answer>"
            responses = [right, "<answer>1</answer>", task.answer, "nothing"][: 1 + number % 4]
            print(json.dumps({"id": task.id, "responses": responses}), file=file)
    found = [
        list(score_file(tmp_path / "tasks.jsonl", tmp_path / "responses.jsonl", workers=workers, engine=engine))
        for workers, engine in ((1, "local"), (1, "ray"), (3, "ray"))  # type: ignore[arg-type]
    ]
    assert found[0] == found[1] == found[2]
    assert {scored.verdict.passed for scored in found[0]} == {True, False}


def test_streams_are_the_same(hosts: Hosts) -> None:
    found = []
    for workers, engine in ((0, "local"), (3, "ray")):
        with rlvr.stream(["cipher", "sudoku"], (1, 2), workers=workers, ahead=64, engine=engine) as tasks:  # type: ignore[arg-type]
            found.append(list(islice(tasks, 150)))
            if engine == "ray":
                hosts.lose()
            found[-1] += islice(tasks, 150)
    assert found[0] == found[1]


def test_only_the_item_that_ends_its_process_is_lost(hosts: Hosts) -> None:
    with Pool(2, engine="ray") as pool:
        outcomes = pool.submit("pool_works:faulty", [1, "die", 3, "hold", 5], seconds=3.0).result()
    assert [value_of(outcomes[place]) for place in (0, 2, 4)] == [1, 3, 5]
    for place, words in ((1, "died"), (3, "took longer than 3 s")):
        with pytest.raises(LostItem, match=words):
            value_of(outcomes[place])


def plans_of(played: Sequence[Task]) -> dict[str, list[str]]:
    plans: dict[str, list[str]] = {}
    for task in played:
        if task.env == UNRELIABLE:
            plans[task.prompt] = [f"<answer>{n}</answer>" for n in task.answer.split()]
        else:
            plans.update(scripted.oracle_plans([task]))
    return plans


def collector(played: Sequence[Task], slips: float = 0.0, **options: Any) -> Collector:
    engine = scripted.ScriptedEngine(scripted.reciting(plans_of(played), slips), speed=1000)
    return Collector(engine, scripted.ByteCodec(), RolloutConfig(Sampling(100_000), **options))


def without_clock(trajectories: Sequence[Trajectory]) -> list[Trajectory]:
    return [replace(t, turns=[replace(turn, seconds=0.0) for turn in t.turns]) for t in trajectories]


def test_rollouts_are_the_same(hosts: Hosts) -> None:
    kinds: list[tuple[str, int, dict[str, Any]]] = [
        ("countdown", 2, {"attempts": 2, "reward": "dense"}),
        ("sokoban", 1, {}),
        ("mastermind", 1, {"max_turns": 2}),
        (UNRELIABLE, 2, {}),
    ]
    jobs = [EpisodeJob(rlvr.get(n).task(level, seed), seed, o) for n, level, o in kinds for seed in range(3)]
    found = []
    for options in ({}, {"processes": 3, "processes_engine": "ray"}):
        playing = collector([job.task for job in jobs], 0.4, concurrent=7, **options)
        found.append(without_clock(playing.collect(jobs, seed=3)))
        playing.close()
    assert found[0] == found[1]


def test_environments_that_hang_or_die_and_hosts_that_are_lost_cost_no_other_episode(hosts: Hosts) -> None:
    levels = [FINE, HOLD, FINE, DIE, FINE, 2, 2]
    played = [rlvr.get(UNRELIABLE).task(level, seed) for seed, level in enumerate(levels)]
    played += [rlvr.get("sokoban").task(1, seed) for seed in range(12)]
    playing = collector(played, processes=2, processes_engine="ray", step_seconds=3.0, concurrent=8)
    found: list[Trajectory] = []
    for trajectory in playing.stream([EpisodeJob(task) for task in played], seed=0):
        found.append(trajectory)
        if len(found) == 2:
            hosts.lose()
    playing.close()
    broken = {t.task.level: t for t in found if not t.scored}
    assert set(broken) == {HOLD, DIE}
    assert broken[HOLD].extra["error"] == "the environment took longer than 3.0 s"
    assert broken[DIE].extra["error"] == "the process of the environment died (3)"
    assert sum(t.passed for t in found) == len(played) - 2
    assert children("rlvr.agents.rollouts.child") == []


def test_a_registry_file_that_a_host_does_not_have_is_told(hosts: Hosts, tmp_path: Path) -> None:
    file = tmp_path / "elsewhere.yaml"
    file.write_text((TESTS / "fixtures" / "stalling.yaml").read_text())
    known = dict(rlvr.registry._files)
    rlvr.register(file)
    file.unlink()
    try:
        with (
            Pool(1, engine="ray") as pool,
            pytest.raises(PoolError, match=r"elsewhere.yaml.*at the same paths"),
        ):
            pool.submit("operator:sub", [1], 1).result()
    finally:
        rlvr.registry._files.clear()
        rlvr.registry._files.update(known)


def test_too_many_workers_are_told(hosts: Hosts, tmp_path: Path) -> None:
    with pytest.raises(PoolError, match="20 processes need as many CPUs, and the Ray cluster has 4"):
        Pool(20, engine="ray")
    with pytest.raises(DatasetError, match="ask for 4 at most"):
        generate_file(PLAN, tmp_path / "a.jsonl", workers=5, engine="ray")


def owners() -> set[int]:
    """The processes below this one that have boxes of the sandbox."""
    found = {
        int(entry["Labels"][LABEL].split(" ")[1])
        for entry in docker_engine().containers(filters={"label": LABEL})
    }
    return {pid for pid in found if below(pid)}


def below(pid: int) -> bool:
    """Whether a process is a descendant of this one."""
    while pid > 1 and pid != os.getpid():
        try:
            pid = int(Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1])
        except OSError:
            return False
    return pid == os.getpid()


def wait_for(what: Callable[[], bool], seconds: float = 120.0) -> None:
    until = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < until
        time.sleep(0.2)


@pytest.fixture
def boxed(hosts: Hosts) -> Hosts:
    try:
        make("docker").close()
    except SandboxUnavailable as error:
        pytest.skip(str(error))
    return hosts


def test_programs_run_in_the_sandboxes_of_all_hosts_also_when_one_is_lost(boxed: Hosts) -> None:
    job = Job("import time, sys; time.sleep(3); print(int(sys.stdin.read()) * 2)", stdin=b"21")
    with ray_pool(backend="docker") as pool:
        calls = Job(
            "def f(x, y=0): return [x, y]", entry="f", calls=((1.5, "\ud800"), ({"a": None}, 10**30), ())
        )
        assert pool.run(calls).values == ([1.5, "\ud800"], [{"a": None}, 10**30], MISSING)
        files = Job("open('b', 'wb').write(open('a', 'rb').read()[::-1])", files={"a": b"\0\xff"}, collect=True)
        assert pool.run(files).files == {"a": b"\0\xff", "b": b"\xff\0"}
        with ThreadPoolExecutor(1) as thread:
            results = thread.submit(pool.run_many, [job] * 4)
            wait_for(lambda: len(owners()) == 2)
            assert os.getpid() not in owners()
            boxed.lose()
            found = results.result()
        assert [result.text for result in found if isinstance(result, Result)] == ["42\n"] * 4
        assert {result.isolation for result in found if isinstance(result, Result)} == {"container"}
        assert len(pool.hosts) == 1
        assert not isinstance(pool.run(Job("print(1)")), SandboxError)
    wait_for(lambda: not owners())
    with pytest.raises(SandboxUnavailable, match="closed"):
        pool.run(job)


def test_a_job_whose_actors_die_twice_has_no_result(boxed: Hosts) -> None:
    with ray_pool(backend="docker", slots=1) as pool, ThreadPoolExecutor(1) as thread:
        outcome = thread.submit(pool.run_many, [Job("import time; time.sleep(4); print(1)")])
        while not outcome.done():
            for pid in owners():
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            time.sleep(0.2)
        assert [type(each) for each in outcome.result()] == [SandboxError]
        wait_for(lambda: isinstance(pool.run_many([Job("print(1)")])[0], Result))


def test_verdicts_of_programs_are_the_same_in_all_sandboxes(boxed: Hosts, tmp_path: Path) -> None:
    made(make_plan(["function-synthesis"], 6, levels=(1, 1)), tmp_path / "tasks.jsonl")
    with open(tmp_path / "responses.jsonl", "w") as file:
        for task in read_tasks(tmp_path / "tasks.jsonl"):
            programs = [task.answer, task.answer.replace("return ", "return not ")]
            responses = [f"<answer>{each}</answer>" for each in programs]
            print(json.dumps({"id": task.id, "responses": responses}), file=file)
    found = []
    for sandbox, engine_of_workers in (("docker", "local"), ("ray", "local"), ("docker", "ray")):
        with use(sandbox):
            scores = score_file(
                tmp_path / "tasks.jsonl",
                tmp_path / "responses.jsonl",
                workers=2 if engine_of_workers == "ray" else 1,
                engine=engine_of_workers,  # type: ignore[arg-type]
            )
            found.append([scored.verdict for scored in scores])
    assert found[0] == found[1] == found[2]
    assert [verdict.passed for verdict in found[0]] == [True, False] * 6


def test_a_host_that_cannot_run_programs_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCKER_HOST", "unix:///nowhere")
    kind, why = json.loads(Box([]).ready("docker", ["python"], None, 1))
    assert (kind, why.partition(":")[0]) == ("refused", "no Docker engine answers")
    with pytest.raises(ValueError, match="not 'unsafe-local'"):
        ray_pool(backend="unsafe-local")


def test_hosts_that_would_run_programs_in_other_ways_are_refused(boxed: Hosts, tmp_path: Path) -> None:
    here = Path(rlvr.__file__).parent
    other = tmp_path / "site" / "rlvr"
    other.mkdir(parents=True)
    for entry in here.iterdir():
        if entry.name != "version.py":
            (other / entry.name).symlink_to(entry)
    (other / "version.py").write_text('__version__ = "0.0.9"\n')
    path = os.pathsep.join([str(other.parent), os.environ.get("PYTHONPATH", "")])
    refused = [
        ({"PYTHONPATH": path}, f"has rlvr 0.0.9, and this process {rlvr.__version__}"),
        ({"DOCKER_HOST": "unix:///nowhere"}, "cannot run code: no Docker engine answers"),
    ]
    boxed.lose()
    for environment, words in refused:
        node = boxed.cluster.add_node(num_cpus=1, env_vars=environment)
        with pytest.raises(SandboxUnavailable, match=words):
            ray_pool(backend="docker")
        boxed.cluster.remove_node(node)
    wait_for(lambda: not owners())
    with pytest.raises(SandboxUnavailable, match="the image rlvr-sandbox:other is gone"):
        ray_pool(image="rlvr-sandbox:other")
    with pytest.raises(ValueError, match="not 'unsafe-local'"):
        ray_pool(backend="unsafe-local")


def test_hosts_with_other_images_are_told_apart() -> None:
    about = dict.fromkeys(("sandbox", "image", "runtime", "languages"), "same")
    first, other = (Host_("1", name, 1, about=about | {"image": name}) for name in ("first", "other"))
    assert difference(first, first) is None
    assert "image is 'first' on first and 'other' on other" in str(difference(first, other))
