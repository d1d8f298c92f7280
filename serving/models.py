"""What requests and responses are made of."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

MOST_SEED = 2**53
Name = Annotated[str, Field(min_length=1, max_length=200, description="Registry id or short name.")]
Key = Annotated[str, Field(pattern=r"^[A-Za-z0-9._-]{1,100}$", description="A name of the client's own.")]
Level = Annotated[int, Field(ge=1, le=1000)]
Seed = Annotated[int, Field(ge=-MOST_SEED, le=MOST_SEED)]
Number = Annotated[float, Field(allow_inf_nan=False)]
Difficulty = Number | tuple[Number, Number]
Levels = Level | tuple[Level, Level]
Object = dict[str, JsonValue]
TaskRef = Annotated[
    Annotated[str, Field(min_length=1, max_length=20_000, description="A task's id.")]
    | Annotated[dict[str, Any], Field(description="A whole row: of generate with answers, or of any export.")],
    Field(union_mode="left_to_right"),
]
Message = Annotated[dict[str, Any], Field(description="A chat message in the OpenAI format.")]
Response = Annotated[
    str
    | Message
    | Annotated[list[str], Field(min_length=1, max_length=10_000, description="The actions of an episode.")]
    | Annotated[list[Message], Field(min_length=1, max_length=10_000, description="The chat of an episode.")],
    Field(union_mode="left_to_right"),
]


class Model(BaseModel):
    """Unknown fields are mistakes and are named."""

    model_config = ConfigDict(extra="forbid")


class ErrorInfo(BaseModel):
    """What is wrong."""

    code: str
    message: str


class ErrorBody(BaseModel):
    """The shape of every error."""

    error: ErrorInfo


class Health(BaseModel):
    """Whether the server works."""

    status: Literal["ok", "closing"]
    version: str
    environments: int
    sessions: int
    workers: int


class Environment(BaseModel):
    """One line of the list."""

    id: str
    title: str
    family: str
    levels: int
    kind: Literal["single", "episode"]
    sandbox: str = Field(description="Language of the programs that scoring runs; empty if it runs none.")


class EnvironmentPage(Environment):
    """One environment."""

    description: str
    params: dict[str, list[Any]] = Field(description="Difficulty parameters, with their value at each level.")
    marker: str
    markers: list[str]
    max_answer_chars: int
    max_turns: int
    proxy: str


class GenerateRequest(Model):
    """Tasks of one environment."""

    env: Name
    level: Level | None = Field(None, description="1 if nothing is said.")
    difficulty: Difficulty | None = Field(
        None,
        description="Instead of a level: a point of the scale of docs/difficulty.md, or lowest and highest.",
    )
    seed: Seed = 0
    count: Annotated[int, Field(ge=1, description="Tasks with the seeds seed, seed + 1, ...")] = 1
    seeds: Annotated[list[Seed], Field(min_length=1)] | None = Field(
        None, description="Instead of seed and count."
    )
    split: Literal["train", "test"] | None = None
    params: Object | None = Field(None, description="Difficulty parameters that override those of the level.")
    marker: Literal["tag", "boxed"] | None = None
    options: Object | None = Field(None, description="Environment options that become part of the ids.")
    answers: bool = Field(
        False, description="Whole rows, with answer, payload and solution, where this server allows it."
    )


class TaskInfo(BaseModel):
    """A task as a policy may see it; a whole row where answers were asked for and are allowed."""

    model_config = ConfigDict(extra="allow")
    id: str
    env: str
    level: int
    seed: int
    prompt: str
    marker: str
    split: str
    guess_rate: float
    fingerprint: str


class Tasks(BaseModel):
    """Tasks, in the order of their seeds."""

    tasks: list[TaskInfo]


class VerdictBody(BaseModel):
    """A verdict; `score` and `reward` are null where the machinery failed, and such a sample is to be masked."""

    score: float | None
    passed: bool
    reward: float | None
    pay: Literal["binary", "dense"]
    reason: str
    message: str
    parts: dict[str, float]
    runtime: str | None = None


class Item(Model):
    """One response to one task."""

    task: TaskRef
    response: Response


class VerifyOptions(Model):
    """How verdicts are given."""

    mode: Literal["strict", "lenient"] | None = None
    reward: Literal["binary", "dense"] | None = None
    options: Object | None = Field(
        None, description="Environment options for an episode, instead of the task's."
    )


class VerifyRequest(VerifyOptions):
    """One response to one task."""

    task: TaskRef
    response: Response


class BatchRequest(VerifyOptions):
    """Many responses."""

    items: Annotated[list[Item], Field(min_length=1)]


class Verdicts(BaseModel):
    """One verdict for each item, in order."""

    verdicts: list[VerdictBody]


class StreamRequest(Model):
    """A new stream; see `rlvr.stream`."""

    id: Key
    envs: Annotated[list[Name], Field(min_length=1)]
    levels: Levels | dict[Name, Levels] | None = Field(
        None, description="A level, or lowest and highest; or by environment; all if not given."
    )
    difficulty: Difficulty | dict[Name, Difficulty] | None = Field(None, description="Instead of levels.")
    weights: dict[Name, Annotated[float, Field(ge=0, allow_inf_nan=False)]] | None = Field(
        None, description="Of environments (sudoku) or levels (sudoku:3); all alike if not given."
    )
    seed: Seed = 0
    split: Literal["train", "test"] | None = None
    marker: Literal["tag", "boxed"] | None = None
    options: Object | None = Field(None, description="Environment options that become part of the ids.")
    ahead: Annotated[int, Field(ge=1)] = Field(256, description="Tasks that are planned and held at most.")
    start: Annotated[int, Field(ge=0, le=MOST_SEED)] = Field(0, description="Number of the first task.")


class TakeRequest(Model):
    """The next tasks of a stream."""

    count: Annotated[int, Field(ge=1)] = 1
    number: Annotated[int, Field(ge=0)] | None = Field(
        None,
        description="The number of the first of them. With it the last request can be repeated: it gives the same.",
    )
    answers: bool = False


class ChangeRequest(Model):
    """What comes from now on: what is planned already stays."""

    levels: Levels | dict[Name, Levels] | None = None
    difficulty: Difficulty | dict[Name, Difficulty] | None = None
    weights: dict[Name, Annotated[float, Field(ge=0, allow_inf_nan=False)]] | None = None


class StreamState(BaseModel):
    """A stream as it stands."""

    id: str
    number: int = Field(description="The number of the next task.")
    ahead: int
    ready: int = Field(description="Tasks that can be taken without waiting.")
    weights: dict[str, float] = Field(description="The share of each kind of task that is planned next.")


class Taken(BaseModel):
    """Tasks of a stream, in their order."""

    number: int = Field(description="The number of the first of them.")
    tasks: list[TaskInfo]
    lost: list[int] = Field(
        description="Numbers of tasks that could not be made; they are not among the tasks."
    )


class Changed(BaseModel):
    """From when on a change holds."""

    number: int = Field(description="The first task that it applies to.")


class EpisodeRequest(Model):
    """A new episode, of a task or of the next task of a stream."""

    task: TaskRef | None = None
    stream: Key | None = Field(None, description="Instead of a task: the next one of this stream of yours.")
    id: Key | None = Field(None, description="The session's id; made here if not given.")
    options: Object | None = None
    native: bool = Field(
        True, description="Tools are called natively: their schemas are given, not described in the prompt."
    )


class StepRequest(Model):
    """What the policy wrote: a text or an assistant's message."""

    action: Annotated[str | Message, Field(union_mode="left_to_right")]
    turn: Annotated[int, Field(ge=0)] | None = Field(
        None,
        description="The number of this action, from 0. With it a request can be repeated: the same reply comes back.",
    )


class EpisodeReply(BaseModel):
    """What became of a step, or how an episode begins."""

    id: str
    turn: int = Field(description="The number of actions so far.")
    turns: int = Field(description="The cap on actions.")
    messages: list[Message] = Field(description="New messages; the policy's own is not among them.")
    tools: list[dict[str, Any]] = Field(description="Schemas of the tools; only when an episode begins.")
    done: bool
    truncated: bool
    reward: float | None = Field(
        description="What this step pays; over an episode the sum is the verdict's reward. Null if it has none."
    )
    verdict: VerdictBody = Field(description="The judgement of the episode as it stands.")


class EpisodeState(BaseModel):
    """An episode as it stands."""

    id: str
    task: str
    turn: int
    turns: int
    messages: list[Message]
    tools: list[dict[str, Any]]
    done: bool
    truncated: bool
    verdict: VerdictBody


class ArmBody(Model):
    """One kind of task."""

    env: Name
    level: Level
    params: Object = Field(default_factory=dict)
    label: Annotated[str, Field(max_length=100)] = Field(
        "", description="What names it instead of level and parameters."
    )


class CurriculumRequest(Model):
    """A new curriculum for a run."""

    id: Key
    curriculum: Annotated[str, Field(max_length=50)] = "frontier"
    envs: list[Name] = Field(default_factory=list, description="Environments at every level of `levels`.")
    levels: tuple[Level, Level] | None = Field(None, description="Lowest and highest; all if not given.")
    difficulty: Difficulty | None = Field(
        None, description="Instead of levels: those whose difficulty is in a range, beyond the table too."
    )
    arms: list[ArmBody] = Field(default_factory=list, description="Instead of envs, or beside them.")
    options: Object = Field(default_factory=dict, description="Of the curriculum; see docs/curricula.md.")
    env_options: Object = Field(default_factory=dict, description="Of the environments; part of the task ids.")
    samples: Annotated[int, Field(ge=1, le=10_000)] = Field(
        8, description="Rollouts of a task unless a draw says otherwise."
    )
    split: Literal["train", "test"] = "train"
    seed: Seed = 0


class NextRequest(Model):
    """The next tasks."""

    count: Annotated[int, Field(ge=1)] = 1
    request: Key | None = Field(
        None, description="Names this request: repeated, it gives the same draws again, also after a restart."
    )
    answers: bool = False


class DrawBody(BaseModel):
    """One task to roll out."""

    id: str = Field(description="The draw; results are reported under it.")
    arm: str
    samples: int
    hint: float = Field(description="Fraction of the worked solution that the policy is to be shown.")
    hint_text: str
    task: TaskInfo


class Draws(BaseModel):
    """Tasks to roll out."""

    draws: list[DrawBody]


class ResultBody(Model):
    """What became of a draw."""

    draw: Key
    rewards: Annotated[
        list[Annotated[float, Field(ge=0, le=1)] | None],
        Field(
            max_length=10_000, description="Of the rollouts; null for one without a score, which is left out."
        ),
    ]
    advantage: Annotated[float, Field(ge=0, le=1e9)] = Field(
        0.0, description="Mean absolute advantage of the rollouts."
    )


class ResultsRequest(Model):
    """What became of draws; a draw that was reported before is not counted again."""

    results: Annotated[list[ResultBody], Field(min_length=1)]


class Recorded(BaseModel):
    """How many results were taken."""

    recorded: int
    repeated: int
    weights: dict[str, float]


class CurriculumState(BaseModel):
    """A curriculum as it stands."""

    id: str
    curriculum: str
    arms: list[str]
    weights: dict[str, float] = Field(description="The share of draws of each arm.")
    drawn: int
    recorded: int
    open: list[str] = Field(description="Draws without a result.")


class Closed(BaseModel):
    """It is gone."""

    id: str
