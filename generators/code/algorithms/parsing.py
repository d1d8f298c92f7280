"""Parsing: expressions with odd precedence, and scored brackets."""

from __future__ import annotations

import re
from random import Random

from ...base import Json
from ..problem import Problem
from .writing import effort, program, sentences

_SIGNS: dict[str, tuple[str, str]] = {
    "+": ("left + right", "the sum"),
    "-": ("left - right", "the left operand minus the right one"),
    "*": ("left * right", "the product"),
    "#": ("abs(left - right)", "the absolute difference"),
    "@": ("max(left, right)", "the larger of the two"),
    "&": ("min(left, right)", "the smaller of the two"),
    "~": ("2 * left + right", "twice the left operand plus the right one"),
    "!": ("left + 3 * right", "the left operand plus three times the right one"),
}


def odd_calculator(rng: Random, level: int) -> Problem:
    """Evaluate an expression whose operators bind, and associate, in a made-up way."""
    signs = rng.sample(sorted(_SIGNS), min(2 + level // 2, 5))
    ranks = [1, *(rng.randint(1, 3) for _ in signs[1:])] if level > 2 else list(range(1, len(signs) + 1))
    ranks = [sorted(set(ranks)).index(rank) + 1 for rank in ranks]
    from_right = sorted(rank for rank in set(ranks) if level > 1 and rng.random() < 0.5)
    modulus, parentheses = rng.randint(101, 999), level > 1
    rank_of = dict(zip(signs, ranks, strict=True))
    entry = rng.choice(["evaluate", "calculate", "result_of", "compute"])
    branches = "\n".join(
        f"{'if' if i == 0 else 'elif'} sign == {sign!r}:\n    value = {_SIGNS[sign][0]}"
        for i, sign in enumerate(signs)
    )
    source = program(
        """
        import re

        RANKS = $ranks
        FROM_RIGHT = $from_right


        def $entry(text):
            values = []
            waiting = []

            def settle():
                sign = waiting.pop()
                right = values.pop()
                left = values.pop()
                $branches
                values.append(value % $modulus)

            for token in re.findall("[0-9]+|[^ ]", text):
                if token.isdigit():
                    values.append(int(token))
                elif token == "(":
                    waiting.append(token)
                elif token == ")":
                    while waiting[-1] != "(":
                        settle()
                    waiting.pop()
                else:
                    rank = RANKS[token]
                    if rank in FROM_RIGHT:
                        rank += 1
                    while waiting and waiting[-1] != "(" and RANKS[waiting[-1]] >= rank:
                        settle()
                    waiting.append(token)
            while waiting:
                settle()
            return values[0]
        """,
        ranks=repr(rank_of),
        from_right=repr(from_right),
        entry=entry,
        modulus=modulus,
        branches=branches,
    )
    order = []
    for rank in sorted(set(ranks), reverse=True):
        group = " and ".join(f"`{sign}`" for sign in signs if rank_of[sign] == rank)
        order.append(f"{group} (from {'right to left' if rank in from_right else 'left to right'})")
    statement = sentences(
        """
        $opening `text` holds integers from 0 to 99, operators$and_parentheses; single spaces may stand between
        them.
        $meanings Every result is at once replaced by its remainder modulo $modulus, a number from 0 to
        $last (also where the result itself is negative).

        Usual precedence does not count. From the tightest binding to the loosest, with the direction in which
        operators of the same strength are evaluated: $order. $grouping

        Return the value of the expression. It is always well formed, has at most 60 numbers, and never a sign
        in front of a
        number; a lone number is its own value.
        """,
        opening=rng.choice(
            [
                "A pocket calculator from a flea market has its own rules.",
                "You write the evaluator of a small formula language.",
                "On the planet Oom, formulas are read in another way than here.",
            ]
        ),
        and_parentheses=" and parentheses" if parentheses else "",
        meanings=" ".join(f"`a {sign} b` is {_SIGNS[sign][1]}." for sign in signs),
        modulus=modulus,
        last=modulus - 1,
        order="; then ".join(order),
        grouping="What is in parentheses is evaluated first." if parentheses else "",
    )

    def grow(rng: Random, count: int, deep: int) -> str:
        if count == 1:
            return str(rng.randint(0, 99))
        cut = rng.randint(1, count - 1)
        gap = " " * rng.randint(0, 1)
        inner = f"{grow(rng, cut, deep - 1)}{gap}{rng.choice(signs)}{gap}{grow(rng, count - cut, deep - 1)}"
        return f"({inner})" if parentheses and deep > 0 and rng.random() < 0.4 else inner

    def inputs(rng: Random, size: int) -> list[Json]:
        return [grow(rng, rng.randint(1 if size == 0 else 2 * size, (2, 5, 8, 12, 30, 60)[size]), 6)]

    def brute(text: str) -> int:
        tokens = re.findall("[0-9]+|[^ ]", text)
        depth, at, best = 0, -1, 99
        for i, token in enumerate(tokens):
            depth += (token == "(") - (token == ")")
            if depth == 0 and token in rank_of:
                rank = rank_of[token]
                if rank < best or (rank == best and rank not in from_right):
                    at, best = i, rank
        if at < 0:
            return int(tokens[0]) if len(tokens) == 1 else brute(" ".join(tokens[1:-1]))
        left, right = brute(" ".join(tokens[:at])), brute(" ".join(tokens[at + 1 :]))
        results = {
            "+": left + right,
            "-": left - right,
            "*": left * right,
            "#": abs(left - right),
            "@": max(left, right),
            "&": min(left, right),
            "~": 2 * left + right,
            "!": left + 3 * right,
        }
        return results[tokens[at]] % modulus

    facts = {
        "ranks": dict(sorted(rank_of.items())),
        "from_right": from_right,
        "modulus": modulus,
        "nested": parentheses,
    }
    twists = len(signs) + len(from_right)
    return Problem(
        "odd_calculator", entry, (("text", "str"),), "int", statement, source, inputs, brute,
        facts=facts, cost=effort(source, twists),
    )  # fmt: skip


def bracket_score(rng: Random, level: int) -> Problem:
    """Score nested brackets of several kinds, with a stack."""
    pairs = rng.sample(["()", "[]", "{}", "<>"], min(1 + level // 2, 3))
    combine = rng.choice(["sum", "max"]) if level > 2 else "sum"
    broken, modulus = level > 2, rng.randint(900, 9999)
    rules = {
        p: [
            rng.randint(1, 9),
            1 if combine == "max" else rng.randint(2, 5),
            rng.randint(1, 9) if level > 3 else 0,
        ]
        for p in pairs
    }
    deepest = 100 if level < 5 else 1300
    entry = rng.choice(["score", "bracket_score", "value_of_brackets", "rate"])
    join = f"(levels[-1] + value) % {modulus}" if combine == "sum" else "max(levels[-1], value)"
    source = program(
        """
        RULES = $rules


        def $entry(text):
            levels = [0]
            opened = []
            before = ""
            for sign in text:
                if sign in RULES:
                    opened.append(sign)
                    levels.append(0)
                else:
                    $empty_check
                    closing, empty, times, plus = RULES[opened.pop()]
                    $kind_check
                    value = levels.pop() * times + plus
                    if before in RULES:
                        value = empty
                    levels[-1] = $join
                before = sign
            $end_check
            return levels[0]
        """,
        rules=repr({p[0]: (p[1], *rule) for p, rule in rules.items()}),
        entry=entry,
        join=join,
        empty_check="if not opened:\n    return -1" if broken else "",
        kind_check="if sign != closing:\n    return -1" if broken else "",
        end_check="if opened:\n    return -1" if broken else "",
    )
    kinds = []
    for pair, (empty, times, plus) in rules.items():
        inner = "the score of its content"
        inner = inner if times == 1 else f"{times} times {inner}"
        kinds.append(f"An empty pair `{pair}` scores {empty}; otherwise a pair `{pair}` scores {inner}"
                     + (f" plus {plus}." if plus else "."))  # fmt: skip
    statement = sentences(
        """
        $opening `text` consists of the signs $signs only and has at most $longest of them; pairs may be nested
        up to
        $deepest deep. $kinds

        The score of a sequence of pairs standing side by side, inside a pair or outermost, is $joined
        An empty text scores 0. $broken Return the score of `text`.
        """,
        opening=rng.choice(
            [
                "An installation of nested boxes is written down as brackets.",
                "A puzzle magazine scores drawings made of brackets.",
                "Russian dolls on a shelf are recorded as brackets.",
            ]
        ),
        signs=", ".join(f"`{sign}`" for pair in pairs for sign in pair),
        longest=2 * deepest + 200,
        deepest=deepest,
        kinds=" ".join(kinds),
        joined=f"the sum of their scores, modulo {modulus} (every such sum is reduced to the range 0 to "
        f"{modulus - 1})."
        if combine == "sum" else "the largest of their scores.",
        broken="If the brackets are not properly nested (one is left open, closes nothing, or closes one of "
        "another kind), return -1." if broken else "The brackets are always properly nested.",
    )  # fmt: skip

    def grow(rng: Random, count: int) -> str:
        if count == 0:
            return ""
        inside = rng.randint(0, count - 1)
        pair = rng.choice(pairs)
        return pair[0] + grow(rng, inside) + pair[1] + grow(rng, count - 1 - inside)

    def inputs(rng: Random, size: int) -> list[Json]:
        if size == 5:
            shell = [rng.choice(pairs) for _ in range(rng.randint(deepest // 2, deepest - 40))]
            core = (
                "".join(p[0] for p in shell)
                + grow(rng, rng.randint(1, 40))
                + "".join(p[1] for p in reversed(shell))
            )
        else:
            core = grow(rng, rng.randint(0 if size == 0 else size, (2, 5, 9, 14, 40)[size]))
        if broken and rng.random() < 0.3:
            signs = list(core) or [pairs[0][1]]
            ends = [at for at, sign in enumerate(signs) if sign in [pair[1] for pair in pairs]]
            if ends and rng.random() < 0.5:  # balanced in numbers, but perhaps not in kinds
                signs[rng.choice(ends)] = rng.choice(pairs)[1]
            else:
                signs[rng.randrange(len(signs))] = rng.choice(rng.choice(pairs))
            core = "".join(signs)[: len(signs) - rng.randint(0, 1)]
        return [core]

    def brute(text: str) -> int:
        found: list[int] = []  # repeatedly take the first innermost pair away, and keep its score as a number
        rest: list[Json] = list(text)
        while True:
            closes = [
                i for i, sign in enumerate(rest) if isinstance(sign, str) and any(sign == p[1] for p in pairs)
            ]
            if not closes:
                break
            i = closes[0]
            start = i - 1
            while start >= 0 and not isinstance(rest[start], str):
                start -= 1
            if start < 0 or f"{rest[start]}{rest[i]}" not in rules:
                return -1
            empty, times, plus = rules[f"{rest[start]}{rest[i]}"]
            found = rest[start + 1 : i]
            total = sum(found) % modulus if combine == "sum" else max(found, default=0)
            rest[start : i + 1] = [total * times + plus if found else empty]
        if any(isinstance(sign, str) for sign in rest):
            return -1
        return sum(rest) % modulus if combine == "sum" else max(rest, default=0)

    facts: dict[str, Json] = {"rules": rules, "combine": combine, "modulus": modulus, "deepest": deepest}
    return Problem(
        "bracket_score", entry, (("text", "str"),), "int", statement, source, inputs, brute,
        facts=facts | {"broken": broken}, cost=effort(source, len(pairs) + broken),
    )  # fmt: skip


TEMPLATES = ((4, odd_calculator), (3, bracket_score))
