"""The ``rlvr`` command: one file for each subcommand."""

from __future__ import annotations


def main() -> None:
    """Run the command line; the parts are imported only now, so that ``import rlvr`` stays fast."""
    from .app import run

    run()
