"""Reads what a careful reader does from plain passages (paraphrase 0): an oracle that sees nothing but the prompt."""

from __future__ import annotations

import re
from datetime import datetime

from rlvr.generators.search.kinds import KINDS
from rlvr.generators.search.relations import PHRASES, RELATIONS

DAY = r"\d{1,2} [A-Z][a-z]+ \d{1,4}"
NAME = r"(?:[Tt]he )?(?:House |Mount )?[A-Z][a-z]+(?: of)?(?: [A-Z][a-z]+)?"
NOUNS = "|".join(sorted({r.noun for r in RELATIONS.values()} | {"number of leaves"}, key=len, reverse=True))
_WORD = "[A-Z][a-z]+"


def day(text):
    number, month, year = text.split()
    return datetime.strptime(f"{number} {month} {int(year):04}", "%d %B %Y").date()


def name(text):
    return re.sub(r"^[Tt]he ", "", text.strip())


def fits(text, kind):
    forms = "|".join(form.replace("{}", _WORD) for form in KINDS[kind].forms)
    return re.fullmatch(forms, name(text)) is not None and (
        KINDS[kind].article == text.strip().lower().startswith("the ")
    )


def _patterns():
    for relation in RELATIONS.values():
        value = NAME if relation.range in KINDS else DAY
        if relation.range == "number":
            value = rf"[\d,.]+ {relation.unit}"
        phrases = PHRASES[relation.name]
        times = [("", phrases.subject[0])]
        if relation.temporal:
            times = [
                (rf" from ({DAY}) until ({DAY})", phrases.subject[0]),
                (rf" since ({DAY})", phrases.subject_now[0]),
            ]
        for time, verb in times:
            yield relation, re.compile(rf"({NAME}) {verb.format(v=f'({value})')}{time}")


PATTERNS = list(_patterns())


def statements(passage):
    """(subject, noun, value, since, until, kind of the subject) of each sentence, and the day of writing."""
    *sentences, last = passage.removesuffix(".").split(". ")
    found = []
    for sentence in sentences:
        for relation, pattern in PATTERNS:
            match = pattern.fullmatch(sentence)
            if not match or not fits(match[1], relation.domain):
                continue
            if relation.range in KINDS and not fits(match[2], relation.range):
                continue
            times = [day(text) for text in match.groups()[2:]]
            since, until = [*times, None, None][:2]
            noun = "number of leaves" if relation.name == "leaves" else relation.noun
            found.append((name(match[1]), noun, name(match[2]), since, until, relation.domain))
    return found, day(re.search(DAY, last)[0])


def holds(since, until, written, on):
    """Whether a statement covers a day."""
    if since is None:
        return True
    return on is not None and since <= on and (on < until if until else on <= written)
