"""The registry: reading, validation with line and fix, names, third parties."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import gymnasium
import pytest

import rlvr
from rlvr import registry
from rlvr.generators.base import GenerationError
from rlvr.registry import RegistryError, UnknownEnvironment
from rlvr.registry_file import BUILT_IN, TaskFile, find, outline_of

ENTRY = """
  - id: mine/echo-v0
    title: Echo
    family: text
    description: Say it again.
    generator: my_tasks:generate
    verifier: my_tasks:verify
    proxy: letters
    levels:
      length: [1, 2, 3, 4, 5]
"""


def read(tmp_path: Path, text: str) -> list[rlvr.TaskSpec]:
    path = tmp_path / "my.yaml"
    path.write_text(text, encoding="utf-8")
    return registry.read(path)


def test_an_entry_is_read(tmp_path: Path) -> None:
    (spec,) = read(tmp_path, "tasks:" + ENTRY)
    assert (spec.id, spec.name, list(spec.levels)) == ("mine/echo-v0", "echo", [1, 2, 3, 4, 5])
    assert spec.params(2) == {"length": 2}


def test_a_file_in_the_levels_is_beside_the_registry_file(tmp_path: Path) -> None:
    (spec,) = read(tmp_path, "tasks:" + ENTRY.replace("[1, 2, 3, 4, 5]", '["./mine/a.jsonl", ".b"]'))
    assert spec.axes["length"] == (str(tmp_path / "mine" / "a.jsonl"), ".b")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("tasks: [", r"my.yaml:2: not valid YAML"),
        ("nothing: 1", r"my.yaml:1: a registry file is a mapping with a list called 'tasks'"),
        ("tasks:\n  - 5", r"each task is a mapping, not 5"),
        (
            "tasks:" + ENTRY.replace("generator", "genrator"),
            r"my.yaml:2: mine/echo-v0: unknown field 'genrator'; did you mean 'generator'",
        ),
        ("tasks:" + ENTRY.replace("    proxy: letters\n", ""), r"my.yaml:2: .*the field 'proxy' is missing"),
        ("tasks:" + ENTRY.replace("mine/echo-v0", "Echo"), r"an id looks like 'namespace/name-v0'"),
        ("tasks:" + ENTRY.replace("my_tasks:verify", "my_tasks.verify"), r"'verifier' must be 'module:name'"),
        ("tasks:" + ENTRY.replace("my_tasks:verify", ".my_tasks:verify"), r"must name an absolute module"),
        (
            "tasks:" + ENTRY.replace("[1, 2, 3, 4, 5]", "5"),
            r"'length' must be a list with one value for each level",
        ),
        ("tasks:" + ENTRY + "      width: [1]\n", r"length has 5, width has 1"),
        ("tasks:" + ENTRY.replace("levels:\n      length: [1, 2, 3, 4, 5]", "levels: 3"), r"'levels' must map"),
        ("tasks:" + ENTRY + "    answer: shout\n", r"'answer' must be 'tag' or 'boxed', not 'shout'"),
        ("tasks:" + ENTRY + "    max_turns: 0\n", r"'max_turns' must be a whole number of at least 1"),
        ("tasks:" + ENTRY + "    sources: text\n", r"'sources' must be a list of texts"),
        (
            "tasks:" + ENTRY + "    floors: [0.5, 2, 0, 0, 0]\n",
            r"'floors' must be a list of 5 rates from 0 to 1",
        ),
        ("tasks:" + ENTRY + "    floors: [0.5]\n", r"'floors' must be a list of 5 rates from 0 to 1"),
        ("tasks:" + ENTRY + "    bounds: [1, 2]\n", r"'bounds' must map some of least, most, chars to a list"),
        (
            "tasks:" + ENTRY + "    bounds: {top: [1, 2, 3, 4, 5]}\n",
            r"'bounds' must map some of least, most, chars",
        ),
        ("tasks:" + ENTRY + "    bounds: {most: [1, 2]}\n", r"'bounds': 'most' must be a list of 5 numbers"),
        (
            "tasks:" + ENTRY + "    bounds: {least: [1, 2, 3, 4, 9], most: [1, 2, 3, 4, 5]}\n",
            r"'bounds': at level 5 the least difficulty, 9, is above the most",
        ),
        ("tasks:" + ENTRY + "    small_levels: [6]\n", r"'small_levels' must be a list of levels from 1 to 5"),
        ("tasks:" + ENTRY + ENTRY, r"my.yaml:12: mine/echo-v0 is defined twice"),
        ("tasks:" + ENTRY + "    title: Again\n", r"'title' is given twice"),
        ("tasks:" + ENTRY.replace("title: Echo", "title: ''"), r"'title' must be a text"),
        (
            "",
            r"my.yaml:1: a registry file is a mapping with a list called 'tasks', one called 'include', or both",
        ),
        ("tasks: 5", r"my.yaml:1: a registry file is a mapping with a list called 'tasks'"),
        ("includes: [a.yaml]\ntasks:" + ENTRY, r"my.yaml:1: unknown field 'includes'; did you mean 'include'"),
        ("include:\ntasks:" + ENTRY, r"my.yaml:1: 'include' must be a list of files"),
        ("include:\n  - 5\n", r"my.yaml:1: 'include' must be a list of files"),
        ("include: [5]\n", r"my.yaml:1: 'include' must be a list of files"),
        ("include: nowhere.yaml", r"my.yaml:1: 'include' must be a list of files"),
        ("include:\n  - my.yaml\n", r"my.yaml:2: the included file .*my.yaml includes itself"),
        (
            "# Mine.\ninclude:\n  # none\n  - nowhere.yaml  # yet\ntasks:" + ENTRY,
            r"my.yaml:4: the included file .*nowhere.yaml cannot be read: No such file",
        ),
        (
            "include: [nowhere.yaml]\ntasks:" + ENTRY,
            r"my.yaml:1: the included file .*nowhere.yaml cannot be read: No such file",
        ),
    ],
)
def test_what_is_wrong_is_told_with_line_and_fix(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(RegistryError, match=message):
        read(tmp_path, text)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(RegistryError, match=r"nowhere\.yaml: cannot be read: No such file"):
        registry.read(tmp_path / "nowhere.yaml")


def write(folder: Path, files: Mapping[str, str]) -> Path:
    """Write some files; gives the first."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder / next(iter(files))


def named(*ids: str) -> str:
    """A registry file with the entry under these ids."""
    return "tasks:" + "".join(ENTRY.replace("mine/echo-v0", id) for id in ids)


def test_included_files_come_first_and_in_their_order(tmp_path: Path) -> None:
    files = {
        "mine/top.yaml": "include:\n  - sub/b.yaml\n  - a.yaml\n" + named("mine/last-v0"),
        "mine/sub/b.yaml": "include: ['deep/c.yaml']\n" + named("mine/b-v1", "mine/b-v0"),
        "mine/sub/deep/c.yaml": named("mine/c-v0").replace("[1, 2, 3, 4, 5]", "[./c.jsonl]"),
        "mine/a.yaml": named("mine/a-v0"),
    }
    top = write(tmp_path, files)
    found = rlvr.register(top)
    ids = ["mine/c-v0", "mine/b-v1", "mine/b-v0", "mine/a-v0", "mine/last-v0"]
    assert [spec.id for spec in found] == ids == [id for id in rlvr.list() if id in ids]
    assert found[0].axes["length"] == (str(tmp_path / "mine/sub/deep/c.jsonl"),)
    assert {spec.origin for spec in found} == {str(top)}
    assert [Path(spec.file).name for spec in found] == ["c.yaml", "b.yaml", "b.yaml", "a.yaml", "top.yaml"]
    assert {str(top), str(BUILT_IN.resolve())} <= registry.origins()
    assert rlvr.get("b").id == "mine/b-v1"
    assert rlvr.register(top) == found


@pytest.mark.parametrize(
    ("files", "message"),
    [
        (
            {
                "top.yaml": "include:\n  - a.yaml\n  - b.yaml\n  - a.yaml\n",
                "a.yaml": "tasks: []",
                "b.yaml": "tasks: []",
            },
            r"top.yaml:4: the included file .*a.yaml is included twice",
        ),
        (
            {
                "top.yaml": "include: [a.yaml, b.yaml]",
                "b.yaml": "include:\n- a.yaml",
                "a.yaml": named("mine/a-v0"),
            },
            r"b.yaml:2: the included file .*a.yaml is included twice",
        ),
        (
            {"top.yaml": "include:\n- sub/a.yaml", "sub/a.yaml": "\ninclude:\n\n  - ../top.yaml\n"},
            r"sub/a.yaml:4: the included file .*top.yaml includes itself, at once or by way of others",
        ),
        (
            {"top.yaml": "include: [a.yaml]\n" + named("mine/a-v0"), "a.yaml": named("mine/a-v0")},
            r"top.yaml:3: mine/a-v0 is already defined in .*/a.yaml:2; choose another id",
        ),
        (
            {"top.yaml": "include: [a.yaml]\n" + named("mine/a-v0"), "a.yaml": named("Mine")},
            r"a.yaml:2: Mine: an id looks like",
        ),
        (
            {"top.yaml": "include: [a.yaml]", "a.yaml": named("mine/a-v0") + "    floors: 3\n"},
            r"a.yaml:2: mine/a-v0: 'floors' must be a list",
        ),
        (
            {
                "top.yaml": "include: [a.yaml]",
                "a.yaml": named("mine/a-v0").replace("my_tasks:v", ".my_tasks:v"),
            },
            r"a.yaml:2: mine/a-v0: 'verifier' must name an absolute module",
        ),
        ({"top.yaml": "include: [a.yaml]", "a.yaml/b": ""}, r"a.yaml cannot be read: Is a directory"),
    ],
)
def test_what_is_wrong_with_included_files_is_told_and_nothing_is_registered(
    tmp_path: Path, files: dict[str, str], message: str
) -> None:
    before = rlvr.list()
    with pytest.raises(RegistryError, match=message):
        rlvr.register(write(tmp_path, files))
    assert rlvr.list() == before


def test_a_file_that_is_no_text_is_told(tmp_path: Path) -> None:
    (tmp_path / "top.yaml").write_bytes(b"tasks: \xff")
    with pytest.raises(RegistryError, match=r"top.yaml: cannot be read: it is not written in UTF-8"):
        registry.read(tmp_path / "top.yaml")


def test_a_look_at_the_lines_of_each_family_tells_its_ids() -> None:
    """So none of them is read before it is needed."""
    index, *files = [BUILT_IN, *sorted(BUILT_IN.parent.glob("generators/*/tasks.yaml"))]
    outline = outline_of(index.read_text(encoding="utf-8"))
    assert outline is not None
    assert sorted(BUILT_IN.parent / name for name, _ in outline.included) == files
    for file in files:
        text = file.read_text(encoding="utf-8")
        seen = outline_of(text)
        assert seen is not None, file
        assert [text.splitlines()[line - 1].split()[-1] for line in seen.ids.values()] == list(seen.ids)
        relative = [entry for found in find(index) if found.path == file for entry in found.entries()]
        assert relative == list(seen.ids)
        assert {rlvr.get(id).family.replace("-", "_") for id in seen.ids} == {file.parent.name}
        assert {rlvr.get(id).file for id in seen.ids} == {str(file.resolve())}


PLAIN = "tasks:" + ENTRY


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        (PLAIN, True),
        (PLAIN.replace("  - id", "-   id"), True),
        (PLAIN.replace("echo-v0", "echo-v0   # the first"), True),
        (PLAIN + "  # - id: mine/old-v0\n", True),
        (PLAIN.replace("title: Echo", "title: 'Euclid: valid: include it'"), True),
        (PLAIN.replace("title: Echo", "title: 'What they include: it'"), False),
        (PLAIN.replace("\n", "\r\n"), True),
        (re.sub("^  ", "", PLAIN, flags=re.M), True),
        (PLAIN.replace("mine/echo-v0", '"mine/echo-v0"'), False),
        (PLAIN.replace("id: ", "id : "), False),
        (PLAIN.replace("id: ", '"id": '), False),
        (PLAIN.replace("id: ", "'id'  :\t"), False),
        (PLAIN.replace("id: ", "id:\n      "), False),
        (PLAIN.replace("id: ", "&first id: "), False),
        (PLAIN.replace("id: ", "!!str id: "), False),
        (PLAIN.replace("id: mine/echo-v0\n    title: Echo", "title: Echo\n    id: mine/echo-v0"), False),
        (PLAIN.replace("title: Echo", "title: 'my id: 5'"), False),
        (json.dumps({"tasks": [{"id": "mine/echo-v0", "title": "Echo", "family": "text", "description": "Say it.",
                                "generator": "a:b", "verifier": "a:b", "proxy": "letters", "levels": {"id": [1]}}]}),
         False),
    ],
)  # fmt: skip
def test_however_an_id_is_written_it_is_found(tmp_path: Path, text: str, plain: bool) -> None:
    path = tmp_path / "my.yaml"
    path.write_text(text, encoding="utf-8", newline="")
    (file,) = find(path, later=True)
    assert list(file.outline.ids) == list(file.entries()) == ["mine/echo-v0"]
    assert (outline_of(text.replace("\r\n", "\n")) is not None) == plain


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            PLAIN.replace("Say it again.", "|\n      - id: mine/none-v0"),
            r"my.yaml:6: mine/none-v0 cannot be recognised from the lines alone: each entry begins with '- id: ...'",
        ),
        (
            PLAIN.replace("id: ", "? id\n    : "),
            r"my.yaml:2: mine/echo-v0 cannot be recognised from the lines alone",
        ),
        (
            "? include\n: [other.yaml]\n" + PLAIN,
            r"my.yaml:1: the included files cannot be recognised from the lines alone: write 'include:' and below",
        ),
    ],
)
def test_what_a_look_at_the_lines_does_not_tell_is_refused_only_where_files_are_read_later(
    tmp_path: Path, text: str, message: str
) -> None:
    path = write(tmp_path, {"my.yaml": text, "other.yaml": named("mine/other-v0")})
    assert "mine/echo-v0" in [spec.id for spec in registry.read(path)]
    with pytest.raises(RegistryError, match=message):
        list(map(TaskFile.entries, find(path, later=True)))


def test_threads_that_ask_at_once_get_the_same(tmp_path: Path) -> None:
    path = write(tmp_path, {"many.yaml": named(*(f"mine/task-{n}-v0" for n in range(60)))})
    for _ in range(5):
        (file,) = find(path, later=True)
        together = Barrier(8)

        def ask(_: int, file=file, together=together) -> object:
            together.wait()
            return file.entries()

        with ThreadPoolExecutor(8) as pool:
            found = list(pool.map(ask, range(8)))
        assert len(found[0]) == 60
        assert all(entries is found[0] for entries in found)


def package(folder: Path, files: Mapping[str, str]) -> None:
    """A folder with this package, whose index and entries are these files."""
    (folder / "rlvr").mkdir()
    for part in BUILT_IN.parent.iterdir():
        if part.name != BUILT_IN.name:
            (folder / "rlvr" / part.name).symlink_to(part)
    write(folder / "rlvr", files)


def python(folder: Path, code: str) -> str:
    """What a fresh process prints that finds the package in a folder; or the last line of its error."""
    command = [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(folder)!r}); import rlvr; {code}"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else done.stderr.strip().splitlines()[-1]


OWN = named("rlvr/echo-v0").replace("my_tasks:", ".generators.text.word_sorting:")


def test_an_edit_takes_effect_in_the_next_process(tmp_path: Path) -> None:
    package(tmp_path, {"registry.yaml": "include:\n  - mine/a.yaml\n", "mine/a.yaml": OWN})
    ids = "print(*rlvr.registry._files, rlvr.get('echo').title)"
    assert python(tmp_path, ids) == "rlvr/echo-v0 Echo"
    more = OWN.replace("Echo", "Again") + named("rlvr/echo-v1").removeprefix("tasks:")
    write(tmp_path / "rlvr", {"mine/a.yaml": more.replace("echo-v1", "echo-v9")})
    assert python(tmp_path, ids) == "rlvr/echo-v0 rlvr/echo-v9 Echo"
    write(tmp_path / "rlvr", {"registry.yaml": "tasks: []"})
    assert "unknown environment 'echo'" in python(tmp_path, ids)


def test_a_family_that_is_broken_is_told_when_it_is_used_and_harms_no_other(tmp_path: Path) -> None:
    index = "include:\n  - mine/a.yaml\n  - mine/b.yaml\n"
    broken = named("rlvr/b-v0").replace("title: Echo", "titel: Echo")
    package(tmp_path, {"registry.yaml": index, "mine/a.yaml": OWN, "mine/b.yaml": broken})
    assert python(tmp_path, "print(rlvr.get('echo').id, rlvr.get('rlvr/echo-v0').title)") == "rlvr/echo-v0 Echo"
    for use in (
        "rlvr.get('rlvr/b-v0')",
        "rlvr.get('b')",
        "rlvr.list()",
        "rlvr.list('text')",
        "rlvr.get('unknown')",
    ):
        told = python(tmp_path, use)
        assert "mine/b.yaml:2: rlvr/b-v0: unknown field 'titel'; did you mean 'title'" in told, use
    (tmp_path / "rlvr/mine/b.yaml").unlink()
    told = python(tmp_path, "print(5)")
    assert "registry.yaml:3: the included file" in told
    assert "mine/b.yaml cannot be read: No such file" in told


def test_of_five_hundred_entries_only_what_is_asked_for_is_read(tmp_path: Path) -> None:
    ids = [f"rlvr/made-{n}-v0" for n in range(500)]
    files = {f"mine/{n}.yaml": OWN[:6] + named(*ids[n::20])[6:] for n in range(20)}
    index = "include:\n" + "".join(f"  - {name}\n" for name in files)
    package(tmp_path, {"registry.yaml": index, **files})
    counting = (
        "import rlvr.registry_file as files; read = []; load = files.load;"
        "files.load = lambda text: read.append(text) or load(text);"
    )
    use = (
        "import gymnasium; print(len([i for i in gymnasium.registry if i.startswith('rlvr/made-')]), len(read));"
        "rlvr.get('made-7'); rlvr.get('rlvr/made-27-v0'); print(len(read)); rlvr.get('made-8'); print(len(read));"
        "print(len(rlvr.list()), len(read)); rlvr.list(); print(len(read))"
    )
    assert python(tmp_path, counting + use).split() == "500 0 1 2 500 20 20".split()


def test_names_find_their_entries() -> None:
    assert rlvr.get("word-sorting") is rlvr.get("rlvr/word-sorting-v0") is rlvr.get("rlvr/word-sorting")
    with pytest.raises(
        UnknownEnvironment,
        match=r"unknown environment 'rlvr/word-sortng-v0'; did you mean 'rlvr/word-sorting-v0'\?",
    ):
        rlvr.get("rlvr/word-sortng-v0")
    with pytest.raises(UnknownEnvironment, match="`rlvr list` shows all"):
        rlvr.get("qqqqqqqq")
    with pytest.raises(ValueError, match="unknown family 'cooking'"):
        rlvr.specs("cooking")


def test_every_id_is_registered_with_gymnasium(all_ids: list[str]) -> None:
    assert set(all_ids) <= set(gymnasium.registry)
    env = gymnasium.make("rlvr:rlvr/word-sorting-v0", level=2)
    assert env.reset(seed=0)[1]["task"].level == 2


def test_an_id_of_another_file_cannot_be_taken(tmp_path: Path) -> None:
    path = tmp_path / "my.yaml"
    path.write_text("tasks:" + ENTRY.replace("mine/echo-v0", "rlvr/word-sorting-v0"), encoding="utf-8")
    with pytest.raises(RegistryError, match="already defined in"):
        rlvr.register(path)


THIRD_PARTY = """
import random
from rlvr import Draft
from rlvr.verifiers.base import correct, wrong
WORDINGS = ("Say {w} again.", "Repeat {w}, please.", "What did I say? {w}!")
def generate(rng, *, length):
    word = "".join(rng.choice("abcdefgh") for _ in range(length))
    return Draft(rng.choice(WORDINGS).format(w=word), {"word": word}, word, difficulty=length)
def verify(payload, answer):
    return correct() if answer.strip().lower() == payload["word"] else wrong()
"""


def test_a_third_party_file_makes_full_members(tmp_path: Path) -> None:
    (tmp_path / "my_tasks.py").write_text(THIRD_PARTY, encoding="utf-8")
    (tmp_path / "my.yaml").write_text("tasks:" + ENTRY, encoding="utf-8")
    code = (
        "import gymnasium as gym, rlvr; rlvr.register('my.yaml'); assert 'mine/echo-v0' in rlvr.list();"
        "env = gym.make('mine/echo-v0', level=3); o, i = env.reset(seed=1); t = i['task'];"
        "assert env.step(f'<answer>{t.answer}</answer>')[1] == 1.0; assert rlvr.task(t.id) == t; print('fine')"
    )
    made = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert made.stdout.strip() == "fine", made.stderr


def test_a_plug_in_adds_its_file_and_a_broken_one_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "my_tasks.py").write_text(
        THIRD_PARTY + "\nREGISTRY = __file__.replace('my_tasks.py', 'my.yaml')\n"
    )
    (tmp_path / "my.yaml").write_text("tasks:" + ENTRY, encoding="utf-8")
    info = tmp_path / "my_plugin-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my-plugin\nVersion: 1\n")
    (info / "entry_points.txt").write_text(
        "[rlvr.tasks]\nmine = my_tasks:REGISTRY\nbroken = no_such_module:X\n"
    )
    code = "import rlvr; print(rlvr.get('echo').id)"
    made = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert made.stdout.strip() == "mine/echo-v0", made.stderr
    assert "plug-in 'broken'" in made.stderr


def plug_in(folder: Path, module: str) -> None:
    """Install a plug-in in a folder: its module, its registry file and what names it."""
    (folder / "my_tasks.py").write_text(module, encoding="utf-8")
    (folder / "my.yaml").write_text("tasks:" + ENTRY, encoding="utf-8")
    info = folder / "my_plugin-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my-plugin\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[rlvr.tasks]\nmine = my_tasks:REGISTRY\n")


@pytest.mark.parametrize(
    "use",
    [
        "import rlvr; rlvr.get('mine/echo-v0')",
        "import rlvr; rlvr.get('echo')",
        "import rlvr; assert rlvr.list()[-1] == 'mine/echo-v0'",
        "import rlvr; assert any(origin.endswith('my.yaml') for origin in rlvr.registry.origins())",
        "import rlvr, gymnasium; assert 'mine/echo-v0' in gymnasium.registry",
        "import gymnasium, rlvr; assert 'mine/echo-v0' in gymnasium.registry",
        "import my_tasks, rlvr; rlvr.get('mine/echo-v0')",
        "import rlvr; rlvr.register('other.yaml'); assert rlvr.list()[-2:] == ['mine/echo-v0', 'mine/other-v0']",
    ],
)
def test_a_plug_in_is_there_whatever_asks_for_it(tmp_path: Path, use: str) -> None:
    plug_in(tmp_path, THIRD_PARTY + "\nREGISTRY = __file__.replace('my_tasks.py', 'my.yaml')\n")
    (tmp_path / "other.yaml").write_text(named("mine/other-v0"), encoding="utf-8")
    code = f"import warnings; warnings.simplefilter('error'); {use}"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_a_plug_in_may_ask_for_names_while_it_is_loaded(tmp_path: Path) -> None:
    asks = "\nimport rlvr\nFRIEND = rlvr.get('gcd-lcm').id\nREGISTRY = __file__.replace('my_tasks.py', 'my.yaml')\n"
    plug_in(tmp_path, THIRD_PARTY + asks)
    code = "import rlvr; print(rlvr.get('echo').id); import my_tasks; print(my_tasks.FRIEND)"
    made = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (made.stdout.split(), made.stderr) == (["mine/echo-v0", "rlvr/gcd-lcm-v0"], "")


def test_who_uses_the_own_ids_alone_imports_no_plug_in(tmp_path: Path) -> None:
    plug_in(tmp_path, "print('imported')\n" + THIRD_PARTY)
    code = "import rlvr; rlvr.get('rlvr/gcd-lcm-v0').task(1, 0); print('done')"
    made = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (made.stdout.split(), made.stderr) == (["done"], "")


BOUNDED = """tasks:
  - id: mine/bounded-v0
    title: Bounded
    family: text
    description: Reverse a word.
    generator: broken_tasks:overlapping
    verifier: broken_tasks:verify_sound
    proxy: letters
    bounds:
      least: [2, 8, 9, null, 999]
      most:  [7, null, 27, 10, null]
      chars: [7, 8, 9, 10, 11]
    floors: [0.3, 0, 0, 0, 0]
    levels:
      length: [7, 8, 9, 10, 11]
"""


def test_draws_are_held_to_the_bounds_of_their_level(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parent / "fixtures"))
    (spec,) = read(tmp_path, BOUNDED)
    made = {level: {spec.task(level, seed).difficulty for seed in range(40)} for level in range(1, 5)}
    assert made == {1: {7.0}, 2: {8.0, 24.0}, 3: {9.0, 27.0}, 4: {1.0, 10.0}}
    assert spec.task(1, 0) == spec.task(1, 0)
    with pytest.raises(GenerationError, match="none of 400 problems has a difficulty from 999 to inf"):
        spec.task(5, 0)
    assert spec.task(
        5, 0, params={"length": 6}
    ).answer  # whoever sets a parameter is not held to the level's bounds
    assert (spec.task(1, 0).guess_rate, spec.task(2, 0).guess_rate) == (0.3, 0.0)


def test_an_answer_that_is_too_long_is_drawn_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parent / "fixtures"))
    (spec,) = read(tmp_path, BOUNDED.replace("chars: [7, ", "chars: [6, "))
    with pytest.raises(GenerationError, match="an answer of 6 characters at most"):
        spec.task(1, 0)
    assert spec.task(2, 0).answer
