"""Verifiers score answers: pure, bounded functions from a task's payload and an answer to a verdict."""
