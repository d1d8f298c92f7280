"""Knights and knaves: knights always tell the truth, knaves always lie; find out who is what.

Everybody makes one statement. A hidden assignment is drawn first and statements are drawn to go with it, until
it is the only one of all 2^n that goes with every statement: sets of assignments are integers of 2^n bits, so
this is proved by enumeration. Knights and knaves are equally likely, because the hidden assignment never
changes.

Symmetries: renaming people, the order of people and statements, the order of the parts of every connective but
"if", and the order of every list of people. Source: Smullyan, "What Is the Name of This Book?" (1978).

Difficulty: `people`; `depth`, the layers of a statement (1: no connective); `giveaways`, how many statements
may on their own settle somebody's kind, which is where a solver would like to begin.
"""

from __future__ import annotations

import random

from ..base import Draft, GenerationError
from ..first_names import NAMES
from ..limits import Whole, limited
from ..wording import phrase
from .knaves_canonical import canonical
from .knaves_deduction import CaseAnalysis
from .knaves_statements import Statement, Worlds, draw, english, operators_in, opposite, people_in, worlds_of

WORDINGS = (
    "On an island, everyone is either a knight or a knave. Knights always tell the truth, and knaves always "
    "lie. You meet {count} of them: {people}. Each of them makes one statement.\n\n{statements}\n\n{notes}"
    "Exactly one assignment of knights and knaves fits. Who is what? Give everyone's kind, separated by "
    "commas, in the form name: knight or name: knave.",
    "{people} live in a town where each person is a knight, whose every statement is true, or a knave, whose "
    "every statement is false. Asked about themselves, they said:\n\n{statements}\n\n{notes}"
    "Work out the kind of each of the {count} people; there is only one solution. Answer with a list like "
    "name: kind, name: kind, where each kind is knight or knave.",
    "{statements}\n\nThis is what {count} people said: {people}. Each is a knight, who only says true things, "
    "or a knave, who only says false things. {notes}"
    "Decide for each person which of the two it is (only one way is consistent). List all of them as "
    "name: knight or name: knave, with commas between them.",
    "Some people are knights (all they say is true) and the others are knaves (all they say is false). "
    "There are {count} people here, named {people}, and these are their statements:\n\n{statements}\n\n{notes}"
    "What is each of them? Only one answer is possible. Write name: knight or name: knave for every person, "
    "separated by commas.",
)
_SPEECH = ('{name}: "{text}."', '{name} says: "{text}."', '{name} said, "{text}."')
_NOTES = {
    "or": '"P or Q" means that at least one of P and Q is true, unless "but not both" is added.',
    "if": '"If P, then Q" is false only when P is true and Q is false.',
    "iff": '"P if and only if Q" is true when P and Q are both true or both false.',
    "says": '"X would say that P" means that P is true if X is a knight, and that P is false if X is a knave.',
}
_KINDS = ("knave", "knight")
_MAX_STARTS = 200
_MAX_STATEMENTS = 80


@limited(
    people=Whole(2, 14, "how many people there are"),
    depth=Whole(1, 5, "layers of the deepest statements; 1 is a statement without a connective"),
    giveaways=Whole(0, 14, "how many statements may settle somebody's kind on their own"),
)
def generate(rng: random.Random, *, people: int, depth: int, giveaways: int) -> Draft:
    """Make one puzzle with exactly one solution.

    Raises:
        GenerationError: if no puzzle is found in a bounded number of tries.
    """
    worlds = worlds_of(people)
    hidden = rng.getrandbits(people)
    statements, fits = _puzzle(rng, worlds, hidden, depth, giveaways)
    names = rng.sample(NAMES, people)
    kinds = [_KINDS[hidden >> p & 1] for p in range(people)]
    involved = [sorted({p, *people_in(statement)}) for p, statement in enumerate(statements)]
    analysis = CaseAnalysis(worlds, fits, involved, names)
    analysis.run()
    speech = rng.choice(_SPEECH)
    texts = [english(statement, names, p) for p, statement in enumerate(statements)]
    return Draft(
        prompt=phrase(
            rng,
            WORDINGS,
            count=people,
            people=f"{', '.join(names[:-1])} and {names[-1]}",
            statements="\n".join(
                speech.format(name=name, text=text[0].upper() + text[1:])
                for name, text in zip(names, texts, strict=True)
            ),
            notes=_notes(statements),
        ),
        payload={"people": names, "statements": statements},
        answer=", ".join(f"{name}: {kind}" for name, kind in zip(names, kinds, strict=True)),
        trace="\n".join(analysis.lines),
        canonical=canonical(statements),
        guess_rate=0.5**people,
        difficulty=float(analysis.steps),
    )


def _puzzle(
    rng: random.Random, worlds: Worlds, hidden: int, depth: int, giveaways: int
) -> tuple[list[Statement], list[int]]:
    """Statements of which `hidden` is the only solution, and for each the worlds that fit it."""
    for _ in range(_MAX_STARTS):
        found: dict[int, tuple[Statement, int]] = {}
        order = rng.sample(range(worlds.people), worlds.people)
        left, spare = worlds.full, giveaways
        for speaker in order:
            for _ in range(_MAX_STATEMENTS):
                own = depth - (depth > 1 and rng.random() < 0.25)
                statement, true = draw(rng, worlds, speaker, own)
                if true >> hidden & 1 != hidden >> speaker & 1:
                    flipped = opposite(statement)
                    if flipped is None:
                        continue
                    statement, true = flipped, worlds.full ^ true
                fits = worlds.full ^ worlds.knight[speaker] ^ true
                now = left & fits
                if now == left and left & (left - 1):  # it tells nothing that the others have not told
                    continue
                if speaker == order[-1] and now & (now - 1):
                    continue
                settles = _settles(worlds, fits)
                if settles > spare:
                    continue
                spare -= settles
                found[speaker] = statement, fits
                left = now
                break
            else:
                break
        if len(found) == worlds.people:
            return [found[p][0] for p in range(worlds.people)], [found[p][1] for p in range(worlds.people)]
    raise GenerationError(
        f"no puzzle with people={worlds.people}, depth={depth} and giveaways={giveaways}; "
        "raise giveaways or depth"
    )


def _settles(worlds: Worlds, fits: int) -> bool:
    """Whether a statement that fits these worlds settles someone's kind on its own."""
    return any(
        not fits & knight or not fits & knave for knight, knave in zip(worlds.knight, worlds.knave, strict=True)
    )


def _notes(statements: list[Statement]) -> str:
    """What the words of the statements mean, for those words that occur."""
    used: dict[str, None] = {}
    for statement in statements:
        used.update(operators_in(statement))
    if "xor" in used:
        used["or"] = None
    notes = [text for word, text in _NOTES.items() if word in used]
    nested = any(isinstance(part, list) and part[0] not in ("is", 0) for s in statements for part in s[1:])
    if nested and any(op in used for op in ("and", "or", "xor", "if", "iff", "not")):
        notes.append("Brackets show which words belong together.")
    return "".join(f"{note} " for note in notes).rstrip() + ("\n\n" if notes else "")
