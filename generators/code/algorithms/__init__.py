"""Classic algorithmic problems: one template a function, several templates a file."""
