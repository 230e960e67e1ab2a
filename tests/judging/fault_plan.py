"""Which call of a provider goes wrong, and how: fixed by a seed, the call's body and how often that body has come.

Not by the order of calls, so that a plan is the same however many are under way at once. Must not know wires or
debates.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from dikast.perception.port import FaultKind

#: What a provider does wrong → the faults that it may be taken for.
KINDS: dict[str, frozenset[FaultKind]] = {
    "rate-limit": frozenset({"rate-limited"}),
    "rate-limit-wait": frozenset({"rate-limited"}),
    "rate-limit-absurd-wait": frozenset({"rate-limited"}),
    "error-500": frozenset({"overloaded"}),
    "error-503": frozenset({"overloaded"}),
    "error-529": frozenset({"overloaded"}),
    "overload-in-stream": frozenset({"overloaded"}),
    "overload-in-body": frozenset({"overloaded"}),
    "cut-body": frozenset({"network"}),
    "reset": frozenset({"network"}),
    "html": frozenset({"network"}),
    "not-utf8": frozenset({"network"}),
    "hang": frozenset({"timeout"}),
    "drip": frozenset({"timeout"}),
    "token-limit": frozenset({"cut-off"}),
    "refusal": frozenset({"refused"}),
    "empty": frozenset({"empty"}),
    "null": frozenset({"empty", "invalid"}),
    "nan": frozenset({"invalid"}),
    "two-objects": frozenset({"invalid"}),
    "wrong-tool": frozenset({"invalid"}),
    "prose": frozenset({"invalid", "empty"}),
    "wrong-model": frozenset({"wrong-model"}),
}
#: Faults of a reply that came: the question is tried again. The others bring no reply, and the same try is repeated.
OF_A_REPLY = frozenset({"token-limit", "refusal", "empty", "null", "nan", "two-objects", "wrong-tool", "prose",
                        "wrong-model"})  # fmt: skip
#: What a ``Retry-After`` may say that nobody can have meant.
ABSURD_WAITS = ("-5", "soon", "nan", "1e999", "99999999999", "Wed, 21 Oct 2115 07:28:00 GMT")


@dataclass(frozen=True)
class Plan:
    """What goes wrong.

    Attributes:
        seed: another one gives another plan.
        rate: the share of calls that go wrong, from 0 to 1.
        kinds: what may go wrong, each as often as the others.
    """

    seed: int = 1
    rate: float = 0.0
    kinds: tuple[str, ...] = tuple(KINDS)

    def fault(self, body: bytes, nth: int) -> str:
        """Return what goes wrong with the `nth` call (from 1) that has `body`; "" if nothing does."""
        drawn = self._draw(b"kind", body, nth)
        happens = self._draw(b"whether", body, nth) < self.rate
        return self.kinds[int(drawn * len(self.kinds))] if happens else ""

    def absurd_wait(self, body: bytes, nth: int) -> str:
        """Return the ``Retry-After`` of a call that is told an absurd one."""
        return ABSURD_WAITS[int(self._draw(b"wait", body, nth) * len(ABSURD_WAITS))]

    def _draw(self, what: bytes, body: bytes, nth: int) -> float:
        digest = hashlib.sha256(b"%s %d %d " % (what, self.seed, nth) + body).digest()
        return int.from_bytes(digest[:6], "big") / 2**48
