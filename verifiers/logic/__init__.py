"""Verifiers of the logic family: deduction puzzles."""
