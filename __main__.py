"""``python -m rlvr`` is the ``rlvr`` command."""

from .cli import main

main()
