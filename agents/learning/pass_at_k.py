"""pass@k training (Chen et al. 2025): what is rewarded is that at least one of k responses is right.

With ``c`` right of ``n``, a random set of k holds a right one with probability ``P = 1 - C(n-c, k) / C(n, k)``. A
response's advantage is the mean over all sets that it is in of (is one of the set right?) - P, over the deviation
``sqrt(P (1 - P))`` of that reward. Every set of a right response is right. A wrong response's set is wrong with
probability ``C(n-c-1, k-1) / C(n-1, k-1)``. For k = 1 this is GRPO; once fewer than k are wrong, every set is right and
all advantages are zero.
"""

from __future__ import annotations

from math import comb

import torch
from torch import Tensor


def pass_at_k_advantages(rewards: Tensor, groups: Tensor, valid: Tensor, k: int) -> Tensor:
    """The advantage of each response, ``[R]``; see the top of the file.

    Raises:
        ValueError: if a valid reward is neither 0 nor 1.
    """
    advantages = torch.zeros_like(rewards)
    for group in torch.unique(groups[valid]).tolist():
        members = (groups == group) & valid
        right = members & (rewards == 1.0)
        n, c = int(members.sum()), int(right.sum())
        if int((members & (rewards == 0.0)).sum()) != n - c:
            raise ValueError(f"pass_k={k} needs rewards of 0 and 1, not {rewards[members].tolist()}")
        size = min(k, n)
        chance = 1 - comb(n - c, size) / comb(n, size)
        if not 0 < chance < 1:
            continue
        scale = (chance * (1 - chance)) ** 0.5
        advantages[right] = (1 - chance) / scale
        advantages[members & ~right] = (1 - comb(n - c - 1, size - 1) / comb(n - 1, size - 1) - chance) / scale
    return advantages
