"""What the API takes and gives, field by field. Must not know where it comes from."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from ninja import Schema
from pydantic import AfterValidator, ConfigDict, Field

from dikast.web.debates.bringing import READINGS
from dikast.web.debates.signs import unstorable

Side = Literal["A", "B"]
Method = Literal["graph/1", "rubric/1"]
Visibility = Literal["public", "unlisted", "private"]
Act = Literal["opens", "answers", "clarifies", "concedes", "yields"]


def _storable(text: str) -> str:
    if found := unstorable("", text):
        raise ValueError(found[0].message)
    return text


#: Text that can be kept as it is: no NUL.
Words = Annotated[str, AfterValidator(_storable)]
Motion = Annotated[Words, Field(max_length=10_000)]
Label = Annotated[Words, Field(max_length=200)]
Number = Annotated[int, Field(ge=1, le=100_000)]


class Given(Schema):
    """What a program sends: no field that is not known."""

    model_config = ConfigDict(extra="forbid")


class NewDebate(Given):
    """A debate to be held here."""

    motion: Motion
    format: Label = "open-floor"
    side: Side | None = Field(None, description="The side you take; null to stay out of it.")
    name_a: Label = ""
    name_b: Label = ""
    lang: Annotated[Words, Field(max_length=35)] = ""
    visibility: Visibility = "public"
    judge: Label = Field("", description="One of the judges of /methods; empty for the first.")
    turn_seconds: Annotated[int, Field(ge=60, le=2_592_000)] | None = None
    preparation_seconds: Annotated[int, Field(ge=0, le=2_592_000)] = 0
    closes_at: datetime | None = None


class DebateChange(Given):
    """What its owner can change about a debate."""

    visibility: Visibility


class Invitation(Given):
    """The key of an invitation: the last part of its link."""

    key: Label


class Sent(Given):
    """A post, a speech or a yield."""

    text: Annotated[Words, Field(max_length=1_000_000)] = ""
    act: Act = "opens"
    target: Number | None = Field(None, description="The number of the post it answers, clarifies or concedes.")
    number: Number | None = Field(None, description="The number it was written for; it is refused if another is due.")
    nonce: Label = Field("", description="The same nonce again is the same post, not another.")


class DraftChange(Given):
    """What is to be kept and not posted."""

    text: Annotated[Words, Field(max_length=1_000_000)]
    act: Act = "opens"
    target: Number | None = None


class OwnCall(Given):
    """Who was ahead, in your own view."""

    side: Literal["A", "B", "draw"]


class Order(Given):
    """The method by which a debate is to be judged too."""

    method: Method


class ToJudge(Given):
    """A debate held elsewhere, with how it is to be judged. Exactly one of `case` and `transcript`."""

    case: dict[str, Any] | None = Field(None, description='A case ("dikast": 1) or a debate of a corpus ("turns").')
    transcript: Annotated[str, Field(max_length=2_097_152)] | None = Field(None, description="Lines of NAME: TEXT.")
    speakers: dict[Label, Literal["A", "B", "unjudged", "text"]] = Field(
        {}, max_length=200, description="What the names in a transcript stand for."
    )
    motion: Motion | None = Field(None, description="In place of the motion that the debate names.")
    method: Method | None = Field(None, description="By default the debate's own, or that of its format, or graph/1.")
    judge: Label = Field("", description="One of the judges of /methods; empty for the first.")
    readings: Annotated[int, Field(ge=1, le=READINGS)] = 1
    visibility: Visibility = "private"


class Account(Schema):
    name: str
    handle: str


class FormatTurn(Schema):
    side: Side
    role: str
    speaker: int
    minutes: int | None
    closing: bool
    min_words: int
    max_words: int
    min_graphemes: int
    max_graphemes: int


class FormatShape(Schema):
    """A format; `turns` is empty for an open floor, whose posts have the limits of `length`."""

    id: str
    name: str
    kind: Literal["match", "open-floor"]
    method: Method
    about: str
    source: str
    names: dict[Side, str]
    length: dict[str, int]
    turns: list[FormatTurn]
    post_limit: int | None


class MethodShape(Schema):
    id: Method
    fingerprint: str


class Methods(Schema):
    methods: list[MethodShape]
    judges: list[str]


class DebateShape(Schema):
    """A debate; `ruling` is what lists show of it, {} before there is any."""

    slug: str
    page: str
    motion: str
    lang: str
    format: str
    method: str
    judge: str
    readings: int
    names: dict[Side, str]
    origin: Literal["floor", "match", "transcript"]
    visibility: Visibility
    state: Literal["waiting", "open", "closed", "ruled", "fault", "forfeited", "withdrawn"]
    turn: Side | None = Field(description="Whose turn it is; null where nobody's, and in lists.")
    turn_seconds: int | None
    due_at: datetime | None
    closes_at: datetime | None
    posts: int
    events: int
    forfeited: Literal["A", "B", ""]
    ruling: dict[str, Any]
    created_at: datetime
    active_at: datetime


class DebateList(Schema):
    debates: list[DebateShape]
    next: int | None = Field(description="The next page, null at the end.")


class SeatShape(Schema):
    side: Side
    position: int
    taken: bool
    name: str
    key: str | None = Field(description="Of its invitation; for the debate's owner, while the seat is free.")


class Seats(Schema):
    seats: list[SeatShape]


class PostShape(Schema):
    number: int
    side: Side
    speaker: str
    role: str
    text: str
    answers: int | None
    concedes: int | None
    clarifies: int | None
    accepted_at: datetime


class Posts(Schema):
    posts: list[PostShape]
    next: int | None = Field(description="Ask for what comes after this number; null at the end.")


class Accepted(Schema):
    """What became of what was sent: the post, null for a yield."""

    post: PostShape | None
    repeated: bool


class DraftShape(Schema):
    text: str
    act: Act
    target: int | None
    saved_at: datetime | None


class EventShape(Schema):
    number: int
    kind: str
    data: dict[str, Any]
    at: datetime


class Events(Schema):
    events: list[EventShape]
    next: int | None
    stream: str = Field(description="Server-sent events from here on; each has its number as id and a page's HTML.")


class NoticeShape(Schema):
    kind: str
    about: str
    motion: str
    created_at: datetime
    read: bool


class Notices(Schema):
    notices: list[NoticeShape]
    unread: int


class Following(Schema):
    following: bool


class JudgingShape(Schema):
    method: Method
    judge: str
    readings: int
    posts_wanted: int
    posts_done: int
    ruled: bool
    fault: str = Field(description="What the last attempt failed with; empty if it did not.")
    needs_a_person: bool


class Judgings(Schema):
    judgings: list[JudgingShape]


class RulingShape(Schema):
    """How a debate stands or was ruled, with the addresses of all of it."""

    method: Method
    final: bool
    posts: int
    summary: dict[str, Any]
    case: str
    ledger: str
    page: str


class Range(Schema):
    low: int
    high: int


class CostShape(Schema):
    method: Method
    calls: Range
    tokens_in: Range
    tokens_out: Range
    charge: Literal["nothing", "at-most", "own-server", "unknown"]
    dollars: str | None


class Cost(Schema):
    speeches: int
    costs: list[CostShape]


class Job(Schema):
    """A debate before the judge. `case` is the whole case with its ruling, null before."""

    id: str
    state: Literal["judging", "ruled", "fault"]
    poll: str
    stream: str
    page: str
    posts_done: int
    posts_wanted: int
    fault: str
    summary: dict[str, Any]
    case: dict[str, Any] | None


class CallShape(Schema):
    side: Literal["A", "B", "draw"]
    made_at: datetime
