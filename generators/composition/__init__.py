"""Generators of the composition family: chains of other registered tasks."""
