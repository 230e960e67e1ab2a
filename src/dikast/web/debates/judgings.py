"""Which judging is wanted, and what came of it: the docket of the platform's debates. Nothing else judges.

A row says what should be so. Workers find it behind, have the job engine run an attempt at it (a run), and file the
case here, once. Must not know how a debate is judged, nor workers.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from dikast.jobs.contract import Run, Task
from dikast.web.debates import notices
from dikast.web.debates.away import patient
from dikast.web.debates.happenings import happened, locked
from dikast.web.debates.models import Debate, Judging
from dikast.web.debates.records import document
from dikast.web.debates.summaries import summary

#: Attempts that may fail in a row before a judging needs a person.
TRIES = 5
#: How often one run may be begun, each time by a worker that did not live to end it, before a person must look.
BEGUN = 12
#: Runs of transcripts that are with the engine at most; live floors are never held back.
BATCH = 100
#: How long after its submission the engine must know a run.
KNOWN = timedelta(seconds=10)
#: The longest that a judging rests (a day's money may be used up), and that it rests after a failed attempt. A time
#: further away was written by a clock that was wrong.
REST, AFTER_FAILING = timedelta(days=1), timedelta(hours=1)


def want(debate: Debate, method: str = "") -> Judging:
    """Ask for `debate`, as it stands, to be judged; call it in the transaction that changed the debate.

    Args:
        debate: the locked debate.
        method: another method than the debate's own, to have both.
    """
    now = timezone.now()
    whole = debate.state != "open"
    judging, made = Judging.objects.get_or_create(
        debate=debate,
        method=method or debate.method,
        defaults={
            "judge": debate.judge,
            "readings": debate.readings,
            "wanted": debate.posts_count,
            "whole": whole,
            "live": debate.origin != "transcript",
            "wanted_at": now,
        },
    )
    if not made:
        judging.wanted, judging.whole = debate.posts_count, whole
        judging.ruled, judging.tries, judging.retry_at, judging.wanted_at = False, 0, None, now
        judging.save(update_fields=["wanted", "whole", "ruled", "tries", "retry_at", "wanted_at"])
    return judging


def behind() -> Q:
    """Return the condition of rows that are behind."""
    return Q(done__lt=F("wanted")) | Q(whole=True, ruled=False)


def _due() -> Q:
    now = timezone.now()
    due = Q(retry_at__isnull=True) | Q(retry_at__lte=now) | Q(retry_at__gt=now + REST)
    return behind() & due & Q(running=False, ruled=False, wanted__gt=0, tries__lt=TRIES)


class PlatformDocket:
    """The docket of the platform's debates. See `jobs.contract.Docket`."""

    @patient
    def waiting(self) -> Sequence[Run]:
        """Return runs to submit: every live floor's that is behind, and transcripts' as far as there is room."""
        due = Judging.objects.filter(_due()).order_by("wanted_at")
        live = due.filter(live=True)[:BATCH]
        room = max(0, BATCH - Judging.objects.filter(running=True, live=False).count())
        rows = [*live, *(due.filter(live=False)[:room] if room else ())]
        return [Run(f"{row.pk}.{row.run + 1}", row.live) for row in rows]

    @patient
    def queued(self, run: Run) -> None:
        """Note that the engine has `run`."""
        pk, number = _parts(run.id)
        Judging.objects.filter(pk=pk, run=number - 1).update(
            run=number, running=True, queued_at=timezone.now(), holder="", begun=0
        )

    @patient
    def begin(self, run: str, worker: str) -> Task | None:
        """Return what `run` is to do; None if that is over, or it has been begun too often."""
        pk, number = _parts(run)
        with transaction.atomic():
            found = Judging.objects.filter(pk=pk).values_list("debate_id", flat=True).first()
            if found is None:
                return None
            debate = locked(found)
            judging = Judging.objects.select_for_update().get(pk=pk)
            if judging.run == number - 1 and not judging.running:  # begun before whoever submitted it could say so
                judging.run, judging.running, judging.queued_at, judging.begun = number, True, timezone.now(), 0
            if judging.run != number or not judging.running:
                return None
            judging.holder, judging.begun = worker, judging.begun + 1
            judging.save(update_fields=["run", "running", "queued_at", "holder", "begun"])
            if judging.begun > BEGUN:
                give_up(debate, judging, "the process that judged this ended every time")
                return None
        posts = list(debate.posts.filter(number__lte=judging.wanted))
        return Task(
            run,
            document(debate, posts),
            judging.method,
            judging.judge,
            judging.readings,
            judging.wanted,
            judging.whole,
        )

    @patient
    def settle(self, task: Task, case: dict[str, Any]) -> bool:
        """File the case that judging made; False if the run is over.

        A case with faults in it is kept and the judging tried again later, until a person is needed.
        """
        faults = case.get("faults")
        # What takes time is done before anybody has to wait for the rows.
        text, shown = json.dumps(case, ensure_ascii=False, separators=(",", ":")), summary(case)
        with transaction.atomic():
            held = _held(task.run)
            if held is None:
                return False
            debate, judging = held
            if faults:
                _failed(debate, judging, str(faults[0].get("message", "")))
                return True
            before = judging.done
            judging.document = text
            judging.seal = case.get("seal", "")
            judging.done = task.posts
            judging.ruled = task.whole and judging.whole and judging.wanted == task.posts
            judging.tries, judging.fault, judging.retry_at = 0, "", None
            judging.running, judging.holder = False, ""
            judging.save()
            if judging.method == debate.method:
                debate.summary = shown
                debate.save(update_fields=["summary"])
            if judging.ruled:
                _ruled(debate, judging)
            elif task.posts:
                happened(debate, "judged", first=before + 1, last=task.posts, method=judging.method)
        return True

    @patient
    def fail(self, run: str, message: str) -> None:
        """Note that an attempt failed outside the judge's answers; it is made again, a bounded number of times."""
        with transaction.atomic():
            held = _held(run)
            if held is not None:
                _failed(*held, message)

    @patient
    def postpone(self, run: str, message: str, seconds: float) -> None:
        """Let a judging rest for so many seconds, because the judge is not ready; it does not count as an attempt."""
        pk, number = _parts(run)
        later = timezone.now() + min(timedelta(seconds=seconds), REST)
        held = Judging.objects.filter(pk=pk, run=number, running=True)
        held.update(running=False, holder="", fault=message[:2000], retry_at=later)

    @patient
    def under_way(self) -> Sequence[str]:
        """Return the runs that the engine should have known for a while."""
        now = timezone.now()
        known = Q(queued_at__lt=now - KNOWN) | Q(queued_at__gt=now + KNOWN)
        rows = Judging.objects.filter(known, running=True)
        return [f"{pk}.{run}" for pk, run in rows.values_list("pk", "run")[: 10 * BATCH]]

    @patient
    def lose(self, run: str) -> None:
        """End a run that the engine does not know; another one is made."""
        pk, number = _parts(run)
        Judging.objects.filter(pk=pk, run=number, running=True).update(running=False, holder="")


def _parts(run: str) -> tuple[int, int]:
    pk, _, number = run.partition(".")
    return int(pk), int(number)


def _held(run: str) -> tuple[Debate, Judging] | None:
    """Return a run's debate and judging, locked; None if the run is over."""
    pk, number = _parts(run)
    found = Judging.objects.filter(pk=pk, run=number, running=True).values_list("debate_id", flat=True).first()
    if found is None:
        return None
    debate = locked(found)
    judging = Judging.objects.select_for_update().get(pk=pk)
    return (debate, judging) if judging.run == number and judging.running else None


def _ruled(debate: Debate, judging: Judging) -> None:
    if judging.method == debate.method:
        debate.state = "ruled"
        debate.ruled_at = timezone.now()
        debate.save(update_fields=["state", "ruled_at"])
    happened(debate, "ruled", method=judging.method)
    notices.tell(debate, "ruled")


def give_up(debate: Debate, judging: Judging, reason: str) -> None:
    """Have a judging, whose row and debate's are locked, wait for a person; a run under way is over."""
    judging.tries = TRIES - 1
    _failed(debate, judging, reason)


def _failed(debate: Debate, judging: Judging, message: str) -> None:
    judging.tries += 1
    judging.fault = message[:2000]
    judging.retry_at = timezone.now() + min(timedelta(seconds=5 * 4**judging.tries), AFTER_FAILING)
    judging.running, judging.holder = False, ""
    judging.save()
    if judging.tries >= TRIES:
        if judging.whole and judging.method == debate.method:
            debate.state = "fault"
            debate.save(update_fields=["state"])
        happened(debate, "fault", method=judging.method)


def free_all() -> int:
    """End every run, because nobody can have one any more; return how many there were. Each is made anew."""
    return Judging.objects.filter(running=True).update(running=False, holder="")


def order(debate: Debate, method: str) -> Judging | None:
    """Have a debate judged by `method` too, or once more where that judging needs a person; return the judging.

    None: the debate has no ruling yet, and only then can another method be had.
    """
    with transaction.atomic():
        debate = locked(debate.pk)
        there = debate.judgings.filter(method=method).first()
        if there is None:
            return want(debate, method) if debate.state == "ruled" else None
        if there.tries >= TRIES and not there.ruled:
            again(there)
            there.refresh_from_db()
        return there


def again(judging: Judging) -> None:
    """Have a judging that needs a person tried again."""
    with transaction.atomic():
        debate = locked(judging.debate_id)
        Judging.objects.filter(pk=judging.pk).update(tries=0, retry_at=None, fault="")
        if debate.state == "fault":
            debate.state = "closed"
            debate.save(update_fields=["state"])
