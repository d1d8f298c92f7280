"""String rewriting: rules and line are read from the prompt, and rewritten with `re`, by tokens, or by letters."""

from __future__ import annotations

import re
from itertools import pairwise, product

import pytest

from rlvr.conformance.promises import Promises, read
from rlvr.generators.tracing.string_rewriting import SLIDING
from rlvr.verifiers.base import Reason

LINE, TOKENS, STEPS = "{line:[A-H]+}", "{line:[AB#]+(?: [AB#]+)+}", "{steps} {:steps?}"
RULES = "{rules:[^\n]+(?:\n[^\n]+)*}"
READING = (
    "A rule reads … line once, from left to right. Where its pattern stands, its letter … put in right behind it, and "
    "reading … on with … letter after … new one. So matches … not overlap: … letter of … pattern … found, or … letter "
    "… same rule … put in, … part of no other match."
)
TOLD = {
    "ordered": (
        f"Start with … line {LINE} and apply these rules:\n\n{RULES}\n\nIn each step, take … first rule … list whose "
        f"left "
        "side occurs in … line, and replace its leftmost occurrence by … right side. Stop when no left side occurs. "
        "What … line then?",
        f"{RULES}\n\n… line {LINE} … rewritten step by step: … rules above, … first one … has its left side anywhere "
        f"in "
        "… line … used, … leftmost place where it occurs. When no rule fits, … over. Give … line at the end.",
        f"Rewrite {LINE} until none of these rules fits any more. A rule that stands earlier … before those that stand "
        f"later, and always … leftmost occurrence of its left side … replaced.\n\n{RULES}\n\nGive … final line.",
    ),
    "sliding": (
        "… four tokens: A#, #A, B# and #B. Where two neighbours have their # signs towards each other, … "
        f"rewritten:\n\n{RULES}\n\nRewrite this line until no rule fits:\n\n{TOKENS}\n\nGive … tokens … left, "
        f"separated "
        "by spaces.",
        f"{TOKENS}\n\nRewrite this line … tokens by … following rules for two neighbours, as long as one … fits. … "
        f"order … steps … not change … result.\n\n{RULES}\n\nGive … tokens at the end, separated by spaces.",
        f"Neighbouring tokens whose # signs face each other change:\n\n{RULES}\n\nWhat becomes … line below, when "
        f"nothing changes any more? Give its tokens, separated by spaces.\n\n{TOKENS}",
    ),
    "parallel": (
        f"In one step, every letter … replaced at the same time:\n\n{RULES}\n\n… first line is {LINE}. Give … line "
        f"after {STEPS}.",
        f"… line grows by these rules, which … applied to all of its letters at once:\n\n{RULES}\n\nIt begins as "
        f"{LINE}. What is it after {STEPS}?",
        f"{RULES}\n\nThese rules replace all letters … at the same time. Apply them to {LINE}, and again to what comes "
        f"of it, {STEPS} in all. Give … last line.",
    ),
    "insertion": (
        "Each of the rules below puts … letter in behind … pattern. Go through … rules in their order, and let each "
        "work "
        f"on … line … one before … left. {READING}\n\n{RULES}\n\n… line is {LINE}. Give it after … last rule.",
        f"Take … line {LINE} and go through these rules from … first to … last. Each works on … line as it then is. "
        f"{READING}\n\n{RULES}\n\nGive … line … comes out.",
        f"{RULES}\n\nApply these rules one after … other to {LINE}. Each works on … whole line, as it is by then. "
        f"{READING} Give … result.",
    ),
    "tag": (
        "In each step, … first {taken} letters … taken away, and something … added at its end, which depends on … "
        "first … "
        f"letters … taken away:\n\n{RULES}\n\n… line is {LINE}. Give … line after {STEPS}.",
        "… line … rewritten like this: look at its first letter, add what … rules say for it at the end, and strike "
        "out "
        f"… first {{taken}} letters.\n\n{RULES}\n\n… first line is {LINE}. What … line after {STEPS}?",
        f"{RULES}\n\nBy these rules, … first letter … says what … added at its end; then … first {{taken}} letters … "
        f"deleted. Do this with {LINE}, {STEPS} in all, and give … last line.",
    ),
}
NUMBERED = r"(?P<n>\d+)\. "
RULE = {
    "ordered": NUMBERED + "([A-H]+) -> ([A-H]+)",
    "sliding": "([AB#]{2} [AB#]{2}) -> (.+)",
    "parallel": "([A-H]) -> ([A-H]+)",
    "insertion": NUMBERED + "behind ([A-H]+) put in ([A-H])",
    "tag": "If the first letter is ([A-H]): add ([A-H]+)",
}


def stated(prompt):
    """The kind, what the slots hold, and the rules as pairs, whose numbers count from 1."""
    kind, said = read(prompt, TOLD)
    rules = [re.fullmatch(RULE[kind], line) for line in said["rules"].split("\n")]
    for place, rule in enumerate(rules, 1):
        assert int(rule.groupdict().get("n", place)) == place
    return kind, said, [rule.groups()[-2:] for rule in rules]


def lines_of(kind, said, rules):
    """All lines but those of sliding tokens, the first one included."""
    lines, table = [said["line"]], dict(rules)
    if kind == "insertion":
        for pattern, letter in rules:
            lines.append(re.sub(pattern, pattern + letter, lines[-1]))
    elif kind == "ordered":
        while fitting := next((rule for rule in rules if re.search(rule[0], lines[-1])), None):
            lines.append(re.sub(*fitting, lines[-1], count=1))
    else:
        assert len(table) == len(rules)
        for _ in range(said["steps"]):
            now = lines[-1]
            grown = "".join(table[letter] for letter in now)
            lines.append(grown if kind == "parallel" else (now + table[now[0]])[said["taken"] :])
    return lines


def once_slid(tokens):
    """What becomes of tokens at each place where two of them face each other."""
    for at, (one, two) in enumerate(pairwise(tokens)):
        if one[1] == "#" and two[0] == "#":
            yield [*tokens[:at], *([] if one[0] == two[1] else [two, one]), *tokens[at + 2 :]]


def slid(tokens):
    """Tokens rewritten at the rightmost place, until none fits: the order of the steps does not matter."""
    while after := list(once_slid(tokens)):
        tokens = after[-1]
    return tokens


FOLLOWED = {"{n}. {line:[A-H]+}": lambda x: x.n == len(x.before) + 1 and x.line == x.written[x.n]}
WORKED = dict.fromkeys(TOLD, FOLLOWED) | {
    "sliding": {
        "{n}. {line:[AB# ]+}": lambda x: (
            x.n == len(x.before) + 1
            and x.line.split() in once_slid([x.written[0], *x.before][-1].split(". ")[-1].split())
        )
    }
}


class TestStringRewriting(Promises):
    id = "string-rewriting"
    alphabet = "ABCDEFGH# ,"
    right = ("{}", " {}\n", "{}.", "**{}**", "`{}`", "{}\n")
    wrong = ("{}0", "1{}", "{} or 2", "about {}", "{0} {0}", "")
    calculates = False

    lines = WORKED

    def oracle(self, prompt):
        kind, said, rules = stated(prompt)
        if kind == "sliding":
            assert dict(rules) == {left: right or "nothing" for left, right in SLIDING}
            return " ".join(slid(said["line"].split()))
        return lines_of(kind, said, rules)[-1]

    def known(self, found, task):
        kind, said, rules = stated(task.prompt)
        return {"written": [said["line"]] if kind == "sliding" else lines_of(kind, said, rules)}

    def test_what_is_answered_is_never_executed(self, tmp_path, monkeypatch):
        """Elsewhere the answer of an insertion task was given to `eval`."""
        monkeypatch.chdir(tmp_path)
        for kind in ("insertion", "ordered", "sliding"):
            task = self.spec.task(2, 1, params={"kinds": kind})
            for code in (
                "open('here', 'w')",
                "__import__('os').system('touch here')",
                f"'{task.answer}' + ''",
                "(1).real",
            ):
                assert not self.spec.verify_answer(task.payload, code).passed
        assert not list(tmp_path.iterdir())

    def test_spaces_between_letters_and_tokens_do_not_matter(self):
        """Elsewhere ``A# #B`` was right and ``A#  #B``, or a list of them, was not."""
        letters = {"problem": {"kind": "tag"}, "sequence": {"items": [*"ABBA"], "signs": "ABCDEFGH"}}
        for answer in (
            "ABBA",
            "A B B A",
            "A, B, B, A",
            "abba",
            "AB\nBA",
            "[A, B, B, A]",
            '"ABBA"',
            "The answer is ABBA.",
        ):
            assert self.spec.verify_answer(letters, answer).passed, answer
        assert self.spec.verify_answer(letters, "ABBB").reason is Reason.WRONG
        tokens = {"problem": {"kind": "sliding"}, "sequence": {"items": ["a#", "#b", "b#"]}}
        for answer in (
            "A# #B B#",
            "A#  #B  B#",
            "A#, #B, B#",
            "a# #b b#",
            "A#\n#B\nB#",
            "[A#, #B, B#]",
            "`A#` `#B` `B#`",
        ):
            assert self.spec.verify_answer(tokens, answer).passed, answer
        for answer in ("A##BB#", "A# #B", "#A #B B#", "A# #B B# B#", "A# B# #B"):
            assert not self.spec.verify_answer(tokens, answer).passed, answer

    @pytest.mark.parametrize("size", [2, 3, 5])
    def test_all_lines_of_sliding_tokens(self, size):
        """The solver's law (each letter cancels like brackets) on every line of a size."""
        for tokens in product(("A#", "#A", "B#", "#B"), repeat=size):
            line = " ".join(tokens)
            items = [token.lower() for token in slid(list(tokens))]
            payload = {
                "problem": {"kind": "sliding", "line": line, "rules": SLIDING},
                "sequence": {"items": items},
            }
            assert not items or self.confirms(payload, " ".join(items)), line
