"""One registry entry as an object: how to make its tasks and how to score its answers.

`TaskSpec` names the generator, the verifier and the environment by text and imports each only when it is first
used, so that a reward worker never loads a generator and a generator worker never loads an environment.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import inf
from types import ModuleType
from typing import Any, NamedTuple, TypeGuard, cast

from .beyond import Rules, further
from .generators.base import (
    Draft,
    GenerationError,
    Json,
    Marker,
    Split,
    Task,
    derive_seed,
    fingerprint_in_split,
    fingerprint_of,
    rng_for,
    split_of,
    task_id,
)
from .generators.wording import marker_sentence
from .named_image import from_image
from .verifiers.answers.programs import wanted_in
from .verifiers.base import MAX_ANSWER_CHARS, Reason, RewardKind, Verdict, Verifier
from .verifiers.extract import Extraction, Form, Mode, extract

Generator = Callable[..., Draft]
Confirms = Callable[[Mapping[str, Json], str], bool]

MAX_DRAWS = 400
"""Draws made to find one within the bounds of its level."""
MAX_SPLIT_TRIES = 2000
"""Draws made to find a task of the wanted split; a tenth of all tasks is in the rarer one."""


class Bounds(NamedTuple):
    """What the draws of a level are held to: difficulty (both ends count) and characters of the reference answer."""

    least: float = -inf
    most: float = inf
    chars: float = inf

    def hold(self, draft: Draft) -> bool:
        """Whether a draft may become a task of the level."""
        return self.least <= draft.difficulty <= self.most and len(draft.answer) <= self.chars

    def __str__(self) -> str:
        return f"a difficulty from {self.least:g} to {self.most:g} and an answer of {self.chars:g} characters at most"


def short_name(id: str) -> str:
    """The short name of an id: ``sudoku`` of ``rlvr/sudoku-v0``."""
    return without_version(id).rsplit("/", 1)[-1]


def without_version(id: str) -> str:
    """An id without its version: ``rlvr/sudoku`` of ``rlvr/sudoku-v0``."""
    return id.rsplit("-v", 1)[0]


@dataclass(frozen=True)
class TaskSpec:
    """One entry of the registry.

    Attributes:
        id: ``namespace/name-vN``.
        title: a few words for tables.
        family: the group it is listed under.
        description: one or two sentences.
        generator: ``module:function`` of the generator.
        verifier: ``module:function`` of the verifier.
        env: ``single`` for one response, else ``module:Class`` of a game.
        axes: value of each difficulty parameter at each level, by parameter name.
        proxy: what `Draft.difficulty` measures, in words.
        bounds: for each level, what keeps a draw in; empty means that every draw does.
        floors: for each level, the least guess rate that is told: what the best cheap strategy earns there.
        marker: the marker that prompts ask for unless the user chooses another.
        form: ``text``, or ``code`` where the answer is a program, which is taken whole and only from tags.
        noun: what prompts call that which goes into the marker: ``final answer``, or ``move`` in a game.
        sandbox: the language of the programs that scoring runs; "" where scoring runs none.
        image: the image with packages that its programs run in, ``NAME`` or ``NAME-DIGEST``; "" for the usual box.
        max_answer_chars: a longer answer is refused unseen.
        max_turns: turns of an episode unless the payload says otherwise (games only).
        small_levels: levels whose space of distinct problems is known to be small.
        solver: ``module:function`` that confirms an answer by a second, independent and possibly slow way, used by
            the conformance suite; None where the reference is the only right answer.
        sources: known collections that have this task.
        plays: the id of the entry whose problems this one has in another form: equal levels and seeds are equal
            problems, with one fingerprint and so in one split; "" if it has its own.
        beyond: how parameters go on beyond the table, by parameter: the next values, or ``same`` for one that stays;
            or, as a text, why the entry ends with its table. See `rlvr.beyond`.
        operations: what the scale of difficulty counts; see docs/difficulty.md.
        origin: the registry file that was registered.
        file: the file that defines the entry: `origin`, or one that it includes.
    """

    id: str
    title: str
    family: str
    description: str
    generator: str
    verifier: str
    env: str
    axes: Mapping[str, tuple[Json, ...]]
    proxy: str
    bounds: tuple[Bounds, ...] = ()
    floors: tuple[float, ...] = ()
    marker: Marker = "tag"
    form: Form = "text"
    noun: str = "final answer"
    sandbox: str = ""
    image: str = ""
    max_answer_chars: int = MAX_ANSWER_CHARS
    max_turns: int = 1
    small_levels: tuple[int, ...] = ()
    solver: str | None = None
    sources: tuple[str, ...] = ()
    plays: str = ""
    beyond: Rules | str = field(default_factory=dict)
    operations: str = "count"
    origin: str = ""
    file: str = ""

    @property
    def name(self) -> str:
        """The short name: ``sudoku`` of ``rlvr/sudoku-v0``."""
        return short_name(self.id)

    @cached_property
    def fingerprint_space(self) -> str:
        """What fingerprints are unique within: the id without its version, so that splits outlive versions."""
        return without_version(self.plays or self.id)

    @property
    def markers(self) -> tuple[Marker, ...]:
        """The markers that its prompts can ask for; braces of a program would end a box."""
        return ("tag", "boxed") if self.form == "text" else ("tag",)

    @property
    def levels(self) -> range:
        """The levels there are, from 1."""
        return range(1, len(next(iter(self.axes.values()))) + 1)

    def params(self, level: int, overrides: Mapping[str, Json] | None = None) -> dict[str, Json]:
        """Difficulty parameters at `level`, with `overrides` on top.

        Raises:
            ValueError: if the level or a parameter does not exist; the message lists those that do.
        """
        if level not in self.levels:
            raise ValueError(f"{self.id} has levels 1 to {self.levels[-1]}, not {level!r}")
        params = {axis: values[level - 1] for axis, values in self.axes.items()}
        for axis, value in (overrides or {}).items():
            if axis not in params:
                raise ValueError(f"{self.id} has no parameter {axis!r}; it has {', '.join(sorted(params))}")
            params[axis] = value
        return params

    def draft(self, rng: random.Random, level: int, overrides: Mapping[str, Json] | None = None) -> Draft:
        """A problem of a level, drawn again until it is within the level's bounds; `overrides` suspend these.

        Those of a level beyond the table (`further`) are held to the last level's least difficulty.

        Raises:
            ValueError: if the level or a parameter does not exist.
            GenerationError: if no problem could be made, or none of `MAX_DRAWS` is within the bounds.
        """
        params = self.params(level, overrides)
        is_further = bool(overrides) and level == self.levels[-1] and overrides in self.further
        bounds = self.bounds[level - 1] if self.bounds and (is_further or not overrides) else Bounds()
        if is_further:
            bounds = Bounds(least=bounds.least)
        for _ in range(MAX_DRAWS):
            draft = self.generate(rng, **params)
            if bounds.hold(draft):
                break
        else:
            raise GenerationError(
                f"{self.id} level {level}: none of {MAX_DRAWS} problems has {bounds}; "
                "widen its 'bounds' in the registry"
            )
        if self.floors and (is_further or not overrides):
            draft = replace(draft, guess_rate=max(draft.guess_rate, self.floors[level - 1]))
        return draft

    def task(
        self,
        level: int,
        seed: int,
        *,
        params: Mapping[str, Json] | None = None,
        marker: Marker | None = None,
        split: Split | None = None,
        options: Mapping[str, Json] | None = None,
    ) -> Task:
        """The task of a level and a seed: the same one, bit for bit, whenever and wherever it is called.

        With a `split`, the first task of that split on a fixed walk that starts at `seed`; the task's own
        `seed` then says where the walk ended, so that its id alone rebuilds it. The `options` of the environment
        become part of the task and its id; they change nothing else here.

        Raises:
            ValueError: if the level, a parameter or its value is not valid.
            GenerationError: if no task could be made, or none of the wanted split was found.
        """
        if split not in (None, "train", "test"):
            raise ValueError(f"split must be 'train', 'test' or None, not {split!r}")
        task = self._task(level, seed, params, marker, options)
        tries = 1
        while split is not None and task.split != split:
            if tries == MAX_SPLIT_TRIES:
                raise GenerationError(
                    f"{self.id} level {level}: none of {tries} tasks is in the {split} split; "
                    "the space of problems is too small, take a higher level"
                )
            task = self._task(level, derive_seed(seed, tries), params, marker, options)
            tries += 1
        return task

    def _task(
        self,
        level: int,
        seed: int,
        overrides: Mapping[str, Json] | None,
        marker: Marker | None,
        options: Mapping[str, Json] | None,
    ) -> Task:
        rng = rng_for(task_id(self.plays or self.id, level, seed, overrides))
        try:
            draft = self.draft(rng, level, overrides)
        except (TypeError, KeyError, IndexError, ZeroDivisionError) as error:
            if not overrides:
                raise
            raise ValueError(f"{self.id} cannot be made with {dict(overrides)!r}: {error}") from error
        marker = marker or self.marker
        if marker not in self.markers:
            raise ValueError(f"{self.id} takes its answers, which are programs, from tags only, not {marker!r}")
        played = dict(options or {})
        if marker == "tag" != self.marker:
            played["marker"] = marker  # an id without a marker means the entry's own
        ending = marker_sentence(rng, marker, self.noun)
        return Task(
            env=self.id,
            level=level,
            seed=seed,
            prompt=f"{draft.prompt}\n\n{ending}",
            payload=draft.payload,
            answer=draft.answer,
            trace=None if draft.trace is None else f"{draft.trace}\n{mark(draft.answer, marker)}",
            fingerprint=self.fingerprint(draft),
            guess_rate=draft.guess_rate,
            difficulty=draft.difficulty,
            params=dict(overrides or {}),
            marker=marker,
            options=played,
        )

    def fingerprint(self, draft: Draft) -> str:
        """The fingerprint of a draft's problem: equal for tasks that are the same, in the split of what it shares."""
        canonical = draft.payload if draft.canonical is None else draft.canonical
        if draft.shared is not None:
            split = split_of(fingerprint_of("shared", draft.shared))
            return fingerprint_in_split(self.fingerprint_space, canonical, split)
        return fingerprint_of(self.fingerprint_space, canonical)

    def verify_answer(self, payload: Mapping[str, Json], answer: str) -> Verdict:
        """Score a bare answer. Any string up to 1 MB gets a verdict; nothing is raised."""
        if len(answer) > self.max_answer_chars:
            return Extraction(None, Reason.TOO_LONG).failure()
        return self.verifier_function(payload, answer)

    def verify_response(
        self, task: Task, response: str, mode: Mode = "strict", reward: RewardKind = "binary"
    ) -> Verdict:
        """Score a whole response: extract the committed answer, then verify it.

        Raises:
            TypeError: if the response is not a text; see `is_episode`.
            ValueError: if there is no such rule of reward.
        """
        if not isinstance(response, str):
            is_episode(response)
            raise TypeError("one whole response is a str; `rlvr.verify` takes the list of an episode's actions")
        found = self.extract(response, task.marker, mode, task.payload)
        verdict = found.failure() if found.text is None else self.verifier_function(task.payload, found.text)
        return verdict.paid_as(reward)

    def extract(
        self, response: str, marker: Marker, mode: Mode = "strict", payload: Mapping[str, Json] | None = None
    ) -> Extraction:
        """The answer that a response commits to, by the rules of this entry.

        Args:
            response: the model's whole output.
            marker: the marker that the prompt asked for.
            mode: which other markers are accepted.
            payload: of the task; where the answer is a program, it names the function that is asked for.
        """
        wanted = wanted_in(payload or {}) if self.form == "code" else ""
        return extract(
            response, marker=marker, mode=mode, max_chars=self.max_answer_chars, form=self.form, wanted=wanted
        )

    @cached_property
    def further(self) -> tuple[Mapping[str, Json], ...]:
        """The difficulty parameters one, two and three levels beyond the table, as ``params`` of the last level.

        Fewer where all parameters are at their limits before, and none where the entry says that it ends.
        """
        if isinstance(self.beyond, str):
            return ()
        return further(self.axes, self.beyond, getattr(self.generate, "limits", {}))

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of question that it can ask, for the parameter ``kinds``; empty where there is one kind only."""
        if "kinds" not in self.axes:
            return ()
        known = getattr(getattr(self.generate, "limits", {}).get("kinds"), "known", ())
        texts = (value for value in self.axes["kinds"] if isinstance(value, str))
        written = (word for text in texts for word in text.split())
        return tuple(dict.fromkeys(known or written))

    @cached_property
    def generate(self) -> Generator:
        """The generator function, imported on first use."""
        return cast(Generator, from_image(self.image, resolve(self.generator)))

    @property
    def generator_module(self) -> ModuleType:
        """The module that states the generator and its wordings."""
        return importlib.import_module(self.generator.partition(":")[0], package=__package__)

    @cached_property
    def verifier_function(self) -> Verifier:
        """The verifier function, imported on first use."""
        return cast(Verifier, from_image(self.image, resolve(self.verifier)))

    @cached_property
    def confirms(self) -> Confirms | None:
        """The solver's ``confirms(payload, answer)``, imported on first use; None if the entry names no solver."""
        return None if self.solver is None else cast(Confirms, from_image(self.image, resolve(self.solver)))


def with_kinds(
    spec: TaskSpec, params: Mapping[str, Json] | None, kinds: str | Sequence[str] | None
) -> dict[str, Json]:
    """Overriding parameters, with the kinds of question that are asked for: names, in a list or with spaces between.

    Raises:
        ValueError: if the entry has no such kind, with those that it has; or if the parameters name kinds, too.
    """
    given = dict(params or {})
    if kinds is None:
        return given
    if "kinds" in given:
        raise ValueError("give the kinds once: as 'kinds', or among the params")
    words = kinds.split() if isinstance(kinds, str) else [*kinds]
    if not spec.kinds:
        raise ValueError(f"{spec.id} has one kind of question only")
    for word in words or [""]:
        if word not in spec.kinds:
            raise ValueError(f"{spec.id} has no kind {word!r}; it has {', '.join(spec.kinds)}")
    return {**given, "kinds": " ".join(words)}


def is_episode(response: object) -> TypeGuard[Sequence[str]]:
    """Whether a response is the list of an episode's actions; if not, it is one whole response, a str.

    Raises:
        TypeError: if it is neither. A zero for what is not read would teach a model nothing but noise.
    """
    if isinstance(response, str):
        return False
    if isinstance(response, list | tuple):
        others = [part for part in response if not isinstance(part, str)]
        if not others:
            return True
        if isinstance(others[0], Mapping):
            found, fix = "chat messages", "actions only, or messages only to `rlvr.verify`"
        else:
            found, fix = f"a list with {type(others[0]).__name__}", "texts"
    elif isinstance(response, Mapping):
        is_message = "content" in response
        found = "a chat message" if is_message else type(response).__name__
        fix = "its text, such as message['content']" if is_message else "the text itself"
    elif isinstance(response, bytes | bytearray):
        found, fix = type(response).__name__, "its text: decode it"
    else:
        found, fix = type(response).__name__, "a text"
    raise TypeError(
        f"a response is a str, or the list of an episode's actions, each a str; not {found}. Give {fix}"
    )


def mark(answer: str, marker: Marker) -> str:
    """`answer` inside the given marker, as a policy would write it."""
    return f"<answer>{answer}</answer>" if marker == "tag" else f"\\boxed{{{answer}}}"


def resolve(target: str) -> Any:
    """The object that ``module:name`` names; a module that begins with a dot is inside this package.

    Raises:
        ImportError: if there is no such module or name; the message tells which.
    """
    module_name, _, name = target.partition(":")
    module = importlib.import_module(module_name, package=__package__)
    if not hasattr(module, name):
        raise ImportError(f"module {module_name!r} has no {name!r} (from the registry entry {target!r})")
    return getattr(module, name)
