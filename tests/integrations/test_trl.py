"""TRL: what is paid, what is masked, what a hang does, and the page's script."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pages
import parity
import pytest
import trl
from trl import GRPOConfig, GRPOTrainer

import rlvr
from rlvr.export.trainers import task_of
from rlvr.integrations.tiny import model_and_tokenizer
from rlvr.integrations.trl import dataset, environment, reward, reward_function, rollouts

TEMPLATE = (Path(trl.__file__).parent / "chat_templates" / "qwen3.jinja").read_text()
Play = Callable[[str], str]


def trainer(
    tmp_path: Path, data: Any, play: Play, paid: Any = reward, length: int = 4000, **more: Any
) -> tuple[GRPOTrainer, list[Any]]:
    """A trainer whose model writes what `play` says to the text of its context; and what it learned from."""
    model, tokenizer = model_and_tokenizer(TEMPLATE)
    settings = GRPOConfig(
        str(tmp_path),
        max_steps=2,
        per_device_train_batch_size=4,
        num_generations=4,
        max_completion_length=length,
        logging_steps=1,
        use_cpu=True,
        bf16=False,
        report_to=[],
        shuffle_dataset=False,
    )
    made = GRPOTrainer(model, paid, settings, data, processing_class=tokenizer, **more)

    def generate(prompt_ids: Sequence[Sequence[int]], *rest: Any, **others: Any) -> tuple[Any, Any]:
        texts = [play(tokenizer.decode(ids)) for ids in prompt_ids]
        return [tokenizer.encode(f"{text}<|im_end|>") for text in texts], None

    made._generate_single_turn = generate
    seen: list[Any] = []
    compute = made._generate_and_score_completions

    def remembered(inputs: Any) -> Any:
        seen.append((inputs, compute(inputs)))
        return seen[-1][1]

    made._generate_and_score_completions = remembered
    made.train()
    return made, seen


def test_every_adapter_pays_the_same(tmp_path: Path, hanging: None) -> None:
    from datasets import Dataset

    model, tokenizer = model_and_tokenizer(TEMPLATE)
    settings = GRPOConfig(
        str(tmp_path),
        per_device_train_batch_size=4,
        num_generations=4,
        max_completion_length=10_000,
        use_cpu=True,
        bf16=False,
        report_to=[],
    )
    pay = reward_function(budget=parity.BUDGET)
    data = Dataset.from_list([case.row("trl") for case in parity.CASES])
    made = GRPOTrainer(model, pay, settings, data, processing_class=tokenizer)

    def play(case: parity.Case) -> float | parity.Unpaid | parity.Never:
        row = case.row("trl")
        columns = {name: [value] for name, value in row.items() if name != "prompt"}
        if case.kind == "one response":
            completion = [{"role": "assistant", "content": case.actions[0]}]
        elif case.kind == "game":
            actions = iter(case.actions)
            made._generate_single_turn = lambda ids, *rest: (
                [tokenizer.encode(f"{next(actions)}<|im_end|>") for _ in ids],
                None,
            )
            out = rollouts([row], budget=parity.BUDGET)([row["prompt"]], made)
            columns["verdict"] = out["verdict"]
            completion = tokenizer.decode(out["completion_ids"][0])
        else:
            player = environment(case.env, budget=parity.BUDGET)()
            player.reset(**row)
            *calls, last = case.actions
            if not case.has_score:
                calls, last = case.actions, ""
            for call in calls:
                wanted = json.loads(call.removeprefix("<tool_call>").removesuffix("</tool_call>"))
                if hasattr(player, wanted["name"]):  # TRL itself answers a call of what is no tool
                    getattr(player, wanted["name"])(**wanted["arguments"])
            completion = [{"role": "assistant", "content": last}]
            columns["environments"] = [player]
        (paid,) = pay(prompts=[row["prompt"]], completions=[completion], **columns)
        return parity.Unpaid("`None` in the list of rewards") if paid is None else paid

    parity.check("TRL", "trl", play)


def test_a_reward_function_pays_what_verify_says(tmp_path: Path) -> None:
    data = dataset("sudoku", 4, levels=(1, 1))
    answers = {row["prompt"][0]["content"]: task_of(row).answer for row in data}
    turn = iter(range(1000))

    def play(context: str) -> str:
        answer = next(answer for prompt, answer in answers.items() if prompt in context)
        return f"<answer>{answer if next(turn) % 2 == 0 else '1 2'}</answer>"

    made, _ = trainer(tmp_path, data, play)
    for step in made.state.log_history[:2]:
        assert (step["rewards/reward/mean"], step["rlvr/unscored"]) == (0.5, 0.0)
        assert step["reward_std"] > 0


def test_what_hangs_is_masked_and_the_run_goes_on(tmp_path: Path, hanging: None) -> None:
    data = dataset("hanging/verdict-v0", 4, split=None)
    turn = iter(range(1000))
    texts = ("hang", "{answer}", "wrong", "{answer}")

    def play(context: str) -> str:
        answer = next(task_of(row).answer for row in data if row["prompt"][0]["content"] in context)
        return f"<answer>{texts[next(turn) % 4].format(answer=answer)}</answer>"

    made, seen = trainer(tmp_path, data, play, reward_function(budget=15.0))
    for step in made.state.log_history[:2]:
        assert step["rlvr/unscored"] == 0.25
        assert step["rewards/reward/mean"] == pytest.approx(2 / 3)  # of those that have a score
    advantages = seen[0][1]["advantages"].tolist()
    assert advantages[0] == 0.0
    assert advantages[1] > 0 > advantages[2]


def test_tools_are_called_and_the_last_message_is_the_answer(tmp_path: Path) -> None:
    data = dataset("search-qa", 4, levels=(1, 1))
    call = '<tool_call>\n{"name": "search", "arguments": {"query": "a", "count": 2}}\n</tool_call>'

    def play(context: str) -> str:
        if "<tool_response>" not in context:
            return call
        row = next(row for row in data if row["prompt"][0]["content"] in context)
        return f"<answer>{task_of(row).answer}</answer>"

    made, seen = trainer(tmp_path, data, play, environment_factory=environment("search-qa"))
    for step in made.state.log_history[:2]:
        assert step["rewards/reward/mean"] == 1.0
        assert (step["tools/call_frequency"], step["tools/failure_frequency"]) == (1.0, 0.0)
    assert len({each._episode.task.id for each in made.environments}) == 1  # a group has one task
    made_of = seen[0][1]
    assert 0 < made_of["tool_mask"].sum() < made_of["completion_mask"].sum()
    names = [schema["function"]["name"] for schema in rlvr.make("search-qa").tool_schemas()]
    assert sorted(tool.__name__ for tool in made.tools) == sorted(names)


def test_a_tool_that_hangs_gives_a_masked_sample(tmp_path: Path, hanging: None) -> None:
    data = dataset("hanging/tool-v0", 4, split=None)
    turn = iter(range(1000))

    def play(context: str) -> str:
        if "<tool_response>" in context:
            answer = next(task_of(row).answer for row in data if row["prompt"][0]["content"] in context)
            return f"<answer>{answer}</answer>"
        name, arguments = ("stop", {"how": "hang"}) if next(turn) % 4 == 0 else ("look", {})
        return f"<tool_call>\n{json.dumps({'name': name, 'arguments': arguments})}\n</tool_call>"

    made, _ = trainer(tmp_path, data, play, environment_factory=environment("hanging/tool-v0", budget=15.0))
    for step in made.state.log_history[:2]:
        assert (step["rlvr/unscored"], step["rewards/reward/mean"]) == (0.25, 1.0)


def test_games_are_played_turn_by_turn_and_what_they_say_is_masked(tmp_path: Path) -> None:
    data = dataset("sokoban", 4, levels=(1, 1))
    plans = {}
    for row in data:
        env = rlvr.make("sokoban")
        env.reset(options={"task": task_of(row)})
        moves, over = [], False
        while not over:
            moves.append(env.oracle_action())
            over = any(env.step(moves[-1])[2:4])
        plans[row["prompt"][0]["content"]] = moves

    def play(context: str) -> str:
        prompt = next(prompt for prompt in plans if prompt in context)
        return plans[prompt][context.count("<|im_start|>assistant") - 1]

    made, seen = trainer(tmp_path, data, play, rollout_func=rollouts(data))
    assert [step["rewards/reward/mean"] for step in made.state.log_history[:2]] == [1.0, 1.0]
    inputs, made_of = seen[0]
    tokenizer = made.processing_class
    ids, mask = made_of["completion_ids"][0], made_of["tool_mask"][0]
    drawn = tokenizer.decode(ids[mask == 1])
    moves = plans[inputs[0]["prompt"][0]["content"]]
    assert drawn.replace("<|endoftext|>", "") == "".join(f"{move}<|im_end|>" for move in moves)
    said = tokenizer.decode(ids[(mask == 0) & (made_of["completion_mask"][0] == 1)])
    assert said.count("Turns left") == len(moves) - 1
    # Context and completion are one chat, as the template writes it.
    whole = tokenizer.decode(ids)
    assert whole.count("<|im_end|>\n<|im_start|>user\n") == len(moves) - 1


def test_a_completion_that_is_full_ends_its_episode(tmp_path: Path) -> None:
    data = dataset("sokoban", 4, levels=(1, 1))
    made, seen = trainer(
        tmp_path, data, lambda context: "I think. " * 9, length=200, rollout_func=rollouts(data)
    )
    assert seen[0][1]["completion_ids"].shape[1] <= 200
    assert made.state.log_history[0]["rewards/reward/mean"] == 0.0


def test_what_would_be_a_silent_zero_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="played in several turns"):
        trainer(tmp_path, dataset("sokoban", 4, levels=(1, 1)), lambda context: "x")
    with pytest.raises(ValueError, match="has no tools"):
        environment("sokoban")
    with pytest.raises(ValueError, match="needs the column"):
        reward(prompts=["x"], completions=["x"])


def test_the_page_runs_as_it_stands(tmp_path: Path) -> None:
    told = pages.run("trl", tmp_path)
    assert [line.split(" [")[0] for line in told.splitlines() if "[" in line] == [
        "one response",
        "tools",
        "a game",
    ]


@pytest.mark.parametrize(("number", "most"), [(0, 5), (1, 8)])
def test_glue_is_short(number: int, most: int) -> None:
    assert len([line for line in pages.script("trl", number).splitlines() if line]) <= most


TWO_PROCESSES = """
import os, sys
from pathlib import Path
import trl
from trl import GRPOConfig, GRPOTrainer
from rlvr.integrations.tiny import model_and_tokenizer
from rlvr.integrations.trl import dataset, reward, rollouts

model, tokenizer = model_and_tokenizer((Path(trl.__file__).parent / "chat_templates" / "qwen3.jinja").read_text())
data, rank = dataset("sokoban", 8, levels=(1, 1)), int(os.environ["RANK"])
settings = GRPOConfig(
    sys.argv[1], max_steps=2, per_device_train_batch_size=4, num_generations=4, max_completion_length=900,
    use_cpu=True, bf16=False, report_to=[],
)
play = rollouts(data, max_turns=2 + 2 * rank)
trainer = GRPOTrainer(model, reward, settings, data, processing_class=tokenizer, rollout_func=play)
draws = 0

def generate(ids, *rest):
    global draws
    draws += 1
    return [tokenizer.encode("<answer>up</answer><|im_end|>") for _ in ids], None

trainer._generate_single_turn = generate
trainer.train()
print(f"process {rank}: {draws} draws")
"""


def test_all_processes_draw_equally_often(tmp_path: Path) -> None:
    # Else those with shorter episodes would wait for ever where drawing is done by all together.
    script = tmp_path / "two.py"
    script.write_text(TWO_PROCESSES)
    launcher = ["-m", "torch.distributed.run", "--nproc_per_node", "2", "--standalone"]
    done = subprocess.run(
        [sys.executable, "-P", *launcher, str(script), str(tmp_path)],
        env={**os.environ, "HF_HUB_OFFLINE": "1", "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    told = [line for line in done.stdout.splitlines() if line.startswith("process")]
    assert sorted(told) == ["process 0: 8 draws", "process 1: 8 draws"], done.stderr[-2000:]
