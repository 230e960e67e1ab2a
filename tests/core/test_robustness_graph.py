"""What a graph ruling turns on equals trying every assignment, on all small graphs and on random larger ones."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement, product
from random import Random
from typing import NamedTuple

from plain.graph_plain import BY_RANK, FULL, KEPT, RANK, half_up

from dikast.core.debate import Debate, Speech
from dikast.core.graph import score
from dikast.core.moves import GraphReading, Move
from dikast.core.robustness import LISTED_SETS, Turns
from dikast.core.robustness_graph import turns_on_graph

DEBATE = Debate("", ("A", "B"), tuple(Speech(f"s{n}", "AB"[(n - 1) % 2], closing=False) for n in range(1, 7)))  # type: ignore[arg-type]
STEPS = {"held": 0, "dented": 1, "broke": 2, "dropped": 2}


class Sketch(NamedTuple):
    """A claim to build: whose, its weight, its rebuttals' outcomes, and whether it is given up."""

    side: str
    weight: str
    outcomes: tuple[str, ...] = ()
    given_up: bool = False


SHAPES = [
    (weight, outcomes, given_up)
    for weight in ("substantive", "framing")
    for size in range(3)
    for outcomes in combinations_with_replacement(("held", "dented", "broke", "dropped"), size)
    for given_up in (False, True)
    if not (given_up and size == 2)
]


def reading_of(sketches: list[Sketch]) -> GraphReading:
    moves: list[Move] = []
    resolved: dict[str, str] = {}
    for number, sketch in enumerate(sketches):
        made, attack, answer = ("s1", "s2", "s3") if sketch.side == "A" else ("s2", "s3", "s4")
        moves.append(Move(f"c{number}", made, "claim", weight=sketch.weight))
        for place, outcome in enumerate(sketch.outcomes):
            moves.append(Move(f"c{number}r{place}", attack, "rebuttal", f"c{number}"))
            if outcome != "dropped":
                moves.append(Move(f"c{number}d{place}", answer, "defense", f"c{number}r{place}"))
                resolved[f"c{number}r{place}"] = outcome
        if sketch.given_up:
            moves.append(Move(f"c{number}x", answer, "concession", f"c{number}"))
    return GraphReading(tuple(moves), resolved)


def worth(sketch: Sketch, weight: str, outcomes: tuple[str, ...]) -> int:
    """The margin of A from one claim, by the tables as fractions."""
    worst = 3 if sketch.given_up else max((RANK[outcome] for outcome in outcomes), default=0)
    kept = half_up(FULL[weight] * KEPT[BY_RANK[worst]])
    earned = half_up((FULL[weight] - kept) / 2) if outcomes else 0
    return int(kept - earned) * (1 if sketch.side == "A" else -1)


def brute(sketches: list[Sketch]) -> tuple[int | None, dict[frozenset[str], int]]:
    """Try every assignment: the smallest number of changes, and each smallest set with its fewest steps."""
    ways = []
    for number, sketch in enumerate(sketches):
        of_claim: dict[tuple[int, frozenset[str]], int] = {}
        for weight in ("substantive", "framing"):
            for outcomes in product(*({"held", "dented", "broke", before} for before in sketch.outcomes)):
                changed = {
                    f"c{number}r{place}": abs(STEPS[after] - STEPS[before])
                    for place, (before, after) in enumerate(zip(sketch.outcomes, outcomes, strict=True))
                    if before != after
                }
                if weight != sketch.weight:
                    changed[f"c{number}"] = 1
                way = worth(sketch, weight, outcomes), frozenset(changed)
                of_claim[way] = min(sum(changed.values()), of_claim.get(way, 99))
        ways.append([(margin, names, steps) for (margin, names), steps in of_claim.items()])
    now = sum(worth(sketch, sketch.weight, sketch.outcomes) for sketch in sketches)
    found: dict[frozenset[str], int] = {}
    for chosen in product(*ways):
        margin = sum(way[0] for way in chosen)
        if margin == 0 or margin * now > 0:
            continue
        names = frozenset().union(*(way[1] for way in chosen))
        steps = sum(way[2] for way in chosen)
        found[names] = min(steps, found.get(names, steps))
    smallest = min(map(len, found), default=None)
    return smallest, {names: steps for names, steps in found.items() if len(names) == smallest}


def same_as_brute(sketches: list[Sketch]) -> Turns:
    turns = turns_on_graph(DEBATE, reading_of(sketches))
    smallest, sets = brute(sketches)
    assert turns.smallest == smallest, sketches
    assert turns.all_counted and turns.count == len(sets), (sketches, turns, sets)
    listed = [frozenset(change.ref for change in one) for one in turns.sets]
    assert len(listed) == min(len(sets), LISTED_SETS) and len(set(listed)) == len(listed)
    assert [sets[names] for names in listed] == sorted(sets.values())[:LISTED_SETS], (sketches, turns, sets)
    for one, result in zip(turns.sets, turns.results, strict=True):
        assert len(one) == smallest
        assert altered(sketches, {change.ref: change.after for change in one}) == result, (sketches, one)
    return turns


def altered(sketches: list[Sketch], changes: dict[str, str]) -> tuple[str, tuple[int, int]]:
    """Score the graph with the changes made in its perceptions."""
    new = [
        Sketch(
            sketch.side,
            changes.get(f"c{number}", sketch.weight),
            tuple(changes.get(f"c{number}r{place}", outcome) for place, outcome in enumerate(sketch.outcomes)),
            sketch.given_up,
        )
        for number, sketch in enumerate(sketches)
    ]
    scored = score(DEBATE, reading_of(new))
    return scored.winner, scored.totals


def test_equals_brute_force_on_all_graphs_of_one_and_two_small_claims() -> None:
    claims = [Sketch(side, *shape) for side in "AB" for shape in SHAPES]
    for claim in claims:
        same_as_brute([claim])
    for pair in combinations(claims, 2):
        same_as_brute(list(pair))


def test_equals_brute_force_on_random_graphs_of_more_claims() -> None:
    random = Random("turns")
    sizes = set()
    for _ in range(60):
        claims = [Sketch(random.choice("AB"), *random.choice(SHAPES)) for _ in range(2)]
        claims += [Sketch(random.choice("AAB"), "substantive", ("dropped",)[: random.randint(0, 1)]) for _ in range(3)]
        sizes.add(same_as_brute(claims).smallest)
    assert {1, 2, 3} <= sizes


def test_an_attack_on_a_claim_given_up_turns_nothing() -> None:
    sketches = [Sketch("A", "substantive", ("held",), given_up=True), Sketch("B", "substantive")]
    assert all(change.kind == "weight" for one in same_as_brute(sketches).sets for change in one)


def test_a_granted_attack_turns_nothing_and_another_on_its_claim_neither() -> None:
    reading = reading_of([Sketch("A", "substantive", ("held", "held")), Sketch("A", "framing", ("held",))])
    granted = reading._replace(moves=(*reading.moves, Move("x", "s5", "concession", "c0r1")))
    assert score(DEBATE, granted).totals == (23, 14)
    assert [one[0].ref for one in turns_on_graph(DEBATE, granted).sets] == ["c1r0"]


def test_nothing_said_turns_on_nothing() -> None:
    assert turns_on_graph(DEBATE, GraphReading((), {})) == Turns(None)


def test_the_set_named_is_the_mildest_and_a_draw_is_no_change_of_winner() -> None:
    """The ruling of the published picture: A ahead by 10, and one claim's weight would make it a draw."""
    sketches = [
        Sketch("A", "framing", ("held",)),
        Sketch("A", "substantive", ("held",)),
        Sketch("A", "substantive", ("held",)),
        Sketch("A", "substantive", ("broke",)),
        Sketch("B", "substantive", ("dented",)),
        Sketch("B", "substantive", ("dropped",)),
        Sketch("B", "substantive"),
        Sketch("B", "substantive", ("dented",)),
    ]
    turns = turns_on_graph(DEBATE, reading_of(sketches))
    assert (turns.smallest, turns.count) == (1, 4)
    assert turns.sets[0] == (("outcome", "c0r0", "held", "dented", ""),)
    assert turns.results[0] == ("B", (60, 64))
    assert {one[0].ref for one in turns.sets} == {"c0r0", "c1r0", "c2r0", "c5r0"}


def test_a_very_large_debate_is_still_exact() -> None:
    """Ten thousand claims, where the answer is known: each of A's claims that held loses 11 if it broke."""
    ahead = [Sketch("A", "substantive", ("held",))] * 6000
    behind = [Sketch("B", "substantive", ("broke", "broke"))] * 4000
    turns = turns_on_graph(DEBATE, reading_of(ahead + behind))
    # A has 6000 * 12 + 4000 * 8, B has 6000 * 4 + 4000 * 5: 60,000 ahead, 11 a change.
    assert turns.smallest == 60_001 // 11 + 1
    assert not turns.all_counted and turns.count >= LISTED_SETS
    assert turns.results[0].finding == "B"
