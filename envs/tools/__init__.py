"""Tools for multi-turn environments: what each set of tools can do, as pure functions of a state."""
