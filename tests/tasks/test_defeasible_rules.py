"""Defeasible rules: all is read from the prompt, and verdicts are changed until they hold."""

from __future__ import annotations

import re
from collections import Counter

from rlvr.conformance.promises import Promises, read
from rlvr.generators.logic.defeasible_rules import DOES, Rule, Theory, applies, decided, verdicts
from rlvr.generators.logic.defeasible_rules_solver import solve

OPPOSITE = dict(DOES) | {negative: positive for positive, negative in DOES}
DOING = "|".join(sorted(OPPOSITE, key=len, reverse=True))


MEANING = (
    "X stands for any animal. A rule applies to … animal, which … X or … animal of … rule's conclusion, if all of its "
    "conditions hold. A condition holds if … proved, or, if … about coins, by … numbers of coins; … condition "
    '"it is not proved that ..." holds if that … not proved. Every fact … proved. … conclusion of … rule that applies '
    "… proved as well if no fact says … opposite and … rule … preferred over each rule that applies to … same animal "
    "and concludes … opposite. Nothing else … proved, and only … preferences that … listed exist."
)
LINES = "{{{0}:{1} [^\n]+(?:\n{1} [^\n]+)*}}"
FACTS, RULES, STATED = (
    LINES.format("facts", "-"),
    LINES.format("rules", "Rule"),
    LINES.format("stated", "[0-9]+[.]"),
)
OVER = "{over:there are none|Rule [0-9]+ is preferred [^.\n]+}."
HEADS = (
    f"Facts:\n{FACTS}\n\nRules:\n{RULES}\n\nPreferences: {OVER}\n\n{MEANING}\n\n",
    f"{MEANING}\n\n… facts:\n{FACTS}\n\n… rules:\n{RULES}\n\n… preferences exist: {OVER}\n\n",
    f"Some animals … judged by rules that may contradict each other.\n\n{RULES}\n\n{OVER}\n\n{MEANING}\n\nKnown "
    f"facts:\n{FACTS}\n\n",
)
JUDGED = (
    "T if … proved, F if its opposite … proved, U if neither … proved. Give one letter for each statement, in their "
    "order."
)
TOLD = {
    "judge": (
        f"{HEADS[0]}Statements:\n{STATED}\n\nJudge each statement: {JUDGED}",
        f"{HEADS[1]}What about these statements?\n{STATED}\n\nFor each … write {JUDGED}",
        f"{HEADS[2]}Decide about each … statements:\n{STATED}\n\n… verdict … {JUDGED}",
    ),
    "applied": (
        f"{HEADS[0]}Which rules apply to the {{animal:[a-z]+}}, whether or not their conclusions … proved? Give their "
        "numbers in ascending order, separated by commas.",
        f"{HEADS[1]}Find all rules that apply to the {{animal:[a-z]+}}, those that … overruled included, and list "
        f"their "
        "numbers from … smallest to … largest with commas.",
        f"{HEADS[2]}To the {{animal:[a-z]+}} some … rules apply, even if others … preferred. Write … numbers of all … "
        f"rules "
        "in increasing order, with commas between them.",
    ),
}


def theory_of(prompt):
    """Coins, facts, rules and preferences, all as texts."""
    said = read(prompt, TOLD)[1]
    coins = {name: int(n) for name, n in re.findall(r"^- The (\w+) has (\d+) coins?\.$", said["facts"], re.M)}
    facts = set(re.findall(rf"^- The (\w+) ({DOING})\.$", said["facts"], re.M))
    assert len(coins) + len(facts) == len(said["facts"].split("\n"))
    rules = {
        int(number): (re.split(", (?:and )?| and ", conditions), then)
        for number, conditions, then in re.findall(r"^Rule (\d+): If (.*), then (.*)\.$", said["rules"], re.M)
    }
    assert list(rules) == list(range(1, len(said["rules"].split("\n")) + 1))
    told = re.findall(r"Rule (\d+) is preferred over Rule (\d+)", said["over"])
    assert said["over"] == (
        "; ".join("Rule {} is preferred over Rule {}".format(*pair) for pair in told) or "there are none"
    )
    over = {(int(a), int(b)) for a, b in told}
    assert not over & {(b, a) for a, b in over}
    return coins, facts, rules, over


def statements_of(prompt):
    """Animal and doing of each statement; none where rules are asked for."""
    lines = read(prompt, TOLD)[1].get("stated", "").split("\n")
    found = [re.fullmatch(rf"{n}\. The (\w+) ({DOING})\.", line) for n, line in enumerate(lines, 1)]
    return [match.groups() for match in found if match or lines != [""]]


def about(text, animal):
    """The animal and the doing of ``X sings`` or ``the fox sings``."""
    who, doing = re.fullmatch(rf"(X|the \w+) ({DOING})", text).groups()
    return (animal if who == "X" else who[4:]), doing


def active(theory, animal, proved):
    """The rules that apply to an animal, if this is proved."""
    coins, _, rules, _ = theory

    def holds(text):
        if found := re.fullmatch(r"(?:X|the \w+) has (\d+) or more coins", text):
            return coins[animal] >= int(found[1])
        if found := re.fullmatch(r"(?:X|the \w+) has more coins than the (\w+)", text):
            return coins[animal] > coins[found[1]]
        naked = text.removeprefix("it is not proved that ")
        return (about(naked, animal) in proved) is (naked == text)

    return [n for n, (ifs, then) in rules.items() if about(then, animal)[0] == animal and all(map(holds, ifs))]


def proved_by(theory, proved):
    """What would be proved if this were proved; of verdicts that hold it is the same again."""
    coins, facts, rules, over = theory
    found = set(facts)
    for animal in coins:
        applying = active(theory, animal, proved)
        for n in applying:
            doing = about(rules[n][1], animal)[1]
            against = [other for other in applying if about(rules[other][1], animal)[1] == OPPOSITE[doing]]
            if (animal, OPPOSITE[doing]) not in facts and all((n, other) in over for other in against):
                found.add((animal, doing))
    return found


def all_proved(theory):
    """What is proved. No property depends on itself, so whatever is supposed at first is put right, layer by layer."""
    before, proved = None, {(animal, doing) for animal in theory[0] for doing in list(OPPOSITE)[::3]}
    rounds = 0
    while proved != before:
        before, proved, rounds = proved, proved_by(theory, proved), rounds + 1
        assert rounds < 30
    assert not proved & {(animal, OPPOSITE[doing]) for animal, doing in proved}
    return proved


def judged(statements, proved):
    """The letters of statements."""
    return "".join(
        "T" if (animal, doing) in proved else "F" if (animal, OPPOSITE[doing]) in proved else "U"
        for animal, doing in statements
    )


def settled(x):
    """The rules for and against, whether a fact says it, and what is proved."""
    sides = {(x.who, x.doing), (x.who, OPPOSITE[x.doing])}
    applying = [n for n in active(x.theory, x.who, x.proved) if about(x.theory[2][n][1], x.who) in sides]
    return (
        list(map(int, re.findall(r"\d+", x.why))) == applying
        and bool(x.fact) == bool(sides & x.theory[1])
        and (not sides & x.proved if x.open else (x.who, x.doing) in x.proved)
    )


SETTLED = {
    "{why:no rule applies|rules that apply: [0-9]+(?:, [0-9]+)*(?: and [0-9]+)?}{fact:(?:; a fact)?}; "
    "{open:(?:not settled: )?}The {who:[a-z]+} {doing:.+}": settled
}
WORKED = {
    "judge": SETTLED
    | {
        "{n}. The {who:[a-z]+} {doing:.+}: {sign:[TFU]}": lambda x: (
            ((x.who, x.doing), x.sign) == (x.statements[x.n - 1], x.answer[x.n - 1])
        )
    },
    "applied": SETTLED
    | {
        "rules that apply to the {who:[a-z]+}: {all:[0-9, ]+}": lambda x: (
            x.who == x.animal and str(x.all) == x.answer
        )
    },
}


class TestDefeasibleRules(Promises):
    id = "defeasible-rules"
    alphabet = "TFU0123456789, \n"
    right = ("{}", " {}\n", "{}.", "**{}**", "`{}`", "{}\n")
    wrong = ("{}T", "U{}", "{} or T", "about {}", "{0} {0}", "")
    calculates = False

    lines = WORKED

    def oracle(self, prompt):
        (kind, said), theory = read(prompt, TOLD), theory_of(prompt)
        proved = all_proved(theory)
        if kind == "applied":
            return ", ".join(map(str, active(theory, said["animal"], proved)))
        return judged(statements_of(prompt), proved)

    def known(self, found, task):
        theory = theory_of(task.prompt)
        return {
            "theory": theory,
            "proved": all_proved(theory),
            "statements": statements_of(task.prompt),
            "animal": read(task.prompt, TOLD)[1].get("animal"),
            "answer": found,
        }

    def kind(self, task):
        return task.payload["problem"]["kind"]

    def test_trap_three_labels_cannot_be_guessed(self):
        """Elsewhere one of three labels is asked for, so that a third of all blind answers is right."""
        for level in self.spec.levels[:3]:
            tasks = [self.spec.task(level, seed) for seed in range(40)]
            assert Counter(task.answer for task in tasks).most_common(1)[0][1] <= 3
            for task in tasks:
                assert task.guess_rate <= 0.02
                if self.kind(task) == "judge":
                    counts = Counter(task.answer)
                    assert set(counts) == set("TFU")
                    assert max(counts.values()) - min(counts.values()) <= 1

    def test_trap_preferences_are_needed(self):
        """The rule with the least or greatest number, most rules, nothing contradictory: none gives the answer."""

        def chosen(theory, way):
            coins, facts, rules, _ = theory
            proved = set(facts)
            for _ in range(12):  # what was proved in an earlier round is worked out anew
                found = set(facts)
                for animal in coins:
                    applying = active(theory, animal, proved)
                    for n in applying:
                        doing = about(rules[n][1], animal)[1]
                        sides = [
                            [m for m in applying if about(rules[m][1], animal)[1] == side]
                            for side in (doing, OPPOSITE[doing])
                        ]
                        if (animal, OPPOSITE[doing]) not in facts and way(n, *sides):
                            found.add((animal, doing))
                if found == proved:
                    break
                proved = found
            return proved

        ways = (
            lambda n, mine, others: n <= min(mine + others),
            lambda n, mine, others: n >= max(mine + others),
            lambda n, mine, others: not others,
            lambda n, mine, others: len(mine) > len(others),
        )
        for seed in range(6):
            task = self.spec.task(2, seed, params={"kinds": "judge"})
            theory = theory_of(task.prompt)
            for way in ways:
                assert judged(statements_of(task.prompt), chosen(theory, way)) != task.answer

    def test_conflicts_by_hand(self):
        """One animal, two properties: 0 is a fact, and rules contradict each other about 1."""
        yes, no = (Rule(None, [["does", None, 0, True]], 1, truth) for truth in (True, False))
        for over, verdict in (({(0, 1)}, True), ({(1, 0)}, False), (set(), None)):
            theory = Theory([1], {(0, 0): True}, [yes, no], over)
            assert decided(theory, 0, 1, [[True, None]]) is verdict
            problem = {
                "kind": "judge",
                "coins": [1],
                "facts": [[0, 0, True]],
                "rules": [[rule.who, rule.conditions, rule.about, rule.truth] for rule in (yes, no)],
                "over": sorted(map(list, over)),
                "statements": [[0, 1, True], [0, 1, False]],
            }
            assert solve(problem) == {True: ["T", "F"], False: ["F", "T"], None: ["U", "U"]}[verdict]

    def test_no_team_of_rules_wins_and_facts_overrule(self):
        """Of two rules for a thing each beats one rule against it: neither beats both, so nothing is proved."""
        body = [["does", None, 0, True]]
        rules = [Rule(None, body, 1, truth) for truth in (True, True, False, False)]
        theory = Theory([1], {(0, 0): True}, rules, {(0, 2), (1, 3)})
        assert verdicts(theory, 2) == [[True, None]]
        theory.over.add((0, 3))
        assert verdicts(theory, 2) == [[True, True]]
        theory.facts[0, 1] = False
        assert verdicts(theory, 2) == [[True, False]]

    def test_coins_and_what_is_not_proved(self):
        theory = Theory([5, 3], {}, [], set())
        proved = [[None], [False]]
        for condition, expected in (
            (["coins", 5], (True, False)),
            (["more", 1], (True, False)),
            (["more", 0], (False, False)),
            (["unproved", None, 0, True], (True, True)),
            (["unproved", None, 0, False], (True, False)),
            (["does", 1, 0, False], (True, True)),
        ):
            rule = Rule(None, [condition], 1, True)
            assert tuple(applies(theory, rule, animal, proved) for animal in (0, 1)) == expected

    def test_verdicts_may_be_words(self):
        task = self.spec.task(1, 2, params={"kinds": "judge"})
        words = [{"T": "True", "F": "False", "U": "Unknown"}[sign] for sign in task.answer]
        for form in (", ".join(words), "\n".join(f"{n}. {word}" for n, word in enumerate(words, 1))):
            assert self.spec.verify_answer(task.payload, form).passed
