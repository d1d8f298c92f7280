"""Where the time of a step goes."""

from __future__ import annotations

from collections.abc import Mapping

PARTS = ("generate", "environment", "train", "other")


def time_shares(record: Mapping[str, float]) -> dict[str, float]:
    """Shares of `PARTS` in a step's time, which add up to 1; {} for a record without times.

    The environment's time is what the rollout waited for it; what it overlapped with generation shows as generation.
    """
    rollout, train = record.get("time/rollout", 0.0), record.get("time/train", 0.0)
    total = max(record.get("time/step", 0.0), rollout + train)
    if not total > 0.0:
        return {}
    environment = min(rollout, record.get("time/environment", 0.0))
    seconds = (rollout - environment, environment, train, total - rollout - train)
    return {name: part / total for name, part in zip(PARTS, seconds, strict=True)}
