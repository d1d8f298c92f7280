"""From texts to the tokens that supervised training reads: what the model writes is learnt, what it reads is not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ...envs.make import make_env
from ...generators.base import Task
from ..codec import Codec
from ..policies import oracle, run_text_policy
from ..rollouts.export import chat
from ..rollouts.jobs import EpisodeJob
from ..trajectory import Segment
from .traces import Demonstration


def chat_segment(codec: Codec, messages: Sequence[Mapping[str, str]]) -> Segment:
    """The tokens of a chat, in the very form that a rollout has; the assistant's are marked as the policy's.

    Args:
        codec: the chat format of the model.
        messages: up to the assistant's last one; assistant and user take turns after the first of these.

    Raises:
        ValueError: if the chat does not end with the assistant, or two messages of one role follow each other there.
    """
    roles = [message["role"] for message in messages]
    first = roles.index("assistant") if "assistant" in roles else len(roles)
    if roles[first:] != ["assistant", "user"] * ((len(roles) - first) // 2) + ["assistant"]:
        raise ValueError(
            f"after the prompt, assistant and user take turns, the assistant first and last, not {roles}"
        )
    segment = Segment()
    segment.read(codec.begin([dict(message) for message in messages[:first]]))
    for message in messages[first:]:
        if message["role"] == "assistant":
            tokens = codec.respond(message["content"])
            segment.write(tokens, [0.0] * len(tokens), [-1] * len(tokens))
        else:
            segment.read(codec.observe(message["content"], ended=segment.tokens[-1] in codec.end_ids))
    return segment


def trace_segments(codec: Codec, shown: Iterable[Demonstration]) -> Iterator[Segment]:
    """The tokens of demonstrations, each behind its environment's prompt."""
    for each in shown:
        env = make_env(each.task.env)
        env.reset(options={"task": each.task})
        yield chat_segment(codec, [*env.messages, {"role": "assistant", "content": each.text}])


def oracle_segments(codec: Codec, tasks: Sequence[Task], **env_options: object) -> Iterator[Segment]:
    """The tokens of games that the oracle plays and wins, one a task: the actions of all turns are learnt.

    Args:
        codec: the chat format of the model.
        tasks: what is played; of environments with several turns, mostly.
        env_options: options of the environments.
    """
    jobs = [EpisodeJob(task, env_options=env_options) for task in tasks]
    for trajectory in run_text_policy(oracle, jobs):
        if trajectory.passed:
            yield chat_segment(codec, chat(trajectory))
