"""Which task next: levels and environments chosen by how the policy does on them."""
