"""What a rubric ruling turns on equals trying every set of changes, and the sets listed do what they say."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from tests.plain.rubric_brute import sets_of
from tests.plain.rubric_cases import debate_of, reading_of
from tests.plain.rubric_plain import random_case

from dikast.core.debate import Debate, Speech
from dikast.core.robustness import LISTED_SETS, Change
from dikast.core.robustness_rubric import RubricTurns, turns_on_rubric
from dikast.core.rubric import Assessment, Fallacy, RubricReading, score
from dikast.core.rubric_changes import altered, key_of


def turns_of(case: dict[str, Any]) -> RubricTurns:
    return turns_on_rubric(debate_of(case), reading_of(case["readings"][0]))


def lopsided(rng: Random, most_posts: int) -> dict[str, Any]:
    """A random case in which one side's scores are mostly far better than the other's."""
    case = random_case(rng, most_posts, readings=(1,))
    better = {post["id"] for post in case["speeches"] if post["side"] == "A"}
    for mark in case["readings"][0]:
        if mark["scores"]:
            mark["scores"] = {
                name: rng.randrange(6, 11) if mark["post"] in better else rng.randrange(4) for name in mark["scores"]
            }
    return case


def agree(case: dict[str, Any], most: int) -> int:
    """Compare with brute force up to `most` changes; return the smallest number found, or `most` + 1."""
    turns = turns_of(case)
    for size in range(1, most + 1):
        expected = set(sets_of(case, size, every_score=size == 1))
        if not expected:
            continue
        assert turns.smallest == size, case
        listed = [frozenset((c.ref, c.kind, c.field) for c in changes) for changes in turns.sets]
        assert len(set(listed)) == len(listed)
        assert set(listed) <= expected, case
        assert len(listed) == min(turns.count, LISTED_SETS)
        assert turns.count == len(expected) if turns.all_counted else turns.count <= len(expected), case
        return size
    assert turns.smallest is None or turns.smallest > most, case
    return most + 1


def test_equals_brute_force_on_small_records() -> None:
    rng = Random(11)
    sizes = Counter(agree(random_case(rng, 4, readings=(1,)), 2) for _ in range(60))
    assert min(sizes[1], sizes[2], sizes[3]) >= 2, sizes


def test_equals_brute_force_on_lopsided_records() -> None:
    rng = Random(12)
    sizes = Counter(agree(lopsided(rng, 4), 2) for _ in range(30))
    assert min(sizes[2], sizes[3]) >= 2, sizes


def test_equals_brute_force_where_three_changes_are_needed() -> None:
    rng = Random(13)
    found = 0
    while found < 2:
        case = lopsided(rng, 4)
        if any(mark["fallacies"] for mark in case["readings"][0][1:]) or turns_of(case).smallest != 3:
            continue
        assert agree(case, 3) == 3
        found += 1


def test_every_listed_set_changes_the_finding_to_what_it_says_and_is_as_mild_as_can_be() -> None:
    rng = Random(14)
    for number in range(100):
        case = lopsided(rng, 9) if number % 2 else random_case(rng, 9, readings=(1,))
        debate, reading = debate_of(case), reading_of(case["readings"][0])
        now = score(debate, reading).finding

        def read(changes: tuple[Change, ...], reading: RubricReading = reading) -> RubricReading:
            return RubricReading(tuple(
                altered(a, [change for change in changes if change.ref == a.post]) for a in reading.assessments
            ))  # fmt: skip

        turns = turns_on_rubric(debate, reading)
        for changes, result in zip(turns.sets, turns.results, strict=True):
            then = score(debate, read(changes))
            assert (then.finding, then.totals) == result
            assert then.finding != now
            assert len({key_of(change) for change in changes}) == len(changes) == turns.smallest
            for place, change in enumerate(changes):
                without = changes[:place] + changes[place + 1 :]
                assert score(debate, read(without)).finding == now
                if change.kind == "score":
                    step = 1 if int(change.after) < int(change.before) else -1
                    milder = change._replace(after=str(int(change.after) + step))
                    assert score(debate, read((*without, milder))).finding == now


def one_on_one(*assessments: Assessment, answers: tuple[str, ...] = ()) -> RubricTurns:
    debate = Debate("", ("A", "B"), (Speech("p1", "A"), Speech("p2", "B", answers=answers)), yielded=("A",))
    return turns_on_rubric(debate, RubricReading(assessments))


def test_the_change_is_named_with_its_values() -> None:
    turns = one_on_one(
        Assessment("p1", "argument", scores=(6, 6, 6, 6)), Assessment("p2", "argument", scores=(5, 5, 5, 6))
    )
    assert turns.smallest == 1
    assert Change("score", "p1", "6", "3", "logic") in turns.sets[1]
    assert turns.results[1].finding == "B"
    assert Change("class", "p1", "argument", "clarification") in turns.sets[0]


def test_an_engagement_can_decide() -> None:
    turns = one_on_one(Assessment("p1", "argument", scores=(5, 5, 5, 6)),
                       Assessment("p2", "clarification", scores=(6, 6, 6, 6)), answers=("p1",))  # fmt: skip
    changes = [change for changes in turns.sets for change in changes]
    assert Change("engagement", "p2", "true", "false") in changes


def test_several_flags_for_addressing_the_judge_must_all_go() -> None:
    flags = (Fallacy("judge-manipulation", "major"), Fallacy("judge-manipulation", "minor"))
    debate = Debate("", ("A", "B"), (Speech("p1", "B"), Speech("p2", "A")), yielded=("A", "B"))
    read = (Assessment("p1", "clarification", scores=(5, 5, 5, 5), fallacies=flags),
            Assessment("p2", "clarification", declined=True))  # fmt: skip
    assert score(debate, RubricReading(read)).totals == (0, 2)
    tied = RubricReading((read[0]._replace(scores=(0, 0, 10, 5)), read[1]))
    turns = turns_on_rubric(debate, tied)
    assert turns.smallest == 1
    assert all(change.kind != "fallacy" for changes in turns.sets for change in changes)


def test_a_record_without_scores_turns_on_nothing() -> None:
    turns = one_on_one(Assessment("p1", "dismissive"), Assessment("p2", "abusive"))
    assert turns == RubricTurns(None)


def test_declined_posts_cannot_be_read_otherwise() -> None:
    turns = one_on_one(Assessment("p1", "argument", declined=True, scores=(9, 9, 9, 9)),
                       Assessment("p2", "dismissive"))  # fmt: skip
    assert turns.smallest is None


def floor(posts: int, named: int) -> tuple[Debate, RubricReading]:
    """A one-sided debate in which each post answers the last `named` posts of the other side."""
    rng = Random(posts)
    speeches: list[Speech] = []
    for number in range(posts):
        theirs = [speech.id for speech in speeches if speech.side != "AB"[number % 2]]
        speeches.append(Speech(f"p{number}", "AB"[number % 2], answers=tuple(theirs[-named:])))  # type: ignore[arg-type]
    good, bad = (rng.randrange(6, 10), 8, 7, 9), (2, 1, rng.randrange(3), 5)
    read = tuple(Assessment(s.id, "argument", scores=good if s.side == "A" else bad) for s in speeches)
    return Debate("", ("A", "B"), tuple(speeches), yielded=("A", "B")), RubricReading(read)


@pytest.mark.parametrize(("posts", "named"), [(40, 1), (40, 2)])
def test_long_debates_that_need_many_changes_are_computed(posts: int, named: int) -> None:
    turns = turns_on_rubric(*floor(posts, named))
    assert turns.computed
    assert turns.smallest is not None and turns.smallest > 10


def test_where_too_much_hangs_together_it_says_so() -> None:
    turns = turns_on_rubric(*floor(40, 40))
    assert turns == RubricTurns(None, all_counted=False, computed=False)
