"""The family counting: how many things of many kinds there are, and sums over them."""
