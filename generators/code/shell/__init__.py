"""Shell tasks: a tree of files, and the tree that it shall become."""
