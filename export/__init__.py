"""Export turns tasks into files: JSON lines and parquet, deduplicated, split by content, with a manifest."""
