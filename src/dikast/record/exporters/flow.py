"""The flow: one row per claim, its moves in the columns of their speeches, and its fate with points at the end.

The rows are also the text alternative: a list of claims, each an ordered list of moves. Must not know markup.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from dikast.core import graph
from dikast.core.debate import SIDES, Side, other
from dikast.record.exporters.fields import amount, children, decimal, text
from dikast.record.exporters.source import Source, Step, Turn

#: More claims than this are folded away by side.
FOLD: Final = 40
#: More columns than this make the region scroll instead of shrinking them.
WIDE: Final = 8
_WEDGES: Final = {"rebuttal": "attack", "renewal": "renewal", "concession": "conceded"}


@dataclass(frozen=True, slots=True)
class Stop:
    """One stop on a claim's thread.

    Attributes:
        step: the move, or the dropped rebuttal where the stop is a missing answer.
        turn: the speech in whose column it stands.
        mark: which of the ten marks (``claim``, ``attack``, ``renewal``, ``held``, ``dented``, ``broke``,
            ``dropped``, ``conceded``, ``set-aside``, ``new-matter``; ``defense`` for an answer without an outcome).
        column, span: where it stands and how many columns its line runs, from 1.
        row, last: its place in a stack of moves in one cell, from 1, and whether the stack ends with it.
        end: the thread leaves its own column dotted, nothing follows.
        dotted: the line after it is dotted from the mark on.
    """

    step: Step
    turn: Turn
    mark: str
    column: int
    span: int
    row: int
    last: bool
    end: bool
    dotted: bool


@dataclass(frozen=True, slots=True)
class Credit:
    """Points that the other side earned by attacking a claim."""

    side: Side
    points: str


@dataclass(frozen=True, slots=True)
class Row:
    """One claim: thread, fate (``new-matter`` for one made too late, "" before it is judged), points; `depth` is the
    highest stack."""

    claim: Step
    stops: tuple[Stop, ...]
    depth: int
    fate: str
    points: str
    worth: str
    credit: Credit | None


@dataclass(frozen=True, slots=True)
class Sum:
    """A side's total in words."""

    side: Side
    total: str
    claims: str
    attacks: str


@dataclass(frozen=True, slots=True)
class Group:
    """The rows of one side."""

    side: Side
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Flow:
    """The whole flow; `columns` is the number of speeches."""

    turns: tuple[Turn, ...]
    groups: tuple[Group, ...]
    sums: tuple[Sum, ...]
    columns: int
    wide: bool
    folded: bool


def flow(source: Source, *, running: bool = False) -> Flow:
    """Lay out the shown reading of a graph case; before a ruling the threads stand without fates and points.

    While the debate is `running`, an answer that may still come is not missing.
    """
    rows: dict[Side, list[Row]] = {side: [] for side in SIDES}
    threads: dict[str, list[Step]] = {}
    for step in source.steps:
        threads.setdefault(step.root, []).append(step)
    earned = _earned(source)
    for step in source.steps:
        if step.kind == "claim":
            rows[step.turn.side].append(_row(source, step, threads.get(step.id, [step]), earned, running))
    columns = len(source.turns)
    return Flow(
        source.turns,
        tuple(Group(side, tuple(rows[side])) for side in SIDES),
        tuple(_sum(source, side) for side in SIDES),
        columns,
        columns > WIDE,
        sum(len(one) for one in rows.values()) > FOLD,
    )


def worth(step: Step) -> int:
    """Return what a claim of this weight is worth when nobody attacks it (the method, §4.2)."""
    return graph.BASE.get(step.weight, graph.BASE["substantive"])


def _earned(source: Source) -> dict[str, Fraction]:
    """Return the points of each claim and, under ``credit:ID``, what the attacks on it earned."""
    earned: dict[str, Fraction] = {}
    for line in children(source.ruling or {}, "ledger"):
        ref = text(line, "move")
        if text(line, "rule") == "claim":
            earned[ref] = earned.get(ref, Fraction(0)) + amount(line, "amount")
        elif ref in source.step:
            key = f"credit:{source.step[ref].root}"
            earned[key] = earned.get(key, Fraction(0)) + amount(line, "amount")
    return earned


def _row(source: Source, claim: Step, thread: list[Step], earned: dict[str, Fraction], running: bool) -> Row:
    fate = source.fates.get(claim.id, "new-matter") if source.ruling is not None else ""
    credit = earned.get(f"credit:{claim.id}", Fraction(0))
    stops = _stops(source, claim, thread, running)
    return Row(
        claim,
        stops,
        max(stop.row for stop in stops),
        fate,
        decimal(earned.get(claim.id, Fraction(0))),
        str(worth(claim)),
        Credit(other(claim.turn.side), decimal(credit)) if credit else None,
    )


def _placed(source: Source, claim: Step, thread: list[Step], running: bool) -> list[tuple[Step, Turn, str]]:
    """Return the thread's stops with column and mark, missing answers in the first column where one was due."""
    placed = [(step, step.turn, _mark(source, step)) for step in thread]
    for step in thread if source.ruling is not None else ():
        if step.kind == "rebuttal" and not source.state(step) and source.outcomes.get(step.id) == "dropped":
            due = [turn for turn in source.turns if turn.side == claim.turn.side and turn.number > step.turn.number]
            if due or not running:
                placed.append((step, (due or [step.turn])[0], "dropped"))
    placed.sort(key=lambda one: one[1].number)
    return placed


def _mark(source: Source, step: Step) -> str:
    state = source.state(step)
    if state:
        return "new-matter" if state == "new-matter" else "set-aside"
    if step.kind == "claim":
        return "claim"
    if step.kind == "defense":
        outcome = source.outcomes.get(step.target, "")
        return outcome if outcome in ("held", "dented", "broke") else "defense"
    return _WEDGES.get(step.kind, "move")


def _stops(source: Source, claim: Step, thread: list[Step], running: bool) -> tuple[Stop, ...]:
    placed = _placed(source, claim, thread, running)
    columns = len(source.turns)
    numbers = [turn.number for _, turn, _ in placed]
    stops = []
    for place, (step, turn, mark) in enumerate(placed):
        row = numbers[:place].count(turn.number) + 1
        later = [number for number in numbers if number > turn.number]
        last = numbers[place + 1 :].count(turn.number) == 0
        ended = "dropped" in [one for _, where, one in placed if where.number == turn.number]
        stops.append(
            Stop(
                step,
                turn,
                mark,
                turn.number,
                (later[0] if later else columns + 1) - turn.number,
                row,
                last,
                not later,
                ended or (mark == "new-matter" and step is claim),
            )
        )
    return tuple(stops)


def _sum(source: Source, side: Side) -> Sum:
    points = {"claim": Fraction(0), "rebuttal": Fraction(0)}
    for line in children(source.ruling or {}, "ledger"):
        if text(line, "side") == side:
            points["claim" if text(line, "rule") == "claim" else "rebuttal"] += amount(line, "amount")
    return Sum(side, decimal(sum(points.values(), Fraction(0))), decimal(points["claim"]), decimal(points["rebuttal"]))
