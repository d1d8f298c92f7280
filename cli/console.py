"""The two places that the command writes to, and what subcommands share in reading their arguments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rich.console import Console

console = Console(emoji=False)  # a prompt may have :x: in it
errors = Console(stderr=True, emoji=False)


def parse_levels(text: str) -> tuple[int, int]:
    """The level range of ``3`` or ``1-5``.

    Raises:
        ValueError: if it is neither; the message shows the two forms.
    """
    low, _, high = text.partition("-")
    try:
        levels = int(low), int(high or low)
    except ValueError:
        raise ValueError(f"levels {text!r}: write one level, such as 3, or a range, such as 1-5") from None
    if not 1 <= levels[0] <= levels[1]:
        raise ValueError(f"levels {text!r}: write the lower level first, from 1 on")
    return levels


def parse_difficulty(text: str) -> tuple[float, float]:
    """The range of ``2.5`` or ``2-3.5`` on the scale of difficulty.

    Raises:
        ValueError: if it is neither; the message shows the two forms.
    """
    low, _, high = text.partition("-")
    try:
        ends = float(low), float(high or low)
    except ValueError:
        ends = (1.0, 0.0)
    if not ends[0] <= ends[1]:
        raise ValueError(f"difficulty {text!r}: write a number, such as 2.5, or a range, such as 2-3.5")
    return ends


def check_env_options(envs: Iterable[str], options: Mapping[str, Any]) -> None:
    """Make each environment once, so that a misspelt option is found before a model is loaded.

    Raises:
        ValueError: if an environment has no such option or refuses its value; the message names both.
        UnknownEnvironment: if there is no such environment.
    """
    from ..envs.make import make_env

    for env in envs if options else ():
        try:
            make_env(env, **options).close()
        except TypeError as error:
            raise ValueError(str(error)) from None
