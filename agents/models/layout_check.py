"""Whether a model can read the rows of `rlvr.agents.models.layout`: asked once, before a run that needs it."""

from __future__ import annotations

import torch

from ..language_model import LanguageModel
from .layout import prefix_trees
from .likelihood import token_statistics


@torch.no_grad()
def check_layout(model: LanguageModel) -> None:
    """Whether a model reads rows that several sequences share as it reads each sequence alone.

    Some models take the place in the row for the place in the sequence, whatever positions they are given.

    Raises:
        ValueError: if it does not.
    """
    bound = 2e-3 if next(model.parameters()).dtype == torch.float32 else 0.1
    size = model.logits(model(torch.zeros(1, 1, dtype=torch.long, device=model.device))).shape[-1]
    generator = torch.Generator().manual_seed(0)
    stem, *branches = (torch.randint(size, (length,), generator=generator).tolist() for length in (15, 9, 6))
    sequences = [stem + branch for branch in branches]
    policy = [[False] * len(stem) + [True] * len(branch) for branch in branches]
    alone = token_statistics(model, sequences, policy).log_probs
    try:
        for trees, packing in ((None, 64), (prefix_trees(sequences, policy), 0)):
            found = token_statistics(model, sequences, policy, packing=packing, trees=trees).log_probs
            worst = float((found - alone).abs().max())
            if not worst <= bound:
                raise ValueError(f"log-probabilities differ by {worst:.2g}")
    except Exception as error:
        raise ValueError(
            f"this model cannot read several sequences in a row ({error}): "
            "leave packing and share_prompts as they are"
        ) from error
