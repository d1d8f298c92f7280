"""Nim and its kin: rules and position are read from the prompt, and the game is played out to its end."""

from __future__ import annotations

import random
import re
import sys

import pytest
from duel_games import Duel, DuelPromises, numbers

import rlvr
from rlvr.conformance.promises import read
from rlvr.generators.games.nim_games_solver import LOST, winning
from rlvr.generators.games.nim_rules import GAMES, Rules
from rlvr.generators.kernels.duel import Solved, TooHard
from rlvr.verifiers.base import Reason

SHOWN = r"(?:Heaps|Pairs|Jars) A: .*?\.|Stones: .*?\. The.*?\.|Places .*?\. All.*?\.|Squares: .*?\. White.*?\. All.*?\."
NEXT = "{:(?:(?:Now|At first): )?}"
HEAPS = (
    "… heaps of stones.",
    NEXT + "Heaps {shown:A: [^.]*}.",
    "Write … move as … letter of … heap and … number of stones … taken from it: C2 takes two stones from heap C.",
)
TAKES = "In … turn … player takes {allowed:one or more stones|one or more stones, but at most [0-9]+,} from one heap"
LAST = "Whoever takes … last stone wins."
STUCK = "Whoever cannot move loses."
RULES = {
    "nim": [*HEAPS, f"{TAKES}.", LAST],
    "misere": [*HEAPS, f"{TAKES}.", "Whoever takes … last stone loses."],
    "subtraction": [
        *HEAPS,
        "In … turn … player takes {numbers:[0-9, or]+} stones from one heap; no other number may … taken.",
        STUCK,
    ],
    "primes": [
        *HEAPS,
        "In … turn … player takes … prime number of stones (2, 3, 5, 7, 11 and so on) from one heap.",
        STUCK,
    ],
    "ordered": [
        "Heaps of stones … in … row, A first.",
        *HEAPS[1:],
        f"{TAKES}, but no heap may then … fewer stones than … heap … before it in … row.",
        LAST,
    ],
    "euclid": [
        "… pairs of numbers.",
        "In … turn … player chooses … pair without … 0 and subtracts … smaller of its numbers, or … multiple of it "
        "(twice, three times and so on), from … larger one; nothing may … negative.",
        "Of two equal numbers one … subtracted from … other.",
        "Whoever cannot move, because every pair … 0, loses.",
        NEXT + "Pairs {shown:A: [^.]*}.",
        "Write … move as … letter of … pair and … subtracted from its larger number: B6 subtracts 6 in pair B.",
    ],
    "wythoff": [
        "… four heaps of stones; A and B … pair, and … C and D.",
        "In … turn … player takes one or more stones from one heap, or one or more from both heaps of … pair, and then "
        "… same number from each.",
        LAST,
        HEAPS[1],
        "Write … move as … heap and … number of stones: B3 takes three stones from heap B, and CD2 two from each of "
        "heaps C and D.",
    ],
    "kayles": [
        "Pins … in places of … row … numbered from 1.",
        "In … turn … player knocks down {:(?:one pin|(?P<numbers>[0-9, or]+) pins)}; … pins of one turn … next to each "
        "other, without … empty place between them.",
        STUCK,
        NEXT + "Places with … pin: {shown:[^.]*}.",
        "All other places … empty.",
        "Write … move as … places of … first and … last pin … as 4-5, and … single pin as its place … as 4.",
    ],
    "lasker": [
        *HEAPS[:2],
        f"{TAKES}, or divides one heap into two, with at least one stone in each, and takes nothing.",
        LAST,
        "Write … move as … letter of … heap and … number of stones taken from it, or … two numbers into … it … divided "
        "… smaller one first: C2 takes two stones from heap C, and C1+4 divides … heap C of five.",
    ],
    "fibonacci": [
        "… one heap of stones.",
        "In … turn … player takes at least one stone, and at most twice as many as … other player … before.",
        LAST,
        NEXT + "Stones: {left}.",
        "… player whose turn it … may … up to {most}.",
        "Write … move as … number of stones … taken.",
    ],
    "beans": [
        "… jars with beans.",
        "In … turn … player takes one bean out of … jar and puts two new beans into jars … later in … alphabet: one "
        "into each of two such jars, or both into … same one.",
        "Beans in … last jar cannot … moved.",
        STUCK,
        NEXT + "Jars {shown:A: [^.]*}.",
        "Write … move as … jar of … bean … taken and … two jars … gain one, in … order of … alphabet: A>CD, or A>CC … "
        "both … into jar C.",
    ],
    "flips": [
        "… squares … numbered from 1 … white or black.",
        "In … turn … player chooses … white square x and … whole number k from 1 on … k times x … not more than … "
        "number of squares, and turns … k squares x, 2x, 3x and so on up to kx over: white ones … black and black ones "
        "white.",
        "Whoever cannot move, because no square … white, loses.",
        NEXT + "Squares: 1 to {count}.",
        "White: {shown:[^.]*}.",
        "All others … black.",
        "Write … move as … first and … last square … turned … as 3-9 for 3, 6 and 9; … only one square … turned, as "
        "its number … as 3.",
    ],
}
ALL = "Give all winning moves and no others, with commas between them, in any order."
FRAMES = (
    [
        "Two players move in turn.",
        "It … your turn, and at least one move wins: whatever the other player does from then on, you can … winner.",
        "Which moves … these?",
        ALL,
    ],
    [
        "This … position of … game for two, and it … your move.",
        "… rules:",
        "… players move in turn.",
        "Find every move after which you can force … win.",
        ALL,
    ],
    [
        "You … game against somebody … makes no mistakes, and it … your turn.",
        "Then it … the other's turn.",
        "One or more moves win … game if you … on well.",
        ALL,
    ],
    [
        "You … game against another player, and you move first.",
        "… position can … won.",
        "Play it, and win: each turn … your one move, and you … told the other player's.",
    ],
    [
        "This … beginning of … game for two.",
        "… rules:",
        "… players move in turn.",
        "You … first move, and with good play you win.",
        "Make one move … turn; you … shown how your opponent answers it.",
    ],
    [
        "Let … play … game; you begin.",
        "Then it … the other's turn.",
        "You … to win, and can.",
        "… turn … one move of yours, and then you hear … I do.",
    ],
)
"""How the question is asked, and how the form that is played begins."""
TOLD = {kind: [[*rules, *frame] for frame in FRAMES] for kind, rules in RULES.items()}
LINES = {
    r"{move:\S+} is answered by {answer:\S+}.": lambda x: x.found.answered(str(x.move), str(x.answer)),
    r"{move:\S+} ends the game, lost.": lambda x: x.found.lost(str(x.move)),
    "No answer to {best:.+} wins.": lambda x: x.found.all_told(x.before, str(x.best)),
}
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
    lines = dict.fromkeys(RULES, LINES)

    def oracle(self, prompt):
        kind, said = read(prompt, TOLD)
        values = numbers(str(said.get("shown", "")))
        letters = re.findall("[A-Z]", str(said.get("shown", "")))
        assert letters == list(NAMES[: len(letters)])
        most = numbers(said.get("allowed", ""))
        ahead, start = {
            "euclid": (euclid, tuple(zip(values[::2], values[1::2], strict=False))),
            "wythoff": (stones(bool, pairs=True), tuple(values)),
            "kayles": (pins(numbers(str(said.get("numbers", "1")))), frozenset(values)),
            "fibonacci": (fibonacci, (said.get("left"), said.get("most"))),
            "beans": (beans, tuple(values)),
            "flips": (squares(said.get("count", 0)), frozenset(values)),
            "primes": (stones(PRIMES.__contains__), tuple(values)),
            "subtraction": (stones(numbers(str(said.get("numbers", ""))).__contains__), tuple(values)),
        }.get(kind) or (
            stones(lambda n: n <= min(most, default=n), kind == "lasker", kind == "ordered"),
            tuple(values),
        )
        return Duel(start, ahead, lambda _: 1 if kind == "misere" else -1)

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
