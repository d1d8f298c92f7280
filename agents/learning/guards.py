"""Two guards of advantages against rewards that say less than they seem to.

**By success** (GUI-Libra, Yang et al. 2026, arXiv:2602.22190): where a verifier knows one of several right answers, a
failure may be none. Advantages below zero of a group whose mean reward is m are multiplied by

    min(max(negative_base + negative_gain m, 0), 1)

(the authors have 0.5 and 1.5), so that failures of a group that hardly ever succeeds weigh half, and those of one that
succeeds a third of the time weigh in full.

**Outliers** (StableReinforce, Zhang et al. 2025, arXiv:2505.02835): of standardised advantages only those of at most
three deviations are kept. Where rewards are nearly all equal, the few that differ have larger ones, and would move the
policy more than all the others. The same paper's bound on the log-ratio is `log_ratio_limit`, see `clip`.
"""

from __future__ import annotations

import torch
from torch import Tensor


def by_success(advantages: Tensor, means: Tensor, base: float, gain: float) -> Tensor:
    """Advantages with those below zero scaled down, ``[R]``; see the top of the file.

    Args:
        advantages: ``[R]``.
        means: the mean reward of the group of each, ``[R]``.
        base: the factor in a group without any reward.
        gain: what it rises by to one that has all.
    """
    return torch.where(advantages < 0, advantages * (base + gain * means).clamp(0.0, 1.0), advantages)


def without_outliers(advantages: Tensor, limit: float) -> Tensor:
    """Standardised advantages, zero in place of those further from zero than `limit`, ``[R]``."""
    return torch.where(advantages.abs() <= limit, advantages, 0.0)
