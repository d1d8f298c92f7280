"""How likely a model finds given responses: what both kinds of training differentiate."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from .model import Decoder
from .sampler import pad


def response_log_probs(
    model: Decoder, prompts: Sequence[Sequence[int]], responses: Sequence[Sequence[int]]
) -> tuple[Tensor, Tensor]:
    """Log-probability of each token of each response, and a mask of the tokens that are there, both ``[B, T]``.

    Args:
        model: the policy.
        prompts: token ids, at least one in each.
        responses: token ids that follow each prompt, with their end token; at least one in each.
    """
    tokens, _ = pad([[*prompt, *response] for prompt, response in zip(prompts, responses, strict=True)])
    targets, lengths = pad(responses)
    width = tokens.shape[1] - 1  # the last token predicts nothing that is there
    logits = model.read(tokens[:, :-1])
    # The token before a response predicts its first; positions behind a short response are masked out.
    first = torch.tensor([len(prompt) - 1 for prompt in prompts])
    steps = torch.arange(targets.shape[1])
    at = (first[:, None] + steps).clamp(max=width - 1)
    predicted = logits.gather(1, at[..., None].expand(-1, -1, logits.shape[-1]))
    log_probs = predicted.log_softmax(-1).gather(2, targets[..., None])[..., 0]
    return log_probs, steps < lengths[:, None]
