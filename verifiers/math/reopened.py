"""Behind a committed answer: sentences that open the question again, or compute on, and the value that they end in.

"However, that misses the case y = 0. With it there are 8 pairs." calls nothing wrong, but it says 8. A sentence that
objects (but, however, left out, too small, a mark of a failure) opens the question; from there on the last value
stated is another statement of the answer. A sentence that concludes or goes on (so, then, next) states its own value
alone, and none inside a check; a few words of correction state the number behind them ("Revision: 8", "Argh. 21.").
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from . import phrases

_LONGEST = 400

_OPENS = re.compile(
    r"^\W*(?:and yet|but|however|yet|oh|ah|argh|ugh|hm+|err?|um|apologies|no(?=\W*[,.!:])|nope|wait|almost|nearly"
    r"|not (?:quite|yet)|unfortunately|whereas|though|mistake|slip|nonetheless|on the other hand"
    r"|i (?:now )?(?:see|realize|realise|notice))\b"
    r"|, (?:however|though),"
    r"|\bbut (?:we|it|the [a-z]+|this|that)\b[^.\n]{0,30}\b(?:needs?|should|wants?|requires?|demands?)\b"
    r"|\b(?:left out|leaves out|leaving out|leave out|missing|misses|missed|omits|omitted|overlooks|overlooked|skips"
    r"|skipped|forgets|forgot|forgotten|counted twice|double[- ]counted|the wrong|one (?:more|less|fewer)|apolog\w+"
    r"|off by|start(?:ing)? over|try(?:ing)? again|instead|in place of|as well|too (?:small|large|big|low|high"
    r"|few|many))\b"
    r"|[\u274c\u2717\u2718]",
    re.I,
)
"""A sentence that objects to what was said."""

_NO_OBJECTION = re.compile(
    r"^\W*(?:note|remark|notice|observe|be careful|caution|beware|a common|common|some|many|if|had (?:we|i)|suppose"
    r"|without|if we|one (?:might|could|may))\b"
    r"|\b(?:would|might|could|be careful|common (?:mistake|error)|tempting|nothing (?:is|was)|had (?:we|i)"
    r"|if (?:we|you|one"
    r"|i) (?:had|forgot|forget|left|leave|ignored?|skip\w*|counted)|which was the point)\b"
    r"|\b(?:not|no|nothing|never|without|n't)\b[^.]{0,12}\b(?:missing|missed|left out|omitted|forgotten|overlooked"
    r"|counted twice|double[- ]counted)\b",
    re.I,
)
_GOES_ON = re.compile(
    r"^\W*(?:and )?(?:so|thus|hence|therefore|then|next|finally|it remains|it only remains|we still|i still|since"
    r"|consequently|in total|altogether|that makes|this makes|doubling|adding|multiplying|the whole|for the whole"
    r"|the (?:requested|required|desired|sought|asked)|the question (?:is|was|asks)|the problem (?:asks|wants)"
    r"|for (?:both|all|[a-z] ?=)|with(?= (?!this|that))|we (?:need|want) the|(?:counting|including"
    r"|adding) [^.\n]{1,40}(?: too| as well| also|,(?= )))(?!\w)",
    re.I,
)
"""A sentence that concludes or goes on, behind an answer."""
_ARRIVES = re.compile(
    r"\b(?:arrives? at|ends? up with|bring(?:s|ing)? [^.\n]{1,40} to|(?:goes|go|going) (?:up|down) to|rises to|raises"
    r" [^.\n]{1,40} to|drops to|comes to [^.\n]{1,20} (?:in all|in total|altogether))\b",
    re.I,
)
"""A sentence that tells where it ends."""

_CHECKS = re.compile(
    r"^\W*(?:check|verif|double[- ]check|to (?:check|verify|confirm|see)|sanity|substitut|plugging|test|proof|indeed"
    r"|explanation|reason|justification|here|because|why|step|solution|details?|let)",
    re.I,
)
"""From here on the answer is checked or explained; what is concluded there is a step."""

_CLAIMS = re.compile(
    r"\b(?:so|thus|hence|therefore) (?:the|our) (?:optimum|minimum|maximum|answer|solution|root|result)\b", re.I
)
"""In a check: not a step of it, but another answer."""

_LOOKS = re.compile(
    r"^\W*(?:(?:hm+|wait|ok|okay|but|now),? )*(?:let me|let us|let's|i(?:'ll| will| should)) (?:just |quickly )?"
    r"(?:double[- ]?check|check|verify|confirm|test)\b",
    re.I,
)
"""A doubt that only announces a check."""
_HOLDS = re.compile(
    r"^\W*(?:good|great|yes|ok|okay|fine|indeed|perfect)\b(?![^.\n]*\b(?:but|not|however)\b)[^\d\n]{0,40}"
    r"(?:\b(?:holds?|checks? out|correct|works?|match(?:es)?|consistent|as expected|satisfied|confirmed)\b|\u2713)"
    r"[^\d\n]{0,20}$",
    re.I,
)
"""The check was passed."""

_NUMBER = r"[-\u2212]?\\?\$?\d(?:[\d,]*\d)?(?:\.\d+)?(?:/\d+)?(?:\\?%|\u00b0)?"
_VALUE = (
    rf"(?:\$[^$\n]{{1,80}}\$|\\\([^\n]{{1,80}}?\\\)|\*\*[^*\n]{{1,60}}\*\*"
    rf"|[({{\[][-\u2212\d][^()\[\]{{}}\n]{{0,40}}[)}}\]]"
    rf"|{_NUMBER}(?![\w.,]*\d))"
)
_DAY = (
    r"(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August"
    r"|(?:Septem|Octo|Novem|Decem)ber)"
)
_STATES = re.compile(
    rf"(?:\b(?:is|are|be|was|equals?|gives?|giving|get|gets|got|makes?|making|becomes?|has|have|obtain|yields?"
    rf"|yielding"
    rf"|need|needs|take|takes|to|of|root|answer|only|namely|at|leaves|leaving|in|exactly|actually|(?:root|number"
    rf"|value|one|candidate|solution|length|case|that),)"
    rf"|=|(?<![\d\s]):|(?<=[.!]))\s*"
    rf"(?P<value>{_VALUE}|(?-i:{_DAY}))"
    r"(?:\s+(?!would\b|could\b|might\b|is\b|are\b|if\b)[a-z]+){0,4}[\s.!*)\]]*$",
    re.I,
)
"""The value that a sentence ends in."""
_WORKS = re.compile(
    rf"(?:^|[\s,(])(?P<value>{_VALUE}),? (?:works|remains|is left|counts|qualifies|fits|solves|satisfies"
    rf"|is (?:also )?(?:the"
    r"|possible|valid|a solution|correct|right|allowed))\b",
    re.I,
)
_SUPPOSED = re.compile(
    r"\b(?:if|would|could|might|may|suppose|assume|had|unless|without|at (?:least|most)|less|more|fewer|greater"
    r"|larger"
    r"|smaller|about|approximately|roughly|between|not|never|n't|step|divisible|multiples?|each|every"
    r"|for example|only"
    r" if|when|because)\b|\?|n't\b|[<>\u2264\u2265\u2248\u2713\u2714\u2705]|\\(?:le|ge|lt|gt|approx)",
    re.I,
)
_CORRECTED = re.compile(
    r"^\W*(?:(?:revis|amend|correct|corrig|errat|recount|recalc|recomput|redo|fix|updat|edit|better|rather"
    r"|final|second thought|different|alternativ|total|overall|true"
    r"|actual"
    r"|real|proper|new|one more|not quite|almost|off by|err|nope|no|oops|whoops|my bad|argh|make that|mistake"
    r"|slip|really|wrong)"
    rf"[A-Za-z]{{0,9}}(?: [A-Za-z]{{1,10}}){{0,3}}\s*[:,!.\u2014-]{{1,3}}\s*)(?:[^=\n]{{1,40}}=\s*)?"
    rf"(?P<value>{_VALUE})\W*$"
    rf"|^\W*(?P<alone>{_NUMBER})(?:,? (?:to be (?:precise|exact)|actually|rather|really|in fact|instead))?[\s.!]*$",
    re.I,
)


_ATTACHED = re.compile(
    rf"(?:[,;\u2014-] ?|\band )(?:so|thus|hence|therefore|which|making|giving|for|i\.e\.|that is)\b[^.\n]{{0,60}}?"
    rf"(?:\b(?:so|thus|hence|is|are|makes|making|giving|gives|get|total of|a total of|it is"
    rf"|that is)) (?P<value>{_VALUE})"
    r"(?: (?!would\b|could\b|might\b|is\b|are\b|if\b|times\b|more\b|less\b|as\b)[a-z]+){0,4}\W*$"
    rf"|[,;\u2014-] ?(?:and )?(?:so|making|giving|for a total of) (?P<short>{_VALUE})(?: (?:in all|in total"
    rf"|altogether|overall"
    r"|together))?\W*$",
    re.I,
)


def attached_value(attached: str) -> str | None:
    """The value that the rest of the sentence which commits ends in: ", so 10 in all"."""
    if len(attached) > _LONGEST or not any(map(str.isdigit, attached)) or _SUPPOSED.search(attached):
        return None
    match = _ATTACHED.search(attached)
    return None if match is None else match["value"] or match["short"]


def stated_again(sentences: Sequence[str], said: str) -> tuple[str, ...]:
    """The value that the sentences behind an answer end in, if they open the question again or compute on.

    Args:
        sentences: what follows the answer, in order.
        said: the answer.
    """
    found: list[str] = []
    opened = checking = False
    for sentence in sentences:
        if len(sentence) > _LONGEST:
            continue
        if (corrected := _CORRECTED.match(sentence)) is not None and not checking:
            found = [corrected["value"] or corrected["alone"]]
            continue
        if opened and _HOLDS.match(sentence):
            found, opened, checking = [], False, True
            continue
        if _LOOKS.match(sentence):
            checking = True
        elif _OPENS.search(sentence) and not _NO_OBJECTION.search(sentence):
            opened = True
        elif _CHECKS.match(sentence) and not opened:
            checking = True
        goes_on = (_CLAIMS if checking else _GOES_ON).search(sentence) is not None
        goes_on = goes_on or (not checking and _ARRIVES.search(sentence) is not None)
        if (opened or goes_on) and (value := _value(sentence)) is not None:
            found = [value]
    return tuple(value for value in found if value.strip("$* ") != said)


def _value(sentence: str) -> str | None:
    words = phrases.MATH_SPAN.sub(" ", sentence)
    if _SUPPOSED.search(words):
        # What is supposed or compared in a clause before the last one does not spoil what is concluded.
        clause = re.split(r"[,;:]\s+|\b(?:so|thus|hence|therefore)\b", sentence)[-1]
        if clause == sentence or _SUPPOSED.search(clause):
            return None
    match = _STATES.search(sentence) or _WORKS.search(sentence)
    return None if match is None else match["value"]
