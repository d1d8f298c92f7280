"""Auditing any reward: what it pays that it should not, and what makes it hang, crash or raise.

``rlvr audit`` runs the hostile answers, the changes of right answers and the fixed texts of the conformance suite on a
reward that somebody else wrote, in a process that can be killed.
"""

from .audit import audit
from .findings import Report
from .process import TargetError
from .session import Settings
from .target import Target, read_target

__all__ = ["Report", "Settings", "Target", "TargetError", "audit", "read_target"]
