"""Points by speaker add up to the sides' totals, by either method."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from tests.plain.rubric_cases import debate_of, reading_of
from tests.plain.rubric_plain import random_case

from dikast.core.debate import Debate, Speech
from dikast.core.graph import score as score_graph
from dikast.core.ledger import Line
from dikast.core.moves import GraphReading, Move
from dikast.core.rubric import score as score_rubric
from dikast.core.speakers import by_speaker


def test_a_bonus_goes_to_who_made_the_point_and_the_silent_have_nothing() -> None:
    debate = Debate("", ("Gov", "Opp"), (
        Speech("p1", "A", speaker="Ada"), Speech("p2", "B", speaker="Ada"), Speech("p3", "A", speaker="Noor"),
        Speech("p4", "A", speaker="Ada"), Speech("p5", "B"),
    ))  # fmt: skip
    lines = [Line("A", "quality", "p1", Fraction(5)), Line("A", "conceded", "p1", Fraction(5)),
             Line("B", "quality", "p2", Fraction(3)), Line("A", "quality", "p4", Fraction(-1, 2))]  # fmt: skip
    assert by_speaker(debate, lines) == (
        ("A", "Ada", ("p1", "p4"), Fraction(19, 2), (("quality", Fraction(9, 2)), ("conceded", Fraction(5)))),
        ("B", "Ada", ("p2",), Fraction(3), (("quality", Fraction(3)),)),
        ("A", "Noor", ("p3",), 0, ()),
        ("B", "", ("p5",), 0, ()),
    )


def test_graph_lines_go_to_who_made_the_move() -> None:
    debate = Debate("", ("A", "B"), tuple(
        Speech(f"s{n}", "AB"[(n - 1) % 2], speaker=f"speaker {n}") for n in range(1, 5)  # type: ignore[arg-type]
    ))  # fmt: skip
    reading = GraphReading((
        Move("c1", "s1", "claim"), Move("r1", "s2", "rebuttal", "c1"), Move("d1", "s3", "defense", "r1")
    ), {"r1": "held"})  # fmt: skip
    speakers = by_speaker(debate, score_graph(debate, reading).ledger, {move.id: move.speech for move in reading.moves})
    assert [(one.speaker, one.points) for one in speakers] == [
        ("speaker 1", 12), ("speaker 2", 4), ("speaker 3", 0), ("speaker 4", 0)
    ]  # fmt: skip


def test_the_speakers_of_a_side_add_up_to_its_total() -> None:
    rng = Random(7)
    for _ in range(200):
        case = random_case(rng, readings=(1,))
        plain = debate_of(case)
        debate = Debate("", plain.names, tuple(
            speech._replace(speaker=rng.choice(["Ada", "Ben", ""])) for speech in plain.speeches
        ), yielded=plain.yielded)  # fmt: skip
        result = score_rubric(debate, reading_of(case["readings"][0]))
        speakers = by_speaker(debate, result.ledger)
        for side, total in zip("AB", result.totals, strict=True):
            assert sum(one.points for one in speakers if one.side == side) == total
        for one in speakers:
            assert sum(amount for _, amount in one.by_rule) == one.points
