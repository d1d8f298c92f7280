"""Tree rebuilding: what is told of a tree is read from the prompt, and trees are built as lists of lists."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import combinations

import networkx as nx

from rlvr.conformance.promises import Promises


def told(tree, order):
    if not tree:
        return []
    left, node, right = tree
    parts = {
        "preorder": ([node], left, right),
        "inorder": (left, [node], right),
        "postorder": (left, right, [node]),
    }
    return [x for part in parts[order] for x in (part if part == [node] else told(part, order))]


def from_orders(inorder, other, last):
    """The tree of an inorder and a preorder, or a postorder if the root stands last."""
    if not inorder:
        return []
    root = other[-1] if last else other[0]
    cut = inorder.index(root)
    rest = other[:-1] if last else other[1:]
    return [
        from_orders(inorder[:cut], rest[:cut], last),
        root,
        from_orders(inorder[cut + 1 :], rest[cut:], last),
    ]


def inserted(tree, key):
    if not tree:
        return [[], key, []]
    side = 0 if key < tree[1] else 2
    tree[side] = inserted(tree[side], key)
    return tree


def halves(bits):
    kinds = {("0",): "N", ("1",): "E", ("0", "1"): "M"}
    letter, half = kinds[tuple(sorted(set(bits)))], len(bits) // 2
    return [halves(bits[:half]), letter, halves(bits[half:])] if half else [[], letter, []]


@cache
def all_trees(n):
    """In the order of the numbers, without counting them."""
    if n == 0:
        return [""]
    return [
        ("(" * bool(left) + left + ")" * bool(left)) + "X" + ("(" * bool(right) + right + ")" * bool(right))
        for k in range(n)
        for left in all_trees(k)
        for right in all_trees(n - 1 - k)
    ]


def least(edges):
    """All roots, and both sides of each child, by swapping subsets of the inner nodes."""
    graph = nx.Graph(edges)
    found = []
    for root in graph:
        if graph.degree(root) > 2:
            continue
        below = {node: sorted(nx.bfs_tree(graph, root)[node]) for node in graph}
        inner = [node for node in graph if below[node]]
        for count in range(len(inner) + 1):
            for turned in combinations(inner, count):

                def inorder(node, below=below, turned=turned):
                    sides = [inorder(child) for child in below[node]] + [""] * (2 - len(below[node]))
                    left, right = sides[::-1] if node in turned else sides
                    return left + node + right

                found.append(inorder(root))
    return min(found)


@cache
def scores(keys, points):
    """All trees of a piece with their scores."""
    if not keys:
        return [(1, [])]
    return [
        ((a * b if len(keys) > 1 else 0) + points[r], [left, keys[r], right])
        for r in range(len(keys))
        for a, left in scores(keys[:r], points[:r])
        for b, right in scores(keys[r + 1 :], points[r + 1 :])
    ]


class TestTreeRebuilding(Promises):
    id = "tree-rebuilding"
    alphabet = "ABCDEFX "
    right = ("{}", " {}\n", "{}.", "**{}**", "`{}`")
    wrong = ("{}X", "X{}", "{} or 2", "about {}", "{0} {0}", "")
    calculates = False

    def oracle(self, prompt):
        body = prompt.rpartition("\n\n")[0]
        if found := re.search(r"(?:with the number|tree number|has place) (\d+)", body):
            return self.number(int(found[1]))
        if "edges" in body:
            return " ".join(least(re.findall(r"\b([A-Z])-([A-Z])\b", body)))
        wanted = re.search(
            r"(?:Give the|What is its|down its|What is the|Give its|letters of all nodes in) (\w+order)", body
        )[1]
        if "search tree" in body:
            tree = []
            for key in re.search(r"[A-Z](?:, [A-Z]){3,}", body)[0].split(", "):
                tree = inserted(tree, key)
            return " ".join(told(tree, wanted))
        if "bits" in body:
            return " ".join(told(halves(re.search(r"[01](?: [01])+", body)[0].replace(" ", "")), wanted))
        if "points" in body:
            keys = re.search(r"[A-Z](?:, [A-Z]){3,}", body)[0].split(", ")
            points = list(map(int, re.search(r"\d+(?:, \d+){3,}", body)[0].split(", ")))
            every = sorted(scores(tuple(keys), tuple(points)), key=lambda found: found[0])
            assert every[-1][0] > every[-2][0]
            return " ".join(told(every[-1][1], wanted))
        orders = {
            name.lower(): row.split()
            for name, row in re.findall(r"^(\w+order): ([A-Z](?: [A-Z])+)$", body, re.M)
        }
        other = "preorder" if "preorder" in orders else "postorder"
        return " ".join(told(from_orders(orders["inorder"], orders[other], other == "postorder"), wanted))

    def agrees(self, found, task):
        return found is None or found == task.answer

    def number(self, number):
        if number > 2055:  # all trees of up to eight nodes
            return None
        n, trees = 0, all_trees(0)
        while number >= len(trees):
            number -= len(trees)
            n += 1
            trees = all_trees(n)
        return trees[number]

    def test_the_best_tree_is_the_only_one(self):
        for seed in range(10):
            task = self.spec.task(1, seed, params={"kinds": "score"})
            assert self.oracle(task.prompt) == task.answer

    def test_answers_are_spread(self):
        for level in self.spec.levels:
            answers = Counter(self.spec.task(level, seed).answer for seed in range(100))
            assert answers.most_common(1)[0][1] <= 5
