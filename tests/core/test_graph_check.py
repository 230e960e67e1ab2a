"""Every fault of a graph case is found and named after its move; what the format leaves open is not."""

from __future__ import annotations

import pytest

from dikast.core.debate import Debate, Speech
from dikast.core.graph import GraphReading, Move, check, score
from dikast.core.problems import InputError

DEBATE = Debate("", ("A", "B"), tuple(Speech(f"s{n}", "AB"[(n - 1) % 2], closing=n > 4) for n in range(1, 7)))  # type: ignore[arg-type]
CLAIM = Move("c1", "s1", "claim")
REBUTTAL = Move("r1", "s2", "rebuttal", "c1")
DEFENSE = Move("d1", "s3", "defense", "r1")
THREAD = (CLAIM, REBUTTAL, DEFENSE)


def codes(*moves: Move, **outcomes: str) -> list[str]:
    return [problem.code[6:] for problem in check(DEBATE, GraphReading(moves, outcomes))]


@pytest.mark.parametrize(
    ("code", "named", "move"),
    [
        ("unknown-speech", "x1", Move("x1", "s9", "claim")),
        ("unknown-kind", "x1", Move("x1", "s3", "cheer", "r1")),
        ("unknown-weight", "x1", Move("x1", "s1", "claim", weight="heavy")),
        ("unknown-bearing", "x1", Move("x1", "s1", "claim", bearing="huge")),
        ("unknown-reach", "x1", Move("x1", "s2", "rebuttal", "c1", reach="far")),
        ("claim-target", "x1", Move("x1", "s1", "claim", "c1")),
        ("set-aside", "x1", Move("x1", "s1", "claim", set_aside=True)),
        ("set-aside", "x1", Move("x1", "s3", "defense", "r1", set_aside=True)),
        ("no-target", "x1", Move("x1", "s2", "rebuttal")),
        ("dangling-target", "x1", Move("x1", "s2", "rebuttal", "c9")),
        ("wrong-target", "x1", Move("x1", "s2", "rebuttal", "r1")),
        ("wrong-target", "x1", Move("x1", "s3", "defense", "c1")),
        ("wrong-target", "x1", Move("x1", "s2", "renewal", "c1")),
        ("wrong-target", "x1", Move("x1", "s4", "concession", "d1")),
        ("own-side", "x1", Move("x1", "s3", "rebuttal", "c1")),
        ("other-side", "x1", Move("x1", "s4", "defense", "r1")),
        ("other-side", "x1", Move("x1", "s3", "renewal", "r1")),
        ("other-side", "x1", Move("x1", "s2", "concession", "c1")),
        ("other-side", "x1", Move("x1", "s4", "concession", "r1")),
        ("before-target", "x1", Move("x1", "s1", "defense", "r1")),
        ("duplicate-move", "d1", Move("d1", "s3", "claim")),
    ],
)
def test_a_faulty_move_is_named(code: str, named: str, move: Move) -> None:
    problems = check(DEBATE, GraphReading((*THREAD, move), {"r1": "held"}))
    assert [problem.code for problem in problems] == [f"graph.{code}"]
    assert named in problems[0].place


@pytest.mark.parametrize(
    ("code", "moves", "outcomes"),
    [
        ("unresolved", THREAD, {}),
        ("dropped-but-answered", THREAD, {"r1": "dropped"}),
        ("resolved-but-unanswered", THREAD[:2], {"r1": "held"}),
        ("resolved-but-unanswered", THREAD[:2], {"r1": "broke"}),
        ("unknown-outcome", THREAD, {"r1": "won"}),
        ("unknown-rebuttal", THREAD[:1], {"r1": "held"}),
        ("unknown-rebuttal", THREAD[:1], {"c1": "held"}),
    ],
)
def test_a_faulty_resolution_is_named(code: str, moves: tuple[Move, ...], outcomes: dict[str, str]) -> None:
    problems = check(DEBATE, GraphReading(moves, outcomes))
    assert [problem.code for problem in problems] == [f"graph.{code}"]
    assert all(ident in problems[0].message for ident in outcomes)


@pytest.mark.parametrize(
    ("moves", "outcomes"),
    [
        (THREAD[:2], {}),
        (THREAD[:2], {"r1": "dropped"}),
        ((*THREAD[:2], Move("x", "s3", "concession", "r1")), {"r1": "broke"}),
        ((CLAIM, REBUTTAL._replace(set_aside=True), DEFENSE), {}),
        ((CLAIM, REBUTTAL._replace(set_aside=True)), {"r1": "held"}),
        ((CLAIM, Move("x", "s1", "concession", "c1")), {}),
    ],
)
def test_what_the_format_allows_is_no_fault(moves: tuple[Move, ...], outcomes: dict[str, str]) -> None:
    assert check(DEBATE, GraphReading(moves, outcomes)) == []


def test_the_list_may_give_the_speeches_in_any_order_but_not_a_target_after_its_move() -> None:
    assert codes(DEFENSE, REBUTTAL, CLAIM, r1="held") == []
    assert codes(Move("x", "s1", "concession", "c1"), CLAIM) == ["before-target"]


def test_two_speeches_of_one_id_are_a_fault() -> None:
    debate = Debate("", ("A", "B"), (Speech("s1", "A"), Speech("s1", "B")))
    assert [problem.code for problem in check(debate, GraphReading((), {}))] == ["graph.duplicate-speech"]


def test_scoring_names_every_problem_at_once() -> None:
    moves = (CLAIM, REBUTTAL, DEFENSE, Move("x1", "s2", "rebuttal", "c9"), Move("x2", "s9", "claim"))
    with pytest.raises(InputError) as refused:
        score(DEBATE, GraphReading(moves, {}))
    assert [problem.code[6:] for problem in refused.value.problems] == [
        "dangling-target",
        "unknown-speech",
        "unresolved",
    ]
