"""What whoever runs the platform sees of judging, and may do: look, retry, park, drain. Must not know pages.

An operator never touches a perception or a number; he says what is taken up and what is left alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db import transaction
from django.db.models import Count, Min, Q, QuerySet
from django.db.models.functions import Now
from django.utils import timezone

from dikast.core.problems import InputError, Problem
from dikast.web.account.models import Person
from dikast.web.debates import judgings
from dikast.web.debates.happenings import locked
from dikast.web.debates.models import Debate, Judging, Worker

_BEHIND: Final = judgings.behind()
_PARKED: Final = Q(tries__gte=judgings.TRIES)
#: State → the judgings in it. Those with nothing to do, and those that are done, are in none.
STATES: Final[dict[str, Q]] = {
    "running": Q(running=True) & ~Q(holder=""),
    "waiting": _BEHIND & ~_PARKED & (Q(running=True, holder="") | Q(running=False, retry_at=None, wanted__gt=0)),
    "resting": _BEHIND & ~_PARKED & Q(running=False, retry_at__isnull=False),
    "parked": _BEHIND & _PARKED,
}


@dataclass(frozen=True, slots=True)
class Row:
    """One judging as an operator sees it.

    Attributes:
        number: the judging's.
        slug: the debate's.
        method, judge: how it is judged.
        state: one of `STATES`, "ruled" or "idle".
        live: whether people wait for it on a floor.
        done, wanted: posts that its case covers, and that are to be judged.
        place: its place in the queue, from 1; None unless it waits.
        holder: the worker that has it, "".
        tries: attempts that failed in a row; `reason` what the last one said.
        since: for how many seconds it has been behind; `rests` how many it will still rest.
        run: the name of its latest attempt.
    """

    number: int
    slug: str
    method: str
    judge: str
    state: str
    live: bool
    done: int
    wanted: int
    place: int | None
    holder: str
    tries: int
    reason: str
    since: float
    rests: float
    run: str


def _state(judging: Judging) -> str:
    if not (judging.done < judging.wanted or (judging.whole and not judging.ruled)):
        return "ruled" if judging.ruled else "idle"
    if judging.tries >= judgings.TRIES:
        return "parked"
    if judging.running and judging.holder:
        return "running"
    return "resting" if judging.retry_at is not None and not judging.running else "waiting"


def listed(states: Sequence[str] = (), at_most: int = 100) -> list[Row]:
    """Return judgings in some of `STATES` (by default in all), the most urgent first.

    Args:
        states: which states.
        at_most: how many rows.
    """
    wanted = Q(pk__in=())
    for state in states or STATES:
        wanted |= STATES[state]
    rows = _urgent(Judging.objects.filter(wanted)).select_related("debate").defer("document")[:at_most]
    places = {pk: place for place, pk in enumerate(_queue().values_list("pk", flat=True)[:1000], 1)}
    return [_row(judging, places.get(judging.pk)) for judging in rows]


def _urgent(found: QuerySet[Judging]) -> QuerySet[Judging]:
    return found.order_by("-live", "wanted_at", "pk")


def _queue() -> QuerySet[Judging]:
    return _urgent(Judging.objects.filter(STATES["waiting"]))


def _row(judging: Judging, place: int | None) -> Row:
    now = timezone.now()
    rests = (judging.retry_at - now).total_seconds() if judging.retry_at is not None else 0.0
    return Row(
        judging.pk,
        judging.debate.slug,
        judging.method,
        judging.judge,
        _state(judging),
        judging.live,
        judging.done,
        judging.wanted,
        place,
        judging.holder,
        judging.tries,
        judging.fault,
        max(0.0, (now - judging.wanted_at).total_seconds()),
        max(0.0, rests),
        f"{judging.pk}.{judging.run}",
    )


def place(judging: Judging) -> int | None:
    """Return a judging's place in the queue, from 1; None unless it waits. One query, whatever the queue's length."""
    if _state(judging) != "waiting":
        return None
    before = Q(live=True, wanted_at__lt=judging.wanted_at) if judging.live else Q(live=True)
    if not judging.live:
        before |= Q(wanted_at__lt=judging.wanted_at)
    return Judging.objects.filter(STATES["waiting"]).filter(before).exclude(pk=judging.pk).count() + 1


def found(name: str, method: str = "") -> Judging:
    """Return the judging that an operator named by its number, or by its debate's address.

    Raises:
        InputError: there is none (``jobs.unknown``), or there are several (``jobs.several``).
    """
    kept = Judging.objects.select_related("debate")
    rows = list(kept.filter(pk=int(name)) if name.isascii() and name.isdigit() else kept.filter(debate__slug=name))
    rows = [row for row in rows if not method or row.method == method]
    if not rows:
        hint = "`dikast jobs list` shows the numbers; a debate is named by the last part of its address."
        raise InputError(Problem("jobs.unknown", name[:80], "names no judging here", hint))
    if len(rows) > 1:
        numbers = ", ".join(f"{row.pk} ({row.method})" for row in rows)
        raise InputError(Problem("jobs.several", name[:80], f"is judged more than once: {numbers}", "Give the number."))
    return rows[0]


def shown(judging: Judging) -> Row:
    """Return one judging with its place."""
    return _row(judging, place(judging))


def park(judging: Judging, reason: str) -> None:
    """Have a judging left alone until somebody retries it; what is under way for it will not be filed.

    Args:
        judging: which one; one that is ruled stays so.
        reason: why, for other operators.

    Raises:
        InputError: there is nothing to be left alone (``jobs.done``).
    """
    with transaction.atomic():
        debate = locked(judging.debate_id)
        judging = Judging.objects.select_for_update().get(pk=judging.pk)
        if _state(judging) in ("ruled", "idle"):
            message = "is done; there is nothing to park"
            raise InputError(Problem("jobs.done", str(judging.pk), message, "Nothing has to be done."))
        judgings.give_up(debate, judging, reason)


def retry(judging: Judging) -> None:
    """Have a judging that is parked or rests taken up at once."""
    judgings.again(judging)


def retry_parked() -> int:
    """Have every parked judging taken up again; return how many."""
    rows = list(Judging.objects.filter(STATES["parked"]).defer("document"))
    for judging in rows:
        judgings.again(judging)
    return len(rows)


def drain(name: str = "") -> int:
    """Have a worker, or all of them, take nothing new and end; return how many were told.

    Raises:
        InputError: no worker of that name is at work (``jobs.no-worker``).
    """
    there = Worker.objects.filter(gone=False)
    told = (there.filter(name=name) if name else there).update(draining=True)
    if name and not told:
        names = ", ".join(there.values_list("name", flat=True)) or "none"
        raise InputError(Problem("jobs.no-worker", name[:80], "is not at work here", f"At work: {names}."))
    return told


def at_work() -> list[dict[str, Any]]:
    """Return the workers that have not gone: name, version, seconds since their last sign, and what they do."""
    rows = Worker.objects.filter(gone=False).annotate(now=Now()).order_by("name")
    busy = dict(
        Judging.objects.filter(running=True).exclude(holder="").values_list("holder").annotate(count=Count("pk"))
    )
    return [
        {
            "name": row.name,
            "version": row.version,
            "silent": max(0.0, (row.now - row.beat_at).total_seconds()),
            "draining": row.draining,
            "running": busy.get(row.name, 0),
        }
        for row in rows
    ]


def counts() -> dict[str, dict[str, Any]]:
    """Return for each of `STATES` how many judgings are in it, and for how many seconds the oldest has been behind."""
    now = timezone.now()
    found = {}
    for state, condition in STATES.items():
        row = Judging.objects.filter(condition).aggregate(count=Count("pk"), oldest=Min("wanted_at"))
        age = (now - row["oldest"]).total_seconds() if row["oldest"] else 0.0
        found[state] = {"count": row["count"], "oldest": max(0.0, age)}
    return found


def give_role(email: str, role: str, value: bool) -> bool:
    """Give an account a role (operator, reviewer, editor) or take it; False if there is no such account."""
    return bool(Person.objects.filter(email__iexact=email).update(**{f"is_{role}": value}))


def rulings() -> dict[str, int]:
    """Return how many debates are in each state."""
    rows = Debate.objects.values_list("state").annotate(count=Count("pk")).order_by()
    return {str(state): int(count) for state, count in rows}
