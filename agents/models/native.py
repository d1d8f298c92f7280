"""Between a `Decoder` and the folders of Hugging Face: Llama, Qwen2 and Qwen3, both ways.

Names of weights are in `weight_names`. A decoder whose switches fit none of the families (it has an embedding of the
token before, say) is written in the same form under the type ``rlvr-decoder``, with the switches in a file of our own
beside ``config.json``, which has no entry that transformers does not know.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch

from ..language_model import Weights, pairs
from . import files
from .decoder_config import DecoderConfig, Llama3Scaling
from .permissions import as_any_new_file
from .weight_names import pieces

if TYPE_CHECKING:
    from .decoder import Decoder

OWN_TYPE = "rlvr-decoder"
GENERATION = "generation_config.json"
SWITCHES = "rlvr_decoder.json"
_OWN = ("attention_bias", "query_key_norm", "previous_embedding")
"""What stands in that file; older versions had it in ``config.json``."""
FAMILIES = {"llama": "LlamaForCausalLM", "qwen2": "Qwen2ForCausalLM", "qwen3": "Qwen3ForCausalLM"}


def fill(model: Decoder, folder: Path) -> None:
    """Read a folder's weights into the memory that is there, sharded or not; see `LanguageModel.fill`."""
    with files.WeightFiles(folder) as found:
        for parameter, names in pieces(model):
            found.fill(parameter, names)


def write(model: Decoder, weights: Weights, folder: Path, dtype: torch.dtype, *, keep: bool = True) -> None:
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
    if _family(model.config) == OWN_TYPE:
        switches = json.dumps({name: getattr(model.config, name) for name in _OWN}, indent=2)
        (folder / SWITCHES).write_text(switches + "\n", encoding="utf-8")
    else:
        (folder / SWITCHES).unlink(missing_ok=True)  # of a model that was there before
    if model.generation:
        (folder / GENERATION).write_text(json.dumps(dict(model.generation), indent=2) + "\n", encoding="utf-8")
    as_any_new_file(folder)


def read_config(folder: Path) -> dict[str, Any]:
    """The contents of a folder's ``config.json``, and of `SWITCHES` for a model of our own type."""
    config: dict[str, Any] = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    return config | (_read(folder / SWITCHES) if config.get("model_type") == OWN_TYPE else {})


def read_generation(folder: Path) -> dict[str, Any]:
    """The contents of a folder's ``generation_config.json``; nothing if there is none."""
    return _read(folder / GENERATION)


def _read(file: Path) -> dict[str, Any]:
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
    elif kind == OWN_TYPE:
        origin = {name: value for name, value in origin.items() if name not in _OWN}
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
