"""What each of two processes does in test_self_play_training.py: a step of self-play with scripted responses."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import torch

import rlvr
from rlvr.agents import process_group
from rlvr.agents.curricula import make_curriculum
from rlvr.agents.curricula.base import Arm
from rlvr.agents.self_play import SelfPlay
from rlvr.agents.self_play_source import PROPOSE, SelfPlaySource
from rlvr.agents.task_source import Prompt, TaskSource
from rlvr.agents.trajectory import Group, Segment, Trajectory, Turn
from rlvr.spec import mark

torch.set_num_threads(1)


def played(prompt: Prompt, texts: Sequence[str]) -> Group:
    """A group of responses, judged by the environment itself."""
    made = []
    for sample, text in enumerate(texts):
        env = rlvr.make(prompt.task.env)
        env.reset(options={"task": prompt.task})
        _, reward, terminated, _, info = env.step(text)
        assert terminated
        turn = Turn(0, 0, 1, text, float(reward), "s", "end")
        segment = Segment([1], [True], [-0.1], [0])
        made.append(Trajectory(prompt.task, sample, [segment], [turn], info["verdict"]))
    return Group(prompt.task, made, prompt.arm)


def main(folder: Path) -> None:
    """Write what this process saw."""
    world = process_group.start("cpu", minutes=1)
    curriculum = make_curriculum("uniform", [Arm("gcd-lcm", 1)])
    source = SelfPlaySource(
        TaskSource(curriculum, samples=4, seed=0), SelfPlay(["question"]), share=0.5, world=world
    )
    requests = [prompt for prompt in source.prompts(0, 0, 4) if prompt.arm == PROPOSE]
    proposals = [
        played(prompt, [mark(prompt.task.answer, prompt.task.marker), "nothing"])
        for prompt in world.share(requests)
    ]
    further = world.share(source.follow_up(0, 0, proposals))
    times = 1 if world.rank else 4
    groups = proposals + [
        played(prompt, [mark(prompt.task.answer, "tag")] * times + [mark("Nobody", "tag")] * (4 - times))
        for prompt in further
    ]
    source.settle(groups)
    seen = {
        "requests": [prompt.task.to_json() for prompt in requests],
        "solved": [prompt.task.prompt for prompt in further],
        "returns": [source.returns(group) for group in proposals],
        "state": source.state(),
    }
    (folder / f"{world.rank}.json").write_text(json.dumps(seen), encoding="utf-8")
    world.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
