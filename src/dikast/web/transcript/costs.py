"""What judging a transcript will take, by both methods, as figures for a page. Must not know how it is estimated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dikast import judging
from dikast.core.problems import InputError
from dikast.judging.expectation import Expected, expect
from dikast.judging.prices import Charge, charge
from dikast.record import case as cases


@dataclass(frozen=True, slots=True)
class Cost:
    """Calls and tokens of all readings together, and what the judge's provider charges for them at most."""

    method: str
    expected: Expected
    charge: Charge


def cost(document: Mapping[str, Any], method: str, judge: str, readings: int) -> Cost | None:
    """Return what `readings` readings by `method` take, None where the method cannot judge the debate."""
    try:
        debate = cases.debate_of(judging.prepared(dict(document), method))
    except InputError:
        return None
    expected = expect(debate, method) * readings
    return Cost(method, expected, charge(judge, expected.tokens_in.high, expected.tokens_out.high))


def costs(document: Mapping[str, Any], judge: str, readings: int) -> list[Cost]:
    """Return the cost by each method that can judge the debate."""
    found = (cost(document, method, judge, readings) for method in judging.METHODS)
    return [one for one in found if one is not None]
