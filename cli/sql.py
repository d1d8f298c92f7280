"""``rlvr sql``: environments from databases of your own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .console import console

app = typer.Typer(help="Environments from databases of your own.", no_args_is_help=True)


@app.callback()
def group() -> None:
    """Environments from databases of your own."""


@app.command("import")
def import_questions(
    source: Annotated[
        str,
        typer.Argument(
            help="An SQLite file; a folder of many, as in Spider and BIRD; or the URL of a PostgreSQL database "
            "(postgresql://...)."
        ),
    ],
    questions: Annotated[
        Path,
        typer.Argument(
            help="Questions with their queries: JSON lines with question and query (or sql, gold), or the JSON file of "
            "Spider or BIRD.",
            exists=True,
            dir_okay=False,
        ),
    ],
    out: Annotated[Path, typer.Option("--out", "-o", help="The registry file to write; tasks go beside it.")],
    env_id: Annotated[
        str | None,
        typer.Option("--id", help="The environment's id. By default mine/NAME-v0, where NAME is the source's."),
    ] = None,
    seed: Annotated[int, typer.Option(help="Of the databases that are drawn.")] = 0,
    shown: Annotated[int, typer.Option(min=0, help="Rows of each kind that the report shows.")] = 20,
) -> None:
    """Make an environment from a database and questions whose queries you have.

    For each question, up to twenty small databases are made around the query's constants, on which wrong queries give
    something else. The query is run on them, and what it gives is stored. A question is left out, and named in the
    report, if its query fails, takes too long, does not only read, gives no rows or the same everywhere, or depends on
    chance, on the clock or on how rows are stored. Weak ones are kept and named. The source is only read.

    A question may have: evidence (a hint that the prompt shows), db_id (its database, if there are many), ordered
    (true or false; by default, whether the query has ORDER BY), split (train or test).

    With PostgreSQL, queries run on the server whose URL is in RLVR_POSTGRES, in a database and with a role of their
    own.

        rlvr sql import shop.sqlite questions.jsonl --out mine.yaml
        rlvr --registry mine.yaml play shop
    """
    from ..importing import import_sql

    with console.status("") as status:
        report = import_sql(
            source,
            questions,
            out,
            env_id=env_id,
            seed=seed,
            progress=lambda row: status.update(f"row {row}"),
        )
    console.print(report.text(shown), highlight=False, markup=False, soft_wrap=True)
    if report.registry is None:
        raise typer.Exit(1)
    levels = f"level=(1, {len(report.levels)})"
    console.print(
        f'Play it: rlvr.register("{report.registry}"), gym.make("{report.env}", {levels}); or '
        f"rlvr --registry {report.registry} play {report.env}",
        highlight=False,
        markup=False,
        soft_wrap=True,
    )
