"""The reference: a page for each public module, from its docstrings."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
from pathlib import Path

GROUPS = {
    "The package": "rlvr rlvr.generators.base rlvr.verifiers.base rlvr.spec rlvr.scoring rlvr.task_ids "
    "rlvr.registry rlvr.registry_entry rlvr.drawing",
    "Episodes": "rlvr.envs.base rlvr.envs.single_turn rlvr.envs.game rlvr.envs.tool rlvr.envs.batch "
    "rlvr.envs.chat rlvr.envs.replay rlvr.envs.hints rlvr.envs.spaces",
    "Verifiers": "rlvr.verifiers.extract rlvr.verifiers.math rlvr.verifiers.search "
    "rlvr.verifiers.code.program rlvr.verifiers.sql.runner",
    "Programs and documents": "rlvr.sandbox rlvr.sandbox.base rlvr.retrieval rlvr.importing",
    "Files": "rlvr.export.generate rlvr.export.rows rlvr.export.trainers rlvr.export.folder "
    "rlvr.export.score rlvr.export.spaces",
    "Other trainers": "rlvr.integrations.episode rlvr.integrations.pay rlvr.integrations.datasets "
    "rlvr.integrations.trl rlvr.integrations.verl rlvr.integrations.verifiers",
    "Training": "rlvr.agents.config rlvr.agents.train rlvr.agents.trainer rlvr.agents.learner "
    "rlvr.agents.trajectory rlvr.agents.engine rlvr.agents.codec rlvr.agents.language_model "
    "rlvr.agents.policies",
    "Algorithms": "rlvr.agents.learning.algorithm rlvr.agents.learning.presets "
    "rlvr.agents.learning.advantages rlvr.agents.learning.objective",
    "Curricula and rewards": "rlvr.agents.curricula rlvr.agents.curricula.base "
    "rlvr.agents.rewards rlvr.agents.rewards.base rlvr.agents.rewards.parts "
    "rlvr.agents.rewards.noise rlvr.agents.self_play",
    "Rollouts": "rlvr.agents.rollouts.jobs rlvr.agents.rollouts.config rlvr.agents.rollouts.collector "
    "rlvr.agents.rollouts.storage rlvr.agents.rollouts.index rlvr.agents.rollouts.rescore "
    "rlvr.agents.rollouts.export",
    "Evaluation": "rlvr.agents.evaluation.run rlvr.agents.evaluation.passes rlvr.agents.evaluation.paired "
    "rlvr.agents.evaluation.runs rlvr.agents.evaluation.report",
    "Checks": "rlvr.conformance rlvr.auditing",
}
"""The public face: what a user of the package imports, by what it is for."""

TOP = """# Reference

The public modules with their functions and classes, from their docstrings. What is not here is not promised to stay.
"""


def write(folder: Path, groups: int) -> None:
    """Write the pages of the first `groups` groups, and their index."""
    place = folder / "api"
    place.mkdir()
    parts = [TOP]
    chosen = dict([*GROUPS.items()][:groups])
    known = {module for modules in chosen.values() for module in modules.split()}
    for group, modules in chosen.items():
        parts.append(f"## {group}\n\n```{{toctree}}\n:maxdepth: 1\n\n" + "\n".join(modules.split()) + "\n```\n")
        for module in modules.split():
            (place / f"{module}.md").write_text(_page(module, known), encoding="utf-8")
    (place / "index.md").write_text("\n".join(parts), encoding="utf-8")


def _page(module: str, known: set[str]) -> str:
    elsewhere = again(module, known)
    lines = [f".. automodule:: {module}"]
    if elsewhere:
        lines.append(f"   :exclude-members: {', '.join(elsewhere)}")
    text = f"# {module}\n\n```{{eval-rst}}\n" + "\n".join(lines) + "\n```\n"
    if elsewhere:
        links = ", ".join(f"{{py:obj}}`{name} <{home}.{name}>`" for name, home in elsewhere.items())
        text += f"\nAlso importable from here: {links}.\n"
    return text


def again(module: str, known: set[str]) -> dict[str, str]:
    """The names that a module gives on from another public module, where they are described, with that module."""
    spec = importlib.util.find_spec(module)
    if spec is None or spec.origin is None or "__all__" not in Path(spec.origin).read_text(encoding="utf-8"):
        return {}
    try:
        loaded = importlib.import_module(module)
    except ImportError:  # it needs an extra; Sphinx has stand-ins for that
        return {}
    found = {}
    for name in getattr(loaded, "__all__", ()):
        value = getattr(loaded, name, None)
        home = (
            getattr(value, "__module__", module)
            if inspect.isclass(value) or inspect.isroutine(value)
            else module
        )
        if home != module and home in known:
            found[name] = home
    return found
