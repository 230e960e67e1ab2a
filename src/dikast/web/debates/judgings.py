"""Which judging is wanted, who is at it, and what came of it. The worker asks here; nothing else judges.

A row says what should be so. Whoever finds it behind takes it for a while, asks the judge (whose answers the call
ledger keeps), and files the case. A worker that dies lets go by itself when its time is over. Must not know how a
debate is judged.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from dikast.web.debates import notices
from dikast.web.debates.happenings import happened, locked
from dikast.web.debates.models import Debate, Judging
from dikast.web.debates.records import document
from dikast.web.debates.summaries import summary

#: How long a worker has a judging before another may take it; it renews half-way.
HOLD = timedelta(seconds=60)
#: Attempts that may fail in a row before a judging needs a person.
TRIES = 5


@dataclass(frozen=True, slots=True)
class Task:
    """One piece of judging, for a worker.

    Attributes:
        pk: the judging's row.
        document: the case document without perceptions.
        method, judge, readings: how to judge it.
        posts: how many posts it holds.
        whole: whether the floor has closed after them.
    """

    pk: int
    document: dict[str, Any]
    method: str
    judge: str
    readings: int
    posts: int
    whole: bool


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


def _behind() -> Q:
    return Q(done__lt=F("wanted")) | Q(whole=True, ruled=False)


def claim(holder: str, now: datetime | None = None) -> Task | None:
    """Return the most urgent judging that is behind, now held by `holder`; None if there is none.

    Live floors come before transcripts, the one waiting longest first. An open floor without a post is not behind.
    """
    now = now or timezone.now()
    free = Q(held_until__isnull=True) | Q(held_until__lt=now)
    due = Q(retry_at__isnull=True) | Q(retry_at__lte=now)
    with transaction.atomic():
        waiting = Judging.objects.filter(_behind() & free & due, wanted__gt=0, tries__lt=TRIES)
        judging = waiting.select_for_update(skip_locked=_skips()).order_by("-live", "wanted_at").first()
        if judging is None:
            return None
        judging.held_until, judging.holder = now + HOLD, holder
        judging.save(update_fields=["held_until", "holder"])
    debate = judging.debate
    posts = list(debate.posts.filter(number__lte=judging.wanted))
    return Task(
        judging.pk,
        document(debate, posts),
        judging.method,
        judging.judge,
        judging.readings,
        judging.wanted,
        judging.whole,
    )


def _skips() -> bool:
    from django.db import connection

    return connection.features.has_select_for_update_skip_locked


def renew(task: Task, holder: str) -> bool:
    """Keep hold of a judging; False if another worker has it."""
    kept = Judging.objects.filter(pk=task.pk, holder=holder).update(held_until=timezone.now() + HOLD)
    return bool(kept)


def settle(task: Task, holder: str, case: dict[str, Any]) -> bool:
    """File the case that judging made; False if another worker has taken the judging meanwhile.

    A case with faults in it is kept and the judging tried again later, until a person is needed.
    """
    faults = case.get("faults")
    # What takes time is done before anybody has to wait for the rows.
    text, shown = json.dumps(case, ensure_ascii=False, separators=(",", ":")), summary(case)
    with transaction.atomic():
        debate = locked(Judging.objects.values_list("debate_id", flat=True).get(pk=task.pk))
        judging = Judging.objects.select_for_update().get(pk=task.pk)
        if judging.holder != holder:
            return False
        if faults:
            _failed(debate, judging, str(faults[0].get("message", "")))
            return True
        before = judging.done
        judging.document = text
        judging.seal = case.get("seal", "")
        judging.done = task.posts
        judging.ruled = task.whole and judging.whole and judging.wanted == task.posts
        judging.tries, judging.fault, judging.retry_at = 0, "", None
        judging.held_until, judging.holder = None, ""
        judging.save()
        if judging.method == debate.method:
            debate.summary = shown
            debate.save(update_fields=["summary"])
        if judging.ruled:
            _ruled(debate, judging)
        elif task.posts:
            happened(debate, "judged", first=before + 1, last=task.posts, method=judging.method)
    return True


def _ruled(debate: Debate, judging: Judging) -> None:
    if judging.method == debate.method:
        debate.state = "ruled"
        debate.ruled_at = timezone.now()
        debate.save(update_fields=["state", "ruled_at"])
    happened(debate, "ruled", method=judging.method)
    notices.tell(debate, "ruled")


def fail(task: Task, holder: str, message: str) -> None:
    """Note that an attempt failed outside the judge's answers; it is tried again later, a bounded number of times."""
    with transaction.atomic():
        debate = locked(Judging.objects.values_list("debate_id", flat=True).get(pk=task.pk))
        judging = Judging.objects.select_for_update().get(pk=task.pk)
        if judging.holder == holder:
            _failed(debate, judging, message)


def _failed(debate: Debate, judging: Judging, message: str) -> None:
    judging.tries += 1
    judging.fault = message[:2000]
    judging.retry_at = timezone.now() + timedelta(seconds=min(5 * 4**judging.tries, 3600))
    judging.held_until, judging.holder = None, ""
    judging.save()
    if judging.tries >= TRIES:
        if judging.whole and judging.method == debate.method:
            debate.state = "fault"
            debate.save(update_fields=["state"])
        happened(debate, "fault", method=judging.method)


def postpone(task: Task, holder: str, message: str, seconds: float) -> None:
    """Let go of a judging for a while, because the judge is not ready; it does not count as an attempt.

    Args:
        task: what is let go of.
        holder: who has it.
        message: why, for whoever runs the platform.
        seconds: until it is taken up again.
    """
    later = timezone.now() + timedelta(seconds=seconds)
    held = Judging.objects.filter(pk=task.pk, holder=holder)
    held.update(held_until=None, holder="", fault=message[:2000], retry_at=later)


def release(task: Task, holder: str) -> None:
    """Let go of a judging unfinished, so that another worker can take it at once."""
    Judging.objects.filter(pk=task.pk, holder=holder).update(held_until=None, holder="")


def free_all() -> int:
    """Let go of every judging whoever has it, because none of them can be there any more; return how many were held."""
    return Judging.objects.filter(held_until__isnull=False).update(held_until=None, holder="")


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
