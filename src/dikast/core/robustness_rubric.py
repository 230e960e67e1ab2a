"""What a rubric ruling turns on: the exact smallest sets of assessments read differently that change the finding.

One change is one post's class, one criterion's score, one flag (taken away, or its severity the other way) or
one engagement (of a post that answers something). A flag that nobody raised has no quote that a person could look
up, so adding one is no change; neither is another pattern, nor anything of a declined post. A post without scores
cannot be read as one of a class that needs them.

The finding is decided by one or two linear conditions on the totals, so each post contributes a best amount for
every number of changes spent on it, and posts affect each other only through the answers between them; both are
put together exactly by `core.elimination`. Must not know how a ruling is shown, nor how perceptions came about.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from dikast.core.debate import Debate
from dikast.core.elimination import TooLinked
from dikast.core.robustness import LISTED_SETS, Change, Result, Turns
from dikast.core.rubric import (
    CRITERIA,
    UNITS,
    Assessment,
    Finding,
    RubricReading,
    finding_of,
    lives,
    quality_units,
    score,
)
from dikast.core.rubric_changes import (
    Key,
    altered,
    class_changes,
    engagement_changes,
    flag_changes,
    gains,
    key_of,
    score_changes,
)
from dikast.core.rubric_search import DOUBLED, NO_KEYS, Goal, Search
from dikast.core.scoreline import scoreline

#: Changes in all sets that are searched for where a set has two or more: sets of many changes are many and say little
#: one by one. `RubricTurns.all_counted` tells whether the search came to its end.
SEARCHED_CHANGES = 60

#: Of two totals above 0, one leads on the scoreline when 99 times it exceeds 101 times the other: the smaller share,
#: rounded half up, is below 50 exactly then.
LEAD, TRAIL = 99, 101

_KINDS = ("class", "engagement", "score", "fallacy")


@dataclass(frozen=True, slots=True)
class RubricTurns(Turns):
    """`Turns` of one rubric reading. A set is a set of perceptions; each is listed with one way of reading them.

    Attributes:
        computed: False where more than one change is needed and the exact number would take too long: many posts
            that each answer many, or hundreds of posts and tens of changes (`elimination.WIDEST`, `MOST_WORK`).
            `smallest` is None then, and says nothing.
    """

    computed: bool = True


def turns_on_rubric(debate: Debate, reading: RubricReading) -> RubricTurns:
    """Return the smallest sets of changed perceptions that change the finding of `reading` to any other.

    A set's changes are as mild as they can be, one after the other: a score only as far from what was read as the
    other finding needs. Sets are in the order of the posts. For several readings, ask about the reading shown.

    Raises:
        InputError: where `score` does.
    """
    now = score(debate, reading).finding
    assessed = {assessment.post: assessment for assessment in reading.assessments}
    tally = _Tally(debate, assessed)
    single = {frozenset({key_of(change)}): (change,) for change in _single_changes(debate, assessed, tally, now)}
    if single:
        return _turns(debate, assessed, tally, now, 1, single, all_counted=True)
    try:
        search = Search(debate, assessed, _goals(now))
        smallest = _smallest(search, assessed, now)
    except TooLinked:
        return RubricTurns(None, all_counted=False, computed=False)
    if smallest is None:
        return RubricTurns(None)
    sets, all_counted = _minimal_sets(search, smallest, len(_goals(now)))
    return _turns(debate, assessed, tally, now, smallest, sets, all_counted)


def _goals(now: Finding) -> tuple[Goal, ...]:
    """Return the goals of which one must be reached for another finding than `now`."""
    if now == "A":
        return (Goal({"A": (-1, 0), "B": (0, 0)}, (0, 0)), Goal({"A": (-LEAD, 0), "B": (TRAIL, 0)}, (0, 0)))
    if now == "B":
        return (Goal({"A": (0, 0), "B": (-1, 0)}, (0, 0)), Goal({"A": (TRAIL, 0), "B": (-LEAD, 0)}, (0, 0)))
    return (Goal({"A": (1, LEAD), "B": (0, -TRAIL)}, (1, 1)), Goal({"A": (0, -TRAIL), "B": (1, LEAD)}, (1, 1)))


class _Tally:
    """Totals under changes, recomputing only what the changes touch."""

    def __init__(self, debate: Debate, assessed: Mapping[str, Assessment]) -> None:
        self._debate = debate
        self._assessed = assessed
        self._quality = {post: quality_units(assessment) for post, assessment in assessed.items()}
        self._lives = lives(debate, assessed)

    def totals(self, changes: Sequence[Change]) -> tuple[int, int]:
        """Return both totals, in halves of `rubric.UNITS`, with `changes` made."""
        read = {
            post: altered(self._assessed[post], [change for change in changes if change.ref == post])
            for post in {change.ref: None for change in changes}
        }
        quality = self._quality | {post: quality_units(assessment) for post, assessment in read.items()}
        ended = self._lives
        if any(change.kind in ("class", "engagement") for change in changes):
            ended = lives(self._debate, {**self._assessed, **read})
        a = b = 0
        for speech in self._debate.speeches:
            life = ended.get(speech.id)
            amount = quality[speech.id] * (DOUBLED[life.state] if life is not None else DOUBLED["answered"])
            if speech.side == "A":
                a += amount
            else:
                b += amount
        return a, b

    def finding(self, changes: Sequence[Change]) -> Finding:
        """Return the finding with `changes` made."""
        return finding_of(scoreline(*self.totals(changes)))


def _single_changes(
    debate: Debate, assessed: Mapping[str, Assessment], tally: _Tally, now: Finding
) -> Iterator[Change]:
    """Yield for each perception that changes the finding by itself one change that does."""
    for speech in debate.speeches:
        post = assessed[speech.id]
        groups = [class_changes(post), engagement_changes(speech, post)]
        groups += [ladder[-1:] for way in (1, -1) for ladder in score_changes(post, way) + flag_changes(post, way)]
        for group in groups:
            for change in group:
                if tally.finding((change,)) != now:
                    yield change
                    break


def _smallest(search: Search, assessed: Mapping[str, Assessment], now: Finding) -> int | None:
    """Return the fewest changes that reach any goal, looking twice as far each time."""
    everything = sum(
        2 + max(sum(len(gain.changes) for gain in gains(post, way)) for way in (1, -1)) for post in assessed.values()
    )
    most = 2
    while True:
        found = [search.reach(number, most) for number in range(len(_goals(now)))]
        reached = [level for level, _ in filter(None, found)]
        if reached:
            return min(reached)
        if most >= everything:
            return None
        most *= 2


def _minimal_sets(search: Search, smallest: int, goals: int) -> tuple[dict[frozenset[Key], tuple[Change, ...]], bool]:
    """Return minimal sets by their perceptions, and whether these are all.

    Each set found splits the others into those without its first perception, those with it but without its second,
    and so on; as no smaller set exists, what must be in a set may as well be free.
    """
    found: dict[frozenset[Key], tuple[Change, ...]] = {}
    queue = deque((number, NO_KEYS, NO_KEYS) for number in range(goals))
    for _ in range(max(goals, SEARCHED_CHANGES // smallest)):
        if not queue:
            break
        number, free, barred = queue.popleft()
        reached = search.reach(number, smallest - len(free), free, barred)
        if reached is None:
            continue
        keys = frozenset(key_of(change) for change in reached[1])
        found.setdefault(keys, reached[1])
        new = sorted(keys - free)
        queue.extend((number, free | frozenset(new[:place]), barred | {key}) for place, key in enumerate(new))
    return found, not queue


def _turns(
    debate: Debate,
    assessed: Mapping[str, Assessment],
    tally: _Tally,
    now: Finding,
    smallest: int,
    sets: Mapping[frozenset[Key], tuple[Change, ...]],
    all_counted: bool,
) -> RubricTurns:
    """Return the turns of `sets`, in order, each made as mild as it can be."""
    place = {speech.id: number for number, speech in enumerate(debate.speeches)}

    def order(change: Change) -> tuple[int, int, int, str]:
        criterion = CRITERIA.index(change.field) if change.kind == "score" else 0
        return place[change.ref], _KINDS.index(change.kind), criterion, change.field

    ordered = sorted((sorted(changes, key=order) for changes in sets.values()), key=lambda s: [order(c) for c in s])
    listed = tuple(_mildest(assessed, tally, now, changes) for changes in ordered[:LISTED_SETS])
    results = []
    for changes in listed:
        a, b = (Fraction(total, 2 * UNITS) for total in tally.totals(changes))
        results.append(Result(finding_of(scoreline(a, b)), (a, b)))
    return RubricTurns(smallest, listed, len(sets), tuple(results), all_counted)


def _mildest(
    assessed: Mapping[str, Assessment], tally: _Tally, now: Finding, changes: Sequence[Change]
) -> tuple[Change, ...]:
    """Return `changes` with each score and flag, in turn, changed no further than another finding needs."""
    result = list(changes)
    for number, change in enumerate(changes):
        post = assessed[change.ref]
        ladders = [ladder for way in (1, -1) for ladder in score_changes(post, way) + flag_changes(post, way)]
        for milder in next((ladder for ladder in ladders if change in ladder), []):
            result[number] = milder
            if tally.finding(result) != now:
                break
    return tuple(result)
