"""Self-play within a step: part of its prompts ask the policy for tasks, and the policy solves what is admitted.

    prompts    requests for proposals stand beside the prompts of another source
    follow_up  valid, new proposals become prompts of the same step
    settle     their solve rates become what their proposers earned
    returns    proposals are paid for it; the solver's groups have the run's ordinary reward

Proposer and solver are one policy, so both are learnt from in one gradient step; their groups are separate and neither
is a baseline for the other. With several processes each admits what it rolled out and tells the others, so that all
hold the same buffer and share the solving out among them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from ..generators.base import derive_seed
from ..sandbox import current
from .curricula.base import Result
from .distributed import World
from .self_play import ProposerReward, SelfPlay
from .self_play.buffer import Entry
from .task_source import Prompt, TaskSource
from .trajectory import Group

PROPOSE = "propose"
SOLVE = "self-play"
"""What records call the groups of proposers and of solvers."""


class SelfPlaySource(TaskSource):
    """A source that adds requests for tasks to the prompts of another one, and pays for what comes of them.

    Args:
        source: where all other prompts come from.
        play: which kinds of tasks, and the buffer of those that were admitted.
        share: of the prompts of a step that are requests, in (0, 1).
        world: the processes.
        pay: of proposals.

    Raises:
        SandboxUnavailable: if programs are asked for, and there is nothing to run them in.
    """

    def __init__(
        self,
        source: TaskSource,
        play: SelfPlay,
        *,
        share: float,
        world: World,
        pay: ProposerReward | None = None,
    ) -> None:
        super().__init__(
            source.curriculum,
            samples=source.samples,
            seed=source.seed,
            env_options=source.env_options,
            maker=source.maker,
        )
        if set(play.kinds) != {"question"}:
            current(
                "python"
            )  # without one, every valid proposal would be masked, and only bad ones be learnt from
        self.source, self.play, self.share, self.world = source, play, share, world
        self.pay = pay or ProposerReward()
        self.admitted = 0

    def prompts(self, step: int, attempt: int, count: int) -> list[Prompt]:
        """See `TaskSource.prompts`; a refill within a step asks for no proposals."""
        wanted = 0 if attempt else int(self.share * count)
        requests = [
            self.play.request(Random(derive_seed("propose", self.seed, step, i)), step) for i in range(wanted)
        ]
        others = self.source.prompts(step, attempt, count - wanted)
        return [*others, *(Prompt(request, self.samples, name=PROPOSE) for request in requests)]

    def follow_up(self, step: int, attempt: int, groups: Sequence[Group]) -> list[Prompt]:
        """See `TaskSource.follow_up`: the tasks that were proposed, where they are valid and new."""
        if attempt:
            return []
        proposals = [group for group in groups if group.arm == PROPOSE]
        mine = [entry.to_json() for group in proposals for entry in self.play.examine(group, step)]
        tasks = self.play.take(Entry.from_json(row) for part in self.world.gather(mine) for row in part)
        for group in proposals:
            self.play.refuse_others(group, tasks)
        self.admitted = len(tasks)
        return [Prompt(task, self.samples, name=SOLVE) for task in tasks]

    def settle(self, groups: Sequence[Group]) -> None:
        """See `TaskSource.settle`: proposers learn how often their tasks were solved.

        A valid proposal that could not be played (the machinery failed, or it belongs to the test split) is masked.
        """
        gathered = self.world.gather(self.play.solve_rates(group for group in groups if group.arm == SOLVE))
        proposals = [group for group in groups if group.arm == PROPOSE]
        self.play.credit(proposals, {task: rate for part in gathered for task, rate in part.items()})
        for group in proposals:
            for each in group.trajectories:
                if each.scored and each.passed and not {"refused", "solve_rate"} & each.extra.keys():
                    each.ending = "infra"
                    each.extra.setdefault("error", "Nobody could be let solve it.")

    def returns(self, group: Group) -> list[float] | None:
        """See `TaskSource.returns`."""
        if group.arm == PROPOSE:
            return self.pay(group, Random(0))
        return self.source.returns(group)

    def record(self, results: Sequence[Result]) -> None:
        """See `TaskSource.record`."""
        self.source.record(results)

    def played(self, groups: Sequence[Group]) -> None:
        """See `TaskSource.played`; the other source hears of its own groups."""
        self.source.played([group for group in groups if group.arm not in (PROPOSE, SOLVE)])

    def weights(self) -> dict[str, float]:
        """See `TaskSource.weights`; with how many tasks the last step admitted."""
        return self.source.weights() | {"self_play/admitted": float(self.admitted)}

    def state(self) -> dict[str, Any]:
        """See `TaskSource.state`."""
        return self.source.state() | {"self_play": self.play.buffer.to_json()}

    def load(self, state: Mapping[str, Any]) -> None:
        """See `TaskSource.load`."""
        self.source.load(state)
        self.play.buffer.load_json(state["self_play"])
