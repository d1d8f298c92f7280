"""``rlvr eval``: how well a policy does on the test split; runs compared; transfer between families."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
import typer.core
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from .console import check_env_options, console, errors, parse_difficulty, parse_levels

if TYPE_CHECKING:
    from ..agents.evaluation.report import EvaluationReport
    from ..agents.evaluation.run import EvaluationConfig, Player
    from ..agents.evaluation.samples import Sample
    from ..envs.base import TextEnv

_MODELLESS = ("oracle", "random", "human")


class _Group(typer.core.TyperGroup):
    """`rlvr eval sudoku` is `rlvr eval run sudoku`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and args[0] != "--help":
            args = ["run", *args]
        return super().parse_args(ctx, args)


app = typer.Typer(
    cls=_Group,
    help=(
        "Evaluate policies: `rlvr eval sudoku --policy random`; compare saved runs; transfer between families.\n\n"
        "`rlvr eval ENV ...` is short for `rlvr eval run ENV ...`: its options are under `rlvr eval run --help`."
    ),
    no_args_is_help=True,
)

Out = Annotated[Path | None, typer.Option("--out", "-o", help="Folder for samples, tables and plots.")]
Ks = Annotated[
    str | None, typer.Option("--k", help="Numbers of tries to report, 1,4,16; powers of two if not given.")
]


@app.command("run")
def run(
    envs: Annotated[list[str], typer.Argument(help="Ids or short names of environments.")],
    levels: Annotated[
        str | None, typer.Option(help="One level, 3, or a range, 1-5; all levels if not given.")
    ] = None,
    difficulty: Annotated[
        str | None,
        typer.Option(
            help="Instead of levels, of the scale of `rlvr list --difficulty`: 2.5, or a range, 2-3.5."
        ),
    ] = None,
    tasks: Annotated[int, typer.Option("--tasks", "-n", help="Distinct problems of each level.")] = 64,
    samples: Annotated[int, typer.Option("--samples", "-s", help="Responses to each problem.")] = 4,
    policy: Annotated[
        str, typer.Option("--policy", "-p", help="oracle, random, human, native, hub, vllm or openai.")
    ] = "native",
    model: Annotated[
        str, typer.Option("--model", "-m", help="Hugging Face name, folder, or name at the server.")
    ] = "",
    url: Annotated[str | None, typer.Option(help="Of an OpenAI-compatible server, up to /v1.")] = None,
    k: Ks = None,
    split: Annotated[str, typer.Option(help="test, or train to see what was learned by heart.")] = "test",
    wordings: Annotated[
        bool, typer.Option("--wordings", help="Ask each problem in all the wordings that there are.")
    ] = False,
    seed: Annotated[int, typer.Option(help="Decides problems and samples.")] = 0,
    out: Out = None,
    against: Annotated[
        list[Path] | None, typer.Option(help="A saved evaluation to compare with. Can be given several times.")
    ] = None,
    name: Annotated[str | None, typer.Option(help="What tables call the policy.")] = None,
    temperature: Annotated[float, typer.Option(help="0 takes the likeliest token.")] = 1.0,
    top_p: Annotated[float, typer.Option(help="Mass of the likeliest tokens to draw from.")] = 1.0,
    top_k: Annotated[int, typer.Option(help="Number of the likeliest tokens to draw from; 0 for all.")] = 0,
    max_tokens: Annotated[int, typer.Option(help="Most tokens of a turn.")] = 1024,
    max_episode_tokens: Annotated[int | None, typer.Option(help="Most tokens of an episode.")] = None,
    chat: Annotated[str, typer.Option(help="template, plain or auto.")] = "auto",
    system: Annotated[str, typer.Option(help="A system message.")] = "",
    thinking: Annotated[
        bool | None, typer.Option("--thinking/--no-thinking", help="For templates that have the switch.")
    ] = None,
    dtype: Annotated[str, typer.Option(help="float32, bfloat16 or float16.")] = "float32",
    device: Annotated[str, typer.Option(help="cpu, cuda or auto.")] = "auto",
    concurrent: Annotated[int, typer.Option(min=1, help="Episodes at once.")] = 256,
    env_options: Annotated[
        str | None, typer.Option(help='JSON object of environment options, \'{"feedback": "reason"}\'.')
    ] = None,
    retry_masked: Annotated[
        bool,
        typer.Option(
            "--retry-masked", help="Play again the samples whose machinery failed in an earlier call."
        ),
    ] = False,
) -> None:
    """Evaluate a policy: pass@k, maj@k, levels, with intervals over tasks.

    With --out, samples are saved as they come, and the same command goes on where it was stopped.

    ```text
    rlvr eval sudoku countdown --levels 1-3 -n 64 --samples 16 --policy random --out runs/random
    rlvr eval sudoku --policy hub --model Qwen/Qwen3-0.6B --samples 16 --out runs/base
    rlvr eval sudoku --policy openai --url http://localhost:8000/v1 --model mine --against runs/base
    ```
    """
    from ..agents.evaluation.models import KINDS, ModelSettings
    from ..agents.evaluation.report import check_ks
    from ..agents.evaluation.run import EvaluationConfig

    ks = _ks(k)
    if split not in ("train", "test"):
        raise ValueError(f"split must be train or test, not {split!r}")
    if policy not in (*_MODELLESS, *KINDS):
        raise ValueError(f"unknown policy {policy!r}; there are {', '.join((*_MODELLESS, *KINDS))}")
    if policy in _MODELLESS and (model or url):
        raise ValueError(f"--model and --url belong to {', '.join(KINDS)}, not to {policy}")
    if temperature == 0 and samples > 1 and policy not in _MODELLESS:
        raise ValueError("at temperature 0 all samples of a problem are one: take --samples 1")
    config = EvaluationConfig(
        tuple(envs),
        parse_levels(levels) if levels else None,
        tasks,
        samples,
        split,  # type: ignore[arg-type]
        seed,
        wordings,
        _object(env_options),
        parse_difficulty(difficulty) if difficulty else None,
    )
    if ks:
        check_ks(ks, samples)
    check_env_options(config.envs, config.env_options)
    bases = [_load(folder, ks) for folder in against or []]
    if policy in _MODELLESS:
        player, settings = _player(policy), {}
    else:
        described = ModelSettings(
            policy,  # type: ignore[arg-type]
            model,
            url,
            temperature,
            top_p,
            top_k,
            max_tokens,
            max_episode_tokens,
            chat,
            system,
            thinking,
            dtype,
            device,
            concurrent,
        )
        player, settings = _model(described, seed), described.to_json()
    report = _evaluated(
        player, config, name or _name(policy, model), settings, out, retry_masked, policy == "human"
    )
    _show(replace(report, ks=ks), out)
    if report.samples and not any(sample.scored for sample in report.samples):
        again = "the same command with --retry-masked" if out is not None else "the same command"
        first = report.samples[0]
        why = next(iter(first.error.splitlines()), first.reason)  # a second call plays nothing and has no note
        raise ValueError(
            f"not one of {len(report.samples):,} episodes could be scored ({why}): mend that, then {again} "
            "plays them again"
        )
    for base in bases:
        folder = out / f"against-{base.name}" if out is not None else None
        _compare({base.name: [base], _other(report.name, base.name): [replace(report, ks=ks)]}, folder)


@app.command("compare")
def compare_runs(
    runs: Annotated[
        list[str],
        typer.Argument(
            help="Two or more saved evaluations, the base first: FOLDER, or NAME=FOLDER,FOLDER for seeds."
        ),
    ],
    k: Ks = None,
    out: Out = None,
) -> None:
    """Compare saved evaluations of the same tasks: change, tasks gained and lost, where pass@k curves cross.

    ```text
    rlvr eval compare runs/base runs/trained --out runs/comparison
    rlvr eval compare base=b0,b1,b2 trained=t0,t1,t2
    ```
    """
    if len(runs) < 2:
        raise ValueError("give two evaluations or more, the base first")
    methods = _methods(runs, _ks(k))
    base, *others = methods
    for other in others:
        folder = out if out is None or len(others) == 1 else out / other
        _compare({base: methods[base], other: methods[other]}, folder)


@app.command("show")
def show(
    folder: Annotated[Path, typer.Argument(help="A saved evaluation, complete or not.")],
    k: Ks = None,
    write: Annotated[bool, typer.Option("--write", help="Write its pages and plots anew.")] = False,
) -> None:
    """Show a saved evaluation."""
    _show(_load(folder, _ks(k)), folder if write else None)


@app.command("matrix")
def matrix(
    base: Annotated[Path, typer.Argument(help="The saved evaluation before training, over all families.")],
    trained: Annotated[
        list[str], typer.Argument(help="FAMILY=FOLDER: the evaluation after training on that family.")
    ],
    out: Out = None,
) -> None:
    """Transfer between families: the gain in pass@1 on each, after training on each.

    ```text
    rlvr eval matrix runs/base arithmetic=runs/arithmetic logic=runs/logic --out runs/transfer
    ```
    """
    from ..agents.evaluation.compare import transfer
    from ..agents.evaluation.pages import write_transfer
    from ..agents.evaluation.tables import transfer_grid

    methods = _methods(trained, ())
    several = [name for name, reports in methods.items() if len(reports) > 1]
    if several:
        raise ValueError(f"{several[0]}: give one folder for each family")
    found = transfer(_load(base, ()), {name: reports[0] for name, reports in methods.items()})
    console.print(transfer_grid(found).rich())
    if out is not None:
        _written(write_transfer, found, out)


# ---- parts ---------------------------------------------------------------------------------------------


def _evaluated(
    player: Player,
    config: EvaluationConfig,
    name: str,
    settings: Mapping[str, Any],
    out: Path | None,
    retry_masked: bool,
    quiet: bool,
) -> EvaluationReport:
    from ..agents.evaluation.run import evaluate

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=errors, disable=quiet or not errors.is_terminal) as bar:
        shown = bar.add_task(name, total=None, rate="")
        counts = [0, 0, 0]

        def on_sample(sample: Sample, done: int, total: int) -> None:
            for place, counted in enumerate((sample.passed, sample.scored, not sample.scored)):
                counts[place] += counted
            rate = f"{counts[0] / counts[1]:.0%} right" if counts[1] else ""
            masked = f", {counts[2]} masked" if counts[2] else ""
            bar.update(shown, completed=done, total=total, rate=rate + masked)

        try:
            return evaluate(
                player,
                config,
                name=name,
                settings=settings,
                out=out,
                retry_masked=retry_masked,
                on_sample=on_sample,
            )
        except (KeyboardInterrupt, EOFError):
            again = (
                "the same command goes on" if out is not None else "with --out, samples would have been kept"
            )
            errors.print(f"stopped; {again}")
            raise typer.Exit(130) from None


def _show(report: EvaluationReport, out: Path | None) -> None:
    from ..agents.evaluation.pages import write_report
    from ..agents.evaluation.tables import report_grids

    for grid in report_grids(report):
        console.print(grid.rich())
    for note in report.notes:
        errors.print(f"note: {note}", style="yellow", highlight=False, markup=False)
    if out is not None:
        _written(write_report, report, out)


def _compare(methods: Mapping[str, list[EvaluationReport]], out: Path | None) -> None:
    from ..agents.evaluation.compare import compare, summarise
    from ..agents.evaluation.pages import write_comparison
    from ..agents.evaluation.tables import comparison_grids, runs_grid

    base, trained = (replace(reports[0], name=name) for name, reports in methods.items())
    found = compare(base, trained)
    for grid in comparison_grids(found):
        console.print(grid.rich())
    summaries = summarise(methods)
    if any(len(reports) > 1 for reports in methods.values()):
        console.print(runs_grid(summaries).rich())
        errors.print("The paired tables are of the first run of each.", style="dim")
    if found.left_out:
        errors.print(f"note: {found.left_out} tasks are in one of the two only, and left out", style="yellow")
    if out is not None:
        _written(write_comparison, found, {base.name: base, trained.name: trained}, summaries, out)


def _written(write: Any, *values: Any) -> None:
    try:
        made = write(*values)
    except OSError as error:
        raise ValueError(f"cannot write {error.filename}: {error.strerror}; choose another --out") from None
    page = next(path for path in made if path.suffix == ".html")
    errors.print(f"{len(made)} files; open {page}", highlight=False, markup=False, soft_wrap=True)


def _methods(texts: list[str], ks: tuple[int, ...]) -> dict[str, list[EvaluationReport]]:
    methods: dict[str, list[EvaluationReport]] = {}
    for text in texts:
        name, sign, folders = text.partition("=")
        paths = [Path(part) for part in (folders if sign else text).split(",") if part]
        label = name if sign else paths[0].name if paths else ""
        if not paths or not label:
            raise ValueError(f"{text!r}: write FOLDER, or NAME=FOLDER,FOLDER")
        if label in methods:
            raise ValueError(f"two are called {label!r}: write NAME=FOLDER to tell them apart")
        methods[label] = [_load(path, ks) for path in paths]
    return methods


def _load(folder: Path, ks: tuple[int, ...]) -> EvaluationReport:
    from ..agents.evaluation.report import EvaluationReport

    return EvaluationReport.load(folder, ks)


def _player(policy: str) -> Player:
    from ..agents.evaluation import players

    if policy == "human":
        return players.PolicyPlayer(lambda rng: _person, concurrent=1)
    return players.oracle_player() if policy == "oracle" else players.random_player()


def _person(env: TextEnv, observation: str) -> str:
    from .person import GivenUp, human
    from .play import shown

    try:
        return shown(human)(env, observation)
    except GivenUp:
        raise KeyboardInterrupt from None


def _model(settings: Any, seed: int) -> Player:
    from ..agents.evaluation.models import model_player

    return model_player(settings, seed=seed)


def _name(policy: str, model: str) -> str:
    if not model:
        return policy
    path = Path(model.rstrip("/"))
    return (
        path.parent.name or path.name if path.name == "model" else path.name
    )  # a run keeps its model in RUN/model


def _other(name: str, base: str) -> str:
    return name if name != base else f"{name} (new)"


def _ks(text: str | None) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split(",")) if text else ()
    except ValueError:
        raise ValueError(f"k {text!r}: write rising whole numbers, such as 1,4,16") from None


def _object(text: str | None) -> dict[str, Any]:
    try:
        found = json.loads(text or "{}")
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise ValueError(f"env options {text!r}: write a JSON object, such as '{{\"attempts\": 2}}'")
    return found
