"""What can go wrong with a dataset file."""


class DatasetError(RuntimeError):
    """A dataset could not be made or read. The message names the file and the fix; no file was damaged."""
