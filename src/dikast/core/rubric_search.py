"""How much a number of changed assessments can move a rubric's totals, exactly, with the answers between posts.

For each post: the best quality for each number of changes spent on it, and what it may do to the points it
answers. For each point: how it ends, as a fold over those answers in order. Both become factors for
`core.elimination`. Must not know which finding is wanted: a `Goal` says in which direction the totals are to move.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from dikast.core.debate import Debate, Side, other
from dikast.core.elimination import UNIT, Factor, Option, Trail, Vector, eliminate, merge, plan
from dikast.core.robustness import Change
from dikast.core.rubric import (
    CONCEDED_BONUS,
    OPENING,
    SCORED,
    STANDING_BONUS,
    Assessment,
    PointState,
    as_answer,
    quality_units,
)
from dikast.core.rubric_changes import Key, altered, class_changes, engagement_changes, gains, key_of

#: How many times a point's quality counts, by how it ended, doubled so that it is whole.
DOUBLED: Mapping[PointState, int] = {
    "open": int(2 * (1 + STANDING_BONUS)),
    "answered": 2,
    "conceded": int(2 * (1 + CONCEDED_BONUS)),
    "unanswerable": 2,
}
#: A state of a point, and equally what an answer does to an open one ("open": nothing).
_STATES: tuple[PointState, ...] = ("open", "answered", "conceded")

NO_KEYS: frozenset[Key] = frozenset()


class Goal(NamedTuple):
    """Two conditions on the totals, which are counted in halves of `rubric.UNITS`.

    Attributes:
        weights: per side, the factors of its total in the two amounts; both of one side have the same sign, or are 0.
        bounds: what the two amounts must reach.
    """

    weights: Mapping[Side, tuple[int, int]]
    bounds: tuple[int, int]

    def direction(self, side: Side) -> int:
        """Return 1, -1 or 0: whether the goal wants more or less for `side`, or does not mind."""
        total = sum(self.weights[side])
        return (total > 0) - (total < 0)


class _Stance(NamedTuple):
    """One way to read a post's class and engagement: what its answer does, whether it has quality and opens a point."""

    answer: str
    scored: bool
    opens: bool
    cost: int
    changes: tuple[Change, ...]


class Search:
    """The changes of one reading of one debate that reach a goal with a given number of them."""

    def __init__(self, debate: Debate, assessed: Mapping[str, Assessment], goals: Sequence[Goal]) -> None:
        """Lay out who answers whom.

        Args:
            debate: its posts' acts must have passed `rubric.check`.
            assessed: the assessment of every post, by the post's id; checked too.
            goals: what may be asked of `reach`.

        Raises:
            TooLinked: if the answers hang together too much for an exact search.
        """
        self._debate = debate
        self._assessed = assessed
        self._goals = goals
        self._place = {speech.id: place for place, speech in enumerate(debate.speeches)}
        self._chains: list[list[int]] = [[] for _ in debate.speeches]
        self._left_open: list[PointState] = []
        self._lay_out()
        self._variables = len(debate.speeches)
        self._folds: list[Factor] = []
        self._ends = [self._fold(chain) for chain in self._chains]
        scopes = [self._scope(place) for place in range(len(debate.speeches))]
        self._plan = plan(scopes + [fold.scope for fold in self._folds], len(_STATES))
        self._plain: dict[tuple[int, int], Factor] = {}

    def _lay_out(self) -> None:
        """Note for each point who answers it before any formal concession, and what it counts if none closes it."""
        speeches = self._debate.speeches
        last = {speech.side: place for place, speech in enumerate(speeches)}
        granted: set[str] = set()
        for place, speech in enumerate(speeches):
            for target in dict.fromkeys(speech.answers):
                if target not in granted and self._may_open(target) and not self._assessed[target].declined:
                    self._chains[self._place[target]].append(place)
            if speech.concedes is not None:
                granted.add(speech.concedes)
        for place, speech in enumerate(speeches):
            opponent = other(speech.side)
            stands = last.get(opponent, -1) > place or opponent in self._debate.yielded
            self._left_open.append("conceded" if speech.id in granted else "open" if stands else "unanswerable")

    def _may_open(self, post: str) -> bool:
        return self._assessed[post].scores is not None

    def _fold(self, chain: list[int]) -> int | None:
        """Add the factors that fold the answers of `chain` in order; return the variable that holds the end."""
        if not chain:
            return None
        state = chain[0]
        for answer in chain[1:]:
            after = self._variables
            self._variables += 1
            table: dict[tuple[str, ...], Vector] = {
                (before, act, act if before == "open" else before): UNIT for before in _STATES for act in _STATES
            }
            self._folds.append(Factor((state, answer, after), table))
            state = after
        return state

    def _scope(self, place: int) -> tuple[int, ...]:
        end = self._ends[place]
        own = (place,) if self._debate.speeches[place].answers else ()
        return own if end is None else (*own, end)

    def reach(
        self, number: int, most: int, free: frozenset[Key] = NO_KEYS, barred: frozenset[Key] = NO_KEYS
    ) -> tuple[int, tuple[Change, ...]] | None:
        """Return the fewest changes, at most `most`, that reach a goal, and one choice of them; None if none do.

        Args:
            number: the goal's index.
            most: the largest number of changes allowed.
            free: perceptions that may change without counting.
            barred: perceptions that may not change.

        Raises:
            TooLinked: if looking that far would take too long.
        """
        goal = self._goals[number]
        touched = {key.ref for key in free | barred}
        factors = list(self._folds)
        for place, speech in enumerate(self._debate.speeches):
            if speech.id in touched:
                factors.append(self._factor(place, goal, free, barred))
                continue
            if (number, place) not in self._plain:
                self._plain[number, place] = self._factor(place, goal, NO_KEYS, NO_KEYS)
            factors.append(self._plain[number, place])
        vector = eliminate(factors, self._plan, most)
        for level, options in enumerate(vector[: most + 1]):
            for u, v, trail in options:
                if u >= goal.bounds[0] and v >= goal.bounds[1]:
                    return level, _changes(trail)
        return None

    def _factor(self, place: int, goal: Goal, free: frozenset[Key], barred: frozenset[Key]) -> Factor:
        """Return what the post at `place` contributes, by what its answer does and by how its point ends."""
        speech = self._debate.speeches[place]
        assessment = self._assessed[speech.id]
        weights, direction = goal.weights[speech.side], goal.direction(speech.side)
        ladder = _ladder(assessment, direction, free, barred) if direction else [_Rung(0, 0, ())]
        ends = {state: DOUBLED[state] for state in _STATES} | {"open": DOUBLED[self._left_open[place]]}
        answers = bool(speech.answers)
        rows: dict[tuple[str, ...], list[Vector]] = {}
        for stance in self._stances(place, free, barred):
            for end in _STATES if self._ends[place] is not None else _STATES[:1]:
                times = 0 if not stance.scored else ends[end] if stance.opens else DOUBLED["answered"]
                rungs = ladder if times else [_Rung(0, 0, ())]
                levels: list[tuple[Option, ...]] = [()] * (stance.cost + rungs[-1].cost + 1)
                for cost, quality, changes in rungs:
                    amount = times * quality
                    levels[stance.cost + cost] = ((weights[0] * amount, weights[1] * amount, stance.changes + changes),)
                key = ((stance.answer,) if answers else ()) + ((end,) if self._ends[place] is not None else ())
                rows.setdefault(key, []).append(tuple(levels))
        return Factor(self._scope(place), {key: merge(vectors) for key, vectors in rows.items()})

    def _stances(self, place: int, free: frozenset[Key], barred: frozenset[Key]) -> list[_Stance]:
        """Return the cheapest reading of class and engagement for each effect that they can have."""
        speech = self._debate.speeches[place]
        assessment = self._assessed[speech.id]
        cheapest: dict[tuple[str, bool, bool], _Stance] = {}
        for by_class in [(), *((change,) for change in class_changes(assessment))]:
            for by_engagement in [(), *((change,) for change in engagement_changes(speech, assessment))]:
                changes: tuple[Change, ...] = by_class + by_engagement
                keys = [key_of(change) for change in changes]
                if any(key in barred for key in keys):
                    continue
                cost = sum(key not in free for key in keys)
                read = altered(assessment, changes)
                scored = read.cls in SCORED and not read.declined
                stance = _Stance(as_answer(read) or "open", scored, read.cls in OPENING, cost, changes)
                known = cheapest.get(stance[:3])
                if known is None or stance.cost < known.cost:
                    cheapest[stance[:3]] = stance
        return list(cheapest.values())


class _Rung(NamedTuple):
    """The best quality, in twentieths, for a number of changes spent on a post's scores and flags."""

    cost: int
    quality: int
    changes: tuple[Change, ...]


def _ladder(assessment: Assessment, direction: int, free: frozenset[Key], barred: frozenset[Key]) -> list[_Rung]:
    """Return the rungs of a post, were it scored, by rising cost; the first costs nothing."""
    quality = quality_units(assessment._replace(cls=SCORED[0]))
    given: tuple[Change, ...] = ()
    priced: list[tuple[int, int, tuple[Change, ...]]] = []
    for gain in gains(assessment, direction):
        keys = [key_of(change) for change in gain.changes]
        cost = sum(key not in free for key in keys)
        if any(key in barred for key in keys):
            continue
        if cost == 0:
            quality, given = quality + direction * gain.amount, given + gain.changes
        else:
            priced.append((gain.amount, cost, gain.changes))
    rungs = {0: _Rung(0, quality, given)}
    for amount, cost, changes in priced:
        for rung in list(rungs.values()):
            spent, better = rung.cost + cost, rung.quality + direction * amount
            if spent not in rungs or direction * (better - rungs[spent].quality) > 0:
                rungs[spent] = _Rung(spent, better, rung.changes + changes)
    return [rungs[spent] for spent in sorted(rungs)]


def _changes(trail: Trail) -> tuple[Change, ...]:
    """Return the changes at the ends of `trail`."""
    found: list[Change] = []
    left: list[Trail] = [trail]
    while left:
        node = left.pop()
        if isinstance(node, Change):
            found.append(node)
        else:
            left.extend(node)
    return tuple(found)
