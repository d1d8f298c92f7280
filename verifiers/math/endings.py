r"""What the last words of an output say, where nothing marks the answer: a caption or a closing sentence.

Two shapes name a value. A *caption* is a line or sentence of its own with a title, a colon and the value ("Remainder:
3"). A *closing sentence* has a verb that states, and behind it the value with at most the noun that is counted ("so she
owns exactly 372 pencils"). Bounds, doubts, conditions, comparisons, titles of steps and cases, and the second of two
captions in a row name none. Behind both, an aside in parentheses, civilities and marks of an end may stand.
"""

from __future__ import annotations

import re

from . import phrases
from .conclusions import concluded
from .irrelevant_phrases import core
from .masks import MASK, SPAN, masked, unmasked
from .sentences import ENDS, GUARD, NO_NOUN, PARTS, SUPPOSES, with_unit

_TAIL = 3000
_LONGEST = 600
_ASIDE = re.compile(r"\n\s*[*_]{0,2}\((?P<said>(?:[^()\n]|\([^()\n]*\)){1,300})\)[*_.]{0,3}\s*$")
_PLEASED = re.compile(
    r"(?:\s|<br ?/?>|(?<=\s)(?:if you(?:'d| would) like|feel free to|would you like)\b[^.!?\n]{0,90}[.!?]"
    r"|(?:(?<=[.!?$)*]\s)|(?<=\n))(?:done|qed)[.!]|[\u220e\u25a0\u25a1]|\$?\\(?:blacksquare|square|qed)\b\$?)+$",
    re.I,
)
_DOUBT = re.compile(r"\b(?:not sure|unsure|guess(?:ing)?|no idea|(?:don't|do not) know|unclear)\b", re.I)
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z$\x01*(\d])")

_NUMBER = (
    r"(?:[-\u2212]?(?:\\?\$)?\d[\d,]*(?:\.\d+)?(?:/\d+)?(?:\s?[\u00b7\u00d7*]\s?10\^\{?-?\d+\}?)?"
    r"(?:\\?%|\u00b0|\u03c0|\u221a\d+| ?\u20ac)?(?![\w/^*+=!\u03c0\u221a]|\.\d|-\d))"
)
_SURD = r"(?:[-\u2212]?\d* ?\u00b1 ?\d*\u221a?\d+|\u221a\d+|\u03c0)(?![\w/^*+=!])"
_RATIO = r"\d{1,6}(?: ?: ?\d{1,6}){1,3}(?![\d:])"
_CLOCK = r"\d{1,2}:\d\d(?: ?[ap]\.?m\b\.?)?"
_SUM = rf"\d[\d .*/+\u00b7\u00d7()$\u01c3\u2212-]{{0,60}}= ?{_NUMBER}"
_RELATION = (
    r"[a-z](?:\([a-z]\))? ?(?:=|<=?|>=?|[\u2264\u2265\u2261]) ?"
    r"(?:[-\u2212+*/^().|\d\s\u03c0\u221a\u00b0]|[a-z](?![a-z])|mod(?= \d)){1,60}"
)
_ONE = rf"(?:\x01\d+\x02|{_SUM}|{_CLOCK}|{_RATIO}|{_SURD}|{_RELATION}|{_NUMBER})"
_VALUE = rf"(?P<value>{_ONE}(?:(?:, ?|,? and ){_ONE}){{0,9}})"
_REST = r"(?P<rest>(?:,?\s{1,3}(?:[A-Za-z][A-Za-z'-]{0,24}[\u00b2\u00b3]?)){0,8})"
_BEHIND = re.compile(rf"{_VALUE}{_REST}", re.I)
_WORD_BEHIND = re.compile(r"(?P<value>[A-Za-z]{3,20})")
_VERB = re.compile(
    r"(?:(?:^|(?<=\s))(?:is(?: (?:satisfied|true|valid))?(?: (?:exactly|precisely|simply|just|equal to|therefore|thus"
    r"|then|at|given by|described by|written(?: as)?|(?:exactly |precisely )?(?:when|for)|if and only if))?"
    r"|holds (?:(?:exactly |precisely )?(?:when|for)|if and only if)"
    r"|are|equals?|comes? (?:out )?to|amounts? to|(?:works?|turns?) out (?:to(?: be)?|at)|adds? up to"
    r"|becomes?|evaluates? to|simplif(?:y|ies) to|corresponds? to|gives?(?: us)?|yields?|leaves?(?: us)?(?: with)?"
    r"|makes?|has|have|owns?|holds|keeps?|gets?|finds?|obtain|(?:will )?takes?(?: (?:him|her|them|us|it|me|you"
    r"|[A-Z][a-z]{2,12}))?|took(?: (?:him|her|them|us))?|costs?|weighs?|lasts?|covers?"
    r"|earns?|spends?|receives?|ends? up with|(?:needs?|ha(?:s|ve)|must|will)(?: to)? (?:buy|pay|sell|order"
    r"|make|use|save|walk|read|work|bake|spend|earn)|(?:was|is|are|were) left with|read off|namely|reach)"
    r"|\b(?:roots|solutions|zeros),|(?:^|(?<=\s))[\u2192\u21d2])\s+"
    r"(?:(?:exactly|precisely|simply|just|therefore|thus|namely|at|(?:the|an?) (?:[a-z]+ ){0,4}?(?:of|solutions?"
    r"|roots?|value|triple|pair|point|interval)) ){0,2}",
    re.I,
)
_NAMED = re.compile(r"(?P<title>(?:The )?[A-Z][a-z]{2,15}(?: [a-z]{2,12}){0,4}) = (?P<value>.{1,200})")
_CAPTION = re.compile(r"(?P<title>[A-Z\d(\x01][^:\n]{2,100}):\s{1,3}(?P<value>\S.{0,300})", re.DOTALL)
_NO_TITLE = re.compile(
    r"^\W*(?:[A-Z]\b|\d|step|case|part|method|option|choice|hint|note|check|test|try|guess|remark|question"
    r"|problem|given"
    r"|input|formula|recall|claim|goal|proof|verif\w*|example|attempt|edit|update|estimate|lemma|assum\w+|idea"
    r"|plan|theorem"
    r"|equation [0-9]|if|when|where|let|page|exercise|attempt|warning|compare|score|grade|points?|draft)\b"
    r"|^\W*(?:my |your )?(?:rating|temperature|confidence|seed|id|reward)\W*$"
    r"|^\W*(?:the )?(?:let|assume|suppose|minus|please|typo|alternativ\w+|overcount\w*|todo|to do)\b|'s\b"
    r"|\b(?:limits?|old|excluding|before|mod(?:ulo)?|needed|missing|remaining to|target|desired|neither|hardly)\b"
    r"|[+/*]|\s-\s"
    r"|\b(?:bounds?|errors?|mistakes?|approx\w*|estimates?|options?|candidates?|possib\w+|wrong\w*"
    r"|incorrect\w*|cases?|hints?"
    r"|attempts?|trial|checks?|intermediate|partial|interim|running|provisional|so far|ignored?|discard\w*"
    r"|reject\w*|excluded|at (?:least"
    r"|most))\b",
    re.I,
)
_LISTED_BEFORE = re.compile(r"^\W*[A-Za-z][^:\n]{0,60}:\s*\S")
_ALL_BELOW = re.compile(
    r"\ball (?:[a-z]+ ){0,5}[a-z]+s(?: of \d+)? (?:that are |which are )?(?:strictly )?"
    r"(?:less|greater|smaller|larger) than \d+(?= )",
    re.I,
)
_AFTER = re.compile(r"^(?:so )?after \d+ [a-z]+,? ", re.I)
_PURPOSE = re.compile(
    r" to (?:get|go|reach|travel|finish|complete|cover|fill|do|choose|arrange|make|form|select|tile"
    r"|colou?r)\b(?!.*\b(?:and|or|not|but)\b)[^,;]{0,40}$",
    re.I,
)
_PLACE = re.compile(r" in the [a-z]+(?: [a-z]+)?$", re.I)
_OTHERS = re.compile(
    r"\b(?:another|some|many|most|others?|someone|people|students?|friends?|book|teacher|peer|everyone) ?(?:\w+ )?"
    r"(?:said|says?|thinks?|thought|got|gets?|finds?|obtains?)\b|\bI (?:first|wrongly)\b|\bat first\b"
    r"|(?<!I )\b(?:thinks?|thought|says?|said|claims?|believes?|suspects?|hopes?|wrote|writes|argues?)\b",
    re.I,
)
_CHECK = re.compile(
    r"\W*(?:to (?:verify|check|double-check|confirm)|as a|(?:quick |sanity )?check|verif\w+|indeed|proof|note"
    r"|remark|you can|let me|let us|let's|we (?:can )?(?:verify|check)|differentiat\w+|substitut\w+ back|plugging"
    r"|testing|trying)\b",
    re.I,
)
"""At the beginning of a line: it looks back at what was said."""
_MORE = re.compile(r"\bwith \d+ more\b", re.I)


def without_aside(text: str) -> str:
    """The end of a text without what follows its last statement: asides in parentheses, civilities, marks of an end."""
    tail = text.strip()[-_TAIL:]
    for _ in range(3):
        shorter = tail[:-200] + _PLEASED.sub("", tail[-200:])
        aside = _ASIDE.search(shorter)
        if aside and not (phrases.WITHDRAWN.search(aside["said"]) or phrases.HEDGED.search(aside["said"])):
            shorter = shorter[: aside.start()].rstrip()
        if shorter == tail:
            break
        tail = shorter
    return tail


def doubted(text: str) -> bool:
    """Whether the sentence before the last one says that what follows is a guess."""
    parts = re.split(r"(?<=[.!?])\s+|\n+", text.strip()[-_TAIL:])
    return len(parts) > 1 and _DOUBT.search(parts[-2]) is not None


def ending_value(text: str) -> str | None:
    """The value that the last line or sentence of a text names, as it is written there; None if it names none."""
    tail = without_aside(text)
    before, _, line = tail.rpartition("\n")
    line = line.strip().lstrip("> ").strip()
    if _TOTAL_ITEM.match(line) and not before.rpartition("\n")[2].startswith(("-", "*")):
        line = line[2:]
    if not 3 <= len(line) <= _LONGEST or _CHECK.match(line):
        return None
    if line.startswith("**") and line.endswith("**") and line.count("**") == 2:
        line = line[2:-2].strip()
    words, spans = masked(line)
    sentences = _SENTENCE.split(words)
    last = sentences[-1].strip().rstrip(".!").strip()
    earlier = sentences[-2] if len(sentences) > 1 else ""
    last = core(last)
    if (said := concluded(last)) is not None:
        said = unmasked(said, spans)
        return said if said[:1] != "$" or _NAMED_FORMULA.match(said) else None
    if (alone := _HEADED.fullmatch(last)) and _HEADS.fullmatch(earlier):
        return spans[int(alone[1])]
    if first := _FIRST.fullmatch(last):
        rest = first["rest"] or first["rest_"] or ""
        return None if _NOT_FIRST.search(rest) else unmasked(first["value"] or first["value_"], spans)
    if (counted := _COUNTED.fullmatch(last)) and not (GUARD.search(last) or PARTS.search(last)):
        return counted["value"]
    value = _captioned(last, earlier or before.rpartition("\n")[2]) or _closing(last)
    if value is None:
        return None
    said = unmasked(value, spans).strip().strip("*").strip()
    return ENDS.sub("", said) if said[:1].isdigit() else said


_NAMED_FORMULA = re.compile(r"\$\s*[A-Za-z]'{0,3}(?:\([a-z]\))?\s*=[^=]+\$")
_TOTAL_ITEM = re.compile(r"[-*] (?:the )?(?:total|sum|result|answer|value)\b", re.I)
_HEADED = re.compile(r"\x01(\d+)\x02")
_HEADS = re.compile(r"(?:solution|answer|result|conclusion|total|value)\.", re.I)
_FIRST = re.compile(
    r"(?:(?:so|thus|hence|therefore|in conclusion|finally|consequently|we conclude that|it follows that),? )*"
    r"(?:(?:only )(?P<value_>\x01\d+\x02|-?\d[\d,./]*) (?:works|remains|satisfies|is possible|fits|qualifies"
    r"|is valid|meets)(?P<rest_>[^\d]{0,60})"
    r"|(?P<value>\x01\d+\x02|-?\d[\d,./]*) is (?:thus |therefore |indeed )?(?:the|our) (?:smallest|largest"
    r"|greatest|least|only|required|desired"
    r"|unique|maximum|minimum|correct|final|number|value|answer|result|total|sum|solution)(?P<rest>[^\d]{0,80}))",
    re.I,
)
_NOT_FIRST = re.compile(
    r"\b(?:not|no|fails?|candidates?|bound|cases?|wrong|estimate|guess|if|unless|but|or|except|possib\w+"
    r"|so far|first|of which"
    r"|than|problem|question|case|minus|plus|divisor|multiple|factor)\b|n't\b",
    re.I,
)
_COUNTED = re.compile(
    r"(?:So|Thus|Hence|Therefore|In total|Altogether|Overall|In all),? (?:exactly |a total of )?(?P<value>\d[\d,]*)"
    r" (?!(?:divides|works|fails|satisfies|remains|has|is|does|was|gives|leaves|equals|follows|appears"
    r"|suffices|times)\b)"
    r"(?:[a-z]{3,15} ){0,2}?(?:[a-z]{3,15}s|people|children|men|women|fish)(?: [a-z]{2,15}){1,5}"
)
""""So 270 students play chess.": the number that a concluding sentence begins with counts what it is about."""


def _captioned(last: str, previous: str) -> str | None:
    """The value behind a title, unless the line or sentence before has a title, too: those are parts."""
    match = _CAPTION.fullmatch(last) or _NAMED.fullmatch(last)
    title = SPAN.sub(" ", MASK.sub(" ", match["title"])) if match else ""
    if match is None or _LISTED_BEFORE.match(previous):
        return None
    value = match["value"]
    words = phrases.MATH_SPAN.sub(" ", value)
    if _NO_TITLE.search(title) or not re.search(r"[A-Za-z]{3}", match["title"]) or SUPPOSES.search(title):
        return None
    if _SOLUTIONS.fullmatch(value) and not GUARD.search(title):
        return value
    if GUARD.search(_RELATIVE.sub("", title)) or GUARD.search(words) or NO_CLAIM.search(words):
        return None
    closed = _closing(value)
    if closed is not None:
        return closed
    named = _BEHIND.fullmatch(value)
    if named is not None and not NO_NOUN.search(named["rest"]):
        return with_unit(named["value"], named["rest"])
    return value


_SOLUTIONS = re.compile(r"([a-z]) = -?[\d./]+(?:(?:,|,? or|,? and) \1 = -?[\d./]+){1,5}")
"""All solutions of an equation, which are one answer."""
_RELATIVE = re.compile(r"\b(?:first|next|every|after|before|over|under|from|below)\b", re.I)
NO_CLAIM = re.compile(r"\b(?:is|are|was|be|has|have|for|because|so|we|it)\b", re.I)


_OBJECT = re.compile(
    r"\b(?:of|by|for|in|to|base|mod|modulo|number|integer|(?:of"
    r"|between) \d+(?:, \d+)*,? and) [\d^*+()!]*\d\s*$",
    re.I,
)
"""A number at the end of the subject that is the object of a preposition: "the divisors of 28 are", "in base 5 is"."""
_STATED_TOO = re.compile(r"\b(?:is|are|equals) (?:\x01\d+\x02|-?\d[\d.,/]*)(?: [a-z]+)?,?$", re.I)
_STATED_BESIDE = re.compile(
    r"\b(?:is|are|equals) (?:\x01\d+\x02|-?\d[\d.,/]*)(?: [a-z]+)? and "
    r"(?!(?:so|thus|hence|therefore|then|the (?:final )?(?:answer|result|total))\b)",
    re.I,
)
""""The smallest is 30 and the largest is 31.": two values, and nothing tells which was sought."""
_ABOUT_ITSELF = re.compile(
    r"^\W*(?:my|your)\b(?! (?:final )?(?:answer|result|solution)\b)|\bids?\b|\ball but\b", re.I
)
_CONCLUDES = re.compile(
    r"(?:and )?(?:so|thus|hence|therefore|then|giving|which|this|that|it|we|with|finally|in total|altogether)\b",
    re.I,
)
_AT = re.compile(r" at (?=\d|\x01)")
_LASTS = re.compile(r"takes?|took|needs?|requires?", re.I)


def _closing(last: str) -> str | None:
    """What the last verb of a sentence that states says the value is."""
    said = _PLACE.sub("", ENDS.sub("", _PURPOSE.sub("", last)))
    for verb in reversed(list(_VERB.finditer(said))[-6:]):
        behind = said[verb.end() :]
        match = _BEHIND.fullmatch(behind)
        plain = match is None and verb.group().strip().lower() == "is"
        if plain:
            match = _WORD_BEHIND.fullmatch(behind)
        if match is None:
            continue
        subject = _AFTER.sub("", _ALL_BELOW.sub("all", _MORE.sub("", said[: verb.start()])))
        head, _, clause = subject.rpartition(", ")
        if GUARD.search(clause) or (GUARD.search(verb.group()) and not re.search("when|for|if", verb.group())):
            return None
        if _STATED_TOO.search(head) and not _CONCLUDES.match(clause):
            return None  # "the sum is 29, the product is 27"
        if _STATED_BESIDE.search(subject) or _ABOUT_ITSELF.search(subject):
            return None
        if SUPPOSES.search(head) or _OTHERS.search(said[: verb.end()]) or ":" in clause:
            return None
        if not re.search(r"[A-Za-z\x01]", subject):
            return None
        if plain:
            return match["value"]
        if re.search(r"\d\s*$", clause) and not _OBJECT.search(clause):
            return None
        rest = match["rest"]
        if re.match(r"needs?|requires?", verb.group().strip(), re.I):
            rest = rest.replace(" more ", " ", 1)  # what is still needed
        if rest.strip().lower() in ("percent", "per cent"):
            return f"{match['value']} percent"
        if GUARD.search(rest) or NO_NOUN.search(rest) or PARTS.search(_AT.sub(" ", clause)):
            return None
        if PARTS.search(rest) and not (rest.strip() == "steps" and _LASTS.match(verb.group().strip())):
            return None
        return with_unit(match["value"], rest)
    return None
