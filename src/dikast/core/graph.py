"""`graph/1`: from moves and resolutions to fates, points, ledger, momentum and finding. Must not know who perceived.

The method, §4 and §5; every number is a constant here. Choices where the method is silent:

- A conceded claim is defeated whatever else happens to it, before or after the concession. The rebuttal that
  counts as `broke` for a concession naming the claim is the first of the claim's rebuttals that score, even one
  made after the concession; a rebuttal that was granted counts as `broke` whether or not it was also defended.
- Several defenses of one rebuttal are one thread with one resolution; the first of them opens it. A renewal
  changes no number: the recorded resolution is of the whole thread.
- In a momentum point an attack whose first defense lies ahead counts as dropped and one already defended by its
  recorded resolution; a concession counts once made; which moves score nothing is known from the whole debate.
- The ledger lists each claim in the order made, followed by its rebuttals in the order made; a rebuttal that
  earns nothing, because an earlier one on the claim took all, has its line with 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from dikast.core.debate import Debate, Side
from dikast.core.graph_check import check, examine
from dikast.core.ledger import Line
from dikast.core.momentum import KeyMoment, Momentum, Point
from dikast.core.moves import GraphReading, Move
from dikast.core.problems import InputError
from dikast.core.scoreline import TOO_CLOSE, call

__all__ = ["METHOD", "GraphReading", "GraphScore", "Move", "check", "constants", "score"]

METHOD = "graph/1"

#: Fates in order of damage; their places are the damage levels used below.
FATES = ("uncontested", "survived", "weakened", "defeated")
#: A claim's points at full strength.
BASE = {"substantive": 20, "framing": 30}
#: Per cent of the base that a claim keeps.
KEEPS = {"uncontested": 100, "survived": 60, "weakened": 30, "defeated": 25}
#: The fate that an outcome, as the worst on its claim, brings.
FATE_OF = {"held": "survived", "dented": "weakened", "broke": "defeated", "dropped": "defeated"}
#: A rebuttal's credit is this part of the damage it did.
CREDIT_DIVISOR = 2


def points(weight: str, fate: str) -> int:
    """Return what a claim of `weight` keeps with `fate`, half rounded up (the method, §4.2)."""
    return (BASE[weight] * KEEPS[fate] + 50) // 100


def credit(weight: str, fate: str) -> int:
    """Return what the rebuttals of a claim of `weight` earn together when its fate is `fate` (the method, §4.3)."""
    damage = BASE[weight] - points(weight, fate)
    return (damage + CREDIT_DIVISOR - 1) // CREDIT_DIVISOR


def constants() -> dict[str, object]:
    """Return every number and rule name of `graph/1`, fit for JSON; the fingerprint is taken over it."""
    return {
        "method": METHOD,
        "base": dict(BASE),
        "keeps_percent": dict(KEEPS),
        "fate_of": dict(FATE_OF),
        "points": {weight: {fate: points(weight, fate) for fate in FATES} for weight in BASE},
        "credit": {weight: {fate: credit(weight, fate) for fate in FATES} for weight in BASE},
        "rounding": "half up",
        "too_close": TOO_CLOSE,
    }


class GraphScore(NamedTuple):
    """What `graph/1` makes of one reading.

    Attributes:
        totals: A's and B's points, the sums of their ledger lines.
        shares: the scoreline, A's first.
        winner: the side with more points, or ``draw``.
        call: ``too_close`` or ``stable``.
        fates: claim id to one of `FATES`, of the claims that score, in the order made.
        outcomes: rebuttal id to its outcome as scored (concessions included), of the rebuttals that score.
        states: the moves that score nothing, each with ``set-aside``, ``new-matter`` or ``moot``.
        ledger: the lines, claim by claim.
        momentum: one point a speech.
        key_moment: the largest swing, or None.
    """

    totals: tuple[int, int]
    shares: tuple[int, int]
    winner: Literal["A", "B", "draw"]
    call: Literal["stable", "too_close"]
    fates: dict[str, str]
    outcomes: dict[str, str]
    states: dict[str, str]
    ledger: tuple[Line, ...]
    momentum: tuple[Point, ...]
    key_moment: KeyMoment | None


#: Damage levels are the places of the fates; one more is a claim given up that nobody attacked.
_HELD, _DENTED, _DEFEATED, _GIVEN_UP = 1, 2, 3, 4
_LEVEL = {outcome: FATES.index(fate) for outcome, fate in FATE_OF.items()}
_FATE = (*FATES, "defeated")


class _Table(NamedTuple):
    """What a claim of one weight keeps and costs at each damage level, and the ledger's reasons for it."""

    keeps: tuple[int, ...]
    credit: tuple[int, ...]
    claim_why: tuple[str, ...]
    rebuttal_why: dict[str, str]


_TABLES = {
    weight: _Table(
        tuple(points(weight, fate) for fate in _FATE),
        (*(credit(weight, fate) for fate in FATES), 0),
        tuple(f"{weight} {fate}" for fate in _FATE),
        {outcome: f"{weight} {outcome}" for outcome in FATE_OF},
    )
    for weight in BASE
}


class _Claim:
    """A claim in play: its damage level, how many of its rebuttals dent and defeat it, and their numbers.

    A concession of the claim counts as one more defeat that nothing takes back.
    """

    __slots__ = ("defeats", "dents", "level", "rebuttals", "side", "table")

    def __init__(self, side: Side, table: _Table) -> None:
        self.side: Side = side
        self.table = table
        self.level = self.dents = self.defeats = 0
        self.rebuttals: list[int] = []


def score(debate: Debate, reading: GraphReading) -> GraphScore:
    """Score one reading of a debate by `graph/1`: one pass, time and memory linear in its moves and speeches.

    Raises `InputError` with every problem that `check` finds. Source: the method, §4 and §5.
    """
    problems, states, spots, aims, resolved = examine(debate, reading)
    if problems:
        raise InputError(problems)
    moves = reading.moves
    said: list[list[int]] = [[] for _ in debate.speeches]
    for number, at in enumerate(spots):
        said[at].append(number)
    claims: list[int] = []
    rebuttals: list[int] = []
    given_up: list[_Claim] = []
    claim_of: list[_Claim | None] = [None] * len(moves)
    outcome_of: list[str | None] = [None] * len(moves)
    momentum = Momentum()
    a = b = 0
    for speech, numbers in zip(debate.speeches, said, strict=True):
        side = speech.side
        most = 0
        mover: Move | None = None
        for number in numbers:
            move = moves[number]
            if states and move[0] in states:
                continue
            kind = move[2]
            if kind == "claim":
                table = _TABLES[move[5]]
                claim_of[number] = claim = _Claim(side, table)
                claims.append(number)
                owned, earned = table[0][0], 0
            else:
                aim = aims[number]
                claim = claim_of[aim]  # type: ignore[assignment]  # targets come first: `examine` has seen to it
                if kind == "rebuttal":
                    claim_of[number] = claim
                    claim.rebuttals.append(number)
                    claim.defeats += 1
                    outcome_of[number] = "dropped"
                    rebuttals.append(number)
                    level = _DEFEATED
                elif kind == "defense":
                    if outcome_of[aim] != "dropped":
                        continue
                    outcome_of[aim] = outcome = resolved[aim]
                    if outcome == "broke":
                        continue
                    claim.defeats -= 1
                    if outcome == "dented":
                        claim.dents += 1
                    level = _DEFEATED if claim.defeats else _DENTED if claim.dents else _HELD
                elif kind == "concession":
                    if outcome_of[aim] is None:
                        claim.defeats += 1
                        given_up.append(claim)
                        level = _DEFEATED if claim.rebuttals else _GIVEN_UP
                    else:
                        if outcome_of[aim] != "dropped":
                            claim.defeats += 1
                        outcome_of[aim] = "broke"
                        level = _DEFEATED
                else:
                    continue
                before = claim.level
                if level == before:
                    continue
                claim.level = level
                keeps, credits, _, _ = claim.table
                owned = keeps[level] - keeps[before]
                earned = credits[level] - credits[before]
            if claim.side == "A":
                a += owned
                b += earned
                shift = owned - earned
            else:
                a += earned
                b += owned
                shift = earned - owned
            if abs(shift) > abs(most):
                most, mover = shift, move
        momentum.close(speech.id, side, a, b, mover, most)
    for claim in given_up:
        if claim.rebuttals:
            outcome_of[claim.rebuttals[0]] = "broke"
    shares = momentum.points[-1].shares if momentum.points else (50, 50)
    fates, ledger = _account(moves, claims, claim_of, outcome_of)
    return GraphScore(
        (a, b),
        shares,
        "A" if a > b else "B" if b > a else "draw",
        call(shares),
        fates,
        {moves[number][0]: outcome_of[number] for number in rebuttals},  # type: ignore[misc]
        states,
        tuple(ledger),
        tuple(momentum.points),
        momentum.key_moment,
    )


def _account(
    moves: Sequence[Move], claims: Sequence[int], claim_of: Sequence[_Claim | None], outcome_of: Sequence[str | None]
) -> tuple[dict[str, str], list[Line]]:
    """Return the fates, and the lines of all claims and of the rebuttals on each (the method, §4.2 and §4.3)."""
    fates: dict[str, str] = {}
    lines: list[Line] = []
    new = tuple.__new__  # half the time of calling Line, and most of the ledger's
    for number in claims:
        claim: _Claim = claim_of[number]  # type: ignore[assignment]
        keeps, credits, claim_why, rebuttal_why = claim.table
        level = claim.level
        ident = moves[number][0]
        fates[ident] = _FATE[level]
        lines.append(new(Line, (claim.side, "claim", ident, keeps[level], claim_why[level])))
        if claim.rebuttals:
            attacker = "B" if claim.side == "A" else "A"
            paid = 0
            for rebuttal in claim.rebuttals:
                outcome: str = outcome_of[rebuttal]  # type: ignore[assignment]
                due = credits[_LEVEL[outcome]]
                amount = due - paid if due > paid else 0
                paid += amount
                lines.append(new(Line, (attacker, "rebuttal", moves[rebuttal][0], amount, rebuttal_why[outcome])))
    return fates, lines
