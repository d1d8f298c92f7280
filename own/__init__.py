"""Environments made from data of your own: a database and questions with their queries become an environment.

from rlvr.own import import_sql

report = import_sql("shop.sqlite", "questions.jsonl", "mine.yaml")
rlvr.register("mine.yaml")
env = gym.make("mine/shop-v0")
"""

from .importer import import_sql
from .report import Finding, Report

__all__ = ["Finding", "Report", "import_sql"]
