"""Kernels: what several families of puzzles are made of, each a small engine without words or wordings."""
