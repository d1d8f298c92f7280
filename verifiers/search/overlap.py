"""Overlap of words with the reference: a shaped reward for who asks for it, always below that of a right answer.

As it is usually paid, F1 rewards "not X" with 0.8, and a list of candidates too. Here it is zero for an answer that
hedges or denies, for one of more than twice the reference's words and three, and never more than `MOST`. It looks at
the reference's words alone, so it says nothing about numbers, dates, and yes or no, for which it is zero.
"""

from __future__ import annotations

import re
from collections import Counter

from .answers import Gold
from .names import key

MOST = 0.5
"""The most that an answer can earn without being right."""
_WORD = re.compile(r"\w+(?:['.+#]\w*)*[+#]*")
_REFUSED = frozenset("or not no never neither nor none either maybe perhaps possibly probably unknown".split())


def word_f1(gold: Gold, answer: str) -> float:
    """1.0 for a right answer; else the F1 of the words, times `MOST`, under the rules above."""
    if gold.check(answer).passed:
        return 1.0
    if gold.kind not in ("entity", "list") or len(answer) > 4 * len(gold.text) + 200:
        return 0.0
    due, said = (Counter(_WORD.findall(key(text))) for text in (gold.text, answer))
    words = said.total()
    if not words or words > 2 * due.total() + 3 or (_REFUSED & said.keys()) - due.keys():
        return 0.0
    shared = (due & said).total()
    return MOST * 2 * shared / (due.total() + words)
