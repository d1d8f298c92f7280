"""Recursion: the best choice of nodes of a tree, and nested lists."""

from __future__ import annotations

from itertools import product
from random import Random

from ...base import Json
from ..problem import Problem
from .stories import by_level, pick
from .writing import effort, program, sentences


def picked_nodes(rng: Random, level: int) -> Problem:
    """The best choice of nodes of a tree, when a parent and its child exclude or disturb each other."""
    rule = pick(rng, level, [(1, "path"), (2, "apart"), (3, "fee"), (3, "piece")])
    fee, bonus = rng.randint(1, 9), rng.randint(0, 20)
    nested = rng.random() < 0.5
    most, highest = by_level(level, 60, 90), 50
    entry = rng.choice(["best_choice", "largest_total", "best_team", "harvest"])
    value, children = ("tree[0]", "tree[1:]") if nested else ('tree["value"]', 'tree["children"]')
    bodies = {
        "path": "return $value + max([walk(child) - $fee for child in $children], default=$bonus)",
        "apart": "out = 0\ninside = $value\nfor child in $children:\n    left, taken = walk(child)\n    out += "
        "max(left, taken)\n    inside += left\nreturn out, inside",
        "fee": "out = 0\ninside = $value\nfor child in $children:\n    left, taken = walk(child)\n    out += "
        "max(left, taken)\n    inside += max(left, taken - $fee)\n"
        "return out, inside",
        "piece": "best = $value\nfor child in $children:\n    best += max(0, walk(child) - $fee)\nreturn best",
    }
    body = (
        bodies[rule]
        .replace("$value", value)
        .replace("$children", children)
        .replace("$fee", str(fee))
        .replace("$bonus", str(bonus))
    )
    source = program(
        """
        def walk(tree):
            $body


        def $entry(tree):
            return $result
        """,
        body=body, entry=entry, result="max(walk(tree))" if rule in ("apart", "fee") else "walk(tree)",
    )  # fmt: skip
    node, plural, noun = rng.choice(
        [
            ("room", "rooms", "cave"),
            ("manager", "managers", "company"),
            ("branch", "branches", "tree"),
            ("page", "pages", "site"),
        ]
    )
    form = (
        f"A {node} is written as a list: first its value, an integer, and then its children, each written in "
        f"the same way (none for a leaf)."
        if nested
        else f'A {node} is written as `{{"value": integer, "children": [...]}}`, with its children written in '
        f"the same way (an empty list for a leaf)."
    )
    statement = sentences(
        """
        The $plural of a $noun form a rooted tree, given as its root `tree`. $form

        $task There are from 1 to $most $plural, at most 40 levels deep, with values from -$highest to $highest.
        """,
        plural=plural, noun=noun, form=form, most=most, highest=highest,
        task={
            "path": f"A path leads from the root downwards, each time to a child, until it ends at a leaf. It "
            f"is worth the sum of the values on it, minus {fee} for each "
            f"step from a {node} to its child, plus {bonus} at its end. Return the largest worth of a path.",
            "apart": f"Choose any set of {plural}, perhaps none, in which no {node} is the parent of another "
            f"one. Return the largest possible sum of their values.",
            "fee": f"Choose any set of {plural}, perhaps none. It is worth the sum of their values, minus "
            f"{fee} for each pair of a parent and its child that are both "
            "chosen. Return the largest possible worth.",
            "piece": f"Choose a set of {plural} that contains the root, and with every other {node} also its "
            f"parent. It is worth the sum of their values, minus {fee} for each "
            f"chosen {node} other than the root. Return the largest possible worth, which may be negative.",
        }[rule],
    )  # fmt: skip

    def inputs(rng: Random, size: int) -> list[Json]:
        count = rng.randint(1 if size == 0 else 2, (2, 4, 7, 10, 30, most)[size])
        reach = rng.choice([1, 2, 4, count]) if count < 38 else rng.randint(8, count)
        nodes: list[Json] = []
        for i in range(count):
            number = rng.randint(-highest // rng.choice([1, 4]), highest)
            nodes.append([number] if nested else {"value": number, "children": []})
            if i:
                parent = nodes[rng.randint(max(0, i - reach), i - 1)]
                (parent if nested else parent["children"]).append(nodes[i])
        return [nodes[0]] if _depth(nodes[0]) <= 40 else inputs(rng, 3)

    def brute(tree: Json) -> int:
        values, parents = [], []
        stack = [(tree, -1)]
        while stack:
            here, parent = stack.pop()
            values.append(here[0] if nested else here["value"])
            parents.append(parent)
            stack += [(child, len(values) - 1) for child in (here[1:] if nested else here["children"])]
        results = []
        if rule == "path":
            for leaf in set(range(len(values))) - set(parents):
                worth, at = bonus, leaf
                while at >= 0:
                    worth, at = worth + values[at] - (fee if parents[at] >= 0 else 0), parents[at]
                results.append(worth)
            return max(results)
        for chosen in product((False, True), repeat=len(values)):
            both = sum(chosen[i] and parents[i] >= 0 and chosen[parents[i]] for i in range(len(values)))
            worth = sum(value for value, taken in zip(values, chosen, strict=True) if taken)
            if rule == "fee":
                results.append(worth - fee * both)
            elif rule == "apart" and both == 0:
                results.append(worth)
            elif rule == "piece" and chosen[0] and both == sum(chosen) - 1:
                results.append(worth - fee * both)
        return max(results)

    facts = {
        "rule": rule,
        "fee": 0 if rule == "apart" else fee,
        "bonus": bonus if rule == "path" else 0,
        "nested": nested,
    }
    return Problem(
        "picked_nodes", entry, (("tree", "list" if nested else "dict"),), "int", statement, source, inputs,
        brute, facts=facts,
        cost=effort(source, 3 + 2 * (rule in ("fee", "apart")) + (rule == "piece")),
    )  # fmt: skip


def _depth(tree: Json) -> int:
    return 1 + max(map(_depth, tree[1:] if isinstance(tree, list) else tree["children"]), default=0)


def nested_sum(rng: Random, level: int) -> Problem:
    """Add up the integers of a nested list with weights that depend on where they stand."""
    rule = pick(rng, level, [(1, "depth"), (1, "levels"), (2, "size"), (3, "first"), (3, "sign")])
    factor, empty = rng.randint(2, 9), rng.randint(-20, 20)
    entry = rng.choice(["weigh", "nested_sum", "total", "evaluate"])
    source = program(
        """
        def add_up(part, depth):
            if isinstance(part, int):
                return part$scaled
            if not part:
                return $empty
            total = 0
            for $each in $parts:
                $add
            return $result


        def $entry(nested):
            return add_up(nested, 1)
        """,
        entry=entry, empty=empty,
        scaled={"depth": " * (depth - 1)", "levels": f" if depth % {factor} else 2 * part"}.get(rule, ""),
        each="i, inner" if rule in ("first", "sign") else "inner",
        parts="enumerate(part)" if rule in ("first", "sign") else "part",
        add={"first": f"total += add_up(inner, depth + 1) * ({factor} if i == 0 else 1)",
             "sign": f"total += add_up(inner, depth + 1) * (-1 if i % {factor} == {factor - 1} else 1)"}.get(
                 rule, "total += add_up(inner, depth + 1)"),
        result=f"total + {factor} * len(part)" if rule == "size" else f"{factor} * total" if rule == "depth"
        and level > 2 else "total",
    )  # fmt: skip
    if rule not in ("depth", "levels"):
        source = (
            source.replace("add_up(part, depth)", "add_up(part)")
            .replace(", depth + 1)", ")")
            .replace("add_up(nested, 1)", "add_up(nested)")
        )
    doubled = rule == "depth" and level > 2
    statement = sentences(
        """
        $story `nested` is a list whose elements are integers or lists of the same kind, and so on. Every
        integer and every list has a value: an
        empty list is worth $empty; any other list is worth $rule

        Return the value of `nested`. Lists are nested at most 30 deep, with at most 400 integers from -100 to
        100 in all.
        """,
        story=rng.choice(["A collector packs boxes into boxes.", "A budget has posts within posts.",
        "A score sheet has groups within groups."]), empty=empty,
        rule={
            "depth": f"{f'{factor} times ' if doubled else ''}the sum of the values of its elements; an "
            f"integer is worth itself times the number of lists that it is in (1 "
            "for an integer directly in `nested`, 2 one list deeper, and so on).",
            "levels": "the sum of the values of its elements; an integer is worth itself, but twice that if "
            "the number of lists that it is in (1 for an integer directly "
            f"in `nested`, 2 one list deeper, and so on) plus 1 is a multiple of {factor}.",
            "size": f"the sum of the values of its elements plus {factor} times their number; an integer is "
            f"worth itself.",
            "first": f"the sum of the values of its elements, where the value of the first element counts "
            f"{factor} times; an integer is worth itself.",
            "sign": f"the sum of the values of its elements, but the values of every "
            f"{factor}{'nd' if factor == 2 else 'rd' if factor == 3 else 'th'} element (numbers "
            f"{factor}, {2 * factor}, {3 * factor}, ... in that list, counted from 1) are subtracted instead "
            f"of added; an integer is worth itself.",
        }[rule],
    )  # fmt: skip

    def grow(rng: Random, count: int, deep: int) -> list[Json]:
        found: list[Json] = []
        while count > 0:
            if deep > 0 and rng.random() < 0.35:
                part = rng.randint(0, count)
                found.append(grow(rng, part, deep - 1))
                count -= max(1, part)
            else:
                found.append(rng.randint(-100, 100) if rng.random() < 0.5 else rng.randint(-3, 9))
                count -= 1
        return found

    def inputs(rng: Random, size: int) -> list[Json]:
        return [
            grow(
                rng,
                rng.randint(0 if size == 0 else size, (2, 5, 9, 15, 60, 300)[size]),
                (1, 2, 3, 4, 8, 25)[size],
            )
        ]

    def brute(nested: list[Json]) -> int:
        waiting: list[tuple[Json, int, int]] = [
            (nested, 0, 1)
        ]  # a part, how many lists it is in, what it counts
        total = 0
        while waiting:
            part, depth, times = waiting.pop(0)
            if isinstance(part, int):
                extra = depth if rule == "depth" else 2 if rule == "levels" and (depth + 1) % factor == 0 else 1
                total += part * times * extra
                continue
            total += times * (len(part) * factor * (rule == "size") if part else empty)
            inner = times * (factor if doubled and part else 1)
            for number, element in enumerate(part, 1):
                counts = (
                    factor
                    if rule == "first" and number == 1
                    else -1
                    if rule == "sign" and number % factor == 0
                    else 1
                )
                waiting.append((element, depth + 1, inner * counts))
        return total

    facts = {"rule": rule, "factor": factor if rule != "depth" or doubled else 0, "empty": empty}
    return Problem(
        "nested_sum", entry, (("nested", "list"),), "int", statement, source, inputs, brute, facts=facts,
        cost=effort(source, 1 + (rule != "depth")),
    )  # fmt: skip


TEMPLATES = ((3, picked_nodes), (2, nested_sum))
