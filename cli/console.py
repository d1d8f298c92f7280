"""The two places that the command writes to, and what subcommands share in reading their arguments."""

from __future__ import annotations

from rich.console import Console

console = Console()
errors = Console(stderr=True)


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
