"""Who may read the weights of a folder."""

from __future__ import annotations

import stat
from pathlib import Path


def as_any_new_file(folder: Path) -> None:
    """Give the safetensors files of a folder the permissions that a new file gets there.

    The library that writes them lets only their owner read, whatever the umask says, and then a group, or a server
    that runs as somebody else, cannot.
    """
    probe = folder / ".permissions"
    probe.touch()
    mode = stat.S_IMODE(probe.stat().st_mode)
    probe.unlink()
    for path in folder.glob("*.safetensors"):
        path.chmod(mode)
