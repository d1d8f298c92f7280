"""Reading a corpus of one's own, and the command line around it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from rlvr.retrieval import Page
from rlvr.retrieval import corpus as reading
from rlvr.retrieval.corpus import read_corpus


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "rlvr", "search", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)


def test_lines_become_documents(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    lines = [
        '\ufeff{"id": "a", "title": "Vorsk", "text": "On the river.", "more": [1]}',
        "",
        '{"id": 7, "contents": "\\"Mute\\"\\nA mentor."}',
        '{"id": "c", "title": "T", "contents": "\\"kept\\"\\nas it is"}',
        '{"id": "d", "contents": "no title"}',
        '{"id": "e", "title": null, "text": ""}',
    ]
    path.write_text("\r\n".join(lines), "utf-8")
    assert list(read_corpus(path)) == [
        Page("a", "Vorsk", "On the river."),
        Page("7", "Mute", "A mentor."),
        Page("c", "T", '"kept"\nas it is'),
        Page("d", "", "no title"),
        Page("e", "", ""),
    ]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"{", "no JSON"),
        (b"[" * 100_000, "nested too deeply|no JSON"),
        (b"[1]", "an object"),
        (b'{"text": "x"}', "'id' has"),
        (b'{"id": true, "text": "x"}', "'id' has"),
        (b'{"id": "", "text": "x"}', "'id' has"),
        (b'{"id": "%s", "text": "x"}' % (b"y" * 65), "'id' has"),
        (b'{"id": "b"}', "text or contents: missing"),
        (b'{"id": "b", "text": 5}', "text is expected, not int"),
        (b'{"id": "b", "text": null}', "text is expected, not NoneType"),
        (b'{"id": "b", "title": [], "text": ""}', "'title': text is expected"),
        (b'{"id": "a", "text": "again"}', r"'a' is there already, in .*c\.jsonl:1"),
        (b'{"id": "b", "text": "\xff"}', "no UTF-8 at byte 21"),
    ],
)
def test_a_wrong_line_is_told_with_its_number(tmp_path: Path, line: bytes, said: str) -> None:
    path = tmp_path / "c.jsonl"
    path.write_bytes(b'{"id": "a", "text": "x"}\n\n' + line + b"\n")
    pages = read_corpus(path)
    assert next(pages) == Page("a", "", "x")
    with pytest.raises(ValueError, match=said) as raised:
        list(pages)
    assert str(raised.value).startswith(f"{path}:3: ")
    assert len(str(raised.value)) < 400 + len(str(path))


def test_what_is_too_long_or_empty_or_not_there_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "LONGEST", 1000)
    (tmp_path / "long.jsonl").write_text(json.dumps({"id": "a", "text": "x" * 1000}))
    (tmp_path / "empty.jsonl").write_text("\n\n")
    (tmp_path / "folder").mkdir()
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / "a.txt").write_text("x" * 1001)
    for name, said in [
        ("long.jsonl", "longer than"),
        ("empty.jsonl", "no document"),
        ("folder", r"no \.txt or \.md file"),
        ("files", "larger than"),
        ("nothing", "no such file or folder"),
    ]:
        with pytest.raises(ValueError, match=said):
            list(read_corpus(tmp_path / name))


def test_files_become_documents(tmp_path: Path) -> None:
    root = tmp_path / "texts"
    (root / "b").mkdir(parents=True)
    (root / ".git").mkdir()
    (root / "z.txt").write_text("plain\n# no heading", "utf-8")
    (root / "b" / "a.MD").write_text("\n## The Title \n\ntext", "utf-8")
    (root / "b" / "plain.md").write_text("no heading", "utf-8")
    (root / ("n" * 80 + ".txt")).write_text("long", "utf-8")
    for ignored in (root / "x.py", root / ".hidden.txt", root / ".git" / "a.txt"):
        ignored.write_text("ignored")
    (root / "link.txt").symlink_to(root / "z.txt")
    pages = list(read_corpus(root))
    assert [page.id for page in pages[:2]] == ["b/a.MD", "b/plain.md"]
    assert [page.title for page in pages] == ["The Title", "plain", "n" * 80, "z"]
    assert len(pages[2].id) == 64
    assert pages[2].id.startswith("n" * 47 + "~")
    (root / "bad.txt").write_bytes(b"ok \xff")
    with pytest.raises(ValueError, match=r"bad\.txt: no UTF-8 at byte 3"):
        list(read_corpus(root))


def test_the_command_indexes_and_looks_up(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    rows = [{"id": f"d{n}", "title": f"T{n}", "text": f"[red]word{n}[/] common"} for n in range(30)]
    path.write_text("\n".join(map(json.dumps, rows)), "utf-8")
    made = run("index", path, tmp_path / "index")
    assert made.returncode == 0, made.stderr
    assert "30 documents" in made.stdout
    for source in (path, tmp_path / "index"):
        shown = run("query", source, "common WORD7*", "-k", "2")
        assert shown.returncode == 0, shown.stderr
        assert [line.split()[1] for line in shown.stdout.splitlines()[::2]] == ["d7", "d0"]
        assert "[red]word7[/]" in shown.stdout
    for wrong, said in [
        (("index", path, tmp_path / "index"), "not an empty folder"),
        (("query", tmp_path / "index", "x", "-e", "bm25s"), "is an index of the engine 'bm25'"),
        (("query", path, "x", "-e", "elastic"), "the engines are"),
        (("query", path, "x", "--model", "m"), "--model belongs to"),
        (("query", tmp_path / "index", "x", "--model", "m"), "unexpected keyword argument 'model'"),
        (("query", tmp_path / "none", "x"), "no such file or folder"),
    ]:
        refused = run(*wrong)
        assert refused.returncode == 2
        assert said in " ".join(refused.stderr.split())
        assert "Traceback" not in refused.stderr
