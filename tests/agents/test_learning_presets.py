"""Presets say what their papers say, the documentation's table is theirs, and contradictions are refused."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from rlvr.agents.learning.algorithm import Algorithm
from rlvr.agents.learning.presets import PRESETS, describe, preset

DOCS = Path(__file__).parents[2] / "docs" / "training-algorithms.md"


def test_every_preset_of_the_list_is_there_and_none_twice() -> None:
    assert set(PRESETS) == {
        *("reinforce", "rloo", "loop", "grpo", "dr_grpo", "dapo", "gspo", "luspo", "cispo"),
        *(
            "reinforce_plus_plus",
            "trr_plus_plus",
            "lite_ppo",
            "gpg",
            "nsr",
            "psr",
            "w_reinforce",
            "passk",
            "quantile",
            "gigpo",
            "ppo",
        ),
    }
    assert len(set(PRESETS.values())) == len(PRESETS)


@pytest.mark.parametrize(
    ("name", "switches"),
    [
        ("rloo", {"centre": "leave_one_out", "scale": "none", "clip": "none"}),
        ("loop", {"centre": "leave_one_out", "scale": "none", "clip": "symmetric"}),
        (
            "grpo",
            {"centre": "group", "scale": "group", "aggregation": "sequence", "kl": "k3", "kl_weight": 0.04},
        ),
        ("dr_grpo", {"centre": "group", "scale": "none", "aggregation": "fixed", "kl": "none"}),
        (
            "dapo",
            {
                "clip_low": 0.2,
                "clip_high": 0.28,
                "aggregation": "token",
                "dynamic_sampling": True,
                "overlong": 1,
            },
        ),
        ("gspo", {"clip": "sequence", "clip_low": 3e-4, "clip_high": 4e-4, "aggregation": "sequence"}),
        ("luspo", {"clip": "sequence", "clip_low": 2e-3, "clip_high": 2.5e-3, "aggregation": "fixed"}),
        ("cispo", {"clip": "detached", "clip_high": 4.0}),
        ("reinforce_plus_plus", {"centre": "batch", "scale": "batch", "kl": "k1", "kl_place": "reward"}),
        ("trr_plus_plus", {"centre": "kind", "scale": "kind", "kl": "none"}),
        ("lite_ppo", {"centre": "group", "scale": "batch", "aggregation": "token", "kl": "none"}),
        ("gpg", {"clip": "none", "scale": "none", "counted": "used"}),
        ("nsr", {"centre": "constant", "baseline": 1.0}),
        ("psr", {"centre": "constant", "baseline": 0.0}),
        ("passk", {"pass_k": 4}),
        ("quantile", {"centre": "quantile", "quantile": 0.4}),
        ("gigpo", {"credit": "step_groups", "step_weight": 1.0, "discount": 0.95}),
        ("ppo", {"credit": "gae", "kl": "none"}),
    ],
)
def test_what_is_particular(name: str, switches: dict[str, Any]) -> None:
    assert {key: getattr(PRESETS[name], key) for key in switches} == switches


def test_names_and_overrides() -> None:
    assert preset("reinforce++") == preset("REINFORCE++") == PRESETS["reinforce_plus_plus"]
    assert preset("dr-grpo") == PRESETS["dr_grpo"]
    assert preset("grpo", kl_weight=0.0).kl_weight == 0.0
    assert PRESETS["grpo"].kl_weight == 0.04
    with pytest.raises(ValueError, match="did you mean 'dapo'"):
        preset("dappo")
    with pytest.raises(ValueError, match="did you mean 'clip_high'"):
        preset("grpo", cliphigh=0.3)
    with pytest.raises(TypeError):
        PRESETS["new"] = Algorithm()  # type: ignore[index]


def test_the_table_of_the_documentation_is_that_of_the_presets() -> None:
    assert describe() in DOCS.read_text("utf-8")


def test_the_documentation_names_every_switch() -> None:
    text = DOCS.read_text("utf-8")
    assert [field.name for field in fields(Algorithm) if f"`{field.name}`" not in text] == []


@pytest.mark.parametrize(
    ("switches", "message"),
    [
        ({"centre": "median"}, "choose one of group"),
        ({"clip": None}, "choose one of none"),
        ({"discount": 1.1}, "discount=1.1 must be in"),
        ({"quantile": 1.0}, "quantile=1.0"),
        ({"clip_low": float("nan")}, "clip_low=nan"),
        ({"pass_k": -1}, "pass_k=-1"),
        ({"correction_cap": 0.5}, "correction_cap=0.5"),
        ({"fixed_length": 0}, "fixed_length=0"),
        ({"centre": "batch", "scale": "group"}, "needs a group's centre"),
        ({"centre": "none", "scale": "batch"}, "use scale='none'"),
        ({"centre": "none", "scale": "kind"}, "use scale='none'"),
        ({"centre": "group", "scale": "kind"}, "set both to 'kind'"),
        ({"centre": "kind", "scale": "batch"}, "set both to 'kind'"),
        ({"positive_weight": 0, "negative_weight": 0}, "nothing to learn"),
        ({"pass_k": 2, "overlong": 1.0}, "overlong=0"),
        ({"outlier": 3.0, "scale": "none"}, "counts deviations"),
        ({"outlier": 3.0, "pass_k": 2}, "counts deviations"),
        ({"negative_base": 0.5, "credit": "gae", "centre": "batch", "scale": "batch"}, "credit='gae' does not"),
        ({"negative_base": 1.5}, "negative_base=1.5 must be in"),
        ({"log_ratio_limit": 0.0}, "log_ratio_limit=0.0 must be in"),
        ({"pass_k": 2, "kl": "k1", "kl_place": "reward", "kl_weight": 0.1}, "kl_place='loss'"),
        ({"pass_k": 2, "credit": "step_groups"}, "credit='episode'"),
        ({"credit": "step_groups", "centre": "batch", "scale": "none"}, "needs centre="),
        ({"credit": "gae"}, "set centre and scale both"),
        ({"credit": "step_groups", "counted": "used"}, "counted='used'"),
        ({"clip_dual": 0.9}, "above 1"),
        ({"clip": "sequence", "clip_dual": 3.0}, "no effect"),
        ({"kl_weight": 0.1}, "no effect with kl='none'"),
        ({"kl": "k1", "kl_weight": 0.1}, "gradient of zero"),
        ({"entropy": "bonus"}, "entropy_weight=0"),
        ({"entropy": "kl_cov", "entropy_weight": 1.0}, "cov_share=0"),
        ({"entropy": "clip_cov_band"}, "cov_share=0"),
        ({"cov_low": 5.0, "cov_high": 1.0}, "no band; the paper has 1 to 5"),
        ({"cov_low": float("nan")}, "cov_low=nan"),
        ({"hint_ratio": True, "correction": "truncated"}, "correction='none'"),
        ({"hint_ratio": True, "clip": "none", "scale": "none"}, "set a clip"),
        ({"hint_ratio": True, "kl": "k1", "kl_place": "reward", "kl_weight": 0.1}, "kl_place='loss'"),
        ({"entropy": "top"}, "entropy_share=1"),
        ({"entropy": "bottom"}, "entropy_share=1"),
    ],
)
def test_nonsense_is_refused_with_what_to_do(switches: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Algorithm(**switches)


def test_presets_need_no_torch() -> None:
    """The command line lists and checks them before anything heavy is imported."""
    code = "import sys, rlvr.agents.learning.presets; sys.exit('torch' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
