r"""A closing sentence of any shape that names exactly one value: "The prizes can be awarded in $336$ ways.".

Other modules know the usual sentences; this is the general rule behind them. The last sentence of a text, behind
civilities and confirmations, commits to the one value that it holds, if it is a statement about the thing that was
sought: no bound, doubt, condition, comparison, denial, step or report is in it, nor before it. Of several values, the
one in bold counts. Where a sentence holds no value, what stands behind its "is" may be the answer in words.
"""

from __future__ import annotations

import re

from .committed import TAIL
from .irrelevant_phrases import core
from .masks import MASK, masked, unmasked
from .nouns import no_noun
from .sentences import ENDS, GUARD, NO_NOUN, PARTS
from .units import UNITS

_PARTS = re.compile(r"\n+|(?<=[.!?])\s+(?=[A-Z(*$\\_])|(?<=[.!?]\*\*)\s+|(?<=[\u2713\u2714\u2705])\s+")
_EMPTY = re.compile(r"[\W_]*(?:(?:done|qed|q\.e\.d)[\W_]*)?", re.I)
_VALUE_LIKE = re.compile(r"[\d$]|\\[(\[]|\*\*[^*]*\*\*")
_CIVIL = re.compile(
    r"\b(?:hope|let me know|questions?|ask|luck|help(?:s|ful|ed)?|glad|happy|feel free|thanks?|thank you|welcome"
    r"|enjoy|would you like|explain|studies|practice|great|cheers|best)\b",
    re.I,
)
_CONFIRMS = re.compile(
    r"\b(?:confirms?|confirmed|verif(?:y|ies|ied)|agrees?|checks? out|consistent|makes sense|matches|as expected"
    r"|as required|is met|are met|satisf(?:y|ies|ied)|holds|reasonable|plausible|correct)\b"
    r"|\b(?:best\u00e4tigt|confirma|confirme|conferma|\u043f\u043e\u0434\u0442\u0432\u0435\u0440\u0436\u0434\w*)\b",
    re.I,
)
_SENSIBLE = re.compile(
    r"(?:and )?this (?:makes sense|is (?:reasonable|plausible|sensible|consistent|as expected|a reasonable)|seems"
    r" (?:right|reasonable|plausible))\b",
    re.I,
)
"""Says of the answer, with whatever numbers, that it is plausible."""
_DENIES = re.compile(
    r"\b(?:not|no|never|wrong|incorrect|mistake|error|but|however|wait|actually|unless|except|maybe|perhaps"
    r"|might|could"
    r"|almost|only if|fails?|instead|should|hardly|nothing|unsure|doubt|guess)\b|n't\b",
    re.I,
)
_LEADS = re.compile(
    r"^(?:[*_#>\s]*(?:(?:in )?(?:conclusion|summary|short|total|the end)|putting (?:it|everything|all|this)"
    r"(?: all)? together|to (?:sum up|summari[sz]e|conclude)|summing up|all in all|overall|altogether|so|thus|hence"
    r"|therefore|finally|consequently|accordingly|as a result|result|this means(?: that)?|that means(?: that)?"
    r"|it follows that|we (?:conclude|see|find|deduce) that|which means(?: that)?|then|now|and|indeed|of course"
    r"|we have shown that|this shows that|from this(?: we see that)?|by the above)\b[*_]*[,:]?[*_]*\s+)+",
    re.I,
)
_ITEM = re.compile(
    r"\s*(?:[-*\u2022]\s|\d{1,2}[.)]\s|[*_#\s]*(?:step|case|part|method|attempt|option)\b|\|)", re.I
)
_SPOILED = re.compile(
    r"\b(?:was|were|had|been|used to|old|original|originally|previous|earlier|so far|still|already|yet|remaining to"
    r"|intermediate|auxiliary|helper|check|checks|checking|verify|test|tests?|trial|remark|note|hint|contains?"
    r"|includes?"
    r"|excludes?|divides|divisible|divided|multipl\w+|subtract\w*|adding|add|adds|doubl\w+|halv\w+|substitut\w+"
    r"|plug\w*"
    r"|insert\w*|set|let|lets|use|uses? the|consider|assum\w+|suppos\w+|round\w*|estimat\w*|guess\w*|naively"
    r"|starts?|begins?|begun|mistake\w*|error|misprint|typo|slip|book|books|others?|people|everyone else|classmate"
    r"|teacher|student (?:who|says)|who|whom|whose|which|because|since|as|although|though|even|just(?= under"
    r"| over| below"
    r"| above| short)|and|nor|vs|versus|compared?|than|part|parts|term|stage|helper|factor|factors|digit|digits|step"
    r"|steps|variable|unknown|coefficient of the|multiple|square of|squares?|cubes? of|sum so|like|similar|same|i|we"
    r"|you|me|my|your|us|our|multiply|write|take|need|wants?|hidden|target|goal|looking|asked|asks|sought|try|tries"
    r"|answers?|possible|contradict\w*|lacks?|violat\w*|depends?|task|page|proof|misses|reward|all but"
    r"|ends? (?:in|with)|leaves|id|seed|rating|score|claims?|rejects?|rejected|excluded"
    r"|discard\w*|ruled|extraneous|invalid|impossible|false|untrue"
    r"|somewhere|anywhere|range|ranges|limit|limits|bound\w*|maximum possible|capacity|budget|goes|went|goal|hopes?"
    r"|expects?|expected|predicts?|alleged\w*|supposed\w*|seem\w*|appear\w*|look|looks|feel|feels|hypothetical\w*"
    r"|every other|what|why|how|where|when|while|until|unless|once|during|meanwhile|except|apart|besides|ignor\w+"
    r"|neglect\w*|without|another|second|third|half|twice|rest|leftover|differ\w*|exceed\w*|short|off|away|extra"
    r"|additional|further|again|nearly|almost|approx\w*|circa|ca|or|either|both|if|would|could|might|may|should)\b"
    r"|[?\u2248~<>\u2264\u2265\u2260;]|\.\.\.|\u2026|n't\b",
    re.I,
)
"""In the sentence: its value is something else than what was sought, or the sentence is no plain statement."""
_BEFORE = re.compile(
    r"\b(?:suppos\w+|assum\w+|imagine|pretend|if|wrote|writes|says?|said|claim\w*|thinks?|thought|believes?"
    r"|guess\w*|not sure"
    r"|unsure|wrong|mistake\w*|incorrect\w*|check|hint|example|attempt|try|instead|would|could|might|maybe|perhaps"
    r"|bound|estimate|approximat\w+|alternatively|otherwise|either|question|problem says|ignor\w+|don't know"
    r"|scratch)\b"
    r"|\?\s*$|:\s*$",
    re.I,
)
_NUMBER = (
    r"[-\u2212]?(?:\\?\$)?\d[\d,]*(?:\.\d+)?(?:/\d+)?(?:\s?[\u00b7\u00d7*]\s?10(?:\^\{?-?\d+\}?"
    r"|[\u207b\u2070-\u2079\u00b9\u00b2\u00b3]+))?"
    r"(?:\\?%|\u00b0| ?\u20ac)?"
)
_CLOCK = r"\d{1,2}:\d\d(?: ?[ap]\.?m\b\.?)?"
_VALUE = re.compile(
    rf"(?<![\w.\\^_/*+=-])(?:{_CLOCK}|{_NUMBER}|\([A-H]\))(?![\w^*+=!/]|[.,:]\d|-\d)|\x01\d+\x02", re.I
)
_ANY_DIGIT = re.compile(r"\d")
_PER = re.compile(r"\bper (?:1|10|100|1000|1,000) (?=[a-z]+)", re.I)
_BETWEEN = re.compile(
    r"\b(angle|distance|area|time|region|path|volume|line|road|gap) (?:(?:enclosed|formed) )?between (?:the "
    r"|its |these )?"
    r"(?:two )?[a-z]+(?: [a-z]+)?(?: and (?:the )?[a-z]+(?: [a-z]+)?)?(?= is\b)",
    re.I,
)
_A_DOUBLE = re.compile(r"\ba double (?!of\b)(?=[a-z])", re.I)
_FOREIGN = re.compile(
    r"[^\W\d_a-zA-Z\u03c0\u00b9\u00b2\u00b3\u2070-\u207f]|\b(?:pas|nicht|kein\w*|non|nao|niet|geen|nie|pero"
    r"|aber|mais|menos|moins"
    r"|weniger|mehr|mas"
    r"|oder|ou|und|et|ist|est|es|der|die|das|el|los|las|le|les|il|os|het|una?|eine?|unter|circa)\b",
    re.I,
)
"""Another language, in which a denial would not be seen."""
_SUBJECT = re.compile(
    r"(?!(?:some|many|most|several|few|nobody|any|students?|people|trying|testing|using|multiply|divide"
    r"|subtract|say)\b)"
    r"(?:the|this|that|these|those|it|he|she|they|there|each|everyone|everybody|one|an?|our|her|his|their|its|all"
    r"|(?-i:[A-Z][a-z]+)(?:'s)?|in|on|over|after|at)\b",
    re.I,
)
_BEFORE_VALUE = re.compile(
    r"(?:^|\s)(?P<verb>is|are|equals?|be|become|[a-z]{2,}(?:s|ed|en|es)|take|cost|pay|last|have|carry|hold|make|get"
    r"|give|weigh|cover|receive|earn|spend|save|read|run|walk|travel|measure|sell|buy|own|produce)"
    r"(?: (?:exactly|precisely|simply|therefore|thus|then|now|always|equal|in|at|to|for|by|on|of|the|an?|him"
    r"|her|them|it"
    r"|total|sum|profit|length|equation|value|interval|set|point|number|pair|form|coordinates|vector|matrix|function"
    r"|expression|ratio|area|volume|slope|radius|all|together|altogether|us|about the)){0,5}:?\s*$",
    re.I,
)
_REST = re.compile(r"(?:,?\s+[A-Za-z][A-Za-z'-]*[\u00b2\u00b3]?){0,8}\s*$")
_REST_SPOILED = re.compile(
    r"\b(?:is|are|has|have|be|does|do|will|can|must|for|by|with|from|to (?:get|go))\b", re.I
)
_NAME_ONLY = re.compile(
    r"[$\\() {}*]*[A-Za-z](?:\([a-z]\))?[$\\() {}*]*|[$\\() ]*(?:\\triangle |\\angle )?[A-Z]{2,4}[$\\() ]*"
)
_WORDS = re.compile(
    r"(?P<subject>(?:the|its|his|her|their|this|that|our|it)\b(?: [A-Za-z'-]+){0,12}) (?:is|are)"
    r" (?:therefore |thus |then |indeed |simply )?(?P<said>[a-z]+(?: [a-z]+){0,2})",
    re.I,
)
_CHOSEN = re.compile(
    r"(?:the |so the )?(?:right|correct|matching|only correct|best) (?:option|choice|statement|letter)(?: is"
    r"|:) (?P<said>\x01\d+\x02"
    r"|\(?[A-H]\)?)",
    re.I,
)
_QUESTION = re.compile(r"[A-Z][^?!\n]{3,160}\?\s+[*_]{0,3}(?P<said>yes|no|true|false)[*_]{0,3}[.!]?\s*$", re.I)


def closing_lines(text: str) -> str:
    """The text without civilities, confirmations and marks of an end behind its last statement."""
    tail = text.strip()[-TAIL:]
    for _ in range(5):
        cuts = list(_PARTS.finditer(tail[-600:]))
        if not cuts:
            return tail
        start = len(tail) - len(tail[-600:]) + cuts[-1].end()
        last = tail[start:]
        if (
            not _EMPTY.fullmatch(last)
            and not (_SENSIBLE.match(last) and not _DENIES.search(last))
            and (
                _VALUE_LIKE.search(last)
                or not (_CIVIL.search(last) or (_CONFIRMS.search(last) and not _DENIES.search(last)))
            )
        ):
            return tail
        tail = tail[: start - len(cuts[-1].group())].rstrip()
    return tail


def predicate(text: str) -> str | None:
    """The one value that the last sentence of a text states, as it is written there; None if there is none.

    Args:
        text: what a model says, without what stands behind its last statement (`closing_lines`).
    """
    before, _, line = text.rpartition("\n")
    if _ITEM.match(line) or not 3 <= len(line) <= 500:
        return None
    if (asked := _QUESTION.fullmatch(line)) is not None:
        return asked["said"]
    words, spans = masked(line.strip().strip("> ").strip())
    sentences = re.split(r"(?<=[.!?])\s+(?=[A-Z$\x01*(])", words)
    previous = sentences[-2] if len(sentences) > 1 else before.rstrip().rpartition("\n")[2]
    if _BEFORE.search(previous) and not re.fullmatch(
        r"[*#_\s]*(?:the )?(?:conclusion|result|summary):?[*_\s]*", previous, re.I
    ):
        return None
    said = _LEADS.sub("", sentences[-1].strip()).strip().rstrip(".!").strip()
    if (chosen := _CHOSEN.fullmatch(said)) is not None:
        return unmasked(chosen["said"], spans).strip("* ")
    said = _PER.sub("per ", _A_DOUBLE.sub("a ", _BETWEEN.sub(r"\1", core(said))))
    said = ENDS.sub("", said)
    plain = MASK.sub("q", said)
    if GUARD.search(plain.replace("per ", "")) or _SPOILED.search(plain) or not _SUBJECT.match(said):
        return None
    if _FOREIGN.search(plain):
        return None
    found = [value for value in _VALUE.finditer(said) if not _is_name(value.group(), spans)]
    if not found:
        match = _WORDS.fullmatch(said)
        return None if match is None or _ANY_DIGIT.search(plain) else match["said"]
    if len(found) > 1:
        found = [value for value in found if unmasked(value.group(), spans).startswith("**")]
    if len(found) != 1 or _ANY_DIGIT.search(_VALUE.sub("", said)):
        return None
    value = found[0]
    rest = said[value.end() :]
    if not (_BEFORE_VALUE.search(said[: value.start()]) and _REST.fullmatch(rest)):
        return None
    if NO_NOUN.search(rest) or PARTS.search(rest) or _REST_SPOILED.search(rest) or no_noun(rest.split()):
        return None
    return f"{unmasked(value.group(), spans).strip('* ')} {_unit(rest)}".strip()


def _unit(rest: str) -> str:
    """The unit of measure right behind a value; empty if the words are a noun that is counted, or something else."""
    words = rest.replace(" per ", " / ").split()
    kept: list[str] = []
    for word in words:
        if not (word in UNITS or word.lower() in UNITS or word.lower() in _SHAPES or (kept and word == "/")):
            break
        kept.append(word)
    while kept and kept[-1].lower() in ("/", *_SHAPES):
        kept.pop()
    return " ".join(kept)


_SHAPES = ("square", "cubic", "sq")


def _is_name(value: str, spans: list[str]) -> bool:
    """Whether a masked formula is a name only: ``$n$``, ``$f(x)$``, ``$ABC$``."""
    return value[0] == "\x01" and _NAME_ONLY.fullmatch(unmasked(value, spans)) is not None and "**" not in value


__all__ = ["closing_lines", "predicate"]
