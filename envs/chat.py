"""Chats: from a model's message to an action and back, in the OpenAI chat format.

A *message* is a mapping with a ``role`` and a ``content`` (a text, a list of text parts, or None); an assistant's may
have ``tool_calls``, each with an ``id`` and a ``function`` of a ``name`` and JSON ``arguments``. A *chat* is a list of
messages. What is not one of these is refused with an error that says what to give: a zero for what was not read would
teach a model nothing but noise.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from ..generators.base import Json, Task
from ..spec import is_episode
from .tool_text import native_action, native_message

Message = dict[str, Json]
Response = str | Mapping[str, Json] | Sequence[str] | Sequence[Mapping[str, Json]]
"""What a model gave: its text, its message, the actions of an episode, or the chat of one."""


def response_of(task: Task, response: Response, *, single: bool) -> str | list[str]:
    """A response in the form that verifiers and environments take: one text, or the list of an episode's actions.

    Args:
        task: what it answers. Messages up to the last one of the user's that holds the task's prompt are left out.
        response: what the model gave.
        single: whether the task is answered in one response; then messages that call tools of somebody else are no
            attempts, and one message is its text.

    Raises:
        TypeError: if it is none of these.
    """
    if isinstance(response, str):
        return response
    if isinstance(response, Mapping):
        text = text_of(_assistant(response))
        if not single and response.get("tool_calls"):
            raise TypeError(
                "a message that calls tools is a part of an episode: the response is the list of all its messages"
            )
        return text
    if isinstance(response, list | tuple) and response and all(isinstance(each, Mapping) for each in response):
        return _actions(task, response, single)
    is_episode(response)  # raises unless it is a list of texts
    return list(response)  # type: ignore[arg-type]


def action_of(message: Mapping[str, Json]) -> str:
    """The action that an assistant's message is: its text, or with tool calls the whole message as one JSON text.

    Raises:
        TypeError: if it is no message of an assistant.
    """
    text = text_of(_assistant(message))
    return native_action({**message, "content": text or None}) if message.get("tool_calls") else text


def message_of(action: str) -> Message:
    """The assistant's message that an action is: the inverse of `action_of`."""
    message = native_message(action)
    return message if isinstance(message, dict) else {"role": "assistant", "content": action}


def native_calls(message: Mapping[str, Json], stem: str) -> list[Message]:
    """The tool calls of a message as chats hold them: each with an id, a name and arguments as one JSON text.

    Args:
        message: an assistant's.
        stem: how the ids begin of calls that have none.

    Returns:
        The calls; none if there are none, or one that has no name, which no chat can hold.
    """
    calls = message.get("tool_calls")
    found: list[Message] = []
    for number, call in enumerate(calls if isinstance(calls, list) else [], start=1):
        function = call.get("function") if isinstance(call, dict) else None
        if not isinstance(function, dict) or not isinstance(function.get("name"), str):
            return []
        arguments = function.get("arguments", {})
        text = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
        identity = call.get("id") if isinstance(call.get("id"), str) else f"{stem}_{number}"
        found.append(
            {"id": identity, "type": "function", "function": {"name": function["name"], "arguments": text}}
        )
    return found


def text_of(message: Mapping[str, Json]) -> str:
    """The text of a message; "" if it has none.

    Raises:
        TypeError: if it has content that is no text.
    """
    content = message.get("content")
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    if isinstance(content, list | tuple) and all(
        isinstance(part, Mapping) and isinstance(part.get("text"), str) for part in content
    ):
        return "".join(part["text"] for part in content)
    raise TypeError(
        f"the content of a response's message is a text or a list of text parts, not {content!r:.80}"
    )


def _assistant(message: Mapping[str, Json]) -> Mapping[str, Json]:
    if message.get("role") != "assistant":
        raise TypeError(
            "a response is the policy's own message, of the role 'assistant', "
            f"not {dict(message)!r:.80}; or give its text"
        )
    return message


def _actions(task: Task, messages: Sequence[Mapping[str, Json]], single: bool) -> str | list[str]:
    begins = 0
    for place, message in enumerate(messages):
        if "role" not in message:
            raise TypeError(f"message {place} of the response has no role: {dict(message)!r:.80}")
        if message["role"] == "user" and task.prompt and task.prompt in text_of(message):
            begins = place + 1
    written = [message for message in messages[begins:] if message["role"] == "assistant"]
    if not written:
        raise TypeError("the chat has no message of the role 'assistant': there is no response to score")
    if not single:
        return [action_of(message) for message in written]
    attempts = [message for message in written if not message.get("tool_calls")] or written[-1:]
    return text_of(attempts[0]) if len(attempts) == 1 else [text_of(message) for message in attempts]
