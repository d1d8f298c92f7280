"""One round of self-play, in the hands of a trainer that rolls out groups as it does for all other tasks.

    play = SelfPlay()
    request = play.request(rng, step)            # a task: roll out a group of proposals on it
    tasks = play.admit(proposals, step)          # what is valid and new among them: roll out groups on these
    play.settle(proposals, solved)               # solved: those groups
    returns = ProposerReward()(proposals, rng)   # the solver's groups have the ordinary reward

Proposer and solver are one policy; their groups are separate, so neither is a baseline for the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random

from ...generators.base import Task
from ...registry import get
from ...sandbox import SandboxError, SandboxUnavailable
from ..trajectory import Group, Trajectory
from .buffer import Buffer, Entry
from .learnability import above_chance
from .programs import Refused
from .propose import PROPOSE, PROPOSE_QUESTION, admitted, registered
from .triples import KINDS

ALL_KINDS = (*KINDS, "question")
"""Program triples of each kind, and search questions."""


class SelfPlay:
    """Requests for proposals, what is made of them, and what has been made before.

    Args:
        kinds: which kinds of tasks are asked for.
        shown: how many earlier proposals of the kind a request shows.
        buffer: where admitted tasks are kept.
        corrected: whether solve rates are those above chance; see `ProposerReward.corrected`.
    """

    def __init__(
        self,
        kinds: Sequence[str] = tuple(KINDS),
        *,
        shown: int = 3,
        buffer: Buffer | None = None,
        corrected: bool = True,
    ) -> None:
        if unknown := sorted(set(kinds) - set(ALL_KINDS)) or not kinds:
            raise ValueError(f"kinds must be some of {', '.join(ALL_KINDS)}, not {unknown or 'none'}")
        registered()
        self.kinds = tuple(kinds)
        self.shown, self.corrected = shown, corrected
        self.buffer = Buffer() if buffer is None else buffer

    def request(self, rng: Random, step: int) -> Task:
        """A task whose answer is a proposal, with earlier ones to differ from."""
        kind = rng.choice(self.kinds)
        if kind == "question":  # about a world of its own, so that there is nothing to differ from
            spec = get(PROPOSE_QUESTION)
            return spec.task(rng.choice(spec.levels), rng.getrandbits(53))
        spec = get(PROPOSE)
        level = list(KINDS).index(kind) + 1
        earlier = [entry.text for entry in self.buffer.draw(rng, self.shown, step, kind)]
        return spec.task(level, rng.getrandbits(53), params={"examples": earlier} if earlier else None)

    def admit(self, proposals: Group, step: int) -> list[Task]:
        """The different tasks of a group of proposals that are valid, and not known from before.

        Each proposal's task is noted in its ``extra["task"]``; members with one and the same task share it. A valid
        proposal that is not taken has the reason in ``extra["refused"]``; or, where it is not to blame, in
        ``extra["error"]``.

        Proposals are run again here: what comes out is a function of their text, and nothing is handed on from a
        verdict.

        Raises:
            SandboxUnavailable: if there is nothing to run programs in.
        """
        tasks = self.take(self.examine(proposals, step))
        self.refuse_others(proposals, tasks)
        return tasks

    def examine(self, proposals: Group, step: int) -> list[Entry]:
        """The first part of `admit`: the different valid tasks of a group, whether known or not.

        Raises:
            SandboxUnavailable: if there is nothing to run programs in.
        """
        found: dict[str, Entry] = {}
        for each in proposals.trajectories:
            if not each.scored or not each.passed:
                continue
            payload, text = each.task.payload, _text(each)
            try:
                task = admitted(payload, text)
            except Refused as refused:  # a limit of time that was met once
                each.extra["refused"] = str(refused)
                continue
            except SandboxUnavailable:
                raise
            except SandboxError as error:  # it was valid, and nobody will play it: neither paid nor punished
                each.extra["error"] = str(error)
                continue
            if task.split != "train":  # as little its fault: a tenth of all problems is kept for measuring
                each.extra["error"] = "This task belongs to the test split."
                continue
            found.setdefault(task.fingerprint, Entry(task, payload["kind"], text, step))
            each.extra["task"] = task.fingerprint
        return list(found.values())

    def take(self, entries: Iterable[Entry]) -> list[Task]:
        """The second part of `admit`: put what is new into the buffer.

        Where several processes have groups, each takes the entries of all, in one order.
        """
        return [entry.task for entry in entries if self.buffer.add(entry)]

    def refuse_others(self, proposals: Group, taken: Iterable[Task]) -> None:
        """The third part of `admit`: note which proposals of a group are not among what was taken."""
        tasks = {task.fingerprint for task in taken}
        for each in proposals.trajectories:
            if "task" in each.extra and each.extra["task"] not in tasks:
                del each.extra["task"]
                each.extra["refused"] = "This task has been proposed before."

    def settle(self, proposals: Group, solved: Sequence[Group]) -> None:
        """Note how often the solver solved the task of each proposal; members that are masked do not count."""
        self.credit([proposals], self.solve_rates(solved))

    def solve_rates(self, solved: Iterable[Group]) -> dict[str, float]:
        """The first part of `settle`: solve rates, above chance or plain, by the fingerprints of tasks."""
        rates: dict[str, float] = {}
        for group in solved:
            passed = [each.passed for each in group.trajectories if each.scored]
            if passed:
                rate = sum(passed) / len(passed)
                rates[group.task.fingerprint] = (
                    above_chance(rate, group.task.guess_rate) if self.corrected else rate
                )
        return rates

    def credit(self, proposals: Iterable[Group], rates: Mapping[str, float]) -> None:
        """The second part of `settle`: note solve rates in the buffer and in the proposals."""
        for fingerprint, rate in rates.items():
            self.buffer.rated(fingerprint, rate)
        for group in proposals:
            for each in group.trajectories:
                if each.extra.get("task") in rates:
                    each.extra["solve_rate"] = rates[each.extra["task"]]

    def again(self, rng: Random, count: int, step: int) -> list[Task]:
        """Tasks from the buffer for the solver, where a step has fewer new ones than it needs."""
        return [entry.task for entry in self.buffer.draw(rng, count, step)]


def _text(proposal: Trajectory) -> str:
    """The proposal in the last turn."""
    mode = proposal.env_options.get("extraction", "strict")
    task = proposal.task
    return get(task.env).extract(proposal.turns[-1].text, task.marker, mode, task.payload).text or ""
