"""A small model from nothing: our decoder, with a tokenizer made from the texts of what it is going to learn."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ...generators.base import derive_seed
from ..config import ModelConfig
from ..curricula.base import Arm
from ..task_source import task_of
from .decoder import Decoder, DecoderConfig
from .tokenizer import PhraseTokenizer

TEXTS = 2000
"""Tasks whose prompts and worked solutions the phrases are found in."""


def from_scratch(
    config: ModelConfig, arms: Sequence[Arm], seed: int, texts: Sequence[str] = ()
) -> tuple[Decoder, PhraseTokenizer]:
    """A model with random weights and its tokenizer.

    Args:
        config: its sizes.
        arms: what it is going to learn; train tasks of all of them in turn make the vocabulary.
        seed: of the weights.
        texts: more texts whose phrases shall be tokens, such as those that environments answer with.
    """
    tasks = (task_of(arms[i % len(arms)], "words", i // len(arms), split="train") for i in range(TEXTS))
    found = [text for task in tasks for text in (task.prompt, task.trace or task.answer)]
    tokenizer = PhraseTokenizer.from_texts([*found, *texts])
    shape = DecoderConfig(
        vocabulary=len(tokenizer),
        width=config.width,
        layers=config.layers,
        heads=config.heads,
        key_heads=config.key_heads,
        hidden=config.hidden,
        max_context=config.context,
        previous_embedding=True,
    )
    weights = Random(derive_seed("weights", seed)).getrandbits(48)
    return Decoder(shape, seed=weights), tokenizer
