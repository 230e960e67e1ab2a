"""The line of shares and the key moment, told speech by speech."""

from __future__ import annotations

from dikast.core.momentum import KeyMoment, Momentum
from dikast.core.moves import Move

MOVER = Move("m", "s", "claim", quote="moving")


def told(*steps: tuple[str, int, int], shift: int = 1) -> Momentum:
    momentum = Momentum()
    for number, (side, a, b) in enumerate(steps, 1):
        momentum.close(f"s{number}", side, a, b, MOVER if shift else None, shift)  # type: ignore[arg-type]
    return momentum


def test_nothing_counts_before_both_sides_have_spoken() -> None:
    assert told(("A", 20, 0), ("A", 40, 0), ("B", 40, 60)).key_moment is None


def test_the_earliest_of_the_largest_changes_is_the_key_moment() -> None:
    momentum = told(("A", 20, 0), ("B", 20, 20), ("A", 60, 20), ("B", 20, 20), ("A", 60, 20))
    assert [point.shares[0] for point in momentum.points] == [100, 50, 75, 50, 75]
    assert momentum.key_moment == KeyMoment("s3", 25, "m", "moving", 1)


def test_where_the_margin_moved_against_the_share_the_mover_is_still_named() -> None:
    momentum = told(("A", 10, 0), ("B", 10, 5), ("A", 30, 18))
    assert momentum.key_moment == KeyMoment("s3", -5, "m", "moving", 1)


def test_an_unmoved_line_has_no_key_moment() -> None:
    momentum = told(("A", 20, 0), ("B", 20, 20), ("A", 20, 20), ("B", 40, 40))
    assert momentum.key_moment is None and len(momentum.points) == 4
