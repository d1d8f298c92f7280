"""Rollouts: token in, token out; verdicts as replays give them; failures that are masked; order and repeatability."""

from __future__ import annotations

import importlib
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.agents.engine import Request, Sampling
from rlvr.agents.rollouts.collector import Collector, RolloutError
from rlvr.agents.rollouts.config import RolloutConfig
from rlvr.agents.rollouts.jobs import EpisodeJob
from rlvr.agents.rollouts.text import TextCompletion
from rlvr.agents.trajectory import Trajectory
from rlvr.envs.replay import replay
from rlvr.generators.base import Task, derive_seed
from rlvr.sandbox import SandboxUnavailable
from rlvr.verifiers.base import Reason

sys.path.insert(0, str(Path(__file__).parent))
scripted: Any = importlib.import_module("scripted")
FIXTURES = Path(__file__).parents[1] / "fixtures"
UNRELIABLE = "fixture/unreliable-v0"
FINE, SLOW, CRASH, HANG, CRASH_AT_START, NO_SANDBOX = range(1, 7)
PLENTY = Sampling(max_tokens=100_000)


@pytest.fixture(scope="module", autouse=True)
def unreliable() -> Iterator[Any]:
    sys.path.insert(0, str(FIXTURES))
    rlvr.register(FIXTURES / "unreliable.yaml")
    module = importlib.import_module("unreliable_tasks")
    yield module
    module.release.set()
    sys.path.remove(str(FIXTURES))


def tasks(*wanted: tuple[str, int], seeds: int = 3) -> list[Task]:
    return [rlvr.get(name).task(level, seed) for name, level in wanted for seed in range(seeds)]


def engine_for(played: Sequence[Task], slips: float = 0.0, **options: Any) -> Any:
    plans = {}
    for task in played:  # broken environments cannot be asked for a plan
        if task.env == UNRELIABLE:
            plans[task.prompt] = [f"<answer>{n}</answer>" for n in task.answer.split()]
        else:
            plans.update(scripted.oracle_plans([task]))
    return scripted.ScriptedEngine(scripted.reciting(plans, slips), **options)


def collector(engine: Any, **options: Any) -> Collector:
    options = {"sampling": PLENTY, **options}
    return Collector(engine, scripted.ByteCodec(), RolloutConfig(**options))


def without_clock(trajectories: Sequence[Trajectory]) -> list[Any]:
    """Everything but how long steps took."""
    return [
        (
            t.task,
            t.sample,
            t.segments,
            t.ending,
            t.verdict,
            t.extra,
            t.env_options,
            *tuple(replace(turn, seconds=0.0) for turn in t.turns),
        )
        for t in trajectories
    ]


def seed_of(seed: int, task: Task, sample: int, turn: int, times: int = 1) -> int:
    """What a turn is drawn with; `times` counts the same job in one call."""
    return derive_seed(derive_seed(seed, task.id, sample, times), turn)


def check_tokens(engine: Any, found: Sequence[Trajectory], jobs: Sequence[EpisodeJob], seed: int) -> None:
    """Every drawn token of the trajectories is one of a completion, and its context is what the engine saw."""
    codec = scripted.ByteCodec()
    by_seed = {request.seed: key for key, request in engine.seen.items()}
    asked = 0
    for trajectory, job in zip(found, jobs, strict=True):
        drawn = 0
        for number, turn in enumerate(trajectory.turns):
            key = by_seed[seed_of(seed, job.task, job.sample, number)]
            segment, completion = trajectory.segments[turn.segment], engine.given[key]
            assert segment.tokens[: turn.start] == engine.seen[key].tokens
            assert segment.tokens[turn.start : turn.end] == completion.tokens
            assert segment.log_probs[turn.start : turn.end] == completion.log_probs
            assert segment.versions[turn.start : turn.end] == completion.versions
            assert turn.text == codec.action(completion.tokens)
            assert turn.stop == completion.stop
            assert all(segment.policy[turn.start : turn.end])
            drawn += len(completion.tokens)
            asked += 1
        assert sum(sum(segment.policy) for segment in trajectory.segments) == drawn == trajectory.length
        for segment in trajectory.segments:
            lists = (segment.policy, segment.log_probs, segment.versions)
            assert {len(column) for column in lists} == {len(segment.tokens)}
            given = [i for i, drawn in enumerate(segment.policy) if not drawn]
            assert all(segment.log_probs[i] == 0.0 and segment.versions[i] == -1 for i in given)
            assert len(segment) <= engine.max_context
    assert asked == len(engine.seen)


# ---- what is played -----------------------------------------------------------------------------------


@pytest.mark.parametrize("family", sorted({spec.family for spec in rlvr.specs()}))
def test_the_oracle_through_tokens_wins_an_environment_of_every_kind(family: str) -> None:
    kinds = {(spec.env, ""): spec.id for spec in rlvr.specs(family) if not spec.sandbox}
    played = tasks(*((name, 1) for name in kinds.values()), seeds=2)
    found = collector(engine_for(played)).collect([EpisodeJob(task) for task in played], seed=0)
    assert [trajectory.task for trajectory in found] == played
    assert all(trajectory.passed and trajectory.reward == 1.0 for trajectory in found)
    assert {trajectory.ending for trajectory in found} == {"terminated"}


@pytest.mark.parametrize("name", ["program-induction", "repository", "shell", "code-repair-turns"])
def test_the_oracle_wins_where_programs_are_run(name: str) -> None:
    from rlvr.sandbox import current

    try:
        current()
    except SandboxUnavailable as error:
        pytest.skip(f"no sandbox: {error}")
    played = tasks((name, 1), seeds=2)
    found = collector(engine_for(played)).collect([EpisodeJob(task) for task in played], seed=0)
    assert all(trajectory.passed for trajectory in found), [trajectory.extra for trajectory in found]


@settings(max_examples=20)
@given(
    seed=st.integers(0, 10**6),
    slips=st.sampled_from([0.0, 0.5, 1.0]),
    speed=st.sampled_from([5, 60, 1000]),
    max_tokens=st.sampled_from([6, 60, 10_000]),
    room=st.sampled_from([1500, 5000, 10**6]),
    budget=st.sampled_from([None, 1, 100]),
    lockstep=st.booleans(),
    concurrent=st.sampled_from([1, 3, 100]),
)
def test_tokens_are_those_drawn_and_verdicts_those_of_a_replay(
    seed: int,
    slips: float,
    speed: int,
    max_tokens: int,
    room: int,
    budget: int | None,
    lockstep: bool,
    concurrent: int,
) -> None:
    kinds: list[tuple[str, int, dict[str, Any]]] = [
        ("cipher", 1, {}),
        ("cipher", 1, {"attempts": 3, "feedback": "reason"}),
        ("countdown", 2, {"attempts": 2, "reward": "dense", "extraction": "lenient"}),
        ("sokoban", 1, {"reward": "dense"}),
        ("mastermind", 1, {"max_turns": 2}),
        ("sql-explore", 1, {}),
        (UNRELIABLE, FINE, {"reward": "dense"}),
    ]
    played = [(rlvr.get(name).task(level, seed), options) for name, level, options in kinds]
    jobs = [
        EpisodeJob(task, sample, options)
        for number, (task, options) in enumerate(played)
        for sample in (2 * number, 2 * number + 1)
    ]
    engine = engine_for([task for task, _ in played], slips, speed=speed, max_context=room, updates=2)
    made = collector(
        engine,
        sampling=Sampling(max_tokens),
        max_episode_tokens=budget,
        lockstep=lockstep,
        concurrent=concurrent,
    )
    found = made.collect(jobs, seed=seed)
    check_tokens(engine, found, jobs, seed)
    for trajectory, job in zip(found, jobs, strict=True):
        assert trajectory.verdict == replay(job.task, trajectory.actions, **trajectory.env_options)
        dense = job.env_options.get("reward") == "dense"
        worth = trajectory.verdict.score if dense else float(trajectory.passed)
        assert trajectory.reward == pytest.approx(worth)
        assert trajectory.scored
        assert trajectory.ending in ("terminated", "truncated", "budget")
        drawn = trajectory.length
        assert budget is None or drawn <= budget
        if trajectory.ending == "budget" and room == 10**6:
            assert drawn == budget
        states = [turn.state_key for turn in trajectory.turns]
        if states:
            env = rlvr.make(job.task.env, **job.env_options)
            _, info = env.reset(options={"task": job.task})
            for turn in trajectory.turns:
                assert turn.state_key == info["state_key"]
                *_, info = env.step(turn.text)
    assert engine.most <= concurrent
    statistics = made.statistics
    assert statistics.episodes == len(jobs)
    assert statistics.turns == sum(len(t.turns) for t in found) == len(engine.seen)
    assert statistics.tokens == sum(t.length for t in found)
    assert statistics.cut == sum(t.cut for t in found)
    assert statistics.masked == 0


def test_attempts_are_turns_of_one_segment_with_the_feedback_between_them() -> None:
    task = rlvr.get("countdown").task(1, 3)
    texts = ["nothing", "<answer>1</answer>", f"<answer>{task.answer}</answer>"]

    def script(context: Sequence[int], request: Request) -> list[int]:
        return [*texts[scripted.read_context(context)[1]].encode(), scripted.END]

    (found,) = collector(scripted.ScriptedEngine(script)).collect(
        [EpisodeJob(task, 0, {"attempts": 3})], seed=0
    )
    assert found.actions == texts
    assert [turn.reward for turn in found.turns] == [0.0, 0.0, 1.0]
    assert len({turn.state_key for turn in found.turns}) == 3
    (segment,) = found.segments
    between = [bytes(segment.tokens[a.end + 1 : b.start - 2]).decode() for a, b in pairwise(found.turns)]
    assert between == ["Try again. Attempts left: 2.", "Try again. Attempts left: 1."]


def test_a_turn_that_ran_out_of_tokens_is_judged_and_marked() -> None:
    task = rlvr.get("cipher").task(1, 0)
    answer = f"<answer>{task.answer}</answer>"
    engine = scripted.ScriptedEngine(lambda context, request: [*answer.encode(), *b" and so on, for ever"])
    (found,) = collector(engine, sampling=Sampling(len(answer))).collect([EpisodeJob(task)], seed=0)
    assert (found.turns[0].stop, found.passed, found.cut, found.ending) == ("length", True, True, "terminated")
    (short,) = collector(engine, sampling=Sampling(len(answer) - 1)).collect([EpisodeJob(task)], seed=0)
    assert (short.passed, short.cut, short.scored) == (False, True, True)


def test_a_prompt_without_room_ends_before_it_begins() -> None:
    played = tasks(("cipher", 1))
    engine = engine_for(played, max_context=10)
    found = collector(engine).collect([EpisodeJob(task) for task in played], seed=0)
    assert [(t.ending, t.segments, t.turns, t.cut, t.scored) for t in found] == [
        ("budget", [], [], True, True)
    ] * 3
    assert all(t.verdict is not None and t.verdict.reason is Reason.TRUNCATED for t in found)
    assert not engine.seen


def test_a_cap_on_turns_ends_an_episode_as_it_stands() -> None:
    (task,) = played = tasks((UNRELIABLE, FINE), seeds=1)
    (found,) = collector(engine_for(played), max_turns=2).collect([EpisodeJob(task)], seed=0)
    assert (found.ending, len(found.turns), found.verdict) == ("budget", 2, replay(task, found.actions))
    assert found.segments[0].policy[-1], "nothing is read after the last action"


def test_a_hint_stands_in_the_prompt_and_is_noted() -> None:
    task = next(t for t in (rlvr.get("countdown").task(1, seed) for seed in range(50)) if t.split == "train")
    engine = engine_for([task])
    (found,) = collector(engine).collect([EpisodeJob(task, hint=1.0, arm="countdown:1")], seed=0)
    (request,) = engine.seen.values()
    assert scripted.read_context(request.tokens)[0] == f"{task.prompt}\n\nHint: {task.trace or task.answer}"
    assert found.extra == {"hint": 1.0, "arm": "countdown:1"}
    assert found.passed


def test_the_context_without_the_hint_is_noted_if_asked_for() -> None:
    task = next(t for t in (rlvr.get("countdown").task(1, seed) for seed in range(50)) if t.split == "train")
    jobs = [EpisodeJob(task, hint=0.5), EpisodeJob(task)]
    hinted, plain = collector(engine_for([task]), keep_unhinted=True).collect(jobs, seed=0)
    prompt = scripted.ByteCodec().begin([{"role": "user", "content": task.prompt}])
    assert hinted.extra == {"hint": 0.5, "unhinted": prompt}
    assert hinted.segments[0].tokens[: len(prompt)] != prompt
    assert plain.extra == {}
    assert plain.segments[0].tokens[: len(prompt)] == prompt


# ---- many, and in order -------------------------------------------------------------------------------


def test_two_thousand_episodes_at_once() -> None:
    task = rlvr.get("cipher").task(1, 0)
    jobs = [EpisodeJob(task, sample, {"attempts": 2}) for sample in range(2000)]
    engine = engine_for([task], slips=0.5)
    found = collector(engine, concurrent=2000, sampling=Sampling(60)).collect(jobs, seed=0)
    assert engine.most == 2000
    assert [t.sample for t in found] == list(range(2000))
    assert 0 < sum(t.passed for t in found) < 2000


def test_lockstep_repeats_itself_whatever_the_threads_do() -> None:
    played = tasks((UNRELIABLE, SLOW), (UNRELIABLE, FINE), ("sql-explore", 1), ("cipher", 1))
    jobs = [EpisodeJob(task, sample) for task in played for sample in range(2)]
    runs = []
    for workers in (1, 3, 16):
        engine = engine_for(played, slips=0.4, speed=11, updates=3)
        made = collector(engine, lockstep=True, workers=workers, concurrent=10)
        runs.append((without_clock(made.collect(jobs, seed=1)), [r.tokens for r in engine.seen.values()]))
    assert runs[0] == runs[1] == runs[2]


def test_what_is_drawn_depends_on_seed_task_sample_and_turn_alone() -> None:
    played = tasks((UNRELIABLE, SLOW), ("sokoban", 1))
    jobs = [EpisodeJob(task, sample) for task in played for sample in range(3)]

    def run(jobs: Sequence[EpisodeJob], seed: int, **options: Any) -> dict[Any, Any]:
        found = collector(engine_for(played, slips=0.5), **options).collect(jobs, seed=seed)
        return {(t.task.id, t.sample): rows for t, rows in zip(found, without_clock(found), strict=True)}

    first = run(jobs, 1)
    assert run(jobs[::-1], 1, lockstep=True, concurrent=4) == first
    assert run(jobs, 2) != first


def test_the_same_job_twice_is_two_rollouts_and_other_jobs_do_not_change_them() -> None:
    task = rlvr.get("sokoban").task(1, 0)
    twice = [EpisodeJob(task, 0), EpisodeJob(task, 0)]
    other = [EpisodeJob(task, 0, {"max_turns": 3}), EpisodeJob(task, 1), EpisodeJob(task, 0, hint=0.5)]
    engine = engine_for([task])
    collector(engine).collect(twice, seed=0)
    assert len({request.seed for request in engine.seen.values()}) == len(engine.seen)
    alone = collector(engine_for([task], slips=0.7)).collect(twice, seed=0)
    mixed = collector(engine_for([task], slips=0.7)).collect([*other, twice[0], *other, twice[1]], seed=0)
    assert without_clock([mixed[3], mixed[7]]) == without_clock(alone)


def test_a_stream_takes_jobs_when_there_is_room_and_can_be_left() -> None:
    task = rlvr.get("cipher").task(1, 0)
    taken = []

    def endless() -> Iterator[EpisodeJob]:
        sample = 0
        while True:
            taken.append(sample)
            yield EpisodeJob(task, sample)
            sample += 1

    engine = engine_for([task], speed=10)
    stream = collector(engine, concurrent=4).stream(endless(), seed=0)
    found = [next(stream) for _ in range(10)]
    assert len({t.sample for t in found}) == 10
    assert len(taken) <= 18
    stream.close()
    assert engine.pending == 0


def test_a_slow_environment_does_not_keep_the_others_waiting(unreliable: Any) -> None:
    unreliable.release.clear()
    hanging, *others = tasks((UNRELIABLE, HANG), seeds=1) + tasks((UNRELIABLE, FINE), seeds=3)
    engine = engine_for([hanging, *others])
    stream = collector(engine, step_seconds=None).stream([EpisodeJob(t) for t in [hanging, *others]], seed=0)
    assert sorted(next(stream).task.seed for _ in others) == [0, 1, 2]
    unreliable.release.set()
    assert next(stream).passed
    assert next(stream, None) is None


# ---- what fails ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("lockstep", [False, True])
def test_environments_that_hang_or_break_are_masked_and_the_others_go_on(
    unreliable: Any, lockstep: bool
) -> None:
    unreliable.release.clear()
    levels = [FINE, CRASH, HANG, CRASH_AT_START, FINE, HANG, HANG]
    played = [rlvr.get(UNRELIABLE).task(level, seed) for seed, level in enumerate(levels)]
    made = collector(engine_for(played), step_seconds=4.0, workers=2, lockstep=lockstep)
    found = made.collect([EpisodeJob(task) for task in played], seed=0)
    endings = {FINE: "terminated", CRASH: "infra", HANG: "watchdog", CRASH_AT_START: "infra"}
    assert [t.ending for t in found] == [endings[level] for level in levels]
    assert [t.scored for t in found] == [level == FINE for level in levels]
    assert all(t.passed for t in found if t.scored)
    assert all(t.verdict is not None and t.verdict.scored == t.scored for t in found)
    assert [t.extra.get("error") for t in found[:4]] == [
        None,
        "KeyError: 'broken'",
        "the environment took longer than 4.0 s",
        "OSError: the disk is full",
    ]
    assert [len(t.turns) for t in found[:4]] == [3, 1, 1, 0]
    assert made.statistics.masked == 5
    assert made.statistics.errors.total() == 5
    unreliable.release.set()


def test_an_error_that_hits_every_episode_is_raised() -> None:
    played = tasks((UNRELIABLE, CRASH))
    with pytest.raises(RolloutError, match=r"none of 3 episodes .* KeyError: 'broken'"):
        collector(engine_for(played)).collect([EpisodeJob(task) for task in played], seed=0)


def test_no_sandbox_is_raised_at_once_and_nothing_is_left_pending() -> None:
    played = tasks((UNRELIABLE, NO_SANDBOX), seeds=1) + tasks(("cipher", 1))
    engine = engine_for(played, deaf=lambda request: b"Say" not in bytes(request.tokens[1:5]))
    with pytest.raises(SandboxUnavailable, match="there is no sandbox here"):
        collector(engine).collect([EpisodeJob(task) for task in played], seed=0)
    assert engine.pending == 0


def clock(engine: Any, monkeypatch: pytest.MonkeyPatch, runs: Callable[[], bool] = lambda: True) -> None:
    """Let the collector's clock run by the polls of the engine, 50 s each: no pause of the machine is a stall."""
    shown = SimpleNamespace(
        monotonic=lambda: time.monotonic() + (50.0 * engine._polls if runs() else 0.0),
        perf_counter=time.perf_counter,
    )
    monkeypatch.setattr("rlvr.agents.rollouts.collector.time", shown)


def test_an_engine_that_stalls_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    played = tasks(("cipher", 1), seeds=4)
    deaf = seed_of(0, played[1], 0, 0)
    engine = engine_for(played, deaf=lambda request: request.seed == deaf)
    clock(engine, monkeypatch)
    found = collector(engine, stall_seconds=1000.0).collect([EpisodeJob(task) for task in played], seed=0)
    assert [t.ending for t in found] == ["terminated", "watchdog", "terminated", "terminated"]
    assert found[1].turns == []
    assert found[1].length == 0
    assert not found[1].scored
    assert engine.pending == 0


def test_an_engine_that_gives_up_on_a_request_is_no_fault_of_the_policy() -> None:
    played = tasks(("sokoban", 1), seeds=3)
    dying = seed_of(0, played[2], 0, 1)
    engine = engine_for(played, dying=lambda request: request.seed == dying)
    found = collector(engine).collect([EpisodeJob(task) for task in played], seed=0)
    assert [t.ending for t in found] == ["terminated", "terminated", "infra"]
    assert len(found[2].turns) == 1
    assert not found[2].scored


def test_an_episode_that_takes_too_long_is_ended_wherever_it_is(
    unreliable: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    entered, release = threading.Event(), threading.Event()
    hang = SimpleNamespace(wait=lambda: (entered.set(), release.wait()))
    monkeypatch.setattr(unreliable, "release", hang)
    hanging, deaf, fine = tasks((UNRELIABLE, HANG), seeds=1) + tasks(("cipher", 1), seeds=2)
    engine = engine_for([hanging, deaf, fine], deaf=lambda request: request.seed == seed_of(0, deaf, 0, 0))
    clock(engine, monkeypatch, entered.is_set)
    made = collector(engine, episode_seconds=1000.0, step_seconds=None)
    found = made.collect([EpisodeJob(task) for task in (hanging, deaf, fine)], seed=0)
    release.set()
    assert [t.ending for t in found] == ["watchdog", "watchdog", "terminated"]
    assert [len(t.turns) for t in found] == [1, 0, 1]
    assert entered.is_set()
    assert engine.pending == 0


@pytest.mark.parametrize(
    "wrong",
    [
        {"concurrent": 0},
        {"workers": 0},
        {"step_seconds": 0.0},
        {"max_turns": 0},
        {"sampling": Sampling(max_tokens=0)},
    ],
)
def test_a_configuration_that_makes_no_sense_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        RolloutConfig(**wrong)


def test_options_that_no_environment_has_are_raised_at_once() -> None:
    jobs = [EpisodeJob(task, 0, {"atempts": 2}) for task in tasks(("cipher", 1))]
    with pytest.raises(TypeError, match="atempts"):
        collector(scripted.ScriptedEngine(lambda *_: [])).collect(jobs, seed=0)


def test_time_in_which_nobody_takes_trajectories_counts_for_no_watchdog(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    skipped = 0.0
    clock = SimpleNamespace(monotonic=lambda: time.monotonic() + skipped, perf_counter=time.perf_counter)
    monkeypatch.setattr("rlvr.agents.rollouts.collector.time", clock)
    played = tasks((UNRELIABLE, FINE), ("cipher", 1), ("sokoban", 1))
    engine = engine_for(played, speed=9)
    made = collector(engine, episode_seconds=1000.0, stall_seconds=1000.0)
    stream = made.stream([EpisodeJob(task) for task in played], seed=0)
    first = next(stream)
    skipped = 5000.0  # the trainer takes its time
    assert all(trajectory.passed for trajectory in [first, *stream])
    assert made.statistics.seconds < 5000.0


# ---- backends without tokens --------------------------------------------------------------------------


class Parrot:
    """A text backend that recites plans; the first reply to each chat is lost if it is asked to lose some."""

    def __init__(self, plans: dict[str, list[str]], lose: str = "") -> None:
        self.plans, self.lose = plans, lose
        self.waiting: list[TextCompletion] = []
        self.chats: list[list[Any]] = []

    @property
    def pending(self) -> int:
        return len(self.waiting)

    def submit(self, key: int, messages: Any, sampling: Sampling, seed: int) -> None:
        self.chats.append(list(messages))
        text = self.plans[messages[0]["content"]][len(messages) // 2]
        lost = bool(self.lose) and self.lose in messages[0]["content"]
        reply = TextCompletion(key, "", "aborted", error="503") if lost else TextCompletion(key, text, tokens=7)
        self.waiting.append(reply)

    def poll(self) -> list[TextCompletion]:
        time.sleep(0.001)
        return [self.waiting.pop()] if self.waiting else []

    def abort(self, keys: Sequence[int]) -> list[TextCompletion]:
        self.waiting = [reply for reply in self.waiting if reply.key not in keys]
        return []


def test_backends_without_tokens_play_as_well() -> None:
    played = tasks(("sokoban", 1), ("sql-explore", 1))
    backend = Parrot(scripted.oracle_plans(played), lose=played[1].prompt)
    found = Collector(backend, None, RolloutConfig()).collect([EpisodeJob(task) for task in played], seed=0)
    assert [t.passed for t in found] == [True, False, True, True, True, True]
    assert (found[1].ending, found[1].extra["error"]) == ("infra", "503")
    assert all(t.segments == [] and t.extra["tokens"] == 7 * len(t.turns) for t in found if t.passed)
    for chat in backend.chats:
        assert [message["role"] for message in chat] == ["user", "assistant"] * (len(chat) // 2) + ["user"]


# ---- with our own engine ------------------------------------------------------------------------------


@pytest.mark.parametrize("lockstep", [False, True])
def test_with_a_real_model_what_is_kept_is_what_was_drawn(lockstep: bool) -> None:
    """The log-probabilities that the engine told are those of the kept sequence under the model; runs repeat."""
    import torch

    from rlvr.agents.models.decoder import Decoder
    from rlvr.agents.models.decoder_config import DecoderConfig
    from rlvr.agents.models.sampler import SamplerEngine

    model = Decoder(
        DecoderConfig(vocabulary=260, width=16, layers=2, heads=2, key_heads=1, hidden=32, max_context=2048)
    )
    played = tasks((UNRELIABLE, SLOW), ("cipher", 1), seeds=2)
    jobs = [
        EpisodeJob(task, sample, {"attempts": 3} if task.env != UNRELIABLE else {})
        for task in played
        for sample in range(3)
    ]

    def run() -> list[Trajectory]:
        engine = SamplerEngine(model, end_ids=[scripted.END], max_context=2048, max_slots=5)
        made = collector(
            engine, sampling=Sampling(12, temperature=1.3), lockstep=lockstep, concurrent=8, workers=4
        )
        return made.collect(jobs, seed=7)

    first, second = run(), run()
    if lockstep:
        assert without_clock(first) == without_clock(second)
    for one in first:
        assert one.verdict == replay(one.task, one.actions, **one.env_options)
        (segment,) = one.segments
        tokens = torch.tensor([segment.tokens])
        with torch.no_grad():
            logits = model.logits(model.hidden(tokens))[0, :-1]
        for place in (i for i, drawn in enumerate(segment.policy) if drawn):
            expected = torch.log_softmax(logits[place - 1] / 1.3, -1)[segment.tokens[place]]
            assert segment.log_probs[place] == pytest.approx(float(expected), abs=1e-4)
        assert {v for v, drawn in zip(segment.versions, segment.policy, strict=True) if drawn} == {0}
    assert any(turn.stop == "length" for t in first for turn in t.turns)
    assert len(first[0].turns) == 3


# ---- calls in threads ---------------------------------------------------------------------------------


def test_threads_end_with_the_run_and_calls_given_up_are_not_made() -> None:
    from rlvr.agents.rollouts.steps import Hung, Steps

    gate, made = threading.Event(), []
    steps = Steps(1, 2.0)
    before = set(threading.enumerate())
    steps.submit(1, gate.wait, slow=True)
    for key in (2, 3):
        steps.submit(key, partial(made.append, key), slow=True)
    steps.submit(4, partial(int, "x"))
    steps.abandon(2)
    found: dict[int, Any] = {}
    while len(found) < 3:
        found.update((done.key, done.error) for done in steps.finished(0.05))
    assert {key: type(error) for key, error in found.items()} == {1: Hung, 3: type(None), 4: ValueError}
    assert made == [3]
    gate.set()
    steps.close()
    # Not those of other tests' sandboxes, which may begin meanwhile.
    for thread in {thread for thread in threading.enumerate() if thread.name == "rlvr-step"} - before:
        thread.join(60)
        assert not thread.is_alive()
    assert steps.finished(0.0) == []
