"""Nearby wrong answers: small changes to a right one, of the kinds that careless verifiers let through."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

_TOKEN = re.compile(r"[0-9]+|[A-Za-z]+|\s+|.", re.DOTALL)


def mutants(answer: str, rng: random.Random, count: int) -> list[str]:
    """Up to `count` different texts near `answer`, none equal to it up to case, spaces and commas."""
    found: dict[str, None] = {}
    for _ in range(4 * count):
        mutant = rng.choice(_KINDS)(_TOKEN.findall(answer), rng)
        if mutant is not None and normal(mutant) != normal(answer):
            found[mutant] = None
        if len(found) == count:
            break
    return list(found)


def normal(answer: str) -> str:
    """`answer` without the differences that no verifier needs to see."""
    return " ".join(re.sub(r"[,;|]", " ", answer.lower()).split())


def _number_off_by_one(tokens: list[str], rng: random.Random) -> str | None:
    at = _pick(tokens, rng, str.isdigit)
    return None if at is None else _with(tokens, at, str(max(int(tokens[at]) + rng.choice((-1, 1)), 0)))


def _digit_changed(tokens: list[str], rng: random.Random) -> str | None:
    at = _pick(tokens, rng, str.isdigit)
    if at is None:
        return None
    place = rng.randrange(len(tokens[at]))
    return _with(tokens, at, tokens[at][:place] + rng.choice("0123456789") + tokens[at][place + 1 :])


def _letter_changed(tokens: list[str], rng: random.Random) -> str | None:
    at = _pick(tokens, rng, str.isalpha)
    if at is None:
        return None
    place = rng.randrange(len(tokens[at]))
    letter = rng.choice("abcdefghijklmnopqrstuvwxyz")
    letter = letter.upper() if tokens[at][place].isupper() else letter
    return _with(tokens, at, tokens[at][:place] + letter + tokens[at][place + 1 :])


def _swapped(tokens: list[str], rng: random.Random) -> str | None:
    solid = [i for i, token in enumerate(tokens) if token.isalnum()]
    if len(solid) < 2:
        return None
    i, j = rng.sample(solid, 2)
    changed = list(tokens)
    changed[i], changed[j] = changed[j], changed[i]
    return "".join(changed)


def _dropped(tokens: list[str], rng: random.Random) -> str | None:
    at = _pick(tokens, rng, lambda token: not token.isspace())
    return None if at is None else _with(tokens, at, "")


def _doubled(tokens: list[str], rng: random.Random) -> str | None:
    at = _pick(tokens, rng, str.isalnum)
    return None if at is None else _with(tokens, at, f"{tokens[at]} {tokens[at]}")


def _sign_changed(tokens: list[str], rng: random.Random) -> str | None:
    at = _pick(tokens, rng, str.isdigit)
    if at is None:
        return None
    if at > 0 and tokens[at - 1] == "-":
        return _with(tokens, at - 1, "")
    return _with(tokens, at, f"-{tokens[at]}")


def _operator_changed(tokens: list[str], rng: random.Random) -> str | None:
    at = _pick(tokens, rng, lambda token: token in "+-*/^<>")
    return None if at is None else _with(tokens, at, rng.choice("+-*/"))


def _cut(tokens: list[str], rng: random.Random) -> str | None:
    return "".join(tokens[: rng.randrange(len(tokens))]) if tokens else None


_KINDS = (
    _number_off_by_one,
    _digit_changed,
    _letter_changed,
    _swapped,
    _dropped,
    _doubled,
    _sign_changed,
    _operator_changed,
    _cut,
)


def _pick(tokens: list[str], rng: random.Random, wanted: Callable[[str], bool]) -> int | None:
    places = [i for i, token in enumerate(tokens) if wanted(token)]
    return rng.choice(places) if places else None


def _with(tokens: list[str], at: int, token: str) -> str:
    return "".join([*tokens[:at], token, *tokens[at + 1 :]])
