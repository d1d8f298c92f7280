"""Tasks ahead of use: made by other processes while the caller does something else, in an order that is fixed.

Task number n of a stream depends on the seed, on n and on the weights that held when it was planned, and on nothing
else: neither on the number of processes, nor on which of them is fast, nor on one that dies and is replaced. It is
planned when task ``n - ahead`` is taken. So at most `ahead` tasks are held, and a change of weights or levels takes
effect with the task that is `ahead` behind the next one, every time.
"""

from __future__ import annotations

import re
import threading
import weakref
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass, field
from math import ceil, isfinite
from typing import Any, Self

from . import registry
from .dial import Dial, Difficulty
from .generators.base import GenerationError, Json, Marker, Split, Task, derive_seed, rng_for
from .pools.pieces import LIMIT, LostItem, Outcome, value_of
from .pools.pool import Engine, Pool
from .spec import TaskSpec

Levels = int | tuple[int, int]
"""One level, or a range with both ends."""

TRIES = 20
"""Seeds that are tried for a task where the generator gives up; each gives up seldom."""

_PIECE = 8
_WORK = ".task_stream:made"

_LEVEL = re.compile(r"([0-9]+)(?:\+([0-9]+))?")

Kind = tuple[str, int, int]
"""Environment, level, and how many levels beyond its table (of the last level); 0 within it."""

Item = list[Json]
"""What makes one task: its kind, then its number in the stream."""


def made(common: Mapping[str, Json], item: Item) -> Json:
    """The task of an item, as JSON; `common` has the stream's seed, split, marker and options.

    Raises:
        GenerationError: if the generator gives up on all seeds that are tried.
    """
    env, level, beyond, number = item
    spec, tries = registry.get(env), 0
    params = spec.further[beyond - 1] if beyond else None
    while True:
        named = f"{level}+{beyond}" if beyond else level
        parts = ("stream", common["seed"], env, named, number, *([tries] if tries else []))
        try:
            task = spec.task(
                level,
                derive_seed(*parts),
                params=params,
                split=common["split"],
                marker=common["marker"],
                options=common["options"],
            )
        except GenerationError:
            tries += 1
            if tries == TRIES:
                raise
        else:
            return task.to_json()


@dataclass(slots=True, eq=False)
class _Piece:
    """Tasks next to each other that are made by one process; `future` is None until all of them are planned."""

    items: list[Item] = field(default_factory=list)
    future: Future[list[Outcome]] | None = None


class TaskStream(Iterator[Task]):
    """An endless iterator of tasks, and a context manager; see `rlvr.stream`.

    It may be used from several threads: each task is given to one of them. After `close` it is exhausted.

    Attributes:
        taken: tasks that were taken: the number of the next one.
        ahead: see `rlvr.stream`.
    """

    def __init__(
        self,
        ids: str | Sequence[str],
        levels: Levels | Mapping[str, Levels] | None = None,
        *,
        difficulty: Difficulty | Mapping[str, Difficulty] | None = None,
        workers: int = 2,
        weights: Mapping[str, float] | None = None,
        seed: int = 0,
        split: Split | None = None,
        marker: Marker | None = None,
        options: Mapping[str, Json] | None = None,
        ahead: int = 256,
        start: int = 0,
        engine: Engine = "local",
        seconds: float = LIMIT,
    ) -> None:
        if start < 0:
            raise ValueError(f"start must be at least 0, not {start}")
        if ahead < 1:
            raise ValueError(f"ahead must be at least 1, not {ahead}")
        if split not in (None, "train", "test"):
            raise ValueError(f"split must be 'train', 'test' or None, not {split!r}")
        if workers < 0:
            raise ValueError(f"workers must be at least 0, not {workers}")
        self.ahead, self.taken = ahead, start
        self._ids = [ids] if isinstance(ids, str) else list(ids)
        self._levels, self._difficulty = levels, difficulty
        self._arms = shares(self._ids, levels, weights, difficulty)
        if options:
            from .envs.make import check_options  # which needs Gymnasium

            for env in {env for env, *_ in self._arms}:
                check_options(env, options)
        self._seed, self._seconds = seed, seconds
        self._common: dict[str, Json] = {
            "seed": seed,
            "split": split,
            "marker": marker,
            "options": dict(options or {}),
        }
        # Small enough that all processes have something to do even if little is planned.
        self._size = max(1, min(_PIECE, ceil(ahead / (2 * max(workers, 1)))))
        self._pieces: deque[_Piece] = deque()
        self._place = 0  # of the next task in the first piece
        self._planned = start
        self._closed = False
        self._lock = threading.RLock()
        self._pool = Pool(workers, engine=engine) if workers else None
        if self._pool is not None:
            self._finalizer = weakref.finalize(self, self._pool.close)
        self._plan(ahead)

    def __next__(self) -> Task:
        with self._lock:
            if self._closed:
                raise StopIteration
            item, outcome = self._first()
            self.taken += 1
            self._plan(1)
        env, level, beyond, number = item
        try:
            return Task.from_json(value_of(outcome))
        except LostItem as error:
            raise LostItem(
                f"task {number} of the stream, of {env} level {_named(level, beyond)}, could not be made: {error}; "
                "the next call goes on behind it"
            ) from None

    def change(
        self,
        *,
        weights: Mapping[str, float] | None = None,
        levels: Levels | Mapping[str, Levels] | None = None,
        difficulty: Difficulty | Mapping[str, Difficulty] | None = None,
    ) -> int:
        """Change what comes, from a certain task on: what is planned already stays.

        Args:
            weights: as `rlvr.stream` takes them; None for all environments alike.
            levels: as `rlvr.stream` takes them, instead of levels or a difficulty that held before.
            difficulty: the same; without both, they stay as they were.

        Returns:
            The number of the first task that it applies to: `ahead` more than were taken.

        Raises:
            ValueError: as `rlvr.stream` does; nothing is changed then.
            UnknownEnvironment: if there is no such environment.
        """
        with self._lock:
            kept = levels is None and difficulty is None
            chosen = (self._levels, self._difficulty) if kept else (levels, difficulty)
            self._arms = shares(self._ids, chosen[0], weights, chosen[1])
            self._levels, self._difficulty = chosen
            return self._planned

    def weights(self) -> dict[str, float]:
        """The share of each kind of task that is planned next, by names such as ``sudoku:3``."""
        total = sum(self._arms.values())
        return {name_of(kind): weight / total for kind, weight in self._arms.items()}

    @property
    def ready(self) -> int:
        """Tasks that can be taken without waiting."""
        with self._lock:
            count = -self._place
            for piece in self._pieces:
                if piece.future is None or not piece.future.done():
                    break
                count += len(piece.items)
            return max(count, 0)

    def pids(self) -> list[int]:
        """The processes on this machine that make tasks now."""
        return [] if self._pool is None else self._pool.pids()

    def close(self) -> None:
        """End the processes at once, and the iteration, also of a thread that waits; closing twice does nothing."""
        self._closed = True
        if self._pool is not None:
            self._finalizer()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _first(self) -> tuple[Item, Outcome]:
        piece = self._pieces[0]
        if piece.future is None:
            self._submit(piece)
        assert piece.future is not None
        try:
            outcome = piece.future.result()[self._place]
        except CancelledError:
            raise StopIteration from None
        item = piece.items[self._place]
        self._place += 1
        if self._place == len(piece.items):
            self._pieces.popleft()
            self._place = 0
        return item, outcome

    def _plan(self, count: int) -> None:
        """Decide what the next tasks are of, and have pieces that are full made."""
        for number in range(self._planned, self._planned + count):
            last = self._pieces[-1] if self._pieces else None
            if last is None or last.future is not None:
                last = _Piece()
                self._pieces.append(last)
            last.items.append(planned(self._seed, number, self._arms))
            self._planned += 1
            if len(last.items) == self._size and self._pool is not None:
                self._submit(last)

    def _submit(self, piece: _Piece) -> None:
        if self._pool is not None:
            piece.future = self._pool.submit(_WORK, piece.items, self._common, seconds=self._seconds)
            return
        piece.future = Future()
        piece.future.set_result([_outcome(self._common, item) for item in piece.items])


def _outcome(common: Mapping[str, Json], item: Item) -> Outcome:
    """What a process would say of an item, for a stream without processes."""
    try:
        return ["made", made(common, item)]
    except (GenerationError, ValueError, TypeError) as error:
        return ["raised", type(error).__name__, str(error)]


def shares(
    ids: Sequence[str],
    levels: Levels | Mapping[str, Levels] | None,
    weights: Mapping[str, float] | None,
    difficulty: Difficulty | Mapping[str, Difficulty] | None = None,
) -> dict[Kind, float]:
    """The weight of each kind of task, in a fixed order.

    Args:
        ids: environments; all alike without weights.
        levels: of each environment, or by environment; None for all that it has.
        weights: of environments (``sudoku``), shared evenly by their levels or as their difficulty says, or of levels
            (``sudoku:3``; ``sudoku:8+1`` is the first one beyond a table of 8).
        difficulty: instead of levels, of each environment or by environment.

    Raises:
        ValueError: if a level, a difficulty or a weight is not valid, or nothing is left.
        UnknownEnvironment: if there is no such environment.
    """
    if levels is not None and difficulty is not None:
        raise ValueError("give levels or a difficulty, not both")
    levels_of, difficulty_of = _by_id(ids, levels, "levels"), _by_id(ids, difficulty, "difficulty")
    found: dict[Kind, float] = {}
    named = dict.fromkeys(ids, 1.0) if weights is None else weights
    for name, weight in named.items():
        if (
            isinstance(weight, bool)
            or not isinstance(weight, int | float)
            or not (isfinite(weight) and weight >= 0)
        ):
            raise ValueError(f"the weight of {name!r} is a number of at least 0, not {weight!r}")
        env, colon, text = name.rpartition(":")
        one = _LEVEL.fullmatch(text) if colon else None
        spec = registry.get(env if one else name)
        if one:
            parts = {_kind(spec, int(one[1]), int(one[2] or 0)): 1.0}
        elif (d := difficulty_of(spec)) is not None:
            parts = {(spec.id, rung.level, rung.beyond): share for rung, share in Dial(spec, d).shares()}
        else:
            parts = _even(spec, levels_of(spec))
        for kind, share in parts.items():
            found[kind] = found.get(kind, 0.0) + weight * share
    if not any(found.values()):
        raise ValueError("a stream needs at least one environment with a weight above 0")
    return found


def planned(seed: int, number: int, arms: Mapping[Kind, float]) -> Item:
    """What task `number` of a stream is of, by the weights that hold when it is planned."""
    rng = rng_for(f"stream {seed} {number}")
    return [*rng.choices(list(arms), list(arms.values()))[0], number]


def name_of(kind: Kind) -> str:
    """What weights call a kind: ``sudoku:3``, or ``sudoku:8+1`` beyond a table of 8."""
    env, level, beyond = kind
    return f"{env.removeprefix('rlvr/').removesuffix('-v0')}:{_named(level, beyond)}"


def _named(level: int, beyond: int) -> str:
    return f"{level}+{beyond}" if beyond else str(level)


def _kind(spec: TaskSpec, level: int, beyond: int) -> Kind:
    """One level; whether there is such a one."""
    spec.params(level)
    if beyond and (level != spec.levels[-1] or beyond > len(spec.further)):
        raise ValueError(
            f"{spec.id} has {len(spec.further)} levels beyond its last, {spec.levels[-1]}; there is no "
            f"{level}+{beyond}"
        )
    return spec.id, level, beyond


def _even(spec: TaskSpec, levels: Levels | None) -> dict[Kind, float]:
    low, high = (
        (spec.levels[0], spec.levels[-1])
        if levels is None
        else (levels, levels)
        if isinstance(levels, int)
        else levels
    )
    if low > high:
        raise ValueError(f"levels {low} to {high} of {spec.id}: the lower one comes first")
    kinds = [_kind(spec, level, 0) for level in range(low, high + 1)]
    return dict.fromkeys(kinds, 1 / len(kinds))


def _by_id(ids: Sequence[str], given: Any, what: str) -> Callable[[TaskSpec], Any]:
    """What was given for an environment, where it may be one thing for all or one for each.

    Raises:
        ValueError: if it names an environment that the stream does not have.
    """
    if not isinstance(given, Mapping):
        return lambda spec: given
    known = {registry.get(name).id: value for name, value in given.items()}
    unknown = known.keys() - {registry.get(name).id for name in ids}
    if unknown:
        raise ValueError(f"{what} name {', '.join(sorted(unknown))}, which the stream does not have")
    return lambda spec: known.get(spec.id)
