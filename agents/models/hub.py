"""Any causal language model of Hugging Face as a `LanguageModel`, and for our own sampler as a `Decodable`.

The model's own code computes everything; this file only tells it which tokens may see which, as 4-D masks: packed
sequences do not see one another, and slots of a cache are at different places. Dropout is off, so that what is
trained is what is sampled. What a model does to its logits is found out by a probe at the start, and a model that
does something unknown is refused. Code that comes with weights is never run.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import torch
import torch.distributed as dist
from torch import Tensor, nn
from torch.distributed.tensor import DTensor, distribute_tensor
from transformers import AutoConfig, AutoModelForCausalLM, GenerationConfig
from transformers.cache_utils import Cache, DynamicCache

from ..language_model import LanguageModel, Weights, Whole, pairs
from . import files
from .attention import seen_in_rows
from .cache import CacheShape, Window
from .hub_rows import ROWS, InRows
from .native import GENERATION
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
        self.packs_well = self._takes_rows()
        if self.packs_well:
            module.set_attn_implementation(ROWS)
        if checkpointing:
            # Not reentrant: that kind would lose the gradient of adapters above frozen weights.
            self.module.gradient_checkpointing_enable({"use_reentrant": False})
        self.module.eval()
        self._shape: CacheShape | None = None
        if self.device.type != "meta":
            self.check_logits()

    def _takes_rows(self) -> bool:
        """Whether all layers look at whole sequences, through a function for attention that can be chosen."""
        kinds = set(getattr(self.config, "layer_types", None) or ["full_attention"])
        limited = getattr(self.config, "sliding_window", None) and not hasattr(self.config, "layer_types")
        return self.config._attn_implementation == "sdpa" and kinds == {"full_attention"} and not limited

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
        return cls(cls._read(name, dtype).to(device), checkpointing=checkpointing)

    @staticmethod
    def _read(name: str | Path, dtype: torch.dtype) -> Any:
        return AutoModelForCausalLM.from_pretrained(
            str(name), dtype=dtype, use_safetensors=True, trust_remote_code=False
        )

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
            mask = self._masks_of_rows(documents, stems, positions)
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

    @classmethod
    def empty(
        cls, folder: Path, *, dtype: torch.dtype = torch.float32, checkpointing: bool = False
    ) -> HubModel:
        """The model of a folder on the meta device, but for buffers: without weights, and without memory for them.

        After `fill`, `check_logits` is the caller's duty.
        """
        module = _made(AutoConfig.from_pretrained(folder, trust_remote_code=False), dtype)
        if (folder / GENERATION).is_file():
            module.generation_config = GenerationConfig.from_pretrained(folder)
        return cls(module, checkpointing=checkpointing)

    def empty_copy(self, dtype: torch.dtype) -> HubModel:
        """See `LanguageModel.empty_copy`."""
        return HubModel(_made(copy.deepcopy(self.module.config), dtype))

    def fill(self, folder: Path) -> None:
        """See `LanguageModel.fill`.

        Where files have other tensors than the module (experts one by one, say), they are converted by `transformers`
        on the CPU of rank 0, and shared out tensor by tensor.
        """
        own = self._weights()
        with files.WeightFiles(folder) as found:
            names = {name: _in_files(name, found.names, self.module.base_model_prefix) for name in own}
            plain = not _converted(self.module, found.names) and None not in names.values()
            if plain:
                for name, weight in own.items():
                    found.fill(weight, {cast(str, names[name]): weight.shape[0] if weight.ndim else 1})
        if not plain:
            self._fill_converted(folder, own)

    @torch.no_grad()
    def _fill_converted(self, folder: Path, own: Mapping[str, Tensor]) -> None:
        reads = not (dist.is_initialized() and dist.get_rank())
        theirs: Mapping[str, Tensor] = {}
        if reads or not any(isinstance(weight, DTensor) for weight in own.values()):
            theirs = HubModel._read(folder, next(iter(own.values())).dtype).state_dict()
        for name, weight in own.items():
            if isinstance(weight, DTensor):
                # What rank 0 gives; the others only say how large it is.
                given = theirs[name] if reads else torch.empty(weight.shape, dtype=weight.dtype)
                spread = distribute_tensor(given.to(weight.device), weight.device_mesh, weight.placements)
                weight.to_local().copy_(spread.to_local())
            else:
                weight.copy_(theirs[name])

    def named_weights(self, whole: Whole) -> Iterator[tuple[str, Tensor]]:
        """See `LanguageModel.named_weights`; of tied weights, which have two names, the first."""
        for name, weight in self._weights().items():
            yield name, whole(weight)

    def _weights(self) -> dict[str, Tensor]:
        """The weights by name, each once."""
        found: dict[str, Tensor] = {}
        seen: set[int] = set()
        for name, weight in self.module.state_dict(keep_vars=True).items():
            if id(weight) not in seen:
                seen.add(id(weight))
                found[name] = weight
        return found

    @torch.no_grad()
    def load_weights(self, weights: Weights) -> None:
        """Take weights by their Hugging Face names; what is this model's own memory already is not copied.

        Raises:
            ValueError: if a name is missing or a shape differs.
        """
        missing = self._weights()
        for name, given in pairs(weights):
            own = missing.pop(name, None)
            if own is None:
                continue
            if given.shape != own.shape:
                raise ValueError(f"the weights have no {name} of the shape {tuple(own.shape)}: another model's")
            if given.data_ptr() != own.data_ptr():
                own.copy_(given)
        if missing:
            name, own = next(iter(missing.items()))
            raise ValueError(f"the weights have no {name} of the shape {tuple(own.shape)}: another model's")

    def write(self, weights: Weights, folder: Path, *, keep: bool = True) -> None:
        """See `LanguageModel.write`: as `transformers` and vLLM read them.

        `save_pretrained` turns tensors into those of files where they differ, for which it wants all of them: in main
        memory, of one rank.
        """
        kept = {}
        for name, weight in pairs(weights):
            if keep:
                kept[name] = weight.detach().to("cpu")
        if keep:
            dtype, self.module.config.dtype = self.module.config.dtype, next(iter(kept.values())).dtype
            self.module.save_pretrained(folder, state_dict=kept)
            self.module.config.dtype = dtype
            as_any_new_file(folder)

    @property
    def max_context(self) -> int:
        """Most tokens of a sequence."""
        return int(self.config.max_position_embeddings)

    def _set_mode(self, *, training: bool) -> None:
        if self.module.training != training:
            self.module.train(training)

    def _masks_of_rows(self, documents: Tensor, stems: Tensor | None, positions: Tensor) -> Any:
        """What the layers may look at in packed rows: without a mask where nothing but the sequences limits it."""
        if self.packs_well:
            weight = self.module.get_input_embeddings().weight
            rows = InRows.of(seen_in_rows(documents, stems, weight.dtype), weight.device)
            kinds = getattr(self.config, "layer_types", None)
            return rows if kinds is None else dict.fromkeys(kinds, rows)
        seen = visible(documents, stems)
        return self._masks(seen, positions[:, None, :, None], positions[:, None, None, :])

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
        if self.config._attn_implementation in ("sdpa", ROWS):
            return seen
        return torch.zeros(seen.shape, dtype=self.module.dtype, device=seen.device).masked_fill_(
            ~seen, torch.finfo(self.module.dtype).min
        )

    @torch.no_grad()
    def check_logits(self) -> None:
        """See whether logits are made as the model's own code makes them. Collective if it is sharded.

        Raises:
            ValueError: if not.
        """
        tokens = torch.arange(_PROBE, device=self.device)[None]
        ours = self.logits(self(tokens))
        theirs = self.module(tokens, use_cache=False).logits.float()
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


def visible(documents: Tensor, stems: Tensor | None = None) -> Tensor:
    """What tokens may look at, as a mask ``[B, 1, T, T]``: earlier ones of their own document and of their stem.

    Args:
        documents: ``[B, T]``.
        stems: ``[B, T]``; see `LanguageModel.hidden`.
    """
    seen = documents[:, :, None] == documents[:, None, :]
    if stems is not None:
        seen = seen | (stems[:, :, None] == documents[:, None, :])
    return seen.tril()[:, None]


def _made(config: Any, dtype: torch.dtype) -> Any:
    """A module whose parameters have no memory."""
    with _parameters_on_meta():
        return cast(Any, AutoModelForCausalLM).from_config(config, dtype=dtype)


@contextmanager
def _parameters_on_meta() -> Iterator[None]:
    """Within it, modules that are made have parameters without memory; buffers are computed as always."""
    register = nn.Module.register_parameter

    def registered(self: nn.Module, name: str, parameter: nn.Parameter | None) -> None:
        if parameter is not None and parameter.device.type != "meta":
            parameter = nn.Parameter(parameter.to("meta"), requires_grad=parameter.requires_grad)
        register(self, name, parameter)

    nn.Module.register_parameter = registered  # type: ignore[method-assign, assignment]
    try:
        yield
    finally:
        nn.Module.register_parameter = register  # type: ignore[method-assign]


def _in_files(name: str, known: set[str], prefix: str) -> str | None:
    """The name of a weight in files, which may be those of the model without its head."""
    for each in (name, name.removeprefix(f"{prefix}."), f"{prefix}.{name}"):
        if each in known:
            return each
    return None


def _converted(module: Any, known: set[str]) -> bool:
    """Whether `transformers` makes other tensors of those in files."""
    from transformers.conversion_mapping import get_model_conversion_mapping
    from transformers.core_model_loading import WeightConverter, rename_source_key

    found = get_model_conversion_mapping(module)
    converters = [each for each in found if isinstance(each, WeightConverter)]
    return any(rename_source_key(name, [], converters)[1] is not None for name in known)


def _without_dropout(module: nn.Module) -> None:
    """Turn dropout off, in layers and in the settings that attention reads its own from."""
    for part in module.modules():
        if isinstance(part, nn.Dropout):
            part.p = 0.0
        for name in ("attention_dropout", "dropout"):
            if isinstance(getattr(part, name, None), float):
                setattr(part, name, 0.0)
