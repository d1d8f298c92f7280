"""Verifiers of the algebra family: equations and derivatives."""
