"""``rlvr serve``: the gym over HTTP."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

TOKEN = "RLVR_SERVE_TOKEN"


def serve(
    host: Annotated[
        str, typer.Option(help="Address to listen to; another than this machine's needs a token.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; 0 takes a free one.")] = 8000,
    tokens: Annotated[
        Path | None,
        typer.Option("--tokens", help=f"File of lines NAME TOKEN, a client each; or one token in {TOKEN}."),
    ] = None,
    answers: Annotated[
        bool, typer.Option("--answers", help="Clients may ask for answers, payloads, solutions and hints.")
    ] = False,
    trust_rows: Annotated[
        bool, typer.Option("--trust-rows", help="Score rows as they are sent, also rows that no id makes.")
    ] = False,
    state: Annotated[
        Path | None,
        typer.Option("--state", help="Folder in which curricula and open episodes outlive the server."),
    ] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; by default one for each core.")] = None,
    budget: Annotated[float, typer.Option(help="Seconds that one task, verdict or step may take.")] = 60.0,
    idle: Annotated[float, typer.Option(help="Seconds after which an unused episode is closed.")] = 900.0,
    grace: Annotated[float, typer.Option(help="Seconds that work under way gets when the server ends.")] = 30.0,
    max_body: Annotated[int, typer.Option(help="Bytes of a request.")] = 16 << 20,
    max_batch: Annotated[int, typer.Option(help="Items of a request.")] = 4096,
    max_sessions: Annotated[int, typer.Option(help="Episodes open at the same time.")] = 4096,
    max_client_sessions: Annotated[int, typer.Option(help="The same, of one client.")] = 1024,
    max_ahead: Annotated[int, typer.Option(help="Tasks that all streams may hold together.")] = 16_384,
    rate: Annotated[float, typer.Option(help="Requests a second of one client.")] = 5000.0,
) -> None:
    """Serve environments, verdicts, episodes and curricula to trainers in other processes; see docs/serving.md.

    Ctrl-C or SIGTERM ends it when what is under way is finished.
    """
    try:
        from ..serving.limits import Limits, Settings, read_tokens
        from ..serving.server import make_server
    except ModuleNotFoundError as error:
        raise ValueError(f"{error.name} is missing: pip install 'rlvr-gym[serve]'") from None
    known = read_tokens(tokens.read_text(encoding="utf-8")) if tokens else {}
    if tokens and not known:
        raise ValueError(f"{tokens} has no token")
    if one := os.environ.pop(TOKEN, ""):  # worker processes have no use for it
        known.update(read_tokens(f"token {one}"))
    limits = Limits(
        body=max_body,
        batch=max_batch,
        sessions=max_sessions,
        client_sessions=max_client_sessions,
        ahead=max_ahead,
        idle_s=idle,
        rate=rate,
        budget_s=budget,
        grace_s=grace,
    )
    settings = Settings(
        tokens=known, answers=answers, trust_rows=trust_rows, workers=workers, state=state, limits=limits
    )
    make_server(host, port, settings).run()
