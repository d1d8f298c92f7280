"""vLLM's OpenAI-compatible server as an engine: token ids in, token ids and their log-probabilities out.

The server is started with ``--logprobs-mode processed_logprobs``, so that log-probabilities are of the distribution
that was drawn from. To take new weights it also needs ``VLLM_SERVER_DEV_MODE=1``, and a folder that both sides see,
through which the weights go. `VllmServerEngine.verify_sync` says whether they have arrived.
"""

from __future__ import annotations

import json
import math
import urllib.request
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import save_file

from ..engine import Completion, Request
from ..language_model import LanguageModel, Weights
from ..trajectory import Stop
from .permissions import as_any_new_file
from .remote import Endpoint, Remote, post
from .vllm import distinct, verify_sync


class VllmServerEngine:
    """An `Engine` over a server.

    Args:
        endpoint: where it is, and the name of the model there.
        end_ids: tokens that end a completion.
        exchange: folder with the model's configuration, seen by both sides, for new weights; None if there will be
            none (evaluation).

    Raises:
        OSError: if there is no server.
        ValueError: if it does not serve the model.

    Attributes:
        last_error: why the last request that failed did so.
    """

    def __init__(
        self, endpoint: Endpoint, *, end_ids: Sequence[int] | frozenset[int], exchange: Path | None = None
    ) -> None:
        self._remote: Remote[tuple[list[int], list[float], str]] = Remote(endpoint, "/completions", _read)
        self._endpoint, self._end_ids, self._exchange = endpoint, sorted(end_ids), exchange
        with urllib.request.urlopen(f"{endpoint.url.rstrip('/')}/models", timeout=endpoint.seconds) as response:
            served = {model["id"]: model for model in json.load(response)["data"]}
        if endpoint.model not in served:
            raise ValueError(f"model={endpoint.model!r} is not served there; there are {sorted(served)}")
        self._max_context = int(served[endpoint.model]["max_model_len"])
        self.last_error = ""
        self._version = 0
        self._requests: dict[int, Request] = {}

    @property
    def version(self) -> int:
        """See `Engine`."""
        return self._version

    @property
    def pending(self) -> int:
        """See `Engine`."""
        return self._remote.pending

    @property
    def max_context(self) -> int:
        """See `Engine`."""
        return self._max_context

    def submit(self, requests: Sequence[Request]) -> None:
        """See `Engine`."""
        for request in requests:
            room = self._max_context - len(request.tokens)
            if not request.tokens or room < 1:
                raise ValueError(
                    f"a context of {len(request.tokens)} tokens: 1 to {self._max_context - 1} are allowed"
                )
        for request in requests:
            sampling = request.sampling
            body = {
                "model": self._endpoint.model,
                "prompt": list(request.tokens),
                "max_tokens": min(sampling.max_tokens, self._max_context - len(request.tokens)),
                "temperature": sampling.temperature,
                "top_p": sampling.top_p,
                "top_k": sampling.top_k,
                "seed": request.seed % 2**31,
                "stop_token_ids": self._end_ids,
                "ignore_eos": True,
                "logprobs": 1,
                "return_token_ids": True,
                "return_tokens_as_token_ids": True,  # so the server needs no tokenizer
            }
            self._remote.submit(request.key, body, request.seed)
            self._requests[request.key] = request

    def poll(self) -> list[Completion]:
        """See `Engine`; a request that failed for good comes back empty and ``aborted``."""
        found = []
        for reply in self._remote.poll():
            request = self._requests.pop(reply.key)
            if reply.value is None:
                self.last_error = reply.error
                found.append(Completion(reply.key, [], [], [], "aborted"))
                continue
            tokens, log_probs, reason = reply.value
            stop: Stop = "end"
            if reason == "length":
                stop = "length" if len(tokens) >= request.sampling.max_tokens else "context"
            elif reason != "stop":
                stop = "aborted"
            found.append(Completion(reply.key, tokens, log_probs, [self._version] * len(tokens), stop))
        return found

    def abort(self, keys: Sequence[int]) -> list[Completion]:
        """See `Engine`; what had been written is not known."""
        given_up = self._remote.abort(keys)
        for key in given_up:
            del self._requests[key]
        return [Completion(key, [], [], [], "aborted") for key in given_up]

    def load(self, weights: Weights, version: int) -> None:
        """See `Engine`.

        Raises:
            RuntimeError: if requests are under way (the server would not say which weights drew what), or there is no
                folder to exchange weights through.
        """
        if self.pending:
            raise RuntimeError(f"{self.pending} requests are under way: finish or abort them before load()")
        if self._exchange is None:
            raise RuntimeError("no folder to exchange weights through: hand one in as `exchange`")
        new = {name: weight.detach().cpu().contiguous() for name, weight in distinct(weights)}
        save_file(new, self._exchange / "model.safetensors", metadata={"format": "pt"})
        as_any_new_file(self._exchange)  # the server may run as somebody else
        self._tell(
            "/collective_rpc", {"method": "reload_weights", "kwargs": {"weights_path": str(self._exchange)}}
        )
        self._tell("/reset_prefix_cache?reset_running_requests=true", {})
        self._version = version

    def sleep(self) -> None:
        """The server keeps its memory: it has a machine of its own."""

    def wake(self) -> None:
        """See `sleep`."""

    def verify_sync(self, model: LanguageModel, bound: float = 0.05) -> float:
        """Compare the server's log-probabilities of a probe with a model's; see `VllmEngine.verify_sync`."""
        with torch.no_grad():
            return verify_sync(self, model, bound)

    def _tell(self, path: str, body: Mapping[str, Any]) -> None:
        base = self._endpoint.url.rstrip("/").removesuffix("/v1")
        post(base + path, json.dumps(body).encode(), self._endpoint)


def _read(reply: Any) -> tuple[list[int], list[float], str]:
    """Tokens, log-probabilities and reason of a decoded reply."""
    choice = reply["choices"][0]
    tokens = [int(token) for token in choice["token_ids"]]
    log_probs = [float(value) for value in choice["logprobs"]["token_logprobs"]]
    if len(tokens) != len(log_probs) or not all(map(math.isfinite, log_probs)):
        raise ValueError("not one log-probability for each token")
    return tokens, log_probs, str(choice["finish_reason"])
