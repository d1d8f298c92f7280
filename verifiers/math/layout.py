r"""What stands around a response and is no part of what it says: marks of a turn's end, another speaker, layout.

A model that is not stopped in time writes its end mark and goes on with somebody else's words; those are not its own.
"""

from __future__ import annotations

import re

_MARK = (
    r"(?:<\|[a-z_]{2,24}\|>(?:\s?(?:user|assistant|system)(?=\s*$|\s*<))?|</s>|<(?:eos|end_of_turn|end_of_sentence)>"
    r"|<\uff5c[^\uff5c>]{1,30}\uff5c>|\[EOS\]|\[/INST\])"
)
_TURN = re.compile(rf"(?:\s*(?:{_MARK}|<br ?/?>))+\s*$", re.I)
_SPEAKER = re.compile(
    r"(?:<\|(?:endoftext|im_end|eot_id|end|eos)\|>|</s>|<(?:eos|end_of_turn)>|\[EOS\])\s{0,8}"
    r"(?:<\|[a-z_]{2,24}\|>\s{0,4}){0,2}(?:human|user|question)\b",
    re.I,
)
# A single line that begins so is an inequality.
_QUOTED = re.compile(r"^> ?", re.M)
_LOOKED_AT = 8000
# A long run of blank space says no more than a short one, and patterns that begin with one take a square of its length.
_GAP = re.compile(r"\s{16,}")


def model_turn(response: str) -> str:
    """The response up to the end of the model's own turn, without marks of layout at its end."""
    tail = response[-_LOOKED_AT:]
    if (speaker := _SPEAKER.search(tail)) is not None:
        response = response[: len(response) - len(tail) + speaker.start()]
    response = response[:-400] + _TURN.sub("", response[-400:])
    if all(line.startswith(">") for line in response[-_LOOKED_AT:].rsplit("\n", 2)[-2:]) and "\n" in response:
        response = response[:-_LOOKED_AT] + _QUOTED.sub("", response[-_LOOKED_AT:])
    return _GAP.sub(_short_gap, response)


def _short_gap(match: re.Match[str]) -> str:
    return "\n\n" if "\n" in match[0] else " " * 8
