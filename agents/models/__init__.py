"""Models that learn, their tokens, and the engines that let them write."""
