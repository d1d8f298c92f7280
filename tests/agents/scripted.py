"""A real engine and a real codec without a model: bytes as tokens, and a function that says what is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from typing import Any

from rlvr.agents.engine import Completion, Request
from rlvr.agents.policies import oracle
from rlvr.envs.make import make_env
from rlvr.generators.base import Task

END, USER, MODEL, PAD = 256, 257, 258, 259
SPECIALS = {END: "<|end|>", USER: "<|user|>", MODEL: "<|model|>", PAD: "<|pad|>"}


class ByteCodec:
    """UTF-8, with four special tokens."""

    end_ids = frozenset({END})
    pad_id = PAD

    def begin(self, messages: Sequence[dict[str, str]]) -> list[int]:
        assert all(a["role"] != b["role"] for a, b in pairwise(messages))
        assert messages[-1]["role"] == "user"
        return [token for message in messages for token in (USER, *message["content"].encode(), END)] + [MODEL]

    def observe(self, observation: str, *, ended: bool) -> list[int]:
        return [*([] if ended else [END]), USER, *observation.encode(), END, MODEL]

    def action(self, tokens: Sequence[int]) -> str:
        if tokens and tokens[-1] == END:
            tokens = tokens[:-1]
        parts = [bytes([t]) if t < 256 else SPECIALS[t].encode() for t in tokens]
        return b"".join(parts).decode(errors="replace")

    def respond(self, text: str) -> list[int]:
        return [*text.encode(), END]


def read_context(tokens: Sequence[int]) -> tuple[str, int]:
    """The first user message of a context, and how many turns the model has written."""
    first = bytes(tokens[1 : list(tokens).index(END)]).decode()
    return first, list(tokens).count(MODEL) - 1


@dataclass
class ScriptedEngine:
    """Writes ``script(context, request)``, a few tokens at a time; tells what it saw.

    Attributes:
        script: what is written to a context, as tokens; it is cut at `max_tokens` and at the end of the context.
        speed: tokens of each request that a poll writes.
        max_context: most tokens.
        updates: the version goes up by one every so many polls; 0 for never.
        deaf: keys (by order of submission) that never finish.
        dying: keys that come back aborted.
        seen: every request.
        given: every completion.
    """

    script: Callable[[Sequence[int], Request], Sequence[int]]
    speed: int = 64
    max_context: int = 1 << 20
    updates: int = 0
    deaf: Callable[[Request], bool] = lambda request: False
    dying: Callable[[Request], bool] = lambda request: False
    seen: dict[int, Request] = field(default_factory=dict)
    given: dict[int, Completion] = field(default_factory=dict)
    most: int = 0
    version: int = 0
    _polls: int = 0
    _under_way: dict[int, tuple[Request, list[int], list[int]]] = field(default_factory=dict)

    @property
    def pending(self) -> int:
        return len(self._under_way)

    def submit(self, requests: Sequence[Request]) -> None:
        for request in requests:
            if not request.tokens or len(request.tokens) >= self.max_context:
                raise ValueError("no room")
            assert request.key not in self.seen
            assert request.sampling.max_tokens >= 1
            self.seen[request.key] = request
            written = list(self.script(request.tokens, request))
            room = min(request.sampling.max_tokens, self.max_context - len(request.tokens))
            self._under_way[request.key] = (request, written[:room], [])
        self.most = max(self.most, self.pending)

    def poll(self) -> list[Completion]:
        if not self._under_way:
            return []
        self._polls += 1
        if self.updates and self._polls % self.updates == 0:
            self.version += 1
        over = []
        for request, written, versions in self._under_way.values():
            if self.deaf(request):
                continue
            new = min(self.speed, len(written) - len(versions))
            versions.extend([self.version] * new)
            if len(versions) == len(written) or self.dying(request):
                over.append(request.key)
        return [self._complete(key, "aborted" if self.dying(self.seen[key]) else None) for key in over]

    def abort(self, keys: Sequence[int]) -> list[Completion]:
        return [self._complete(key, "aborted") for key in keys if key in self._under_way]

    def load(self, weights: Mapping[str, Any], version: int) -> None:
        self.version = version

    def sleep(self) -> None:
        pass

    def wake(self) -> None:
        pass

    def _complete(self, key: int, stop: Any) -> Completion:
        request, written, versions = self._under_way.pop(key)
        written = written[: len(versions)]
        rng = Random(request.seed)
        log_probs = [-rng.random() for _ in written]
        if stop is None:
            full = len(request.tokens) + len(written) >= self.max_context
            stop = "end" if written[-1:] == [END] else "context" if full else "length"
        self.given[key] = Completion(key, written, log_probs, versions, stop)
        return self.given[key]


def oracle_plans(tasks: Sequence[Task], **options: Any) -> dict[str, list[str]]:
    """What the oracle writes for each task, by the prompt."""
    plans: dict[str, list[str]] = {}
    for task in tasks:
        env = make_env(task.env, **options)
        prompt, _ = env.reset(options={"task": task})
        over = False
        plan = plans.setdefault(prompt, [])
        while not over:
            plan.append(oracle(env, ""))
            _, _, terminated, truncated, _ = env.step(plan[-1])
            over = terminated or truncated
    return plans


def reciting(
    plans: Mapping[str, list[str]], slips: float = 0.0
) -> Callable[[Sequence[int], Request], list[int]]:
    """A script that recites the oracle's plan, and slips now and then by the request's seed: another turn of the plan,
    chatter, special tokens, broken UTF-8, or no end."""

    def script(context: Sequence[int], request: Request) -> list[int]:
        prompt, turn = read_context(context)
        plan = next(plan for start, plan in plans.items() if prompt.startswith(start))
        rng = Random(request.seed)
        right = [*plan[min(turn, len(plan) - 1)].encode(), END]
        if rng.random() >= slips:
            return right
        slip = rng.randrange(5)
        if slip == 0:
            return [*rng.choice(plan).encode(), END]
        if slip == 1:
            return [*b"I do not know.", END]
        if slip == 2:
            return [USER, *b"<answer>1</answer>", PAD, END]
        if slip == 3:
            return [0xC3, *right[: len(right) // 2], 0xFF, END]
        return [*right[:-1], *b" and so on" * 100]

    return script
