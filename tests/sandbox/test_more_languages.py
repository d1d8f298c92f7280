"""Go, Java and Rust, in images that are made for it (in the long tier: they are large); and arguments of jobs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rlvr.sandbox import Job, Sandbox, SandboxUnavailable, Status, make
from rlvr.sandbox.image import build
from rlvr.sandbox.plain import job_of, plain_job

SUMS = {
    "go": """
package main

import "fmt"

func main() {
    var a, b int
    fmt.Scan(&a, &b)
    fmt.Println(a + b)
}
""",
    "java": """
import java.util.*;

class Helper {
    static int add(int a, int b) { return a + b; }
}

public class Solution {
    record Pair(int a, int b) {}
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        Pair pair = new Pair(in.nextInt(), in.nextInt());
        System.out.println(Helper.add(pair.a(), pair.b()));
    }
}
""",
    "rust": """
use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    println!("{}", text.split_whitespace().map(|n| n.parse::<i64>().unwrap()).sum::<i64>());
}
""",
}
ENDLESS = {
    "go": "package main\n\nfunc main() {\n    for {\n    }\n}\n",
    "java": "class Main {\n    public static void main(String[] args) {\n        while (true) {}\n    }\n}\n",
    "rust": "fn main() {\n    loop {}\n}\n",
}
ARGUMENTS = {
    "python": "import sys\nprint(*sys.argv[1:])",
    "cpp": "#include <iostream>\nint main(int c, char** v) { for (int i = 1; i < c; i++) std::cout << v[i] << ' '; }",
}


def box_of(language: str) -> Sandbox:
    try:
        return make("docker", frozenset({language}), 1)
    except SandboxUnavailable as error:
        pytest.skip(str(error))


@pytest.mark.slow
@pytest.mark.parametrize("language", sorted(SUMS))
def test_a_program_is_compiled_once_and_run_within_its_limits(language: str) -> None:
    build(languages=["python", language])
    with box_of(language) as box:
        built = box.run(Job(SUMS[language], language, compile_only=True))
        assert built.status is Status.OK, built.stderr
        job = Job(SUMS[language], language, compiled=built.compiled)
        for a, b in ((1, 2), (-5, 5)):
            assert box.run(replace(job, stdin=f"{a} {b}\n".encode())).text == f"{a + b}\n"
        assert box.run(Job("no program", language)).status is Status.COMPILE_ERROR
        endless = Job(ENDLESS[language], language)
        endless = replace(endless, limits=replace(endless.limits, cpu_s=1.0))
        assert box.run(endless).status is Status.CPU_LIMIT


@pytest.mark.parametrize("language", sorted(ARGUMENTS))
def test_arguments_stand_on_the_command_line(language: str) -> None:
    args = ("one", "two words", "$HOME", "")
    with box_of(language) as box:
        job = Job(ARGUMENTS[language], language, args=args)
        assert box.run(job).text.rstrip() == " ".join(args).rstrip()
        assert job_of(plain_job(job)) == job
    with pytest.raises(ValueError, match="NUL"):
        Job("x", args=("\0",))
