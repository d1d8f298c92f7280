"""What a verifier returns: a `Verdict`, with a `Reason` from one small list.

A verifier is a plain function ``verify(payload, answer) -> Verdict``. It is total: for any string it returns
a verdict, never raises, and is bounded in time and memory by construction.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Literal, get_args

Verifier = Callable[[Mapping[str, Any], str], "Verdict"]

RewardKind = Literal["binary", "dense"]
"""The rule by which a verdict is paid: ``binary`` pays 1.0 for a right answer and else 0.0, ``dense`` the score."""

MAX_ANSWER_CHARS = 4096
"""Longest answer, in characters, that is looked at unless the task allows more."""


class Reason(StrEnum):
    """Why a response got its score. Trainers may count, filter or mask by it."""

    CORRECT = "correct"  # right
    WRONG = "wrong"  # well formed, and not right
    NO_ANSWER = "no_answer"  # nothing was committed as an answer
    AMBIGUOUS = "ambiguous"  # several candidates and no commitment to one
    UNPARSABLE = "unparsable"  # an answer, but not in the form asked for
    TOO_LONG = "too_long"  # over the length limit; not looked at
    ILLEGAL = "illegal"  # well formed, but breaks a rule of the task (a foreign number, a wall)
    UNDECIDED = "undecided"  # the budget ended before right and wrong could be told apart
    TRUNCATED = "truncated"  # the episode ran out of turns
    TIMEOUT = "timeout"  # the policy's program or episode ran out of time
    INFRA = "infra"  # our machinery failed: there is no score, and trainers mask the sample


@dataclass(frozen=True, slots=True)
class Verdict:
    """The score of one response.

    Attributes:
        score: in [0, 1], exactly 1.0 if and only if the response is right; None for `Reason.INFRA`, because
            a failure of the machinery says nothing about the response.
        reason: a code from `Reason`.
        message: one sentence a model can act on; it never gives the answer away.
        parts: named sub-scores, for diagnostics and shaped rewards.
        pay: the rule that makes the reward of the score; see `reward`.
        runtime: what ran the response, if it was a program: ``"Python 3.11.2"``. Two verdicts that differ in nothing
            else are equal.
    """

    score: float | None
    reason: Reason
    message: str = ""
    parts: Mapping[str, float] = field(default_factory=dict)
    pay: RewardKind = "binary"
    runtime: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        if self.score is None:
            if self.reason is not Reason.INFRA:
                raise ValueError(f"only 'infra' has no score, not {self.reason!r}")
        elif not 0.0 <= self.score <= 1.0:
            raise ValueError(f"score {self.score!r} is not in [0, 1]")
        elif (self.score == 1.0) != (self.reason is Reason.CORRECT) or self.reason is Reason.INFRA:
            raise ValueError(f"score {self.score!r} does not go with reason {self.reason!r}")

    @property
    def passed(self) -> bool:
        """True if and only if the response is right."""
        return self.score == 1.0

    @property
    def reward(self) -> float | None:
        """What a trainer pays for it: exactly what the environment's steps add up to under the same ``reward=``.

        With ``pay="binary"``, the default everywhere, 1.0 for a right answer and 0.0 for any other, whatever part of
        the score it has; with ``pay="dense"`` the score. None where there is no score: mask such a sample.
        """
        return self.score if self.pay == "dense" or self.score is None else float(self.passed)

    def paid_as(self, pay: RewardKind) -> Verdict:
        """The same judgement, paid by the given rule.

        Raises:
            ValueError: if there is no such rule.
        """
        if pay not in get_args(RewardKind):
            raise ValueError(f"reward must be one of 'binary', 'dense', not {pay!r}")
        return self if pay == self.pay else replace(self, pay=pay)

    @property
    def scored(self) -> bool:
        """False if the machinery failed: such a sample is to be masked, never taken for a zero."""
        return self.score is not None

    def to_json(self) -> dict[str, Any]:
        """The verdict as one JSON object."""
        return {
            "score": self.score,
            "passed": self.passed,
            "reward": self.reward,
            "pay": self.pay,
            "reason": str(self.reason),
            "message": self.message,
            "parts": dict(self.parts),
            **({"runtime": self.runtime} if self.runtime else {}),
        }

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> Verdict:
        """Rebuild a verdict from its JSON object; a reason this version does not know raises ValueError."""
        return cls(
            row["score"],
            Reason(row["reason"]),
            row.get("message", ""),
            row.get("parts", {}),
            row.get("pay", "binary"),
            row.get("runtime", ""),
        )


_CORRECT = Verdict(1.0, Reason.CORRECT, "Correct.")
"""One value for all right answers without parts: making it is a good part of a fast verifier's time."""


def correct(**parts: float) -> Verdict:
    """The verdict for a right answer."""
    return Verdict(1.0, Reason.CORRECT, "Correct.", parts) if parts else _CORRECT


def wrong(message: str = "The answer is not right.", score: float = 0.0, **parts: float) -> Verdict:
    """The verdict for a well-formed answer that is not right; `score` below 1.0 gives partial credit."""
    return Verdict(score, Reason.WRONG, message, parts)


def unparsable(message: str) -> Verdict:
    """The verdict for an answer that is not in the form asked for; `message` says which form that is."""
    return Verdict(0.0, Reason.UNPARSABLE, message)


def illegal(message: str, score: float = 0.0, **parts: float) -> Verdict:
    """The verdict for a well-formed answer that breaks a rule; `message` names the rule."""
    return Verdict(score, Reason.ILLEGAL, message, parts)


def infra(message: str) -> Verdict:
    """The verdict when our own machinery failed: no score."""
    return Verdict(None, Reason.INFRA, message)
