"""Draws expressions of a wanted type over names of known types."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from random import Random

from ...base import Json
from .kinds import Env
from .language import family
from .scalars import SCALARS
from .template import bounds, choices

INT_PAIRS = ("plus", "minus", "larger", "smaller", "distance")
WORD_PAIRS = (
    ("even", "odd"),
    ("low", "high"),
    ("yes", "no"),
    ("small", "big"),
    ("left", "right"),
    ("in", "out"),
)
FREE = frozenset(
    "add sub times mod div divides above below longer at_least at_most start end letters gcd".split()
)
"""Operations whose constant may be a number that is given instead."""


SUMS = frozenset(("add", "sub", "from", "plus", "minus"))


class Expressions:
    """Draws for one program; `scope` holds the numbers that may stand in the place of a constant."""

    def __init__(self, rng: Random, library: int, depth: int) -> None:
        self.rng, self.library, self.depth = rng, library, depth
        self.scope: list[str] = []
        self.free_share = 0.0

    def body(self, want: str, names: Sequence[str], env: Env) -> Json:
        """The body of a function of `names`, which are of the types in `env`; all that matter are used in it."""
        kinds = [env[name] for name in names]
        if len(names) == 1:
            return self.of_one(want, names[0], env)
        if want == "mod":
            grown = ["plus", ["times", ["var", names[0]], self._int(2, 9)], self.number(names[1], env, 0)]
            return ["mod", grown, ["int", self.rng.choice((10, 11, 26, 50, 97, 100, 101, 1000, 1009))]]
        if want == "newkey":
            return self.of_one("str", names[0], env)
        if want == "bool":
            return self._two_truths(names, env)
        if kinds == ["str", "str"]:
            if want == "any" and self.rng.random() < 0.5:
                first, second = self._swapped(*(self.word(name, env) for name in names))
                return ["joined", first, second]
        elif want == "any" and "str" in kinds and names[0] == "i":
            return ["if", self.truth("i", env, 0), self.of_one("str", names[1], env), ["var", names[1]]]
        if "d" in names or names[0] in "ik":
            roll = self.rng.random()
            if roll < 0.3 and kinds[1] == "int" and kinds[0] == "int":
                other = self.rng.choice((["var", names[1]], self.of_one("int", names[1], env)))
                if names[0] == "i":
                    return ["if", self.truth("i", env, 0), self.of_one("int", names[1], env), ["var", names[1]]]
                one = self.of_one("int", names[0], env)
                return ["if", self.truth("d", env, 0), one, other if other[0] == "var" else ["var", names[0]]]
            if roll < 0.6 and names[0] == "k":
                return self.of_one("int", names[1], env)
            if roll < 0.45 and names[1] == "d":
                return self.of_one("int", names[0], env)
        return self._combined(names, env)

    def _combined(self, names: Sequence[str], env: Env) -> Json:
        first, second = self._swapped(*(self.number(name, env, self.rng.randint(0, 1)) for name in names[:2]))
        op = self.rng.choice((*INT_PAIRS, "plus", "minus"))
        if env[names[-1]] == "list[int]":
            op = self.rng.choice(("plus", "plus", "minus", "larger", "distance"))
        made = [op, first, second]
        if self.rng.random() < 0.3 * (self.depth - 1):
            made = self._unary("int", made)
        return made

    def _two_truths(self, names: Sequence[str], env: Env) -> Json:
        kinds = [env[name] for name in names]
        if names[0] == "p":
            if kinds[0] == "str" and self.rng.random() < 0.5:
                op = self.rng.choice(("after_text", "same_text"))
                first, second = self._swapped(*(self.word(name, env, op == "same_text") for name in names))
                return [op, first, second]
            same = self.rng.random() < 0.35
            one = self.of_one("int", "p", env) if kinds[0] != "int" else ["var", "p"]
            if same and kinds[0] == "int":  # a function that is not one-to-one, or else it changes nothing
                key = self.rng.choice(("mod", "div", "digit_sum", "top_digit", "digit_count"))
                one = [key, one, *(self._constant(key, part) for part in SCALARS[key].takes[1:])]
            other = _renamed(one, "p", "q")
            if not same:
                one, other = self._swapped(one, other)
                if self.rng.random() < 0.4:
                    other = ["add", other, self._int(1, 9)]
            made = ["same" if same else "greater", one, other]
            return ["not", made] if same and self.rng.random() < 0.6 else made
        picked = self.rng.sample(list(names), 2 if self.rng.random() < 0.5 else 1)
        truths = [self.truth(name, env, self.rng.randint(0, 1)) for name in picked]
        return truths[0] if len(truths) == 1 else [self.rng.choice(("and", "or")), *truths]

    def of_one(self, want: str, name: str, env: Env) -> Json:
        """An expression of one name that is not the name itself, but for keys of texts."""
        kind = env[name]
        if want in ("any", "scalar"):
            want = "str" if kind == "str" and self.rng.random() < 0.7 else "int"
            if (kind == "pair" and self.rng.random() < 0.3) or (
                kind == "list[str]" and self.rng.random() < 0.4
            ):
                want = "str"
            if self.library >= 2 and self.rng.random() < 0.25 and kind in ("int", "str") and want == kind:
                other = ["var", name] if self.rng.random() < 0.6 else self.some(want, name, env, 1)
                return ["if", self.truth(name, env, 0), self.some(want, name, env, 1), other]
        if want == "small":
            return ["mod", self.number(name, env, 1), ["int", self.rng.choice((3, 4))]]
        if want == "key":
            want = "str" if kind in ("str", "list[str]") and self.rng.random() < 0.3 else "int"
        if want == "textkey":
            return self._text_key(name, env)
        if want == "bool":
            return self._truths(name, env)
        return self.some(want, name, env, self.depth)

    def _text_key(self, name: str, env: Env) -> Json:
        kind = env[name]
        if kind == "pair" and self.rng.random() < 0.6:
            return ["first", ["var", name]]
        if kind == "str" and self.rng.random() < 0.6:
            return self.some("str", name, env, 1)
        if self.rng.random() < 0.4:
            one, other = self.rng.choice(WORD_PAIRS)
            return ["if", self.truth(name, env, self.depth - 1), ["text", one], ["text", other]]
        number = self.some("int", name, env, max(1, self.depth - 1))
        if kind == "int" and number[0] not in ("mod", "top_digit", "digit_count", "ones", "divisors"):
            number = ["mod", number, self._int(2, 5)]
        return ["decimal", number]

    def _truths(self, name: str, env: Env) -> Json:
        made = self.truth(name, env, self.depth - 1)
        if self.library >= 2 and self.rng.random() < 0.3:
            other = self.truth(name, env, 0)
            if other[-1] != made[-1] or other[0] != made[0]:
                return [self.rng.choice(("and", "or")), made, other]
        return made

    def truth(self, name: str, env: Env, depth: int) -> Json:
        """A condition on one name, perhaps negated."""
        made = self.some("bool", name, env, depth + 1)
        return ["not", made] if self.rng.random() < 0.2 else made

    def number(self, name: str, env: Env, depth: int) -> Json:
        """A number made from one name: the name itself, if it is one and `depth` is 0."""
        if env[name] == "int" and depth <= 0:
            return ["var", name]
        return self.some("int", name, env, max(depth, 1))

    def word(self, name: str, env: Env, must: bool = False) -> Json:
        """A text made from one name that is one."""
        return ["var", name] if not must and self.rng.random() < 0.5 else self.some("str", name, env, 1)

    def some(self, want: str, name: str, env: Env, depth: int) -> Json:
        """An expression of at least one and about `depth` operations on `name`."""
        return self._down(want, name, env, max(1, depth))

    def _down(self, want: str, name: str, env: Env, depth: int) -> Json:
        keys, weights = _known(
            want, env[name], self.library, depth > 1, bool(self._partners(("int", "int"), env))
        )
        if not keys:  # from a list or pair to a text or so: by way of a number
            reach = self._down("int", name, env, 1)
            return self._unary(want, reach)
        key = self.rng.choices(keys, cum_weights=weights)[0]
        op = SCALARS[key]
        arguments: list[Json] = []
        for part in op.takes:
            if part[0] in "#'":
                arguments.append(self._constant(key, part))
            elif arguments and arguments[0][0] not in ("int", "text"):
                arguments.append(["var", self.rng.choice(self._partners(op.takes, env))])
            else:
                direct = _fits(part, env[name])
                deeper = depth > 1 and self.rng.random() < 0.8
                if direct and not (deeper and part in ("int", "str")):
                    arguments.append(["var", name])
                elif part in ("int", "str") and (deeper or not direct):
                    arguments.append(self._down(part, name, env, depth - 1))
                else:
                    arguments.append(["var", name])
        inside = {argument[0] for argument in arguments}
        same = key in inside or (key in SUMS and inside & SUMS)  # nobody writes x + 8 - 3
        if same or (arguments[0][0] == "int" and len(arguments) == 1):
            return self._down(want, name, env, max(1, depth - 1)) if depth > 1 else [key, *arguments]
        return [key, *arguments]

    def _partners(self, takes: tuple[str, ...], env: Env) -> list[str]:
        """The given numbers that can be the second argument of an operation on two."""
        return [n for n in self.scope if env.get(n) == "int"] if takes == ("int", "int") else []

    def _unary(self, want: str, inside: Json) -> Json:
        keys = [
            key
            for key, op in SCALARS.items()
            if op.gives == want
            and op.takes[0] == "int"
            and op.tier <= max(self.library, 3)
            and key != inside[0]
            and [t for t in op.takes if t[0] not in "#'"] == ["int"]
        ]
        key = self.rng.choice(keys)
        return [key, inside, *(self._constant(key, part) for part in SCALARS[key].takes[1:])]

    def _constant(self, key: str, part: str) -> Json:
        if part[0] == "'":
            return ["text", self.rng.choice(choices(part))]
        low, high = bounds(part)
        given = [name for name in self.scope if name in ("limit", "step")]
        if given and key in FREE and self.rng.random() < self.free_share:
            return ["var", given[0]]
        return self._int(low, high)

    def _int(self, low: int, high: int) -> Json:
        return ["int", self.rng.randint(low, high)]

    def _swapped(self, one: Json, other: Json) -> tuple[Json, Json]:
        return (one, other) if self.rng.random() < 0.6 else (other, one)


@lru_cache(maxsize=1024)
def _known(
    want: str, kind: str, library: int, deep: bool, partner: bool
) -> tuple[tuple[str, ...], tuple[float, ...]]:
    """The operations that can begin an expression on a name of type `kind`, and their weights added up."""
    found = [
        (key, op.weight)
        for key, op in SCALARS.items()
        if op.gives == want
        and op.tier <= library
        and (len([t for t in op.takes if t[0] not in "#'"]) == 1 or (partner and op.takes == ("int", "int")))
        and any(_fits(part, kind) or (deep and part == "int") for part in op.takes)
    ]
    return tuple(key for key, _ in found), tuple(accumulate(weight for _, weight in found))


def _fits(part: str, kind: str) -> bool:
    return kind in part.split("|") or (part == "list" and family(kind) == "list")


def _renamed(node: Json, old: str, new: str) -> Json:
    if not isinstance(node, list):
        return node
    if node[0] == "var":
        return ["var", new if node[1] == old else node[1]]
    return [node[0], *(_renamed(part, old, new) for part in node[1:])]
