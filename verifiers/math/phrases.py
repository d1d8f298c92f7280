"""What people write around an answer: how they state it, take it back, doubt it, or only report it.

One regular expression each, all linear on the bounded texts that `commit` gives them.
"""

from __future__ import annotations

import re

WITHDRAWN = re.compile(
    "|".join(
        (
            # the answer is called wrong
            r"^\W*(?:is|was|would be|seems)\b[^.\n]{0,12}\b(?:wrong|incorrect)\b",
            r"^\W*(?:cannot|can't|can not) be\b",
            r"^\W*(?:wrong|no|nope|false|never|untrue)\b|^\W*not\b(?!\s+\$?-?[\d\\])",
            r"\b(?:is|was) (?:false|a lie|untrue)\b|\bi lied\b|\bopposite is true\b",
            r"\b(?:that|this|it)(?:'s| is| was| seems| looks)"
            r" (?:not (?:right|correct|quite|true|it)\b|wrong|incorrect)",
            r"\b(?:i(?:'m| was| am)|that|this|it|which|answer|above)\b[^.!?\n]{0,20}\bwrong",
            r"\bis(?: not|n't) (?:right|correct|the answer)",
            r"\bincorrect\b",
            r"\b(?:that|this|it) (?:fails|was (?:a mistake|an error))\b",
            r"\b(?:that|this|it|which) does(?:n't| not) work\b",
            # a slip is admitted
            r"\b(?:i|my)\b[^.\n]{0,20}\b(?:mistake|error)\b|\bi made an error\b",
            r"\bmis(?:read|spoke|calculated|counted)\b|\bi meant\b|\boops\b|\bsorry\b"
            r"|\bcorrection\b|\bkidding\b",
            # it is taken back
            r"\bmake that\b|\b(?:typo|erratum|update|p\.s\.?)[: ]",
            r"\b(?:scratch|strike) that\b|\bedit:|\bretract\b|\btake (?:it|that|this) back\b"
            r"|\bi (?:take|withdraw)\b",
            r"\bdisregard\b|\bignore\b|\bnever ?mind\b|\bchange my\b|\binstead\b|\brather\b|\brechecking\b",
            r"\bi (?:now )?get\b|\blet me (?:re|check again|try again)",
            # another thought begins
            r"\blet me fix\b|\bchecking again\b|\bafter checking\b|\ba lie\b",
            r"\bwait\b|\bactually\b|\bon second thoughts?\b|\bon reflection\b|\bhold on\b|\bno,|\bhmm\b"
            r"|\bthat said\b",
            r"\bhowever\b|\bbut\b|^\W*or\b|^\W*\.{3}",
            # doubt
            r"\bor (?:maybe|perhaps|possibly)\b|\bcould (?:also be|equally|just as well)\b"
            r"|\bmight (?:also )?be\b",
            r"\b(?:only|just) a guess\b|\balternatively\b|\bnot sure\b|\bunsure\b|\beither\b",
            r"\bmaybe\b|\bperhaps\b|\bpossibly\b",
            # there is no answer after all
            r"\bi (?:do not|don't) (?:really )?know\b|\bi refuse\b|\bno answer\b",
            r"\b(?:cannot|can't|unable to) (?:be )?(?:determine|solve|answer|know|tell|say)",
            r"\b(?:could not|couldn't|did not|didn't) (?:solve|find|determine|answer)",
        )
    ),
    re.I,
)
"""A commitment before it does not count any more."""

RECHECKED = re.compile(r"\b(?:double|re)-?check|\bcheck(?:ing)? again\b|\bon closer\b|\bcorrected\b", re.I)
"""Between two commitments: the second replaces the first."""

HEDGED = re.compile(r"\b(?:maybe|perhaps|possibly|either|or|might|could|unsure|not sure|alternatively)\b", re.I)
"""Between two commitments: neither is one."""

STATED = re.compile(
    r"(?:\b(final|correct|my|overall)\s+)?\b(answer|ans|result|solution(?: set)?)\.?"
    r"(?:\s+(?:to|for|of)\s+(?:the|this)\s+[\w ]{1,30}?|\s+(?:that )?(?:we"
    r"|you) (?:are looking for|want|seek|need|wanted))?"
    r"[*_ \t]*"
    r"(?:(?:is|are|equals?|would be|should be|must be|will be|comes out to(?: be)?"
    r"|turns out to be|has to be)\b"
    r"(?P<no>\s*(?:n't|not)\b)?[\s:*_]*|[:=]+>?[ \t*_]*|\)?\s*:\s*|(?:\u2192|->|[\u2013\u2014-])\s+"
    r"|,\s+(?:then|therefore|thus),?\s+is\s+|(?<=ns\.)\s+(?=[-$\\0-9])|(?<=\.\*\*\s)(?=[-$\\0-9(\[*]))",
    re.I,
)
"""A sentence that begins to say what the answer is. Groups: how final; the noun; ``no`` if it is negated."""

HEADING = re.compile(
    r"^[#*_ \t]{0,8}(?:(?:the )?(?:final )?answer|solution set|final (?:result|solution))[*_: \t]{0,8}\n+",
    re.I | re.M,
)
"""A heading over the answer."""

JSON_FIELD = re.compile(
    r"\"(?:final[_ ]?)?answer\"\s*:\s*(?:\"((?:[^\"\\\n]|\\.){0,400})\"|(-?[0-9][0-9.eE+-]{0,60}))", re.I
)
"""The answer as a field of an object: its text, or its number."""

CLAUSE = re.compile(r"[.!?\n]")
THAT = re.compile(r"^(.*)\bthat\s+(?:(?:the|our|my|this)\s+)?(?:(?:final|correct)\s+)?$", re.I | re.DOTALL)
ASSERTED = re.compile(
    r"\b(?:we|i)\s+(?:can\s+|may\s+|must\s+|now\s+|thus\s+|therefore\s+|finally\s+){0,2}(?:see|find|get"
    r"|conclude|have|know|obtain|deduce"
    r"|say|note|infer|believe|think|determine|found|confirm|verified|verify)\s*$"
    r"|\b(?:i am|i'm|we are)\s+(?:quite\s+|very\s+|fairly\s+|absolutely\s+|completely\s+)?"
    r"(?:certain|confident|sure)\s*$|\b[a-z]+(?:ion|ing"
    r"|check) shows\s*$"
    r"|\bit (?:follows|seems|appears|is clear|is evident|turns out)\s*$|\b(?:this|which|it|that|these|they) (?:means?"
    r"|shows?|implies|imply|gives?|tells us|proves?"
    r"|confirms?|yields?)\s*$|\b(?:meaning|showing|implying|so|such)\s*$",
    re.I,
)
"""What may stand before "that the answer is": anything else may deny or doubt it."""

OF_THE_ANSWER = re.compile(
    r"\b(?:twice|half|double|triple|thrice|than|minus|plus|times|of|in|for|on|over|by)\s+(?:of\s+)?(?:the"
    r"|this|my|our)?\s*$",
    re.I,
)
"""Before "the answer is": something else than the answer is told."""

BULLET = re.compile(r"^\s*\n\s*[-*\u2022]\s+")
LAST_PART = re.compile(r"[,;]\s+|\b(?:so|hence|therefore|thus|but)\b", re.I)
CONDITION = re.compile(
    r"\W*(?:if|when|say|suppose|supposing|assume|assuming|unless|provided|in case|had (?:we|i|it|they|the)"
    r"|were (?:we|i|it|they|the|there)"
    r"|imagine|pretend|let us (?:say|assume|suppose)|let's (?:say|assume|suppose))\b"
    r"(?!.*\bwe (?:see|find|get|conclude|obtain)\b)",
    re.I | re.DOTALL,
)
"""A sentence that begins with a condition."""

NOT_MEANT = re.compile(
    r"[\u274c\u2717\u2718]|\b(?:not|isn't|wrong|previous|example|sample|old|forbidden|no (?:way|point"
    r"|circumstances?|means)|never|nowhere|nothing|wish|deny|disagree|incorrect|if"
    r"|whether|suppose|supposing|assume|assuming|imagine|pretend"
    r"|let (?:us|me)|let's"
    r"|say(?:s|ing) that|cannot|can not|claim(?:s|ed)?|guess(?:ed|es)?|ask(?:s|ed)?|maybe"
    r"|perhaps|possibly|might"
    r"|doubt(?:s|ful)?|false"
    r"|untrue|nobody|no one|told|unlikely|unclear|unknown|impossible|no proof|wonder(?:s|ed)?|disprove"
    r"|rumou?r|used to (?:think|believe)|myth|contrary|tempt(?:ed|ing)|mistake|error|provided"
    r"|in case|who says|the question is|(?:may|might|could|would) (?:think|say|expect|believe|guess)"
    r"|unless|had (?:we|i|it|they|the)|were (?:we|i|it|they))\b|n't\b"
    r"|\b(?:some(?:one|body| people| might)?|they|he|she|people|others|friend|student|another"
    r"|many|teacher|book)\b"
    r"[\w ]{0,30}\b(?:sa(?:id|ys?)|thinks?|thought|believes?|wrote|answered)\b",
    re.I,
)
"""In the clause before "the answer is": it is not the writer's own statement."""

ANOTHERS = re.compile(
    r"\b(?:naive|obvious|intuitive|tempting|common|usual|quick|expected|reference|official"
    r"|partial|intermediate|interim|running|provisional|preliminary|target|intended|desired|second|second best"
    r"|grader'?s?|book'?s?|last|nowhere is)"
    r"(?: the)?\s*$|\b(?!here|there|that|it|what|let)[a-z]+['\u2019]s\s*$",
    re.I,
)
"""Directly before "answer is": somebody else's, or another one."""

NOT_FIRST = re.compile(
    r"(?:not|n't)\b|(?:after|before|past|beyond)\s+(?:[-\d.,]{1,40}|\$[^$]{1,80}\$)\W*$", re.I
)
NEGATED = re.compile(
    r"(?:is|are|was|would|could|can|should)(?:n't|\s+not|not)\b|\bnot\b|\bnever\b|n't\b|\bcannot\b"
    r"|\bdifferent from\b|\u2260|!=|\\ne",
    re.I,
)
STOP = re.compile(r"(?<![ap]\.m)(?<!\bvs)[.!?](?=\s|$|\*\*\s)|\n")
"""The end of a sentence or line."""

BECAUSE = re.compile(
    r",?\s+\(?(?:because|since|as (?:can|one|is|was|we|it|the|shown|required|computed|claimed"
    r"|desired|expected|stated|above)|which|where|so that|for the|by the|when we|after)\b"
    r"|(?:,\s+|\s+\()(?:and )?not\b",
    re.I,
)
"""The answer ends before it."""

WHY = re.compile(r",?\s+\(?(?:because|since)\b", re.I)
ADVERB = re.compile(
    r"^(?:(?:simply|just|exactly|therefore|thus|indeed|clearly|then|given by|equal to|precisely)\s+"
    r"|,?\s*(?:of course|in fact|as expected|indeed|then|therefore),\s*)",
    re.I,
)
STEP = re.compile(r"(?:step|part|case) \d{1,2}[:.)]\s*", re.I)

CONCLUSION = re.compile(
    r"(?:(?:so|thus|therefore|hence|finally|in conclusion|consequently|in total|altogether)\b[,:]?\s+"
    r"(?:(?:we|i)\s+(?:get|have|find|obtain|conclude)(?:\s+that)?:?\s+)?"
    r"(?:[a-z'$ ]{1,60}?\s(?:is equal to|amounts to|comes to|is|are|equals|has|have|gets|costs|takes"
    r"|needs|makes|gives)\s+)?"
    r"|(?:the|our)\s+[a-z'$ ]{1,60}?\s(?:is equal to|amounts to|comes to|is|are|equals)\s+|(?:it|that)(?:'s"
    r"| is)\s+|there (?:is|are)\s+|(?:we\s+(?:get|have|find"
    r"|obtain)|i\s+(?:get|find|obtain))\s+"
    r"|(?:it|this|that) (?:costs|takes|gives|equals|makes)\s+"
    r"|[A-Z][a-z]+ (?:now )?(?:has|had|needs|pays|paid|gets|got|earns|earned|spends|spent|saves|saved"
    r"|sold|bought)\s+)(.+)",
    re.I | re.DOTALL,
)
"""A sentence that concludes, and what it concludes."""

NO_CONCLUSION = re.compile(
    r"\b(?:not|no|never|nothing|nowhere|nobody|none|neither|nor|assume|let|hardly|naive|without|ignoring"
    r"|forgetting|from|want"
    r"|cannot|wrong|incorrect|guess|first|initial|might|may|could|would|if"
    r"|when|expected|estimated?"
    r"|approximate|about|previous|other|another|minus|plus|squared|cubed|twice|half|double|times|bound"
    r"|negative|reciprocal"
    r"|less|more|problem|question|next|least|most|suppose|assume|maybe|perhaps|wish|deny|doubt"
    r"|so far|partial|intermediate|interim|running|provisional|preliminary"
    r"|unless|fails?)\b"
    r"|n't\b|[?\u2260\u274c\u2717\u2718]|!=",
    re.I,
)
IN_ALL = re.compile(r"\s+(?:in total|altogether|in all|overall|left|remaining|now|each)$", re.I)
IS_THE_ANSWER = re.compile(
    r"(?:(?:so|thus|therefore|hence),?\s+)?(.{1,200}?)\s+is (?:the|our|my) (?:final |correct )?answer[.!]?",
    re.I,
)
NO_OWN = re.compile(
    r"[\W_]*(?:(?:for|as an?) (?:example|instance)|examples?|e\.g|conjecture|hypothesis|guess|my guess"
    r"|a guess)\b(?! \d+\.)",
    re.I,
)
"""A sentence that gives an example or a guess."""

FIRST_LINE = re.compile(
    r"([^\n]{1,80}?)[.:]?[ \t]{0,8}\n{1,4}[ \t]{0,8}[#*_]{0,4}(?:explanation|reasoning|reason"
    r"|justification|because|why|solution)\b",
    re.I,
)
"""An answer on the first line, with its explanation behind it."""

TOTAL = re.compile(r"(?:the )?(?:total|sum|result)(?: [a-z]+){0,3}\s*[:=]\s*(.+)", re.I)
KIND_OF = re.compile(
    r"^the (?:closed |open |half-open )?(?:interval|set|point|number|fraction|value|pair)\s+", re.I
)
BOLD_LINE = re.compile(r"^\s*\*\*([^*\n]{1,60})\*\*\s*$", re.M)
BOLD_PART = re.compile(r"\*\*([^*\n]{1,200})\*\*")
BOLD = re.compile(r"(?:^|[\s:])(?:\*\*|__)([^*_\n]{1,200})(?:\*\*|__)[.\s]*$")

MATH_SPAN = re.compile(r"\$[^$]*\$|\\\(.*?\\\)|\\\[.*?\\\]|\\[A-Za-z]+", re.DOTALL)
JOINS = re.compile(r"\b(?:and|or|then|also|to|vs)\b", re.I)
LISTED = re.compile(
    r"\b(?:another|also|option|choice|case|part|method|candidates?|if|when|unless|other"
    r"|question|respectively|otherwise"
    r"|rather than|instead of|as opposed to|unlike|or|both"
    r"|answers|solutions|values|roots|problem|exercise|wrong|incorrect|not)\b|n't\b|\band\W*$",
    re.I,
)
"""Between two boxes: they stand beside each other, and the second does not replace the first."""

CONCLUDES = re.compile(
    r"\b(?:final(?:ly)?|so|thus|hence|therefore|then|conclude|consequently|simplif\w+|correct"
    r"|now|next|which)\b",
    re.I,
)

REMARK = re.compile(
    r"(?!.*[\d$\\])(?:(?:indeed|clearly|also|therefore|thus|quite|now|always|of course|in fact|actually|very)[ ,]+)*"
    r"(?:positive|negative|correct|right|reasonable|plausible|consistent|unique|exact|verified"
    r"|confirmed|complete|valid|final"
    r"|independent|what (?:we|i|was)\b|as expected|(?:an?|some) (?:[a-z-]+ ){0,4}?(?:integer"
    r"|number|fraction|prime|sum|product"
    r"|polynomial|function|set|interval|matrix|vector|point|expression|value|decimal|ratio"
    r"|percentage|angle|length|area"
    r"|probability)\b|the (?:same|sum|product|difference|ratio|quotient|total|number|value"
    r"|area|length|product"
    r"|largest|smallest|maximum|minimum|coefficient|remainder)\b|in (?:simplest|lowest|the"
    r"|fact)|expected|not (?:obvious|hard"
    r"|surprising|immediate|clear|trivial)|clear\b|simple\b|symmetric|well[ -]defined|possible"
    r"|attained|achieved|obtained"
    r"|given (?:as|in|below|above)|found|computed|based|supported|below|above|to be (?:given"
    r"|found|expressed)|now clear|nice|neat"
    r"|even\b|odd\b(?=\W*\w)|rational|irrational|finite|infinite\b(?! )|non-?zero|stated|shown|explained)",
    re.I,
)
"""Behind "the answer is": something about the answer that is no value."""

NO_VALUE = re.compile(r"\s*(?!.*[\d$\\])\w", re.I)

NO_LEAD = re.compile(
    r"\b(?:not|never|cannot|wrong|incorrect|would|could|might|may|if|suppose|assume|assuming"
    r"|guess|first|try|trying|perhaps"
    r"|maybe|either|candidates?|example|instead of|bound|is it|contradiction|options?|hint"
    r"|question|problem|given|recall"
    r"|formula|unlike|except|but|approximately|approximate|estimate|less|more|at least|at most"
    r"|compute|solve|find|evaluate"
    r"|calculate|determine|consider|want|need|remains|let|where)\b|n't\b|\?\s*$",
    re.I,
)
"""In the line before mathematics that stands alone at the end: it is no conclusion."""

LAST_DISPLAY = re.compile(
    r"(?:\n\s*|(?<=[\s:.,]))(?:\$\$\s*((?:[^$]){1,800}?)\s*\$\$|\\\[\s*((?:(?!\\\[|\\\]).){1,800}?)\s*\\\]"
    r"|(\\begin\{(?:aligned|align|equation|gather)\*?\}(?:(?!\\begin\{(?:align|equation|gather)).){1,800}?"
    r"\\end\{(?:aligned|align|equation|gather)\*?\}))[\s.]*$"
    r"|\n[ \t]*([-0-9().,\u00d7*/+ ^]{3,80}= ?-?[0-9][0-9.,/]*)\s*$"
    r"|\n\s*\n[ \t]*(?:\$([^$\n]{1,200})\$|\\\(((?:(?!\\\)).){1,200})\\\)"
    r"|(?![^\n]*[A-Za-z]{3}[^\n]*[ ,][A-Za-z]{3})"
    r"(?=[^\n]*\\|[^\n]{1,40}$)([^\n$A-Za-z]*(?:\\[A-Za-z]+|[A-Za-z]{1,2}(?![A-Za-z])"
    r"|[^\n$A-Za-z]){1,120})|(-?\$?[0-9][0-9.,/]*%?))[\s.]*$",
    re.DOTALL,
)
ALIGNED = re.compile(
    r"\\begin\{(?:align|aligned|equation|gather|gathered|split)\*?\}(.*)"
    r"\\end\{(?:align|aligned|equation|gather|gathered|split)\*?\}",
    re.DOTALL,
)

POLITE = re.compile(
    r"(?:\s*(?:i hope (?:it is correct|this helps|that helps)|hope (?:this|that|it) helps"
    r"|let me know if [^.!?\n]{0,80}"
    r"|thank you|thanks|q\.?e\.?d)[.!]?)+\s*$",
    re.I,
)
"""What people say behind an answer out of politeness."""

FINAL = re.compile(r".*?\bfinal answer\b", re.I | re.DOTALL)

PARENTHESIS = re.compile(r"\*{0,2}\s+\((?=[^()]*[a-z]{3})[^()\d$\\\u2248=]*\)\*{0,2}$", re.I)
"""A remark in parentheses behind an answer."""

NO_LEAD_TO_EQUATION = re.compile(
    r"\b(?:not|never|cannot|wrong|incorrect|would|could|might|may|if|suppose|assume|assuming"
    r"|guess|perhaps|maybe|either"
    r"|candidates?|example|contradiction|hint|recall|formula|instead of|unlike|approximately"
    r"|need|want|let|where|given)\b"
    r"|n't\b|\?\s*$",
    re.I,
)

RULE = re.compile(r"(?:\s*\n\s*[-*_]{3,})+\s*$")
"""A rule under the text."""

CHECKS = re.compile(
    r"(?:(?<=[.!?]\s)|(?<=[.!?]\)\s)|(?<=\$\s)|\n)[(*_#\s]{0,6}(?:check|checking|verification"
    r"|verify|to (?:verify|check|double-check|confirm)|proof"
    r"|let(?: us|'s| me) (?:verify|check|double-check|confirm)|we (?:can )?(?:verify|check"
    r"|double-check|confirm)|indeed|note"
    r"|remark|(?:as a )?(?:quick |sanity )check|double-check|you can (?:double[ -])?check"
    r"|this (?:matches|agrees|is consistent|makes sense|can be))\b",
    re.I,
)
"""Where a check of what was concluded begins."""

NO_CHECK = re.compile(
    r"\b(?:not|no|never|wrong|incorrect|fails?|but|however|wait|actually|mistake|error"
    r"|contradiction|instead|so the (?:answer"
    r"|final)|answer|therefore|thus|hence|conclude|or|maybe|perhaps|might|could|should be"
    r"|would)\b|n't\b|\u2260|\\neq?\b|[?\u2717\u2718\u274c]",
    re.I,
)
"""In a check: it does not simply confirm."""
