"""Muon: the momentum of a matrix is made nearly orthogonal before it steps, so that all directions learn equally fast.

Source: Jordan et al. 2024, https://kellerjordan.github.io/posts/muon/.
"""

from __future__ import annotations

from torch import Tensor

# The quintic that pulls all singular values towards 1, from the authors' note on Muon.
_QUINTIC = (3.4445, -4.7750, 2.0315)


def orthogonal(matrices: Tensor, steps: int = 5) -> Tensor:
    """Nearly orthogonal matrices in the direction of ``matrices [N, rows, columns]`` (Newton and Schulz)."""
    a, b, c = _QUINTIC
    tall = matrices.shape[1] > matrices.shape[2]
    x: Tensor = matrices.mT if tall else matrices
    if x.is_cuda:  # the authors' own precision there; on a CPU it would be slower
        x = x.bfloat16()
    x = x / (x.norm(dim=(1, 2), keepdim=True) + 1e-7)
    for _ in range(steps):
        gram = x @ x.mT
        x = a * x + (b * gram + c * gram @ gram) @ x
    return (x.mT if tall else x).to(matrices.dtype)
