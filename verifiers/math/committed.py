"""What a reader of whole outputs hands to the verifier: the committed answer, or why there is none."""

from __future__ import annotations

from dataclasses import dataclass

from ..base import Reason, Verdict

TAIL = 6000
NEAR = 160


@dataclass(frozen=True, slots=True)
class Committed:
    """The committed answer, or why there is none.

    Attributes:
        text: the answer, or None.
        reason: why there is none.
        others: further texts that must be right, too, if the answer is to count: a response may state its answer
            twice, but not two answers.
        values: what the text names, if it is a sentence, or the forms that it gives of one value; all of them must be
            right for the answer to count, if the text as a whole is not.
        rejected: values that the response rejects; none of them may be right.
    """

    text: str | None
    reason: Reason | None = None
    others: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    rejected: tuple[str, ...] = ()

    def failure(self) -> Verdict:
        """The verdict on a response without an answer."""
        if self.reason is Reason.TOO_LONG:
            return Verdict(0.0, Reason.TOO_LONG, "The response or its answer is too long.")
        if self.reason is Reason.AMBIGUOUS:
            return Verdict(0.0, Reason.AMBIGUOUS, "Commit to one answer.")
        return Verdict(0.0, Reason.NO_ANSWER, "No answer was given in the form that was asked for.")


NOTHING = Committed(None, Reason.NO_ANSWER)
AMBIGUOUS = Committed(None, Reason.AMBIGUOUS)
TOO_LONG = Committed(None, Reason.TOO_LONG)
