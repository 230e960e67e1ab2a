"""What judging may spend: limits for one question, and one shared budget of calls and tokens.

Must not know questions, judges or the network.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from dikast.perception.port import Fault, JudgeBusy, Request, Usage
from dikast.settings import Settings


@dataclass(frozen=True, slots=True)
class Limits:
    """What one question may take.

    Attributes:
        tries: replies asked for (an unusable reply is a try), at least 1.
        retries: repeats of one try that brought no reply (network, rate limit, time-out).
        tokens: most tokens, in and out, that the replies to one question may cost together.
        first_wait: seconds before the first repeat; each further one waits twice as long.
        longest_wait: most seconds to wait before a repeat, also when the provider asks for more.
    """

    tries: int = 3
    retries: int = 5
    tokens: int = 200_000
    first_wait: float = 1.0
    longest_wait: float = 120.0


def limits_of(settings: Settings) -> Limits:
    """The limits that the settings in force give one question."""
    return Limits(
        settings.whole("DIKAST_TRIES"),
        settings.whole("DIKAST_RETRIES"),
        first_wait=settings.seconds("DIKAST_FIRST_WAIT"),
        longest_wait=settings.seconds("DIKAST_LONGEST_WAIT"),
    )


def estimate(request: Request) -> int:
    """Tokens a request takes in before anybody has counted them: one for three bytes of UTF-8, rounded up."""
    size = len(request.system.encode("utf-8", "replace")) + len(request.user.encode("utf-8", "replace"))
    return -(-size // 3)


class Budget:
    """Calls and tokens that all questions of a judging share.

    A call starts only when the budget holds its estimated input and its longest answer; while others are under way
    and may give some back, it waits for them. So the limit on tokens is passed only as far as an estimate errs.

    Args:
        calls: the most calls, None for no limit.
        tokens: the most tokens in and out, None for no limit.
    """

    def __init__(self, calls: int | None = None, tokens: int | None = None) -> None:
        self._calls, self._tokens = calls, tokens
        self._spent = Usage()
        self._held_tokens = self._under_way = 0
        self._changed = asyncio.Condition()

    @property
    def spent(self) -> Usage:
        """Calls made and tokens counted so far."""
        return self._spent

    def _fits(self, need: int) -> bool:
        calls_left = self._calls is None or self._spent.calls + self._under_way < self._calls
        used = self._spent.tokens_in + self._spent.tokens_out + self._held_tokens
        return calls_left and (self._tokens is None or used + need <= self._tokens)

    @asynccontextmanager
    async def call(self, request: Request) -> AsyncIterator[Bill]:
        """Hold what one call may take while it is under way; the caller writes the real figures on the bill.

        Raises:
            Fault: ``budget``, when it cannot fit.
            JudgeBusy: from within; then no call was made, and none is counted.
        """
        need = estimate(request) + request.max_tokens
        async with self._changed:
            while not self._fits(need):
                if not self._under_way:
                    raise Fault("budget", self._refusal(need), retryable=False)
                await self._changed.wait()
            self._held_tokens += need
            self._under_way += 1
        bill, made = Bill(), 1
        try:
            yield bill
        except JudgeBusy:
            made = 0
            raise
        finally:
            self._held_tokens -= need
            self._under_way -= 1
            self._spent = Usage(
                self._spent.calls + made,
                self._spent.tokens_in + bill.tokens_in,
                self._spent.tokens_out + bill.tokens_out,
            )
            async with self._changed:
                self._changed.notify_all()

    def _refusal(self, need: int) -> str:
        spent = self._spent
        if self._calls is not None and spent.calls >= self._calls:
            return f"the budget of {self._calls} calls is spent"
        used = spent.tokens_in + spent.tokens_out
        return f"{used} of {self._tokens} tokens are spent and the next call may take {need}"


@dataclass(slots=True)
class Bill:
    """Tokens of one call, 0 until they are known."""

    tokens_in: int = 0
    tokens_out: int = 0
