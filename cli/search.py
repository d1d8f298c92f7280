"""``rlvr search``: index a corpus of your own, look something up in it, serve it, make an environment of it."""

from __future__ import annotations

import signal
import threading
import time
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape

from ..retrieval import ENGINES, Retriever, make_retriever, open_retriever
from ..retrieval.passages import window
from .console import console, errors

app = typer.Typer(
    help="Corpora that can be searched: index, look up, serve, make environments.", no_args_is_help=True
)


class Unsupported(StrEnum):
    """What becomes of questions whose answers no document shows."""

    keep = "keep"
    drop = "drop"


Source = Annotated[
    Path, typer.Argument(help="A JSONL file of documents, a folder of .txt and .md files, or a saved index.")
]
Engine = Annotated[
    str | None,
    typer.Option("--engine", "-e", help=f"{', '.join(ENGINES)}. Default: bm25, or the saved index's."),
]
Model = Annotated[
    str | None,
    typer.Option("--model", help="For the engine dense: a sentence-transformers model, by its name or folder."),
]


@app.command()
def index(
    corpus: Annotated[
        Path, typer.Argument(help="A JSONL file of documents, or a folder of .txt and .md files.")
    ],
    out: Annotated[Path, typer.Argument(help="The folder to write: new or empty.")],
    engine: Engine = None,
    model: Model = None,
) -> None:
    """Index a corpus and save it, so that it is opened in milliseconds."""
    start = time.perf_counter()
    made = _make(corpus, engine, model)
    made.save(out)
    size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    spent = time.perf_counter() - start
    console.print(
        f"{len(made):,} documents, {size / 2**20:.1f} MiB, {spent:.1f} s: {escape(str(out))}",
        highlight=False,
        soft_wrap=True,
    )


@app.command()
def query(
    source: Source,
    text: Annotated[str, typer.Argument(help="What to look for: words, never a language.")],
    number: Annotated[int, typer.Option("--number", "-k", min=1, max=1000, help="Documents to show.")] = 5,
    engine: Engine = None,
    model: Model = None,
) -> None:
    """Look something up: scores, ids, titles and what fits in the documents."""
    found = _open(source, engine, model)
    for hit in found.search(text, number):
        page = found.page(hit.id)
        start = window(" ".join(page.text.split()), text, 160)
        console.print(
            f"[green]{hit.score:8.3f}[/]  [bold]{escape(page.id)}[/]  {escape(page.title)}\n          {escape(start)}",
            highlight=False,
            soft_wrap=True,
        )


@app.command()
def serve(
    source: Source,
    host: Annotated[
        str,
        typer.Option("--host", help="The address to listen to. There is no password: mind who can reach it."),
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", "-p", min=0, max=65535, help="0 takes a free one.")] = 8000,
    topk: Annotated[
        int, typer.Option("--topk", min=1, max=1000, help="Documents for a query that does not say how many.")
    ] = 3,
    engine: Engine = None,
    model: Model = None,
) -> None:
    """Serve a corpus to trainers of the Search-R1 kind: POST /retrieve with queries, topk and return_scores."""
    from ..retrieval.server import SearchServer

    found = _open(source, engine, model)
    try:
        server = SearchServer(found, host=host, port=port, topk=topk)
    except OSError as error:
        raise ValueError(f"cannot listen to {host}:{port}: {error.strerror}") from None
    ended = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ended.set())
    with server.start():
        # Flushed, since who starts this from a program reads the address here.
        typer.echo(f"{len(found):,} documents at {server.url}")
        if host not in ("127.0.0.1", "::1", "localhost"):
            errors.print("Other machines may reach this server, and there is no password.", style="yellow")
        ended.wait()
    errors.print("Stopped.", style="dim")


@app.command("import")
def import_questions(
    corpus: Annotated[
        Path, typer.Argument(help="A JSONL file of documents, or a folder of .txt and .md files.", exists=True)
    ],
    questions: Annotated[
        Path,
        typer.Argument(
            help="Questions with their answers: JSON lines, or a JSON list.", exists=True, dir_okay=False
        ),
    ],
    out: Annotated[
        Path,
        typer.Option(
            "--out", "-o", help="The registry file to write; index and tasks go into a folder beside it."
        ),
    ],
    env_id: Annotated[
        str | None,
        typer.Option("--id", help="The environment's id. By default mine/NAME-v0, where NAME is the corpus's."),
    ] = None,
    shown: Annotated[int, typer.Option(min=0, help="Rows of each kind that the report shows.")] = 20,
    unsupported: Annotated[
        Unsupported,
        typer.Option(help="What becomes of a question whose answer stands in no document that is to show it."),
    ] = Unsupported.keep,
) -> None:
    """Make an environment from a corpus and questions whose answers you have.

    A question has: question; answer (a text, a number, true or false, or a list of items that are all asked for) or
    answers (several right forms of one answer). It may have: kind (entity, number, date, boolean, list; else it is
    inferred from the answer and reported), unit, support (ids of the documents that it takes: one for each needed
    fact, or a list of which any one is enough), split (train or test), and level or hops (whole numbers).

    A row that cannot be used is left out, and named in the report with the reason. An answer that is a name is looked
    for in the documents that are to show it; where it is not found, the question is named as weak, or left out with
    --unsupported drop.

        rlvr search import handbook questions.jsonl --out mine.yaml
        rlvr --registry mine.yaml play handbook
    """
    from ..importing import import_search

    with console.status(""):
        report = import_search(corpus, questions, out, env_id=env_id, unsupported=unsupported.value)
    console.print(report.text(shown), highlight=False, markup=False, soft_wrap=True)
    if report.registry is None:
        raise typer.Exit(1)
    console.print(
        f'Play it: rlvr.register("{report.registry}"), gym.make("{report.env}"); or '
        f"rlvr --registry {report.registry} play {report.env}",
        highlight=False,
        markup=False,
        soft_wrap=True,
    )


def _open(source: Path, engine: str | None, model: str | None) -> Retriever:
    if not (source / "index.json").is_file():
        return _make(source, engine, model)
    from ..retrieval.folder import describe

    saved = describe(source)["engine"]
    if engine not in (None, saved):
        raise ValueError(f"{source} is an index of the engine {saved!r}, not {engine!r}")
    options = {"model": model} if model is not None else {}
    return _told(lambda: open_retriever(source, verify=True, **options))


def _make(corpus: Path, engine: str | None, model: str | None) -> Retriever:
    from ..retrieval.corpus import read_corpus

    name = engine or "bm25"
    if (model is None) == (name == "dense"):
        raise ValueError("--model belongs to --engine dense, which needs it")
    options = {"model": model} if model is not None else {}
    return _told(lambda: make_retriever(read_corpus(corpus), name, **options))


def _told(make: Any) -> Retriever:
    try:
        made: Retriever = make()
    except ImportError as error:
        raise ValueError(str(error)) from None
    return made
