"""A policy that writes its own tasks, admitted only where verifier and reference agree."""

from .buffer import Buffer, Entry
from .learnability import FORMULAS, ProposerReward
from .loop import SelfPlay
from .programs import Refused
from .propose import PROPOSE
from .triples import KINDS, admit

__all__ = ["FORMULAS", "KINDS", "PROPOSE", "Buffer", "Entry", "ProposerReward", "Refused", "SelfPlay", "admit"]
