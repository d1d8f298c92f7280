"""Between a `Decoder` and the files and names of Hugging Face: Llama, Qwen2 and Qwen3, both ways.

A decoder keeps projections with one input as one matrix; here they are cut into the parts that the files name. A
decoder whose switches fit none of the families (it has an embedding of the token before, say) is written in the same
form under the type ``rlvr-decoder``, with the switches in ``config.json``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Protocol

import torch
from torch import Tensor, nn

from ..language_model import Weights, Whole, pairs
from . import files
from .decoder_config import DecoderConfig, Llama3Scaling
from .permissions import as_any_new_file

OWN_TYPE = "rlvr-decoder"
GENERATION = "generation_config.json"
FAMILIES = {"llama": "LlamaForCausalLM", "qwen2": "Qwen2ForCausalLM", "qwen3": "Qwen3ForCausalLM"}


class Parts(Protocol):
    """What a decoder has that files name: its shape, what it was read from, and its modules."""

    config: DecoderConfig
    origin: Mapping[str, Any]
    generation: Mapping[str, Any]
    embedding: nn.Embedding
    previous_embedding: nn.Embedding | None
    blocks: nn.ModuleList
    head: nn.Linear | None

    @property
    def norm(self) -> Any:
        """The norm behind the last block, a module with a weight."""
        ...


def named(model: Parts, whole: Whole) -> Iterator[tuple[str, Tensor]]:
    """The weights by their names in files.

    Args:
        model: sharded or not.
        whole: from what this process holds of a weight to the whole of it.
    """
    for parameter, names in pieces(model):
        weight = whole(parameter)
        if len(names) == 1:
            yield next(iter(names)), weight
        else:
            yield from zip(names, torch.split(weight, list(names.values())), strict=True)


@torch.no_grad()
def take(model: Parts, weights: Weights) -> None:
    """Copy weights by their names in files; what is this model's own memory already stays as it is.

    Raises:
        ValueError: if a name is missing or a shape differs.
    """
    missing = dict(named(model, torch.Tensor.detach))
    for name, given in pairs(weights):
        own = missing.pop(name, None)
        if own is None:
            continue
        if given.shape != own.shape:
            raise ValueError(f"{name} has the shape {tuple(given.shape)}, this model's is {tuple(own.shape)}")
        if given.data_ptr() != own.data_ptr() or given.dtype != own.dtype or given.device != own.device:
            own.copy_(given)
    if missing:
        raise ValueError(f"the weights have no {next(iter(missing))}: they are of another model")


def fill(model: Parts, folder: Path) -> None:
    """Read a folder's weights into the memory that is there, sharded or not; see `LanguageModel.fill`."""
    with files.WeightFiles(folder) as found:
        for parameter, names in pieces(model):
            found.fill(parameter, names)


def write(model: Parts, weights: Weights, folder: Path, dtype: torch.dtype, *, keep: bool = True) -> None:
    """Write ``config.json``, the weights and, if the model came with one, ``generation_config.json``.

    Args:
        model: whose configuration.
        weights: see `files.write`.
        folder: made if missing.
        dtype: of the weights.
        keep: False only goes through the weights, on ranks that help to gather.
    """
    if keep:
        folder.mkdir(parents=True, exist_ok=True)
    files.write(pairs(weights), folder, keep=keep)
    if not keep:
        return
    text = json.dumps(to_hub(model.config, model.origin, dtype), indent=2)
    (folder / "config.json").write_text(text + "\n", encoding="utf-8")
    if model.generation:
        (folder / GENERATION).write_text(json.dumps(dict(model.generation), indent=2) + "\n", encoding="utf-8")
    as_any_new_file(folder)


def read_config(folder: Path) -> dict[str, Any]:
    """The contents of a folder's ``config.json``."""
    config: dict[str, Any] = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    return config


def read_generation(folder: Path) -> dict[str, Any]:
    """The contents of a folder's ``generation_config.json``; nothing if there is none."""
    file = folder / GENERATION
    held: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return held


def readable(config: Mapping[str, Any]) -> bool:
    """Whether a `Decoder` can be made of the contents of a ``config.json``."""
    try:
        from_hub(config)
    except ValueError:
        return False
    return True


def from_hub(config: Mapping[str, Any]) -> DecoderConfig:
    """The configuration of a ``config.json``.

    Raises:
        ValueError: if it asks for something that a `Decoder` has not.
    """
    kind = config.get("model_type")
    if kind not in (*FAMILIES, OWN_TYPE):
        raise ValueError(
            f"the architecture {kind!r} is not native; there are {', '.join([*FAMILIES, OWN_TYPE])}"
        )
    for name, allowed in (("hidden_act", ("silu",)), ("mlp_bias", (False,)), ("pretraining_tp", (1,))):
        if config.get(name, allowed[0]) not in allowed:
            raise ValueError(f"{name} = {config[name]!r} is not native; only {allowed[0]!r} is")
    if "sliding_attention" in (config.get("layer_types") or ()) or config.get("use_sliding_window"):
        raise ValueError("sliding windows are not native; load the model with transformers")
    bias = kind == "qwen2" or config.get("attention_bias", False)
    base, scaling = _rotary(config)
    return DecoderConfig(
        vocabulary=config["vocab_size"],
        width=config["hidden_size"],
        layers=config["num_hidden_layers"],
        heads=config["num_attention_heads"],
        key_heads=config.get("num_key_value_heads") or config["num_attention_heads"],
        head=config.get("head_dim") or (128 if kind == "qwen3" else 0),
        hidden=config["intermediate_size"],
        max_context=config.get("max_position_embeddings", 32768 if kind in ("qwen2", "qwen3") else 2048),
        rotary_base=base,
        rotary_scaling=scaling,
        epsilon=config.get("rms_norm_eps", 1e-6),
        query_key_norm=config.get("query_key_norm", kind == "qwen3"),
        attention_bias=("inputs" if kind == "qwen2" else "all") if bias is True else bias or "none",
        tied=config.get("tie_word_embeddings", False),
        previous_embedding=config.get("previous_embedding", False),
    )


def to_hub(config: DecoderConfig, origin: Mapping[str, Any], dtype: torch.dtype) -> dict[str, Any]:
    """The contents of ``config.json``; entries of `origin` that are no part of `config` are kept."""
    kind = _family(config)
    scaling = config.rotary_scaling
    rotary: dict[str, Any] = {"rope_type": "default", "rope_theta": config.rotary_base}
    if scaling is not None:
        rotary |= {
            "rope_type": "llama3",
            "factor": scaling.factor,
            "low_freq_factor": scaling.low_factor,
            "high_freq_factor": scaling.high_factor,
            "original_max_position_embeddings": scaling.original,
        }
    written = {
        "model_type": kind,
        "architectures": [FAMILIES.get(kind, "Decoder")],
        "dtype": str(dtype).removeprefix("torch."),
        "vocab_size": config.vocabulary,
        "hidden_size": config.width,
        "num_hidden_layers": config.layers,
        "num_attention_heads": config.heads,
        "num_key_value_heads": config.key_heads,
        "head_dim": config.head,
        "intermediate_size": config.hidden,
        "hidden_act": "silu",
        "max_position_embeddings": config.max_context,
        "rope_parameters": rotary,
        # What older readers look for.
        "rope_theta": config.rotary_base,
        "rope_scaling": None if scaling is None else rotary,
        "rms_norm_eps": config.epsilon,
        "tie_word_embeddings": config.tied,
    }
    if kind in ("llama", "qwen3"):
        written["attention_bias"] = config.attention_bias == "all"
    if kind == OWN_TYPE:
        written["attention_bias"] = config.attention_bias
        written["query_key_norm"] = config.query_key_norm
        written["previous_embedding"] = config.previous_embedding
    return {**origin, **written}


def _family(config: DecoderConfig) -> str:
    if config.previous_embedding:
        return OWN_TYPE
    # Qwen2 has no size of heads of its own.
    even = config.head * config.heads == config.width
    match config.query_key_norm, config.attention_bias:
        case True, "none" | "all":
            return "qwen3"
        case False, "none" | "all":
            return "llama"
        case False, "inputs" if even:
            return "qwen2"
    return OWN_TYPE


def _rotary(config: Mapping[str, Any]) -> tuple[float, Llama3Scaling | None]:
    """Base and scaling, from the present form of the entries or the older one."""
    found = config.get("rope_parameters") or config.get("rope_scaling") or {}
    base = float(found.get("rope_theta", config.get("rope_theta", 10_000.0)))
    kind = found.get("rope_type", found.get("type", "default"))
    if (
        kind == "default"
        and found.get("partial_rotary_factor", config.get("partial_rotary_factor", 1.0)) == 1.0
    ):
        return base, None
    if kind != "llama3":
        raise ValueError(
            f"rotary positions of the type {kind!r} are not native; load the model with transformers"
        )
    return base, Llama3Scaling(
        float(found["factor"]),
        float(found["low_freq_factor"]),
        float(found["high_freq_factor"]),
        int(found["original_max_position_embeddings"]),
    )


def pieces(model: Parts) -> Iterator[tuple[nn.Parameter, dict[str, int]]]:
    """Every parameter with the names in files that it is made of, and the rows of each, in order."""
    config = model.config
    queries, keys = config.heads * config.head, config.key_heads * config.head

    def one(parameter: Any, name: str) -> tuple[nn.Parameter, dict[str, int]]:
        return parameter, {name: parameter.shape[0]}

    yield one(model.embedding.weight, "model.embed_tokens.weight")
    if model.previous_embedding is not None:
        yield one(model.previous_embedding.weight, "model.previous_embedding.weight")
    for number, block in enumerate(model.blocks):
        parts: dict[str, tuple[Any, dict[str, int]]] = {
            "input_layernorm": (block.attention_norm, {}),
            "self_attn": (block.query_key_value, {"q_proj": queries, "k_proj": keys, "v_proj": keys}),
            "self_attn.o_proj": (block.attention_out, {}),
            "post_attention_layernorm": (block.feed_norm, {}),
            "mlp": (block.gate_up, {"gate_proj": config.hidden, "up_proj": config.hidden}),
            "mlp.down_proj": (block.down, {}),
        }
        if config.query_key_norm:
            parts["self_attn.q_norm"] = (block.query_norm, {})
            parts["self_attn.k_norm"] = (block.key_norm, {})
        for place, (module, cuts) in parts.items():
            stem = f"model.layers.{number}.{place}"
            for kind, weight in module.named_parameters():
                if cuts:
                    yield weight, {f"{stem}.{part}.{kind}": rows for part, rows in cuts.items()}
                else:
                    yield one(weight, f"{stem}.{kind}")
    yield one(model.norm.weight, "model.norm.weight")
    if model.head is not None:
        yield one(model.head.weight, "lm_head.weight")
