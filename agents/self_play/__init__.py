"""A policy that writes its own tasks, admitted only where verifier and reference agree."""

from .buffer import Buffer, Entry
from .learnability import FORMULAS, ProposerReward
from .loop import ALL_KINDS, SelfPlay
from .programs import Refused
from .propose import PROPOSE, PROPOSE_QUESTION
from .questions import admit_question
from .triples import KINDS, admit

__all__ = [
    "ALL_KINDS",
    "FORMULAS",
    "KINDS",
    "PROPOSE",
    "PROPOSE_QUESTION",
    "Buffer",
    "Entry",
    "ProposerReward",
    "Refused",
    "SelfPlay",
    "admit",
    "admit_question",
]
