"""Named algorithms: settings of the switches of `Algorithm` that papers made known.

A preset says what is particular to a method. Numbers that depend on the model (learning rate, group size) are the
trainer's. `describe` gives the table of docs/training-algorithms.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any

from .algorithm import Algorithm


@dataclass(frozen=True)
class Preset:
    """A name's meaning.

    Attributes:
        algorithm: the switches.
        note: what is particular to it, in one line.
        paper: where it comes from.
    """

    algorithm: Algorithm
    note: str
    paper: str


_PLAIN = Algorithm(scale="none", clip="none", aggregation="fixed")
"""REINFORCE: the sum of A log p over tokens, averaged over trajectories."""

_PPO = Algorithm(clip="symmetric")
"""PPO's clip, all tokens of the step weighing the same."""

_TABLE: dict[str, Preset] = {
    "reinforce": Preset(
        replace(_PLAIN, centre="batch"),
        "the policy gradient itself, with the mean of the batch as its baseline",
        "Williams 1992",
    ),
    "rloo": Preset(
        replace(_PLAIN, centre="leave_one_out"),
        "the mean of the others in the group as baseline: unbiased",
        "Ahmadian et al. 2024, arXiv:2402.14740",
    ),
    "loop": Preset(
        replace(_PPO, centre="leave_one_out", scale="none"),
        "RLOO with PPO's clip on each token, for several updates on one batch",
        "Chen et al. 2025, arXiv:2502.01600",
    ),
    "grpo": Preset(
        replace(_PPO, aggregation="sequence", kl="k3", kl_weight=0.04),
        "standardised within the group, mean over trajectories, k3 in the loss",
        "Shao et al. 2024, arXiv:2402.03300",
    ),
    "dr_grpo": Preset(
        replace(_PPO, scale="none", aggregation="fixed"),
        "GRPO without its two biases, of length and of difficulty",
        "Liu et al. 2025, arXiv:2503.20783",
    ),
    "dapo": Preset(
        Algorithm(clip="higher", dynamic_sampling=True, overlong=1.0),
        "wider upper clip, all tokens weigh the same, groups without spread replaced, soft length penalty, no KL",
        "Yu et al. 2025, arXiv:2503.14476",
    ),
    "gspo": Preset(
        Algorithm(clip="sequence", clip_low=3e-4, clip_high=4e-4, aggregation="sequence"),
        "ratio and clip of whole sequences",
        "Zheng et al. 2025, arXiv:2507.18071",
    ),
    "luspo": Preset(
        # The sum over a sequence of w s A, one w for all tokens, is w times its length times s A; `fixed_length` is a
        # constant of the step size.
        Algorithm(clip="sequence", clip_low=2e-3, clip_high=2.5e-3, aggregation="fixed"),
        "GSPO with the loss of each sequence times its length: long answers weigh as much for each token",
        "Liu et al. 2026, arXiv:2602.05261; the clip: huggingface/trl",
    ),
    "cispo": Preset(
        Algorithm(clip="detached", clip_high=4.0),
        "bounded importance weights that are not differentiated: every token keeps its gradient",
        "MiniMax 2025, arXiv:2506.13585; the bound of 5: ScaleRL 2025, arXiv:2510.13786",
    ),
    "reinforce_plus_plus": Preset(
        replace(_PPO, centre="batch", scale="batch", kl="k1", kl_place="reward", kl_weight=0.01),
        "standardised over the batch, k1 taken from the reward",
        "Hu et al. 2025, arXiv:2501.03262",
    ),
    "trr_plus_plus": Preset(
        replace(_PPO, centre="kind", scale="kind"),
        "standardised within each role and type of task of the step, for self-play",
        "Zhao et al. 2025, arXiv:2505.03335",
    ),
    "lite_ppo": Preset(
        replace(_PPO, scale="batch"),
        "mean of the group, deviation of the batch, all tokens weigh the same",
        "Liu et al. 2025, arXiv:2508.08221",
    ),
    "gpg": Preset(
        Algorithm(scale="none", clip="none", counted="used"),
        "no surrogate; the mean is over the trajectories that have an advantage",
        "Chu et al. 2025, arXiv:2504.02546",
    ),
    "nsr": Preset(
        replace(_PPO, centre="constant", baseline=1.0, scale="none", counted="used"),
        "learns from wrong answers only (A = R - 1): keeps pass@k at large k",
        "Zhu et al. 2025, arXiv:2506.01347",
    ),
    "psr": Preset(
        replace(_PPO, centre="constant", baseline=0.0, scale="none", counted="used"),
        "learns from right answers only (A = R)",
        "Zhu et al. 2025, arXiv:2506.01347",
    ),
    "w_reinforce": Preset(
        # R - 1/2 is plus or minus a half: 0.1 for a right answer, -1 for a wrong one.
        replace(_PPO, centre="constant", baseline=0.5, scale="none", positive_weight=0.2, negative_weight=2.0),
        "0.1 for right answers, -1 for wrong ones",
        "Zhu et al. 2025, arXiv:2506.01347",
    ),
    "passk": Preset(
        Algorithm(pass_k=4),
        "pass@k is what is rewarded, in closed form; easy tasks drop out by themselves",
        "Chen et al. 2025, arXiv:2508.10751",
    ),
    "quantile": Preset(
        Algorithm(centre="quantile", quantile=0.4),
        "a quantile of the group as baseline: rare successes on hard tasks, remaining failures on easy ones",
        "Wu et al. 2025, arXiv:2509.22611",
    ),
    "gigpo": Preset(
        replace(_PPO, credit="step_groups", discount=0.95, kl="k3", kl_weight=0.01),
        "turns compared with those taken in the same state, beside whole episodes",
        "Feng et al. 2025, arXiv:2505.10978",
    ),
    "ppo": Preset(
        replace(_PPO, credit="gae", centre="batch", scale="batch", trace=0.95, value_clip=0.2),
        "a value head and generalised advantage estimation",
        "Schulman et al. 2017, arXiv:1707.06347",
    ),
}

PRESETS: Mapping[str, Algorithm] = MappingProxyType({name: entry.algorithm for name, entry in _TABLE.items()})


def preset(name: str, **overrides: Any) -> Algorithm:
    """The algorithm of a name (``reinforce++`` and ``dr-grpo`` are understood), with some switches set otherwise.

    Raises:
        ValueError: if there is no such preset or switch, with the nearest that there is, or if the switches
            contradict each other.
    """
    plain = name.lower().replace("++", "_plus_plus").replace("-", "_")
    if plain not in PRESETS:
        raise ValueError(
            f"there is no preset {name!r}{_nearest(plain, PRESETS)}; there are {', '.join(PRESETS)}"
        )
    switches = {field.name for field in fields(Algorithm)}
    for key in overrides:
        if key not in switches:
            raise ValueError(f"an algorithm has no switch {key!r}{_nearest(key, switches)}")
    return replace(PRESETS[plain], **overrides)


def describe() -> str:
    """The presets as a Markdown table; switches are listed where they differ from the default `Algorithm`."""
    lines = ["| preset | what is particular | switches | source |", "|---|---|---|---|"]
    for name, entry in _TABLE.items():
        lines.append(f"| `{name}` | {entry.note} | {_switches(entry.algorithm)} | {entry.paper} |")
    return "\n".join(lines)


def _switches(algorithm: Algorithm) -> str:
    default = Algorithm()
    pairs = [
        (field.name, getattr(algorithm, field.name), getattr(default, field.name))
        for field in fields(Algorithm)
    ]
    return ", ".join(f"{name} {value}" for name, value, usual in pairs if value != usual) or "the defaults"


def _nearest(name: str, known: Mapping[str, Any] | set[str]) -> str:
    close = get_close_matches(name, sorted(known), 1)
    return f"; did you mean {close[0]!r}?" if close else ""
