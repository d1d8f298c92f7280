"""The layers of the package as one table: for tests/test_layers.py, and for the picture in architecture.md.

A table is a list of layers, the highest first. What is in a layer imports layers below it and nothing else: neither a
layer above nor its own neighbours. ``*`` stands for every folder that is not named elsewhere in the table, ``*.py`` for
every module; so a new family of tasks needs no line.

`make docs` writes the picture; with ``--check`` it only tells whether it is current.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- layers: made by `make docs` from docs/layers.py -->", "<!-- end of layers -->"

Layers = list[tuple[str, str]]
"""For each layer the names of its parts, with spaces between them, and what they are for."""

TABLES: dict[str, Layers] = {
    "": [
        ("__main__", "`python -m rlvr`"),
        ("cli", "the command"),
        ("auditing", "what a foreign reward pays wrongly"),
        ("__init__ conformance", "the functions of `import rlvr`; one check for all environments"),
        ("serving", "the HTTP interface"),
        (
            "integrations view",
            "other people's trainers, an adapter each over one episode; the viewer and its pages",
        ),
        ("agents", "the baseline agent: rollouts, learning, curricula, evaluation"),
        ("export", "dataset files"),
        ("scoring task_stream", "one response, or many; tasks ahead of use"),
        ("envs", "tasks as episodes: TextEnv, SingleTurnEnv, GameEnv, ToolEnv, replay, many at once"),
        (
            "dial generators/composition importing task_ids",
            "from a difficulty to levels; tasks made of tasks; tasks from a user's files; from an id to its task",
        ),
        ("pools", "work in other processes, here or on the hosts of a Ray cluster"),
        ("registry", "all entries by id; Gymnasium registration"),
        ("registry_file", "a registry file, its index and the files it includes"),
        ("registry_entry", "one entry of a file, checked"),
        ("spec", "one entry as an object; everything it names by text is imported on first use"),
        ("beyond", "how parameters go on beyond the table of levels"),
        ("generators verifiers", "they do not know each other; they share a task's payload"),
        (
            "answer_mutations drawing hostile_words payloads retrieval sandbox",
            "nearby wrong answers; tasks as pictures; texts that answer nothing; what payloads are written in; finding "
            "documents; where untrusted programs run",
        ),
        (
            "cluster named_image starting version when_imported yaml_lines",
            "connecting to Ray; the image that an entry names; starting the command; the version; what waits for "
            "another package; YAML",
        ),
    ],
    "generators": [
        ("induction search word_problems", "families that build on another one"),
        ("*", "a folder for each family of tasks"),
        ("kernels", "what many puzzles share: exact, and bounded by counted steps"),
        ("*.py", "what families share"),
    ],
    "verifiers": [
        ("*", "a folder for each family of tasks"),
        ("optimum", "objects that are read, checked and valued"),
        ("math", "the engine for math answers"),
        ("extract", "from a response to the one committed answer"),
        ("answers", "from what stands in the marker to a value, by kind"),
        ("*.py", "what all share"),
    ],
    "agents": [
        ("train", "whole runs"),
        ("set_up", "a run put together"),
        ("make_model trainer", "models in their places; one step of training"),
        (
            "from_scratch held_out judge_source learner learnt_notes second_stage self_play_source warm_up",
            "a small new model; held-out rates; tasks to judge; gradients; notes for readers; rollouts added; "
            "self-play; worked solutions",
        ),
        ("ahead", "what is played of a step, before it is learnt from"),
        (
            "arms experience run_folder task_source",
            "which kinds of tasks; trajectories as rows; a run's folder; which prompts a step is made of",
        ),
        (
            "config evaluation memory reference",
            "a run as one value; how good, and how sure; bytes of a GPU; what a KL term compares with",
        ),
        (
            "models policies process_group records sharding",
            "models, samplers and tokenizers; players without a model; several processes; records of a step; "
            "models in parts",
        ),
        ("rollouts self_play", "many episodes at once; tasks that a policy writes"),
        (
            "curricula distributed engine rewards unhinted",
            "which task next; the processes of a run; what samples; what a trajectory is worth; what was drawn with a "
            "hint, behind the prompt alone",
        ),
        (
            "checkpoints codec device intervals language_model learning monitors provenance read_settings tasks_ahead "
            "trajectory",
            "contracts, and parts that need no other",
        ),
    ],
}


def picture(layers: Layers) -> str:
    """A table as text, a line for each layer, the highest first."""
    width = max(len(names.replace(" ", "   ")) for names, _ in layers if len(names) < 40)
    lines = []
    for names, purpose in layers:
        spelled = "   ".join("rlvr" if name == "__init__" else name for name in names.split())
        lines += (
            [f"{spelled:<{width}}   {purpose}"]
            if len(spelled) <= width
            else [spelled, f"{'':<{width}}   {purpose}"]
        )
    return "\n".join(lines)


def pictures() -> str:
    """What stands between the marks in architecture.md."""
    parts = []
    for folder, layers in TABLES.items():
        title = f"Inside `{folder}`:" if folder else "The package, the highest layer first:"
        parts.append(f"{title}\n\n```\n{picture(layers)}\n```")
    return "\n\n".join(parts)


def main() -> int:
    """Write the picture, or check it; returns the exit status."""
    page = PAGE.read_text(encoding="utf-8")
    before, rest = page.split(BEGIN)
    after = rest.split(END)[1]
    wanted = f"{before}{BEGIN}\n\n{pictures()}\n\n{END}{after}"
    if page == wanted:
        return 0
    if "--check" in sys.argv:
        print("the layers in docs/architecture.md are not those of docs/layers.py; run `make docs`")
        return 1
    PAGE.write_text(wanted, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
