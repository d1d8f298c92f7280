"""Verifiers of games for two: rules, lists of best moves, and the opponent of the games that are played."""
