"""From rewards to a gradient: advantages, objectives, and the named presets on top of them.

In the order of a step: ``credit.assign`` (advantages of tokens), ``aggregate.token_weights`` (how tokens share the
step), ``entropy.select`` (tokens that are singled out), ``objective.policy_loss`` (the loss of a batch).
"""
