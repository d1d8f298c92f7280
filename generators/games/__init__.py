"""Generators of the games family: interactive episodes."""
