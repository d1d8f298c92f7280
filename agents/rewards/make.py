"""Rewards by name: from the JSON of a configuration to a reward function.

``{"name": "verdict"}`` is the plain 0 or 1 of the verifier. A composition lists its parts::

    {"name": "composed", "parts": [{"name": "outcome", "kind": "score", "partial": 0.5},
                                   {"name": "format", "weight": 0.1},
                                   {"name": "overlong", "budget": 2048, "buffer": 512, "weight": 0.2}]}

Some parts hold parts: a ``gate`` those that count where it is open, ``multiply`` its factors, ``stratified`` those
whose sum is the dense score::

    {"name": "gate", "least": 0.5, "parts": [{"name": "process", "weights": {"found": 0.2}}]}

and rewards that wrap another hold it in ``reward``::

    {"name": "noisy", "false_positive": 0.1, "false_negative": 0.2, "per": "group", "reward": {"name": "verdict"}}
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from .base import Reward
from .compose import Composition
from .controls import FormatOnly, Incorrect, MajorityVote
from .gate import SCORE, Gate
from .group_length import GroupLength
from .noise import Corrected, NoisyVerifier, Rates
from .parts import Format, Outcome, Overlong, Part, Process, ShortestRight, ToolCost, TurnCost
from .product import FewestCalls, Product
from .random_reward import RandomReward
from .retry import Retry
from .share_of_best import ShareOfBest
from .sql import PublishedSql
from .stratified import Hero, Stratified
from .unary import UnaryFeedback

Listed = Sequence[Mapping[str, Any]]
"""Parts as a configuration lists them."""


def _listed(parts: Listed) -> tuple[Part, ...]:
    if isinstance(parts, str | Mapping) or not isinstance(parts, Sequence):
        raise ValueError(f"parts must be a list of objects, not {parts!r}")
    return tuple(_built("part", PARTS, part) for part in parts)


def _gate(parts: Listed, on: str = SCORE, least: float | None = None, below: float | None = None) -> Part:
    return Gate(_listed(parts), on, least, below)


def _multiply(parts: Listed) -> Part:
    return Product(_listed(parts))


_DENSE: Listed = ({"name": "outcome", "kind": "score", "partial": 1.0},)


def _stratified(parts: Listed = _DENSE, wrong: float = 0.1, right: float = 0.1) -> Stratified:
    return Stratified(_listed(parts), wrong, right)


PARTS: Mapping[str, Callable[..., Part]] = {
    "outcome": Outcome,
    "format": Format,
    "overlong": Overlong,
    "shortest_right": ShortestRight,
    "group_length": GroupLength,
    "tool_cost": ToolCost,
    "turn_cost": TurnCost,
    "process": Process,
    "share_of_best": ShareOfBest,
    "fewest_calls": FewestCalls,
    "gate": _gate,
    "multiply": _multiply,
    "stratified": _stratified,
}
"""The parts of a composed reward by name."""

_VERDICT: Mapping[str, Any] = {"name": "verdict"}


def _verdict() -> Reward:
    return Composition()


def _composed(parts: Listed) -> Reward:
    return Composition(_listed(parts))


def _hero(
    parts: Listed = _DENSE,
    wrong: float = 0.1,
    right: float = 0.1,
    usual: float | None = None,
    lowest: float = 0.4,
    highest: float = 3.0,
    steepness: float = 6.0,
) -> Reward:
    return Hero(_stratified(parts, wrong, right), usual, lowest, highest, steepness)


def _excytin() -> Reward:
    """The published reward of ExCyTIn-Bench (Wu et al. 2025, arXiv:2507.14201), for `sql-forensics`.

    1 for the right answer, else the sum of 0.4^k over the entities of the way that were reached, k counting back from
    the answer: `verifiers.sql.forensics` measures it as ``trail``. Its cap of 1 is never met: the sum is below 2/3.
    """
    return Composition((Outcome(), Gate((Process({"trail": 1.0}),), below=1.0)))


def _noisy(
    reward: Mapping[str, Any] = _VERDICT,
    false_positive: float = 0.0,
    false_negative: float = 0.0,
    per: Literal["sample", "group"] = "sample",
) -> Reward:
    return NoisyVerifier(make_reward(reward), Rates(false_positive, false_negative), per)


def _corrected(
    reward: Mapping[str, Any] = _VERDICT,
    method: Literal["backward", "forward"] = "backward",
    false_positive: float = 0.0,
    false_negative: float = 0.0,
    by_env: Mapping[str, Mapping[str, float]] | None = None,
) -> Reward:
    rates = {env: _called("rates", Rates, dict(given)) for env, given in (by_env or {}).items()}
    return Corrected(make_reward(reward), method, Rates(false_positive, false_negative), rates)


REWARDS: Mapping[str, Callable[..., Reward]] = {
    "verdict": _verdict,
    "composed": _composed,
    "excytin": _excytin,
    "hero": _hero,
    "retry": Retry,
    "ufo": UnaryFeedback,
    "sql": PublishedSql,
    "random": RandomReward,
    "format_only": FormatOnly,
    "majority_vote": MajorityVote,
    "incorrect": Incorrect,
    "noisy": _noisy,
    "corrected": _corrected,
}
"""The rewards by name."""


def make_reward(config: Mapping[str, Any]) -> Reward:
    """The reward that a JSON object describes: its ``name``, and the options of that reward.

    Raises:
        ValueError: if a name or an option does not exist, or a value is not allowed; the message tells which and
            what there is.
    """
    reward: Reward = _built("reward", REWARDS, config)
    return reward


def _built(kind: str, known: Mapping[str, Callable[..., Any]], config: object) -> Any:
    if not isinstance(config, Mapping) or not isinstance(config.get("name"), str):
        raise ValueError(
            f'a {kind} is an object with a name, such as {{"name": "{next(iter(known))}"}}, not {config!r}'
        )
    name = config["name"]
    if name not in known:
        raise ValueError(f"there is no {kind} {name!r}; there are {', '.join(sorted(known))}")
    return _called(
        f"{kind} {name!r}", known[name], {key: value for key, value in config.items() if key != "name"}
    )


def _called(what: str, function: Callable[..., Any], options: Mapping[str, Any]) -> Any:
    parameters = inspect.signature(function).parameters
    unknown = sorted(set(options) - set(parameters))
    if unknown:
        raise ValueError(f"{what} has no option {', '.join(unknown)}; it has {', '.join(parameters) or 'none'}")
    missing = [
        name
        for name, parameter in parameters.items()
        if parameter.default is inspect.Parameter.empty and name not in options
    ]
    if missing:
        raise ValueError(f"{what} needs {', '.join(missing)}")
    return function(**options)
