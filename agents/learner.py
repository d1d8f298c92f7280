"""From the experience of a step to new weights: chunk by chunk, so that memory is bounded, and exact all the same.

Each drawn token's share of the loss is fixed from the totals of the whole step before anything is differentiated. So
the gradient is a plain sum over chunks and over processes, and cutting it differently changes nothing but rounding.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from random import Random
from typing import Any, NamedTuple

import torch
from torch import Tensor

from ..generators.base import derive_seed
from .distributed import World
from .experience import Experience, Row, gathered_step, rows_of
from .language_model import LanguageModel
from .learning.aggregate import Total, token_weights
from .learning.algorithm import SELECTIVE, Algorithm
from .learning.batch import TokenBatch
from .learning.credit import assign
from .learning.divergence import reward_penalties
from .learning.entropy import select
from .learning.objective import Metrics, policy_loss
from .learning.value_head import ValueHead
from .models.layout import PrefixTree, microbatches, prefix_trees
from .models.likelihood import TokenStatistics, token_statistics
from .models.optimizer import Optimizer
from .reference import Reference
from .trajectory import Segment

WATCHED = ("policy/entropy", "policy/kl", "policy/reference_kl")
"""Records of which a second one, with ``_all`` in its name, is of all tokens that were drawn, learnt from or not."""


@dataclass(frozen=True)
class LearnerConfig:
    """How a step is learnt from: settings of `TrainConfig`, described there.

    Attributes:
        sharded: whether weights are gathered in every pass, so that all processes must make equally many.
    """

    algorithm: Algorithm
    seed: int = 0
    temperature: float = 1.0
    epochs: int = 1
    minibatches: int = 1
    chunk_tokens: int = 16_384
    packing: int | None = None
    share_prompts: bool | None = None
    sharded: bool = False


@dataclass(frozen=True)
class StepConstants:
    """What stays as it is while a step is learnt from.

    Attributes:
        tokens: tensors by their names in a `TokenBatch`, for all drawn tokens of this process, ``[N]``; None for those
            that the algorithm does not ask for.
        magnitudes: mean absolute advantage of each trajectory, ``[R]``.
    """

    tokens: dict[str, Any]
    magnitudes: Tensor


class Chunk(NamedTuple):
    """What is computed at once.

    Attributes:
        rows: numbers of rows, tree by tree.
        trees: how they are laid out; members are numbered as they stand in `rows`.
    """

    rows: list[int]
    trees: list[PrefixTree]


class Learner:
    """Follows the gradient of an algorithm.

    Args:
        config: the algorithm, and sizes of chunks and minibatches.
        model: what is trained.
        optimizer: of that model (and of the value head).
        world: the processes that share the work.
        reference: the policy that a KL term holds on to; None where there is none.
        value_head: for ``credit="gae"``.

    Attributes:
        advantages: what each drawn token of the last step's experience was worth, ``[N]``.
    """

    def __init__(
        self,
        config: LearnerConfig,
        model: LanguageModel,
        optimizer: Optimizer,
        world: World,
        reference: Reference | None = None,
        value_head: ValueHead | None = None,
    ) -> None:
        self.config, self.algorithm = config, config.algorithm
        self.model, self.optimizer, self.world = model, optimizer, world
        self.reference, self.value_head = reference, value_head
        self.advantages = torch.zeros(0)

    @property
    def packing(self) -> int:
        """Tokens of a row that sequences share; 0 for rows of their own."""
        if self.config.packing is None:
            return self.config.chunk_tokens if self.model.packs_well else 0
        return self.config.packing

    @property
    def sharing(self) -> bool:
        """Whether prompts are read once for all their rollouts."""
        return self.model.shares_well if self.config.share_prompts is None else self.config.share_prompts

    def improve(
        self, learnt: Experience, step: int, aside: Sequence[Segment] = ()
    ) -> tuple[dict[str, float], Tensor]:
        """Take ``epochs x minibatches`` gradient steps.

        Args:
            learnt: what there is to learn from.
            step: finished steps.
            aside: what else was drawn in the step, of trajectories that are masked or were replaced: it is watched and
                not learnt from.

        Returns:
            What is worth watching, by the names of monitors; and the mean absolute advantage of each trajectory of
            this process, ``[R]``.
        """
        self.model.train()
        constants = self.constants_of(learnt, step)
        self.advantages = constants.tokens["advantages"].float().cpu()
        used = set(self.active(learnt.rows, range(len(learnt.rows)), constants))
        unused = [row.segment for i, row in enumerate(learnt.rows) if i not in used]
        first = self.watched([*unused, *aside])  # before the weights change
        metrics: list[Metrics] = []
        norms: list[float] = []
        for number, part in enumerate(self.parts(learnt.rows, step)):
            weights = self.weights(learnt, part, constants)
            for chunk in self.chunks(learnt.rows, self.active(learnt.rows, part, constants)):
                if not chunk.rows:
                    nothing = 0 * self.statistics(self.model, learnt.rows, chunk).log_probs.sum()
                    nothing.backward()  # type: ignore[no-untyped-call]
                    continue
                batch = self.batch(learnt.rows, chunk, weights, constants)
                losses = policy_loss(batch, self.algorithm)
                losses.loss.backward()  # type: ignore[no-untyped-call]
                metrics.append(losses.metrics)
                if number < self.config.minibatches:  # the first epoch
                    first.append(losses.metrics)
            self.world.sum_gradients(self.optimizer.parameters)
            norms.append(self.optimizer.step())
        record, everywhere = self.record(metrics), self.record(first)
        record |= {f"{name}_all": everywhere[name] for name in WATCHED if name in everywhere}
        return record | {"policy/gradient_norm": sum(norms) / len(norms)}, constants.magnitudes

    @torch.no_grad()
    def watched(self, segments: Sequence[Segment]) -> list[Metrics]:
        """What there is to watch of drawn tokens that have no part in the gradient; at most one, of all of them.

        Which rollouts teach something is no random choice: they are those of tasks that are now solved and now not. A
        mean over their tokens alone would change with the tasks while the policy stays as it is.
        """
        rows = rows_of(segments)
        if not self.world.most(len(rows)):
            return []
        ours, entropies, _ = self.everywhere(self.model, rows)
        reference = self.under_reference(rows)
        drawn = [p for s in segments for p, mine in zip(s.log_probs, s.policy, strict=True) if mine]
        sampled = torch.tensor(drawn, dtype=torch.float32, device=ours.device)
        nothing = ours.new_zeros(0)
        return [Metrics.of(ours, sampled, reference, entropies, nothing, nothing)] if drawn else []

    def record(self, metrics: Sequence[Metrics]) -> dict[str, float]:
        """Means over the tokens of all processes; those without any have nothing to say."""
        mine = sum(metrics[1:], metrics[0]) if metrics else None
        gathered = self.world.gather(None if mine is None else [mine.tokens, mine.means()])
        known = [(tokens, means) for tokens, means in filter(None, gathered)]
        if not known:
            return {}
        total = sum(tokens for tokens, _ in known)
        record = {name: sum(n * means[name] for n, means in known) / total for name in known[0][1]}
        return record | {"policy/ratio_max": max(means["policy/ratio_max"] for _, means in known)}

    # ---- before the first gradient step --------------------------------------------------------------

    @torch.no_grad()
    def constants_of(self, learnt: Experience, step: int = 0) -> StepConstants:
        """Log-probabilities, values and advantages of the step; its number seeds what is drawn at random."""
        algorithm = self.algorithm
        sampled = old = learnt.sampled.to(self.model.device)
        entropies = values = None
        corrected = algorithm.correction != "none"
        if corrected or algorithm.entropy in ("top", "bottom") or self.value_head is not None:
            ours, entropies, values = self.everywhere(self.model, learnt.rows)
            old = ours if corrected else old
        reference = self.under_reference(learnt.rows)
        penalties = None
        if reference is not None and algorithm.kl_place == "reward":
            penalties = reward_penalties(old, reference, algorithm)

        outcomes, trajectory, turn = gathered_step(learnt, self.world)
        credit = assign(
            outcomes,
            algorithm,
            self.all_ranks(learnt.trajectories + trajectory),
            self.all_ranks(learnt.turns + turn),
            None if values is None else self.all_ranks(values),
            None if penalties is None else self.all_ranks(penalties),
        )
        selected = None
        if algorithm.entropy in SELECTIVE:
            undecided = None if entropies is None else self.all_ranks(entropies)
            seed = derive_seed("entropy", self.config.seed, step)
            selected = select(self.all_ranks(old), credit.tokens, undecided, algorithm, seed)
        first = sum(self.world.gather(len(learnt.sampled))[: self.world.rank])
        mine = slice(first, first + len(learnt.sampled))
        tokens: dict[str, Any] = {"sampled_log_probs": sampled, "old_log_probs": old}
        tokens |= {"reference_log_probs": reference, "old_values": values}
        of_step = {"advantages": credit.tokens, "returns": credit.returns, "selected": selected}
        for name, each in of_step.items():
            tokens[name] = None if each is None else each[mine].to(self.model.device)
        return StepConstants(tokens, credit.magnitudes[trajectory : trajectory + len(learnt.returns)])

    def everywhere(self, model: LanguageModel, rows: Sequence[Row]) -> tuple[Tensor, Tensor, Tensor | None]:
        """Log-probabilities, entropies and (with a value head) values of all drawn tokens, in their order, ``[N]``.

        A process without tokens gives empty vectors: what ranks gather, all of them give.
        """
        count = max((row.end for row in rows), default=0)
        columns = torch.zeros(3, count, device=self.model.device)
        for chunk in self.chunks(rows, range(len(rows))):
            found = self.statistics(model, rows, chunk)
            if chunk.rows:
                here = torch.tensor(places(rows, chunk.rows), device=columns.device)
                kinds = (found.log_probs, found.entropies, self.values(found))
                for number, values in enumerate(kinds):
                    if values is not None:
                        columns[number, here] = values
        return columns[0], columns[1], None if self.value_head is None else columns[2]

    def under_reference(self, rows: Sequence[Row]) -> Tensor | None:
        """Log-probabilities of all drawn tokens under the reference policy, ``[N]``; None where there is none."""
        if self.reference is None:
            return None
        with self.reference() as model:
            return self.everywhere(model, rows)[0]

    def values(self, statistics: TokenStatistics) -> Tensor | None:
        """The value head's values of the states in which tokens were drawn, ``[N]``."""
        if self.value_head is None or statistics.hidden is None:
            return None
        values: Tensor = self.value_head(statistics.hidden)
        return values

    def all_ranks(self, mine: Tensor) -> Tensor:
        """A flat vector of all processes, one after the other."""
        return torch.cat(self.world.gather(mine)).cpu()

    # ---- one gradient step ---------------------------------------------------------------------------

    def parts(self, rows: Sequence[Row], step: int) -> Iterator[list[int]]:
        """The rows of each gradient step: an epoch's trajectories in random parts, whole trajectories together."""
        trajectories = sorted({row.trajectory for row in rows})
        for epoch in range(self.config.epochs):
            if self.config.minibatches > 1:
                Random(derive_seed("minibatches", self.config.seed, step, epoch)).shuffle(trajectories)
            for number in range(self.config.minibatches):
                chosen = set(trajectories[number :: self.config.minibatches])
                yield [i for i, row in enumerate(rows) if row.trajectory in chosen]

    def weights(self, learnt: Experience, part: Sequence[int], constants: StepConstants) -> Tensor:
        """The share of each drawn token in the loss of a gradient step, ``[N]``; see `token_weights`."""
        here = torch.zeros(len(learnt.lengths), dtype=torch.bool)
        here[[learnt.rows[i].trajectory for i in part]] = True
        mine = Total.of(learnt.lengths, learnt.valid & here, constants.magnitudes > 0, self.algorithm)
        total = sum((Total(*each) for each in self.world.gather([mine.tokens, mine.trajectories])), Total(0, 0))
        weights = token_weights(learnt.trajectories, learnt.lengths, learnt.valid, self.algorithm, total)
        return weights.to(self.model.device)

    def active(self, rows: Sequence[Row], part: Sequence[int], constants: StepConstants) -> list[int]:
        """The rows that have a gradient: all of them under a term that does not ask for advantages."""
        algorithm = self.algorithm
        everywhere = (
            algorithm.entropy in ("bonus", "kl_cov") or algorithm.credit == "gae" or self.reference is not None
        )
        return [i for i in part if everywhere or float(constants.magnitudes[rows[i].trajectory]) > 0]

    def chunks(self, rows: Sequence[Row], part: Sequence[int]) -> list[Chunk]:
        """Rows that are computed at once: those that share a context, and others of similar lengths.

        Sharded weights are gathered in every pass, so there all processes must make equally many: who has fewer
        adds empty ones.
        """
        budget, packing = self.config.chunk_tokens, min(self.packing, self.config.chunk_tokens)
        segments = [rows[i].segment for i in part]
        trees = prefix_trees(
            [segment.tokens for segment in segments],
            [segment.policy for segment in segments],
            packing or budget,
            share=self.sharing,
        )
        cut = microbatches([tree.size for tree in trees], budget, packing=packing)
        chunks = []
        for numbers in cut:
            place = count()
            chunk = Chunk([part[i] for t in numbers for i in trees[t].members], [])
            for tree in (trees[t] for t in numbers):
                chunk.trees.append(replace(tree, members=tuple(next(place) for _ in tree.members)))
            chunks.append(chunk)
        if self.config.sharded:
            chunks += [Chunk([], []) for _ in range(self.world.most(len(chunks)) - len(chunks))]
        return chunks

    def statistics(self, model: LanguageModel, rows: Sequence[Row], chunk: Chunk) -> TokenStatistics:
        """Log-probabilities and entropies of the drawn tokens of some rows; of a stand-in if there are none."""
        segments = [rows[i].segment for i in chunk.rows]
        return token_statistics(
            model,
            [segment.tokens for segment in segments] or [[0, 0]],
            [segment.policy for segment in segments] or [[False, True]],
            temperature=self.config.temperature,
            entropy=True,
            entropy_gradient=self.algorithm.entropy == "bonus",
            hidden=self.value_head is not None,
            packing=min(self.packing, self.config.chunk_tokens),
            trees=chunk.trees or None,
        )

    def batch(self, rows: Sequence[Row], chunk: Chunk, weights: Tensor, constants: StepConstants) -> TokenBatch:
        """The drawn tokens of some rows, ready for the loss."""
        now = self.statistics(self.model, rows, chunk)
        here = torch.tensor(places(rows, chunk.rows), dtype=torch.long, device=weights.device)
        sizes = torch.tensor([rows[i].end - rows[i].start for i in chunk.rows], device=weights.device)
        kept: dict[str, Any] = {
            name: None if each is None else each[here] for name, each in constants.tokens.items()
        }
        return TokenBatch(
            log_probs=now.log_probs,
            entropies=now.entropies,
            values=self.values(now),
            sequences=torch.arange(len(chunk.rows), device=weights.device).repeat_interleave(sizes),
            weights=weights[here],
            **kept,
        )


def places(rows: Sequence[Row], chosen: Sequence[int]) -> list[int]:
    """Places of the drawn tokens of some rows in the flat vectors."""
    return [place for i in chosen for place in range(rows[i].start, rows[i].end)]
