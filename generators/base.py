"""The two values every task is made of: the `Draft` a generator returns and the `Task` users hold.

A generator is a plain function ``generate(rng, *, axis=..., ...) -> Draft``. Everything else (the seed, the
id, the fingerprint, the answer-format sentence) is added around it in one place, `rlvr.spec.TaskSpec.task`,
so that a generator holds nothing but its own idea.
"""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from itertools import count
from typing import Any, Literal

from .quick_random import QuickRandom

Json = Any
"""A value that survives ``json.loads(json.dumps(value))`` unchanged: no tuples, no integer keys, no NaN."""

Split = Literal["train", "test"]
Marker = Literal["tag", "boxed"]

TEST_SHARE = 10
"""One fingerprint in this many belongs to the test split, for ever."""


class GenerationError(RuntimeError):
    """A generator ran out of its bounded number of tries; the message names the parameters to change."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What a generator returns: one problem, before it is given an identity.

    Attributes:
        prompt: the problem and the form of its answer ("as numbers separated by spaces"). The sentence that
            says which marker to write the answer in is added later, so that users can choose the marker.
        payload: a JSON object with all the facts the verifier needs. Never shown to the model.
        answer: one reference answer; the verifier must score it 1.0. For a game it is the whole list of
            moves, in the form that the game's verifier replays.
        trace: a worked solution that ends in the answer, without the marker; None where none can be written.
        canonical: a JSON value that is equal for tasks that are the same up to the symmetries the generator
            declares; it is hashed into the fingerprint. None means the payload itself.
        shared: what the problem has in common with others that could give it away, such as a program: a JSON value.
            All problems with one such value are in one split, whatever their environment. None: nothing.
        guess_rate: the chance, in [0, 1], that a blind answer of the right form is right.
        difficulty: the measured difficulty proxy that the registry entry names (solver nodes, steps, ...).
            Its mean rises with the level; the conformance suite checks that.
    """

    prompt: str
    payload: dict[str, Json]
    answer: str
    trace: str | None = None
    canonical: Json = None
    shared: Json = None
    guess_rate: float = 0.0
    difficulty: float = 0.0


@dataclass(frozen=True, slots=True)
class Task:
    """One problem, frozen. `to_json` gives it as one JSON object; `rlvr.export.rows` as a row of a dataset file.

    Attributes:
        env: registry id, such as ``rlvr/sudoku-v0``.
        level: the difficulty level it was made at; 1 is the easiest.
        seed: with `env`, `level` and `params` it reproduces the task bit for bit on every platform.
        prompt: what the model reads first.
        payload: the facts that the verifier needs; never shown to the model. Treat it as read-only.
        answer: one reference answer; the verifier scores it 1.0.
        trace: a worked solution ending in the marked answer, or None.
        fingerprint: hash of the canonical form: equal for tasks that are the same up to symmetry.
        guess_rate: chance that a blind answer of the right form is right.
        difficulty: measured difficulty proxy; comparable within one environment only.
        params: difficulty parameters that override those of the level; empty for ordinary tasks.
        marker: how the answer is marked in a response: ``tag`` (``<answer>…</answer>``) or ``boxed``.
        options: options of the environment that it is played in, as `rlvr.make` takes them (``attempts``, ``reward``,
            ...), where they are not the usual ones. They change what an episode is and what it pays, never the problem.
        extra: fields written by a newer version, kept so that nothing is lost on a round trip.
    """

    env: str
    level: int
    seed: int
    prompt: str
    payload: Mapping[str, Json]
    answer: str
    trace: str | None
    fingerprint: str
    guess_rate: float
    difficulty: float = 0.0
    params: Mapping[str, Json] = field(default_factory=dict)
    marker: Marker = "tag"
    options: Mapping[str, Json] = field(default_factory=dict)
    extra: Mapping[str, Json] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """Everything that rebuilds the task and how it is played; see `task_id`. `rlvr.task` is its inverse."""
        told = dict(self.options) if self.marker == "tag" else {**self.options, "marker": self.marker}
        return task_id(self.env, self.level, self.seed, self.params, told)

    @property
    def split(self) -> Split:
        """The split this problem belongs to for ever, by its content alone."""
        return split_of(self.fingerprint)

    def to_json(self) -> dict[str, Json]:
        """The task as one JSON object; `Task.from_json` is its inverse."""
        row: dict[str, Json] = {"id": self.id}
        for name in _FIELDS:
            value = getattr(self, name)
            if name != "options" or value:  # rows of tasks without options stay what they always were
                row[name] = dict(value) if isinstance(value, Mapping) else value
        row.update(self.extra)
        return row

    @classmethod
    def from_json(cls, row: Mapping[str, Json]) -> Task:
        """Rebuild a task from its JSON object, or from a row of a dataset file that any library has read.

        Of a row with the column ``task`` (see `rlvr.export.rows`) only that one, ``prompt`` and ``trace`` are read.
        Fields this version does not know are kept in `extra`; fields newer than the row take their default.

        Raises:
            ValueError: if a required field is missing; the message names it.
        """
        if not isinstance(row, Mapping):
            raise ValueError(f"not a task row: {row!r:.80}")
        exact = row.get("task")
        if isinstance(exact, str):
            row = {"prompt": row.get("prompt"), "trace": row.get("trace") or None, **_object("task", exact)}
        missing = [name for name in _REQUIRED if name not in row or (name == "prompt" and row[name] is None)]
        if missing:
            raise ValueError(f"not a task row: missing {', '.join(missing)}")
        known = {name: row[name] for name in _FIELDS if name in row}
        for name in ("payload", "params", "options"):
            if isinstance(known.get(name), str):
                known[name] = _object(name, known[name])
        known["trace"] = (
            known["trace"] if isinstance(known["trace"], str) else None
        )  # a missing text may be NaN
        extra = {name: value for name, value in row.items() if name not in known and name != "id"}
        return cls(**known, extra=extra)


def _object(name: str, text: str) -> dict[str, Json]:
    try:
        value = json.loads(text)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise ValueError(f"not a task row: {name!r} is not the text of a JSON object: {text!r:.80}")
    return value


_FIELDS = tuple(f.name for f in fields(Task) if f.name != "extra")
_TASK_ID = re.compile(r"([^:#]+):(\d{1,9}):(-?\d{1,40})((?:[:#].*)?)", re.DOTALL | re.ASCII)
_REQUIRED = ("env", "level", "seed", "prompt", "payload", "answer", "trace", "fingerprint", "guess_rate")


def canonical_json(value: Json) -> str:
    """The one text of a JSON value: sorted keys, no spaces, so that equal values give equal text."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def task_id(
    env: str,
    level: int,
    seed: int,
    params: Mapping[str, Json] | None = None,
    options: Mapping[str, Json] | None = None,
) -> str:
    """The id text of a task: ``env:level:seed``, then ``:{"axis":value}`` and ``#{"option":value}`` if there are any.

    What stands before ``#`` is the text that seeds the task. What stands behind it (the marker, options of the
    environment) says how the same problem is asked and paid, and is never hashed.
    """
    seeds = f"{env}:{level}:{seed}" + (f":{canonical_json(dict(params))}" if params else "")
    return seeds + (f"#{canonical_json(dict(options))}" if options else "")


def parse_task_id(text: str) -> tuple[str, int, int, dict[str, Json], dict[str, Json]]:
    """Environment, level, seed, parameters and options of an id's text: the inverse of `task_id`.

    Raises:
        ValueError: if it is not the id of a task.
    """
    problem = ValueError(f"{text!r:.200} is not a task id; one looks like 'rlvr/sudoku-v0:3:1234'")
    found = _TASK_ID.fullmatch(text) if isinstance(text, str) else None
    if found is None:
        raise problem
    rest, objects = found[4], {}
    try:
        for sign in ":#":
            if rest.startswith(sign):
                objects[sign], end = json.JSONDecoder().raw_decode(rest, 1)
                rest = rest[end:]
    except ValueError:
        raise problem from None
    if rest or not all(isinstance(value, dict) for value in objects.values()):
        raise problem
    return found[1], int(found[2]), int(found[3]), objects.get(":", {}), objects.get("#", {})


def rng_for(identity: str) -> random.Random:
    """A random source that depends on the task's id text alone, the same on every platform.

    Only `random.Random` methods whose results are fixed by Python are used by generators (no numpy).
    """
    digest = hashlib.blake2b(identity.encode(), digest_size=16).digest()
    return QuickRandom(int.from_bytes(digest, "little"))


def derive_seed(*parts: object) -> int:
    """A 53-bit seed from any parts (53 bits survive every JSON reader), by hashing their text."""
    digest = hashlib.blake2b("\x1f".join(map(str, parts)).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little") >> 11


def fingerprint_of(namespace: str, canonical: Json) -> str:
    """Hash of a canonical form within a namespace: 32 hexadecimal digits."""
    text = f"{namespace}\n{canonical_json(canonical)}"
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def fingerprint_in_split(namespace: str, canonical: Json, wanted: Split) -> str:
    """The fingerprint of a canonical form and the least number behind it that brings it into the wanted split.

    Equal problems still have equal fingerprints, and different ones different ones.
    """
    begun = hashlib.blake2b(f"{namespace}\n[{canonical_json(canonical)},".encode(), digest_size=16)
    for number in count():
        whole = begun.copy()
        whole.update(b"%d]" % number)
        if split_of(whole.hexdigest()) == wanted:
            break
    return whole.hexdigest()


def split_of(fingerprint: str) -> Split:
    """Which split a fingerprint belongs to: a tenth is ``test``, the rest ``train``.

    It reads the fingerprint and nothing else, so people who never met make disjoint train and test files.
    """
    return "test" if int(fingerprint[:12], 16) % TEST_SHARE == 0 else "train"
