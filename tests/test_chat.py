"""Chats: what models and trainers hold as messages is played and scored like the actions it stands for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import rlvr
from rlvr.envs.chat import action_of, message_of
from rlvr.envs.make import make_env
from rlvr.envs.tool import native_action
from rlvr.verifiers.base import Reason


@pytest.fixture(autouse=True)
def notes(monkeypatch: pytest.MonkeyPatch) -> None:
    fixtures = Path(__file__).parent / "fixtures"
    monkeypatch.syspath_prepend(str(fixtures))
    rlvr.register(fixtures / "tools.yaml")


def call(tool: str, id: str | None = None, /, **arguments: Any) -> dict[str, Any]:
    made: dict[str, Any] = {"type": "function", "function": {"name": tool, "arguments": json.dumps(arguments)}}
    return made | ({"id": id} if id else {})


def calling(*calls: dict[str, Any], content: str | None = None) -> dict[str, Any]:
    return {"role": "assistant", "content": content, "tool_calls": list(calls)}


def answering(text: str) -> dict[str, Any]:
    return {"role": "assistant", "content": f"<answer>{text}</answer>"}


def test_an_episode_with_native_tools_is_an_openai_chat() -> None:
    env = make_env("notes", tools="native", system="Be brief.")
    prompt, info = env.reset(seed=4)
    calls = (call("list_notes", "a"), call("read_note", name="zz"))
    env.step(action_of(calling(*calls, content="I look.")))
    env.step("I think.")
    env.step(action_of(answering(info["task"].answer)))
    system, user, asked, listed, read, thought, told, answer = env.messages
    assert system == {"role": "system", "content": "Be brief."}
    assert user == {"role": "user", "content": prompt}
    assert "You have at most" in prompt
    assert (asked["role"], asked["content"]) == ("assistant", "I look.")
    assert [each["id"] for each in asked["tool_calls"]] == ["a", "call_1_2"]
    assert asked["tool_calls"][1]["function"] == {"name": "read_note", "arguments": '{"name": "zz"}'}
    assert (listed["role"], listed["tool_call_id"], listed["name"]) == ("tool", "a", "list_notes")
    assert (read["role"], read["tool_call_id"]) == ("tool", "call_1_2")
    assert read["content"].startswith("error: there is no note zz\n\nTurns left: ")
    assert (thought["role"], told["role"]) == ("assistant", "user")
    assert answer == answering(info["task"].answer)


def test_arguments_given_as_an_object_become_text_and_refused_calls_are_answered() -> None:
    env = make_env("notes", tools="native")
    task = env.reset(seed=4)[1]["task"]
    asked = {"id": "a", "type": "function", "function": {"name": "read_note", "arguments": {"name": "red"}}}
    env.step(native_action({"role": "assistant", "content": None, "tool_calls": [asked]}))
    assert env.messages[1]["tool_calls"][0]["function"]["arguments"] == '{"name": "red"}'
    env.step(native_action({**answering(task.answer), "tool_calls": [call("list_notes", "b")]}))
    assert env.messages[-1]["role"] == "tool"
    assert "not both" in env.messages[-1]["content"]
    calls = [call("list_notes", str(n)) for n in range(70)]
    env.step(action_of(calling(*calls)))
    told = env.messages[-70:]
    assert [each["tool_call_id"] for each in told] == [each["id"] for each in calls]  # no call without a result


def test_a_message_is_the_action_that_it_stands_for() -> None:
    for action in ("plain", "<answer>1</answer>", native_action(calling(call("list_notes", "a")))):
        assert action_of(message_of(action)) == action
    assert (
        action_of(
            {"role": "assistant", "content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]}
        )
        == "ab"
    )
    assert action_of({"role": "assistant", "content": None}) == ""


def test_a_message_and_a_chat_are_scored_like_their_text() -> None:
    task = rlvr.task("rlvr/word-sorting-v0:2:5")
    right, wrong = answering(task.answer), answering("zzz")
    prompt = {"role": "user", "content": task.prompt}
    assert rlvr.verify(task, right).passed
    assert rlvr.verify(task, [right]).passed
    assert rlvr.verify(task, [{"role": "system", "content": "x"}, prompt, right]).passed
    assert not rlvr.verify(task, [prompt, wrong]).passed
    # What stands before the prompt is an example, a tool call of the trainer's own is no attempt.
    assert not rlvr.verify(task, [{"role": "user", "content": "?"}, right, prompt, wrong]).passed
    assert rlvr.verify(task, [prompt, calling(call("python")), {"role": "tool", "content": "x"}, right]).passed
    assert rlvr.verify(task, {"role": "assistant", "content": None}).reason is Reason.NO_ANSWER
    assert [v.passed for v in rlvr.verify_many([(task, right), (task, [prompt, wrong])])] == [True, False]


def test_the_chat_of_an_episode_is_paid_what_the_episode_was() -> None:
    for name, options in (("sokoban", {}), ("notes", {}), ("notes", {"tools": "native"})):
        env = make_env(name, **options)
        env.reset(seed=3)
        paid, over = 0.0, False
        while not over:
            action = env.oracle_action()
            _, reward, terminated, truncated, info = env.step(action)
            paid, over = paid + reward, terminated or truncated
        assert paid == 1.0
        assert rlvr.verify(env.task, env.messages).passed
        assert not rlvr.verify(env.task, env.messages[:-2]).passed
        assert rlvr.verify(rlvr.task(env.task.id), info["messages"]).reward == paid
