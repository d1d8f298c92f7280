"""One round of self-play, in the hands of a trainer that rolls out groups as it does for all other tasks.

    play = SelfPlay()
    request = play.request(rng, step)           # a task: roll out a group of proposals on it
    for proposal in proposals.trajectories:
        task = play.admit(proposal, step)       # None if it is not valid, or not new
        if task is not None:
            play.settle(proposal, solved)       # solved: the group that was rolled out on the task
    returns = ProposerReward()(proposals, rng)  # and the solver's groups have the ordinary reward

Proposer and solver are one policy; their groups are separate, so neither is a baseline for the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ...generators.base import Task
from ...registry import get
from ..trajectory import Group, Trajectory
from .buffer import Buffer, Entry
from .learnability import above_chance
from .programs import Refused
from .propose import PROPOSE, registered
from .triples import KINDS, admit


class SelfPlay:
    """Requests for proposals, what is made of them, and what has been made before.

    Args:
        kinds: which kinds of tasks are asked for.
        shown: how many earlier proposals of the kind a request shows.
        buffer: where admitted tasks are kept.
    """

    def __init__(
        self, kinds: Sequence[str] = tuple(KINDS), *, shown: int = 3, buffer: Buffer | None = None
    ) -> None:
        if unknown := sorted(set(kinds) - set(KINDS)) or not kinds:
            raise ValueError(f"kinds must be some of {', '.join(KINDS)}, not {unknown or 'none'}")
        registered()
        self.kinds = tuple(kinds)
        self.shown = shown
        self.buffer = Buffer() if buffer is None else buffer

    def request(self, rng: Random, step: int) -> Task:
        """A task whose answer is a proposal, with earlier ones to differ from."""
        kind = rng.choice(self.kinds)
        spec = get(PROPOSE)
        level = list(KINDS).index(kind) + 1
        earlier = [entry.text for entry in self.buffer.draw(rng, self.shown, step, kind)]
        return spec.task(level, rng.getrandbits(53), params={"examples": earlier} if earlier else None)

    def admit(self, proposal: Trajectory, step: int) -> Task | None:
        """The task of a proposal; None if it is not valid, or not new (which is noted for its reward).

        The proposal is run again: what comes out is a function of its text, and nothing is handed on from the verdict.

        Raises:
            SandboxError: if the machinery fails.
        """
        if not proposal.scored or not proposal.passed:
            return None
        kind = proposal.task.payload["kind"]
        mode = proposal.env_options.get("extraction", "strict")
        text = get(PROPOSE).extract(proposal.turns[-1].text, proposal.task.marker, mode).text
        try:
            task = admit(kind, text or "")
        except Refused as refused:  # a limit of time that was met once
            proposal.extra["refused"] = str(refused)
            return None
        if not self.buffer.add(Entry(task, kind, text or "", step)):
            proposal.extra["refused"] = "This task has been proposed before."
            return None
        return task

    def settle(self, proposal: Trajectory, solved: Group) -> None:
        """Note how often the solver solved the task of a proposal; members that are masked do not count."""
        scored = [each.passed for each in solved.trajectories if each.scored]
        if scored:
            rate = above_chance(sum(scored) / len(scored), solved.task.guess_rate)
            proposal.extra["solve_rate"] = rate
            self.buffer.rated(solved.task, rate)

    def again(self, rng: Random, count: int, step: int) -> list[Task]:
        """Tasks from the buffer for the solver, where a step has fewer new ones than it needs."""
        return [entry.task for entry in self.buffer.draw(rng, count, step)]
