"""Nim and its kin: rules and position are read from the prompt, and the game is played out to its end."""

from __future__ import annotations

import random
import re
import sys

import pytest
from duel_games import DuelPromises, all_best, numbers

import rlvr
from rlvr.generators.games.nim_games_solver import LOST, winning
from rlvr.generators.games.nim_rules import GAMES, Rules
from rlvr.generators.kernels.duel import Solved, TooHard
from rlvr.verifiers.base import Reason

SHOWN = r"(?:Heaps|Pairs|Jars) A: .*?\.|Stones: .*?\. The.*?\.|Places .*?\. All.*?\.|Squares: .*?\. White.*?\. All.*?\."
NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
PRIMES = {n for n in range(2, 200) if all(n % d for d in range(2, n))}


def heaps_after(heaps, at, *parts):
    return (*heaps[:at], *parts[:1], *heaps[at + 1 :], *parts[1:])


def stones(may, split=False, rising=False, pairs=False):
    """The games in which stones are taken: `may` says of a number whether so many may be taken."""

    def ahead(heaps):
        found = {}
        for at, heap in enumerate(heaps):
            for left in range(heap):
                if may(heap - left) and not (rising and at and left < heaps[at - 1]):
                    found[f"{NAMES[at]}{heap - left}"] = heaps_after(heaps, at, left)
            for part in range(1, heap if split else 0):
                if 2 * part <= heap:
                    found[f"{NAMES[at]}{part}+{heap - part}"] = heaps_after(heaps, at, part, heap - part)
            for n in range(1, heap + 1 if pairs and at % 2 == 0 else 0):
                if n <= heaps[at + 1]:
                    found[NAMES[at : at + 2] + str(n)] = tuple(
                        h - n * (i in (at, at + 1)) for i, h in enumerate(heaps)
                    )
        return found

    return ahead


def euclid(pairs):
    found = {}
    for at, pair in enumerate(pairs):
        small, large = sorted(pair)
        left = large - small
        while small and left >= 0:
            found[f"{NAMES[at]}{large - left}"] = heaps_after(pairs, at, (small, left))
            left -= small
    return found


def fibonacci(position):
    left, most = position
    return {str(n): (left - n, 2 * n) for n in range(1, min(left, most) + 1)}


def pins(lengths):
    def ahead(standing):
        found = {}
        for first in standing:
            for length in lengths:
                run = range(first, first + length)
                if standing.issuperset(run):
                    found["-".join(dict.fromkeys((str(run[0]), str(run[-1]))))] = standing.difference(run)
        return found

    return ahead


def beans(jars):
    found = {}
    for i, n in enumerate(jars):
        for j in range(len(jars)):
            for k in range(len(jars)):
                if n and i < j <= k:
                    after = [m - (at == i) + (at == j) + (at == k) for at, m in enumerate(jars)]
                    found[f"{NAMES[i]}>{NAMES[j]}{NAMES[k]}"] = tuple(after)
    return found


def squares(count):
    def ahead(white):
        found = {}
        for x in white:
            for k in range(1, count // x + 1):
                turned = frozenset(x * n for n in range(1, k + 1))
                found["-".join(dict.fromkeys((str(x), str(k * x))))] = white ^ turned
        return found

    return ahead


class TestNimGames(DuelPromises):
    id = "nim-games"

    def oracle(self, prompt):
        shown = re.search(SHOWN, prompt)[0]
        rule = prompt.replace(shown, "")
        values = numbers(shown)
        limit = re.search(
            r"takes (one or more stones|[0-9, or]+ stones|one or more stones, but at most (\d+),) from one",
            rule,
        )
        most = limit and limit[2] and int(limit[2])
        stuck = 1 if "last stone loses" in rule else -1
        if "prime number of stones" in rule:
            ahead, start = stones(PRIMES.__contains__), tuple(values)
        elif "knocks down" in rule:
            said = re.search(r"knocks down (.*?) pins?;", rule)[1]
            ahead, start = pins(numbers(said) or [1]), frozenset(values)
        elif "pairs of numbers" in rule:
            ahead, start = euclid, tuple(zip(values[::2], values[1::2], strict=True))
        elif "jars with beans" in rule:
            ahead, start = beans, tuple(values)
        elif "white or black" in rule:
            assert values[0] == 1
            ahead, start = squares(values[1]), frozenset(values[2:])
        elif "twice as many as" in rule:
            ahead, start = fibonacci, tuple(values)
        elif "no other number" in rule:
            ahead, start = stones(numbers(limit[1]).__contains__), tuple(values)
        else:
            assert limit
            assert (not most) == (limit[1] == "one or more stones")
            ahead = stones(
                lambda n: not most or n <= most,
                "divides one" in rule,
                "stand in a row" in rule,
                "are a pair" in rule,
            )
            start = tuple(values)
        return all_best(start, ahead, lambda _: stuck)

    def seen(self, prompt):
        return re.search(SHOWN, prompt)[0]

    def impossible(self, payload):
        return {"kayles": "88-89", "flips": "77", "fibonacci": "99", "beans": "E>AA", "euclid": "A999"}.get(
            payload["kind"], "A99"
        )

    def test_theory_and_search_agree_on_all_small_positions(self):
        """Also on positions that are lost, which no task shows."""
        for kind, positions, allowed in (
            ("nim", [(a, b, c) for a in range(4) for b in range(4) for c in range(4)], (2,)),
            ("misere", [(a, b, c) for a in range(4) for b in range(4) for c in range(1, 5)], (3,)),
            ("misere", [(a, b, c) for a in range(3) for b in range(4) for c in range(1, 5)], ()),
            ("ordered", [(a, b, c) for c in range(5) for b in range(c + 1) for a in range(b + 1)], (2,)),
            ("lasker", [(a, b) for a in range(6) for b in range(6)], (2,)),
            ("fibonacci", [(n, most) for n in range(25) for most in range(1, 9)], ()),
            ("euclid", [((a, b),) for a in range(1, 12) for b in range(1, a + 1)], ()),
            ("beans", [(a, b, c, 0) for a in range(3) for b in range(3) for c in range(3)], ()),
            ("flips", [tuple(n >> at & 1 for at in range(6)) for n in range(64)], ()),
            ("wythoff", [(a, b, c, 1) for a in range(5) for b in range(5) for c in range(4)], ()),
        ):
            rules = Rules(GAMES[kind], allowed)
            for position in positions:
                assert (Solved(rules, 9_999).worth(position) == -1) == LOST[kind](position, allowed), (
                    kind,
                    position,
                )

    def test_stuck_means_no_move_and_keys_differ_where_positions_do(self):
        """Both are short cuts, and are held here to what they stand for, all along games played by chance."""
        rng = random.Random(1)
        for kind, game in GAMES.items():
            for _ in range(25):
                here = game.draw(rng, 6)
                rules = Rules(game, tuple(game.may(rng, 6)))
                seen = {}
                while ahead := list(rules.moves(here)):
                    assert rules.over(here) is None, (kind, here)
                    for _, after in ahead:
                        assert seen.setdefault(rules.key(after), game.same(after)) == game.same(after)
                    here = rng.choice(ahead)[1]
                assert rules.over(here) == (1 if game.misere else -1), (kind, here)

    def test_the_search_is_bounded(self):
        with pytest.raises(TooHard):
            Solved(Rules(GAMES["nim"]), 50).worth((9, 9, 9, 8))

    def test_few_moves_win(self):
        """A task in which most moves win is none; nor is one where it is always a single one."""
        single = 0
        for seed in range(40):
            task = self.spec.task(3, seed)
            best = len(winning(task.payload))
            assert 1 <= best <= 6
            assert task.guess_rate <= 1 / 6
            single += best == 1
        assert 10 <= single <= 33

    def test_trap_misere_is_not_nim(self):
        payload = {"position": [1, 1, 4], "allowed": [], "best": ["C3"], "seed": 0, "strength": 1.0}
        assert winning({"kind": "misere", **payload}) == {"C3"}
        assert winning({"kind": "nim", **payload}) == {"C4"}

    def test_without_pettingzoo_the_error_names_the_extra(self, monkeypatch):
        monkeypatch.setitem(sys.modules, "pettingzoo", None)
        with pytest.raises(ImportError, match=r"rlvr-gym\[pettingzoo\]"):
            rlvr.aec("nim-games")

    def test_a_move_may_be_written_in_two_orders(self):
        lasker = {"kind": "lasker", "position": [7, 5], "allowed": [], "best": [], "seed": 0, "strength": 1.0}
        lasker["best"] = sorted(winning(lasker))
        beans = {**lasker, "kind": "beans", "position": [1, 1, 0, 0], "best": []}
        beans["best"] = sorted(winning(beans))
        pins = {**lasker, "kind": "kayles", "position": ["XX.XXXX"], "allowed": [1, 2]}
        pins["best"] = sorted(winning(pins))
        for payload, pattern, swap in (
            (lasker, r"(\d+)\+(\d+)", r"\2+\1"),
            (beans, r">(\w)(\w)", r">\2\1"),
            (pins, r"(\d+)-(\d+)", r"\2-\1"),
        ):
            answer = ", ".join(payload["best"])
            self.takes(payload, [answer, re.sub(pattern, swap, answer)], [])

    def test_what_cannot_be_read_is_no_wrong_move(self):
        payload = self.spec.task(1, 0, params={"kinds": "nim"}).payload
        self.judges(
            payload,
            [],
            ["heap A", "take 3 from A", "3 stones", "A 3", "A=3", "A-1", "?"],
            ["A77", "Z1", "A77, A78"],
        )
        assert self.spec.verify_answer(payload, "A77").reason is Reason.WRONG

    def test_problems_are_the_same_up_to_the_order_of_heaps(self):
        self.same_problems(
            lambda p: (str(sorted(p["position"])), str(p["allowed"])), 250, kinds="nim", work=24, strength=1.0
        )
