"""Whether a graph reading can be scored, and which of its moves score at all. Must not know points.

Choices where the method and the case format are silent:

- A move must be listed after its target where both stand in one speech (a claim given up in the breath
  that makes it, a rebuttal pressed twice): the order of the list is the order in which things were said.
- A resolution must fit the file: `held`, `dented` or `broke` needs an answer (for `broke`, a concession of that
  very rebuttal will do), and one about a move that is no rebuttal is an error. Rebuttals that score nothing
  need no resolution even if answered, and a resolution they carry decides nothing.
- "The rebutter's own previous speech" is the previous speech of the rebutter's side, whoever held it; a side
  that has not spoken before always has its first chance.
- An unanswered rebuttal with reach `none` is set aside whether or not the file also says `set_aside`; an
  answered one is resolved like any other (the method, §4.1.3) unless the file says `set_aside`.
- Where several reasons apply to one rebuttal, `moot` is given before `new-matter` and that before `set-aside`:
  what the rules decide is named before what a judge found.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import NamedTuple

from dikast.core.debate import Debate, closing_speeches
from dikast.core.moves import BEARINGS, KINDS, OUTCOMES, REACHES, WEIGHTS, GraphReading, Move
from dikast.core.problems import Problem

_DECIDED = frozenset(("held", "dented", "broke"))
_WEIGHTS = frozenset(WEIGHTS)
_REACHES = frozenset((None, *REACHES))
_BEARINGS = frozenset((None, *BEARINGS))
#: What a move may be aimed at, and whether that must be the other side's.
_ACROSS = {
    ("rebuttal", "claim"): True,
    ("defense", "rebuttal"): True,
    ("renewal", "rebuttal"): False,
    ("concession", "claim"): False,
    ("concession", "rebuttal"): True,
}
_WRONG_SIDE = {
    "rebuttal": ("graph.own-side", "a rebuttal attacks a claim of the other side, and {target!r} is its own side's"),
    "defense": ("graph.other-side", "a defense answers a rebuttal of one's own claim, and {target!r} is not one"),
    "renewal": ("graph.other-side", "a renewal presses a rebuttal of one's own side, and {target!r} is not one"),
    "concession": ("graph.other-side", "a side concedes its own claim or a rebuttal of it, and {target!r} is neither"),
}


#: What to do, where the message alone does not say it.
_HINTS = {
    "graph.unknown-speech": "name a speech of the debate, or add it",
    "graph.no-target": "give the id of the move it is aimed at",
    "graph.dangling-target": "name a move of this reading, or add it",
    "graph.wrong-target": "aim it at a move of that kind, or change its own kind",
    "graph.own-side": "aim it at a claim of the other side, or correct the speech it was made in",
    "graph.other-side": "correct the target, or the speech it was made in",
    "graph.before-target": "correct the speech, or list the move after its target",
    "graph.claim-target": "leave the target out, or make it a rebuttal",
    "graph.set-aside": "leave set_aside out",
}


class Examined(NamedTuple):
    """What is known of a reading before any point is given; all lists run over its moves.

    Attributes:
        problems: what makes it impossible to score; the rest is meaningful only if this is empty.
        states: each move that scores nothing, in listed order, with one of `moves.IDLE` (the method, §4.1: the last
            word answers, it does not open; set aside; everything aimed at these).
        spots: the number of the speech each was made in, -1 for an unknown one.
        aims: the number of the move each is aimed at, -1 for a claim.
        resolved: the recorded outcome, None where there is none.
    """

    problems: list[Problem]
    states: dict[str, str]
    spots: list[int]
    aims: list[int]
    resolved: list[str | None]


def examine(debate: Debate, reading: GraphReading) -> Examined:
    """Return the problems of `reading` (see `check`) and what its scoring starts from, in linear time."""
    moves = reading.moves
    problems: list[Problem] = []
    place = {speech.id: number for number, speech in enumerate(debate.speeches)}
    sides = [speech.side for speech in debate.speeches]
    if len(place) != len(sides):
        problems += _twice("graph.duplicate-speech", "speech", [speech.id for speech in debate.speeches])
    known: dict[str | None, int] = {move[0]: number for number, move in enumerate(moves)}
    if len(known) != len(moves):
        problems += _twice("graph.duplicate-move", "move", [move.id for move in moves])
    spots = [place.get(move[1], -1) for move in moves]
    aims = [-1] * len(moves)
    answered: dict[int, int] = {}
    granted: set[int] = set()
    closing = closing_speeches(debate.speeches)
    openings: list[int] = []
    suspects: list[int] = []
    for number, move in enumerate(moves):
        _, speech, kind, target, _, weight, reach, bearing, set_aside = move
        at = spots[number]
        if at < 0:
            problems.append(_problem("graph.unknown-speech", number, move, f"there is no speech {speech!r}"))
            continue
        if kind == "claim":
            if weight in _WEIGHTS and bearing in _BEARINGS and target is None and not set_aside:
                if speech in closing:
                    openings.append(number)
            else:
                problems += _claim_problems(number, move)
            continue
        aim = known.get(target)
        if aim is None or target is None:
            problems.append(_aimless(number, move))
            continue
        to = spots[aim]
        if to < 0:
            continue
        if (sides[at] != sides[to]) is not _ACROSS.get((kind, moves[aim][2])):
            problems.append(_misaimed(number, move, moves[aim]))
            continue
        if at < to or (at == to and number < aim):
            message = f"made before its target {target!r} of speech {moves[aim].speech!r}"
            problems.append(_problem("graph.before-target", number, move, message))
            continue
        aims[number] = aim
        if kind == "rebuttal":
            if reach not in _REACHES:
                problems.append(_problem("graph.unknown-reach", number, move, _unknown("reach", reach, REACHES)))
            elif set_aside or reach == "none" or speech in closing:
                suspects.append(number)
        elif set_aside:
            problems.append(
                _problem("graph.set-aside", number, move, f"only a rebuttal can be set aside, not a {kind}")
            )
        elif kind == "defense":
            answered.setdefault(aim, number)
        elif kind == "concession":
            granted.add(aim)
    states: dict[str, str] = {}
    if suspects or openings:
        states = _idle(debate, moves, spots, aims, openings, suspects, answered)
    resolved: list[str | None] = [None] * len(moves)
    for rebuttal, outcome in reading.outcomes.items():
        named = known.get(rebuttal)
        if named is not None:
            resolved[named] = outcome
        if named not in answered or outcome not in _DECIDED:
            excused = rebuttal in states or (outcome == "broke" and named in granted)
            about = None if named is None else moves[named]
            problems += _resolution_problems(rebuttal, outcome, about, named in answered, excused)
    for aim, number in answered.items():
        if resolved[aim] is None and moves[aim].id not in states:
            rebuttal = moves[aim].id
            message = f"rebuttal {rebuttal!r} is answered by {moves[number].id!r} but has no resolution"
            problems.append(
                Problem("graph.unresolved", f"resolutions ({rebuttal})", message, "resolve it: held, dented or broke")
            )
    return Examined(problems, states, spots, aims, resolved)


def check(debate: Debate, reading: GraphReading) -> list[Problem]:
    """Return everything that makes `reading` impossible to score, each naming its move; empty if nothing does.

    Codes: ``graph.duplicate-speech``, ``graph.duplicate-move``, ``graph.unknown-speech``, ``graph.unknown-kind``,
    ``graph.unknown-weight``, ``graph.unknown-bearing``, ``graph.unknown-reach``, ``graph.unknown-outcome``,
    ``graph.claim-target``, ``graph.no-target``, ``graph.dangling-target``, ``graph.wrong-target``,
    ``graph.own-side``, ``graph.other-side``, ``graph.before-target``, ``graph.set-aside``,
    ``graph.unknown-rebuttal``, ``graph.unresolved``, ``graph.dropped-but-answered``,
    ``graph.resolved-but-unanswered``. Source: the case format.
    """
    return examine(debate, reading).problems


def _idle(
    debate: Debate,
    moves: Sequence[Move],
    spots: Sequence[int],
    aims: Sequence[int],
    openings: Sequence[int],
    suspects: Sequence[int],
    answered: Container[int],
) -> dict[str, str]:
    """Return the state of every move that scores nothing.

    Arguments: the moves with their spots and aims; the numbers of the claims of closing speeches, and of the rebuttals
    that may be idle for another reason than their claim.
    """
    previous: list[int] = []
    last = {"A": -1, "B": -1}
    for number, speech in enumerate(debate.speeches):
        previous.append(last[speech.side])
        last[speech.side] = number
    closing = closing_speeches(debate.speeches)
    found = dict.fromkeys(openings, "new-matter")
    if found:
        at_them = [number for number, aim in enumerate(aims) if aim in found and moves[number].kind == "rebuttal"]
        found |= dict.fromkeys(at_them, "moot")
    for number in suspects:
        if number in found:
            continue
        move = moves[number]
        if move.speech in closing and spots[aims[number]] <= previous[spots[number]]:
            found[number] = "new-matter"
        elif move.set_aside or (move.reach == "none" and number not in answered):
            found[number] = "set-aside"
    return {
        moves[number].id: found.get(number, "moot")
        for number, aim in enumerate(aims)
        if number in found or aim in found
    }


def _resolution_problems(
    rebuttal: str, outcome: str, move: Move | None, answered: bool, excused: bool
) -> list[Problem]:
    """Return what is wrong with one resolution; `excused` from an answer are the granted (for `broke`) and the idle."""
    place = f"resolutions ({rebuttal})"
    if move is None or move.kind != "rebuttal":
        what = "there is no such move" if move is None else f"it is a {move.kind}"
        return [Problem("graph.unknown-rebuttal", place, f"{rebuttal!r} is not a rebuttal: {what}")]
    if outcome not in OUTCOMES:
        message = f"rebuttal {rebuttal!r}: {_unknown('outcome', outcome, OUTCOMES)}"
        return [Problem("graph.unknown-outcome", place, message)]
    if outcome == "dropped":
        if answered:
            message = f"rebuttal {rebuttal!r} is answered, so its outcome cannot be 'dropped'"
            return [Problem("graph.dropped-but-answered", place, message, "resolve it: held, dented or broke")]
        return []
    if excused:
        return []
    message = f"rebuttal {rebuttal!r} has the outcome {outcome!r} but nothing answers it"
    return [Problem("graph.resolved-but-unanswered", place, message, "add the defense, or leave the resolution out")]


def _claim_problems(number: int, move: Move) -> list[Problem]:
    problems = []
    if move.weight not in _WEIGHTS:
        problems.append(_problem("graph.unknown-weight", number, move, _unknown("weight", move.weight, WEIGHTS)))
    if move.bearing not in _BEARINGS:
        problems.append(_problem("graph.unknown-bearing", number, move, _unknown("bearing", move.bearing, BEARINGS)))
    if move.target is not None:
        problems.append(
            _problem("graph.claim-target", number, move, f"a claim is aimed at nothing, not at {move.target!r}")
        )
    if move.set_aside:
        problems.append(_problem("graph.set-aside", number, move, "only a rebuttal can be set aside, not a claim"))
    return problems


def _aimless(number: int, move: Move) -> Problem:
    if move.kind not in KINDS:
        return _problem("graph.unknown-kind", number, move, _unknown("kind", move.kind, KINDS))
    if move.target is None:
        return _problem("graph.no-target", number, move, f"a {move.kind} needs a target")
    return _problem("graph.dangling-target", number, move, f"there is no move {move.target!r} to be aimed at")


def _misaimed(number: int, move: Move, aimed: Move) -> Problem:
    if move.kind not in KINDS:
        return _problem("graph.unknown-kind", number, move, _unknown("kind", move.kind, KINDS))
    if (move.kind, aimed.kind) in _ACROSS:
        code, text = _WRONG_SIDE[move.kind]
        return _problem(code, number, move, text.format(target=move.target))
    wanted = " or a ".join(of for kind, of in _ACROSS if kind == move.kind)
    return _problem(
        "graph.wrong-target", number, move, f"a {move.kind} is aimed at a {wanted}, and {aimed.id!r} is a {aimed.kind}"
    )


def _problem(code: str, number: int, move: Move, message: str) -> Problem:
    return Problem(code, f"moves[{number}] ({move.id})", message, _HINTS.get(code, ""))


def _unknown(field: str, value: object, allowed: Sequence[str]) -> str:
    return f"unknown {field} {value!r}; it is one of {', '.join(allowed)}"


def _twice(code: str, what: str, idents: Sequence[str]) -> list[Problem]:
    seen: set[str] = set()
    problems = []
    for number, ident in enumerate(idents):
        if ident in seen:
            plural = "speeches" if what == "speech" else "moves"
            message = f"the id {ident!r} is already that of an earlier {what}"
            problems.append(Problem(code, f"{plural}[{number}] ({ident})", message, "give each an id of its own"))
        seen.add(ident)
    return problems
