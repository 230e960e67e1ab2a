"""A judge under limits: the same judge to everyone who asks it, only that a call first waits for its place.

Must not know tables, or what a question means.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from decimal import ROUND_CEILING, Decimal
from typing import Any, Final

from dikast.jobs.limit_tables import BILLION, Need
from dikast.jobs.limits import Limiter
from dikast.perception.budget import estimate
from dikast.perception.port import Fault, FaultKind, Judge, Reply, Request

#: Judges that answer in this process or from a file, and ask nobody for money.
_OWN: Final = ("local", "gullible", "recorded")
#: Faults that tell that a provider is overloaded or not reached.
_AWAY: Final[frozenset[FaultKind]] = frozenset({"rate-limited", "overloaded", "timeout", "network"})
#: Faults that come before a model has done anything, and cost nothing.
_FREE: Final[frozenset[FaultKind]] = frozenset(
    {"rate-limited", "overloaded", "auth", "too-long", "unavailable", "budget"}
)
_LOG = logging.getLogger("dikast.jobs")


def limited(judge: Judge, limiter: Limiter) -> Judge:
    """Return `judge` under the limits; itself where there is nothing to limit.

    Args:
        judge: who is asked. It is closed with what is returned.
        limiter: what all workers share.
    """
    rules = limiter.rules_for(judge.name)
    if not rules and _kind(judge.name) in _OWN:
        return judge
    priced = next((rule.name for rule in rules if rule.dollars_per_day), None)
    if priced and price(judge.name, 1, 1) is None:
        _LOG.warning(
            "%s: no price of %s is known; its calls are counted apart from the day's money", priced, judge.name
        )
    return LimitedJudge(judge, limiter)


class LimitedJudge:
    """A judge whose calls wait for a place. Name, model and parameters are the judge's own, and so are its answers."""

    def __init__(self, judge: Judge, limiter: Limiter) -> None:
        self._judge, self._limiter = judge, limiter

    @property
    def name(self) -> str:
        """How a user names it."""
        return self._judge.name

    @property
    def model(self) -> str:
        """The exact model asked for."""
        return self._judge.model

    @property
    def parameters(self) -> Mapping[str, Any]:
        """Everything besides the request that can change an answer."""
        return self._judge.parameters

    @property
    def concurrency(self) -> int:
        """How many requests may be under way at once from this process."""
        return self._judge.concurrency

    async def answer(self, request: Request, *, reading: int, attempt: int) -> Reply:
        """Answer `request` once there is a place.

        Raises:
            Fault: the judge's own.
            JudgeBusy: when there is no place for long, or the judge's fault closes it for long.
        """
        tokens_in, tokens_out = estimate(request), request.max_tokens
        most = Need(tokens_in + tokens_out, price(self.name, tokens_in, tokens_out))
        place = await self._limiter.acquire(self.name, most)
        try:
            reply = await self._judge.answer(request, reading=reading, attempt=attempt)
        except Fault as fault:
            works = _works(fault)
            took = self._took_by_fault(fault, most)
            settling = self._limiter.settle(place, took, works, asked=fault.retry_after, why=fault.message)
            if not works and (busy := await settling):
                raise busy from fault
            raise
        except BaseException as error:
            # Stopped in the middle of a call, it may have been paid for; any other error asked for nothing.
            took = Need(0, 0) if isinstance(error, Exception) else most
            self._limiter.settle(place, took, None)
            raise
        self._limiter.settle(place, self._took(reply, most), True)
        return reply

    def _took(self, reply: Reply, most: Need) -> Need:
        if reply.tokens_in is None or reply.tokens_out is None:
            tokens, cost = most.tokens, most.cost
        else:
            tokens = reply.tokens_in + reply.tokens_out
            cost = price(self.name, reply.tokens_in, reply.tokens_out)
        return Need(tokens, cost if reply.cost is None else _billionths(Decimal(reply.cost)))

    def _took_by_fault(self, fault: Fault, most: Need) -> Need:
        if fault.tokens_in or fault.tokens_out:
            return Need(fault.tokens_in + fault.tokens_out, price(self.name, fault.tokens_in, fault.tokens_out))
        if fault.kind in _FREE:
            return Need(0, 0)
        # Nobody knows whether a call that was not heard of again was paid for. One that was not even made in most
        # cases is counted apart, so that an outage does not use up the day's money.
        return Need(0, None if most.cost else most.cost) if fault.kind == "network" else most

    async def close(self) -> None:
        """Release what the judge holds; the limiter is its owner's."""
        await self._judge.close()


def price(name: str, tokens_in: int, tokens_out: int) -> int | None:
    """Return what a judge's provider charges, in billionths of a US dollar; None if that is not known.

    Args:
        name: the judge's name.
        tokens_in, tokens_out: at least 0 each.
    """
    kind = _kind(name)
    if kind in _OWN:
        return 0
    if kind not in ("anthropic", "openai"):
        return None
    from genai_prices import Usage, calc_price

    usage = Usage(input_tokens=tokens_in, output_tokens=tokens_out)
    try:
        return _billionths(calc_price(usage, name.partition(":")[2], provider_id=kind).total_price)
    except LookupError:
        return None


def _works(fault: Fault) -> bool | None:
    """Whether a judge that gave this fault works; None where it only asks for some time, as is every provider's way."""
    if fault.kind == "rate-limited" and fault.retry_after is not None:
        return None
    return fault.kind not in _AWAY


def _kind(name: str) -> str:
    return name.partition(":")[0]


def _billionths(dollars: Decimal) -> int:
    return int((dollars * BILLION).to_integral_value(ROUND_CEILING))
