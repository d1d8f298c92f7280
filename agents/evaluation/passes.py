"""Chances over draws of k from the n samples of one task: pass@k, its chance level, and majority voting.

All are unbiased: each is the mean over all subsets of k of the n samples, computed and not drawn where that is cheap.

* pass@k: Chen et al. 2021, arXiv:2107.03374, "Evaluating large language models trained on code".
* maj@k: Wang et al. 2022, arXiv:2203.11171, "Self-consistency improves chain of thought reasoning".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Sizes = tuple[tuple[int, bool], ...]
"""For each candidate its votes, and whether it is right."""

EXACT_WORK = 20_000_000
"""Most steps of the exact sum for one task's maj@k; above, subsets are drawn."""
MOST_EXACT_SAMPLES = 1000
"""Numbers of subsets of more samples do not fit a float."""
SUBSETS = 4096
"""Subsets drawn where the exact sum is too dear: the error is then below 0.016 with 95% confidence."""


def pass_at_k(samples: int, passed: int, k: int) -> float:
    """Chance that one or more of `k` samples are right, drawn from n, of which c are: 1 - C(n-c,k)/C(n,k).

    The quotient is a product of `k` factors, summed as logarithms, so that no number of samples is too large and small
    chances keep all their digits.

    Raises:
        ValueError: if there are fewer than `k` samples, or more right ones than samples.
    """
    _check(samples, k)
    if not 0 <= passed <= samples:
        raise ValueError(f"need 0 <= passed <= samples, got {passed} of {samples}")
    if passed > samples - k:
        return 1.0
    if k == 1:
        return passed / samples  # exactly the pass rate
    drawn = np.arange(k)
    return float(-np.expm1(np.log1p(-passed / (samples - drawn)).sum()))


def chance_at_k(guess_rate: float, k: int) -> float:
    """Chance that one of `k` blind answers is right: 1 - (1 - g)^k."""
    return 1.0 if guess_rate >= 1.0 else float(-np.expm1(k * np.log1p(-guess_rate)))


def above_chance(rate: float, chance: float) -> float:
    """What is left of a rate without luck, (p - g)/(1 - g): 0 at chance, 1 if always right, negative below chance.

    NaN for a task that every blind answer solves: it says nothing.
    """
    return (rate - chance) / (1 - chance) if chance < 1.0 else float("nan")


def majority_at_k(answers: Sequence[str | None], right: Sequence[bool], k: int, *, seed: int = 0) -> float:
    """Chance that the answer given most often among `k` samples is right; a tie is drawn by lot.

    Args:
        answers: what each sample answered; equal answers have equal texts. None did not answer and has no vote; if
            nobody has, the vote is lost.
        right: whether each sample is right.
        k: how many vote.
        seed: for the subsets that are drawn where the sum over all is too dear (see `EXACT_WORK`).

    Raises:
        ValueError: if there are fewer than `k` samples, or not as many verdicts as answers.
    """
    samples = len(answers)
    _check(samples, k)
    if len(right) != samples:
        raise ValueError(f"{samples} answers, but {len(right)} verdicts")
    # One answer may be judged differently in two samples (a verifier that undecides): they are two candidates then.
    votes = Counter((text, ok) for text, ok in zip(answers, right, strict=True) if text is not None)
    # Only their sizes matter; many tasks have the same ones, and the sum is kept for them.
    sizes = tuple(sorted((number, ok) for (_, ok), number in votes.items()))
    silent = samples - sum(votes.values())
    if not any(ok for _, ok in sizes):
        return 0.0
    if all(ok for _, ok in sizes) and silent == 0:
        return 1.0
    if samples <= MOST_EXACT_SAMPLES and samples * k * k <= EXACT_WORK:
        return _exact_majority(sizes, silent, k)
    return _drawn_majority(sizes, silent, k, seed)


def _check(samples: int, k: int) -> None:
    if not 0 < k <= samples:
        raise ValueError(f"need 1 <= k <= samples, got k={k} of {samples} samples")


@lru_cache(maxsize=65_536)
def _exact_majority(sizes: Sizes, silent: int, k: int) -> float:
    """Sum over the winner's number of votes `top` and the number of others that tie with it.

    ``ways[t, x]`` is the number of ways to draw `x` samples of the other candidates, `t` of which have `top` votes and
    none more; all numbers are positive, so nothing cancels.
    """
    won = 0.0
    counts = [size for size, _ in sizes]
    for size, equals in Counter(size for size, ok in sizes if ok).items():  # equal sizes have equal chances
        others = counts.copy()
        others.remove(size)
        for top in range(1, min(size, k) + 1):
            rest = k - top
            ways = np.zeros((rest // top + 1, rest + 1))
            ways[0, 0] = 1.0
            for count in others:
                ways = _joined(ways, _choices(count, rest), top)
            ways = _joined(ways, _choices(silent, rest), rest + 1)
            ties = 1.0 / np.arange(1, len(ways) + 1)
            won += equals * _choices(size, top)[top] * float(ties @ ways[:, rest])
    return min(1.0, won / float(_choices(sum(counts) + silent, k)[k]))


def _joined(ways: Floats, choices: Floats, top: int) -> Floats:
    """`ways` with one more candidate, who has fewer than `top` votes, or `top` and ties."""
    made = np.zeros_like(ways)
    width = ways.shape[1]
    for votes, number in enumerate(choices[: min(top, width)]):
        if number:
            made[:, votes:] += number * ways[:, : width - votes]
    if top < min(width, len(choices)) and choices[top]:
        made[1:, top:] += choices[top] * ways[:-1, : width - top]
    return made


def _choices(count: int, most: int) -> Floats:
    """Binomial coefficients C(count, 0..most); 0 above `count`."""
    steps = np.arange(1, most + 1)
    factors = np.concatenate(([1.0], np.maximum(count - steps + 1, 0) / steps))
    return np.cumprod(factors, dtype=np.float64)


def _drawn_majority(sizes: Sizes, silent: int, k: int, seed: int) -> float:
    counts = [*(size for size, _ in sizes), silent]
    wins = np.array([ok for _, ok in sizes])
    drawn = np.random.default_rng(seed).multivariate_hypergeometric(counts, k, SUBSETS)[:, :-1]
    most = drawn.max(axis=1, keepdims=True)
    tops = (drawn == most) & (most > 0)
    return float((tops[:, wins].sum(axis=1) / np.maximum(tops.sum(axis=1), 1)).mean())
