"""Generators of the logic family: deduction puzzles."""
