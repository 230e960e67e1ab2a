"""Exact best amounts for every number of changes, over things that are linked by a few shared values.

A `Vector` holds, for each number of changes, the amounts that no other option of that number beats. A `Factor`
gives a vector for each combination of values of the variables it names. Joining all factors and taking the best
over all values, one variable after the other, never drops an option that could be the best in the end; the cost
grows with how many variables hang together, not with how many there are. Must not know what the amounts mean.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heapify, heappop, heappush
from operator import itemgetter
from typing import Any, NamedTuple

#: Most variables that may hang together while one is eliminated: a table of three values each stays under 3^9 rows.
WIDEST = 8
#: Most table rows times squared number of changes that `eliminate` takes on, about two seconds.
MOST_WORK = 12_000_000

#: What an option consists of: nothing, a pair of trails, or a tuple of the caller's own values.
Trail = tuple[Any, ...]
#: Two amounts, both better when larger, and the trail that leads to them.
Option = tuple[int, int, Trail]
#: Options by exact number of changes.
Vector = tuple[tuple[Option, ...], ...]

#: No change, no amount.
UNIT: Vector = (((0, 0, ()),),)


class TooLinked(Exception):
    """More hangs together than `WIDEST` or `MOST_WORK` allow; the exact answer would take too long."""


class Factor(NamedTuple):
    """The vector for each allowed combination of values of the variables in `scope`."""

    scope: tuple[int, ...]
    table: dict[tuple[str, ...], Vector]


def best(options: Sequence[Option]) -> tuple[Option, ...]:
    """Return the options that no other beats in both amounts, the larger first amount first; of equals the first."""
    if len(options) < 2:
        return tuple(options)
    second = options[0][1]
    if all(option[1] == second for option in options):
        return (max(options, key=itemgetter(0)),)
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
    if not any(option[1] for vector in (left, right) for level in vector for option in level):
        return _join_single(left, right, most)
    levels: list[list[Option]] = [[] for _ in range(min(len(left) + len(right) - 1, most + 1))]
    for spent, options in enumerate(left[: most + 1]):
        for u, v, trail in options:
            for more, others in enumerate(right[: most + 1 - spent]):
                level = levels[spent + more]
                for other_u, other_v, other_trail in others:
                    level.append((u + other_u, v + other_v, (trail, other_trail) if trail else other_trail))
    return tuple(best(level) for level in levels)


def _join_single(left: Vector, right: Vector, most: int) -> Vector:
    """Do `join` where the second amounts are all 0, so that one option per number of changes is enough.

    An option that a smaller number of changes equals is left out; it can be part of no smallest set.
    """
    first = [(spent, options[0]) for spent, options in enumerate(left) if options]
    second = [(spent, options[0]) for spent, options in enumerate(right) if options]
    tops: list[tuple[int, Trail, Trail] | None] = [None] * min(len(left) + len(right) - 1, most + 1)
    for spent, (u, _, trail) in first:
        for more, (other_u, _, other_trail) in second:
            if spent + more > most:
                break
            top = tops[spent + more]
            if top is None or u + other_u > top[0]:
                tops[spent + more] = (u + other_u, trail, other_trail)
    levels: list[tuple[Option, ...]] = []
    bar: int | None = None
    for top in tops:
        if top is None or (bar is not None and top[0] <= bar):
            levels.append(())
        else:
            bar = top[0]
            levels.append(((top[0], 0, (top[1], top[2]) if top[1] else top[2]),))
    return tuple(levels)


class Plan(NamedTuple):
    """An order in which to eliminate variables, and about how many table rows that makes."""

    order: tuple[int, ...]
    rows: int


def plan(scopes: Iterable[tuple[int, ...]], values: int) -> Plan:
    """Return an order for all variables of `scopes`, each time the one with the fewest neighbours, then the lowest.

    Args:
        scopes: the variables of each factor.
        values: how many values a variable can have.

    Raises:
        TooLinked: if at some step more than `WIDEST` variables hang together.
    """
    around: dict[int, set[int]] = {}
    for scope in scopes:
        for variable in scope:
            around.setdefault(variable, set()).update(scope)
    order: list[int] = []
    rows = 0
    waiting = [(len(group), variable) for variable, group in around.items()]
    heapify(waiting)
    while waiting:
        width, variable = heappop(waiting)
        if variable not in around or width != len(around[variable]):
            continue
        if width > WIDEST:
            raise TooLinked
        rows += values**width
        order.append(variable)
        group = around.pop(variable) - {variable}
        for neighbour in group:
            around[neighbour] = (around[neighbour] | group) - {variable}
            heappush(waiting, (len(around[neighbour]), neighbour))
    return Plan(tuple(order), rows)


def eliminate(factors: Sequence[Factor], plan: Plan, most: int) -> Vector:
    """Return the best options over all values of all variables, for 0 to `most` changes.

    Args:
        factors: each with at least one allowed combination; together they allow at least one.
        plan: made by `plan` for their scopes.
        most: the largest number of changes of interest.

    Raises:
        TooLinked: if that is more than `MOST_WORK`.
    """
    if plan.rows * most**2 > MOST_WORK:
        raise TooLinked
    order = plan.order
    turn = {variable: place for place, variable in enumerate(order)}
    due: list[list[Factor]] = [[] for _ in order]
    result = UNIT

    def put(factor: Factor) -> None:
        nonlocal result
        if factor.scope:
            due[min(turn[variable] for variable in factor.scope)].append(factor)
        else:
            result = join(result, factor.table[()], most)

    for factor in factors:
        put(factor)
    for variable, group in zip(order, due, strict=True):
        joined = group[0]
        for factor in group[1:]:
            joined = _join_factors(joined, factor, most)
        put(_without(joined, variable))
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
