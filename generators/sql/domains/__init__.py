"""What databases can be about: one file for each domain."""
