"""Any causal language model of Hugging Face as a `LanguageModel`, and for our own sampler as a `Decodable`.

The model's own code computes everything; this file only tells it which tokens may see which, as 4-D masks: packed
sequences do not see one another, and slots of a cache are at different places. Dropout is off, so that what is
trained is what is sampled. What a model does to its logits is found out by a probe at the start, and a model that
does something unknown is refused. Code that comes with weights is never run.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import torch
from torch import Tensor, nn
from transformers import AutoModelForCausalLM
from transformers.cache_utils import Cache, DynamicCache

from ..language_model import LanguageModel
from .attention import visible
from .cache import CacheShape, Window
from .permissions import as_any_new_file

if TYPE_CHECKING:
    from transformers import PreTrainedModel

_PROBE = 3


class HubModel(LanguageModel):
    """A causal language model of `transformers`.

    Args:
        module: the model with its output head.
        checkpointing: compute activations again in the backward pass instead of keeping them.

    Raises:
        ValueError: if the model changes its logits in a way that is unknown here.
    """

    def __init__(self, module: PreTrainedModel, *, checkpointing: bool = False) -> None:
        super().__init__()
        self.module = cast(Any, module)  # its methods have no types
        self.config = module.config.get_text_config()
        self.checkpointing = checkpointing
        _without_dropout(module)
        if checkpointing:
            # Not reentrant: that kind would lose the gradient of adapters above frozen weights.
            self.module.gradient_checkpointing_enable({"use_reentrant": False})
        self.module.eval()
        self._shape: CacheShape | None = None
        self._check_logits()

    @classmethod
    def load(
        cls,
        name: str | Path,
        *,
        dtype: torch.dtype = torch.float32,
        device: str | torch.device = "cpu",
        checkpointing: bool = False,
    ) -> HubModel:
        """Read a model from a folder or the hub: safetensors only, and no code of its own."""
        module: Any = AutoModelForCausalLM.from_pretrained(
            str(name), dtype=dtype, use_safetensors=True, trust_remote_code=False
        )
        return cls(module.to(device), checkpointing=checkpointing)

    def hidden(
        self,
        tokens: Tensor,
        positions: Tensor | None = None,
        documents: Tensor | None = None,
        stems: Tensor | None = None,
    ) -> Tensor:
        """Hidden states behind the last norm, ``[B, T, W]``; see `LanguageModel.hidden`."""
        mask: Any = None
        if documents is not None:
            if positions is None:
                positions = torch.arange(tokens.shape[1], device=tokens.device).expand_as(tokens)
            seen = visible(documents, stems)
            mask = self._masks(seen, positions[:, None, :, None], positions[:, None, None, :])
        elif positions is not None:
            # Without it, a jump in the positions would be taken for the border of a packed sequence.
            mask = torch.ones_like(tokens)
        # Everything that differs between the modes is off, but transformers checkpoints in training mode only.
        self._set_mode(training=self.checkpointing and torch.is_grad_enabled())
        out = self.module.base_model(tokens, attention_mask=mask, position_ids=positions, use_cache=False)
        hidden: Tensor = out.last_hidden_state
        return hidden

    def logits(self, hidden: Tensor) -> Tensor:
        """Logits ``[..., V]`` in float32 of hidden states ``[..., W]``."""
        logits: Tensor = self.module.get_output_embeddings()(hidden).float()
        if cap := getattr(self.config, "final_logit_softcapping", None):  # Gemma
            logits = cap * torch.tanh(logits / cap)
        if factor := getattr(self.config, "logit_scale", None):  # Cohere
            logits = logits * factor
        if divisor := getattr(self.config, "logits_scaling", None):  # Granite
            logits = logits / divisor
        return logits

    @property
    def cache_shape(self) -> CacheShape:
        """The shape of its keys and values, seen on a token.

        Raises:
            ValueError: if it keeps anything else than keys and values of one shape in all layers.
        """
        if self._shape is None:
            self._shape = self._look_at_cache()
        return self._shape

    def read(self, window: Window) -> Tensor:
        """Hidden states of a window's tokens, ``[B, T, W]``; see `Decodable.read`."""
        # Filler is at the spare column, which may lie behind the last position that the model knows.
        positions = window.positions.clamp(max=self.max_context - 1)
        columns = torch.arange(window.columns, device=window.tokens.device)
        mask = self._masks(window.mask, positions[:, None, :, None], columns)
        self._set_mode(training=False)
        out = self.module.base_model(
            window.tokens,
            attention_mask=mask,
            position_ids=positions,
            past_key_values=_WindowCache(window),
            use_cache=True,
        )
        hidden: Tensor = out.last_hidden_state
        return hidden

    def sampling_weights(self) -> Mapping[str, Tensor]:
        """The weights by their Hugging Face names; the model's own memory, not copies."""
        weights: Mapping[str, Tensor] = self.module.state_dict()
        return weights

    def load_weights(self, weights: Mapping[str, Tensor]) -> None:
        """Take weights by their Hugging Face names; what is this model's own memory already is not copied.

        Raises:
            ValueError: if a name is missing or a shape differs.
        """
        with torch.no_grad():
            for name, own in self.module.state_dict().items():
                given = weights.get(name)
                if given is None or given.shape != own.shape:
                    raise ValueError(
                        f"the weights have no {name} of the shape {tuple(own.shape)}: another model's"
                    )
                if given.data_ptr() != own.data_ptr():
                    own.copy_(given)

    def save(self, folder: Path) -> None:
        """Write the weights and the configuration as `transformers` and vLLM read them."""
        self.module.save_pretrained(folder)
        as_any_new_file(folder)

    @property
    def max_context(self) -> int:
        """Most tokens of a sequence."""
        return int(self.config.max_position_embeddings)

    def _set_mode(self, *, training: bool) -> None:
        if self.module.training != training:
            self.module.train(training)

    def _masks(self, seen: Tensor, queries: Tensor, keys: Tensor) -> Any:
        """What the model's layers may look at: one mask, or one for each kind of layer.

        Args:
            seen: what a layer without limits may look at, true or false, ``[B, 1, T, C]``.
            queries: positions of the tokens that look, broadcast to the same.
            keys: positions of the tokens that are looked at, broadcast to the same.
        """
        kinds = getattr(self.config, "layer_types", None)
        if kinds is not None:
            return {kind: self._mask(kind, seen, queries, keys) for kind in set(kinds)}
        if getattr(self.config, "sliding_window", None) is not None:
            return self._mask("sliding_attention", seen, queries, keys)
        return self._mask("full_attention", seen, queries, keys)

    def _mask(self, kind: str, seen: Tensor, queries: Tensor, keys: Tensor) -> Tensor:
        if kind == "sliding_attention":
            seen = seen & (queries - keys < self.config.sliding_window)
        elif kind == "chunked_attention":
            chunk = self.config.attention_chunk_size
            seen = seen & (queries // chunk == keys // chunk)
        elif kind != "full_attention":
            raise ValueError(
                f"layers of the kind {kind!r} cannot be packed or read with a cache of ours: train with one sequence a "
                'row, and sample with vLLM (engine "vllm")'
            )
        if self.config._attn_implementation == "sdpa":
            return seen
        return torch.zeros(seen.shape, dtype=self.module.dtype, device=seen.device).masked_fill_(
            ~seen, torch.finfo(self.module.dtype).min
        )

    @torch.no_grad()
    def _check_logits(self) -> None:
        tokens = torch.arange(_PROBE, device=self.device)[None]
        theirs = self.module(tokens, use_cache=False).logits.float()
        ours = self.logits(self.hidden(tokens))
        if not torch.allclose(ours, theirs, rtol=1e-2, atol=1e-2 * float(theirs.abs().max())):
            raise ValueError(
                f"{type(self.module).__name__} does something to its logits that is unknown here: they differ by up "
                f"to {float((ours - theirs).abs().max()):.3g}"
            )

    @torch.no_grad()
    def _look_at_cache(self) -> CacheShape:
        cache = DynamicCache(config=self.config)
        self._set_mode(training=False)
        self.module.base_model(torch.zeros(1, 1, dtype=torch.long, device=self.device), past_key_values=cache)
        shapes = set()
        for layer in cache.layers:
            parts = [getattr(layer, "keys", None), getattr(layer, "values", None)]
            recurrent = getattr(layer, "conv_states", None) is not None
            shapes |= {None if part is None or recurrent else tuple(part.shape) for part in parts}
        if len(shapes) != 1 or None in shapes or len(cache.layers) != self.config.num_hidden_layers:
            raise ValueError(
                f"{type(self.module).__name__} does not keep keys and values of one shape in all of its layers: our "
                'sampler cannot run it; use vLLM (engine "vllm")'
            )
        _, heads, _, size = next(shape for shape in shapes if shape)
        return CacheShape(len(cache.layers), heads, size, self.module.dtype, self.device)


class _WindowCache(Cache):
    """A `Window` in the place where models of `transformers` expect their cache."""

    def __init__(self, window: Window) -> None:
        super().__init__(layers=[])
        self._window = window

    def update(self, key_states: Tensor, value_states: Tensor, layer_idx: int, *_: Any, **__: Any) -> Any:
        """Keep new keys and values of a layer and return all of them."""
        return self._window.extend(layer_idx, key_states, value_states)


def _without_dropout(module: nn.Module) -> None:
    """Turn dropout off, in layers and in the settings that attention reads its own from."""
    for part in module.modules():
        if isinstance(part, nn.Dropout):
            part.p = 0.0
        for name in ("attention_dropout", "dropout"):
            if isinstance(getattr(part, name, None), float):
                setattr(part, name, 0.0)
