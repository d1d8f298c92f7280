"""Verifiers of the family data."""
