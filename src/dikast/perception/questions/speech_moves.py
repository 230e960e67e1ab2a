"""``moves/1`` (graph): the moves of one speech, in order, each with its quote (the method, §4.1, 1 and 2).

Not blind: it needs the motion and what was claimed before. Must not know scores or fates.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal, NamedTuple

from dikast.perception import frame
from dikast.perception.leaks import said
from dikast.perception.neutral import neutral
from dikast.perception.port import Rejection, Request
from dikast.perception.questions.evidence import Evidence, Quote
from dikast.perception.questions.question import Question
from dikast.perception.questions.wording import prompt
from dikast.perception.quotes import words
from dikast.perception.schema import CONFIDENCE, Schema, choice, clip, either, held, many, record, require, text

ID = "moves/1"
#: A speech longer than this many words is asked about in parts.
PART_WORDS = 2500
#: The most characters of a gist, and the letters of a word that a gist can be held to.
GIST, LONGER = 60, 4
_MOST_MOVES = 60
#: A speech of fewer words than this may well have no move.
SHORT = 25
#: For a small model: words to a move after the first three, and the most moves of one speech. Given more room, it
#: lists sentence after sentence until its answer is cut off.
MOVE_WORDS, HELD_MOVES = 60, 10
_PARAGRAPH = re.compile(r"\n\s*\n")
_SENTENCE = re.compile(r"(?<=[.!?\u061f\u06d4\u0964])[\"'\u201d\u2019)]*\s+|(?<=[\u3002\uff01\uff1f])|\n")
_WORD = re.compile(r"\w+")
_BLANK = re.compile(r"\s+")


class Offered(NamedTuple):
    """A move made before, that this speech may answer. `target` is the claim a rebuttal attacks, "" for a claim."""

    id: str
    quote: str
    gist: str = ""
    target: str = ""


@dataclass(frozen=True, slots=True)
class MovesInput:
    """What ``moves/1`` is asked about.

    Attributes:
        motion: what is debated.
        side: the speaker's side by its own name.
        speech: the speech's whole text as stored.
        part: code-point offsets of the part asked about (see `parts`), or None for all of it.
        closing: whether it is a closing speech.
        own_claims, other_claims: claims made before, by this side and by the other.
        attacks_on_own: the other side's rebuttals of `own_claims`.
        own_attacks: this side's own rebuttals so far.
        opponent: texts of the other side's earlier speeches; not shown, only to tell its words from the speaker's.
    """

    motion: str
    side: str
    speech: str
    part: tuple[int, int] | None = None
    closing: bool = False
    own_claims: tuple[Offered, ...] = ()
    other_claims: tuple[Offered, ...] = ()
    attacks_on_own: tuple[Offered, ...] = ()
    own_attacks: tuple[Offered, ...] = ()
    opponent: tuple[str, ...] = ()


class PerceivedMove(NamedTuple):
    """One accepted move. `weight` and `bearing` are set for claims only, `target` for all others."""

    kind: Literal["claim", "rebuttal", "defense", "renewal", "concession"]
    quote: str
    at: tuple[int, int]
    gist: str
    confidence: str
    target: str | None = None
    weight: str | None = None
    bearing: str | None = None


class MovesResult(NamedTuple):
    """The accepted moves in the order of the answer."""

    moves: tuple[PerceivedMove, ...]


def request(asked: MovesInput) -> Request:
    """Return the request for one speech or part of one."""
    begin, end = asked.part or (0, len(asked.speech))
    content = {
        "motion": neutral(asked.motion),
        "side": neutral(asked.side),
        "closing": asked.closing,
        "other_claims": [_shown(move) for move in asked.other_claims],
        "own_claims": [_shown(move) for move in asked.own_claims],
        "attacks_on_own": [_shown(move) for move in asked.attacks_on_own],
        "own_attacks": [_shown(move) for move in asked.own_attacks],
        "speech": neutral(asked.speech[begin:end]),
    }
    form, size = schema(asked), words(asked.speech[begin:end])
    return Request(ID, prompt(ID), frame.data(content), form, blind=False, max_tokens=4000, tight=_tight(form, size))


def accept(asked: MovesInput, answer: Mapping[str, Any]) -> tuple[MovesResult, tuple[Rejection, ...]]:
    """Return the moves whose quote and target hold, and the others as rejections.

    Of two moves of one kind and target whose passages lie one in the other, the wider is rejected: it is the same
    point, or several, quoted too broadly. A speech without moves is a valid answer.
    """
    require(answer, schema(asked))
    evidence = Evidence(asked.speech, asked.part, asked.opponent)
    accepted: list[PerceivedMove] = []
    rejected: list[Rejection] = []
    done: set[tuple[str, str | None, tuple[int, int]]] = set()
    cursor = 0
    for at, move in enumerate(answer["moves"]):
        what = f"moves[{at}]"
        quote = evidence.check(move["quote"], what, cursor)
        if isinstance(quote, Rejection):
            rejected.append(quote)
            continue
        perceived = _perceived(move, quote, [one["gist"] for one in answer["moves"]].count(move["gist"]) > 1)
        if (perceived.kind, perceived.target, quote.at) in done:
            rejected.append(Rejection("move.repeated", what, clip(quote.text, 400)))
            continue
        done.add((perceived.kind, perceived.target, quote.at))
        accepted.append(perceived)
        cursor = quote.at[0]
    for wide in [move for move in accepted if any(_encloses(move, other) for other in accepted)]:
        accepted.remove(wide)
        rejected.append(Rejection("move.too-broad", wide.kind, clip(wide.quote, 400)))
    return MovesResult(tuple(accepted)), tuple(rejected)


def _encloses(wide: PerceivedMove, other: PerceivedMove) -> bool:
    return (
        (wide.kind, wide.target) == (other.kind, other.target)
        and wide.at != other.at
        and wide.at[0] <= other.at[0]
        and other.at[1] <= wide.at[1]
    )


def schema(asked: MovesInput) -> Schema:
    """Return the answer's schema: only ids that were offered can be targets, and only of the kinds that fit."""
    own = [move.id for move in asked.own_claims]
    attacks = [move.id for move in asked.attacks_on_own]
    return _schema([move.id for move in asked.other_claims], attacks, [move.id for move in asked.own_attacks], own)


def _tight(form: Schema, size: int) -> Schema:
    """Return the schema for a small model: about as many moves as a speech of `size` words can have, and at least
    one unless it is very short. Given the choice, such a model answers with an empty list, or lists to the limit.
    """
    listed = form["properties"]["moves"]
    bounds = {"minItems": min(2, size // SHORT), "maxItems": min(HELD_MOVES, 3 + size // MOVE_WORDS)}
    return held(form | {"properties": {"moves": listed | bounds}})


def parts(speech: str, limit: int = PART_WORDS) -> tuple[tuple[int, int], ...]:
    """Return offsets that cut `speech` into pieces of at most `limit` words each, in order, without gaps.

    Cuts at the ends of paragraphs where it can, else of sentences, else between words. A short speech is one part.
    """
    if words(speech) <= limit:
        return ((0, len(speech)),)
    pieces = _pieces(speech, 0, limit, (_PARAGRAPH, _SENTENCE, _BLANK))
    joined: list[tuple[int, int]] = []
    size = 0
    for begin, end in pieces:
        count = words(speech[begin:end])
        if joined and size + count <= limit:
            joined[-1] = (joined[-1][0], end)
            size += count
        else:
            joined.append((begin, end))
            size = count
    return tuple(joined)


def _pieces(speech: str, offset: int, limit: int, cuts: Sequence[re.Pattern[str]]) -> list[tuple[int, int]]:
    """Return pieces of at most `limit` words, cut as coarsely as `cuts` (coarse to fine) allow."""
    if words(speech) <= limit or not cuts:
        return [(offset, offset + len(speech))]
    edges = [0, *(match.end() for match in cuts[0].finditer(speech)), len(speech)]
    found: list[tuple[int, int]] = []
    for begin, end in pairwise(edges):
        if begin < end:
            found += _pieces(speech[begin:end], offset + begin, limit, cuts[1:])
    return found


def _shown(move: Offered) -> dict[str, str]:
    shown = {"id": move.id, "says": neutral(move.quote or move.gist)}
    return shown | {"against": move.target} if move.target else shown


def _perceived(move: Mapping[str, Any], quote: Quote, twice: bool) -> PerceivedMove:
    return PerceivedMove(
        move["kind"],
        quote.text,
        quote.at,
        _short(quote.text) if twice else _gist(said(move["gist"], GIST), quote.text),
        move["confidence"],
        move.get("target"),
        move.get("weight"),
        move.get("bearing"),
    )


def _gist(gist: str, quote: str) -> str:
    """Return the gist, or the quote's beginning where the gist has not one longer word of it: nothing checks a gist,
    and small models write down another move's. One that was cut at the limit ends with a whole word."""
    longer = {word for word in _WORD.findall(gist.casefold()) if len(word) >= LONGER}
    if not gist.strip() or (longer and longer.isdisjoint(_WORD.findall(quote.casefold()))):
        return _short(quote)
    return _short(gist) if len(gist) >= GIST else gist


def _short(passage: str) -> str:
    """Return a passage on one line, at most `GIST` characters, cut after a word."""
    line = " ".join(neutral(passage).split())
    if len(line) < GIST:
        return line
    return line[: line.rfind(" ", 0, GIST) if " " in line[:GIST] else GIST - 1].rstrip(",;:") + "\u2026"


def _schema(other: list[str], attacks: list[str], pressed: list[str], own: list[str]) -> Schema:
    quote, gist, sure = text(), text(GIST), choice(CONFIDENCE)
    options = [
        record(
            quote=quote,
            kind=choice(["claim"]),
            weight=choice(["substantive", "framing"]),
            bearing=choice(["major", "minor"]),
            gist=gist,
            confidence=sure,
        )
    ]
    targets = {"rebuttal": other, "defense": attacks, "renewal": pressed, "concession": own + attacks}
    options += [
        record(quote=quote, kind=choice([kind]), target=choice(ids), gist=gist, confidence=sure)
        for kind, ids in targets.items()
        if ids
    ]
    return record(moves=many(either(*options), _MOST_MOVES))


QUESTION = Question(ID, False, _schema(["claim"], ["attack"], ["own attack"], ["own claim"]), request, accept)
