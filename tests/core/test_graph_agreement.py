"""The product and the deliberately plain second implementation must agree on every number of 10,000 random graphs."""

from __future__ import annotations

from random import Random

from plain import graph_plain

from dikast.core.graph import score

GRAPHS = 10_000


def test_agrees_with_the_plain_implementation_on_random_graphs() -> None:
    random = Random("graph/1")
    seen: set[str] = set()
    for _ in range(GRAPHS):
        debate, reading = graph_plain.random_case(random)
        ours, plain = score(debate, reading), graph_plain.score(debate, reading)
        context = debate, reading
        assert ours.totals == plain["totals"], context
        assert ours.shares == plain["shares"], context
        assert (ours.winner, ours.call) == (plain["winner"], plain["call"]), context
        assert list(ours.fates.items()) == list(plain["fates"].items()), context
        assert ours.outcomes == plain["outcomes"], context
        assert ours.states == plain["states"], context
        assert [line[:4] for line in ours.ledger] == plain["ledger"], context
        assert list(ours.momentum) == plain["momentum"], context
        assert ours.key_moment == plain["key_moment"], context
        seen.update(ours.fates.values(), ours.outcomes.values(), ours.states.values(), (ours.winner, ours.call))
        if ours.key_moment is None:
            seen.add("no key moment")
    assert seen == {
        *("uncontested", "survived", "weakened", "defeated", "held", "dented", "broke", "dropped"),
        *("set-aside", "new-matter", "moot", "A", "B", "draw", "stable", "too_close", "no key moment"),
    }
