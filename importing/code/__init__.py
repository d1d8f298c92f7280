"""Environments of programming problems of your own, in the formats that are about.

from rlvr.importing.code import Settings, import_code

report = import_code("problems.jsonl", "mine.yaml", settings=Settings(languages=("python", "cpp")))
rlvr.register("mine.yaml")
env = gym.make("mine/mine-v0")
"""

from .formats import FORMATS
from .importer import import_code
from .report import CodeReport
from .settings import Settings

__all__ = ["FORMATS", "CodeReport", "Settings", "import_code"]
