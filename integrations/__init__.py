"""Other people's trainers and evaluation tools: a thin file for each, over one `Episode`.

Importing this package imports no peer. An adapter's file imports its own where it derives classes from the peer's or is
found by the peer, and says so in its first line; the others when they are first used.
"""
