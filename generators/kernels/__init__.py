"""Kernels: what many puzzles share, exact, deterministic and bounded by counted steps."""
