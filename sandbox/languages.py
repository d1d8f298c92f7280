"""The languages a job can be written in. A language is a small table entry: file name, steps, needs."""

from __future__ import annotations

from dataclasses import dataclass

PROGRAM = ".program"
"""The name that compilers give their output."""


@dataclass(frozen=True, slots=True)
class Language:
    """How to run programs of one language.

    Attributes:
        name: what `Job.language` says.
        file: the name the source gets in the working folder; "" if it is given as an argument instead.
        build: the command that compiles it, or () if there is none.
        run: the command that runs it, with ``{code}`` for the source itself; () means the worker's own
            interpreter, in a fork of it.
        tool: the program that must be in the box.
        packages: Debian packages that bring it into an image.
        runtime: what runs it, by name.
        version: the command that tells which version of that is there; () for the worker's own interpreter.
        address_space: whether `Limits.memory_mb` can cap the address space; a runtime that reserves
            more than it uses is capped by the box alone.
    """

    name: str
    file: str
    build: tuple[str, ...]
    run: tuple[str, ...]
    tool: str
    packages: tuple[str, ...]
    runtime: str
    version: tuple[str, ...]
    address_space: bool = True


LANGUAGES: dict[str, Language] = {
    language.name: language
    for language in (
        Language("python", "main.py", (), (), "python3", ("python3",), "Python", ()),
        Language(
            "bash",
            "",
            (),
            ("bash", "-c", "{code}"),
            "bash",
            ("bash", "coreutils", "grep", "sed", "mawk", "findutils", "diffutils", "gzip", "tar"),
            "bash",
            ("bash", "--version"),
        ),
        Language(
            "c",
            "main.c",
            ("gcc", "-std=c17", "-O2", "-o", PROGRAM, "main.c", "-lm"),
            (f"./{PROGRAM}",),
            "gcc",
            ("gcc", "libc6-dev"),
            "GCC",
            ("gcc", "-dumpfullversion"),
        ),
        Language(
            "cpp",
            "main.cpp",
            ("g++", "-std=c++17", "-O2", "-o", PROGRAM, "main.cpp"),
            (f"./{PROGRAM}",),
            "g++",
            ("g++", "libc6-dev"),
            "GCC",
            ("g++", "-dumpfullversion"),
        ),
        Language(
            "javascript",
            "main.js",
            (),
            ("node", "--max-old-space-size=256", "main.js"),
            "node",
            ("nodejs",),
            "Node.js",
            ("node", "--version"),
            address_space=False,
        ),
        Language(
            "verilog",
            "main.v",
            ("iverilog", "-g2012", "-o", PROGRAM, "main.v"),
            ("vvp", "-n", PROGRAM),
            "iverilog",
            ("iverilog",),
            "Icarus Verilog",
            ("vvp", "-V"),
        ),
    )
}
