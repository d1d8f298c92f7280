"""Attention over packed rows for models of `transformers`: sequence by sequence, in place of a mask for the whole row.

A model hands a mask of four dimensions through to the function for attention of its layers, unchanged. `InRows` takes
the place of such a mask and carries what the tokens may look at; the function `ROWS` looks there. With any other mask
it is `transformers`' own function for `scaled_dot_product_attention`.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn
from transformers.integrations.sdpa_attention import sdpa_attention_forward
from transformers.masking_utils import AttentionMaskInterface, sdpa_mask
from transformers.modeling_utils import AttentionInterface

from .attention import Seen, attend

ROWS = "rlvr_rows"


class InRows(Tensor):
    """A stand-in for a mask, ``[1, 1, 1, 1]``.

    Attributes:
        seen: what the tokens may look at.
    """

    seen: Seen

    @classmethod
    def of(cls, seen: Seen, device: torch.device) -> InRows:
        """The stand-in for a mask on a model's device."""
        made = torch.zeros(1, 1, 1, 1, dtype=torch.bool, device=device).as_subclass(cls)
        made.seen = seen
        return made


def attention(
    module: nn.Module, query: Tensor, key: Tensor, value: Tensor, attention_mask: Tensor | None, **options: Any
) -> tuple[Tensor, None]:
    """What layers gather, ``[B, T, H, D]``; see `AttentionInterface` of `transformers`."""
    if not isinstance(attention_mask, InRows):
        return sdpa_attention_forward(module, query, key, value, attention_mask, **options)
    found = attend(query, key, value, attention_mask.seen, options.get("scaling"))
    return found.transpose(1, 2).contiguous(), None


AttentionInterface.register(ROWS, attention)
AttentionMaskInterface.register(ROWS, sdpa_mask)
