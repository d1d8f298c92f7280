"""What is kept of each sample of an evaluation, a line each as it comes, so that nothing is lost or played twice."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, TextIO

from ... import registry
from ...dial import number as level_number
from ..trajectory import Trajectory
from .certificates import certified

Key = tuple[str, int, int]
"""Task, wording and number of a sample."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One sample.

    Attributes:
        task: id of the task.
        env: its environment.
        family: of the environment.
        level: its level, numbered on beyond the table.
        wording: number of its wording; 0 for its own where wordings are not varied.
        sample: number of the sample.
        guess_rate: chance of a blind answer.
        scored: false where machinery failed; then it counts nowhere but among the masked.
        passed: whether it is right.
        score: of the verdict; None if not scored.
        reason: of the verdict.
        answer: the committed answer with its white space evened out; None if there is none, or in episodes of several
            turns, which have none to vote on.
        votes: whether answers of this environment can be voted on.
        answer_right: in families with certificates, whether the answer alone is right; else None.
        shown: in families with certificates, whether it is right and shown to be; else None.
        ending: see `rlvr.agents.trajectory.Ending`.
        cut: whether a budget ended it.
        turns: actions.
        tokens: tokens drawn; 0 where there are none.
        actions: what the policy wrote, a text a turn.
        error: what failed.
        fingerprint: of the problem: samples of one problem under several ids have one.
        message: of the verdict.
        parts: of the verdict.
        rewards: what each turn paid.
        opening: the chat before the first action; empty where that is the task's prompt alone.
        observations: what the environment said to each action.
    """

    task: str
    env: str
    family: str
    level: int
    wording: int
    sample: int
    guess_rate: float
    scored: bool
    passed: bool
    score: float | None
    reason: str
    answer: str | None
    votes: bool
    answer_right: bool | None
    shown: bool | None
    ending: str
    cut: bool
    turns: int
    tokens: int
    actions: list[str]
    error: str
    fingerprint: str = ""
    message: str = ""
    parts: dict[str, float] = field(default_factory=dict)
    rewards: list[float] = field(default_factory=list)
    opening: list[dict[str, str]] = field(default_factory=list)
    observations: list[str] = field(default_factory=list)

    @property
    def key(self) -> Key:
        """What it is a sample of, and its number."""
        return self.task, self.wording, self.sample

    @property
    def arm(self) -> str:
        """Environment and level."""
        return f"{self.env}:{self.level}"

    @classmethod
    def of(cls, trajectory: Trajectory, wording: int, number: int) -> Sample:
        """What is kept of an episode, the sample of this number of a task in this wording."""
        task, verdict = trajectory.task, trajectory.verdict
        spec = registry.get(task.env)
        scored = trajectory.scored and verdict is not None
        found = certified(trajectory) if scored else None
        votes = spec.env == "single" and len(trajectory.actions) <= 1
        answer = None
        if votes and trajectory.actions:
            mode = trajectory.env_options.get("extraction", "strict")
            answer = spec.extract(trajectory.actions[0], task.marker, mode, task.payload).text
        return cls(
            task=task.id,
            env=task.env,
            family=spec.family,
            level=level_number(spec, task.level, task.params),
            wording=wording,
            sample=number,
            guess_rate=task.guess_rate,
            scored=scored,
            passed=scored and trajectory.passed,
            score=verdict.score if verdict is not None and scored else None,
            reason=str(verdict.reason) if verdict is not None else "",
            answer=None if answer is None else " ".join(answer.split()),
            votes=votes,
            answer_right=None if found is None else found.answer,
            shown=None if found is None else found.shown,
            ending=trajectory.ending,
            cut=trajectory.cut,
            turns=len(trajectory.turns),
            tokens=trajectory.length or int(trajectory.extra.get("tokens", 0)),
            actions=list(trajectory.actions),
            error=str(trajectory.extra.get("error", "")),
            fingerprint=task.fingerprint,
            message=verdict.message if verdict is not None else "",
            parts=dict(verdict.parts) if verdict is not None else {},
            rewards=[turn.reward for turn in trajectory.turns],
            opening=list(trajectory.opening),
            observations=[turn.observation for turn in trajectory.turns],
        )


_FIELDS = frozenset(each.name for each in fields(Sample))


class SampleFile:
    """The samples of an evaluation in a folder, which belongs to one configuration and one process at a time.

    Args:
        folder: made if it is not there.
        identity: what decides the samples; JSON.

    Raises:
        ValueError: if the folder holds another evaluation, is in use, or cannot be written.
    """

    def __init__(self, folder: Path, identity: Mapping[str, Any]) -> None:
        self.path = folder / "samples.jsonl"
        described = folder / "config.json"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if described.exists():
                _same(json.loads(described.read_text("utf-8")), dict(identity), folder)
            else:
                part = described.with_suffix(".part")
                part.write_text(json.dumps(identity, indent=2, sort_keys=True) + "\n", "utf-8")
                part.replace(described)
        except OSError as error:
            raise ValueError(f"cannot write to {folder}: {error.strerror}; choose another --out") from None

    def read(self) -> dict[Key, Sample]:
        """The samples so far, the last one of each key."""
        return {sample.key: sample for sample in _lines(self.path)}

    @contextmanager
    def writing(self) -> Iterator[SampleWriter]:
        """Append samples; each is on disk before the next is played."""
        with ExitStack() as stack:
            try:
                held = stack.enter_context(self.path.open("a+b"))
                _lock(held.fileno(), self.path)
                _mend(self.path)
                file = stack.enter_context(self.path.open("a", encoding="utf-8"))
            except OSError as error:
                raise ValueError(f"cannot write {self.path}: {error.strerror}; choose another --out") from None
            yield SampleWriter(file)


class SampleWriter:
    """Writes samples to an open file."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def add(self, sample: Sample) -> None:
        """Write one line."""
        try:
            self._file.write(json.dumps(asdict(sample), ensure_ascii=False) + "\n")
            self._file.flush()
        except OSError as error:  # such as a full disk: what was written before is kept
            raise ValueError(f"cannot write {self._file.name}: {error.strerror}") from None


def read_samples(folder: Path) -> tuple[dict[str, Any], list[Sample]]:
    """The configuration and the samples of a saved evaluation.

    Raises:
        ValueError: if the folder holds none.
    """
    try:
        identity = json.loads((folder / "config.json").read_text("utf-8"))
        samples = list({sample.key: sample for sample in _lines(folder / "samples.jsonl")}.values())
    except (OSError, KeyError, TypeError, json.JSONDecodeError) as error:
        raise ValueError(
            f"{folder} holds no evaluation that can be read ({error}); rlvr eval writes them"
        ) from None
    if not samples:
        raise ValueError(f"the evaluation in {folder} has no samples yet")
    return identity, samples


def placed_samples(path: Path) -> Iterator[tuple[int, Sample]]:
    """The samples of a file, each with the byte at which its line begins.

    Whole lines only: a killed process may leave half a line at the end.

    Raises:
        ValueError: if a line is damaged.
    """
    if not path.exists():
        return
    place = 0
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if line.endswith(b"\n"):
                try:
                    sample = _sample(line)
                except ValueError:
                    raise ValueError(
                        f"{path}: line {number} is damaged; remove it, and it is played again"
                    ) from None
                yield place, sample
            place += len(line)


def sample_at(path: Path, place: int) -> Sample:
    """The sample whose line begins at a byte that `placed_samples` told."""
    with path.open("rb") as file:
        file.seek(place)
        return _sample(file.readline())


def _sample(line: bytes) -> Sample:
    row = json.loads(line)
    return Sample(**{name: value for name, value in row.items() if name in _FIELDS})


def _lines(path: Path) -> Iterator[Sample]:
    return (sample for _, sample in placed_samples(path))


def _mend(path: Path) -> None:
    """Cut half a line off the end."""
    data = path.read_bytes()
    whole = data.rfind(b"\n") + 1
    if whole < len(data):
        with path.open("r+b") as file:
            file.truncate(whole)


def _lock(descriptor: int, path: Path) -> None:
    """Hold the file until it is closed, however the process ends."""
    try:
        import fcntl
    except ImportError:  # no such locks on Windows
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise ValueError(f"another process is writing {path}") from None


def _same(saved: Mapping[str, Any], wanted: Mapping[str, Any], folder: Path) -> None:
    saved, wanted = _flat(saved), _flat(json.loads(json.dumps(wanted)))
    differing = [name for name in sorted({*saved, *wanted}) if saved.get(name) != wanted.get(name)]
    if differing:
        changes = "; ".join(f"{name} was {saved.get(name)!r}, is {wanted.get(name)!r}" for name in differing)
        raise ValueError(f"{folder} holds another evaluation ({changes}); choose another --out")


def _flat(identity: Mapping[str, Any]) -> dict[str, Any]:
    """With the settings of a policy one by one, so that a message names only those that differ."""
    flat = dict(identity)
    settings = flat.pop("settings", None) or {}
    return flat | {f"settings.{name}": value for name, value in settings.items()}
