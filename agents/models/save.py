"""A trained model with its chat format in one folder, such that other programs stop a turn where our sampler does.

``generation_config.json`` is where `generate` of transformers, vLLM and other servers look for the tokens that end a
turn. A tokenizer names one of them at most, while a codec knows those of the chat template as well; so all of them are
written there. What else a model's own file says (its temperature, ...) stays as it was.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..codec import Codec
from ..language_model import LanguageModel
from .native import GENERATION, read_generation
from .tokenizer import FILE as PHRASES


def save_model(model: LanguageModel, codec: Codec, folder: Path, *, keep: bool = True) -> None:
    """Write weights, configuration, tokens' texts and end tokens of a model.

    Args:
        model: what is written. If it is sharded, all ranks call this.
        codec: its chat format.
        folder: made if missing.
        keep: False on ranks that only help to gather.
    """
    if not keep:
        model.save(folder, keep=False)
        return
    for file in (GENERATION, PHRASES):
        (folder / file).unlink(missing_ok=True)  # of a model that was there before
    model.save(folder)
    save = getattr(codec, "save", None)
    if save is not None:
        save(folder)
    entries = with_end_tokens(read_generation(folder), codec)
    (folder / GENERATION).write_text(json.dumps(entries, indent=2) + "\n", encoding="utf-8")


def with_end_tokens(entries: Mapping[str, Any], codec: Codec) -> dict[str, Any]:
    """The entries with all tokens that end a turn of `codec` behind those that are named already, and a filler."""
    entry = entries.get("eos_token_id")
    own = list(entry) if isinstance(entry, list) else [] if entry is None else [entry]
    ends = [*own, *sorted(codec.end_ids - set(own))]
    filler = codec.pad_id if entries.get("pad_token_id") is None else entries["pad_token_id"]
    return {**entries, "eos_token_id": ends, "pad_token_id": filler}
