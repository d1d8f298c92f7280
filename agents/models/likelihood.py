"""How likely a model finds the tokens that were drawn, with gradient: logits only where they are needed.

The vocabulary is by far the widest layer of a small model, and its logits by far the largest tensor of a step. So they
are computed for drawn tokens only, never for prompts and observations, and in chunks that are computed again in the
backward pass, so that the logits of one chunk stand in memory at a time.

Shapes: ``N`` drawn tokens of all sequences (sequence by sequence, in order), width ``W``, vocabulary ``V``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor
from torch.utils.checkpoint import checkpoint

from ..language_model import LanguageModel
from .layout import PrefixTree, contexts_of, lay_out, pack, prefix_trees

CHUNK_LOGITS = 2**25
"""Logits that stand in memory at once if no chunk is asked for: 128 MiB in float32."""


@dataclass(frozen=True)
class TokenStatistics:
    """What a model says of drawn tokens, in float32.

    Attributes:
        log_probs: of each token given what is before it, ``[N]``.
        entropies: of the distribution at each token in nats, ``[N]``; None if not asked for.
        hidden: hidden states that each token was predicted from, ``[N, W]``; None if not asked for.
    """

    log_probs: Tensor
    entropies: Tensor | None
    hidden: Tensor | None


def token_statistics(
    model: LanguageModel,
    sequences: Sequence[Sequence[int]],
    policy: Sequence[Sequence[bool]],
    *,
    temperature: float = 1.0,
    entropy: bool = False,
    entropy_gradient: bool = False,
    hidden: bool = False,
    chunk: int = 0,
    packing: int = 0,
    trees: Sequence[PrefixTree] | None = None,
) -> TokenStatistics:
    """Log-probabilities (and more) of the drawn tokens of whole sequences.

    Args:
        model: the policy; wrappers whose `forward` is that of a `LanguageModel` will do.
        sequences: ids.
        policy: true for the tokens that were drawn, as long as each sequence.
        temperature: that the tokens were drawn at: the distribution asked about is that of logits / temperature. 0
            asks about the model itself, as the engines do.
        entropy: whether entropies are wanted.
        entropy_gradient: whether they are wanted with gradient, which costs memory of the vocabulary's width.
        hidden: whether hidden states are wanted.
        chunk: tokens whose logits are computed at once; 0 for as many as make `CHUNK_LOGITS`.
        packing: sequences are put one behind the other in rows of up to this many tokens, so that there is no filler;
            0 gives each a row of its own, with filler behind the shorter ones.
        trees: which sequences have their context in common, as `rlvr.agents.models.layout.prefix_trees` finds them;
            None for none.

    Raises:
        ValueError: if nothing was drawn, a mask has another length than its sequence, or a first token is drawn.
    """
    for tokens, mask in zip(sequences, policy, strict=True):
        if len(tokens) != len(mask):
            raise ValueError(f"a sequence of {len(tokens)} tokens has a mask of {len(mask)}")
        if mask and mask[0]:
            raise ValueError(
                "the first token of a sequence is drawn, from nothing: a sequence begins with a context"
            )
    states, targets = _predicting(model, sequences, policy, packing, trees)
    if not len(targets):
        raise ValueError("no token of these sequences was drawn: leave such sequences out")
    # The largest part of a sampler's disagreement with its trainer is a temperature that only one of them knows.
    scale = 1.0 / (temperature or 1.0)
    if not chunk:
        with torch.no_grad():
            chunk = max(1, CHUNK_LOGITS // model.logits(states[:1]).shape[-1])
    log_probs, entropies = [], []
    again = torch.is_grad_enabled() and len(targets) > chunk
    for part in zip(torch.split(states, chunk), torch.split(targets, chunk), strict=True):
        asked = (model, *part, scale, entropy, entropy_gradient)
        found = checkpoint(_score, *asked, use_reentrant=False) if again else _score(*asked)
        log_probs.append(found[0])
        if found[1] is not None:
            entropies.append(found[1])
    whole = torch.cat(entropies) if entropy else None
    return TokenStatistics(torch.cat(log_probs), whole, states.float() if hidden else None)


def _score(
    model: LanguageModel, hidden: Tensor, targets: Tensor, scale: float, entropy: bool, entropy_gradient: bool
) -> tuple[Tensor, Tensor | None]:
    spread = (model.logits(hidden) * scale).log_softmax(-1)
    log_probs = spread.gather(-1, targets[:, None])[:, 0]
    if not entropy:
        return log_probs, None
    with torch.set_grad_enabled(entropy_gradient and torch.is_grad_enabled()):
        return log_probs, -(spread.exp() * spread).sum(-1)


def _predicting(
    model: LanguageModel,
    sequences: Sequence[Sequence[int]],
    policy: Sequence[Sequence[bool]],
    packing: int,
    trees: Sequence[PrefixTree] | None,
) -> tuple[Tensor, Tensor]:
    """The hidden states that drawn tokens are predicted from, ``[N, W]``, and the tokens, ``[N]``."""
    device = next(model.parameters()).device
    drawn = [[place for place, mine in enumerate(mask) if mine] for mask in policy]
    contexts = contexts_of(policy)
    if trees is None:
        trees = prefix_trees(sequences, policy, share=False)
    rows = pack([tree.size for tree in trees], packing) if packing else [[t] for t in range(len(trees))]
    layout = lay_out(sequences, contexts, trees, rows)
    if layout.plain:
        states = model(layout.tokens.to(device))
    else:
        tensors = (layout.tokens, layout.positions, layout.documents, layout.stems)
        states = model(*(tensor.to(device) for tensor in tensors))
    where = [place for i, places in enumerate(drawn) for place in layout.predicting(i, contexts[i], places)]
    targets = [sequences[i][place] for i, places in enumerate(drawn) for place in places]
    return (
        states.flatten(0, 1)[torch.tensor(where, dtype=torch.int64).to(device)],
        torch.tensor(targets, dtype=torch.int64).to(device),
    )
