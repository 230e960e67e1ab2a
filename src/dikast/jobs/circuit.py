"""When a judge that fails is left alone, and for how long: pure. Must not know tables, clocks or judges.

Some faults in a row open the circuit. After a pause one call may try; if it fails too the pause doubles, and if it is
answered all is well. A provider that asks to wait is waited for in any case.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

#: Faults in a row that open the circuit.
FAULTS: Final = 3
#: Seconds of the first pause and of the longest, before they are spread.
FIRST, LONGEST = 5.0, 300.0
#: By how much a pause may be longer, so that not everybody comes at the same time.
SPREAD: Final = 0.25
#: The most seconds that a provider can mean when it asks to wait; more is a mistake of its own and says nothing.
MOST_ASKED: Final = 86_400.0


@dataclass(frozen=True, slots=True)
class Circuit:
    """What is known of one judge. Times are seconds since 1970.

    Attributes:
        failures: faults in a row.
        trips: pauses in a row; above 0 the circuit is open, and one call at a time may try.
        since: when it was last closed to calls.
        until: when the next call may be made.
        why: what closed it.
        probe: the call that tries, or None.
    """

    failures: int = 0
    trips: int = 0
    since: float = 0.0
    until: float = 0.0
    why: str = ""
    probe: str | None = None

    def after(
        self,
        call: str,
        started: float,
        now: float,
        works: bool | None,
        *,
        asked: float | None = None,
        why: str = "",
        jitter: float = 0.0,
    ) -> Circuit:
        """Return what is known once a call has ended.

        Args:
            call, started: the call, and when it was let through.
            now: the time.
            works: whether the provider answered (also with a refusal), or was overloaded or not reached; None where
                the call's end says nothing about that.
            asked: seconds the provider asks to wait, or None.
            why: the fault's message.
            jitter: a number from 0 to 1.
        """
        one = replace(self, probe=None) if self.probe == call else self
        # A call let through before the circuit opened brings old news.
        stale = self.trips > 0 and started <= self.since
        if works and not stale:
            one = replace(one, failures=0, trips=0, why=one.why if one.until > now else "")
        elif works is False and not stale:
            one = replace(one, failures=one.failures + 1)
            if one.trips or one.failures >= FAULTS:
                pause = min(LONGEST, FIRST * 2.0 ** min(one.trips, 20)) * (1 + SPREAD * jitter)
                reason = f"{one.failures} faults in a row, the last: {why}"
                one = replace(one, trips=one.trips + 1, since=now, until=max(one.until, now + pause), why=reason)
        if asked is not None and 0 <= asked <= MOST_ASKED and now + asked > one.until:
            one = replace(one, since=now, until=now + asked, why=f"the provider asks to wait {asked:g} s: {why}")
        return one
