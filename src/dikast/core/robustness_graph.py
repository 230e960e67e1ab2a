"""What a `graph/1` ruling turns on: the fewest outcomes and weights that would have to be read differently.

One change is one rebuttal's outcome or one claim's weight. Claims do not touch each other, so each claim offers a
few ways to move the margin and `core.fewest` finds the cheapest combination. Must not know how it is shown.

Choices where the design is silent:

- The winner has changed when the other side is ahead; a draw is not enough. Out of a draw, either side's lead is a
  change.
- A set is a set of perceptions: an outcome that could be read as dented or as broke to the same effect is counted
  once, and shown in the mildest reading that suffices. Sets come in the order of least change: fewest steps
  between held, dented and broke (or dropped), a weight being one step; then earliest in the ledger. A set that
  could end a draw either way is one set, too.
- An unanswered rebuttal could have been found answered, so it can be read as held or dented. What a side conceded
  stays conceded: a granted rebuttal, and any rebuttal on a claim given up, turn nothing. Neither do the moves that
  score nothing, nor whether they should.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from dikast.core.debate import SIDES, Debate, Side
from dikast.core.fewest import Option, fewest
from dikast.core.graph import BASE, FATE_OF, GraphReading, GraphScore, credit, points, score
from dikast.core.robustness import LISTED_SETS, Change, Result, Turns

#: Sets are counted one by one until they hold this many changes together.
COUNTED_CHANGES = 10_000


class _Reading(NamedTuple):
    """One claim read differently: what its owner and its attacker then gain, and how mild that is."""

    claim: _Claim
    owner: int
    attacker: int
    steps: int
    changes: tuple[Change, ...]

    def gain(self, side: Side) -> int:
        """Return by how much the margin of `side` grows."""
        gained = self.owner - self.attacker
        return gained if side == self.claim.side else -gained


class _Claim(NamedTuple):
    """A claim as scored: whether it was attacked, and its rebuttals' outcomes unless a concession settled them."""

    ident: str
    side: Side
    weight: str
    fate: str
    attacked: bool
    outcomes: dict[str, str]


#: The useful readings of one set of a claim's perceptions.
_Family = tuple[_Reading, ...]


class _Set(NamedTuple):
    """One minimal set: how mild it is, where it stands in the ledger, whom it puts ahead, and what is read."""

    steps: int
    places: tuple[tuple[int, int], ...]
    side: Side
    readings: tuple[_Reading, ...]

    def changes(self) -> tuple[Change, ...]:
        """Return the changes of all its claims."""
        return tuple(change for one in self.readings for change in one.changes)


def turns_on_graph(debate: Debate, reading: GraphReading) -> Turns:
    """Return the smallest sets of changed perceptions that change the winner; exact.

    Where there are very many such sets they are not all counted (`Turns.all_counted`). Raises `InputError` as
    `graph.score` does. Source: the design's robustness, over the method, §4.
    """
    scored = score(debate, reading)
    claims = _claims(debate, reading, scored)
    a, b = scored.totals
    smallest: int | None = None
    sets: list[_Set] = []
    complete = True
    for side in SIDES:
        if scored.winner == side:
            continue
        families = [_families(claim, side) for claim in claims]
        goal = 1 + (b - a if side == "A" else a - b)
        options = [[_option(family, side) for family in of] for of in families]
        found = fewest(options, goal, LISTED_SETS, COUNTED_CHANGES)
        if found.cost is None or (smallest is not None and found.cost > smallest):
            continue
        if smallest is None or found.cost < smallest:
            smallest, sets, complete = found.cost, [], True
        complete = complete and found.complete
        for places in found.selections:
            readings = _mildest([families[claim][family] for claim, family in places], side, goal)
            sets.append(_Set(sum(one.steps for one in readings), places, side, readings))
    sets.sort(key=lambda one: one[:3])
    different: dict[tuple[tuple[str, str], ...], _Set] = {}
    for one in sets:
        different.setdefault(tuple(sorted((change.kind, change.ref) for change in one.changes())), one)
    listed = list(different.values())[:LISTED_SETS]
    return Turns(
        smallest,
        tuple(entry.changes() for entry in listed),
        len(different),
        tuple(Result(entry.side, _totals(scored, entry.readings)) for entry in listed),
        complete,
    )


def _claims(debate: Debate, reading: GraphReading, scored: GraphScore) -> list[_Claim]:
    moves = {move.id: move for move in reading.moves}
    side_of = {speech.id: speech.side for speech in debate.speeches}
    outcomes: dict[str | None, dict[str, str]] = {ident: {} for ident in scored.fates}
    for ident, outcome in scored.outcomes.items():
        outcomes[moves[ident].target][ident] = outcome
    settled: set[str | None] = set()
    for move in reading.moves:
        if move.kind == "concession" and move.target is not None and move.id not in scored.states:
            settled.add(move.target if move.target in scored.fates else moves[move.target].target)
    return [
        _Claim(
            ident,
            side_of[moves[ident].speech],
            moves[ident].weight,
            fate,
            bool(outcomes[ident]),
            {} if ident in settled else outcomes[ident],
        )
        for ident, fate in scored.fates.items()
    ]


def _families(claim: _Claim, side: Side) -> list[_Family]:
    """Return the sets of a claim's perceptions that can help `side`, none that a smaller one does as well."""
    families = []
    for weight in BASE:
        change = () if weight == claim.weight else (Change("weight", claim.ident, claim.weight, weight),)
        for same in _outcome_sets(claim, side):
            readings = tuple(
                one
                for fate, steps, changes in same
                if (one := _read(claim, weight, fate, steps + len(change), (*changes, *change))).gain(side) > 0
            )
            if readings:
                families.append(readings)
    options = [_option(family, side) for family in families]
    best = {cost: max(option.gain for option in options if option.cost == cost) for cost, _ in set(options)}
    return [
        family
        for family, (cost, gain) in zip(families, options, strict=True)
        if not any(other_cost < cost and other_gain >= gain for other_cost, other_gain in best.items())
    ]


def _outcome_sets(claim: _Claim, side: Side) -> Iterator[list[tuple[str, int, tuple[Change, ...]]]]:
    """Yield, for each set of a claim's outcomes worth changing for `side`, the fates it can bring.

    Each with its steps and changes. To save a claim all its worst outcomes must change; to harm it one is enough.
    """
    yield [(claim.fate, 0, ())]
    outcomes = claim.outcomes
    lost = [ident for ident, outcome in outcomes.items() if FATE_OF[outcome] == "defeated"]
    dented = [ident for ident, outcome in outcomes.items() if outcome == "dented"]

    def changes(idents: Sequence[str], after: str) -> tuple[Change, ...]:
        return tuple(Change("outcome", ident, outcomes[ident], after) for ident in idents)

    if claim.side == side:
        saved = ("survived", 2 * len(lost) + len(dented), changes((*lost, *dented), "held"))
        weakened = ("weakened", len(lost), changes(lost, "dented"))
        if lost and dented:
            yield [weakened]
            yield [saved]
        elif lost:
            yield [saved, weakened]
        elif dented:
            yield [saved]
    elif not lost:
        for ident, outcome in outcomes.items():
            broken = ("defeated", 1 if outcome == "dented" else 2, changes([ident], "broke"))
            yield [broken] if dented else [broken, ("weakened", 1, changes([ident], "dented"))]


def _read(claim: _Claim, weight: str, fate: str, steps: int, changes: tuple[Change, ...]) -> _Reading:
    owner = points(weight, fate) - points(claim.weight, claim.fate)
    attacker = credit(weight, fate) - credit(claim.weight, claim.fate) if claim.attacked else 0
    return _Reading(claim, owner, attacker, steps, changes)


def _option(family: _Family, side: Side) -> Option:
    return Option(len(family[0].changes), max(one.gain(side) for one in family))


def _mildest(families: Sequence[_Family], side: Side, goal: int) -> tuple[_Reading, ...]:
    """Return one reading of each family, with the fewest steps in all, that together still reach `goal`."""
    spare = sum(_option(family, side).gain for family in families) - goal
    mildest: dict[int, tuple[int, _Picked]] = {0: (0, None)}
    for family in families:
        most = _option(family, side).gain
        new: dict[int, tuple[int, _Picked]] = {}
        for spent, (steps, picked) in mildest.items():
            for one in family:
                total = spent + most - one.gain(side)
                if total <= spare and (total not in new or steps + one.steps < new[total][0]):
                    new[total] = (steps + one.steps, (one, picked))
        mildest = new
    _, picked = min(mildest.values(), key=lambda entry: entry[0])
    readings = []
    while picked is not None:
        one, picked = picked
        readings.append(one)
    return tuple(reversed(readings))


#: Readings picked so far, the last first.
_Picked: TypeAlias = "tuple[_Reading, _Picked] | None"


def _totals(scored: GraphScore, readings: Sequence[_Reading]) -> tuple[int, int]:
    a, b = scored.totals
    for one in readings:
        if one.claim.side == "A":
            a, b = a + one.owner, b + one.attacker
        else:
            a, b = a + one.attacker, b + one.owner
    return a, b
