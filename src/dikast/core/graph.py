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

from collections.abc import Mapping
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
_DENTED, _DEFEATED, _GIVEN_UP = 2, 3, 4
_LEVEL = {outcome: FATES.index(fate) for outcome, fate in FATE_OF.items()}
_FATE = (*FATES, "defeated")
_KEEPS = {weight: tuple(points(weight, fate) for fate in _FATE) for weight in BASE}
_CREDIT = {weight: (*(credit(weight, fate) for fate in FATES), 0) for weight in BASE}
_CLAIM_WHY = {weight: tuple(f"{weight} {fate}" for fate in _FATE) for weight in BASE}
_REBUTTAL_WHY = {weight: {outcome: f"{weight} {outcome}" for outcome in FATE_OF} for weight in BASE}


class _Claim:
    """A claim in play: its damage level, how many of its rebuttals dent and defeat it, and the rebuttals."""

    __slots__ = ("conceded", "credit", "defeats", "dents", "ident", "keeps", "level", "rebuttals", "side", "weight")

    def __init__(self, ident: str, side: Side, weight: str) -> None:
        self.ident = ident
        self.side: Side = side
        self.weight = weight
        self.keeps = _KEEPS[weight]
        self.credit = _CREDIT[weight]
        self.level = 0
        self.dents = 0
        self.defeats = 0
        self.conceded = False
        self.rebuttals: list[_Rebuttal] = []


class _Rebuttal:
    """A rebuttal in play: the claim it attacks and its outcome so far; a granted one stays `broke`."""

    __slots__ = ("claim", "ident", "outcome")

    def __init__(self, ident: str, claim: _Claim) -> None:
        self.ident = ident
        self.claim = claim
        self.outcome = "dropped"


def score(debate: Debate, reading: GraphReading) -> GraphScore:
    """Score one reading of a debate by `graph/1`: one pass, time and memory linear in its moves and speeches.

    Raises `InputError` with every problem that `check` finds. Source: the method, §4 and §5.
    """
    problems, states = examine(debate, reading)
    if problems:
        raise InputError(problems)
    said: dict[str, list[Move]] = {speech.id: [] for speech in debate.speeches}
    for move in reading.moves:
        if move[0] not in states:
            said[move[1]].append(move)
    claims: dict[str, _Claim] = {}
    rebuttals: dict[str, _Rebuttal] = {}
    momentum = Momentum()
    a = b = 0
    for speech in debate.speeches:
        side = speech.side
        up = down = 0
        upmost: Move | None = None
        downmost: Move | None = None
        for move in said[speech.id]:
            kind = move[2]
            if kind == "claim":
                claim = claims[move[0]] = _Claim(move[0], side, move[5])
                owned, earned = claim.keeps[0], 0
            else:
                level = -1
                if kind == "rebuttal":
                    claim = claims[move[3]]  # type: ignore[index]
                    rebuttal = rebuttals[move[0]] = _Rebuttal(move[0], claim)
                    claim.rebuttals.append(rebuttal)
                    claim.defeats += 1
                    level = _DEFEATED
                elif kind == "defense":
                    rebuttal = rebuttals[move[3]]  # type: ignore[index]
                    claim = rebuttal.claim
                    if rebuttal.outcome == "dropped":
                        level = _answer(rebuttal, reading.outcomes[rebuttal.ident])
                elif kind == "concession":
                    claim, level = _concede(claims, rebuttals, move[3])
                if level < 0 or level == claim.level:
                    continue
                owned = claim.keeps[level] - claim.keeps[claim.level]
                earned = claim.credit[level] - claim.credit[claim.level]
                claim.level = level
            if claim.side == "A":
                a += owned
                b += earned
                shift = owned - earned
            else:
                a += earned
                b += owned
                shift = earned - owned
            if shift > up:
                up, upmost = shift, move
            elif shift < down:
                down, downmost = shift, move
        momentum.close(speech.id, side, a, b, upmost, up, downmost, down)
    fates, outcomes, ledger = _account(claims)
    shares = momentum.points[-1].shares if momentum.points else (50, 50)
    return GraphScore(
        (a, b),
        shares,
        "A" if a > b else "B" if b > a else "draw",
        call(shares),
        fates,
        outcomes,
        states,
        tuple(ledger),
        tuple(momentum.points),
        momentum.key_moment,
    )


def _answer(rebuttal: _Rebuttal, outcome: str) -> int:
    """Give a rebuttal that counted as dropped its recorded outcome; return its claim's level."""
    rebuttal.outcome = outcome
    claim = rebuttal.claim
    if outcome != "broke":
        claim.defeats -= 1
        if outcome == "dented":
            claim.dents += 1
    if claim.conceded or claim.defeats:
        return _DEFEATED
    return _DENTED if claim.dents else 1


def _concede(
    claims: Mapping[str, _Claim], rebuttals: Mapping[str, _Rebuttal], target: str | None
) -> tuple[_Claim, int]:
    """Carry out a concession of `target`, a claim or a rebuttal; return the claim and its level."""
    rebuttal = rebuttals.get(target)  # type: ignore[arg-type]
    if rebuttal is None:
        claim = claims[target]  # type: ignore[index]
        claim.conceded = True
        return claim, _DEFEATED if claim.rebuttals else _GIVEN_UP
    claim = rebuttal.claim
    if rebuttal.outcome in ("held", "dented"):
        claim.defeats += 1
    rebuttal.outcome = "broke"
    return claim, _DEFEATED


def _account(claims: Mapping[str, _Claim]) -> tuple[dict[str, str], dict[str, str], list[Line]]:
    """Return the fates, the outcomes and the ledger (the method, §4.2 and §4.3)."""
    fates: dict[str, str] = {}
    outcomes: dict[str, str] = {}
    ledger: list[Line] = []
    for ident, claim in claims.items():
        weight = claim.weight
        level = claim.level
        fates[ident] = _FATE[level]
        ledger.append(Line(claim.side, "claim", ident, claim.keeps[level], _CLAIM_WHY[weight][level]))
        if not claim.rebuttals:
            continue
        attacker: Side = "B" if claim.side == "A" else "A"
        if claim.conceded:
            claim.rebuttals[0].outcome = "broke"
        why = _REBUTTAL_WHY[weight]
        paid = 0
        for rebuttal in claim.rebuttals:
            outcome = outcomes[rebuttal.ident] = rebuttal.outcome
            due = claim.credit[_LEVEL[outcome]]
            amount = due - paid if due > paid else 0
            paid += amount
            ledger.append(Line(attacker, "rebuttal", rebuttal.ident, amount, why[outcome]))
    return fates, outcomes, ledger
