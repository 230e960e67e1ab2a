"""The rules of a format: what lets a text onto the record, and where a debate departs from its format.

The first step of both methods (the method, §2): a refused text gets a reason that names the rule, the limit and
the actual value, and nothing of it reaches a judge. Pure: the clock comes in as data. Must not know perceptions:
whether a post really puts a point is a judge's answer, so here a post counts as a proposition unless its author
declared it a concession or a clarification.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from dikast.core.debate import Debate, Side, Speech, other
from dikast.core.formats import Format, Length
from dikast.core.lengths import graphemes, words
from dikast.core.problems import Problem


@dataclass(frozen=True, slots=True)
class Draft:
    """A turn that someone wants to take: a text with what it claims to do, or a yield of the floor.

    Attributes:
        side: for whom it is.
        text: the words; empty when the floor is yielded.
        answers: posts it answers.
        concedes: the post it formally concedes, or None.
        clarifies: the post of its own side that it clarifies, or None.
        yields: whether the side yields the floor instead of posting.
    """

    side: Side
    text: str = ""
    answers: tuple[str, ...] = ()
    concedes: str | None = None
    clarifies: str | None = None
    yields: bool = False


def turn(debate: Debate, fmt: Format) -> Side | None:
    """Return whose turn it is, or None when the floor has closed by turns, yields or the post limit.

    On an open floor the sides alternate; a side that has yielded since the last post is passed over.
    """
    held = len(debate.speeches)
    if fmt.floor is None:
        return fmt.turns[held].side if held < len(fmt.turns) else None
    if held >= fmt.floor.post_limit or set(debate.yielded) == {"A", "B"}:
        return None
    due = other(debate.speeches[-1].side) if held else fmt.floor.opens
    return other(due) if due in debate.yielded else due


def admit(
    debate: Debate, fmt: Format, draft: Draft, *, now: datetime | None = None, deadline: datetime | None = None
) -> list[Problem]:
    """Return why `draft` may not enter the record of `debate` now; an empty list lets it in.

    `debate` holds what was accepted so far. `now` and `deadline` are given together, both with or both without a
    time zone; the floor closes at the deadline. A closed floor and a wrong turn are the only reasons given when
    they hold, since nothing in the text could mend them.
    """
    due = turn(debate, fmt)
    if due is None:
        return [Problem("rules.floor-closed", "floor", f"the floor is closed: {_closed(debate, fmt)}")]
    if now is not None and deadline is not None and now >= deadline:
        return [Problem("rules.deadline-passed", "floor", f"the floor closed at {deadline}; it is {now}")]
    if draft.side != due:
        called = debate.names[0 if due == "A" else 1]
        return [
            Problem("rules.not-your-turn", "turn", f"side {draft.side} cannot speak: it is {due}'s turn ({called})")
        ]
    if draft.yields:
        return _yield_problems(fmt, draft)
    length = fmt.length if fmt.floor else fmt.turns[len(debate.speeches)].length
    return _length_problems("text", draft.text, length) + _act_problems("acts", debate.speeches, fmt, draft)


def check_debate(debate: Debate, fmt: Format) -> list[Problem]:
    """Return, as warnings, where a debate held elsewhere departs from `fmt`.

    An imported debate is judged all the same: its speeches were made under other rules. Texts that the file leaves
    out are not measured.
    """
    problems: list[Problem] = []
    held = len(debate.speeches)
    if fmt.floor is None and held != len(fmt.turns):
        problems.append(_warning("rules.turn-count", "speeches", f"{held} speeches; {fmt.id} has {len(fmt.turns)}"))
    if fmt.floor is not None and held > fmt.floor.post_limit:
        limit = fmt.floor.post_limit
        problems.append(_warning("rules.turn-count", "speeches", f"{held} posts; {fmt.id} closes after {limit}"))
    for index, speech in enumerate(debate.speeches):
        place = f"speech {speech.id}"
        due = _due(debate, fmt, index)
        if due is not None and speech.side != due:
            problems.append(_warning("rules.turn-order", place, f"side {speech.side} speaks; {fmt.id} has {due} here"))
        fits = fmt.floor is not None or index < len(fmt.turns)
        if speech.text is not None and fits:
            length = fmt.length if fmt.floor else fmt.turns[index].length
            problems += map(_as_warning, _length_problems(place, speech.text, length))
        draft = Draft(speech.side, speech.text or "", speech.answers, speech.concedes, speech.clarifies)
        problems += map(_as_warning, _act_problems(place, debate.speeches[:index], fmt, draft))
    return problems


def _due(debate: Debate, fmt: Format, index: int) -> Side | None:
    """Return who had to speak at `index`, None past the format's end; yields between posts are not recorded."""
    if fmt.floor is None:
        return fmt.turns[index].side if index < len(fmt.turns) else None
    return other(debate.speeches[index - 1].side) if index else fmt.floor.opens


def _closed(debate: Debate, fmt: Format) -> str:
    """Say why the floor has closed."""
    if fmt.floor is None:
        return f"all {len(fmt.turns)} turns of {fmt.id} are taken"
    if len(debate.speeches) >= fmt.floor.post_limit:
        return f"the limit of {fmt.floor.post_limit} posts is reached ({len(debate.speeches)} made)"
    return "both sides have yielded it"


def _yield_problems(fmt: Format, draft: Draft) -> list[Problem]:
    """Return why the floor cannot be yielded so."""
    if fmt.floor is None:
        return [
            Problem("rules.no-yield", "turn", f"{fmt.id} has fixed turns; the floor is yielded on an open floor only")
        ]
    if draft.text or draft.answers or draft.concedes or draft.clarifies:
        return [Problem("rules.yield-with-text", "turn", "a yield carries no text and names no post", "post or yield")]
    return []


def _length_problems(place: str, text: str, length: Length) -> list[Problem]:
    """Return which limits `text` breaks, each with the limit and the actual value."""
    problems = []
    for unit, actual, least, most in (
        ("words", words(text), length.min_words, length.max_words),
        ("graphemes", graphemes(text.strip()), length.min_graphemes, length.max_graphemes),
    ):
        if actual < least:
            message = f"the text has {actual} {unit}; at least {least} are needed"
            problems.append(Problem("rules.too-short", place, message, "say more"))
        elif actual > most:
            message = f"the text has {actual} {unit}; at most {most} are allowed"
            problems.append(Problem("rules.too-long", place, message, f"cut {actual - most} {unit}"))
    return problems


def _act_problems(place: str, earlier: tuple[Speech, ...], fmt: Format, draft: Draft) -> list[Problem]:
    """Return which of the acts that `draft` declares the record does not allow."""
    posts = {speech.id: speech for speech in earlier}
    acts = [("answers", target) for target in draft.answers]
    acts += [
        (name, target) for name, target in (("concedes", draft.concedes), ("clarifies", draft.clarifies)) if target
    ]
    problems = []
    if fmt.floor is not None and len(acts) > 1:
        said = ", ".join(f"{name} {target}" for name, target in acts)
        problems.append(Problem("rules.several-acts", place, f"a post names one post at most; this one {said}"))
    for name, target in acts:
        problems += _target_problems(place, posts, draft.side, name, target)
    return problems


def _target_problems(place: str, posts: Mapping[str, Speech], side: Side, act: str, target: str) -> list[Problem]:
    """Return why one act may not name `target`."""
    post = posts.get(target)
    if post is None:
        return [Problem("rules.unknown-post", place, f"{act} {target!r}, which is not on the record before this post")]
    wanted = side if act == "clarifies" else other(side)
    if post.side != wanted:
        whose = "its own side" if act == "clarifies" else "the other side"
        return [
            Problem("rules.wrong-side", place, f"{act} {target!r}, a post of {post.side}; it must be one of {whose}")
        ]
    if post.concedes or post.clarifies:
        does = "concession" if post.concedes else "clarification"
        return [Problem("rules.not-a-proposition", place, f"{act} {target!r}, which is a {does} and puts no point")]
    return []


def _warning(code: str, place: str, message: str) -> Problem:
    return Problem(code, place, message, level="warning")


def _as_warning(problem: Problem) -> Problem:
    return Problem(problem.code, problem.place, problem.message, level="warning")
