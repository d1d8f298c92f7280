"""The viewer's pages in a real browser: Chromium through Playwright, where both are installed (`.ci/browser.sh`)."""

from __future__ import annotations

import functools
import http.server
import json
import math
import random
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import rlvr
from rlvr.agents.evaluation.players import PolicyPlayer
from rlvr.agents.evaluation.run import EvaluationConfig, evaluate
from rlvr.agents.models.tokenizer import PhraseTokenizer
from rlvr.agents.policies import oracle, random_policy, run_text_policy
from rlvr.agents.rollouts.jobs import EpisodeJob
from rlvr.agents.rollouts.storage import step_path, write_trajectories
from rlvr.agents.trajectory import Segment, Trajectory
from rlvr.export.generate import generate_file
from rlvr.export.plan import make_plan
from rlvr.view.export import export
from rlvr.view.server import Server

sync_api = pytest.importorskip("playwright.sync_api")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
if CHROMIUM is None:
    pytest.skip("no chromium", allow_module_level=True)

HOSTILE = "<img src=x onerror='window.owned=1'><script>window.owned=1</script>\u202egnp\x1b[31m \x00 </pre><b>bold</b>"
WAIT = 30_000
"""Milliseconds that a page may take on a machine that does other things too."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("runs")
    rng = random.Random(0)
    for name in ("one", "two"):
        rows = []
        for env in ("sokoban", "countdown"):
            task = next(rlvr.generate(env, level=2, seed=4))
            for sample in range(4):
                policy = oracle if sample else random_policy(rng)
                rows += run_text_policy(policy, [EpisodeJob(task, sample)])
        rows[-1].turns[0].text = HOSTILE
        rows[-1].turns[0].observation = HOSTILE
        rows[-1].extra["error"] = HOSTILE
        _with_tokens(folder / name, rows, texts=name == "one")
        write_trajectories(step_path(folder / name / "trajectories", 1), rows)
        with open(folder / name / "records.jsonl", "w") as file:
            for step in range(1, 4):
                file.write(
                    json.dumps({"kind": "step", "step": step, "record": {"reward/mean": step / 9}}) + "\n"
                )
            file.write(json.dumps({"kind": "note", "step": 3, "text": HOSTILE}) + "\n")
    _saved(folder)
    made = Server([folder], 0)
    made.start()
    yield made
    made.shutdown()
    made.server_close()


def _with_tokens(run: Path, rows: list[Trajectory], *, texts: bool) -> None:
    """Tokens of what was written, with probabilities from 0.005 to 1; their tokenizer for one of the runs only."""
    codec = PhraseTokenizer.from_texts([row.task.prompt for row in rows])
    for row in rows:
        segment = Segment()
        segment.read(codec.begin([{"role": "user", "content": row.task.prompt}]))
        for turn in row.turns:
            ids = codec.respond(turn.text)
            turn.segment, turn.start = 0, len(segment)
            segment.write(ids, [math.log(0.005 ** (n % 5 / 4)) for n in range(len(ids))], [1] * len(ids))
            turn.end = len(segment)
        row.segments = [segment]
        row.extra |= {"used": row.passed, "advantages": [(-1.0) ** n / (n + 1) for n in range(len(row.turns))]}
    if texts:
        codec.save(run / "tokenizer")


def _saved(folder: Path) -> None:
    """Two evaluations, one with texts that attack, a dataset with a hostile row, and a file of checks."""
    for name, share in (("weak", 0.3), ("strong", 0.7)):

        def make(rng: random.Random, share: float = share) -> Any:
            return oracle if rng.random() < share else random_policy(rng)

        config = EvaluationConfig(("countdown", "sokoban"), (1, 2), 4, 4)
        evaluate(PolicyPlayer(make), config, name=name, out=folder / "evals" / name)
    path = folder / "evals" / "weak" / "samples.jsonl"
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    rows[0] |= {"actions": [HOSTILE], "observations": [HOSTILE], "message": HOSTILE, "answer": HOSTILE}
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    generate_file(make_plan(["sudoku", "countdown"], 60, levels=(1, 2)), folder / "train.jsonl")
    with open(folder / "train.jsonl", "a") as file:
        file.write(json.dumps({"id": HOSTILE, "env": HOSTILE, "prompt": HOSTILE, "answer": HOSTILE}) + "\n")
    report = {"id": "rlvr/zebra-v0", "passed": False, "findings": {"agrees": [HOSTILE], "ends": []}}
    (folder / "check.json").write_text(json.dumps({"version": "0", "draws": 20, "reports": [report]}))


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield made
        made.close()


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """A page that fails the test on errors of scripts, and on requests to anybody else."""
    context = browser.new_context(viewport={"width": 1100, "height": 800})
    made = context.new_page()
    made.set_default_timeout(WAIT)
    problems: list[str] = []
    made.on("pageerror", lambda error: problems.append(str(error)))
    made.on("console", lambda told: problems.append(told.text) if told.type == "error" else None)
    made.on(
        "request",
        lambda request: (
            None
            if request.url.startswith(("http://127.0.0.1:", "data:", "about:"))
            else problems.append(request.url)
        ),
    )
    yield made
    context.close()
    assert problems == []


def opened(page: Any, address: str) -> Any:
    page.goto("about:blank")
    page.goto(address)
    page.wait_for_selector("main h1")
    return page


def until(page: Any, script: str, given: Any = None) -> None:
    """Wait until a script gives true. (Playwright's own way evaluates text, which the pages' policy forbids.)"""
    for _ in range(WAIT // 50):
        if page.evaluate(script, given):
            return
        page.wait_for_timeout(50)
    raise AssertionError(script)


PAGES = {
    "": "Environments",
    "#/?q=sudoku&level=high": "Environments",
    "#/env/rlvr~sudoku-v0?level=3&seed=2": "Sudoku",
    "#/play/rlvr~sokoban-v0?level=1&seed=2": "Play: Sokoban",
    "#/runs": "Runs",
    "#/run/one?with=two&smooth=0.5": "one",
    "#/run/one/t?env=rlvr%2Fsokoban-v0": "Trajectories of one",
    "#/run/one/t/2?with=3": "rlvr/sokoban-v0:2:4 number 2",
    "#/run/one/t/2?shade=probability": "rlvr/sokoban-v0:2:4 number 2",
    "#/run/two/t/2?shade=mask": "rlvr/sokoban-v0:2:4 number 2",
    "#/run/one/search?q=a": "Search in one",
    "#/evals": "Evaluations",
    "#/eval/evals~weak?solved=never": "weak",
    "#/compare?base=evals~weak&other=evals~strong&kind=kept": "strong against weak",
    "#/compare?base=one&other=two&kind=kept": "two against one",
    "#/datasets": "Datasets",
    "#/dataset/train.jsonl?env=rlvr%2Fsudoku-v0": "train.jsonl",
    "#/trust?env=rlvr%2Fsokoban-v0&sort=conformance": "Trust",
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_opens_and_fits_a_phone(page: Any, server: Server, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": 390, "height": 800})
    for hash_, title in PAGES.items():
        opened(page, server.url + hash_)
        assert page.inner_text("main h1") == title
        assert "null" not in page.inner_text("main").split()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), hash_
        assert page.evaluate("document.documentElement.dataset.theme") == scheme


def test_texts_of_a_model_are_inert_and_seen(page: Any, server: Server) -> None:
    opened(page, server.url + "#/run/one/t/8")
    page.wait_for_selector(".message.policy")
    text = page.inner_text("main")
    assert text.count("<script>window.owned=1</script>") >= 3
    assert "␛[31m" in text
    assert "\u202e" not in text
    assert page.evaluate("window.owned") is None
    assert page.query_selector("main img, main script, main b") is None
    opened(page, server.url + "#/run/one")
    page.click("summary:has-text('Notes')")
    assert page.evaluate("window.owned") is None


def test_tokens_are_shaded_by_keys_and_buttons_and_read_one_by_one(page: Any, server: Server) -> None:
    opened(page, server.url + "#/run/one/t/2")
    page.wait_for_selector(".message.policy")
    said = page.inner_text(".message.policy .text >> nth=0")
    page.keyboard.press("p")
    page.wait_for_selector(".tokens .tok.p0")
    assert "shade=probability" in page.url
    assert page.inner_text(".tokens >> nth=0") == said + "<|end|>"
    assert "below 1%" in page.inner_text(".legend.shades")
    shades = "[...document.querySelectorAll('.tokens')[0].children].slice(0, 5).map(each => each.className)"
    assert page.evaluate(shades) == ["tok p4", "tok p2", "tok p1", "tok p1", "tok p0"][: len(said) + 1]
    page.locator(".tokens >> nth=0").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    until(page, "document.querySelector('.told').innerText.startsWith('Token 2 of')")
    assert "probability 26.6%" in page.inner_text(".told")
    page.keyboard.press("a")
    page.wait_for_selector(".tokens .tok.a-high")
    page.click("button[data-shade=mask]")
    page.wait_for_selector(".tokens .tok.m-used")
    page.reload()
    page.wait_for_selector(".tokens .tok.m-used")
    page.keyboard.press("c")
    until(page, "!document.querySelector('.tokens') && document.querySelector('.message.policy')")


def test_turns_are_shaded_where_tokens_have_no_texts(page: Any, server: Server) -> None:
    opened(page, server.url + "#/run/two/t/2?shade=advantage")
    page.wait_for_selector(".message.policy.a-high")
    assert "no folder tokenizer/" in page.inner_text("main")
    assert page.query_selector(".tokens") is None


def test_hostile_tokens_and_hits_are_inert(page: Any, server: Server) -> None:
    opened(page, server.url + "#/run/one/t/8?shade=probability")
    page.wait_for_selector(".tokens .tok")
    assert "<script>window.owned=1</script>" in page.inner_text(".tokens >> nth=0")
    opened(page, server.url + "#/run/one/search")
    page.fill("input[name=q]", "<SCRIPT>window.owned")
    page.keyboard.press("Enter")
    page.wait_for_selector(".hits mark")
    assert page.inner_text(".hits mark") == "<script>window.owned"
    assert "1 trajectories found in 8" in page.inner_text("main")
    assert "\u202e" not in page.inner_text("main")
    assert page.query_selector("main img, main script, main b") is None
    page.click(".hits a")
    page.wait_for_selector("h1:has-text('number 8')")
    until(page, "[...document.querySelectorAll('.message')].some(each => each.hidden)")
    assert page.input_value("input[type=search]") == "<script>window.owned"
    assert page.evaluate("window.owned") is None


def test_hostile_files_are_inert_too(page: Any, server: Server) -> None:
    task = json.loads((server.site.paths[0] / "evals" / "weak" / "samples.jsonl").read_text().splitlines()[0])[
        "task"
    ]
    addresses = {
        f"#/eval/evals~weak?task={task}&wording=0&sample=0": 3,
        "#/dataset/train.jsonl?row=60": 2,
        "#/dataset/train.jsonl?from=50": 2,
        "#/trust?q=zebra": 1,
    }
    for address, times in addresses.items():
        opened(page, server.url + address)
        for summary in page.query_selector_all("main summary"):
            summary.click()
        until(page, "n => document.querySelector('main').innerText.split('window.owned=1').length > n", times)
        assert "\u202e" not in page.inner_text("main")
        assert page.evaluate("window.owned") is None
        assert page.query_selector("main img, main script, main b") is None


def test_two_evaluations_are_compared_down_to_both_transcripts(page: Any, server: Server) -> None:
    opened(page, server.url + "#/evals")
    page.check("input[aria-label='Choose evals~weak']")
    page.check("input[aria-label='Choose evals~strong']")
    page.click("button:has-text('Compare the two')")
    page.wait_for_selector("h1:has-text('strong against weak')")
    page.click("button[data-kind=kept]")
    task = page.inner_text(".tasks tbody button >> nth=0")
    page.click(".tasks tbody button >> nth=0")
    page.wait_for_selector(".columns .message.policy")
    assert page.inner_text("section h2") == task
    assert page.evaluate("document.activeElement.textContent") == task
    assert [text.split(",")[0] for text in page.locator(".columns h3").all_inner_texts()] == ["weak", "strong"]
    page.reload()
    page.wait_for_selector(".columns .message.policy")
    assert page.inner_text("section h2") == task


def test_keys_alone_lead_to_a_task_and_back_to_where_one_was(page: Any, server: Server) -> None:
    opened(page, server.url)
    page.wait_for_selector(".card .picture")
    page.keyboard.press("/")
    page.keyboard.type("cryptarithm")
    assert "1 of" in page.inner_text("main")
    assert "q=cryptarithm" in page.url
    page.locator(".card").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("h1:has-text('ryptarithm')")
    assert page.evaluate("document.activeElement.tagName") == "H1"
    page.keyboard.press("j")
    page.wait_for_url("**seed=1")
    page.go_back()
    page.wait_for_selector(".card")
    until(page, "document.activeElement.classList.contains('card')")
    page.reload()
    page.wait_for_selector(".card")
    assert page.input_value("input[name=q]") == "cryptarithm"


def test_the_answer_is_hidden_until_it_is_asked_for(page: Any, server: Server) -> None:
    opened(page, server.url + "#/env/rlvr~zebra-v0?level=1&seed=0")
    answer = rlvr.task("rlvr/zebra-v0:1:0").answer
    assert answer not in page.inner_text("main")
    page.click("summary:has-text('Reference answer')")
    until(page, "text => document.querySelector('main').innerText.includes(text)", answer)


def test_an_episode_is_played(page: Any, server: Server) -> None:
    opened(page, server.url + "#/play/rlvr~countdown-v0?level=1&seed=3")
    page.fill("textarea[aria-label='Answer or move']", rlvr.task("rlvr/countdown-v0:1:3").answer)
    page.click("button.primary")
    page.wait_for_selector(".verdict .badge.green")
    assert "env.step(action)" in page.inner_text("main")


def test_a_board_is_filled_by_clicks_and_keys(page: Any, server: Server) -> None:
    opened(page, server.url + "#/play/rlvr~sudoku-v0?level=1&seed=3")
    task = rlvr.task("rlvr/sudoku-v0:1:3")
    right = [line.split() for line in task.answer.splitlines()]
    page.wait_for_selector(".spot")
    spots = page.query_selector_all(".spot")
    assert len(spots) == sum(not value for line in task.payload["clues"] for value in line)
    spots[0].click()
    assert "row " in spots[0].get_attribute("aria-label")
    page.click("button.primary")
    page.wait_for_selector(".verdict")
    for spot in page.query_selector_all(".spot"):  # what was filled in stays; keys are enough
        row, column = map(int, spot.get_attribute("data-spot").split(","))
        spot.focus()
        page.keyboard.press(right[row][column])
    assert page.input_value("textarea[aria-label='Answer or move']") == task.answer
    page.click("button.primary")
    page.wait_for_selector(".verdict .badge.green")


def test_a_room_is_walked_by_clicks_and_arrow_keys(page: Any, server: Server) -> None:
    opened(page, server.url + "#/play/rlvr~sokoban-v0?level=1&seed=3")
    keys = {"U": "ArrowUp", "D": "ArrowDown", "L": "ArrowLeft", "R": "ArrowRight"}
    for turn, move in enumerate(rlvr.task("rlvr/sokoban-v0:1:3").answer.split(), 1):
        page.wait_for_selector(f"text=Turn {turn - 1} of")
        if turn % 2:
            page.focus("svg.picture")
            page.keyboard.press(keys[move])
        else:
            page.click(f".spot[aria-label='Move {move}']")
    page.wait_for_selector(".verdict .badge.green")


def test_filters_choose_rows_and_stand_in_the_address(page: Any, server: Server) -> None:
    opened(page, server.url + "#/run/one/t")
    page.select_option("select[name=env]", "rlvr/countdown-v0")
    page.wait_for_url("**env=rlvr%2Fcountdown-v0")
    until(page, "document.querySelectorAll('main tbody')[0].rows.length === 4")


def test_the_bundle_works_from_plain_files(page: Any, server: Server, tmp_path: Path) -> None:
    saved = server.site.paths[0]
    export(tmp_path / "site", ["sudoku"], paths=[saved], compared=["evals~weak:evals~strong"])
    handler = functools.partial(_Quiet, directory=str(tmp_path / "site"))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as host:
        threading.Thread(target=host.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{host.server_address[1]}/"
        opened(page, address)
        page.wait_for_selector(".card .picture")
        opened(page, address + "#/env/rlvr~sudoku-v0?level=4&seed=2")
        page.wait_for_selector("figure .picture")
        assert rlvr.task("rlvr/sudoku-v0:4:2").prompt.splitlines()[-3] in page.inner_text("main")
        names = page.locator("#nav a").all_inner_texts()
        assert names == ["Gallery", "Evaluations", "Trust"]
        opened(page, address + "#/eval/evals~weak?env=rlvr%2Fcountdown-v0&level=2")
        assert "4 tasks" in page.inner_text("main")
        page.click("main tbody a[href*='task=']")
        page.wait_for_selector(".message.policy")
        assert "of the 4 samples" in page.inner_text("main")
        opened(page, address + "#/trust?env=rlvr%2Fsokoban-v0")
        page.wait_for_selector(".chart")
        opened(page, address + "#/evals")
        page.click("a:has-text('evals~strong against evals~weak')")
        page.wait_for_selector("h1:has-text('strong against weak')")
        page.click("button[data-kind=kept]")
        page.click(".tasks tbody button >> nth=0")
        page.wait_for_selector(".columns .message.policy")
        assert page.locator(".columns > div:nth-child(2) .badge.green").count() == 1
        host.shutdown()


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass
