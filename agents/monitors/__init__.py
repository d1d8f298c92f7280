"""What a run shows while it goes and leaves behind: records, a live view, a report."""
