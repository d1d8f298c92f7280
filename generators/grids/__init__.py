"""Generators of the grids family: number-placement puzzles."""
