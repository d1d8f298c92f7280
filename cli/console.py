"""The two places that the command writes to, and what subcommands share in reading their arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from rich.console import Console

console = Console(emoji=False)  # a prompt may have :x: in it
errors = Console(stderr=True, emoji=False)


@contextmanager
def telling() -> Iterator[Callable[[str], None]]:
    """A function that is told what is going on: a line that changes in a terminal, else one for each new stage.

    A stage is what stands before a colon: ``planting faults: 8 of 100`` is told once in a file.
    """
    stage = ""

    def say(text: str) -> None:
        nonlocal stage
        if console.is_terminal:
            status.update(text)
        elif (now := text.partition(":")[0]) != stage:
            stage = now
            errors.print(now, style="dim", highlight=False, markup=False)

    with console.status("") as status:
        yield say


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
