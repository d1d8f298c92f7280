"""Verifiers of calculus tasks with many right answers."""
