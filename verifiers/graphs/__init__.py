"""Verifiers of the graphs family: paths and colourings."""
