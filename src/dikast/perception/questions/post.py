"""``post/1`` (rubric): class, engagement, scores and fallacies of one post (the method, §3.1).

Must not know what any of it is worth.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from dikast.perception import frame
from dikast.perception.leaks import said
from dikast.perception.neutral import neutral
from dikast.perception.port import Fault, Rejection, Request
from dikast.perception.questions.evidence import Evidence
from dikast.perception.questions.question import Question
from dikast.perception.questions.wording import prompt
from dikast.perception.schema import (
    CONFIDENCE,
    HELD_QUOTE,
    NOTHING,
    boolean,
    choice,
    clip,
    either,
    held,
    many,
    record,
    require,
    text,
    whole,
)

ID = "post/1"
SUBSTANTIVE = ("argument", "evidence", "clarification", "concession")
CLASSES = (*SUBSTANTIVE, "dismissive", "off-topic", "abusive")
CRITERIA = ("logic", "evidence", "relevance", "civility")
PATTERNS = (
    "ad-hominem",
    "straw-man",
    "false-dilemma",
    "slippery-slope",
    "appeal-to-authority",
    "appeal-to-emotion",
    "appeal-to-popularity",
    "circular-reasoning",
    "hasty-generalisation",
    "false-cause",
    "whataboutism",
    "moving-the-goalposts",
    "shifting-the-burden",
    "equivocation",
    "cherry-picking",
    "non-sequitur",
    "tu-quoque",
    "judge-manipulation",
)
#: The most characters of a reason that are kept.
REASON = 400

_SCORE = record(reason=text(REASON), score=whole(0, 10))
_FALLACY = record(quote=text(), pattern=choice(PATTERNS), severity=choice(("minor", "major")), reason=text(REASON))
_SCHEMA = record(
    **{"class": choice(CLASSES)},
    engages=boolean(),
    engagement_quote=either(text(), NOTHING),
    declined=boolean(),
    fallacies=many(_FALLACY, 18),
    scores=either(record(**dict.fromkeys(CRITERIA, _SCORE)), NOTHING),
    confidence=choice(CONFIDENCE),
)

#: A small model flags whatever it is given room for, copies whole posts as the words that engage, and leaves scores out
#: where it may; scores that a post cannot have are rejected.
_TIGHT = held(
    _SCHEMA
    | {
        "properties": _SCHEMA["properties"]
        | {
            "fallacies": many(_FALLACY, 3),
            "engagement_quote": either({"type": "string", "maxLength": HELD_QUOTE}, NOTHING),
            "scores": record(**dict.fromkeys(CRITERIA, _SCORE)),
        }
    }
)


class Named(NamedTuple):
    """An earlier post that the post names."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class PostInput:
    """What ``post/1`` is asked about.

    Attributes:
        motion: what is debated.
        post: the post's text as stored.
        answers: the posts it claims to answer.
        concedes: the post that it formally concedes, or None.
        clarifies: the post of its own side that it clarifies, or None.
        opponent: texts of the other side's earlier posts; not shown, only to tell its words from the author's.
    """

    motion: str
    post: str
    answers: tuple[Named, ...] = ()
    concedes: Named | None = None
    clarifies: Named | None = None
    opponent: tuple[str, ...] = ()


class PerceivedFallacy(NamedTuple):
    """A flag with its quote and the quote's offsets."""

    pattern: str
    severity: str
    quote: str
    at: tuple[int, int]
    reason: str


class PostResult(NamedTuple):
    """What was perceived. `scores` and `reasons` are None unless the class is substantive and nothing declined."""

    cls: str
    engages: bool
    engagement_quote: str | None
    engagement_at: tuple[int, int] | None
    declined: bool
    scores: dict[str, int] | None
    reasons: dict[str, str] | None
    fallacies: tuple[PerceivedFallacy, ...]
    confidence: str


def request(asked: PostInput) -> Request:
    """Return the request for one post."""
    content = {
        "motion": neutral(asked.motion),
        "answers": [neutral(post.text) for post in asked.answers],
        "concedes": None if asked.concedes is None else neutral(asked.concedes.text),
        "clarifies": None if asked.clarifies is None else neutral(asked.clarifies.text),
        "post": neutral(asked.post),
    }
    return Request(ID, prompt(ID), frame.data(content), _SCHEMA, blind=False, max_tokens=2000, tight=_TIGHT)


def accept(asked: PostInput, answer: Mapping[str, Any]) -> tuple[PostResult, tuple[Rejection, ...]]:
    """Return what holds of the answer, and what does not.

    A flag without its words in the post is rejected; so is an engagement that cannot be shown, which then counts
    as none. A post that answers nothing engages. A declined post has no fallacies and no scores. A substantive one
    without scores raises ``Fault("invalid", …)``.
    """
    require(answer, _SCHEMA)
    evidence = Evidence(asked.post, opponent=asked.opponent)
    rejected: list[Rejection] = []
    scored = answer["class"] in SUBSTANTIVE and not answer["declined"]
    if scored and answer["scores"] is None:
        raise Fault("invalid", f"class {answer['class']} without scores")
    engages, quote, at = _engagement(asked, answer, evidence, rejected)
    fallacies = [] if answer["declined"] else _fallacies(answer["fallacies"], evidence, rejected)
    if answer["scores"] is not None and not scored:
        why = "declined" if answer["declined"] else answer["class"]
        rejected.append(Rejection("scores.not-substantive", "scores", why))
    given = answer["scores"] if scored else None
    result = PostResult(
        answer["class"],
        engages,
        quote,
        at,
        answer["declined"],
        None if given is None else {name: given[name]["score"] for name in CRITERIA},
        None if given is None else {name: said(given[name]["reason"], REASON) for name in CRITERIA},
        tuple(fallacies),
        answer["confidence"],
    )
    return result, tuple(rejected)


def _engagement(
    asked: PostInput, answer: Mapping[str, Any], evidence: Evidence, rejected: list[Rejection]
) -> tuple[bool, str | None, tuple[int, int] | None]:
    """Return whether the post engages what it answers, with the words that show it."""
    if not asked.answers:
        return True, None, None
    if not answer["engages"]:
        return False, None, None
    quote = evidence.check(answer["engagement_quote"] or "", "engagement_quote")
    if isinstance(quote, Rejection):
        rejected.append(quote)
        return False, None, None
    return True, quote.text, quote.at


def _fallacies(flags: list[Mapping[str, Any]], evidence: Evidence, rejected: list[Rejection]) -> list[PerceivedFallacy]:
    """Return the flags whose words are in the post, one for each pattern and passage."""
    found: list[PerceivedFallacy] = []
    for at, flag in enumerate(flags):
        what = f"fallacies[{at}]"
        quote = evidence.check(flag["quote"], what)
        if isinstance(quote, Rejection):
            rejected.append(quote)
        elif any(flag["pattern"] == one.pattern and quote.at == one.at for one in found):
            rejected.append(Rejection("fallacy.repeated", what, clip(quote.text, 400)))
        else:
            reason = said(flag["reason"], REASON)
            found.append(PerceivedFallacy(flag["pattern"], flag["severity"], quote.text, quote.at, reason))
    return found


QUESTION = Question(ID, False, _SCHEMA, request, accept)
