"""Verifiers of the arithmetic family: expressions and number games."""
