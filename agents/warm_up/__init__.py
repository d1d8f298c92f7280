"""Learning before rewards: worked solutions, one's own right answers, pairs of better and worse."""
