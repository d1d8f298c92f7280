"""What follows a commitment: whether it takes the answer back, and which other values it claims.

The rule: an ordinary remark leaves an answer as it is. Only three things withdraw it: an explicit retraction ("that is
wrong", "scratch that", a doubt about it, a new start that never ends in a confirmation), another value that is claimed
to be the answer, and a true alternative ("or it might be 28"). Values that are claimed are handed back, because the
same value said again is no contradiction. All patterns are linear on the bounded texts that `commit` gives them.
"""

from __future__ import annotations

import re

from .denials import denial_of, failed
from .reopened import attached_value, stated_again

_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
_MOST_SENTENCES = 200

_ATTACHED = re.compile(
    r"\b(?:wrong|incorrect|false|untrue|mistaken?|error|not|never|cannot|n't|maybe|perhaps"
    r"|possibly|might|unsure|either"
    r"|alternatively|actually|wait|sorry|correction|typo|oops|scratch|however|hmm|kidding|guess)\b"
    r"|n't\b|\bor\b(?! equivalently)|\binstead\b(?! of)|\brather\b(?! than)|^\W*but\b"
    r"|^\W*(?:no|nope)\b|^\W*\.{3}"
    r"|\b(?:is|was) (?:a lie|assumed|supposed|rejected|excluded|impossible)\b|\bat first\b"
    r"|\btoo (?:small|large|big|few|many|high|low)\b|\bbut (?:this|that|it|the answer|i|we|actually|no"
    r"|the correct)\b|\bmake that\b",
    re.I,
)
"""In the rest of the sentence that commits: nearly everything that denies or doubts counts there."""

_CROSSED = re.compile(r"[\s$*)\]}.]{0,12}[\u274c\u2717\u2718]")
"""A cross right behind the answer."""

_NOT_THAT = re.compile(r"(?:,|\band\b)\s+not\s+\$?-?\d[\d.,]*\$?(?=\W*$)", re.I)
""""... and not 41" tells what the answer is not, which is no denial."""

_SUBJECT = (
    r"(?:he|she|they|(?:that|this|it)(?: answer| result| value| solution| number)?|what i (?:said|wrote)|i"
    r"|(?:the|my|our|this|that) (?:above |previous |final |boxed |stated )?(?:answer|result"
    r"|solution|value|claim|sentence"
    r"|statement|calculation|computation|reasoning|work)(?: above| here| i gave| in the box)?"
    r"|(?:the )?above"
    r"|(?:the )?(?:above|previous) (?:answer|sentence|statement|is))"
)
_WRONG = (
    r"(?:wrong|incorrect|false|untrue|mistaken|invalid|a lie|a mistake|an error|a typo"
    r"|impossible|inconsistent|flawed"
    r"|not (?:right|correct|quite right|quite correct|quite|true|valid|it|the (?:right "
    r"|correct |final )?answer|possible"
    r"|what|consistent|acceptable|allowed))"
)
_RETRACTED = re.compile(
    "|".join(
        (
            # the answer is called wrong
            rf"\b{_SUBJECT}(?:'s|'m| is| was| am| were| seems| looks| appears| must be| turns out to be)"
            rf"(?: (?:actually|clearly|in fact|also|still|definitely|obviously|probably|just"
            rf"|completely|all|to be)){{0,2}}"
            rf" {_WRONG}",
            r"\b(?:that|this|it|answer|result) (?:isn't|wasn't|can't be|cannot be|can not be"
            r"|could not be|couldn't be)\b"
            r"(?! (?:hard|difficult|surpris|obvious|simplif|improved|reduced|easy|easier"
            r"|stressed|overstated))",
            r"\b(?:that|this|it|answer|which) (?:fails\b|contradicts\b|violates\b|does(?:n't"
            r"| not) (?:work|hold|satisfy|fit"
            r"|check|add|make sense))",
            r"^\W*(?:this |that |it )?(?:is |was )?(?:wrong|incorrect|false|nope|never|untrue"
            r"|not!|not so|not (?:correct|right|true|valid))\b(?! to\b)"
            r"|^\W*no(?:[.!,:;\u2014-]|\s*$)",
            r"\b(?:does(?:n't| not) (?:seem|look|sound|feel)|seems) (?:right|correct|off"
            r"|wrong)\b|^\W*not\W*$|^\W*or is it\b"
            r"|^\W*or not\b",
            r"\bi lied\b|\bopposite is true\b|\bis false\b|\bwere? (?:false|a lie)\b",
            # a slip is admitted
            r"\b(?:i|my|there (?:is|was))\b(?![^.\n]{0,20}\b(?:not|no|n't|never|any|common)\b)[^.\n]{0,24}"
            r"\b(?:mistakes?|errors?|slip)\b(?! (?:would|to avoid))",
            r"\bi (?:have |had )?(?:mis(?:read|spoke|calculated|counted|took|applied|copied)"
            r"|forgot|overlooked|missed"
            r"|messed)\b|\bi meant\b|\boops\b",
            r"\bsorry\b(?!,? (?:for|about) (?:the|any|my|this|being)\b)|^\W*correction\b|\bkidding\b",
            r"\b(?:he|she|they)\b[^.\n]{0,12} (?:made|makes?) (?:a|an|some) (?:\w+ )?(?:mistakes?|errors?|slip)\b"
            r"|\bi (?:disagree|(?:do not|don't|cannot|can't) agree)\b",
            r"\b(?:this|that|it|which) (?:double[- ]counts|over-?counts|under-?counts"
            r"|(?:mis)?counts [^.\n]{1,30} twice"
            r"|ignores|omits|overlooks|forgets|neglects|leaves out|skips|misses)\b",
            # it is taken back
            r"\bmake (?:that|it) \$?-?\d|\b(?:typo|erratum|errata|p\.s\.?)[: ]|^\W*(?:update|edit)\b\s*:",
            r"\b(?:scratch|strike) that\b|\bretract\b|\btake (?:it|that|this|my answer) back\b"
            r"|\bi withdraw\b",
            r"\b(?:disregard|ignore|forget) (?:that|this|it|my|the (?:above|previous|box"
            r"|answer|last))\b|\bnever ?mind\b"
            r"|\b(?:change|revise|correct) my (?:answer|mind)\b",
            r"\bi(?:'d| would| will|'ll) (?:rather|instead) (?:say|answer|go)\b",
            # doubt about the answer
            r"\bi(?:'m| am) (?:not|un)\s?(?:\w+ )?(?:sure|certain|confident)\b|^\W*(?:not sure|unsure)\b"
            r"|\bi (?:do not|don't) (?:really |actually )?(?:know|think so|believe)\b"
            r"|\b(?:only|just|merely) a guess\b"
            r"|\bi(?:'m| am)? (?:just |only )?guess(?:ing|ed)?\b|\bi doubt\b|\btake (?:it|this) with\b",
            # there is no answer after all
            r"\bi refuse\b|\b(?:there is|has|have|i have) no answer\b"
            r"|\b(?:i|we|one) (?:cannot|can't|can not|could not|couldn't|am unable to|did not|didn't)"
            r" (?:really |actually |be )?(?:determine|solve|answer|know|tell|say|find)\b",
            r"\b(?:cannot|can't) be determined\b",
        )
    ),
    re.I,
)
"""A sentence that takes back the commitment before it."""

_SUPPOSED = re.compile(
    r"^\W*(?:if|when(?:ever)?|had (?:we|i)|note|notice|remember|observe|recall|trying|testing"
    r"|for|suppose|assume|since|to make"
    r" sure|to see|indeed|otherwise|with|without|using|taking|any|a common|one (?:common|might"
    r"|could|may))\b",
    re.I,
)
"""A sentence that looks at something else than the answer."""

_REOPENED = re.compile(
    r"^\W*actually\b(?=[^.!?\n]*\d)"
    r"|^\W*(?:(?:but|oh|ah|hm+|no|and|ok|okay|well|actually),?\s+)*(?:wait\b|hold on|hm+\b"
    r"|on (?:second|further) thoughts?"
    r"|on reflection|let me (?:re|fix|try|check again|think|look|start (?:over|again)|begin again)|let's (?:re"
    r"|check again)"
    r"|i (?:need|have|want|should|must|ought)(?: to)? re|re-?check(?:ing)?\b|checking again"
    r"|after (?:re)?checking"
    r"|this needs|that said\W*$|actually\W*$|however\W*$|but\W*$|or\W*$|instead\W*$)",
    re.I,
)
"""A sentence that opens the question again: a confirmation must follow."""

_CONFIRMED = re.compile(
    r"(?<!not )(?<!n't )\b(?:yes|correct|right(?![- ](?:hand|angle|triangle|side|end|now))"
    r"|confirm(?:s|ed)?|verif(?:y|ies)|verified"
    r"|checks? out|holds|works|consistent"
    r"|match(?:es)?|agrees?|indeed|fine|good|valid|stands?|as expected|still|same|done|ok"
    r"|okay)\b|[\u2713\u2714\u2705]",
    re.I,
)

_A_VALUE = (
    r"(\$[^$\n]{1,120}\$|\\\([^\n]{1,120}?\\\)|\*\*[^*\n]{1,80}\*\*"
    r"|(?<![0-9])-?[0-9][0-9.,/]{0,40}%?(?![0-9\u221a\u03c0])"
    r"|\(?[A-J]\)?(?=\W*$))"
)
_CLAIMED = re.compile(
    r"(?:^\W*(?:(?:but|oh|and|so|hm+|wait|no|now|well|ok|actually|sorry|correction|rather"
    r"|instead|oops|or|maybe|perhaps"
    r"|possibly|alternatively|edit|update|either that or|better)\b[\s,:;\u2014.-]*)+"
    r"(?:(?:i (?:now )?(?:get|got|find|obtain|have)|it(?:'s| is)|that(?:'s| is)|the answer is|make it)\s+)?"
    r"|\bit(?:'s| is| was| should be| must be| has to be| ought to be| equals| becomes| comes to)"
    r"(?: (?:actually|instead|really|in fact|rather|exactly))*\s+"
    r"|\bthat should be\s+|\bi (?:now )?(?:get|got)\s+"
    r"|\b(?:correct|right|actual|true|real|final|proper)(?: (?:answer|value|result|number|one|total|count))"
    r" (?:is|was|should be|would be|must be)(?: (?:actually|instead|rather))*:?\s+"
    r"|\b(?:answer|result) should(?: actually| instead| rather)? be\s+"
    r"|^\W*(?:but|however|yet|wait|hm+|except|also|now)\b[^.\n]{0,100}?[\s,](?:so|giving"
    r"|gives|making|makes|yielding|yields"
    r"|leaving|leaves|to get|we get|for a total of)\s+(?:(?:it is|the answer is|we get|us|a total of)\s+)?"
    r"|\b(?:could|might|may)(?: also| equally| just as well| well| even)? be\s+)" + _A_VALUE,
    re.I,
)
"""A sentence that claims a value, and the value."""

_IS_THE_ANSWER = re.compile(
    _A_VALUE
    + r" (?:is|would be|might be|could be|should be) (?:the|my|our|also)(?: also)?(?: an?)?(?: final| correct| right"
    r"| actual| real| possible| valid| another)*(?: answer| solution)?\b",
    re.I,
)
_ALTERNATIVE = re.compile(
    r"\bor (?:maybe|perhaps|possibly)\b|\bcould (?:also|equally|just as well) be\b"
    r"|\b(?:it|that|answer) (?:might|may) (?:also|well|just as well) be\b"
    r"|^\W*(?:or|maybe|perhaps|possibly|either that or|probably)\s+(?:not|the |a )?[\w$\\(){}.-]{1,20}\W*$"
    r"|\banother (?:possible |valid |correct |acceptable )?(?:answer|value"
    r"|possibility)\b(?! would be wrong)"
    r"|\b(?:answer|it|value) (?:might|may|could) be (?:different|wrong|larger|smaller|greater"
    r"|less|more|off|lower|higher)\b",
    re.I,
)


def withdrawn(rest: str, said: str) -> tuple[bool, tuple[str, ...]]:
    """Whether `rest`, which follows a commitment, takes it back; else the other values that it claims to be the answer.

    Args:
        rest: what follows, bounded.
        said: what was committed to; empty if that is not known.
    """
    if not rest.strip():
        return False, ()
    said = said.strip().strip("$*").strip()
    first, attached = _attached(rest)
    if _CROSSED.match(rest):
        return True, ()
    if attached and _ATTACHED.search(_NOT_THAT.sub("", attached)):
        return True, ()
    claimed: list[str] = []
    sentences = [part for part in _SENTENCE.split(rest[first:])[:_MOST_SENTENCES] if part and part.strip()]
    claimed += [match.group(1) for match in _CLAIMED.finditer(attached)]
    denied = denial_of(said)
    sentences = without_self_checks(sentences)
    for at, sentence in enumerate(sentences):
        supposed = _SUPPOSED.match(sentence) is not None
        if denied is not None and denied.search(sentence):
            return True, ()
        if failed(sentence):
            return True, ()
        if not supposed and (_RETRACTED.search(sentence) or _ALTERNATIVE.search(sentence)):
            return True, ()
        if _REOPENED.match(sentence):
            later = " ".join(sentences[at:])
            if not (_CONFIRMED.search(later) or _CLAIMED.search(later)):
                return True, ()
        if not supposed:
            claimed += [match.group(1) for match in _CLAIMED.finditer(sentence)]
            claimed += [match.group(1) for match in _IS_THE_ANSWER.finditer(sentence)]
    claimed += [value] if (value := attached_value(attached)) is not None else []
    claimed += stated_again([*attached.split(";")[1:], *sentences], said)
    return False, tuple(dict.fromkeys(value.rstrip(".,") for value in claimed))


def without_self_checks(sentences: list[str]) -> list[str]:
    """The sentences without questions to oneself that the next sentence answers in favour of what was said.

    "Let me see whether I misread anything. No, everything is consistent." leaves the answer as it is; "Did I make a
    mistake? Yes." and a question that stays open do not.
    """
    kept: list[str] = []
    at = 0
    while at < len(sentences):
        sentence = sentences[at]
        asks = _ASKS.search(sentence) is not None and _NUMERAL.search(sentence) is None
        if asks and _LET_ME_KNOW.search(sentence):
            at += 1
            continue
        if asks and not _INVITES.search(sentence):
            answer = sentences[at + 1] if at + 1 < len(sentences) else "Yes."
            if _favourable(answer):
                at += 2
                continue
            if _FOUND.search(answer):
                return ["That is wrong."]
        if _NO_FAULT.match(sentence) and _favourable(sentence) and _FINE.search(sentence):
            at += 1
            continue
        kept.append(sentence)
        at += 1
    return kept


def _favourable(sentence: str) -> bool:
    """Whether an answer to a doubt finds no fault and names no value."""
    if _NUMERAL.search(sentence) or "?" in sentence or _FAULT.search(_NO_FAULT.sub("", sentence, count=1)):
        return False
    return bool(_NO_FAULT.match(sentence) or _FINE.search(sentence))


_NUMERAL = re.compile(r"[\d$\\]|\*\*")
_ASKS = re.compile(
    r"\b(?:whether|if|did|do|have|has|was|is there|are there|any|anything|could) \b[^.!\n]{0,60}?\b(?:mis\w+"
    r"|mistakes?"
    r"|errors?|slips?|overlook\w*|forg[eo]t\w*|missed|missing|miss|wrong|skipped)\b",
    re.I,
)
""""Did I forget anything?", "Let me see whether I misread the question.": a fault is looked for."""
_LET_ME_KNOW = re.compile(r"^\W*(?:let me know|tell me|feel free)\b", re.I)
_INVITES = re.compile(r"\b(?:let me know|tell me|feel free|please|you|your)\b", re.I)
_FOUND = re.compile(r"^\W*(?:yes|yeah|yep|I (?:did|have|think so)|unfortunately|indeed)\b|\bexcept\b", re.I)
_NO_FAULT = re.compile(
    r"\W*(?:no(?=[,:;.!]? (?:everything|all|it|that|this|nothing|I|the|every|each|they|we|problem|mistake|error))"
    r"[,:;.!]?\s*|no[.!]?\s*$|nothing (?:was |is |has been |seems |looks )?(?:wrong|missing|missed|overlooked"
    r"|forgotten|off|amiss"
    r"|misread|skipped)|I (?:don't|do not) think so|not that I (?:can )?see|no (?:mistakes?|errors?|slips?"
    r"|problems?)\b|I (?:did not|didn't|have not|haven't|found no|see no"
    r"|find no)\b(?: (?:find|see|spot|notice|misread|miss|overlook|forget|make))?(?: any\w*| a| mistakes?"
    r"| errors?)*)",
    re.I,
)
_FINE = re.compile(
    r"(?<!not )(?<!n't )\b(?:consistent|correct|right|fine|good|fits?|matches|holds?|checks? out|agrees?|works?"
    r"|in order|as (?:it should|expected|required)|satisf(?:y|ied|ies)|valid|confirmed|confirms|verified|met|used"
    r"|accounted for|covered|sound|stands?)\b|\u2713|\u2714|\u2705",
    re.I,
)
_FAULT = re.compile(
    r"\b(?:not|never|cannot|but|however|except|wrong|incorrect|false|mistakes?|errors?|misread|forgot|missed"
    r"|overlooked|should|would|could|might|maybe|perhaps|instead|rather|or|unless|almost|nearly|only if|though"
    r"|although"
    r"|yet|partly|actually|wait|hmm|doubt|unsure)\b|n't\b",
    re.I,
)


def _attached(rest: str) -> tuple[int, str]:
    """The end of the sentence that commits, if it goes on behind the commitment, and its text."""
    stop = re.search(r"[.!?](?=\s|$|[$*)\\])|\n", rest)
    end = len(rest) if stop is None else stop.start()
    return end, rest[:end] if any(map(str.isalpha, rest[:end])) or "..." in rest[:8] else ""
