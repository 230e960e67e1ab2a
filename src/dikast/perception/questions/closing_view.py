"""``ruling/1`` (rubric): the ruling's text, from the whole record read once more (the method, §3.5).

It can move no number. Must not know the ledger, so that its own finding is its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from dikast.perception import frame
from dikast.perception.leaks import refuse
from dikast.perception.neutral import neutral
from dikast.perception.port import Fault, Rejection, Request
from dikast.perception.questions.post import CRITERIA
from dikast.perception.questions.question import Question
from dikast.perception.questions.stand import takes_stand
from dikast.perception.questions.wording import prompt
from dikast.perception.schema import Schema, boolean, choice, clip, many, record, require, text, whole

ID = "ruling/1"
#: The most characters kept of a clash, an advice or the reason.
PASSAGE = 800


class Post(NamedTuple):
    """One post of the record."""

    id: str
    side: Literal["A", "B"]
    text: str


@dataclass(frozen=True, slots=True)
class RulingInput:
    """The whole record: the motion, the sides' own names (A's first) and all posts in order."""

    motion: str
    names: tuple[str, str]
    posts: tuple[Post, ...]


class Clash(NamedTuple):
    """A decisive clash, with posts of both sides."""

    posts: tuple[str, ...]
    text: str


class ClosingView(NamedTuple):
    """The ruling's text, and the model's own finding, to be compared with the ledger's."""

    scores: dict[str, dict[str, int]]
    clashes: tuple[Clash, ...]
    advice: dict[str, str]
    finding: Literal["A", "B", "tie"]
    reason: str


def request(asked: RulingInput) -> Request:
    """Return the request for the whole record."""
    content = {
        "motion": neutral(asked.motion),
        "sides": {"A": neutral(asked.names[0]), "B": neutral(asked.names[1])},
        "posts": [{"id": post.id, "side": post.side, "text": neutral(post.text)} for post in asked.posts],
    }
    return Request(ID, prompt(ID), frame.data(content), _schema(_ids(asked)), blind=False, max_tokens=2000)


def accept(asked: RulingInput, answer: Mapping[str, Any]) -> tuple[ClosingView, tuple[Rejection, ...]]:
    """Return the text; a clash that does not name posts of both sides is rejected.

    A text that takes a stand on the motion, by its own account or by `stand`, or that repeats the instructions, raises
    ``Fault("invalid", …)``.
    """
    require(answer, _schema(_ids(asked)))
    _refuse_unfit(asked, answer)
    sides = {post.id: post.side for post in asked.posts}
    clashes: list[Clash] = []
    rejected: list[Rejection] = []
    for at, clash in enumerate(answer["clashes"]):
        posts = tuple(dict.fromkeys(clash["posts"]))
        if {sides[post] for post in posts} == {"A", "B"}:
            clashes.append(Clash(posts, clip(neutral(clash["text"]), PASSAGE)))
        else:
            rejected.append(Rejection("clash.one-sided", f"clashes[{at}]", ", ".join(posts)))
    view = ClosingView(
        {side: {name: answer["scores"][side][name] for name in CRITERIA} for side in ("A", "B")},
        tuple(clashes),
        {side: clip(neutral(answer["advice"][side]), PASSAGE) for side in ("A", "B")},
        answer["finding"],
        clip(neutral(answer["reason"]), PASSAGE),
    )
    return view, tuple(rejected)


def _refuse_unfit(asked: RulingInput, answer: Mapping[str, Any]) -> None:
    if answer["takes_stand"]:
        raise Fault("invalid", "the text takes a stand on the motion, by its own account")
    texts = [answer["reason"], *answer["advice"].values(), *(clash["text"] for clash in answer["clashes"])]
    for passage in texts:
        refuse(neutral(passage), "the text")
        sentence = takes_stand(passage, asked.motion)
        if sentence is not None:
            raise Fault("invalid", f"the text takes a stand on the motion: {clip(sentence, 200)}")


def _ids(asked: RulingInput) -> list[str]:
    return [post.id for post in asked.posts]


def _schema(ids: list[str]) -> Schema:
    grades = record(**{name: whole(0, 10) for name in CRITERIA})
    return record(
        clashes=many(record(posts=many(choice(ids), 8), text=text(PASSAGE)), 4),
        scores=record(A=grades, B=grades),
        advice=record(A=text(PASSAGE), B=text(PASSAGE)),
        reason=text(PASSAGE),
        finding=choice(("A", "B", "tie")),
        takes_stand=boolean(),
    )


QUESTION = Question(ID, False, _schema(["post"]), request, accept)
