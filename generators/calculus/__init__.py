"""Calculus: integrals, limits, series and differential equations."""
