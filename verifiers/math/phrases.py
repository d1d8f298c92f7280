"""What people write around an answer: how they state it, take it back, doubt it, or only report it.

One regular expression each, all linear on the bounded texts that `commit` gives them.
"""

from __future__ import annotations

import re

WITHDRAWN = re.compile(
    r"\bwait\b|\bactually\b|\bscratch that\b|\bmistake\b|\bedit:|\bmis(?:read|spoke|calculated|counted)\b|\bkidding\b"
    r"|\b(?:that|this|it)(?:'s| is| was| seems| looks) (?:not (?:right|correct|quite|true|it)\b|wrong|incorrect)"
    r"|\bis(?: not|n't) (?:right|correct|the answer)|\bincorrect\b|\bcorrection\b|\bsorry\b|\bthat fails\b"
    r"|\bdoes(?:n't| not) work\b|\bon second thought\b|\bhold on\b|\bor (?:maybe|perhaps|possibly)\b"
    r"|\bcould also be\b"
    r"|\bcould (?:equally|just as well)\b|\bonly a guess\b|\bjust a guess\b|\bretract\b|\btake (?:it|that"
    r"|this) back\b"
    r"|\bmight (?:also )?be\b|\balternatively\b|\bnot sure\b|\bunsure\b|\binstead\b|\bno,|\bhmm\b"
    r"|\bwrong\b|\beither\b"
    r"|\bnever ?mind\b|\blet me (?:re|check again|try again)|\bi (?:take|withdraw)|\bon reflection\b|\boops\b"
    r"|\bthat said\b|\bhowever\b|\bbut\b|\bdisregard\b|\bignore\b|\brather\b|\bmaybe\b|\bperhaps\b|\bpossibly\b"
    r"|\bi meant\b|\bchange my\b|\bi (?:do not|don't) (?:really )?know\b|\b(?:cannot|can't|unable to) (?:be )?"
    r"(?:determine|solve|answer|know|tell|say)",
    re.I,
)
"""A commitment before it does not count any more."""

RECHECKED = re.compile(r"\b(?:double|re)-?check|\bcheck(?:ing)? again\b|\bon closer\b|\bcorrected\b", re.I)
"""Between two commitments: the second replaces the first."""

HEDGED = re.compile(r"\b(?:maybe|perhaps|possibly|either|or|might|could|unsure|not sure|alternatively)\b", re.I)
"""Between two commitments: neither is one."""

IT_IS = re.compile(
    r"\b(?:so |but |now )?it(?:'s| is| should be| must be| equals)\s+\\?\(?\$?(-?[0-9][0-9.,/]*)", re.I
)
"""After a commitment: a value, which is another one if it differs."""

STATED = re.compile(
    r"(?:\b(final|correct|my|overall)\s+)?\b(answer|ans|result|solution)\.?"
    r"(?:\s+(?:to|for|of)\s+(?:the|this)\s+[\w ]{1,30}?)?[*_\s]*"
    r"(?:(?:is|are|equals?|would be|should be|must be|will be|comes out to(?: be)?|turns out to be)\b"
    r"(?P<no>\s*(?:n't|not)\b)?[\s:*_]*|[:=]+>?[\s*_]*|\)?\s*:\s*|(?:\u2192|->|[\u2013\u2014-])\s+"
    r"|,\s+(?:then|therefore|thus),?\s+is\s+|(?<=\.)\s+(?=[-$\\0-9]))",
    re.I,
)
"""A sentence that begins to say what the answer is. Groups: how final; the noun; ``no`` if it is negated."""

HEADING = re.compile(r"^[#*_ \t]{0,8}(?:the )?(?:final )?answer[*_: \t]{0,8}\n+", re.I | re.M)
"""A heading over the answer."""

JSON_FIELD = re.compile(
    r"\"(?:final[_ ]?)?answer\"\s*:\s*(?:\"((?:[^\"\\\n]|\\.){0,400})\"|(-?[0-9][0-9.eE+-]{0,60}))", re.I
)
"""The answer as a field of an object: its text, or its number."""

CLAUSE = re.compile(r"[.!?\n]")

NOT_MEANT = re.compile(
    r"\b(?:not|isn't|wrong|incorrect|if|whether|suppose|supposing|assume|assuming|imagine|pretend|let (?:us|me)|let's"
    r"|say(?:s|ing)? that|claim(?:s|ed)?|guess(?:ed|es)?|ask(?:s|ed)?|maybe|perhaps|possibly|might"
    r"|doubt(?:s|ful)?|false"
    r"|untrue|nobody|no one|told|unlikely|unclear|unless|had (?:we|i|it|they|the)|were (?:we|i|it|they))\b|n't\b"
    r"|\b(?:some(?:one|body| people| might)?|they|he|she|people|others|friend|student|another|many|teacher|book)\b"
    r"[\w ]{0,30}\b(?:sa(?:id|ys?)|thinks?|thought|believes?|wrote|answered)\b",
    re.I,
)
"""In the clause before "the answer is": it is not the writer's own statement."""

NOT_FIRST = re.compile(r"(?:not|n't)\b", re.I)
NEGATED = re.compile(r"(?:is|are|was|would|could|can|should)(?:n't|\s+not|not)\b|\bnot\b|\bnever\b", re.I)
STOP = re.compile(r"(?<![ap]\.m)(?<!\bvs)[.!?](?=\s|$)|\n")
"""The end of a sentence or line."""

BECAUSE = re.compile(
    r",?\s+\(?(?:because|since|as (?:we|it|the|shown|required)|which|where|so that|for the|by the|when we|after)\b"
    r"|(?:,\s+|\s+\()(?:and )?not\b",
    re.I,
)
"""The answer ends before it."""

WHY = re.compile(r",?\s+\(?(?:because|since)\b", re.I)
ADVERB = re.compile(
    r"^(?:(?:simply|just|exactly|therefore|thus|indeed|clearly|then)\s+"
    r"|,?\s*(?:of course|in fact|as expected|indeed|then|therefore),\s*)",
    re.I,
)
STEP = re.compile(r"(?:step|part|case) \d{1,2}[:.)]\s*", re.I)

CONCLUSION = re.compile(
    r"(?:(?:so|thus|therefore|hence|finally|in conclusion|consequently|in total|altogether)\b[,:]?\s+"
    r"(?:(?:we|i)\s+(?:get|have|find|obtain|conclude)(?:\s+that)?:?\s+)?"
    r"(?:[a-z'$ ]{1,60}?\s(?:is|are|equals|has|have|gets|costs|takes|needs|makes|gives)\s+)?"
    r"|(?:the|our)\s+[a-z'$ ]{1,60}?\s(?:is|are|equals)\s+|there (?:is|are)\s+|(?:we|i)\s+(?:get|have|find|obtain)\s+"
    r"|(?:it|this|that) (?:costs|takes|gives|equals|makes)\s+"
    r"|[A-Z][a-z]+ (?:now )?(?:has|had|needs|pays|paid|gets|got|earns|earned|spends|spent|saves|saved"
    r"|sold|bought)\s+)(.+)",
    re.I | re.DOTALL,
)
"""A sentence that concludes, and what it concludes."""

NO_CONCLUSION = re.compile(
    r"\b(?:not|wrong|incorrect|guess|first|initial|might|may|could|would|if|expected|estimate|estimated"
    r"|approximate|about|"
    r"previous|other|another|problem|question|next|least|most|never|suppose|assume|maybe|perhaps|n't)\b",
    re.I,
)
IN_ALL = re.compile(r"\s+(?:in total|altogether|in all|overall|left|remaining|now|each)$", re.I)
IS_THE_ANSWER = re.compile(
    r"(?:(?:so|thus|therefore|hence),?\s+)?(.{1,200}?)\s+is (?:the|our|my) (?:final |correct )?answer[.!]?",
    re.I,
)
BOLD = re.compile(r"(?:^|[\s:])(?:\*\*|__)([^*_\n]{1,200})(?:\*\*|__)[.\s]*$")
