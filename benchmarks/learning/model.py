"""The tiny model of the proof: made from the texts of its warm-up, and warmed up on them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from rlvr.agents.models.decoder import Decoder
from rlvr.agents.models.decoder_config import DecoderConfig
from rlvr.agents.models.optimizer import OptimizerConfig
from rlvr.agents.models.save import save_model
from rlvr.agents.models.tokenizer import PhraseTokenizer
from rlvr.agents.trajectory import Segment
from rlvr.agents.warm_up.examples import chat_segment
from rlvr.agents.warm_up.supervised import SupervisedConfig, fine_tune
from rlvr.generators.base import derive_seed

from .tasks import MODEL, Proof
from .teachers import Messages

TEXTS = 2000
"""Chats that the phrases of the tokenizer are found in."""


def new_model(proof: Proof, chats: Sequence[Messages], seed: int) -> tuple[Decoder, PhraseTokenizer]:
    """A model with random weights, and its tokenizer."""
    texts = [message["content"] for chat in chats[:TEXTS] for message in chat]
    codec = PhraseTokenizer(tuple(sorted({*PhraseTokenizer.from_texts(texts).phrases, *proof.words})))
    shape = DecoderConfig(
        vocabulary=len(codec),
        width=MODEL["width"],
        layers=MODEL["layers"],
        max_context=proof.context,
        previous_embedding=True,
    )
    return Decoder(shape, seed=derive_seed("weights", seed) % 2**48), codec


def supervise(
    model: Decoder, shown: Sequence[Segment], steps: int, seed: int, size: float = 1.0
) -> list[float]:
    """Supervised steps of `size` times the usual one, Muon for the matrices; gives each step's loss in nats a token."""
    optimizer = OptimizerConfig(rate=size * 3e-3, matrix_rate=size * 2e-2, final=0.1, warm_up=10)
    plan = SupervisedConfig(steps=steps, batch=MODEL["batch"], part_tokens=4096, optimizer=optimizer)
    return [step.loss for step in fine_tune(model, shown, plan, seed)]


def segments(proof: Proof, codec: PhraseTokenizer, chats: Iterable[Messages]) -> list[Segment]:
    """The tokens of chats; what the model writes is learnt."""
    return [chat_segment(codec, chat) for chat in chats]


def shown(steps: int) -> int:
    """So many chats are shown in so many steps: each of them about twice."""
    return max(1, steps * MODEL["batch"] // 2)


def warm_up(proof: Proof, seed: int, folder: Path) -> list[float]:
    """Make the model of a seed, warm it up and write it into a folder; gives the losses."""
    chats = list(proof.chats(seed, shown(proof.warm_up)))
    model, codec = new_model(proof, chats, seed)
    losses = supervise(model, segments(proof, codec, chats), proof.warm_up, seed)
    save_model(model, codec, folder)
    return losses
