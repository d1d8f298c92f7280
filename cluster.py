"""Connecting to a Ray cluster, for all that runs on one."""

from __future__ import annotations

import os
from importlib.util import find_spec

INSTALL = 'pip install "rlvr-gym[ray]"'


class ClusterError(RuntimeError):
    """Ray is not installed, or its cluster cannot be reached; the message says what to do."""


def connect() -> None:
    """Connect to the cluster of ``RAY_ADDRESS`` or of this machine; without one, start Ray on this machine.

    Raises:
        ClusterError: if Ray is not installed, or the cluster cannot be reached.
    """
    if find_spec("ray") is None:
        raise ClusterError(f"the engine 'ray' needs Ray: {INSTALL}")
    import ray

    if ray.is_initialized():
        return
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is reported to anybody
    try:
        ray.init(include_dashboard=False, log_to_driver=True, logging_level="warning")
    except Exception as error:
        where = os.environ.get("RAY_ADDRESS", "this machine")
        raise ClusterError(f"Ray cannot be reached at {where}: {error}") from error
