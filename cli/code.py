"""``rlvr code``: environments from programming problems of your own."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from shlex import quote
from typing import Annotated

import typer

from .console import console, telling

app = typer.Typer(help="Environments from programming problems of your own.", no_args_is_help=True)


class Unproven(StrEnum):
    """What becomes of a problem without a reference that passes."""

    drop = "drop"
    keep = "keep"


@app.callback()
def group() -> None:
    """Environments from programming problems of your own."""


@app.command("import")
def import_problems(
    problems: Annotated[
        Path, typer.Argument(help="The problems: JSON lines, or a JSON list.", exists=True, dir_okay=False)
    ],
    out: Annotated[
        Path, typer.Option("--out", "-o", help="The registry file to write; tasks go into a folder beside it.")
    ],
    format: Annotated[
        str | None,
        typer.Option(
            "--format",
            "-f",
            help="apps, taco, codecontests, livecodebench, humaneval, mbpp, verl, prime-rl or own. By default it is "
            "told by the fields of the first row.",
        ),
    ] = None,
    env_id: Annotated[
        str | None,
        typer.Option(
            "--id", help="The environment's id. By default mine/NAME-v0, NAME being the registry file's."
        ),
    ] = None,
    languages: Annotated[
        list[str] | None,
        typer.Option(
            "--language", "-l", help="What programs are asked for in; several times to draw one for each task."
        ),
    ] = None,
    compare: Annotated[
        str | None,
        typer.Option(help="How outputs are compared: tokens, lines, exact, values, unordered, or floats:1e-6."),
    ] = None,
    judge: Annotated[
        Path | None,
        typer.Option(help="A special judge for programs whose rows have none.", exists=True, dir_okay=False),
    ] = None,
    judge_files: Annotated[
        list[Path] | None,
        typer.Option(
            "--judge-file", help="A file beside the judge, such as testlib.h.", exists=True, dir_okay=False
        ),
    ] = None,
    cpu: Annotated[float, typer.Option(min=0.1, max=60, help="Seconds of processor time for each test.")] = 4.0,
    memory: Annotated[int, typer.Option(min=32, max=700, help="MiB of memory.")] = 256,
    unproven: Annotated[
        Unproven, typer.Option(help="What becomes of a problem without a reference that passes its tests.")
    ] = Unproven.drop,
    mutants: Annotated[int, typer.Option(min=0, max=1000, help="Mutants of each reference to try.")] = 20,
    suggestions: Annotated[
        int, typer.Option(min=0, max=1000, help="Inputs to try on mutants that pass, for further tests.")
    ] = 16,
    most_tests: Annotated[
        int, typer.Option(min=1, max=1000, help="Further tests of a problem are left out.")
    ] = 64,
    seed: Annotated[int, typer.Option(help="Of the choice of mutants and inputs.")] = 0,
    image: Annotated[
        str | None,
        typer.Option(help="An image with packages that programs may import; see rlvr sandbox build --name."),
    ] = None,
    shown: Annotated[int, typer.Option(min=0, help="Rows of each kind that the report shows.")] = 20,
) -> None:
    """Make an environment from programming problems with tests.

    Each problem is tried first, in the sandbox: its reference must pass its tests, and a program that prints
    nothing, its input or always the same must not. Mutants of the reference that pass, and programs that the file
    calls wrong and that pass, are named with further tests that tell them apart. Problems that are the same are left
    out; ones that are nearly the same stay in one split.

    The plain format has: statement; tests (input and output, or args and output with entry); solution; and much that is
    optional (judge, limits, languages, levels): see docs/code-import.md.

        rlvr code import problems.jsonl --out mine
        rlvr --registry mine.yaml play mine
    """
    from ..importing.code import Settings, import_code
    from ..importing.code.own import compare_of, judge_of
    from ..importing.code.problem import language_of
    from ..sandbox.package_images import resolve
    from .sandbox import SUFFIXES

    own = None
    if judge is not None:
        files = {path.name: path.read_text("utf-8") for path in judge_files or ()}
        language = SUFFIXES.get(judge.suffix, "python")
        own = judge_of({"code": judge.read_text("utf-8"), "language": language, "files": files})
    settings = Settings(
        languages=tuple(language_of(name) for name in languages or ()),
        compare=compare_of(compare),
        judge=own,
        cpu_s=cpu,
        memory_mb=memory,
        unproven=unproven.value,
        mutants=mutants,
        suggestions=suggestions,
        most_tests=most_tests,
        seed=seed,
        image=resolve(image).lock.tag if image else "",
    )
    with console.status("") as status:
        report = import_code(
            problems,
            out,
            format=format,
            env_id=env_id,
            settings=settings,
            progress=lambda row: status.update(f"row {row}"),
        )
    console.print(report.text(shown), highlight=False, markup=False, soft_wrap=True)
    if report.registry is None:
        raise typer.Exit(1)
    folder = report.registry.with_suffix("")
    console.print(
        f"Each problem is described in {folder / 'report.json'}; suggested tests are in {folder / 'suggested.jsonl'}.\n"
        f'Play it: rlvr.register("{report.registry}"), gym.make("{report.env}"); or '
        f"rlvr --registry {quote(str(report.registry))} play {report.env}",
        highlight=False,
        markup=False,
        soft_wrap=True,
    )


@app.command("import-repository")
def import_one_repository(
    path: Annotated[Path, typer.Argument(help="A git repository; what is committed is read.", exists=True)],
    out: Annotated[
        Path, typer.Option("--out", "-o", help="The registry file to write; tasks go into a folder beside it.")
    ],
    env_id: Annotated[
        str | None,
        typer.Option(
            "--id", help="The environment's id. By default mine/NAME-v0, NAME being the registry file's."
        ),
    ] = None,
    runner: Annotated[
        str | None, typer.Option(help="pytest or unittest. By default it is told by the test files.")
    ] = None,
    image: Annotated[
        str | None,
        typer.Option(help="An image with the packages that the tests need; see rlvr sandbox build --name."),
    ] = None,
    pip: Annotated[
        list[str] | None,
        typer.Option("--pip", help="In place of --image: a package that the tests need; several times."),
    ] = None,
    paths: Annotated[
        list[str] | None,
        typer.Option("--path", help="A folder to import from; by default the root, and src or lib."),
    ] = None,
    mutants: Annotated[int, typer.Option(min=0, max=10_000, help="Faults to plant and try.")] = 100,
    per_file: Annotated[int, typer.Option(min=1, max=1000, help="Planted faults of a file to keep.")] = 6,
    commits: Annotated[
        int, typer.Option(min=0, max=10_000, help="Commits that change source and tests to try.")
    ] = 30,
    noticed_by: Annotated[
        int,
        typer.Option(
            min=1, help="Tests that must notice a fault; 2 leaves out what one test alone stands for."
        ),
    ] = 1,
    memory: Annotated[int, typer.Option(min=64, max=700, help="MiB of memory for tests.")] = 512,
    seconds: Annotated[float, typer.Option(min=1, max=600, help="Seconds for one test file.")] = 60.0,
    seed: Annotated[int, typer.Option(help="Of the choice of faults.")] = 0,
    shown: Annotated[int, typer.Option(min=0, help="Rows of each kind that the report shows.")] = 20,
) -> None:
    """Make an environment from a git repository of your own, with its tests (pytest or unittest).

    A task is a fault in source files that tests notice: planted by one edit, or real, from a commit that changed source
    and tests. All tests run three times at first; those that do not give the same are left out. Answers are judged by
    the repository's own tests, in the sandbox: see docs/repository-import.md for what that can prove and what not.

        rlvr code import-repository ~/src/mylib --out mylib --pip numpy
        rlvr --registry mylib.yaml play mylib
    """
    from ..importing.repository import Settings, import_repository
    from ..importing.repository.importer import place
    from ..importing.repository.runner import image_for

    if runner not in (None, "pytest", "unittest"):
        raise ValueError(f"--runner is pytest or unittest, not {runner!r:.40}")
    if image and pip:
        raise ValueError("give --image or --pip, not both")
    settings = Settings(
        runner=runner or "",
        paths=paths or (),
        mutants=mutants,
        per_file=per_file,
        commits=commits,
        noticed_by=noticed_by,
        memory_mb=memory,
        seconds=seconds,
        seed=seed,
    )
    place(path, out, env_id, settings)  # told before an image is built
    with telling() as say:
        used = image_for(path, settings.runner, image or "", pip or (), say=say)
        report = import_repository(
            path, out, env_id=env_id, settings=replace(settings, image=used), progress=say
        )
    console.print(report.text(shown), highlight=False, markup=False, soft_wrap=True)
    if report.registry is None:
        raise typer.Exit(1)
    console.print(
        f"The report is in {report.registry.with_suffix('') / 'report.json'}.\n"
        f'Play it: rlvr.register("{report.registry}"), gym.make("{report.env}"); or '
        f"rlvr --registry {quote(str(report.registry))} play {report.env}",
        highlight=False,
        markup=False,
        soft_wrap=True,
    )
