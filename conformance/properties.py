"""What must hold of every environment: one function for each property.

A property takes a `Probe` (an entry and some of its tasks) and yields a sentence for each thing that is wrong.
No property reads a model or a clock, but for the two whose subject is time. They count the processor's time, so that a
busy machine fails nobody, beside a far wider bound on the clock's for work that is done elsewhere or waited for. Only a
hang or a gross mistake breaks them.
"""

from __future__ import annotations

import json
import math
import os
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from random import Random
from statistics import fmean, median
from typing import Any

import gymnasium
from gymnasium.utils.env_checker import check_env

from ..agents.policies import oracle, play, random_policy
from ..answer_mutations import mutants, normal
from ..drawing.raster import has_rasteriser
from ..envs.base import HintsOff, TextEnv
from ..envs.hints import NoHints
from ..envs.make import make_env
from ..envs.replay import replay
from ..generators.base import TEST_SHARE, GenerationError, Task, split_of
from ..generators.wording import matches_wording, stated_in
from ..spec import TaskSpec, mark, resolve
from ..verifiers.base import Reason, Verdict
from ..verifiers.extract import Mode
from . import hostile
from .english_mistakes import mistakes, word_mistakes
from .isolated import Event, isolated
from .strategies import common_answers, guesses

MAX_SECONDS_A_TASK = 1.0
MAX_SECONDS_A_VERDICT = 2.0
"""Of the processor, in this process."""
MAX_SECONDS_ON_THE_CLOCK = 10.0
MAX_DUPLICATES = 0.01
MAX_EASIER = 0.05
"""Tasks of a level that are easier than the median `LEVELS_LOWER` below, at most."""
LEVELS_LOWER = 3
FEWEST = 2
FEWEST_GUESSED = 5
FURTHER = 100
"""Tasks of each level in which a wording must come up, at most."""
THOROUGH = 100
"""Draws from which on nothing is spared."""
RUNS_COST = 8
MAX_SECONDS_A_RUN = 30.0
"""Where scoring runs a program, it may use its limits; a few seconds more would be a hang."""
RACES = 8
MUTANTS = 25
"""Near misses of a right answer that are tried; of a program, in proportion to the draws, but `FEWEST_PROGRAMS`."""
FEWEST_PROGRAMS = 8
BULKY = 20_000
"""Characters of a response that is tried at the last level only: what reads it is the same at all levels."""
_MODES: tuple[Mode, ...] = ("strict", "lenient")


@dataclass
class Probe:
    """An entry and some of its tasks: `draws` for each level, with the seeds 0, 1, 2, ...

    With less than a hundred, properties that look at a few of them look at fewer, but at `FEWEST` at least; where an
    answer is a program that must run, at some levels only and at one task of a level.
    """

    spec: TaskSpec
    draws: int = 200
    tasks: dict[int, list[Task]] = field(default_factory=dict)
    seconds: dict[int, float] = field(default_factory=dict)
    _runs: dict[tuple[str, str], Verdict] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for level in self.spec.levels:
            self.spec.task(level, 0)  # imports are not generation
            start = time.process_time()
            self.tasks[level] = [self.spec.task(level, seed) for seed in range(self.draws)]
            # The processor's clock may stand still while very little is made.
            self.seconds[level] = max(time.process_time() - start, 1e-6) / self.draws

    def of_hundred(self, count: int) -> int:
        """As many of the draws as `count` is of a hundred, and `count` if there are more."""
        return max(min(count, FEWEST), -(-count * min(self.draws, 100) // 100))

    def shown_levels(self, count: int) -> Sequence[int]:
        """The levels that a property looks at: all, or `count` of them where programs run and draws are few."""
        levels = self.spec.levels
        if not self.spec.sandbox or self.draws >= THOROUGH or len(levels) <= count:
            return levels
        apart = (len(levels) - 1) // max(count - 1, 1)
        return tuple(levels[-1 - at * apart] for at in reversed(range(count)))

    def some(self, count: int) -> Iterator[Task]:
        """`count` tasks of a hundred, of every level."""
        for tasks in self.tasks.values():
            yield from tasks[: self.of_hundred(count)]

    def all(self) -> Iterator[Task]:
        """Every task that was drawn."""
        for tasks in self.tasks.values():
            yield from tasks

    def scored(self, count: int) -> Iterator[Task]:
        """`count` tasks of a hundred, of every level; an eighth where scoring an answer means to run a program.

        Of few draws of programs, one of every level, another of each.
        """
        if self.spec.sandbox and self.draws < THOROUGH:
            yield from (tasks[at % self.draws] for at, tasks in enumerate(self.tasks.values()))
        else:
            yield from self.some(-(-count // RUNS_COST) if self.spec.sandbox else count)

    def answer(self, task: Task, answer: str) -> Verdict:
        """The verdict of an answer; one program runs once for all responses that hold it."""
        if not self.spec.sandbox:
            return _settled(lambda: self.spec.verify_answer(task.payload, answer))
        at = task.id, answer
        if at not in self._runs:
            self._runs[at] = _settled(lambda: self.spec.verify_answer(task.payload, answer))
        return self._runs[at]

    def response(self, task: Task, response: str, mode: Mode = "strict") -> Verdict:
        """The verdict of a response."""
        if not self.spec.sandbox:
            return _settled(lambda: self.spec.verify_response(task, response, mode))
        found = self.spec.extract(response, task.marker, mode)
        return found.failure() if found.text is None else self.answer(task, found.text)

    def others(self, task: Task) -> list[str]:
        """Answers of other tasks of the same level that are not right for this one."""
        answers = dict.fromkeys(other.answer for other in self.tasks[task.level][:20])
        return [a for a in answers if not self.spec.verify_answer(task.payload, a).passed][:5]


Property = Callable[[Probe], Iterator[str]]


def wordings(probe: Probe) -> Iterator[str]:
    """At least three wordings, all of them in use; every prompt is made from one of them."""
    found = stated_in(probe.spec.generator_module)
    if len(set(found)) < 3:
        yield f"the generator's module states {len(set(found))} WORDINGS; three are the least"
        return
    unused = set(range(len(found)))
    count = sum(1 for _ in probe.some(60))
    for number, task in enumerate(chain(probe.some(60), _on_request(probe.spec), _further(probe))):
        if number >= count and not unused:
            return
        fitting = [i for i, wording in enumerate(found) if matches_wording(task.prompt, wording)]
        if not fitting:
            yield f"{task.id}: the prompt is made from none of the WORDINGS"
            return
        unused.difference_update(fitting)
    yield from (f"wording {i} is never used" for i in sorted(unused))


def _on_request(spec: TaskSpec) -> Iterator[Task]:
    """Tasks of the kinds that no level draws and the option ``kinds`` asks for."""
    drawn = {word for text in spec.axes.get("kinds", ()) if isinstance(text, str) for word in text.split()}
    for kind in spec.kinds if drawn else ():
        if kind not in drawn:
            for seed in range(30):
                try:
                    task = spec.task(spec.levels[len(spec.levels) // 2], seed, params={"kinds": kind})
                except (GenerationError, ValueError):
                    break  # it needs another kind beside it
                yield task


def _further(probe: Probe) -> Iterator[Task]:
    """Tasks beyond those that were drawn, level by level in turn, for what comes seldom."""
    for seed in range(probe.draws, FURTHER):
        for level in probe.spec.levels:
            yield probe.spec.task(level, seed)


def deterministic(probe: Probe) -> Iterator[str]:
    """The same task from the same id: again, and in another process with other string hashes."""
    picked = list(probe.some(5))
    for task in picked:
        if probe.spec.task(task.level, task.seed) != task:
            yield f"{task.id} differs when it is made again"
    wanted = [task.to_json() for task in picked]
    for hash_seed in ("1", "2") if probe.draws >= 100 else ("1",):
        made = subprocess.run(
            [
                sys.executable,
                "-c",
                _CHILD,
                __package__.split(".")[0],
                probe.spec.origin,
                *(t.id for t in picked),
            ],
            env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        if made.returncode != 0:
            yield f"a fresh process cannot make the tasks: {made.stderr.strip()[-300:]}"
        elif json.loads(made.stdout) != wanted:
            yield f"another process (PYTHONHASHSEED={hash_seed}) makes other tasks from the same ids"


_CHILD = """
import importlib, json, sys
rlvr = importlib.import_module(sys.argv[1])
if sys.argv[2] not in rlvr.registry.origins():
    rlvr.register(sys.argv[2])
print(json.dumps([rlvr.task(task_id).to_json() for task_id in sys.argv[3:]]))
"""


def round_trip(probe: Probe) -> Iterator[str]:
    """A task is one JSON object, and comes back from it and from its id unchanged."""
    for task in probe.some(20):
        text = json.dumps(task.to_json(), allow_nan=False)
        if Task.from_json(json.loads(text)) != task:
            yield f"{task.id} is not the same after a JSON round trip (tuples or keys that are not text?)"
        if not 0.0 <= task.guess_rate <= 1.0 or not math.isfinite(task.difficulty):
            yield f"{task.id}: guess_rate {task.guess_rate} or difficulty {task.difficulty} out of range"


def reference(probe: Probe) -> Iterator[str]:
    """The reference answer scores 1.0: for every draw (an eighth, where a program runs), in every accepted form."""
    accepted_forms = getattr(_module(probe.spec.verifier), "accepted_forms", None)
    eighth = max(probe.of_hundred(13), probe.draws // RUNS_COST)
    every = (task for tasks in probe.tasks.values() for task in tasks[:eighth])
    for task in every if probe.spec.sandbox else probe.all():
        verdict = probe.answer(task, task.answer)
        if not verdict.passed:
            yield f"{task.id}: the reference answer {task.answer!r:.80} gets {_short(verdict)}"
    for task in probe.scored(10):
        a, marked = task.answer, mark(task.answer, task.marker)
        forms = {
            "marked": marked,
            "after a thought": f"<think>first 1, then <answer>no</answer> 2</think>\nSo: {marked}",
            "after the end of a thought": f"hm, 12 or 13?\n</think>\n{marked}",
            "spaced": mark(f"\n  {a} \n", task.marker),
            "after a wrong one": f"{mark('17 or so', task.marker)} Wait, no. {marked}",
        }
        for name, response in forms.items():
            if not (verdict := probe.response(task, response)).passed:
                yield f"{task.id}: the right answer {name} gets {_short(verdict)}"
        lenient = {"bare": a, "fenced": f"```\n{a}\n```", "tag left open": f"<answer>{a}"}
        if probe.spec.form == "code":
            forms["fenced in the tag"] = mark(f"\nThis does it:\n```python\n{a}\n```\n", task.marker)
            lenient["fenced after words"] = f"First:\n```\nno\n```\nNo, this:\n```python\n{a}\n```\nDone."
        else:
            lenient |= {"bold": f"**{a}**", "phrase": f"Final answer:\n{a}"}
            lenient["other marker"] = mark(a, "tag") if task.marker == "boxed" else mark(a, "boxed")
        for name, response in (forms | lenient).items():
            if not (verdict := probe.response(task, response, "lenient")).passed:
                yield f"{task.id}: the right answer {name} gets {_short(verdict)} in lenient mode"
        for form in accepted_forms(a) if accepted_forms else ():
            if not (verdict := probe.answer(task, form)).passed:
                yield f"{task.id}: the form {form!r:.80} of the right answer gets {_short(verdict)}"
        if task.trace is not None and not probe.response(task, task.trace).passed:
            yield f"{task.id}: the worked solution does not end in the right answer"
        for marker in probe.spec.markers:
            other = probe.spec.task(task.level, task.seed, marker=marker)
            if not probe.response(other, mark(other.answer, marker)).passed:
                yield f"{task.id}: the right answer marked as {marker} is not accepted"
            if (other.payload, other.fingerprint) != (task.payload, task.fingerprint):
                yield f"{task.id}: the marker {marker} changes the problem"


def mutations(probe: Probe) -> Iterator[str]:
    """Nearby wrong answers score below 1.0; where several answers are right, a solver decides."""
    confirms, rng = probe.spec.confirms, Random(0)
    count = max(FEWEST_PROGRAMS, probe.of_hundred(MUTANTS)) if probe.spec.sandbox else MUTANTS
    for task in probe.scored(15):
        for mutant in mutants(task.answer, rng, count):
            verdict = probe.answer(task, mutant)
            right = confirms(task.payload, mutant) if confirms else False
            if confirms and verdict.passed != right:
                right = confirms(task.payload, mutant)  # it, too, has a limit that a pause may break
            if verdict.passed != right and not _races(probe.spec, task, mutant, right):
                kind = "accepted, but wrong" if verdict.passed else "rejected, but the solver confirms it"
                yield f"{task.id}: {_around_change(mutant, task.answer)} is {kind}"
        if confirms and not confirms(task.payload, task.answer) and not confirms(task.payload, task.answer):
            yield f"{task.id}: the solver rejects the reference answer {task.answer!r:.80}"


def _races(spec: TaskSpec, task: Task, answer: str, right: bool) -> bool:
    """Whether a program is right now and wrong then by itself: the solver, too, takes both sides of it."""
    if not spec.sandbox or spec.confirms is None:
        return False
    return any(bool(spec.confirms(task.payload, answer)) != right for _ in range(RACES))


def hostile_answers(probe: Probe) -> Iterator[str]:
    """The hostile list scores exactly 0.0, raises nothing and takes bounded time."""
    yield from isolated(_hostile_answers, probe)


def _hostile_answers(probe: Probe) -> Iterator[Event]:
    spec = probe.spec
    last = spec.levels[-1]
    # Of programs, what hostile texts do depends on the language, which is the same at all levels.
    levels: Sequence[int] = spec.levels
    if spec.sandbox:
        levels = (spec.levels[0], last) if probe.draws >= THOROUGH else (last,)
    for task in (probe.tasks[level][0] for level in levels):
        ran: dict[str | None, Verdict] = {}
        for name, response in hostile.responses(task, probe.others(task)):
            if len(response) > BULKY and task.level != last:
                continue
            for mode in _MODES:
                yield "at", f"{task.id}, hostile response {name!r}"
                try:
                    program = spec.extract(response, task.marker, mode).text if spec.sandbox else None
                    if program in ran:
                        verdict, slow = ran[program], ""
                    else:
                        verdict, slow = _timed(spec, task, response, mode)
                    if slow:  # the machine may have paused: once more
                        yield "at", f"{task.id}, hostile response {name!r} again"
                        verdict, slow = _timed(spec, task, response, mode)
                    if slow:
                        yield "wrong", f"{task.id}: hostile response {name!r} takes {slow}"
                    if program is not None:
                        ran[program] = verdict
                    if verdict.score != 0.0 and not (
                        _same_answer(task, response) or _proved(spec, task, response, mode)
                    ):
                        yield (
                            "wrong",
                            f"{task.id}: hostile response {name!r} gets {_short(verdict)} in {mode} mode",
                        )
                except Exception as error:  # that nothing is raised is the property
                    yield "wrong", f"{task.id}: hostile response {name!r} raises {error!r:.100}"
        for name, answer in hostile.bare_answers(task):
            if len(answer) > BULKY and task.level != last:
                continue
            yield "at", f"{task.id}, hostile answer {name!r}"
            try:
                verdict = ran.get(answer) or spec.verifier_function(task.payload, answer)
                if verdict.passed and normal(answer) != normal(task.answer) and not _right(spec, task, answer):
                    yield "wrong", f"{task.id}: hostile answer {name!r} is accepted"
            except Exception as error:
                yield "wrong", f"{task.id}: hostile answer {name!r} raises {error!r:.100}"


def _timed(spec: TaskSpec, task: Task, response: str, mode: Mode) -> tuple[Verdict, str]:
    """A verdict, and what took too long about it; a program has the limits of the sandbox, and a clock of its own."""
    clock, processor = time.monotonic(), time.process_time()
    verdict = spec.verify_response(task, response, mode)
    clock, processor = time.monotonic() - clock, time.process_time() - processor
    if processor > MAX_SECONDS_A_VERDICT and not spec.sandbox:
        return verdict, f"{processor:.1f} s of the processor"
    if clock > (MAX_SECONDS_A_RUN if spec.sandbox else MAX_SECONDS_ON_THE_CLOCK):
        return verdict, f"{clock:.1f} s"
    return verdict, ""


def difficulty(probe: Probe) -> Iterator[str]:
    """The measured difficulty proxy rises from level to level, in the mean."""
    means = {level: fmean(task.difficulty for task in tasks) for level, tasks in probe.tasks.items()}
    for level in probe.spec.levels[1:]:
        if means[level] <= means[level - 1]:
            yield (
                f"{probe.spec.proxy}: {means[level]:.3g} on average at level {level}, "
                f"not more than {means[level - 1]:.3g} at level {level - 1}"
            )
    if len(probe.spec.levels) < 5:
        yield f"there are {len(probe.spec.levels)} levels; five are the least"


def apart(probe: Probe) -> Iterator[str]:
    """Hardly any task of a level is easier than the median three levels lower."""
    for level in probe.spec.levels[LEVELS_LOWER:]:
        lower, tasks = median(t.difficulty for t in probe.tasks[level - LEVELS_LOWER]), probe.tasks[level]
        easier = sum(task.difficulty < lower for task in tasks)
        if easier > _likely(len(tasks), MAX_EASIER, 3, 1):
            yield (
                f"{probe.spec.proxy}: {easier} of {len(tasks)} tasks of level {level} are below {lower:.3g}, "
                f"the median of level {level - LEVELS_LOWER}; give the level 'bounds', or change its parameters"
            )


def english(probe: Probe) -> Iterator[str]:
    """Prompts are in good English, as far as a look at their form can tell."""
    look = word_mistakes if probe.spec.form == "code" or probe.spec.sandbox else mistakes
    for task in probe.all():
        yield from (f"{task.id}: {slip}" for slip in look(task.prompt))


def duplicates(probe: Probe) -> Iterator[str]:
    """Fewer than 1% of draws repeat a problem, at every level whose space is not declared small."""
    for level, tasks in probe.tasks.items():
        if level in probe.spec.small_levels:
            continue
        repeated = len(tasks) - len({task.fingerprint for task in tasks})
        if repeated > max(MAX_DUPLICATES * len(tasks), 1):
            yield f"level {level}: {repeated} of {len(tasks)} draws repeat a problem"


def splits(probe: Probe) -> Iterator[str]:
    """Train and test are disjoint by fingerprint, and each can be drawn from."""
    everything = list(probe.all())
    for task in everything[:50]:
        if task.split != split_of(task.fingerprint):
            yield f"{task.id}: the split is not a function of the fingerprint"
    distinct = {task.fingerprint: task.split for task in everything}
    share = sum(split == "test" for split in distinct.values()) / len(distinct)
    tolerance = 5 * math.sqrt(1 / TEST_SHARE / len(distinct))
    if abs(share - 1 / TEST_SHARE) > tolerance:
        yield f"{share:.1%} of the distinct draws are in the test split, not about {1 / TEST_SHARE:.0%}"
    levels = probe.spec.levels  # a space that is too small for two splits is that of an easy level
    for level in levels if probe.draws >= 100 else levels[:2]:
        for split in ("train", "test"):
            try:
                task = probe.spec.task(level, 1, split=split)
            except GenerationError as error:
                yield str(error)
                continue
            if task.split != split or probe.spec.task(level, task.seed) != task:
                yield f"level {level}: {split!r} gives a task of the other split, or its id cannot rebuild it"


def guessing(probe: Probe) -> Iterator[str]:
    """Blind answers (those of other tasks, the most common one) are right no more often than declared."""
    for level in probe.shown_levels(3):
        tasks = probe.tasks[level]
        wanted = probe.of_hundred(40 // RUNS_COST if probe.spec.sandbox else 40)
        shown = tasks[: max(FEWEST_GUESSED, wanted)]
        hits = trials = 0
        for i, task in enumerate(shown):
            for other in shown[i + 1 : i + 9]:
                trials += 1
                hits += probe.spec.verify_answer(task.payload, other.answer).passed
        declared = fmean(task.guess_rate for task in shown)
        if hits > trials * declared + 4 * math.sqrt(trials * declared) + 2:
            yield f"level {level}: {hits} of {trials} answers of other tasks are right; declared {declared:.2g}"
        answer, count = Counter(task.answer for task in tasks).most_common(1)[0]
        if (
            level not in probe.spec.small_levels
            and count > len(tasks) * declared + 5 * math.sqrt(len(tasks) * declared) + 3
        ):
            yield f"level {level}: the constant answer {answer!r:.40} is right {count} times in {len(tasks)}"


def cheap(probe: Probe) -> Iterator[str]:
    """No cheap strategy (a number of the prompt, the sum of all, a constant, ...) earns more than is declared."""
    if probe.spec.form == "code":
        return  # a program is no guess
    for level, tasks in probe.tasks.items():
        shown = tasks[: max(FEWEST_GUESSED, probe.of_hundred(40), len(tasks) // 5)]
        common = common_answers([task.answer for task in tasks[len(shown) :]])
        hits: Counter[str] = Counter()
        for task in shown:
            answers = guesses(task.prompt, common)
            right = {text: probe.answer(task, text).passed for text in set(answers.values())}
            hits.update(name for name, text in answers.items() if right[text])
        declared = fmean(task.guess_rate for task in shown)
        for name, count in hits.most_common(1):
            if level not in probe.spec.small_levels and count > _likely(len(shown), declared, 4, 2):
                yield f"level {level}: {name} is right {count} times in {len(shown)}; declared {declared:.2g}"


def _likely(trials: int, rate: float, deviations: float, spare: float) -> float:
    """So many of `trials` may come out at a rate, with room for so many standard deviations and a few more."""
    return trials * rate + deviations * math.sqrt(trials * rate) + spare


def no_leak(probe: Probe) -> Iterator[str]:
    """The prompt does not show the answer, nor the payload or the trace."""
    for task in probe.all():
        answer = task.answer.strip()
        if (len(answer) >= 12 and answer in task.prompt) or mark(answer, task.marker) in task.prompt:
            yield f"{task.id}: the prompt contains the answer {answer!r:.60}"
        if task.trace is not None and task.trace[:40] in task.prompt and len(task.trace) >= 40:
            yield f"{task.id}: the prompt contains the worked solution"


def episodes(probe: Probe) -> Iterator[str]:
    """The oracle wins; every episode's pay is a pure function of its task and actions; states can branch."""
    for reward in ("binary", "dense"):
        for level in probe.spec.levels if reward == "dense" else probe.shown_levels(2):
            env = make_env(probe.spec.id, level=level, reward=reward)
            won = play(env, oracle, seed=level)
            if won.verdict is None or not won.verdict.passed or not won.terminated or won.truncated:
                yield f"level {level}: the oracle does not win: {won.verdict}"
            for record in (won, play(env, random_policy(Random(level)), seed=level)):
                again = replay(record.task, record.actions, reward=reward)
                paid, worth = math.fsum(record.rewards), float(again.passed)
                if reward == "dense":
                    worth = again.score or 0.0
                if record.verdict != again or abs(paid - worth) > 1e-9:
                    yield f"{record.task.id} ({reward}): paid {paid}, replay says {_short(again)}"
    yield from _branches(make_env(probe.spec.id))
    made = gymnasium.make(probe.spec.id, render_mode="ansi")
    check_env(made.unwrapped, skip_render_check=not has_rasteriser())  # it wants pixels, too
    try:
        env = make_env(probe.spec.id, split="test")
        env.reset(seed=0)
        env.hint(0.5)
        yield "hints are given in the test split"
    except (HintsOff, GenerationError):
        pass


def hints(probe: Probe) -> Iterator[str]:
    """No hint short of the whole solution tells the answer, and a longer one goes on from a shorter one."""
    for level, tasks in probe.tasks.items():
        env = make_env(probe.spec.id, level=level, hints=True)
        for task in tasks[: max(FEWEST, probe.of_hundred(4))]:
            env.reset(options={"task": task})
            before = ""
            for fraction in (0.25, 0.5, 0.75, 0.99):
                try:
                    hint = env.hint(fraction)
                except NoHints:
                    break  # that is for the whole task
                if not hint.startswith(before):
                    yield f"{task.id}: the hint for {fraction} does not go on from a shorter one"
                if _tells(hint, task):
                    yield f"{task.id}: the hint for {fraction} tells the answer: {hint[-160:]!r}"
                before = hint


def _tells(hint: str, task: Task) -> bool:
    """Whether a hint has the answer; where there is no worked solution, a word of it is too much."""
    said, answer, prompt = (" ".join(text.casefold().split()) for text in (hint, task.answer, task.prompt))
    if task.trace is None:
        return any(word in said and word not in prompt for word in re.findall(r"\w{4,}", answer))
    stated = re.compile(rf"(?<![\w.]){re.escape(answer)}(?!\w|\.\d)")
    return mark(task.answer, task.marker) in hint or bool(stated.search(said) and not stated.search(prompt))


def _branches(env: TextEnv) -> Iterator[str]:
    _, first = env.reset(seed=3)
    twin = env.clone()
    env.step(env.random_action(Random(1)))
    if twin.reset(seed=3)[1]["state_key"] != first["state_key"]:
        yield "the same task begins with different state keys"
    env.restore(twin)
    if env.step(env.oracle_action())[1:] != twin.step(twin.oracle_action())[1:]:
        yield "a restored environment and its original part ways on the same action"


def speed(probe: Probe) -> Iterator[str]:
    """Making a task takes less than a second, on average, at every level."""
    for level, seconds in probe.seconds.items():
        if seconds > MAX_SECONDS_A_TASK:
            yield f"level {level}: {seconds:.2f} s a task"


ALL: tuple[Property, ...] = (
    wordings,
    deterministic,
    round_trip,
    reference,
    mutations,
    hostile_answers,
    difficulty,
    apart,
    english,
    duplicates,
    splits,
    guessing,
    cheap,
    no_leak,
    episodes,
    hints,
    speed,
)


def _module(target: str) -> Any:
    resolve(target)
    return sys.modules[resolve(target).__module__]


def _settled(ask: Callable[[], Verdict]) -> Verdict:
    """A verdict, asked for again if time or our machinery decided it: the machine may have paused."""
    verdict = ask()
    return ask() if verdict.reason in (Reason.TIMEOUT, Reason.INFRA) else verdict


def _same_answer(task: Task, response: str) -> bool:
    """Whether a 'hostile' response happens to be the right answer itself (a task whose answer is ``nan``)."""
    return normal(response) in (normal(task.answer), normal(mark(task.answer, task.marker)))


def _proved(spec: TaskSpec, task: Task, response: str, mode: Mode) -> bool:
    """Whether the solver shows that a 'hostile' response holds a right program, among other things."""
    text = spec.extract(response, task.marker, mode).text if spec.form == "code" else None
    return text is not None and _right(spec, task, text)


def _right(spec: TaskSpec, task: Task, answer: str) -> bool:
    return spec.form == "code" and spec.confirms is not None and spec.confirms(task.payload, answer)


def _short(verdict: Verdict) -> str:
    return f"{verdict.reason} ({verdict.score}): {verdict.message[:120]}"


def _around_change(mutant: str, answer: str) -> str:
    """A mutant and its original, cut to where they begin to differ."""
    at = next((i for i, (a, b) in enumerate(zip(mutant, answer, strict=False)) if a != b), len(answer))
    start = max(at - 30, 0)
    return f"{mutant[start : at + 40]!r} (near {answer[start : at + 40]!r}, from character {start})"
