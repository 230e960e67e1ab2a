"""What a provider charges for tokens, by the price list that ships with its client library. Asks nobody."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal


@dataclass(frozen=True, slots=True)
class Charge:
    """What a judge costs.

    Attributes:
        kind: ``nothing``, ``at-most`` (`dollars`), ``own-server`` (whatever that charges) or ``unknown``.
        dollars: in whole cents, None unless known.
    """

    kind: Literal["nothing", "at-most", "own-server", "unknown"]
    dollars: Decimal | None = None


def charge(judge: str, tokens_in: int, tokens_out: int) -> Charge:
    """Return the most that `judge` would charge for that many tokens, at least 0 each."""
    kind, _, model = judge.partition(":")
    if kind not in ("anthropic", "openai"):
        return Charge("nothing" if kind in ("local", "gullible", "recorded") else "own-server")
    from genai_prices import Usage, calc_price

    try:
        price = calc_price(Usage(input_tokens=tokens_in, output_tokens=tokens_out), model, provider_id=kind)
    except LookupError:
        return Charge("unknown")
    return Charge("at-most", Decimal(price.total_price).quantize(Decimal("0.01")))
