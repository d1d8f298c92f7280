"""A small model from nothing: our decoder, with a tokenizer made from the texts of what it is going to learn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import torch

from ..generators.base import Task, derive_seed
from ..registry import get
from .config import ModelConfig
from .curricula.base import Arm
from .language_model import LanguageModel
from .models.decoder import Decoder
from .models.decoder_config import DecoderConfig
from .models.tokenizer import PhraseTokenizer
from .policies import random_policy, run_text_policy
from .rollouts.export import chat
from .rollouts.jobs import EpisodeJob
from .task_source import task_of

GAMES = 200
"""Episodes whose answers are looked at for phrases, where there are several turns."""

TEXTS = 2000
"""Tasks whose prompts and worked solutions the phrases are found in."""


def from_scratch(
    config: ModelConfig,
    arms: Sequence[Arm],
    seed: int,
    *,
    dtype: torch.dtype = torch.float32,
    spread: Callable[[LanguageModel], object] | None = None,
) -> tuple[Decoder, PhraseTokenizer]:
    """A model with random weights and its tokenizer.

    Args:
        config: its sizes.
        arms: what it is going to learn; train tasks of all of them in turn make the vocabulary.
        seed: of the weights.
        dtype: of the weights.
        spread: gives the model, which it gets on the meta device, its memory; see `load_model`.
    """
    tasks = [task_of(arms[i % len(arms)], "words", i // len(arms), split="train") for i in range(TEXTS)]
    texts = [text for task in tasks for text in (task.prompt, task.trace or task.answer)]
    tokenizer = PhraseTokenizer.from_texts([*texts, *answers(tasks)])
    shape = DecoderConfig(
        vocabulary=len(tokenizer),
        width=config.width,
        layers=config.layers,
        heads=config.heads,
        key_heads=config.key_heads,
        hidden=config.hidden,
        max_context=config.context,
        previous_embedding=config.previous_embedding,
    )
    weights = Random(derive_seed("weights", seed)).getrandbits(48)
    if spread is None:
        return Decoder(shape, seed=weights).to(dtype), tokenizer
    model = Decoder(shape, seed=None, device="meta").to(dtype)
    spread(model)
    model.start(weights)
    return model, tokenizer


def answers(tasks: Sequence[Task]) -> list[str]:
    """What environments of several turns say to moves without skill, and to what is no move."""
    games = [task for task in tasks if get(task.env).env != "single"][:GAMES]
    found: list[str] = []
    for number, task in enumerate(games):
        player = random_policy(Random(number)) if number % 2 else lambda env, observation: "-"
        (played,) = run_text_policy(player, [EpisodeJob(task)])
        found += [message["content"] for message in chat(played)[1:] if message["role"] == "user"]
    return found
