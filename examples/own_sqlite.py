"""Evaluate on a database of your own: make a small SQLite file, import questions on it, and score two policies.

    python examples/own_sqlite.py [FOLDER]

Put your own file and questions in place of `make_shop` and `QUESTIONS`; nothing else changes. A policy is a function
from the environment and its prompt to a response, so a model goes where `somebodys_query` is. To train on it, step the
environment, or make a dataset of all questions of a split (here 7 are for training, and 2 for testing):

    rlvr --registry FOLDER/shop.yaml generate mine/shop-v0 --levels 1-2 --split train -n 7 --fewer -o train.jsonl
"""

from __future__ import annotations

import json
import random
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

import rlvr
from rlvr.agents.policies import Policy, oracle, play
from rlvr.envs.base import TextEnv
from rlvr.importing import import_sql

QUESTIONS = [
    ("Which customers live in Oslo? Give their names.", "SELECT name FROM customers WHERE city = 'Oslo'"),
    ("Give the titles of products that cost less than 10.", "SELECT title FROM products WHERE price < 10"),
    (
        "How many products are there in each category? Give the category and the number.",
        "SELECT category, COUNT(*) FROM products GROUP BY category",
    ),
    (
        "Give the ids of orders of 2024 that were returned.",
        "SELECT id FROM orders WHERE status = 'returned' AND day >= '2024-01-01' AND day <= '2024-12-31'",
    ),
    (
        "Names and cities of the customers whose city is known, by city and then by name.",
        "SELECT name, city FROM customers WHERE city IS NOT NULL ORDER BY city, name",
    ),
    (
        "For each customer with more than two orders, the name and the number of orders.",
        "SELECT c.name, COUNT(*) FROM customers c JOIN orders o ON o.customer = c.id GROUP BY c.id HAVING COUNT(*) > 2",
    ),
    (
        "Which customers have no order? Give their names.",
        "SELECT name FROM customers c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer = c.id)",
    ),
    (
        "Titles and prices of the products that cost more than the average, dearest first.",
        "SELECT title, price FROM products WHERE price > (SELECT AVG(price) FROM products) ORDER BY price DESC",
    ),
    (
        "The id of each order with what it costs in all.",
        "SELECT l.order_id, SUM(l.quantity * p.price) FROM lines l JOIN products p ON p.id = l.product "
        "GROUP BY l.order_id",
    ),
    ("Any three orders.", "SELECT id FROM orders LIMIT 3"),  # has no one answer, so it is left out
]


def make_shop(path: Path) -> None:
    """A file such as you may have: four tables, 182 rows."""
    path.unlink(missing_ok=True)
    rng = random.Random(7)
    with closing(sqlite3.connect(path)) as shop:
        shop.executescript(
            """
            CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT);
            CREATE TABLE products (id INTEGER PRIMARY KEY, title TEXT NOT NULL, category TEXT, price REAL NOT NULL);
            CREATE TABLE orders (
              id INTEGER PRIMARY KEY, customer INTEGER NOT NULL REFERENCES customers (id), day TEXT NOT NULL,
              status TEXT NOT NULL
            );
            CREATE TABLE lines (
              order_id INTEGER NOT NULL REFERENCES orders (id), product INTEGER NOT NULL REFERENCES products (id),
              quantity INTEGER NOT NULL, PRIMARY KEY (order_id, product)
            );
            """
        )
        for number in range(1, 31):
            city = rng.choice(("Oslo", "Bergen", "Turin", None))
            shop.execute("INSERT INTO customers VALUES (?, ?, ?)", (number, f"Customer {number}", city))
        for number in range(1, 13):
            product = (
                number,
                f"Product {number}",
                rng.choice(("tools", "toys", "food")),
                rng.randint(8, 200) / 4,
            )
            shop.execute("INSERT INTO products VALUES (?, ?, ?, ?)", product)
        for number in range(1, 71):
            day = f"{rng.choice((2023, 2024, 2025))}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}"
            row = (number, rng.randint(1, 22), day, rng.choice(("paid", "sent", "returned")))
            shop.execute("INSERT INTO orders VALUES (?, ?, ?, ?)", row)
            shop.execute("INSERT INTO lines VALUES (?, ?, ?)", (number, rng.randint(1, 12), rng.randint(1, 9)))
        shop.commit()


def somebodys_query(rng: random.Random) -> Policy:
    """A policy without skill: the query of some question on this database, whatever is asked."""

    def act(env: TextEnv, observation: str) -> str:
        return f"<answer>{rng.choice(QUESTIONS)[1]}</answer>"

    return act


def main(folder: Path) -> None:
    """Make the file, import the questions, and print how often each policy is right at each level."""
    database, questions, registry = folder / "shop.sqlite", folder / "questions.jsonl", folder / "shop.yaml"
    make_shop(database)
    rows = [json.dumps({"question": question, "query": query}) for question, query in QUESTIONS]
    questions.write_text("\n".join(rows) + "\n", encoding="utf-8")

    report = import_sql(
        database, questions, registry
    )  # or: rlvr sql import shop.sqlite questions.jsonl -o shop.yaml
    print(report.text())

    rlvr.register(registry)
    policies = {"oracle": oracle, "random": somebodys_query(random.Random(0))}
    print(f"\n{'level':>5} {'questions':>9} " + " ".join(f"{name:>7}" for name in policies))
    for level, count in enumerate(report.levels, 1):
        env = rlvr.make(report.env, level=level)
        shares = []
        for policy in policies.values():
            verdicts = [play(env, policy, seed=seed).verdict for seed in range(20)]
            shares.append(sum(verdict is not None and verdict.passed for verdict in verdicts) / len(verdicts))
        print(f"{level:>5} {count:>9} " + " ".join(f"{share:>7.2f}" for share in shares))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        Path(sys.argv[1]).mkdir(parents=True, exist_ok=True)
        main(Path(sys.argv[1]))
    else:
        with tempfile.TemporaryDirectory() as place:
            main(Path(place))
