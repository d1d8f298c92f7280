r"""Running code that nobody trusts: a `Job` goes in, a `Result` comes out.

>>> from rlvr.sandbox import Job, current
>>> current().run(Job("print(6 * 7)")).text      # doctest: +SKIP
'42\n'
"""

from .base import (
    MISSING,
    Job,
    Limits,
    Missing,
    Result,
    Sandbox,
    SandboxError,
    SandboxMisconfigured,
    SandboxUnavailable,
    Status,
)
from .choose import current, make, use
from .on_ray import ray_pool

__all__ = [
    "MISSING",
    "Job",
    "Limits",
    "Missing",
    "Result",
    "Sandbox",
    "SandboxError",
    "SandboxMisconfigured",
    "SandboxUnavailable",
    "Status",
    "current",
    "make",
    "ray_pool",
    "use",
]
