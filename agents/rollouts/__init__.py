"""Episodes: the policy's tokens to environments and back, many at once, and kept on disk."""
