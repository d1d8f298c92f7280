"""Verifiers of the games family: interactive episodes."""
