"""Linear algebra: generators and what they share."""
