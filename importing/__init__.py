"""Environments made from data of your own: questions with their queries on a database, or with answers in documents.

from rlvr.importing import import_sql

report = import_sql("shop.sqlite", "questions.jsonl", "mine.yaml")
rlvr.register("mine.yaml")
env = gym.make("mine/shop-v0")

report = import_search("handbook", "asked.jsonl", "handbook.yaml")  # a folder of texts, or a JSONL file
"""

from .importer import import_sql
from .report import Finding, Report
from .search import import_search

__all__ = ["Finding", "Report", "import_search", "import_sql"]
