"""Optimisation: the best choice among very many, with the choice itself as the answer."""
