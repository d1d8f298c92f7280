"""Language models as players, from a folder by our sampler, and behind a server, as they are typed."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rlvr.agents.config import ModelConfig
from rlvr.agents.curricula.base import Arm
from rlvr.agents.evaluation.models import ModelSettings, model_player
from rlvr.agents.evaluation.report import EvaluationReport
from rlvr.agents.evaluation.run import EvaluationConfig, evaluate
from rlvr.agents.from_scratch import from_scratch
from rlvr.cli.app import app


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model with random weights."""
    made = tmp_path_factory.mktemp("model")
    sizes = ModelConfig(width=32, layers=1, heads=2, key_heads=1, hidden=64, context=256)
    model, codec = from_scratch(sizes, [Arm("knights-and-knaves", 1)], seed=0)
    model.save(made)
    codec.save(made)
    return made


def test_a_model_is_evaluated_from_its_folder(folder: Path, tmp_path: Path) -> None:
    words = ["eval", "knights-and-knaves", "--levels", "1", "-n", "3", "--samples", "4", "--policy", "native"]
    words += ["--model", str(folder), "--max-tokens", "12", "--out", str(tmp_path / "a"), "--device", "cpu"]
    result = CliRunner().invoke(app, words, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    report = EvaluationReport.load(tmp_path / "a")
    assert report.name == folder.name
    assert (report.total.samples, report.total.masked) == (12, 0)
    assert all(0 < sample.tokens <= 12 for sample in report.samples)
    assert report.config["settings"]["max_tokens"] == 12


def test_a_model_that_is_broken_off_goes_on_with_the_same_samples(folder: Path, tmp_path: Path) -> None:
    config = EvaluationConfig(("knights-and-knaves",), (1, 1), tasks=3, samples=2)
    settings = ModelSettings("native", str(folder), max_tokens=8, device="cpu", concurrent=2)
    whole = evaluate(model_player(settings), config, name="m", out=tmp_path / "a")
    lines = (tmp_path / "a" / "samples.jsonl").read_text().splitlines(keepends=True)
    (tmp_path / "a" / "samples.jsonl").write_text("".join(lines[:3]))
    again = evaluate(model_player(settings), config, name="m", out=tmp_path / "a")
    assert [sample.actions for sample in again.samples] == [sample.actions for sample in whole.samples]


class _Answers(BaseHTTPRequestHandler):
    """A server whose model always writes one text."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        assert asked["model"] == "clever"
        reply = {"message": {"role": "assistant", "content": "<answer>1+1</answer>"}, "finish_reason": "stop"}
        body = json.dumps({"choices": [reply], "usage": {"completion_tokens": 7, "prompt_tokens": 5}}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def url() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Answers)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/v1"
    server.shutdown()


def test_a_server_is_evaluated(url: str, tmp_path: Path) -> None:
    words = [
        "eval",
        "countdown",
        "--levels",
        "1",
        "-n",
        "2",
        "-s",
        "2",
        "--policy",
        "openai",
        "--model",
        "clever",
    ]
    result = CliRunner().invoke(app, [*words, "--url", url, "--out", str(tmp_path)], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    report = EvaluationReport.load(tmp_path)
    assert report.total.pass_at[1].value == 0.0
    assert {sample.answer for sample in report.samples} == {"1+1"}


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"kind": "native", "model": "/nowhere/at/all"}, "no folder"),
        ({"kind": "clever", "model": "x"}, "must be one of"),
        ({"kind": "native", "model": "x", "top_p": 0.0}, "top_p"),
    ],
)
def test_mistakes_are_told(settings: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        model_player(ModelSettings(**settings))
