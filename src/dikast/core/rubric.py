"""The rubric method, `rubric/1`: from the assessments of all posts to points, ledger, scoreline and finding.

Every number here is an integer count of twentieths or a `Fraction`; the published weights below are the ones
that score. Must not know how an assessment came about (a model, a person, a file), nor how a ruling is shown.

What the method leaves open is decided here:

- Whether a post puts a point on the record is its class alone: `argument` and `evidence` do, also when the post
  answers, concedes or clarifies something. An evidence post that answers a point opens its own too.
- A post that answers with class `clarification` is substantive: if it engages, it closes the point as answered.
- The class `concession` closes what the post answers as conceded only if it engages it: a reply that does not
  engage leaves a point open, whatever its class. The formal act (`concedes`) needs neither class nor engagement.
- An answer to a closed point, or to a post that opened none in this reading, closes nothing.
- A declined post's point is closed as answered from the start. Its class says only whether it opened one; an
  answer it gives closes as answered, a concession it makes binds.
- Scores of a concession or of a post that is not substantive decide nothing and may be absent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from dikast.core.debate import SIDES, Debate, Side, Speech, other
from dikast.core.ledger import Line, decimal, totals
from dikast.core.problems import InputError, Problem
from dikast.core.scoreline import scoreline

METHOD = "rubric/1"

#: Classes of a post: the substantive ones first, of which the first two open a point.
OPENING = ("argument", "evidence")
SUBSTANTIVE = (*OPENING, "clarification", "concession")
CLASSES = (*SUBSTANTIVE, "dismissive", "off-topic", "abusive")
#: Classes whose scores make a quality.
SCORED = (*OPENING, "clarification")

#: The four criteria in the order of `Assessment.scores`, each a whole number from 0 to `TOP_SCORE`.
CRITERIA = ("logic", "evidence", "relevance", "civility")
TOP_SCORE = 10

#: The eighteen patterns; their definitions stand in the question that asks for them.
PATTERNS = (
    "ad-hominem", "straw-man", "false-dilemma", "slippery-slope", "appeal-to-authority", "appeal-to-emotion",
    "appeal-to-popularity", "circular-reasoning", "hasty-generalisation", "false-cause", "whataboutism",
    "moving-the-goalposts", "shifting-the-burden", "equivocation", "cherry-picking", "non-sequitur", "tu-quoque",
    "judge-manipulation",
)  # fmt: skip
#: The pattern that costs `JUDGE_COST` once per post instead of its severity.
JUDGE = "judge-manipulation"

#: Quality (the method, §3.2).
WEIGHTS: Mapping[str, Fraction] = {"logic": Fraction(2, 5), "evidence": Fraction(3, 10), "relevance": Fraction(3, 10)}
FALLACY_COST: Mapping[str, Fraction] = {"minor": Fraction(1, 2), "major": Fraction(3, 2)}
JUDGE_COST = Fraction(3)
CIVILITY_FLOOR = 4
CIVILITY_COST = Fraction(1, 2)
#: Bonus per point of quality (the method, §3.4).
CONCEDED_BONUS = Fraction(1)
STANDING_BONUS = Fraction(1, 2)

#: Inside, qualities are whole numbers of twentieths, so that half of one is whole too.
UNITS = 20

PointState = Literal["open", "answered", "conceded", "unanswerable"]
Finding = Literal["A", "B", "tie"]


class Fallacy(NamedTuple):
    """One flag: a pattern of `PATTERNS`, its severity (``major`` or ``minor``) and the words that commit it."""

    pattern: str
    severity: str
    quote: str = ""


class Assessment(NamedTuple):
    """What one reading says of one post.

    Attributes:
        post: id of the post.
        cls: one of `CLASSES`; may be "" on a declined post, which then counts as having opened a point.
        engages: whether an answer engages what it names; True for a post that answers nothing.
        declined: whether the judge declined to assess the post.
        scores: logic, evidence, relevance and civility, 0 to 10 each; None where none were given.
        fallacies: the accepted flags.
    """

    post: str
    cls: str
    engages: bool = True
    declined: bool = False
    scores: tuple[int, int, int, int] | None = None
    fallacies: tuple[Fallacy, ...] = ()


class RubricReading(NamedTuple):
    """One complete set of assessments, in any order, and who gave it."""

    assessments: tuple[Assessment, ...]
    judge: str = ""


class Part(NamedTuple):
    """One step of a quality, as a person would check it: `times` (a score or a count) by `each` gives `amount`.

    `rule` is ``logic``, ``evidence``, ``relevance``, ``minor``, ``major``, ``judge`` (addressing the judge) or
    ``civility`` (points below the floor). The last four have a negative `each` and are left out if they cost nothing.
    """

    rule: str
    times: int
    each: Fraction
    amount: Fraction


class Life(NamedTuple):
    """How a point ended, and the post whose answer or concession closed it ("" if none did)."""

    state: PointState
    by: str = ""


@dataclass(frozen=True, slots=True)
class RubricScore:
    """The outcome of one reading.

    Attributes:
        totals: A's and B's totals, the sums of their ledger lines.
        shares: the scoreline, whole shares of 100.
        finding: the side ahead on the scoreline; equal shares are a ``tie``.
        quality: each post's quality, in the order of the posts.
        points: how each post's point ended (``open`` at the end means that it stands); None if it opened none.
        closed_by: for each closed point, the post that closed it; a declined post's own point has no entry.
        ledger: per post a ``quality`` line and, where due, a ``conceded`` or ``standing`` line.
    """

    totals: tuple[Fraction, Fraction]
    shares: tuple[int, int]
    finding: Finding
    quality: Mapping[str, Fraction]
    points: Mapping[str, PointState | None]
    closed_by: Mapping[str, str]
    ledger: tuple[Line, ...]


def constants() -> dict[str, Any]:
    """Return every number and list of the method as JSON-able values (decimals as strings)."""
    return {
        "method": METHOD,
        "classes": {"opening": list(OPENING), "substantive": list(SUBSTANTIVE), "all": list(CLASSES)},
        "criteria": list(CRITERIA),
        "scores": {"least": 0, "most": TOP_SCORE},
        "patterns": list(PATTERNS),
        "weights": {name: decimal(weight) for name, weight in WEIGHTS.items()},
        "fallacy_cost": {severity: decimal(cost) for severity, cost in FALLACY_COST.items()},
        "judge": {"pattern": JUDGE, "cost_per_post": decimal(JUDGE_COST)},
        "civility": {"floor": CIVILITY_FLOOR, "cost_per_point_below": decimal(CIVILITY_COST)},
        "bonus": {"conceded": decimal(CONCEDED_BONUS), "standing": decimal(STANDING_BONUS)},
    }


def _units(amount: Fraction) -> int:
    return int(amount * UNITS)


_WEIGHT_UNITS = tuple(_units(WEIGHTS[name]) for name in CRITERIA[:3])
_MINOR_UNITS, _MAJOR_UNITS = _units(FALLACY_COST["minor"]), _units(FALLACY_COST["major"])
_JUDGE_UNITS, _CIVILITY_UNITS = _units(JUDGE_COST), _units(CIVILITY_COST)


def _steps(assessment: Assessment) -> list[tuple[str, int, int]]:
    """Return the steps of a quality as rule, times, twentieths each; nothing where a rule makes it 0."""
    scores = assessment.scores
    if assessment.declined or assessment.cls not in SCORED or scores is None:
        return []
    steps = [(name, scores[i], _WEIGHT_UNITS[i]) for i, name in enumerate(CRITERIA[:3])]
    flags = assessment.fallacies
    minor = sum(flag.severity == "minor" and flag.pattern != JUDGE for flag in flags)
    major = sum(flag.severity == "major" and flag.pattern != JUDGE for flag in flags)
    judge = int(any(flag.pattern == JUDGE for flag in flags))
    uncivil = max(0, CIVILITY_FLOOR - scores[3])
    costs = (("minor", minor, -_MINOR_UNITS), ("major", major, -_MAJOR_UNITS), ("judge", judge, -_JUDGE_UNITS),
             ("civility", uncivil, -_CIVILITY_UNITS))  # fmt: skip
    return steps + [cost for cost in costs if cost[1]]


def quality_units(assessment: Assessment) -> int:
    """Return a post's quality in twentieths (`UNITS`), the method, §3.2. The assessment must have passed `check`."""
    return sum(times * each for _, times, each in _steps(assessment))


def parts(assessment: Assessment) -> tuple[Part, ...]:
    """Return the steps of a post's quality, whose sum it is; none where a rule makes it 0."""
    return tuple(
        Part(rule, times, Fraction(each, UNITS), Fraction(times * each, UNITS))
        for rule, times, each in _steps(assessment)
    )


def lives(debate: Debate, assessed: Mapping[str, Assessment]) -> dict[str, Life]:
    """Return how each point ended, for the posts that opened one, in their order (the method, §3.3).

    Args:
        debate: its posts' acts must have passed `check`.
        assessed: the assessment of every post, by the post's id.
    """
    result: dict[str, Life] = {}
    last_turn = {speech.side: place for place, speech in enumerate(debate.speeches)}
    for speech in debate.speeches:
        assessment = assessed[speech.id]
        answer = as_answer(assessment)
        if answer is not None:
            for target in speech.answers:
                if target in result and result[target].state == "open":
                    result[target] = Life(answer, speech.id)
        if speech.concedes is not None and speech.concedes in result and result[speech.concedes].state == "open":
            result[speech.concedes] = Life("conceded", speech.id)
        if _opens(assessment):
            result[speech.id] = Life("answered" if assessment.declined else "open")
    for place, speech in enumerate(debate.speeches):
        opponent = other(speech.side)
        if (
            speech.id in result
            and result[speech.id].state == "open"
            and opponent not in debate.yielded
            and last_turn.get(opponent, -1) < place
        ):
            result[speech.id] = Life("unanswerable")
    return result


def _opens(assessment: Assessment) -> bool:
    return assessment.cls in OPENING or (assessment.declined and not assessment.cls)


def as_answer(assessment: Assessment) -> Literal["answered", "conceded"] | None:
    """Return what an answer of this assessment does to the open points that it names."""
    if assessment.declined:
        return "answered"
    if assessment.cls not in SUBSTANTIVE or not assessment.engages:
        return None
    return "conceded" if assessment.cls == "concession" else "answered"


def finding_of(shares: tuple[int, int]) -> Finding:
    """Return the side ahead on the scoreline, or ``tie`` (the method, §3.4)."""
    return "tie" if shares[0] == shares[1] else "A" if shares[0] > shares[1] else "B"


def score(debate: Debate, reading: RubricReading) -> RubricScore:
    """Return what `reading` makes of `debate`: exact, and the same for any order of the assessments.

    Raises:
        InputError: with every error of `check`, also where a post was not judged.
    """
    errors = [problem for problem in check(debate, reading) if problem.level == "error"]
    if errors:
        raise InputError(errors)
    assessed = {assessment.post: assessment for assessment in reading.assessments}
    ended = lives(debate, assessed)
    quality: dict[str, Fraction] = {}
    ledger: list[Line] = []
    for speech in debate.speeches:
        assessment = assessed[speech.id]
        worth = Fraction(quality_units(assessment), UNITS)
        quality[speech.id] = worth
        why = "declined" if assessment.declined else assessment.cls
        ledger.append(Line(speech.side, "quality", speech.id, worth, why))
        life = ended.get(speech.id)
        if life is not None and life.state == "conceded":
            ledger.append(Line(speech.side, "conceded", speech.id, CONCEDED_BONUS * worth, f"conceded {life.by}"))
        elif life is not None and life.state == "open":
            ledger.append(Line(speech.side, "standing", speech.id, STANDING_BONUS * worth, "open"))
    a, b = (Fraction(total) for total in totals(ledger))
    shares = scoreline(a, b)
    return RubricScore(
        totals=(a, b),
        shares=shares,
        finding=finding_of(shares),
        quality=quality,
        points={speech.id: ended[speech.id].state if speech.id in ended else None for speech in debate.speeches},
        closed_by={post: life.by for post, life in ended.items() if life.by},
        ledger=tuple(ledger),
    )


def check(debate: Debate, reading: RubricReading) -> list[Problem]:
    """Return everything that is wrong with the posts' acts and the assessments, each problem naming its post.

    Warnings (an answer, concession or clarification of a post that opened no point in this reading) stop nothing:
    whether a post opened a point is perceived, so the author of the act could not know. Sources: the method,
    §2 and §3.1; the case format for the names.
    """
    problems = list(_check_acts(debate))
    posts = {speech.id for speech in debate.speeches}
    seen: dict[str, Assessment] = {}
    for index, assessment in enumerate(reading.assessments):
        place = f"assessments[{index}] ({assessment.post})"
        if assessment.post not in posts:
            problems.append(Problem("rubric.unknown-post", place, f"There is no post {assessment.post!r} to assess."))
        elif assessment.post in seen:
            problems.append(Problem("rubric.assessed-twice", place, f"Post {assessment.post!r} has two assessments.",
                                    "Keep one per post; a second opinion is a further reading."))  # fmt: skip
        else:
            seen[assessment.post] = assessment
        problems += _check_assessment(place, assessment)
    for speech in debate.speeches:
        if speech.id not in seen:
            problems.append(Problem("rubric.not-judged", f"post {speech.id}",
                                    f"Post {speech.id!r} has no assessment, so the debate is not judged.",
                                    "Judge the post, or mark it declined."))  # fmt: skip
            continue
        for target in _targets(speech):
            if target in seen and not _opens(seen[target]):
                problems.append(Problem("rubric.no-point", f"post {speech.id}",
                                        f"Post {speech.id!r} names {target!r}, which opened no point in this reading; "
                                        "it closes nothing.", level="warning"))  # fmt: skip
    return problems


def _targets(speech: Speech) -> tuple[str, ...]:
    acts = (speech.concedes, speech.clarifies)
    return speech.answers + tuple(target for target in acts if target is not None)


def _check_acts(debate: Debate) -> Iterator[Problem]:
    """Yield what is wrong with the posts themselves: ids, sides, and what they answer, concede or clarify."""
    before: dict[str, Side] = {}
    everyone = {speech.id for speech in debate.speeches}
    for speech in debate.speeches:
        place = f"post {speech.id}"
        if speech.id in before:
            yield Problem("rubric.duplicate-post", place, f"Two posts have the id {speech.id!r}.")
        if speech.side not in SIDES:
            yield Problem("rubric.unknown-side", place, f"Side {speech.side!r} is neither A nor B.")
        if speech.answers and speech.concedes is not None:
            yield Problem("rubric.answer-and-concession", place,
                          f"Post {speech.id!r} both answers {', '.join(speech.answers)} and concedes "
                          f"{speech.concedes}; a post does one of the two.")  # fmt: skip
        acts = [("answers", target, other(speech.side)) for target in speech.answers]
        if speech.concedes is not None:
            acts.append(("concedes", speech.concedes, other(speech.side)))
        if speech.clarifies is not None:
            acts.append(("clarifies", speech.clarifies, speech.side))
        for act, target, side in acts:
            if target not in everyone:
                yield Problem("rubric.unknown-target", place,
                              f"Post {speech.id!r} {act} {target!r}, which does not exist.")  # fmt: skip
            elif target not in before:
                yield Problem("rubric.later-target", place,
                              f"Post {speech.id!r} {act} {target!r}, which was not made before it.")  # fmt: skip
            elif before[target] != side:
                whose = "its own side's" if act == "clarifies" else "the other side's"
                yield Problem("rubric.wrong-side", place, f"Post {speech.id!r} {act} {target!r}, which is not {whose}.")
        before[speech.id] = speech.side


def _check_assessment(place: str, assessment: Assessment) -> Iterator[Problem]:
    """Yield what is wrong with one assessment taken by itself."""
    if assessment.cls not in CLASSES and not (assessment.declined and not assessment.cls):
        yield Problem("rubric.unknown-class", place, f"Class {assessment.cls!r} is unknown.",
                      f"Use one of: {', '.join(CLASSES)}.")  # fmt: skip
    for name, truth in (("engages", assessment.engages), ("declined", assessment.declined)):
        if not isinstance(truth, bool):
            yield Problem("rubric.not-boolean", place, f"{name} is {truth!r}, not true or false.")
    if assessment.scores is None:
        if assessment.cls in SCORED and not assessment.declined:
            yield Problem("rubric.scores-missing", place, f"A post of class {assessment.cls!r} needs four scores.",
                          f"Give {', '.join(CRITERIA)}, 0 to {TOP_SCORE} each.")  # fmt: skip
    elif len(assessment.scores) != len(CRITERIA):
        yield Problem("rubric.scores-missing", place,
                      f"{len(assessment.scores)} scores are given; {', '.join(CRITERIA)} are needed.")  # fmt: skip
    else:
        for name, value in zip(CRITERIA, assessment.scores, strict=True):
            if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= TOP_SCORE:
                yield Problem("rubric.score-range", place,
                              f"{name} is {value!r}; a score is a whole number from 0 to {TOP_SCORE}.")  # fmt: skip
    for number, flag in enumerate(assessment.fallacies):
        spot = f"{place}.fallacies[{number}]"
        if flag.pattern not in PATTERNS:
            yield Problem("rubric.unknown-pattern", spot, f"Pattern {flag.pattern!r} is unknown.",
                          f"Use one of: {', '.join(PATTERNS)}.")  # fmt: skip
        if flag.severity not in FALLACY_COST:
            yield Problem("rubric.unknown-severity", spot, f"Severity {flag.severity!r} is neither minor nor major.")
