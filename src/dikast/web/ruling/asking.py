"""What readers may ask for on a ruling's page: a judging by the other method, another attempt, a call of their own.

Must not know how anything is judged.
"""

from __future__ import annotations

from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from dikast.core.formats import METHODS
from dikast.web.debates import judgings
from dikast.web.debates.models import Call
from dikast.web.debates.turns import side_of
from dikast.web.pages import person_of, url
from dikast.web.ruling.sighted import debate_at

CALLS = ("A", "B", "draw")


@require_POST
def order(request: HttpRequest, slug: str) -> HttpResponse:
    """Have a debate judged by the other method too, or once more where judging needs a person; only its owner may."""
    debate, person = debate_at(request, slug), person_of(request)
    if person is None or debate.owner_id != person.pk:
        raise Http404
    method = request.POST.get("method", "")
    back = redirect(f"{url('ruling', slug=slug)}?method={method}" if method in METHODS else url("ruling", slug=slug))
    if method not in METHODS:
        messages.error(request, _("Choose one of the methods on this page."))
        return back
    judgings.order(debate, method)
    return back


@require_POST
def call(request: HttpRequest, slug: str) -> HttpResponse:
    """Keep a reader's own call on who was ahead, made before the ruling was shown; one a person, never changed."""
    debate, person = debate_at(request, slug), person_of(request)
    side = request.POST.get("side", "")
    back = redirect("ruling", slug=slug)
    if person is None or side_of(debate, person) is not None:
        messages.error(request, _("Only signed-in readers who took no part can make a call."))
    elif side not in CALLS:
        messages.error(request, _("Choose a side, or a draw."))
        back = redirect(url("ruling", slug=slug) + "?call=1")
    else:
        try:
            with transaction.atomic():
                Call.objects.create(debate=debate, person=person, side=side)
        except IntegrityError:
            messages.error(request, _("You have made your call before; it stays as it was."))
    return back
