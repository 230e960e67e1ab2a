"""What all workers together use of the limits, in tables: letting a call in, and settling it. One transaction each.

Every function is given `run` and the database's time, inside `Tables.alone`. Money is counted in billionths of a US
dollar. Must not know judges, or who waits.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Final

from dikast.jobs.circuit import Circuit
from dikast.jobs.limit_rules import Rule
from dikast.jobs.tables import Run

#: Seconds of a window that the limits a minute mean.
WINDOW: Final = 60.0
BILLION: Final = 10**9
#: Seconds that a call whose process is gone is remembered, should it be settled after all.
_KEPT: Final = 3600.0
#: Seconds that a time may lie ahead before the clock counts as set back.
_AHEAD: Final = 1.0

TABLES: Final = """
CREATE TABLE IF NOT EXISTS dikast_limits.calls (
    id text PRIMARY KEY, name text NOT NULL, started double precision NOT NULL, until double precision,
    tokens bigint NOT NULL, cost bigint NOT NULL
);
CREATE INDEX IF NOT EXISTS calls_by_start ON dikast_limits.calls (started);
CREATE TABLE IF NOT EXISTS dikast_limits.days (
    name text NOT NULL, day text NOT NULL, calls bigint NOT NULL, tokens bigint NOT NULL, cost bigint NOT NULL,
    unpriced bigint NOT NULL, PRIMARY KEY (day, name)
);
CREATE TABLE IF NOT EXISTS dikast_limits.circuits (
    name text PRIMARY KEY, failures integer NOT NULL, trips integer NOT NULL, since double precision NOT NULL,
    until double precision NOT NULL, why text NOT NULL, probe text
);
"""
"""A call's `until` is when its place is free although nobody has settled it; NULL once it is settled."""


@dataclass(frozen=True, slots=True)
class Need:
    """What a call took, or may take at most.

    Attributes:
        tokens: in and out.
        cost: billionths of a US dollar, None if unknown.
    """

    tokens: int
    cost: int | None


@dataclass(frozen=True, slots=True)
class Place:
    """A call that was let in.

    Attributes:
        call: its id.
        name: the judge.
        started: when, in seconds since 1970.
        need: what is held for it.
    """

    call: str
    name: str
    started: float
    need: Need


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a call has to wait.

    Attributes:
        reason: for the person who runs the platform.
        now: the database's time, in seconds since 1970.
        until: when asking again may help; None where that depends on calls under way.
        trying: whether it is the one call that tries a judge that failed which is waited for.
    """

    reason: str
    now: float
    until: float | None
    trying: bool = False


@dataclass(frozen=True, slots=True)
class Use:
    """What is used of a rule's limits, or by one judge."""

    at_once: int
    per_minute: int
    tokens_per_minute: int
    calls_today: int
    dollars_today: Decimal
    unpriced_today: int
    held: int = 0


async def admit(
    run: Run, now: float, call: str, name: str, rules: tuple[Rule, ...], need: Need, lease: float
) -> Place | Refusal:
    """Let a call in if every limit allows it.

    Args:
        run, now: the transaction.
        call: a new id.
        name: the judge's name.
        rules: those that fit it.
        need: the most that it may take.
        lease: seconds after which its place is free again unless it is renewed or settled.
    """
    circuit, probing = await _circuit(run, name, now)
    if circuit.until > now:
        return Refusal(circuit.why, now, circuit.until)
    if circuit.trips and probing > now:
        return Refusal(f"one call tries whether it answers again, after {circuit.why}", now, None, trying=True)
    refusals = [refusal for rule in rules if (refusal := await _refusal(run, now, rule, need))]
    if refusals:
        return max(refusals, key=lambda refusal: refusal.until or 0.0)
    cost = need.cost or 0
    await run(
        "INSERT INTO dikast_limits.calls (id, name, started, until, tokens, cost) VALUES (?,?,?,?,?,?)",
        *(call, name, now, now + lease, need.tokens, cost),
    )
    await run(
        "INSERT INTO dikast_limits.days AS one (name, day, calls, tokens, cost, unpriced) VALUES (?,?,1,?,?,?) "
        "ON CONFLICT (day, name) DO UPDATE SET calls=one.calls+1, tokens=one.tokens+excluded.tokens, "
        "cost=one.cost+excluded.cost, unpriced=one.unpriced+excluded.unpriced",
        *(name, day_of(now), need.tokens, cost, int(need.cost is None)),
    )
    if circuit.trips:
        await run("UPDATE dikast_limits.circuits SET probe=? WHERE name=?", call, name)
    return Place(call, name, now, need)


async def settle(
    run: Run,
    now: float,
    place: Place,
    took: Need,
    works: bool | None,
    *,
    asked: float | None,
    why: str,
    jitter: float,
) -> Circuit:
    """Put what a call took in place of what was held for it; return what is now known of the judge.

    Args:
        run, now: the transaction.
        place: the call.
        took: what it took.
        works, asked, why, jitter: see `Circuit.after`.
    """
    circuit, _ = await _circuit(run, place.name, now)
    ended = await run(
        "UPDATE dikast_limits.calls SET until=NULL, tokens=?, cost=? WHERE id=? AND until IS NOT NULL RETURNING 1",
        *(took.tokens, took.cost or 0, place.call),
    )
    if not ended:  # settled before, by a transaction whose end was not heard of; or long forgotten
        return circuit
    held = place.need
    more = (
        took.tokens - held.tokens,
        (took.cost or 0) - (held.cost or 0),
        int(took.cost is None) - int(held.cost is None),
    )
    if any(more):
        await run(
            "UPDATE dikast_limits.days SET tokens=tokens+?, cost=cost+?, unpriced=unpriced+? WHERE day=? AND name=?",
            *(*more, day_of(place.started), place.name),
        )
    after = circuit.after(place.call, place.started, now, works, asked=asked, why=why, jitter=jitter)
    if after != circuit:
        await run(
            "INSERT INTO dikast_limits.circuits (name, failures, trips, since, until, why, probe) "
            "VALUES (?,?,?,?,?,?,?) ON CONFLICT (name) DO UPDATE SET failures=excluded.failures, trips=excluded.trips, "
            "since=excluded.since, until=excluded.until, why=excluded.why, probe=excluded.probe",
            *(place.name, *astuple(after)),
        )
    return after


async def renew(run: Run, now: float, calls: list[str], lease: float) -> None:
    """Keep the places of calls that are under way, and forget what no limit looks at any more."""
    for call in calls:
        await run("UPDATE dikast_limits.calls SET until=? WHERE id=? AND until IS NOT NULL", now + lease, call)
    await run(
        "DELETE FROM dikast_limits.calls WHERE started < ? AND (until IS NULL OR until < ?)", now - WINDOW, now - _KEPT
    )


async def used(run: Run, now: float, rule: Rule) -> Use:
    """Return what is used of a rule's limits."""
    where, values = _where(rule)
    ((starts, tokens, at_once, held),) = await run(
        "SELECT count(*) FILTER (WHERE started > ?), sum(tokens) FILTER (WHERE started > ?), "
        "count(*) FILTER (WHERE until > ?), sum(cost) FILTER (WHERE until > ?) "
        f"FROM dikast_limits.calls WHERE {where}",
        *(now - WINDOW, now - WINDOW, now, now, *values),
    )
    ((calls, cost, unpriced),) = await run(
        f"SELECT sum(calls), sum(cost), sum(unpriced) FROM dikast_limits.days WHERE day=? AND {where}",
        *(day_of(now), *values),
    )
    dollars = Decimal(int(cost or 0)) / BILLION
    return Use(at_once, starts, int(tokens or 0), int(calls or 0), dollars, int(unpriced or 0), int(held or 0))


async def names(run: Run, now: float) -> list[str]:
    """Return the judges that were asked today or whose circuit is known."""
    rows = await run(
        "SELECT name FROM dikast_limits.days WHERE day=? UNION SELECT name FROM dikast_limits.circuits ORDER BY 1",
        day_of(now),
    )
    return [name for (name,) in rows]


async def circuits(run: Run) -> dict[str, Circuit]:
    """Return what is known of every judge that ever failed."""
    rows = await run("SELECT name, failures, trips, since, until, why, probe FROM dikast_limits.circuits ORDER BY name")
    return {name: Circuit(*known) for name, *known in rows}


def day_of(now: float) -> str:
    """Return the day in UTC."""
    return datetime.fromtimestamp(now, UTC).date().isoformat()


async def _refusal(run: Run, now: float, rule: Rule, need: Need) -> Refusal | None:
    """Return which limit of a rule stands against a call, the one that does so longest; None if there is none."""
    use = await used(run, now, rule)
    if rule.dollars_per_day is not None and need.cost:
        most, spent = int(rule.dollars_per_day * BILLION), int(use.dollars_today * BILLION)
        if spent + need.cost > most:
            reason = f"{rule.name} may take {rule.dollars_per_day} US dollars a day, {use.dollars_today:.4f} are used"
            # What calls under way do not take comes back.
            waits = spent - use.held + need.cost <= most
            return Refusal(reason, now, None if waits else _midnight(now))
    if rule.per_minute is not None and use.per_minute >= rule.per_minute:
        leaving = await _window(run, now, rule)
        at = leaving[use.per_minute - rule.per_minute][0] + WINDOW
        return Refusal(f"{rule.name} may be asked {rule.per_minute} times a minute", now, at)
    if rule.tokens_per_minute is not None and 0 < use.tokens_per_minute > rule.tokens_per_minute - need.tokens:
        left, at = use.tokens_per_minute, now
        for started, tokens in await _window(run, now, rule):
            left, at = left - tokens, started + WINDOW
            if left <= max(0, rule.tokens_per_minute - need.tokens):
                break
        reason = f"{rule.name} may take {rule.tokens_per_minute} tokens a minute"
        return Refusal(reason, now, None if use.at_once else at)
    if rule.at_once is not None and use.at_once >= rule.at_once:
        return Refusal(f"{rule.name} may be asked {rule.at_once} questions at once", now, None)
    return None


async def _window(run: Run, now: float, rule: Rule) -> list[tuple[float, int]]:
    where, values = _where(rule)
    rows = await run(
        f"SELECT started, tokens FROM dikast_limits.calls WHERE started > ? AND {where} ORDER BY started",
        *(now - WINDOW, *values),
    )
    return [(started, tokens) for started, tokens in rows]


def _where(rule: Rule) -> tuple[str, tuple[object, ...]]:
    if rule.beginning is None:
        return "name = ?", (rule.name,)
    return "substr(name, 1, ?) = ?", (len(rule.beginning), rule.beginning)


async def _circuit(run: Run, name: str, now: float) -> tuple[Circuit, float]:
    """Return what is known of a judge, and until when the place of the call that tries it is held (0: nobody tries)."""
    sql = (
        "SELECT g.failures, g.trips, g.since, g.until, g.why, g.probe, c.until, "
        "(SELECT max(started) FROM dikast_limits.calls), (SELECT max(since) FROM dikast_limits.circuits) "
        "FROM (SELECT 1 AS one) AS one LEFT JOIN dikast_limits.circuits g ON g.name=? "
        "LEFT JOIN dikast_limits.calls c ON c.id=g.probe"
    )
    ((*known, probing, started, since),) = await run(sql, name)
    if max(started or 0.0, since or 0.0) > now + _AHEAD:
        # The clock was set back. What lies ahead of it is taken for now, and nothing stays closed longer than it was
        # meant to.
        for table, start in (("calls", "started"), ("circuits", "since")):
            await run(
                f"UPDATE dikast_limits.{table} SET until=until-{start}+?, {start}=? WHERE {start} > ?", now, now, now
            )
        ((*known, probing, _, _),) = await run(sql, name)
    return (Circuit(*known) if known[0] is not None else Circuit()), probing or 0.0


def _midnight(now: float) -> float:
    today = datetime.fromtimestamp(now, UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    return (today + timedelta(days=1)).timestamp()
