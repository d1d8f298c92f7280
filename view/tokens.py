"""The tokens of a trajectory with what is known of each, and their texts by the tokenizer of the run."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

Json = Any
Texts = Callable[[Sequence[int]], list[str]]
"""From ids to a text for each."""

MOST_TOKENS = 20_000
"""Tokens of a trajectory that are shown."""
_MOST_BYTES = 128 << 20
FOLDER, HUB_FILE = "tokenizer", "tokenizer.json"


class NoTokenizer(LookupError):
    """Tokens have no texts here; the message says why."""


def tokens_of(row: Json, run: Path) -> Json:
    """The tokens of a row of trajectories, in the order in which the model saw them.

    Args:
        row: as the file has it.
        run: the folder of the run, which holds ``tokenizer/``.

    Returns:
        ``runs``: neighbouring tokens of one kind. Given ones (``turn`` is None) have ``count`` and ``text``; those that
        were drawn have ``turn``, ``ids``, ``texts``, ``probabilities`` and ``versions``. Texts are None without a
        tokenizer, and ``problem`` says why. ``used`` tells whether the trajectory was in the loss, ``advantages`` are
        of the turns; None where the run did not note it. ``left_out`` counts tokens behind the first `MOST_TOKENS`.
    """
    extra = row["extra"]
    total = sum(len(segment["tokens"]) for segment in row["segments"])
    texts: Texts | None = None
    problem = (
        "" if total else "This trajectory has no tokens: it was played by something that gives texts only."
    )
    try:
        texts = texts_of(run) if total else None
    except NoTokenizer as error:
        problem = str(error)
    runs: list[Json] = []
    room = MOST_TOKENS
    for number, segment in enumerate(row["segments"]):
        turns = [turn for turn in enumerate(row["turns"]) if turn[1]["segment"] == number]
        for turn, begin, end, skipped in _runs(segment, turns):
            end = min(end, begin + room)
            if end > begin:
                runs.append(_shown(segment, turn, begin, end, skipped, texts))
                room -= end - begin
    return {
        "runs": runs,
        "problem": problem,
        "used": extra.get("used"),
        "advantages": extra.get("advantages"),
        "left_out": max(0, total - MOST_TOKENS),
    }


def _runs(segment: Json, turns: list[tuple[int, Json]]) -> Iterator[tuple[int | None, int, int, int]]:
    """Turn (None for given tokens), begin, end, and the drawn tokens before it, of each run of a segment."""
    place = skipped = 0
    for begin, end in segment["drawn"]:
        if place < begin:
            yield None, place, begin, skipped
        # One range of drawn tokens is one turn as a rule; two turns may touch where nothing was said between them.
        cuts = sorted({begin, end, *(edge for _, turn in turns for edge in (turn["start"], turn["end"]))})
        cuts = [cut for cut in cuts if begin <= cut <= end]
        for low, high in itertools.pairwise(cuts):
            owner = next((n for n, turn in turns if turn["start"] <= low < turn["end"]), -1)
            yield owner, low, high, skipped + low - begin
        skipped += end - begin
        place = end
    if place < len(segment["tokens"]):
        yield None, place, len(segment["tokens"]), skipped


def _shown(segment: Json, turn: int | None, begin: int, end: int, skipped: int, texts: Texts | None) -> Json:
    ids = segment["tokens"][begin:end]
    if turn is None:
        return {"turn": None, "count": len(ids), "text": "".join(texts(ids)) if texts else None}
    of = slice(skipped, skipped + len(ids))
    return {
        "turn": turn,
        "count": len(ids),
        "ids": ids,
        "texts": texts(ids) if texts else None,
        "probabilities": [float(f"{math.exp(min(0.0, value)):.4g}") for value in segment["log_probs"][of]],
        "versions": segment["versions"][of],
    }


# ---- texts -----------------------------------------------------------------------------------------------


def texts_of(run: Path) -> Texts:
    """What turns ids into texts, by the tokenizer in the folder of a run. Nothing of the folder is executed.

    Raises:
        NoTokenizer: if there is none, or it cannot be read.
    """
    folder = run / FOLDER
    if not folder.is_dir():
        raise NoTokenizer(
            f"There is no folder {FOLDER}/ beside the trajectories, so tokens have no texts here."
        )
    stamp = max((path.stat().st_mtime_ns for path in folder.iterdir()), default=0)
    return _loaded(folder, stamp)


@lru_cache(maxsize=4)
def _loaded(folder: Path, stamp: int) -> Texts:
    from ..agents.models.tokenizer import PhraseTokenizer

    try:
        if any(path.stat().st_size > _MOST_BYTES for path in folder.iterdir()):
            raise NoTokenizer(f"A file in {FOLDER}/ has more than {_MOST_BYTES >> 20} MiB and is not read.")
        if PhraseTokenizer.is_here(folder):
            own = PhraseTokenizer.load(folder)
            return lambda ids: [own.decode([i]) if 0 <= i < len(own) else f"<|{i}|>" for i in ids]
        if (folder / HUB_FILE).is_file():
            return _by_library(folder / HUB_FILE)
    except NoTokenizer:
        raise
    except Exception as error:  # the library raises bare Exceptions for files that it cannot read
        raise NoTokenizer(f"{FOLDER}/ cannot be read: {str(error)[:300]}") from None
    raise NoTokenizer(f"{FOLDER}/ holds no {HUB_FILE}, so tokens have no texts here.")


def _by_library(file: Path) -> Texts:
    try:
        from tokenizers import Tokenizer
        from tokenizers.decoders import DecodeStream
    except ImportError:
        raise NoTokenizer(
            "Texts of this run's tokens need the package tokenizers: pip install tokenizers"
        ) from None
    tokenizer = Tokenizer.from_file(str(file))

    def texts(ids: Sequence[int]) -> list[str]:
        # A character may be made of several tokens; its text stands at the last of them.
        stream = DecodeStream(skip_special_tokens=False)
        try:
            return [stream.step(tokenizer, i) or "" for i in ids]
        except Exception:  # ids that no text can be split into are shown one by one
            return [tokenizer.decode([i], skip_special_tokens=False) for i in ids]

    return texts
