"""From trajectories to scores: shaping with laws, control rewards, noise, and its correction."""
