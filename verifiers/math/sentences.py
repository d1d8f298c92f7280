"""A sentence that names a value: "The largest such k is 27.", "There are 27 such pairs.".

Only a sentence that says what the value *is* counts. Bounds ("fewer than 27", "at least 27"), doubts, conditions,
comparisons and parts of a calculation ("twice 27") are no values, whatever stands in them.
"""

from __future__ import annotations

import re

from .nouns import no_noun
from .units import UNITS

_NUMBER = r"-?(?:\\?\$)?[0-9][0-9,]*(?:\.[0-9]+)?(?:/[0-9]+)?(?:\\?%)?(?![\w/^*+=!-])(?!\.[0-9])"
_CLOCK = r"[0-9]{1,2}:[0-9]{2}(?: ?[ap]\.?m\b\.?)?"
_SPELLED = (
    r"(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen"
    r"|sixteen|seventeen|eighteen"
    r"|nineteen|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-[a-z]{3,5})?)(?![\w-])"
)
_ONE = (
    rf"(?:\$\\\$[^$\n]{{1,60}}\$|[0-9][0-9 .*/+\u00d7()$\u01c3-]{{0,60}}= ?{_NUMBER}"
    rf"|\*\*[^*\n]{{1,120}}\*\*|{_CLOCK}|{_SPELLED}|\$\$?[^$\n]{{1,300}}\$\$?|\\\([^\n]{{1,300}}?\\\)|{_NUMBER})"
)
_VALUE = rf"(?:{_ONE}(?:(?:,\s|,?\s(?:and|or)\s){_ONE}){{0,6}})"
GUARD = re.compile(
    r"\b(?:not|no|never|hardly|nothing|none|nobody|neither|nor|cannot|wrong|incorrect|false|guess"
    r"|estimated?|approximate(?:ly)?"
    r"|about|around|roughly|nearly|almost|close|previous|other|others|another|minus|plus"
    r"|squared|cubed|twice|half|double"
    r"|triple|thrice|times|bound|reciprocal|less|fewer|more|greater|exceeds?"
    r"|at (?:the )?(?:very )?(?:least|most)|up to"
    r"|below|over|under|beyond|between|from|suppose|assume|if|when|unless|whether|while|maybe"
    r"|perhaps|possibly|probably"
    r"|likely|might|may|could|would|should|wish|deny|doubt|fails?|problem|question|candidates?"
    r"|unknown|unclear|one of"
    r"|either|or|divisor|multiple|except|but|than|per|instead|rather|only|also|dozen|hundred"
    r"|thousand|million|billion"
    r"|trillion|percent|hundredths?|nobody|suspect|tempt(?:ed|ing)|seems?|appears?|supposed"
    r"|hypothe\w+|contradiction"
    r"|wrongly|naive(?:ly)?|ignor(?:e|ing)|disregard|forgetting|neglecting|without|want|difference|first"
    r"|initial(?:ly)?|next|step|case|example|after|before|until|off by|differs?|opposite"
    r"|negative of"
    r"|inverse|known|given|needed|away|short|shy|someone|student|friend|claims?|says?|said"
    r"|thinks?|thought|believes?|suspects?|hopes?|however"
    r"|previously|originally|yesterday|expected to|ex-)\b|n't\b"
    r"|[?\u2260\u2248<>\u274c\u2717\u2718]|!=|\\(?:ne|approx|neq|geq?"
    r"|leq?)(?![a-z])",
    re.I,
)
"""Words that make of a sentence something else than the statement of a value."""
_RELATIVE = re.compile(r"\b(?:first|initial|next|given|known|every|after|before|when|over|under|from)\b", re.I)
"""Guards that count in an unmarked sentence only: "Answer: The first such year is 27" is an answer."""

_LEAD = (
    r"(?:(?:so|thus|therefore|hence|finally|in conclusion|consequently|in total|altogether"
    r"|in the end|overall|indeed|now"
    r"|then|and so|as a result)\b,?\s+)?"
    r"(?:(?:we|i)\s+(?:get|have|find|obtain|conclude|see|deduce)\s+(?:that\s+)?"
    r"|it follows that\s+|this means(?: that)?\s+"
    r"|this shows(?: that)?\s+|we are left with\s+)?"
)
_EXACT = (
    r"(?:(?:an? (?:total |net )?(?:profit|sum|total|loss|amount) of"
    r"|all (?:real )?(?:numbers |values )?(?:of )?(?:\$[a-z]\$ )?(?:with|such that|satisfying|where)|all real"
    r"|exactly|precisely|simply|just|therefore|thus|then|a total of|in total|equal to|given by|now)\s+){0,2}"
)
_IS = (
    r"(?:(?:holds|is (?:satisfied|true|valid)) (?:for|when|if and only if|exactly when"
    r"|precisely when|if)|(?:is|lies|arrives|leaves|starts|ends|begins|finishes|meets?|returns"
    r"|is located|occurs) at|has (?:the )?equation"
    r"|is|are|was|equals?|is equal to|comes to|comes out to(?: be)?|amounts to|turns out to be"
    r"|will be|becomes|must be"
    r"|has to be|evaluates to|simplifies to|reduces to|works out to(?: be)?)"
)
_HAS = (
    r"(?:has|have|had|needs|need(?=\s+\S+\s+[A-Za-z])|gets?|got|earns?|earned|spends?|spent|saves?|saved|sold|bought"
    r"|makes?|made|pays?|paid|costs?"
    r"|takes?|took|ends up with|will have|will need|gives?|yields?|leaves|receives?"
    r"|requires?|collects?|travels?"
    r"|walks?|reads?|eats?|weighs?|measures?|covers?|produces?|uses?)(?: us| him| her| them)?"
)
_REST = r"(?:,?\s{1,3}[A-Za-z][A-Za-z'-]{0,24}){0,10}"
_SUBJECT = r"[A-Za-z0-9'\u2019$\\{}()\[\]^_+*/=|,.: -]{1,200}?"
_STATES = re.compile(
    rf"{_LEAD}(?P<subject>{_SUBJECT})\s+{_IS}:?\s+{_EXACT}"
    rf"(?P<value>{_VALUE})(?P<rest>{_REST})",
    re.I,
)
_COUNTS = re.compile(
    rf"{_LEAD}(?P<subject>there (?:is|are|exists?|will be|remain)|that (?:is|leaves|makes)"
    rf"|this (?:is|leaves|makes|gives)"
    rf"|(?:we|you|he|she|it|they|one|[A-Z][a-z]+|(?:the|each|every) [a-z ]{{1,40}}?) (?:now "
    rf"|still |then )?{_HAS}"
    rf"|[A-Za-z]+ing(?: [a-z]+){{0,4}} (?:gives|yields)(?: us)?|(?:we|you|they"
    rf"|one)(?: [a-z]+)? (?:get|have|find|obtain))"
    rf":?\s+{_EXACT}(?P<value>{_VALUE})(?P<rest>{_REST})",
    re.I,
)
_FIRST = re.compile(
    rf"{_LEAD}(?:all real (?:numbers )?|exactly |precisely |a total of "
    rf"|in total,? |after |in )?(?P<subject>)(?P<value>{_VALUE})(?P<rest>{_REST})",
    re.I,
)
_LEADS = (
    r"(?:(?:(?:so|thus|hence|therefore|then|now|finally|and|and so|consequently)\b,?\s+)*(?:we"
    r"|i|you|one)\s+"
    r"(?:(?:then|now|finally|thus|therefore|can|will|also|have|simply|directly|immediately)\s+){0,2}"
    r"(?:get|have|find|obtain|conclude|arrive at|end up with|are left with|reach|deduce|see"
    r"|shown|found|got|obtained|derive)"
    r"(?:\s+that)?(?:\s+(?:the|our|a)(?: final| desired| required)?(?: answer| result| value"
    r"| solution)(?:\s+(?:of|is|as))?)?"
    r"|(?:and\s+)?(?:this|that|it|which|these|they)\s+(?:then |now |finally |therefore |thus )?"
    r"(?:means|gives|yields|implies|simplifies to|leaves|reduces to|equals|is equal to|becomes"
    r"|evaluates to|is|makes|shows|must be|has to be)"
    r"(?:\s+(?:us|that|precisely|exactly|just|simply))?(?:\s+(?:the|our"
    r"|a)(?: final)?(?: answer| result| value)(?:\s+(?:of|is|as))?)?"
    r"|in other words|it follows that|that is|(?:and\s+|thus\s+)?(?:giving|yielding|leading to"
    r"|arriving at|leaving)(?:\s+us)?"
    r"(?:\s+(?:an?|the|our)(?: final)?(?: answer| result| value)(?:\s+(?:of|is|as))?)?"
    r"|(?:and\s+)?(?:so|thus|hence|therefore|finally|consequently|in conclusion|conclusion"
    r"|result|value|total|answer|ans|a"
    r"|solution|in summary|overall|as a result|altogether|in total|ultimately)"
    r"|=>|\u21d2|\u2192|->)"
)
_LED = re.compile(
    rf"(?P<subject>(?:[^.\n]{{1,240}}?[,;:]\s+)?[*_]{{0,2}}{_LEADS}[*_]{{0,2}}\s*[,:]?[*_]{{0,2}}\s+)(?P<value>{_VALUE})"
    r"(?P<rest>(?:\s+(?:is (?:the|our|my) (?:final |only |correct |desired "
    r"|required )?(?:solution(?: set)?|answer|result|value)"
    r"|as (?:the|our|my|a) (?:final |only )?(?:solution|answer|result|value)))?)",
    re.I,
)
_CALLED = re.compile(
    rf"(?P<subject>)(?P<value>{_VALUE})(?P<rest>\s+is (?:the|our|my) (?:final |only |correct "
    rf"|desired |required )?"
    r"(?:solution(?: set)?|answer|result|value))",
    re.I,
)
_TITLED = re.compile(r"(?P<subject>(?:[A-Z][A-Za-z' -]{2,60})):\s+(?P<value>\$\$?[^$\n]{1,600}\$\$?)(?P<rest>)")
_SPAN = re.compile(r"\$[^$]*\$|\\\([^\n]*?\\\)")
SUPPOSES = re.compile(
    r"\b(?:if|suppose|supposing|assume|assuming|imagine|would|unless|whether|maybe|perhaps"
    r"|possibly|guess|wrong(?:ly)?"
    r"|incorrect(?:ly)?|someone|student|friend|claims?|says?|said|mistake(?:nly)?|example|had"
    r"|were|otherwise|contradiction"
    r"|approximately|roughly|about|estimate|ignoring|forgetting|neglecting|without"
    r"|naive(?:ly)?|want|wanted|instead of)\b",
    re.I,
)
"""In the clauses before the one that concludes: it is supposed only, or somebody else's."""
_LAST_CLAUSE = re.compile(
    r"(.{2,300}[,;])\s+(?:so|hence|thus|therefore|and so|and thus|and therefore|and hence"
    r"|then)\s+(.{4,200})",
    re.I,
)
_THAT_CAN = re.compile(r"\bthat (?:could|can|may|might|would) (?:possibly )?(?:be|have|occur|appear)\b", re.I)
_WORD = re.compile(r"[A-Za-z]+(?:[-'][A-Za-z]+)*")
_ALSO = re.compile(r"\b(?:and|then|to|of the|as|in order|because|since|which|where)\b", re.I)
_TWO = re.compile(rf"\s{_IS}\s", re.I)
_OWN = re.compile(
    r"\W*my (?!answer|result|final)|(?:the|an|each|every) (?:answer|id\b)|(?:he|she"
    r"|they) (?:said|thinks)",
    re.I,
)
NO_NOUN = re.compile(
    r"\b(?:is|are|was|were|be|for|has|have|had|by|with|without|impossible|factorial|halves"
    r"|thirds|fourths|fifths|sixths"
    r"|sevenths|eighths|ninths|tenths|plus|o'clock|mod|modulo|base|th|st|nd|rd|i|e)\b",
    re.I,
)
PARTS = re.compile(
    r"\b(?:answers?|candidates?|options?|choices?|digits?|zeros|zeroes|cases?|ways to (?:check"
    r"|start)|marks?|points? for"
    r"|steps?|hints?|questions?|problems?|examples?|variables|unknowns|equations|conditions|at)\b",
    re.I,
)
"""What is counted on the way and not in the end."""
ENDS = re.compile(
    r",?\s+(?:of (?:them|these|those)(?: (?:are|is) [a-z]+)?$|as (?:computed|shown|desired"
    r"|required|claimed|above|before|expected|stated|wanted|we|it|the)\b.*"
    r"|(?:left |remaining )?after (?:the |that |this |her |his |their )?[a-z]+(?<!tax)"
    r"|and (?:we are|we're) (?:done|finished)|in (?:total|all)|altogether|overall|respectively|attained (?:at"
    r"|when|for)\b.*"
    r"|achieved (?:at|when|for)\b.*"
    r"|(?:on )?(?:that|this) (?:week|day|month|year|morning|evening|night|weekend)"
    r"|left|remaining|back|old|long|tall|wide|high|deep)$",
    re.I | re.DOTALL,
)


def value_of(sentence: str, *, marked: bool) -> str | None:
    """The value that a sentence names, as it is written there; None if it names none.

    Args:
        sentence: one sentence, without its final stop.
        marked: whether it stands behind a marker ("Final Answer:"), so that it is the answer, whatever its subject.
    """
    said = sentence.strip().strip("*_ ").rstrip(".").strip()
    if not 4 <= len(said) <= 500 or not _WORD.search(said):
        return None
    said = ENDS.sub("", said)
    value = _stated(said, marked=marked)
    if value is not None:
        return value
    clause = _LAST_CLAUSE.fullmatch(said)
    if clause is not None and not SUPPOSES.search(_SPAN.sub(" ", clause[1])):
        return value_of(clause[2], marked=False)
    return None


def _stated(said: str, *, marked: bool) -> str | None:
    """What a sentence of one of the known shapes says the value is."""
    for pattern in (_LED, _CALLED, _STATES, _COUNTS, _FIRST if marked else _TITLED):
        match = pattern.fullmatch(said)
        if match is None:
            continue
        subject, value, rest = match["subject"], match["value"], match["rest"]
        if pattern in (_LED, _CALLED):
            earlier, _, clause = _SPAN.sub(" ", subject).rstrip(" ,:").rpartition(",")
            if GUARD.search(clause) or SUPPOSES.search(earlier):
                return None
            return value.strip("*").strip()
        subject = _THAT_CAN.sub(" ", subject)
        guarded = subject if not marked else _RELATIVE.sub("", subject)
        if GUARD.search(_SPAN.sub(" ", guarded)) or GUARD.search(rest):
            return None
        if _TWO.search(subject) or (not marked and _OWN.match(subject)) or NO_NOUN.search(rest):
            return None
        if not marked and PARTS.search(rest):
            return None
        if re.search(_NUMBER + r"\s*$", subject) or (
            not marked and re.search(r"\b(?:term|part|digit)\b", rest)
        ):
            return None
        return with_unit(value.strip("*").strip(), rest)
    return None


def with_unit(value: str, rest: str) -> str | None:
    """The value, with a unit of measure behind it, but without the noun that is counted."""
    words = _WORD.findall(rest)
    if not words:
        return value if not rest.strip(" ,$'-") else None
    if rest.count("$") or _ALSO.search(rest) or len(words) > 8 or no_noun(words):
        return None
    if any(word in UNITS or (len(word) > 1 and word.lower() in UNITS) for word in words):
        return f"{value} {rest.strip()}"
    return value


_ASIDE = re.compile(
    r"(?P<exact>.{1,200}?)\s*\((?P<how>or(?: equivalently)?|i\.e\.,?|that is,?|which is"
    r"|equivalently,?|equal to|=|approximately"
    r"|approx\.?|about|around|roughly|\\approx|\u2248"
    r"|~)\s*,?\s*(?P<other>[^()]{1,120}(?:\([^()]*\)[^()]*)?)\)[.*\s]*",
    re.I | re.DOTALL,
)
_NEARLY = ("approximately", "approx", "approx.", "about", "around", "roughly", "\\approx", "\u2248", "~")


def aside(text: str) -> tuple[str, ...] | None:
    """An answer with its value in another form in parentheses: ``27/4 (or 6.75)``.

    Returns the answer and the other form, which must be right too; of an approximation, one text that holds both.
    """
    match = _ASIDE.fullmatch(text.strip())
    if match is None:
        return _forms(text.strip())
    exact, other = match["exact"].strip().strip("*$ "), match["other"].strip().strip("*$ ")
    if match["how"].lower() in _NEARLY:
        return (f"{exact} \\approx {other}",)
    return exact, other


_EITHER_FORM = re.compile(r"([^,]{1,80}),?\s+or(?: equivalently,?)?\s+([^,]{1,80})")


_ROUNDED = re.compile(
    r"(?P<exact>[^,]{1,80}),? (?:or |which is )?(?:about|approximately|approx\.?|roughly"
    r"|around) (?P<other>[^ ,][^,]{0,40})",
    re.I,
)


def _forms(text: str) -> tuple[str, ...] | None:
    """``3/8, or 37.5%``: one value in two forms; ``1/3, or about 33.3%``: a value and what it is nearly."""
    if (rounded := _ROUNDED.fullmatch(text)) is not None:
        return (f"{rounded['exact'].strip('*$ ')} \\approx {rounded['other'].strip('*$ ')}",)
    match = _EITHER_FORM.fullmatch(text)
    if match is None or text.count(" or ") != 1 or ":" in text or "\\text{ or" in text:
        return None
    return match[1].strip("*$ "), match[2].strip("*$ ")
