"""The jobs page: workers, the queue, what is parked and why, providers that are closed. For operators only.

Must not know how anything is judged.
"""

from __future__ import annotations

import asyncio

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from dikast.core.problems import InputError
from dikast.jobs.limit_rules import rules
from dikast.jobs.limit_tables import TABLES
from dikast.jobs.limits import SCHEMA, Limiter, State
from dikast.jobs.tables import open_tables
from dikast.web.account.models import Person
from dikast.web.debates import operating
from dikast.web.debates.models import Judging
from dikast.web.pages import page, person_of, url


def _operator(request: HttpRequest) -> Person:
    person = person_of(request)
    if person is None or not person.is_operator:
        raise Http404
    return person


@require_safe
def jobs(request: HttpRequest) -> HttpResponse:
    """Show what is under way, what waits, and what is parked."""
    _operator(request)
    context = {
        "counts": operating.counts(),
        "rows": operating.listed(at_most=200),
        "workers": operating.at_work(),
        "limits": limits(),
        "words": {
            "running": _("under way"),
            "waiting": _("waiting"),
            "resting": _("resting"),
            "parked": _("parked"),
        },
    }
    return page(request, "operator_jobs.html.j2", context)


@require_POST
def decide(request: HttpRequest, number: int) -> HttpResponse:
    """Retry or park a judging."""
    person = _operator(request)
    judging = Judging.objects.filter(pk=number).defer("document").first()
    if judging is None:
        raise Http404
    try:
        if request.POST.get("what") == "park":
            reason = request.POST.get("reason", "").strip() or _("by an operator")
            operating.park(judging, f"{person.name}: {reason}")
        else:
            operating.retry(judging)
    except InputError:
        messages.error(request, _("It is done already; there is nothing to park."))
    return HttpResponseRedirect(url("jobs"))


def limits() -> State | None:
    """Return how the providers' limits stand; None if nobody has asked a provider yet."""
    given = settings.SETTINGS
    database, file = given.text("DIKAST_DATABASE"), given.data / "limits.sqlite3"
    if not database and not file.exists():
        return None

    async def look() -> State:
        limiter = Limiter(rules(given.text("DIKAST_LIMITS")), open_tables(database, file, SCHEMA, TABLES))
        try:
            return await asyncio.wait_for(limiter.state(), 5)
        finally:
            await limiter.close()

    try:
        return asyncio.run(look())
    except TimeoutError:
        return None
