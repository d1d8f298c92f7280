"""The contract of whatever watches a run: one record a step, and events between."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol


class Monitor(Protocol):
    """Watches a run.

    The keys of a record are ``group/name``: ``reward/mean``, ``reward/pass_rate``, ``pass_rate/<arm>``,
    ``curriculum/<arm>`` (share of draws), ``policy/entropy``, ``policy/kl`` (to the sampler), ``policy/reference_kl``
    (over the tokens that have a gradient; with ``_all`` behind the name over all that were drawn, when they are first
    seen in the step), ``policy/clipped``, ``policy/gradient_norm``, ``policy/learning_rate``, ``rollout/length``,
    ``rollout/turns``, ``rollout/cut``, ``rollout/masked``, ``rollout/used`` (share of trajectories with an advantage),
    ``rollout/staleness`` (updates that tokens are older than the weights that learn from them),
    ``speed/tokens_per_second``, ``time/rollout``, ``time/environment`` (within the rollout), ``time/train``,
    ``time/step``, ``loss/policy``, ``self_play/admitted`` (tasks), ``evaluation/<name>``.
    """

    def begin(self, config: Mapping[str, Any]) -> None:
        """The run starts (or resumes) with this configuration, a JSON object."""

    def step(self, step: int, record: Mapping[str, float]) -> None:
        """`step` steps are done: this is the record of the last of them, the first being step 1."""

    def note(self, text: str) -> None:
        """Something a reader should know: a checkpoint, a watchdog that bit, a warning."""

    def end(self) -> None:
        """The run is over; flush and close."""
