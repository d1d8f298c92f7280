"""Environments from a user's own git repository: faults in its source files, judged by its own tests."""

from .importer import import_repository
from .report import RepositoryReport
from .settings import Settings

__all__ = ["RepositoryReport", "Settings", "import_repository"]
