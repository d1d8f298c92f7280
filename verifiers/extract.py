r"""From a model's whole response to the one answer it committed to.

This happens once, here, before any verifier runs. Rules:

* Thought blocks never count. What stands before a stray ``</think>`` is thought too (many chat templates open
  the block in the prompt), and a thought that is never closed means that there is no answer.
* The last committed answer counts. In *strict* mode, the default for training, only the marker that the prompt
  asked for commits. In *lenient* mode, the default for evaluation, ``<answer>``, ``\boxed{}``, ``####``, a
  "final answer:" line and a response that is nothing but the answer are accepted, in this order.
* What commits is a whole pair of tags (in letters of either case) with something between, or a whole box: an opening
  tag and the first closing one behind it. A *mention* of the marker commits to nothing and takes nothing back: a tag
  alone ("as I wrote in the <answer> tags"), an empty pair or box, the words and dots that stand for an answer
  ("<answer>...</answer>", "between <answer> and </answer>"), and what is quoted between backticks, unless the response
  has no other. A second whole pair with something else in it replaces the first.
* Nothing is searched for: a response that names candidates without a marker has no answer, and what stands
  inside the marker goes to the verifier whole, so "3 or 4" is nobody's 3.
* An answer of the form *code* is a program: what stands in the tag, or the last fenced block in it (of those that
  define the function which the task asks for, if some do), with its indentation and everything else as it is. In
  lenient mode the last fenced block of the response, and a response that is nothing but a program, are accepted too.
* Time is linear in the length of the response, which is at most `MAX_RESPONSE_CHARS`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from .answers.programs import program
from .answers.wrapping import unwrap as unwrap
from .base import MAX_ANSWER_CHARS, Reason, Verdict

Mode = Literal["strict", "lenient"]
Form = Literal["text", "code"]

MAX_RESPONSE_CHARS = 1_000_000
# A truncated box is skipped for an earlier one; each try is linear, so the number of tries is bounded.
_MAX_BOXES = 8
_MAX_TAGS = 8

# The thought blocks of the models that are about; a group or a slash tells a closing mark.
_THOUGHT = re.compile(
    r"<(/?)\s?(?:think|thinking|thoughts?|reasoning|reflection|scratchpad|seed:think)\s?>"
    r"|<\|(?:begin|(end))_of_thought\|>|\[/?THINK\]|\u25c1/?think\u25b7"
    r"|<\|channel\|>(?:analysis|(final))<\|message\|>",
    re.IGNORECASE,
)
_THOUGHT_WORDS = ("think", "thought", "reasoning", "reflection", "scratchpad", "channel")
_BOX = re.compile(r"\\(?:f?boxed|fbox)\s{0,8}\{")
# What makes another value of a box: a sign, factor or operator before it, an operator with an operand behind it.
_BEFORE = re.compile(
    r"(?:[0-9]|(?<![A-Za-z-])[-+]|\$[ \t]*[-+][ \t]?|[0-9)][ \t]*[-+*/^][ \t]*|[A-Za-z)}][ \t]*[+/^][ \t]*"
    r"|\\(?:cdot|times|div|sqrt|frac)\s*\{?)$"
)
_BEHIND = re.compile(r"\}?\s?[-+*/^]\s?[0-9\\({]|\}?[-*/^+][a-z]|\}?[0-9]|\}?\s?\\(?:cdot|times|div|pm)")
_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
_FINAL_LINE = re.compile(
    r"[\s>*_#-]*(?:(?:so|thus|hence|therefore),?\s+)?(?:(?:the|my)\s+)?(?:final\s+)?answer"
    r"[*_]*(?:\s+is\b|\s*[:=])[\s*_:]*(.*)",
    re.IGNORECASE,
)
# Not one alone between backticks; the second group is the slash.
_TAG = re.compile(r"<(?:((?<=`<))|(?<!`<))\s{0,2}(/?)\s{0,2}answer\s{0,2}>(?(1)(?!`))", re.IGNORECASE)
# What stands for an answer where the marker is only talked about: "<answer>...</answer>", "<answer> and </answer>".
_MENTION = re.compile(
    r"[\s`]*(?:\.{2,}|…|\[\.{3}\]|and|or|to|with|/|,|[\s`,]*(?i:tags?)\b[^\n]{0,120})?[\s`]*"
    r"|(?i:[\s`\[{(<]*(?:(?:the|my|your|our)\s+)(?:final\s+|actual\s+|correct\s+|short\s+)?(?:answer|result|value|solution)"
    r"(?:\s+(?:goes\s+)?here)?[\s`\]})>.…]*)"
    r"|(?i:[\s`\[{(<]*(?:final\s+)?answer\s+(?:goes\s+)?here[\s`\]})>.…]*)"
)


@dataclass(frozen=True, slots=True)
class Extraction:
    """The committed answer, or why there is none.

    Attributes:
        text: the answer without its marker and wrappers, or None.
        reason: None if there is an answer, else `NO_ANSWER` or `TOO_LONG`.
        marker: which marker committed it: ``tag``, ``boxed``, ``hashes``, ``phrase``, ``bare`` or ``""``.
    """

    text: str | None
    reason: Reason | None = None
    marker: str = ""

    def failure(self) -> Verdict:
        """The verdict for a response that has no answer to verify."""
        if self.reason is Reason.TOO_LONG:
            return Verdict(0.0, Reason.TOO_LONG, "The response or its answer is too long.")
        return Verdict(0.0, Reason.NO_ANSWER, "No answer was given in the form that was asked for.")


_NOTHING = Extraction(None, Reason.NO_ANSWER)
_TOO_LONG = Extraction(None, Reason.TOO_LONG)


def extract(
    response: str,
    *,
    marker: str = "tag",
    mode: Mode = "strict",
    max_chars: int = MAX_ANSWER_CHARS,
    form: Form = "text",
    wanted: str = "",
) -> Extraction:
    """The answer that `response` commits to.

    Args:
        response: the model's whole output, any Unicode text.
        marker: the marker the prompt asked for, ``tag`` or ``boxed``.
        mode: ``strict`` accepts that marker only; ``lenient`` also the other common forms.
        max_chars: a longer answer is refused unseen.
        form: ``text``, or ``code`` where the answer is a program.
        wanted: the name of what a program must define; of several fenced blocks, one that does is the program.
    """
    if len(response) > MAX_RESPONSE_CHARS:
        return _TOO_LONG
    if form == "code":
        return _extract_code(response, mode, max_chars, wanted)
    visible = without_thoughts(response)
    if visible is None:
        return _NOTHING
    if mode == "strict":
        found = _last_pair(visible, _tags(visible)) if marker == "tag" else _last_box(visible, max_chars)
        return _checked(found, marker, max_chars)
    for name, text in _lenient_forms(visible, max_chars):
        if text is not None:
            return _checked(text, name, max_chars)
    return _NOTHING


def _extract_code(response: str, mode: Mode, max_chars: int, wanted: str) -> Extraction:
    """The program that a response commits to. Thought marks inside of it are part of it: they may be its data."""
    found = _committed_program(response)
    if found is not None:
        return _checked_code(found, "tag", max_chars, wanted)
    visible = without_thoughts(response) if mode == "lenient" else None
    if visible is None:
        return _NOTHING
    if opened := _opened(visible, _tags(visible)):
        return _checked_code(opened, "tag", max_chars, wanted)  # the end was a stop string
    return _checked_code(visible, "bare", max_chars, wanted)


def _committed_program(response: str) -> str | None:
    """What stands in the last pair of tags that is outside of all thoughts and not empty.

    A program may hold tags itself, so it ends at the last closing tag, unless that one is only mentioned.
    """
    tags = _tags(response)
    last = len(tags) - 1
    for _ in range(_MAX_TAGS):
        while last >= 0 and not tags[last][2]:
            last -= 1
        first = last - 1
        while first >= 0 and tags[first][2]:
            first -= 1
        if first < 0:
            return None
        inside = response[tags[first].end() : tags[last].start()]
        around = without_thoughts(f"{response[: tags[first].start()]}\0{response[tags[last].end() :]}")
        if not is_mention(inside) and around is not None and "\0" in around:
            return inside
        last = first - 1
    return None


def _checked_code(text: str, marker: str, max_chars: int, wanted: str) -> Extraction:
    code = program(text, wanted)
    if len(code) > max_chars:
        return _TOO_LONG
    return Extraction(code, None, marker) if code.strip() else _NOTHING


def without_thoughts(response: str) -> str | None:
    """The response without its thought blocks, or None if a thought is never closed."""
    if "<" not in response and "[" not in response and "\u25c1" not in response:
        return response
    lowered = response.lower()
    if not any(word in lowered for word in _THOUGHT_WORDS):
        return response
    kept: list[str] = []
    start, thinking = 0, False
    for mark in _THOUGHT.finditer(response):
        closing = bool(mark.group(1) or mark.group(2) or mark.group(3)) or "/" in mark.group()
        if closing and not thinking:
            kept.clear()  # the block was opened in the prompt
        elif not closing and not thinking:
            kept.append(response[start : mark.start()])
        thinking = not closing
        start = mark.end()
    if thinking:
        return None
    kept.append(response[start:])
    return "".join(kept)


def _checked(text: str | None, marker: str, max_chars: int) -> Extraction:
    if text is None:
        return _NOTHING
    if len(text) > 2 * max_chars + 64:  # cheap refusal before any unwrapping
        return _TOO_LONG
    text = unwrap(text)
    if len(text) > max_chars:
        return _TOO_LONG
    return Extraction(text, None, marker) if text else _NOTHING


def _lenient_forms(visible: str, max_chars: int) -> Iterator[tuple[str, str | None]]:
    """Marker and answer, the strongest first."""
    tags = _tags(visible)
    tag = _last_pair(visible, tags)
    yield "tag", _opened(visible, tags) if tag is None else tag  # the closing tag was a stop string
    yield "boxed", _last_box(visible, max_chars)
    hashes = visible.rfind("\n####") + 1 if "\n####" in visible else (0 if visible.startswith("####") else -1)
    yield "hashes", visible[hashes:].lstrip("#").split("\n", 1)[0] if hashes >= 0 else None
    yield "phrase", _final_phrase(visible)
    yield "bare", visible


def is_mention(inside: str) -> bool:
    """Whether what stands between two tags, or in a box, stands for an answer without being one."""
    return not inside.strip() or (len(inside) < 200 and _MENTION.fullmatch(inside) is not None)


def _tags(text: str) -> list[re.Match[str]]:
    """The tags in a text, but for single ones between backticks."""
    return list(_TAG.finditer(text)) if "<" in text else []


def _opened(text: str, tags: Sequence[re.Match[str]]) -> str | None:
    """What stands behind the last opening tag, if something does."""
    last = next((tag for tag in reversed(tags) if not tag[2]), None)
    return text[last.end() :] if last is not None and text[last.end() :].strip() else None


def _last_pair(text: str, tags: Sequence[re.Match[str]]) -> str | None:
    """What stands in the last pair of tags that commits to something; see the top of this module."""
    quoted: str | None = None
    closing: re.Match[str] | None = None
    for at in range(len(tags) - 1, -1, -1):
        if tags[at][2]:
            closing = tags[at]
            continue
        if closing is None:
            continue
        start, end = tags[at].end(), closing.start()
        after = closing.end()
        closing = None
        inside = text[start:end]
        if is_mention(inside):
            continue
        if text[tags[at].start() - 1 : tags[at].start()] == "`" == text[after : after + 1]:
            quoted = inside if quoted is None else quoted
            continue
        return inside
    return quoted


def _last_box(text: str, max_chars: int) -> str | None:
    if "box" not in text:
        return None
    starts = list(_BOX.finditer(text))
    quoted: str | None = None
    for box in reversed(starts[-_MAX_BOXES:]):
        start, depth = box.end(), 1
        end = start + 2 * max_chars + 65  # what is longer is refused anyway, so it is not looked at
        for brace in _BRACE.finditer(text, start, end):
            if brace.group() == "{":
                depth += 1
            elif brace.group() == "}":
                depth -= 1
                if depth == 0:
                    break
        if depth == 0:
            inside = text[start : brace.start()]
            if is_mention(inside):
                continue
            if _BEFORE.search(text[max(0, box.start() - 12) : box.start()]) or _BEHIND.match(text, brace.end()):
                return None  # "2\\boxed{6}" and "\\boxed{6} + 1" are other values
            if text[box.start() - 1 : box.start()] == "`" == text[brace.end() : brace.end() + 1]:
                quoted = inside if quoted is None else quoted
                continue
            return inside
        if end < len(text):
            return text[start:end]
    return quoted


def _final_phrase(text: str) -> str | None:
    position = len(text)
    for _ in range(40):  # the answer stands near the end or nowhere
        line_start = text.rfind("\n", 0, position) + 1
        if match := _FINAL_LINE.match(text[line_start : min(position, line_start + 2 * MAX_ANSWER_CHARS)]):
            answer = match.group(1).strip().removesuffix(".").rstrip("*_ ")
            return answer or text[position:]
        if line_start == 0:
            return None
        position = line_start - 1
    return None
