"""Episodes of clients: each is played in a worker process and can go on in any other one.

What an episode is stands here: its task and the actions so far. So it survives the process that plays it, and the
server too where there is a folder for its state.
"""

from __future__ import annotations

import asyncio
import time
import uuid
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

from ..envs.chat import action_of
from ..generators.base import Json
from ..verifiers.base import Reason, Verdict, infra
from .errors import Refused
from .limits import Limits
from .metrics import Metrics
from .pool import Pool, Process, Reply
from .work import checked, runs_programs

MOST_GONE = 10_000
"""Closed episodes whose id is remembered, to say why they are not there."""
SAVED = (
    "id",
    "owner",
    "task",
    "made",
    "name",
    "options",
    "native",
    "messages",
    "tools",
    "turns",
    "actions",
    "done",
)


class Session:
    """One episode.

    Args:
        id: what the client calls it.
        owner: whose it is.
        task: id or row, as the client gave it.
        options: of the environment.
        native: whether tools are called natively.
        made: the whole row of the task, if this server has made it already.
    """

    def __init__(
        self,
        id: str,
        owner: str,
        task: Json,
        options: Mapping[str, Json],
        native: bool,
        made: Json = None,
    ) -> None:
        self.id, self.owner, self.task, self.made = id, owner, task, made
        self.options, self.native = dict(options), native
        self.name = task if isinstance(task, str) else str(task.get("id", ""))
        self.key = uuid.uuid4().hex
        self.messages: list[dict[str, Json]] = []
        self.tools: list[dict[str, Json]] = []
        self.turns = 0
        self.actions: list[str] = []
        self.done = self.truncated = False
        self.verdict = Verdict(0.0, Reason.TRUNCATED, "The episode ended before there was an answer.").to_json()
        self.last: Reply | None = None
        self.home: Process | None = None
        self.alone = runs_programs(task)
        self.used = time.monotonic()
        self.busy = False

    @property
    def whole(self) -> dict[str, Json]:
        """What a process needs to play it from its beginning."""
        return {
            "task": self.task,
            "made": self.made,
            "options": self.options,
            "native": self.native,
            "actions": self.actions,
        }

    def reply(self, messages: list[Json], reward: float | None, *, tools: bool = False) -> Reply:
        """What the client sees."""
        return {
            "id": self.id,
            "turn": len(self.actions),
            "turns": self.turns,
            "messages": messages,
            "tools": self.tools if tools else [],
            "done": self.done,
            "truncated": self.truncated,
            "reward": reward,
            "verdict": self.verdict,
        }

    def state(self) -> Reply:
        """The episode as it stands."""
        names = ("id", "turns", "messages", "tools", "done", "truncated", "verdict")
        return {**{name: getattr(self, name) for name in names}, "task": self.name, "turn": len(self.actions)}

    def save(self) -> Reply:
        """All that is needed to go on."""
        return {
            **{name: getattr(self, name) for name in SAVED},
            **self.state(),
            "task": self.task,
            "last": self.last,
        }

    @classmethod
    def load(cls, saved: Mapping[str, Json]) -> Session:
        """The session that `save` gave."""
        own = saved.get("made")
        made = cls(saved["id"], saved["owner"], saved["task"], saved["options"], saved["native"], own)
        for name in ("name", "messages", "tools", "turns", "actions", "done", "truncated", "verdict", "last"):
            setattr(made, name, saved[name])
        return made


class Sessions:
    """All episodes.

    Args:
        pool: where they are played.
        limits: of the server.
        metrics: where verdicts are counted.
    """

    def __init__(self, pool: Pool, limits: Limits, metrics: Metrics) -> None:
        self.pool, self.limits, self.metrics = pool, limits, metrics
        self.open: dict[str, Session] = {}
        self.gone: OrderedDict[str, str] = OrderedDict()

    def __len__(self) -> int:
        return len(self.open)

    async def create(
        self,
        client: str,
        task: Json,
        options: Mapping[str, Json],
        *,
        id: str | None,
        native: bool,
        made: Json = None,
    ) -> Reply:
        """Begin an episode.

        Raises:
            Refused: there are too many, or one of that id, or it cannot be made.
        """
        own = sum(each.owner == client for each in self.open.values())
        if len(self.open) >= self.limits.sessions or own >= self.limits.client_sessions:
            raise Refused(429, f"{own} of {len(self.open)} open episodes are yours; close some", retry=5)
        if id in self.open:
            raise Refused(409, f"there is an episode {id!r}; close it, or take another id")
        session = Session(id or uuid.uuid4().hex, client, task, options, native, made)
        session.busy = True
        self.open[session.id] = session  # its place is taken while it is made
        self.gone.pop(session.id, None)
        try:
            request = {"do": "open", "key": session.key, **session.whole}
            reply, session.home = await self.pool.ask(
                client, request, self.limits.budget_s, alone=session.alone
            )
            if "failed" in reply:
                raise Refused(503, f"the episode could not begin: {reply['failed']}", retry=10)
            checked(reply)
        except BaseException:
            del self.open[session.id]
            raise
        session.busy = False
        session.used = time.monotonic()
        session.messages, session.tools = reply["messages"], reply["tools"]
        session.turns, session.name = reply["turns"], reply["id"]
        session.verdict["pay"] = reply["pay"]
        return session.reply(list(session.messages), 0.0, tools=True)

    async def step(self, client: str, id: str, action: str | dict[str, Any], turn: int | None) -> Reply:
        """Play what the policy wrote.

        Raises:
            Refused: there is no such episode, it is over, busy or at another turn, or that is no action.
        """
        try:
            text = action if isinstance(action, str) else action_of(action)
        except TypeError as error:
            raise Refused(422, f"action: {error}") from None
        session = self._take(client, id)
        try:
            at = len(session.actions)
            if turn is not None and turn == at - 1 and session.actions[turn] == text and session.last:
                return session.last
            if session.done:
                raise Refused(409, f"the episode {id!r} is over")
            if turn is not None and turn != at:
                raise Refused(409, f"the next action of the episode {id!r} is number {at}, not {turn}")
            session.last = await self._play(client, session, text)
            return session.last
        finally:
            session.busy, session.used = False, time.monotonic()

    async def _play(self, client: str, session: Session, text: str) -> Reply:
        request = {"do": "play", "key": session.key, "turn": len(session.actions), "action": text}
        for given in ({}, session.whole):  # a process that played too many others has forgotten it
            reply, home = await self.pool.ask(
                client,
                {**request, **given},
                self.limits.budget_s,
                home=session.home,
                whole=session.whole,
                alone=session.alone,
            )
            if not reply.get("missing"):
                break
        checked(reply)
        if "failed" in reply and self.pool.closing:
            raise Refused(503, "the server is closing; the episode goes on where its state is kept", retry=10)
        session.actions.append(text)
        session.home = home
        if "failed" in reply:
            session.verdict = infra(reply["failed"]).to_json()
            session.done = session.truncated = True
            self.metrics.verdict("infra")
            return session.reply([], None)
        session.done, session.truncated = reply["over"] or reply["cut"], reply["cut"]
        session.verdict = reply["verdict"]
        session.messages += reply["messages"]
        if session.done:
            self.metrics.verdict(session.verdict["reason"])
        reward = None if session.verdict["score"] is None else reply["reward"]
        return session.reply(reply["messages"][1:], reward)

    async def close(self, client: str, id: str) -> Reply:
        """End an episode; its verdict is the one that it has now.

        Raises:
            Refused: there is no such episode, or it is busy.
        """
        session = self._take(client, id)
        del self.open[id]
        self._forget(session, "it was closed")
        return session.state()

    def get(self, client: str, id: str) -> Session:
        """An episode of a client.

        Raises:
            Refused: 404 if there is none, 410 if there was.
        """
        session = self.open.get(id)
        if session is None or session.owner != client:
            if (why := self.gone.get(f"{client}\n{id}")) is not None:
                raise Refused(410, f"the episode {id!r} is gone: {why}")
            raise Refused(404, f"there is no episode {id!r}")
        return session

    def _take(self, client: str, id: str) -> Session:
        """An episode of a client that nobody else is using; whoever takes it sets `busy` back."""
        session = self.get(client, id)
        if session.busy:
            raise Refused(409, f"the episode {id!r} is taking a step; wait for its reply", retry=1)
        session.busy = True
        return session

    def _forget(self, session: Session, why: str) -> None:
        self.gone[f"{session.owner}\n{session.id}"] = why
        while len(self.gone) > MOST_GONE:
            self.gone.popitem(last=False)
        if session.home is not None and session.home.alive and not self.pool.closing:
            task = asyncio.ensure_future(
                self.pool.ask(session.owner, {"do": "close", "key": session.key}, 10.0, home=session.home)
            )
            task.add_done_callback(lambda done: done.cancelled() or done.exception())

    def reap(self, now: float) -> int:
        """Close what nobody has used for too long; returns how many."""
        idle = self.limits.idle_s
        late = [each for each in self.open.values() if not each.busy and now - each.used > idle]
        for session in late:
            del self.open[session.id]
            self._forget(session, f"nobody used it for {idle:g} s")
        return len(late)

    def save(self) -> list[Json]:
        """All open episodes as JSON."""
        return [session.save() for session in self.open.values() if session.messages]

    def load(self, saved: list[Json]) -> None:
        """Go on with what `save` gave."""
        for each in saved:
            self.open[each["id"]] = Session.load(each)
