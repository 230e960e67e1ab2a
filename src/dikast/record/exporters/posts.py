"""The posts of a rubric debate with what the judge read in them, and the state of every point. Must not know markup."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from dikast.core import rubric
from dikast.record.exporters.fields import Entry, amount, child, children, decimal, text, whole
from dikast.record.exporters.passages import Piece, Ref, pieces
from dikast.record.exporters.source import Source, Turn, shorten

#: Characters of a post's beginning in the rail.
BEGINNING: Final = 60
#: The order in which the rail lists what became of points.
STATES: Final = ("open", "answered", "conceded", "unanswerable")


@dataclass(frozen=True, slots=True)
class Flag:
    """One fallacy: its cost (with sign, "" where another flag already paid it), the judge's reason and its anchor."""

    label: str
    anchor: str
    words: str
    pattern: str
    severity: str
    cost: str
    quote: str
    reason: str
    found: bool


@dataclass(frozen=True, slots=True)
class Score:
    """One criterion's score, 0 to 10, with the judge's reason."""

    criterion: str
    score: int
    reason: str


@dataclass(frozen=True, slots=True)
class Post:
    """One post. `acts`: what it ``answers``, ``concedes`` or ``clarifies``; `state`: what became of its point;
    `waiting`: the judge has not read it yet."""

    turn: Turn
    label: str
    beginning: str
    acts: tuple[tuple[str, tuple[Turn, ...]], ...]
    opens: bool
    kind: str
    judged: bool
    waiting: bool
    declined: bool
    engages: bool
    scores: tuple[Score, ...]
    flags: tuple[Flag, ...]
    quality: str
    terms: str
    state: str
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Floor:
    """All posts, and the posts whose points came to each state."""

    posts: tuple[Post, ...]
    points: tuple[tuple[str, tuple[Post, ...]], ...]


def floor(source: Source) -> Floor:
    """Return the posts of the shown reading."""
    posts = tuple(_post(source, turn) for turn in source.turns)
    found = ((state, tuple(post for post in posts if post.state == state)) for state in STATES)
    return Floor(posts, tuple((state, listed) for state, listed in found if listed))


def _post(source: Source, turn: Turn) -> Post:
    ruling: Entry = source.ruling or {}
    assessment = source.assessments.get(turn.id, {})
    named = (("answers", turn.answers), ("concedes", (turn.concedes,)), ("clarifies", (turn.clarifies,)))
    acts = tuple(
        (act, tuple(source.turn[ref] for ref in refs if ref in source.turn))
        for act, refs in named
        if any(ref in source.turn for ref in refs)
    )
    flags, refs = _flags(turn, assessment)
    scores, reasons = child(assessment, "scores"), child(assessment, "reasons")
    quality = child(ruling, "quality")
    return Post(
        turn,
        f"P{turn.number}",
        shorten(turn.text or turn.id, BEGINNING),
        acts,
        text(child(ruling, "points"), turn.id) != "",
        text(assessment, "class"),
        bool(assessment),
        not assessment and not source.faults,
        assessment.get("declined") is True,
        assessment.get("engages") is not False,
        tuple(
            Score(name, min(max(whole(scores, name) or 0, 0), rubric.TOP_SCORE), text(reasons, name))
            for name in rubric.CRITERIA
            if name in scores
        ),
        flags,
        decimal(amount(quality, turn.id)) if turn.id in quality else "",
        quality_terms(assessment),
        text(child(ruling, "points"), turn.id),
        pieces(turn.text, refs),
    )


def _flags(turn: Turn, assessment: Entry) -> tuple[tuple[Flag, ...], list[Ref]]:
    flags: list[Flag] = []
    refs: list[Ref] = []
    paid = False
    for number, entry in enumerate(children(assessment, "fallacies"), 1):
        pattern, severity, quote = text(entry, "pattern"), text(entry, "severity"), text(entry, "quote")
        cost = rubric.FALLACY_COST.get(severity, Fraction(0))
        if pattern == rubric.JUDGE:
            cost, paid = Fraction(0) if paid else rubric.JUDGE_COST, True
        anchor, words = f"flag-{turn.number}-{number}", f"flagged-{turn.number}-{number}"
        at = entry.get("at")
        start, end = (
            at
            if isinstance(at, list | tuple) and len(at) == 2 and all(isinstance(one, int) for one in at)
            else (turn.text.find(quote), turn.text.find(quote) + len(quote))
        )
        found = 0 <= start < end <= len(turn.text)
        label = f"F{number}"
        if found:
            refs.append(Ref(start, end, label, words, anchor, fallacy=True))
        flags.append(
            Flag(
                label,
                anchor,
                words,
                pattern,
                severity,
                decimal(-cost) if cost else "",
                quote,
                text(entry, "reason"),
                found,
            )
        )
    return tuple(flags), refs


def quality_terms(assessment: Entry) -> str:
    """Write how a post's quality adds up (the method, §3.2), in figures: ``0.4×7 + 0.3×5 − 0.5×1``; "" where a rule
    makes it 0."""
    scores = child(assessment, "scores")
    if assessment.get("declined") is True or text(assessment, "class") not in rubric.SCORED or not scores:
        return ""
    flags = children(assessment, "fallacies")
    ordinary = [text(one, "severity") for one in flags if text(one, "pattern") != rubric.JUDGE]
    terms = [(weight, whole(scores, name) or 0) for name, weight in rubric.WEIGHTS.items()]
    terms += [(-cost, ordinary.count(severity)) for severity, cost in rubric.FALLACY_COST.items()]
    terms.append((-rubric.JUDGE_COST, int(len(ordinary) < len(flags))))
    terms.append((-rubric.CIVILITY_COST, max(0, rubric.CIVILITY_FLOOR - (whole(scores, "civility") or 0))))
    minus = "\N{MINUS SIGN}"
    written = [
        f"{minus if each < 0 else '+'} {decimal(abs(each))}\N{MULTIPLICATION SIGN}{times}"
        for place, (each, times) in enumerate(terms)
        if times or place < len(rubric.WEIGHTS)
    ]
    total = sum((each * times for each, times in terms), Fraction(0))
    return f"{' '.join(written).removeprefix('+ ')} = {decimal(total)}"
