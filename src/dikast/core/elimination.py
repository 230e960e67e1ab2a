"""Exact best amounts for every number of changes, over things that are linked by a few shared values.

A `Vector` holds, for each number of changes, the amounts that no other option of that number beats. A `Factor`
gives a vector for each combination of values of the variables it names. Joining all factors and taking the best
over all values, one variable after the other, never drops an option that could be the best in the end; the cost
grows with how many variables hang together, not with how many there are. Must not know what the amounts mean.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

#: Most variables that may hang together while one is eliminated: tables stay under 3^9 rows.
WIDEST = 8

#: What an option consists of: () or (left, right) or a leaf of the caller's; flattened by `leaves`.
Trail = tuple[Any, ...]
#: Two amounts, both better when larger, and the trail that leads to them.
Option = tuple[int, int, Trail]
#: Options by exact number of changes.
Vector = tuple[tuple[Option, ...], ...]

#: No change, no amount.
UNIT: Vector = (((0, 0, ()),),)


class TooLinked(Exception):
    """More than `WIDEST` variables hang together; the exact answer would take too long."""


class Factor(NamedTuple):
    """The vector for each allowed combination of values of the variables in `scope`."""

    scope: tuple[int, ...]
    table: dict[tuple[str, ...], Vector]


def best(options: Sequence[Option]) -> tuple[Option, ...]:
    """Return the options that no other beats in both amounts, the larger first amount first; of equals the first."""
    if len(options) < 2:
        return tuple(options)
    kept: list[Option] = []
    for option in sorted(options, key=lambda option: (-option[0], -option[1])):
        if not kept or option[1] > kept[-1][1]:
            kept.append(option)
    return tuple(kept)


def merge(vectors: Sequence[Vector]) -> Vector:
    """Return the vector of all options of `vectors`."""
    if len(vectors) == 1:
        return vectors[0]
    levels = max(len(vector) for vector in vectors)
    return tuple(
        best([option for vector in vectors if level < len(vector) for option in vector[level]])
        for level in range(levels)
    )


def join(left: Vector, right: Vector, most: int) -> Vector:
    """Return the vector of taking one option of `left` and one of `right`, with at most `most` changes together."""
    if left is UNIT:
        return right
    if right is UNIT:
        return left
    levels: list[list[Option]] = [[] for _ in range(min(len(left) + len(right) - 1, most + 1))]
    for spent, options in enumerate(left[: most + 1]):
        for u, v, trail in options:
            for more, others in enumerate(right[: most + 1 - spent]):
                level = levels[spent + more]
                for other_u, other_v, other_trail in others:
                    level.append((u + other_u, v + other_v, (trail, other_trail) if trail else other_trail))
    return tuple(best(level) for level in levels)


def plan(scopes: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    """Return an order in which to eliminate all variables of `scopes`, each time the one with the fewest neighbours.

    Raises:
        TooLinked: if at some step more than `WIDEST` variables hang together.
    """
    live = [set(scope) for scope in scopes]
    order: list[int] = []
    left = sorted({variable for scope in live for variable in scope})
    while left:
        width, variable = min((len(set().union(*(s for s in live if v in s))), v) for v in left)
        if width > WIDEST:
            raise TooLinked
        group: set[int] = set().union(*(scope for scope in live if variable in scope))
        live = [scope for scope in live if variable not in scope]
        live.append(group - {variable})
        left.remove(variable)
        order.append(variable)
    return tuple(order)


def eliminate(factors: Sequence[Factor], order: Sequence[int], most: int) -> Vector:
    """Return the best options over all values of all variables, for 0 to `most` changes.

    Args:
        factors: each with at least one allowed combination; together they allow at least one.
        order: all their variables, from `plan`.
        most: the largest number of changes of interest.
    """
    live = list(factors)
    for variable in order:
        group = [factor for factor in live if variable in factor.scope]
        joined = group[0]
        for factor in group[1:]:
            joined = _join_factors(joined, factor, most)
        live = [factor for factor in live if variable not in factor.scope]
        live.append(_without(joined, variable))
    result = UNIT
    for factor in live:
        result = join(result, factor.table[()], most)
    return result


def _join_factors(left: Factor, right: Factor, most: int) -> Factor:
    shared = [variable for variable in right.scope if variable in left.scope]
    in_left = [left.scope.index(variable) for variable in shared]
    in_right = [right.scope.index(variable) for variable in shared]
    new = [place for place, variable in enumerate(right.scope) if variable not in left.scope]
    rows: dict[tuple[str, ...], list[tuple[tuple[str, ...], Vector]]] = {}
    for values, vector in right.table.items():
        key = tuple(values[place] for place in in_right)
        rows.setdefault(key, []).append((tuple(values[place] for place in new), vector))
    table = {
        values + rest: join(vector, other, most)
        for values, vector in left.table.items()
        for rest, other in rows.get(tuple(values[place] for place in in_left), ())
    }
    return Factor(left.scope + tuple(right.scope[place] for place in new), table)


def _without(factor: Factor, variable: int) -> Factor:
    place = factor.scope.index(variable)
    rows: dict[tuple[str, ...], list[Vector]] = {}
    for values, vector in factor.table.items():
        rows.setdefault(values[:place] + values[place + 1 :], []).append(vector)
    scope = factor.scope[:place] + factor.scope[place + 1 :]
    return Factor(scope, {values: merge(vectors) for values, vectors in rows.items()})
