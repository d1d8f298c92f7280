"""Pages, filters and single trajectories of a run, by the index that lies beside the files."""

from __future__ import annotations

import json
import math
import sqlite3
import threading
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from ..agents.rollouts.index import FILE, TrajectoryIndex, row_at
from ..agents.rollouts.rows import JSON_COLUMNS
from ..agents.rollouts.storage import read_times
from ..drawing import draw
from ..export.errors import DatasetError
from ..generators.base import Task
from .gallery import shown
from .tokens import FOLDER as TOKENIZER
from .tokens import tokens_of

Json = Any
LIMIT, MOST_TURNS = 50, 400
TEXTS = ("task", "env", "fingerprint", "ending", "reason", "file")
NUMBERS = ("step", "level", "sample", "score", "reward", "turns", "tokens", "number", "scored", "passed")
SORTS = ("number", "step", "tokens", "turns", "score", "reward")
INDEXED, FEW = {"reason", "step", "task", "tokens"}, 20_000
_COLUMNS = "number env level task sample step ending reason scored passed score reward turns tokens".split()


class Trajectories:
    """The trajectories of a folder.

    The index is brought up to date by a thread of its own, so a page never waits for files to be read; what is there
    is shown, and `refreshing` tells that there will be more.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.problem = ""
        self._state: tuple[int, ...] = ()
        self._facets: tuple[Json, Json] = (None, None)
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    # ---- keeping up ----------------------------------------------------------------------------------

    @property
    def refreshing(self) -> bool:
        """Whether files are being added."""
        return self._thread is not None and self._thread.is_alive()

    def keep_up(self, wait: float = 1.5) -> None:
        """See to it that the index is of the files that are there; waits a moment for it, no longer."""
        with self._lock:
            state = self._of_files()
            if state != self._state and not self.refreshing:
                self._state = state
                self._thread = threading.Thread(target=self._refresh, daemon=True)
                self._thread.start()
            thread = self._thread
        if thread is not None:
            thread.join(wait)

    def _of_files(self) -> tuple[int, ...]:
        try:
            return self.folder.stat().st_mtime_ns, sum(1 for _ in self.folder.iterdir())
        except OSError:
            return ()

    def _refresh(self) -> None:
        try:
            TrajectoryIndex(self.folder).close()
            self.problem = ""
        except (DatasetError, OSError, ValueError) as error:
            self.problem = str(error)

    def connect(self) -> sqlite3.Connection:
        """The index, to read.

        Raises:
            LookupError: if there is none yet.
        """
        path = self.folder / FILE
        if not path.exists():
            raise LookupError(self.problem or "there is no index of these trajectories yet")
        return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=5)

    # ---- asking --------------------------------------------------------------------------------------

    def page(self, query: Mapping[str, str]) -> Json:
        """Rows that pass the filters, from a place on.

        Args:
            query: columns with what they have to be: ``env=rlvr/sokoban-v0``, ``step=3-9``, ``tokens=100-``,
                ``passed=0``; several values are told apart by ``|``. ``sort`` is a column of `SORTS`, with ``-`` before
                it for the largest first; ``after`` is ``next`` of the page before.

        Raises:
            LookupError: if there is no such column or place.
        """
        where, values = conditions(query)
        sort = query.get("sort", "number")
        down, name = sort.startswith("-"), sort.removeprefix("-")
        if name not in SORTS:
            raise LookupError(f"rows are not sorted by {name!r}; there are {', '.join(SORTS)}")
        before, way = ("<", "DESC") if down else (">", "ASC")
        column = f"COALESCE(r.{name}, -1e308)" if name == "score" else f"r.{name}"
        if after := query.get("after"):
            where, values = _behind(after, column, name, before, where, values)
        order = f"r.number {way}" if name == "number" else f"{column} {way}, r.number {way}"
        text = f"WHERE {' AND '.join(where)}" if where else ""
        columns = ", ".join(f"r.{each}" for each in _COLUMNS)
        joined = "JOIN files f ON f.id = r.file" if "file" in query else ""
        with closing(self.connect()) as database:
            if name == "number" and _few(database, query):
                order = (
                    f"+{order}"  # by an index: not through all rows in their order to find the few that pass
                )
            found = database.execute(
                f"SELECT {columns} FROM rows r {joined} {text} ORDER BY {order} LIMIT ?", [*values, LIMIT + 1]
            ).fetchall()
        rows = [dict(zip(_COLUMNS, row, strict=True)) for row in found[:LIMIT]]
        following = None
        if len(found) > LIMIT:
            last = rows[-1]
            key = -1e308 if last[name] is None else last[name]
            following = f"{key!r}:{last['number']}"
        return {"rows": rows, "next": following, "refreshing": self.refreshing, "problem": self.problem}

    def facets(self) -> Json:
        """How many trajectories there are, and how many are right: by environment and level, reason, ending, step."""
        with closing(self.connect()) as database:
            known = database.execute("SELECT COUNT(*), TOTAL(bytes) FROM files").fetchone()
            if self._facets[0] == known:
                return self._facets[1]
            cube = database.execute(
                "SELECT env, level, passed, reason, COUNT(*) FROM rows GROUP BY env, level, passed, reason"
            ).fetchall()
            steps = database.execute("SELECT MIN(name), MAX(name) FROM files").fetchone()
        by_env: dict[tuple[str, int], list[int]] = {}
        reasons: dict[str, int] = {}
        for env, level, passed, reason, count in cube:
            entry = by_env.setdefault((env, level), [0, 0])
            entry[0] += count
            entry[1] += count if passed else 0
            reasons[reason] = reasons.get(reason, 0) + count
        found = {
            "count": sum(count for count, _ in by_env.values()),
            "envs": [[env, level, count, right] for (env, level), (count, right) in sorted(by_env.items())],
            "reasons": sorted(reasons.items(), key=lambda pair: -pair[1]),
            "files": list(steps),
        }
        self._facets = (known, found)
        return found

    def read(self, number: int) -> Json:
        """One trajectory with its group and its neighbours.

        Raises:
            LookupError: if there is none.
        """
        row, place, times = self._row(number)
        with closing(self.connect()) as database:
            group = database.execute(
                "SELECT number, sample, passed, score, reason, tokens, turns FROM rows "
                "WHERE (task, step) = (SELECT task, step FROM rows WHERE number = ?) ORDER BY sample, number LIMIT 128",
                (number,),
            ).fetchall()
            before = database.execute("SELECT MAX(number) FROM rows WHERE number < ?", (number,)).fetchone()[0]
            after = database.execute("SELECT MIN(number) FROM rows WHERE number > ?", (number,)).fetchone()[0]
            step, file = database.execute(
                "SELECT r.step, f.name FROM rows r JOIN files f ON f.id = r.file WHERE number = ?", (number,)
            ).fetchone()
        seconds = times[place] if place < len(times) else []
        names = ("number", "sample", "passed", "score", "reason", "tokens", "turns")
        return {
            "number": number,
            "before": before,
            "after": after,
            "step": step,
            "file": file,
            "group": [dict(zip(names, each, strict=True)) for each in group],
            **_told(row, seconds),
        }

    def raw(self, number: int) -> Json:
        """The row as the file has it."""
        return self._row(number)[0]

    def tokens(self, number: int) -> Json:
        """The tokens of a trajectory; see `rlvr.view.tokens`."""
        inside = self.folder.name == "trajectories" and not (self.folder / TOKENIZER).is_dir()
        return tokens_of(self.raw(number), self.folder.parent if inside else self.folder)

    def states(self, number: int) -> list[str]:
        """Pictures of the states before each action and at the end, by playing it again; empty unless it is a game.

        Nothing that needs a sandbox or tools is run here.
        """
        from .. import registry
        from ..envs.game import GameEnv
        from ..envs.make import make_env

        row = self.raw(number)
        task = Task.from_json(row["task"])
        try:
            spec = registry.get(task.env)
            env = make_env(task.env, **{**row["env_options"], "render_mode": "svg"})
        except (registry.UnknownEnvironment, TypeError, ValueError):
            return []
        if not isinstance(env, GameEnv) or spec.sandbox:
            return []
        env.reset(options={"task": task})
        pictures = [env.render()]
        for turn in row["turns"][:MOST_TURNS]:
            _, _, over, cut, _ = env.step(turn["text"])
            pictures.append(env.render())
            if over or cut:
                break
        return pictures

    def _row(self, number: int) -> tuple[Json, int, list[list[float]]]:
        with closing(self.connect()) as database:
            found = database.execute(
                "SELECT f.name, r.place, r.offset, r.inner FROM rows r JOIN files f ON f.id = r.file "
                "WHERE r.number = ?",
                (number,),
            ).fetchone()
        if found is None:
            raise LookupError(f"no trajectory has the number {number}")
        name, place, offset, inner = found
        path = self.folder / name
        try:
            return plain(row_at(path, (offset, inner))), place, read_times(path)
        except (OSError, ValueError, StopIteration, EOFError) as error:
            raise LookupError(f"{name} cannot be read; has it changed? ({error})") from None


def plain(row: Json) -> Json:
    """A row whose objects are objects; parquet files have them as texts."""
    texts = {name: json.loads(row[name]) for name in JSON_COLUMNS if isinstance(row.get(name), str)}
    return {**row, **texts}


def conditions(query: Mapping[str, str]) -> tuple[list[str], list[Any]]:
    """What a query asks of the columns of the index, as terms of SQL and their values; see `Trajectories.page`."""
    where: list[str] = []
    values: list[Any] = []
    for name, text in query.items():
        if name in ("sort", "after") or not text:
            continue
        column = "f.name" if name == "file" else f"r.{name}"
        if name in TEXTS:
            options = text.split("|")
            where.append(f"{column} IN ({', '.join('?' * len(options))})")
            values += options
        elif name in NUMBERS:
            low, dash, high = text.partition("-") if not text.startswith("-") else (text, "", "")
            try:
                ends = [float(end) if end else None for end in ((low, high) if dash else (low, low))]
            except ValueError:
                raise LookupError(f"{name}={text!r}: write a number, or a range such as 3-9 or 3-") from None
            signs = [">=", "<="]
            if (
                ends[0] == ends[1]
            ):  # the planner knows more of an index when it is told that both ends are the same
                ends, signs = ends[:1], ["="]
            for end, sign in zip(ends, signs, strict=True):
                if end is not None and math.isfinite(end):
                    where.append(f"{column} {sign} ?")
                    values.append(end)
        else:
            raise LookupError(f"there is no column {name!r}; there are {', '.join((*TEXTS, *NUMBERS))}")
    return where, values


def _few(database: sqlite3.Connection, query: Mapping[str, str]) -> bool:
    """Whether one of the filters that have an index leaves few rows."""
    for name in INDEXED & query.keys():
        where, values = conditions({name: query[name]})
        if where:
            counted = f"SELECT COUNT(*) FROM (SELECT 1 FROM rows r WHERE {' AND '.join(where)} LIMIT {FEW + 1})"
            if database.execute(counted, values).fetchone()[0] <= FEW:
                return True
    return False


def _behind(
    after: str, column: str, name: str, sign: str, where: list[str], values: list[Any]
) -> tuple[list[str], list[Any]]:
    """The conditions with the one that the rows are behind a place."""
    key, _, number = after.rpartition(":")
    try:
        place = (float(key), int(number))
    except ValueError:
        raise LookupError(f"after={after!r} is no place of a page") from None
    if name == "number":
        return [*where, f"r.number {sign} ?"], [*values, place[1]]
    return [*where, f"({column}, r.number) {sign} (?, ?)"], [*values, *place]


def _told(row: Json, seconds: list[float]) -> Json:
    """A row as its page shows it: texts are cut, tokens are counts and likelihoods."""
    task = Task.from_json(row["task"])
    turns = [
        {
            "text": shown(str(turn["text"])),
            "observation": shown(str(turn.get("observation", ""))),
            "reward": turn["reward"],
            "stop": turn["stop"],
            "seconds": seconds[n] if n < len(seconds) else None,
            **_drawn(row["segments"], turn),
        }
        for n, turn in enumerate(row["turns"][:MOST_TURNS])
    ]
    return {
        "id": task.id,
        "env": task.env,
        "level": task.level,
        "sample": row["sample"],
        "ending": row["ending"],
        "verdict": row["verdict"],
        "reward": row["reward"],
        "prompt": shown(task.prompt),
        "answer": shown(task.answer),
        "opening": [
            {**message, "content": shown(str(message.get("content", "")))} for message in row.get("opening", [])
        ],
        "turns": turns,
        "left_out": max(0, len(row["turns"]) - MOST_TURNS),
        "extra": {key: value for key, value in row["extra"].items() if key != "advantages"},
        "advantages": row["extra"].get("advantages"),
        "env_options": row["env_options"],
        "svg": draw(task),
    }


def _drawn(segments: Json, turn: Json) -> Json:
    """How many tokens a turn drew, their mean probability, and the version of the weights."""
    if not 0 <= turn["segment"] < len(segments):
        return {"tokens": 0, "probability": None, "version": None}
    segment = segments[turn["segment"]]
    skipped, found, version = 0, [], None
    for begin, end in segment["drawn"]:
        low, high = max(begin, turn["start"]), min(end, turn["end"])
        if low < high:
            found += segment["log_probs"][skipped + low - begin : skipped + high - begin]
            version = segment["versions"][skipped + low - begin]
        skipped += end - begin
    mean = sum(map(math.exp, (min(0.0, value) for value in found))) / len(found) if found else None
    return {"tokens": turn["end"] - turn["start"], "probability": mean, "version": version}
