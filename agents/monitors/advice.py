"""What a record says about a run that goes wrong, and which setting would mend it: notes for people in a hurry.

Each piece of advice is given once, and only after three steps in a row that ask for it: single steps are noise.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

_PATIENCE = 3

Record = Mapping[str, float]

_SIGNS: Mapping[str, tuple[Callable[[Record], bool], str]] = {
    "no room": (
        lambda record: record.get("rollout/turns", 1.0) < 0.5,
        "most prompts leave no room for a single turn: raise sampling.max_context (a model has a longest one, too)",
    ),
    "nothing used": (
        # Under dynamic sampling there may be no rollout at all to learn from, and then no share of those used.
        lambda record: "policy/gradient_norm" in record and not record.get("rollout/used", 0.0) > 0.0,
        "nothing is learnt: the rewards in each group are all equal; take easier levels, more --samples or a warm-up",
    ),
    "cut": (
        lambda record: record.get("rollout/cut", 0.0) > 0.5 and record.get("rollout/turns", 1.0) >= 0.5,
        "most episodes are cut off before their end: raise --max-tokens, sampling.max_context or max_episode_tokens",
    ),
    "masked": (
        lambda record: record.get("rollout/masked", 0.0) > 0.5,
        "most episodes are masked: what runs or judges them fails; see `rlvr doctor` and sampling.step_seconds",
    ),
}


class Advice:
    """Remembers what the records of a run show, and says each thing once."""

    def __init__(self) -> None:
        self._row = dict.fromkeys(_SIGNS, 0)
        self._given: set[str] = set()

    def after(self, record: Record) -> list[str]:
        """What there is to say after a step with this record."""
        texts = []
        for name, (sign, text) in _SIGNS.items():
            self._row[name] = self._row[name] + 1 if sign(record) else 0
            if self._row[name] >= _PATIENCE and name not in self._given:
                self._given.add(name)
                texts.append(f"advice: {text}")
        return texts
