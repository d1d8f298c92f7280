"""Verifiers of the composition family: tasks made of tasks."""
