"""Wrong queries of a question as they are kept with it: many texts, of whose plans only few are ever looked at."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping

from ..base import Json
from .codec import from_json, to_json
from .double_slips import DoubleSlips
from .plan import Query
from .renaming import Names
from .schema import Schema
from .settled import is_settled
from .unlabelled import unlabelled

_QUOTE = "\x7f"


class Slips(Mapping[str, Query]):
    """Plans by their texts, unpacked one by one.

    Attributes:
        quiet: the texts of those that do not show easily, as far as that is known.
    """

    def __init__(
        self,
        plans: Mapping[str, str],
        quiet: Collection[str] = (),
        settled: Collection[str] | None = None,
        plain: Collection[str] = (),
    ) -> None:
        """Args: the plans as `packed` gives them, `quiet`, and what is known of `is_settled` and `is_plain`."""
        self.quiet = frozenset(quiet)
        self._plans = plans
        self._settled = settled
        self._plain = plain
        self._known: dict[str, Query] = {}

    @classmethod
    def of_pairs(cls, kept: Json) -> Slips:
        """Those of a JSON value that `packed_pairs` made."""
        texts = list(kept["plans"])
        some = [[texts[at] for at in kept[name]] for name in ("quiet", "settled", "plain")]
        return cls(kept["plans"], *some)

    def __getitem__(self, text: str) -> Query:
        found = self._known.get(text)
        if found is None:
            found = self._known[text] = from_json(_plan(self._plans[text]))
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._plans)

    def __len__(self) -> int:
        return len(self._plans)

    def renamed(self, text: str, names: Names) -> Query:
        """One of the plans with other names."""
        return names.unpacked(_plan(self._plans[text]))

    def is_settled(self, text: str) -> bool | None:
        """Whether ties can change nothing in what one of them gives, and it is sound in all engines; None: unknown."""
        return None if self._settled is None else text in self._settled

    def is_plain(self, text: str) -> bool:
        """Whether one of them is known to be named after what it gives, so that `unlabelled` changes nothing."""
        return text in self._plain


def packed(plans: Mapping[str, Query]) -> dict[str, str]:
    """Plans by their texts, each as the text of a JSON value, so that one can be read without the others."""
    return {text: _text(to_json(plan)) for text, plan in plans.items()}


def _text(plan: Json) -> str:
    """A plan as a text in which quotation marks are other signs: they would each need a mark in front once more."""
    text = json.dumps(plan, separators=(",", ":"))
    return text if _QUOTE in text else text.replace('"', _QUOTE)


def _plan(text: str) -> Json:
    return json.loads(text.replace(_QUOTE, '"') if text[1] == _QUOTE else text)


def packed_pairs(schema: Schema, found: DoubleSlips) -> Json:
    """Queries with two mistakes as a JSON value: the plans, and which ones are quiet, settled and plain."""
    queries = list(found.queries.items())
    columns = {column.name for table in schema.tables for column in table.columns}
    return {
        "plans": packed(found.queries),
        "quiet": [place for place, (text, _) in enumerate(queries) if text in found.quiet],
        "settled": [place for place, (_, plan) in enumerate(queries) if is_settled(plan, schema)],
        "plain": [place for place, (_, plan) in enumerate(queries) if unlabelled(plan, columns) == plan],
    }
