r"""What stands around a value without being part of it: wrappers, stops, and sentences that introduce it.

`plain` takes it off until nothing more comes off. A sentence goes only if all of it introduces the answer ("So the
final answer is", "The area of the triangle is", "Answer:", and behind it "is the answer"); one that denies, doubts,
compares or approximates stays, and with it the answer is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .objects import opened

MAX_CHARS = 20_000
MAX_LAYERS = 8
"""Most layers that are taken off; honest answers have three."""

_LANGUAGE = re.compile(r"[ \t]*[\w+#.-]{0,40}[ \t]*\r?")
_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
_WRAPPERS = (
    ("***", "***"), ("**", "**"), ("$$", "$$"), ("$", "$"), ("`", "`"), ("*", "*"), ("\\(", "\\)"),
    ("\\[", "\\]"), ("<b>", "</b>"), ("<strong>", "</strong>"), ("<code>", "</code>"), ("<answer>", "</answer>"),
)  # fmt: skip
_TEXT = re.compile(r"\\(?:text|textbf|textit|textrm|mathrm|mathbf|mbox|operatorname)\s*\{([^{}\\]{0,200})\}")
_QUOTED = (('"', '"'), ("\u201c", "\u201d"), ("\u2018", "\u2019"), ("\u300c", "\u300d"))
_COMMANDS = tuple(
    f"\\{name}{{"
    for name in (
        "boxed",
        "fbox",
        "text",
        "textbf",
        "textit",
        "textrm",
        "texttt",
        "mathrm",
        "mathbf",
        "mathit",
        "mathtt",
        "boldsymbol",
        "bm",
        "operatorname",
        "underline",
        "emph",
        "mbox",
        "displaystyle",
    )
)
# Not a power: nothing is raised to what begins a word, and words stand apart.
_BOLD = re.compile(r"(?:(?<=[\s(\[,;:{|])|^)\*\*(?=\S)([^*\n]{1,400}?)(?<=\S)\*\*(?=[\s)\],;:}|.!?]|$)")
_FIRST = frozenset("`~*_$\\<")
_ENDS = (".", "\u3002", "\uff0e", "\\,", "\\;", "\\:", "\\!", "\\ ", "\\quad", "\\qquad", "~", "\\\\")
_INVISIBLE = "\u200b\u200c\u200d\u2060\ufeff"
_BLANK = " \t\r\n\f\v\u00a0\u2007\u2009\u202f\u3000" + _INVISIBLE


def plain(text: str, *, quotes: bool = True, stops: bool = True, said: bool = True) -> str:
    """The value that an answer states, without its wrapping.

    Args:
        text: what stood in the marker.
        quotes: whether quotes around the whole are wrapping (they are not around a text value).
        stops: whether a stop at the end is wrapping.
        said: whether a sentence may introduce the value.
    """
    for shorter in layers(text, quotes=quotes, stops=stops, said=said):
        text = shorter
    return text


def layers(
    text: str, *, quotes: bool = True, stops: bool = True, said: bool = True, words: bool = False
) -> Iterator[str]:
    """What `plain` takes off, one layer after the other; the last text is what `plain` gives.

    With `words`, what is said of any noun ("The file hash is X", "File hash: X") is introduced by it as well: for
    values that are compared whole, as they stand and without their wrapping.
    """
    if len(text) > MAX_CHARS:
        return  # no value is so long
    for _ in range(MAX_LAYERS):
        before = text
        if "\r" in text:
            text = text.replace("\r\n", "\n")
        text = unwrap(text.strip(_BLANK))
        if text[:1] == "=" and text[1:2] != "=":
            text = text[1:].lstrip()
        if len(text) > 4 and text[:2] == text[-2:] == "__" and "__" not in text[2:-2]:
            text = text[2:-2].strip()
        if "**" in text:
            text = _BOLD.sub(r"\1", text)
        if quotes:
            text = _without_quotes(text)
        if stops:
            text = without_stop(text)
        if said:
            text = without_sentence(text, words=words)
            if text[:1] == "{" and (told := opened(text)) != text:
                bare = without_sentence(told)
                text = text if bare == told else bare
        if text == before:
            return
        yield text


def unwrap(text: str) -> str:
    r"""`text` without white space, code fence, quotes of code, emphasis, dollars, tags or one ``\text`` around it."""
    for _ in range(MAX_LAYERS):
        text = text.strip()
        if text[:1] not in _FIRST:  # by far the most answers are in no wrapper
            return text
        before = text
        if text.startswith(("```", "~~~")):
            text = _in_fence(text)
        lower = text[:8].lower() if text[:1] == "<" else text
        for left, right in _WRAPPERS:
            if not lower.startswith(left) or len(text) < len(left) + len(right):
                continue
            if text.endswith(right) or (right[0] == "<" and text[-len(right) :].lower() == right):
                inner = text[len(left) : len(text) - len(right)]
                if inner and left not in inner and right not in inner:
                    text = inner.strip()
            break
        for command in _COMMANDS:
            if text.startswith(command) and text.endswith("}") and is_one_group(text[len(command) : -1]):
                text = text[len(command) : -1]
        for style in ("\\displaystyle", "\\textstyle", "\\large", "\\Large"):
            if text.startswith(style) and not text[len(style) : len(style) + 1].isalpha():
                text = text[len(style) :]
        if text == before:
            break
    return text


def without_text_commands(text: str) -> str:
    r"""`text` with ``\text{ and }`` and its kin as the words that they show."""
    return _TEXT.sub(r" \1 ", text) if "\\" in text else text


def _in_fence(text: str) -> str:
    """What stands in the fence that the whole of `text` is; the text itself if it is none."""
    mark = text[0]
    run = len(text) - len(text.lstrip(mark))
    inside = text[run : len(text) - run]
    if not text.endswith(mark * run) or not inside.strip() or mark * 3 in inside:
        return text
    first, line_end, rest = inside.partition("\n")
    return rest.rstrip() if line_end and _LANGUAGE.fullmatch(first) else inside.rstrip()


def is_one_group(inside: str) -> bool:
    """Whether the braces within are balanced, so that the ones around belong together."""
    depth = 0
    for brace in _BRACE.finditer(inside) if "{" in inside or "}" in inside else ():
        depth += {"{": 1, "}": -1}.get(brace.group(), 0)
        if depth < 0:
            return False
    return depth == 0 and not inside.endswith("\\")


def _without_quotes(text: str) -> str:
    for left, right in _QUOTED:
        if len(text) > 2 and text.startswith(left) and text.endswith(right):
            inner = text[1:-1]
            if left not in inner and right not in inner:
                return inner.strip(_BLANK)
    return text


def without_stop(text: str) -> str:
    """The text without the stop, comma or space that ends a sentence; dots that stand for something left out stay."""
    text = text.rstrip(_BLANK)
    if text.endswith(("..", "\u2026")):
        return text
    for _ in range(4):
        for end in _ENDS:
            if text.endswith(end):
                text = text[: -len(end)].rstrip(_BLANK)
                break
        else:
            break
    return text


_SO = (
    r"(?:(?:so|thus|hence|therefore|then|finally|consequently|overall|altogether|in total|in conclusion|in summary"
    r"|to conclude|as a result|okay|ok|well|now|we (?:get|have|find|obtain|conclude) that|i (?:get|find|conclude) that"
    r"|we see that|this means(?: that)?|it follows that)\b[,:]?\s+){0,3}"
)
_QUALITY = (
    r"(?:(?:final|correct|exact|right|numerical|numeric|overall|full|complete|whole|resulting|required|requested"
    r"|desired|possible|particular|general|completed|filled|solved|simplified|reduced|expected|predicted|best|optimal|unique|only|single|shortest|sorted)\s+){0,3}"
)
_ANSWER = (
    r"(?:answer|ans|solution|result|output|value|response|label|order|ranking|verdict|list|grid|path|route|code"
    r"|sequence|word|text|ciphertext|plaintext|message|date|time|day|weekday|duration|name|person|place|city|town"
    r"|year|query|script|colou?ring|claim|evidence|assignment|table|arrangement|permutation|expression|formula|equation|fraction"
    r"|factori[sz]ation|derivative|integral|antiderivative|primitive|limit|sum|total|product|quotient|remainder|difference"
    r"|probability|area|volume|length|distance|slope|point|image|matrix|vector|inverse|determinant|rank|set|interval"
    r"|function|expansion|decomposition|form|number|call|argument|input|literal|id|identifier)(?:s|es)?"
)
_IS = (
    r"(?:\s+(?:here|then|therefore|thus|now))?"
    r"(?:(?:\s+(?:is|are|was|were|equals?|reads?|will be|would be|must be|should be|has to be|comes (?:out )?to"
    r"|comes out (?:as|to be)|turns out to be|works out to|amounts to|adds up to|is equal to|is given "
    r"by|is as follows|returns|gives|yields|prints|outputs|evaluates to"
    r"|are as follows|comes to)\b(?:\s+(?:simply|just|exactly|therefore|thus|then|indeed|precisely|equal to))?\s*[:=]?"
    r"|'s\b)|\s*(?:[:=]|\uff1a|->|\u2192)|[ \t]*\n)"
)
_EMPHASIS = r"[*_`]{0,3}"
_LEAD = re.compile(
    rf"#{{0,4}}\s*{_EMPHASIS}{_SO}(?:(?:the|my|our|your|its|his|her|their|a|an|this|one)\s+)?{_QUALITY}{_ANSWER}"
    rf"(?P<of>(?:\s+[A-Za-z][\w'()/^*+-]{{0,24}}){{0,14}}?){_EMPHASIS}{_IS}\s*[*_]{{0,3}}\s*",
    re.IGNORECASE,
)
_IT = re.compile(
    rf"{_EMPHASIS}{_SO}(?:(?:it|this|that|these|they|he|she)(?:\s+(?:is|are|was|were|equals?|returns?|gives?|makes"
    r"|comes to|comes out to|will be)|'s|'re)|(?:we|i)\s+(?:get|have|find|obtain|conclude|choose|guess|pick)"
    rf"|there (?:are|is)|here (?:is|are)(?P<of>(?:\s+(?:the|my|a|an|[a-z]{{2,14}})){{0,6}}?)(?=\s*[:\n]|\s+[-\d(\[{{]))"
    rf"\s*:?\s*[*_]{{0,3}}\s*",
    re.IGNORECASE,
)
_SUBJECT = re.compile(
    rf"{_EMPHASIS}{_SO}(?:the|its|their|this|each|his|her|my|our|an?)"
    rf"(?P<of>(?:\s+[A-Za-z0-9$\\][\w'(),/^*+!.{{}}$\\-]{{0,40}}){{1,24}}?){_EMPHASIS}\s+(?:is|are|was|were|equals|has|have"
    r"|must be|comes to|comes out to|is equal to|will be|would be|amounts to|turns out to be|returns|gives|yields"
    r"|evaluates to)\s*:?\s+(?:therefore\s+|thus\s+|exactly\s+|then\s+|simply\s+|just\s+)?[*_]{0,3}\s*"
    r"(?=[-+\d.$\\({\[`'\u201c\"\u2212\u00bd-\u00be\u221a])",
    re.IGNORECASE,
)
_WORDS = re.compile(
    rf"{_EMPHASIS}{_SO}(?:(?:the|its|their|his|her|my)\s+(?P<of>[A-Za-z][\w-]{{0,24}}(?:\s+[\w'-]{{1,24}}){{0,6}}?)\s+(?:is|was|are|were)\s*:?\s+"
    r"|(?P<label>[A-Za-z][\w-]{0,24}(?:\s+[\w-]{1,24}){0,3}){e}:{e}[ \t]+){e}(?=\S)".replace(
        "{e}", "[*_]{0,3}"
    ),
    re.IGNORECASE,
)
_ONLY_SO = re.compile(
    r"(?:so|thus|hence|therefore|finally|then)[,:]?\s+(?=[-+\d.$\\({\[\u2212]|[A-Za-z]\w?\s*=)", re.IGNORECASE
)
_TAIL = re.compile(
    r"\s+(?:(?:is|are|was)\s+(?:(?:then|thus|therefore|indeed)\s+)?(?:the|my|our)\s+(?:(?:final|correct|exact|right)\s+){0,2}"
    r"(?:answer|solution|result|value)|\((?:the |my )?(?:final |exact |exactly )?(?:answer|value|resul"
    r"t|exactly|exact)\))$",
    re.IGNORECASE,
)
_NOT_MEANT = re.compile(
    r"\b(?:not|never|neither|nor|isn|aren|wasn|wrong|incorrect|false|opposite|negated|reciprocal|half|twice|thrice|double"
    r"|triple|minus|plus|except|besides?|excluding|missing|longest|second|worst|alternative|transposed?|reversed|inverted|negation|squared?|cubed?|rest|before|without|unlike|unless|whether|maybe|perhaps|possibly|probably|might|may|could|about"
    r"|around|roughly|nearly|almost|approximately|approximate|approx|guessed|previous|earlier|other|another|bound"
    r"|estimate|estimated|rounded|cannot|hardly|barely|anything|nobody|nothing|who|says?|said|claims?|claimed|thinks?"
    r"|believes?|asked|example|sample)\b|n't\b|[?\u2260]"
    # "The answer that I ruled out is", "the impossible solution is"; the number of invalid votes may be an answer.
    r"|\bruled out\b|\blie that\b|\b(?:common|usual|typical|likely) (?:mistake|error|trap|slip)\b"
    r"|\bviolates\b|\bbreaks the\b"
    r"|\b(?:invalid|impossible|discarded|rejected|excluded|eliminated|dismissed|refuted|failed|flawed|faulty|bogus|fake"
    r"|erroneous|untrue|unlikely) (?:\w+ )?(?:answer|solution|result|guess|candidate)\b"
    # "The opposite of the answer is", "the number after the answer is".
    r"|\b(?:of|than|to|from|by|as|with|over|under|before|after|below|above) (?:the|my) (?:\w+ )?(?:answer|result)\b",
    re.IGNORECASE,
)
_TWO_CLAUSES = re.compile(
    r"\b(?:is|are|was|were|equals|has|have)\b.*\b(?:or|either|but|if|and)\b|=|[.!?;:]\s",
    re.IGNORECASE | re.DOTALL,
)
_WORD = re.compile(r"[A-Za-z]{3}")
_DENIED = re.compile(r"[*_`\s]*(?:not|never|neither|no longer|anything|unknown|unclear)\b", re.IGNORECASE)
_LONGEST = 400


def without_sentence(text: str, *, words: bool = False) -> str:
    """The text without what introduces it, and without "is the answer" behind it; for `words` see `layers`."""
    if text[-1:] in ("r", "R", "n", "N", "t", "T", "e", "E", ")") and (tail := _TAIL.search(text[-60:])):
        said = text[: len(text) - len(text[-60:]) + tail.start()]
        return text if _NOT_MEANT.search(said[-40:]) else said.rstrip(_BLANK)
    first = text[:1]
    if not (first.isalpha() or first in "*_#`"):
        return text
    head = text[:_LONGEST]
    for lead in (_SUBJECT, _LEAD, _IT, _ONLY_SO, *((_WORDS,) if words else ())):
        match = lead.match(head)
        if match is None or match.end() == len(text) or match.end() == len(head):
            continue
        if "\n" in match.group().rstrip():
            continue  # two lines are two statements
        groups = match.groupdict()
        of = groups.get("of") or groups.get("label") or ""
        if of and (_NOT_MEANT.search(of) or _TWO_CLAUSES.search(of)):
            continue
        if lead is _SUBJECT and _WORD.search(of) is None:
            continue  # "a a = 2" has no subject
        if _DENIED.match(text, match.end()):
            return text
        return _unemphasised(match.group(), text[match.end() :])
    return text


def _unemphasised(lead: str, said: str) -> str:
    """What was said, without the other half of an emphasis that began in front of the lead."""
    if lead.count("**") % 2 and said.count("**") == 1:
        said = said.replace("**", "", 1) if not said.endswith("**") else said[:-2]
    return said.strip(_BLANK)
