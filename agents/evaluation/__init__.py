"""How good a policy is, and how sure that is."""
