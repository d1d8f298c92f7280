"""What was drawn with a hint, learnt as an answer to the prompt without it (``algorithm.hint_ratio``).

Guide (Nath et al. 2025, arXiv:2506.13923) learns what was drawn with a hint h as an answer to the prompt x alone:

    r_t = p(y_t | x, y_<t) / q(y_t | x, h, y_<t)

The denominator is the sampler's own, which a segment keeps; the numerator is the model's on what `with_prompt` gives.
"""

from __future__ import annotations

from collections.abc import Sequence

from .trajectory import Segment


def with_prompt(segment: Segment, prompt: Sequence[int]) -> Segment:
    """The segment with other tokens before the first that the policy drew."""
    first = segment.policy.index(True)
    made = Segment()
    made.read(prompt)
    made.tokens += segment.tokens[first:]
    made.policy += segment.policy[first:]
    made.log_probs += segment.log_probs[first:]
    made.versions += segment.versions[first:]
    return made
