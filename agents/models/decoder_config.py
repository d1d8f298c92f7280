"""The shape of a `rlvr.agents.models.decoder.Decoder`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Bias = Literal["none", "inputs", "all"]


@dataclass(frozen=True)
class Llama3Scaling:
    """How Llama 3.1 and later stretch the long wavelengths of rotary positions beyond their pre-training.

    Attributes:
        factor: of the longest wavelengths.
        low_factor: wavelengths above ``original / low_factor`` are stretched in full.
        high_factor: those below ``original / high_factor`` not at all.
        original: context of the pre-training, in tokens.
    """

    factor: float
    low_factor: float
    high_factor: float
    original: int


@dataclass(frozen=True)
class DecoderConfig:
    """The shape of a `Decoder`.

    Attributes:
        vocabulary: number of token ids.
        width: size of the residual stream.
        layers: number of blocks.
        heads: query heads.
        key_heads: key and value heads; divides `heads`.
        head: size of a head, even; 0 for ``width / heads``.
        hidden: size inside the SwiGLU.
        max_context: most tokens of a sequence.
        rotary_base: the longest wavelength of the rotary positions, in tokens over 2 pi.
        rotary_scaling: see `Llama3Scaling`; None for none.
        epsilon: added to the mean square in norms.
        query_key_norm: queries and keys are normalised (Qwen3).
        attention_bias: of the projections of attention: ``none``, of its ``inputs`` only (Qwen2), or ``all``.
        tied: the embedding is the output's matrix as well.
        previous_embedding: a second embedding of the token before; see the module.
    """

    vocabulary: int
    width: int = 64
    layers: int = 3
    heads: int = 4
    key_heads: int = 2
    head: int = 0
    hidden: int = 192
    max_context: int = 4096
    rotary_base: float = 10_000.0
    rotary_scaling: Llama3Scaling | None = None
    epsilon: float = 1e-6
    query_key_norm: bool = True
    attention_bias: Bias = "none"
    tied: bool = True
    previous_embedding: bool = False

    def __post_init__(self) -> None:
        if self.head == 0:
            if self.width % self.heads:
                raise ValueError(
                    f"width {self.width} is no multiple of {self.heads} heads; give the size of a head"
                )
            object.__setattr__(self, "head", self.width // self.heads)
        for name in ("vocabulary", "width", "layers", "heads", "key_heads", "head", "hidden", "max_context"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1, not {getattr(self, name)}")
        if self.heads % self.key_heads:
            raise ValueError(f"key_heads must divide heads; {self.key_heads} does not divide {self.heads}")
        if self.head % 2:
            raise ValueError(f"the size of a head must be even for rotary positions, not {self.head}")
        if self.attention_bias not in ("none", "inputs", "all"):
            raise ValueError(f"attention_bias must be 'none', 'inputs' or 'all', not {self.attention_bias!r}")
