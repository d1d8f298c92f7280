"""Answers that nothing marks: a last line that concludes, mathematics alone at the end, the whole response."""

from __future__ import annotations

import re

from ..base import MAX_ANSWER_CHARS
from . import phrases
from .afterwords import without_afterwords
from .chains import chain_end
from .committed import AMBIGUOUS, NOTHING, TAIL, TOO_LONG, Committed
from .endings import doubted, ending_value, without_aside
from .predicates import closing_lines, predicate
from .retractions import withdrawn
from .sentences import value_of
from .stated import GAPS, WORD, last_row, trim

_CHOICE = re.compile(r"\([A-Z]\)|(?:^|\s)[A-Z][.)]\s")
_CODE = re.compile(
    r"```[ \t]*(?!text|latex|tex|math|plaintext|markdown|none|output|txt|\s)\w+[^\n]*\n"
    r"|[^=<>!]=[^=]*[*/+(-][^=]*$"
)


_NO_RESULT = re.compile(
    r"^\W*(?:(?:we|you|i|then|now|next),? )*(?:multiply|divide|subtract|add|square|double|halve|substitute|plug"
    r"|insert)\b"
    r"|^\W*(?:some|many|most|several|few) \w+ (?:get|say|think|answer|write|find|obtain)|\b(?:says?|said"
    r"|claims?|claimed"
    r"|thinks?|thought|nearly|almost|roughly|auxiliary|helper|intermediate|misprint|wrong)\b",
    re.I,
)
"""Around a value in bold: it is a step, an estimate or somebody else's."""


def _concluded(sentence: str) -> str | None:
    """What a sentence concludes, if it does."""
    last = phrases.IN_ALL.sub("", phrases.STEP.sub("", sentence.strip().rstrip("."), count=1))
    if len(last) < 400:
        for pattern in (phrases.CONCLUSION, phrases.TOTAL):
            if (match := pattern.fullmatch(last)) and not phrases.NO_CONCLUSION.search(last[: match.start(1)]):
                return trim(match.group(1))
    return None


def _polite(tail: str) -> str:
    """The text without the civilities at its end."""
    return tail[:-300] + phrases.POLITE.sub("", tail[-300:])


def _last_line(text: str, several: bool) -> Committed | None:
    lines = _polite(text.strip()[-TAIL:]).rsplit("\n", 1)
    line = GAPS.sub(" ", lines[-1].strip())
    bold = [part for part in phrases.BOLD_PART.findall(line) if not part.rstrip().endswith(":")]
    around = phrases.BOLD_PART.sub("", line)
    if (
        bold
        and not any(map(str.isdigit, around))
        and not _CHOICE.search(around)
        and not phrases.NO_CONCLUSION.search(line)
        and not _NO_RESULT.search(around)
    ):
        if len(bold) > 1:
            return Committed(", ".join(bold)) if several else None
        return Committed(_concluded(bold[0]) or bold[0].rstrip("."))
    if (
        (match := phrases.BOLD.search(line))
        and not phrases.NO_CONCLUSION.search(line[: match.start()])
        and not _NO_RESULT.search(line[: match.start()])
    ):
        return Committed(match.group(1))
    if (match := phrases.IS_THE_ANSWER.fullmatch(line)) and not phrases.NO_CONCLUSION.search(line):
        return Committed(match.group(1))
    sentences = [
        part for part in re.split(r"(?<=[.!?])\s+|\s+(?=(?:Therefore|Thus|Hence|So),\s)", line) if part.strip()
    ]
    if not sentences:
        return None
    said = _concluded(sentences[-1])
    if said is not None and phrases.REMARK.match(said):
        said = None  # "The result is the same."
    named = value_of(sentences[-1], marked=False)
    if said is None:
        return None if named is None else Committed(named)
    return Committed(said, values=() if named is None else (named,))


_CONTINUED = re.compile(r"\b(?:to be continued|continued (?:below|in)|more to (?:come|follow))\b\W*$", re.I)
"""The working goes on, so its last line is no ending."""


def without_marker(text: str, several: bool) -> Committed | None:
    """What the last line concludes; behind it may stand civilities and a check that confirms it."""
    if _CONTINUED.search(text[-TAIL:]):
        return None
    text = without_afterwords(text)
    if not text:
        return NOTHING
    found = _concluding(text, several)
    if found is not None and (found.text is None or found.values):
        return found
    shorter = closing_lines(without_aside(text))
    if found is None and shorter != text.strip()[-TAIL:]:
        found = _concluding(shorter, several)
        if found is not None and (found.text is None or found.values):
            return found
    if doubted(shorter) or (said := predicate(shorter)) is None:
        return found
    return Committed(said) if found is None else Committed(found.text, found.reason, found.others, (said,))


def _concluding(text: str, several: bool) -> Committed | None:
    """What the last line or display concludes in one of the usual shapes."""
    text = phrases.RULE.sub("", text[-TAIL:]) if text.rstrip().endswith(("-", "*", "_")) else text
    text = _without_where(without_aside(text))
    if doubted(text):
        return AMBIGUOUS
    found = _last_line(text, several) or _last_display(text)
    ending = ending_value(text)
    if found is None and ending is not None:
        return Committed(ending)
    if found is not None and found.reason is None:
        if not found.values and ending is not None:
            return Committed(found.text, values=(ending,))
        return found
    if found is None and (named := _last_word(text)) is not None:
        return Committed(named)
    tail = text.strip()[-TAIL:]
    checks = list(phrases.CHECKS.finditer(tail))
    if not checks:
        return found
    check, before = tail[checks[0].start() :], tail[: checks[0].start()].rstrip(" (\n")
    if not before or phrases.NO_CHECK.search(check) or withdrawn(check, "")[0]:
        return found
    if (confirmed := _last_line(before, several) or _last_display(before)) is not None and confirmed.values:
        return confirmed
    named = ending_value(before)
    if confirmed is None or confirmed.text is None:
        return found if named is None else Committed(named)
    return confirmed if named is None else Committed(confirmed.text, values=(named,))


_WHERE = re.compile(r"\s*\n\s*(?:where|here|with)\b(?P<said>[^\n]{1,300})$", re.I)
_LAST_WORD = re.compile(r"\n\s*\n[ \t]*([A-Z][A-Za-z'-]{1,24}(?: [A-Za-z'-]{1,20}){0,2})[.!]?\s*$")
_NO_WORD = re.compile(
    r"\b(?:done|qed|thanks?|thank you|end|none of|hope|good luck|hint|verified|correct|check(?:ed)?|proof|note"
    r"|step|not sure"
    r"|i guess|maybe|perhaps|or)\b",
    re.I,
)


def _without_where(text: str) -> str:
    """The text without a line that tells what the letters of the display before it are."""
    match = _WHERE.search(text[-400:])
    if (
        match is None
        or _SUPPOSED_LEAD.search(match["said"])
        or phrases.NO_CHECK.search(match["said"].replace("not ", ""))
    ):
        return text
    shorter = text[: len(text) - len(text[-400:]) + match.start()].rstrip()
    return shorter if shorter.endswith(("$$", "\\]")) else text


def _last_word(text: str) -> str | None:
    """A paragraph at the end that is a word or two: "Alice", "Yes", "No solution"."""
    match = _LAST_WORD.search(text[-200:])
    if match is None or _NO_WORD.search(match[1]):
        return None
    before = text[-200:][: match.start()].rstrip()
    asked = before.endswith("?") and match[1].lower() not in ("yes", "no", "true", "false")
    if asked or before.endswith((":", ",")):
        return None
    return match[1]


def _last_display(text: str) -> Committed | None:
    """Mathematics that stands alone at the end, behind a text that leads to it."""
    tail = GAPS.sub(
        lambda gap: "\n\n" if gap.group().count("\n") > 1 else gap.group()[:2], text.strip()[-TAIL:]
    )
    match = phrases.LAST_DISPLAY.search(tail)
    if match is None:
        return None
    lead = tail[: match.start()].rstrip()
    apart = phrases.RULE.search(lead) is not None
    lead = phrases.RULE.sub("", lead).rstrip()
    line = lead.rpartition("\n")[2]
    said = next(group for group in match.groups() if group is not None).strip()
    worded = WORD.search(phrases.MATH_SPAN.sub(" ", line)) is not None
    if "=" in line and line.rstrip("$. ").endswith(said) and not WORD.search(said):
        return Committed(said)  # "9 + 9 + 9 = 27", and below it "27"
    leads = _leads_to(line, equation="=" in said)
    if not (worded or apart or _is_solved_last(said, lead)) or not leads or line.endswith("$$"):
        return None  # a list of candidates, or nothing that leads to it
    return Committed(last_row(said))


def _leads_to(line: str, *, equation: bool) -> bool:
    """Whether the line before mathematics at the end concludes in it: not if it supposes or denies."""
    last = re.split(r"(?<=[.!?:])\s+(?=[A-Z])", line)[-1].replace("given by", "")
    if last.endswith(".") and _SUPPOSED_LEAD.search(line) is None:
        return _LISTS.search(last) is None  # a finished sentence introduces nothing
    if phrases.NO_LEAD_TO_EQUATION.search(line.replace("given by", "")) is None and not _SUPPOSED_LEAD.search(
        line
    ):
        return equation or phrases.NO_LEAD.search(last) is None
    return _SUPPOSED_LEAD.search(line) is None and phrases.NO_LEAD_TO_EQUATION.search(last) is None and equation


_SUPPOSED_LEAD = re.compile(
    r"\b(?:if|suppose|assum\w+|would|could|might|wrong|incorrect|guess|contradiction|unlike|instead of|not"
    r"|never)\b|n't\b",
    re.I,
)
_LISTS = re.compile(
    r"\b(?:candidates?|options?|examples?|bounds?|approximat\w+|estimates?|less|more|at (?:least|most)|either"
    r"|or|maybe|perhaps"
    r"|try|trying|hints?|question|problem|recall|formula)\b",
    re.I,
)
_SOLVED = re.compile(r"\s*([a-z])\s*(?:=|<|>|\\le|\\ge|\\leq|\\geq|\\ne|\u2264|\u2265)(?![a-z])[^=<>]{1,80}")
_RELATION = re.compile(r"[=<>\u2264\u2265]|\\(?:le|ge|lt|gt|ne)q?(?![a-z])")


def _is_solved_last(said: str, lead: str) -> bool:
    """Whether a relation solved for a letter ends a chain of lines that are solved step by step."""
    solved = _SOLVED.fullmatch(said)
    if solved is None or solved[1] in said[solved.end(1) :]:
        return False
    before = lead.rpartition("\n")[2].strip(" $.")
    earlier = _SOLVED.fullmatch(before)
    if earlier is not None and earlier[1] not in before[earlier.end(1) :]:
        return False  # "x = 5" and below it "x = 7": two candidates
    return _RELATION.search(before) is not None and solved[1] in before


def whole_text(text: str) -> Committed | None:
    """The whole response as a bare answer."""
    stripped = text.strip().rstrip("\u220e\u25a0\u25a1").strip()
    if (end := chain_end(stripped)) is not None:
        return Committed(end)
    if first := phrases.FIRST_LINE.match(stripped):
        return Committed(first.group(1))
    if len(stripped) > MAX_ANSWER_CHARS:
        return TOO_LONG
    stripped = GAPS.sub(lambda gap: gap.group()[:2], stripped)
    if stripped.startswith("```") and _CODE.search(stripped):
        return NOTHING  # a program is no answer
    if (why := phrases.WHY.search(stripped)) is not None:
        stripped, reason = stripped[: why.start()], stripped[why.start() :]
        taken_back, claimed = withdrawn(reason[: 2 * TAIL], stripped)
        return AMBIGUOUS if taken_back else Committed(stripped, None, claimed) if stripped else None
    return Committed(stripped) if stripped else None
