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
        build_address_space: the same for its compiler.
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
    build_address_space: bool = True


_JAVA_BUILD = """
import os, re, subprocess, sys, zipfile
text = open("main.java", encoding="utf-8", errors="surrogateescape").read()
kinds = r"(?:(?:final|abstract|strictfp)\\s+)*(?:class|record|enum|interface)"
public = re.search(r"^\\s*public\\s+" + kinds + r"\\s+(\\w+)", text, re.M)
name = (public.group(1) if public else "Main") + ".java"
os.rename("main.java", name)
flags = ["-J-Xmx256m", "-J-XX:+UseSerialGC", "-J-XX:TieredStopAtLevel=1", "-J-XX:-UsePerfData", "-proc:none", "-nowarn"]
done = subprocess.run(["javac", *flags, "-encoding", "UTF-8", "-d", ".classes", name], stdout=2)
if done.returncode:
    sys.exit(1)
found = {}
for folder, _, files in os.walk(".classes"):
    for file in files:
        path = os.path.join(folder, file)
        found[os.path.relpath(path, ".classes")] = open(path, "rb").read()
main = [n for n, c in found.items() if b"\\x01\\x00\\x04main" in c and b"([Ljava/lang/String;)V" in c]
main.sort(key=lambda n: (n != name.replace(".java", ".class"), n != "Main.class", n))
if not main:
    sys.exit("error: there is no class with public static void main(String[] args)")
with zipfile.ZipFile("PROGRAM", "w") as jar:
    entry = main[0].removesuffix(".class").replace("/", ".")
    jar.writestr("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\\nMain-Class: " + entry + "\\n")
    for n in sorted(found):
        jar.writestr(n, found[n])
""".replace("PROGRAM", PROGRAM)
"""Compiles a file whose name must be that of its public class, and makes one archive of all its classes."""


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
            "go",
            "main.go",
            ("go", "build", "-p", "2", "-ldflags", "-s -w", "-o", PROGRAM, "main.go"),
            (f"./{PROGRAM}",),
            "go",
            ("golang-go",),
            "Go",
            ("go", "version"),
            address_space=False,
            build_address_space=False,
        ),
        Language(
            "java",
            "main.java",
            ("python3", "-I", "-S", "-c", _JAVA_BUILD),
            (
                "java",
                "-Xmx256m",
                "-Xss64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-Xshare:auto",
                "-jar",
                PROGRAM,
            ),
            "java",
            ("default-jdk-headless",),
            "OpenJDK",
            ("java", "-XX:-UsePerfData", "--version"),  # it would leave a file that no job may remove
            address_space=False,
            build_address_space=False,
        ),
        Language(
            "rust",
            "main.rs",
            ("rustc", "--edition=2021", "-O", "-C", "strip=symbols", "-o", PROGRAM, "main.rs"),
            (f"./{PROGRAM}",),
            "rustc",
            ("rustc", "gcc", "libc6-dev"),
            "rustc",
            ("rustc", "--version"),
            build_address_space=False,
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
