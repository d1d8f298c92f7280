"""Other people's trainers and evaluation tools: a thin file for each, over one `Episode`.

Importing this package, or an adapter's file, imports no peer: an adapter imports its peer when it is first used.
"""
