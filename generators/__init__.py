"""Generators make tasks: pure functions from a seeded random source and difficulty parameters to a draft."""
